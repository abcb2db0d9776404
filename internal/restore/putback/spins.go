package putback

import "github.com/sonjs/son/parse/ast"

// spins reports whether control never comes behind a statement, a loop without a test and without a
// break that could leave it.
func spins(st ast.Stmt) bool {
	var body ast.Stmt
	switch st := st.(type) {
	case *ast.While:
		if !isTrue(st.Test) {
			return false
		}
		body = st.Body
	case *ast.For:
		if st.Test != nil && !isTrue(st.Test) {
			return false
		}
		body = st.Body
	default:
		return false
	}
	left := false
	ast.Walk(body, func(n ast.Node) bool {
		_, breaks := n.(*ast.Break)
		left = left || breaks
		_, fn := n.(*ast.Function)
		return !left && !fn
	})
	return !left
}

func isTrue(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Bool:
		return x.Value
	case *ast.Number:
		return x.Value == 1
	}
	return false
}
