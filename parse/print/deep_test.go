package print_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// TestDeepNestingPrintsInLinearSize prints nested constructs of which every
// level is on a line of its own, or is printed depending on what is below it.
func TestDeepNestingPrintsInLinearSize(t *testing.T) {
	const n = 10_000
	for _, c := range []struct{ open, middle, close string }{
		{"{", "a", "}"},
		{"for (let a of b) ", ";", ""},
		{"if (a) ", "b", ""},
		{"if (a) { ", "b", "} else c"},
		{"try { ", "a", "} finally { b }"},
		{"switch (a) { default: b;", "c", "}"},
		{"function f() { ", "a", "}"},
		{"(class { m() { ", "a", "} })"},
		{"({ a: { get b() { ", "c", "} } })"},
		{"[[", "a", "]]"},
	} {
		src := strings.Repeat(c.open, n) + c.middle + strings.Repeat(c.close, n)
		prog := read(t, src, parse.Script)
		code := print.Program(prog, print.Options{Source: src}).Code
		if len(code) > 2000*n {
			t.Errorf("%s: %d bytes", c.open, len(code))
		}
		if again := read(t, code, parse.Script); !ast.Equal(prog, again) {
			t.Errorf("%s: the tree has changed", c.open)
		}
	}
}

func TestLabelsOfDeclarationsGetOneBlock(t *testing.T) {
	let := &ast.VarDecl{Kind: ast.Let, Decls: []*ast.Declarator{{Target: id("a")}}}
	s := &ast.Labeled{Label: "l", Body: &ast.Labeled{Label: "m", Body: let}}
	if got := print.Stmt(s, print.Options{Compact: true}).Code; got != "l:m:{let a}" {
		t.Error(got)
	}
	var chain ast.Stmt = &ast.FuncDecl{Fn: &ast.Function{Name: id("f")}}
	for range 300_000 {
		chain = &ast.Labeled{Label: "l", Body: chain}
	}
	if got := len(print.Stmt(chain, print.Options{Compact: true}).Code); got < 600_000 {
		t.Errorf("%d bytes", got)
	}
}
