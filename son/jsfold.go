package son

import (
	"math"
	"math/big"

	"github.com/sonjs/son/parse/ast"
)

// FoldBinary computes a binary operator on two constants, exactly as an engine does. It declines
// (false) operations that throw, operands that are not constants, and the few results that
// differ between engines.
func FoldBinary(op Op, a, b Type) (Type, bool) {
	if !a.IsConst() || !b.IsConst() || (a.kinds|b.kinds)&^KindPrimitive != 0 {
		return TypeTop, false
	}
	switch op {
	case OpStrictEq:
		return BoolConst(sameStrict(a, b)), true
	case OpStrictNe:
		return BoolConst(!sameStrict(a, b)), true
	case OpEq:
		return BoolConst(sameLoose(a, b)), true
	case OpNe:
		return BoolConst(!sameLoose(a, b)), true
	case OpLt:
		less, ok := lessConst(a, b)
		return BoolConst(less && ok), true
	case OpGt:
		less, ok := lessConst(b, a)
		return BoolConst(less && ok), true
	case OpLe: // not b < a, and undefined is false
		less, ok := lessConst(b, a)
		return BoolConst(!less && ok), true
	case OpGe:
		less, ok := lessConst(a, b)
		return BoolConst(!less && ok), true
	}
	if op == OpAdd && (a.kinds|b.kinds)&KindString != 0 {
		return StringConst(ast.ConcatWTF8(constString(a), constString(b))), true
	}
	if a.kinds == KindBigInt && b.kinds == KindBigInt {
		r, ok := foldBigInts(op, bigOf(a), bigOf(b))
		if !ok {
			return TypeTop, false
		}
		return BigIntConst(r.String()), true
	}
	if (a.kinds|b.kinds)&KindBigInt != 0 {
		return TypeTop, false // throws, or is not such an operator
	}
	r, ok := foldNumbers(op, constNumber(a), constNumber(b))
	if !ok {
		return TypeTop, false
	}
	return NumberConst(r), true
}

// FoldUnary computes a unary operator on a constant as [FoldBinary] does.
func FoldUnary(op Op, a Type) (Type, bool) {
	if !a.IsConst() || a.kinds&^KindPrimitive != 0 {
		return TypeTop, false
	}
	switch op {
	case OpNot:
		return a.Truthy().Not().Type(), true
	case OpTypeof:
		name, ok := typeofKinds(a.kinds)
		return StringConst(name), ok
	case OpIsNullish:
		return a.Nullish().Type(), true
	case OpIsUndefined:
		return a.undefined().Type(), true
	}
	if a.kinds == KindBigInt {
		r := bigOf(a)
		switch op {
		case OpNeg:
			r.Neg(r)
		case OpBitNot:
			r.Not(r)
		case OpInc:
			r.Add(r, big.NewInt(1))
		case OpDec:
			r.Sub(r, big.NewInt(1))
		case OpToNumeric:
		default:
			return TypeTop, false // unary plus throws
		}
		return BigIntConst(r.String()), r.BitLen() <= maxBigBits
	}
	f := constNumber(a)
	switch op {
	case OpNeg:
		f = -f
	case OpBitNot:
		f = float64(^toInt32(f))
	case OpInc:
		f++
	case OpDec:
		f--
	case OpToNumber, OpToNumeric:
	default:
		return TypeTop, false
	}
	return NumberConst(f), true
}

// FoldToString is ToString of a constant primitive.
func FoldToString(a Type) (string, bool) {
	if !a.IsConst() || a.kinds&^KindPrimitive != 0 {
		return "", false
	}
	return constString(a), true
}

// constString is ToString of a constant that is not a symbol.
func constString(a Type) string {
	switch a.kinds {
	case KindUndefined:
		return "undefined"
	case KindNull:
		return "null"
	case KindFalse:
		return "false"
	case KindTrue:
		return "true"
	case KindString, KindBigInt:
		return a.str
	}
	return NumberToString(constNumber(a))
}

// constNumber is ToNumber of a constant that is neither symbol nor bigint.
func constNumber(a Type) float64 {
	switch a.kinds {
	case KindUndefined:
		return math.NaN()
	case KindNull, KindFalse:
		return 0
	case KindTrue:
		return 1
	case KindString:
		return StringToNumber(a.str)
	}
	f, ok := a.Number()
	if !ok {
		panic("BUG: constNumber of " + a.String())
	}
	return f
}

// bigOf returns a copy of a bigint constant.
func bigOf(a Type) *big.Int {
	i, ok := parseBigInt(a.str)
	if !ok {
		panic("BUG: bigint constant " + a.str)
	}
	return i
}

// sameStrict is a === b on constants.
func sameStrict(a, b Type) bool {
	x, ok1 := a.Number()
	y, ok2 := b.Number()
	if ok1 && ok2 {
		return x == y
	}
	return a == b
}

// sameLoose is a == b on constants.
func sameLoose(a, b Type) bool {
	if a.kinds&KindNullish != 0 || b.kinds&KindNullish != 0 {
		return a.kinds&KindNullish != 0 && b.kinds&KindNullish != 0
	}
	if a.kinds == b.kinds {
		return sameStrict(a, b)
	}
	if a.kinds == KindString && b.kinds == KindBigInt {
		a, b = b, a
	}
	if a.kinds == KindBigInt && b.kinds == KindString {
		i, ok := stringToBigInt(b.str)
		return ok && i.Cmp(bigOf(a)) == 0
	}
	if b.kinds == KindBigInt {
		a, b = b, a
	}
	if a.kinds == KindBigInt {
		f := constNumber(b)
		return f == f && compareBigNumber(bigOf(a), f) == 0
	}
	return constNumber(a) == constNumber(b)
}

// lessConst is a < b on constants; ok is false where the comparison is
// undefined, which every operator turns into false.
func lessConst(a, b Type) (less, ok bool) {
	if a.kinds == KindString && b.kinds == KindString {
		return compareUnits(a.str, b.str) < 0, true
	}
	abig, bbig := a.kinds == KindBigInt, b.kinds == KindBigInt
	switch {
	case abig && bbig:
		return bigOf(a).Cmp(bigOf(b)) < 0, true
	case abig && b.kinds == KindString:
		y, ok := stringToBigInt(b.str)
		return ok && bigOf(a).Cmp(y) < 0, ok
	case bbig && a.kinds == KindString:
		x, ok := stringToBigInt(a.str)
		return ok && x.Cmp(bigOf(b)) < 0, ok
	case abig:
		y := constNumber(b)
		return y == y && compareBigNumber(bigOf(a), y) < 0, y == y
	case bbig:
		x := constNumber(a)
		return x == x && compareBigNumber(bigOf(b), x) > 0, x == x
	}
	x, y := constNumber(a), constNumber(b)
	return x < y, x == x && y == y
}

// typeofKinds returns the result of typeof for all values of some kinds, if it is the same for
// all.
func typeofKinds(k Kind) (string, bool) {
	for _, c := range typeofClasses {
		if k != 0 && k&^c.kinds == 0 {
			return c.name, true
		}
	}
	return "", false
}

// typeofClasses lists the results of typeof.
var typeofClasses = []kindName{
	{KindUndefined | KindDDA, "undefined"},
	{KindNull | KindObject, "object"},
	{KindBool, "boolean"},
	{KindNumber, "number"},
	{KindBigInt, "bigint"},
	{KindString, "string"},
	{KindSymbol, "symbol"},
	{KindFunction, "function"},
}
