package son

// stringRules are the rules for string concatenation.
func stringRules() []Rule {
	return []Rule{{
		Name:    "join-empty",
		Ops:     []Op{OpAdd},
		Doc:     `x + "", "" + x => x  if x is string`,
		Example: "`${x}` + \"\"  =>  `${x}`",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			x, y := n.Arg(0), n.Arg(1)
			empty := StringConst("")
			switch {
			case isConst(y, empty) && x.Type.IsString():
				return x
			case isConst(x, empty) && y.Type.IsString():
				return y
			}
			return nil
		},
	}, {
		Name:    "join-consts",
		Ops:     []Op{OpAdd},
		Doc:     `(x + "a") + "b" => x + "ab"  if x + "a" has no other user: it is a string whatever x is, and x is converted as before; b may be a number, a bigint or null, too`,
		Example: `x + "a" + "b"  =>  x + "ab"`,
		Apply: func(g *Graph, n *Node) *Node {
			x, b := n.Arg(0), n.Arg(1)
			if x.Op != OpAdd || b.Op != OpConst || !b.Type.Is(KindString|KindNumber|KindBigInt|KindNull) {
				return nil
			}
			a := x.Arg(1)
			if a.Op != OpConst || !a.Type.IsString() {
				g.DependOn(n, a)
				return nil
			}
			sum, ok := FoldBinary(OpAdd, a.Type, b.Type)
			if !ok || len(sum.str) > maxConstText || !g.onlyUser(x, n) {
				return nil
			}
			g.SetIn(x, x.FirstArg()+1, g.Const(sum))
			x.Type = TypeString // its value is a different one now: see retype
			return x
		},
	}, {
		Name:    "join-before",
		Ops:     []Op{OpAdd},
		Doc:     `"a" + ("b" + x) => "ab" + x, "a" + (x + "") => "a" + x  if the sum in parentheses has no other user: x is converted as before`,
		Example: `"a" + ("b" + x)  =>  "ab" + x`,
		Apply: func(g *Graph, n *Node) *Node {
			a, y := n.Arg(0), n.Arg(1)
			if a.Op != OpConst || !a.Type.IsString() || y.Op != OpAdd {
				return nil
			}
			b, x := y.Arg(0), y.Arg(1)
			if isConst(x, StringConst("")) {
				b, x = x, b
			}
			if b.Op != OpConst || !b.Type.IsString() {
				g.DependOn(n, b)
				g.DependOn(n, x)
				return nil
			}
			sum, ok := FoldBinary(OpAdd, a.Type, b.Type)
			if !ok || len(sum.str) > maxConstText || !g.onlyUser(y, n) {
				return nil
			}
			return g.joinInstead(y, g.Const(sum), x)
		},
	}, {
		Name:    "join-empty-before",
		Ops:     []Op{OpAdd},
		Doc:     `("" + x) + "a" => x + "a"  if "" + x has no other user: either converts x in the same way`,
		Example: `"" + x + "a"  =>  x + "a"`,
		Apply: func(g *Graph, n *Node) *Node {
			y, a := n.Arg(0), n.Arg(1)
			if y.Op != OpAdd || a.Op != OpConst || !a.Type.IsString() {
				return nil
			}
			if !isConst(y.Arg(0), StringConst("")) {
				g.DependOn(n, y.Arg(0))
				return nil
			}
			if !g.onlyUser(y, n) {
				return nil
			}
			return g.joinInstead(y, y.Arg(1), a)
		},
	}}
}

// joinInstead gives the sum y, which stays where it is, other operands. The result is a string.
func (g *Graph) joinInstead(y, a, b *Node) *Node {
	first := y.FirstArg()
	if b == y.Arg(0) { // an operand that is not used in between may be removed
		g.SetIn(y, first+1, b)
		g.SetIn(y, first, a)
	} else {
		g.SetIn(y, first, a)
		g.SetIn(y, first+1, b)
	}
	y.Type = TypeString // its value is a different one now: see retype
	return y
}
