package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/memory"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// TestMemoryServesOneGraphAfterTheOther builds functions in the memory of the ones before them:
// nothing of those may remain.
func TestMemoryServesOneGraphAfterTheOther(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "testdata", "real", "calendar.js"))
	if err != nil {
		t.Fatal(err)
	}
	p := readJS(t, string(src))
	facts := build.Decide(p)
	text := func(g *son.Graph, fold bool) string {
		if fold {
			g.Optimize()
			memory.Optimize(g)
		}
		out := son.Format(g, son.FormatOptions{})
		for _, b := range son.NewCFG(g).Blocks {
			out += fmt.Sprintln(b.ID, son.FormatNode(g, b.Head), len(b.Succs), len(b.Preds), len(b.Phis), b.DomDepth, b.LoopDepth())
		}
		return out
	}
	for _, fold := range []bool{false, true} {
		memory := &son.Arena{}
		for range 2 {
			for _, fn := range p.Funcs {
				want, _ := build.Func(p, fn, facts, son.Config{Fold: fold})
				got, _ := build.Func(p, fn, facts, son.Config{Fold: fold, Arena: memory})
				if want == nil {
					continue
				}
				if w, g := text(want, fold), text(got, fold); w != g {
					t.Fatalf("fold %v: %s\n%s", fold, facts.Path(fn), cmp.Diff(w, g))
				}
				if err := got.Verify(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
