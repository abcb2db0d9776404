package emit

import (
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// deadZone declares a let or const that is referenced in its dead zone, if the innermost list
// around all references has no statement that initializes it. It reports whether it found a
// place.
func (e *emitter) deadZone(l *locator, w *web, u *scope.Uses) bool {
	if in, st := e.initOf(w); st != nil {
		return e.declareInCase(l, w, u, in, st)
	}
	if e.isInitialized(w) {
		return false // by the head of a loop, which other references have moved out of
	}
	// The declaration is unreachable: only its name is needed, after all references, where it
	// initializes nothing for them.
	end := len(u.Around.Stmts) - 1
	if u.Around.Kind == scope.Head || end < 0 || w.Sym.Captured && !ast.IsJump(u.Around.Stmts[end]) {
		return false
	}
	d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: e.ident(w)}}}
	if w.Kind == ast.Const {
		d.Kind, d.Decls[0].Init = ast.Const, &ast.Number{}
	}
	if len(w.Sym.Decls) > 0 {
		e.origin[d] = w.Sym.Decls[0].Span
	}
	u.Around.Stmts = append(u.Around.Stmts, d)
	u.Around.Braces = u.Around.Braces || u.Around.Kind == scope.Case
	return true
}

// isUnsafe reports whether some load of a variable may be in its dead zone.
func (e *emitter) isUnsafe(w *web) bool {
	if !w.Cell {
		return false
	}
	found := false
	e.g.Nodes(func(n *son.Node) {
		found = found || n.Op == son.OpLoadCell && n.Has(son.FlagTDZ) && e.cellWeb(n.Arg(0)) == w
	})
	return found
}

// isInitialized reports whether a store initializes the cell w.
func (e *emitter) isInitialized(w *web) bool {
	found := false
	e.g.Nodes(func(n *son.Node) {
		found = found || n.Op == son.OpStoreCell && n.Has(son.FlagInit) && e.webs.cells[n.Arg(0).Sym] == w
	})
	return found
}

// initOf returns the statement that initializes a cell and its list.
func (e *emitter) initOf(w *web) (*scope.List, ast.Stmt) {
	for _, list := range e.lists {
		for _, st := range list.Stmts {
			if es, ok := st.(*ast.ExprStmt); ok && e.decls[st] != nil && e.decls[st].decl && assigned(e, es) == w {
				return list, st
			}
		}
	}
	return nil, nil
}

// declareInCase declares a variable in one case of a switch whose other cases reference it,
// too: all cases share one scope.
func (e *emitter) declareInCase(l *locator, w *web, u *scope.Uses, in *scope.List, st ast.Stmt) bool {
	if in.Kind != scope.Case || in.Parent != u.Around {
		return false
	}
	for _, p := range u.Places {
		c := p.List
		for c != nil && c.Parent != u.Around {
			c = c.Parent
		}
		if c == nil || c.Kind != scope.Case || c.Owner != in.Owner {
			return false
		}
	}
	kind := ast.Let
	if isConst(w) {
		kind = ast.Const
	}
	e.turnInto(in, 0, st, kind)
	in.Open = true
	return true
}
