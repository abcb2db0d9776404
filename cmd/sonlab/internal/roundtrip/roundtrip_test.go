package roundtrip

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/parse/sourcemap"
)

// compared compares two programs whose functions are in the same order.
func compared(t *testing.T, before, after string) *Result {
	t.Helper()
	r := &Result{Name: "f.js"}
	if err := r.compare(File{Name: "f.js", Source: before}, after, []byte(`{"version":3,"sources":[],"names":[],"mappings":""}`)); err != nil {
		t.Fatal(err)
	}
	if len(r.Lost) > 0 {
		t.Errorf("not compared: %q", r.Lost)
	}
	return r
}

func TestFunctionsOfEveryFormAreEqualToThemselves(t *testing.T) {
	const src = `
import def, {a as b} from "m";
export default function (x, y = () => [1, 2, 3, 4, x]) { return [x, y, x, y, b] }
export class A extends def {
  #p = (() => super.y + this.#q(1, 2, 3, 4))();
  #q(a, b, c, d) { return #p in a ? a.#p : [b, c, d] }
  static { console.log(1, 2, 3, 4, 5, this.name) }
  static async *m(a) { yield* a; for await (const k of a) yield await k }
  get [b(1)]() { return [1, 2, 3, 4, this.#p] }
  set x(v) { this.#p = v + v + v + v + v }
  constructor() { const late = () => { super(1, 2, 3, 4, 5) }; late(); return new.target ? late : null }
}
export const o = {
  m() { return () => super.m(1, 2, 3, 4, 5) },
  async f(a) { await a; await a; await a; return a },
  *g() { const k = yield 1; yield [k, k, k, k] },
};
label: for (;;) { if (b) break label; (async x => { await x(1, 2, 3, import.meta) })() }
`
	r := compared(t, src, src+"// and no difference\n")
	if r.Compared != 17 || r.Short != 0 || r.Equal != r.Compared || r.Written != r.Compared {
		t.Errorf("compared %d, short %d, equal %d, as written %d", r.Compared, r.Short, r.Equal, r.Written)
	}
}

func TestDifferencesAreFoundAndClassified(t *testing.T) {
	tests := []struct{ name, before, after, class string }{
		{"nothing but the layout", "f(a, b); g(a, b)", "f(a,b);\ng(a,b) // here", ""},
		{"what the minifier does anyway", "if (a) { f(a, b) } else { g(b, a) }", "a ? f(a, b) : g(b, a)", ""},
		{"a temporary", "f(g(1), h(2))", "var t = g(1); f(t, h(t, 2))", "an additional variable"},
		{"a temporary that was removed", "var t = g(1); f(t, h(t, 2))", "f(g(1), h(2))", "one variable fewer"},
		{"a name", "var a = g(1); f(a, h(a))", "var b = g(1); f(b, h(b))", "another name"},
		{"a label", "while (a) { f(); while (b) if (g()) break }", "x: while (a) { f(); while (b) if (g()) break x }", "labels: +1 label"},
		{"a jump", "while (a) { if (b) { f(); break } g() }", "while (a) { if (b) { f(); continue } g() }", "jumps: -1 break +1 continue"},
		{"a kind", "let a = f(1, 2); g(a, a)", "var a = f(1, 2); g(a, a)", "var, let or const: +1 var -1 let"},
		{"an initializer", "var a = f(1, 2); g(a, a)", "var a; a = f(1, 2); g(a, a)", "initializers or separate assignments: -1 init"},
		{"a loop", "do f(a, b); while (a)", "while (a) f(a, b)", "the form of a loop: +1 for -1 do"},
		{"an update", "a.b += f(c); g(a)", "a.b = a.b + f(c); g(a)", "x op= y, x++ and x = x op y: -1 op="},
		{"an order", "f(a + b); g(c + d)", "g(c + d); f(a + b)", "order of the same tokens"},
		{"an order of names", "var a = f(), b = g(a)", "var b = g(a), a = f()", "order of declarations"},
		{"a word", "f(a.b, c, d)", "f(a.b, c, e)", "spelling: d becomes e"},
		{"a choice", "return a ? f(b, c) : d", "return a && f(b, c) || d", "if, ?:, && and ||: -1 ?: +1 && +1 ||"},
		{"undefined", "var s; return f(s, s)", "var s; return f(s, void 0)", "undefined: +1 void"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wrap := func(body string) string { return "(function() {\n" + body + "\n})" }
			r := compared(t, wrap(tt.before), wrap(tt.after))
			if r.Compared != 1 {
				t.Fatalf("compared %d functions", r.Compared)
			}
			class := ""
			for _, d := range r.Differ {
				class = d.Class
			}
			if class != tt.class || (tt.class == "") != (r.Equal == 1) {
				t.Errorf("class %q, equal %d; want %q", class, r.Equal, tt.class)
			}
		})
	}
}

func TestADifferenceCountsOnceAndAtItsFunction(t *testing.T) {
	before := "function outer(a) {\n  f(a, b, a, b);\n  return function inner(c) {\n    return f(a, b, c, a, b);\n  };\n}"
	r := compared(t, before, strings.Replace(before, "f(a, b, c, a, b)", "f(a, b, c, b, a)", 1))
	if r.Compared != 2 || r.Equal != 1 || len(r.Differ) != 1 || r.Differ[0].Place != "f.js:3" {
		t.Errorf("compared %d, equal %d, differ %v", r.Compared, r.Equal, r.Differ)
	}
	if r.Short != 1 { // the top level is one declaration, the body of which is cut out
		t.Errorf("%d short functions", r.Short)
	}
}

func TestStructureThatNobodyWroteIsFound(t *testing.T) {
	tests := []struct {
		name, before, after     string
		labels, helpers, deeper int
	}{
		{"the same", "a: for (;;) { let x; break a }", "a: for (;;) { let x; break a }", 0, 0, 0},
		{"fewer labels", "a: for (;;) break a", "for (;;) break", 0, 0, 0},
		{"a label", "for (;;) break", "a: for (;;) break a", 1, 0, 0},
		{"a helper", "let {x: [y = 1], ...z} = f()", "let {x: [y = 1], ...z} = f(), q = y", 0, 1, 0},
		{"a helper in a catch", "try { f() } catch {}", "try { f() } catch (e) {}", 0, 1, 0},
		{"a function", "f(1)", "f((() => 1)())", 0, 1, 0},
		{"one level", "if (a) f()", "if (a) if (b) f()", 0, 0, 0},
		{"two levels", "if (a) f()", "if (a) { while (b) { if (c) f() } }", 0, 0, 1},
		{"else if is no level", "if (a) f(); else g()", "if (a) f(); else if (b) g(); else if (c) h(); else if (d) i()", 0, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := compared(t, "function g() { "+tt.before+" }", "function g() { "+tt.after+" }")
			if len(r.Labels) != tt.labels || len(r.Helpers) != tt.helpers || len(r.Deeper) != tt.deeper {
				t.Errorf("labels %v, helpers %v, deeper %v", r.Labels, r.Helpers, r.Deeper)
			}
		})
	}
}

func TestFunctionsAreMatchedByTheSourceMap(t *testing.T) {
	src := "function a() {}\nfunction b() {}\nf(() => 1)"
	// The declarations changed places; the arrow function has no mapping.
	made := "function b() {}\nfunction a() {}\nf(() => 1)"
	m := &sourcemap.Map{Sources: []string{"f.js"}, Contents: []*string{nil}, Lines: [][]sourcemap.Segment{
		{{Line: 1, Name: sourcemap.None}}, {{Line: 0, Name: sourcemap.None}}, {{Line: 2, Name: sourcemap.None}},
	}}
	before, err := read("f.js", src)
	if err != nil {
		t.Fatal(err)
	}
	after, err := read("f.js", made)
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := match(before, after, m.JSON())
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, f := range pairs {
		got = append(got, f.Index)
	}
	if !slices.Equal(got, []int{1, 0, 2}) || !slices.Equal(after.ids, []int{1, 0, 2}) {
		t.Errorf("matched %v, ids %v", got, after.ids)
	}
}

func TestAMissingFunctionIsReported(t *testing.T) {
	r := &Result{}
	err := r.compare(File{Name: "f.js", Source: "f(() => 1, 2)"}, "f(2)", []byte(`{"version":3,"sources":[],"names":[],"mappings":""}`))
	if err != nil || !slices.Equal(r.Lost, []string{"f.js:1: it is not in the output"}) {
		t.Errorf("lost %q, error %v", r.Lost, err)
	}
}

func TestMeasureRunsTheWholeRoundTrip(t *testing.T) {
	src := `
function sum(list) { var s = 0; for (var i = 0; i < list.length; i++) s += list[i]; return s }
function dynamic(text) { var a = 1, b = 2, c = 3; return eval(text) + a + b + c }
const late = (a, b) => { if (a) { return b(a, a, a) } else { return a(b, b, b) } };
`
	r, err := Measure(context.Background(), File{Name: "f.js", Source: src})
	if err != nil {
		t.Fatal(err)
	}
	if r.Functions != 3 || r.Through != 2 || len(r.Bailouts) != 1 || r.Compared != 4 || r.Equal != 4 || len(r.Lost) != 0 {
		t.Errorf("%+v", r)
	}
	if r.Ratio() != 1 {
		t.Errorf("ratio %v", r.Ratio())
	}
	if _, err := Measure(context.Background(), File{Name: "f.js", Source: "for ("}); err == nil {
		t.Error("an invalid program was measured")
	}
}

func TestBoundsAreChecked(t *testing.T) {
	good := func() *Result {
		return &Result{Name: "f.js", Functions: 1000, Compared: 100, Equal: 90, MinIn: 1000, MinOut: 1000, Labels: []Finding{{"f.js:1", "1 more labels"}}}
	}
	tests := []struct {
		name   string
		change func(r *Result)
		want   string
	}{
		{"at the bounds", func(r *Result) {}, ""},
		{"equal", func(r *Result) { r.Equal = 89 }, "equal functions: 89.00%"},
		{"labels", func(r *Result) { r.Labels = append(r.Labels, r.Labels...) }, "functions with more labels: 2 of 1000"},
		{"helpers", func(r *Result) { r.Helpers = r.Labels }, "helpers: 1"},
		{"deeper", func(r *Result) { r.Deeper = r.Labels }, "nested deeper by more than one level"},
		{"lost", func(r *Result) { r.Lost = []string{"f.js:1: missing"} }, "could not be compared: 1"},
		{"file", func(r *Result) { r.MinOut = 1006 }, "size of f.js: 1.0060"},
		{"mean", func(r *Result) { r.MinOut = 1003 }, "mean size: 1.0030"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := good()
			tt.change(f)
			over := (&Report{Files: []*Result{f}}).Over()
			if (len(over) == 0) != (tt.want == "") || len(over) > 0 && !strings.Contains(strings.Join(over, "\n"), tt.want) {
				t.Errorf("%q, want %q", over, tt.want)
			}
		})
	}
}

func TestReportIsATable(t *testing.T) {
	r := &Report{Examples: 1, Files: []*Result{
		{Name: "a.js", Functions: 2, Through: 1, Bailouts: map[string]int{"with statement": 1}, Compared: 3, Equal: 2, Written: 1, MinIn: 100, MinOut: 98,
			Differ: []Difference{{"a.js:7", "order of declarations", "var a,b", "var b,a"}}},
		{Name: "b.js", Functions: 1, Through: 1, Top: true, Compared: 1, Equal: 1, Written: 1, MinIn: 100, MinOut: 102},
	}}
	if got := fmt.Sprintf("%.4f", r.Mean()); got != "0.9998" {
		t.Errorf("mean %s", got)
	}
	for _, want := range []string{"66.67%      33.33%", "0.9998         4   75.00%", "1 left as written: with statement", "1 differ: order of declarations (a.js:7)", "var b,a"} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("no %q in\n%s", want, r)
		}
	}
}
