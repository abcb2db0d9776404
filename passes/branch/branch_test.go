package branch_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes/branch"
	"github.com/sonjs/son/passes/memory"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// graphOf is the graph of the first function of a program, at the fixpoint of the rules.
func graphOf(t *testing.T, src string, authored bool) *son.Graph {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{Fold: true, Authored: authored, Size: !authored})
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

// recorder is a host with a function log.
type recorder struct{ lines []string }

func (r *recorder) Do(n *son.Node, args []son.Value) (son.Value, error) {
	switch n.Op {
	case son.OpGlobalLoad, son.OpGlobalRef:
		return son.Value{Ref: r}, nil
	case son.OpCall:
		line := ""
		for _, x := range args[1:] {
			line += fmt.Sprint(x.Prim, " ")
		}
		r.lines = append(r.lines, line)
		return son.Undefined, nil
	}
	return son.Undefined, fmt.Errorf("the test's host has no %v", n.Op)
}

// behavior runs a graph of a function of two numbers, and lists its calls and its results.
func behavior(t *testing.T, g *son.Graph) []string {
	t.Helper()
	r := &recorder{}
	for _, a := range []int32{0, 1, 2} {
		for _, b := range []int32{0, 1, 5} {
			e := son.Evaluator{Host: r, Fuel: 10_000}
			v, err := e.Run(g, son.Frame{Args: []son.Value{son.Prim(son.IntConst(a)), son.Prim(son.IntConst(b))}})
			if err != nil {
				t.Fatalf("f(%d, %d): %v\n%s", a, b, err, son.Format(g, son.FormatOptions{}))
			}
			r.lines = append(r.lines, fmt.Sprintf("f(%d, %d) = %v", a, b, v.Prim))
		}
	}
	return r.lines
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
		op              son.Op
		left            int  // nodes of op
		size            bool // not for readers
	}{
		{"thread", "function f(a, b) { let ok; if (a) { ok = true; log(1) } else { ok = false; log(2) } if (ok) log(3); else log(4); return b }",
			"jump-threading", branch.ThreadJumps, son.OpIf, 1, false},
		{"thread one path of two", "function f(a, b) { let ok = b; if (a) { ok = 0; log(1) } if (ok) log(3); return b }",
			"jump-threading", branch.ThreadJumps, son.OpIf, 2, false},
		{"thread what is computed from the phi", "function f(a, b) { let k; if (a) { k = 1; log(1) } else { k = 2; log(2) } if (k + 1 === 2) log(3); return b }",
			"jump-threading", branch.ThreadJumps, son.OpIf, 1, false},
		{"do not thread past an effect", "function f(a, b) { let ok; if (a) { ok = true; log(1) } else { ok = false; log(2) } log(5); if (ok) log(3); else log(4); return b }",
			"", branch.ThreadJumps, son.OpIf, 2, false},
		{"do not thread what is not decided", "function f(a, b) { let ok; if (a) { ok = b; log(1) } else { ok = a; log(2) } if (ok > 1) log(3); return b }",
			"", branch.ThreadJumps, son.OpIf, 2, false},
		{"merge tails", "function f(a, b) { if (a) { log(1); log(b, 9) } else { log(2); log(b, 9) } return b }",
			"tail-merging", branch.MergeTails, son.OpCall, 3, false},
		{"merge tails that differ in an operand", "function f(a, b) { if (a) log(b, 'left'); else log(b, 'right'); return b }",
			"choice", branch.MergeTails, son.OpCall, 1, true},
		{"but not in output for readers", "function f(a, b) { if (a) log(b, 'left'); else log(b, 'right'); return b }",
			"", branch.MergeTails, son.OpCall, 2, false},
		{"keep tails that differ", "function f(a, b) { if (a) { log(1); log(b, 9) } else { log(b, 9); log(2) } return b }",
			"", branch.MergeTails, son.OpCall, 4, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := behavior(t, graphOf(t, tt.src, !tt.size))
			g := graphOf(t, tt.src, !tt.size)
			g.Stats.Rules = map[string]int{}
			tt.pass(g, fixpoint)
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
