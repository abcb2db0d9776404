package print_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// A text that is inserted into others again and again, abridged each time, is complete
// in the end, and so are its origins.
func TestElidedTextIsCompletedWithItsOrigins(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		least := 1 + r.IntN(40)
		whole, stub := "f() {}", "f() {}"
		tokens := []print.Token{{Out: 0, Span: ast.Span{Start: 0, End: 6}, Copy: 6}}
		origins := tokens
		for depth := range 1 + r.IntN(6) {
			before := "(" + strings.Repeat("x", r.IntN(60)) + strings.Repeat("\n  a in `b`;", r.IntN(3))
			after := strings.Repeat("\n  y\r\n", r.IntN(3)) + strings.Repeat("z", r.IntN(60)) + ")"
			start := int32(1000 * (depth + 1))
			around := func(text string, inner []print.Token) (string, []print.Token) {
				src := strings.Repeat(" ", int(start)) + before + after
				at := start + int32(len(before))
				in := ast.Span{Start: start, End: int32(len(src))}
				patches := []print.Patch{{Span: ast.Span{Start: at, End: at}, Text: text, Tokens: inner}}
				return print.Verbatim(src, in, patches), print.Origins(in, patches)
			}
			whole, tokens = around(whole, tokens)
			stub, origins = print.Elide(stub, origins, least)
			stub, origins = around(stub, origins)
		}
		got, from := print.Complete(stub, origins)
		if got != whole {
			t.Fatal(cmp.Diff(whole, got))
		}
		if d := cmp.Diff(tokens, from); d != "" {
			t.Fatal(d)
		}
	}
}

// Lines that move with the text around them do so where they are elided, too.
func TestElidedLinesMoveAlong(t *testing.T) {
	inner := "function () {\n    a;\n\n      b in `c`;\n  }"
	stub, tokens := print.Elide(inner, nil, 4)
	if len(stub) >= len(inner) || strings.Contains(stub, "`") || !strings.Contains(stub, "in") {
		t.Fatalf("%q", stub)
	}
	for _, fixed := range []string{"b in `c\n`;", "b in 'c\\\n';", "b / in / `c`;"} {
		if stub, _ := print.Elide(strings.Replace(inner, "b in `c`;", fixed, 1), nil, 4); strings.Contains(stub, "`") != strings.ContainsAny(fixed, "`\\") {
			t.Errorf("%q: %q", fixed, stub)
		}
	}
	st := &ast.VerbatimStmt{Base: ast.Base{Span: ast.Span{Start: 0, End: 9}}, Text: stub, Margin: "  "}
	r := print.Stmt(&ast.Block{Body: []ast.Stmt{&ast.Block{Body: []ast.Stmt{st}}}}, print.Options{Copied: func(ast.Node) []print.Token { return tokens }})
	got, _ := print.Complete(r.Code, r.Tokens)
	want := "{\n  {\n    function () {\n      a;\n\n        b in `c`;\n    }\n  }\n}"
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
}
