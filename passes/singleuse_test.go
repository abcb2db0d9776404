package passes_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
	costs "github.com/sonjs/son/passes/cost"
)

// TestSingleUseMap checks that a map leads from a function that was moved to where it was written,
// and that the report names the assumption.
func TestSingleUseMap(t *testing.T) {
	src := "(function (o) {\n  function first(alpha) { return this.one(alpha); }\n  function second(beta) { return this.two(beta); }\n  o.first = first;\n  o.second = second;\n})(window);\n"
	r := optimize(t, src, passes.Options{Level: 1, For: costs.Size, Assume: passes.AssumeFnNames, SourceMap: true})
	if want := "  o.second = function (beta) { return this.two(beta); };"; !strings.Contains(r.Code, want) {
		t.Fatalf("no %s in\n%s", want, r.Code)
	}
	m, err := sourcemap.Parse(r.Map)
	if err != nil {
		t.Fatal(err)
	}
	find := func(text, word string) (line, col int32) {
		before := text[:strings.Index(text, word)]
		return int32(strings.Count(before, "\n")), int32(len(before) - strings.LastIndex(before, "\n") - 1)
	}
	for _, word := range []string{"alpha", "beta", "two", "o.second"} {
		line, col := find(r.Code, word)
		wantLine, wantCol := find(src, word)
		s, ok := m.Find(line, col)
		if !ok || s.Line != wantLine || s.From != wantCol {
			t.Errorf("%s leads to %d:%d, not to %d:%d", word, s.Line, s.From, wantLine, wantCol)
		}
	}
	if len(r.Report.Assumed["fn-names"]) != 1 {
		t.Errorf("assumed %v", r.Report.Assumed)
	}
	if r := optimize(t, src, passes.Options{Level: 1, Assume: passes.AssumeFnNames}); r.Code != src {
		t.Errorf("got, though size is not the aim,\n%s", r.Code)
	}
}

// TestConstantsAreInlinedUnderNoTDZ checks that a constant takes the place of its name in a function that others
// may call too early, and that the report names the assumption.
func TestConstantsAreInlinedUnderNoTDZ(t *testing.T) {
	src := "export function area(w, h) { return w * h * SCALE; }\nconst SCALE = 60;\nvar unset = 70;\nexport function length(w) { return w * unset; }\n"
	for _, tt := range []struct {
		assume  passes.AssumptionSet
		inlined bool
	}{{0, false}, {passes.AssumeNoTDZ, true}} {
		r := optimize(t, src, passes.Options{Level: 1, For: costs.Size, Assume: tt.assume, Type: parse.Module})
		if got := strings.Contains(r.Code, "w * h * 60"); got != tt.inlined || got != (len(r.Report.Assumed["no-tdz"]) == 1) {
			t.Errorf("assuming %v, inlined %v, assumed %v\n%s", tt.assume, got, r.Report.Assumed, r.Code)
		}
		if !strings.Contains(r.Code, "w * unset") {
			t.Errorf("a var is undefined before it has its value\n%s", r.Code)
		}
	}
}

// The check of a patched text reads what patches change, and what is around it, and nothing else.
func TestUnpatchedFunctionsAreNotReadAgain(t *testing.T) {
	const f = "function f(a) { return a.one.two.three.four.five.six.seven.eight.nine.ten; }"
	const g = "function g(b) { return b.one.two.three.four.five.six.seven.eight.nine.ten; }"
	const src = "let x = 1;\n" + f + "\nlet y = 2;\n" + g + "\n"
	p, ds := parse.Parse(src, parse.Options{Type: parse.Script})
	if p == nil {
		t.Fatal(ds)
	}
	at := func(text string) ast.Span {
		i := int32(strings.Index(src, text))
		return ast.Span{Start: i, End: i + int32(len(text))}
	}
	for _, tt := range []struct {
		name    string
		patches []print.Patch
		broken  []string // parts of the text that are made invalid
		valid   bool
	}{
		{"before and after a patch", []print.Patch{{Span: at("let y = 2;"), Text: ";"}}, []string{"a.one", "b.one"}, true},
		{"behind two patches", []print.Patch{{Span: at("x = 1"), Text: "xyz"}, {Span: at("y = 2"), Text: "z = 23"}}, []string{"b.one"}, true},
		{"directly after a patch", []print.Patch{{Span: at("\nlet y = 2;\n"), Text: "\n"}}, []string{"b.one"}, true},
		{"with a patch inside", []print.Patch{{Span: at("b.one"), Text: "b.one"}}, []string{"b.one"}, false},
		{"with a patch inside, the other one", []print.Patch{{Span: at("b.one"), Text: "b"}}, []string{"a.one"}, true},
		{"in what is patched", []print.Patch{{Span: at("let y = 2;"), Text: "let z;"}}, []string{"let z"}, false},
		{"around functions", []print.Patch{{Span: at("let y = 2;"), Text: "let z;"}}, []string{"let x"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code := print.Apply(src, tt.patches)
			for _, part := range tt.broken {
				code = strings.Replace(code, part, strings.Repeat("@", len(part)), 1)
			}
			if got := parse.Valid(code, parse.Options{Type: parse.Script}, passes.Unpatched(p, tt.patches)); got != tt.valid {
				t.Errorf("valid: %v in\n%s", got, code)
			}
		})
	}
}
