package vars_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/emit/vars"
	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// function is the schedule of a small function.
type function struct {
	src  string
	g    *son.Graph
	cfg  *son.CFG
	flow vars.Flow
}

// scheduled builds the first function of a program. Names that are in forget are replaced by their
// values, as value numbering would.
func scheduled(t *testing.T, src string, forget ...string) *function {
	t.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatal(parse.Format(ds))
	}
	f := &function{src: src}
	var bailout *son.Bailout
	if f.g, bailout = build.Func(p, p.Funcs[0], build.Decide(p), son.Config{}); bailout != nil {
		t.Fatal(bailout)
	}
	var gone []*son.Node
	f.g.Nodes(func(n *son.Node) {
		if n.Op == son.OpBind && slices.Contains(forget, n.Sym.Name) {
			gone = append(gone, n)
		}
	})
	for _, n := range gone {
		f.g.Replace(n, n.Arg(0), nil)
	}
	if err := f.g.Verify(); err != nil {
		t.Fatal(err)
	}
	f.cfg = schedule.Run(f.g).CFG
	f.flow.Begin(f.cfg)
	return f
}

// values returns the values that the source stored in a variable.
func (f *function) values(name string) (list []*son.Node) {
	f.g.Nodes(func(n *son.Node) {
		if n.Sym != nil && n.Sym.Name == name && (n.Op == son.OpParam || n.Op == son.OpBind || n.Op == son.OpPhi) {
			list = append(list, n)
		}
	})
	return list
}

// text spells values as the source does.
func (f *function) text(values []*son.Node) string {
	var words []string
	for _, n := range values {
		switch n.Op {
		case son.OpPhi:
			words = append(words, "phi")
		default:
			words = append(words, f.src[n.Span.Start:n.Span.End])
		}
	}
	return strings.Join(words, ", ")
}

// blocks returns a Block for each block of the schedule, or one for all of them.
func (f *function) blocks(merged bool) []*vars.Block {
	home := make([]*vars.Block, len(f.cfg.Blocks))
	for i, b := range f.cfg.Blocks {
		home[i] = &vars.Block{First: b, Last: b}
		if merged {
			home[i] = home[0]
			home[0].Last = b
		}
	}
	for i, b := range f.cfg.Blocks {
		for _, p := range b.Preds {
			if p != nil && !merged {
				home[i].Preds = append(home[i].Preds, home[p.ID])
			}
		}
	}
	return home
}

func TestEvict(t *testing.T) {
	for _, tt := range []struct {
		name, src, variable string
		forget              []string
		merged              bool
		want                string // the values that stay, and after | those that do not
	}{
		{name: "as the author wrote it",
			src:      "function f(x, c) { const old = x; x = g(); if (c()) h(); return old + x; }",
			variable: "x", want: "x, x = g()"},
		{name: "a parameter that is needed later stays, and what overwrites it goes",
			src:      "function f(x, c) { const old = x; x = g(); if (c()) h(); return old + x; }",
			variable: "x", forget: []string{"old"}, want: "x | x = g()"},
		{name: "within a block, what is overwritten is saved where that happens",
			src:      "function f(x) { const old = x; x = g(); return old + x; }",
			variable: "x", forget: []string{"old"}, want: "x, x = g()"},
		{name: "blocks that form one expression are one block",
			src:      "function f(x, c) { const old = x; x = g(); if (c()) h(); return old + x; }",
			variable: "x", forget: []string{"old"}, merged: true, want: "x, x = g()"},
		{name: "a lost copy",
			src:      "function f(n) { let i = 0, last; do { last = i; i = i + 1; } while (n(i)); return last; }",
			variable: "i", forget: []string{"last"}, want: "i = 0, i = i + 1 | phi"},
		{name: "a value that is not needed when it is overwritten",
			src:      "function f(n) { let i = 0; while (n(i)) i = i + 1; return i; }",
			variable: "i", want: "i = 0, phi, i = i + 1"},
		{name: "overwritten on one of two paths",
			src:      "function f(x, c) { const old = x; if (c()) { x = g(); h(x); } return old; }",
			variable: "x", forget: []string{"old"}, want: "x | x = g()"},
		{name: "overwritten where the other is no longer needed",
			src:      "function f(x, c) { const old = x; if (c()) { x = g(); h(x); return; } return old; }",
			variable: "x", forget: []string{"old"}, want: "x, x = g()"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := scheduled(t, tt.src, tt.forget...)
			var x vars.Interference
			for range 2 { // the second time with the storage of the first
				x.Begin(&f.flow, f.blocks(tt.merged), nil)
				values := f.values(tt.variable)
				out := x.Evict(slices.Clone(values))
				got := f.text(slices.DeleteFunc(values, func(n *son.Node) bool { return slices.Contains(out, n) }))
				if len(out) > 0 {
					got += " | " + f.text(out)
				}
				if got != tt.want {
					t.Errorf("%s, want %s\n%s", got, tt.want, son.Format(f.g, son.FormatOptions{}))
				}
			}
		})
	}
}

// variable holds the values of a name.
type variable []*son.Node

func (v variable) Values() []*son.Node    { return v }
func (v variable) Holds(n *son.Node) bool { return slices.Contains(v, n) }
func calls(f *function) map[string]*son.Block {
	at := map[string]*son.Block{}
	f.g.Nodes(func(n *son.Node) {
		if n.Op == son.OpCall {
			at[f.src[n.Span.Start:n.Span.End]] = f.flow.BlockOf(n)
		}
	})
	return at
}

// TestBefore asks where a variable may have been assigned: at the calls in the source. It asks
// often enough for both ways to find the answer.
func TestBefore(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      map[string]bool
	}{
		{"paths", "function f(c) { a(); if (c()) { b(); var x = 1; use(x); } else { d(); } e(); }",
			map[string]bool{"a()": false, "c()": false, "b()": true, "use(x)": true, "d()": false, "e()": true}},
		{"a loop", "function f(c) { a(); while (c()) { if (b()) { var x = 1; use(x); } else { d(); } } e(); }",
			map[string]bool{"a()": false, "c()": true, "b()": true, "use(x)": true, "d()": true, "e()": true}},
		{"a join", "function f(c) { var x; a(); if (c()) { x = 1; b(); } d(x); }",
			map[string]bool{"a()": false, "c()": false, "b()": true, "d(x)": true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := scheduled(t, tt.src)
			v := variable(slices.DeleteFunc(f.values("x"), func(n *son.Node) bool { return n.Has(son.FlagUnset) }))
			var asked vars.Assignments
			for range 3 {
				got := map[string]bool{}
				for call, b := range calls(f) {
					got[call] = asked.Before(&f.flow, v, b)
				}
				if d := cmp.Diff(tt.want, got); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
			}
		})
	}
}

func TestRunsBeforeAndAgain(t *testing.T) {
	f := scheduled(t, "function f(c) { a(); b(); if (c()) d(); else e(); while (c(1)) { g(); try { h(); } finally { i(); } } }")
	nodes := map[string]*son.Node{}
	f.g.Nodes(func(n *son.Node) {
		if n.Op == son.OpCall {
			nodes[f.src[n.Span.Start:n.Span.End]] = n
		}
	})
	for _, tt := range []struct {
		a, b string
		want bool
	}{{"a()", "b()", true}, {"b()", "a()", false}, {"b()", "d()", true}, {"d()", "e()", false}, {"d()", "g()", false}, {"c()", "h()", true}} {
		if got := f.flow.RunsBefore(nodes[tt.a], nodes[tt.b]); got != tt.want {
			t.Errorf("%s before %s: %v", tt.a, tt.b, got)
		}
	}
	var again []string
	for call, b := range calls(f) {
		if f.flow.RunsAgain(b) {
			again = append(again, call)
		}
	}
	slices.Sort(again)
	if got := fmt.Sprint(again); got != "[c(1) g() h() i()]" {
		t.Errorf("%s run again", got)
	}
}
