package son

// signatureRules are the rules for what a function gets from its calls and returns to them, where all
// its calls are known.
func signatureRules() []Rule {
	return []Rule{{
		Name:    "param-known",
		Ops:     []Op{OpParam},
		Doc:     "parameter => c  if all calls of the function are known and pass the constant c, which prints short, and the parameter has no other value and no function captures it",
		Example: "function pad(s, fill) { return fill + s }  =>  return \" \" + s  if each call is pad(…, \" \")",
		Apply: func(g *Graph, n *Node) *Node {
			if n.Sym == nil || n.Sym.Captured || n.Sym.Assigns > 1 || !n.Type.IsConst() || !g.short(n.Type) {
				return nil
			}
			return g.Const(n.Type)
		},
	}, {
		Name:    "result-unread",
		Ops:     []Op{OpReturn},
		Doc:     "return x => return  if all calls of the function are known and none uses the result: x keeps its effects",
		Example: "function add(x) { list.push(x); return list.length }  =>  list.length  if each call is add(…);",
		Apply: func(g *Graph, n *Node) *Node {
			if !g.Config.Unread || !g.work.on || n.Arg(0).Type == TypeUndefined && n.Arg(0).Op == OpConst {
				return nil
			}
			g.SetIn(n, len(n.in)-1, g.Const(TypeUndefined))
			return n
		},
	}}
}
