package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
)

// caseBraces says of a case whether it is in braces because of what it declares, and whether it
// needs them, where it was made from a case of the switch src.
func (e *emitter) caseBraces(st *ast.Switch, i int, src *ast.Switch) (has, needs bool) {
	l := e.decl.List(&st.Cases[i].Body)
	if l == nil || !l.Braces {
		return false, false
	}
	b := st.Cases[i].Body[0].(*ast.Block) // see finish
	return true, !e.unbraces(st, i, src, b)
}

// unbraces reports whether the block b, which is all of case i, can lose its braces: the source
// declares its names in the scope of the switch, and no other case uses them for anything else.
func (e *emitter) unbraces(st *ast.Switch, i int, src *ast.Switch, b *ast.Block) bool {
	l := e.decl.List(&st.Cases[i].Body)
	for _, x := range b.Body {
		switch x := x.(type) {
		case *ast.VarDecl:
			if x.Kind == ast.Var {
				continue
			}
			for _, d := range x.Decls {
				for _, id := range ast.Names(d.Target) {
					w := e.Owner[id]
					if w == nil || w.Home != l || w.Sym == nil || w.Sym.Scope != src.Scope || w.Name != w.Sym.Name || e.conflictsInOtherCase(st, l, w) {
						return false
					}
				}
			}
		case *ast.FuncDecl, *ast.ClassDecl, *ast.VerbatimStmt:
			return false
		}
	}
	return true
}

// conflictsInOtherCase reports whether a case other than l refers to something else by the name
// of w.
func (e *emitter) conflictsInOtherCase(st *ast.Switch, l *scope.List, w *scope.Var) bool {
	beside := func(p scope.Place) bool {
		c := p.List
		for c != nil && !(c.Kind == scope.Case && c.Parent == l.Parent && c.Owner == l.Owner) {
			c = c.Parent
		}
		return c != nil && c != l
	}
	for _, o := range e.webs.all {
		if &o.Var == w || o.Name != w.Name || o.Uses == nil {
			continue
		}
		if o.Home != l.Parent && o.Home.In(l.Parent) && o.Home.Kind != scope.Case {
			continue // it is declared inside the switch
		}
		if o.Sym == nil || o.Sym.Scope == w.Sym.Scope || slices.ContainsFunc(o.Uses.Places, beside) {
			return true
		}
	}
	if u := e.decl.Free.Of(w.Name); u != nil && slices.ContainsFunc(u.Places, beside) {
		return true
	}
	found := false
	for _, c := range st.Cases {
		if c.Test == nil {
			continue
		}
		ast.Walk(c.Test, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && id.Name == w.Name
			return !found
		})
	}
	return found
}
