package passes

import (
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
)

// jumpThreading sends each predecessor of a join straight to the side of the test that it
// decides.
//
//	if (a) { f(); ok = true } else { g(); ok = false }
//	if (ok) h(); else k()
//
//	becomes     if (a) { f(); h() } else { g(); k() }
//
// The result may be longer than the input, or need a label: a function that the pass changed is
// also printed without it, and the better version is used (see [work.pays]). The pass needs the
// fixpoint of the rules, and restores it. It costs a schedule for each of at most [maxThreads]
// places, which only functions with joins whose phis are tested pay.
func jumpThreading(g *son.Graph) {
	for range maxThreads {
		if !testsJoined(g) || !schedule.Run(g).ThreadJump() {
			return
		}
		again(g)
	}
}

// maxThreads bounds at how many places of a function jumps are threaded.
const maxThreads = 16

// testsJoined reports whether some statement right after a join tests a value that the join
// merges.
func testsJoined(g *son.Graph) bool {
	found := false
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpIf && !n.Has(son.FlagExpr|son.FlagSwitch) && n.In(0).Op == son.OpRegion && !n.In(0).Has(son.FlagExpr) {
			found = found || joinedIn(n.Cond(), n.In(0), joinedDepth)
		}
	})
	return found
}

// joinedDepth bounds how many operators there may be between a phi of the join and the test.
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
