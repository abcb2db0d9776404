package son

import "github.com/sonjs/son/parse/ast"

// noteDecided records that a branch of the source always goes the same way.
func (g *Graph) noteDecided(iff *Node, truth Tri) {
	if iff.Site == 0 {
		return
	}
	if g.Stats.decided == nil {
		g.Stats.decided = map[ast.Site]Tri{}
	}
	if was, ok := g.Stats.decided[iff.Site]; ok && was != truth {
		truth = Maybe // it has become several branches, which are decided differently
	}
	g.Stats.decided[iff.Site] = truth
}

// Decided returns the branches of the source that always go the same way: Yes for the side of a
// true condition. Without this, an estimate of how often code runs assumes half.
func (g *Graph) Decided() map[ast.Site]Tri {
	d := g.Stats.decided
	if len(d) == 0 {
		return nil
	}
	g.Nodes(func(n *Node) {
		if n.Op == OpIf {
			delete(d, n.Site)
		}
	})
	for site, v := range d {
		if v == Maybe {
			delete(d, site)
		}
	}
	return d
}
