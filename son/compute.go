package son

import (
	"github.com/sonjs/son/parse/ast"
)

// Compute returns the type of a node from the types of its inputs: a set that contains every
// value that the node can have. It assumes nothing about loops that are still open.
//
// Bigger input sets never give a smaller result, so types only shrink while a
// graph is optimized, whatever the order of visits.
func (g *Graph) Compute(n *Node) Type {
	switch n.Op {
	case OpStart, OpStop:
		return TypeControl
	case OpDead:
		return TypeTop
	case OpRegion:
		for _, p := range n.Args() {
			if p != nil && p.Type.MayBe(KindControl) {
				return TypeControl
			}
		}
		return TypeTop
	case OpLoop, OpIf, OpProj, OpReturn, OpThrow, OpNever, OpTry, OpEndFinally, OpLeave:
		// A loop is live if its entry is.
		c := n.in[0]
		if n.Op == OpLoop {
			c = n.in[1]
		}
		if c != nil && c.Type.IsTop() {
			return TypeTop
		}
		return TypeControl
	case OpPhi:
		return g.computePhi(n)
	}
	return typeWith(n, operandTypes{n: n})
}

// argType returns the type of data input i that holds everywhere.
func (n *Node) argType(i int) Type { return n.Arg(i).Type }

// computePhi joins the inputs of a phi; inputs that never happen add nothing.
func (g *Graph) computePhi(n *Node) Type {
	if n.IsMemPhi() {
		return TypeMemory
	}
	if g.IsOpen(n) {
		return TypeAny
	}
	t := TypeTop
	for _, x := range n.in[1:] {
		if x == nil {
			return TypeAny
		}
		t = t.Join(x.Type)
	}
	return t
}

// TypeWith is Compute for a node with a value, with operands of the types that arg returns.
// If an operand has no value (its node always throws) there is no result.
func TypeWith(n *Node, arg func(i int) Type) Type { return typeWith(n, operandTypes{n: n, of: arg}) }

// operandTypes are the types of the operands of a node: those that hold everywhere, those in a block,
// or those that a function returns. It is a value, because there is one for each visit of a node.
type operandTypes struct {
	n *Node
	// The facts that hold in a block, if any; see inference.view.
	facts *inference
	block *Block
	depth int
	of    func(i int) Type
}

// at returns the type of data input i.
func (t operandTypes) at(i int) Type {
	switch {
	case t.block != nil:
		return t.facts.view(t.n.Arg(i), t.block, t.depth)
	case t.of != nil:
		return t.of(i)
	}
	return t.n.Arg(i).Type
}

func typeWith(n *Node, types operandTypes) Type {
	// To find the type of an operand may mean to compute it for a place, so each is found once.
	switch {
	case binaries[n.Op] != nil:
		return binaryWith(n.Op, types.at(0), types.at(1))
	case unaries[n.Op] != nil:
		return unaryWith(n.Op, types.at(0))
	case n.Op == OpClosure || n.Op == OpStop || HasFixedType(n):
	case types.block == nil && types.of == nil:
		for _, x := range n.Args() {
			if x.Type.IsTop() {
				return TypeTop
			}
		}
	default:
		for i := range n.NumArgs() {
			if types.at(i).IsTop() {
				return TypeTop
			}
		}
	}
	return computeKnown(n, types)
}

// binaryWith is TypeWith for an op in binaries.
func binaryWith(op Op, a, b Type) Type {
	if a.IsTop() || b.IsTop() {
		return TypeTop
	}
	return binaries[op](op, a, b)
}

// unaryWith is TypeWith for an op in unaries.
func unaryWith(op Op, a Type) Type {
	if a.IsTop() {
		return TypeTop
	}
	return unaries[op](op, a)
}

// computeKnown is TypeWith where all operands have a value.
func computeKnown(n *Node, types operandTypes) Type {
	switch r := &opTable[n.Op].result; r.from {
	case fromNothing:
		return r.typ
	case fromMaker:
		return n.Type
	case fromControlFlow:
		panic("BUG: Compute: no value of " + n.Op.String())
	}
	switch {
	case binaries[n.Op] != nil:
		return binaries[n.Op](n.Op, types.at(0), types.at(1))
	case unaries[n.Op] != nil:
		return unaries[n.Op](n.Op, types.at(0))
	}
	return transfers[n.Op](n, types)
}

// isSettled reports that n's type depends on nothing, once its operands are known to have
// values: infer ends with the type that it starts with.
func isSettled(n *Node) bool {
	return n.Op != OpPhi && opTable[n.Op].result.from != fromOperands
}

// The transfer functions of the ops whose results are computed or derived: of those with one or
// two operands that only look at the types of these, and of the others. They are set by init,
// because they look at the op table.
var (
	unaries   [opCount]func(op Op, a Type) Type
	binaries  [opCount]func(op Op, a, b Type) Type
	transfers [opCount]func(n *Node, types operandTypes) Type
)

func init() {
	unary := func(t func(a Type) Type) func(op Op, a Type) Type {
		return func(_ Op, a Type) Type { return t(a) }
	}
	operand := func(i int) func(n *Node, types operandTypes) Type {
		return func(_ *Node, types operandTypes) Type { return types.at(i) }
	}
	for _, op := range []Op{OpAdd, OpSub, OpMul, OpDiv, OpMod, OpExp, OpShl, OpShr, OpUShr, OpBitAnd, OpBitOr, OpBitXor} {
		binaries[op] = arithType
	}
	for _, op := range []Op{OpLt, OpGt, OpLe, OpGe} {
		binaries[op] = relType
	}
	for _, op := range []Op{OpEq, OpNe, OpStrictEq, OpStrictNe} {
		binaries[op] = equalType
	}
	for _, op := range []Op{OpNeg, OpToNumber, OpBitNot, OpToNumeric, OpInc, OpDec} {
		unaries[op] = unaryType
	}
	for _, op := range []Op{OpBind, OpPatObject, OpPatArray, OpPatEnd, OpGlobalInit, OpExportDefault, OpStoreSelf} {
		transfers[op] = operand(0)
	}
	for _, op := range []Op{OpStoreCell, OpStore, OpGlobalStore} {
		transfers[op] = operand(1)
	}
	transfers[OpStoreIdx] = operand(2)
	transfers[OpCast] = func(n *Node, types operandTypes) Type { return types.at(0).Narrow(n.Type) }
	unaries[OpNot] = unary(func(a Type) Type { return a.Truthy().Not().Type() })
	unaries[OpIsNullish] = unary(func(a Type) Type { return a.Nullish().Type() })
	unaries[OpIsUndefined] = unary(func(a Type) Type { return a.undefined().Type() })
	unaries[OpTypeof] = unary(func(a Type) Type { return typeofType(a.kinds) })
	unaries[OpToStr] = unary(toStrType)
	unaries[OpToKey] = unary(toKeyType)
	unaries[OpRefValue] = unary(refValueType)
	transfers[OpTemplate] = templateType
	transfers[OpBuiltin] = builtinType
	transfers[OpLoad] = loadType
	transfers[OpCompStore] = compStoreType
	transfers[OpIterNext] = func(n *Node, _ operandTypes) Type {
		if x := n.Arg(0); x.Op == OpIterOpen && x.Idx == IterIn {
			return TypeString
		}
		return TypeAny
	}
}

// compStoreType is the type of o.p op= b, where operand 0 is the reference.
func compStoreType(n *Node, types operandTypes) Type {
	if op := ast.BinaryOp(n.Idx); !op.Logical() {
		return arithType(OfInfix(op), types.at(0), types.at(1))
	}
	return types.at(1)
}

func toStrType(a Type) Type {
	if s, ok := FoldToString(a); ok {
		return StringConst(s)
	}
	return TypeString
}

func toKeyType(a Type) Type {
	if a.Is(KindPrimitive &^ KindSymbol) {
		return TypeString
	}
	return TypeOf(KindString | KindSymbol)
}

// refValueType is that of the value of a reference which is tested before it is completed.
func refValueType(ref Type) Type {
	if ref == TypeUndefined {
		return TypeUndefined // an optional chain that is known to end early
	}
	return TypeAny
}

// maxConstText bounds the strings and digits that folding makes; a longer one is worth less than
// the code that computes it.
const maxConstText = 4096

// foldable reports that a folded constant is small enough to keep.
func foldable(t Type) bool {
	return len(t.str) <= maxConstText && (t.kinds != KindBigInt || len(t.str) <= 64)
}

// templateType is a constant if every part is known.
func templateType(n *Node, types operandTypes) Type {
	s, k := "", 0
	for _, p := range n.Parts {
		part := p.Str
		if p.Kind != PartText {
			t, ok := types.at(k).Text()
			if k++; !ok {
				return TypeString
			}
			part = t
		}
		if s = ast.ConcatWTF8(s, part); len(s) > maxConstText {
			return TypeString
		}
	}
	return StringConst(s)
}

// relType is the type of < > <= >=.
func relType(op Op, a, b Type) Type {
	if a.Is(KindBigInt) != b.Is(KindBigInt) && !a.MayBe(KindString) && !b.MayBe(KindString) {
		// Rare, and not every engine gets -1 < -1n right: leave the result to the engine.
		return TypeBool
	}
	if t, ok := FoldBinary(op, a, b); ok {
		return t
	}
	if !a.IsInt32() || !b.IsInt32() {
		return TypeBool
	}
	switch op {
	case OpGt:
		a, b = b, a
	case OpGe:
		a, b = b, a
		fallthrough
	case OpLe:
		return triOf(a.lo <= b.hi, a.hi > b.lo).Type()
	}
	return triOf(a.lo < b.hi, a.hi >= b.lo).Type()
}

// equalType is the type of the four equality operators.
func equalType(op Op, a, b Type) Type {
	if t, ok := FoldBinary(op, a, b); ok {
		return t
	}
	r := Maybe
	const odd = KindUninit | KindCell
	switch {
	case a.MayBe(odd) || b.MayBe(odd):
	case op == OpStrictEq || op == OpStrictNe:
		if disjoint(a, b) {
			r = No
		}
	default:
		r = looseEqual(a, b)
	}
	if op == OpStrictNe || op == OpNe {
		r = r.Not()
	}
	return r.Type()
}

// disjoint reports that no value of a is === to one of b.
func disjoint(a, b Type) bool {
	return equalValues(a).Meet(equalValues(b)).IsTop()
}

// equalValues replaces -0 by 0 and removes NaN, so that === is equality.
func equalValues(t Type) Type {
	if t.MayBe(KindNegZero) {
		t = t.Without(KindNegZero).Join(IntConst(0))
	}
	return t.Without(KindNaN)
}

// looseEqual decides == if the kinds are enough.
func looseEqual(a, b Type) Tri {
	const nullish = KindNullish | KindDDA // == each other, and nothing else
	switch {
	case a.IsTop() || b.IsTop():
		return Maybe
	case a.Is(KindNullish):
		return triOf(b.MayBe(nullish), b.MayBe(KindAny&^nullish))
	case b.Is(KindNullish):
		return triOf(a.MayBe(nullish), a.MayBe(KindAny&^nullish))
	}
	for _, same := range []Kind{KindBool, KindNumber, KindBigInt, KindString, KindSymbol, KindObjects} {
		if a.Is(same) && b.Is(same) && disjoint(a, b) {
			return No
		}
	}
	return Maybe
}

// BinaryType returns the type of the results of an op with two operands that are values: of an arithmetic or
// relational operator, or an equality.
func BinaryType(op Op, a, b Type) Type { return binaryWith(op, a, b) }

// UnaryType returns the type of the results of an op with one operand that is a value, such as OpNeg or OpTypeof.
func UnaryType(op Op, a Type) Type { return unaryWith(op, a) }
