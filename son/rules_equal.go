package son

// equalRules are the rules for equality, ! and typeof.
func equalRules() []Rule {
	return []Rule{{
		Name:    "not-equal",
		Ops:     []Op{OpNot},
		Doc:     "!(a === b) => a !== b, !(a == b) => a != b, and back  if the comparison has no effect of its own; never for < and the like, where both a comparison and its inverse are false on NaN",
		Example: "!(a === b)  =>  a !== b",
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			opposite, ok := oppositeEqual(x.Op)
			if !ok || !pure(x) {
				return nil
			}
			y := g.op(n, opposite, x.Arg(0), x.Arg(1))
			if y.Order == n.Order { // not an equal one that stood elsewhere already
				y.Flags |= x.Flags & FlagSwapped
			}
			return y
		},
	}, {
		Name:    "not-not",
		Ops:     []Op{OpNot},
		Doc:     "!!x => x  if x is boolean; !!!x => !x",
		Example: "!!(a < b)  =>  a < b",
		learns:  func(n *Node) bool { return n.Arg(0).Op == OpNot },
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			if x.Op != OpNot {
				return nil
			}
			y := x.Arg(0)
			g.DependOn(n, y)
			if y.Type.IsBool() {
				return y
			}
			if y.Op == OpNot {
				return y
			}
			return nil
		},
	}, {
		Name:    "equal-bool",
		Ops:     []Op{OpEq, OpNe, OpStrictEq, OpStrictNe},
		Doc:     "x === true => x, x === false => !x, and for !== the opposite  if x is boolean; also for == and !=",
		Example: "(a < b) === true  =>  a < b",
		learns:  func(n *Node) bool { return n.Arg(0).Type.IsBool() && n.Arg(1).Type.IsBool() },
		Apply: func(g *Graph, n *Node) *Node {
			x, k := n.Arg(0), n.Arg(1)
			if !x.Type.IsBool() || k.Op != OpConst || !k.Type.IsBool() {
				return nil
			}
			same := n.Op == OpEq || n.Op == OpStrictEq
			if (k.Type == TypeTrue) == same {
				return x
			}
			return g.op(n, OpNot, x)
		},
	}, {
		Name:    "equal-self",
		Ops:     []Op{OpEq, OpNe, OpStrictEq, OpStrictNe},
		Doc:     "x === x => true, x !== x => false  if x is not NaN; also for == and !=",
		Example: "(x & 7) === (x & 7)  =>  true",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			if x != n.Arg(1) || !x.Type.Is(KindAny&^KindNaN) {
				return nil
			}
			return g.Const(BoolConst(n.Op == OpEq || n.Op == OpStrictEq))
		},
	}, {
		Name:    "equal-undefined",
		Ops:     []Op{OpEq, OpNe},
		Doc:     "x == undefined => x == null, and for !=: both test for the same values; null is a keyword, which nobody can rebind",
		Example: "x == undefined  =>  x == null",
		Apply: func(g *Graph, n *Node) *Node {
			if !isConst(n.Arg(1), TypeUndefined) {
				return nil
			}
			g.SetIn(n, n.FirstArg()+1, g.Const(TypeNull))
			return n
		},
	}, {
		Name:    "typeof-is",
		Ops:     []Op{OpEq, OpNe, OpStrictEq, OpStrictNe},
		Doc:     `typeof x === "s" => false  if no value that x may have has the type s; typeof x === "undefined" => x === undefined  if x is not document.all; also for !==, == and !=`,
		Example: `typeof (x & 7) === "string"  =>  false`,
		Apply:   typeofIs,
		learns:  func(n *Node) bool { return n.Arg(0).Op == OpTypeof },
	}}
}

// oppositeEqual returns the operator with the opposite result.
func oppositeEqual(op Op) (Op, bool) {
	switch op {
	case OpEq:
		return OpNe, true
	case OpNe:
		return OpEq, true
	case OpStrictEq:
		return OpStrictNe, true
	case OpStrictNe:
		return OpStrictEq, true
	}
	return op, false
}

// typeofIs is the rule "typeof-is".
func typeofIs(g *Graph, n *Node) *Node {
	t, k := n.Arg(0), n.Arg(1)
	name, ok := k.Type.Text()
	if t.Op != OpTypeof || k.Op != OpConst || !ok || !k.Type.IsString() {
		return nil
	}
	x := t.Arg(0)
	g.DependOn(n, x)
	same := n.Op == OpEq || n.Op == OpStrictEq
	has := Kind(0)
	for _, c := range typeofClasses {
		if c.name == name {
			has = c.kinds
		}
	}
	switch {
	case x.Type.MayBe(KindUninit) || x.Type.IsTop():
		return nil
	case !x.Type.MayBe(has):
		return g.Const(BoolConst(!same))
	case name == "undefined" && !x.Type.MayBe(KindDDA):
		op := OpStrictEq
		if !same {
			op = OpStrictNe
		}
		return g.op(n, op, x, g.Const(TypeUndefined))
	}
	return nil
}
