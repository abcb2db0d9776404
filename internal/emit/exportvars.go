package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// exportedVars records what became of the variables that the source's export statements
// declare: the output declarations that export them, and the variables that are not exported
// yet, with their declarations in the source.
type exportedVars struct {
	carried map[*ast.VarDecl]bool
	missing map[*ast.Symbol]*ast.VarDecl
}

// exportVars writes export before declarations of the top level. A var may be declared several
// times but must be exported once:
//
//	export var a = 1; var a = 2;
//
// So declarations that come from the exporting statement are tried first, then any that declare
// only such names.
func (e *emitter) exportVars(root *scope.List) exportedVars {
	x := exportedVars{map[*ast.VarDecl]bool{}, map[*ast.Symbol]*ast.VarDecl{}}
	for _, st := range e.Fn.Body {
		if s, ok := st.(*ast.ExportDecl); ok {
			if d, ok := s.Decl.(*ast.VarDecl); ok {
				for _, id := range declNames(d) {
					x.missing[id.Sym] = d
				}
			}
		}
	}
	if len(x.missing) == 0 {
		return x
	}
	ds := decl.WrittenIn(e.Fn)
	for _, own := range []bool{true, false} {
		for i, st := range root.Stmts {
			d, ok := st.(*ast.VarDecl)
			if !ok || !x.takes(d) || own && x.missing[declNames(d)[0].Sym] != ds.At(e.origin[d]) {
				continue
			}
			for _, id := range declNames(d) {
				delete(x.missing, id.Sym)
			}
			x.carried[d] = true
			s := &ast.ExportDecl{Decl: d}
			e.origin[s] = e.origin[d]
			root.Stmts[i] = s
		}
	}
	for _, d := range x.missing {
		if d.Kind != ast.Var {
			refuse("an exported variable would be declared in a block")
		}
	}
	return x
}

// takes reports whether d can export everything it declares: each name has yet to be exported
// and occurs once.
func (x *exportedVars) takes(d *ast.VarDecl) bool {
	seen := map[*ast.Symbol]bool{}
	ids := declNames(d)
	return len(ids) > 0 && !slices.ContainsFunc(ids, func(id *ast.Ident) bool {
		twice := seen[id.Sym]
		seen[id.Sym] = true
		return twice || x.missing[id.Sym] == nil
	})
}

// declNames returns the names that a statement declares.
func declNames(d *ast.VarDecl) (ids []*ast.Ident) {
	for _, y := range d.Decls {
		ids = append(ids, ast.Names(y.Target)...)
	}
	return ids
}
