package passes_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// TestSingleIsWhatOptimizeDoes optimizes each function of a script alone and compares it with
// Optimize.
func TestSingleIsWhatOptimizeDoes(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "real", "calendar.js"))
	if err != nil {
		t.Fatal(err)
	}
	src := string(data)
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	s := passes.NewSingle(p, build.Decide(p))
	ctx := context.Background()
	for _, force := range []bool{false, true} {
		for _, fn := range p.Funcs {
			o := passes.Options{Path: "in.js", Level: 1, ForceGraph: force}
			got, err := s.Function(ctx, fn, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Only = func(_ string, f *ast.Function) bool { return f.Index == fn.Index }
			want, err := passes.Optimize(ctx, src, o)
			if err != nil {
				t.Fatal(err)
			}
			if whole := src[:fn.Start] + got.Text + src[fn.End:]; whole != want.Code {
				t.Errorf("force %v, function %d: %s", force, fn.Index, got.Text)
			}
			if f := want.Report.Funcs[fn.Index]; f.Outcome != got.Report.Outcome || f.Reason != got.Report.Reason {
				t.Errorf("force %v, function %d: %s %s, alone %s %s", force, fn.Index, f.Outcome, f.Reason, got.Report.Outcome, got.Report.Reason)
			}
		}
	}
}

// TestSingleDecidesAsOptimizeDoes compares what becomes of each function of the fixtures alone
// and in the whole program: explain and the pages say what son opt does.
func TestSingleDecidesAsOptimizeDoes(t *testing.T) {
	t.Parallel()
	for level := 1; level <= 2; level++ {
		singleDecides(t, passes.Options{Path: "in.js", Level: level, Details: true})
	}
}

func singleDecides(t *testing.T, o passes.Options) {
	ctx, compared := context.Background(), 0
	for _, f := range tier.Some(fixtures(t, "opt", "emit", "seeds"), 4) {
		p, _ := parse.Read(f.in, parse.Options{Path: "in.js"})
		if p == nil {
			continue
		}
		s := passes.NewSingle(p, build.Decide(p))
		whole, err := passes.Optimize(ctx, f.in, o)
		if err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		for _, fn := range p.Funcs {
			alone, err := s.Function(ctx, fn, o)
			if err != nil {
				t.Fatal(err)
			}
			compared++
			f, want := alone.Report, whole.Report.Funcs[fn.Index]
			if want.Gone && want.Outcome == passes.NoGain && f.Outcome == passes.Replaced {
				continue // nothing is made of it, because nothing calls it, but alone it does not know that
			}
			if f.Outcome != want.Outcome || f.Reason != want.Reason {
				t.Errorf("-O%d %s: %s %s, alone %s %s", o.Level, want.Name, want.Outcome, want.Reason, f.Outcome, f.Reason)
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d functions", compared)
	}
}

// lastGraph counts the rules that fire on the last graph that it observes.
type lastGraph struct {
	son.NoObserver
	g     *son.Graph
	rules map[string]int
}

func (l *lastGraph) NodeMade(g *son.Graph, _ *son.Node) {
	if l.g != g {
		l.g, l.rules = g, map[string]int{}
	}
}

func (l *lastGraph) Rule(_ *son.Graph, r *son.Rule, _, _ *son.Node) { l.rules[r.Name]++ }

// TestTheLastGraphObservedIsTheChosenOne has an observer in Optimize itself. Rules that merge a
// new node are not counted in the report.
func TestTheLastGraphObservedIsTheChosenOne(t *testing.T) {
	undone := 0
	for _, name := range []string{"opt/jump_threading", "opt/tail_merging"} {
		for _, f := range fixtures(t, "opt") {
			if f.name != name {
				continue
			}
			p, _ := parse.Read(f.in, parse.Options{Path: "in.js"})
			for _, fn := range p.Funcs {
				l := &lastGraph{}
				res, err := passes.Optimize(context.Background(), f.in, passes.Options{Path: "in.js", Level: 1, Observer: l,
					Only: func(_ string, g *ast.Function) bool { return g.Index == fn.Index }})
				if err != nil {
					t.Fatal(err)
				}
				r := res.Report.Funcs[fn.Index]
				for _, pass := range r.Undone {
					undone++
					if l.rules[pass] > 0 {
						t.Errorf("%s, %s: the last graph has %s, which was undone", name, r.Name, pass)
					}
				}
			}
		}
	}
	if undone < 3 {
		t.Errorf("only %d passes undone", undone)
	}
}
