package blockscoping

import (
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

// lower returns the program with its declarations lowered, and requires that it can be read then and that
// a second search finds nothing more.
func lower(t *testing.T, src string, o parse.Options) string {
	t.Helper()
	o.Path = "a.js"
	p, ds := parse.Parse(src, o)
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	code := print.Apply(src, Find(p))
	if p, ds = parse.Parse(code, o); p == nil {
		t.Fatalf("%v\n%s", ds, code)
	}
	if again := Find(p); len(again) > 0 {
		t.Errorf("a second search makes of\n%s\n%s", code, print.Apply(code, again))
	}
	return code
}

// TestFunctions checks declarations in a function of a script. What these programs do, before and after, is
// checked by the fixture block_scoping and by generated programs.
func TestFunctions(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"constants", "const x = a(); b(x, x);", "var x = a(); b(x, x);"},
		{"several", "let x = a(), y, { z } = x; b(y, z);", "var x = a(), y, { z } = x; b(y, z);"},
		{"a loop", "for (let i = 0, n = a(); i < n; i++) { const x = b(i); c(x, x); }", "for (var i = 0, n = a(); i < n; i++) { var x = b(i); c(x, x); }"},
		{"loops over values", "for (const x of a()) b(x); for (let k in a()) b(k);", "for (var x of a()) b(x); for (var k in a()) b(k);"},
		{"loops that share a name", "for (const x of a()) b(x); for (const x of b()) a(x);", "for (var x of a()) b(x); for (var x of b()) a(x);"},
		{"a pattern in a loop", "for (const [k, v] of a()) b(k, v);", "for (var [k, v] of a()) b(k, v);"},
		{"a closure", "const x = a(); b(() => x);", "var x = a(); b(() => x);"},
		{"a closure in a block", "if (a()) { const x = a(); b(() => x); }", "if (a()) { var x = a(); b(() => x); }"},
		{"a recursive closure", "if (a()) { const x = n => n && x(n - 1); b(x); }", "if (a()) { var x = n => n && x(n - 1); b(x); }"},
		{"a declared function that is called later", "const x = a(); f(); function f() { b(x); }", "var x = a(); f(); function f() { b(x); }"},
		{"undefined in a loop", "while (a()) { let x; if (b()) x = 1; c(x); }", "while (a()) { var x = void 0; if (b()) x = 1; c(x); }"},
		{"assigned first in a loop", "while (a()) { let x; if (b()) { x = 1; } else { c(); x = 2; } c(x); }", "while (a()) { var x; if (b()) { x = 1; } else { c(); x = 2; } c(x); }"},
		{"assigned by each case", "while (a()) { let x; switch (b()) { case 1: x = 1; break; case 2: c(); case 3: x = 2; break; default: x = 3; } c(x); }", "while (a()) { var x; switch (b()) { case 1: x = 1; break; case 2: c(); case 3: x = 2; break; default: x = 3; } c(x); }"},
		{"assigned by cases that do not jump", "while (a()) { let x; switch (b()) { case 1: return; case 2: if (c()) { x = 1; break; } x = 2; break; case 3: throw b; default: if (c()) continue; x = 3; } c(x); }", "while (a()) { var x; switch (b()) { case 1: return; case 2: if (c()) { x = 1; break; } x = 2; break; case 3: throw b; default: if (c()) continue; x = 3; } c(x); }"},
		{"assigned unless it ends", "while (a()) { let x; if (b()) break; else if (c()) return; else x = 1; c(x); }", "while (a()) { var x; if (b()) break; else if (c()) return; else x = 1; c(x); }"},
		{"assigned where it does not return", "while (a()) { let x; switch (b()) { case 1: x = 1; break; default: return; } c(x); }", "while (a()) { var x; switch (b()) { case 1: x = 1; break; default: return; } c(x); }"},
		{"no default", "while (a()) { let x; switch (b()) { case 1: x = 1; break; case 2: x = 2; } c(x); }", "while (a()) { var x = void 0; switch (b()) { case 1: x = 1; break; case 2: x = 2; } c(x); }"},
		{"a case that breaks", "while (a()) { let x; switch (b()) { case 1: if (c()) break; x = 1; break; default: x = 2; } c(x); }", "while (a()) { var x = void 0; switch (b()) { case 1: if (c()) break; x = 1; break; default: x = 2; } c(x); }"},
		{"a case that breaks in a try", "while (a()) { let x; switch (b()) { default: try { b(); break; } catch { } x = 2; } c(x); }", "while (a()) { var x = void 0; switch (b()) { default: try { b(); break; } catch { } x = 2; } c(x); }"},
		{"a case that falls in", "while (a()) { let x; switch (b()) { case 1: c(); default: x = 2; } c(x); }", "while (a()) { var x; switch (b()) { case 1: c(); default: x = 2; } c(x); }"},
		{"a case that falls out", "while (a()) { let x; switch (b()) { default: x = 2; break; case 1: c(); } c(x); }", "while (a()) { var x = void 0; switch (b()) { default: x = 2; break; case 1: c(); } c(x); }"},
		{"a use in a case", "while (a()) { let x; switch (b()) { case 1: x = 1; break; case 2: c(x); default: x = 2; } c(x); }", "while (a()) { var x = void 0; switch (b()) { case 1: x = 1; break; case 2: c(x); default: x = 2; } c(x); }"},
		{"a use in a test of a case", "while (a()) { let x; switch (b()) { case x: x = 1; break; default: x = 2; } c(x); }", "while (a()) { var x = void 0; switch (b()) { case x: x = 1; break; default: x = 2; } c(x); }"},
		{"a break of an inner switch", "while (a()) { let x; switch (b()) { default: switch (c()) { case 1: break; default: x = 1; } } c(x); }", "while (a()) { var x = void 0; switch (b()) { default: switch (c()) { case 1: break; default: x = 1; } } c(x); }"},
		{"assigned by itself", "while (a()) { let x; x = b(x); c(x); }", "while (a()) { var x = void 0; x = b(x); c(x); }"},
		{"assigned in a test", "while (a()) { let x, y; if (b() && (x = a(), y = b(x), x < y)) c(x, y); }", "while (a()) { var x, y; if (b() && (x = a(), y = b(x), x < y)) c(x, y); }"},
		{"assigned where a test is false", "while (a()) { let x; if (!(b() || (x = a()))) c(); else c(x); }", "while (a()) { var x = void 0; if (!(b() || (x = a()))) c(); else c(x); }"},
		{"assigned by both operands", "while (a()) { let x; if (!(b(x = 1) && (x = a()))) c(x); else c(x); }", "while (a()) { var x; if (!(b(x = 1) && (x = a()))) c(x); else c(x); }"},
		{"assigned by a left operand only where it is true", "while (a()) { let x; if (b() && (x = a())) c(); c(x); }", "while (a()) { var x = void 0; if (b() && (x = a())) c(); c(x); }"},
		{"assigned behind a negation", "while (a()) { let x; if (!(b() && (x = a()))) continue; c(x); }", "while (a()) { var x; if (!(b() && (x = a()))) continue; c(x); }"},
		{"assigned in an argument", "while (a()) { let x; c(a(), (x = b(), a(x)), x); }", "while (a()) { var x; c(a(), (x = b(), a(x)), x); }"},
		{"used before an argument", "while (a()) { let x; c(x, x = b()); }", "while (a()) { var x = void 0; c(x, x = b()); }"},
		{"assigned by one arm", "while (a()) { let x; c(b() ? x = 1 : 2, x); }", "while (a()) { var x = void 0; c(b() ? x = 1 : 2, x); }"},
		{"assigned by both arms", "while (a()) { let x; c(b() ? x = 1 : (x = 2), x); }", "while (a()) { var x; c(b() ? x = 1 : (x = 2), x); }"},
		{"assigned behind a ??", "while (a()) { let x; c(b() ?? (x = 2), x); }", "while (a()) { var x = void 0; c(b() ?? (x = 2), x); }"},
		{"assigned in an optional call", "while (a()) { let x; a()?.(x = 2); c(x); }", "while (a()) { var x = void 0; a()?.(x = 2); c(x); }"},
		{"assigned by a declaration", "while (a()) { let x; var y = [x = b(), new a(x)]; c(x, y); }", "while (a()) { var x; var y = [x = b(), new a(x)]; c(x, y); }"},
		{"undefined after another one", "{ let x = a(); b(x, x); } { let x; a(x); }", "{ var x = a(); b(x, x); } { var x = void 0; a(x); }"},
		{"in a block of a case", "switch (a()) { case 1: { const x = b(); c(x); } }", "switch (a()) { case 1: { var x = b(); c(x); } }"},

		{"a closure in a loop", "while (a()) { const x = a(); b(() => x); }", ""},
		{"a closure in the head of a loop", "for (let i = 0; i < 3; i++) a(() => i);", ""},
		{"a closure over values", "for (const x of a()) b(() => x);", ""},
		{"an early use", "a(x); const x = 1;", ""},
		{"a use in the initializer", "const x = a(x);", ""},
		{"a use in a pattern", "const { x, y = x } = a();", ""},
		{"a use in what a loop is over", "for (const x of a(x)) b(x);", ""},
		{"an early closure", "f(); const x = a(); function f() { b(x); }", ""},
		{"a function of the same block", "if (a()) { f(); let x = a(); function f() { b(x); } }", ""},
		{"a closure whose properties a pattern reads", "const { x } = () => x;", ""},
		{"a closure in the initializer", "const x = a(() => x);", ""},
		{"a constant that is assigned", "const x = a(); x = 2;", ""},
		{"a case", "switch (a()) { case 1: let x = b(); default: c(x); }", ""},
		{"a name around the block", "let x = a(); { let x = b(); c(x); } a(x);", "var x = a(); { let x = b(); c(x); } a(x);"},
		{"a block around the block", "{ let x = a(); { let x = b(); c(x); } a(x); }", "{ var x = a(); { let x = b(); c(x); } a(x); }"},
		{"a closure, and another block", "{ const x = a(); b(() => x); } { const x = a(); b(x); }", "{ var x = a(); b(() => x); } { const x = a(); b(x); }"},
		{"a function in another block", "{ let f = a(); b(f); } { function f() {} f(); }", ""},
		{"a caught exception", "try { a(); } catch (x) { { let x = b(); c(x); } a(x); }", ""},
		{"a parameter", "{ let p = b(); c(p); }", ""},
		{"the function's own name", "{ let outer = b(); c(outer); }", "{ var outer = b(); c(outer); }"},
		{"the function's own name, referenced", "{ let outer = b(); c(outer); } outer();", ""},
		{"a global name", "{ let x = b(); c(x); } a(() => x);", ""},
		{"arguments", "{ let arguments = b(); c(arguments); }", ""},
		{"eval", "{ let x = b(); c(x); } eval(a);", ""},
		{"eval in a closure", "{ let x = b(); c(x); } a(() => eval(a));", ""},
		{"with", "{ let x = b(); c(x); } with (a) b;", ""},
		{"classes", "class x {} b(x);", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const head, tail = "function outer(p) {", "}"
			want := tt.want
			if want == "" {
				want = tt.in
			}
			if got := lower(t, head+tt.in+tail, parse.Options{}); got != head+want+tail {
				t.Errorf("%s\nbecomes\n%s\nnot\n%s", tt.in, got, head+want+tail)
			}
		})
	}
}

// TestTopLevels checks declarations at the top level.
func TestTopLevels(t *testing.T) {
	module := parse.Options{Type: parse.Module}
	for _, tt := range []struct {
		name, in, want string
		o              parse.Options
	}{
		{"a script", "const x = a(); { let y = x; b(y); }", "", parse.Options{}},
		{"a module", "const x = a(); { let y = x; b(y); } export {};", "var x = a(); { var y = x; b(y); } export {};", module},
		{"exported", "export const x = a(); let y = x; export { y }; b(x);", "", module},
		{"an exported function, which may run before", "const x = a(); export function f() { return x; }", "", module},
		{"imported", "import { x } from 'x'; { let x = a(); b(x); }", "", module},
		{"unresolved", "{ let x = a(); b(x); } b(typeof x); export {};", "", module},
		{"unresolved in a function", "{ let x = a(); b(x); } b(() => x); export {};", "", module},
		{"eval in a function", "{ let x = a(); b(x); } b(() => eval(a)); export {};", "", module},
		{"CommonJS", "const x = a(); { let require = x; b(require); } exports.y = x;", "var x = a(); { let require = x; b(require); } exports.y = x;", parse.Options{Type: parse.CommonJS}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want == "" {
				want = tt.in
			}
			if got := lower(t, tt.in, tt.o); got != want {
				t.Errorf("%s\nbecomes\n%s\nnot\n%s", tt.in, got, want)
			}
		})
	}
}
