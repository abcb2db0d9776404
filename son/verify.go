package son

import (
	"errors"
	"fmt"
	"slices"
)

// Verify checks the invariants that every phase may rely on and returns everything that it found
// broken, each with the node's text line in real ids. It checks in this order, and stops after a
// group that has errors:
//
// Edges
//   - Every node knows its own id, is not killed and has an op of the table.
//   - Every input is a live node of this graph.
//   - A node is listed as user exactly once for each slot that holds it, at the recorded place.
//   - The instance that a node is of is one of the graph's.
//   - Each op has as many input slots as its row requires; calls have a callee, a
//     region has a predecessor, a loop has three slots.
//
// Slots
//   - Control slots hold control states: not an If or Try (except their
//     projections), not an exit (except in Stop), not Stop. Slot 0 of a Region or Loop
//     is empty.
//   - Memory slots hold memory states ([Node.OnChain]), data slots nodes with
//     a value. The Dead node may stand in any slot.
//   - Data slots are not empty. Floating nodes have neither control nor memory;
//     nodes with effects, and pinned nodes, have both as far as their op takes them.
//   - Parameters and the like are pinned to Start.
//   - The region of a phi is a Region or Loop of the same width. Only phis are
//     marked as memory phis.
//   - A constant's type is one value; control has the type control.
//   - Indices of parameters, projections and closures are not negative.
//
// Control
//   - No loop is open, every loop has its back edge.
//   - Every control state is reachable from Start, and has exactly one successor, a
//     control node; an If has exactly the projections 0 and 1, each once, a Try 0 and
//     one of 1 and 2 or both. (Any state may also have a Never.)
//   - Every exit is an input of Stop once, and Stop has only exits.
//   - Control has cycles only through the back edge of a Loop, and the
//     Loop dominates the end of its back edge.
//
// Regions ([RegionTree])
//   - All edges into a block come from one region. A Leave comes from a region of
//     the Try that it names, an EndFinally from a finally.
//   - The first memory state after projection 1 of a Try is a Catch, after
//     projection 2 a Finally, and these stand nowhere else.
//
// Values
//   - Data and memory have cycles only through phis.
//   - The inputs of a node are defined on every path to it (for a phi: to the end of
//     the predecessor); the inputs of a floating node lie on one path of the
//     dominator tree.
//   - A token has exactly one consumer (RefValue, which only reads it, does not count),
//     of the right op and in the right slot, and such slots hold nothing but the right
//     tokens. (ToStr, ToKey and Spread may have lost theirs: their effects happen all
//     the same.)
//   - Parts are of kinds that the op allows and match its inputs.
//   - Only the steps of a pattern use its PatObject or PatArray: each step is of the
//     right kind, there is one PatEnd, and its further inputs are the puts.
//   - No two tagged templates come from one place of the source.
//   - Loads, stores and copies of cells work on cells: new ones, copies, captured
//     ones, and a loop's copies of them for its iterations.
//
// Memory
//   - In each block the nodes that are memory states form one chain, from the
//     state at the block's start to the state at its end: memory forks only where
//     control does.
//   - A region has at most one memory phi; its inputs are the states at the ends
//     of the predecessors. A region without one gets the same state from all.
//   - An exit takes the state at the end of its block.
//
// Iteration
//   - An iterating Loop has one IterNext, of its kind, which is the first thing
//     that it does; the IterOpen is the last thing before the Loop.
//   - The Loop's block ends in an If on the IterNext's HasNext.
//   - Control returns to the Loop of a for-of from a Leave for the next item, and
//     such a Leave leads nowhere else.
//
// Whether a node holds a piece of the syntax tree needs no check at run time: the
// types of a graph leave no place for one (TestNoNodeReachesTheTree).
//
// Cost: linear apart from the dominator tree.
func (g *Graph) Verify() error {
	v := &verifier{g: g}
	for _, group := range []func(){v.edges, v.slots, v.control, v.regions, v.values, v.memory, v.iterations, v.sweep} {
		if group(); len(v.errs) > 0 {
			return errors.Join(v.errs...)
		}
	}
	return nil
}

// maxVerifyErrors: one broken edge shows up in many places.
const maxVerifyErrors = 12

type verifier struct {
	g    *Graph
	cfg  *CFG         // after control
	mem  *memoryCheck // after memory
	errs []error
}

// fail reports that something is wrong with n.
func (v *verifier) fail(n *Node, format string, args ...any) {
	if len(v.errs) >= maxVerifyErrors {
		return
	}
	v.errs = append(v.errs, fmt.Errorf("%s: v%d %v: %s\n\t%s",
		v.g.Name, n.ID, n.Op, fmt.Sprintf(format, args...), FormatNode(v.g, n)))
}

// sweep checks that nothing is left to a sweep that would be skipped.
func (v *verifier) sweep() {
	if v.g.version() != v.g.last.swept {
		return
	}
	marked := v.g.markNeeded()
	v.nodes(func(n *Node) {
		switch {
		case !marked[n.ID]:
			v.fail(n, "a sweep that removed nothing has left it, though nothing needs it")
		case n.Op.HasMem() && n.in[1] != nil && !n.Op.IsControl() && !n.OnChain() && slices.ContainsFunc(n.out, func(u *Node) bool { return u.Mem() == n }):
			v.fail(n, "a sweep that removed nothing has left it on the memory chain")
		}
	})
}

// nodes calls f for every live node.
func (v *verifier) nodes(f func(*Node)) { v.g.Nodes(f) }

func (v *verifier) edges() {
	// slots[id+1] is the number of slots that hold node id, and then, summed up, the
	// end of its part of users.
	slots := make([]int32, len(v.g.nodes)+1)
	v.nodes(func(n *Node) {
		if n.dead || n.Op == OpInvalid || n.Op >= opCount {
			v.fail(n, "is dead or has no op")
		}
		if int(n.Instance) > len(v.g.Instances) {
			v.fail(n, "is of instance %d, and there are %d", n.Instance, len(v.g.Instances))
		}
		for i, x := range n.in {
			if x == nil {
				continue
			}
			if !v.lives(x) {
				v.fail(n, "input %d is not a live node of the graph: v%d %v", i, x.ID, x.Op)
				continue
			}
			slots[x.ID+1]++
		}
		for _, u := range n.out {
			if !v.lives(u) {
				v.fail(n, "is used by v%d %v, which is not a live node of the graph", u.ID, u.Op)
			}
		}
		v.arity(n)
	})
	if len(v.errs) > 0 {
		return
	}
	for i := 1; i < len(slots); i++ {
		slots[i] += slots[i-1]
	}
	users, end := make([]*Node, slots[len(slots)-1]), slices.Clone(slots)
	v.nodes(func(n *Node) {
		for _, x := range n.in {
			if x != nil {
				users[end[x.ID]] = n
				end[x.ID]++
			}
		}
	})
	excess := make([]int32, len(v.g.nodes)) // by user: slots that hold x, minus entries in x's list
	v.nodes(func(x *Node) {
		held := users[slots[x.ID]:slots[x.ID+1]]
		for _, u := range held {
			excess[u.ID]++
		}
		for _, u := range x.out {
			excess[u.ID]--
		}
		for _, u := range x.out {
			if excess[u.ID] != 0 {
				v.fail(x, "lists v%d %v as user more or less often than it is used", u.ID, u.Op)
				excess[u.ID] = 0
			}
		}
		for _, u := range held {
			if excess[u.ID] != 0 {
				v.fail(u, "uses v%d more or less often than v%d lists it as user", x.ID, x.ID)
				excess[u.ID] = 0
			}
		}
	})
	if len(v.errs) > 0 {
		return
	}
	v.nodes(func(n *Node) {
		for i, x := range n.in {
			if x != nil && (x.out[n.pos[i]] != n || x.slot[n.pos[i]] != int32(i)) {
				v.fail(n, "input %d is not where v%d lists it", i, x.ID)
			}
		}
	})
}

func (v *verifier) lives(n *Node) bool {
	return n.ID >= 0 && int(n.ID) < len(v.g.nodes) && v.g.nodes[n.ID] == n && !n.dead
}

// arity checks the number of input slots.
func (v *verifier) arity(n *Node) {
	args, exact := n.Op.arity()
	want := n.FirstArg() + args
	if n.Op == OpStart {
		want = 0
	}
	switch {
	case exact && len(n.in) != want:
		v.fail(n, "has %d inputs, want %d", len(n.in), want)
	case len(n.in) < want:
		v.fail(n, "has %d inputs, want at least %d", len(n.in), want)
	}
}

func (v *verifier) slots() {
	v.nodes(func(n *Node) {
		for i, x := range n.in {
			switch n.SlotKind(i) {
			case SlotControl:
				v.controlSlot(n, i, x)
			case SlotMemory:
				v.memorySlot(n, i, x)
			case SlotData:
				v.dataSlot(n, i, x)
			}
		}
		v.place(n)
		v.facts(n)
	})
}

func (v *verifier) controlSlot(n *Node, i int, x *Node) {
	join := n.Op == OpRegion || n.Op == OpLoop
	switch {
	case join && i == 0:
		if x != nil {
			v.fail(n, "input 0 is not empty")
		}
	case x == nil:
		back := n.Op == OpLoop && i == 2 // control has a better message
		if n.Op.IsControl() && n.Op != OpDead && !back {
			v.fail(n, "input %d is empty, want control", i)
		}
	case x.Op == OpDead:
	case n.Op == OpPhi:
		if x.Op != OpRegion && x.Op != OpLoop {
			v.fail(n, "input 0 is v%d %v, want a Region or Loop", x.ID, x.Op)
		} else if len(x.in) != len(n.in) {
			v.fail(n, "has %d inputs, its region v%d has %d", len(n.in), x.ID, len(x.in))
		}
	case n.Op == OpProj:
		if x.Op != OpIf && x.Op != OpTry {
			v.fail(n, "input 0 is v%d %v, want an If or Try", x.ID, x.Op)
		}
	case n.Op == OpStop:
		if !x.IsExit() {
			v.fail(n, "input %d is v%d %v, want an exit", i, x.ID, x.Op)
		}
	case !x.isControlState():
		v.fail(n, "input %d is v%d %v, want a control state", i, x.ID, x.Op)
	}
}

// isControlState reports whether control can be at n: other nodes may be pinned to it.
func (n *Node) isControlState() bool {
	switch n.Op {
	case OpStart, OpRegion, OpLoop, OpProj, OpDead, OpLeave:
		return true
	}
	return false
}

// IsExit reports whether n has no control after it: it leaves the function, or ends
// a finally.
func (n *Node) IsExit() bool {
	switch n.Op {
	case OpReturn, OpThrow, OpNever, OpEndFinally:
		return true
	}
	return false
}

func (v *verifier) memorySlot(n *Node, i int, x *Node) {
	switch {
	case x == nil:
		if n.Op == OpPhi || n.Op.IsControl() {
			v.fail(n, "input %d is empty, want memory", i)
		}
	case x.Op != OpDead && !x.OnChain():
		v.fail(n, "input %d is v%d %v, want a memory state", i, x.ID, x.Op)
	}
}

func (v *verifier) dataSlot(n *Node, i int, x *Node) {
	switch {
	case x == nil:
		v.fail(n, "input %d is empty, want a value", i)
	case x.Op == OpDead, n.Op == OpLeave && x.Op == OpTry:
	case x.Op.IsControl():
		v.fail(n, "input %d is control: v%d %v", i, x.ID, x.Op)
	case x.IsMemPhi():
		v.fail(n, "input %d is memory: v%d %v", i, x.ID, x.Op)
	}
}

// place checks that n floats, or has control and memory, as its op and its effect
// require.
func (v *verifier) place(n *Node) {
	if n.Op.IsControl() {
		return
	}
	ctrl, pinned := n.in[0], opTable[n.Op].flags&isPinned != 0
	switch {
	case n.Op == OpPhi:
		if ctrl == nil {
			v.fail(n, "input 0 is empty, want a Region or Loop")
		}
	case n.Op.IsEntry():
		if ctrl != v.g.Start {
			v.fail(n, "is not pinned to Start")
		}
	case n.Op.HasMem():
		switch mem := n.in[1]; {
		case n.Has(FlagProven):
			if ctrl == nil || (mem != nil) != n.Op.staysPut() || !n.Op.mayBePure() && !n.Op.staysPut() {
				v.fail(n, "is proven, but not an operator with control and without memory")
			}
		case (ctrl == nil) != (mem == nil):
			v.fail(n, "has only one of control and memory")
		case ctrl == nil && n.Effect() != NoEffect:
			v.fail(n, "floats, but has an effect")
		case ctrl == nil && pinned:
			v.fail(n, "floats, but is pinned")
		}
	case pinned:
		if ctrl == nil {
			v.fail(n, "has no control, but is pinned")
		}
	case ctrl != nil && n.Op != OpBind:
		v.fail(n, "floats, but has control v%d", ctrl.ID)
	}
}

// facts checks the node's own fields.
func (v *verifier) facts(n *Node) {
	switch n.Op {
	case OpConst:
		if !n.Type.IsConst() {
			v.fail(n, "type %v is not one value", n.Type)
		}
	case OpStart:
		if n != v.g.Start {
			v.fail(n, "is not the Start of the graph")
		}
	case OpStop:
		if n != v.g.Stop {
			v.fail(n, "is not the Stop of the graph")
		}
	}
	if n.Op.IsControl() && n.Op != OpDead && n.Type != TypeControl {
		v.fail(n, "is control, but has type %v", n.Type)
	}
	if n.Idx < 0 && n.Op.auxForm().always {
		v.fail(n, "negative index %d", n.Idx)
	}
	if n.Has(FlagMem) && n.Op != OpPhi {
		v.fail(n, "only a phi can be a memory phi")
	}
}
