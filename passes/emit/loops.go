package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/structure"
	"github.com/sonjs/son/son"
)

func (w *stmtWriter) loop(n *structure.LoopNode) {
	h := w.blocks[n.Header]
	isFor := h.loop != nil && h.loop.Kind == son.LoopFor
	var st ast.Stmt
	labeled := func(s ast.Stmt) {
		st = s
		if h.loop != nil {
			w.origin[s] = h.loop.Span
		}
		if n.Label != 0 {
			st = &ast.Labeled{Label: w.label(n.Label), Body: s}
		}
	}
	body := &ast.Block{}
	if n.Kind == structure.Each {
		w.forEach(n, h, body, labeled, &st)
		return
	}
	var test ast.Expr
	if n.Cond != nil {
		test = w.cond(n.Cond)
	}
	switch {
	case n.Kind == structure.DoWhile:
		s := &ast.DoWhile{Test: test, Body: body}
		labeled(s)
		w.add(st)
		w.within(listBlock, st, &body.Body, func() { w.seq(n.Body) })
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
	w.within(listBlock, st, &body.Body, func() { w.seq(n.Body) })
}

func (w *stmtWriter) forLoop(n *structure.LoopNode, h *block, test ast.Expr, body *ast.Block, labeled func(ast.Stmt), st *ast.Stmt) {
	s := &ast.For{Test: test, Body: body}
	labeled(s)
	init := w.takeInit(h)
	if n.Kind == structure.For && n.Update >= 0 {
		var list []ast.Expr
		for _, r := range w.blocks[n.Update].list.list {
			if !r.dead && w.prints(r) {
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
	head := w.within(listFor, *st, nil, func() {
		w.list.stmts = init
		w.within(listBlock, *st, &body.Body, func() { w.seq(n.Body) })
	})
	w.heads[s] = head
}

// takeInit takes the statements that the source had in the for's init off the
// current list.
func (w *stmtWriter) takeInit(h *block) []ast.Stmt {
	if h.loop == nil || h.loop.Kind != son.LoopFor || h.loop.Init.IsZero() {
		return nil
	}
	list := w.list.stmts
	k := len(list)
	decls, plain := 0, 0
	for k > 0 {
		st := list[k-1]
		if d, ok := st.(*ast.VarDecl); ok && !w.origin[d].IsZero() && h.loop.Init.Contains(w.origin[d]) {
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
			if d := r.defs[len(r.defs)-1].w; d.sym == nil || len(d.sym.Decls) == 0 || !h.loop.Init.Contains(d.sym.Decls[0].Span) {
				break
			}
			isDecl = true
		} else if span.IsZero() || !h.loop.Init.Contains(span) {
			break
		}
		if isDecl {
			decls++
		} else {
			plain++
		}
		k--
	}
	if decls > 0 && plain > 0 || k == len(list) {
		return nil
	}
	w.list.stmts = list[:k:k]
	return append([]ast.Stmt{}, list[k:]...)
}
