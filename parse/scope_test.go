package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sonjs/son/parse/ast"
)

// symbolLines describes each symbol of a program on a line of its own:
//
//	scope name kind: references flags
//
// References are in source order, r read, w write, i initialize, d declare, t
// typeof, x delete, c call; ^ marks those in another function. The last line
// lists the unresolved names.
func symbolLines(p *ast.Program) string {
	var scopes []*ast.Scope
	seen := map[*ast.Scope]bool{}
	var note func(s *ast.Scope)
	note = func(s *ast.Scope) {
		if s != nil && !seen[s] {
			seen[s] = true
			note(s.Parent)
			scopes = append(scopes, s)
		}
	}
	note(p.Scope)
	free := []string{}
	ast.Walk(p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			note(n.SelfScope)
			note(n.Scope)
			note(n.BodyScope)
		case *ast.Class:
			note(n.Scope)
		case *ast.Block:
			note(n.Scope)
		case *ast.For:
			note(n.Scope)
		case *ast.ForIn:
			note(n.Scope)
		case *ast.ForOf:
			note(n.Scope)
		case *ast.Switch:
			note(n.Scope)
		case *ast.Try:
			note(n.CatchScope)
		case *ast.Ident:
			if n.Sym == nil {
				free = append(free, n.Name)
			} else {
				note(n.Sym.Scope)
			}
		}
		return true
	})
	var b strings.Builder
	for _, s := range scopes {
		for _, sym := range s.Symbols {
			fmt.Fprintf(&b, "%s %s %s:%s\n", scopeText(s), sym.Name, symKinds[sym.Kind], symbolText(sym))
		}
	}
	if len(free) > 0 {
		fmt.Fprintf(&b, "free: %s\n", strings.Join(free, " "))
	}
	return b.String()
}

var scopeKinds = [...]string{"global", "module", "func", "body", "self", "block", "for", "switch", "catch", "class", "with"}

var symKinds = [...]string{"var", "let", "const", "class", "function", "blockfunc", "param", "catch", "import",
	"funcname", "classname", "arguments", "default", "using"}

func scopeText(s *ast.Scope) string {
	text := scopeKinds[s.Kind]
	if s.Loops > 0 {
		text += fmt.Sprintf("*%d", s.Loops)
	}
	if s.Eval {
		text += "(eval)"
	}
	return text
}

func symbolText(sym *ast.Symbol) string {
	var b strings.Builder
	for _, r := range sym.Refs {
		b.WriteByte(' ')
		for i, c := range "rwitxcd" {
			if r.Kind&(1<<i) != 0 {
				b.WriteRune(c)
			}
		}
		if r.Func != sym.Scope.Func {
			b.WriteByte('^')
		}
	}
	flag := func(on bool, name string) {
		if on {
			b.WriteString(" " + name)
		}
	}
	flag(sym.AssignedInner, "assignedInner")
	flag(sym.Exported, "exported")
	flag(sym.DynamicReach, "dynamic")
	flag(sym.Aliased, "aliased")
	flag(sym.AnnexB != nil, "annexB")
	fmt.Fprintf(&b, " =%d", sym.Assigns)
	return b.String()
}

func mustParse(t testing.TB, src string, typ SourceType) *ast.Program {
	t.Helper()
	p, ds := Parse(src, Options{Type: typ})
	if p == nil {
		t.Fatalf("%s: %v", src, ds)
	}
	return p
}

func TestScopeBindings(t *testing.T) {
	tests := []struct {
		name, src string
		want      string
	}{
		{"closure reads and writes", `function f(a) { let n = 0; return () => { n++; return a } }`, `
global f function: i =1
func a param: i r^ =1
func n let: i rw^ assignedInner =2
`},
		{"unresolved names stay unbound", `a = typeof b; c()`, `
free: a b c
`},
		{"kinds of references", `var x; x; x = 1; x += 1; x++; typeof x; delete x; x(); new x; x?.(); [x] = [1]; ({x}); ({x} = 1); ({k: x = 2} = 3)`, `
global x var: d r w rw rw rt x rc r rc w r w w =6
`},
		{"declarators", `var a, b = 1; let c, d = 1; const e = 1; var [f, {g, h: i}, ...j] = 1; let {k = 2} = 3`, `
global a var: d =0
global b var: i =1
global c let: i =0
global d let: i =1
global e const: i =1
global f var: i =1
global g var: i =1
global i var: i =1
global j var: i =1
global k let: i =1
`},
		{"var hoists to the function", `function f() { x; { var x = 1 } if (x) for (;;) { var y } }`, `
global f function: i =1
func x var: r i r =1
func y var: d =0
`},
		{"a use before let is bound to it", `{ f(x); let x = 1 } x`, `
block x let: r i =1
free: f x
`},
		{"shadowing", `let x = 1; function f(x) { { let x = 2; x } x } x`, `
global x let: i r =1
global f function: i =1
func x param: i r =1
block x let: i r =1
`},
		{"a function named like a var", `var f; f(); function f() {} var f = 1`, `
global f function: d rc i i =2
`},
		{"a function named like a parameter", `function g(a) { function a() {} return a }`, `
global g function: i =1
func a param: i i r =2
`},
		{"repeated parameters", `function f(a, a) { return a }`, `
global f function: i =1
func a param: i i r =2
`},
		{"parameter expressions have a scope of their own", `function f(a, b = () => c + a) { var c, a; c; a; b }`, `
global f function: i =1
func a param: i r^ =1
func b param: i r =1
body c var: d r =0
body a var: d r =0
free: c
`},
		{"computed keys are parameter expressions", `function f({[k]: a}) { var a }`, `
global f function: i =1
func a param: i =1
body a var: d =0
free: k
`},
		{"patterns without expressions are not", `function f([a], {b, c: {d}}, ...e) { var a }`, `
global f function: i =1
func a param: i d =1
func b param: i =1
func d param: i =1
func e param: i =1
`},
		{"the name of a function expression", `(function f() { f; f = 1; (function () { f }) }); f`, `
self f funcname: i r w r^ =2
free: f
`},
		{"a parameter shadows the function's name", `(function f(f) { var f; f })`, `
self f funcname: i =1
func f param: i d r =1
`},
		{"class declaration and its inner name", `class A extends A { m() { A } static x = A; [A]() {} } A = 1`, `
global A class: i w =2
class A classname: i r r^ r^ r =1
`},
		{"class expression", `x = class A { static { A; var v; let l } }; A`, `
class A classname: i r^ =1
func v var: d =0
func l let: i =0
free: x A
`},
		{"arguments is bound where it is used", `function f(a) { arguments[0] = 1; return () => arguments }`, `
global f function: i =1
func a param: i aliased =1
func arguments arguments: r r^ =0
`},
		{"strict parameters are not aliased", `function f(a) { "use strict"; arguments }`, `
global f function: i =1
func a param: i =1
func arguments arguments: r =0
`},
		{"defaults are not aliased", `function f(a = arguments) { arguments }`, `
global f function: i =1
func a param: i =1
func arguments arguments: r r =0
`},
		{"arguments of the nearest function", `function f() { function g() { arguments } } arguments; () => arguments`, `
global f function: i =1
func g function: i =1
func arguments arguments: r =0
free: arguments arguments
`},
		{"declared arguments", `function f(arguments) { arguments } function g() { var arguments; return arguments } function h() { { let arguments; arguments } }`, `
global f function: i =1
global g function: i =1
global h function: i =1
func arguments param: i r =1
func arguments arguments: d r =0
block arguments let: i r =0
`},
		{"arguments declared by an arrow", `function f() { return arguments => { arguments; { arguments } } }`, `
global f function: i =1
func arguments param: i r r =1
`},
		{"a function expression named arguments", `(function arguments() { return arguments })`, `
self arguments funcname: i =1
func arguments arguments: r =0
`},
		{"var arguments beside parameter expressions", `function f(a = 1) { var arguments; arguments }`, `
global f function: i =1
func a param: i =1
func arguments arguments: =0
body arguments var: d r =0
`},
		{"catch parameter", `try {} catch (e) { e; let x; { let e } } e`, `
catch e catch: i r =1
block x let: i =0
block e let: i =0
free: e
`},
		{"var of the catch parameter's name", `function f() { try {} catch (e) { var e = 1; var e; e } e }`, `
global f function: i =1
func e var: d r =0
catch e catch: i w r =2
`},
		{"catch pattern", `try {} catch ({a, b: [c = a]}) { c }`, `
catch a catch: i r =1
catch c catch: i r =1
`},
		{"loop heads", `for (let i = 0; i < 3; i++) { () => i } for (const k in k) { let y } for (var v of v) w = v`, `
global v var: w r r =1
for*1 i let: i r rw r^ =2
for*1 k const: i r =1
block*1 y let: i =0
free: w
`},
		{"nested loops", `while (1) { let a; do { let b; for (x of y) { let c } } while (a) } { let d; function f() { let e } }`, `
global f var: w =1
block*1 a let: i r =0
block*2 b let: i =0
block*3 c let: i =0
block d let: i =0
block f blockfunc: i annexB =1
func e let: i =0
free: x y
`},
		{"switch", `switch (x) { case x: let x = 1; default: x; function f() {} }`, `
global f var: w =1
switch x let: r i r =1
switch f blockfunc: i annexB =1
free: x
`},
		{"block functions get a var", `f(); { f(); function f() {} f = 1 } f()`, `
global f var: rc w rc =1
block f blockfunc: rc i w annexB =2
`},
		{"the var may be there already", `var f; { function f() {} } function g() {} { function g() {} }`, `
global f var: d w =1
global g function: i w =2
block f blockfunc: i annexB =1
block g blockfunc: i annexB =1
`},
		{"repeated block functions", `{ function f() { return 1 } function f() { return 2 } }`, `
global f var: w w =2
block f blockfunc: i i annexB =2
`},
		{"no var in strict code", `"use strict"; { function f() {} } f`, `
block f blockfunc: i =1
free: f
`},
		{"no var for async functions and generators", `{ async function f() {} function* g() {} }`, `
block f blockfunc: i =1
block g blockfunc: i =1
`},
		{"no var across a lexical declaration", `{ { function f() {} } let f } for (let g of x) { function g() {} }`, `
block f let: i =0
block f blockfunc: i =1
for*1 g let: i =1
block*1 g blockfunc: i =1
free: x
`},
		{"no var beside a lexical declaration", `{ function f() {} } let f`, `
global f let: i =0
block f blockfunc: i =1
`},
		{"no var across another block function", `{ function f() {} { function f() {} } }`, `
global f var: w =1
block f blockfunc: i annexB =1
block f blockfunc: i =1
`},
		{"no var for a parameter's name", `function g(f, h = 1) { { function f() {} } { function h() {} } }`, `
global g function: i =1
func f param: i =1
func h param: i =1
block f blockfunc: i =1
block h blockfunc: i =1
`},
		{"a var across a simple catch parameter", `try {} catch (f) { { function f() {} } } try {} catch ([g]) { { function g() {} } }`, `
global f var: w =1
catch f catch: i =1
block f blockfunc: i annexB =1
catch g catch: i =1
block g blockfunc: i =1
`},
		{"no var named arguments", `function g() { { function arguments() {} } arguments }`, `
global g function: i =1
func arguments arguments: r =0
block arguments blockfunc: i =1
`},
		{"functions as bodies of if", `if (x) function f() {} else function f() {} f`, `
global f var: w w r =2
block f blockfunc: i annexB =1
block f blockfunc: i annexB =1
free: x
`},
		{"labelled functions", `l: function f() {} { m: function g() {} }`, `
global f function: i =1
global g var: w =1
block g blockfunc: i annexB =1
`},
		{"sloppy direct eval", `function f(a) { let b; { let c; eval(s) } { let d } return () => a }`, `
global f function: i dynamic =1
func(eval) a param: i r^ dynamic aliased =1
func(eval) b let: i dynamic =0
block c let: i dynamic =0
block d let: i =0
free: eval s
`},
		{"strict direct eval", `function f(a) { "use strict"; (eval)(a) } function g(b) { eval?.(b); (0, eval)(b) }`, `
global f function: i dynamic =1
global g function: i dynamic =1
func a param: i r dynamic =1
func b param: i r r =1
free: eval eval eval
`},
		{"direct eval in parameters", `function f(a = eval(s)) { let b }`, `
global f function: i dynamic =1
func(eval) a param: i dynamic =1
body b let: i =0
free: eval s
`},
		{"with", `function f(o) { let x = 1; with (o) { let y; x } { let z } }`, `
global f function: i dynamic =1
func o param: i r dynamic =1
func x let: i r dynamic =1
block y let: i =0
block z let: i =0
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := symbolLines(mustParse(t, tt.src, Script))
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), got); diff != "" {
				t.Errorf("%s\nwant -, got +:\n%s", tt.src, diff)
			}
		})
	}
}

func TestModuleBindings(t *testing.T) {
	src := `
import d, {a as b, c} from "m"; import * as ns from "m";
export const k = b, [l] = c;
export function f() { return d }
export default class extends ns.X {}
let x, y; x = 1; export {x as z, y, y as "w"};
export * from "q"; export {nothing} from "q";
using u = null;`
	want := `
module d import: i r^ =1
module b import: i r =1
module c import: i r =1
module ns import: i r =1
module k const: i exported =1
module l const: i exported =1
module f function: i exported =1
module *default* default: exported =1
module x let: i w r exported =1
module y let: i r r exported =0
module u using: i =1
`
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), symbolLines(mustParse(t, src, Module))); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

// funcText describes the results of scope analysis for each function.
func funcText(p *ast.Program) string {
	var b strings.Builder
	for i, f := range p.Funcs {
		if f.Index != i {
			fmt.Fprintf(&b, "index %d at %d\n", f.Index, i)
		}
		name := strings.Fields(p.Source[f.Start:f.End] + " ")[0]
		if f.Name != nil {
			name = f.Name.Name
		}
		fmt.Fprintf(&b, "%s", name)
		if f.Parent != nil {
			fmt.Fprintf(&b, " in %d", f.Parent.Index)
		}
		for j, u := range []string{"this", "arguments", "super.", "super()", "new.target"} {
			if f.Uses&(1<<j) != 0 {
				b.WriteString(" " + u)
			}
		}
		for _, flag := range []struct {
			on   bool
			name string
		}{{f.DirectEval, "eval"}, {f.InnerEval && !f.DirectEval, "innerEval"}, {f.HasWith, "with"}, {f.InWith, "inWith"}} {
			if flag.on {
				b.WriteString(" " + flag.name)
			}
		}
		if len(f.Outer) > 0 {
			b.WriteString(" [")
			for k, s := range f.Outer {
				if k > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(s.Name)
			}
			b.WriteString("]")
		}
		if len(f.Globals) > 0 {
			fmt.Fprintf(&b, " %v", f.Globals)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestFunctionFacts(t *testing.T) {
	tests := []struct {
		name, src string
		want      string
	}{
		{"captures pass through the functions between", `
let t; function f(a) { let b; function g() { function h() { b; a; b; t; q; f } h(); z; q } }`, `
f [t f] [q z]
g in 0 [b a t f] [q z]
h in 1 [b a t f] [q]
`},
		{"a function's own name is not captured", `(function f() { return () => f })`, `
f
() in 0 [f]
`},
		{"uses pass through arrows", `function f() { () => () => this; () => 1; function g() { new.target } }`, `
f this
() in 0 this
() in 1 this
() in 0
g in 0 new.target
`},
		{"super", `class A extends B { constructor() { super() } m() { () => super.m } }`, `
() this super() new.target
() this super.
() in 1 this super.
`},
		{"arguments in an arrow", `function f() { () => arguments; () => arguments => arguments }`, `
f arguments
() in 0 arguments [arguments]
() in 0
arguments in 2
`},
		{"eval and with", `function f() { eval(""); function g() { function h() {} } } function i() { with (o) { (function j() { () => 1 }) } } function k() { () => eval("") }`, `
f this arguments new.target eval [eval]
g in 0 inWith
h in 1 inWith
i with [o]
j in 3 inWith
() in 4 inWith
k this arguments new.target innerEval [eval]
() in 6 this arguments new.target eval [eval]
`},
		{"computed keys, fields and static blocks", `x = { [function k() {}]() {} }; class C { [() => 1] = () => this; static { () => 3 } }`, `
k
()
()
() this
() in 3 this
{
() in 5
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := funcText(mustParse(t, tt.src, Script))
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), got); diff != "" {
				t.Errorf("%s\nwant -, got +:\n%s", tt.src, diff)
			}
		})
	}
}

// TestRedeclarations parses programs that declare names twice. A $ marks each
// second declaration, in the order of the errors.
func TestRedeclarations(t *testing.T) {
	tests := []struct {
		typ SourceType
		src string
	}{
		{Script, `let a; let $a`},
		{Script, `let a; var $a`},
		{Script, `var a; let $a`},
		{Script, `const a = 1; function $a() {}`},
		{Script, `function a() {} class $a {}`},
		{Script, `let [a, $a] = 1`},
		{Script, `{ var a; let $a }`},
		{Script, `{ let a; { var $a } }`},
		{Script, `{ { var a } let $a }`},
		{Script, `{ let a } var a; { let a }`},
		{Script, `for (let a;;) { var $a }`},
		{Script, `for (let a;;) { let a }`},
		{Script, `for (let [a, $a] of b) ;`},
		{Script, `{ function a() {} function a() {} }`},
		{Script, `"use strict"; { function a() {} function $a() {} }`},
		{Script, `{ function a() {} async function $a() {} }`},
		{Script, `{ function* a() {} function $a() {} }`},
		{Script, `{ function a() {} var $a }`},
		{Script, `{ var a; function $a() {} }`},
		{Script, `switch (1) { case 1: let a; case 2: let $a }`},
		{Script, `switch (1) { case 1: function a() {} case 2: function a() {} }`},
		{Script, `function f(a) { let $a }`},
		{Script, `function f(a) { { let a } var a; function a() {} }`},
		{Script, `function f(a = 1) { let $a }`},
		{Script, `function f(a = 1) { var a; function a() {} }`},
		{Script, `a => { let $a }`},
		{Script, `try {} catch (a) { let $a }`},
		{Script, `try {} catch (a) { { let a } }`},
		{Script, `try {} catch (a) { { { let a } } }`},
		{Script, `try {} catch (a) { function $a() {} }`},
		{Script, `try {} catch (a) { var a; for (var a;;); for (var a in b); for (var a of b); }`},
		{Script, `try {} catch ([a]) { var $a }`},
		{Script, `try {} catch ([a, $a]) {}`},
		{Script, `try {} catch (a) { try {} catch (a) { var a } }`},
		{Script, `{ let a; try {} catch (a) { var $a } }`},
		{Script, `class A { static { let a; var $a } }`},
		{Script, `class A { static { function a() {} function a() {} } }`},
		{Script, `class a { m() { var a } }`},
		{Script, `(function a() { let a })`},
		{Module, `import a from "m"; let $a`},
		{Module, `import {a, b as $a} from "m"`},
		{Module, `function a() {} function $a() {}`},
		{Module, `var a; function $a() {}`},
		{Module, `function a() {} var $a`},
		{Module, `function f() { function a() {} var a; function a() {} }`},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			src := strings.ReplaceAll(tt.src, "$", "")
			want := []string{}
			for i, part := range strings.Split(tt.src, "$") {
				if i > 0 {
					at := strings.Index(tt.src, "$"+part) - (i - 1)
					want = append(want, fmt.Sprintf("%d: \"a\" has already been declared", at))
				}
			}
			got := []string{}
			_, ds := Parse(src, Options{Type: tt.typ})
			for _, d := range ds {
				got = append(got, fmt.Sprintf("%d: %s", d.Span.Start, d.Text))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// TestFunctionScopes pins which scopes functions have.
func TestFunctionScopes(t *testing.T) {
	p := mustParse(t, `(function f(a = 1) { let b })(() => 1)`, Script)
	f, arrow := p.Funcs[0], p.Funcs[1]
	if f.SelfScope.Parent != p.Scope || f.Scope.Parent != f.SelfScope || f.BodyScope.Parent != f.Scope {
		t.Error("the scopes of f are not chained self, parameters, body")
	}
	if f.SelfScope.Func != f || f.Scope.Func != f || f.BodyScope.Func != f {
		t.Error("a scope of f does not belong to f")
	}
	if arrow.SelfScope != nil || arrow.BodyScope != nil || arrow.Scope.Parent != p.Scope || arrow.Parent != nil {
		t.Error("the arrow has scopes other than the one for parameters")
	}
}

func TestScopesAreLinear(t *testing.T) {
	tests := []struct {
		name, src string
	}{
		{"nested blocks with vars", strings.Repeat("{ var a; let b; a; ", 20_000) + strings.Repeat("}", 20_000)},
		{"nested functions", strings.Repeat("function f() { a; ", 20_000) + strings.Repeat("}", 20_000)},
		{"nested block functions", strings.Repeat("{ function f() {} ", 20_000) + strings.Repeat("}", 20_000)},
		{"nested catches", strings.Repeat("try {} catch (e) { e; ", 20_000) + strings.Repeat("}", 20_000)},
		{"nested arrows with this", strings.Repeat("() => { this; arguments; ", 20_000) + strings.Repeat("}", 20_000)},
		{"one scope of many names", func() string {
			var b strings.Builder
			for i := range 50_000 {
				fmt.Fprintf(&b, "var a%d; a%d;", i, i/2)
			}
			return b.String()
		}()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { mustParse(t, tt.src, Script) })
	}
}
