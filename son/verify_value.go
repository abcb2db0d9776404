package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// values is the group of Verify about the inputs of nodes: cycles, definitions on every path,
// tokens and parts.
func (v *verifier) values() {
	order := v.acyclic()
	if len(v.errs) > 0 {
		return
	}
	v.dominance(order)
	sites := map[ast.Site]*Node{}
	v.nodes(func(n *Node) {
		v.token(n)
		v.parts(n)
		if n.Idx != 0 && opTable[n.Op].aux == noAux {
			v.fail(n, "has the auxiliary value %d, and its op has none", n.Idx)
		}
		v.pattern(n)
		if n.Op == OpTagged && n.Site != 0 {
			if m := sites[n.Site]; m != nil {
				v.fail(n, "is a copy of v%d: they would no longer see the same template object", m.ID)
			}
			sites[n.Site] = n
		}
		v.cellUse(n)
	})
}

// acyclic returns the nodes that are not control, inputs first. Phis are leaves.
func (v *verifier) acyclic() []*Node {
	const (
		unseen = iota
		open
		closed
	)
	state := make([]uint8, len(v.g.nodes))
	var order []*Node
	v.nodes(func(root *Node) {
		if root.Op.IsControl() || state[root.ID] != unseen {
			return
		}
		state[root.ID] = open
		stack := []cursor{{n: root}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.n.Op != OpPhi && top.next < len(top.n.in) {
				x := top.n.in[top.next]
				top.next++
				switch {
				case x == nil || x.Op.IsControl() || state[x.ID] == closed:
				case state[x.ID] == open:
					v.fail(top.n, "uses itself through v%d %v, without a phi in between", x.ID, x.Op)
				default:
					state[x.ID] = open
					stack = append(stack, cursor{n: x})
				}
				continue
			}
			state[top.n.ID] = closed
			order = append(order, top.n)
			stack = stack[:len(stack)-1]
		}
	})
	return order
}

// dominance checks that definitions come before uses on every path. The home of
// a node is the first block in which it can be computed.
func (v *verifier) dominance(order []*Node) {
	home := make([]*Block, len(v.g.nodes))
	entry := v.cfg.Blocks[0]
	for _, n := range order {
		if n.in[0] != nil {
			home[n.ID] = v.cfg.BlockOf(n.in[0]) // nil: its control is Dead
		} else {
			home[n.ID] = entry
		}
		if n.Op == OpPhi {
			continue
		}
		for _, x := range n.in {
			if x == nil || x.Op.IsControl() {
				continue
			}
			b, have := home[x.ID], home[n.ID]
			switch {
			case b == nil || have == nil || b.Dominates(have):
			case n.in[0] == nil && have.Dominates(b):
				home[n.ID] = b
			case n.in[0] == nil:
				v.fail(n, "its inputs lie on two paths: v%d can only be computed after v%d, others after v%d", x.ID, b.Head.ID, have.Head.ID)
			default:
				v.undefined(n, x, b, have)
			}
		}
	}
	use := func(n, x *Node, at *Block) {
		if x == nil || at == nil || x.Op.IsControl() {
			return
		}
		if b := home[x.ID]; b != nil && !b.Dominates(at) {
			v.undefined(n, x, b, at)
		}
	}
	v.nodes(func(n *Node) {
		switch {
		case n.Op == OpPhi:
			b := v.cfg.BlockOf(n.in[0])
			for i, x := range n.in[1:] {
				if b != nil && i < len(b.Preds) {
					use(n, x, b.Preds[i])
				}
			}
		case n.Op == OpIf || n.IsExit():
			for _, x := range n.in[1:] {
				use(n, x, v.cfg.BlockOf(n.in[0]))
			}
		}
	})
}

// cellUse checks that n works on a cell, if its op requires one.
func (v *verifier) cellUse(n *Node) {
	if n.Op != OpLoadCell && n.Op != OpStoreCell && n.Op != OpCopyCell {
		return
	}
	x := n.Arg(0)
	if x.Op != OpPhi || x.IsMemPhi() {
		if !x.Op.isCell() {
			v.fail(n, "input 2 is v%d %v, want a cell", x.ID, x.Op)
		}
		return
	}
	for _, y := range x.in[1:] {
		if !y.Op.isCell() || x.in[0].Op != OpLoop {
			v.fail(n, "input 2 is v%d %v, want a cell", x.ID, x.Op)
			return
		}
	}
}

// isCell reports whether nodes of this op are cells, or never happen.
func (o Op) isCell() bool {
	return o == OpNewCell || o == OpCopyCell || o == OpCapturedCell || o == OpDead
}

func (v *verifier) undefined(n, x *Node, def, use *Block) {
	v.fail(n, "uses v%d %v, which is defined after v%d and not on every path to v%d", x.ID, x.Op, def.Head.ID, use.Head.ID)
}

// token checks the consumers of a token, and that n's own slots for tokens hold
// tokens.
func (v *verifier) token(n *Node) {
	if n.IsRef() {
		consumers := 0
		for k, u := range n.out {
			if slices.Contains(n.out[:k], u) {
				continue
			}
			for i, x := range u.in {
				if x != n || u.SlotKind(i) != SlotData {
					continue
				}
				if u.Op == OpRefValue && n.hasRefValue() {
					continue
				}
				consumers++
				if takes, _ := u.tokenSlot(i, n); !takes {
					v.fail(u, "input %d is the token v%d %v, which is not allowed there", i, n.ID, n.Op)
				}
			}
		}
		if consumers > 1 || consumers == 0 && !n.Op.outlivesConsumer() {
			v.fail(n, "the token has %d consumers, want one", consumers)
		}
	}
	for i, x := range n.in {
		if x == nil || n.SlotKind(i) != SlotData || x.IsRef() || x.Op == OpDead {
			continue
		}
		if _, must := n.tokenSlot(i, x); must {
			v.fail(n, "input %d is v%d %v, want a token", i, x.ID, x.Op)
		}
	}
}

// outlivesConsumer reports whether a token may stay when its consumer, which has no effect
// itself, is not needed: a conversion or an iteration happens in any case.
func (o Op) outlivesConsumer() bool { return o == OpToStr || o == OpToKey || o == OpSpread }

// hasRefValue reports whether the value of a reference may be tested before its
// consumer runs.
func (n *Node) hasRefValue() bool {
	switch n.Op {
	case OpCompRef, OpCompRefIdx, OpCompRefGlobal:
		return true
	}
	return n.isMethodRef()
}

// isMethodRef reports whether n is a callee with a receiver.
func (n *Node) isMethodRef() bool {
	return n.Op == OpMethodRef || n.Op == OpMethodRefIdx || n.Op == OpPhi && n.Idx == PhiRef
}

// tokenSlot reports whether slot i of n accepts the reference x, and whether it must hold a
// reference and cannot hold x.
func (n *Node) tokenSlot(i int, x *Node) (takes, must bool) {
	op, arg := x.Op, i-n.FirstArg()
	switch n.Op {
	case OpCallMethod:
		if arg == 0 { // the callee of a chain that is known to end early is undefined
			return x.isMethodRef(), !isConst(x, TypeUndefined)
		}
		return op == OpSpread, false
	case OpCall, OpNew:
		return op == OpSpread && arg > 0, false
	case OpSuperCall:
		return arg == 0 && op == OpSuper || arg > 0 && op == OpSpread, arg == 0
	case OpTagged:
		return x.isMethodRef() && arg == 0, false
	case OpPhi:
		return x.isMethodRef() && n.Idx == PhiRef, n.Idx == PhiRef && !isConst(x, TypeUndefined)
	case OpGlobalStore:
		return op == OpGlobalRef && arg == 0, arg == 0
	case OpRefValue:
		return x.hasRefValue(), !isConst(x, TypeUndefined)
	case OpCompStore:
		return (op == OpCompRef || op == OpCompRefIdx || op == OpCompRefGlobal) && arg == 0, arg == 0
	case OpTemplate:
		return op == OpToStr, false
	case OpIterNext:
		return op == OpIterOpen && arg == 0, arg == 0
	case OpIf:
		return op == OpHasNext, false
	case OpPatProp:
		return op == OpToKey && arg == 1, arg == 1
	case OpClass:
		return op == OpHeritage || op == OpToKey, false
	case OpArray, OpObject: // parts checks the slots
		return op == OpSpread || op == OpToKey, false
	}
	return opTable[n.Op].flags&isAccess != 0 && arg == 0 && op == OpSuper, false
}

// inputsOf returns the ops of the inputs of a part; ok is false if the op does not allow such a
// part.
func (p Part) inputsOf(op Op) (inputs []Op, ok bool) {
	const value = OpInvalid // any value but a token
	switch op {
	case OpArray:
		switch p.Kind {
		case PartValue:
			return []Op{value}, true
		case PartHole:
			return nil, true
		case PartSpread:
			return []Op{OpSpread}, true
		}
	case OpTagged:
		switch p.Kind {
		case PartText, PartBadText:
			return nil, true
		case PartValue:
			return []Op{value}, true
		}
	case OpTemplate:
		switch p.Kind {
		case PartText:
			return nil, true
		case PartValue:
			return []Op{OpToStr}, true
		}
	case OpClass:
		return p.inputsInClass()
	case OpObject:
		switch p.Kind {
		case PartValue, PartProto, PartShorthand, PartConstructor, PartInitial:
			return []Op{value}, true
		case PartMethod, PartGetter, PartSetter:
			return []Op{OpClosure}, true
		case PartSpread:
			return []Op{OpSpread}, true
		case PartComputed:
			return []Op{OpToKey, value}, true
		case PartComputedMethod, PartComputedGetter, PartComputedSetter:
			return []Op{OpToKey, OpClosure}, true
		}
	}
	return nil, false
}

// inputsInClass is inputsOf for a part of a class.
func (p Part) inputsInClass() (inputs []Op, ok bool) {
	switch p.Kind {
	case PartHeritage:
		return []Op{OpHeritage}, true
	case PartInnerName:
		return []Op{OpNewCell}, true
	case PartMethod, PartGetter, PartSetter, PartField, PartStaticBlock:
		return []Op{OpClosure}, true
	case PartComputedMethod, PartComputedGetter, PartComputedSetter, PartComputedField:
		return []Op{OpToKey, OpClosure}, true
	case PartBareField:
		return nil, true
	case PartComputedBareField:
		return []Op{OpToKey}, true
	}
	return nil, false
}

// parts checks the inputs of literals.
func (v *verifier) parts(n *Node) {
	switch n.Op {
	case OpObject, OpArray, OpTemplate, OpTagged, OpClass:
	case OpPatProp:
		v.patternKey(n)
		return
	default:
		if len(n.Parts) > 0 {
			v.fail(n, "has Parts, but is not a literal")
		}
		return
	}
	args := n.Args()
	if n.Op == OpTagged {
		args = args[1:] // after the tag
	}
	used := 0
	for _, p := range n.Parts {
		inputsOf, ok := p.inputsOf(n.Op)
		if !ok {
			v.fail(n, "a part %v is not allowed there", p.Kind)
			return
		}
		for _, op := range inputsOf {
			if used == len(args) {
				v.fail(n, "its Parts need more than its %d inputs", len(args))
				return
			}
			v.part(n, p, args[used], op)
			used++
		}
	}
	if used != len(args) {
		v.fail(n, "its Parts need %d inputs, it has %d", used, len(args))
	}
}

func (v *verifier) part(n *Node, p Part, x *Node, want Op) {
	switch {
	case x.Op == OpDead:
	case want == OpInvalid && x.IsRef():
		v.fail(n, "the part %v is the token v%d %v, want a value", p.Kind, x.ID, x.Op)
	case want != OpInvalid && want != x.Op:
		v.fail(n, "the part %v is v%d %v, want %v", p.Kind, x.ID, x.Op, want)
	}
}
