package loop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes/loop"
	"github.com/sonjs/son/passes/memory"
	"github.com/sonjs/son/passes/schedule"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// graphOf is the graph of the first function of a program, at the fixpoint of the rules.
func graphOf(t *testing.T, src string, speed bool) *son.Graph {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{Fold: true, Speed: speed})
	if bailout != nil {
		t.Fatal(bailout)
	}
	fixpoint(g)
	return g
}

func fixpoint(g *son.Graph) {
	g.Optimize()
	memory.Optimize(g)
	g.Sweep()
}

// alone is a pass that does not need the fixpoint.
func alone(pass func(*son.Graph)) func(*son.Graph, func(*son.Graph)) {
	return func(g *son.Graph, _ func(*son.Graph)) { pass(g) }
}

// results evaluates a graph of a function of numbers.
func results(t *testing.T, g *son.Graph) (all []son.Type) {
	t.Helper()
	for _, a := range []int32{0, 1, 2, 5} {
		for _, b := range []int32{-1, 0, 1} {
			e := son.Evaluator{Fuel: 100_000}
			v, err := e.Run(g, son.Frame{Args: []son.Value{son.Prim(son.IntConst(a)), son.Prim(son.IntConst(b))}})
			if err != nil {
				t.Fatalf("f(%d, %d): %v\n%s", a, b, err, son.Format(g, son.FormatOptions{}))
			}
			all = append(all, v.Prim)
		}
	}
	return all
}

func count(g *son.Graph, op son.Op) (n int) {
	g.Nodes(func(x *son.Node) {
		if x.Op == op {
			n++
		}
	})
	return n
}

// TestPasses runs single passes on graphs, and evaluates these before and after.
func TestPasses(t *testing.T) {
	for _, tt := range []struct {
		name, src, rule string
		pass            func(*son.Graph, func(*son.Graph))
		speed           bool
		loops           int // that are left
	}{
		{"unroll", "function f(a, b) { let s = a; for (let i = 0; i < 2; i++) s += i; return s - b }", "unroll", loop.Unroll, false, 0},
		{"do not unroll if that is longer", "function f(a, b) { let s = a; for (let i = 0; i < 3; i++) s = s * 2 + i; return s - b }", "", loop.Unroll, false, 1},
		{"unroll a loop that may be left early", "function f(a, b) { let s = a; for (let i = 0; i < 2; i++) { s += i; if (s === b) break } return s }", "", loop.Unroll, false, 1},
		{"unroll for speed", "function f(a, b) { let s = a; for (let i = 0; i < 4; i++) s = (s * 3 + i) % 7 + b; return s }", "unroll", loop.Unroll, true, 0},
		{"do not unroll what does not end soon", "function f(a, b) { let s = b; for (let i = 0; i < a; i++) s += i; return s }", "", loop.Unroll, true, 1},
		{"drop a loop that counts", "function f(a, b) { let i = 0; for (; i < 100; i++); return i + a + b }", "idle-loop", loop.InductionVariables, false, 0},
		{"keep one whose end is not known", "function f(a, b) { let i = 0; for (; i < a; i++); return i + b }", "", loop.InductionVariables, false, 1},
		{"merge variables that are equal", "function f(a, b) { let s = b; for (let i = 0, j = 0; i < a; i++, j++) s += i * j; return s }", "same-induction-variable", loop.InductionVariables, false, 1},
		{"one variable as the sum of another and a constant", "function f(a, b) { let s = b; for (let i = 0, j = 5; i < 9; i++, j++) s += i ^ j; return s + a }", "offset", loop.InductionVariables, false, 1},
		{"one variable as the difference", "function f(a, b) { let s = b; for (let i = 0, j = 9; i < 9; i++, j--) s += i ^ j; return s + a }", "offset", loop.InductionVariables, false, 1},
		{"variables that advance differently", "function f(a, b) { let s = b; for (let i = 0, j = 0; i < a; i++, j += 2) s += i ^ j; return s }", "", loop.InductionVariables, false, 1},
		{"peel", "function f(a, b) { let first = true, s = b; for (let i = 0; i < a; i++) { if (first) first = false; else s += i; s += 1 } return s }", "peel", loop.Peel, true, 1},
		{"do not peel but for speed", "function f(a, b) { let first = true, s = b; for (let i = 0; i < a; i++) { if (first) first = false; else s += i; s += 1 } return s }", "", loop.Peel, false, 1},
		{"unswitch", "function f(a, b) { let s = 0; for (let i = 0; i < a; i++) { if (b === 1) s += 2; else s += i } return s }", "unswitch", loop.Unswitch, true, 2},
		{"do not unswitch a test that varies", "function f(a, b) { let s = 0; for (let i = 0; i < a; i++) { if (s === b) s += 2; else s += i } return s }", "", loop.Unswitch, true, 1},
		{"give a loop its test", "function f(a, b) { let s = b; while (true) { if (s > a) break; s += 2 } return s }", "loop-rotation", alone(loop.Rotate), false, 1},
		{"a loop that has one", "function f(a, b) { let s = b; while (s <= a) s += 2; return s }", "", alone(loop.Rotate), false, 1},
		{"hoist", "function f(a, b) { const k = b | 0; let s = 0; for (let i = 0; i < a; i++) s += k ** 3 - i; return s }", "", alone(loop.Hoist), true, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := results(t, graphOf(t, tt.src, tt.speed))
			g := graphOf(t, tt.src, tt.speed)
			before := g.Stats.Rules
			g.Stats.Rules = map[string]int{}
			tt.pass(g, fixpoint)
			if err := g.Verify(); err != nil {
				t.Fatal(err)
			}
			if tt.rule != "" && g.Stats.Rules[tt.rule] == 0 || tt.rule == "" && len(g.Stats.Rules) > 0 {
				t.Errorf("%v after %v, want %q", g.Stats.Rules, before, tt.rule)
			}
			if n := count(g, son.OpLoop); n != tt.loops {
				t.Errorf("%d loops are left, want %d\n%s", n, tt.loops, son.Format(g, son.FormatOptions{}))
			}
			if d := cmp.Diff(want, results(t, g), cmp.Comparer(func(a, b son.Type) bool { return a == b })); d != "" {
				t.Errorf("(-before +after)\n%s\n%s", d, son.Format(g, son.FormatOptions{}))
			}
		})
	}
}

// TestHoist checks where an invariant value ends up.
func TestHoist(t *testing.T) {
	const src = "function f(a, b) { const k = b | 0; let s = 0; for (let i = 0; i < a; i++) s += k ** 3 - i; return s }"
	for speed, want := range map[bool]int{false: 1, true: 0} { // the depth of its loop
		g := graphOf(t, src, speed)
		loop.Hoist(g)
		for _, b := range schedule.Run(g).Blocks {
			for _, n := range b.Nodes {
				if n.Op != son.OpExp {
					continue
				}
				depth := 0
				if b.Loop != nil {
					depth = b.Loop.Depth
				}
				if depth != want {
					t.Errorf("with speed %v: k ** 3 is computed at loop depth %d", speed, depth)
				}
			}
		}
	}
}
