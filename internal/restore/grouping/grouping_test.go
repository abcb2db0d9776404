package grouping

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// function reads a program of one function.
func function(t *testing.T, src string) (*ast.Program, *ast.Function) {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Path: "in.js"})
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	return p, p.Funcs[0]
}

// tests lists the statements of a function that have a test, by its text.
func tests(p *ast.Program, fn *ast.Function) map[string]ast.Stmt {
	found := map[string]ast.Stmt{}
	walk(fn, func(n ast.Node) {
		var test ast.Expr
		switch n := n.(type) {
		case *ast.If:
			test = n.Test
		case *ast.While:
			test = n.Test
		case *ast.DoWhile:
			test = n.Test
		case *ast.For:
			test = n.Test
		case *ast.ForOf:
			test = n.Right
		case *ast.ForIn:
			test = n.Right
		}
		if test != nil {
			s := test.Pos()
			found[p.Source[s.Start:s.End]] = n.(ast.Stmt)
		}
	})
	return found
}

// TestBraces restores the braces of statements, which are paired with those of the source by their
// tests.
func TestBraces(t *testing.T) {
	for _, tt := range []struct{ name, old, made, want string }{
		{"none in the source", "if (a) b();", "if (a) { c(); }", "if (a) c();"},
		{"some in the source", "if (a) { b(); }", "if (a) { c(); }", "if (a) { c(); }"},
		{"more than one statement", "if (a) b();", "if (a) { c(); d(); }", "if (a) { c(); d(); }"},
		{"an else", "if (a) b(); else { c(); }", "if (a) { x(); } else { y(); }", "if (a) x(); else { y(); }"},
		{"else if", "if (a) { b(); } else if (c) { d(); }", "if (a) { x(); } else { if (c) { y(); } }", "if (a) { x(); } else if (c) { y(); }"},
		{"an if in an else, as the author has it", "if (a) { b(); } else { if (c) { d(); } }", "if (a) { x(); } else { if (c) { y(); } }", "if (a) { x(); } else { if (c) { y(); } }"},
		{"the last else of a chain that got shorter", "if (a) b(); else if (c) d(); else { e(); }", "if (a) { b(); } else { e(); }", "if (a) b(); else { e(); }"},
		{"a dangling else", "if (a) b(); else c();", "if (a) { if (x) { y(); } } else { z(); }", "if (a) { if (x) { y(); } } else z();"},
		{"an if where the source has none", "if (a) b();", "if (a) { if (x) { y(); } }", "if (a) { if (x) { y(); } }"},
		{"a declaration", "if (a) b();", "if (a) { let x = y(); }", "if (a) { let x = y(); }"},
		{"a var", "if (a) var x = 1;", "if (a) { var x = 2; }", "if (a) var x = 2;"},
		{"loops", "while (a) for (; b;) do c(); while (d);", "while (a) { for (; b;) { do { x(); } while (d); } }", "while (a) for (; b;) do x(); while (d);"},
		{"for-in and for-of", "for (k in a) for (v of b) c();", "for (k in a) { for (v of b) { x(); } }", "for (k in a) for (v of b) x();"},
		{"a while that was a for", "for (; a;) b();", "while (a) { c(); }", "while (a) c();"},
		{"nothing left", "while (a);", "while (a) { }", "while (a);"},
		{"inside a block, a label and a try", "L: { try { if (a) b(); } finally { if (c) d(); } }", "L: { try { if (a) { x(); } } finally { if (c) { y(); } } }", "L: { try { if (a) x(); } finally { if (c) y(); } }"},
		{"not in a function inside", "f(function () { if (a) b(); });", "f(function () { if (a) { b(); } });", "f(function () { if (a) { b(); } });"},
		{"a jump that is new", "while (a) b();", "while (x) { if (a) { break; } c(); }", "while (x) { if (a) break; c(); }"},
		{"a jump that is new, where the author has braces", "while (a) { b(); }", "while (x) { if (a) { break; } c(); }", "while (x) { if (a) { break; } c(); }"},
		{"a jump that is new, with an else", "while (a) b();", "while (x) { if (a) { break; } else { c(); } }", "while (x) { if (a) { break; } else { c(); } }"},
		{"a statement that is new", "if (a) b();", "if (x) { c(); }", "if (x) { c(); }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			oldProgram, old := function(t, "function f() { "+tt.old+" }")
			p, made := function(t, "function f() { "+tt.made+" }")
			from := tests(oldProgram, old)
			for test, st := range tests(p, made) {
				*ast.SiteOf(st) = 0
				if src := from[test]; src != nil {
					*ast.SiteOf(st) = *ast.SiteOf(src)
				}
			}
			unbraced := Restore(Input{Old: old, New: made})
			_, want := function(t, "function f() { "+tt.want+" }")
			o := print.Options{Compact: true}
			form := print.FuncContext(0)
			if d := cmp.Diff(print.FuncText(want, form, o).Code, print.FuncText(made, form, o).Code); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			for st, src := range unbraced {
				if _, block := src.(*ast.Block); block || st == nil {
					t.Errorf("%T stands for %T, which is a block", st, src)
				}
			}
		})
	}
}

// TestParentheses restores those of operations. The nodes that were kept have their spans.
func TestParentheses(t *testing.T) {
	const src = "function f() { return g((a + b) & c, (d * e), h, [(i | j)]); }"
	operations := func(fn *ast.Function) map[string]*ast.Binary {
		found := map[string]*ast.Binary{}
		walk(fn, func(n ast.Node) {
			if x, ok := n.(*ast.Binary); ok {
				found[x.Op.String()] = x
			}
		})
		return found
	}
	_, old := function(t, src)
	for _, tt := range []struct {
		name, made string
		parens     map[string]bool
		off        bool
	}{
		{"the same operands", "function f() { return g(a + b & c, d * e, h, [i | j]); }", map[string]bool{"+": true, "*": true, "|": true}, false},
		{"another operand beside it", "function f() { return g(a + b & 255, d * e, h, [i | j]); }", map[string]bool{"+": true, "*": true, "|": true}, false},
		{"operands of another kind", "function f() { x = a + b; y = d * e; return [i | j]; }", map[string]bool{"|": true}, false},
		{"no author's text", "function f() { return g(a + b & c, d * e, h, [i | j]); }", nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, made := function(t, tt.made)
			from := operations(old)
			for op, x := range operations(made) {
				x.Span = from[op].Span
			}
			Restore(Input{Old: old, New: made, Parens: !tt.off})
			for op, x := range operations(made) {
				if x.Paren != tt.parens[op] {
					t.Errorf("%s is in parentheses: %v", op, x.Paren)
				}
			}
		})
	}
}
