package branch

import "github.com/sonjs/son/son"

// IfConversionRule is counted and listed like a rule.
var IfConversionRule = son.Rule{
	Name:     "if-conversion",
	SameText: true,
	File:     "internal/branch/ifconversion.go",
	Ops:      []son.Op{son.OpIf},
	Doc:      "if statement of an inlined callee => conditional expression  if all that it does is to choose one of two short values",
	Example:  "const f = x => { if (x < 0) return 0; return x * 2 }; const y = f(a)  =>  const y = a < 0 ? 0 : a * 2",
}

// ConvertIfs makes conditional expressions of if statements of inlined callees that only choose a value (if-conversion:
// Allen, Kennedy, Porterfield and Warren, Conversion of Control Dependence to Data Dependence, 1983, for what a reader
// takes in at once). The text of the caller itself keeps its statements.
//
// It needs the fixpoint of the rules, and comes after what threads jumps. Its cost is linear in the nodes.
func ConvertIfs(g *son.Graph) {
	if g.Stats.Inlined == 0 {
		return
	}
	for _, b := range g.CFG().Blocks {
		if b.Head.Op != son.OpRegion || b.Head.Has(son.FlagExpr) || len(b.Preds) != 2 || b.Idom == nil {
			continue
		}
		iff, phi := b.Idom.End, onlyPhi(b.Head)
		if phi == nil || iff == nil || iff.Op != son.OpIf || iff.Instance == 0 || iff.Has(son.FlagExpr|son.FlagSwitch) || iff.Cond().IsRef() {
			continue
		}
		yes, no := b.Preds[0], b.Preds[1]
		if yes.Head.Op != son.OpProj || no.Head.Op != son.OpProj || yes.Head.In(0) != iff || no.Head.In(0) != iff || yes.Head.Idx != 0 || yes.Region != b.Region {
			continue
		}
		named := isAssigned(yes.Head, phi, 1) && isAssigned(no.Head, phi, 2)
		if !chooses(yes.Head, phi, 1, named) || !chooses(no.Head, phi, 2, named) || !g.Spend(&IfConversionRule, iff, iff) {
			continue
		}
		const conditional = son.FlagExpr | son.FlagTernary
		iff.Flags, iff.Idx = iff.Flags&^son.FlagElseIf|conditional, 0
		b.Head.Flags |= conditional
		phi.Flags |= conditional
		if named {
			assignOnce(g, phi)
		}
	}
}

// isAssigned reports whether input i of a phi is an assignment in an arm of the variable that the phi is.
func isAssigned(arm, phi *son.Node, i int) bool {
	v := phi.In(i)
	return v.Op == son.OpBind && v.Ctrl() == arm && v.Sym != nil && v.Sym == phi.Sym && !v.Has(son.FlagPattern|son.FlagUnset) && len(v.Users()) == 1
}

// assignOnce makes one assignment of those of a variable in the arms.
func assignOnce(g *son.Graph, phi *son.Node) {
	first := phi.In(1)
	b := g.NewNode(son.OpBind, phi.Region(), phi)
	b.SetSource(first)
	b.Order = max(first.Order, phi.In(2).Order)
	b.Sym, b.Type, b.Flags = first.Sym, phi.Type, son.FlagDecl|son.FlagInit
	for i := len(phi.Users()) - 1; i >= 0; i-- {
		if u, slot := phi.Use(i); u != b {
			g.SetIn(u, slot, b)
		}
	}
	for i := 1; i <= 2; i++ {
		v := phi.In(i)
		if g.SetIn(phi, i, v.Arg(0)); !v.Dead() && len(v.Users()) == 0 {
			g.Kill(v)
		}
	}
}

// onlyPhi returns the phi of a join that joins one value and no memory, or nil.
func onlyPhi(join *son.Node) (phi *son.Node) {
	for _, u := range join.Users() {
		if u.Op != son.OpPhi {
			continue
		}
		if phi != nil || u.IsMemPhi() || len(u.Users()) == 0 {
			return nil
		}
		phi = u
	}
	return phi
}

// shortChoice is how many nodes a value may have that a conditional expression chooses.
const shortChoice = 8

// chooses reports whether an arm does nothing but to compute a short value, input i of a phi, and to assign it if that
// is named.
func chooses(arm, phi *son.Node, i int, named bool) bool {
	left, made, value := shortChoice, 0, phi.In(i)
	if named {
		made, value = 1, value.Arg(0)
	}
	if !isShortValue(arm, value, &left, &made) {
		return false
	}
	for _, u := range arm.Users() {
		if u != phi.Region() {
			made--
		}
	}
	return made == 0
}

// isShortValue reports whether a value of an arm can be written there, and counts what is made in the arm. What has
// another user would need a variable.
func isShortValue(arm, v *son.Node, left, made *int) bool {
	if *left--; *left < 0 {
		return false
	}
	inArm := v.Op.IsAlloc() && v.Ctrl() == arm
	switch {
	case inArm && (v.Op == son.OpObject || v.Op == son.OpArray) && len(v.Users()) == 1:
		*made++
	case inArm, v.Op == son.OpPhi && v.Has(son.FlagExpr):
		return false
	case v.Op == son.OpConst || !son.Floats(v) || v.Op == son.OpBind:
		return v.Ctrl() != arm
	case len(v.Users()) != 1:
		return false
	}
	for _, x := range v.Args() {
		if !isShortValue(arm, x, left, made) {
			return false
		}
	}
	return true
}
