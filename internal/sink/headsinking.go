package sink

import (
	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

// SinkFromHeads undoes value numbering where the shared value would have to be computed in the
// head of a for-in or for-of loop: it is used both in the loop and after it, and depends on a
// variable that changes in each iteration. No statement can stand in such a head.
//
//	for (k in o) { if (x + 1 > k) break; x = f() } return x + 1
//
// x + 1 is one node. The pass needs the fixpoint of the rules, as Rematerialize does. It costs
// one schedule, which only functions with such loops pay.
func SinkFromHeads(g *son.Graph) {
	iterates := false
	for _, l := range g.Loops {
		iterates = iterates || l.Kind.Iterates()
	}
	if !iterates {
		return
	}
	c := schedule.Run(g)
	at := make([]*son.Block, g.MaxID()) // the block of each node
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			at[n.ID] = b
		}
	}
	for i := len(c.Blocks) - 1; i >= 0; i-- { // uses come before what they use
		h := c.Blocks[i]
		if !schedule.Iterates(h) {
			continue
		}
		for k := len(h.Nodes) - 1; k >= 0; k-- {
			if n := h.Nodes[k]; n.Ctrl() == nil && n.Op != son.OpHasNext {
				at = unshare(g, c, at, h, n, func(branch *son.Block) *son.Node { return branch.Head })
			}
		}
	}
}

// unshare gives each branch that leaves h a copy of n in place of n, with the home that the
// function home returns. It returns at, extended by the copies.
func unshare(g *son.Graph, c *schedule.Schedule, at []*son.Block, h *son.Block, n *son.Node, home func(branch *son.Block) *son.Node) []*son.Block {
	copies := map[*son.Block]*son.Node{}
	for _, uses := range usesOf(n) {
		for _, k := range uses {
			branch := h.ChildTowards(useBlock(c, at, k))
			if branch == nil {
				continue // dead code
			}
			m := copies[branch]
			if m == nil && len(copies) == 0 {
				m = n
				at[n.ID] = branch
			} else if m == nil {
				m = g.Clone(n, n.Ins()...)
				m.SetHome(home(branch))
				at = append(at, make([]*son.Block, g.MaxID()-len(at))...)
				at[m.ID] = branch
			}
			copies[branch] = m
			if m != n {
				later(m, k.u)
				g.SetIn(k.u, k.slot, m)
			}
		}
	}
	return at
}

// useBlock returns the block in which a use needs its value.
func useBlock(c *schedule.Schedule, at []*son.Block, k use) *son.Block {
	switch {
	case k.u.Op == son.OpPhi:
		if b := c.BlockOf(k.u.Region()); b != nil {
			return b.Preds[k.slot-1]
		}
		return nil
	case k.u.Op.IsControl():
		return c.BlockOf(k.u.Ctrl())
	}
	return at[k.u.ID]
}
