package sourcemap_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

const none = sourcemap.None

func ptr(s string) *string { return &s }

func parseMap(t *testing.T, text string) *sourcemap.Map {
	t.Helper()
	m, err := sourcemap.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestParseByHand(t *testing.T) {
	tests := []struct {
		name, text string
		want       sourcemap.Map
	}{
		{"all kinds of segments", `{"version":3,"sources":["a.ts"],"sourcesContent":["x"],"names":["n"],"mappings":"AAAA,CACCA,E;;GADD"}`,
			sourcemap.Map{Sources: []string{"a.ts"}, Contents: []*string{ptr("x")}, Names: []string{"n"},
				Lines: [][]sourcemap.Segment{
					{{Col: 0, Name: none}, {Col: 1, Line: 1, From: 1, Name: 0}, {Col: 3, Source: none, Name: none}},
					nil,
					{{Col: 3, Name: none}}}}},
		{"a prefix, a root, a null", ")]}'\n" + `{"version":3,"sourceRoot":"r/","sources":["a",null],"names":[],"mappings":"gCCAA"}`,
			sourcemap.Map{Sources: []string{"r/a", "r/"}, Contents: []*string{nil, nil},
				Lines: [][]sourcemap.Segment{{{Col: 32, Source: 1, Name: none}}}}},
		{"out of order", `{"version":3,"sources":["a"],"names":[],"mappings":"GAAA,DAAC"}`,
			sourcemap.Map{Sources: []string{"a"}, Contents: []*string{nil},
				Lines: [][]sourcemap.Segment{{{Col: 2, From: 1, Name: none}, {Col: 3, Name: none}}}}},
		{"sections", `{"version":3,"sections":[
			{"offset":{"line":0,"column":5},"map":{"version":3,"sources":["a"],"names":["p"],"mappings":"AAAAA;AACA"}},
			{"offset":{"line":1,"column":9},"map":{"version":3,"sources":["b"],"names":["q"],"mappings":"CAAAA;A"}}]}`,
			sourcemap.Map{Sources: []string{"a", "b"}, Contents: []*string{nil, nil}, Names: []string{"p", "q"},
				Lines: [][]sourcemap.Segment{
					{{Col: 5, Name: 0}},
					{{Col: 0, Line: 1, Name: none}, {Col: 10, Source: 1, Name: 1}},
					{{Col: 0, Source: none, Name: none}},
				}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := parseMap(t, tt.text)
			if d := cmp.Diff(tt.want, *got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{`{`, "not JSON"},
		{`{"version":2}`, "version 2"},
		{`{"version":3,"sources":["a"],"mappings":"A!"}`, "not a base 64 digit"},
		{`{"version":3,"sources":["a"],"mappings":"AAAg"}`, "end within a number"},
		{`{"version":3,"sources":["a"],"mappings":"AA"}`, "segment of 2 numbers"},
		{`{"version":3,"sources":["a"],"mappings":"AAAAAA"}`, "more than five"},
		{`{"version":3,"sources":["a"],"mappings":"ACAA"}`, "source that is not listed"},
		{`{"version":3,"sources":["a"],"mappings":"AAAAA"}`, "name that is not listed"},
		{`{"version":3,"sources":["a"],"mappings":"DAAA"}`, "before the start"},
		{`{"version":3,"sources":["a"],"mappings":"ggggggggggggC"}`, "beyond 32 bits"},
		{`{"version":3,"sections":[{"offset":{"line":0,"column":0}}]}`, "without a map"},
		{`{"version":3,"sections":[{"offset":{"line":99999999,"column":0},"map":{"version":3}}]}`, "impossible place"},
	}
	for _, tt := range tests {
		if _, err := sourcemap.Parse([]byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.text, err, tt.want)
		}
	}
}

// TestJSONRoundTrip writes and reads random maps.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &sourcemap.Map{Sources: []string{"a", "b"}, Contents: []*string{ptr("</script>\u2028"), nil}, Names: []string{"x", "y", "z"}}
		for range rapid.IntRange(1, 4).Draw(t, "lines") {
			var line []sourcemap.Segment
			col := int32(0)
			for range rapid.IntRange(0, 5).Draw(t, "segments") {
				col += rapid.Int32Range(0, 1<<20).Draw(t, "col")
				s := sourcemap.Segment{Col: col, Source: rapid.Int32Range(-1, 1).Draw(t, "source"), Name: none}
				if s.Source != none {
					s.Line, s.From = rapid.Int32Range(0, 1<<31-1).Draw(t, "line"), rapid.Int32Range(0, 100).Draw(t, "from")
					s.Name = rapid.Int32Range(-1, 2).Draw(t, "name")
				}
				line = append(line, s)
			}
			m.Lines = append(m.Lines, line)
		}
		m.Lines = append(m.Lines, []sourcemap.Segment{{Source: none, Name: none}}) // empty last lines are not written
		got, err := sourcemap.Parse(m.JSON())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestCompose(t *testing.T) {
	// out:     g(); xx = yy
	// between: 0123 foo + barbaz
	// author:  foo :: barbaz  (line 3, from column 2)
	between := "xyz_ foo + barbaz"
	outer := &sourcemap.Map{Sources: []string{"between"}, Contents: []*string{&between}, Names: []string{"foo"},
		Lines: [][]sourcemap.Segment{{
			{Col: 0, From: 0, Name: none},           // before inner's first segment
			{Col: 5, From: 5, Name: 0},              // foo, renamed
			{Col: 10, From: 11, Name: none},         // exact
			{Col: 13, From: 14, Name: none},         // inside a segment, the same text
			{Col: 15, Source: none, Name: none},     // from nowhere
			{Col: 20, Line: 7, From: 0, Name: none}, // a line that inner lacks
		}}}
	author := "\n\n\n  foo :: barbaz"
	inner := &sourcemap.Map{Sources: []string{"author"}, Contents: []*string{&author}, Names: []string{"Foo"},
		Lines: [][]sourcemap.Segment{{{Col: 5, Line: 3, From: 2, Name: none}, {Col: 11, Line: 3, From: 9, Name: 0}}}}
	got := sourcemap.Compose(outer, inner)
	want := &sourcemap.Map{Sources: inner.Sources, Contents: inner.Contents, Names: []string{"foo", "Foo"},
		Lines: [][]sourcemap.Segment{{
			{Col: 5, Line: 3, From: 2, Name: 0},
			{Col: 10, Line: 3, From: 9, Name: 1},
			{Col: 13, Line: 3, From: 12, Name: none},
			{Col: 15, Source: none, Name: none},
		}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}

	inner.Contents = []*string{nil} // unknown text is not followed
	if s, _ := sourcemap.Compose(outer, inner).Find(0, 13); s.From != 9 || s.Name != none && s.Col == 13 {
		t.Errorf("without text: %+v", s)
	}
}

func TestNew(t *testing.T) {
	src := "let α = '😀', b = a /* c d */ + e;"
	p, ds := parse.Parse(src, parse.Options{})
	if p == nil {
		t.Fatal(ds)
	}
	code := "\n" + src + "t = αβ"
	n := int32(len(src))
	tokens := []print.Token{
		{Out: 1, Span: ast.Span{End: n}, Copy: n},
		{Out: n + 1, Span: ast.Span{Start: 0, End: 3}},
		{Out: n + 1, Name: "t"}, // a helper
		{Out: n + 5, Span: ast.Span{Start: 4, End: 6}, Name: "α"},
	}
	m := sourcemap.New(code, tokens, sourcemap.Source{Path: "a.js", Text: src, Comments: p.Comments})
	var got []int32
	for _, s := range m.Lines[1] {
		got = append(got, s.Col, s.From)
	}
	// let α '…' 😀 b a + e; the helper from nowhere, what was named α
	want := []int32{0, 0, 4, 4, 8, 8, 9, 9, 11, 11, 14, 14, 18, 18, 32, 32, 34, 0, 38, 4}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if s, _ := m.Find(1, 34); s.Source != none {
		t.Errorf("the helper leads to %+v", s)
	}
	if last := m.Lines[1][len(m.Lines[1])-1]; last.Name == none || m.Names[last.Name] != "α" {
		t.Errorf("the name is lost: %+v", last)
	}
}

// TestNewAfterACopy has a helper after copied text, of which it is not a part.
func TestNewAfterACopy(t *testing.T) {
	tokens := []print.Token{{Span: ast.Span{End: 3}, Copy: 3}, {Out: 3, Name: "t"}, {Out: 4, Span: ast.Span{Start: 4, End: 5}}}
	m := sourcemap.New("f((t)", tokens, sourcemap.Source{Path: "a.js", Text: "f((x)"})
	var from []int32
	for _, s := range m.Lines[0] {
		from = append(from, s.Col, s.Source)
	}
	if d := cmp.Diff([]int32{0, 0, 1, 0, 2, 0, 3, none, 4, 0}, from); d != "" {
		t.Error(d)
	}
}

func TestURL(t *testing.T) {
	tests := []struct{ src, want string }{
		{"f()\n//# sourceMappingURL=a.js.map\n", "a.js.map"},
		{"f() //@ sourceMappingURL=data:application/json,{}", "data:application/json,{}"},
		{"f()\n/*# sourceMappingURL=a.map */\n// end", "a.map"},
		{"//# sourceMappingURL=a.map\nf()", ""},
		{"'//# sourceMappingURL=a.map'", ""},
		{"f()//# sourceMappingURL=", ""},
	}
	for _, tt := range tests {
		p, ds := parse.Parse(tt.src, parse.Options{})
		if p == nil {
			t.Fatal(ds)
		}
		span, url, ok := sourcemap.URL(p)
		if url != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q", tt.src, url)
		} else if ok && !strings.Contains(tt.src[span.Start:span.End], url) {
			t.Errorf("%s: it is at %v", tt.src, span)
		}
	}
}

func TestDataURL(t *testing.T) {
	tests := []struct{ url, want, err string }{
		{"data:application/json;base64,eyI_", "", "decoded"},
		{"data:application/json;base64,e30=", "{}", ""},
		{"data:application/json;charset=utf-8;base64,e30", "{}", ""},
		{"data:application/json,%7B%7d", "{}", ""},
		{"data:application/json", "", "no comma"},
		{"a.js.map", "", ""},
	}
	for _, tt := range tests {
		got, err := sourcemap.DataURL(tt.url)
		if string(got) != tt.want || (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %q, %v", tt.url, got, err)
		}
	}
	if got := sourcemap.Inline("f()", []byte("{}")); got != "f()\n//# sourceMappingURL=data:application/json;base64,e30=\n" {
		t.Errorf("inline: %q", got)
	}
}

// TestNodeReadsTheSame compares with node's own reader of source maps.
func TestNodeReadsTheSame(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	src := "function f(a, b) {\n  return g(a)\n    + 'x' * b;\n}\n"
	p, ds := parse.Parse(src, parse.Options{})
	if p == nil {
		t.Fatal(ds)
	}
	r := print.Program(p, print.Options{Compact: true, Tokens: true, Source: src})
	m := sourcemap.New(r.Code, r.Tokens, sourcemap.Source{Path: "a.js", Text: src})
	file := filepath.Join(t.TempDir(), "a.map")
	if err := os.WriteFile(file, m.JSON(), 0o666); err != nil {
		t.Fatal(err)
	}
	const script = `const { SourceMap } = require("node:module")
const m = new SourceMap(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")))
const out = []
for (let i = 0; i < +process.argv[2]; i++) {
  const e = m.findEntry(0, i)
  out.push([e.originalLine, e.originalColumn])
}
console.log(JSON.stringify(out))`
	output, err := exec.Command(node, "-e", script, file, "60").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	var got, want [][2]int32
	if err := json.Unmarshal(output, &got); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for i := range int32(60) {
		s, ok := m.Find(0, i)
		if !ok {
			t.Fatalf("column %d has no segment in %s", i, r.Code)
		}
		want = append(want, [2]int32{s.Line, s.From})
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
