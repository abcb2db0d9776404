package passes_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// Elided texts of functions are restored in the end, and the text around them and the origins
// of all of it are the same as without eliding.
func TestElidedTextsAreThereInTheEnd(t *testing.T) {
	t.Parallel()
	forms := []passes.Options{
		{ForceGraph: true, SourceMap: true},
		{Level: 1, SourceMap: true},
		{Level: 1, ForceGraph: true},
		{Level: 1, ForceGraph: true, SourceMap: true},
		{Level: 1, For: costs.Size},
		{Level: 1, Emit: passes.Normal, SourceMap: true},
		{Level: 1, Emit: passes.Blocks},
		{Level: 1, From: passes.Normal, SourceMap: true},
	}
	for _, f := range tier.Some(fixtures(t, "seeds", "opt", "emit", "blocks", "normal"), 32) {
		for _, src := range []string{f.in, nestedIn(f.in)} { // deeper, and in the bodies of others
			for _, o := range forms {
				o.Path, o.Workers = f.file, 1
				want, err := passes.Optimize(context.Background(), src, o.Elide(1<<30))
				if err != nil {
					continue // not every program can stand in a function
				}
				got, err := passes.Optimize(context.Background(), src, o.Elide(20))
				if err != nil {
					t.Fatal(err)
				}
				if got.Code != want.Code {
					t.Errorf("%s, %s: %s", f.name, formName(o), cmp.Diff(want.Code, got.Code))
				} else if !bytes.Equal(got.Map, want.Map) {
					t.Errorf("%s, %s: the maps differ: %s", f.name, formName(o), mapDiff(t, want, got))
				}
			}
		}
	}
}

func formName(o passes.Options) string {
	return fmt.Sprintf("level %d, forced %v, %v from %v, map %v", o.Level, o.ForceGraph, o.Emit, o.From, o.SourceMap)
}

// nestedIn puts a program into functions that change themselves.
func nestedIn(src string) string {
	inner := "    " + strings.ReplaceAll(strings.TrimRight(src, "\n"), "\n", "\n    ")
	return "g((a) => {\n  if (true) {\n  const o = { m() {\n" + inner + "\n  }, k: 1 + 2 };\n  }\n  return 3 * 4 + a;\n});\n"
}

// mapDiff says in which segments the maps of two results with the same code differ.
func mapDiff(t *testing.T, a, b passes.Result) string {
	var lists [2][]string
	for i, r := range []passes.Result{a, b} {
		m, err := sourcemap.Parse(r.Map)
		if err != nil {
			t.Fatal(err)
		}
		for line, text := range strings.Split(r.Code, "\n") {
			for col := range len(text) {
				s, ok := m.Find(int32(line), int32(col))
				lists[i] = append(lists[i], fmt.Sprint(line, ":", col, " ", text[:col], "|", text[col:], " ", s, ok))
			}
		}
	}
	return cmp.Diff(lists[0], lists[1])
}
