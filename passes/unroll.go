package passes

import (
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// unroll writes the iterations of a loop one after the other, if their number is known and the
// result is no longer, or, with --for speed, not much longer.
//
//	for (let i = 0; i < 2; i++) s += i     becomes     s += 0; s += 1
//
// It needs the fixpoint of the rules, and restores it. The cost of one loop is that of the
// graph, and at most [maxUnrolled] loops of a function are unrolled.
func unroll(g *son.Graph) {
	for range maxUnrolled {
		if !unrollOne(g) {
			return
		}
		again(g)
	}
}

const (
	// maxUnrolled bounds how many loops of a function are unrolled.
	maxUnrolled = 16
	// maxIterations bounds the iterations of one loop.
	maxIterations = 16
	// fastBytes and fastNodes bound how much longer one loop may make code that is optimized
	// for speed.
	fastBytes, fastNodes = 100, 200
)

// again restores the fixpoint of the rules in a graph of which parts were copied.
func again(g *son.Graph) {
	g.Optimize()
	g.OptimizeMemory()
	g.Sweep()
}

// unrollOne unrolls the first loop for which that pays, inner loops first.
func unrollOne(g *son.Graph) bool {
	var c *son.CFG
	for _, l := range loopsOf(g, &c, countsFromConst) {
		if !son.MayUnroll(c, c.Places(), l) {
			continue
		}
		body := son.CopyOf(c, c.Places(), l)
		if body == nil {
			continue
		}
		iterations, bytes, clear, ok := body.CountIterations(maxIterations)
		if !ok || iterations == 0 {
			continue
		}
		pays := bytes <= 0 && (clear || iterations == 1)
		if g.Config.Speed {
			pays = pays || clear && bytes <= fastBytes && iterations*body.Size() <= fastNodes
		}
		if pays && body.Unroll(iterations) {
			return true
		}
	}
	return false
}

// loopsOf schedules the graph into c if it has loops that want accepts, and returns these
// loops, inner ones first.
func loopsOf(g *son.Graph, c **son.CFG, want func(g *son.Graph, loop *son.Node) bool) []*son.LoopTree {
	some := false
	g.Nodes(func(n *son.Node) { some = some || n.Op == son.OpLoop && want(g, n) })
	if !some {
		return nil
	}
	*c = schedule.Run(g)
	var list []*son.LoopTree
	for i := len((*c).Blocks) - 1; i >= 0; i-- {
		if b := (*c).Blocks[i]; b.Loop != nil && b.Loop.Head == b && want(g, b.Head) {
			list = append(list, b.Loop)
		}
	}
	return list
}

// countsFromConst reports whether a loop has a variable whose initial value is a constant.
func countsFromConst(g *son.Graph, loop *son.Node) bool {
	if info := g.Loops[loop]; info == nil || info.Kind.Iterates() || info.Peeled {
		return false
	}
	for _, u := range loop.Users() {
		if u.Op == son.OpPhi && !u.IsMemPhi() && u.In(1).Type.IsConst() {
			return true
		}
	}
	return false
}
