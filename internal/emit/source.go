package emit

import "github.com/sonjs/son/parse/ast"

// sourceDeclarator returns the source's declarator of the first name that x
// declares, or nil.
func (e *emitter) sourceDeclarator(x *ast.Declarator) *ast.Declarator {
	id, name := x.Target.(*ast.Ident)
	if !name {
		ids := ast.Names(x.Target)
		if len(ids) == 0 {
			return nil
		}
		id = ids[0]
	}
	sym := id.Sym
	if w := e.Owner[id]; w != nil {
		sym = w.Sym
	}
	if sym == nil || len(sym.Decls) != 1 {
		return nil
	}
	return e.src.Declarators[sym.Decls[0]]
}
