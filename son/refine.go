package son

import (
	"math"
	"slices"
)

// query is a query for the facts that a test proves about a value.
type query struct {
	value  *Node
	typeOf func(*Node) Type // the types of other values at the test
}

// tested appends the values about which a condition proves facts.
func tested(vs []*Node, cond *Node) []*Node {
	add := func(n *Node) {
		users := len(n.out)
		for n.Op == OpBind {
			n = n.Arg(0)
			users = max(users, len(n.out))
		}
		if n.Op == OpConst || n.IsRef() || n.Op.IsToken() || users < 2 {
			return
		}
		for _, v := range vs {
			if v == n {
				return
			}
		}
		vs = append(vs, n)
	}
	for {
		add(cond)
		if c := Base(cond); c.Op == OpNot {
			cond = c.Arg(0)
			continue
		}
		break
	}
	cond = Base(cond)
	switch cond.Op {
	case OpIsNullish, OpIsUndefined:
		add(cond.Arg(0))
	case OpIn, OpInstanceOf:
		add(cond.Arg(1))
	case OpStrictEq, OpStrictNe, OpEq, OpNe, OpLt, OpGt, OpLe, OpGe:
		for i := range 2 {
			x := cond.Arg(i)
			add(x)
			if t := Base(x); t.Op == OpTypeof {
				add(t.Arg(0))
			}
		}
	}
	return vs
}

// isTest reports that n is an operator that tested and refine look through.
func isTest(n *Node) bool {
	switch n.Op {
	case OpNot, OpBind, OpTypeof, OpIsNullish, OpIsUndefined, OpIn, OpInstanceOf,
		OpStrictEq, OpStrictNe, OpEq, OpNe, OpLt, OpGt, OpLe, OpGe:
		return true
	}
	return false
}

// refine returns the part of t, a type of the value, that is possible when the condition has the
// given truth.
func (q query) refine(t Type, cond *Node, truth bool) Type {
	const odd = KindUninit | KindCell
	if t.MayBe(odd) {
		return t
	}
	cond = Base(cond)
	if cond == q.value {
		t = t.onlyTruthy(truth)
	}
	switch cond.Op {
	case OpNot:
		return q.refine(t, cond.Arg(0), !truth)
	case OpIsNullish, OpIsUndefined:
		k := KindNullish
		if cond.Op == OpIsUndefined {
			k = KindUndefined
		}
		if Base(cond.Arg(0)) == q.value {
			t = t.only(k, truth)
		}
	case OpIn, OpInstanceOf:
		// Whatever the result, there was one: the right side is an object. The result of
		// instanceof for the left side is up to Symbol.hasInstance.
		if Base(cond.Arg(1)) == q.value {
			t = t.only(KindObjects, true)
		}
	case OpStrictEq, OpStrictNe, OpEq, OpNe:
		same := truth == (cond.Op == OpStrictEq || cond.Op == OpEq)
		strict := cond.Op == OpStrictEq || cond.Op == OpStrictNe
		for i := range 2 {
			x, y := Base(cond.Arg(i)), cond.Arg(1-i)
			other := q.typeOf(y)
			if other.MayBe(odd) {
				continue
			}
			if x == q.value {
				t = t.onlyEqual(other, same, strict)
			}
			if x.Op == OpTypeof && Base(x.Arg(0)) == q.value {
				t = t.onlyTypeof(other, same)
			}
		}
	case OpLt, OpGt, OpLe, OpGe:
		for i := range 2 {
			if Base(cond.Arg(i)) != q.value {
				continue
			}
			op := cond.Op
			if i == 1 {
				op = mirrored(op)
			}
			t = t.onlyBounded(op, q.typeOf(cond.Arg(1-i)), truth)
		}
	}
	return t
}

// only keeps the kinds, or drops them.
func (t Type) only(k Kind, keep bool) Type {
	if keep {
		return t.Meet(TypeOf(k))
	}
	return t.Without(k)
}

// onlyTruthy keeps the values that ToBoolean converts to true, or to false. document.all is
// false.
func (t Type) onlyTruthy(truth bool) Type {
	if truth {
		t = t.Without(KindNullish | KindFalse | KindNegZero | KindNaN | KindDDA).less(IntConst(0))
		return t.less(StringConst("")).less(BigIntConst("0"))
	}
	t = t.Meet(TypeOf(KindNullish | KindFalse | KindNegZero | KindNaN | KindDDA | KindString | KindBigInt).Join(IntConst(0)))
	if t = t.meetTexts(t, StringConst("")); t.kinds == KindBigInt {
		t = t.Meet(BigIntConst("0"))
	}
	return t
}

// less removes one constant from a set, if sets can represent that.
func (t Type) less(c Type) Type {
	switch {
	case c.kinds == KindInt && t.MayBe(KindInt):
		switch {
		case t.lo == c.lo && t.hi == c.lo:
			return t.Without(KindInt)
		case t.lo == c.lo:
			t.lo++
		case t.hi == c.lo:
			t.hi--
		}
	case c.con && c.kinds == KindString:
		return t.lessText(c.str)
	case t == c:
		return TypeTop
	case !c.con && c.kinds != KindInt && c.IsConst():
		return t.Without(c.kinds)
	}
	return t
}

// onlyEqual keeps the values that are equal to a member of other, or that are not equal to every
// member.
func (t Type) onlyEqual(other Type, same, strict bool) Type {
	if !strict && !(other.Is(KindNullish) || sameClass(t, other)) {
		return t // == converts
	}
	switch {
	case other.IsTop():
		return TypeTop
	case !strict && other.Is(KindNullish):
		return t.only(KindNullish|KindDDA, same)
	case same:
		u := other.Without(KindNaN)
		if hasZero(u) {
			u = u.Join(IntConst(0)).Join(TypeNegZero)
		}
		return t.Meet(u)
	case hasZero(other) && other.Is(KindInt|KindNegZero):
		if other.Is(KindNegZero) || other == IntConst(0) || other == IntConst(0).Join(TypeNegZero) {
			return t.Without(KindNegZero).less(IntConst(0))
		}
		return t
	case other.IsConst() && other != TypeNaN:
		return t.less(other)
	}
	return t
}

// sameClass reports that == on the two sets is ===.
func sameClass(t, u Type) bool {
	for _, k := range []Kind{KindBool, KindNumber, KindBigInt, KindString, KindSymbol, KindObjects} {
		if t.Is(k) && u.Is(k) {
			return true
		}
	}
	return false
}

// onlyTypeof keeps the values whose typeof is a member of other, or is not.
func (t Type) onlyTypeof(other Type, same bool) Type {
	if other.IsTop() {
		return TypeTop
	}
	var buf textBuffer
	names, ok := other.texts(buf[:0])
	if !ok || other.kinds != KindString || !same && len(names) > 1 {
		return t
	}
	var kinds Kind
	for _, c := range typeofClasses {
		if slices.Contains(names, c.name) {
			kinds |= c.kinds
		}
	}
	return t.only(kinds, same)
}

// mirrored is the operator with the same result for exchanged operands.
func mirrored(op Op) Op {
	switch op {
	case OpLt:
		return OpGt
	case OpGt:
		return OpLt
	case OpLe:
		return OpGe
	case OpGe:
		return OpLe
	}
	return op
}

// onlyBounded keeps the numbers for which a comparison with a member of other is true, or for
// which one is false. Only numbers are compared without conversion.
func (t Type) onlyBounded(op Op, other Type, truth bool) Type {
	if t.IsTop() || other.IsTop() {
		return TypeTop
	}
	if !t.IsNumber() || !other.IsNumber() {
		return t
	}
	if truth {
		t, other = t.Without(KindNaN), other.Without(KindNaN) // with NaN it is false
		if t.IsTop() || other.IsTop() {
			return TypeTop
		}
	} else {
		if other.MayBe(KindNaN) {
			return t
		}
		op = negated(op)
	}
	if other.MayBe(KindFloat) {
		return t
	}
	lo, hi, _ := intBounds(other)
	switch op {
	case OpLt:
		return t.within(math.MinInt64, hi-1)
	case OpLe:
		return t.within(math.MinInt64, hi)
	case OpGt:
		return t.within(lo+1, math.MaxInt64)
	}
	return t.within(lo, math.MaxInt64)
}

// negated is the comparison that is true where op is false, if neither operand is NaN.
func negated(op Op) Op {
	switch op {
	case OpLt:
		return OpGe
	case OpGe:
		return OpLt
	case OpGt:
		return OpLe
	}
	return OpGt
}

// within keeps only the integers and zeros from lo to hi.
func (t Type) within(lo, hi int64) Type {
	if t.MayBe(KindNegZero) && (lo > 0 || hi < 0) {
		t = t.Without(KindNegZero)
	}
	if !t.MayBe(KindInt) {
		return t
	}
	lo, hi = max(lo, int64(t.lo)), min(hi, int64(t.hi))
	if lo > hi {
		return t.Without(KindInt)
	}
	t.lo, t.hi = int32(lo), int32(hi)
	return t
}
