package son_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// sumText is function sum(n) { let s = 0, i = 0; while (i < n) { s += i; i++ } return s }
// for number n, in canonical form.
const sumText = `graph sum
  v1 = Start
  v2 = Param v1 [0] {n} : num
  v3 = Const _ : 0
  v4 = Loop _ v1 v11 [while "outer"]
  v5 = Phi v4 v3 v9 {i} : num
  v6 = Phi v4 v3 v13 {s} : num
  v7 = Lt _ _ v5 v2 : bool
  v8 = If v4 v7
  v11 = Proj v8 [0]
  v9 = Inc _ _ v5 {i} : num
  v13 = Add _ _ v6 v5 {s} nested : num
  v12 = Proj v8 [1]
  v14 = Return v12 v1 v6
`

// everyField has every attribute that a line can have.
const everyField = `graph "odd name" [3] strict
  v1 = Start
  v2 = Param v1 [0] {a} : any
  v3 = Param v1 [1] {a#2} : any
  v4 = Param v1 [2] {"we ird}"} : any
  v5 = ToStr v1 v1 v2 strict : str
  v6 = GlobalUpdate v1 v5 [--x "g"] : num
  v7 = CompRef v1 v6 v3 ["p\n\xed\xa0\x80"] : any
  v8 = Const _ : "\ud800 : ] }"
  v9 = CompStore v1 v7 v7 v8 [>>>] : num
  v10 = Object v1 v4 v8 [(value "k" "'k'") (shorthand "b")] : obj
  v11 = Template _ v5 [(text "" "\\u{0}") (value) (text "z" "z")] : str
  v12 = Array v1 v10 v11 [(value) (hole) (value)] : obj
  v13 = Return v1 v9 v12
  v14 = Stop v13
`

func read(t testing.TB, text string) *son.Graph {
	t.Helper()
	g, err := son.Read(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return g
}

func canonical(g *son.Graph) string { return son.Format(g, son.FormatOptions{}) }

func TestFormatReproducesTheTextThatWasRead(t *testing.T) {
	want := `graph sum
  v1 = Start
  v2 = Param v1 [0] {n} : num
  v3 = Const _ : 0
  v4 = Loop _ v1 v9 [while "outer"]
  v5 = Phi v4 v3 v10 {i} : num
  v6 = Phi v4 v3 v11 {s} : num
  v7 = Lt _ _ v5 v2 : bool
  v8 = If v4 v7
  v9 = Proj v8 [0]
  v10 = Inc _ _ v5 {i} : num
  v11 = Add _ _ v6 v5 {s} nested : num
  v12 = Proj v8 [1]
  v13 = Return v12 v1 v6
  v14 = Stop v13
`
	if diff := cmp.Diff(want, canonical(read(t, sumText))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, text := range []string{want, everyField} {
		if diff := cmp.Diff(text, canonical(read(t, text))); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
}

func TestIterationsAreReadAndPrinted(t *testing.T) {
	for kind, loop := range map[string]string{"in": "forin", "of": "forof", "await": "forawait"} {
		back, mem := "v6 = Proj v9 [0]", "v7"
		if kind != "in" {
			back, mem = "v12 = Proj v9 [0]\n  v6 = Leave v12 v7 v7 [next]", "v6"
		}
		text := `graph f
  v1 = Start
  v2 = IterOpen v1 v1 v3 [` + kind + `] : any
  v3 = Const _ : null
  v4 = Loop _ v1 v6 [` + loop + ` "outer"]
  v5 = Phi v4 v2 ` + mem + ` mem : mem
  v7 = IterNext v4 v5 v2 : any
  v8 = HasNext _ v7 : bool
  v9 = If v4 v8
  ` + back + `
  v10 = Proj v9 [1]
  v11 = Return v10 v7 v3
`
		g := read(t, text)
		once := canonical(g)
		if diff := cmp.Diff(once, canonical(read(t, once))); diff != "" || !strings.Contains(once, "["+kind+"]") {
			t.Errorf("-want +got\n%s\n%s", diff, once)
		}
		if err := g.Verify(); err != nil {
			t.Error(err)
		}
	}
}

func TestReadKeepsEveryField(t *testing.T) {
	g := read(t, everyField)
	nodes := map[int32]*son.Node{}
	g.Nodes(func(n *son.Node) { nodes[n.ID] = n })
	if g.Name != "odd name" || g.Fn != 3 || !g.Strict {
		t.Errorf("header: %q %d %v", g.Name, g.Fn, g.Strict)
	}
	if a, b := nodes[2].Sym, nodes[3].Sym; a == b || a.Name != b.Name {
		t.Error("{a} and {a#2} are two symbols of one name")
	}
	if nodes[6].Idx != son.UpdateDec|son.UpdatePrefix || nodes[6].Str != "g" {
		t.Errorf("update: %d %q", nodes[6].Idx, nodes[6].Str)
	}
	if nodes[7].Str != "p\n\xed\xa0\x80" {
		t.Errorf("name with half of a surrogate pair: %q", nodes[7].Str)
	}
	if nodes[9].Idx != int32(ast.UShr) {
		t.Errorf("operator: %d", nodes[9].Idx)
	}
	want := []son.Part{{Kind: son.PartValue, Str: "k", Raw: "'k'"}, {Kind: son.PartShorthand, Str: "b"}}
	if diff := cmp.Diff(want, nodes[10].Parts); diff != "" {
		t.Errorf("parts: %s", diff)
	}
	if nodes[5].Order >= nodes[6].Order || nodes[6].Order >= nodes[7].Order {
		t.Error("lines in order have Order in order")
	}
	if !nodes[5].Has(son.FlagStrict) {
		t.Error("flag strict is lost")
	}
}

func TestOrderIsReadAndPrinted(t *testing.T) {
	text := "graph f\n  v1 = Start @5\n  v2 = Const _ @3 : 1\n  v3 = Return v1 v1 v2 @4\n  v4 = Stop v3 @9\n"
	got := son.Format(read(t, text), son.FormatOptions{Order: true})
	if !strings.Contains(got, "Const _ @3 : 1") || !strings.Contains(got, "Start @5") {
		t.Errorf("got\n%s", got)
	}
}

func TestIDsPrintTheNumbersOfTheText(t *testing.T) {
	got := son.Format(read(t, sumText), son.FormatOptions{IDs: true})
	if !strings.Contains(got, "v13 = Add _ _ v6 v5 {s} nested : num") {
		t.Errorf("got\n%s", got)
	}
}

func TestFormatDoesNotDependOnHowTheGraphWasMade(t *testing.T) {
	// The same function, its lines shuffled and its numbers changed.
	shuffled := `graph sum
  v40 = Stop v33
  v33 = Return v12 v1 v6
  v12 = Proj v8 [1]
  v6 = Phi v4 v3 v13 {s} : num
  v21 = Proj v8 [0]
  v8 = If v4 v7
  v13 = Add _ _ v6 v5 {s} nested : num
  v7 = Lt _ _ v5 v2 : bool
  v9 = Inc _ _ v5 {i} : num
  v5 = Phi v4 v3 v9 {i} : num
  v4 = Loop _ v1 v21 [while "outer"]
  v3 = Const _ : 0
  v2 = Param v1 [0] {n} : num
  v1 = Start
`
	if diff := cmp.Diff(canonical(read(t, sumText)), canonical(read(t, shuffled))); diff != "" {
		t.Errorf("-in order +shuffled\n%s", diff)
	}
}

func TestReadReportsTheLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1: no graph"},
		{"v1 = Start", "line 1: want graph NAME"},
		{"graph f\n\nv1 = Nope", `line 3: no op "Nope"`},
		{"graph f\nv1 = Invalid", `line 2: no op "Invalid"`},
		{"graph f\nv1 Start", "line 2: want vN = Op"},
		{"graph f\nv1 = Start\nv1 = Dead _", "line 3: v1 is already defined"},
		{"graph f\nv1 = Start\nv2 = Start", "line 3: a second Start"},
		{"graph f\nv1 = Start\nv2 = Stop\nv3 = Stop", "line 4: a second Stop"},
		{"graph f\nv1 = Start\nv2 = If v1 v7", "line 3: v7 is not defined"},
		{"graph f\nv1 = Const _ : 1", "line 2: f has no Start"},
		{"graph f\nv1 = Start\nv2 = Const _ : nonsense", "line 3: type"},
		{"graph f\nv1 = Start wobbly", `line 2: unexpected "wobbly" after the inputs of Start`},
		{"graph f\nv1 = Load _ _ _ [\"a\"", `line 2: unexpected "" in the brackets of Load`},
		{"graph f\nv1 = Load _ _ _ [\"a]", "line 2: unterminated string"},
		{"graph f\nv1 = Array [(wrong)]", "line 2: want the kind of a part"},
		{"graph f\nv1 = Param _ {x", "line 2: want } after the symbol"},
		{"graph f\nv1 = Param _ {x#0}", "line 2: want the symbol's number"},
		{"graph f\nv1 = Start\nv999999999 = Dead _", "line 3: v999999999 is too large"},
		{"graph f [x]", "line 1: want the number of the function"},
		{"graph f stray", `line 1: unexpected "stray" at the end`},
	} {
		_, err := son.Read(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzReadGraph(f *testing.F) {
	f.Add(sumText)
	f.Add(everyField)
	files, err := filepath.Glob("../testdata/verify/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(data).Files {
			f.Add(string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := son.Read(text)
		if err != nil {
			return
		}
		_ = g.Verify() // may object, must not panic
		for _, o := range []son.FormatOptions{{}, {Order: true}} {
			first := son.Format(g, o)
			again, err := son.Read(first)
			if err != nil {
				t.Fatalf("%v in\n%s", err, first)
			}
			if diff := cmp.Diff(first, son.Format(again, o)); diff != "" {
				t.Fatalf("-first +again\n%s", diff)
			}
		}
	})
}
