package son

import "github.com/sonjs/son/parse/ast"

// Node is one operation of a [Graph].
//
// A node that works on memory is two things at once: the memory state after it and its value.
// The slot that uses it determines which one is meant; see [Node.SlotKind]. Start is control and
// memory.
//
// It has many fields because the graph keeps no tables beside its nodes: what a node computes,
// where it stands in the source, its edges in both directions, and its places in the value table
// and on the worklist are one record, so that a visit follows few pointers.
type Node struct {
	ID    int32
	Op    Op
	Flags Flags
	// Idx is the auxiliary value that the op's row of the table describes.
	Idx int32
	// Order is the node's place in source evaluation order.
	Order int32
	Span  ast.Span
	// Site is the construct of the source that the node belongs to: of an If what branches there,
	// of a Return or Try its statement, of an assignment the comma expression of which it is an
	// operand, of a Tagged the template. It is 0 on other nodes, and where there is none.
	Site ast.Site
	Type Type
	// Str: property or global name, regular expression.
	Str string
	// Sym is the binding of a Param, Captured, cell or Bind; on other nodes the
	// binding whose name the source gave to the value (a hint for printing).
	Sym *ast.Symbol
	// Parts describe the inputs of Object, Array, Template and Class, and of a Tagged those
	// after the tag; the one Part of a PatProp is its key.
	Parts []Part

	// home is the control at which the source evaluates a floating node.
	home *Node
	in   []*Node
	out  []*Node // users, one entry per slot
	pos  []int32 // parallel to in: where in[i].out has n for slot i
	slot []int32 // parallel to out: which input of out[i] it is
	deps []*Node // nodes to visit again when this one changes
	// fwd is the replacement of a killed node; see [Node.Forwarded].
	fwd  *Node
	key  uint64 // place in the value table, if numbered
	peer *Node  // the next one in the same bucket
	// onList: the node waits on the worklist, or is being visited. seen: it was visited. dead:
	// it was killed. numbered: it is in the value table. held: a peephole is about to return it,
	// whether it has users or not.
	onList, seen, dead, numbered, held bool
	// Instance is the callee that the node was built for, in place of a call: it counts
	// [Graph.Instances] from 1, and 0 is the function itself. Like Span, it says where something is
	// from and not what it is: it is for people.
	Instance uint16
}

// Flags are facts about one node.
type Flags uint32

const (
	// FlagMem marks a memory phi.
	FlagMem Flags = 1 << iota
	// FlagTDZ: the access throws when the binding is not initialized.
	FlagTDZ
	// FlagConst: the store throws, the binding is constant.
	FlagConst
	// FlagInit: the store initializes its binding (a declarator with value, or
	// `let x;`).
	FlagInit
	// FlagDecl: a declarator gave the value its name.
	FlagDecl
	// FlagNested: the assignment stood inside an expression.
	FlagNested
	// FlagExpr: the If, Region and Phi of ?:, &&, || or ??, not of a statement.
	FlagExpr
	// FlagStrict: the operation runs as strict code.
	FlagStrict
	// FlagSwitch: the If tests a case of a switch; Idx numbers the switch.
	FlagSwitch
	// FlagHoisted: a Closure of a function declaration.
	FlagHoisted
	// FlagPattern: the put is a target of a destructuring pattern.
	FlagPattern
	// FlagUnset: the Bind of a var's value before any assignment.
	FlagUnset
	// FlagProven: tests that control has passed prove that the operator has no
	// effect. It stays at its control, and has no memory unless its op stays put.
	FlagProven
	// FlagProvided: a GlobalLoad or MethodRef of a built-in, under the assumption builtins; it
	// has no effect.
	FlagProvided
	// FlagFixed: a GlobalLoad of a name of the script that already has its only value, under the
	// assumption closed-world; it has no effect. With the Idx FixedEarly it may run before the name has
	// its value, and then throw, but for the assumption no-tdz.
	FlagFixed
	// FlagArray: the value of a rest parameter, or of a const that is declared with an array
	// literal, under the assumption builtins.
	FlagArray
	// FlagSwapped: the operands of an equality are in the other order in the source, the
	// constant first.
	FlagSwapped
	// FlagCompound: an operator of x op= y or x++ on a name, in a program whose text is
	// its author's. See compound.
	FlagCompound
	// FlagRemarked: a declarator with a comment gave the value its name, in a program whose text
	// is its author's.
	FlagRemarked
	// FlagRead: a declarator gave a constant its name, and the source reads that name, in
	// a program whose text is its author's.
	FlagRead
	// FlagUpdate: the assignment of ++x, x++, --x or x--.
	FlagUpdate
	// FlagPrefix: the assignment of ++x or --x, and its ToNumeric.
	FlagPrefix
	// FlagDecrement: the ToNumeric of x-- or --x.
	FlagDecrement
	// FlagAssignOp: the assignment of x op= y.
	FlagAssignOp
	// FlagBare: a yield without operand, or a declarator without a value.
	FlagBare
	// FlagTernary: the If, Region and Phi of ?:, besides FlagExpr.
	FlagTernary
	// FlagVoidArm: the If of a ?: with undefined as an arm.
	FlagVoidArm
	// FlagLogicalAssign: the If of x &&= y, x ||= y or x ??= y, besides FlagExpr.
	FlagLogicalAssign
	// FlagElseIf: the If of an if statement that is the else of another.
	FlagElseIf
	// FlagFinal: a Load of a property that nothing changes any more when it is read, under the assumption
	// closed-objects: an own property, without a getter.
	FlagFinal
	// FlagPresent: a Load with FlagFinal of an object that is never undefined or null, and that nothing changes any
	// more once there is that object.
	FlagPresent
	// FlagNumber: a Load whose value is a number, under the assumption closed-objects.
	FlagNumber
)

// SyntaxFlags say how the source writes an assignment. They go along when another node takes its
// place.
const SyntaxFlags = FlagDecl | FlagInit | FlagNested | FlagUpdate | FlagPrefix | FlagAssignOp

// Meaning returns the flags without those that only say how the source spells the operation: two
// nodes that differ in no others do the same.
func (f Flags) Meaning() Flags {
	return f &^ (FlagNested | FlagUpdate | FlagPrefix | FlagDecrement | FlagAssignOp | FlagBare | FlagTernary | FlagVoidArm | FlagLogicalAssign | FlagElseIf)
}

// UpdateForm is the Idx of update nodes.
const (
	UpdateDec    = 1 // -- instead of ++
	UpdatePrefix = 2 // the value is the new one
)

// Part is one item of an Object, Array, Template or Tagged.
type Part struct {
	Kind PartKind
	Str  string // static key (WTF-8); cooked text of a template part
	Raw  string // raw text of a template part; the key as a literal, if it is quoted or numeric
}

// PartKind determines the number and kinds of inputs of a Part.
type PartKind uint8

const (
	PartValue    PartKind = iota // Array: one element. Object: Str: value
	PartHole                     // Array: no input
	PartSpread                   // one Spread token
	PartComputed                 // Object: a ToKey token, then the value
	PartProto                    // Object: __proto__: value
	PartMethod                   // Object: Closure
	PartGetter
	PartSetter
	PartComputedMethod // a ToKey token, then the Closure
	PartComputedGetter
	PartComputedSetter
	PartText      // Template, Tagged: literal text, no input
	PartShorthand // Object: written as {Str}
	PartBadText   // Tagged: text with an invalid escape; it has no cooked form
	// Object, as the first part: the class that makes it. The other ones are what its constructor gives the
	// properties of these names: its arguments, one by one, as PartValues, and constants as PartInitials.
	PartConstructor
	PartInitial

	// Class: a Heritage token; the cell of the inner name; PartMethod and its
	// like; the Closures of fields and static blocks.
	PartHeritage
	PartInnerName
	PartField             // Closure
	PartComputedField     // a ToKey token, then the Closure
	PartBareField         // no input: a field without a value
	PartComputedBareField // a ToKey token
	PartStaticBlock       // Closure
)

// In returns input i, which may be nil in slots 0 and 1.
func (n *Node) In(i int) *Node { return n.in[i] }

// NumIn returns the number of input slots.
func (n *Node) NumIn() int { return len(n.in) }

// Ins returns the inputs; the caller must not change them.
func (n *Node) Ins() []*Node { return n.in }

// Users returns the users, one entry for each slot that holds n; the order
// means nothing.
func (n *Node) Users() []*Node { return n.out }

// Dead reports whether the node was killed.
func (n *Node) Dead() bool { return n.dead }

// Forwarded returns the current node for n's value: n, or its replacement. Callers that hold
// nodes while peepholes run need it.
func (n *Node) Forwarded() *Node {
	for n.dead && n.fwd != nil {
		n = n.fwd
	}
	return n
}

// Home returns the control state at which the source evaluates a floating node, as far as it
// still exists, or nil: the scheduler's choice among equal places.
func (n *Node) Home() *Node {
	if n.home == nil {
		return nil
	}
	return n.home.Forwarded()
}

// SetHome sets the control state at which the source evaluates a floating node.
func (n *Node) SetHome(ctrl *Node) { n.home = ctrl }

// FirstArg returns the slot of the first data input.
func (n *Node) FirstArg() int {
	switch n.Op {
	case OpStop:
		return 0
	}
	if n.Op.HasMem() {
		return 2
	}
	return 1
}

// Args returns the data inputs (the predecessors of a Region, the exits of
// Stop); the caller must not change them.
func (n *Node) Args() []*Node {
	if f := n.FirstArg(); f < len(n.in) {
		return n.in[f:]
	}
	return nil
}

// Arg returns data input i, counted from 0.
func (n *Node) Arg(i int) *Node { return n.in[n.FirstArg()+i] }

// NumArgs returns the number of data inputs.
func (n *Node) NumArgs() int { return max(0, len(n.in)-n.FirstArg()) }

// Ctrl returns the control input, or nil for a floating node.
func (n *Node) Ctrl() *Node { return n.in[0] }

// Mem returns the memory input, or nil.
func (n *Node) Mem() *Node {
	if n.Op.HasMem() {
		return n.in[1]
	}
	return nil
}

// Region returns the region of a phi.
func (n *Node) Region() *Node { return n.in[0] }

// Cond returns the condition of an If.
func (n *Node) Cond() *Node { return n.in[1] }

// IsMemPhi reports whether n joins memory states.
func (n *Node) IsMemPhi() bool { return n.Op == OpPhi && n.Flags&FlagMem != 0 }

// ExprChain is the Idx of an If with FlagExpr that is the test of ?.; its true
// side is the end of the chain.
const ExprChain = 1

// IfOpen is the Idx of an If of a statement that no longer ends where it ends in the source: the
// ends of its arms now follow it.
const IfOpen = 1

// AwaitReturn is the Idx of an Await that is implicit in a return statement.
const AwaitReturn = 1

// ArgumentsShared is the Idx of an Arguments if the parameter list refers to the object, too: code
// that is not in the graph may have changed it, and may hold it.
const ArgumentsShared = 1

// FixedEarly is the Idx of a GlobalLoad, see FlagFixed.
const FixedEarly = 1

// PhiRef is the Idx of a phi of references: of a parenthesized chain that is called, (a?.b)().
const PhiRef = 1

// IsRef reports whether n is a single-use reference: a token or a PhiRef.
func (n *Node) IsRef() bool { return n.Op.IsToken() || n.Op == OpPhi && n.Idx == PhiRef }

// Has reports whether any of the flags is set.
func (n *Node) Has(f Flags) bool { return n.Flags&f != 0 }

// OnChain reports whether n is a memory state: Start, a Leave, a memory phi, or a
// node that takes memory and may write it or leave the function.
func (n *Node) OnChain() bool {
	switch n.Op {
	case OpStart:
		return true
	case OpPhi:
		return n.IsMemPhi()
	case OpReturn, OpThrow, OpNever, OpTry, OpEndFinally:
		return false
	}
	return n.Op.HasMem() && n.in[1] != nil && n.Effect()&^Reads != 0
}

// SlotKind is what an input slot carries.
type SlotKind uint8

const (
	SlotData SlotKind = iota
	SlotControl
	SlotMemory
)

// SlotKind returns the kind of input slot i.
func (n *Node) SlotKind(i int) SlotKind {
	switch n.Op {
	case OpRegion, OpLoop, OpStop, OpProj:
		return SlotControl
	case OpPhi:
		if i == 0 {
			return SlotControl
		}
		if n.Flags&FlagMem != 0 {
			return SlotMemory
		}
		return SlotData
	}
	if i == 0 {
		return SlotControl
	}
	if i == 1 && n.Op.HasMem() {
		return SlotMemory
	}
	return SlotData
}
