package passes

import "github.com/sonjs/son/son"

// clone undoes value numbering where it does not pay: a cheap operator on names
// is shorter written twice than kept in a variable.
//
//	if (!a) f(); g(!a)     stays so instead of     t = !a; if (t) f(); g(t)
//
// It needs the fixpoint of the rules and must be the last pass: nothing after it
// may number values. Cost is linear in the edges.
func clone(g *son.Graph) {
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if len(n.Users()) > 1 && cheap(n) {
			list = append(list, n)
		}
	})
	for _, n := range list {
		keep := tested(n)
		type use struct {
			u    *son.Node
			slot int
		}
		var uses []use
		seen := map[*son.Node]bool{}
		for _, u := range n.Users() {
			if seen[u] {
				continue
			}
			seen[u] = true
			for i, x := range u.Ins() {
				if x == n && !keep[u] {
					uses = append(uses, use{u, i})
				}
			}
		}
		if len(keep) == 0 && len(uses) > 0 {
			uses = uses[1:]
		}
		for _, k := range uses {
			m := g.NewNode(n.Op, append([]*son.Node{}, n.Ins()...)...)
			m.Type, m.Span, m.Order = n.Type, n.Span, n.Order
			if k.u.Order > m.Order && !k.u.Op.IsControl() && k.u.Op != son.OpPhi {
				m.Order = k.u.Order
			}
			g.SetIn(k.u, k.slot, m)
		}
	}
}

// cheap reports whether n floats, is one operator, and has names for operands.
func cheap(n *son.Node) bool {
	switch n.Op {
	case son.OpNot, son.OpStrictEq, son.OpStrictNe, son.OpTypeof, son.OpEq, son.OpNe, son.OpLt, son.OpLe, son.OpGt, son.OpGe:
	default:
		return false
	}
	if n.Ctrl() != nil || n.Mem() != nil {
		return false
	}
	for _, x := range n.Args() {
		switch x.Op {
		case son.OpConst, son.OpParam, son.OpBind, son.OpCaptured, son.OpThis:
		case son.OpPhi:
			if x.Has(son.FlagExpr) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// tested returns the uses of n that print as one: the branch of && and || and
// the phi that gives its value on.
func tested(n *son.Node) map[*son.Node]bool {
	var iff *son.Node
	for _, u := range n.Users() {
		if u.Op == son.OpIf && u.Has(son.FlagExpr) {
			iff = u
			break
		}
	}
	if iff == nil {
		return nil
	}
	keep := map[*son.Node]bool{iff: true}
	for _, p := range son.Projections(iff, 2) {
		if p == nil {
			continue
		}
		for _, r := range p.Users() {
			if r.Op != son.OpRegion {
				continue
			}
			for _, u := range r.Users() {
				if u.Op == son.OpPhi && u.Has(son.FlagExpr) {
					keep[u] = true
				}
			}
		}
	}
	return keep
}
