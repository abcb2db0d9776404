package build

import "github.com/sonjs/son/parse/ast"

// armSite is a part of a try statement that an exception may end at any point, after which the
// same function continues, or that is entered other than by a jump: a body, a finally, and a
// catch with a finally after it.
type armSite struct {
	parent *armSite
	span   ast.Span
	loop   *loopSite // around the statement
}

// triedWrite is an assignment inside a part of a try statement.
type triedWrite struct {
	sym *ast.Symbol
	arm *armSite // the innermost one
}

// try walks a try statement.
func (s *survey) try(n *ast.Try) {
	in := func(span ast.Span, f func()) {
		outer := s.arm
		s.arm = &armSite{parent: outer, span: span, loop: s.loop}
		f()
		s.arm = outer
	}
	in(n.Block.Span, func() { s.node(n.Block) })
	if n.Handler != nil {
		handler := func() {
			s.enter(n.CatchScope)
			if n.Param != nil {
				s.given(n.Param)
			}
			s.node(n.Handler)
		}
		if n.Finally == nil {
			handler()
		} else {
			in(ast.Span{Start: n.Block.End, End: n.Handler.End}, handler)
		}
	}
	if n.Finally != nil {
		in(n.Finally.Span, func() { s.node(n.Finally) })
	}
}

// inTry records an assignment of sym at this place.
func (s *survey) inTry(sym *ast.Symbol) {
	if sym == nil || s.arm == nil || sym.Kind == ast.SymFuncName || sym.Kind == ast.SymArguments {
		return // functions with the last two are never built
	}
	if k := len(s.tried); k == 0 || s.tried[k-1] != (triedWrite{sym, s.arm}) {
		s.tried = append(s.tried, triedWrite{sym, s.arm})
	}
}

// interrupted makes cells of the bindings that a part of a try statement assigns and that are
// read outside of it, in the same part in its next iteration, or by a function: no edge of the
// graph determines whether the assignment has happened by then.
func (s *survey) interrupted() {
	reads := map[*ast.Symbol]ast.Span{}
	for _, w := range s.tried {
		arm := w.arm
		if isTopScope(w.sym.Scope) || arm.span.Contains(w.sym.Scope.Span) || s.b.Of(w.sym) != Value {
			continue
		}
		r, ok := reads[w.sym]
		if !ok {
			r = readSpan(w.sym)
			reads[w.sym] = r
		}
		again := arm.loop != s.scopeLoop[w.sym.Scope]
		if w.sym.Captured || !r.IsZero() && (again || !arm.span.Contains(r)) {
			put(&s.b.known, w.sym.ID, true)
			put(&s.b.places, w.sym.ID, Cell)
		}
	}
}

// readSpan is the span of all places that read a binding.
func readSpan(sym *ast.Symbol) (r ast.Span) {
	for _, m := range sym.Refs {
		if m.Kind&^(ast.RefWrite|ast.RefInit|ast.RefDecl) == 0 {
			continue
		}
		at := m.Ident.Span
		if r.IsZero() {
			r = at
		}
		r = ast.Span{Start: min(r.Start, at.Start), End: max(r.End, at.End)}
	}
	return r
}
