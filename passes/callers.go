package passes

import "github.com/sonjs/son/parse/ast"

// readsCallers reports whether the program reads a property named caller. In engines that
// support it, `f.caller` of a sloppy function is the function that called it, which would be a
// block's function in the form of basic blocks.
func readsCallers(p *ast.Program) bool {
	const name = "caller"
	found := false
	isString := func(x ast.Expr) bool {
		str, ok := x.(*ast.String)
		return ok && str.Value == name
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Member:
			found = found || n.Name == name && !n.Private
		case *ast.Index:
			found = found || isString(n.Key)
		case *ast.ObjectPat:
			for _, prop := range n.Props {
				id, ok := prop.Key.(*ast.Ident)
				found = found || ok && id.Name == name || isString(prop.Key)
			}
		}
		return !found
	}
	for _, st := range p.Body {
		ast.Walk(st, visit)
	}
	return found
}
