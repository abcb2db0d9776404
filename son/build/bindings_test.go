package build_test

import (
	"fmt"
	"testing"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// symbolsNamed returns the symbols of a name in order of declaration.
func symbolsNamed(p *ast.Program, name string) (list []*ast.Symbol) {
	seen := map[*ast.Symbol]bool{}
	ast.Walk(p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && id.Sym != nil && !seen[id.Sym] {
			seen[id.Sym] = true
			list = append(list, id.Sym)
		}
		return true
	})
	return list
}

// TestPlaces checks the binding x in each program.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      build.Place
	}{
		{"local", `function f() { let x = 1; x++; return x }`, build.Value},
		{"parameter captured", `function f(x) { return () => x }`, build.Value},
		{"parameter assigned before capture", `function f(x) { x = x || 1; return () => x }`, build.Value},
		{"parameter assigned after capture", `function f(x) { g(() => x); x = 1 }`, build.Cell},
		{"parameter of a hoisted function", `function f(x) { return g; function g() { return x } }`, build.Value},
		{"assigned before, but a hoisted function references it", `function f(x) { x = 1; return g; function g() { return x } }`, build.Cell},
		{"const captured", `function f() { const x = 1; return () => x }`, build.Value},
		{"let captured after its last assignment", `function f(a) { let x; if (a) x = 1; else x = 2; return () => x }`, build.Value},
		{"let without value", `function f() { let x; return () => x }`, build.Value},
		{"assigned after capture", `function f() { let x = 1; g(() => x); x = 2 }`, build.Cell},
		{"updated after capture", `function f() { let x = 1; g(() => x); x++ }`, build.Cell},
		{"assigned by the closure", `function f() { let x = 1; return () => x++ }`, build.Cell},
		{"assigned by a closure in a closure", `function f() { let x = 1; return () => () => { x = 2 } }`, build.Cell},
		{"captured by a closure in a closure", `function f() { let x = 1; return () => () => x }`, build.Value},
		{"inner closure made early", `function f() { let x; g(() => () => x); x = 1 }`, build.Cell},
		{"captured in its own initializer", `function f() { const x = () => x; return x }`, build.OnceCell},
		{"called in its own initializer", `function f() { const x = g(() => x); return x }`, build.OnceCell},
		{"assigned with its own capture", `function f() { let x = 0; x = () => x; return x }`, build.Cell},
		{"hoisted function before let", `function f() { g(); let x = 1; function g() { return x } }`, build.OnceCell},
		{"hoisted function before let, assigned", `function f() { g(); let x = 1; x = 2; function g() { return x } }`, build.Cell},
		{"hoisted function before var", `function f() { g(); var x = 1; function g() { return x } }`, build.Cell},
		{"assigned by an earlier default", `function f(v) { let x, g; switch (v) { default: x = 1; break; case (g = () => x, 9): } return g }`, build.Cell},
		{"assigned left of of", `function f(a) { let x; for (x of [() => x]); }`, build.Cell},
		{"assigned by a pattern's default, captured by the value", `function f(a) { let x = 0; const { y = (x = 1) } = (g(() => x), a) }`, build.Cell},
		{"assigned by the value, captured by a pattern's default", `function f(a) { let x = 0; const { y = () => x } = (x = 1, a) }`, build.Value},
		{"var without value", `function f() { var x; return g; function g() { return x } }`, build.Value},
		{"block function before const", `function f() { { const x = 1; function g() { return x } g() } }`, build.OnceCell},
		{"var in a loop", `function f(a) { while (a()) { var x = a.b; a.push(() => x) } }`, build.Cell},
		{"const in a loop body", `function f(a) { while (a()) { const x = a.b; a.push(() => x) } }`, build.Value},
		{"let in a loop body, assigned", `function f(a) { while (a()) { let x = a.b; x += 1; a.push(() => x) } }`, build.Value},
		{"let of an outer body, inner loop", `function f(a) { while (a()) { let x = 0; while (a.b) { x++; a.push(() => x) } } }`, build.Cell},
		{"assigned in one loop, captured in the next", `function f(a) { let x = 0; while (a()) x++; while (a()) a.push(() => x) }`, build.Value},
		{"captured in a loop after it was assigned", `function f(a) { let x = a.b; while (a()) a.push(() => x) }`, build.Value},
		{"for head, constant", `function f(a) { for (let i = 0, x = a.length; i < x; i++) a.push(() => x) }`, build.Value},
		{"for head, updated", `function f(a) { for (let x = 0; x < a; x++) a.push(() => x) }`, build.Cell},
		{"for head var", `function f(a) { for (var x = 0; x < a; x++) a.push(() => x) }`, build.Cell},
		{"for head, captured by the initializer", `function f(a) { for (let x = 1, g = () => x; a(); ) a(g) }`, build.Value},
		{"do test captures", `function f(a) { var x; do { x = a() } while (a(() => x)) }`, build.Cell},
		{"for-of const", `function f(a) { for (const x of a) g(() => x) }`, build.Value},
		{"for-of var", `function f(a) { for (var x of a) g(() => x) }`, build.Cell},
		{"for-in target", `function f(a) { var x; for (x in a) g(() => x) }`, build.Cell},
		{"for-in const, assigned within", `function f(a) { for (let x in a) { x = 1; g(() => x) } }`, build.Value},
		{"catch parameter", `function f() { try { g() } catch (x) { return () => x } }`, build.Value},
		{"catch parameter, assigned later", `function f() { try { g() } catch (x) { g(() => x); x = 1 } }`, build.Cell},
		{"assigned in try, captured after", `function f() { let x; try { x = g() } catch (e) { x = 1 } return () => x }`, build.Cell},
		{"own name", `var a = function x() { return x }`, build.Value},
		{"own name captured", `var a = function x() { return () => x }`, build.Value},
		{"declared function", `function f() { function x() {} x() }`, build.Value},
		{"declared function captured", `function f() { function x() {} return () => x }`, build.OnceCell},
		{"declared function recursive", `function f() { function x() { x() } x() }`, build.OnceCell},
		{"declared function assigned", `function f() { function x() {} x = 1; return () => x }`, build.Cell},
		{"declared function assigned, not captured", `function f() { function x() {} x = 1; return x }`, build.Value},
		{"function declared twice", `function f() { function x() {} function x() {} return () => x }`, build.Cell},
		{"block function", `function f() { { function x() {} g(() => x) } }`, build.OnceCell},
		{"var beside a block function", `function f() { x; { function x() {} } return () => x }`, build.Cell},
		{"aliased parameter", `function f(x) { x = 1; return arguments[0] }`, build.Cell},
		{"strict parameter beside arguments", `function f(x) { "use strict"; x = 1; return arguments[0] }`, build.Value},
		{"direct eval", `function f(x) { eval("x = 1"); return x }`, build.Cell},
		{"switch let captured", `function f(a) { switch (a) { case 1: let x = 1; case 2: return () => x } }`, build.OnceCell},
		{"switch let not captured", `function f(a) { switch (a) { case 1: let x = 1; return x } }`, build.Value},
		{"destructured after capture", `function f(a) { let x; g(() => x); [x] = a }`, build.Cell},
		{"destructured before capture", `function f(a) { let { x } = a; return () => x }`, build.Value},
		{"default captures a later parameter", `function f(a = () => x, x) { return a }`, build.OnceCell},
		{"class captured by its method", `function f() { class x { m() { return x } } }`, build.Value},
		{"class captured after", `function f() { class x {} return () => x }`, build.Value},
		{"static block assigns", `function f() { let x = 1; class A { static { x = 2 } } return x }`, build.Cell},
		{"field initializer references it", `function f() { let x = 1; class A { y = x } x = 2 }`, build.Cell},
		{"top level let", `let x = 1; function f() { return x }`, build.Global},
		{"top level block", `{ let x = 1; g(() => x) }`, build.Value},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := readJS(t, c.src)
			syms := symbolsNamed(p, "x")
			if len(syms) == 0 {
				t.Fatal("no x")
			}
			if got := build.Decide(p).Of(syms[0]); got != c.want {
				t.Errorf("%s\ngot %v, want %v", c.src, got, c.want)
			}
			build.Program(p, son.Config{}) // must not panic
		})
	}
}

func TestUnresolvedNamesAreGlobal(t *testing.T) {
	p := readJS(t, `function f() { return x }`)
	if got := build.Decide(p).Of(nil); got != build.Global {
		t.Errorf("got %v", got)
	}
}

func TestStaysAsWritten(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`function f(a) { eval(a) }`, "direct eval"},
		{`function f(a) { with (a) b }`, "with"},
		{`with (a) { (function f() { }) }`, "inside with or eval"},
		{`function f(a) { a(); return; with (a) b }`, "with"},
		{`function f(a) { for (a() in []) ; }`, "assignment to a call"},
		{`(function f() { for (f in []) ; })`, "assignment to a function's own name"},
	} {
		for _, fold := range []bool{false, true} {
			p := readJS(t, c.src)
			g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{Fold: fold})
			switch {
			case (g == nil) == (bailout == nil):
				t.Errorf("%s: not exactly one of graph and reason", c.src)
			case bailout == nil:
				t.Errorf("%s: is built, want %s", c.src, c.want)
			case bailout.Reason != c.want || bailout.Span.IsZero():
				t.Errorf("%s: %q at %v, want %q", c.src, bailout.Reason, bailout.Span, c.want)
			}
		}
	}
}

func TestIsBuilt(t *testing.T) {
	for _, src := range []string{
		`function f(a) { switch (a) { case 1: { let x = 1; return x } case 2: let y = 2; return y } }`,
		`function f(a) { for (let i = 0, n = a; i < n; i++) a(() => n) }`,
		`function f(a) { for (let i = 0, b = () => i; i < a; i++) a(() => i, b) }`,
		`function f(a) { for (let i = 0; i < a; ) { a(() => i++); if (a) continue; break } }`,
		`function f(a) { for (let i = 0, b = () => i++; ; i++) { return b } }`,
		`({ get f() { return this.x } })`,
		`({ set f(v) { this.x = v } })`,
		`({ async: 1, f() { return [...arguments] } })`,
		`(function f() { return f })`,
		`(() => this)`,
		`function f() { return () => arguments }`,
		`function f(a, a) { return a }`,
		`function f(a) { function a() { } return a }`,
		`function f(a) { var a; return a }`,
		`function f() { "use strict"; return this }`,
		`function f() { x(); function x() { return y } let y = 1; return y }`,
		`function f() { const x = 1; (() => x)(); if (x) { const x = 2; return x } }`,
		`function f(a) { l: { if (a) break l; a() } l: while (a) { for (;;) { if (a()) continue l; break l } } }`,
		`function f(a) { switch (a) { } switch (a) { default: } switch (a) { case 1: case 2: a(); default: case 3: break } }`,
		`function f(a) { return { __proto__: a, "__proto__x": 1, ["__proto__"]: 2, 1: 2, 1e3: 3, "q": 4, a, 5n: 6 } }`,
		`function f(a) { if (a) return 1; else return 2 }`,
		`function f(a) { while (a) { if (a()) continue; else break } do { continue } while (a()) }`,
		`function f(a) { do { break } while (a); for (;;) ; }`,
		`function f(a) { a &&= 1; let b = a; b ||= 2; g(() => b); b ??= 3; return b }`,
		`function f(a) { for (;;) { let k = 1; g(() => k); k = 2; if (a) break } }`,
	} {
		for _, c := range []son.Config{{}, {Fold: true}, {AllPhis: true}} {
			t.Run(fmt.Sprintf("%.50s %v %v", src, c.Fold, c.AllPhis), func(t *testing.T) {
				graphOf(t, src, c)
			})
		}
	}
}

func TestClosuresTakeTheirCaptures(t *testing.T) {
	p := readJS(t, `let top = 1;
function f(a) {
	let cell = 1; cell = a(() => cell);
	const value = 2;
	return function g() { return [top, a, cell, value, () => [g, arguments, cell]] };
}`)
	b := build.Decide(p)
	prog := build.Program(p, son.Config{})
	for i, want := range map[int]string{0: "f", 1: "f.(anonymous)", 2: "f.g", 3: "f.g.(anonymous)"} {
		if got := prog.Funcs[i].Name; got != want {
			t.Errorf("function %d is %s, want %s", i, got, want)
		}
	}
	inputs := func(fn, closure int) (out []string) {
		prog.Funcs[fn].Graph.Nodes(func(n *son.Node) {
			if n.Op == son.OpClosure && int(n.Idx) == closure {
				for i, x := range n.Args() {
					out = append(out, b.Captures(p.Funcs[closure])[i].Name+"="+x.Op.String())
				}
			}
		})
		return
	}
	for _, c := range []struct {
		fn, closure int
		want        string
	}{
		{0, 2, "[a=Param cell=NewCell value=Bind]"},
		{2, 3, "[g=Self arguments=Arguments]"}, // the cell is f's, to which g only leads,
	} {
		if got := fmt.Sprint(inputs(c.fn, c.closure)); got != c.want {
			t.Errorf("captures of function %d: %s, want %s", c.closure, got, c.want)
		}
	}
}

func TestStaticNames(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`function x() { }`, "x"},
		{`var x = function () { }`, "x"},
		{`var x = (function () { })`, "x"},
		{`x = () => 1`, "x"},
		{`(x) = () => 1`, ""},
		{`x ||= () => 1`, "x"},
		{`x += function () { }`, ""},
		{`a.x = function () { }`, ""},
		{`({ x: function () { } })`, "x"},
		{`({ x() { } })`, "x"},
		{`({ get x() { return 1 } })`, "get x"},
		{`({ "y z": () => 1 })`, "y z"},
		{`({ [x]: () => 1 })`, ""},
		{`({ __proto__: () => 1 })`, ""},
		{`var x = (0, function () { })`, ""},
		{`var x = function y() { }`, "y"},
		{`var { x = () => 1 } = a`, "x"},
		{`class A { x = () => 1 }`, ""},
	} {
		p := readJS(t, c.src)
		if got := build.Decide(p).StaticName(p.Funcs[0]); got != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

// TestParameterPatternsAreBuilt: code in a parameter list runs before the body, which only
// needs the names.
func TestParameterPatternsAreBuilt(t *testing.T) {
	for _, src := range []string{
		`function f({ a, b: [c, ...d], ...e }) { return [a, c, d, e] }`,
		`function f(a = 1, b = a + g()) { a = b; return a }`,
		`function f(...a) { return () => a }`,
		`(({ a } = {}) => a)()`,
		`class A { m(a = 1) { return this.x + a } }`,
		`class A { constructor(x) { this.x = x } }`,
		`class A { static get x() { return 1 } }`,
	} {
		p := readJS(t, src)
		g, bailout := build.Func(p, p.Funcs[0], build.Decide(p), son.Config{})
		if bailout != nil {
			t.Errorf("%s: %v", src, bailout)
			continue
		}
		if err := g.Verify(); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}
