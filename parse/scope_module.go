package parse

import "github.com/sonjs/son/parse/ast"

// moduleItem analyzes imports and exports.
func (a *analysis) moduleItem(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.Import:
		a.importName(s.Default)
		a.importName(s.Namespace)
		for _, spec := range s.Named {
			a.importName(spec.Local)
		}
	case *ast.ExportNamed:
		for _, spec := range s.Specs {
			if spec.Ref != nil {
				a.reference(spec.Ref, ast.RefRead, ofExport)
			}
		}
	case *ast.ExportAll:
	case *ast.ExportDecl:
		a.stmt(s.Decl)
		a.exportDeclared(s.Decl)
	case *ast.ExportDefault:
		a.exportDefault(s)
	default:
		panic("BUG: scope analysis has no case for this statement")
	}
}

func (a *analysis) importName(id *ast.Ident) {
	if id != nil {
		a.bind(id, declaration{ast.SymImport, ast.RefInit, valued})
	}
}

// exportDeclared marks what an exported declaration binds.
func (a *analysis) exportDeclared(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.VarDecl:
		for _, d := range s.Decls {
			a.exportPattern(d.Target)
		}
	case *ast.FuncDecl:
		a.exportPattern(s.Fn.Name)
	case *ast.ClassDecl:
		a.exportPattern(s.Class.Name)
	}
}

func (a *analysis) exportPattern(e ast.Expr) {
	boundNames(e, func(id *ast.Ident) {
		if sym := a.scope.Lookup(id.Name); sym != nil {
			sym.Exported = true
		}
	})
}

// exportDefault binds *default* where the value declares no name.
func (a *analysis) exportDefault(s *ast.ExportDefault) {
	switch v := s.Value.(type) {
	case *ast.FuncDecl:
		if v.Fn.Name != nil {
			a.stmt(v)
			a.exportPattern(v.Fn.Name)
			return
		}
		s.Sym = a.defaultSymbol()
		a.function(v.Fn)
	case *ast.ClassDecl:
		if v.Class.Name != nil {
			a.stmt(v)
			a.exportPattern(v.Class.Name)
			return
		}
		s.Sym = a.defaultSymbol()
		a.class(v.Class, 0)
	default:
		s.Sym = a.defaultSymbol()
		a.stmt(v)
	}
}

func (a *analysis) defaultSymbol() *ast.Symbol {
	const name = "*default*"
	sym := a.scope.Lookup(name) // already there if the program wrongly has two default exports
	if sym == nil {
		sym = a.add(a.scope, name, ast.SymDefault, nil)
		sym.Exported = true
	}
	sym.Assigns++
	return sym
}
