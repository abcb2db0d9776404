package son

// The possible results of comparing two values. Of two numbers one of the first three holds, or
// the last if one is NaN.
const (
	isLess = 1 << iota
	isEqual
	isGreater
	isUnordered
	// Of two values of any kinds: ===, only ==, or neither.
	isSame
	isAlike
	isOther
)

const (
	anyOrder    = isLess | isEqual | isGreater | isUnordered
	anyEquality = isSame | isAlike | isOther
)

// outcomes returns the results of comparing n's two values for which m, a comparison of the same
// values, is val. The results are those that n distinguishes: if n compares the order, anyOrder
// without those that the types rule out, otherwise anyEquality.
func outcomes(n, m *Node, val bool) int {
	x, y := n.Arg(0).Type, n.Arg(1).Type
	ranked := x.IsNumber() && y.IsNumber() || x.Is(KindString) && y.Is(KindString)
	all := anyEquality
	if ranked || isOrder(n.Op) {
		all = anyOrder
	}
	if ranked && !x.MayBe(KindNaN) && !y.MayBe(KindNaN) {
		all &^= isUnordered
	}
	if isOrder(m.Op) != isOrder(n.Op) && !ranked {
		return all // "1" >= 1, which implies nothing about ===
	}
	op := m.Op
	if Base(m.Arg(0)) != Base(n.Arg(0)) {
		op = mirrored(op)
	}
	set := 0
	switch op {
	case OpLt:
		set = isLess
	case OpGt:
		set = isGreater
	case OpLe:
		set = isLess | isEqual
	case OpGe:
		set = isGreater | isEqual
	case OpStrictEq:
		set = isEqual | isSame
	case OpEq:
		set = isEqual | isSame | isAlike
	case OpStrictNe:
		set = ^(isEqual | isSame)
	case OpNe:
		set = ^(isEqual | isSame | isAlike)
	}
	if !val {
		set = ^set
	}
	return set & all
}

// isOrder reports that a comparison compares the order of two values.
func isOrder(op Op) bool {
	switch op {
	case OpLt, OpGt, OpLe, OpGe:
		return true
	}
	return false
}
