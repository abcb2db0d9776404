package passes

import "github.com/sonjs/son/son"

// inductionVariables merges the induction variables of a loop that advance in step, and removes
// loops that only count and are known to end.
//
//	for (let i = 0; i < 9; i++) {} return 1     becomes     return 1
//
// It restores the fixpoint of the rules. Cost is linear, plus one schedule for each of at most
// [maxDropped] such loops of a function.
func inductionVariables(g *son.Graph) {
	if g.JoinInductionVariables() {
		again(g)
	}
	for range maxDropped {
		if !dropOne(g) {
			return
		}
		again(g)
	}
}

// maxDropped bounds how many loops of a function are removed.
const maxDropped = 16

// dropOne removes the first loop that only counts, inner loops first.
func dropOne(g *son.Graph) bool {
	var c *son.CFG
	list := loopsOf(g, &c, mayOnlyCount)
	if len(list) == 0 {
		return false
	}
	outer := map[*son.LoopTree]bool{} // loops that do more than count
	for _, b := range c.Blocks {
		if b.Loop != nil {
			outer[b.Loop.Parent] = true
		}
	}
	for _, l := range list {
		if !outer[l] && son.DropLoop(c, c.Places(), l) {
			return true
		}
	}
	return false
}

// mayOnlyCount reports whether a loop has a variable that could be an induction variable, and
// changes nothing in memory from one iteration to the next.
func mayOnlyCount(g *son.Graph, loop *son.Node) bool {
	if info := g.Loops[loop]; info == nil || info.Kind.Iterates() {
		return false
	}
	counts := false
	for _, u := range loop.Users() {
		if u.Op != son.OpPhi {
			continue
		}
		if u.IsMemPhi() {
			return false
		}
		counts = counts || u.Type.IsInt32()
	}
	return counts
}
