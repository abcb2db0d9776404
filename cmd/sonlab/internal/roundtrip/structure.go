package roundtrip

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// shape is the structure of a function, without those inside it.
type shape struct {
	labels int
	names  []string // that it declares
	inner  int      // functions inside it
	depth  int      // how deep statements nest
}

// shapeOf measures f, or the top level if f is nil.
func (s *side) shapeOf(f *ast.Function) *shape {
	sh := &shape{}
	if f == nil {
		sh.inner = len(s.kids[len(s.p.Funcs)])
		sh.list(s.p.Body, 0)
		return sh
	}
	sh.inner = len(s.kids[f.Index])
	for _, p := range f.Params {
		sh.target(p)
	}
	sh.list(f.Body, 0)
	return sh
}

func (sh *shape) list(body []ast.Stmt, depth int) {
	for _, st := range body {
		sh.stmt(st, depth)
	}
}

// under measures the body of another statement: its braces are not a level of their own.
func (sh *shape) under(st ast.Stmt, depth int) {
	if b, ok := st.(*ast.Block); ok {
		sh.list(b.Body, depth+1)
	} else if st != nil {
		sh.stmt(st, depth+1)
	}
}

func (sh *shape) stmt(st ast.Stmt, depth int) {
	sh.depth = max(sh.depth, depth)
	switch st := st.(type) {
	case *ast.VarDecl:
		for _, d := range st.Decls {
			sh.target(d.Target)
		}
	case *ast.FuncDecl:
		sh.name(st.Fn.Name)
	case *ast.ClassDecl:
		sh.name(st.Class.Name)
	case *ast.Import:
		sh.name(st.Default)
		sh.name(st.Namespace)
		for _, p := range st.Named {
			sh.name(p.Local)
		}
	case *ast.ExportDecl:
		sh.stmt(st.Decl, depth)
	case *ast.ExportDefault:
		sh.stmt(st.Value, depth)
	case *ast.If:
		sh.under(st.Then, depth)
		if chain, ok := st.Else.(*ast.If); ok {
			sh.stmt(chain, depth) // else if
		} else {
			sh.under(st.Else, depth)
		}
	case *ast.For:
		if st.Init != nil {
			sh.stmt(st.Init, depth)
		}
		sh.under(st.Body, depth)
	case *ast.ForIn:
		sh.stmt(st.Left, depth)
		sh.under(st.Body, depth)
	case *ast.ForOf:
		sh.stmt(st.Left, depth)
		sh.under(st.Body, depth)
	case *ast.While:
		sh.under(st.Body, depth)
	case *ast.DoWhile:
		sh.under(st.Body, depth)
	case *ast.With:
		sh.under(st.Body, depth)
	case *ast.Block:
		sh.list(st.Body, depth+1)
	case *ast.Switch:
		for _, c := range st.Cases {
			sh.list(c.Body, depth+2)
		}
	case *ast.Try:
		sh.list(st.Block.Body, depth+1)
		if st.Handler != nil {
			sh.target(st.Param)
			sh.list(st.Handler.Body, depth+1)
		}
		if st.Finally != nil {
			sh.list(st.Finally.Body, depth+1)
		}
	case *ast.Labeled:
		sh.labels++
		if _, ok := st.Body.(*ast.Block); ok {
			sh.under(st.Body, depth)
		} else {
			sh.stmt(st.Body, depth)
		}
	}
}

// name records a name that is declared; id may be nil.
func (sh *shape) name(id *ast.Ident) {
	if id != nil && !slices.Contains(sh.names, id.Name) {
		sh.names = append(sh.names, id.Name)
	}
}

// target records the names that a target declares.
func (sh *shape) target(x ast.Expr) {
	if x == nil {
		return
	}
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			sh.name(n)
		case *ast.Default:
			sh.target(n.Target)
			return false
		case *ast.Property: // a computed key declares nothing
			sh.target(n.Value)
			return false
		}
		return true
	})
}
