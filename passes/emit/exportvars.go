package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// exportedVars is what became of the variables that the source's export statements
// declare: which declarations of the output export theirs, and which variables have none,
// with what exports them in the source.
type exportedVars struct {
	carried map[*ast.VarDecl]bool
	missing map[*ast.Symbol]*ast.VarDecl
}

// exportVars writes export before declarations of the top level. A var may be declared
// more often than it is exported, which is once:
//
//	export var a = 1; var a = 2;
//
// So what is left of the exporting statement comes first, then any declaration of such
// names alone.
func (e *emitter) exportVars(root *stmtList) exportedVars {
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
	ds := e.sourceDecls()
	for _, own := range []bool{true, false} {
		for i, st := range root.stmts {
			d, ok := st.(*ast.VarDecl)
			if !ok || !x.takes(d) || own && x.missing[declNames(d)[0].Sym] != e.declAt(ds, e.origin[d]) {
				continue
			}
			for _, id := range declNames(d) {
				delete(x.missing, id.Sym)
			}
			x.carried[d] = true
			s := &ast.ExportDecl{Decl: d}
			e.origin[s] = e.origin[d]
			root.stmts[i] = s
		}
	}
	for _, d := range x.missing {
		if d.Kind != ast.Var {
			refuse("what is exported would be declared in a block")
		}
	}
	return x
}

// takes reports whether d can export all that it declares: each name is to be exported,
// and once.
func (x *exportedVars) takes(d *ast.VarDecl) bool {
	seen := map[*ast.Symbol]bool{}
	ids := declNames(d)
	return len(ids) > 0 && !slices.ContainsFunc(ids, func(id *ast.Ident) bool {
		twice := seen[id.Sym]
		seen[id.Sym] = true
		return twice || x.missing[id.Sym] == nil
	})
}

// varDecl returns a statement that declares variables, also of one that exports them, or
// nil.
func varDecl(st ast.Stmt) *ast.VarDecl {
	if x, ok := st.(*ast.ExportDecl); ok {
		st = x.Decl
	}
	d, _ := st.(*ast.VarDecl)
	return d
}

// declNames returns the names that a statement declares.
func declNames(d *ast.VarDecl) (ids []*ast.Ident) {
	for _, y := range d.Decls {
		ids = append(ids, names(y.Target)...)
	}
	return ids
}
