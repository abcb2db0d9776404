package son

// Unmoved reports whether the graph has no other form in the source than the one that it was built
// from. That is so if rules have only found out that some operators have no effect, each of which
// can only be computed where the source has it: its user is at the same control, or a phi that this
// control leads to. Equal operators that became one may be computed where each of them was, see
// [Graph.places]. Constants may have been folded that are written as before, see
// [Graph.isLiteral], and rules may have fired that change no text, see [Rule].
func (g *Graph) Unmoved() bool {
	if g.Stats.rewritten > 0 || g.Stats.gone > 0 || g.Stats.Rules[constRule.Name] > g.Stats.literals {
		return false
	}
	floating := g.Stats.literals // those that became constants
	merged := 0
	for _, n := range g.nodes {
		if n == nil || !n.Op.IsOperator() || n.in[0] != nil {
			continue
		}
		places := g.places(n)
		if places == 0 {
			return false
		}
		merged += places - 1
		if n.Op.HasMem() {
			floating += places
		}
	}
	return merged == g.Stats.merged && floating == g.Stats.Rules[floatRule.Name] // else some of them are gone
}

// NameGone says that the source names a variable where the graph does not: it is known to have no
// value there, or is declared again.
func (g *Graph) NameGone() { g.nameGone(g.instance) }

// nameGone is NameGone for a name in an instance.
func (g *Graph) nameGone(instance uint16) {
	g.Stats.gone++
	g.own(instance)
}

// own counts a change that may show, if it is not in an instance.
func (g *Graph) own(instance uint16) {
	if instance == 0 {
		g.Stats.Own++
	}
}

// losesName reports whether the source has a name of a variable for n that is not there if n is not:
// the x of x = 1, but not that of let x, which later assignments need.
func (n *Node) losesName() bool {
	return n.Op == OpLoadCell || n.Op == OpBind && !(n.Has(FlagBare) && n.Sym.Assigns > 0)
}

// isUsedAtHome reports whether the source evaluates a floating operator where it is used: by one
// user, or by the branch and the phi of a || b, a && b and a ?? b.
func (n *Node) isUsedAtHome() bool {
	home := n.Home()
	if home == nil {
		return false
	}
	switch len(n.out) {
	case 1:
		u, slot := n.Use(0)
		if u.Op != OpBind {
			return u.isAt(home, slot)
		}
		return u.in[0] == home && u.isNeededAt(home)
	case 2:
		test, _ := n.Use(0)
		if test.Op == OpPhi {
			test, _ = n.Use(1)
		}
		return test.Op == OpIf && test.in[0] == home && n.passedOn(test)
	}
	return false
}

// passedOn reports whether n, the condition of a branch, is also the value of the phi that joins the
// sides of that branch: n || b.
func (n *Node) passedOn(test *Node) bool {
	for i := range n.out {
		if u, slot := n.Use(i); u.Op == OpPhi && truthAt(u, slot, test) != Maybe {
			return true
		}
	}
	return false
}

// places returns how many equal operators of the source became n, if each of them will be computed
// where it was, or 0.
//
//	if (a == null) f(); if (a == null) g()
func (g *Graph) places(n *Node) int {
	if n.isUsedAtHome() {
		if u, _ := n.Use(0); len(n.out) == 1 && len(u.out) > 1 && u.Op.IsOperator() && u.in[0] == nil {
			return max(g.places(u), 1) // the typeof of a type guard that is repeated
		}
		return 1
	}
	if len(n.out) < 2 || !g.recomputes(n) {
		return 0
	}
	places := 0
	for i := range n.out {
		u, slot := n.Use(i)
		switch {
		case u.Op == OpPhi:
			if !u.Has(FlagExpr) {
				return 0
			}
			if side := u.in[0].in[slot]; side.Op == OpProj && side.in[0].Op == OpIf && side.in[0].in[1] == n {
				continue // the branch counts
			}
			places++
		case u.Op == OpBind:
			if u.in[0] == nil || !u.isNeededAt(u.in[0]) {
				return 0
			}
			places++
		case len(u.in) > 0 && u.in[0] != nil:
			places++
		case len(u.out) > 1:
			places += max(g.places(u), 1)
		default:
			places++
		}
	}
	return places
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
		return n.Home() == home
	}
	return n.in[0] == home
}

// isLiteral reports whether an operator that became a constant is written as before: a negative
// numeral, one that is no shorter, as that of ~1024, or an operation on literals that a comment
// explains, as in 4 /* read */ | 8 /* write */, unless speed is worth more than the comment.
func (g *Graph) isLiteral(n *Node) bool {
	for i := range n.NumIn() {
		if n.SlotKind(i) == SlotData && n.in[i].Op != OpConst {
			return false
		}
	}
	switch n.Op {
	case OpNeg:
		return true
	case OpBitNot:
		x, ok := n.Arg(0).Type.Number()
		return ok && x >= 0
	}
	return n.Op.IsOperator() && !g.Config.Speed && g.keeps(n)
}
