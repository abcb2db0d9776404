package son

// cellRules are the rules for cells, the bindings that closures share, and for the arguments object.
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
	}, {
		Name:    "arguments-length",
		Ops:     []Op{OpLoad},
		Doc:     "load of length from the arguments object => ArgumentsLength  if nothing else is done with the object, also not by the parameter list: then nobody can change the property",
		Example: "g(arguments.length, arguments.length)  =>  both are the same value, whatever happens in between",
		Apply: func(g *Graph, n *Node) *Node {
			if n.Arg(0).Op != OpArguments || n.Str != "length" || !g.onlyLength(n) {
				return nil
			}
			return g.op(n, OpArgumentsLength)
		},
	}}
}

// onlyLength reports whether all uses of the arguments object that n loads from are loads of its
// length. While a graph is being built, more may follow.
func (g *Graph) onlyLength(n *Node) bool {
	x := n.Arg(0)
	if !g.work.on || x.Idx == ArgumentsShared || len(x.out) > maxLengthLoads {
		return false
	}
	for _, u := range x.out {
		if u.Op != OpLoad || u.Str != "length" {
			g.DependOn(n, u)
			return false
		}
	}
	return true
}

// maxLengthLoads bounds how many loads of one length are replaced: each looks at all of them.
const maxLengthLoads = 100

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
