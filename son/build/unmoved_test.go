package build_test

import (
	"testing"

	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// In these functions the rules find out something, and only in some may that change the text.
func TestUnmoved(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want bool
	}{
		{"function f(a, g) { g((a & 1) + 2); }", true},
		{"function f(a, g) { if (a == null) g((a & 3) + 1); g(); if (a == null) g(); }", true},
		{"function f(a, b, g) { g(a == null && b, (b & 3) + 1); return a == null; }", true},
		{"function f(a, b, g) { if (typeof a === 'string') g((b & 3) + 1); g(); if (typeof a === 'string') g(); }", true},
		{"function f(a, b, g) { if (typeof a === 'string') g((b & 3) + 1); g(); if (typeof a === 'number') g(); }", true},
		{"function f(a, b, g) { a = a & 3; b = b & 3; g(a * b + 1); return a * b + 1; }", false}, // a variable may be shorter
		{"function f(a, g) { a == null; g(); if (a == null) g((a & 3) + 1); }", false},
		{"function f(a) { return a & ~1024; }", true},
		{"function f(a) { return a & ~-1024; }", false},
		{"function f(a) { return a & ~(1024 + 1); }", false},
		{"function f(a, b) { let x; if (a) { x = a(); } else { x = b(); } return (x & 7) + 1; }", true},
		{"function f(a, b) { let x = void 0; if (a) { x = a(); } else { x = b(); } return (x & 7) + 1; }", false},
	} {
		g := graphOf(t, tt.src, son.Config{Fold: true, Costs: &cost.Model{}})
		g.Optimize()
		if g.Stats.Changes == 0 {
			t.Errorf("%s: nothing was found", tt.src)
		}
		if got := g.Unmoved(); got != tt.want {
			t.Errorf("%s: Unmoved is %v, want %v\n%s", tt.src, got, tt.want, son.Format(g, son.FormatOptions{IDs: true}))
		}
	}
}
