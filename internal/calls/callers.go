package calls

import "github.com/sonjs/son/parse/ast"

// ReadsCaller reports whether a node of the tree itself, without what is below it, accesses a property named caller.
// In engines that support it, `f.caller` of a sloppy function is the sloppy function whose code called it. (ECMA-262,
// section 17.1, forbids it for strict functions and leaves it to the engine for others.)
func ReadsCaller(n any) bool {
	const name = "caller"
	isString := func(x ast.Expr) bool {
		str, ok := x.(*ast.String)
		return ok && str.Value == name
	}
	switch n := n.(type) {
	case *ast.Member:
		return n.Name == name && !n.Private
	case *ast.Index:
		return isString(n.Key)
	case *ast.ObjectPat:
		for _, prop := range n.Props {
			if id, ok := prop.Key.(*ast.Ident); ok && id.Name == name || isString(prop.Key) {
				return true
			}
		}
	}
	return false
}
