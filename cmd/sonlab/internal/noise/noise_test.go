package noise

import (
	"context"
	"strings"
	"testing"

	"github.com/sonjs/son/cmd/sonlab/internal/roundtrip"
)

func compareTexts(t *testing.T, before, after string) *Result {
	t.Helper()
	r, err := Compare("in.js", before, after)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Each row is a change, how many of its lines are noise, and of which kind.
func TestALineIsNoiseWhenItsTokensStay(t *testing.T) {
	tests := []struct {
		name, before, after string
		lines, noise        int
		kind                Kind
	}{
		{"nothing changes", "f(1)\n", "f(1)\n", 0, 0, ""},
		{"a value is another", "f(1);\n", "f(2);\n", 2, 0, ""},
		{"an operand is removed", "f(a * 1);\n", "f(a);\n", 2, 0, ""},
		{"a statement is removed", "a();\nb();\nc();\n", "a();\nc();\n", 1, 0, ""},
		{"quotes", "f('a');\n", "f(\"a\");\n", 2, 2, Quotes},
		{"a template without substitutions", "f(`a`);\n", "f('a');\n", 2, 2, Quotes},
		{"numerals", "f(0xff00, 1e3, .5, 1_000);\n", "f(65280, 1000, 0.5, 1000);\n", 2, 2, Numerals},
		{"semicolons", "f()\ng()\n", "f();\ng();\n", 4, 4, Semicolons},
		{"parentheses", "x = (a + b)\n", "x = a + b\n", 2, 2, Parentheses},
		{"a trailing comma", "f([\n1,\n])\n", "f([\n1\n])\n", 2, 2, Commas},
		{"a helper's name", "function f() { var sq = g();\nreturn sq; }\n", "function f() { var t = g();\nreturn t; }\n", 4, 4, Names},
		{"another variable is not noise", "function f() { var sq = t();\nreturn sq; }\n", "function f() { var t = t();\nreturn t; }\n", 4, 0, ""},
		{"the keyword of a declaration", "{ const a = f(); }\n", "{ let a = f(); }\n", 2, 2, Names},
		{"indentation", "if (a) {\n  f();\n}\n", "if (a) {\n    f();\n}\n", 2, 2, Layout},
		{"indentation with less nesting", "if (a) {\n  f();\n}\n", "f();\n", 4, 0, ""},
		{"lines are joined", "f(a,\n  b);\n", "f(a, b);\n", 3, 3, Layout},
		{"lines are joined and one of them changes", "f(a,\n  b * 1);\n", "f(a, b);\n", 3, 1, Layout},
		{"an empty line", "f();\n\ng();\n", "f();\ng();\n", 1, 1, Blank},
		{"an empty line before a removed statement", "f();\n\ng();\nh();\n", "f();\nh();\n", 2, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := compareTexts(t, tt.before, tt.after)
			if r.Lines != tt.lines || r.Noise != tt.noise || tt.noise > 0 && r.Kinds[tt.kind] == 0 {
				t.Errorf("%d of %d lines, %v; want %d of %d, %s", r.Noise, r.Lines, r.Kinds, tt.noise, tt.lines, tt.kind)
			}
		})
	}
}

func TestACommentIsLostWhenItsCodeStays(t *testing.T) {
	tests := []struct {
		name, before, after string
		lost, strayed       int
	}{
		{"before a line", "f();\n// why\ng(a);\n", "f();\ng(a);\n", 1, 0},
		{"before a line that changed", "f();\n// why\ng(a, b * 1);\n", "f();\ng(a, b);\n", 1, 0},
		{"before a line that was removed", "f();\n// why\ng(a);\nh();\n", "f();\nh();\n", 0, 0},
		{"after code", "f(); // why\ng();\n", "f();\ng();\n", 1, 0},
		{"after code that was removed", "f(); // why\ng();\n", "g();\n", 0, 0},
		{"between tokens", "f(a /* b */, c);\n", "f(a, c);\n", 1, 0},
		{"before a brace", "if (a) {\n  f();\n  // so far\n} else g();\n", "if (a) {\n  f();\n} else g();\n", 1, 0},
		{"after another brace", "if (a) {\n  // why\n  f();\n}\n", "// why\nif (a) {\n  f();\n}\n", 0, 1},
		{"at another indentation", "if (a) {\n  // why\n  f();\n}\n", "// why\nf();\n", 0, 0},
		{"there are two, and one is removed with its code", "// a\nf();\n// a\ng();\n", "// a\ng();\n", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if r := compareTexts(t, tt.before, tt.after); r.Lost != tt.lost || r.Strayed != tt.strayed {
				t.Errorf("%d lost, %d strayed; want %d, %d", r.Lost, r.Strayed, tt.lost, tt.strayed)
			}
		})
	}
}

func TestTokensAreFoundWhereSlashesAndBracesAreAmbiguous(t *testing.T) {
	p, err := read("in.js", "x = a / b / /[/]/g, `a${ {b: `}`} }c` + 1.5e+3 + .5;// c\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tok := range p.tokens {
		got = append(got, p.prog.Source[tok.from:tok.to])
	}
	want := "x|=|a|/|b|/|/[/]/g|,|`a${|{|b|:|`}`|}|}c`|+|1.5e+3|+|.5|;|// c"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("%s\nwant\n%s", s, want)
	}
}

func TestMeasureComparesTheOutputOfOpt(t *testing.T) {
	src := "function f(a) {\n  if (false) g();\n  return a;\n}\nfunction kept(b) {\n  // why\n  return b;\n}\n"
	r, err := Measure(context.Background(), roundtrip.File{Name: "in.js", Source: src})
	if err != nil {
		t.Fatal(err)
	}
	if r.Functions != 1 || r.Lines != 1 || r.Noise != 0 || r.Lost != 0 || r.Labels != 0 || r.Levels != 0 {
		t.Errorf("%+v", r)
	}
	report := Report{Files: []*Result{r}}
	if text := report.String(); !strings.Contains(text, "in.js") {
		t.Error(text)
	}
	r.Lost, r.Noise = 1, 1
	if over := report.Over(); len(over) < 2 {
		t.Errorf("over: %v", over)
	}
}
