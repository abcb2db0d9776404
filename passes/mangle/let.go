package mangle

import "github.com/sonjs/son/parse/ast"

// Lets returns the text of a program with let in place of const wherever nothing assigns the
// declared variables: one keyword instead of two compresses better, and adjacent declarations
// become one. No place in the text moves.
//
// Constants that a script exposes to other scripts, or a function to an eval, stay: there may
// be an assignment that has to fail.
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
