package cost

import (
	"math"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// workOf is the work of the first function of a script.
func workOf(t *testing.T, src string) float64 {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Path: "a.js", Type: parse.Script})
	if p == nil {
		t.Fatal(ds)
	}
	return Balanced.Work(p.Funcs[0])
}

// TestWork checks that the cost of code is the sum of its operations.
func TestWork(t *testing.T) {
	// w is an operation without its operands, r a read.
	w := func(names ...string) (sum float64) {
		for _, name := range names {
			c := counter{often: 1}
			c.add(name, 1)
			sum += c.sum
		}
		return sum
	}
	r := w("read")
	half := func(v float64) float64 { return anArm * v }
	for _, tt := range []struct {
		src  string
		want float64
	}{
		{"function f(a, b) { return a + b; }", 2*r + w("arith")},
		{"function f(a) { return a + 'x'; }", 2*r + w("concat")},
		{"function f(a) { return a.b.length; }", r + w("load", "length")},
		{"function f(a) { a.b = a[0]; }", 3*r + w("loadIndex", "store")},
		{"function f(a) { a.b += 1; }", 2*r + w("load", "arith", "store")},
		{"function f(a) { a += 1; }", 2*r + w("arith", "assign")},
		{"function f(a) { a[0]++; }", 2*r + w("loadIndex", "arith", "storeIndex")},
		{"function f(a) { let x = a === null; return x; }", 3*r + w("null", "assign")},
		{"function f(a) { return null === a; }", 2*r + w("equal")},
		{"function f(a) { return a === void 0; }", 2*r + w("null")},
		{"function f(a) { return typeof a === 'string'; }", 2*r + w("typeof")},
		{"function f(a) { return g(a, 1, 2); }", 4*r + w("call", "argument", "argument")},
		{"function f(a) { return a.g(); }", r + w("method")},
		{"function f(a) { return [a, ...a]; }", 2*r + w("array", "element") + anItems*w("spread")},
		{"function f(a) { return { a, g() {} }; }", r + w("object", "property", "property", "closure")},
		{"function f(a) { if (a) g(); else a.b; }", r + w("branch") + half(2*r+w("call", "load"))},
		{"function f(a) { if (a) throw a; }", r + w("branch") + aHandler*aHandler*(r+w("throw"))},
		{"function f(a) { return a ? a.b : 1; }", r + w("branch") + half(2*r+w("load"))},
		{"function f(a) { return a && a.b; }", r + w("branch") + half(r+w("load"))},
		{"function f(a) { a ??= a.b; }", r + w("branch") + half(r+w("load", "assign"))},
		{"function f(a) { while (a < 3) a++; }", anIteration * (2*r + w("branch", "compare", "update"))},
		{"function f(a) { while (true) a++; }", anIteration * w("update")},
		{"function f(a) { for (let i = 0; i < a; i++) g(); }", r + w("assign") + anIteration*(3*r+w("branch", "compare", "update", "call"))},
		{"function f(a) { for (const x of a) g(); }", r + w("iterateOpen") + anIteration*(r+w("iterate", "assign", "call"))},
		{"function f(a) { for (const k in a) g(); }", r + anIteration*(r+w("enumerate", "assign", "call"))},
		{"function f(a) { while (true) { a++; break; } }", w("update")},
		{"function f(a) { for (;; a++) { if (a) continue; return; } }", r + w("branch")},
		{"function f(a, b) { [a, b] = [b, a]; }", 2*r + w("array", "element", "element", "arrayPattern", "patternItem")},
		{"function f(a) { const { x, y } = a; }", r + w("load", "load", "objectPattern", "objectPattern")},
		{"function f({ x }) { return x; }", r + w("load", "objectPattern")},
		{"function f(a) { switch (a) { case 1: g(); break; case 2: a.b; } }", r + 2*half(r+w("equal", "branch")) + (2*r+w("call", "load"))/2},
		{"function f(a) { try { g(); } catch { g(); } }", w("try") + (1+aHandler)*(r+w("call"))},
		{"function f(a) { return () => a + a; }", w("closure")},
		{"function f(a) { return class { m() { a + a; } }; }", w("class", "closure")},
		{"function f(a) { const o = {}; o.x = a; o.x = a; return o; }", w("object", "assign", "storeNew", "store") + 5*r},
		{"function f(a) { const o = { x: 1 }; o.x = a; a.y = 1; }", w("object", "property", "assign", "store", "store") + 5*r},
		{"function f(a) { let o = {}; o = a; o.x = a; }", w("object", "assign", "assign", "store") + 3*r},
		{"function f(a) { const o = []; o[0] = a; o[0] = a; return o; }", w("array", "assign", "storeNew", "storeIndex") + 7*r},
		{"function f(a) { const o = [a, ,]; o[0] = a; o[1] = a; o[a] = a; }", w("array", "element", "assign", "storeIndex", "storeNew", "storeIndex") + 10*r},
		{"function f(a) { const o = [...a]; o[0] = a; }", w("array", "assign", "storeIndex") + anItems*w("spread") + 4*r},
		{"function f(a) { const o = { 'x-y': a }; o['x-y'] = a; o['y'] = a; o.y = a; }", w("object", "property", "assign", "storeIndex", "storeNew", "store") + 9*r},
		{"function f(a) { return -1; }", r},
	} {
		if got := workOf(t, tt.src); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s\nwork %v, want %v", tt.src, got, tt.want)
		}
	}
}

func TestSpare(t *testing.T) {
	p, ds := parse.Parse("function area(width, w) { return () => width * w.height; }", parse.Options{Path: "a.js", Type: parse.Script})
	if p == nil {
		t.Fatal(ds)
	}
	if got, want := NameBytes(p.Funcs[0], nil), len("area")-1+2*(len("width")-1); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	p, ds = parse.Parse("function area(width) { return function of(other) { return width * other; }; }", parse.Options{Path: "a.js", Type: parse.Script})
	if p == nil {
		t.Fatal(ds)
	}
	all := func(*ast.Function) bool { return true }
	if got, want := NameBytes(p.Funcs[0], all), len("area")-1+len("width")-1+len("of")-1+len("other")-1; got != want {
		t.Errorf("%d bytes without the function inside, want %d", got, want)
	}
}

// TestOrder checks the purpose of the model: of two equivalent versions, the one that engines
// run faster costs less.
func TestOrder(t *testing.T) {
	for _, tt := range [][2]string{
		{"function f(a, b) { const t = a; a = b; b = t; return a - b; }", "function f(a, b) { [a, b] = [b, a]; return a - b; }"},
		{"function f(a) { return a.x * 2; }", "function f(a) { const p = { x: a.x }; return p.x * 2; }"},
		{"function f(a) { const n = a.n; return n * n; }", "function f(a) { return a.n * a.n; }"},
		{"function f(a) { for (let i = 0; i < a.length; i++) g(a[i]); }", "function f(a) { for (const x of a) g(x); }"},
		{"function f(a) { const n = a.length; for (let i = 0; i < n; i++) g(i); }", "function f(a) { for (let i = 0; i < a.length; i++) g(i); }"},
		{"function f(a) { while (a.next()) g(); }", "function f(a) { while (true) { const more = a.next(); if (!more) break; g(); } }"},
		{"function f(a) { return a === null; }", "function f(a) { return null === a; }"},
	} {
		if less, more := workOf(t, tt[0]), workOf(t, tt[1]); less >= more {
			t.Errorf("%s\ncosts %v, not less than the %v of\n%s", tt[0], less, more, tt[1])
		}
	}
}

func TestBetter(t *testing.T) {
	for _, tt := range []struct {
		name                  string
		made, old             Cost
		balanced, size, speed bool
	}{
		{"the same", Cost{10, 5}, Cost{10, 5}, false, false, false},
		{"shorter", Cost{9, 5}, Cost{10, 5}, true, true, true},
		{"shorter, more work", Cost{9, 6}, Cost{10, 5}, false, true, false},
		{"less work", Cost{10, 3}, Cost{10, 5}, true, true, true},
		{"hardly less work", Cost{10, 4.5}, Cost{10, 5}, false, true, true},
		{"longer, less work that pays", Cost{20, 40}, Cost{10, 52}, true, false, true},
		{"longer, less work that does not pay", Cost{20, 41}, Cost{10, 50}, false, false, true},
		{"work that differs by rounding", Cost{9, 5 + 1e-12}, Cost{10, 5}, true, true, true},
	} {
		for aim, want := range map[Aim]bool{Balanced: tt.balanced, Size: tt.size, Speed: tt.speed} {
			if got := aim.Better(tt.made, tt.old); got != want {
				t.Errorf("%s, for %v: %v, want %v", tt.name, aim, got, want)
			}
		}
	}
}

// TestEveryNode walks a whole program: the counter must know every statement and expression.
func TestEveryNode(t *testing.T) {
	p, ds := parse.Parse(`async function f(a, { b = 1, ...c }, ...d) {
	label: for await (const x of a) { continue label; }
	do { ; } while (a?.b?.[0]?.(...d));
	for (const k in a) break;
	try { throw new a(...d); } finally { debugger; }
	switch (a) { default: await a; }
	class K extends a { [a] = 1; static { a; } #p; m() { return #p in this; } }
	return [, a] = a, ({ [a]: b, ...c } = a), tag`+"`${a}`"+`, /x/g, import(a), new.target, (a.b ||= 1), delete a[0], void 0, 1n, typeof (() => a);
}`, parse.Options{Path: "a.js", Type: parse.Script})
	if p == nil {
		t.Fatal(ds)
	}
	if got := Balanced.Work(p.Funcs[0]); got <= 0 || math.IsNaN(got) || math.IsInf(got, 0) {
		t.Errorf("work %v", got)
	}
}

// TestWorkOf checks that a branch that is always taken counts in full.
func TestWorkOf(t *testing.T) {
	for _, src := range []string{
		"function f(a, b) { if (a) b.x; }", "function f(a, b) { return a ? b.x : 0; }", "function f(a, b) { return a && b.x; }",
	} {
		p, ds := parse.Parse(src, parse.Options{Path: "a.js", Type: parse.Script})
		if p == nil {
			t.Fatal(ds)
		}
		work := func(taken, known bool) float64 {
			return Balanced.WorkOf(p.Funcs[0], func(ast.Site) (bool, bool) { return taken, known })
		}
		if work(true, true) <= work(true, false) {
			t.Errorf("%s\nwork %v, but %v if its branch is always taken", src, work(true, false), work(true, true))
		}
		if work(true, false) != Balanced.Work(p.Funcs[0]) {
			t.Errorf("%s\nwork %v or %v", src, work(true, false), Balanced.Work(p.Funcs[0]))
		}
	}
}
