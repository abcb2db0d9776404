package reduce

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/diff"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/gen"
	"github.com/sonjs/son/internal/tier"
)

func TestReducesToWhatMatters(t *testing.T) {
	tests := []struct {
		name, src string
		needs     []string
		most      int // bytes left
	}{
		{"a statement among many", "let a = 1;\nlet b = 2;\nif (a) { b = 3; print(-0) } else { b = 4 }\nfunction f() { return 1 }\n", []string{"-0"}, 12},
		{"a part of an expression", "print(f(1 + x[2 * y], g(a ? b : c >>> 1), 7), {p: 1, q: [1, 2]});", []string{">>>"}, 14},
		{"deep in functions", "function f(a, b, c) { while (a) { switch (b) { case 1: do { x = y ** z; } while (0); default: c(); } } return function () { return 1 } }", []string{"**"}, 16},
		{"broken text by lines", "one {\ntwo )\nthree\nfour (\n", []string{"three"}, 7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, stats := Reduce(context.Background(), tt.src, 0, func(_ context.Context, src string) bool {
				for _, n := range tt.needs {
					if !strings.Contains(src, n) {
						return false
					}
				}
				return len(edits(src)) > 0 || edits(tt.src) == nil
			})
			if len(out) > tt.most {
				t.Errorf("%d bytes are left, want at most %d: %q (%+v)", len(out), tt.most, out, stats)
			}
		})
	}
}

// TestReducesAGeneratedFind breaks a large program on purpose and reduces it to
// the cause.
func TestReducesAGeneratedFind(t *testing.T) {
	tier.OnlyLong(t)
	e, err := engine.NewQuickJS()
	if err != nil {
		t.Fatal(err)
	}
	broken := func(_ context.Context, _, src string) (string, error) {
		return strings.ReplaceAll(src, ">>>", ">>"), nil
	}
	ctx := context.Background()
	for seed := int64(0); seed < 3000; seed++ {
		p := gen.Generate(gen.Config{Seed: seed, Size: 15})
		if !strings.Contains(p.Source, ">>>") {
			continue
		}
		kind, _, err := diff.Check(ctx, e, broken, time.Second, diff.Program{Name: "p.js", Source: p.Source})
		if err != nil {
			t.Fatal(err)
		}
		if kind != diff.Differs {
			continue
		}
		start := time.Now()
		out, stats := Reduce(ctx, p.Source, 4000, func(ctx context.Context, src string) bool {
			k, _, err := diff.Check(ctx, e, broken, 200*time.Millisecond, diff.Program{Name: "p.js", Source: src})
			return err == nil && k == diff.Differs
		})
		t.Logf("seed %d: %+v in %v\n%s", seed, stats, time.Since(start).Round(time.Millisecond), out)
		if len(out) > 200 || !strings.Contains(out, ">>>") {
			t.Errorf("%d bytes are left:\n%s", len(out), out)
		}
		return
	}
	t.Fatal("no program shows the mutation")
}
