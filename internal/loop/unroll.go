package loop

import (
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

const (
	// maxIterations bounds the iterations of one loop.
	maxIterations = 16
	// fastBytes and fastNodes bound how much longer one loop may make code that is optimized
	// for speed.
	fastBytes, fastNodes = 100, 200
)

// Unroll writes the iterations of a loop one after the other, if their number is known and the
// result is no longer, or, with --for speed, not much longer. It unrolls the first loop for which
// that pays, inner loops first.
//
//	for (let i = 0; i < 2; i++) s += i     becomes     s += 0; s += 1
//
// It needs the fixpoint of the rules. It costs as much as the graph is large.
func Unroll(g *son.Graph) bool {
	var c *scheduled
	for _, l := range loopsOf(g, &c, countsFromConst) {
		if !mayUnroll(c, l) {
			continue
		}
		body := copyOf(c, l)
		if body == nil {
			continue
		}
		iterations, bytes, clear, ok := body.countIterations(maxIterations)
		if !ok || iterations == 0 {
			continue
		}
		pays := bytes <= 0 && (clear || iterations == 1)
		if g.Config.Speed {
			pays = pays || clear && bytes <= body.mostBytes() && iterations*body.size() <= fastNodes
		}
		if pays && body.unroll(iterations) {
			return true
		}
	}
	return false
}

// loopsOf schedules the graph into c if it has loops that want accepts, and returns these
// loops, inner ones first.
func loopsOf(g *son.Graph, c **scheduled, want func(g *son.Graph, loop *son.Node) bool) []*son.LoopTree {
	some := false
	g.Nodes(func(n *son.Node) { some = some || n.Op == son.OpLoop && want(g, n) })
	if !some {
		return nil
	}
	s := schedule.Run(g)
	*c = &scheduled{Schedule: s, at: s.Places()}
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

// mostBytes is how much longer a loop may make code that is optimized for speed. What is in an inner loop, or in a
// callee, takes so long that the test of this one matters less.
func (l *loopCopy) mostBytes() int {
	most := fastBytes
	for _, n := range l.nodes {
		switch n.Op {
		case son.OpLoop:
			return 0
		case son.OpCall, son.OpCallMethod, son.OpNew, son.OpSuperCall, son.OpTagged, son.OpYield, son.OpYieldStar, son.OpAwait:
			if !isThrown(n) {
				most = fastBytes / 2
			}
		}
	}
	return most
}

// isThrown reports whether n makes an exception, which is rare.
func isThrown(n *son.Node) bool {
	return n.Op == son.OpNew && slices.ContainsFunc(n.Users(), func(u *son.Node) bool { return u.Op == son.OpThrow })
}

// unroll puts all iterations of the loop before it; the rules then find that the loop is left at
// once.
func (l *loopCopy) unroll(iterations int) bool {
	return l.g.Spend(&UnrollRule, l.head, l.head) && l.peel(iterations)
}
