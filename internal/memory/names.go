package memory

import "github.com/sonjs/son/son"

var nameAgainRule = son.Rule{
	Name:    "name-again",
	File:    "internal/memory/names.go",
	Ops:     []son.Op{son.OpBind},
	Doc:     "bind x => the name that x has  with --for speed, if that gives a variable of an inlined callee its only value, and no function captures it",
	Example: "const f = p => { const k = p * 2; g(k); return k }; h(f(x), f(x))  =>  const k = x * 2; g(k); g(k); h(k, k)",
}

var authorNameRule = son.Rule{
	Name:    "author-name",
	File:    "internal/memory/names.go",
	Ops:     []son.Op{son.OpBind},
	Doc:     "x = bind y, where y is the only name of a value of an inlined callee => x is that name from the beginning; with --for speed",
	Example: "const make = () => { const o = new O(); list.push(o); return o }; const first = make()  =>  const first = new O(); list.push(first)",
}

// nameOnce replaces names of inlined callees, and of parts of objects that are gone, by earlier names of the same values.
func nameOnce(g *son.Graph) {
	if !g.Config.Speed || g.Stats.Inlined == 0 {
		return
	}
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.IsCalleeName() && n.Ctrl() != nil && !n.Has(son.FlagPattern|son.FlagUnset) && len(n.Arg(0).Users()) > 1 && n.Arg(0).Op != son.OpConst {
			list = append(list, n)
		}
	})
	if len(list) == 0 {
		return
	}
	son.SortByOrder(list)
	c := g.CFG()
	for _, n := range list {
		if u := c.NameBefore(n, n.Arg(0)); u != nil && u != n && !u.Sym.Captured && g.Spend(&nameAgainRule, n, u) {
			g.Replace(n, u, nil)
		}
	}
}

// authorNames gives values of inlined callees the names that the caller has for them.
func authorNames(g *son.Graph) {
	if !g.Config.Speed || g.Stats.Inlined == 0 {
		return
	}
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpBind && n.Instance == 0 && n.Has(son.FlagDecl) && !n.Has(son.FlagPattern|son.FlagUnset) && n.Sym != nil && n.Sym.Assigns <= 1 && !n.Sym.Captured {
			if of := n.Arg(0); of.IsCalleeName() && of.Ctrl() != nil {
				list = append(list, n)
			}
		}
	})
	son.SortByOrder(list)
	for _, n := range list {
		if of := n.Arg(0); of.IsCalleeName() && g.Spend(&authorNameRule, n, of) {
			of.Sym, of.Instance = n.Sym, 0
			g.Replace(n, of, nil)
		}
	}
}
