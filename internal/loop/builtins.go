package loop

import (
	"slices"
	"strings"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

// CacheBuiltins caches built-in functions: where a loop calls a property of a global of the
// language, the function is held in a variable before the loop. Engines without a compiler look
// up both names at each call.
//
//	for (…) n += Math.floor(x)   =>   const floor = Math.floor; for (…) n += floor(x)
//
// In nested loops the variable is placed before the innermost one: before an outer one, V8 no
// longer knows which function the variable holds once it replaces the code of a running loop
// (on-stack replacement), and tests it in each iteration (matrices, 1.2 times the original's
// cost). A loop that an earlier variable's place dominates shares that variable. The text gets
// longer, so the pass does not run for size, and the function printed without it may be the
// better one. It costs one schedule, which only functions with loops that
// contain such calls pay.
func CacheBuiltins(g *son.Graph) {
	if !mayCache(g) {
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
			loop := cachedBefore(n, b)
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
				fn = functionBefore(g, loop.Head, n)
				have[n.Str] = append(have[n.Str], local{fn, loop.Preds[0]})
			}
			if !callCached(g, n, fn) {
				return
			}
		}
	}
}

// CachesBuiltins reports whether [CacheBuiltins] finds a call in a loop.
func CachesBuiltins(g *son.Graph) bool {
	if !mayCache(g) {
		return false
	}
	for _, b := range schedule.Run(g).Blocks {
		if slices.ContainsFunc(b.Nodes, func(n *son.Node) bool { return cachedBefore(n, b) != nil }) {
			return true
		}
	}
	return false
}

// mayCache reports whether a graph has loops, and calls that could use a variable.
func mayCache(g *son.Graph) bool { return !g.Config.Size && len(g.Loops) > 0 && callsMembers(g) }

// cachedBefore returns the head of the loop before which the function that n, in block b, calls can be held in a
// variable, or nil.
func cachedBefore(n *son.Node, b *son.Block) *son.Block {
	if n.Dead() || !n.CallsMember() {
		return nil
	}
	return around(b)
}

// callsMembers reports whether a graph has a call that could use such a variable.
func callsMembers(g *son.Graph) (found bool) {
	g.Nodes(func(n *son.Node) { found = found || n.CallsMember() })
	return found
}

// around returns the head of the innermost loop around b before which something can be
// computed; nil if there is none.
func around(b *son.Block) *son.Block {
	for l := b.Loop; l != nil; l = l.Parent {
		if l.Head.Head.Op == son.OpLoop && len(l.Head.Preds) == 2 {
			return l.Head
		}
	}
	return nil
}

// functionBefore returns a read of the function that call calls, placed before a loop. The read
// always finds the function and runs no code. It has no place in the source: source positions
// and comments of the call stay with the call.
func functionBefore(g *son.Graph, loop, call *son.Node) *son.Node {
	object, name, _ := strings.Cut(call.Str, ".")
	from := g.NewNode(son.OpGlobalLoad, nil, nil)
	from.Str, from.Flags, from.Type, from.Order = object, son.FlagProvided, son.TypeAny, call.Order
	f := g.NewNode(son.OpLoad, nil, nil, from)
	f.Str, f.Flags, f.Type, f.Order = name, son.FlagProvided, son.TypeAny, call.Order
	g.MoveBefore(loop, from)
	g.MoveBefore(loop, f)
	return f
}

// callCached makes call take its function from f, which becomes its last operand. It returns
// false if no more rules may fire.
func callCached(g *son.Graph, call, f *son.Node) bool {
	if !g.SpendAssuming(&BuiltinCachingRule, call, f, son.AssumeBuiltins) {
		return false
	}
	call.Flags |= son.FlagProvided
	g.AddIn(call, f)
	return true
}
