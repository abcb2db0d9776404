package son

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// infer narrows the types of all nodes by facts that hold on every path that can be taken, and
// reports whether it found anything new. It starts with nothing reachable and adds what is:
// sparse conditional constant propagation (Wegman and Zadeck, Constant Propagation with
// Conditional Branches, 1991), on the types of [Graph.Compute] and with the facts that tests
// prove about the tested values (see predicates.go). Visits alone start from what is known of an
// open loop, nothing; infer finds that the i of for (let i = 0; ; i++) is a number.
//
// Every transfer function is monotone, and a loop's phi takes few ranges (see widen), so the
// order of the steps does not affect the result. Cost: a few sweeps over the nodes, more where
// loops nest.
func (g *Graph) infer() bool {
	f := &g.mem.infer
	f.facts.find(g)
	return f.worth(g) && f.run(g)
}

// worth reports whether infer may find out more than visits of each node: most functions have
// tests, but few use the facts that these prove.
func (f *inference) worth(g *Graph) bool {
	return f.facts.anyUse(g) || loopsTellMore(g) || slices.ContainsFunc(g.nodes, g.hasOneValue)
}

// run infers, once the facts are found.
func (f *inference) run(g *Graph) bool {
	g.now.types++
	f.begin(g)
	for f.again {
		f.again = false
		f.sweep()
	}
	if f.widened {
		f.narrow()
	}
	for i, n := range f.nodes {
		if IsTyped(n) {
			n.Type = n.Type.Narrow(f.old[i])
		}
	}
	return f.act()
}

// Narrow returns the intersection of t and u, two true facts about one value. A value that can
// never exist keeps its type.
func (t Type) Narrow(u Type) Type {
	if r := t.Meet(u); !r.IsTop() {
		return r
	}
	return u
}

// sameButRange reports that two sets differ only in their integers.
func (t Type) sameButRange(u Type) bool {
	return t.kinds == u.kinds && t.con == u.con && t.str == u.str && (!t.con || t == u)
}

// IsTyped reports that a node is a value whose type may become narrower.
func IsTyped(n *Node) bool { return !n.Op.IsControl() && !n.IsMemPhi() }

// HasFixedType reports that a node's type is set when it is made.
func HasFixedType(n *Node) bool { return opTable[n.Op].result.from == fromMaker }

// inference is the state of one infer. The next one reuses its lists.
type inference struct {
	g       *Graph
	nodes   []*Node // in the order of visits
	at      []int32 // by node ID: place in nodes
	old     []Type  // by place
	reached []bool  // by node ID: control that can happen
	waits   []waiting
	due     []uint64 // one bit per place, set for those that wait: few do after the first sweep
	now     int32    // the place of the sweep
	again   bool     // something before it waits
	widened bool
	down    bool // types only shrink now
	moved   bool // a type has changed

	facts predicateTable

	// Buffers that one call leaves for the next.
	latest    []*Block
	seen, was []Type
	checked   []bool
}

// waiting is the set of things to visit at a node.
type waiting uint8

const (
	waitNode  waiting = 1 << iota
	waitFacts         // the facts that begin at the node, a projection
)

// begin resets all knowledge: no value can exist, and no control is reached.
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
		if IsTyped(n) && !HasFixedType(n) {
			n.Type = TypeTop
		}
	}
}

// sweep visits everything that waits, in order. The number of sweeps does not matter for the
// cost, only the number of visits: a fact may pass through a sequence of n loops at one loop per
// sweep.
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
			case IsTyped(n) && !HasFixedType(n):
				f.value(n)
			}
		}
		if w&waitFacts != 0 {
			f.prove(n)
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

// control marks a control node as reached if it is, and continues from there. The sides of an If
// are visited again whenever more is known of its condition, the phis of a join whenever another
// edge into it is reached.
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
		f.prove(n)
	}
}

// reach reports whether n is reached, as far as is known.
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

// value recomputes a value's type. The type only ever grows, or, once f.down is set, only
// shrinks.
func (f *inference) value(n *Node) {
	c := n.in[0]
	if c != nil && !f.reached[c.ID] {
		return
	}
	compute := typeWith
	if !f.down && !n.Type.IsTop() {
		if n.Type == TypeAny || isSettled(n) {
			return // it cannot grow; a list of n elements may be visited n times
		}
		compute = computeKnown // as the types grow, an operand that has a value keeps having one
	}
	var t Type
	switch {
	case n.Op == OpPhi:
		t = f.phi(n)
	case c == nil || n.Op == OpBind || !f.facts.dependent(n):
		// Facts about a name at the place where it is bound are not kept; see keepsType.
		t = compute(n, operandTypes{n: n})
	default:
		t = compute(n, operandTypes{n: n, facts: f, block: f.facts.cfg.BlockOf(c), depth: viewDepth})
	}
	if f.down {
		t = t.Narrow(n.Type)
	} else {
		t = t.Join(n.Type)
	}
	if t != n.Type {
		n.Type, f.moved = t, true
		f.changed(n)
	}
}

// phi joins the inputs that can happen.
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

// widen is the type of a loop's phi with the given types on its entry and its back edge. A bound
// of the range that moves is extended to 0 or to the last integer in its direction, so that a
// phi takes only a few types before it settles.
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

// narrowings is how often the types are recomputed after widening: once for the loops, once for
// loops inside or after them.
const narrowings = 2

// narrow recomputes all types from the result of widening, which is sound, and so is everything
// that follows from it: the test of a loop bounds its counter.
func (f *inference) narrow() {
	f.down, f.moved = true, true
	for round := 0; round < narrowings && f.moved; round++ {
		f.moved = false
		for i, n := range f.nodes {
			f.now = int32(i)
			if IsTyped(n) && !isSettled(n) { // the type of one that is settled does not shrink
				f.value(n)
			}
			f.prove(n)
		}
	}
}
