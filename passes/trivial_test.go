package passes_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestTrivialFunctionsGainNothing makes graphs of trivial functions, too: no output may differ, for
// whatever aim.
func TestTrivialFunctionsGainNothing(t *testing.T) {
	trivial := 0
	check := func(name, src string, o passes.Options) {
		got, err := passes.Optimize(t.Context(), src, o)
		if err != nil {
			return // some fixtures are invalid as a file of their kind
		}
		want, err := passes.Optimize(t.Context(), src, o.GraphsToo())
		if err != nil {
			t.Fatal(err)
		}
		trivial += got.Report.Trivial
		if o.Assume == 0 && want.Report.Changes != got.Report.Changes {
			t.Errorf("%s, for %v: a rule changes a trivial function", name, o.For)
		}
		if d := cmp.Diff(want.Code, got.Code); d != "" || want.Report.ThroughGraph != got.Report.ThroughGraph {
			t.Errorf("%s, for %v: %d and %d functions go through the graph (-with graphs +without)\n%s",
				name, o.For, want.Report.ThroughGraph, got.Report.ThroughGraph, d)
		}
	}
	src, err := os.ReadFile("../testdata/real/calendar.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, aim := range []costs.Aim{costs.Balanced, costs.Size, costs.Speed} {
		for _, f := range fixtures(t, "opt", "emit") {
			check(f.name, f.in, passes.Options{Path: f.file, Level: 1, For: aim})
		}
		check("calendar", string(src), passes.Options{Path: "calendar.js", Level: 1, For: aim})
	}
	var all passes.AssumptionSet
	for _, a := range passes.Assumptions {
		all |= a.Set
	}
	for _, f := range fixtures(t, "opt", "emit") {
		check(f.name, f.in, passes.Options{Path: f.file, Level: 2, For: costs.Speed, Assume: all})
	}
	if trivial < 1000 {
		t.Errorf("only %d functions were trivial", trivial)
	}
}

func TestWhatIsTrivial(t *testing.T) {
	for _, tt := range []struct {
		fn      string
		trivial bool
	}{
		{"function f() {}", true},
		{"function f(a, b) { 'use strict'; g(a, 1, 'x', null, true, this); return a.b[b].c(b); }", true},
		{"a => a.parent.kind", true},
		{"async function f(a) { g(a); }", true},
		{"function f(a) { return new a.B(a); }", true},
		{"a => g(() => a)", true}, // the inner function is, too
		{"function f(a) { return [a, { b: 1, 'c': [a] }]; }", true},
		{"function f(a, b) { a.b = 1; a[b] = { c: this }; }", true},
		{"function f(a) { var b = a.b, c = this; const d = b(c); g(d); g(() => b); let e = a; return e; }", true},
		{"function f(a) { return h; function h() { return a; } }", true},
		{"function f(a) { var b = function () { return a; }; g(b); }", true},
		{"function f(a) { if (a) g(); }", true},
		{"function f(a, b) { if (a.b === b.c) { a.c = b; g(); } return a; }", true},
		{"function f(a, b) { if (a.b < 3) return 1; g(); }", true},
		{"function f(a, b) { if (a) return; return b; }", true},
		{"function f(a, b) { if (a()) return 1; return 2; }", true},
		{"function f(a, b) { const c = a || {}; g(c); return c; }", true},
		{"(a, b) => a.x - b.x", true},
		{"(a, b) => g(a, a !== 'x', [b])", true},
		{"(a) => a.b && a.b(a)", true},
		{"(a) => g(a ?? 1)", true},
		{"function f(a) { if (a) g(); else g(1); }", false},
		{"function f(a, b) { if (a) return g(); return g(b); }", false},
		{"function f(a, b) { if (a) { g(); return; } g(b); }", false},
		{"function f(a, b) { if (a) return 1; if (b) return 1; g(); }", false},
		{"function f(a, b) { if (a) return 1; g(a === 2); }", false},
		{"function f(a, b) { if (a || b) g(); }", false},
		{"function f(a) { if (a !== 's') return; g(a.length); }", false},
		{"function f(a, b) { if (a === b) g(); }", false},
		{"function f(a) { if (a) {} }", false},
		{"function f(a) { if (!a) g(); }", false},
		{"function f(a) { if (arguments.length) g(); }", false},
		{"function f(a) { return arguments.length; }", false},
		{"function f(a) { if (f) g(); }", false},
		{"function f(a) { if (this) g(); }", false},
		{"function f(a) { var b = new a(); return b || 1; }", false},
		{"(a) => new a() || 1", false},
		{"(a) => a === a", false},
		{"(a) => 1 === a", false},
		{"(a) => a + 1 + 2", false},
		{"(a) => a === undefined", false},
		{"(a) => a && a", false},
		{"(a) => a ? a : 1", false},
		{"function f(a) { var b = a - 1; return b; }", false},
		{"function f(a) { return -a; }", false},
		{"function f(a) { return g(-1); }", false},
		{"function f(a) { return g(1 + 2); }", false},
		{"function f(a) { return 'abc'.length; }", false},
		{"function f(a) { return a['b']; }", false},
		{"function f(a) { a.b; }", false},
		{"function f(a) { return a; g(); }", false},
		{"function f(a) { return g(...a); }", false},
		{"function f(a = 1) { return a; }", false},
		{"function f({ a }) { return a; }", false},
		{"function f(a) { return a?.b; }", false},
		{"function f(a) { return a?.(); }", false},
		{"function f(a) { return a.b?.c.d; }", false},
		{"function f(a) { return { b: 1 }.b; }", false},
		{"function f(a) { return `a`; }", false},
		{"function f(a) { return (function () { return a; })(); }", false},
		{"function f(a) { return (g(), a); }", false},
		{"function f(a) { a = g(); }", false},
		{"function f(a) { g = a; }", false},
		{"function f(a) { a.b += 1; }", false},
		{"function f(a) { ({}).b = a; }", false},
		{"function f(a) { return [, a]; }", false},
		{"function f(a) { return [...a]; }", false},
		{"function f(a) { return { __proto__: a }; }", false},
		{"function f(a) { return { [a]: 1 }; }", false},
		{"function f(a) { return { get a() { return 1; } }; }", false},
		{"function f(a) { var b = 1; return g(b); }", false},
		{"function f(a) { let b = this; b.c = g(h); function h() { return b; } }", false},
		{"function f(a) { var b = undefined; return g(b); }", false},
		{"function f(a) { var b = {}; b.c = a; return b; }", false},
		{"function f(a) { var b = a.c; }", false},
		{"function f(a) { var b = a.c; g(() => b); }", false}, // it could be, if closures were looked at
		{"function f(a) { g(b); var b = a.c; g(b); }", false},
		{"function f(a) { var b = a.c; b = a.d; g(b); }", false},
		{"function f(a) { var b = a.c; g(() => b++, b); }", false},
		{"function f(a) { var b = a.c; var b; g(b); }", false},
		{"function f(a) { var a = g(); return a; }", false},
		{"function f(a) { var b; g(b); }", false},
		{"function f(a) { var b = function () { return b; }; g(b); }", false},
		{"function f(a) { var [b] = a; g(b); }", false},
		{"function f(a) { return a; function h() { return h; } }", false},
		{"function f(a) { eval(a); }", false},
		{"function f(a) { with (a) g(); }", false},
		{"async function f(a) { await a; }", false},
		{"function* f(a) { yield a; }", false},
	} {
		t.Run(tt.fn, func(t *testing.T) {
			r := optimize(t, "h("+tt.fn+");", passes.Options{Level: 1, Verify: true})
			if got := r.Report.Trivial > 0 && r.Report.Trivial == r.Report.Functions; got != tt.trivial {
				t.Errorf("%d of %d functions are trivial", r.Report.Trivial, r.Report.Functions)
			}
			for _, aim := range []costs.Aim{costs.Balanced, costs.Size, costs.Speed} {
				o := passes.Options{Level: 1, Verify: true, For: aim}.GraphsToo()
				if r := optimize(t, "h("+tt.fn+");", o); tt.trivial && r.Report.Changes+r.Report.Swept > 0 {
					t.Errorf("for %v, rules change it: %v", aim, r.Report.Rules)
				}
			}
		})
	}
	for _, o := range []passes.Options{{Level: 0}, {Level: 1, ForceGraph: true}} {
		if r := optimize(t, "function f(a) { return g(a); }", o); r.Report.Trivial > 0 {
			t.Errorf("with %+v, a function is trivial", o)
		}
	}
	deep := "function f(a) { return a" + strings.Repeat(".b", 100) + "; }"
	if r := optimize(t, deep, passes.Options{Level: 1}); r.Report.Trivial > 0 || r.Code != deep {
		t.Errorf("a deep chain is trivial, or changed: %d", r.Report.Trivial)
	}
}

// TestWhatIsTrivialUnderAssumptions has functions that are trivial without them.
func TestWhatIsTrivialUnderAssumptions(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		trivial   int // functions
	}{
		{"properties of a parameter", "h(a => a.parent.kind)", 1},
		{"an unknown call", "h(a => g(a, this))", 1},
		{"a variable of a function around", "h(function () { var n = g(); return () => n.m(n) })", 0},
		{"a call of unknown code", "h((function () { function k(a) { return a.b.c(a) } return { k, l: a => k(a) } })())", 3},
		{"a call of a function whose result is known", "h((function () { function k(a) { if (a.b) g(a.c); if (a.d) g(a.e); return true } return { k, l: a => k(a) } })())", 1},
		{"a property that is read twice", "h(a => a.b(a.b))", 0},
		{"a key that is read twice", "h((a, b) => a[b](a[b]))", 0},
		{"a built-in function", "h(a => Math.floor(a))", 0},
		{"a name of the script", "let n = g(); h(a => a(n))", 0},
		{"a lexical name of a function around", "h(function (b) { const n = b(); b(n); return () => b(n) })", 1},
		{"a value that one side needs", "h(function (a) { const k = a.b; if (a) g(k) })", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var all passes.AssumptionSet
			for _, a := range passes.Assumptions {
				all |= a.Set
			}
			r := optimize(t, tt.src, passes.Options{Level: 2, Verify: true, Assume: all})
			if r.Report.Trivial != tt.trivial {
				t.Errorf("%d of %d functions are trivial, want %d", r.Report.Trivial, r.Report.Functions, tt.trivial)
			}
		})
	}
}
