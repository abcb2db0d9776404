// Package grouping gives the statements and operations of a function the braces and parentheses
// that their author wrote.
//
// Emission puts each branch and body in braces, and parenthesizes nothing: the printer adds the
// parentheses that are needed. An author leaves out braces and adds parentheses. Both are
// restored by comparing the new tree with the source's, of which the package sees no text and
// knows no graph. It is the first stage after emission, because the length of a function, which
// decides whether it is kept, includes its braces.
package grouping

import "github.com/sonjs/son/parse/ast"

// Input is a function that was made from another one.
type Input struct {
	Old, New *ast.Function
	// Origin says which statement of Old a statement of New was made from, by the span that it
	// begins at.
	Origin map[ast.Stmt]ast.Span
	// Parens: parentheses are restored, too. The source is its author's text.
	Parens bool
}

// Restore changes the braces and parentheses in in.New. For a statement that lost the braces
// around it, the result has the one that it was made from.
func Restore(in Input) (unbraced map[ast.Stmt]ast.Stmt) {
	r := &restorer{in: in, starts: map[int32][]ast.Stmt{}, parens: map[ast.Span]operand{}, last: lasts{}, unbraced: map[ast.Stmt]ast.Stmt{}}
	walk(in.Old, func(n ast.Node) {
		if in.Parens {
			r.findParens(n)
		}
		switch n.(type) {
		case *ast.If, *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
			r.starts[n.Pos().Start] = append(r.starts[n.Pos().Start], n.(ast.Stmt))
		}
	})
	var made []ast.Stmt
	walk(in.New, func(n ast.Node) {
		if len(r.parens) > 0 {
			r.parenthesize(n)
		}
		switch n.(type) {
		case *ast.If, *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
			made = append(made, n.(ast.Stmt))
		}
	})
	for i := len(made) - 1; i >= 0; i-- { // inner ones first
		r.braces(made[i])
	}
	return r.unbraced
}

// restorer is the state of one Restore.
type restorer struct {
	in       Input
	starts   map[int32][]ast.Stmt // the statements of Old, by their start
	parens   map[ast.Span]operand // the operations in parentheses of Old
	last     lasts
	unbraced map[ast.Stmt]ast.Stmt
}

// walk visits a function and what is in its body, but not the functions inside it.
func walk(fn *ast.Function, visit func(ast.Node)) {
	visit(fn)
	inside := func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Function, *ast.Verbatim, *ast.VerbatimStmt:
			return false
		}
		visit(n)
		return true
	}
	for _, st := range fn.Body {
		ast.Walk(st, inside)
	}
	if fn.ExprBody != nil {
		ast.Walk(fn.ExprBody, inside)
	}
}

// sourceAt returns the statement of type T that st was made from.
func sourceAt[T ast.Stmt](r *restorer, st ast.Stmt) (found T, ok bool) {
	at := r.in.Origin[st]
	if at.IsZero() {
		return found, false
	}
	for _, s := range r.starts[at.Start] {
		if t, is := s.(T); is {
			return t, true
		}
	}
	return found, false
}
