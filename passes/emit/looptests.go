package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/emit/same"
	"github.com/sonjs/son/son"
)

// findTested notes the loops of which the graph still tests what the source tests.
// while (true) has no test in the graph, and keeps its form: what leaves it stands in
// its body.
func (e *emitter) findTested() {
	e.tested = map[*son.LoopInfo]bool{}
	for _, b := range e.blocks {
		if b == nil || b.term != termIf || b.end.Span.IsZero() {
			continue
		}
		for l := b.src.Loop; l != nil; l = l.Parent {
			if i := e.g.Loops[l.Head.Head]; i != nil && !i.Test.IsZero() && i.Test.Contains(b.end.Span) {
				e.tested[i] = true
			}
		}
	}
}

// always returns the test of a loop of the source that is a literal, as in
// while (true), where the graph has no test; nil for others.
func (e *emitter) always(h *block) ast.Expr {
	if h.loop == nil || h.loop.Test.IsZero() || e.tested[h.loop] {
		return nil
	}
	var x ast.Expr
	for _, st := range e.bySpan[h.loop.Span.Start] {
		switch st := st.(type) {
		case *ast.While:
			x = st.Test
		case *ast.DoWhile:
			x = st.Test
		case *ast.For:
			x = st.Test
		}
	}
	if v, ok := truth(x); !ok || !v {
		return nil
	}
	return x
}

// truth says what a literal, or the negation of one, is as a condition.
func truth(x ast.Expr) (value, ok bool) {
	if u, not := x.(*ast.Unary); not && u.Op == ast.Not {
		value, ok = truth(u.X)
		return !value, ok
	}
	return same.Truth(x)
}

// testHeld reports whether the test of b mentions a cell that the body of its loop
// declares, so that the loop's foot is out of the cell's scope:
//
//	while (true) { let more = false; walk(() => { more = true }); if (!more) break; }
func (e *emitter) testHeld(b *block) bool {
	l := b.src.Loop
	if l == nil {
		return false
	}
	found := false
	ast.Walk(b.condX, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || e.isDeclaredIn(e.owner[id], l)
		}
		for _, w := range e.captured[n] {
			found = found || e.isDeclaredIn(w, l)
		}
		return !found
	})
	return found
}

// staysInBody reports whether the statements of b need what the body of their loop
// declares, so that they cannot stand in the loop's head, as the update of a for:
//
//	while (true) { const k = i++; if (k < n) {} else { break; } fs.push(() => k); }
func (e *emitter) staysInBody(b *block) bool {
	l := b.src.Loop
	if l == nil {
		return false
	}
	found := false
	cell := func(c *son.Node) {
		found = found || isCell(c) && c.Op != son.OpCapturedCell && e.isDeclaredIn(e.cellWeb(c), l)
	}
	visitItems(b, func(n *son.Node) {
		switch n.Op {
		case son.OpLoadCell, son.OpStoreCell:
			cell(n.Arg(0))
		case son.OpClosure:
			for _, a := range n.Args() {
				cell(a)
				found = found || a.Op == son.OpBind && e.givenIn(a, l)
			}
		}
	})
	return found
}

// givenIn reports whether a binding gets its value inside of a loop.
func (e *emitter) givenIn(bind *son.Node, l *son.LoopTree) bool {
	at := e.blockOfUse(bind)
	if at == nil {
		return false
	}
	for in := at.Loop; in != nil; in = in.Parent {
		if in == l {
			return true
		}
	}
	return false
}

// isDeclaredIn reports whether w is a let or const that each round of a loop makes anew.
func (e *emitter) isDeclaredIn(w *web, l *son.LoopTree) bool {
	if w == nil || !w.cell || w.round != nil || w.kind == ast.Var {
		return false
	}
	if e.cellLoops == nil {
		e.cellLoops = map[*web]*son.LoopTree{}
		e.g.Nodes(func(n *son.Node) {
			if n.Op != son.OpNewCell {
				return
			}
			if b := e.cfg.BlockOf(n.Ctrl()); b != nil {
				e.cellLoops[e.webs.cells[n.Sym]] = b.Loop
			}
		})
	}
	for in := e.cellLoops[w]; in != nil; in = in.Parent {
		if in == l {
			return true
		}
	}
	return false
}

// checkRounds refuses a variable that functions of a loop's body would share, but that
// each round of the loop gives them anew.
func (e *emitter) checkRounds() {
	e.g.Nodes(func(n *son.Node) {
		if n.Op != son.OpClosure {
			return
		}
		for _, a := range n.Args() {
			w := e.webs.of[a.ID]
			if a.Op != son.OpBind || w == nil || w.kind == ast.Var || w.home == nil {
				continue
			}
			if shared(e.blockOfUse(n), e.blockOfUse(a)) > loopsAround(w.home) {
				refuse("%s would be one variable for all rounds of a loop", w.hint)
			}
		}
	})
}

// shared counts the loops around both blocks.
func shared(a, b *son.Block) int {
	if a == nil || b == nil {
		return 0
	}
	n := 0
	for in := a.Loop; in != nil; in = in.Parent {
		for l := b.Loop; l != nil; l = l.Parent {
			if l == in {
				n++
			}
		}
	}
	return n
}

// loopsAround counts the loops each round of which has a list anew.
func loopsAround(l *stmtList) int {
	var counted ast.Stmt
	n := 0
	for ; l != nil; l = l.parent {
		if l.owner == nil || l.owner == counted || !isLoop(l.owner) || l.kind == listFor && !isEach(l.owner) {
			continue
		}
		counted = l.owner
		n++
	}
	return n
}

// isEach reports whether a loop goes through items.
func isEach(st ast.Stmt) bool {
	switch s := st.(type) {
	case *ast.Labeled:
		return isEach(s.Body)
	case *ast.ForIn, *ast.ForOf:
		return true
	}
	return false
}
