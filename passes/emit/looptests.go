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
	var places []son.TestPlace
	for _, b := range e.blocks {
		if b != nil && b.term == termIf {
			places = append(places, son.TestPlace{Loop: b.src.Loop, Span: b.end.Span})
		}
	}
	e.tested = e.g.TestedLoops(places)
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
