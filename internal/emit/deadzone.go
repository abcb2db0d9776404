package emit

import "github.com/sonjs/son/son"

// isUnsafe reports whether some load of a variable may be in its dead zone.
func (e *emitter) isUnsafe(w *web) bool {
	if !w.Cell {
		return false
	}
	found := false
	e.g.Nodes(func(n *son.Node) {
		found = found || n.Op == son.OpLoadCell && n.Has(son.FlagTDZ) && e.cellWeb(n.Arg(0)) == w
	})
	return found
}
