package inline

import "github.com/sonjs/son/parse/ast"

// A for-of over what a call of a generator yields can have the generator's code in its place, if there is one
// yield, for whose item the body runs.

// yieldsOnce reports whether a generator yields in one place, which is a statement.
func yieldsOnce(fn *ast.Function) bool {
	all, statements := 0, 0
	ast.Walk(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			return n == fn
		case *ast.Yield:
			all++
		case *ast.ExprStmt:
			if y, ok := n.X.(*ast.Yield); ok && !y.Delegate {
				statements++
			}
		}
		return true
	})
	return all == 1 && statements == 1
}

// namesOwnItems reports whether what a loop iterates over mentions a variable of the loop, which has no value then.
func namesOwnItems(x *ast.ForOf) (found bool) {
	if x.Scope == nil {
		return false
	}
	ast.Walk(x.Right, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym != nil && id.Sym.Scope == x.Scope {
			found = true
		}
		return !found
	})
	return found
}
