package passes

import "github.com/sonjs/son/son"

const (
	// maxPeeled bounds how many loops of a function are peeled, and how many are
	// unswitched.
	maxPeeled = 8
	// unswitchNodes bounds the loops that are written twice.
	unswitchNodes = 80
)

// peel writes the first round of a loop before it, if that tells the others what they
// otherwise have to ask, as a variable that is true in the first round only, and the
// output is to be fast. What it saves never paid for the bytes in 28,000 functions of
// libraries.
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

// peelOne peels the first loop that gains, inner loops first.
func peelOne(g *son.Graph) bool {
	var c *son.CFG
	for _, l := range loopsOf(g, &c, countsFromConst) {
		body := son.SmallCopyOf(c, c.Places(), l, fastNodes)
		if body == nil {
			continue
		}
		gain := body.FirstRound()
		if gain.Branches > 0 && gain.Bytes <= fastBytes && body.PeelFirst() {
			return true
		}
	}
	return false
}

// unswitch writes a loop that branches on what is the same in all rounds as two loops
// behind one branch, if the output is to be fast.
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

// unswitchOne unswitches the first loop that may be, outer loops first.
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

// mayUnswitch reports whether a loop stands in the source as it is.
func mayUnswitch(g *son.Graph, loop *son.Node) bool {
	info := g.Loops[loop]
	return info != nil && !info.Kind.Iterates() && !info.Peeled
}
