package passes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// TestGraphsReadBack checks that the text of every graph of every fixture parses to the same
// graph, before and after the rules.
func TestGraphsReadBack(t *testing.T) {
	t.Parallel()
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

// TestAssignmentsToCalls checks code that old programs may contain and not every engine
// accepts: f() = v throws once f has run, and v is never evaluated.
func TestAssignmentsToCalls(t *testing.T) {
	const src = `function assign(f, v) { f() = v(); }
function compound(f, v) { f(v) += v(); return v; }
function update(o) { return [o.m()++, --o.m(1)]; }
`
	const want = `function assign(f, v) { f() = 0; }
function compound(f, v) { f(v) += 0; return v; }
function update(o) { return [o.m()++, --o.m(1)]; }
`
	for _, m := range modes {
		m.o.Verify = true
		res := optimize(t, src, m.o)
		if res.Code != want && res.Code != src || res.Report.ThroughGraph != res.Report.Functions {
			t.Errorf("%s: %d of %d functions went through the graph:\n%s", m.name, res.Report.ThroughGraph, res.Report.Functions, res.Code)
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
