package ast

// A construct is not always evaluated in the order in which its parts are written: the
// default of a switch may be written first but is entered last, and the value of a
// declaration comes after the pattern that destructures it. [Evaluation] lists the order
// for each construct where this matters, and [Construct.Parts] visits the parts in that
// order. Code that depends on what is evaluated first uses this order, not offsets.
//
// If the parts are numbered in this order, control flows from a part to one with a
// higher number, or back to the beginning of a loop around both.

// Role is what happens to a part when its turn comes.
type Role uint8

const (
	// Evaluated: it is evaluated or executed.
	Evaluated Role = iota
	// Referenced: a target is evaluated to a reference, that is, the object and the key
	// of a property.
	Referenced
	// Assigned: a target is assigned a value. For a pattern, that takes several steps.
	Assigned
)

// Part is a part of a construct.
type Part struct {
	Node Node
	Role Role
	// Repeats: the construct is a loop, and the part's turn comes in each
	// iteration.
	Repeats bool
	// Case is the case of a switch whose body the part belongs to.
	Case *Case
}

// Construct is a row of [Evaluation].
type Construct struct {
	// Name is the word for it in the names of tests and fixtures.
	Name string
	// Spec is the section of ECMA-262 that defines the order.
	Spec string
	// Order describes the order in words; what is in braces happens in each iteration of
	// a loop.
	Order string
	// parts calls f for the parts in order. It is nil where the order is that of the
	// text.
	parts func(n Node, f func(Part))
}

// Evaluation is the order in which constructs are evaluated. The rows without a parts
// function, which follow the text, are listed because one might expect another order.
var Evaluation = [...]*Construct{
	&switchOrder, &forOrder, &forInOfOrder, &whileOrder, &doWhileOrder,
	&declarationOrder, &assignmentOrder, &compoundOrder, &updateOrder, &patternOrder, &elementOrder,
	&functionOrder, &blockOrder, &classOrder, &tryOrder,
	&generatorOrder, &chainOrder, &tagOrder,
}

var (
	switchOrder = Construct{"switch", "14.12.4", "discriminant, declared functions, tests in order, then bodies in order, default's in its place", switchParts}
	forOrder    = Construct{"for", "14.7.4.2", "init { test, body, update }", forParts}
	// The names declared in a head are in their TDZ while the right side is evaluated.
	forInOfOrder     = Construct{"each", "14.7.5.5", "initial value of a var, right { left, body }", forInOfParts}
	whileOrder       = Construct{"while", "14.7.3.2", "{ test, body }", whileParts}
	doWhileOrder     = Construct{"do", "14.7.2.2", "{ body, test }", doWhileParts}
	declarationOrder = Construct{"declaration", "14.3.2.1", "value, then the name or pattern", declarationParts}
	assignmentOrder  = Construct{"assignment", "13.15.2", "object and key of a property; value; then the target", assignmentParts}
	compoundOrder    = Construct{"compound", "13.15.2", "target is read; value, conditionally for a logical operator; then the target", compoundParts}
	updateOrder      = Construct{"update", "13.4", "target is read, then assigned", updateParts}
	patternOrder     = Construct{"pattern", "13.15.5.2", "elements in order: the key of each, then the element", patternParts}
	elementOrder     = Construct{"element", "13.15.5.5", "object and key of a property; default; then the target", elementParts}
	functionOrder    = Construct{"function", "10.2.11", "parameters in order, each with its default; declared functions; body", functionParts}
	blockOrder       = Construct{"block", "14.2.2, B.3.2.1", "declared functions, then statements; the Annex B var of such a function when control reaches its declaration", nil}
	classOrder       = Construct{"class", "15.7.14", "heritage; elements in order: keys are evaluated, functions created; then static fields and blocks; then the name", classParts}
	tryOrder         = Construct{"try", "14.15.3", "block, parameter and handler, finally, however they are left", tryParts}
	generatorOrder   = Construct{"generator", "27.5.3", "parameters when it is called, then the body, whoever resumes it", nil}
	chainOrder       = Construct{"chain", "13.3.9", "as in the text; the rest of a chain conditionally", nil}
	tagOrder         = Construct{"tag", "13.3.11", "tag, then the substitutions", nil}
)

// OrderOf returns the row of n if its parts have an order of their own, or nil.
func OrderOf(n Node) *Construct {
	switch n := n.(type) {
	case *Switch:
		return &switchOrder
	case *For:
		return &forOrder
	case *ForIn, *ForOf:
		return &forInOfOrder
	case *While:
		return &whileOrder
	case *DoWhile:
		return &doWhileOrder
	case *VarDecl:
		return &declarationOrder
	case *Assign:
		if n.Op == NoOp {
			return &assignmentOrder
		}
		return &compoundOrder
	case *Update:
		return &updateOrder
	case *ArrayPat, *ObjectPat:
		return &patternOrder
	case *Default:
		return &elementOrder
	case *Function:
		return &functionOrder
	case *Class:
		return &classOrder
	case *Try:
		return &tryOrder
	}
	return nil
}

// Parts calls f for the parts of n, a construct of this row, in the order of their
// turns. Declared functions, which come first, are not reported separately: they are
// among the statements.
func (c *Construct) Parts(n Node, f func(Part)) {
	if c.parts == nil {
		Children(n, func(x Node) { f(Part{Node: x}) })
		return
	}
	c.parts(n, f)
}

// evaluated calls f for an expression, if there is one.
func evaluated(x Expr, f func(Part)) {
	if x != nil {
		f(Part{Node: x})
	}
}

// perIteration calls f for a part of a loop.
func perIteration(n Node, t Role, f func(Part)) {
	f(Part{Node: n, Role: t, Repeats: true})
}

func switchParts(n Node, f func(Part)) {
	s := n.(*Switch)
	evaluated(s.Disc, f)
	for _, c := range s.Cases {
		evaluated(c.Test, f)
	}
	for _, c := range s.Cases {
		for _, st := range c.Body {
			f(Part{Node: st, Case: c})
		}
	}
}

func forParts(n Node, f func(Part)) {
	s := n.(*For)
	if s.Init != nil {
		f(Part{Node: s.Init})
	}
	if s.Test != nil {
		perIteration(s.Test, Evaluated, f)
	}
	perIteration(s.Body, Evaluated, f)
	if s.Update != nil {
		perIteration(s.Update, Evaluated, f)
	}
}

func forInOfParts(n Node, f func(Part)) {
	var left, body Stmt
	var right Expr
	switch s := n.(type) {
	case *ForIn:
		left, right, body = s.Left, s.Right, s.Body
	case *ForOf:
		left, right, body = s.Left, s.Right, s.Body
	}
	var target Expr
	switch l := left.(type) {
	case *VarDecl:
		target = l.Decls[0].Target
		if x := l.Decls[0].Init; x != nil { // for (var i = 0 in o)
			evaluated(x, f)
			f(Part{Node: target, Role: Assigned})
		}
	case *ExprStmt:
		target = l.X
	}
	evaluated(right, f)
	if isReference(target) {
		perIteration(target, Referenced, f)
	}
	perIteration(target, Assigned, f)
	perIteration(body, Evaluated, f)
}

func whileParts(n Node, f func(Part)) {
	s := n.(*While)
	perIteration(s.Test, Evaluated, f)
	perIteration(s.Body, Evaluated, f)
}

func doWhileParts(n Node, f func(Part)) {
	s := n.(*DoWhile)
	perIteration(s.Body, Evaluated, f)
	perIteration(s.Test, Evaluated, f)
}

func declarationParts(n Node, f func(Part)) {
	d := n.(*VarDecl)
	for _, d1 := range d.Decls {
		evaluated(d1.Init, f)
		if d1.Init != nil || d.Kind != Var {
			f(Part{Node: d1.Target, Role: Assigned})
		}
	}
}

func assignmentParts(n Node, f func(Part)) {
	x := n.(*Assign)
	if !IsPattern(x.Target) {
		f(Part{Node: x.Target, Role: Referenced})
	}
	evaluated(x.Value, f)
	f(Part{Node: x.Target, Role: Assigned})
}

func compoundParts(n Node, f func(Part)) {
	x := n.(*Assign)
	evaluated(x.Target, f)
	evaluated(x.Value, f)
	f(Part{Node: x.Target, Role: Assigned})
}

func updateParts(n Node, f func(Part)) {
	x := n.(*Update)
	evaluated(x.X, f)
	f(Part{Node: x.X, Role: Assigned})
}

func patternParts(n Node, f func(Part)) {
	switch p := n.(type) {
	case *ArrayPat:
		for _, x := range p.Elems {
			if s, rest := x.(*Spread); rest {
				x = s.X
			}
			if x != nil {
				givenAsElement(x, f)
			}
		}
	case *ObjectPat:
		for _, m := range p.Props {
			if m.Computed {
				evaluated(m.Key, f)
			}
			givenAsElement(m.Value, f)
		}
	}
}

// givenAsElement calls f for an element of a pattern.
func givenAsElement(x Expr, f func(Part)) {
	if isReference(x) {
		f(Part{Node: x, Role: Referenced})
	}
	f(Part{Node: x, Role: Assigned})
}

func elementParts(n Node, f func(Part)) {
	d := n.(*Default)
	if isReference(d.Target) {
		f(Part{Node: d.Target, Role: Referenced})
	}
	evaluated(d.Value, f)
	f(Part{Node: d.Target, Role: Assigned})
}

func functionParts(n Node, f func(Part)) {
	fn := n.(*Function)
	for _, p := range fn.Params {
		if s, rest := p.(*Spread); rest {
			p = s.X
		}
		f(Part{Node: p, Role: Assigned})
	}
	for _, st := range fn.Body {
		f(Part{Node: st})
	}
	evaluated(fn.ExprBody, f)
}

func classParts(n Node, f func(Part)) {
	c := n.(*Class)
	for _, x := range c.Decorators {
		evaluated(x, f)
	}
	evaluated(c.Super, f)
	for _, m := range c.Members {
		f(Part{Node: m})
	}
	if c.Name != nil {
		f(Part{Node: c.Name, Role: Assigned})
	}
}

func tryParts(n Node, f func(Part)) {
	s := n.(*Try)
	f(Part{Node: s.Block})
	if s.Param != nil {
		f(Part{Node: s.Param, Role: Assigned})
	}
	if s.Handler != nil {
		f(Part{Node: s.Handler})
	}
	if s.Finally != nil {
		f(Part{Node: s.Finally})
	}
}

// isReference reports whether a target is a property or a call, not a name or a pattern.
func isReference(x Expr) bool {
	switch x := x.(type) {
	case *Ident, *Default:
		return false
	default:
		return !IsPattern(x)
	}
}
