// Package sink holds the passes that undo value numbering: they copy a value to where it is needed, if
// that is better than a variable for it.
package sink

import (
	"slices"

	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// Rematerialize undoes value numbering where it does not pay: a cheap operator on names is
// shorter written twice than held in a variable.
//
//	if (!a) f(); g(!a)     stays so instead of     t = !a; if (t) f(); g(t)
//
// It needs the fixpoint of the rules, and no pass after it may number values. Cost is linear in
// the edges.
func Rematerialize(g *son.Graph) {
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if len(n.Users()) > 1 && (cost.Cheap(n) || g.Config.Authored && isIndex(n)) || cost.IsTerm(n) && len(n.Users()) > 0 {
			list = append(list, n)
		}
	})
	for _, n := range list {
		groups := usesOf(n)
		if cost.IsTerm(n) { // it is where it is used, wherever the source computes it first
			n.SetHome(nil)
			n.Order = groups[0][0].u.Order
		}
		for _, uses := range groups[1:] {
			m := copyOf(g, n)
			if k := cost.TypeGuard(n); k >= 0 { // its typeof is rematerialized, too
				g.SetIn(m, k, copyOf(g, n.In(k)))
			} else {
				for k, x := range n.Ins() {
					if x != nil && (isArithmetic(x) && cost.Cheap(x) && !cost.Cheap(n) || cost.IsTerm(x)) {
						g.SetIn(m, k, copyOf(g, x))
					}
				}
			}
			for _, k := range uses {
				later(m, k.u)
				g.SetIn(k.u, k.slot, m)
			}
			if cost.IsTerm(m) {
				m.Order = uses[0].u.Order
			}
			for _, x := range m.Args() {
				if cost.IsTerm(x) {
					x.Order = m.Order
				}
			}
		}
	}
	nameValues(g)
}

// nameValues gives a value that needs a variable the name of the parameter of an inlined callee that gets it,
// instead of a second variable:
//
//	t = i - 1 >> 1; j = t; swap(a, i, j); i = t     =>     j = i - 1 >> 1; swap(a, i, j); i = j
func nameValues(g *son.Graph) {
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.IsCalleeName() && n.Has(son.FlagInit) {
			list = append(list, n)
		}
	})
	son.SortByOrder(list)
	for _, n := range list {
		x := n.Arg(0)
		if len(x.Users()) < 2 || x.Sym != nil || x.Ctrl() != nil || !isArithmetic(x) && !(x.Op == son.OpBuiltin && son.Floats(x)) {
			continue
		}
		x.Sym = n.Sym.Beside(n.Sym.Name, n.Sym.Kind)
		g.Replace(n, x, nil)
	}
}

// isIndex reports whether n is an expression that authors repeat, where people read the output:
// it has two or three operators on names and constants, and all its uses are indices of
// elements.
//
//	p[2 * i + 1] = q[2 * i + 1]      stays so instead of     t = 2 * i + 1; p[t] = q[t]
func isIndex(n *son.Node) bool {
	if !isArithmetic(n) || n.Ctrl() != nil || n.Mem() != nil {
		return false
	}
	for _, u := range n.Users() {
		if u.Op != son.OpLoadIdx && u.Op != son.OpStoreIdx || u.Arg(1) != n {
			return false
		}
	}
	for _, x := range n.Args() {
		switch {
		case isArithmetic(x) && cost.Cheap(x):
		case x.Op == son.OpConst, x.Op == son.OpParam, x.Op == son.OpBind, x.Op == son.OpCaptured, x.Op == son.OpPhi && !x.Has(son.FlagExpr):
		default:
			return false
		}
	}
	return true
}

// isArithmetic reports whether n is an operator that adds or scales numbers.
func isArithmetic(n *son.Node) bool {
	switch n.Op {
	case son.OpAdd, son.OpSub, son.OpMul, son.OpShl, son.OpShr, son.OpBitAnd, son.OpBitOr:
		return true
	}
	return false
}

// copyOf returns a copy of a floating operator for one of its users: it has no name, and is
// written where that user is.
func copyOf(g *son.Graph, n *son.Node) *son.Node {
	m := g.Clone(n, n.Ins()...)
	m.Sym = nil
	m.SetHome(nil)
	return m
}

// later gives m, a copy for its user u, the source position of u.
func later(m, u *son.Node) {
	if u.Order > m.Order && !u.Op.IsControl() && u.Op != son.OpPhi {
		m.Order = u.Order
	}
}

// use is one slot of a user.
type use struct {
	u    *son.Node
	slot int
}

// usesOf returns n's uses in source order, with those that print as one grouped together: the
// branch of && or || and the phi that passes its value on, and the cases of a switch on n.
func usesOf(n *son.Node) [][]use {
	users := slices.Clone(n.Users())
	slices.SortFunc(users, func(a, b *son.Node) int {
		if a.Order != b.Order {
			return int(a.Order - b.Order)
		}
		return int(a.ID - b.ID)
	})
	var groups [][]use
	at := map[*son.Node]int{}      // by branch
	cases := map[int32]*son.Node{} // by number of the switch: the first case
	for _, u := range slices.Compact(users) {
		key := u
		if u.Op == son.OpPhi && u.Has(son.FlagExpr) {
			if iff := branchOf(u); iff != nil {
				key = iff
			}
		}
		if iff := caseOf(u); iff != nil && u.Arg(0) == n {
			if cases[iff.Idx] == nil {
				cases[iff.Idx] = iff
			}
			key = cases[iff.Idx]
		}
		for i, x := range u.Ins() {
			if x != n {
				continue
			}
			k, ok := at[key]
			if !ok || key == u && u.Op != son.OpIf && u.Op != son.OpPhi {
				k = len(groups)
				groups = append(groups, nil)
				at[key] = k
			}
			groups[k] = append(groups[k], use{u, i})
		}
	}
	return groups
}

// caseOf returns the If of a case of a switch if n is its comparison, or nil.
func caseOf(n *son.Node) *son.Node {
	if n.Op != son.OpStrictEq || len(n.Users()) != 1 {
		return nil
	}
	if iff := n.Users()[0]; iff.Op == son.OpIf && iff.Has(son.FlagSwitch) {
		return iff
	}
	return nil
}

// branchOf returns the If whose two sides a phi of an expression joins.
func branchOf(phi *son.Node) *son.Node {
	for _, p := range phi.Region().Ins()[1:] {
		if p.Op == son.OpProj && p.In(0).Op == son.OpIf && p.In(0).Has(son.FlagExpr) {
			return p.In(0)
		}
	}
	return nil
}
