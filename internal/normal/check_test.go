package normal

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

func read(t *testing.T, src string, o parse.Options) *ast.Program {
	t.Helper()
	p, ds := parse.Parse(src, o)
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	return p
}

func TestAtomicStatementsAreInTheForm(t *testing.T) {
	for _, src := range []string{
		"const t = a + b;", "const t = a.b;", "const t = a[b];", "a.b = c;", "a[b] = c;", "a = b.c;", "f(a, 1, 'x', this, -1, void 0);",
		"const t = new F(a);", "const t = a.m(b, ...c);", "const t = (0, a)(b);", "const t = (0, a.b)(c);", "const t = `x${a}y`;",
		"const t = [a, , ...b];", "const t = { a, b: c, get d() { return e; }, ...f };", "const t = typeof a;", "const t = delete a.b;",
		"const t = a++;", "a.b += c;", "const t = (0, function () {});", "const f = function () {};", "const t = /x/;",
		"if (a) {} else { f(); }", "while (true) { break; }", "l: { break l; }", "for (const k in o) { f(k); }", "for (o.k of p) {}",
		"let { a, b: [c] } = d;", "throw a;", "const f = (a) => a;", "const t = 0 / 0;", "class A extends B { m() { return a; } }",
		"try { f(); } catch (e) { g(e); } finally { h(); }", "import a from 'b';", "export default a;", "const t = #x in a;",
	} {
		if strings.Contains(src, "#x") {
			src = "class A { #x; m(a) { " + src + " } }"
		}
		p := read(t, src, parse.Options{Type: parse.Module})
		if r := Check(p, nil); len(r.Violations) > 0 || len(r.Nested) > 0 {
			t.Errorf("%s: %v, nested %v", src, r.Violations, r.Nested)
		}
	}
}

func TestViolationsAreFound(t *testing.T) {
	for src, want := range map[string]string{
		"f(g());":                             "an operand is call, not a simple operand",
		"const t = a.b.c;":                    "member is no property of a simple operand",
		"const t = a ? b : c;":                "cond is no step",
		"const t = a && b;":                   "&& is no step",
		"const t = (a = b);":                  "an assignment inside an expression",
		"a, b;":                               "a comma",
		"let a, b;":                           "a declaration of 2 variables",
		"for (;;) {}":                         "for is no statement of the form",
		"do {} while (a);":                    "dowhile is no statement of the form",
		"switch (a) {}":                       "switch is no statement of the form",
		"while (a) {}":                        "a while with a test",
		"if (a) {}":                           "an if without else",
		"if (a) f(); else {}":                 "an arm without braces",
		"if (!a) {} else {}":                  "the test of an if is !, not a simple operand",
		"{}":                                  "block is no statement of the form",
		"const f = () => a.b;":                "the value of an arrow is member, not a simple operand",
		"a.b = c.d;":                          "the stored value is member, not a simple operand",
		"let { a } = b.c;":                    "the destructured value is member, not a simple operand",
		"for (const a of b.c) {}":             "the iterated value is member, not a simple operand",
		"throw new E();":                      "the thrown value is new, not a simple operand",
		"function f(a) { let g = (a) => a; }": "a name of two bindings: a",
		"f(); function g(f) {}":               "the name of a global: f",
	} {
		r := Check(read(t, src, parse.Options{Type: parse.Module}), nil)
		if len(r.Violations) != 1 || r.Violations[0].What != want {
			t.Errorf("%s: %v, want %s", src, r.Violations, want)
		}
	}
}

func TestBracketsAreCounted(t *testing.T) {
	for src, want := range map[string]string{
		"a.m(b());":                    "arguments of a method",
		"a.b += c();":                  "compound assignment",
		"const t = a?.b(c());":         "optional chain",
		"const t = [...a, b()];":       "spread",
		"const t = { [a]: b() };":      "object literal",
		"const { a = b() } = c;":       "pattern",
		"outside = a();":               "assignment to a global",
		"class A { static x = f(); }":  "class",
		"const t = a.b`${c()}`;":       "tagged template",
		"for ({ a: b.c().d } of e) {}": "pattern",
	} {
		r := Check(read(t, src, parse.Options{Type: parse.Module}), nil)
		if len(r.Violations) > 0 || r.Nested[want] != 1 && want != "assignment to a global" || len(r.Nested) > 1 {
			t.Errorf("%s: %v, nested %v", src, r.Violations, r.Nested)
		}
	}
}

func TestEachBindingGetsAName(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"two functions", "function f(a) { let t; } function g(a) { let t; }", "function f(a){let t}function g(a$1){let t$1}"},
		{"shorthand", "function f(a) { return { a }; } function g(a) { ({ a } = { a }); }", "function f(a){return{a}}function g(a$1){({a:a$1}={a:a$1})}"},
		{"the name of a global", "function f(print) { print(); } function g() { print(); }", "function f(print$1){print$1()}function g(){print()}"},
		{"a name like the new ones", "function f(a, a$1) {} function g(a) {}", "function f(a,a$1){}function g(a$2){}"},
		{"undefined", "function f(undefined) { return undefined; }", "function f(undefined$1){return undefined$1}"},
		{"a function keeps its name", "function f(a) { const a1 = function () {}; { const a1 = 2; } }", "function f(a){const a1=function(){};{const a1$1=2}}"},
		{"declared functions", "function f() { function g() {} } function h() { function g() {} }", "function f(){function g(){}}function h(){function g(){}}"},
		{"eval", "function f(a) { eval('a'); } function g(a) {}", "function f(a){eval('a')}function g(a$1){}"},
		{"one identifier of two bindings", "function f(e) {} function g() { try {} catch (e) { var e = 1; } return e; }",
			"function f(e$1){}function g(){try{}catch(e){var e=1}return e}"},
		{"parameters that initialize variables", "function f(a) {} function g(a, b = () => a) { var a; return a; }",
			"function f(a$1){}function g(a,b=()=>a){var a;return a}"},
		{"scripts show their names", "let a; function f() { let a; }", "let a;function f(){let a$1}"},
	} {
		p := read(t, c.in, parse.Options{Type: parse.Script})
		Rename(p)
		if got := print.Program(p, print.Options{Compact: true}).Code; got != strings.ReplaceAll(c.want, "'", `"`) {
			t.Errorf("%s: %s\nbecomes %s\nnot     %s", c.name, c.in, got, c.want)
		}
	}
}
