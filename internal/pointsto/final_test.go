package pointsto

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// TestFinals asks which reads of properties are of final ones; with a question mark, the object may be missing.
func TestFinals(t *testing.T) {
	const c = `class C { constructor(v) { this.x = v; this.y = v; } m() { f(this.x, this.y); } } new C(1).m(); `
	for _, tt := range []struct{ name, src, want string }{
		{"fields of a constructor", c, "x y"},
		{"a field without a constructor", `class C { x = f(); m() { f(this.x); } } new C().m();`, "x"},
		{"a field without a value", `class C { x; m() { f(this.x); } } new C().m();`, "x"},
		{"a private field", `class C { #x = 1; m() { f(this.#x); } } new C().m();`, "x"},
		{"two assignments in a row", `class C { constructor(v) { this.x = this.y = v; } m() { f(this.x, this.y); } } new C(1).m();`, "x y"},
		{"a second assignment before anybody sees it", `class C { constructor(v) { this.x = 0; if (v) this.x = v; for (const a of [1]) this.x += a; } m() { f(this.x); } } new C(1).m();`, "x"},
		{"an assignment on a way only", `class C { constructor(v) { if (v) this.x = v; } m() { f(this.x); } } new C(1).m();`, ""},
		{"an assignment in a loop that shows the object", `class C { constructor(v) { this.x = 0; for (const a of [1]) { this.x += a; f(this); } } m() { f(this.x); } } new C(1).m();`, ""},
		{"a method of the constructor sees it", `class C { constructor(v) { this.x = v; this.m(); this.y = v; } m() { f(this.x, this.y); } } new C(1);`, "x"},
		{"another function sees it", `class C { constructor(v) { this.x = v; g(this); this.y = v; } } function g(o) { f(o.x, o.y); } new C(1);`, "x"},
		{"a function that the constructor makes sees it", `class C { constructor(v) { this.x = v; g(() => this.y); this.y = v; } } function g(h) { h(); } const o = new C(1); f(o.x, o.y);`, "x"},
		{"a function that a field has does not", `class C { constructor(v) { this.h = () => this.y; this.x = v; this.y = v; } m() { return this.h(); } } const o = new C(1); o.m(); f(o.x, o.y);`, "x y"},
		{"a function that a field has and another one reads", `class C { constructor(v) { this.h = () => this.y; this.x = this.h; this.y = v; } } const o = new C(1); f(o.h, o.y);`, "h"},
		{"read where it is constructed", `class C { constructor(v) { this.x = v; this.y = this.x; } } f(new C(1).y);`, "y"},
		{"an early return", `class C { constructor(v) { this.x = v; if (v) return; this.y = v; } m() { f(this.x, this.y); } } new C(1).m();`, "x"},
		{"another object is returned, and no method of the class is called", `class C { constructor(v) { this.x = v; return v; } m() { f(this.x); } } f(new C({ x: 1, m() {} }).x);`, "x"},
		{"another object is returned to a derived class", `class B { constructor(v) { return v; } } class C extends B { constructor(v) { super(v); this.x = 1; } } const o = { x: 2 }; new C(o); f(o.x, new C(null).x);`, ""},

		{"written in a method", c + `class D extends C { n() { this.x = 2; } } new D(1).n(); f(new C(2).x);`, "x y x"},
		{"written in a method of the base class", `class C { constructor(v) { this.x = v; } n() { this.x++; } } class D extends C { m() { f(this.x); } } new D(1).m(); new D(1).n(); f(new C(1).x);`, "x"}, // an instance of C itself
		{"written by another function", c + `function g(o) { o.x = 2; } g(new C(2));`, "y"},
		{"another class has the name", c + `class D { constructor() { this.x = 1; } n() { this.x = 2; } } new D().n();`, "x y"},
		{"an object of either class", `class C { constructor(v) { this.x = v; } } class D { constructor() { this.x = 1; } n() { this.x = 2; } } new D().n(); for (const o of [new C(1), new D()]) f(o.x); for (const o of [new C(1), { x: 2 }]) f(o.x);`, "x"},
		{"written by a constant key", c + `new C(2)["x"] = 3;`, "y"},
		{"written by a key that is a number", c + `new C(2)[1] = 3; for (let i = 0; i < 2; i++) new C(i)[i] = 2;`, "x y"},
		{"written by a key", c + `new C(2)[String(f)] = 3;`, ""},
		{"a private field and a key", `class C { #x = 1; y = 2; m(k) { this[k] = 1; f(this.#x, this.y); } } new C().m("y");`, "x"},
		{"written by a pattern", c + `[new C(2).x] = [3]; ({ a: new C(2).y } = f);`, ""},
		{"written by the head of a loop", c + `for (new C(2).x of [3]); for (new C(2).y in f);`, ""},
		{"written by an update", c + `new C(2).x++; new C(2).y ??= 1;`, ""},
		{"written through super", `class C { constructor(v) { this.x = v; } } class D extends C { n() { super.x = 2; } m() { f(this.x); } } new D(1).n(); new D(1).m();`, ""},
		{"deleted", c + `delete new C(2).x;`, "y"},
		{"deleted by a key", c + `delete f[f()];`, ""},
		{"by Object.assign", c + `Object.assign(new C(2), f);`, ""},
		{"by Object.defineProperty", c + `Object.defineProperty(new C(2), "x", { value: 1 });`, ""},
		{"by Reflect", c + `Reflect.set(new C(2), "x", 1);`, ""},
		{"by Object.assign of a literal", c + `Object.assign(new C(2), { x: 1 });`, "y"},
		{"by a key that is undefined", `class C { constructor(v) { this.undefined = v; } m() { f(this.undefined); } } new C(1).m(); new C(2)[undefined] = 3;`, ""},
		{"copied from", c + `f({ ...new C(2) });`, "x y"},
		{"by an assign of another class", `class C { constructor(v) { this.x = v; } assign(o) { o.x = 2; } } const a = new C(1); a.assign(a); f(a.x);`, ""},
		{"Object.assign of another object", c + `Object.assign({}, { x: 1 });`, "x y"},
		{"written on what others return", c + `f().x = 1;`, "x y"},
		{"written on what others return, who have it", c + `f(new C(2)).x = 1; f(f().y);`, ""}, // others may call m on anything
		{"others have it", `class C { constructor(v) { this.x = v; } } const o = new C(1); f(o); f(o.x);`, "x"},
		{"others have it, and a name is written", `class C { constructor(v) { this.x = v; this.y = v; } } const o = new C(1); f(o).x = 1; f(o.x, o.y);`, "y"},
		{"others have it, and a key is written", `class C { constructor(v) { this.x = v; } } const o = new C(1); f(o)[f()] = 1; f(o.x);`, ""},
		{"a getter of the name", c + `class D { get x() { return 1; } }`, ""}, // it runs in the constructor, for all that is known
		{"a setter that is defined", c + `Object.defineProperty(f, f(), {});`, ""},
		{"a computed setter of the base class", `class B { set [f()](v) {} } class C extends B { constructor(v) { super(); this.x = v; } } f(new C(1).x);`, ""},
		{"what engines write", `class C { constructor(v) { this.length = v; this.stack = v; } } f(new C(1).length, new C(1).stack);`, ""},

		{"derived", `class B { constructor(v) { this.x = v; } } class C extends B { constructor(v) { super(v); this.y = v; } } f(new C(1).x, new C(1).y, new B(1).x);`, "x y x"},
		{"derived, and the base class shows it", `class B { constructor(v) { this.x = v; g(this); } } class C extends B { constructor(v) { super(v); this.y = v; } } function g(o) { f(o.x, o.y); } new C(1); new B(1);`, "x"},
		{"derived, and its field is the one of the base class", `class B { x = 1; constructor() { g(this); } } class C extends B { x = 2; } function g(o) { f(o.x); } new C(1); f(new B().x);`, "x"},
		{"derived, and its field is the one of the base class, which nobody sees", `class B { x = 1; } class C extends B { x = 2; } f(new B().x, new C().x);`, "x x"},
		{"derived of an error", `class E extends Error { constructor(v) { super("m"); this.code = v; } } f(new E(1).code, new E(1).message);`, "code"},
		{"derived of something else", `class E extends Map { constructor(v) { super(); this.code = v; } } f(new E(1).code);`, ""},
		{"derived of what others have", `class E extends f { constructor(v) { super(); this.code = v; } } f(new E(1).code);`, ""},
		{"another base class", `class B { constructor(v) { this.x = v; } } class D {} class C extends B {} Object.setPrototypeOf(C, D); f(new C(1).x, new B(1).x);`, "x"}, // of B
		{"a function", `function F(v) { this.x = v; } f(new F(1).x);`, ""},
		{"a static field", `class C { static x = 1; } f(C.x);`, ""},

		{"a literal", `const o = { x: f(), m() { return this.x; } }; o.m(); f(o.x);`, "x x"},
		{"a literal that is written", `const o = { x: f(), y: 1 }; f(o.x, o.y); o.x = 2;`, "y"},
		{"what a literal lacks", `const o = { x: f() }; f(o.y);`, ""},
		{"a literal with a spread", `const o = { x: f(), ...f }; f(o.x);`, ""},
		{"a literal with a key", `const o = { x: f(), [f()]: 1 }; f(o.x);`, ""},
		{"a literal with a getter", `const o = { get x() { return f(); } }; f(o.x);`, ""},
		{"a literal of another prototype", `const o = { __proto__: f, x: 1 }; f(o.x, o.y);`, "x"},
		{"what inherits from a literal", `const o = { x: 1 }; f(Object.create(o).x);`, ""},
		{"a missing object", `const list = [{ x: 1 }, null]; for (const o of list) f(o.x, o?.x);`, "x? x?"},
		{"a number", `for (const o of [{ x: 1 }, 1]) f(o.x);`, ""},
		{"eval", c + `eval("");`, ""},
	} {
		got := reads(t, tt.src, func(name string, r Read) string {
			switch {
			case r.Present:
				return name
			case r.Final:
				return name + "?"
			}
			return ""
		})
		if got != tt.want {
			t.Errorf("%s: %q, want %q\n%s", tt.name, got, tt.want, tt.src)
		}
	}
}

// TestReadsOfNumbers looks for the reads that always yield a number.
func TestReadsOfNumbers(t *testing.T) {
	class := func(x, more string) string {
		return `class A { constructor(t) { this.x = ` + x + `; } read(f) { f(this.x); ` + more + ` } } new A("1").read(() => 0);`
	}
	for _, tt := range []struct{ name, src, want string }{
		{"a literal", class("1", ""), "x"},
		{"a conversion", class("+t", ""), "x"},
		{"arithmetic with a number", class("t * 2", ""), "x"},
		{"unsigned shift", class("t >>> t", ""), "x"},
		{"a length", class("[].length", ""), "length x"},
		{"increased", class("1", "this.x++;"), "x x"},
		{"a sum of numbers", class("1", "this.x += 2;"), "x x"},
		{"a bigint", class("1n", ""), ""},
		{"a negated bigint", class("-1n", ""), ""},
		{"arithmetic of what may be bigints", class("t * t", ""), ""},
		{"an increased bigint", class("1n", "this.x++;"), ""},
		{"BigInt", class("BigInt(1)", ""), ""},
		{"constants of the language", class("Math.PI + Number.MAX_VALUE", ""), "PI MAX_VALUE x"},
		{"a constant that there is not", class("Math.FOO", ""), ""},
		{"nor this one", class("Number.FOO", ""), ""},
		{"the code of a character that may be missing", class("t.codePointAt(1)", ""), ""},
		{"a string", class("1", `this.x += "";`), ""},
		{"undefined", class("1", `this.x = undefined;`), ""},
		{"tested by typeof", `class A { constructor(t) { this.x = typeof t === "number" ? t : 0; } read(f) { f(this.x); } } new A(1).read(() => 0); new A("").read(() => 0);`, "x"},
		{"a bigint by typeof", `class A { constructor(t) { this.x = typeof t === "bigint" ? t : 0; } read(f) { f(this.x); } } new A(input).read(() => 0);`, ""},
		{"deleted", class("1", "delete this.x;"), ""},
		{"not there on every way", `class A { constructor(t) { if (t) this.x = 1; } read(f) { f(this.x); } } new A(1).read(() => 0);`, ""},
	} {
		got := reads(t, tt.src, func(name string, r Read) string {
			if r.Number {
				return name
			}
			return ""
		})
		if got != tt.want {
			t.Errorf("%s: %q, want %q\n%s", tt.name, got, tt.want, tt.src)
		}
	}
}

// reads returns what say says of the reads of a module, in its order.
func reads(t *testing.T, src string, say func(name string, r Read) string) string {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Path: "a.mjs", Type: parse.Module})
	if p == nil {
		t.Fatal(ds)
	}
	of := New(p, Options{Builtins: true, ClosedWorld: true, Reads: true}).Reads()
	var list []string
	ast.Walk(p, func(n ast.Node) bool {
		if x, ok := n.(*ast.Member); ok {
			if said := say(x.Name, of[x]); said != "" {
				list = append(list, said)
			}
		}
		return true
	})
	return strings.Join(list, " ")
}
