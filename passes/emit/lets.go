package emit

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// looseLets are the declarations of lets that no statement initializes, by the
// list and the statement that they come before.
type looseLets map[*stmtList]map[int][]*ast.VarDecl

// declare declares w: where the source does, if that place is still there
// and every mention comes after it, else right before the first mention.
func (ls looseLets) declare(e *emitter, l *locator, w *web, u *usage) {
	home, at := u.lca, u.first
	if list, i, ok := l.sourcePlace(w, u); ok {
		home, at = list, i
	}
	for home.kind == listFor {
		at = home.at
		home = home.parent
	}
	w.home = home
	if home.kind == listCase {
		home.braces = true
	}
	d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: e.ident(w)}}}
	if w.sym != nil && len(w.sym.Decls) > 0 {
		e.origin[d] = w.sym.Decls[0].Span
	}
	if ls[home] == nil {
		ls[home] = map[int][]*ast.VarDecl{}
	}
	ls[home][at] = append(ls[home][at], d)
}

// insert writes the declarations. Those of helpers are one statement; those of
// the source stand as it has them, for mergeDecls to join.
func (ls looseLets) insert(e *emitter) {
	for list, m := range ls {
		var out []ast.Stmt
		for i, st := range list.stmts {
			ds := m[i]
			slices.SortStableFunc(ds, func(a, b *ast.VarDecl) int { return cmp.Compare(e.origin[a].Start, e.origin[b].Start) })
			for k, d := range ds {
				if k > 0 && e.origin[d].IsZero() {
					ds[0].Decls = append(ds[0].Decls, d.Decls...)
					continue
				}
				out = append(out, d)
			}
			out = append(out, st)
		}
		list.stmts = out
	}
}

// sourcePlace returns the statement that follows w's declaration in the source,
// if declaring w before it serves all mentions: none comes earlier, and no loop
// lies between that makes a new binding for a closure each time.
func (l *locator) sourcePlace(w *web, u *usage) (list *stmtList, at int, ok bool) {
	if w.sym == nil || len(w.sym.Decls) != 1 {
		return nil, 0, false
	}
	p, ok := l.after(w.sym.Decls[0].End)
	if !ok || !isInside(u.lca, p.list) {
		return nil, 0, false
	}
	list, at = u.lca, u.first
	for list != p.list {
		if w.sym.Captured && isLoop(list.owner) {
			return nil, 0, false
		}
		at = list.at
		list = list.parent
	}
	return p.list, p.at, p.at <= at
}

// isLoop reports whether a statement is a loop, perhaps with labels.
func isLoop(st ast.Stmt) bool {
	switch s := st.(type) {
	case *ast.Labeled:
		return isLoop(s.Body)
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
		return true
	}
	return false
}

// after returns the statement of the output that comes first in the source from
// an offset on.
func (l *locator) after(offset int32) (place, bool) {
	start := func(p place) int32 { return l.origin[p.list.stmts[p.at]].Start }
	if l.bySource == nil {
		for _, list := range l.lists {
			for i, st := range list.stmts {
				if !l.origin[st].IsZero() {
					l.bySource = append(l.bySource, place{list, i})
				}
			}
		}
		slices.SortStableFunc(l.bySource, func(a, b place) int { return cmp.Compare(start(a), start(b)) })
	}
	i, _ := slices.BinarySearchFunc(l.bySource, offset, func(p place, at int32) int { return cmp.Compare(start(p), at) })
	if i == len(l.bySource) {
		return place{}, false
	}
	return l.bySource[i], true
}

// splitHeads finds the heads of fors that cannot declare all that they assign,
// and so declare nothing:
//
//	let i, n; for (i = 0, n = list.length; i < n; i++) ...; return i
func (e *emitter) splitHeads(l *locator, patterns map[*web]*patternDecl) map[*stmtList]bool {
	split := map[*stmtList]bool{}
	for _, list := range e.lists {
		if list.kind != listFor || len(list.stmts) < 2 {
			continue
		}
		declares := 0
		for _, st := range list.stmts {
			if e.letDeclares(l, st, patterns) {
				declares++
			}
		}
		split[list] = declares > 0 && declares < len(list.stmts)
	}
	for w, p := range patterns {
		if split[p.list] {
			delete(patterns, w)
		}
	}
	return split
}

// letDeclares reports whether a statement declares what it assigns as let or const.
func (e *emitter) letDeclares(l *locator, st ast.Stmt, patterns map[*web]*patternDecl) bool {
	es, ok := st.(*ast.ExprStmt)
	if !ok {
		return true
	}
	ws, _ := assignedAll(e, es)
	if e.decls[st] == nil || len(ws) == 0 || ws[0].kind == ast.Var {
		return false
	}
	w := ws[0]
	switch {
	case isPattern(e.decls[st]):
		return patterns[w] != nil && patterns[w].st == st
	case w.cell:
		site, _ := e.cellSite(w, w.use)
		return site == st
	}
	return e.letSite(w, w.use) == st
}
