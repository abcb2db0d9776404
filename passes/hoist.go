package passes

import (
	"slices"

	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// hoist moves loop-invariant values before the loop, with --for speed:
//
//	for (…; i < s.length; …) n += Math.sqrt(k) * i        s being a string
//	  =>  const t = s.length, t2 = Math.sqrt(k); for (…; i < t; …) n += t2 * i
//
// It must come after the passes that recompute operators. It costs one schedule, which only
// functions with loops pay.
func hoist(g *son.Graph) {
	if !g.Config.Speed || len(g.Loops) == 0 {
		return
	}
	g.HoistLoads()
	c := schedule.Run(g)
	at := make([]*son.Block, g.MaxID())
	for _, b := range c.Blocks {
		for _, n := range b.Phis {
			at[n.ID] = b
		}
		for _, n := range b.Nodes {
			at[n.ID] = b
		}
	}
	type key struct {
		name string
		x    *son.Node
		to   *son.Block
	}
	lengths := map[key]*son.Node{}
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			if n.Dead() || n.Ctrl() != nil || !worthHoisting(n) {
				continue
			}
			loop := outermost(b, early(c, at, n))
			if loop == nil {
				continue
			}
			to := loop.Preds[0]
			if n.Op == son.OpLoad {
				k := key{n.Str, n.Arg(0), to}
				if first := lengths[k]; first != nil {
					g.Replace(n, first, nil)
					continue
				}
				lengths[k] = n
			}
			g.MoveBefore(loop.Head, n)
			at[n.ID] = to
		}
	}
}

// worthHoisting reports whether reading a variable is much less work than computing n.
func worthHoisting(n *son.Node) bool {
	switch {
	case n.Op == son.OpBuiltin, n.Op == son.OpLoad:
		return true
	case n.Op.IsOperator() && n.Op.HasMem() && !cheap(n):
		return !slices.ContainsFunc(n.Args(), (*son.Node).IsRef)
	}
	return false
}

// early returns the deepest block in which an input of n is computed.
func early(c *son.CFG, at []*son.Block, n *son.Node) *son.Block {
	b := c.Blocks[0]
	for _, x := range n.Args() {
		if at[x.ID] != nil && at[x.ID].DomDepth > b.DomDepth {
			b = at[x.ID]
		}
	}
	return b
}

// outermost returns the head of the outermost loop around b each iteration of which executes b,
// and that begins after first; nil if there is none.
func outermost(b, first *son.Block) (head *son.Block) {
	for l := b.Loop; l != nil; l = b.Loop {
		preds := l.Head.Preds
		if l.Head.Head.Op != son.OpLoop || len(preds) != 2 || !first.Dominates(preds[0]) || !b.Dominates(preds[1]) {
			return head
		}
		head, b = l.Head, preds[0]
	}
	return head
}
