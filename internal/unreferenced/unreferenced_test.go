package unreferenced

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

func read(t testing.TB, src string, typ parse.SourceType) *ast.Program {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Path: "a.js", Type: typ})
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	return p
}

// remove returns the program without what nothing references, and requires that a second search
// finds nothing more.
func remove(t testing.TB, src string, typ parse.SourceType, o Options) string {
	t.Helper()
	f := Find(read(t, src, typ), o)
	code := print.Apply(src, f.Patches)
	if (len(f.Gone) > 0) != (code != src) {
		t.Errorf("%d are gone from\n%s\nto\n%s", len(f.Gone), src, code)
	}
	if again := Find(read(t, code, typ), o); len(again.Patches) > 0 {
		t.Errorf("a second search makes of\n%s\n%s", code, print.Apply(code, again.Patches))
	}
	return code
}

// inFunction is remove for the body of a function of a script.
func inFunction(t *testing.T, in string) string {
	t.Helper()
	const head, tail = "function outer() {", "}"
	code := remove(t, head+in+tail, parse.Script, Options{})
	if !strings.HasPrefix(code, head) || !strings.HasSuffix(code, tail) {
		t.Fatalf("outer itself is changed: %s", code)
	}
	return code[len(head) : len(code)-len(tail)]
}

// TestRemoved checks what is removed, in a function of a script.
func TestRemoved(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a function", "function f() {} a();", "a();"},
		{"functions that reference each other", "function f() { g(); } function g() { f(); } a();", "a();"},
		{"a chain", "function f() { g(); } function g() { h(); } function h() {} a();", "a();"},
		{"a function that a function in it references", "function f() { function g() { f(); } g(); } a();", "a();"},
		{"a class", "class A { static n = 1; #p; m() { return new A(); } } a();", "a();"},
		{"a class and what it extends", "class A {} class B extends A {} a();", "a();"},
		{"variables", "let x = 1, y, z = () => x; a();", "a();"},
		{"one of some variables", "let x = 1, y = 2, z = 3; a(x, z);", "let x = 1, z = 3; a(x, z);"},
		{"the first variable", "let x = 1, y = 2; a(y);", "let y = 2; a(y);"},
		{"the last variables", "let x = 1, y = 2, z; a(x);", "let x = 1; a(x);"},
		{"assignments", "let x; x = 1; a(); x = { b: 1 };", "a();"},
		{"an assignment in a function", "let x = 1; return function () { x = 2; a(); };", "return function () { a(); };"},
		{"an update", "let n = 0; return () => { n++; n += 2; a(); };", "return () => { a(); };"},
		{"the update of a for", "let n = 0; for (let i = 0; i < 2; i++, n++) a();", "for (let i = 0; i < 2; i++) a();"},
		{"the head of a for", "for (let i = 0, n = 2; i < 2; i++) a();", "for (let i = 0; i < 2; i++) a();"},
		{"all of the head of a for", "for (var n = 2; a();) b();", "for (; a();) b();"},
		{"only the name", "const x = a(); return 1;", "a(); return 1;"},
		{"only the name, before an await", "return async () => { const x = await a(); };", "return async () => { await a(); };"},
		{"only the target", "let x; x = a();", "a();"},
		{"only the target, in an if", "let x; if (a) x = b();", "if (a) b();"},
		{"a target whose value is used", "let x; return x = a.b;", "return a.b;"},
		{"the targets of a chain", "let x, y; x = y = a();", "a();"},
		{"a target in a chain", "var x; b = x = {};", "b = {};"},
		{"a parameter's assignment", "return function (p, q) { p = 1; return q; };", "return function (p, q) { return q; };"},
		{"an immediately called function", "var x = function () { a(); }();", "(function () { a(); }());"},
		{"a call of something like a keyword", "var x = classify(), y = 1, z; z = async(y); z = functionOf(x); z = class$.a();", "var x = classify(), y = 1; async(y); functionOf(x); class$.a();"},
		{"what begins with a keyword", "var x; x = let [0](); x = class {}.a(); x = async function () {}();", "(let [0]()); (class {}.a()); (async function () {}());"},
		{"an arrow's body", "var x; return () => x = {}.a;", "return () => ({}.a);"},
		{"elements of a comma expression", "var x, y; x = 1, a(), y = 2;", "a();"},
		{"all elements of a comma expression", "var x, y; x = 1, y = 2; a();", "a();"},
		{"a var declared twice", "var x = 1; var x; var x = 2; a();", "a();"},
		{"a var over a function", "function x() {} var x = 1; a();", "a();"},
		{"a function declared twice", "function x() {} function x() { x(); } a();", "a();"},
		{"a var over a parameter", "return function (p) { var p = 1; a(); };", "return function (p) { a(); };"},
		{"a function in a block", "{ function f() {} a(); }", "{ a(); }"},
		{"functions in blocks that share a var", "{ function f() {} a(); } { function f() {} } var f;", "{ a(); } { }"},
		{"in a case", "switch (a) { case 1: var x = 1; b(); }", "switch (a) { case 1: b(); }"},
		{"in a try", "try { var x = 1; a(); } catch { let y; }", "try { a(); } catch { }"},
		{"in a static block", "return class { static { const x = 1; a(); } }", "return class { static { a(); } }"},
		{"a value of plain parts", "var x = `${1 + 2}` + -3 + (undefined ? 4 : NaN); a();", "a();"},
		{"this and a name", "return function () { const self = this, args = arguments; a(); };", "return function () { a(); };"},
		{"a let that is initialized", "let b = a(); const x = b; c(b);", "let b = a(); c(b);"},
		{"a let of a scope around that is initialized", "let b = a(); return () => { const x = b; c(b); };", "let b = a(); return () => { c(b); };"},
		{"the variable of a loop", "for (const b of a) { const x = b; c(b); }", "for (const b of a) { c(b); }"},
		{"calls of a function that does nothing", "function f(p, ...q) { } let x = 1; f(); f(x, [x], () => x); a();", "a();"},
		{"calls of closures that do nothing", "const f = () => 1, g = async function () { return; }; f(2), a(), g(f); return () => { g(); };", "a(); return () => { };"},
		{"a call that ends a statement", "function f() {} a()\nf()\n;(b)()", "a()\n;(b)()"},
		{"calls in the head of a for", "const f = () => {}; for (f(), a(); b(); f()) c();", "for (a(); b(); ) c();"},
		{"an object with methods", "const o = { m() { return o; }, get x() {}, 'y': 1, [1 + 2]: [, 3] }; a();", "a();"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, inFunction(t, tt.in)); d != "" {
				t.Errorf("%s (-want +got)\n%s", tt.in, d)
			}
		})
	}
}

// TestKept checks what must stay.
func TestKept(t *testing.T) {
	for name, in := range map[string]string{
		"a call with effects in it":                 "function f() {} f(a()); f(...a); f(b);",
		"a call whose value is used":                "function f() {} return f();",
		"a call in the dead zone":                   "f(); const f = () => {};",
		"a call that may be too early":              "a(g); const f = () => {}; function g() { f(); }",
		"a call of a var":                           "var f = () => {}; f();",
		"a call of a generator":                     "function* f() {} f();",
		"a call with a parameter that is a pattern": "function f({ p }) {} function g(p = a()) {} f(); g();",
		"a call of one of two functions":            "function f() {} a(); function f() { b(); } f();",
		"a call of a function that is assigned":     "let f = () => {}; f(); f = a;",
		"a call of a class":                         "class f {} f();",
		"a call under a with":                       "function f() {} with (a) f();",
		"a reference":                               "function f() {} return f;",
		"typeof":                                    "let x; return typeof x;",
		"eval sees it":                              "function f() {} let x = 1; eval(a);",
		"eval in a function inside sees it":         "let x = 1; return () => eval(a);",
		"with sees it":                              "var x = 1; with (a) { x = 2; }",
		"a with sees a getter":                      "with (a) { let x = undefined; }",
		"arguments sees it":                         "return function (p) { p = 1; return arguments; };",
		"a dead zone":                               "x; let x;",
		"an assignment in the dead zone":            "x = 1; let x;",
		"an assignment that may be too early":       "f(); let x; function f() { x = 1; }",
		"an assignment in another case":             "switch (a) { case 1: let x; default: x = 1; }",
		"an assignment in the head's dead zone":     "for (let x of [x = 1]) a();",
		"an assignment to a parameter not there":    "return function (p = (q = 1), q) {};",
		"an assignment to a constant":               "const x = 1; x = 2;",
		"an update of a constant":                   "const x = 1; x++;",
		"a class assigned too early":                "A = 1; class A {}",
		"a getter":                                  "const x = a.b;",
		"an unresolved name":                        "const x = a;",
		"typeof an unresolved name":                 "const x = typeof a;",
		"a conversion":                              "return function (p) { const x = p + 1; };",
		"a conversion of an updated value":          "let x = a(); x++;",
		"a conversion of an updated parameter":      "return function (p) { p++; };",
		"a conversion of an updated object":         "let x = {}; x++;",
		"mixing BigInts":                            "let x = 1n; x += 1;",
		"a text that converts":                      "return function (p) { const x = `${p}`; };",
		"a key that converts":                       "return function (p) { const x = { [p]: 1 }; };",
		"spreading":                                 "return function (p) { const x = { ...p }, y = [...p]; };",
		"a pattern":                                 "const { x } = a; let y; [y] = a; ({ y } = a);",
		"a default in a pattern":                    "const { x = f() } = a; function f() {}",
		"the name of a loop":                        "for (const x of a) b(); for (var y in a) b(); for (z of a) b(); var z;",
		"using":                                     "return function () { { using x = null; } };",
		"a labelled function":                       "l: function f() {}",
		"the function of an if":                     "if (a) function f() {}",
		"a static block":                            "class A { static { a(); } }",
		"a static field":                            "class A { static x = a(); }",
		"a static field that reads the class":       "class A { static x = A; }",
		"heritage":                                  "class A extends a {}",
		"heritage that is a function":               "function F() {} class A extends F {}",
		"heritage in its dead zone":                 "class A extends B {} class B {}",
		"heritage that changes":                     "class B {} B = 1; class A extends B {}",
		"a computed key":                            "class A { [a]() {} }",
		"a static computed key":                     "class A { static ['prototype']() {} }",
		"an object's computed key":                  "const o = { [a]: 1 };",
		"a value in its dead zone":                  "const x = y; let y = 1; a(y);",
		"a value that may be too early":             "f(); const y = a(); function f() { const x = y; } b(y, f);",
		"a class with a name from the variable":     "const A = class { static { a(this.name); } };",
		"a function with a name from the target":    "var x; b = x = function () {};",
		"what a function is called on":              "var x; (x = a.b)(); new (x = a)(); (x = a)`b`;",
		"what is deleted":                           "var x; delete (x = a.b);",
		"what typeof names":                         "var x; typeof (x = a);",
		"a logical assignment":                      "let x; x ||= a();",
		"an update whose value is used":             "let x = 1; return x++;",
		"what would become a directive":             "var x = 1; 'use strict'; a();",
		"a string in a comma expression":            "var x; x = 1, 'use strict';",
		"this before super":                         "return class extends a { constructor() { const x = this; super(); } };",
		"this in an arrow before super":             "return class extends a { constructor() { (() => { const x = this; })(); super(); } };",
		"an additional var that is read":            "{ function f() {} } f();",
		"what keeps a function from being hoisted":  "{ let f; { function f() {} f(); } } f();",
		"what keeps one from being hoisted, a loop": "for (let f = 1;;) { { function f() {} f(); } } f();",
		"a function that becomes the arguments":     "{ function arguments() {} } return arguments;",
		"a value with a comment":                    "const x = /* so */ a();",
		"a catch parameter that a var is":           "try { a(); } catch (e) { var e = 1; b(e); }",
		"an effect beside another variable":         "const x = a(), y = 1; return y;",
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(in, inFunction(t, in)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestTopLevel checks the top levels of scripts, modules and CommonJS files.
func TestTopLevel(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		typ            parse.SourceType
	}{
		{"a script's names are everybody's", "const k = 1; function f() {} var x; x = 2; class A {}", "const k = 1; function f() {} var x; x = 2; class A {}", parse.Script},
		{"a block's are not", "{ const k = 1; }", "{ }", parse.Script},
		{"but a function in it has a var", "{ function f() {} }", "{ function f() {} }", parse.Script},
		{"unless it is strict", "'use strict'; { function f() {} }", "'use strict'; { }", parse.Script},
		{"the script's value", "{ let x = a(); x = 1; x = 2; }", "{ let x = a(); x = 1; x = 2; }", parse.Script},
		{"the script's value is that of the assignment", "{ let x; x = a(); }", "{ a(); }", parse.Script},
		{"a module's are its own", "const k = 1; function f() {} var x; x = 2; class A {} let y = a();", "a();", parse.Module},
		{"exports stay", "export function f() {} function g() {} export { g as h }; export default class A {} export const k = 1; export let x; x = 2;", "export function f() {} function g() {} export { g as h }; export default class A {} export const k = 1; export let x; x = 2;", parse.Module},
		{"imports stay", "import a, { b } from 'c'; import * as d from 'e'; const x = b;", "import a, { b } from 'c'; import * as d from 'e'; const x = b;", parse.Module},
		{"what an export references", "function f() {} function g() {} export default () => f;", "function f() {} export default () => f;", parse.Module},
		{"an exported function that runs too early", "let x; export function f() { x = 1; }", "let x; export function f() { x = 1; }", parse.Module},
		{"an exported arrow that cannot", "let x; export const f = () => { x = 1; a(); }", "export const f = () => { a(); }", parse.Module},
		{"CommonJS", "const k = require('k'); function f() {} exports.a = 1;", "require('k'); exports.a = 1;", parse.CommonJS},
		{"a parameter of CommonJS", "var module = 5; g(arguments[2]);", "var module = 5; g(arguments[2]);", parse.CommonJS},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, remove(t, tt.in, tt.typ, Options{})); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestNoTDZ checks assignments by functions that may run too early.
func TestNoTDZ(t *testing.T) {
	const src = "f(); let x; function f() { x = 1; a(); }"
	p := read(t, src, parse.Module)
	f := Find(p, Options{NoTDZ: true})
	if got, want := print.Apply(src, f.Patches), "f(); function f() { a(); }"; got != want || f.Unsettled != 1 {
		t.Errorf("%d assumed, got %s", f.Unsettled, got)
	}
	const own = "x = 1; let x;"
	if got := remove(t, own, parse.Module, Options{NoTDZ: true}); got != own {
		t.Errorf("got %s", got)
	}
}

// TestSemicolons checks that nothing continues the statement before.
func TestSemicolons(t *testing.T) {
	for _, tt := range [][2]string{
		{"a = b\nfunction f() {}\n(c)()", "a = b\n;(c)()"},
		{"a = b\nvar x = 1\n[c].d()", "a = b\n1\n[c].d()"},
		{"a = b\nvar x = 1;\n[c].d()", "a = b\n;[c].d()"},
		{"a = b\nvar x = 1\nc()", "a = b\nc()"},
		{"a = b\nvar x = (c)()", "a = b\n;(c)()"},
		{"var x\na = b\nx = (c)()", "a = b\n;(c)()"},
		{"a = b\nvar x = function () { c() }()", "a = b\n;(function () { c() }())"},
		{"a = b\nvar x = c()", "a = b\nc()"},
		{"a = b;\nvar x = (c)()", "a = b;\n(c)()"},
		{"if (a) { b }\nvar x = (c)()", "if (a) { b }\n;(c)()"},
		{"{ b }\nvar x = (c)()", "{ b }\n(c)()"},
		{"do a(); while (b) var x = 1; c()", "do a(); while (b) ;c()"},
		{"var a = b, y\n(c)(a)", "var a = b\n;(c)(a)"},
		{"var y\na = b, y++\n(c)()", "a = b\n;(c)()"},
		{"var y\na = b\ny = 1, (c)()", "a = b\n;(c)()"},
	} {
		got := remove(t, tt[0], parse.Module, Options{})
		if got != tt[1] {
			t.Errorf("%q becomes %q, not %q", tt[0], got, tt[1])
		}
	}
}

// TestLayout checks comments and blank lines.
func TestLayout(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"one of its own", "a();\n\n// what f does\n// in detail\nfunction f() {}\n\n// b\nb();\n", "a();\n\n// b\nb();\n"},
		{"no blank line above", "a();\nfunction f() {}\n\nb();\n", "a();\n\nb();\n"},
		{"no blank line below", "a();\n\nfunction f() {}\nb();\n", "a();\n\nb();\n"},
		{"several", "a();\n\nfunction f() {}\n\n/** g */\nfunction g() {}\nlet x;\n\nb();\n", "a();\n\nb();\n"},
		{"at the end", "a();\n\nfunction f() {}\n", "a();\n"},
		{"at the beginning", "function f() {}\n\na();\n", "a();\n"},
		{"in a block", "if (a) {\n  let x;\n\n  b();\n\n  let y;\n}\n", "if (a) {\n  b();\n}\n"},
		{"everything in a block", "if (a) {\n  let x;\n\n  let y;\n}\n", "if (a) {\n}\n"},
		{"a comment that stands apart", "a();\n\n// Part two.\n\nfunction f() {}\n\nb();\n", "a();\n\n// Part two.\n\nb();\n"},
		{"a comment behind", "a(); // a\nlet x = 1; // x\nb(); // b\n", "a(); // a\nb(); // b\n"},
		{"a license", "/*! mine */\nfunction f() {}\na();\n", "/*! mine */\na();\n"},
		{"an instruction", "// eslint-disable-next-line\nfunction f() {}\na();\n", "// eslint-disable-next-line\na();\n"},
		{"declarators with comments", "let a = 1, // first\n    b = 2, // second\n    // about c\n    c = 3; // third\nd(a, c);\n", "let a = 1, // first\n    // about c\n    c = 3; // third\nd(a, c);\n"},
		{"the last declarator with comments", "let a = 1, // first\n    b = 2; // second\nd(a);\n", "let a = 1; // first // second\nd(a);\n"},
		{"the first declarator", "let a = 1, // first\n    b = 2; // second\nd(b);\n", "let b = 2; // second\nd(b);\n"},
		{"a declarator with its comment above", "let a = 1,\n    // about b\n    b = 2,\n    c = 3;\nd(a, c);\n", "let a = 1,\n    c = 3;\nd(a, c);\n"},
		{"commas first", "let a = 1\n  , b = 2\n  , c = 3\nd(a, c)\n", "let a = 1\n  , c = 3\nd(a, c)\n"},
		{"Windows", "a();\r\n\r\nfunction f() {}\r\n\r\nb();\r\n", "a();\r\n\r\nb();\r\n"},
		{"one line", "a();function f(){}b();let x;c()", "a();b();c()"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, remove(t, tt.in, parse.Module, Options{})); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestGone checks the list of what is removed.
func TestGone(t *testing.T) {
	f := Find(read(t, "function f() { let y = 1; function g() {} } class A {} let x = 1; x = 2; x = a();", parse.Module), Options{})
	var got []string
	for _, g := range f.Gone {
		got = append(got, fmt.Sprint(g.Kind, " ", g.Name.Name))
	}
	want := []string{"function f", "class A", "variable x", "assignment x", "assignment x"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestLargePrograms removes many things at once. `sonlab grow --modes O2` says whether the cost is linear.
func TestLargePrograms(t *testing.T) {
	const n = 20000
	chain := func(i int) string { return fmt.Sprintf("function f%d() { f%d(); }\n", i, i+1) }
	for _, tt := range []struct {
		name      string
		part      func(i int) string
		end, want string
	}{
		{"a dead chain", chain, "a();\n", "a();\n"},
		{"a live chain", chain, "f0();\n", ""},
		{"statements between", func(i int) string { return fmt.Sprintf("let x%d = 1;\na();\n\n", i) }, "a();\n", strings.Repeat("a();\n\n", n) + "a();\n"},
		{"declarators", func(i int) string { return fmt.Sprintf("let x%d = 1, y%d = x%d;\n", i, i, i) }, "a();\n", "a();\n"},
		{"one variable", func(i int) string { return "var x = 1;\n" }, "a();\n", "a();\n"},
		{"one line", func(i int) string { return fmt.Sprintf("var x%d = 1;", i) }, "a();", "a();"},
		{"nested functions", func(i int) string { return fmt.Sprintf("function f%d() {", i) }, strings.Repeat("}", n) + "a();", "a();"},
		{"a chain of targets", func(i int) string { return "x = " }, "a();var x;", "a();"},
		{"a comma expression", func(i int) string { return "x = 1, a(), " }, "x = 2;var x;", "a()" + strings.Repeat(", a()", n-1) + ";"},
		{"a long declaration", func(i int) string {
			if i == 0 {
				return "var y = 1"
			}
			return fmt.Sprintf(", x%d = 1", i)
		}, "; a(y);", "var y = 1; a(y);"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			for i := range n {
				b.WriteString(tt.part(i))
			}
			b.WriteString(tt.end)
			src := b.String()
			p, ds := parse.Parse(src, parse.Options{Type: parse.Module})
			if p == nil {
				t.Fatal(ds[0])
			}
			got := print.Apply(src, Find(p, Options{}).Patches)
			if tt.want != "" && got != tt.want {
				t.Errorf("%d bytes are left: %.200s", len(got), got)
			}
			if tt.want == "" && !strings.HasPrefix(got, src[:len(src)/2]) {
				t.Errorf("live functions are gone: %.200s", got)
			}
		})
	}
}
