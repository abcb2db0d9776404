package son

import (
	"math"
	"math/bits"
)

const maxInt32 = math.MaxInt32

// constNumbers are the operands of a function of Math, converted.
func constNumbers(args []Type) []float64 {
	fs := make([]float64, len(args))
	for i, t := range args {
		fs[i] = constNumber(t)
	}
	return fs
}

// first returns the first operand, or NaN if there is none.
func first(fs []float64) float64 {
	if len(fs) == 0 {
		return math.NaN()
	}
	return fs[0]
}

// roundings are the functions that return an integer.
var roundings = map[string]func([]float64) float64{
	"floor": func(fs []float64) float64 { return math.Floor(first(fs)) },
	"ceil":  func(fs []float64) float64 { return math.Ceil(first(fs)) },
	"trunc": func(fs []float64) float64 { return math.Trunc(first(fs)) },
	"round": func(fs []float64) float64 { return roundHalfUp(first(fs)) },
}

// roundHalfUp is Math.round: the nearest integer, the greater one of two.
func roundHalfUp(f float64) float64 {
	r := math.Floor(f)
	if f-r >= 0.5 {
		r++
	}
	if r == 0 && math.Signbit(f) {
		return math.Copysign(0, -1)
	}
	return r
}

func mathAbs(fs []float64) float64  { return math.Abs(first(fs)) }
func mathSqrt(fs []float64) float64 { return math.Sqrt(first(fs)) }

func mathSign(fs []float64) float64 {
	switch f := first(fs); {
	case f > 0:
		return 1
	case f < 0:
		return -1
	default:
		return f
	}
}

func mathFround(fs []float64) float64 { return float64(float32(first(fs))) }

func mathImul(fs []float64) float64 {
	if len(fs) < 2 {
		return 0
	}
	return float64(toInt32(fs[0]) * toInt32(fs[1]))
}

func mathClz32(fs []float64) float64 { return float64(bits.LeadingZeros32(uint32(toInt32(first(fs))))) }

func mathMax(fs []float64) float64 {
	r := math.Inf(-1)
	for _, f := range fs {
		r = math.Max(r, f)
		if f != f {
			return f
		}
	}
	return r
}

func mathMin(fs []float64) float64 {
	r := math.Inf(1)
	for _, f := range fs {
		r = math.Min(r, f)
		if f != f {
			return f
		}
	}
	return r
}

// converted is the type of ToNumber of a primitive; of any other value, any number.
func converted(t Type) Type {
	if t.IsNumber() {
		return t
	}
	if t.IsConst() && t.kinds&^KindPlain == 0 {
		return NumberConst(constNumber(t))
	}
	if t.Is(KindNumber | KindBool | KindNull) {
		r := t.Meet(TypeNumber)
		if t.MayBe(KindFalse | KindNull) {
			r = r.Join(IntConst(0))
		}
		if t.MayBe(KindTrue) {
			r = r.Join(IntConst(1))
		}
		return r
	}
	return TypeNumber
}

// toNumberOf is the first operand of a function, converted to a number.
func toNumberOf(args []Type) Type {
	if len(args) == 0 {
		return TypeNaN
	}
	return converted(args[0])
}

// roundedType is the type of an integer near a number.
func roundedType(args []Type) Type {
	t := toNumberOf(args)
	if t.MayBe(KindFloat) {
		return t.Join(TypeNumber.Without(KindNaN))
	}
	return t
}

func absType(args []Type) Type {
	t := toNumberOf(args)
	if f, ok := t.Number(); ok {
		return NumberConst(math.Abs(f))
	}
	r := t.Without(KindInt | KindNegZero)
	if t.MayBe(KindNegZero) {
		r = r.Join(IntConst(0))
	}
	lo, hi, ok := t.Range()
	if !ok {
		return r
	}
	if lo == math.MinInt32 {
		r, lo, hi = r.Join(kindType(KindFloat)), -maxInt32, max(hi, -maxInt32)
	}
	switch {
	case lo >= 0:
	case hi <= 0:
		lo, hi = -hi, -lo
	default:
		lo, hi = 0, max(-lo, hi)
	}
	return r.Join(TypeIntRange(lo, hi))
}

func maxType(args []Type) Type { return extreme(args, false) }
func minType(args []Type) Type { return extreme(args, true) }

// extreme is the type of the least or the greatest of the operands: one of them.
func extreme(args []Type, least bool) Type {
	if len(args) == 0 {
		return TypeNumber
	}
	t, ints := TypeTop, true
	lo, hi := int32(math.MinInt32), int32(math.MaxInt32)
	for _, x := range args {
		x = converted(x)
		t = t.Join(x)
		l, h, ok := x.Range()
		if ints = ints && ok && x.IsInt32(); ints && least {
			hi = min(hi, h)
		} else if ints {
			lo = max(lo, l)
		}
	}
	if ints {
		l, h, _ := t.Range()
		return TypeIntRange(max(l, lo), min(h, hi))
	}
	return t
}

// isNaN and the like test which numbers are in a type; other values are left out.

// numbersIn is the first operand of a function of Number that does not convert it: a value that
// is not a number is not an integer, not finite and not NaN.
func numbersIn(args []Type) Type {
	if len(args) == 0 {
		return TypeUndefined
	}
	return args[0]
}

func typeIsNaN(t Type) Tri { return triOf(t.MayBe(KindNaN), t.MayBe(KindAny&^KindNaN)) }

func typeIsFinite(t Type) Tri {
	if f, ok := t.Number(); ok {
		return triIf(!math.IsInf(f, 0) && f == f)
	}
	return triOf(t.MayBe(KindInt|KindNegZero|KindFloat), t.MayBe(KindAny&^(KindInt|KindNegZero)))
}

func typeIsInteger(t Type) Tri {
	if f, ok := t.Number(); ok {
		return triIf(!math.IsInf(f, 0) && f == math.Trunc(f))
	}
	return triOf(t.MayBe(KindInt|KindNegZero|KindFloat), t.MayBe(KindAny&^(KindInt|KindNegZero)))
}

func typeIsSafe(t Type) Tri {
	if f, ok := t.Number(); ok {
		return triIf(math.Abs(f) <= 1<<53-1 && f == math.Trunc(f))
	}
	return triOf(t.MayBe(KindInt|KindNegZero|KindFloat), t.MayBe(KindAny&^(KindInt|KindNegZero)))
}

func triIf(yes bool) Tri {
	if yes {
		return Yes
	}
	return No
}

func toNumberType(args []Type) Type {
	if len(args) == 0 {
		return IntConst(0)
	}
	return toNumberOf(args)
}

func foldToNumber(args []Type) (Type, bool) {
	if len(args) == 0 {
		return IntConst(0), true
	}
	if args[0].kinds == KindBigInt {
		return TypeTop, false
	}
	return NumberConst(constNumber(args[0])), true
}

func toBooleanType(args []Type) Type {
	if len(args) == 0 {
		return TypeFalse
	}
	return args[0].Truthy().Type()
}

func isArrayType(args []Type) Type {
	if len(args) == 0 || args[0].Is(KindAny&^KindObject) {
		return TypeFalse
	}
	return TypeBool
}
