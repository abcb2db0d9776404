package son

import "github.com/sonjs/son/parse/ast"

// noteDecided records that a branch of the source always goes the same way.
func (g *Graph) noteDecided(iff *Node, truth Tri) {
	if iff.Span.IsZero() {
		return
	}
	if g.Stats.decided == nil {
		g.Stats.decided = map[ast.Span]Tri{}
	}
	if was, ok := g.Stats.decided[iff.Span]; ok && was != truth {
		truth = Maybe // it has become several branches, which are decided differently
	}
	g.Stats.decided[iff.Span] = truth
}

// Decided returns the branches of the source, by their spans, that always go the same way: Yes
// for the side of a true condition. Without this, an estimate of how often code runs assumes
// half.
func (g *Graph) Decided() map[ast.Span]Tri {
	d := g.Stats.decided
	if len(d) == 0 {
		return nil
	}
	g.Nodes(func(n *Node) {
		if n.Op == OpIf {
			delete(d, n.Span)
		}
	})
	for span, v := range d {
		if v == Maybe {
			delete(d, span)
		}
	}
	return d
}
