package son

import "slices"

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
		Name:    "not-not-tested",
		Ops:     []Op{OpNot},
		Doc:     "!!x => x  in operands of && and ||, and sides of a conditional expression, of which only the truth is used",
		Example: "if (!!a && !!b) f()  =>  if (a && b) f()",
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			if x.Op != OpNot || !slices.ContainsFunc(n.out, func(u *Node) bool { return u.Op == OpPhi }) {
				return nil
			}
			if !g.work.late {
				if g.work.on {
					g.work.early = append(g.work.early, n)
				}
				return nil
			}
			var phis []*Node
			if !g.onlyTested(n, n, &phis, maxTested) {
				return nil
			}
			x = x.Arg(0)
			for _, phi := range phis {
				phi.Type = phi.Type.Join(x.Type) // its value is a different one now: see retype
			}
			return x
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
		Name:    "equal-nots",
		Ops:     []Op{OpEq, OpNe, OpStrictEq, OpStrictNe},
		Doc:     "!x === !y => x === y  if x and y are booleans; also for !==, == and !=",
		Example: "!!a === !!b  =>  !a === !b",
		learns:  func(n *Node) bool { return n.Arg(0).Op == OpNot && n.Arg(1).Op == OpNot },
		Apply: func(g *Graph, n *Node) *Node {
			x, y := n.Arg(0), n.Arg(1)
			if x.Op != OpNot || y.Op != OpNot {
				return nil
			}
			x, y = x.Arg(0), y.Arg(0)
			if !x.Type.IsBool() || !y.Type.IsBool() {
				g.DependOn(n, x)
				g.DependOn(n, y)
				return nil
			}
			return g.op(n, n.Op, x, y)
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

// maxTested bounds how many expressions a value passes through on its way to a test.
const maxTested = 8

// onlyTested reports whether all that uses x asks for its truth, and lists the phis through which it
// passes.
func (g *Graph) onlyTested(visited, x *Node, phis *[]*Node, depth int) bool {
	if depth == 0 || len(x.out) > ManyUsers {
		return false
	}
	for _, u := range x.out {
		switch {
		case u.Op == OpIf && !u.Has(FlagSwitch), u.Op == OpNot:
		case u.Op == OpPhi && u.Has(FlagExpr) && !u.Has(FlagMem) && !g.IsOpen(u):
			if slices.Contains(*phis, u) {
				continue
			}
			if *phis = append(*phis, u); !g.onlyTested(visited, u, phis, depth-1) {
				return false
			}
		default:
			g.DependOn(visited, u)
			return false
		}
	}
	return len(x.out) > 0
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
