package son

// cellRules are the rules of cells: the bindings that closures share.
func cellRules() []Rule {
	return []Rule{{
		Name:    "load-stored",
		Ops:     []Op{OpLoadCell},
		Doc:     "load of c right after c = x => x: nothing came between; a store that throws (constant binding) is not followed by a load",
		Example: "c = f(); g(c); use(() => c)  =>  t = f(); c = t; g(t); …",
		Apply: func(g *Graph, n *Node) *Node {
			st, cell := n.in[1], n.Arg(0)
			if st == nil || st.Op != OpStoreCell || st.Has(FlagConst) {
				return nil
			}
			if st.Arg(0) != cell {
				g.DependOn(n, st.Arg(0))
				return nil
			}
			x := st.Arg(1)
			g.DependOn(n, x)
			if x.Type.MayBe(KindHole) {
				return nil
			}
			return x
		},
	}}
}
