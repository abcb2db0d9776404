package decl

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
)

// looseLets holds the declarations of lets that no statement initializes, by list and by the
// index of the statement that they precede.
type looseLets map[*scope.List]map[int][]*ast.VarDecl

// declare declares w where the source does, if that place still exists and precedes every
// reference, and otherwise right before the first reference.
func (ls looseLets) declare(t *Declarer, w *scope.Var, u *scope.Uses) {
	if head := t.letHead(w, u); head != nil {
		w.Home = head
		ls.add(t, w, len(head.Stmts))
		return
	}
	home, at := u.Around, u.First
	if p, ok := t.sourcePlace(w, u); ok {
		home, at = p.List, p.At
	}
	for home.Kind == scope.Head {
		at = home.At
		home = home.Parent
	}
	w.Home = home
	if home.Kind == scope.Case {
		home.Braces = true
	}
	ls.add(t, w, at)
}

// add declares w before statement at of its home.
func (ls looseLets) add(t *Declarer, w *scope.Var, at int) {
	d := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: t.Refs.Ident(w)}}}
	if w.Sym != nil && len(w.Sym.Decls) > 0 {
		t.Origin[d] = w.Sym.Decls[0].Span
	}
	if ls[w.Home] == nil {
		ls[w.Home] = map[int][]*ast.VarDecl{}
	}
	ls[w.Home][at] = append(ls[w.Home][at], d)
}

// insert writes the declarations. Those of helpers share one statement; those of the source are
// separate statements for mergeDecls to join.
func (ls looseLets) insert(t *Declarer) {
	for list, m := range ls {
		var out []ast.Stmt
		for i, st := range list.Stmts {
			ds := m[i]
			slices.SortStableFunc(ds, func(a, b *ast.VarDecl) int { return cmp.Compare(t.Origin[a].Start, t.Origin[b].Start) })
			for k, d := range ds {
				if k > 0 && t.Origin[d].IsZero() {
					ds[0].Decls = append(ds[0].Decls, d.Decls...)
					continue
				}
				out = append(out, d)
			}
			out = append(out, st)
		}
		for _, d := range m[len(list.Stmts)] { // at the end of a for's head
			out = append(out, d)
		}
		list.Stmts = out
	}
}

// sourcePlace returns the place of the statement that follows w's declaration in the source, if
// w can be declared before it: no reference comes earlier, and w is not captured inside a loop
// in between, where each iteration would have created a new binding.
func (t *Declarer) sourcePlace(w *scope.Var, u *scope.Uses) (p scope.Place, ok bool) {
	if w.Sym == nil || len(w.Sym.Decls) != 1 {
		return p, false
	}
	p, ok = t.after(w.Sym.Decls[0].End)
	if !ok || !u.Around.In(p.List) {
		return p, false
	}
	list, at := u.Around, u.First
	for list != p.List {
		if w.Sym.Captured && isLoop(list.Owner) {
			return p, false
		}
		at = list.At
		list = list.Parent
	}
	return p, p.At <= at
}

// declaredAround reports whether the source declares w in a list around the innermost list with
// all its references, or in the head of a loop around them, so that the declaration stays
// there:
//
//	let hit = 0; if (a) { hit = f(a); g(hit) }
//	for (let i = 0, hit; i < n; i++) { hit = list[i]; g(hit) }
//
// If size matters, it is declared where it is assigned.
func (t *Declarer) declaredAround(w *scope.Var, u *scope.Uses) bool {
	if t.Flat || t.Helpers || t.Size || w.Cell {
		return false
	}
	if t.isOfHead(w) {
		head := t.sourceHead(w, u)
		return head != nil && head != u.Around
	}
	p, ok := t.sourcePlace(w, u)
	return ok && p.List != u.Around
}

// letHead returns the head of the for that declares w in the source, if the head can still
// declare it: it consists of lets.
func (t *Declarer) letHead(w *scope.Var, u *scope.Uses) *scope.List {
	head := t.sourceHead(w, u)
	if t.Flat || head == nil {
		return nil
	}
	for _, st := range head.Stmts {
		es, ok := st.(*ast.ExprStmt)
		if !ok {
			d, ok := st.(*ast.VarDecl)
			if ok && d.Kind == ast.Let {
				continue
			}
			return nil
		}
		if ws, _ := t.assignedAll(es); !t.letDeclares(st) || slices.ContainsFunc(ws, isConst) {
			return nil
		}
	}
	return head
}

// sourceHead returns the head of a for with all references to w in the loop, if the source
// declares w in that head. It does not handle captured variables, which are new in each
// iteration; see [scope.Declaration].
func (t *Declarer) sourceHead(w *scope.Var, u *scope.Uses) *scope.List {
	if !t.isOfHead(w) || w.Sym.Captured {
		return nil
	}
	for _, head := range t.declHeads[w.Sym.Decls[0]] {
		if u.Around.In(head) {
			return head
		}
	}
	return nil
}

// isOfHead reports whether the source declares w in the head of a for and nowhere else.
func (t *Declarer) isOfHead(w *scope.Var) bool {
	if w.Sym == nil || len(w.Sym.Decls) != 1 {
		return false
	}
	if t.declHeads == nil {
		t.findDeclHeads()
	}
	_, ok := t.declHeads[w.Sym.Decls[0]]
	return ok
}

// findDeclHeads records the for heads that may declare each name, by the names that the source
// declares in them. Each copy of a loop has one, and a removed loop has none.
func (t *Declarer) findDeclHeads() {
	t.declHeads = map[*ast.Ident][]*scope.List{}
	note := func(src *ast.For, heads ...*scope.List) {
		if d, ok := src.Init.(*ast.VarDecl); ok {
			for _, one := range d.Decls {
				for _, id := range ast.Names(one.Target) {
					t.declHeads[id] = append(t.declHeads[id], heads...)
				}
			}
		}
	}
	for _, st := range t.Src.Sites {
		if f, ok := st.(*ast.For); ok {
			note(f)
		}
	}
	for _, list := range t.Tree.Lists {
		if f, ok := unlabeled(list.Owner).(*ast.For); ok && t.Heads[f] == list {
			if src, ok := written.Of[*ast.For](t.Src, f.Site); ok {
				note(src, list)
			}
		}
	}
}

// isLoop reports whether a statement is a loop, possibly with labels.
func isLoop(st ast.Stmt) bool {
	if s, ok := st.(*ast.Labeled); ok {
		return isLoop(s.Body)
	}
	return ast.IsLoop(st)
}

// after returns the first statement of the output, in the order of the source, that starts at
// or after an offset. If it is in an if that comes later in the source, as an arm that jump
// threading has moved code into, it returns that if:
//
//	let hit = false; if (a) hit = true; if (!hit) g();   =>   let hit; if (a) hit = true; else g();
func (t *Declarer) after(offset int32) (scope.Place, bool) {
	start := func(p scope.Place) int32 { return t.Origin[p.List.Stmts[p.At]].Start }
	if t.bySource == nil {
		for _, list := range t.Tree.Lists {
			for i, st := range list.Stmts {
				if !t.Origin[st].IsZero() {
					t.bySource = append(t.bySource, scope.Place{List: list, At: i})
				}
			}
		}
		slices.SortStableFunc(t.bySource, func(a, b scope.Place) int { return cmp.Compare(start(a), start(b)) })
	}
	i, _ := slices.BinarySearchFunc(t.bySource, offset, func(p scope.Place, at int32) int { return cmp.Compare(start(p), at) })
	if i == len(t.bySource) {
		return scope.Place{}, false
	}
	p := t.bySource[i]
	for t.isLaterArm(p.List, offset) {
		p = scope.Place{List: p.List.Parent, At: p.List.At}
	}
	return p, true
}

// isLaterArm reports whether a list is an arm of an if that is not around the offset in the
// source.
func (t *Declarer) isLaterArm(list *scope.List, offset int32) bool {
	if _, ok := list.Owner.(*ast.If); !ok || list.Parent == nil {
		return false
	}
	at := t.Origin[list.Owner]
	return at.IsZero() || offset < at.Start || at.End < offset
}

// splitHeads finds the heads of fors that cannot declare everything they assign and so declare
// nothing:
//
//	let i, n; for (i = 0, n = list.length; i < n; i++) ...; return i
func (t *Declarer) splitHeads() {
	t.split = map[*scope.List]bool{}
	for _, list := range t.Tree.Lists {
		if list.Kind != scope.Head || len(list.Stmts) < 2 {
			continue
		}
		declares := 0
		for _, st := range list.Stmts {
			if t.letDeclares(st) {
				declares++
			}
		}
		t.split[list] = declares > 0 && declares < len(list.Stmts)
	}
	for v, p := range t.patterns {
		if t.split[p.list] {
			delete(t.patterns, v)
		}
	}
}

// letDeclares reports whether a statement declares what it assigns as a let or const.
func (t *Declarer) letDeclares(st ast.Stmt) bool {
	es, ok := st.(*ast.ExprStmt)
	if !ok {
		return true
	}
	ws, _ := t.assignedAll(es)
	if !t.isAssign(st) || len(ws) == 0 || ws[0].Kind == ast.Var {
		return false
	}
	w := ws[0]
	switch {
	case t.Assigns[st].Pattern:
		return t.patterns[w] != nil && t.patterns[w].st == st
	case w.Cell:
		site, _ := t.cellSite(w, w.Uses)
		return site == st
	}
	return t.letSite(w, w.Uses) == st
}
