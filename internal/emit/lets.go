package emit

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
)

// looseLets holds the declarations of lets that no statement initializes, by list and by the
// index of the statement that they precede.
type looseLets map[*stmtList]map[int][]*ast.VarDecl

// declare declares w where the source does, if that place still exists and precedes every
// reference, and otherwise right before the first reference.
func (ls looseLets) declare(e *emitter, l *locator, w *web, u *usage, patterns map[*web]*patternDecl) {
	if head := l.letHead(w, u, patterns); head != nil {
		w.home = head
		ls.add(e, w, len(head.stmts))
		return
	}
	home, at := u.lca, u.first
	if p, ok := l.sourcePlace(w, u); ok {
		home, at = p.list, p.at
	}
	for home.kind == listFor {
		at = home.at
		home = home.parent
	}
	w.home = home
	if home.kind == listCase {
		home.braces = true
	}
	ls.add(e, w, at)
}

// add declares w before statement at of its home.
func (ls looseLets) add(e *emitter, w *web, at int) {
	d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: e.ident(w)}}}
	if w.sym != nil && len(w.sym.Decls) > 0 {
		e.origin[d] = w.sym.Decls[0].Span
	}
	if ls[w.home] == nil {
		ls[w.home] = map[int][]*ast.VarDecl{}
	}
	ls[w.home][at] = append(ls[w.home][at], d)
}

// insert writes the declarations. Those of helpers share one statement; those of the source are
// separate statements for mergeDecls to join.
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
		for _, d := range m[len(list.stmts)] { // at the end of a for's head
			out = append(out, d)
		}
		list.stmts = out
	}
}

// sourcePlace returns the place of the statement that follows w's declaration in the source, if
// w can be declared before it: no reference comes earlier, and w is not captured inside a loop
// in between, where each iteration would have created a new binding.
func (l *locator) sourcePlace(w *web, u *usage) (p place, ok bool) {
	if w.sym == nil || len(w.sym.Decls) != 1 {
		return p, false
	}
	p, ok = l.after(w.sym.Decls[0].End)
	if !ok || !isInside(u.lca, p.list) {
		return p, false
	}
	list, at := u.lca, u.first
	for list != p.list {
		if w.sym.Captured && isLoop(list.owner) {
			return p, false
		}
		at = list.at
		list = list.parent
	}
	return p, p.at <= at
}

// declaredAround reports whether the source declares w in a list around the innermost list with
// all its references, or in the head of a loop around them, so that the declaration stays
// there:
//
//	let hit = 0; if (a) { hit = f(a); g(hit) }
//	for (let i = 0, hit; i < n; i++) { hit = list[i]; g(hit) }
//
// If size matters, it is declared where it is assigned.
func (l *locator) declaredAround(w *web, u *usage) bool {
	if l.flat || l.g.Config.Helpers || l.g.Config.Size || w.cell {
		return false
	}
	if l.isOfHead(w) {
		head := l.sourceHead(w, u)
		return head != nil && head != u.lca
	}
	p, ok := l.sourcePlace(w, u)
	return ok && p.list != u.lca
}

// letHead returns the head of the for that declares w in the source, if the head can still
// declare it: it consists of lets.
func (l *locator) letHead(w *web, u *usage, patterns map[*web]*patternDecl) *stmtList {
	head := l.sourceHead(w, u)
	if l.flat || head == nil {
		return nil
	}
	for _, st := range head.stmts {
		es, ok := st.(*ast.ExprStmt)
		if !ok {
			d, ok := st.(*ast.VarDecl)
			if ok && d.Kind == ast.Let {
				continue
			}
			return nil
		}
		if ws, _ := assignedAll(l.emitter, es); !l.letDeclares(l, st, patterns) || slices.ContainsFunc(ws, isConst) {
			return nil
		}
	}
	return head
}

// sourceHead returns the head of a for with all references to w in the loop, if the source
// declares w in that head. It does not handle captured variables, which are new in each
// iteration; see [emitter.perIterLoop].
func (l *locator) sourceHead(w *web, u *usage) *stmtList {
	if !l.isOfHead(w) || w.sym.Captured {
		return nil
	}
	for _, head := range l.declHeads[w.sym.Decls[0]] {
		if isInside(u.lca, head) {
			return head
		}
	}
	return nil
}

// isOfHead reports whether the source declares w in the head of a for and nowhere else.
func (l *locator) isOfHead(w *web) bool {
	if w.sym == nil || len(w.sym.Decls) != 1 {
		return false
	}
	if l.declHeads == nil {
		l.findDeclHeads()
	}
	_, ok := l.declHeads[w.sym.Decls[0]]
	return ok
}

// findDeclHeads records the for heads that may declare each name, by the names that the source
// declares in them. Each copy of a loop has one, and a removed loop has none.
func (l *locator) findDeclHeads() {
	l.declHeads = map[*ast.Ident][]*stmtList{}
	note := func(src *ast.For, heads ...*stmtList) {
		if d, ok := src.Init.(*ast.VarDecl); ok {
			for _, one := range d.Decls {
				for _, id := range ast.Names(one.Target) {
					l.declHeads[id] = append(l.declHeads[id], heads...)
				}
			}
		}
	}
	for _, st := range l.src.Sites {
		if f, ok := st.(*ast.For); ok {
			note(f)
		}
	}
	for _, list := range l.lists {
		if f, ok := unlabeled(list.owner).(*ast.For); ok && l.heads[f] == list {
			if src, ok := written.Of[*ast.For](&l.src, f.Site); ok {
				note(src, list)
			}
		}
	}
}

// isLoop reports whether a statement is a loop, possibly with labels.
func isLoop(st ast.Stmt) bool {
	switch s := st.(type) {
	case *ast.Labeled:
		return isLoop(s.Body)
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
		return true
	}
	return false
}

// after returns the first statement of the output, in the order of the source, that starts at
// or after an offset. If it is in an if that comes later in the source, as an arm that jump
// threading has moved code into, it returns that if:
//
//	let hit = false; if (a) hit = true; if (!hit) g();   =>   let hit; if (a) hit = true; else g();
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
	p := l.bySource[i]
	for l.isLaterArm(p.list, offset) {
		p = place{p.list.parent, p.list.at}
	}
	return p, true
}

// isLaterArm reports whether a list is an arm of an if that is not around the offset in the
// source.
func (o *output) isLaterArm(list *stmtList, offset int32) bool {
	if _, ok := list.owner.(*ast.If); !ok || list.parent == nil {
		return false
	}
	at := o.origin[list.owner]
	return at.IsZero() || offset < at.Start || at.End < offset
}

// splitHeads finds the heads of fors that cannot declare everything they assign and so declare
// nothing:
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

// letDeclares reports whether a statement declares what it assigns as a let or const.
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
	return e.letSite(l, w, w.use) == st
}
