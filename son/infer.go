package son

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sonjs/son/son/slab"
)

// infer narrows the types of all nodes by what holds on every path that can be
// taken, and reports whether it found anything new. It begins with nothing known
// to happen and adds what does: sparse conditional constant propagation (Wegman
// and Zadeck, Constant Propagation with Conditional Branches, 1991), on the types
// of [Graph.Compute] and with what tests say of the values that they test (see
// predicates.go). Where visits alone go from what is known of an open loop, nothing,
// infer sees that the i of for (let i = 0; ; i++) is a number.
//
// Every transfer is monotone, a loop's phi takes few ranges (see widen), and so
// the order of the steps has no say in the result. Cost: a few sweeps over the
// nodes, more where loops nest.
func (g *Graph) infer() bool {
	f := &g.mem.infer
	f.facts.find(g)
	return f.worth(g) && f.run(g)
}

// worth reports whether there is anything that infer can know more of than a visit of
// each node: most functions have tests, but few ask behind one what it told.
func (f *inference) worth(g *Graph) bool {
	return f.facts.asked(g) || loopsTellMore(g) || slices.ContainsFunc(g.nodes, hasOneValue)
}

// run infers, once the facts are found.
func (f *inference) run(g *Graph) bool {
	f.begin(g)
	for f.again {
		f.again = false
		f.sweep()
	}
	if f.widened {
		f.narrow()
	}
	for i, n := range f.nodes {
		if isTyped(n) {
			n.Type = n.Type.narrow(f.old[i])
		}
	}
	return f.act()
}

// narrow returns what both t and u, two true facts about one value, leave. What
// can never happen keeps the type it had.
func (t Type) narrow(u Type) Type {
	if r := t.Meet(u); !r.IsTop() {
		return r
	}
	return u
}

// sameButRange reports that two sets differ in their integers only.
func (t Type) sameButRange(u Type) bool {
	return t.kinds == u.kinds && t.con == u.con && t.set == u.set
}

// isTyped reports that a node is a value whose type may become narrower.
func isTyped(n *Node) bool { return !n.Op.IsControl() && !n.IsMemPhi() }

// isSaid reports that a node's type is said when it is made.
func isSaid(n *Node) bool {
	switch n.Op {
	case OpConst, OpParam, OpThis, OpCaptured:
		return true
	}
	return false
}

// inference is the state of one infer. Its lists serve the next one.
type inference struct {
	g       *Graph
	nodes   []*Node // in the order of visits
	at      []int32 // by node ID: place in nodes
	old     []Type  // by place
	reached []bool  // by node ID: control that can happen
	waits   []waiting
	due     []uint64 // a bit for each place that waits: few do, once all were visited
	now     int32    // the place that the sweep is at
	again   bool     // something before it waits
	widened bool
	down    bool // types only shrink now

	facts predicateTable
}

// waiting says what of a node is to be visited.
type waiting uint8

const (
	waitNode  waiting = 1 << iota
	waitFacts         // the facts that begin at the node, a projection
)

// begin makes nothing known: no value can be, and no control comes anywhere.
func (f *inference) begin(g *Graph) {
	f.g, f.widened, f.down, f.again = g, false, false, true
	f.nodes = g.visitOrder()
	f.at, f.reached = slab.Zeroed(f.at, len(g.nodes)), slab.Zeroed(f.reached, len(g.nodes))
	f.old, f.waits = slab.Zeroed(f.old, len(f.nodes)), slab.Zeroed(f.waits, len(f.nodes))
	f.due = slab.Zeroed(f.due, len(f.nodes)/64+1)
	for i, n := range f.nodes {
		f.at[n.ID] = int32(i)
		f.old[i] = n.Type
		f.waits[i] = waitNode
		f.due[i/64] |= 1 << (i % 64)
		if isTyped(n) && !isSaid(n) {
			n.Type = TypeTop
		}
	}
}

// sweep visits all that waits, in order. That there are many sweeps costs what they
// visit: what is known may go down a row of n loops by one of them with each.
func (f *inference) sweep() {
	for i := f.next(0); i >= 0; i = f.next(i + 1) {
		n, w := f.nodes[i], f.waits[i]
		f.now = int32(i)
		f.waits[i] = 0
		f.due[i/64] &^= 1 << (i % 64)
		if w&waitNode != 0 {
			switch {
			case n.Op.IsControl():
				f.control(n)
			case isTyped(n) && !isSaid(n):
				f.value(n)
			}
		}
		if w&waitFacts != 0 {
			f.tell(n)
		}
	}
}

// next returns the first place from i on that waits, or -1.
func (f *inference) next(i int) int {
	for k, from := i/64, uint(i%64); k < len(f.due); k, from = k+1, 0 {
		if w := f.due[k] >> from << from; w != 0 {
			return k*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

func (f *inference) wait(n *Node, w waiting) {
	at := f.at[n.ID]
	f.waits[at] |= w
	f.due[at/64] |= 1 << (at % 64)
	if at <= f.now {
		f.again = true
	}
}

// control marks a control node as reached if it is, and goes on from there. The
// sides of an If look at it again whenever its condition says more, the phis of a
// join whenever control comes by another way.
func (f *inference) control(n *Node) {
	was := f.reached[n.ID]
	if !was && !f.reach(n) {
		return
	}
	f.reached[n.ID] = true
	for _, u := range n.out {
		if !was || n.Op == OpIf || u.Op == OpPhi {
			f.wait(u, waitNode)
		}
	}
	if !was && n.Op == OpProj {
		f.tell(n)
	}
}

// reach reports whether control comes to n, as far as is known.
func (f *inference) reach(n *Node) bool {
	switch n.Op {
	case OpStart, OpStop:
		return true
	case OpDead:
		return false
	case OpLoop:
		return f.reached[n.in[1].ID] // by its entry
	case OpRegion:
		for _, p := range n.in[1:] {
			if p != nil && f.reached[p.ID] {
				return true
			}
		}
		return false
	case OpProj:
		from := n.in[0]
		if !f.reached[from.ID] || from.Op != OpIf {
			return f.reached[from.ID]
		}
		c := f.typeAt(from.Cond(), from.in[0])
		if c.IsTop() {
			return false
		}
		truth := c.Truthy()
		return truth == Maybe || (truth == Yes) == (n.Idx == 0)
	}
	return f.reached[n.in[0].ID]
}

// value computes a value's type anew. It only ever grows, or, once f.down, only
// shrinks.
func (f *inference) value(n *Node) {
	c := n.in[0]
	if c != nil && !f.reached[c.ID] {
		return
	}
	t := TypeTop
	switch {
	case n.Op == OpPhi:
		t = f.phi(n)
	case c == nil || n.Op == OpBind || !f.facts.dependent(n):
		// What is told of a name where it is given is not what stays known of it; see
		// keepsType.
		t = computeValue(n, n.argType)
	default:
		t = computeValue(n, func(i int) Type { return f.typeAt(n.Arg(i), c) })
	}
	if f.down {
		t = t.narrow(n.Type)
	} else {
		t = t.Join(n.Type)
	}
	if t != n.Type {
		n.Type = t
		f.changed(n)
	}
}

// phi joins what comes by the inputs that can happen.
func (f *inference) phi(n *Node) Type {
	r, t := n.in[0], TypeTop
	for i, p := range r.in[1:] {
		if p == nil || !f.reached[p.ID] {
			continue
		}
		u := f.typeAt(n.in[i+1], p)
		if r.Op == OpLoop && i == 1 && !f.down {
			w := widen(t, u)
			f.widened = f.widened || w != t.Join(u)
			u = w
		}
		t = t.Join(u)
	}
	return t
}

// widen is what a loop's phi may be that is entered with one type and comes round
// with another. An end of the range that moves goes on to 0 or to the last integer
// on its way, so that a phi has a few types only before it settles.
func widen(entry, back Type) Type {
	t, first := entry.Join(back), !entry.MayBe(KindInt)
	if !t.MayBe(KindInt) {
		return t
	}
	if first || t.hi > entry.hi {
		if t.hi <= 0 {
			t.hi = 0
		} else {
			t.hi = math.MaxInt32
		}
	}
	if first || t.lo < entry.lo {
		if t.lo >= 0 {
			t.lo = 0
		} else {
			t.lo = math.MinInt32
		}
	}
	return t
}

// narrowings is how often the types are computed again after widening: once for
// the loops, once for those that stand inside or behind them.
const narrowings = 2

// narrow computes all types again from what widening has found, which holds, and
// so does what follows from it: the test of a loop bounds what it counts.
func (f *inference) narrow() {
	f.down = true
	for range narrowings {
		for i, n := range f.nodes {
			f.now = int32(i)
			if isTyped(n) && !isSaid(n) {
				f.value(n)
			}
			f.tell(n)
		}
	}
}
