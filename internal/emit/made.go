package emit

import "github.com/sonjs/son/parse/ast"

// Made is a function printed from its graph. Its code has no text of the source yet: the names
// of the fields are those of verbatim.Input, which says what they hold.
type Made struct {
	Fn          *ast.Function
	Origin      map[ast.Stmt]ast.Span
	Declarators map[*ast.Declarator]*ast.Declarator
	Functions   map[ast.Node]int
	Classes     map[ast.Node][2]*ast.Class
	Fixed       []*ast.VerbatimStmt
	// Sites, Bare, Omitted, Acts and CaseBraces are for putback.Input, which says what they are.
	Sites      []ast.Node
	Bare       map[*ast.Block]*ast.Block
	Omitted    map[*ast.Switch][]ast.Expr
	Acts       func(ast.Stmt) bool
	CaseBraces func(st *ast.Switch, i int, src *ast.Switch) (has, needs bool)
	// Undefined: a variable of the function is called undefined.
	Undefined bool
}

// made returns the result of the emission.
func (e *emitter) made(fn *ast.Function) *Made {
	m := &Made{Fn: fn, Origin: e.origin, Functions: e.Closures, Fixed: e.fixed,
		Sites: e.src.Sites[:min(len(e.src.Sites), int(e.Fn.Sites)+1)], Bare: e.bare, Omitted: e.omitted, Acts: e.acts, CaseBraces: e.caseBraces,
		Declarators: map[*ast.Declarator]*ast.Declarator{}, Classes: make(map[ast.Node][2]*ast.Class, len(e.Classes))}
	for x, use := range e.Classes {
		m.Classes[x] = [2]*ast.Class{use.Src, use.Class}
	}
	if e.flat {
		return m
	}
	m.Undefined = e.declares("undefined")
	for _, l := range e.lists {
		for _, st := range l.Stmts {
			if x, ok := st.(*ast.ExportDecl); ok {
				st = x.Decl
			}
			d, ok := st.(*ast.VarDecl)
			if !ok {
				continue
			}
			for _, x := range d.Decls {
				if src := e.sourceDeclarator(x); src != nil {
					m.Declarators[x] = src
				}
			}
		}
	}
	return m
}
