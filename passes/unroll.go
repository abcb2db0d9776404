package passes

import (
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// unroll writes the rounds of a loop one after the other, if it is known how many
// they are and that is no longer, or, if the output is to be fast, not much longer.
//
//	for (let i = 0; i < 2; i++) s += i     becomes     s += 0; s += 1
//
// It needs the fixpoint of the rules, and brings the graph to it again. The cost
// of one loop is that of the graph, and it takes [maxUnrolled] loops of a function.
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
	// maxRounds bounds the rounds of one.
	maxRounds = 16
	// fastBytes and fastNodes bound how much longer code gets that is to be fast, by
	// one loop.
	fastBytes, fastNodes = 100, 200
)

// again brings a graph of which parts were copied to the fixpoint of the rules.
func again(g *son.Graph) {
	g.Optimize()
	g.OptimizeMemory()
	g.Sweep()
}

// unrollOne unrolls the first loop that pays, inner loops first.
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
		rounds, bytes, clear, ok := body.Rounds(maxRounds)
		if !ok || rounds == 0 {
			continue
		}
		pays := bytes <= 0 && (clear || rounds == 1)
		if g.Config.Speed {
			pays = pays || clear && bytes <= fastBytes && rounds*body.Size() <= fastNodes
		}
		if pays && body.Unroll(rounds) {
			return true
		}
	}
	return false
}

// loopsOf schedules the graph into c if it has loops that want accepts, and returns
// these, inner ones first.
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

// countsFromConst reports whether a loop has a variable that begins with a constant.
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
