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
	return computeValue(n, n.argType)
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

// computeValue is Compute for a node with a value, with operands of the types that arg returns.
// If an operand has no value (its node always throws) there is no result.
func computeValue(n *Node, arg func(i int) Type) Type {
	for i := range n.NumArgs() {
		if arg(i).IsTop() && n.Op != OpClosure && n.Op != OpStop {
			return TypeTop
		}
	}
	return computeKnown(n, arg)
}

// computeKnown is computeValue where all operands have a value.
func computeKnown(n *Node, arg func(i int) Type) Type {
	switch n.Op {
	case OpConst, OpParam, OpThis, OpCaptured:
		// Their types are set when they are made.
		return n.Type
	case OpArguments, OpObject, OpArray, OpRegExp, OpImportMeta, OpImportCall:
		return TypeFresh
	case OpNewTarget:
		return TypeOf(KindFunction | KindUndefined)
	case OpClosure, OpSelf:
		return TypeFunction
	case OpCapturedCell, OpNewCell, OpCopyCell:
		return TypeCell
	case OpBind:
		return arg(0)
	case OpCast:
		return arg(0).narrow(n.Type)

	case OpAdd, OpSub, OpMul, OpDiv, OpMod, OpExp, OpShl, OpShr, OpUShr, OpBitAnd, OpBitOr, OpBitXor:
		return arithType(n.Op, arg(0), arg(1))
	case OpLt, OpGt, OpLe, OpGe:
		return relType(n.Op, arg(0), arg(1))
	case OpEq, OpNe, OpStrictEq, OpStrictNe:
		return equalType(n.Op, arg(0), arg(1))
	case OpNeg, OpToNumber, OpBitNot, OpToNumeric, OpInc, OpDec:
		return unaryType(n.Op, arg(0))
	case OpNot:
		return arg(0).Truthy().Not().typ()
	case OpIsNullish:
		return arg(0).Nullish().typ()
	case OpIsUndefined:
		return arg(0).undefined().typ()
	case OpPatObject, OpPatArray, OpPatEnd:
		return arg(0)
	case OpPatRest:
		return TypeFresh
	case OpTypeof:
		return typeofType(arg(0).kinds)
	case OpIn, OpInstanceOf, OpPrivateIn, OpDelete, OpDeleteIdx, OpGlobalDelete:
		return TypeBool
	case OpHasNext:
		return TypeBool
	case OpIterNext:
		if x := n.Arg(0); x.Op == OpIterOpen && x.Idx == IterIn {
			return TypeString
		}
		return TypeAny
	case OpGlobalTypeof:
		return TypeString
	case OpTemplate:
		return templateType(n, arg)

	case OpGlobalInit, OpExportDefault:
		return arg(0)
	case OpStoreCell, OpStore, OpGlobalStore:
		return arg(1)
	case OpStoreIdx:
		return arg(2)
	case OpUpdate, OpUpdateIdx, OpGlobalUpdate, OpUpdateSelf:
		return TypeNumeric
	case OpCompStore:
		if ast.BinaryOp(n.Idx).Logical() {
			return arg(1)
		}
		return arithType(opOfBinary(ast.BinaryOp(n.Idx)), arg(0), arg(1))
	case OpNew:
		return TypeObjects
	case OpThisLoad, OpSuperCall:
		return TypeObjects
	case OpSuper, OpHeritage:
		return TypeAny
	case OpRefValue:
		if arg(0) == TypeUndefined {
			return TypeUndefined // an optional chain that is known to end early
		}
		return TypeAny
	case OpClass:
		return TypeFunction
	case OpToStr:
		if s, ok := FoldToString(arg(0)); ok {
			return StringConst(s)
		}
		return TypeString
	case OpToKey:
		if arg(0).Is(KindPrimitive &^ KindSymbol) {
			return TypeString
		}
		return TypeOf(KindString | KindSymbol)

	case OpBuiltin:
		return builtinType(n, arg)
	case OpLoad:
		return loadType(n, arg)
	case OpLoadCell, OpLoadIdx, OpGlobalLoad, OpCall, OpCallMethod, OpDebugger,
		OpMethodRef, OpMethodRefIdx, OpGlobalRef, OpCompRef, OpCompRefIdx, OpCompRefGlobal, OpSpread,
		OpPatProp, OpPatNext, OpIterOpen, OpCatch:
		return TypeAny
	case OpStoreSelf:
		return arg(0)
	case OpStoreCall, OpUpdateCall, OpTagged, OpYield, OpYieldStar, OpAwait:
		return TypeAny
	case OpFinally:
		return TypeUndefined
	}
	panic("BUG: Compute: no case for " + n.Op.String())
}

// isSettled reports that n's type depends on nothing, once its operands are known to have
// values: infer ends with the type that it starts with.
func isSettled(n *Node) bool {
	if n.Op >= OpAdd && n.Op <= OpDec {
		return n.Op == OpIn || n.Op == OpInstanceOf
	}
	switch n.Op {
	case OpPhi, OpBind, OpCast, OpStrictEq, OpStrictNe, OpNot, OpIsNullish, OpIsUndefined, OpPatObject, OpPatArray, OpPatEnd, OpTypeof,
		OpTemplate, OpGlobalInit, OpExportDefault, OpStoreCell, OpStore, OpGlobalStore, OpStoreIdx, OpCompStore,
		OpRefValue, OpToStr, OpToKey, OpStoreSelf, OpBuiltin, OpLoad:
		return false
	}
	return true
}

// opOfBinary returns the op of an arithmetic or bit operator of the syntax.
func opOfBinary(b ast.BinaryOp) Op {
	switch b {
	case ast.Add:
		return OpAdd
	case ast.Sub:
		return OpSub
	case ast.Mul:
		return OpMul
	case ast.Div:
		return OpDiv
	case ast.Mod:
		return OpMod
	case ast.Exp:
		return OpExp
	case ast.Shl:
		return OpShl
	case ast.Shr:
		return OpShr
	case ast.UShr:
		return OpUShr
	case ast.BitAnd:
		return OpBitAnd
	case ast.BitOr:
		return OpBitOr
	case ast.BitXor:
		return OpBitXor
	}
	panic("BUG: no op for the compound assignment " + b.String())
}

// maxConstText bounds the strings and digits that folding makes; a longer one is worth less than
// the code that computes it.
const maxConstText = 4096

// foldable reports that a folded constant is small enough to keep.
func foldable(t Type) bool {
	return len(t.str) <= maxConstText && (t.kinds != KindBigInt || len(t.str) <= 64)
}

// templateType is a constant if every part is known.
func templateType(n *Node, arg func(i int) Type) Type {
	s, k := "", 0
	for _, p := range n.Parts {
		part := p.Str
		if p.Kind != PartText {
			t, ok := arg(k).Text()
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
		return triOf(a.lo <= b.hi, a.hi > b.lo).typ()
	}
	return triOf(a.lo < b.hi, a.hi >= b.lo).typ()
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
	return r.typ()
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
