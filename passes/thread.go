package passes

import (
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// thread sends ways past a test that is decided on them (jump threading).
//
//	if (a) { f(); ok = true } else { g(); ok = false }
//	if (ok) h(); else k()
//
//	becomes     if (a) { f(); h() } else { g(); k() }
//
// What comes out may be longer than what went in, or want a label: a function that
// was threaded is printed without that, too, and the better one is taken (see
// [work.pays]). It needs the fixpoint of the rules, and brings the graph to it
// again. Cost is that of a schedule, which only functions with joins that test what
// they join pay, for each of at most [maxThreads] places.
func thread(g *son.Graph) {
	for range maxThreads {
		if !testsJoined(g) || !schedule.Run(g).Thread() {
			return
		}
		again(g)
	}
}

// maxThreads bounds at how many places of a function ways are sent past a test.
const maxThreads = 16

// testsJoined reports whether some statement tests right behind a join what comes
// together there.
func testsJoined(g *son.Graph) bool {
	found := false
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpIf && !n.Has(son.FlagExpr|son.FlagSwitch) && n.In(0).Op == son.OpRegion && !n.In(0).Has(son.FlagExpr) {
			found = found || joinedIn(n.Cond(), n.In(0), joinedDepth)
		}
	})
	return found
}

// joinedDepth bounds how many operators there may be between a join and its test.
const joinedDepth = 4

// joinedIn reports whether a value is computed from phis of a region.
func joinedIn(x, region *son.Node, depth int) bool {
	switch {
	case x.Op == son.OpPhi:
		return x.Region() == region
	case depth == 0 || x.Ctrl() != nil && x.Op != son.OpBind:
		return false
	}
	for _, y := range x.Args() {
		if y != nil && joinedIn(y, region, depth-1) {
			return true
		}
	}
	return false
}
