package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// deadZone declares a let or const that is referenced in its dead zone, if the innermost list
// around all references has no statement that initializes it. It reports whether it found a
// place.
func (e *emitter) deadZone(l *locator, w *web, u *usage) bool {
	if in, st := e.initOf(w); st != nil {
		return e.declareInCase(l, w, u, in, st)
	}
	if e.isInitialized(w) {
		return false // by the head of a loop, which other references have moved out of
	}
	// The declaration is unreachable: only its name is needed, after all references, where it
	// initializes nothing for them.
	end := len(u.lca.stmts) - 1
	if u.lca.kind == listFor || end < 0 || w.sym.Captured && !ast.IsJump(u.lca.stmts[end]) {
		return false
	}
	d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: e.ident(w)}}}
	if w.kind == ast.Const {
		d.Kind, d.Decls[0].Init = ast.Const, &ast.Number{}
	}
	if len(w.sym.Decls) > 0 {
		e.origin[d] = w.sym.Decls[0].Span
	}
	u.lca.stmts = append(u.lca.stmts, d)
	u.lca.braces = u.lca.braces || u.lca.kind == listCase
	return true
}

// isUnsafe reports whether some load of a variable may be in its dead zone.
func (e *emitter) isUnsafe(w *web) bool {
	if !w.cell {
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
func (e *emitter) initOf(w *web) (*stmtList, ast.Stmt) {
	for _, list := range e.lists {
		for _, st := range list.stmts {
			if es, ok := st.(*ast.ExprStmt); ok && e.decls[st] != nil && e.decls[st].decl && assigned(e, es) == w {
				return list, st
			}
		}
	}
	return nil, nil
}

// declareInCase declares a variable in one case of a switch whose other cases reference it,
// too: all cases share one scope.
func (e *emitter) declareInCase(l *locator, w *web, u *usage, in *stmtList, st ast.Stmt) bool {
	if in.kind != listCase || in.parent != u.lca {
		return false
	}
	for _, p := range u.places {
		c := p.list
		for c != nil && c.parent != u.lca {
			c = c.parent
		}
		if c == nil || c.kind != listCase || c.owner != in.owner {
			return false
		}
	}
	kind := ast.Let
	if isConst(w) {
		kind = ast.Const
	}
	e.turnInto(in, 0, st, kind)
	in.open = true
	return true
}
