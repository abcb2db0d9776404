package son

import "math"

// numeric is the result of ToNumeric: a set of numbers, whether it may be a bigint, and whether
// it may be a symbol and throw.
type numeric struct {
	num      Type // in KindNumber
	big, sym bool
}

// mixes reports that an operator on two values may throw, because one is a symbol or because a
// bigint is mixed with a number.
func (x numeric) mixes(y numeric) bool {
	return x.sym || y.sym || x.big && !y.num.IsTop() || y.big && !x.num.IsTop()
}

// toNumeric converts a type; an object may become anything.
func toNumeric(t Type) numeric {
	if t.MayBe(KindObjects | KindUninit | KindCell) {
		return numeric{TypeNumber, true, true}
	}
	num := t
	if !t.con {
		num = t.Meet(TypeNumber)
	} else if t.kinds != KindFloat {
		num = TypeTop
	}
	if t.MayBe(KindUndefined) {
		num = num.Join(TypeNaN)
	}
	if t.MayBe(KindNull | KindFalse) {
		num = num.Join(IntConst(0))
	}
	if t.MayBe(KindTrue) {
		num = num.Join(IntConst(1))
	}
	if t.MayBe(KindString) {
		if t.con {
			num = NumberConst(StringToNumber(t.str))
		} else {
			num = TypeNumber
		}
	}
	return numeric{num, t.MayBe(KindBigInt), t.MayBe(KindSymbol)}
}

// orBig adds the bigints to a set of numbers.
func orBig(t Type, big bool) Type {
	if big {
		return t.Join(TypeBigInt)
	}
	return t
}

// thrown is a placeholder for the result of an operator that throws. Nobody reads it, but
// without it an operator that always throws would have an empty type, and whether its users are
// known to be dead, or known to be something else, would depend on the order of visits.
func thrown(op Op) Type {
	switch op {
	case OpShl, OpShr, OpUShr, OpBitAnd, OpBitOr, OpBitXor, OpBitNot:
		return IntConst(0)
	}
	return TypeNaN
}

// arithType is the type of an arithmetic or bit operator.
func arithType(op Op, a, b Type) Type {
	if t, ok := FoldBinary(op, a, b); ok && foldable(t) {
		return t
	}
	if op == OpAdd {
		return addType(a, b)
	}
	x, y := toNumeric(a), toNumeric(b)
	t := TypeTop
	if !x.num.IsTop() && !y.num.IsTop() {
		t = numberOp(op, x.num, y.num)
	}
	bigs := x.big && y.big
	if x.mixes(y) || bigs && op == OpUShr {
		t = t.Join(thrown(op))
	}
	return orBig(t, bigs && op != OpUShr)
}

// addType is the type of a + b, which joins if either is a string after
// ToPrimitive.
func addType(a, b Type) Type {
	const mayJoin = KindString | KindObjects | KindUninit | KindCell
	if a.Is(KindString) || b.Is(KindString) {
		return TypeString
	}
	// A string concatenates, so its number is not part of the sum.
	x, y := toNumeric(a.Without(KindString)), toNumeric(b.Without(KindString))
	t := TypeTop
	if !x.num.IsTop() && !y.num.IsTop() {
		t = numberOp(OpAdd, x.num, y.num)
	}
	if a.MayBe(mayJoin) || b.MayBe(mayJoin) {
		t = t.Join(TypeString)
	}
	if x.mixes(y) {
		t = t.Join(thrown(OpAdd))
	}
	return orBig(t, x.big && y.big)
}

// unaryType is the type of a unary operator of arithmetic.
func unaryType(op Op, a Type) Type {
	if t, ok := FoldUnary(op, a); ok && foldable(t) {
		return t
	}
	x := toNumeric(a)
	big := x.big && op != OpToNumber
	none := TypeTop
	if x.sym || x.big && !big {
		none = thrown(op)
	}
	if x.num.IsTop() {
		return orBig(none, big)
	}
	var t Type
	switch op {
	case OpToNumeric, OpToNumber:
		t = x.num
	case OpNeg:
		t = negType(x.num)
	case OpBitNot:
		i := toInt32Type(x.num)
		t = TypeIntRange(^i.hi, ^i.lo)
	case OpInc:
		t = numberOp(OpAdd, x.num, IntConst(1))
	case OpDec:
		t = numberOp(OpSub, x.num, IntConst(1))
	default:
		panic("BUG: unaryType: no case for " + op.String())
	}
	return orBig(t.Join(none), big)
}

// intsAndFloats is the set of integers lo to hi, which may leave 32 bits.
func intsAndFloats(lo, hi int64) Type {
	t := TypeTop
	if lo < math.MinInt32 || hi > math.MaxInt32 {
		t = TypeOf(KindFloat)
	}
	lo, hi = max(lo, math.MinInt32), min(hi, math.MaxInt32)
	if lo <= hi {
		t = t.Join(TypeIntRange(int32(lo), int32(hi)))
	}
	return t
}

// hasZero reports that a set of numbers has 0 or -0.
func hasZero(t Type) bool {
	return t.MayBe(KindNegZero) || t.MayBe(KindInt) && t.lo <= 0 && t.hi >= 0
}

// hasPlusZero reports that a set of numbers has 0.
func hasPlusZero(t Type) bool { return t.MayBe(KindInt) && t.lo <= 0 && t.hi >= 0 }

// intBounds returns the range of the integers and zeros of a set.
func intBounds(t Type) (lo, hi int64, ok bool) {
	if t.MayBe(KindNegZero) {
		t = t.Without(KindNegZero).Join(IntConst(0))
	}
	l, h, ok := t.Range()
	return int64(l), int64(h), ok
}

// numberOp is the type of an operator on two sets of numbers.
func numberOp(op Op, a, b Type) Type {
	if t, ok := FoldBinary(op, a, b); ok {
		return t
	}
	switch op {
	case OpAdd, OpSub, OpMul:
		return ringOp(op, a, b)
	case OpDiv:
		return divType(a, b)
	case OpMod:
		return modType(a, b)
	case OpExp:
		return TypeNumber
	case OpShl, OpShr, OpUShr, OpBitAnd, OpBitOr, OpBitXor:
		return bitOp(op, toInt32Type(a), toInt32Type(b))
	}
	panic("BUG: numberOp: no case for " + op.String())
}

// ringOp is numberOp of + - *. Floats include the infinities.
func ringOp(op Op, a, b Type) Type {
	t := TypeTop
	float := a.MayBe(KindFloat) || b.MayBe(KindFloat)
	nan := a.MayBe(KindNaN) || b.MayBe(KindNaN)
	minus := false // -0
	alo, ahi, aok := intBounds(a)
	blo, bhi, bok := intBounds(b)
	switch op {
	case OpAdd:
		// -0 only from -0 + -0; a sum of opposites is 0.
		minus = a.MayBe(KindNegZero) && b.MayBe(KindNegZero)
		nan = nan || a.MayBe(KindFloat) && b.MayBe(KindFloat)
		if aok && bok {
			t = intsAndFloats(alo+blo, ahi+bhi)
		}
	case OpSub:
		// -0 only from -0 - 0.
		minus = a.MayBe(KindNegZero) && hasPlusZero(b)
		nan = nan || a.MayBe(KindFloat) && b.MayBe(KindFloat)
		if aok && bok {
			t = intsAndFloats(alo-bhi, ahi-blo)
		}
	case OpMul:
		// Infinity * 0 is NaN; a tiny product of floats may be 0 or -0.
		nan = nan || a.MayBe(KindFloat) && hasZero(b) || b.MayBe(KindFloat) && hasZero(a)
		minus = float || hasZero(a) && (b.MayBe(KindNegZero) || bok && blo < 0) ||
			hasZero(b) && (a.MayBe(KindNegZero) || aok && alo < 0) ||
			a.MayBe(KindNegZero) && bok || b.MayBe(KindNegZero) && aok
		if aok && bok {
			p, q, r, s := alo*blo, alo*bhi, ahi*blo, ahi*bhi
			t = intsAndFloats(min(p, q, r, s), max(p, q, r, s))
		}
	}
	if float && a.MayBe(KindNumber&^KindNaN) && b.MayBe(KindNumber&^KindNaN) {
		t = TypeOf(KindInt | KindFloat)
	}
	if minus {
		t = t.Join(TypeNegZero)
	}
	if nan {
		t = t.Join(TypeNaN)
	}
	return t
}

// divType is numberOp of /.
func divType(a, b Type) Type {
	t := TypeOf(KindInt | KindFloat | KindNegZero)
	// NaN from NaN, 0/0 and Infinity/Infinity.
	if a.MayBe(KindNaN) || b.MayBe(KindNaN) || hasZero(a) && hasZero(b) || a.MayBe(KindFloat) && b.MayBe(KindFloat) {
		t = t.Join(TypeNaN)
	}
	return t
}

// modType is numberOp of %: the sign is that of a, the size below both.
func modType(a, b Type) Type {
	if a.MayBe(KindFloat|KindNaN) || b.MayBe(KindFloat|KindNaN) {
		return TypeNumber
	}
	alo, ahi, _ := intBounds(a)
	blo, bhi, _ := intBounds(b)
	most := max(blo, -blo, bhi, -bhi) - 1
	t := TypeTop
	if most >= 0 {
		lo, hi := max(min(alo, 0), -most), min(max(ahi, 0), most)
		t = intsAndFloats(lo, hi)
	}
	if alo < 0 || a.MayBe(KindNegZero) {
		t = t.Join(TypeNegZero)
	}
	if hasZero(b) {
		t = t.Join(TypeNaN)
	}
	return t
}

// negType is the type of -a on numbers.
func negType(a Type) Type {
	t := a.Meet(TypeOf(KindFloat | KindNaN))
	if a.MayBe(KindFloat) && a.con {
		return NumberConst(-a.float())
	}
	if a.MayBe(KindFloat) {
		t = t.Join(IntConst(math.MinInt32)) // -(2**31)
	}
	if a.MayBe(KindNegZero) {
		t = t.Join(IntConst(0))
	}
	if a.MayBe(KindInt) {
		if hasPlusZero(a) {
			t = t.Join(TypeNegZero)
		}
		lo, hi := -int64(a.hi), -int64(a.lo)
		if lo == 0 { // 0 itself became -0
			lo = 1
		}
		if hi == 0 {
			hi = -1
		}
		if lo <= hi {
			t = t.Join(intsAndFloats(lo, hi))
		}
	}
	return t
}

// toInt32Type is ToInt32 of a set of numbers.
func toInt32Type(a Type) Type {
	if a.con {
		f, _ := a.Number()
		return IntConst(toInt32(f))
	}
	if a.MayBe(KindFloat) {
		return TypeInt32
	}
	t := a.Meet(TypeInt32)
	if a.MayBe(KindNegZero | KindNaN) {
		t = t.Join(IntConst(0))
	}
	return t
}

// bitOp is the type of a bit operator on two sets of integers of 32 bits.
func bitOp(op Op, a, b Type) Type {
	if t, ok := FoldBinary(op, a, b); ok {
		return t
	}
	switch op {
	case OpBitAnd:
		switch {
		case a.lo >= 0 && b.lo >= 0:
			return TypeIntRange(0, min(a.hi, b.hi))
		case a.lo >= 0:
			return TypeIntRange(0, a.hi)
		case b.lo >= 0:
			return TypeIntRange(0, b.hi)
		}
		return TypeInt32
	case OpBitOr, OpBitXor:
		if b == IntConst(0) {
			return a
		}
		if a == IntConst(0) {
			return b
		}
		if a.lo >= 0 && b.lo >= 0 {
			return TypeIntRange(0, int32(onesCover(uint32(a.hi|b.hi))))
		}
		return TypeInt32
	}
	count, known := b.lo&31, b.lo == b.hi
	switch op {
	case OpShr:
		switch {
		case known:
			return TypeIntRange(a.lo>>count, a.hi>>count)
		case a.lo >= 0:
			return TypeIntRange(0, a.hi)
		case a.hi < 0:
			return TypeIntRange(a.lo, -1)
		}
		return a
	case OpShl:
		if known {
			lo, hi := int64(a.lo)<<count, int64(a.hi)<<count
			if lo >= math.MinInt32 && hi <= math.MaxInt32 {
				return TypeIntRange(int32(lo), int32(hi))
			}
		}
		return TypeInt32
	case OpUShr:
		switch {
		case a.lo >= 0 && known:
			return TypeIntRange(a.lo>>count, a.hi>>count)
		case a.lo >= 0:
			return TypeIntRange(0, a.hi)
		case known && count > 0:
			return TypeIntRange(0, int32(uint32(math.MaxUint32)>>uint32(count)))
		}
		return intsAndFloats(0, math.MaxUint32)
	}
	panic("BUG: bitOp: no case for " + op.String())
}

// onesCover returns the least number of the form 2^k-1 that is not below u.
func onesCover(u uint32) uint32 {
	for s := uint(1); s < 32; s <<= 1 {
		u |= u >> s
	}
	return u
}
