package son

import "slices"

// The value of a variable may have to be evaluated though nobody reads the variable:
//
//	var dx = x - prevX;      // valueOf runs
//
// Without the store there would be a statement that seems to do nothing, `x - prevX;`, which a
// linter reports and no author would leave. So in output for readers such a store stays. It is
// removed if the rest is a call or the like, or nothing.

// maxLeftover bounds how deep a value is inspected.
const maxLeftover = 8

// namesLeftover reports whether n is a store whose value would remain as a useless expression.
// needed reports which nodes stay.
func (g *Graph) namesLeftover(n *Node, needed func(*Node) bool) bool {
	if !g.Config.Authored || !g.Config.Fold || n.Op != OpBind || n.Flags&(FlagUnset|FlagPattern) != 0 || n.Sym == nil || n.Span.IsZero() ||
		n.in[0] == nil || !needed(n.in[0]) {
		return false
	}
	return isLeftover(n.Arg(0), n, needed, maxLeftover) || g.testsForIt(n, needed)
}

// testsForIt reports whether an if statement exists only for the store n, and its test would
// remain as a useless expression:
//
//	if (!shown || isBlank()) ticks = [];      // isBlank runs
func (g *Graph) testsForIt(n *Node, needed func(*Node) bool) bool {
	p := n.in[0]
	if p.Op != OpProj || p.in[0] == nil || p.in[0].Op != OpIf || n.Has(FlagNested|FlagDecl) {
		return false
	}
	iff := p.in[0]
	var join *Node
	for _, side := range iff.out {
		for _, u := range side.out {
			switch {
			case !needed(u) || u.Op == OpBind && !slices.ContainsFunc(u.out, needed):
			case u.Op == OpRegion && (join == nil || join == u):
				join = u
			default:
				return false
			}
		}
	}
	if join == nil {
		return false
	}
	if d, _ := Diamond(join); d != iff {
		return false
	}
	for _, u := range join.out {
		if u.Op == OpPhi && needed(u) {
			return false
		}
	}
	return isLeftover(iff.Cond(), iff, needed, maxLeftover)
}

// isBeginning reports whether n is the store of a constant in a variable's declaration. In
// output for readers it stays, though nobody reads it, as long as the declaration does: var
// count = 0 shows what the variable is for, and costs nothing. So does x = null, by which an
// author releases the old value of x. Whether it is still needed is decided in a sweep; see
// markBeginnings.
func (g *Graph) isBeginning(n *Node) bool {
	if !g.Config.Authored || !g.Config.Fold || n.Op != OpBind || n.Sym == nil || n.Span.IsZero() || !n.Arg(0).Type.IsConst() {
		return false
	}
	switch x := Base(n.Arg(0)); {
	case x.Op != OpConst:
		return false
	case !n.Has(FlagDecl):
		return x.Type == TypeNull && n.Flags&(FlagPattern|FlagUnset) == 0
	default:
		return !(n.Has(FlagInit) && x.Type == TypeUndefined) // let x;
	}
}

// WouldRemain reports whether a useless expression would remain of x if its user were removed.
func WouldRemain(x, user *Node) bool { return isLeftover(x, user, alive, maxLeftover) }

// isLeftover reports whether a useless expression would remain of x if its user were removed.
func isLeftover(x, user *Node, needed func(*Node) bool, depth int) bool {
	if x == nil || depth == 0 || len(x.out) > ManyUsers {
		return false
	}
	for i := range x.out {
		if u, s := x.Use(i); u != user && u.SlotKind(s) == SlotData && needed(u) {
			return false // it is a part of another expression
		}
	}
	switch {
	case x.Op == OpPhi:
		if !x.Has(FlagExpr) || x.in[0] == nil {
			return false
		}
		runs := false
		for _, u := range x.in[0].out {
			switch {
			case u == x || u.Op != OpPhi || !needed(u):
			case u.IsMemPhi():
				runs = true // a ? b() : c
			default:
				return false // it also chooses another value
			}
		}
		if iff, _ := Diamond(x.in[0]); runs || iff != nil && isLeftover(iff.Cond(), iff, needed, depth-1) {
			return true
		}
	case x.OnChain():
		if x.Op == OpCall && x.Arg(0).Op == OpClosure && len(x.Arg(0).out) == 1 {
			return x.Idx&callIdle == 0 // (function () {…})(); needs parentheses that var a = function () {…}(); does not
		}
		return opTable[x.Op].flags&forValue != 0 && !(x.Op == OpClass && x.isIdleClass())
	case x.Op == OpObject || x.Op == OpArray:
	case !Floats(x) || x.Op == OpBind || x.Op == OpCast:
		return false
	}
	for i, y := range x.in {
		if x.SlotKind(i) == SlotData && isLeftover(y, x, needed, depth-1) {
			return true
		}
	}
	return false
}
