package parse

import (
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// TestStatementsThatAreEqualHashAlike checks the hashes of statements against ast.Equal:
// spelling does not count, every other difference does, however deep it is.
func TestStatementsThatAreEqualHashAlike(t *testing.T) {
	read := func(src string) ast.Stmt {
		p, ds := Parse(src, Options{Path: "a.js", Type: Script})
		if p == nil {
			t.Fatal(ds)
		}
		return p.Body[0]
	}
	hash := func(st ast.Stmt) uint64 {
		of := map[ast.Stmt]uint64{}
		ast.StmtHashes(st, 8, of)
		return of[st]
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"f(a, b);", "f( a,\n(b) )", true},
		{"x = 'a';", "x = `a`;", true},
		{"while (a) { if (b) f({ c }); }", "while (a) { if (b) f({ c: c }) }", true},
		{"x = function () { return 1; };", "x = function () { return (1) };", true},
		{"f(a, b);", "f(b, a);", false},
		{"while (a) { if (b) f(1); }", "while (a) { if (b) f(2); }", false},
		{"while (a) { if (b) f(1); }", "while (a) { if (b) f(1); f(1); }", false},
		{"if (a) { b } else { c; d }", "if (a) { b; c } else { d }", false},
	} {
		a, b := read(c.a), read(c.b)
		if got := hash(a) == hash(b); got != c.same || ast.Equal(a, b) != c.same {
			t.Errorf("%s and %s: same hash %v, equal %v, want %v", c.a, c.b, got, ast.Equal(a, b), c.same)
		}
	}
	// A nested statement has the hash that it has by itself.
	of := map[ast.Stmt]uint64{}
	outer := read("{ a; { f(b); } }").(*ast.Block)
	ast.StmtHashes(outer, 8, of)
	inner := outer.Body[1].(*ast.Block).Body[0]
	if of[inner] != hash(read("f(b);")) || len(of) != 4 {
		t.Errorf("%d hashes; that of a statement inside is %x", len(of), of[inner])
	}
}
