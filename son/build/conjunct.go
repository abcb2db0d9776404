package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// conjuncts splits a test, for speed, so that the callees in place of its calls can have statements of their
// own: they are then between tests, not parts of an expression.
//
//	while (i > 0 && f(list[i])) g();     becomes     while (i > 0) {
//	                                                   const x = list[i];
//	                                                   if (!(x.a > x.b)) break;
//	                                                   g();
//	                                                 }
//
// The first part is what remains of the test. It returns one part if nothing is to be split.
func (b *builder) conjuncts(test ast.Expr) []ast.Expr {
	if test == nil || !b.g.Config.Speed || !b.g.Config.Inline || b.facts.inlining == nil {
		return []ast.Expr{test}
	}
	var parts []ast.Expr
	for {
		x, ok := test.(*ast.Binary)
		if !ok || x.Op != ast.LogicalAnd {
			break
		}
		if b.hasStatements(x.R) {
			parts = append(parts, x.R)
			test = x.L
			continue
		}
		// What follows the last such part stays with it.
		l, ok := x.L.(*ast.Binary)
		if !ok || l.Op != ast.LogicalAnd || !b.hasStatements(l.R) {
			break
		}
		parts = append(parts, &ast.Binary{Base: ast.Base{Span: ast.Span{Start: l.R.Pos().Start, End: x.End}}, Op: ast.LogicalAnd, L: l.R, R: x.R})
		test = l.L
	}
	parts = append(parts, test)
	slices.Reverse(parts)
	return parts
}

// hasStatements reports whether an expression has a call whose callee is in its place, and is more than an
// expression there.
func (b *builder) hasStatements(x ast.Expr) (found bool) {
	ast.Walk(x, func(n ast.Node) bool {
		var in *Instance
		switch n := n.(type) {
		case *ast.Function:
			return false
		case *ast.Call:
			in = b.instance(n)
		case *ast.Member:
			in = b.getter(n)
		}
		found = found || in != nil && (in.Fn.ExprBody == nil || in.Checked || repeatsArgument(in) || b.hasStatements(in.Fn.ExprBody))
		return !found
	})
	return found
}

// repeatsArgument reports whether an instance needs a variable for an argument.
func repeatsArgument(in *Instance) bool {
	for i, a := range in.Args {
		if i >= len(in.Uses) || in.Uses[i] < 2 || i < len(in.Same) && in.Same[i] {
			continue
		}
		switch a.(type) {
		case *ast.Ident, *ast.This, *ast.Number, *ast.String, *ast.Bool, *ast.Null, *ast.Func:
		default:
			return true
		}
	}
	return false
}

// leaveUnless builds a statement that leaves the loop unless the parts of its test are true.
func (b *builder) leaveUnless(parts []ast.Expr) {
	for _, x := range parts {
		if b.s.stopped() {
			return
		}
		b.stmt(&ast.If{Base: ast.Base{Span: x.Pos().Span}, Test: x, Then: &ast.Empty{Base: ast.Base{Span: x.Pos().Span}}, Else: &ast.Break{Base: ast.Base{Span: x.Pos().Span}}})
	}
}
