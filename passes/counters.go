package passes

import "github.com/sonjs/son/son"

// counters joins the variables that a loop counts in step, and drops the loops that
// do nothing but count and are known to end.
//
//	for (let i = 0; i < 9; i++) {} return 1     becomes     return 1
//
// It brings the graph to the fixpoint of the rules again. Cost is linear, but for the
// schedule of functions with such loops, of which it takes [maxDropped].
func counters(g *son.Graph) {
	if g.JoinCounters() {
		again(g)
	}
	for range maxDropped {
		if !dropOne(g) {
			return
		}
		again(g)
	}
}

// maxDropped bounds how many loops of a function go.
const maxDropped = 16

// dropOne drops the first loop that only counts, inner loops first.
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

// mayOnlyCount reports whether a loop has a variable that could be a counter, and
// changes nothing in memory from round to round.
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
