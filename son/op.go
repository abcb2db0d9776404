package son

import "github.com/sonjs/son/parse/ast"

// Op is an operation: one line of the list in optable.go, and one row of opTable for its
// properties.
type Op uint8

// Effect is a set of the four effect bits.
type Effect uint8

const (
	Reads  Effect = 1 << iota // may read memory
	Writes                    // may change memory
	Throws                    // may leave the function
	Calls                     // may run unknown code

	NoEffect Effect = 0
	Any             = Reads | Writes | Throws | Calls
)

// opInfo is the static description of an op.
type opInfo struct {
	name string
	// nargs is the number of data inputs, or atLeast.
	nargs int
	// effect is the largest effect; Node.Effect narrows it by types. Only the accesses of
	// cells may have more: they throw with FlagTDZ or FlagConst.
	effect Effect
	flags  opFlags
	copy   copying
	merge  merging
	aux    auxiliary
	result result
	syntax syntax
	doc    string
}

// atLeast is the nargs of an op whose nodes have different numbers of data inputs, but at least n.
func atLeast(n int) int { return -1 - n }

// arity returns how many data inputs a node of the op has, or, if not exact, has at least.
func (o Op) arity() (n int, exact bool) {
	if n := opTable[o].nargs; n < 0 {
		return -1 - n, false
	}
	return opTable[o].nargs, true
}

// copying says whether a second node like one may be made, for another path or iteration.
type copying uint8

const (
	_ copying = iota
	// copyable: control passes through at most one of the two.
	copyable
	// recomputable: copyable, and on operands that are names so cheap and short that computing
	// it at each use is better than a variable for it.
	recomputable
	// unique: the node has an identity in the source (a closure, a template object, a place where
	// the function is suspended), or others refer to it as the only one (parts of try statements,
	// iterations and patterns).
	unique
)

// merging says whether global value numbering makes equal nodes one.
type merging uint8

const (
	_ merging = iota
	// mergesAlways: there is one node of the value, whatever the level.
	mergesAlways
	// merges: equal nodes become one while they float, if folding is on.
	merges
	// keepsApart: two such nodes differ though they look equal.
	keepsApart
)

// auxiliary says what Idx holds.
type auxiliary uint8

const (
	_ auxiliary = iota
	noAux
	auxIndex      // the number of a parameter or projection
	auxFunction   // the number of a function of the program
	auxClass      // the number of a class of the program
	auxIf         // with FlagSwitch the number of the switch, with FlagExpr maybe ExprChain, else maybe IfOpen
	auxPhi        // 0 or PhiRef
	auxIterKind   // an IterKind
	auxVarKind    // an ast.VarKind
	auxBinaryOp   // an ast.BinaryOp
	auxUpdateForm // an UpdateForm
	auxAwait      // 0 or AwaitReturn
	auxArguments  // 0 or ArgumentsShared
	auxLeave      // what the Leave leaves
	auxCall       // what is known of the callee
	auxGlobal     // 0 or FixedEarly
)

// result says what type a node has.
type result struct {
	from resultFrom
	typ  Type // if fromNothing
}

// resultFrom says what the type of a node depends on, if its operands have values.
type resultFrom uint8

const (
	_               resultFrom = iota
	fromNothing                // always the same
	fromMaker                  // set when the node is made
	fromNode                   // from fields of the node and its operands, but not from types; see transfers
	fromOperands               // from the types of its operands; see transfers
	fromControlFlow            // no value: control, live or not; or the join of a phi
)

// ofType is the result of an op whose nodes all have one type.
func ofType(t Type) result { return result{from: fromNothing, typ: t} }

var (
	given    = result{from: fromMaker}
	derived  = result{from: fromNode}
	computed = result{from: fromOperands}
	control  = result{from: fromControlFlow}
)

// syntax is the operator of the source for an op, if it has one of its own.
type syntax struct {
	infix    ast.BinaryOp // or NoOp
	prefix   ast.UnaryOp  // if isPrefix
	isPrefix bool
}

func infix(o ast.BinaryOp) syntax { return syntax{infix: o} }
func prefix(o ast.UnaryOp) syntax { return syntax{prefix: o, isPrefix: true} }

type opFlags uint16

const (
	// isControl: the node is a control state.
	isControl opFlags = 1 << iota
	// hasMem: input 1 is a memory state (nil once the node is purified).
	hasMem
	// isPinned: input 0 stays; the node never floats, whatever its effect.
	isPinned
	// isToken: a Ref token. Exactly one consumer, a RefValue aside; never in a variable,
	// and in no phi but those of references (PhiRef).
	isToken
	// isAlloc: a fresh identity; never shared by value numbering.
	isAlloc
	// converts: the op may convert its operands, or call them, and so run code.
	converts
	// isOperator: the op computes a value from its operands, and the only foreign code that it
	// runs is their conversion to primitives.
	isOperator
	// staysPut: the node may have no effect depending on the type of its operand, but must never
	// float.
	staysPut
	// forValue: the op is written for its value, seldom as a statement of its own.
	forValue
	// isComplete: control reaches the end of the node, and no construct is open before or after
	// it but a reference that the next node completes.
	isComplete
	// isEntry: the value exists when the function starts. Input 0 is Start, and the value is
	// written wherever it is used.
	isEntry
	// isFree: an entry value that the function only refers to: this, arguments, its own name, or
	// a binding around it. Functions inside refer to it in the same way.
	isFree
	// isAccess: the op accesses a property of its first operand, which may be the token Super.
	isAccess

	// coercing are the operators that convert their operands.
	coercing = hasMem | converts | isOperator | isComplete
)

// String returns the op's name as the text form prints it.
func (o Op) String() string { return opTable[o].name }

// Doc returns the op's one-line description.
func (o Op) Doc() string { return opTable[o].doc }

// HasMem reports whether input 1 is a memory slot.
func (o Op) HasMem() bool { return opTable[o].flags&hasMem != 0 }

// Converts reports whether this is an operator that may convert its operands, or call them, and
// so run code.
func (o Op) Converts() bool { return opTable[o].flags&converts != 0 }

// IsOperator reports whether nodes of this op only compute a value from their operands, apart
// from the code that converting an object runs.
func (o Op) IsOperator() bool { return opTable[o].flags&isOperator != 0 }

// Coerces reports whether the only foreign code that the op runs is the conversion of its
// operands to primitives.
func (o Op) Coerces() bool { return opTable[o].flags&(isOperator|staysPut) != 0 }

// IsComplete reports whether one effect of this op may replace several at the ends of paths:
// control reaches its end, and no construct is open before or after it.
func (o Op) IsComplete() bool { return opTable[o].flags&isComplete != 0 }

// IsCopyable reports whether a second node like one of this op may be made, for another path or
// iteration.
func (o Op) IsCopyable() bool { return opTable[o].copy != unique }

// IsRecomputable reports whether a node of this op that floats is better computed at each use
// than held in a variable, if its operands are names.
func (o Op) IsRecomputable() bool { return opTable[o].copy == recomputable }

// Infix returns the infix operator of the source for the op, or NoOp.
func (o Op) Infix() ast.BinaryOp { return opTable[o].syntax.infix }

// Prefix returns the prefix operator of the source for the op, if there is one.
func (o Op) Prefix() (op ast.UnaryOp, ok bool) {
	s := &opTable[o].syntax
	return s.prefix, s.isPrefix
}

// OfInfix returns the op of an infix operator that is not logical, and OfPrefix that of a prefix
// operator, or OpInvalid.
func OfInfix(op ast.BinaryOp) Op { return ofInfix[op] }
func OfPrefix(op ast.UnaryOp) Op { return ofPrefix[op] }

var (
	ofInfix  [ast.NumBinaryOps]Op
	ofPrefix [ast.NumUnaryOps]Op
)

func init() {
	for o := range opCount {
		if x := o.Infix(); x != ast.NoOp {
			ofInfix[x] = o
		}
		if x, ok := o.Prefix(); ok {
			ofPrefix[x] = o
		}
	}
}

// mayBePure reports whether the op, which is not a token, may have no effect depending on the
// types of its operands.
func (o Op) mayBePure() bool { return o.Converts() || o == OpBuiltin || o == OpLoad || o == OpCall }

// staysPut reports whether the op may have no effect depending on the type of its operand, but
// must never float.
func (o Op) staysPut() bool { return opTable[o].flags&staysPut != 0 }

// IsControl reports whether nodes of this op are control states.
func (o Op) IsControl() bool { return opTable[o].flags&isControl != 0 }

// IsToken reports whether nodes of this op are single-use Ref tokens.
func (o Op) IsToken() bool { return opTable[o].flags&isToken != 0 }

// IsEntry reports whether values of this op exist when the function starts.
func (o Op) IsEntry() bool { return opTable[o].flags&isEntry != 0 }

// IsFree reports whether nodes of this op are references to what the function does not declare:
// this, arguments, its own name, or a binding around it. The functions inside it refer to that in
// the same way.
func (o Op) IsFree() bool { return opTable[o].flags&isFree != 0 }

// IsAlloc reports whether each execution makes a fresh identity.
func (o Op) IsAlloc() bool { return opTable[o].flags&isAlloc != 0 }

// NumOps is the number of ops, OpInvalid included.
const NumOps = int(opCount)
