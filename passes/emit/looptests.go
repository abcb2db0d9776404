package emit

import (
	"github.com/sonjs/son/parse/ast"
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

// truth says what a literal is as a condition.
func truth(x ast.Expr) (value, ok bool) {
	switch x := x.(type) {
	case *ast.Bool:
		return x.Value, true
	case *ast.Number:
		return x.Value != 0 && x.Value == x.Value, true
	case *ast.String:
		return x.Value != "", true
	case *ast.Unary:
		v, ok := truth(x.X)
		return !v, ok && x.Op == ast.Not
	}
	return false, false
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
