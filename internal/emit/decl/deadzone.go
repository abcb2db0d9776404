package decl

import (
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// deadZone declares a let or const that is referenced in its dead zone, if the innermost list
// around all references has no statement that initializes it. It reports whether it found a
// place.
func (t *Declarer) deadZone(w *scope.Var, u *scope.Uses) bool {
	if in, st := t.initOf(w); st != nil {
		return t.declareInCase(w, u, in, st)
	}
	if w.Initialized {
		return false // by the head of a loop, which other references have moved out of
	}
	// The declaration is unreachable: only its name is needed, after all references, where it
	// initializes nothing for them.
	end := len(u.Around.Stmts) - 1
	if u.Around.Kind == scope.Head || end < 0 || w.Sym.Captured && !ast.IsJump(u.Around.Stmts[end]) {
		return false
	}
	d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: t.Refs.Ident(w)}}}
	if w.Kind == ast.Const {
		d.Kind, d.Decls[0].Init = ast.Const, &ast.Number{}
	}
	if len(w.Sym.Decls) > 0 {
		t.Origin[d] = w.Sym.Decls[0].Span
	}
	u.Around.Stmts = append(u.Around.Stmts, d)
	u.Around.Braces = u.Around.Braces || u.Around.Kind == scope.Case
	return true
}

// initOf returns the statement that initializes a cell and its list.
func (t *Declarer) initOf(w *scope.Var) (*scope.List, ast.Stmt) {
	for _, list := range t.Tree.Lists {
		for _, st := range list.Stmts {
			if es, ok := st.(*ast.ExprStmt); ok && t.Assigns[st].Declares && t.Refs.Assigned(es) == w {
				return list, st
			}
		}
	}
	return nil, nil
}

// declareInCase declares a variable in one case of a switch whose other cases reference it,
// too: all cases share one scope.
func (t *Declarer) declareInCase(w *scope.Var, u *scope.Uses, in *scope.List, st ast.Stmt) bool {
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
	t.turnInto(in, 0, st, letOrConst(w))
	in.Open = true
	return true
}
