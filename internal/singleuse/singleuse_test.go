package singleuse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// find returns the program with the patches, and requires that changing its tree makes the same
// program.
func find(t *testing.T, src string, typ parse.SourceType, o Options) string {
	t.Helper()
	read := func(src string) *ast.Program {
		p, ds := parse.Parse(src, parse.Options{Path: "a.js", Type: typ})
		if p == nil {
			t.Fatalf("%v\n%s", ds, src)
		}
		return p
	}
	p := read(src)
	found := Find(p, o)
	code := print.Apply(src, found.Patches())
	if found.IsEmpty() != (code == src) {
		t.Errorf("%v that there is nothing to change in %s", found.IsEmpty(), src)
	}
	compact := func(p *ast.Program) string {
		return print.Program(p, print.Options{Compact: true, Source: p.Source, LeadingComments: func(ast.Stmt) []string { return nil }}).Code
	}
	found.Edit()
	if d := cmp.Diff(compact(read(code)), compact(p)); d != "" {
		t.Errorf("(-text +tree)\n%s", d)
	}
	return code
}

// TestFind checks what is removed, in a function of a script.
func TestFind(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a function moves to its reference", "function f() { return x; } o.f = f;", " o.f = function f() { return x; };"},
		{"each statement has its line", "a();\n  // what f does\n  function f() {}\n  o.f = f;", "a();\n  o.f = function f() {};"},
		{"generators and async functions", "async function* f() {} g(f);", " g(async function* f() {});"},
		{"a property that is short for it", "function f() {} return { f };", " return { f: function f() {} };"},
		{"a function that calls itself", "function f() { f(); } o.f = f;", " o.f = function f() { f(); };"},
		{"one inside of another", "function f() { function g() {} return g; } o.f = f;", " o.f = function f() {  return function g() {}; };"},
		{"conditions", "function f() {} return a ? f : b;", " return a ? function f() {} : b;"},
		{"a line without its end", "a = b\nfunction f() {}\n(g)(f)", "a = b\n;(g)(function f() {})"},
		{"nothing references it", "a(); function f() { f(); }", "a(); "},
		{"nothing references the variable", "var x = 1, y = g(), z = []; return y;", "var y = g(); return y;"},
		{"a constant in a function", "const k = 60; return () => k / 2;", " return () => 60 / 2;"},
		{"a constant with a sign", "const k = -1; return () => [k ** 2, k, -k];", " return () => [(-1) ** 2, -1, -(-1)];"},
		{"a property of a constant", "const k = 60; return () => k.x;", " return () => (60).x;"},
		{"a long constant that is read once", "const k = 'some text'; return () => k;", " return () => 'some text';"},
		{"a function that is referenced too late to run before", "function f() { return k; } const k = 1; f(); f();", "function f() { return 1; }  f(); f();"},
		{"an object", "var o = { a: 1, f: function () {} }; a(); g(o);", " a(); g({ a: 1, f: function () {} });"},
		{"a regular expression", "var a = 1, r = /x/g; a++; return s.replace(r, '');", "var a = 1; a++; return s.replace(/x/g, '');"},
		{"parentheses", "var a = 2, r = ([1]), b = (3); b++; g(a++, r);", "var a = 2, b = (3); b++; g(a++, [1]);"},
		{"after a parenthesis", "var a = (2), r = ([1]); g(a++, r);", "var a = (2); g(a++, [1]);"},
		{"only unused code references it", "function f() { return g; } function g() { return f; } var k = 1; a();", "   a();"},
		{"unused code references it, too", "function f() { return k; } const k = 'some long text'; return () => k;", "  return () => 'some long text';"},
		{"an object that a function moves to", "function f() {} var o = { f: f }; g(o);", "  g({ f: function f() {} });"},
		{"a short property that a function moves to", "function f() {} var o = { f }; g(o);", "  g({ f: function f() {} });"},
		{"an object in an object", "var o = { a: 1 }, p = [o]; a(); g(p);", " a(); g([{ a: 1 }]);"},
		{"an object of constants", "const k = 1; var o = [k, k]; a(); g(o);", "  a(); g([1, 1]);"},
		{"a variable with the value of another", "function f() { return 1; } var o = f; a(); g(o);", "  a(); g(function f() { return 1; });"},
		{"an unused variable with such a value", "function f() {} var o = f;", " "},
		{"a constant that a function reads which moves to a place before it", "var f = [() => k]; g(f); const k = 1;", " g([() => k]); const k = 1;"},
		{"a constant that a function reads which moves behind it", "var f = [() => k]; const k = 1; g(f);", "  g([() => 1]);"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const head, tail = "function outer() {", "}"
			if d := cmp.Diff(head+tt.want+tail, find(t, head+tt.in+tail, parse.Script, Options{})); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestNames checks names of functions that nothing reads.
func TestNames(t *testing.T) {
	for _, tt := range [][2]string{
		{"function outer() { function f() {} o.f = f; }", "function outer() {  o.f = function () {}; }"},
		{"function outer() { function f() { f(); } o.f = f; }", "function outer() {  o.f = function f() { f(); }; }"},
		{"o.f = function f() {};", "o.f = function () {};"},
		{"o.f = function f() { eval(x); };", "o.f = function f() { eval(x); };"},
		{"function outer() { var f = () => {}; a(); o.f = f; }", "function outer() {  a(); o.f = () => {}; }"},
	} {
		if d := cmp.Diff(tt[1], find(t, tt[0], parse.Script, Options{AnyNames: true})); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
}

// TestFindNot checks what must stay.
func TestFindNot(t *testing.T) {
	for name, in := range map[string]string{
		"two references":                         "function f() {} g(f, f);",
		"a call":                                 "function f() {} f();",
		"another value":                          "function f() {} g(f); f = 1;",
		"in a loop":                              "function f() {} for (;;) g(f);",
		"in the head of a loop":                  "function f() {} for (a(); g(f);) ;",
		"in a function":                          "function f() {} g(() => f);",
		"in a class, which is strict":            "function f() {} class A extends g(f) {}; g(A, A);",
		"names mean something else there":        "function f() { return x; } { let x = 1; g(f, x++); }",
		"globals mean something else there":      "function f() { return x(); } try { a(); } catch (x) { g(f, x); }",
		"eval sees it":                           "function f() {} g(f); eval(x);",
		"a function in a block":                  "{ function f() {} } g(f);",
		"two functions":                          "function f() {} function f() {} g(f);",
		"a legal comment":                        "\n/*! mine */\nfunction f() {}\ng(f);",
		"an annotation":                          "\n// @__NO_SIDE_EFFECTS__\nfunction f() {}\ng(f);",
		"what could become a directive":          "function f() {} 'use strict'; g(f);",
		"a variable in a loop":                   "var o = {}; while (a) g(o);",
		"a variable mentioned before":            "g(o); var o = {};",
		"an object of what may change":           "var o = { a }; a = 1; g(o);",
		"a function with a variable's name":      "var f = () => 1; a(); g(f);",
		"a computed key":                         "var o = { [a]: 1 }; b(); g(o);",
		"a variable of a function in a block":    "var o = []; { function o() {} } g(o);",
		"a constant read before":                 "function f() { return k; } f(); const k = 1; f();",
		"a constant read before, through one":    "function f() { return k; } function h() { return f; } g(h, h); const k = 1; f();",
		"a constant read above":                  "g(k); var k = 1;",
		"a constant that changes":                "var k = 1; g(() => k++);",
		"a constant for strict code only":        "var k = 010; return function () { 'use strict'; return k; };",
		"a text for strict code only":            "var k = '\\01'; return function () { 'use strict'; return k; };",
		"a constant that is called":              "var k = 1; return () => k();",
		"a constant that is a statement":         "var k = 'use strict'; return function () { k; };",
		"a long constant read twice":             "var k = 'some long text'; return () => k + k;",
		"a constant read by a labelled function": "f(); var k = 1; here: function f() { return k; } f();",
		"an async function called await":         "async function await() {} g(await);",
		"a generator called yield":               "function* yield() {} g(yield);",
		"a variable of two kinds":                "try { a(); } catch (e) { var e = 1; } g(() => e);",
		"a prototype":                            "var __proto__ = {}; g({ __proto__ });",
	} {
		t.Run(name, func(t *testing.T) {
			src := "function outer() {" + in + "}"
			if d := cmp.Diff(src, find(t, src, parse.Script, Options{})); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestTopLevel checks the top levels of scripts and of modules.
func TestTopLevel(t *testing.T) {
	const src = "const k = 1; function f() {} o.f = f; o.g = () => k;"
	const small = "  o.f = function f() {}; o.g = () => 1;"
	for _, tt := range []struct {
		name, in, want string
		typ            parse.SourceType
	}{
		{"a script's names are everybody's", src, src, parse.Script},
		{"a module's are its own", src, small, parse.Module},
		{"that of CommonJS, too", src, small, parse.CommonJS},
		{"a parameter of CommonJS", "var module = 5; g(arguments[2]);", "var module = 5; g(arguments[2]);", parse.CommonJS},
		{"a parameter of CommonJS that an arrow references", "function require() {} g(() => arguments);", "function require() {} g(() => arguments);", parse.CommonJS},
		{"a name of CommonJS that nothing references", "var module = 5; g(() => module);", " g(() => 5);", parse.CommonJS},
		{"exports stay", "export function f() {} function g() {} export { g };", "export function f() {} function g() {} export { g };", parse.Module},
		{"no other module has a closure before", "a(); const k = 1; export const f = () => k;", "a();  export const f = () => 1;", parse.Module},
		{"another module may call it before, though this imports none", "const k = 1; export function f() { return k; }", "const k = 1; export function f() { return k; }", parse.Module},
		{"another module may call it before", "import 'x'; const k = 1; export function f() { return k; }", "import 'x'; const k = 1; export function f() { return k; }", parse.Module},
		{"another module may call it before, by its name", "import 'x'; const k = 1; function f() { return k; } export { f };", "import 'x'; const k = 1; function f() { return k; } export { f };", parse.Module},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, find(t, tt.in, tt.typ, Options{})); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestManyLevels checks that values inside of one another are moved only so deep.
func TestManyLevels(t *testing.T) {
	var src strings.Builder
	src.WriteString("function outer() { var v0 = [0];")
	for i := range 2 * maxLevels {
		fmt.Fprintf(&src, " var v%d = [v%d];", i+1, i)
	}
	fmt.Fprintf(&src, " a(); g(v%d); }", 2*maxLevels)
	got := find(t, src.String(), parse.Script, Options{})
	if n := strings.Count(got, "var"); n != maxLevels || !strings.Contains(got, " = "+strings.Repeat("[", maxLevels+2)+"0]") {
		t.Errorf("%d variables in %s", n, got)
	}
}

// TestOnlyConstants checks which constants take the place of their names where every byte counts, and
// that nothing else changes.
func TestOnlyConstants(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a short one", "const k = 2; return () => [k, k, k, k];", " return () => [2, 2, 2, 2];"},
		{"one that is read once", "const k = 'some text'; return () => k;", " return () => 'some text';"},
		{"one that is read twice", "const k = 12345; return () => [k, k];", " return () => [12345, 12345];"},
		{"one that is read too often", "const k = 12345; return () => [k, k, k];", "const k = 12345; return () => [k, k, k];"},
		{"functions and objects", "function f() {} o.f = f; const u = 1, p = []; a(p);", "function f() {} o.f = f; const u = 1, p = []; a(p);"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const head, tail = "function outer() {", "}"
			if d := cmp.Diff(head+tt.want+tail, find(t, head+tt.in+tail, parse.Script, Options{Constants: true})); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}
