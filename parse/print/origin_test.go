package print_test

import (
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// copies checks that every copied stretch is in the source unchanged, and returns
// how many bytes of the output are copied.
func copies(t *testing.T, r print.Result, src string) int {
	t.Helper()
	total, at := 0, int32(0)
	for _, tok := range r.Tokens {
		if tok.Out < at {
			t.Fatalf("%+v comes before %d", tok, at)
		}
		at = tok.Out
		if tok.Copy == 0 {
			continue
		}
		if got, want := r.Code[tok.Out:tok.Out+tok.Copy], src[tok.Span.Start:tok.Span.Start+tok.Copy]; got != want {
			t.Errorf("%q is recorded as a copy of %q", got, want)
		}
		at, total = tok.Out+tok.Copy, total+int(tok.Copy)
	}
	return total
}

func TestOriginsOfPatches(t *testing.T) {
	src := "abcdefgh"
	inner := []print.Patch{{Span: ast.Span{Start: 3, End: 4}, Text: "<D>", Tokens: []print.Token{{Out: 1, Span: ast.Span{Start: 3, End: 4}}}}}
	span := ast.Span{Start: 2, End: 6}
	outer := []print.Patch{
		{Span: span, Text: print.Verbatim(src, span, inner), Tokens: print.Origins(span, inner)},
		{Span: ast.Span{Start: 0, End: 1}},
	}
	r := print.Result{Code: print.Apply(src, outer), Tokens: print.ApplyOrigins(src, outer)}
	if r.Code != "bc<D>efgh" {
		t.Fatal(r.Code)
	}
	if n := copies(t, r, src); n != 6 {
		t.Errorf("%d bytes are copies: %+v", n, r.Tokens)
	}
	for _, tok := range r.Tokens {
		if tok.Copy == 0 && (tok.Out != 3 || tok.Span.Start != 3) {
			t.Errorf("%+v", tok)
		}
	}
}

func TestOriginsOfVerbatim(t *testing.T) {
	src := "f(a,\n    b,\n  c)\n"
	p, ds := parse.Parse(src, parse.Options{})
	if p == nil {
		t.Fatal(ds)
	}
	whole := ast.Span{End: int32(len(src)) - 1}
	text := &ast.VerbatimStmt{Base: ast.Base{Span: whole}, Text: src[:whole.End], Of: p.Body[0], Margin: "  "}
	block := []ast.Stmt{&ast.Block{Body: []ast.Stmt{text}}}
	for _, indent := range []string{"\t", "  ", "      "} {
		r := print.Stmts(block, print.Options{Tokens: true, Source: src, Indent: indent})
		want := len(text.Text)
		if indent != "  " {
			want -= 2 * len(text.Margin) // what was replaced is not a copy
		}
		if n := copies(t, r, src); n != want {
			t.Errorf("%q: %d bytes are copies, want %d\n%s", indent, n, want, r.Code)
		}
	}
	// Text that differs from that of its span is one token, unless Copied knows
	// its origins.
	text.Text, text.Margin = "f(a, 1)", ""
	r := print.Stmts(block, print.Options{Tokens: true, Source: src})
	if n := copies(t, r, src); n != 0 {
		t.Errorf("%d bytes are copies", n)
	}
	r = print.Stmts(block, print.Options{Tokens: true, Source: src, Copied: func(n ast.Node) []print.Token {
		if n != text {
			t.Errorf("asked for %v", n)
		}
		return []print.Token{{Span: ast.Span{End: 4}, Copy: 4}}
	}})
	if n := copies(t, r, src); n != 4 {
		t.Errorf("%d bytes are copies", n)
	}
}
