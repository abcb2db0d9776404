package build

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// TestEachVariableThatARangeAssignsIsVisited compares eachWritten with visiting all
// assignments, and asserts that for many assignments to few variables only few are looked at.
func TestEachVariableThatARangeAssignsIsVisited(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var syms []*ast.Symbol
		for range 1 + r.IntN(20) {
			syms = append(syms, &ast.Symbol{Scope: &ast.Scope{Span: ast.Span{Start: r.Int32N(400)}}})
		}
		b := &builder{}
		for pos := int32(0); len(b.writes) < 200; pos += 1 + r.Int32N(4) {
			b.writes = append(b.writes, write{pos, syms[r.IntN(len(syms))]})
		}
		for range 20 {
			from := r.IntN(150)
			to := from + r.IntN(len(b.writes)-from+1)
			start := b.writes[from].pos
			want := map[*ast.Symbol]bool{}
			for _, w := range b.writes[from:to] {
				if w.sym.Scope.Span.Start <= start {
					want[w.sym] = true
				}
			}
			got := map[*ast.Symbol]bool{}
			visits := 0
			b.eachWritten(from, to, start, func(sym *ast.Symbol) {
				if visits++; sym.Scope.Span.Start <= start {
					got[sym] = true
				}
			})
			if !maps.Equal(got, want) {
				t.Fatalf("%d variables are visited, not %d", len(got), len(want))
			}
			if to-from > fewWrites && visits > len(want) {
				t.Fatalf("%d visits to %d variables", visits, len(want))
			}
		}
	}
}
