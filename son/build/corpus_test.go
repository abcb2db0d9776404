package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// readJS reads a program that has no errors.
func readJS(t testing.TB, src string) *ast.Program {
	t.Helper()
	p, diags := parse.Parse(src, parse.Options{Path: "test.js"})
	if p == nil {
		t.Fatalf("%s\n%v", src, diags)
	}
	return p
}

// TestCorpus builds the functions of real libraries, if a directory with their packages is
// given, and reports what share of them has a graph.
func TestCorpus(t *testing.T) {
	dir := tier.Modules(t)
	for _, file := range []string{"lodash/lodash.js", "underscore/underscore.js", "acorn/dist/acorn.js"} {
		src, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []son.Config{{}, {AllPhis: true}, {Fold: true}, {Fold: true, AllPhis: true}} {
			t.Run(fmt.Sprintf("%s fold=%v all=%v", filepath.Base(file), c.Fold, c.AllPhis), func(t *testing.T) {
				corpus(t, readJS(t, string(src)), c)
			})
		}
	}
}

func corpus(t *testing.T, p *ast.Program, c son.Config) {
	prog := build.Program(p, c)
	if c.AllPhis {
		some := build.Program(p, son.Config{Fold: c.Fold})
		differ := 0
		for i, f := range prog.Funcs {
			if f.Graph == nil {
				continue
			}
			if c.Fold {
				f.Graph.Optimize()
				some.Funcs[i].Graph.Optimize()
			}
			x, y := son.Format(some.Funcs[i].Graph, son.FormatOptions{}), son.Format(f.Graph, son.FormatOptions{})
			if x != y {
				if differ++; differ < 3 {
					t.Errorf("%s: AllPhis yields another graph: -some +all\n%s", f.Name, cmp.Diff(x, y))
				}
			}
		}
		t.Logf("%d functions differ with AllPhis", differ)
	}
	reasons, built, nodes := map[string]int{}, 0, 0
	for _, f := range prog.Funcs {
		if (f.Graph == nil) == (f.Bailout == nil) {
			t.Fatalf("%s: not exactly one of graph and reason", f.Name)
		}
		if f.Graph == nil {
			reasons[f.Bailout.Reason]++
			continue
		}
		built++
		f.Graph.Nodes(func(*son.Node) { nodes++ })
		if err := f.Graph.Verify(); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	t.Logf("%d of %d functions built (%.1f%%), %d nodes", built, len(prog.Funcs), 100*float64(built)/float64(len(prog.Funcs)), nodes)
	if c.Fold || c.AllPhis {
		return
	}
	var list []string
	for r, n := range reasons {
		list = append(list, fmt.Sprintf("%4d %s", n, r))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(list)))
	for _, s := range list {
		t.Log(s)
	}
}
