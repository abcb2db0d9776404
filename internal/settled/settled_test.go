package settled_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/internal/settled"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// TestSettled checks for each program whether the functions that read k can run before
// it has its value.
func TestSettled(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      bool
		typ       parse.SourceType
	}{
		// In a function.
		{"a closure that is created later", "g(1); const k = 1; return () => k", true, parse.Auto},
		{"a closure that is created before", "const f = () => k; g(f); const k = 1", false, parse.Auto},
		{"a function that is referenced later", "g(1); const k = 1; g(f); function f() { return k }", true, parse.Auto},
		{"a function that is called before", "f(); const k = 1; function f() { return k }", false, parse.Auto},
		{"a call whose error is caught", "try { f() } catch {} const k = 1; function f() { return k }", false, parse.Auto},
		{"a function that is stored before", "o.f = f; const k = 1; function f() { return k }", false, parse.Auto},
		{"a function that an object has before", "const all = { f }; g(all); const k = 1; function f() { return k }", false, parse.Auto},
		{"an object that nobody can have accessed", "const all = { f }, k = 1; g(all); function f() { return k }", true, parse.Auto},
		{"a list that begins with code that runs nothing", "'use x'; var u; let w = [1, f], r = /r/, x = -1 + 2; class A { m() { f() } } const k = w; function f() { return k }", true, parse.Auto},
		{"a class whose static part runs", "class A { static m = f() } const k = 1; function f() { return k }", false, parse.Auto},
		{"a class whose static block runs", "class A { static { f() } } const k = 1; function f() { return k }", false, parse.Auto},
		{"a class whose key is computed", "class A { [f()]() {} } const k = 1; function f() { return k }", false, parse.Auto},
		{"a class with heritage", "class A extends f() {} const k = 1; function f() { return k }", false, parse.Auto},
		{"a method that is created later", "g(1); const k = 1; class A { m() { return k } }", true, parse.Auto},
		{"a reference through a function", "h(); const k = 1; function h() { return f } function f() { return k }", false, parse.Auto},
		{"a reference through a closure", "g(() => h()); const k = 1; function h() { return f } function f() { return k }", false, parse.Auto},
		{"a reference in a function that nothing references", "g(1); const k = 1; function h() { return f } function f() { return k }", true, parse.Auto},
		{"a reference in a function that is referenced later", "g(1); const k = 1; g(h); function h() { return f } function f() { return k }", true, parse.Auto},
		{"a labelled function", "f(); var k = 1; foo: function f() { return k }", false, parse.Auto},
		{"a function with two labels", "f(); var k = 1; foo: bar: function f() { return k }", false, parse.Auto},
		{"a labelled function before", "g(1); foo: function f() { return k } var k = 1; f()", true, parse.Auto},
		{"a function of a later block", "g(1); const k = 1; { g(f); function f() { return k } }", true, parse.Auto},
		{"a function of a block before", "{ g(f); function f() { return k } } const k = 1", false, parse.Auto},
		{"a function of a branch before", "if (g()) function f() { return k } const k = 1; f()", false, parse.Auto},
		{"a function of a later case", "g(1); const k = 1; switch (g()) { case f(): function f() { return k } }", true, parse.Auto},
		{"a block's function beside a declared one", "f(); const k = 1; function f() { return k } { function f() { return 2 } }", false, parse.Auto},
		{"declared twice", "f(); const k = 1; function f() { return k } function f() { return k }", false, parse.Auto},
		{"its own initializer", "const k = g(() => k)", false, parse.Auto},
		{"another declarator before", "const a = g(() => k), k = 1", false, parse.Auto},
		{"another declarator after it", "const a = g(), k = 1, b = g(() => k)", true, parse.Auto},
		{"the pattern of the same declarator", "const { [f()]: a } = g(), k = 1; function f() { return k }", false, parse.Auto},
		{"one statement in another order than it is written in", "for ((f = () => k, o).x in (g(() => f()), {})) {} const k = 1; var f", false, parse.Auto},
		{"a call with eval", "eval('f()'); const k = 1; function f() { return k }", false, parse.Auto},
		{"a name under with", "with (g()) { f() } const k = 1; function f() { return k }", false, parse.Auto},
		{"a parameter that arguments aliases", "arguments[0](); const k = 1; function p() { return k }", false, parse.Auto},
		{"arguments of strict code", "'use strict'; arguments[0](); const k = 1; function p() { return k }", true, parse.Auto},
		{"a function inside of one that is created later", "g(1); const k = 1; return () => () => k", true, parse.Auto},

		// A value that can only be got at by its name.
		{"a closure with a name", "const f = () => k; g(1); const k = 1; g(f)", true, parse.Auto},
		{"a closure with a name that is referenced before", "const f = () => k; g(f); const k = 1", false, parse.Auto},
		{"a closure with a name that is called before", "var f = function () { return k }; f(); const k = 1", false, parse.Auto},
		{"a closure with a name, through a function", "const f = () => k; h(); const k = 1; function h() { return f }", false, parse.Auto},
		{"a function that is referenced before the closure exists", "h(); const f = () => k; g(1); const k = 1; function h() { return f }", false, parse.Auto},
		{"a function that is referenced before the closure exists, after k", "h(); const k = 1, f = () => k; function h() { return f }", true, parse.Auto},
		{"a closure in itself", "const k = { v: 1, m() { return k } }", true, parse.Auto},
		{"a closure in itself that is called", "const k = { v: g(() => k), m() { return 1 } }", false, parse.Auto},
		{"a closure in a closure in itself", "const k = { v: 1, m: [() => { const k2 = k }] }", true, parse.Auto},
		{"a getter", "const o = { get f() { return k } }; g(1); const k = 1; g(o)", true, parse.Auto},
		{"a getter before", "const o = { get f() { return k } }; o.f; const k = 1", false, parse.Auto},
		{"a closure beside others", "const o = { a: g(), f() { return k }, [g()]: 1, ...g() }; g(1); const k = 1; g(o)", true, parse.Auto},
		{"a closure in a spread", "const o = { ...g(() => k) }; const k = 1", false, parse.Auto},
		{"a closure in a computed key", "const o = { [g(() => k)]: 1 }; const k = 1", false, parse.Auto},
		{"a closure in a call", "const o = [g(() => k)]; const k = 1", false, parse.Auto},
		{"a name that is assigned", "let f = () => k; g(1); const k = 1; f = 2", false, parse.Auto},
		{"a name that an eval knows", "let f = () => k; eval('f()'); const k = 1", false, parse.Auto},
		{"a copy", "const h = f; g(1); const k = 1; g(h); function f() { return k }", true, parse.Auto},
		{"a copy before", "const h = f; g(h); const k = 1; function f() { return k }", false, parse.Auto},
		{"a copy of a copy before", "const h = f, i = [h]; g(i); const k = 1; function f() { return k }", false, parse.Auto},
		{"a class", "class A { m() { return k } f = k } g(1); const k = 1; new A()", true, parse.Auto},
		{"a class before", "class A { m() { return k } } new A().m(); const k = 1", false, parse.Auto},
		{"a class that extends one", "class A { m() { return k } } class B extends A {} g(1); const k = 1; new B()", true, parse.Auto},
		{"a class that extends one, before", "class A { m() { return k } } class B extends A {} new B().m(); const k = 1", false, parse.Auto},
		{"a class that extends a call", "class A { m() { return k } } class B extends g(A) {} const k = 1", false, parse.Auto},
		{"a class that gives itself away", "class A { m() { return k } static f = g(this) } const k = 1", false, parse.Auto},
		{"a class that gives its inner name away", "class A extends g(() => A) { m() { return k } } g(1); const k = 1", false, parse.Auto},
		{"a class in a value", "const o = { A: class { m() { return k } } }; g(1); const k = 1; g(o)", true, parse.Auto},

		// At the top of a module.
		{"nobody else has access", "const k = 1; function f() { return k } g(f)", true, parse.Module},
		{"an export", "const k = 1; export function f() { return k }", false, parse.Module},
		{"an export that a module before calls", "try { f() } catch {} const k = 1; export function f() { return k }", false, parse.Module},
		{"an export in a list", "const k = 1; function f() { return k } export { f }", false, parse.Module},
		{"an export with another name, above", "export { f as g }; const k = 1; function f() { return k }", false, parse.Module},
		{"a default", "const k = 1; export default function f() { return k }", false, parse.Module},
		{"a default without a name", "const k = 1; export default function () { return k }", false, parse.Module},
		{"a default that is an expression", "const k = 1; export default () => k", true, parse.Module},
		{"a default that names a function", "g(1); const k = 1; function f() { return k } export default f", true, parse.Module},
		{"a default that names a function, before", "g(1); function f() { return k } export default f; const k = 1", false, parse.Module},
		{"an exported closure", "g(1); const k = 1; export const f = () => k", true, parse.Module},
		{"an exported class", "g(1); const k = 1; export class A { m() { return k } }", true, parse.Module},
		{"a function that an export references", "const k = 1; export function h() { return f } function f() { return k }", false, parse.Module},
		{"an exported closure before", "export const f = () => k; g(1); const k = 1", false, parse.Module},
		{"a closure that is exported by name", "const f = () => k; g(1); const k = 1; export { f }", false, parse.Module},
		{"a default class", "export default class A { m() { return k } } g(1); const k = 1", false, parse.Module},
		{"a closure of a module", "const f = () => k; g(1); const k = 1; g(f)", true, parse.Module},
		{"a suspension", "await g(() => f()); const k = 1; function f() { return k }", false, parse.Module},
		{"a suspension without access", "await g(); const k = 1; g(f); function f() { return k }", true, parse.Module},

		// At the top of CommonJS and of scripts.
		{"exports of CommonJS are references", "const k = 1; exports.f = f; function f() { return k }", true, parse.CommonJS},
		{"exports of CommonJS before", "exports.f = f; const k = 1; function f() { return k }", false, parse.CommonJS},
		{"a parameter of the wrapper", "arguments[1](); const k = 1; function require() { return k }", false, parse.CommonJS},
		{"other scripts have access to a closure", "var f = () => k; g(); const k = 1", false, parse.Script},
		{"other scripts have access", "g(); const k = 1; function f() { return k }", false, parse.Script},
		{"nothing ran before", "const k = 1; function f() { return k }", true, parse.Script},
		{"a script's closure", "g(); const k = 1; g(() => k)", true, parse.Script},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := tt.src
			if tt.typ == parse.Auto {
				src = "function outer(p) {" + src + "}"
			}
			p, ds := parse.Parse(src, parse.Options{Type: tt.typ})
			if p == nil {
				t.Fatal(ds)
			}
			if got := settledIn(t, p); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// settledIn reports whether k is settled for all functions that read it.
func settledIn(t *testing.T, p *ast.Program) bool {
	t.Helper()
	var fn *ast.Function
	body := p.Body
	if strings.HasPrefix(p.Source, "function outer") {
		fn = p.Funcs[0]
		body = fn.Body
	}
	list := settled.New(p).List(fn)
	all, n := true, 0
	for _, st := range body {
		d, ok := st.(*ast.VarDecl)
		if !ok {
			continue
		}
		for _, one := range d.Decls {
			if id, ok := one.Target.(*ast.Ident); ok && id.Name == "k" {
				for _, r := range id.Sym.Refs {
					if r.Func != fn {
						n++
						all = all && list.Settled(one, r.Func)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Fatal("no function reads k")
	}
	return all
}
