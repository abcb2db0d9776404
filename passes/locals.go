package passes

import (
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// locals keeps in a variable, in front of the loop, a function that the loop calls by a
// property of a global of the language. Engines without a compiler look up both each time.
//
//	for (…) n += Math.floor(x)   =>   const floor = Math.floor; for (…) n += floor(x)
//
// Of nested loops it is the innermost: in front of the outer ones V8 no longer knows which
// function the variable holds once it replaces the code of a running loop, and it asks in
// each round (matrices, 1.2 times the original's cost). A loop to which each way leads by
// the place of an earlier variable shares that one. The variable is longer, so it is not
// for size, and a function that is printed without it may be the better one: see
// [work.begin]. Cost is that of a schedule, and only functions with loops that have such
// calls pay it.
func locals(g *son.Graph) {
	if g.Config.Size || len(g.Loops) == 0 || !callsMembers(g) {
		return
	}
	type local struct {
		fn *son.Node
		at *son.Block
	}
	c := schedule.Run(g)
	have := map[string][]local{}
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			if n.Dead() || !n.CallsMember() {
				continue
			}
			loop := around(b)
			if loop == nil {
				continue
			}
			var fn *son.Node
			for _, l := range have[n.Str] {
				if l.at.Dominates(loop.Preds[0]) {
					fn = l.fn
				}
			}
			if fn == nil {
				fn = g.FunctionBefore(loop.Head, n)
				have[n.Str] = append(have[n.Str], local{fn, loop.Preds[0]})
			}
			if !g.CallLocal(n, fn) {
				return
			}
		}
	}
}

// callsMembers reports whether a graph has a call that might use a variable.
func callsMembers(g *son.Graph) (found bool) {
	g.Nodes(func(n *son.Node) { found = found || n.CallsMember() })
	return found
}

// around returns the head of the innermost loop around b in front of which something can
// be computed; nil if there is none.
func around(b *son.Block) *son.Block {
	for l := b.Loop; l != nil; l = l.Parent {
		if l.Head.Head.Op == son.OpLoop && len(l.Head.Preds) == 2 {
			return l.Head
		}
	}
	return nil
}
