package son

// cellRules are the rules for cells, the bindings that closures share.
func cellRules() []Rule {
	return []Rule{{
		Name:    "load-stored",
		Ops:     []Op{OpLoadCell},
		Doc:     "load of c right after c = x => x  if x has a name of its own: nothing happens in between; any other value gets its name from the cell, and a parameter's cell is its name; a store that throws (constant binding) is not followed by a load",
		Example: "c = x; g(c); use(() => c)  =>  c = x; g(x); …",
		learns:  func(n *Node) bool { return n.in[1] != nil && n.in[1].Op == OpStoreCell },
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
			if x.Type.MayBe(KindUninit) || !g.IsName(x) || x.Op == OpParam && x.Sym != nil && x.Sym == cell.Sym {
				return nil
			}
			return x
		},
	}, {
		Name:    "captured-initialized",
		Ops:     []Op{OpLoadCell, OpStoreCell},
		Doc:     "access to a captured binding with a TDZ check => one without  under the assumption no-tdz",
		Example: "() => { x; g() }  =>  () => { g() }  where x is a let of an enclosing scope",
		Assumes: AssumeNoTDZ,
		Apply: func(g *Graph, n *Node) *Node {
			if !n.Has(FlagTDZ) || n.Arg(0).Op != OpCapturedCell {
				return nil
			}
			n.Flags &^= FlagTDZ
			return n
		},
	}}
}

// IsName reports whether a value prints as short as a name: a constant, a parameter, a captured
// value or a variable.
func (g *Graph) IsName(n *Node) bool {
	switch n.Op {
	case OpConst:
		return g.short(n.Type)
	case OpParam, OpCaptured, OpThis, OpBind:
		return true
	}
	return false
}
