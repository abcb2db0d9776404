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
//
// It also makes a function expression where the only call that gets it is, see sinkClosures.
func Sink(g *son.Graph) {
	sinkClosures(g)
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

// sinkClosures makes function expressions where the calls are that get them, if nothing else refers to
// them. Otherwise the argument of a call stays before the tests of a callee that is inlined there, in
// a variable that must not give it a name:
//
//	on(x => x)     =>     if (!m.has()) m.set(); m.add(x => x)
//
// To make a function is no effect, and whether and when it is made is not observable. What it
// captures is the same wherever it is made in one iteration of the loop around it: a variable that is
// assigned meanwhile is a cell. A cell that is copied for the next iteration may be another one later.
func sinkClosures(g *son.Graph) {
	var c *son.CFG // it stays the same: function expressions are no part of it
	g.Nodes(func(n *son.Node) {
		u := onlyCall(n)
		if u == nil || u.Ctrl() == n.Ctrl() {
			return
		}
		if c == nil {
			c = g.CFG()
		}
		from, to := c.BlockOf(n.Ctrl()), c.BlockOf(u.Ctrl())
		if from != nil && to != nil && from.Loop == to.Loop {
			g.SetIn(n, 0, u.Ctrl())
			later(n, u)
		}
	})
}

// onlyCall returns the call that a function expression is an argument of, if that is its only use, or nil.
func onlyCall(n *son.Node) *son.Node {
	if n.Op != son.OpClosure || n.Has(son.FlagHoisted) || n.Sym != nil || n.Str != "" || len(n.Users()) != 1 {
		return nil
	}
	u := n.Users()[0]
	switch u.Op {
	case son.OpCall, son.OpCallMethod, son.OpNew:
	default:
		return nil
	}
	if u.Arg(0) == n || u.Ctrl() == nil {
		return nil
	}
	for _, x := range n.Args() {
		if slices.ContainsFunc(x.Users(), func(u *son.Node) bool { return u.Op == son.OpCopyCell }) {
			return nil
		}
	}
	return u
}
