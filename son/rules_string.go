package son

import "github.com/sonjs/son/parse/ast"

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
		Doc:     `(x + "a") + "b" => x + "ab"  if x + "a" has no other user: it is a string whatever x is, and x is converted as before`,
		Example: `x + "a" + "b"  =>  x + "ab"`,
		Apply: func(g *Graph, n *Node) *Node {
			x, b := n.Arg(0), n.Arg(1)
			if x.Op != OpAdd || b.Op != OpConst || !b.Type.IsString() {
				return nil
			}
			a := x.Arg(1)
			if a.Op != OpConst || !a.Type.IsString() {
				g.DependOn(n, a)
				return nil
			}
			text := ast.ConcatWTF8(a.Type.str, b.Type.str)
			if len(text) > maxConstText || !g.onlyUser(x, n) {
				return nil
			}
			g.SetIn(x, x.FirstArg()+1, g.Const(StringConst(text)))
			x.Type = TypeString // its value is a different one now: see retype
			return x
		},
	}}
}
