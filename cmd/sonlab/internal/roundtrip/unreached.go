package roundtrip

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// A function behind a jump is not in the output, and rightly so. That needs two proofs
// that know nothing of each other: in the graph of the function around, nothing is left
// of a statement that holds the function, and by the text, control does not get to that
// statement.

// unreached reports whether fn stands where control never comes.
func (s *side) unreached(fn *ast.Function) bool {
	body := s.p.Body
	if fn.Parent != nil {
		if s.unreached(fn.Parent) {
			return true
		}
		body = fn.Parent.Body
	}
	at := behindJump(body, fn.Span)
	return !at.IsZero() && s.isGone(fn.Parent, at)
}

// isGone reports whether the graph of a function, or of the top level, has nothing of
// what stands at a place.
func (s *side) isGone(around *ast.Function, at ast.Span) bool {
	if around == nil {
		around = build.Top(s.p)
	}
	if s.facts == nil {
		s.facts = build.Decide(s.p)
	}
	g, kept := build.Func(s.p, around, s.facts, son.Config{})
	if kept != nil {
		return false
	}
	found := false
	g.Nodes(func(n *son.Node) { found = found || at.Contains(n.Span) && !n.Span.IsZero() })
	return !found
}

// behindJump returns the statement around a place to which control does not get, since
// a statement before it in its list always leaves the list; or no place.
func behindJump(list []ast.Stmt, place ast.Span) ast.Span {
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
				found = behindJump(n.Body, place)
			case *ast.Case:
				found = behindJump(n.Body, place)
			}
			return true
		})
		return found
	}
	return ast.Span{}
}

// leaves reports whether control never comes to the end of a statement.
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
