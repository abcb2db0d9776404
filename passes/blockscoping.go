package passes

import (
	"time"

	"github.com/sonjs/son/internal/blockscoping"
	"github.com/sonjs/son/parse/sourcemap"
)

// lowerLexical lowers the let and const of an output that is to be fast to var; see package blockscoping. m
// is its map, or nil.
func (w *work) lowerLexical(r *Result, m *sourcemap.Map) *sourcemap.Map {
	if !w.o.For.IsSpeed() || !w.mayEdit() {
		return m
	}
	start := time.Now()
	defer func() { w.ms("block-scoping", start) }()
	m, _ = w.edit(r, m, blockscoping.Find)
	return m
}
