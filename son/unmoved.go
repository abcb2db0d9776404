package son

// Unmoved reports whether the graph has no other form in the source than the one that it was built
// from. That is so if rules have only found out that some operators have no effect, each of which
// can only be computed where the source has it: its user is at the same control, or a phi that this
// control leads to. Constants may have been folded that are written as before, see
// [Graph.isLiteral], and rules may have fired that change no text, see [Rule].
func (g *Graph) Unmoved() bool {
	if g.Stats.rewritten > 0 || g.Stats.gone > 0 || g.Stats.Rules[constRule.Name] > g.Stats.literals {
		return false
	}
	floating := g.Stats.literals // those that became constants
	for _, n := range g.nodes {
		if n == nil || !n.Op.IsOperator() || n.in[0] != nil {
			continue
		}
		if !n.isUsedAtHome() {
			return false
		}
		if n.Op.HasMem() {
			floating++
		}
	}
	return floating == g.Stats.Rules[floatRule.Name] // else some of them are gone
}

// NameGone says that the source reads a variable whose name is not in the graph: it is known to have
// no value.
func (g *Graph) NameGone() { g.Stats.gone++ }

// isUsedAtHome reports whether the source evaluates a floating operator where it is used: by one
// user, or by the branch and the phi of a || b, a && b and a ?? b.
func (n *Node) isUsedAtHome() bool {
	if n.home == nil {
		return false
	}
	switch len(n.out) {
	case 1:
		u, slot := n.Use(0)
		if u.Op != OpBind {
			return u.isAt(n.home, slot)
		}
		return u.in[0] == n.home && u.isNeededAt(n.home)
	case 2:
		test, _ := n.Use(0)
		phi, slot := n.Use(1)
		if test.Op == OpPhi {
			phi, slot = n.Use(0)
			test, _ = n.Use(1)
		}
		if test.Op != OpIf || test.in[0] != n.home || phi.Op != OpPhi {
			return false
		}
		side := phi.in[0].in[slot]
		return side.Op == OpProj && side.in[0] == test
	}
	return false
}

// isNeededAt reports whether a name cannot move from its place, because something is there that
// uses it, or because the variable is assigned there for a later phi.
func (n *Node) isNeededAt(home *Node) bool {
	for i := range n.out {
		u, slot := n.Use(i)
		assigned := u.Op == OpPhi && !u.Has(FlagExpr) && n.Sym != nil && u.Sym == n.Sym
		if assigned || len(u.in) > 0 && u.isAt(home, slot) {
			return true
		}
	}
	return false
}

// isAt reports whether n uses its input in a slot at a control. A floating user is looked at
// itself.
func (n *Node) isAt(home *Node, slot int) bool {
	switch {
	case n.Op == OpPhi:
		return n.in[0].in[slot] == home
	case n.in[0] == nil:
		return n.home == home
	}
	return n.in[0] == home
}

// isLiteral reports whether an operator that became a constant is written as before: a negative
// numeral, or an operation on literals that a comment explains, as in 4 /* read */ | 8 /* write */.
func (g *Graph) isLiteral(n *Node) bool {
	for i := range n.NumIn() {
		if n.SlotKind(i) == SlotData && n.in[i].Op != OpConst {
			return false
		}
	}
	return n.Op == OpNeg || n.Op.IsOperator() && g.keeps(n)
}
