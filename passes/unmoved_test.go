package passes_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestUnmovedGraphsNeedNoPrinting prints the graphs too that are not printed because nothing in
// them has moved: no output may differ but those of printedShorter, optimized for size, for speed or for neither.
func TestUnmovedGraphsNeedNoPrinting(t *testing.T) {
	check := func(name, src string, o passes.Options) {
		if o.For != costs.Balanced {
			name += " for " + o.For.String()
		}
		o.Level = 1
		got, err := passes.Optimize(t.Context(), src, o)
		if err != nil {
			return // some fixtures are invalid as a file of their kind
		}
		want, err := passes.Optimize(t.Context(), src, o.UnmovedToo())
		if err != nil {
			t.Fatal(err)
		}
		d := cmp.Diff(want.Code, got.Code)
		switch reason := printedShorter[name]; {
		case d != "" && reason == "":
			t.Errorf("%s (-printed +not)\n%s", name, d)
		case d == "" && reason != "":
			t.Errorf("%s does not differ any more: %s", name, reason)
		}
	}
	aims := []costs.Aim{costs.Balanced, costs.Size, costs.Speed}
	for _, f := range fixtures(t, "opt", "emit") {
		for _, aim := range aims {
			check(f.name, f.in, passes.Options{Path: f.file, Assume: f.assume, For: aim})
		}
	}
	src, err := os.ReadFile("../testdata/real/calendar.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, aim := range aims {
		check("calendar", string(src), passes.Options{Path: "calendar.js", For: aim})
	}
}

// printedShorter are fixtures with a function that no rule improves, but that is shorter when it
// is printed. Such functions stay as they are written.
var printedShorter = map[string]string{}

// TestOperatorsThatMayMove has functions in which operators are found to have no effect. Those
// that are needed only on one path, or were there for nothing, are not left where they are.
func TestOperatorsThatMayMove(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"used at once", "function f(a, b) { g((a & 1) + 2, -3); return b; }", ""},
		{"in a test", "function f(a, b) { if ((a & 3) === 1) g(b); return -1; }", ""},
		{"named, and used where it is", "function f(a, g) { const k = (a & 3) + 1; g(k); if (a) g(k); }", ""},
		{"used on one path, without a name", "function f(a, g) { a = a & 3; a ? g((a & 1) + 2) : 0; }", ""},
		{"a test and its value", "function f(a, b, g) { return !a || g(b === 1 && g(b)); }", ""},
		{"assigned on one path", "function f(a, g) { let b = false; if (g()) b = !a; for (let i = 0; g(i); i++) g(b, i++); return b; }", ""},
		{"a number that counts", "function f(a, g) { let n = a & 7; g(n++, n); return n; }", ""},
		{"a counter in a test", "function f(a, g) { let n = a.length; while (n--) g(a[n]); }", ""},
		{"counted on one path", "function f(a, g) { let n = 0; for (const x of a) if (x) { n++; g(x); if (g(1)) g(n); } return n; }", ""},
		{"counted past a variable without a value", "function f(n, g) { var p; while (n--) { p[0] = g(); } return p; }",
			"function f(n, g) { while (n--) { (void 0)[0] = g(); } }"},
		{"a variable that has its value", "function f(g) { let n = g(() => n); if (n) g(n); }", ""},
		{"a variable that is read for nothing", "function f(g) { g(() => n); n; n; let n = 1; }", "function f(g) { g(() => n); n; let n = 1; }"},
		{"tested several times", "function f(a, b, g) { if (a === 1) g((b & 3) + 1); g(); if (a === 1 || b) g(a === 1 && b); }", ""},
		{"types tested several times", "function f(a, b, g) { if (typeof a === 'string') g((b & 3) + 1); g(); if (typeof a === 'string' && b) g(); }", ""},
		{"a mask", "function f(a) { return a & ~1024; }", ""},
		{"a variable declared without a value", "function f(a, b) { let x; if (a) { x = a(); } else { x = b(); } return (x & 7) + 1; }", ""},
		{"a variable declared with nothing", "function f(a, b) { let x = void 0; if (a) { x = a(); } else { x = b(); } return (x & 7) + 1; }", ""},
		{"explained numbers", "function f(a) { return a & (4 /* read */ | 8 /* write */); }", ""},
		{"numbers", "function f(a) { return a(40 * 8 /* bits */, 20 * 3); }", "function f(a) { return a(40 * 8 /* bits */, 60); }"},
		{"not used", "function f(a, g) { a = a & 3; a + 1; g(a); }", "function f(a, g) { a = a & 3; g(a); }"},
		{"a name that is not used", "function f(a, g) { let n = g(a); g(n, (a & 1) + 2); n = -1; return a; }",
			"function f(a, g) { let n = g(a); g(n, (a & 1) + 2); return a; }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, o := range []passes.Options{{Level: 1, Verify: true}, passes.Options{Level: 1, Verify: true}.UnmovedToo()} {
				want := tt.want
				if want == "" {
					want = tt.in
				}
				if d := cmp.Diff(want, optimize(t, tt.in, o).Code); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
			}
		})
	}
}
