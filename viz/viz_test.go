package viz

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dominikbraun/graph"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

var update = flag.Bool("update", false, "write the golden files")

func read(t testing.TB, text string) *son.Graph {
	t.Helper()
	g, err := son.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func dot(t testing.TB, g *son.Graph, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := DOT(&b, g, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func text(t testing.TB, g *son.Graph, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, g, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// scheduled returns the CFG of g with every pinned node in its block and every
// floating node but constants in the entry block or where in says.
func scheduled(g *son.Graph, in map[int32]int) *son.CFG {
	c := son.NewCFG(g)
	for _, n := range g.TextOrder() {
		if n.Op.IsControl() || n.Op == son.OpPhi || n.Op == son.OpConst {
			continue
		}
		b := c.Blocks[in[n.ID]]
		if n.Ctrl() != nil {
			b = c.BlockOf(n.Ctrl())
		}
		b.Nodes = append(b.Nodes, n)
	}
	return c
}

const whileText = `graph count
  v1 = Start
  v2 = Param v1 [0] {n} : num
  v3 = Const _ : 0
  v4 = Loop _ v1 v9
  v5 = Phi v4 v3 v10 {i} : num
  v6 = Lt _ _ v5 v2 : bool
  v7 = If v4 v6
  v9 = Proj v7 [0]
  v10 = Inc _ _ v5 {i} : num
  v11 = Proj v7 [1]
  v12 = Return v11 v1 v5
`

const effectText = `graph f
  v1 = Start
  v2 = Param v1 [0] {o} : any
  v3 = Load v1 v1 v2 ["length"] : any
  v4 = If v1 v3
  v5 = Proj v4 [0]
  v6 = MethodRef v5 v3 v2 ["m"] : any
  v7 = CallMethod v5 v6 v6 v8 : any
  v8 = Const _ : "a \"<b>\" & \\ c"
  v9 = Proj v4 [1]
  v10 = Region _ v5 v9
  v11 = Phi v10 v7 v3 mem : mem
  v12 = Phi v10 v7 v13 : any
  v13 = Const _ : undefined
  v14 = Return v10 v11 v12
`

// Each archive of testdata holds graph and, for each view, what it gives.
func TestGoldenViews(t *testing.T) {
	views := []struct {
		name string
		give func(t *testing.T, g *son.Graph) string
	}{
		{"dot", func(t *testing.T, g *son.Graph) string { return dot(t, g, Options{NoLegend: true}) }},
		{"blocks.dot", func(t *testing.T, g *son.Graph) string {
			return dot(t, g, Options{NoLegend: true, CFG: scheduled(g, map[int32]int{6: 1, 10: 2})})
		}},
		{"text", func(t *testing.T, g *son.Graph) string {
			return text(t, g, Options{CFG: scheduled(g, map[int32]int{6: 1, 10: 2})})
		}},
	}
	for name, src := range map[string]string{"count": whileText, "effects": effectText} {
		path := filepath.Join("testdata", name+".txtar")
		got := &txtar.Archive{Files: []txtar.File{{Name: "graph", Data: []byte(src)}}}
		for _, v := range views {
			got.Files = append(got.Files, txtar.File{Name: v.name, Data: []byte(v.give(t, read(t, src)))})
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

func TestEqualGraphsGiveTheSameDrawing(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(effectText), "\n")
	for i, j := 1, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	backwards := strings.Join(lines, "\n")
	if diff := cmp.Diff(dot(t, read(t, effectText), Options{}), dot(t, read(t, backwards), Options{})); diff != "" {
		t.Errorf("-forwards +backwards\n%s", diff)
	}
}

func TestIDsShowTheRealNumbers(t *testing.T) {
	if s := dot(t, read(t, whileText), Options{IDs: true}); !strings.Contains(s, "v12 [label") || strings.Contains(s, "v8 [label") {
		t.Errorf("got\n%s", s)
	}
}

func TestConstantsStandInSlotsOrAsNodes(t *testing.T) {
	g := read(t, whileText)
	if s := dot(t, g, Options{}); strings.Contains(s, "<b>0</b> </td>") || !strings.Contains(s, "<b>0</b></font></td>") {
		t.Errorf("the phi does not show its constant\n%s", s)
	}
	if s := dot(t, g, Options{Constants: true}); !strings.Contains(s, "v3:s -> v5:i1:n") {
		t.Errorf("the constant is no node\n%s", s)
	}
}

// evil is text that means something to DOT, HTML or a terminal, or to none.
const evil = "a\"b\\c\\N\\l<d>&e;*/}\n\r\x00\x1b\xed\xa0\x80]]>{|}#\u202e"

func evilGraph(t testing.TB) *son.Graph {
	g := read(t, effectText)
	g.Name = evil
	g.Nodes(func(n *son.Node) {
		n.Str = evil
		n.Sym = &ast.Symbol{Name: evil}
		if n.Op == son.OpConst {
			n.Type = son.StringConst(evil)
		}
	})
	return g
}

func TestTextCannotLeaveItsPlace(t *testing.T) {
	g := evilGraph(t)
	o := Options{Source: evil, Title: evil, Constants: true,
		Scopes: []son.ScopeView{{Title: evil, Names: []string{evil}, Nodes: []*son.Node{g.Start}}, {}}}
	s := dot(t, g, o)
	for _, line := range strings.Split(s, "\n") {
		if strings.ContainsAny(line, "\r\x00\x1b\u202e") {
			t.Errorf("a control character: %q", line)
		}
		if i := strings.Index(line, "=<<table"); i >= 0 && strings.Contains(line, ">>") {
			label := line[i+2 : strings.LastIndex(line, ">>")+1]
			if err := wellFormed(label); err != nil {
				t.Errorf("label %s: %v", label, err)
			}
		}
	}
	render(t, s)
	render(t, dot(t, g, Options{CFG: scheduled(g, nil)}))
}

func wellFormed(label string) error {
	d := xml.NewDecoder(strings.NewReader(label))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// render draws with Graphviz, if there is one, and wants no complaint.
func render(t testing.TB, dot string) {
	t.Helper()
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no dot program")
	}
	cmd := exec.Command("dot", "-Tsvg")
	cmd.Stdin = strings.NewReader(dot)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 || !bytes.Contains(out, []byte("</svg>")) {
		t.Errorf("dot: %v %s in\n%s", err, stderr.String(), dot)
	}
}

func TestGraphvizTakesEveryView(t *testing.T) {
	for _, src := range []string{whileText, effectText} {
		g := read(t, src)
		for _, o := range []Options{{}, {Constants: true, IDs: true}, {CFG: scheduled(g, nil)}, {Source: "function f() {\n\treturn 1\n}"}} {
			render(t, dot(t, g, o))
		}
	}
	var b bytes.Buffer
	if err := CallGraph(&b, calls(t)); err != nil {
		t.Fatal(err)
	}
	render(t, b.String())
}

func TestScopesStandBesideTheGraph(t *testing.T) {
	g := read(t, whileText)
	var phi *son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpPhi {
			phi = n
		}
	})
	killed := &son.Node{}
	s := dot(t, g, Options{Scopes: []son.ScopeView{{Title: "head", Names: []string{"$ctrl", "i", "gone"}, Nodes: []*son.Node{g.Start, phi, killed}}}})
	for _, want := range []string{"subgraph cluster_scope0", `label="scope head"`, `port="n1" align="left">i</td><td>v5<`, "v5:s -> scope0:n1", "v1:s -> scope0:n0"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %s in\n%s", want, s)
		}
	}
	if strings.Contains(s, "-> scope0:n2") {
		t.Error("an edge from a node that is gone")
	}
	render(t, s)
}

func TestTextSaysWhereNodesComeFrom(t *testing.T) {
	file := "function f(n) {\n  return n + 1\n}\n"
	g := read(t, "graph f\nv1 = Start\nv2 = Param v1 [0] : num\nv3 = Const _ : 1\nv4 = Add _ _ v2 v3 : num\nv5 = Return v1 v1 v4\n")
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpAdd {
			at := int32(strings.Index(file, "n + 1"))
			n.Place(ast.Span{Start: at, End: at + 5})
		}
	})
	s := text(t, g, Options{File: file, Source: file})
	if !strings.Contains(s, "= Add _ _ v2 v3 : num  // 2:10\n") || !strings.HasPrefix(s, "// function f(n) {\n//   return n + 1\n// }\ngraph f\n") {
		t.Errorf("got\n%s", s)
	}
}

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
	var b bytes.Buffer
	if err := (Dot{}).Render(&b, []byte(dot(t, read(t, whileText), Options{})), "svg"); err != nil || !strings.Contains(b.String(), "</svg>") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if err := (Dot{}).Render(io.Discard, []byte("digraph {"), "svg"); err == nil || !strings.Contains(err.Error(), "syntax error") {
		t.Errorf("broken input: %v", err)
	}
}
