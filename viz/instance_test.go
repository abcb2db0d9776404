package viz

import (
	"strings"
	"testing"

	"github.com/sonjs/son/viz/internal/tracetest"
	"github.com/sonjs/son/viz/trace"
)

const inlined = `export function f(a, b) { const s = sign(a); return s + twice(b); }
function twice(x) { return x + x; }
function sign(n) { if (n > 0) return next(n); return -1; }
function next(n) { return n + 1; }
`

// instances returns the names of the callees that the nodes of a moment are of.
func instances(tr *trace.Trace, m *trace.Moment) map[string]int {
	count := map[string]int{}
	for _, n := range m.Nodes {
		if in := tr.Inside(n); in != nil {
			count[in.Name]++
		}
	}
	return count
}

// A node is of the callee that the builder made it for, at every moment: what rules make in its place
// is of the same one.
func TestNodesKnowTheCalleeThatTheyAreOf(t *testing.T) {
	tr := tracetest.With(t, inlined, tracetest.Options{Level: 2})
	if len(tr.Instances) != 3 || tr.Instances[1].Name != "next" || tr.Instances[1].Around != 1 || tr.Instances[2].Around != 0 {
		t.Fatalf("%+v", tr.Instances)
	}
	if c := tr.Instances[2].Call; c == nil || tr.Source.Text[c[0]:c[1]] != "twice(b)" {
		t.Errorf("twice is called at %v", c)
	}
	for _, p := range tr.Phases {
		m := tr.At(p.Step)
		got := instances(tr, m)
		for _, name := range []string{"sign", "twice", "next"} {
			if got[name] == 0 {
				t.Errorf("after %s no node is of %s", p.Name, name)
			}
		}
		for _, n := range m.Nodes {
			if n.Op == "Add" && n.Instance == 0 && !strings.Contains(tr.Source.Text[n.Span[0]:n.Span[1]], "s +") {
				t.Errorf("after %s v%d is of no callee", p.Name, n.ID)
			}
		}
	}
}

func TestWhatARuleMakesIsOfTheSameCallee(t *testing.T) {
	tr := tracetest.With(t, "export function f(a) { return half(a | 0); }\nfunction half(x) { return !(x > 3); }\n", tracetest.Options{Level: 2})
	for _, n := range last(tr).Nodes {
		if n.Op == "Gt" || n.Op == "Le" || n.Op == "Not" {
			if in := tr.Inside(n); in == nil || in.Name != "half" {
				t.Errorf("v%d = %s is not of half", n.ID, n.Text)
			}
		}
	}
}

// Every view says which nodes are of a callee.
func TestCalleesInPlaceOfCallsAreTinted(t *testing.T) {
	tr := tracetest.With(t, inlined, tracetest.Options{Level: 2})
	m := last(tr)
	for _, v := range []View{Blocks, Sea} {
		o := Options{View: v}
		s := output(t, view{write: svg(o)}, tr, m)
		for _, want := range []string{"· in next", "· in twice", "of a callee, inlined", `class="inst"`} {
			if !strings.Contains(s, want) {
				t.Errorf("%s: there is no %q", v, want)
			}
		}
		d := output(t, view{write: dot(o)}, tr, m)
		if !strings.Contains(d, palette[styleInstance].fill) || !strings.Contains(d, "of a callee, inlined") {
			t.Errorf("%s: no callee is tinted in DOT", v)
		}
		if v == Sea && !strings.Contains(d, "    subgraph cluster_instance2 {\n") {
			t.Errorf("the callee in a callee has no frame in its frame:\n%s", d)
		}
	}
	var b strings.Builder
	if err := Text(&b, tr, m, true); err != nil || !strings.Contains(b.String(), "// in next") {
		t.Errorf("%v\n%s", err, &b)
	}
	if s := output(t, view{write: svg(Options{})}, tracetest.Of(t, inlined), last(tracetest.Of(t, inlined))); strings.Contains(s, "callee") {
		t.Error("there are callees at -O1")
	}
}

// Facts about a callee are said at the call: the callee is not in the text.
func TestFactsAboutACalleeAreSaidAtTheCall(t *testing.T) {
	tr := tracetest.With(t, "export function f(a) {\n  let i = a | 0;\n  return half(i);\n}\nfunction half(x) { return x * 1 + 2; }\n", tracetest.Options{Level: 2})
	var b strings.Builder
	if err := Explain(&b, tr, Selection{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), ":3:10\n    3 |   return half(i);\n      + 3:10 times-one") {
		t.Errorf("nothing is said of times-one at the call:\n%s", &b)
	}
}
