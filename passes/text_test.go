package passes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// TestGraphsReadBack checks that the text of every graph of every fixture reads
// back as the same graph, before and after the rules.
func TestGraphsReadBack(t *testing.T) {
	for _, p := range programs(t) {
		for _, fold := range []bool{false, true} {
			for _, f := range build.Program(read(t, p.src), son.Config{Fold: fold}).Funcs {
				if f.Graph == nil {
					continue
				}
				if fold {
					f.Graph.Optimize()
				}
				text := son.Format(f.Graph, son.FormatOptions{})
				g, err := son.Read(text)
				if err != nil {
					t.Fatalf("%s: %s: %v\n%s", p.name, f.Name, err, text)
				}
				if d := cmp.Diff(text, son.Format(g, son.FormatOptions{})); d != "" {
					t.Errorf("%s: %s (-want +got)\n%s", p.name, f.Name, d)
				}
			}
		}
	}
}

// TestModuleConstructs checks what only a module may contain.
func TestModuleConstructs(t *testing.T) {
	const src = `export function url() { return import.meta.url; }
export function same(o) { o.meta = import.meta; return o.meta === import.meta && (() => import.meta)() === o.meta; }
export function load(name) { return import(name + import.meta.url, import.meta.options); }
`
	for _, m := range modes {
		m.o.Path, m.o.Verify = "in.mjs", true
		res := optimize(t, src, m.o)
		if res.Code != src || res.Report.ThroughGraph != res.Report.Functions {
			t.Errorf("%s: %d of %d functions went through the graph:\n%s", m.name, res.Report.ThroughGraph, res.Report.Functions, res.Code)
		}
	}
}
