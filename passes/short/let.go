package short

import "github.com/sonjs/son/parse/ast"

// Lets returns the text of a program with let in the place of const wherever nothing
// assigns what is declared: one word instead of two compresses better, and declarations
// that follow each other become one. No place in the text moves.
//
// Constants that a script shows to other scripts, or a function to an eval, stay: there
// an assignment may come that has to fail.
func Lets(p *ast.Program) string {
	text := []byte(p.Source)
	ast.Walk(p, func(n ast.Node) bool {
		d, ok := n.(*ast.VarDecl)
		if !ok || d.Kind != ast.Const || string(text[d.Start:d.Start+5]) != "const" {
			return true
		}
		for _, one := range d.Decls {
			if mayFail(p, one.Target) {
				return true
			}
		}
		copy(text[d.Start:], "let  ")
		return true
	})
	return string(text)
}

// mayFail reports whether something may assign a constant of a declaration.
func mayFail(p *ast.Program, target ast.Expr) (may bool) {
	ast.Walk(target, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Sym != nil {
			s := id.Sym
			may = may || s.Kind == ast.SymConst && (s.DynamicReach || s.Scope == p.Scope && p.Type != ast.Module && !p.CommonJS)
			for _, r := range s.Refs {
				may = may || s.Kind == ast.SymConst && r.Kind&ast.RefWrite != 0
			}
		}
		return !may
	})
	return may
}
