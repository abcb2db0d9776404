package memory_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes/memory"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
	"github.com/sonjs/son/son/evalhost"
)

// graphOf is the graph of the first function of a program, at the fixpoint of the rules.
func graphOf(t *testing.T, src string, assume son.Assumptions) *son.Graph {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{Fold: true, Assume: assume})
	if bailout != nil {
		t.Fatal(bailout)
	}
	g.Optimize()
	return g
}

// behavior runs a graph of a function of two numbers, and lists what it logs and its results.
func behavior(t *testing.T, g *son.Graph) []string {
	t.Helper()
	w := evalhost.New()
	for _, a := range []int32{0, 1, 3} {
		for _, b := range []int32{0, 2} {
			v, err := w.Eval.Run(g, son.Frame{Args: []son.Value{son.Prim(son.IntConst(a)), son.Prim(son.IntConst(b))}})
			if err != nil {
				t.Fatalf("f(%d, %d): %v\n%s", a, b, err, son.Format(g, son.FormatOptions{}))
			}
			w.Log = append(w.Log, fmt.Sprintf("f(%d, %d) = %s", a, b, evalhost.Show(v)))
		}
	}
	return w.Log
}

func count(g *son.Graph, op son.Op) (n int) {
	g.Nodes(func(x *son.Node) {
		if x.Op == op {
			n++
		}
	})
	return n
}

func fill(g *son.Graph) {
	for memory.FillLiterals(g) {
		g.Optimize()
	}
}

// TestPasses runs the two passes on graphs, and evaluates these before and after.
func TestPasses(t *testing.T) {
	for _, tt := range []struct {
		name, src, rule string
		pass            func(*son.Graph)
		assume          son.Assumptions
		op              son.Op
		left            int // nodes of op
	}{
		{"an object that does not escape", "function f(a, b) { const o = { x: a, y: b }; o.x += 1; return o.x * o.y }", "scalar", memory.Optimize, 0, son.OpObject, 0},
		{"an array that does not escape", "function f(a, b) { const o = [a, b]; o[0] = 7; return o[0] + o[1] }", "scalar", memory.Optimize, 0, son.OpArray, 0},
		{"one that does on a path", "function f(a, b) { const o = { x: a }; if (b) log(o); return o.x }", "", memory.Optimize, 0, son.OpObject, 1},
		{"fields that a loop changes", "function f(a, b) { const o = { n: 0 }; for (let i = 0; i < a; i++) o.n += b; return o.n }", "scalar", memory.Optimize, 0, son.OpObject, 0},
		{"fields that a branch changes", "function f(a, b) { const o = { x: 1 }; if (a) o.x = b; return o.x }", "scalar", memory.Optimize, 0, son.OpObject, 0},
		{"a load before the object escapes", "function f(a, b) { const o = { x: a }; const x = o.x; log(o); return x }", "load-known", memory.Optimize, 0, son.OpLoad, 0},
		{"a load after it has escaped", "function f(a, b) { const o = { x: a }; log(o); return o.x }", "", memory.Optimize, 0, son.OpLoad, 1},
		{"a property that may be inherited", "function f(a, b) { const o = { x: a }; const y = o.y; log(o); return y }", "", memory.Optimize, 0, son.OpLoad, 1},
		{"and that is not, as assumed", "function f(a, b) { const o = { x: a }; const y = o.y; log(o); return y }", "load-absent", memory.Optimize, son.AssumeBuiltins, son.OpLoad, 0},
		{"a store that belongs into the literal", "function f(a, b) { const o = { x: 1, y: a }; o.x = b; log(o); return a }", "into-literal", fill, 0, son.OpStore, 0},
		{"a store to a property that may have a setter", "function f(a, b) { const o = { x: 1 }; o.y = b; log(o); return a }", "", fill, 0, son.OpStore, 1},
		{"a store after somebody saw the object", "function f(a, b) { const o = { x: 1 }; log(o); o.x = b; log(o); return a }", "", fill, 0, son.OpStore, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := behavior(t, graphOf(t, tt.src, tt.assume))
			g := graphOf(t, tt.src, tt.assume)
			g.Stats.Rules = map[string]int{}
			tt.pass(g)
			g.Sweep()
			if err := g.Verify(); err != nil {
				t.Fatal(err)
			}
			if tt.rule != "" && g.Stats.Rules[tt.rule] == 0 || tt.rule == "" && len(g.Stats.Rules) > 0 {
				t.Errorf("%v, want %q", g.Stats.Rules, tt.rule)
			}
			if n := count(g, tt.op); n != tt.left {
				t.Errorf("%d nodes are %v, want %d\n%s", n, tt.op, tt.left, son.Format(g, son.FormatOptions{}))
			}
			if d := cmp.Diff(want, behavior(t, g)); d != "" {
				t.Errorf("(-before +after)\n%s\n%s", d, son.Format(g, son.FormatOptions{}))
			}
		})
	}
}
