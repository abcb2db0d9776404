package viz

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sonjs/son/viz/internal/tracetest"
	"github.com/sonjs/son/viz/trace"
)

func sideOf(t *trace.Trace, phase string) Side {
	return Side{Title: t.Function.Name + " " + phase, Trace: t, At: t.EndOf(phase)}
}

// two compares the last phases of two functions.
func two(t testing.TB, a, b string) *Difference {
	t.Helper()
	return Compare(sideOf(tracetest.Of(t, a), "head-sinking"), sideOf(tracetest.Of(t, b), "head-sinking"), false)
}

func TestPhasesOfOneRunAreMatchedByIds(t *testing.T) {
	tr := tracetest.Of(t, "function f(a) { let s = 0; for (let i = 0; i < a; i++) s = s + i; return s }")
	d := Compare(sideOf(tr, "build"), sideOf(tr, "rules"), true)
	var gone []string
	for _, id := range d.Gone {
		gone = append(gone, d.A.At.Node(id).Label)
		if d.B.At.Node(id) != nil {
			t.Errorf("v%d is removed and still there", id)
		}
	}
	if len(d.New) > 0 || len(gone) == 0 {
		t.Errorf("removed %v, added %v", gone, d.New)
	}
	if same := Compare(sideOf(tr, "rules"), sideOf(tr, "rules"), true); !same.Same() {
		t.Errorf("a phase differs from itself: %+v", same)
	}
}

func TestRunsAreAligned(t *testing.T) {
	const base = "function f(a, b) { let s = 0; for (let i = 0; i < a.length; i++) s = s + a[i] * b; return s }"
	tests := []struct {
		name, a, b         string
		gone, new, changed []string
	}{
		{"the same", base, base, nil, nil, nil},
		{"different layout", base, strings.ReplaceAll(base, "; ", ";\n\n  "), nil, nil, nil},
		{"different operator", base, strings.Replace(base, "* b", "- b", 1), []string{"Mul"}, []string{"Sub"}, []string{"Phi memory", "Add", "Phi", "Bind"}},
		{"different constant", base, strings.Replace(base, "i = 0", "i = 1", 1), nil, []string{"1"}, []string{"Bind"}},
		{"one more statement", base, strings.Replace(base, "return s", "b(); return s", 1), nil, []string{"Call"}, []string{"Return"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := two(t, tt.a, tt.b)
			labels := func(ids []int32, m *trace.Moment) (out []string) {
				for _, id := range ids {
					out = append(out, m.Node(id).Label)
				}
				slices.Sort(out)
				return out
			}
			check := func(what string, got, want []string) {
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%s: %q, want %q", what, got, want)
				}
			}
			check("removed", labels(d.Gone, d.A.At), tt.gone)
			check("added", labels(d.New, d.B.At), tt.new)
			check("changed", labels(d.Changed, d.A.At), tt.changed)
		})
	}
}

func TestPairsAreOneToOne(t *testing.T) {
	a, b := tracetest.Of(t, nested), tracetest.Of(t, effects)
	seen := map[int32]bool{}
	for from, to := range align(a.EndOf("head-sinking"), b.EndOf("head-sinking"), a.Source.Text, b.Source.Text) {
		if seen[to] {
			t.Errorf("v%d has two partners", to)
		}
		seen[to] = true
		x, y := b.EndOf("head-sinking").Node(from), a.EndOf("head-sinking").Node(to)
		if x == nil || y == nil || x.Label != y.Label {
			t.Errorf("v%d and v%d are a pair", from, to)
		}
	}
	if len(seen) == 0 {
		t.Error("no nodes were paired")
	}
}

func TestBothSidesAreDrawn(t *testing.T) {
	d := two(t, nested, strings.Replace(nested, "sum + j", "sum - j", 1))
	for _, v := range []View{Blocks, Sea} {
		var b bytes.Buffer
		if err := d.SVG(&b, Options{View: v}); err != nil {
			t.Fatal(err)
		}
		dec := xml.NewDecoder(bytes.NewReader(b.Bytes()))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", v, err)
			}
		}
		for _, want := range []string{`id="side-a"`, `id="side-b"`, "line-through", ">Sub<", ">Add<"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %s", v, want)
			}
		}
	}
	if err := d.SVG(io.Discard, Options{View: "moon"}); err == nil {
		t.Error("there is a view called moon")
	}
}

func TestTheDiffPageIsSafe(t *testing.T) {
	a, _ := evilTrace(t)
	b, _ := evilTrace(t)
	a.Output, b.Output = &trace.Output{Text: "</table><script>a"}, &trace.Output{Text: "</table><script>b", Reason: evil}
	d := Compare(Side{Title: evil, Trace: a, At: a.EndOf("build")}, Side{Title: evil, Trace: b, At: b.EndOf("head-sinking")}, true)
	var page, text bytes.Buffer
	if err := d.HTML(&page, Options{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page.String(), "<script") || strings.Contains(page.String(), "{{") {
		t.Error("text escaped into the markup")
	}
	if err := d.Text(&text, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range text.String() {
		if c < ' ' && c != '\n' {
			t.Fatalf("a control character in %q", &text)
		}
	}
}

func TestLinesAreAligned(t *testing.T) {
	tests := []struct{ a, b, want string }{
		{"1\n2\n3\n", "1\n2\n3\n", "1=1 2=2 3=3"},
		{"1\n2\n3\n", "1\n3\n", "1=1 2| 3=3"},
		{"1\n3\n", "1\n2\n3\n", "1=1 |2 3=3"},
		{"1\n2\n3\n", "1\nx\ny\n3\n", "1=1 2|x |y 3=3"},
		{"1\n", "2\n", "1|2"},
		{"a\nb\nc\nd\ne\nf\ng\nh\ni\n", "a\nb\nc\nd\ne\nf\ng\nh\nj\n", "a=a b=b c=c d=d e=e f=f g=g h=h i|j"},
		{"x\n1\n2\n3\n4\n5\n6\n7\n8\ny\n", "z\n1\n2\n3\n4\n5\n6\n7\n8\nw\n", "x|z 1=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 y|w"},
	}
	for _, tt := range tests {
		var got []string
		for _, r := range sideBySide(tt.a, tt.b) {
			sep := "|"
			if r.same {
				sep = "="
			}
			got = append(got, r.a.text+sep+r.b.text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q and %q: %s, want %s", tt.a, tt.b, s, tt.want)
		}
	}
}
