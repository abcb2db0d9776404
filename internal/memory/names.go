package memory

import "github.com/sonjs/son/son"

var nameAgainRule = son.Rule{
	Name:    "name-again",
	File:    "internal/memory/names.go",
	Ops:     []son.Op{son.OpBind},
	Doc:     "bind x => the name that x has  with --for speed, if that gives a variable of an inlined callee its only value, and no function captures it",
	Example: "const f = p => { const k = p * 2; g(k); return k }; h(f(x), f(x))  =>  const k = x * 2; g(k); g(k); h(k, k)",
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
