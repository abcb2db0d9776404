package passes_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
)

// word is an identifier token of a program: a reference, a binding, a property
// name.
type word struct {
	name      string
	line, col int32
}

// words returns the identifiers of a JavaScript program.
func words(t *testing.T, code string, goal parse.SourceType) []word {
	t.Helper()
	p, ds := parse.Parse(code, parse.Options{Type: goal})
	if p == nil {
		t.Fatal(ds)
	}
	at := map[int32]string{}
	add := func(s ast.Span, name string) {
		if !s.IsZero() {
			at[s.Start] = name
		}
	}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			add(n.Span, n.Name)
		case *ast.Member:
			if !n.Private {
				add(n.NameSpan, n.Name)
			}
		case *ast.Property:
			if id, ok := n.Key.(*ast.Ident); ok && !n.Computed {
				add(id.Span, id.Name)
			}
		case *ast.ClassMember:
			if id, ok := n.Key.(*ast.Ident); ok && !n.Computed {
				add(id.Span, id.Name)
			}
		}
		return true
	})
	var out []word
	line, col := int32(0), int32(0)
	for i, r := range code {
		if name, ok := at[int32(i)]; ok {
			out = append(out, word{name, line, col})
		}
		switch {
		case r == '\n':
			line, col = line+1, 0
		case r > 0xFFFF:
			col += 2
		default:
			col++
		}
	}
	return out
}

// units splits a text into lines of UTF-16 units.
func units(text string) [][]uint16 {
	var out [][]uint16
	for _, l := range strings.Split(text, "\n") {
		out = append(out, utf16.Encode([]rune(l)))
	}
	return out
}

// agreement checks that each identifier with a segment of its own maps to an identifier of that
// name, or of the segment's name.
func agreement(t *testing.T, res passes.Result, goal parse.SourceType) (mapped, bare, renamed int) {
	t.Helper()
	m, err := sourcemap.Parse(res.Map)
	if err != nil {
		t.Fatal(err)
	}
	sources := make([][][]uint16, len(m.Sources))
	for i, c := range m.Contents {
		sources[i] = units(*c)
	}
	wrong := 0
	for _, w := range words(t, res.Code, goal) {
		s, ok := m.Find(w.line, w.col)
		if !ok || s.Col != w.col || s.Source == sourcemap.None {
			bare++
			continue
		}
		want := w.name
		if s.Name != sourcemap.None {
			want = m.Names[s.Name]
			renamed++
		}
		mapped++
		line := sources[s.Source][s.Line]
		u := utf16.Encode([]rune(want))
		got := ""
		if int(s.From) <= len(line) {
			got = string(utf16.Decode(line[s.From:min(len(line), int(s.From)+len(u)+1)]))
		}
		rest, is := strings.CutPrefix(got, want)
		if !is || rest != "" && isWord(rest[0]) {
			if wrong++; wrong <= 20 {
				t.Errorf("%s at %d:%d leads to %q at %d:%d (%d)", w.name, w.line+1, w.col, got, s.Line+1, s.From, s.Name)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d identifiers lead astray", wrong)
	}
	return mapped, bare, renamed
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// TestSourceMapLeadsBack maps every identifier of optimized programs back to its origin.
func TestSourceMapLeadsBack(t *testing.T) {
	t.Parallel()
	var mapped, bare, renamed int
	for _, p := range programs(t) {
		for _, mode := range modes {
			for _, compact := range []bool{false, true} {
				name := p.name + " " + mode.name
				if compact {
					name += " compact"
				}
				t.Run(name, func(t *testing.T) {
					o := mode.o
					o.Path, o.Compact = p.name+".js", compact
					plain := optimize(t, p.src, o)
					o.SourceMap = true
					res := optimize(t, p.src, o)
					url := strings.LastIndex(plain.Code, "//# sourceMappingURL=")
					if url < 0 {
						url = len(plain.Code)
					}
					if strings.TrimSpace(res.Code) != strings.TrimSpace(plain.Code[:url]) {
						t.Error("asking for a map changes the program")
					}
					if len(res.Report.Faults) > 0 {
						t.Errorf("faults: %v", res.Report.Faults)
					}
					m, b, r := agreement(t, res, parse.Auto)
					mapped, bare, renamed = mapped+m, bare+b, renamed+r
					if p.isLib {
						t.Logf("%d identifiers lead back (%d by another name), %d do not; the map has %d bytes for %d",
							m, r, b, len(res.Map), len(res.Code))
					}
				})
			}
		}
	}
	t.Logf("%d identifiers lead back (%d by another name), %d do not (%.3f%%)", mapped, renamed, bare, 100*float64(bare)/float64(mapped+bare))
}

// TestSourceMapOfSmallPrograms compares whole maps: every segment that begins
// a word, as "generated -> original".
func TestSourceMapOfSmallPrograms(t *testing.T) {
	tests := []struct {
		name, path, src string
		o               passes.Options
		want            []string // word@line:col of the source, in the order of the output
	}{
		{"nothing changes", "a.js", "let a = b\n  + c.d; // e\n", passes.Options{},
			[]string{"a@0:4", "b@0:8", "c@1:4", "d@1:6"}},
		{"a function changes", "a.js", "function f(x, y) {\n  g(y, 1 + 2);\n  return x.y;\n}\nh();", passes.Options{Level: 1},
			[]string{"f@0:9", "x@0:11", "y@0:14", "g@1:2", "y@1:4", "x@2:9", "y@2:11", "h@4:0"}},
		{"equal names", "a.js", "function f(x) { h(x, x + x, x.x); return 1 + 2 }", passes.Options{Level: 1},
			[]string{"f@0:9", "x@0:11", "h@0:16", "x@0:18", "x@0:21", "x@0:25", "x@0:28", "x@0:30"}},
		{"a function in a changed one", "a.js", "function f(x) {\n  g(1 + 2, function () {\n    return x(3 + 4);\n  });\n}", passes.Options{Level: 1},
			[]string{"f@0:9", "x@0:11", "g@1:2", "x@2:11"}},
		{"types go", "a.ts", "interface I { a: number }\nfunction f(p: I): number {\n  return p.a;\n}", passes.Options{},
			[]string{"f@1:9", "p@1:11", "p@2:9", "a@2:11"}},
		{"types go and a function changes", "a.ts", "type T = number;\nfunction f(p: T, q: T): T {\n  g(1 + 2);\n  return p + q;\n}", passes.Options{Level: 1},
			[]string{"f@1:9", "p@1:11", "q@1:17", "g@2:2", "p@3:9", "q@3:13"}},
		{"wide characters", "a.js", "/* 😀é */ let é = '😀', b = é;\u2028c", passes.Options{},
			[]string{"é@0:14", "b@0:24", "é@0:28", "c@1:0"}},
		{"compact", "a.js", "\uFEFFlet a = 1;\n// c\nfoo( a , [ b ] );\n", passes.Options{Compact: true},
			[]string{"a@0:4", "foo@2:0", "a@2:5", "b@2:11"}},
		{"legal comments go", "a.js", "/*!\n * x\n */\n\nlet a = /*! y */ b; //! z\nfunction f(c) {\n  /*! in f */\n  return c + (1 + 2);\n}\nf(/*! w */a);", passes.Options{Level: 1, Legal: parse.LegalNone},
			[]string{"a@4:4", "b@4:17", "f@5:9", "c@5:11", "c@7:9", "f@9:0", "a@9:10"}},
		{"legal comments move", "a.ts", "/*! x */ let a: number = b;\nf(/*! y */ a);", passes.Options{Level: 1, Compact: true, Legal: parse.LegalEOF},
			[]string{"a@0:13", "b@0:25", "f@1:0", "a@1:11"}},
		{"legal comments are missing", "a.js", "function f(a) {\n  /*! x */\n  return b(a, 1 + 2); }", passes.Options{Level: 1, Compact: true, Emit: passes.Normal, Legal: parse.LegalInline},
			[]string{"f@0:9", "a@0:11", "t@nowhere", "b@2:9", "a@2:11", "t@nowhere"}},
		{"a member of this", "a.js", "class C {\n  m(a) { return this.n(a, 1 + 2) }\n}", passes.Options{Level: 1},
			[]string{"C@0:6", "m@1:2", "a@1:4", "n@1:21", "a@1:23"}},
		{"a class extends something simpler", "a.js", "function f(Base) {\n  return class extends (1 && Base) { m(a) { return a; } };\n}", passes.Options{Level: 1},
			[]string{"f@0:9", "Base@0:11", "Base@1:29", "m@1:37", "a@1:39", "a@1:51"}},
		{"a class extends something simpler, compact", "a.js", "function f(x) {\n  return x ? 1 : class Y extends (x || Base) { m() { return x; } };\n}", passes.Options{Level: 1, Compact: true},
			[]string{"f@0:9", "x@0:11", "x@1:9", "Y@1:23", "Base@1:39", "m@1:47", "x@1:60"}},
		{"a class in what a class extends", "a.js", "function f(x, a) {\n  class A extends class extends (0 || x) { [a]() {} } { [1 && a]() { return 1 + 2; } }\n  return A;\n}", passes.Options{Level: 1, Compact: true},
			[]string{"f@0:9", "x@0:11", "a@0:14", "A@1:8", "x@1:38", "a@1:44", "a@1:62", "A@2:9"}},
		{"a class extends a helper", "a.js", "function f(x) {\n  class A extends (g(x), h(x)) {}\n  return A;\n}", passes.Options{Level: 1, Emit: passes.Normal},
			[]string{"f@0:9", "x@0:11", "g@1:19", "x@1:21", "t@nowhere", "h@1:25", "x@1:27", "A@1:8", "t@nowhere", "A@1:8"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Path, tt.o.SourceMap = tt.path, true
			res, err := passes.Optimize(context.Background(), tt.src, tt.o)
			if err != nil {
				t.Fatal(err)
			}
			m, err := sourcemap.Parse(res.Map)
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Sources) != 1 || m.Sources[0] != tt.path || m.Contents[0] == nil || *m.Contents[0] != strings.TrimPrefix(tt.src, "\uFEFF") {
				t.Errorf("sources %q", m.Sources)
			}
			var got []string
			for _, w := range words(t, strings.ReplaceAll(res.Code, "\u2028", "\n"), parse.Auto) {
				s, ok := m.Find(w.line, w.col)
				if !ok || s.Source == sourcemap.None {
					got = append(got, w.name+"@nowhere")
					continue
				}
				got = append(got, fmt.Sprintf("%s@%d:%d", w.name, s.Line, s.From))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("%s\n%s", res.Code, d)
			}
		})
	}
}

// TestInlineInputMap reads a program that contains its own map.
func TestInlineInputMap(t *testing.T) {
	inner := &sourcemap.Map{Sources: []string{"author.coffee"}, Contents: []*string{nil}, Names: []string{"square"},
		Lines: [][]sourcemap.Segment{{{Col: 9, Line: 6, From: 2, Name: 0}}}}
	src := sourcemap.Inline("function sq(x) { return x * x + g(1 + 2) }\n", inner.JSON())
	res, err := passes.Optimize(context.Background(), src, passes.Options{Path: "a.js", Level: 1, SourceMap: true})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(res.Code, "sourceMappingURL") {
		t.Error("the map of the input is linked from the output")
	}
	m, err := sourcemap.Parse(res.Map)
	if err != nil {
		t.Fatal(err)
	}
	s, ok := m.Find(0, 9)
	if !ok || m.Sources[s.Source] != "author.coffee" || s.Line != 6 || s.From != 2 || s.Name == sourcemap.None || m.Names[s.Name] != "square" {
		t.Errorf("sq leads to %+v of %q", s, m.Sources)
	}

	res, err = passes.Optimize(context.Background(), "f()\n//# sourceMappingURL=data:application/json;base64,e30=", passes.Options{SourceMap: true})
	if err != nil || len(res.Warnings) != 1 || !strings.Contains(res.Warnings[0].Text, "version 0") {
		t.Errorf("a map that is wrong: %v %v", err, res.Warnings)
	}
}

// TestErrorShowsTheAuthorsLine runs optimized TypeScript.
func TestErrorShowsTheAuthorsLine(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	const src = `interface Order {
  total: number;
}

enum Kind { Small, Large }

function check(o: Order | null, k: Kind): number {
  const limit = 10 * 10;
  if (k === Kind.Large && o!.total > limit + 1 - 1) {

    throw new RangeError("too " + "large: " + o!.total);
  }
  return limit as number;
}

check({ total: 500 }, Kind.Large);
`
	for _, tt := range []struct {
		name string
		o    passes.Options
	}{
		{"O0", passes.Options{}},
		{"O1", passes.Options{Level: 1}},
		{"O1 force", passes.Options{Level: 1, ForceGraph: true}},
		{"O1 compact", passes.Options{Level: 1, ForceGraph: true, Compact: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			tt.o.Path, tt.o.SourceMap = "app.ts", true
			res, err := passes.Optimize(context.Background(), src, tt.o)
			if err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(dir, "app.js")
			if err := os.WriteFile(out, []byte(sourcemap.Inline(res.Code, res.Map)), 0o666); err != nil {
				t.Fatal(err)
			}
			said, err := exec.Command(node, "--enable-source-maps", out).CombinedOutput()
			if err == nil {
				t.Fatal("the program ends well")
			}
			for _, want := range []string{"app.ts:11", "at check", "app.ts:16:1"} {
				if !strings.Contains(string(said), want) {
					t.Errorf("no %q in\n%s\n%s", want, said, res.Code)
				}
			}
		})
	}
}
