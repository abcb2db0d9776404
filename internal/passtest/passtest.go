// Package passtest runs single passes on the graphs of small functions, for tests: it evaluates
// each graph before and after.
package passtest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/evalhost"
	"github.com/sonjs/son/internal/memory"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// Case is a pass and a function f(a, b) of two numbers, which may call log.
type Case struct {
	Name, Src string
	Rule      string // that fires; "": none does
	Pass      func(*son.Graph)
	Config    son.Config // besides Fold
	Op        son.Op
	Left      int // nodes of Op after the pass
}

// Run checks the cases. The pass gets the graph as start leaves it.
func Run(t *testing.T, start func(*son.Graph), cases []Case) {
	for _, tt := range cases {
		t.Run(tt.Name, func(t *testing.T) {
			g := Graph(t, tt.Src, tt.Config)
			start(g)
			want := behavior(t, g)
			g.Stats.Rules = map[string]int{}
			tt.Pass(g)
			if err := g.Verify(); err != nil {
				t.Fatal(err)
			}
			if tt.Rule != "" && g.Stats.Rules[tt.Rule] == 0 || tt.Rule == "" && len(g.Stats.Rules) > 0 {
				t.Errorf("%v, want %q", g.Stats.Rules, tt.Rule)
			}
			left := 0
			g.Nodes(func(n *son.Node) {
				if n.Op == tt.Op {
					left++
				}
			})
			if left != tt.Left {
				t.Errorf("%d nodes are %v, want %d\n%s", left, tt.Op, tt.Left, text(g))
			}
			if d := cmp.Diff(want, behavior(t, g)); d != "" {
				t.Errorf("(-before +after)\n%s\n%s", d, text(g))
			}
		})
	}
}

// Graph builds the first function of a program.
func Graph(t *testing.T, src string, c son.Config) *son.Graph {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	c.Fold = true
	g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), c)
	if bailout != nil {
		t.Fatal(bailout)
	}
	return g
}

// Fixpoint brings a graph to the fixpoint of the rules and of memory optimization.
func Fixpoint(g *son.Graph) {
	g.Optimize()
	memory.Optimize(g)
	g.Sweep()
}

// Repeat is the pass that repeats a step, as [passes.Pass.Step] is repeated.
func Repeat(step func(*son.Graph) bool) func(*son.Graph) {
	p := passes.Pass{Step: step, Most: 16}
	return p.Apply
}

// behavior lists what a graph logs and returns.
func behavior(t *testing.T, g *son.Graph) []string {
	t.Helper()
	w := evalhost.New()
	for _, a := range []int32{0, 1, 2, 5} {
		for _, b := range []int32{-1, 0, 1, 5} {
			v, err := w.Eval.Run(g, son.Frame{Args: []son.Value{son.Prim(son.IntConst(a)), son.Prim(son.IntConst(b))}})
			if err != nil {
				t.Fatalf("f(%d, %d): %v\n%s", a, b, err, text(g))
			}
			w.Log = append(w.Log, fmt.Sprintf("f(%d, %d) = %s", a, b, evalhost.Show(v)))
		}
	}
	return w.Log
}

func text(g *son.Graph) string { return son.Format(g, son.FormatOptions{}) }
