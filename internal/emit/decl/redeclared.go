package decl

import (
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// redeclaration is one of several declarations of a var in the source.
type redeclaration struct {
	w  *scope.Var
	id *ast.Ident
}

// redeclared finds declarations without a value of vars that the source declares several times,
// if the statement after the declaration is still there. They do nothing, but without them the
// code there would appear to use a variable declared elsewhere:
//
//	if (a) { var x; if (b) x = 1; else x = 2; f(x) } else { var x = 3; g(x) }
func (p *Placer) redeclared() (out []redeclaration) {
	if p.Flat || p.Size {
		return nil
	}
	var follows map[*ast.Ident]int32
	for _, w := range p.Vars {
		if w.Uses == nil || w.Kind != ast.Var || w.Sym == nil || len(w.Sym.Decls) < 2 || w.Name != w.Sym.Name || w.Outer || w.Func {
			continue
		}
		if follows == nil {
			follows = p.bareDecls()
		}
		for _, id := range w.Sym.Decls {
			start, ok := follows[id]
			if !ok {
				continue
			}
			if !p.ready {
				p.sort()
			}
			if next, ok := p.next(start); ok && next.start == start {
				out = append(out, redeclaration{w, id})
			}
		}
	}
	return out
}

// bareDecls finds the names that the source declares without a value, each with the start of
// the next statement in its list that is not such a declaration.
func (t *Declarer) bareDecls() map[*ast.Ident]int32 {
	found := map[*ast.Ident]int32{}
	list := func(body []ast.Stmt) {
		var open []*ast.Ident
		for _, st := range body {
			d, ok := st.(*ast.VarDecl)
			bare := ok && d.Kind == ast.Var
			if bare {
				for _, one := range d.Decls {
					bare = bare && one.Init == nil
				}
			}
			if bare {
				for _, one := range d.Decls {
					open = append(open, one.Target.(*ast.Ident))
				}
				continue
			}
			for _, id := range open {
				found[id] = st.Pos().Start
			}
			open = open[:0]
		}
	}
	list(t.Fn.Body)
	for _, st := range t.Fn.Body {
		ast.Walk(st, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Function:
				return false
			case *ast.Block:
				list(n.Body)
			case *ast.Case:
				list(n.Body)
			}
			return true
		})
	}
	return found
}
