package passes

import "github.com/sonjs/son/son"

const (
	// maxPeeled bounds how many loops of a function are peeled, and how many are
	// unswitched.
	maxPeeled = 8
	// unswitchNodes bounds the size of a loop that is duplicated.
	unswitchNodes = 80
)

// peel moves the first iteration of a loop before it, with --for speed, if that decides tests
// of the other iterations, as on a variable that is true in the first one only. For size it
// never paid for its bytes in 28,000 functions of libraries.
func peel(g *son.Graph) {
	if !g.Config.Speed {
		return
	}
	for range maxPeeled {
		if !peelOne(g) {
			return
		}
		again(g)
	}
}

// peelOne peels the first loop for which that pays, inner loops first.
func peelOne(g *son.Graph) bool {
	var c *son.CFG
	for _, l := range loopsOf(g, &c, countsFromConst) {
		body := son.SmallCopyOf(c, c.Places(), l, fastNodes)
		if body == nil {
			continue
		}
		gain := body.FirstIteration()
		if gain.Branches > 0 && gain.Bytes <= fastBytes && body.PeelFirst() {
			return true
		}
	}
	return false
}

// unswitch turns a loop with an invariant branch into two loops, one in each arm of that
// branch, with --for speed.
func unswitch(g *son.Graph) {
	if !g.Config.Speed {
		return
	}
	for range maxPeeled {
		if !unswitchOne(g) {
			return
		}
		again(g)
	}
}

// unswitchOne unswitches the first loop that allows it, outer loops first.
func unswitchOne(g *son.Graph) bool {
	var c *son.CFG
	list := loopsOf(g, &c, mayUnswitch)
	for i := len(list) - 1; i >= 0; i-- {
		body := son.SmallCopyOf(c, c.Places(), list[i], unswitchNodes)
		if body == nil {
			continue
		}
		if cond := body.Invariant(); cond != nil && body.Unswitch(cond) {
			return true
		}
	}
	return false
}

// mayUnswitch reports whether the loop is as the source has it.
func mayUnswitch(g *son.Graph, loop *son.Node) bool {
	info := g.Loops[loop]
	return info != nil && !info.Kind.Iterates() && !info.Peeled
}
