package settled

import "github.com/sonjs/son/parse/ast"

// WrittenOnce reports whether the only declaration of a binding is the only thing that writes it.
func WrittenOnce(sym *ast.Symbol) bool {
	if len(sym.Decls) != 1 || sym.DynamicReach {
		return false
	}
	inits := 0
	for _, r := range sym.Refs {
		if r.Kind&(ast.RefWrite|ast.RefDelete) != 0 {
			return false
		}
		if r.Kind&ast.RefInit != 0 {
			inits++
		}
	}
	return inits == 1
}
