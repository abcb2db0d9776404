package cost

import (
	"sort"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Model is the cost model of the graphs of one program. Their rules see it as a [son.Costs].
type Model struct {
	// Comments are those of the source that must not be lost, in source order, each together
	// with the text before it on its line.
	Comments []ast.Span
	// KeepsNames: people read the output, and the name of a constant tells them what it means.
	KeepsNames bool
}

var plain Model

// Of returns the cost model of a graph.
func Of(g *son.Graph) *Model {
	if m, ok := g.Config.Costs.(*Model); ok {
		return m
	}
	return &plain
}

// HasComment reports whether the source has a comment between two places.
func (m *Model) HasComment(from, to int32) bool {
	i := sort.Search(len(m.Comments), func(i int) bool { return m.Comments[i].End > from })
	return i < len(m.Comments) && m.Comments[i].Start < to
}

// Keeps reports whether the source keeps the computation of a constant: a comment in it explains
// what it consists of, as in 4 /* read */ | 8 /* write */.
func (m *Model) Keeps(n *son.Node) bool {
	i := sort.Search(len(m.Comments), func(i int) bool { return m.Comments[i].End > n.Span.Start })
	return i < len(m.Comments) && m.Comments[i].End < n.Span.End
}

// Recomputes reports whether n is written again at each use; see [Cheap].
func (m *Model) Recomputes(n *son.Node) bool { return Cheap(n) }

// Explains reports whether the name n tells readers what its constant means: it has a comment, or
// is read in several places, where the same number would be repeated.
func (m *Model) Explains(n *son.Node) bool { return n.Has(son.FlagRemarked) || len(n.Users()) > 1 }
