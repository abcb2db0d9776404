package roundtrip

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// A function after a jump is not in the output, and rightly so. That takes two
// independent proofs: the graph of the enclosing function has nothing left of a statement
// that contains the function, and by the text, control does not reach that statement.

// unreached reports whether fn is in unreachable code.
func (s *side) unreached(fn *ast.Function) bool {
	body := s.p.Body
	if fn.Parent != nil {
		if s.unreached(fn.Parent) {
			return true
		}
		body = fn.Parent.Body
	}
	at := afterJump(body, fn.Span)
	return !at.IsZero() && s.isRemoved(fn.Parent, at)
}

// isRemoved reports whether the graph of a function, or of the top level, has no node of
// the code at a place.
func (s *side) isRemoved(around *ast.Function, at ast.Span) bool {
	if around == nil {
		around = build.Top(s.p)
	}
	if s.facts == nil {
		s.facts = build.Decide(s.p)
	}
	g, bailout := build.Func(s.p, around, s.facts, son.Config{})
	if bailout != nil {
		return false
	}
	found := false
	g.Nodes(func(n *son.Node) { found = found || at.Contains(n.Span) && !n.Span.IsZero() })
	return !found
}

// afterJump returns the statement around a place that control does not reach because an
// earlier statement of its list always leaves the list; or no place.
func afterJump(list []ast.Stmt, place ast.Span) ast.Span {
	for i, st := range list {
		if !st.Pos().Contains(place) {
			continue
		}
		if _, hoisted := st.(*ast.FuncDecl); hoisted {
			return ast.Span{}
		}
		if slices.ContainsFunc(list[:i], leaves) {
			return st.Pos().Span
		}
		found := ast.Span{}
		ast.Walk(st, func(n ast.Node) bool {
			if !found.IsZero() || !n.Pos().Contains(place) {
				return false
			}
			switch n := n.(type) {
			case *ast.Function:
				return false
			case *ast.Block:
				found = afterJump(n.Body, place)
			case *ast.Case:
				found = afterJump(n.Body, place)
			}
			return true
		})
		return found
	}
	return ast.Span{}
}

// leaves reports whether control never reaches the end of a statement.
func leaves(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.Return, *ast.Throw, *ast.Break, *ast.Continue:
		return true
	case *ast.Block:
		return slices.ContainsFunc(st.Body, leaves)
	case *ast.If:
		return st.Else != nil && leaves(st.Then) && leaves(st.Else)
	case *ast.Try:
		if st.Finally != nil && leaves(st.Finally) {
			return true
		}
		return leaves(st.Block) && (st.Handler == nil || leaves(st.Handler))
	}
	return false
}
