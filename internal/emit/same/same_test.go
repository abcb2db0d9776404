package same_test

import (
	"testing"

	"github.com/sonjs/son/internal/emit/same"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// read parses the body of a function with the parameters x, y, z, f, g and o.
func read(t *testing.T, src string) (text string, body []ast.Stmt) {
	t.Helper()
	text = "(function (x, y, z, f, g, o) {" + src + "\n})"
	p, ds := parse.Parse(text, parse.Options{Path: "a.js"})
	if p == nil {
		t.Fatalf("%s: %v", src, ds)
	}
	return text, p.Funcs[0].Body
}

func bodyOf(t *testing.T, src string) []ast.Stmt {
	t.Helper()
	_, body := read(t, src)
	return body
}

func equal(t *testing.T, printed, source string, folded bool) bool {
	t.Helper()
	text, body := read(t, source)
	return same.Equal(same.Of(bodyOf(t, printed), same.Options{}), same.Of(body, same.Options{Source: true, Text: text, Keep: folded}))
}

func TestSame(t *testing.T) {
	for _, c := range [][2]string{ // printed, source
		{"x++; f(x);", "x++, f(x);"},
		{"f(); return g();", "return f(), g();"},
		{"f(); return;", "return void f();"},
		{"f();", "void f();"},
		{"f(); if (g()) x = 1;", "if (f(), g()) x = 1;"},
		{"x = f(); if (x || (y = g(), y)) z = 1;", "if ((x = f(), x) || (y = g(), y)) z = 1;"},
		{"f(); switch (x) { case 1: g(); }", "switch (f(), x) { case 1: g(); }"},
		{"f(); var a = g();", "var a = (f(), g());"},
		{"let a;", "let a = void 0;"},
		{"x = undefined;", "x = void 0;"},
		{"x = 'a';", "x = `a`;"},
		{"x ?? (x = []); x.push(f(y));", "(x ?? (x = [])).push(f(y));"},
		{"x || (x = {}); x.a[0].b(y);", "(x || (x = {})).a[0].b(y);"},
		{"x != null || (x = y);", "x != null ? x : x = y;"},
		{"x && x.type;", "x && x.type === 7;"},
		{"if (!x) f();", "if (x) ; else f();"},
		{"if (x) { if (y) f(); }", "if (!x) ; else if (y) { f(); }"},
		{"if (x) { f(); return; } g();", "if (x) { f(); return; } else { g(); }"},
		{"while (x) { if (y) { f(); continue; } g(); }", "while (x) { if (y) { f(); } else g(); }"},
		{"if (x !== y || !z) f();", "if (!(x === y && z)) f();"},
		{"for (;;) { if (f()) break; }", "outer: while (true) { if (f()) break outer; }"},
		{"while (f()) { if (g()) continue; x(); }", "outer: for (;f();) { if (g()) continue outer; x(); }"},
		{"for (x of y) { b: for (z of x) switch (z) { case 1: f(); break b; case 2: break b; } }",
			"a: for (x of y) { b: for (z of x) { switch (z) { case 1: f(); continue a; case 2: continue a; case 3: continue b; } } }"},
		{"while (x) switch (y) { case 1: if (z) { f(); } break; case 2: g(); }", "while (x) switch (y) { case 1: if (z) { f(); continue; } continue; case 2: g(); continue; }"},
		{"switch (x) { case 1: { var a = f(); break; } }", "switch (x) { case 1: var a = f(); break; }"},
		{"f(); function h() {}", "function h() {} f();"},
		{"a: while (x) { for (;;) { if (f()) break; g(); } break; }", "a: while (x) { for (;;) { if (f()) break a; g(); } }"},
		{"while (x) { if (z) switch (y) { case 1: f(); break; default: g(); } else { f(); continue; } return; }", "while (x) { if (z) switch (y) { case 1: f(); return; default: g(); } else { f(); continue; } return; }"},
		{"try { f(); } catch {} ", "try { f(); } catch { ; } ;"},
	} {
		if !equal(t, c[0], c[1], false) {
			t.Errorf("%s\nis not the same as\n%s", c[0], c[1])
		}
	}
}

func TestComputed(t *testing.T) {
	for _, c := range [][2]string{
		{"x = 18; z = 'ab'; f(-8, -0, 2032);", "x = 16 /* A */ | 2 /* B */; z = 'a' +\n'b'; f(-8, -0, 16 /* a */ | 96 /* b */ | 128 | 256 | 512 | 1024);"},
		{"y = x & -9; x &= -5;", "y = x & ~8; x &= ~4 /* Return */;"},
		{"y |= 16384;", "y |= 1 << 14 /* Children */;"},
		{"y = 166;", "y = 167 /* Propagating */ & ~1 /* Rest */;"},
		{"y = x & -2048;", "y = x & ~(2048 /* Referenced */ - 1);"},
	} {
		if !equal(t, c[0], c[1], true) {
			t.Errorf("%s\nis not the same as\n%s", c[0], c[1])
		}
		if equal(t, c[0], c[1], false) {
			t.Errorf("%s\nis the same as\n%s, though nothing folds", c[0], c[1])
		}
	}
	for _, c := range [][2]string{{"x = 3;", "x = 1 + 2;"}, {"x = 86400;", "x = 60 * 60 * 24;"}, {"x = 33;", "x = 1 << 37;"}, {"x = 1;", "x = 1 / 0;"}} {
		if equal(t, c[0], c[1], true) {
			t.Errorf("%s\nis the same as\n%s", c[0], c[1])
		}
	}
}

func TestNotSame(t *testing.T) {
	for _, c := range [][2]string{
		{"f(); g();", "g(), f();"},
		{"return f();", "return void f();"},
		{"x ?? (x = []); x.push(y);", "(x ?? (y = [])).push(y);"},
		{"x ?? (x = []); x.push(y);", "(x || (x = [])).push(y);"},
		{"x ?? (x = []); y.push(x);", "y.push(x ?? (x = []));"},
		{"x = f();", "x = void f();"},
		{"x = function () {};", "x = (0, function () {});"},
		{"o.m();", "(0, o.m)();"},
		{"f(); o.m();", "(f(), o.m)();"},
		{"delete o.m;", "delete (0, o.m);"},
		{"x = y;", "x = (z, y);"},
		{"let a; f();", "f();"},
		{"var a;", ""},
		{"global;", ""},
		{"if (x) f(); g();", "if (x) f(); else g();"},
		{"while (x) { if (y) break; f(); }", "while (x) { if (y) continue; f(); }"},
		{"a: while (x) { while (y) { if (z) break; f(); } g(); }", "a: while (x) { while (y) { if (z) continue a; f(); } g(); }"},
		{"switch (x) { case 1: f(); case 2: g(); }", "switch (x) { case 1: f(); break; case 2: g(); }"},
		{"switch (x) { default: f(); }", "switch (x) { case 1: break; default: f(); }"},
		{"switch (x) { case 2: f(); }", "switch (x) { case g(): break; case 2: f(); }"},
		{"for (let a = 0; ; ) f(a);", "let a = 0; for (; ; ) f(a);"},
		{"{ let a = 1; f(a); }", "let a = 1; f(a);"},
		{"x = 1;", "x = 1 / 0;"}, {"x = 0;", "x = -0;"}, {"x = 3;", "x = 1 + '2';"}, {"x = 33;", "x = 1 << 37;"}, {"x = 3;", "x = 1 + 2;"},
		{"x == null;", ""},
		{"-x;", ""},
		{"f(); return void 0; g();", "f(); g();"},
		{"if (x) { return; } f(); g()", "if (x) { return; } g(); f()"},
	} {
		if equal(t, c[0], c[1], false) {
			t.Errorf("%s\nis the same as\n%s", c[0], c[1])
		}
	}
	a := same.Of(bodyOf(t, "return void 0;"), same.Options{Awaits: true})
	if same.Equal(a, same.Of(bodyOf(t, "return;"), same.Options{Awaits: true, Source: true})) {
		t.Error("an async generator awaits what it returns")
	}
}
