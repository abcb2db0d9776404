package sink

import (
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

// Sink undoes value numbering where the shared value would have to be computed on paths that do
// not need it: each use is in another branch, and the common dominator of the uses has none.
//
//	if (a) { f(x * y + 1) } else if (b) { g(x * y + 1) }
//
// x * y + 1 is one node, and the only place for it is before the first if. The pass needs the
// fixpoint of the rules, as Rematerialize does. It costs one schedule, which only functions
// that share such a value pay.
func Sink(g *son.Graph) {
	shares := false
	g.Nodes(func(n *son.Node) { shares = shares || mayCopy(n) && usedAtPlaces(n) })
	if !shares {
		return
	}
	c := schedule.Run(g)
	at := make([]*son.Block, g.MaxID())
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			at[n.ID] = b
		}
	}
	for i := len(c.Blocks) - 1; i >= 0; i-- { // uses come before what they use
		h := c.Blocks[i]
		for k := len(h.Nodes) - 1; k >= 0; k-- {
			if n := h.Nodes[k]; mayCopy(n) && apart(c, at, h, n) {
				at = unshare(g, c, at, h, n, func(*son.Block) *son.Node { return nil }) // at its uses
			}
		}
	}
}

// usedAtPlaces reports whether n has users at different control states.
func usedAtPlaces(n *son.Node) bool {
	us := n.Users()
	return slices.ContainsFunc(us, func(u *son.Node) bool {
		return len(us) > 1 && (u.Ctrl() == nil || u.Op == son.OpPhi || u.Ctrl() != us[0].Ctrl())
	})
}

// mayCopy reports whether n is an operator that floats and consumes no reference.
func mayCopy(n *son.Node) bool {
	return n.NumArgs() > 0 && n.Ctrl() == nil && !n.Op.IsControl() && !n.Op.IsToken() && !n.Op.IsAlloc() && n.Op != son.OpPhi &&
		!slices.ContainsFunc(n.Args(), (*son.Node).IsRef)
}

// apart reports whether n, which is scheduled in h, is used in more than one of the branches
// that leave h, but neither in h nor directly in all successors of h: a copy in each branch is
// then computed at most once, and never in vain.
func apart(c *schedule.Schedule, at []*son.Block, h *son.Block, n *son.Node) bool {
	if len(n.Users()) < 2 || n.Home() != nil && c.BlockOf(n.Home()) == h {
		return false
	}
	var first *son.Block
	several := false
	needs := map[*son.Block]bool{}
	for _, u := range n.Users() {
		for slot, x := range u.Ins() {
			if x != n {
				continue
			}
			b := useBlock(c, at, use{u, slot})
			if b == h {
				return false
			}
			needs[b] = true
			branch := h.ChildTowards(b)
			several = several || first != nil && branch != nil && branch != first
			if branch != nil {
				first = branch
			}
		}
	}
	return several && slices.ContainsFunc(h.Succs, func(s *son.Block) bool { return !needs[s] })
}
