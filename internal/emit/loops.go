package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

func (w *stmtWriter) loop(n *structure.LoopNode) {
	h := w.blocks[n.Header]
	isFor := h.Loop != nil && h.Loop.Kind == son.LoopFor
	var st ast.Stmt
	labeled := func(s ast.Stmt) {
		st = s
		if h.Loop != nil {
			w.origin[s], *ast.SiteOf(s) = h.Loop.Span, h.Loop.Site
		}
		if n.Label != 0 {
			st = &ast.Labeled{Label: w.label(n.Label), Body: s}
		}
		w.loopStmts[h] = st
	}
	body := &ast.Block{}
	if n.Kind == structure.ForInOf {
		w.iterLoop(n, h, body, labeled, &st)
		return
	}
	if w.flat {
		w.flatLoop(n, body, labeled, &st)
		return
	}
	if n.Kind == structure.DoWhile && w.perIterFors[h] != nil {
		refuse("a for with per-iteration variables became a do-while")
	}
	var test ast.Expr
	if n.Cond != nil {
		test = w.cond(n.Cond)
	}
	if test == nil {
		test = w.always(h)
	}
	switch {
	case n.Kind == structure.DoWhile || test != nil && n.Kind == structure.Endless && h.Loop.Kind == son.LoopDoWhile:
		s := &ast.DoWhile{Test: test, Body: body}
		labeled(s)
		w.add(st)
		w.within(scope.Block, st, &body.Body, func() { w.seq(n.Body) })
		return
	case n.Kind == structure.For, isFor && n.Kind != structure.DoWhile:
		w.forLoop(n, h, test, body, labeled, &st)
		return
	}
	if test == nil {
		test = &ast.Bool{Value: true}
	}
	labeled(&ast.While{Test: test, Body: body})
	w.add(st)
	w.within(scope.Block, st, &body.Body, func() { w.seq(n.Body) })
}

func (w *stmtWriter) forLoop(n *structure.LoopNode, h *fold.Block, test ast.Expr, body *ast.Block, labeled func(ast.Stmt), st *ast.Stmt) {
	s := &ast.For{Test: test, Body: body}
	w.checkPerIterFor(n, h, s)
	labeled(s)
	init := w.takeInit(h)
	if n.Kind == structure.For && n.Update >= 0 {
		var list []ast.Expr
		for _, r := range w.treesOf(w.blocks[n.Update]).list.list {
			if !r.dead && prints(r) {
				list = append(list, r.x)
			}
		}
		switch len(list) {
		case 0:
		case 1:
			s.Update = list[0]
		default:
			s.Update = flatSeq(list)
		}
	}
	w.add(*st)
	head := w.within(scope.Head, *st, nil, func() {
		w.list.Stmts = init
		w.within(scope.Block, *st, &body.Body, func() { w.seq(n.Body) })
	})
	w.heads[s] = head
}

// splitAtInits cuts blocks where the init of a for begins, so that it stays with its loop if
// the code before it is printed elsewhere:
//
//	switch (a) { case 1: default: f() } for (let i = 0; …)
//
// leaves one block for f() and the init.
func (f *folded) splitAtInits() {
	for i := 0; i < len(f.List); i++ { // cut appends the second parts
		h := f.List[i]
		if h == nil || h.Loop == nil || h.Loop.Kind != son.LoopFor || h.Loop.Init.IsZero() {
			continue
		}
		for _, p := range h.Preds {
			if p == nil || f.treesOf(p).list == nil || p.Update || p.Term != fold.Jump || p == h {
				continue
			}
			if k := initStart(f.treesOf(p).list.list, h.Loop.Init); k > 0 {
				f.cut(p, k)
				break // the others are back edges
			}
		}
	}
}

// initStart returns where the roots of an init at the end of a list begin, or 0.
func initStart(list []*root, init ast.Span) int {
	k := len(list)
	for k > 0 && (list[k-1].dead || inInit(list[k-1], init)) {
		k--
	}
	for _, r := range list[k:] {
		if !r.dead && prints(r) {
			return k
		}
	}
	return 0
}

// inInit reports whether r comes from an init: it is code of the init, or a copy into a
// variable that the init declares.
func inInit(r *root, init ast.Span) bool {
	if !r.span.IsZero() {
		return init.Contains(r.span)
	}
	if !r.bind || len(r.defs) == 0 {
		return false
	}
	d := r.defs[len(r.defs)-1].w
	return d.Sym != nil && len(d.Sym.Decls) > 0 && init.Contains(d.Sym.Decls[0].Span)
}

// takeInit removes the statements of the for's init from the end of the current list and
// returns them.
func (w *stmtWriter) takeInit(h *fold.Block) []ast.Stmt {
	if h.Loop == nil || h.Loop.Kind != son.LoopFor || h.Loop.Init.IsZero() {
		return nil
	}
	from, list := w.before()
	k := len(list)
	decls, plain := 0, 0
	for k > 0 {
		st := list[k-1]
		if d, ok := st.(*ast.VarDecl); ok && !w.origin[d].IsZero() && h.Loop.Init.Contains(w.origin[d]) {
			decls++
			k--
			continue
		}
		if _, ok := st.(*ast.ExprStmt); !ok {
			break
		}
		r := w.decls[st]
		span := w.origin[st]
		isDecl := r != nil && r.decl
		if r != nil && !r.decl && r.bind && span.IsZero() { // a copy into the loop's variable
			if !inInit(r, h.Loop.Init) {
				break
			}
			isDecl = true
		} else if span.IsZero() || !h.Loop.Init.Contains(span) {
			break
		}
		if isDecl {
			decls++
		} else {
			plain++
		}
		k--
	}
	init := append([]ast.Stmt{}, list[k:]...)
	if decls > 0 && plain > 0 {
		init = w.foldInit(init)
	}
	if len(init) == 0 {
		return nil
	}
	from.Stmts = slices.Delete(from.Stmts, k, len(list)) // in place: a file may be a sequence of loops
	return init
}

// before returns the list with the code right before the current statement, and its statements.
// If a labelled block begins with the current statement, that is the list around the block.
func (w *stmtWriter) before() (*scope.List, []ast.Stmt) {
	l := w.list
	stmts := l.Stmts
	for len(stmts) == 0 && l.Parent != nil {
		lab, ok := l.Owner.(*ast.Labeled)
		if !ok {
			break
		}
		if b, ok := lab.Body.(*ast.Block); !ok || l.Body != &b.Body {
			break
		}
		l = l.Parent
		if k := len(l.Stmts) - 1; k >= 0 {
			stmts = l.Stmts[:k]
		}
	}
	return l, stmts
}

// foldInit moves effects that the source has inside a declarator's value back into it, as in
// for (let i = (f(), 0); …). It returns nil if there are other effects.
func (w *stmtWriter) foldInit(stmts []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	var effects []ast.Expr // before the next declarator
	var values []func()
	from := 0
	for i, st := range stmts {
		r := w.decls[st]
		if x, ok := st.(*ast.ExprStmt); ok && (r == nil || !r.decl && !r.bind) {
			effects = append(effects, x.X)
			continue
		}
		for _, x := range stmts[from:i] {
			if s := w.origin[x]; r == nil || s.IsZero() || !r.span.Contains(s) {
				return nil
			}
		}
		if len(effects) > 0 {
			a, before := r.x.(*ast.Assign), effects
			values = append(values, func() { a.Value = flatSeq(append(before, a.Value)) })
		}
		out, effects, from = append(out, st), nil, i+1
	}
	if len(effects) > 0 {
		return nil
	}
	for _, f := range values {
		f()
	}
	return out
}
