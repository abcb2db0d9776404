package ast_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// inOrder lists the names of a program in the order of their turns, with = after those
// that are assigned.
func inOrder(p *ast.Program) string {
	var b strings.Builder
	var visit func(n ast.Node)
	var turn func(p ast.Part)
	visit = func(n ast.Node) {
		if id, ok := n.(*ast.Ident); ok {
			b.WriteString(id.Name + " ")
		}
		if row := ast.OrderOf(n); row != nil {
			row.Parts(n, turn)
			return
		}
		ast.Children(n, visit)
	}
	turn = func(p ast.Part) {
		id, name := p.Node.(*ast.Ident)
		switch {
		case name && p.Role == ast.Assigned:
			b.WriteString(id.Name + "= ")
		case name && p.Role == ast.Referenced:
		case p.Role == ast.Assigned && ast.OrderOf(p.Node) == nil: // a property: its parts were referenced
		default:
			visit(p.Node)
		}
	}
	visit(p)
	return strings.TrimSpace(b.String())
}

func TestPartsComeInTheOrderOfEvaluation(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`switch (a) { case b: c; default: d; case e: f }`, `a b e c d f`},
		{`for (a; b; c) d`, `a b d c`},
		{`for (let a = b; c; d) e`, `b a= c e d`},
		{`for (a of b) c`, `b a= c`},
		{`for (a.p in b) c`, `b a c`},
		{`for (var a = b in c) d`, `b a= c a= d`},
		{`for (let [a = b] of c) d`, `c b a= d`},
		{`while (a) b`, `a b`},
		{`do a; while (b)`, `a b`},
		{`let a = b, c, {[d]: e = f} = g; var h, i = j`, `b a= c= g d f e= j i=`},
		{`a = b`, `b a=`},
		{`a[b] = c`, `a b c`},
		{`[a[b] = c, d] = e`, `e a b c d=`},
		{`({[a]: b.p, c = d, ...e} = f)`, `f a b d c= e=`},
		{`a += b`, `a b a=`},
		{`a.p ??= b`, `a b`},
		{`a++`, `a a=`},
		{`(function (a, b = c, [d = e], ...f) { g })`, `a= c b= e d= f= g`},
		{`class A extends b { [c]() { d } static p = e; static { f } }`, `b c d e f A=`},
		{`try { a } catch ({b = c}) { d } finally { e }`, `a c b= d e`},
		{"a`${b}${c}`, d?.[e](f)", `a b c d e f`},
	} {
		p, ds := parse.Parse(c.src, parse.Options{})
		if len(ds) > 0 {
			t.Fatalf("%s: %v", c.src, ds)
		}
		if d := cmp.Diff(c.want, inOrder(p)); d != "" {
			t.Errorf("%s: -want +got\n%s", c.src, d)
		}
	}
}

// TestPartsLeaveNothingOut compares with Walk, which visits each name once.
func TestPartsLeaveNothingOut(t *testing.T) {
	src := `for (let a of b) for (c in d) for (;e;f) while (g) do { h } while (i);
		switch (j) { case k: l; default: m } try { n } catch (o) { p } finally { q }
		var r = s, [t, [u = v], ...w] = x; y[z] = a1; ({ b1, [c1]: d1.e, ...f1 } = g1); h1 += i1; j1--;
		class K1 extends l1 { [m1] = n1; static o1() { p1 } static { q1 } } (class R1 {}); ((s1 = t1) => u1); async (v1, ...[w1]) => { for await (x1.y of z1); };`
	p, ds := parse.Parse(src, parse.Options{})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	got := map[string]bool{}
	for _, name := range strings.Fields(inOrder(p)) {
		got[strings.TrimSuffix(name, "=")] = true
	}
	ast.Walk(p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !got[id.Name] {
			t.Errorf("%s is left out", id.Name)
		}
		return true
	})
}
