package viz

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dominikbraun/graph"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/son"
	"github.com/sonjs/son/viz/internal/tracetest"
	"github.com/sonjs/son/viz/trace"
)

var update = flag.Bool("update", false, "write the golden files")

const nested = `function f(arg) {
  let sum = 0;
  let i = 0;
  while (i < arg) {
    i = i + 1;
    let j = 0;
    while (j < arg) {
      sum = sum + j;
      j = j + 1;
    }
  }
  return sum;
}`

const effects = `function f(o, b) {
  let s = "a \"<b>\" & \\ c";
  if (o.length) s = o.m(s, ...b);
  else o.x = 2 * 3 + b;
  return s;
}`

type view struct {
	name  string
	write func(w io.Writer, t *trace.Trace, m *trace.Moment) error
}

func svg(o Options) func(io.Writer, *trace.Trace, *trace.Moment) error {
	return func(w io.Writer, t *trace.Trace, m *trace.Moment) error { return SVG(w, t, m, o) }
}

func dot(o Options) func(io.Writer, *trace.Trace, *trace.Moment) error {
	return func(w io.Writer, t *trace.Trace, m *trace.Moment) error { return DOT(w, t, m, o) }
}

var views = []view{
	{"blocks.txt", func(w io.Writer, t *trace.Trace, m *trace.Moment) error { return Text(w, t, m, true) }},
	{"blocks.dot", dot(Options{NoLegend: true})},
	{"sea.dot", dot(Options{NoLegend: true, View: Sea})},
	{"blocks.svg", svg(Options{NoLegend: true})},
	{"sea.svg", svg(Options{NoLegend: true, View: Sea})},
}

func output(t testing.TB, v view, tr *trace.Trace, m *trace.Moment) string {
	t.Helper()
	var b bytes.Buffer
	if err := v.write(&b, tr, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func last(t *trace.Trace) *trace.Moment { return t.At(t.Phases[len(t.Phases)-1].Step) }

// loopOpened is the moment at which the last loop opened.
func loopOpened(t *trace.Trace) *trace.Moment {
	at := -1
	for _, i := range t.ScopeSteps() {
		if t.Steps[i].Text == "loop opened" {
			at = i
		}
	}
	return t.At(at)
}

// Each archive of testdata contains a program and every view of it.
func TestGoldenViews(t *testing.T) {
	for name, src := range map[string]string{"nested": nested, "effects": effects} {
		tr := tracetest.Of(t, src)
		path := filepath.Join("testdata", name+".txtar")
		got := &txtar.Archive{Files: []txtar.File{{Name: "in.js", Data: []byte(src + "\n")}}}
		for _, v := range views {
			got.Files = append(got.Files, txtar.File{Name: v.name, Data: []byte(output(t, v, tr, last(tr)))})
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(txtar.Format(got))); diff != "" {
			t.Errorf("%s: -want +got\n%s", path, diff)
		}
	}
}

func TestTextReadsBack(t *testing.T) {
	tr := tracetest.Of(t, effects)
	m := last(tr)
	var b bytes.Buffer
	if err := Text(&b, tr, m, false); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, l := range strings.Split(b.String(), "\n") {
		if !strings.HasPrefix(l, "//") {
			lines = append(lines, l)
		}
	}
	g, err := son.Read(strings.Join(lines, "\n"))
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	if n := len(g.TextOrder()); n != len(m.Nodes) {
		t.Errorf("%d nodes of %d came back", n, len(m.Nodes))
	}
}

// place returns where a view draws each node.
func place(t *testing.T, svg string) map[string]string {
	t.Helper()
	out := map[string]string{}
	d := xml.NewDecoder(strings.NewReader(svg))
	key := ""
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		at := map[string]string{}
		for _, a := range e.Attr {
			at[a.Name.Local] = a.Value
		}
		if k := at["data-key"]; k != "" {
			key = k
		}
		if e.Name.Local == "rect" && key != "" {
			if out[key] == "" {
				out[key] = at["x"] + "," + at["y"]
			}
			key = ""
		}
	}
}

func TestNodesKeepTheirPlaces(t *testing.T) {
	tr := tracetest.Of(t, `function f(a) { let x = a & 1; const k = 2 * 3; if (k > 7) return a.b; while (x < 9) { x = x + k * 1; x += !!x ? 1 : 2 } return x | 0 }`)
	for _, v := range []View{Blocks, Sea} {
		before := map[string]string{}
		for _, p := range tr.Phases {
			now := place(t, output(t, view{write: svg(Options{View: v})}, tr, tr.At(p.Step)))
			both := 0
			for k, at := range now {
				if was := before[k]; was != "" {
					if both++; was != at && k[0] == 'b' {
						t.Errorf("%s after %s: %s moved from %s to %s", v, p.Name, k, was, at)
					}
				}
			}
			if len(before) > 0 && both < len(now)/2 {
				t.Errorf("%s after %s: only %d of %d existed before", v, p.Name, both, len(now))
			}
			before = now
		}
	}
}

func TestScopesAreBesideTheGraph(t *testing.T) {
	tr := tracetest.With(t, nested, tracetest.Options{Level: 1, AllPhis: true})
	m := loopOpened(tr)
	for _, v := range views[1:] {
		s := output(t, v, tr, m)
		for _, want := range []string{"scope head", "$ctrl", ">arg<", "Loop (open)"} {
			if !strings.Contains(s, want) {
				t.Errorf("%s: no %s in\n%s", v.name, want, s)
			}
		}
	}
}

// evil is text with special characters for DOT, HTML, XML or a terminal, or invalid in all.
const evil = "a\"b\\c\\N\\l<d>&e;*/}\n\r\x00\x1b\xed\xa0\x80]]>{|}#\u202e--><script>"

func evilTrace(t *testing.T) (*trace.Trace, *trace.Moment) {
	tr := tracetest.With(t, nested, tracetest.Options{Level: 1, AllPhis: true})
	tr.Function.Name, tr.Source.Text = evil, strings.Repeat(evil, 1+len(tr.Source.Text)/len(evil))
	m := loopOpened(tr)
	m.Title = evil
	for _, n := range m.Nodes {
		n.Label, n.Name, n.Type, n.Text = evil, evil, evil, evil
	}
	for i := range m.Scopes {
		m.Scopes[i].Title = evil
		m.Scopes[i].Names[0].Name = evil
	}
	return tr, m
}

func TestTextIsEscaped(t *testing.T) {
	tr, m := evilTrace(t)
	for _, v := range views[1:] {
		s := output(t, v, tr, m)
		if strings.ContainsAny(s, "\r\x00\x1b\u202e") || strings.Contains(s, "<script>") && !strings.HasSuffix(v.name, "dot") {
			t.Errorf("%s: text is not escaped\n%s", v.name, s)
		}
		if strings.HasSuffix(v.name, "svg") {
			place(t, s)
		}
		if strings.HasSuffix(v.name, "dot") {
			for _, table := range strings.Split(s, "label=<<table")[1:] {
				place(t, "<table"+table[:strings.Index(table, "</table>>")+len("</table>")])
			}
			render(t, s)
		}
	}
}

// render draws with Graphviz, if that is installed, and expects no complaint. It returns
// the processor time that this took.
func render(t testing.TB, dot string) time.Duration {
	t.Helper()
	if _, err := exec.LookPath("dot"); err != nil {
		t.Log("no dot program")
		return 0
	}
	cmd := exec.Command("dot", "-Tsvg")
	cmd.Stdin = strings.NewReader(dot)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 || !bytes.Contains(out, []byte("</svg>")) {
		t.Errorf("dot: %v %s in\n%s", err, stderr.String(), dot)
	}
	return cmd.ProcessState.UserTime()
}

func TestGraphvizAcceptsEveryView(t *testing.T) {
	for _, src := range []string{nested, effects} {
		tr := tracetest.Of(t, src)
		for _, o := range []Options{{}, {View: Sea}, {Hide: []string{"mem", "types"}}, {View: Sea, Focus: 12, Hops: 1}} {
			for _, m := range []*trace.Moment{last(tr), tr.At(len(tr.Steps) / 3)} {
				render(t, output(t, view{write: dot(o)}, tr, m))
			}
		}
	}
	large := tracetest.Of(t, many(90))
	for _, v := range []View{Blocks, Sea} { // without folding this would take a minute
		d := render(t, output(t, view{write: dot(Options{View: v})}, large, last(large)))
		if d > 10*time.Second {
			t.Errorf("%s: %d nodes took Graphviz %s", v, len(last(large).Nodes), d)
		}
	}
	var b bytes.Buffer
	if err := CallGraph(&b, calls(t)); err != nil {
		t.Fatal(err)
	}
	render(t, b.String())
}

// Every step of a construction can be drawn, however incomplete the graph is.
func TestEveryStepHasAPicture(t *testing.T) {
	for _, src := range []string{nested, effects, `function f(a) { try { for (const x of a) { if (x) continue; a(x) } } finally { a() } }`} {
		tr := tracetest.With(t, src, tracetest.Options{Level: 1, AllPhis: true})
		for i := range tr.Steps {
			for _, v := range views {
				output(t, v, tr, tr.At(i))
			}
		}
	}
}

func TestHidingAndFocus(t *testing.T) {
	tr := tracetest.Of(t, nested)
	m := last(tr)
	s := output(t, view{write: svg(Options{Hide: []string{"mem", "types"}})}, tr, m)
	if strings.Contains(s, "@v") || strings.Contains(s, `class="type"`) || strings.Contains(s, "Phi memory") {
		t.Error("memory or types are still there")
	}
	for _, v := range []View{Blocks, Sea} {
		all := output(t, view{write: svg(Options{View: v})}, tr, m)
		few := output(t, view{write: svg(Options{View: v, Hide: []string{"const", "entry"}})}, tr, m)
		for _, what := range []string{`class="const"`, ">arg<"} {
			if !strings.Contains(all, what) || strings.Contains(few, what) {
				t.Errorf("%s: %s is not hidden", v, what)
			}
		}
	}
	var lt *trace.Node
	for _, n := range m.Nodes {
		if n.Op == "Lt" {
			lt = n
		}
	}
	s = output(t, view{write: svg(Options{View: Sea, Focus: lt.ID, Hops: 1})}, tr, m)
	if !strings.Contains(s, "Lt") || strings.Contains(s, ">Return<") {
		t.Errorf("the focus on v%d shows\n%s", lt.ID, s)
	}
	if err := SVG(io.Discard, tr, m, Options{Hide: []string{"dust"}}); err == nil || !strings.Contains(err.Error(), "dust") {
		t.Errorf("hiding dust: %v", err)
	}
	if err := SVG(io.Discard, tr, m, Options{View: "moon"}); err == nil || !strings.Contains(err.Error(), "moon") {
		t.Errorf("the view moon: %v", err)
	}
}

// many is a function with n loops.
func many(n int) string {
	var b strings.Builder
	b.WriteString("function f(a, b) {\n  let x = 0;\n")
	for i := range n {
		fmt.Fprintf(&b, "  for (let i = 0; i < a.length; i++) { if (a[i] > %d) x = x * b + a[i]; else b.m%d(x); }\n", i, i)
	}
	b.WriteString("  return x;\n}")
	return b.String()
}

func TestLargeGraphsFold(t *testing.T) {
	tr := tracetest.Of(t, many(20))
	s := output(t, view{write: svg(Options{})}, tr, last(tr))
	if strings.Contains(s, "CallMethod") || !strings.Contains(s, "a[i] &gt; 3") || !strings.Contains(s, "nodes, ") {
		t.Errorf("%d nodes did not fold", len(last(tr).Nodes))
	}
	if s = output(t, view{write: svg(Options{Unfold: true})}, tr, last(tr)); !strings.Contains(s, "CallMethod") {
		t.Error("--unfold folds")
	}
	for _, v := range []View{Blocks, Sea} {
		s := output(t, view{write: dot(Options{View: v})}, tr, last(tr))
		if strings.Contains(s, "CallMethod") || !strings.Contains(s, "a[i] &gt; 3") || strings.Count(s, "\n") > 1200 {
			t.Errorf("%s for Graphviz: %d nodes did not fold", v, len(last(tr).Nodes))
		}
		if s = output(t, view{write: dot(Options{View: v, Unfold: true})}, tr, last(tr)); !strings.Contains(s, "CallMethod") {
			t.Errorf("%s for Graphviz: --unfold folds", v)
		}
	}
}

func TestPNGHasABoundedSize(t *testing.T) {
	tr := tracetest.Of(t, nested)
	var b bytes.Buffer
	if err := PNG(&b, tr, last(tr), Options{View: Sea}); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil || img.Bounds().Dx() < 400 {
		t.Fatalf("%v", err)
	}
	large := tracetest.Of(t, many(90))
	err = PNG(io.Discard, large, last(large), Options{Unfold: true, View: Sea})
	if e, ok := err.(*TooLarge); !ok || !strings.Contains(e.Error(), "-f svg") {
		t.Errorf("a very large picture: %v", err)
	}
}

func benchmarkSVG(b *testing.B, n int, o Options) {
	tr := tracetest.Of(b, many(n))
	m := last(tr)
	b.ReportMetric(float64(len(m.Nodes)), "nodes")
	for b.Loop() {
		if err := SVG(io.Discard, tr, m, o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVG1000(b *testing.B)     { benchmarkSVG(b, 36, Options{Unfold: true}) }
func BenchmarkSVG1000Sea(b *testing.B)  { benchmarkSVG(b, 36, Options{Unfold: true, View: Sea}) }
func BenchmarkSVG10000(b *testing.B)    { benchmarkSVG(b, 360, Options{Unfold: true}) }
func BenchmarkSVG10000Sea(b *testing.B) { benchmarkSVG(b, 360, Options{Unfold: true, View: Sea}) }

func calls(t testing.TB) graph.Graph[string, string] {
	t.Helper()
	g := graph.New(graph.StringHash, graph.Directed())
	for _, v := range []string{"main", `a "quoted" \name`, "b", "unused"} {
		if err := g.AddVertex(v); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range [][2]string{{"main", "b"}, {"main", `a "quoted" \name`}, {"b", "b"}} {
		if err := g.AddEdge(e[0], e[1], graph.EdgeAttribute("label", e[0]+" calls")); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestCallGraphIsSortedAndEscaped(t *testing.T) {
	want := `  "a \"quoted\" \\name";
  "b";
  "main";
  "unused";
  "b" -> "b" [label="b calls"];
  "main" -> "a \"quoted\" \\name" [label="main calls"];
  "main" -> "b" [label="main calls"];
}
`
	for range 20 {
		var b bytes.Buffer
		if err := CallGraph(&b, calls(t)); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(b.String(), want) {
			t.Fatalf("got\n%s\nwant at its end\n%s", b.String(), want)
		}
	}
}

func TestDotRefusesUnknownFormats(t *testing.T) {
	err := Dot{}.Render(io.Discard, nil, "svg:evil")
	if err == nil || !strings.Contains(err.Error(), `cannot draw format "svg:evil"`) {
		t.Errorf("got %v", err)
	}
	err = Dot{Path: "/no/such/program"}.Render(io.Discard, nil, "svg")
	if err == nil || !strings.Contains(err.Error(), "/no/such/program") {
		t.Errorf("got %v", err)
	}
}

func TestDotDraws(t *testing.T) {
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no dot program")
	}
	tr := tracetest.Of(t, nested)
	var b bytes.Buffer
	if err := (Dot{}).Render(&b, []byte(output(t, views[1], tr, last(tr))), "svg"); err != nil || !strings.Contains(b.String(), "</svg>") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if err := (Dot{}).Render(io.Discard, []byte("digraph {"), "svg"); err == nil || !strings.Contains(err.Error(), "syntax error") {
		t.Errorf("broken input: %v", err)
	}
}

// Nesting is an edge of its own, even if the outer function calls the nested one.
func TestCallGraphDistinguishesNestingFromCalling(t *testing.T) {
	g := graph.New(graph.StringHash, graph.Directed())
	for _, v := range []string{"a", "a.b", "a.c", "d"} {
		if err := g.AddVertex(v); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range []struct{ from, to, kind string }{{"a", "a.b", Inside}, {"a", "a.c", InsideCalled}, {"a.c", "a", ""}, {"d", "d", ""}, {"d", "a", ""}} {
		if err := g.AddEdge(e.from, e.to, graph.EdgeAttribute(CallKind, e.kind)); err != nil {
			t.Fatal(err)
		}
	}
	var d, s, p bytes.Buffer
	if err := errors.Join(CallGraph(&d, g), CallGraphSVG(&s, "t", g), CallGraphPNG(&p, "t", g)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		edge             string
		called, in, back bool
	}{{"a > a.b", false, true, false}, {"a > a.c", true, true, false}, {"a.c > a", true, false, true}, {"d > d", true, false, true}, {"d > a", true, false, false}} {
		from, to, _ := strings.Cut(c.edge, " > ")
		line := fmt.Sprintf("  %q -> %q", from, to)
		if got := strings.Contains(d.String(), line+";\n"); got != c.called {
			t.Errorf("%s is a call in DOT: %v", c.edge, got)
		}
		if got := strings.Contains(d.String(), line+" [style=dashed"); got != c.in {
			t.Errorf("%s is nesting in DOT: %v", c.edge, got)
		}
		group := `<g data-key="` + xmlText(c.edge) + "\">\n<path class=\""
		if got := strings.Contains(s.String(), group+`ne"`); got != c.in {
			t.Errorf("%s is nesting in SVG: %v", c.edge, got)
		}
		want := "ve"
		if c.back {
			want = "be"
		}
		if got := strings.Contains(s.String(), group+want+`"`); got != c.called {
			t.Errorf("%s is a call in SVG: %v", c.edge, got)
		}
	}
	if _, err := png.Decode(&p); err != nil {
		t.Error(err)
	}
}

// Cycles among many functions are laid out in reasonable time.
func TestCallGraphsOfManyFunctions(t *testing.T) {
	g := graph.New(graph.StringHash, graph.Directed())
	const n = 1500
	for i := range n {
		if err := g.AddVertex(fmt.Sprintf("f%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		for _, to := range []int{i, (i + 1) % n / 2, i * 7 % n} {
			if err := g.AddEdge(fmt.Sprintf("f%d", i), fmt.Sprintf("f%d", to)); err != nil && !errors.Is(err, graph.ErrEdgeAlreadyExists) {
				t.Fatal(err)
			}
		}
	}
	began := time.Now()
	if err := CallGraphSVG(io.Discard, "many", g); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(began); d > 20*time.Second {
		t.Errorf("%d functions took %s", n, d)
	}
}

// Nodes in the focus keep the order of the whole picture, with the same back edges; the
// focused node is marked.
func TestFocusKeepsTheLayersOfTheWhole(t *testing.T) {
	tr := tracetest.Of(t, nested)
	m := last(tr)
	backs := 0
	for _, v := range []View{Blocks, Sea} {
		whole := newPicture(tr, m, Options{View: v})
		layer := map[int32]int{}
		for i, b := range whole.plan.blocks {
			layer[b.head] = whole.flow.boxes[i].layer
		}
		for _, n := range m.Nodes {
			p := newPicture(tr, m, Options{View: v, Focus: n.ID, Hops: 2})
			for i, b := range p.plan.blocks {
				f := &p.flow.boxes[i]
				for j, c := range p.plan.blocks {
					if g := &p.flow.boxes[j]; (layer[b.head] < layer[c.head]) != (f.y < g.y) {
						t.Errorf("%s, focus on v%d: v%d and v%d are at %d and %d, in the whole picture in layers %d and %d", v, n.ID, b.head, c.head, f.y, g.y, layer[b.head], layer[c.head])
					}
				}
				for _, s := range f.succs {
					if to := p.plan.blocks[s].head; f.layer >= p.flow.boxes[s].layer {
						if backs++; layer[to] > layer[b.head] {
							t.Errorf("%s, focus on v%d: the edge from v%d to v%d is a back edge", v, n.ID, b.head, to)
						}
					}
				}
			}
			if written(n) || n.Op == "Stop" {
				continue
			}
			o := Options{View: v, Focus: n.ID, Hops: 2}
			s := output(t, view{write: svg(o)}, tr, m)
			if !strings.Contains(s, `<g data-key="`+name(n.ID)+"\">\n<rect class=\"focus\"") || strings.Count(s, `class="focus"`) != 2 { // and in the legend
				t.Errorf("%s: v%d is not marked, or not the only one", v, n.ID)
			}
			if d := output(t, view{write: dot(o)}, tr, m); !strings.Contains(d, palette[styleFocus].fill) {
				t.Errorf("%s: v%d is not marked in DOT", v, n.ID)
			}
		}
	}
	if backs == 0 {
		t.Error("no picture has a back edge")
	}
}

// The labels below a block with more than two exits do not overlap.
func TestLabelsOfManyExitsDoNotOverlap(t *testing.T) {
	tr := tracetest.Of(t, `function f(a) { try { a() } catch (e) { return e } finally { a.b() } }`)
	m, seen := last(tr), 0
	for _, v := range []View{Blocks, Sea} {
		p := newPicture(tr, m, Options{View: v})
		for i, b := range p.plan.blocks {
			if len(b.succs) < 3 {
				continue
			}
			seen++
			for k := 1; k < len(b.succs); k++ {
				room := p.flow.port(i, k) - p.flow.port(i, k-1)
				if n := m.Node(b.succs[k-1]); room < width(n.Label)+10 {
					t.Errorf("%s: %q has %d pixels", v, n.Label, room)
				}
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d blocks have three exits", seen)
	}
}

// The back edges of a loop run next to the loop, with nothing and little space in between.
func TestBackEdgesRunNextToTheirLoops(t *testing.T) {
	for _, src := range []string{nested, effects, `function f(a, g) { for (let i = 0; i < a; i++) { let j = 0; while (j < a) { if (g(j)) a = a + j * i; else a = a - 1; j = j + 1 } } return a }`} {
		tr := tracetest.Of(t, src)
		p := newPicture(tr, last(tr), Options{})
		f := p.flow
		for i := range f.items {
			lane := &f.items[i]
			if !lane.back {
				continue
			}
			most := 0 // the right end of all to the left of it, in the layers that it passes
			for j := range f.items {
				if x := &f.items[j]; x.layer >= f.boxes[lane.to].layer && x.x < lane.x {
					most = max(most, x.x+x.w)
				}
			}
			if gap := lane.x - most; gap > columnGap {
				t.Errorf("%d pixels are between a loop and its back edge", gap)
			}
		}
	}
}
