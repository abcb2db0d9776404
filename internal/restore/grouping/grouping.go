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
	// A statement of New has the site of the statement of Old that it was made from.
	Old, New *ast.Function
	// Inlined are other functions that statements of New were made from. Their sites are no others'.
	Inlined []*ast.Function
	// Parens: parentheses are restored, too. The source is its author's text.
	Parens bool
}

// Restore changes the braces and parentheses in in.New. For a statement that lost the braces
// around it, the result has the one that it was made from.
func Restore(in Input) (unbraced map[ast.Stmt]ast.Stmt) {
	r := &restorer{in: in, sites: map[ast.Site]ast.Stmt{}, parens: map[ast.Span]operand{}, last: lasts{}, unbraced: map[ast.Stmt]ast.Stmt{}}
	old := func(n ast.Node) {
		if in.Parens {
			r.findParens(n)
		}
		switch n.(type) {
		case *ast.If, *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
			r.sites[*ast.SiteOf(n)] = n.(ast.Stmt)
			for _, body := range bodies(n) {
				if b, ok := body.(*ast.Block); ok && isSimple(b) {
					r.braced = true
				}
			}
		}
	}
	walk(in.Old, old)
	for _, fn := range in.Inlined {
		walk(fn, old)
	}
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
	sites    map[ast.Site]ast.Stmt // the statements of Old
	parens   map[ast.Span]operand  // the operations in parentheses of Old
	last     lasts
	unbraced map[ast.Stmt]ast.Stmt
	braced   bool // Old has braces around a simple statement
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

// sourceOf returns the statement of type T that st was made from.
func sourceOf[T ast.Stmt](r *restorer, st ast.Stmt) (found T, ok bool) {
	if at := *ast.SiteOf(st); at != 0 {
		found, ok = r.sites[at].(T)
	}
	return found, ok
}
