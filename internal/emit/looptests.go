package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/same"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// findTested records the loops whose source test is still in the graph. while (true) has no
// test in the graph and keeps its form: its exits are in the body.
func (e *emitter) findTested() {
	var places []son.TestPlace
	for _, b := range e.List {
		if b != nil && b.Term == fold.If {
			places = append(places, son.TestPlace{Loop: b.Src.Loop, Site: b.End.Site})
		}
	}
	e.tested = e.g.TestedLoops(places)
}

// always returns the test of a source loop if it is a true literal, as in while (true), and the
// graph has no test; otherwise nil.
func (e *emitter) always(h *fold.Block) ast.Expr {
	if h.Loop == nil || h.Loop.Test.IsZero() || e.tested[h.Loop] {
		return nil
	}
	x := writtenTest(&e.src, h.Loop.Site)
	if v, ok := truth(x); !ok || !v {
		return nil
	}
	return x
}

// writtenTest returns the test of the if or of the loop at a site, or nil.
func writtenTest(src *written.Index, at ast.Site) ast.Expr {
	switch st, _ := written.Of[ast.Stmt](src, at); st := st.(type) {
	case *ast.If:
		return st.Test
	case *ast.While:
		return st.Test
	case *ast.DoWhile:
		return st.Test
	case *ast.For:
		return st.Test
	}
	return nil
}

// truth returns the value of a literal, or of the negation of one, as a condition.
func truth(x ast.Expr) (value, ok bool) {
	if u, not := x.(*ast.Unary); not && u.Op == ast.Not {
		value, ok = truth(u.X)
		return !value, ok
	}
	return same.Truth(x)
}
