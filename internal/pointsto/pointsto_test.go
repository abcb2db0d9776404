package pointsto

import (
	"strings"
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
)

// TestDeclared asks which bindings stand for the names of classes inside them.
func TestDeclared(t *testing.T) {
	for _, c := range []struct {
		name, src string
		same      bool
	}{
		{"a declaration", `class A { m() { return A; } }`, true},
		{"a static method", `class A { static m() { return A; } static n = 1; }`, false},
		{"a static field without a value", `class A { static m() { return A; } static n; }`, true},
		{"a static block", `class A { m() { return A; } static { f(A); } }`, false},
		{"assigned", `class A { m() { return A; } } A = null;`, false},
		{"an expression", `const A = class A { m() { return A; } };`, false},
	} {
		p, ds := parse.Parse(c.src, parse.Options{Path: "a.mjs", Type: parse.Module})
		if p == nil {
			t.Fatal(ds)
		}
		a := New(p, Options{})
		found := false
		ast.Walk(p, func(n ast.Node) bool {
			if x, ok := n.(*ast.Ident); ok && x.Sym != nil && x.Sym.Kind == ast.SymClassName && !found {
				found = true
				if d := a.Declared(x.Sym); (d != nil) != c.same || d != nil && d.Kind != ast.SymClass {
					t.Errorf("%s: %v", c.name, d)
				}
			}
			return true
		})
		if !found {
			t.Errorf("%s: no name", c.name)
		}
	}
}

// TestRecord asks which properties the last new gives its object.
func TestRecord(t *testing.T) {
	const c = `class C { constructor(a, b) { this.x = a; this.y = b; } m() {} } `
	for _, tt := range []struct{ name, src, want string }{
		{"two properties", c + `new C(1, f());`, "x y"},
		{"none", `class C { constructor() {} } new C();`, "no"},
		{"constants", `class C { constructor(a, b) { this.z = null; this.x = a; this.u = -1; this.y = b; this.v = "s"; } } new C(1, 2);`, "z=null x u=-1 y v=\"s\""},
		{"constant fields", `class C { z = 0; w = true; constructor(a) { this.x = a; } } new C(1);`, "z=0 w=true x"},
		{"constant fields alone", `class C { z = 0; m() {} } new C();`, "z=0"},
		{"an argument more than there are fields", `class C { z = 0; } new C(f());`, "no"},
		{"a parameter that is not kept", `class C { constructor(a, b) { this.x = a; } } new C(1, f());`, "no"},
		{"a field that the constructor assigns", `class C { x = 0; constructor(a) { this.x = a; } } new C(1);`, "no"},
		{"a field without a value", `class C { z; constructor(a) { this.x = a; } } new C(1);`, "no"},
		{"a computed field", `class C { ["z"] = 1; constructor(a) { this.x = a; } } new C(1);`, "no"},
		{"a missing argument", c + `new C(1);`, "no"},
		{"one too many", c + `new C(1, 2, f());`, "no"},
		{"spread", c + `new C(1, ...f());`, "no"},
		{"another class", c + `const D = f() ? C : class {}; new D(1, 2);`, "no"},
		{"the same class by another name", c + `const D = C; new D(1, 2);`, "x y"},
		{"assigned", `let C = class { constructor(a) { this.x = a; } }; C = f(); new C(1);`, "no"},
		{"a base class", `class B {} class C extends B { constructor(a) { super(); this.x = a; } } new C(1);`, "no"},
		{"a field", `class C { z = f(); constructor(a) { this.x = a; } } new C(1);`, "no"},
		{"a private method", `class C { #m() {} constructor(a) { this.x = a; } } new C(1);`, "no"},
		{"a static field", `class C { static z = f(); constructor(a) { this.x = a; } } new C(1);`, "x"},
		{"another order", `class C { constructor(a, b) { this.x = b; this.y = a; } } new C(1, 2);`, "no"},
		{"a default", `class C { constructor(a = 1) { this.x = a; } } new C(1);`, "no"},
		{"a computation", `class C { constructor(a) { this.x = a + 1; } } new C(1);`, "no"},
		{"the same property", `class C { constructor(a, b) { this.x = a; this.x = b; } } new C(1, 2);`, "no"},
		{"a setter of another class", c + `class D { set x(v) {} } new C(1, 2);`, "no"},
		{"a setter defined", c + `Object.defineProperty(C.prototype, "x", { set(v) {} }); new C(1, 2);`, "no"},
		{"a function", `function C(a) { this.x = a; } new C(1);`, "no"},
	} {
		p, ds := parse.Parse(tt.src, parse.Options{Path: "a.mjs", Type: parse.Module})
		if p == nil {
			t.Fatal(ds)
		}
		var last *ast.New
		ast.Walk(p, func(n ast.Node) bool {
			if x, ok := n.(*ast.New); ok {
				last = x
			}
			return true
		})
		for _, builtins := range []bool{true, false} {
			var names []string
			for _, f := range New(p, Options{Builtins: builtins}).Record(last) {
				if f.Constant != nil {
					f.Name += "=" + tt.src[f.Constant.Pos().Start:f.Constant.Pos().End]
				}
				names = append(names, f.Name)
			}
			got := strings.Join(names, " ")
			if got == "" {
				got = "no"
			}
			want := tt.want
			if !builtins {
				want = "no"
			}
			if got != want {
				t.Errorf("%s, builtins %v: %q, want %q", tt.name, builtins, got, want)
			}
		}
	}
}

const whyNullish = "its object may be undefined or null"

// TestCalleesOfMethods asks for the callee of the call that begins with the text call. want begins the text
// of the function, or says why it is not known.
func TestCalleesOfMethods(t *testing.T) {
	for _, c := range []struct{ name, src, call, want string }{
		{"a method of this", `class A { m() { return this.n(); } n() { return 1; } } const a = new A(); use(a.x); a.m();`, `a.m()`, `m() { return this.n`},
		{"through this", `class A { m() { return this.n(); } n() { return 1; } } new A().m();`, `this.n()`, `n() {`},
		{"an override", `class A { m() { return this.n(); } n() { return 1; } } class B extends A { n() { return 2; } } new A().m(); new B().m();`, `this.n()`, whySeveral},
		{"only the derived class", `class A { m() { return this.n(); } n() { return 1; } } class B extends A { n() { return 2; } } new B().m();`, `this.n()`, `n() { return 2`},
		{"a field", `class P { go() { return 1; } } class A { constructor(p) { this.p = p; } m() { return this.p.go(); } } new A(new P()).m();`, `this.p.go()`, `go() {`},
		{"a field set after a call of a method", `class P { go() { return 1; } } class A { constructor(p) { this.m(); this.p = p; } m() { return this.p.go(); } } new A(new P()).m();`, `this.p.go()`, whyNullish},
		{"a field that may be missing", `class P { go() { return 1; } } class A { constructor(p) { if (p) this.p = p; } m() { return this.p.go(); } } new A(new P()).m();`, `this.p.go()`, whyNullish},
		{"a field with null", `class P { go() { return 1; } } class A { constructor() { this.p = null; } set1() { this.p = new P(); } m() { return this.p.go(); } } const a = new A(); a.set1(); a.m();`, `this.p.go()`, whyNullish},
		{"a missing argument", `class P { go() { return 1; } } class A { constructor(p) { this.p = p; } m() { return this.p.go(); } } new A(new P()).m(); new A().m();`, `this.p.go()`, whyNullish},
		{"a class field", `class P { go() { return 1; } } class A { p = new P(); m() { return this.p.go(); } } new A().m();`, `this.p.go()`, `go() {`},
		{"a derived field that the base class calls for", `class P { go() { return 1; } } class A { constructor() { this.m(); } m() {} } class B extends A { p = new P(); m() { return this.p.go(); } } new B();`, `this.p.go()`, whyNullish},
		{"a private field", `class P { go() { return 1; } } class A { #p = new P(); m() { return this.#p.go(); } } new A().m();`, `this.#p.go()`, `go() {`},
		{"a private method", `class A { #go() { return 1; } m() { return this.#go(); } } new A().m();`, `this.#go()`, `#go`},
		{"elements of a list", `class P { go() { return 1; } } const list = []; list.push(new P()); for (const p of list) p.go();`, `p.go()`, `go() {`},
		{"elements by index", `class P { go() { return 1; } } const list = [new P()]; for (let i = 0; i < list.length; i++) list[i].go();`, `list[i].go()`, whyNullish},
		{"a key that may be a name", `class P { go() { return 1; } } const list = [new P()]; (list[key] || new P()).go();`, `(list[key] || new P()).go()`, whyOutside},
		{"an index", `class P { go() { return 1; } } const list = [new P()]; for (let i = 0; i < 1; i++) (list[i + 1] || new P()).go();`, `(list[i + 1] || new P()).go()`, `go() {`},
		{"an index that is a sum with a string", `class P { go() { return 1; } } const list = [new P()]; for (let i = 0; i < 1; i++) (list[i + ""] || new P()).go();`, `(list[i + ""] || new P()).go()`, whyOutside},
		{"a name like a fraction", `const o = { 0.5: { go() { return 1; } } }; o[1 / n] = { go() { return 2; } }; (o[0.5] || o).go();`, `(o[0.5] || o).go()`, whyNoMethod},
		{"a callback", `class P { go() { return 1; } } const list = []; list.push(new P()); list.forEach((p) => p.go());`, `p.go()`, `go() {`},
		{"a list that others have", `class P { go() { return 1; } } const list = []; list.push(new P()); fill(list); list.forEach((p) => p.go());`, `p.go()`, whyOutside},
		{"a list filled by another method", `class P { go() { return 1; } } const list = []; list.push(new P()); list["sp" + "lice"](0, 0, other); for (const p of list) p.go();`, `p.go()`, whyOutside},
		{"an object from others", `class P { go() { return 1; } } function f(p) { return p.go(); } f(new P()); f(other());`, `p.go()`, whyOutside},
		{"an instance that others have", `class P { constructor() { this.k = new K(); } go() { return this.k.run(); } } class K { run() { return 1; } } const p = new P(); show(p); p.go();`, `this.k.run()`, whyOutside},
		{"their own instance", `class P { go() { return 1; } } const p = new P(); show(p); p.go();`, `p.go()`, `go() {`},
		{"a changed method", `class P { go() { return 1; } } P.prototype.go = () => 2; new P().go();`, `new P().go()`, whySeveral},
		{"a method of the instance", `class P { go() { return 1; } } const p = new P(); p.go = () => 2; p.go();`, `p.go()`, whySeveral},
		{"changed by a key", `class P { go() { return 1; } } const p = new P(); p[key] = () => 2; p.go();`, `p.go()`, whySeveral},
		{"changed through others", `class P { go() { return 1; } } const p = new P(); show(p); get().go = () => 2; p.go();`, `p.go()`, whySeveral},
		{"deleted", `class P { go() { return 1; } } delete P.prototype.go; new P().go();`, `new P().go()`, whyNoMethod},
		{"deleted in a chain", `class P { go() { return 1; } } delete P?.prototype.go; new P().go();`, `new P().go()`, whyNoMethod},
		{"reflection", `class P { go() { return 1; } } Object.assign(P.prototype, { go() { return 2; } }); new P().go();`, `new P().go()`, whySeveral},
		{"a property defined", `class P { go() { return 1; } } Object.defineProperty(P.prototype, "go", { value: () => 2 }); new P().go();`, `new P().go()`, whyOutside},
		{"a setter defined", `class P { constructor() { this.q = new Q(); } m() { return this.q.go(); } } class Q { go() { return 1; } } Object.defineProperty(P.prototype, "q", { set(v) { } }); new P().m();`, `this.q.go()`, whyOutside},
		{"another prototype", `class P { go() { return 1; } } const p = new P(); Object.setPrototypeOf(p, { go() { return 2; } }); p.go();`, `p.go()`, whyOutside},
		{"a written prototype", `class P { go() { return 1; } } const p = new P(); p.__proto__ = { go() { return 2; } }; p.go();`, `p.go()`, whySeveral},
		{"a literal with a prototype", `class P { go() { return 1; } } const p = { __proto__: P.prototype }; p.go();`, `p.go()`, whyNoMethod},
		{"a change through what others return", `class P { go() { return 1; } } const p = new P(); show(p); Object.assign(get(), { go() { return 2; } }); p.go();`, `p.go()`, whySeveral},
		{"a proxy", `class P { go() { return 1; } } const p = new P(); const q = new Proxy(p, {}); q.go = () => 2; p.go();`, `p.go()`, whySeveral},
		{"a getter of a foreign prototype", `class P { go(q) { return q.run(); } } function F() { this.k = 1; } F.prototype = other; const f = new F(); f.p = new P(); use(f.q); f.p.go(new Q()); class Q { run() {} }`, `q.run()`, whyOutside},
		{"a setter of a foreign prototype", `class P { go(q) { return q.run(); } } function F() { this.k = 1; } F.prototype = other; const f = new F(), p = new P(); f.p = p; p.go(new Q()); class Q { run() {} }`, `q.run()`, whyOutside},
		{"a private method of a base class", `class A { static #m() { return 1; } static m() { return this.#m(); } } class B extends A {} A.m(); B.m();`, `this.#m()`, whyNoMethod},
		{"a private method of an object with the prototype", `class A { #m() { return 1; } m() { return this.#m(); } } function F() {} F.prototype = A.prototype; new A().m(); new F().m();`, `this.#m()`, whyNoMethod},
		{"a constructor of a derived class", `class A { m() { return 1; } } class B extends A { constructor() { super(); } } new B().m();`, `new B().m()`, `m() {`},
		{"reflection by an extracted name", `class P { go() { return 1; } } const { assign } = Object; use(assign); new P().go();`, `new P().go()`, whyReflective},
		{"an extracted name that is only called", `class P { go() { return 1; } } const { assign } = Object; assign({}, other); new P().go();`, `new P().go()`, `go() {`},
		{"an extracted name that is called before", `class P { go() { return 1; } } f(); function f() { assign({}, other); } const assign = Object.assign; new P().go();`, `new P().go()`, `go() {`},
		{"extracted names that change nothing", `class P { go() { return 1; } } const { keys, entries: pairs } = Object; use(keys, pairs); new P().go();`, `new P().go()`, `go() {`},
		{"a change by an extracted name", `class P { go() { return 1; } } const { assign: copy } = Object, p = new P(); copy(p, { go() { return 2; } }); p.go();`, `p.go()`, whySeveral},
		{"a setter by an extracted name", `class P { constructor() { this.q = new Q(); } m() { return this.q.go(); } } class Q { go() { return 1; } } const define = Object.defineProperty; define(P.prototype, "q", { set(v) { } }); new P().m();`, `this.q.go()`, whyOutside},
		{"an extracted name as a tag", `class P { go() { return 1; } } const { assign } = Object; assign` + "``" + `; new P().go();`, `new P().go()`, whyReflective},
		{"an extracted name that may be called", `class P { go() { return 1; } } const { assign } = Object; assign?.(new P(), other); new P().go();`, `new P().go()`, whyReflective},
		{"an extracted name with a default", `class P { go() { return 1; } } const { assign = f } = Object; new P().go();`, `new P().go()`, whyReflective},
		{"an extracted name that changes", `class P { go() { return 1; } } let { assign } = Object; new P().go();`, `new P().go()`, whyReflective},
		{"the rest of Object", `class P { go() { return 1; } } const { keys, ...rest } = Object; new P().go();`, `new P().go()`, whyReflective},
		{"a literal", `const o = { go() { return 1; } }; o.go();`, `o.go()`, `go() {`},
		{"a function in a literal", `const o = { go: function () { return 1; } }; o.go();`, `o.go()`, `function () { return 1`},
		{"a literal with a spread", `const o = { go() { return 1; }, ...other }; o.go();`, `o.go()`, whyOutside},
		{"a setter in the way", `class A { set p(v) { this.q = v; } get p() { return other; } constructor(p) { this.p = p; } m() { return this.p.go(); } } class P { go() { return 1; } } new A(new P()).m();`, `this.p.go()`, whyOutside},
		{"a getter of a method", `class A { get go() { return f; } } const f = () => 1; new A().go();`, `new A().go()`, whySeveral},
		{"what a setter gets", `class A { set p(v) { v.go(); } } class P { go() { return 1; } } new A().p = new P();`, `v.go()`, `go() {`},
		{"what an inherited setter gets", `class A { set p(v) { v.go(); } } class B extends A { m() { super.p = new P(); } } class P { go() { return 1; } } new B().m();`, `v.go()`, `go() {`},
		{"a getter", `class A { get p() { return new P(); } m() { return this.p.go(); } } class P { go() { return 1; } } new A().m();`, `this.p.go()`, `go() {`},
		{"a setter without a getter", `class A { get p() { return new P(); } m() { return this.p.go(); } } class B extends A { set p(v) {} } class P { go() { return 1; } } new B().m();`, `this.p.go()`, whyMissing},
		{"super", `class A { m() { return this.n(); } n() { return 1; } } class B extends A { m() { return super.m(); } } new B().m();`, `this.n()`, `n() {`},
		{"a constructor that returns", `class P { go() { return 1; } } class A { constructor() { return other; } } class B extends A { p = new P(); m() { return this.p.go(); } } new B().m();`, `this.p.go()`, whyNullish},
		{"an unknown base class", `class P { go() { return 1; } } class B extends Base { go() { return 1; } m() { return this.go(); } } new B().m();`, `this.go()`, whyOutside},
		{"a heritage that mentions the class", `let f; class A extends (f = () => A, Object) { go() { return 1; } } new A().go();`, `new A().go()`, whyReflective},
		{"a base class of a function", `const mix = (B) => class extends B { m() { return this.n(); } }; class A { n() { return 1; } } const M = mix(A); new M().m();`, `this.n()`, `n() {`},
		{"a class among its own base classes", `const mix = (B) => class extends B { m() { return this.n(); } }; class A { constructor(p) { this.p = p; } n() { return this.p.go(); } } class P { go() { return 1; } } const M = mix(mix(A)); new M(new P()).m();`, `this.p.go()`, whyNullish},
		{"what a constructor that is not written passes on", `class A { constructor(p) { this.p = p; } n() { return this.p.go(); } } class B extends A {} class P { go() { return 1; } } new B(new P()).n();`, `this.p.go()`, `go() {`},
		{"a callback that is a method of arrays", `class P { go() { return 1; } } const list = [new P()]; list.push(list.map, list.forEach, list.filter); list.map(list[1], list); list.forEach(list[2]); for (const p of list) p.go();`, `p.go()`, whyOutside},
		{"arguments", `class P { go() { return 1; } } function f() { return arguments[0].go(); } f(new P());`, `arguments[0].go()`, whyOutside},
		{"a rest", `class P { go() { return 1; } } function f(...list) { for (const p of list) p.go(); } f(new P(), new P());`, `p.go()`, `go() {`},
		{"a default", `class P { go() { return 1; } } function f(p = new P()) { return p.go(); } f(); f(undefined);`, `p.go()`, `go() {`},
		{"a default and null", `class P { go() { return 1; } } function f(p = new P()) { return p.go(); } f(null); f();`, `p.go()`, whyNullish},
		{"borrowed", `class A { m() { return this.n(); } n() { return 1; } } A.prototype.m.call({ n() { return 2; } });`, `this.n()`, `n() { return 2`},
		{"called by a conversion", `class A { toString() { return this.n(); } n() { return 1; } } f(new A() + "");`, `this.n()`, `n() {`},
		{"an iterator", `class A { [Symbol.iterator]() { return this.n(); } n() { return 1; } } for (const x of new A()) f(x);`, `this.n()`, `n() {`},
		{"a generator", `class P { go() { return 1; } } function* g() { yield new P(); } for (const p of g()) p.go();`, `p.go()`, `go() {`},
		{"a caught object", `class P { go() { return 1; } } try { throw new P(); } catch (p) { p.go(); }`, `p.go()`, whyOutside},
		{"a logical operator", `class P { go() { return 1; } } const p = other() ? null : new P(); (p || new P()).go();`, `(p || new P()).go()`, `go() {`},
		{"a static method", `class A { static go() { return 1; } } A.go();`, `A.go()`, `static go() {`},
		{"an inherited static method", `class A { static go() { return 1; } } class B extends A {} B.go();`, `B.go()`, `static go() {`},
		{"a function that may end", `class P { go() { return 1; } } function f(c) { if (c) return new P(); } f(1).go();`, `f(1).go()`, whyNullish},
		{"a function that returns", `class P { go() { return 1; } } function f(c) { if (c) return new P(); else return new P(); } f(1).go();`, `f(1).go()`, `go() {`},
		{"an export", `export class P { go(q) { return q.go(); } } new P().go(new P());`, `q.go()`, whyOutside},
		{"an async function", `class P { go() { return 1; } } async function f() { return new P(); } f().go();`, `f().go()`, whyOutside},
		{"a number like a name", `class P { go() { return 1; } } const o = { 1e21: new P(), Infinity: other }; (o[1e21] || new P()).go(); `, `(o[1e21] || new P()).go()`, whyOutside},
		{"a name like a number", `class P { go() { return 1; } } const o = { Infinity: new P() }; o[1 / zero] = other; o.Infinity.go();`, `o.Infinity.go()`, whyOutside},
		{"eval", `class P { go() { return 1; } } eval("1"); new P().go();`, `new P().go()`, whyDynamic},
		{"new.target", `class P { constructor() { new.target.prototype.go = () => 2; } go() { return 1; } } new P().go();`, `new P().go()`, whySeveral},
		{"a species", `class P { go() { return 1; } } const list = [new P()]; list.constructor = other; for (const p of list.map((p) => p)) p.go();`, `p.go()`, whyOutside},
		{"a map", `class P { go() { return 1; } } for (const p of [1, 2].map((i) => new P(i))) p.go();`, `p.go()`, `go() {`},
		{"a closure in a constructor", `class P { go() { return 1; } } class A { constructor() { run(() => this.p.go()); this.p = new P(); } } new A();`, `this.p.go()`, whyNullish},
		{"a function of a field that the constructor runs", `class P { go() { return 1; } } class A { constructor() { this.f = () => this.look(); run(this.f); this.p = new P(); } look() { return this.p.go(); } } new A();`, `this.p.go()`, whyNullish},
		{"a function of a field that the base class runs", `class P { go() { return 1; } } class B { f = () => this.look(); look() {} constructor() { const h = this.f; h(); } } class A extends B { p = new P(); look() { return this.p.go(); } } new A();`, `this.p.go()`, whyNullish},
		{"a function of a field that nobody runs yet", `class P { go() { return 1; } } class A { constructor() { this.f = () => this.look(); this.p = new P(); } look() { return this.p.go(); } } new A().f();`, `this.p.go()`, `go() {`},
		{"an assignment of two fields", `class P { go() { return 1; } } class A { constructor() { this.p = this.q = new P(); } m() { return this.q.go(); } } new A().m();`, `this.q.go()`, `go() {`},
		{"a set of a getter's name on a literal", `const o = { get p() { return null; } }; o.p = { go() { return 1; } }; o.p.go();`, `o.p.go()`, whyNullish},
		{"a destructured method", `class P { go() { return this.n(); } n() { return 1; } } const { go } = new P(); try { go(); } catch {} new P().go();`, `this.n()`, whyNullish},
		{"a conversion that changes a field", `class P { go() { return 1; } } class Q { go() { return 2; } } class V { constructor() { this.f = new P(); } valueOf() { this.f = new Q(); return 1; } } const v = new V(); use(+v); v.f.go();`, `v.f.go()`, whySeveral},
		{"a conversion by an inherited method", `class P { go() { return 1; } } class Q { go() { return 2; } } class U { toString() { this.f = new Q(); return ""; } } class V extends U { constructor() { super(); this.f = new P(); } } const v = new V(); use(` + "`" + `${v}` + "`" + `); v.f.go();`, `v.f.go()`, whySeveral},
		{"a conversion by a method that a getter returns", `class P { go() { return 1; } } class Q { go() { return 2; } } class V { constructor() { this.f = new P(); } get valueOf() { return function () { this.f = new Q(); return 1; }; } } const v = new V(); use(+v); v.f.go();`, `v.f.go()`, whySeveral},
		{"a conversion by a symbol", `class P { go() { return 1; } } class Q { go() { return 2; } } class V { constructor() { this.f = new P(); } [Symbol.toPrimitive]() { this.f = new Q(); return 1; } } const v = new V(); use(+v); v.f.go();`, `v.f.go()`, whySeveral},
		{"a getter of a tag", `class P { go() { return 1; } } class Q { go() { return 2; } } class V { constructor() { this.f = new P(); } get [Symbol.toStringTag]() { this.f = new Q(); return ""; } } const v = new V(); use(` + "`" + `${v}` + "`" + `); v.f.go();`, `v.f.go()`, whySeveral},
		{"a method for instanceof", `class P { go() { return 1; } } class Q { go() { return 2; } } class C { static [Symbol.hasInstance](v) { v.f = new Q(); return true; } } const v = { f: new P() }; use(v instanceof C); v.f.go();`, `v.f.go()`, whySeveral},
		{"instanceof of a class", `class P { go() { return 1; } } class C {} const v = { f: new P() }; use(v instanceof C); v.f.go();`, `v.f.go()`, `go() { return 1`},
		{"instanceof of a built-in class", `class P { go() { return 1; } } const v = { f: new P() }; use(v instanceof Map, v instanceof Date); v.f.go();`, `v.f.go()`, `go() { return 1`},
		{"caught", `class P { go() { return 1; } } class E { constructor() { this.p = new P(); } } try { throw new E(); } catch (e) { e.p.go(); }`, `e.p.go()`, whyOutside},
		{"thrown and caught, the object stays inside", `class P { go() { return 1; } } class Q { go() { return 2; } } class E { constructor(v) { this.v = v; } m() { return this.v.go(); } } function f(v) { if (x) throw new E(v); } function g() { try { f(new P()); } catch (e) { if (e instanceof E) use(1); } } g();`, `this.v.go()`, whyMissing},
		{"thrown to others", `class P { go() { return 1; } } class E { m(p) { p.go(); } } function f() { throw new E(); } f(); new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown and caught", `class P { go() { return 1; } } class E { m(p) { p.go(); } } function f() { throw new E(); } function g() { try { f(); } catch {} } g(); new E().m(new P());`, `p.go()`, `go() { return 1`},
		{"thrown by a callback, and caught", `class P { go() { return 1; } } class E { m(p) { p.go(); } } function g() { try { [1].forEach(() => { throw new E(); }); } catch {} } g(); new E().m(new P());`, `p.go()`, `go() { return 1`},
		{"thrown by a callback to others", `class P { go() { return 1; } } class E { m(p) { p.go(); } } [1].forEach(() => { throw new E(); }); new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown by a function that others call", `class P { go() { return 1; } } class E { m(p) { p.go(); } } function f() { throw new E(); } use(f); try { f(); } catch {} new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown again", `class P { go() { return 1; } } class Q { go() { return 2; } } let last = new P(); class E { constructor() { this.q = new Q(); } } function f() { try { throw new E(); } catch (e) { throw e; } } try { f(); } catch (e) { last = e.q; } last.go();`, `last.go()`, whyOutside},
		{"thrown, and a finally", `class P { go() { return 1; } } class E { m(p) { p.go(); } } function f() { try { throw new E(); } finally { use(1); } } try { f(); } catch {} new E().m(new P());`, `p.go()`, `go() { return 1`},
		{"thrown by a constructor", `class P { go() { return 1; } } class E { m(p) { p.go(); } } class C { constructor() { throw new E(); } } class D extends C {} try { new D(); } catch {} new E().m(new P());`, `p.go()`, `go() { return 1`},
		{"thrown by a constructor to others", `class P { go() { return 1; } } class E { m(p) { p.go(); } } class C { constructor() { throw new E(); } } class D extends C {} new D(); new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown by a field", `class P { go() { return 1; } } class E { m(p) { p.go(); } } const bad = () => { throw new E(); }; class C { x = bad(); } new C(); new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown by a static field", `class P { go() { return 1; } } class E { m(p) { p.go(); } } const bad = () => { throw new E(); }; class C { static x = bad(); } new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown by a getter", `class P { go() { return 1; } } class E { m(p) { p.go(); } } const o = { get x() { throw new E(); } }; try { o.x; } catch {} new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown by a generator", `class P { go() { return 1; } } class E { m(p) { p.go(); } } function* g() { throw new E(); } try { g().next(); } catch {} new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown by an async function", `class P { go() { return 1; } } class E { m(p) { p.go(); } } async function g() { throw new E(); } g(); new E().m(new P());`, `p.go()`, whyOutside},
		{"thrown into a value", `class P { go() { return 1; } } class Q { go() { return 2; } } let v = new P(); function f() { throw { q: new Q() }; } try { f(); } catch ({ q }) { v = q; } v.go();`, `v.go()`, whyOutside},
		{"a class of errors", `class P { go() { return 1; } } class E extends Error { constructor(p) { super("no"); this.p = p; } m() { return this.p.go(); } } const e = new E(new P()); e.m();`, `this.p.go()`, `go() { return 1`},
		{"the message of an error", `class P { go() { return 1; } } class Q { go() { return 2; } } class E extends Error { constructor() { super("no"); this.f = new P(); } get message() { this.f = new Q(); return ""; } } const e = new E(); use(` + "`" + `${e}` + "`" + `); e.f.go();`, `e.f.go()`, whySeveral},
		{"a map of objects", `class P { go() { return 1; } } const m = new Map(); m.set(1, new P()); m.forEach((p) => p.go());`, `p.go()`, `go() { return 1`},
		{"a map of keys and values", `class P { go() { return 1; } } class Q { go() { return 2; } } const m = new Map([[new Q(), new P()]]); for (const [q, p] of m) p.go();`, `p.go()`, whyNullish},
		{"the value of a pair", `class P { go() { return 1; } } class Q { go() { return 2; } } const m = new Map(); m.set(new Q(), new P()); for (const e of m.entries()) { const [, p] = e; use(1); m.forEach((v, k) => k.go()); }`, `k.go()`, `go() { return 2`},
		{"a value of a map", `class P { go() { return 1; } } const m = new Map(); m.set(1, new P()); m.get(1).go();`, `m.get(1).go()`, whyNullish},
		{"a map that others have", `class P { go() { return 1; } } const m = new Map(); m.set(1, new P()); use(m); m.forEach((p) => p.go());`, `p.go()`, whyOutside},
		{"a set", `class P { go() { return 1; } } const s = new Set([new P()]); for (const p of s) p.go();`, `p.go()`, `go() { return 1`},
		{"a set that others have", `class P { go() { return 1; } } const s = new Set([new P()]); use(s); for (const p of s) p.go();`, `p.go()`, whyOutside},
		{"a set with an iterator of its own", `class P { go() { return 1; } } class Q { go() { return 2; } } const s = new Set([new P()]); s[Symbol.iterator] = function* () { yield new Q(); }; for (const p of s) p.go();`, `p.go()`, whySeveral},
		{"a subclass of a map", `class P { go() { return 1; } } class M extends Map { put(p) { p.go(); this.set(1, p); } } new M().put(new P());`, `p.go()`, whyOutside},
		{"a generator in a generator", `class P { go() { return 1; } } class Q { go() { return 2; } } function* f() { yield new P(); return new Q(); } function* g() { const q = yield* f(); q.go(); } for (const p of g()) p.go();`, `q.go()`, whyNullish},
		{"what a generator gets", `class P { go() { return 1; } } function* g() { const p = yield 1; p.go(); } const i = g(); i.next(); i.next(new P());`, `p.go()`, whyNullish},
		{"next of a generator", `class P { go() { return 1; } } function* g() { yield new P(); } const p = g().next().value; p.go();`, `p.go()`, whyNullish},
		{"a generator that others have", `class P { go() { return 1; } } function* g(v) { v.go(); const p = yield 1; p.go(); } use(g);`, `v.go()`, whyOutside},
		{"a method of a generator's prototype", `class P { go() { return 1; } } class Q { go() { return 2; } } function* g() {} g.prototype.m = function (p) { return p.go(); }; g().m(new P());`, `p.go()`, whyOutside},
		{"an iterator of an object of others", `class P { go() { return 1; } } for (const p of other) p.go(); use(new P());`, `p.go()`, whyOutside},
		{"an iterator by hand", `class P { go() { return 1; } } class Q { go() { return 2; } } class L { constructor() { this.p = new P(); } [Symbol.iterator]() { const l = this; return { next() { return { value: l.p, done: false }; }, return() { l.p = new Q(); return {}; } }; } } for (const p of new L()) { p.go(); break; }`, `p.go()`, whySeveral},
		{"a pair", `class P { go() { return 1; } } class Q { go() { return 2; } } const f = () => [new P(), new Q()]; const [p, q] = f(); q.go();`, `q.go()`, whyNullish},
		{"a pair that is turned around", `class P { go() { return 1; } } class Q { go() { return 2; } } const f = [new P(), new Q()]; f.reverse(); const [p, q] = f; f[0].go();`, `f[0].go()`, whySeveral},
		{"an array by Array.from", `class P { go() { return 1; } } for (const p of Array.from({ length: 3 }, () => new P())) p.go();`, `p.go()`, `go() { return 1`},
		{"an array by Array.from of a set", `class P { go() { return 1; } } for (const p of Array.from(new Set([new P()]))) p.go();`, `p.go()`, `go() { return 1`},
		{"an array by Array.from of an object", `class P { go() { return 1; } } for (const p of Array.from({ length: 1, 0: new P() })) p.go();`, `p.go()`, whyNullish},
		{"Array.from of a class", `class P { go() { return 1; } } class L extends Array { constructor(n) { super(); this.p = new P(); } } const l = L.from([1]); l.p = { go() { return 2; } }; l.p.go();`, `l.p.go()`, whyOutside},
		{"Array.of of a function", `class P { go() { return 1; } } function L() { this.p = new P(); } const l = Array.of.call(L, 1); l.p.go();`, `l.p.go()`, whyOutside},
		{"an item that is deleted", `class P { go() { return 1; } } const l = [new P()]; delete l[0]; for (const p of l) p.go();`, `p.go()`, whyNullish},
		{"an item that is deleted by a key", `class P { go() { return 1; } } const l = [new P()]; delete l[i]; for (const p of l) p.go();`, `p.go()`, whyNoMethod},
		{"concatenated arrays", `class P { go() { return 1; } } for (const p of [new P()].concat([new P()], new P())) p.go();`, `p.go()`, `go() { return 1`},
		{"concatenated, with a symbol", `class P { go() { return 1; } } const l = [new P()]; l[Symbol.isConcatSpreadable] = false; for (const p of [].concat(l)) p.go();`, `p.go()`, whyOutside},
		{"spread arguments", `class P { go() { return 1; } } function f(p) { p.go(); } f(...[new P()]);`, `p.go()`, whyNullish},
		{"rest parameters", `class P { go() { return 1; } } function f(...list) { for (const p of list) p.go(); } f(...[new P()], new P());`, `p.go()`, `go() { return 1`},
		{"called with this", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(p) { this.go(); p.go(); } f.call(new P(), new Q());`, `p.go()`, `go() { return 2`},
		{"applied", `class P { go() { return 1; } } function f(p) { p.go(); } f.apply(null, [new P()]);`, `p.go()`, whyNullish},
		{"values of an object", `class P { go() { return 1; } } const o = { a: new P() }; for (const p of Object.values(o)) p.go();`, `p.go()`, `go() { return 1`},
		{"entries of an object", `class P { go() { return 1; } } const o = { a: new P() }; Object.entries(o).forEach((e) => { const [k, p] = e; p.go(); });`, `p.go()`, whyNullish},
		{"values that getters return", `class P { go() { return 1; } } class Q { go() { return 2; } } const o = { get a() { return new P(); }, b: new Q() }; for (const p of Object.values(o)) p.go();`, `p.go()`, whySeveral},
		{"made with a prototype", `class P { go() { return 1; } } const o = Object.create(new P()); o.go();`, `o.go()`, `go() { return 1`},
		{"a static method of a built-in class", `class P { go() { return 1; } } Math.max(1, 2); const l = "a b".split(" "); l.forEach((s) => new P().go());`, `new P().go()`, `go() { return 1`},
		{"a splitter", `class P { go() { return 1; } } const by = { [Symbol.split]() { return [other]; } }; for (const p of "a".split(by)) p.go(); use(new P());`, `p.go()`, whyOutside},
		{"a method of Math that the program changes", `class P { go() { return 1; } } Math.max = function (p) { p.go(); }; Math.max(new P());`, `p.go()`, `go() { return 1`},
		{"a variable after its assignment", `class P { go() { return 1; } } class Q { go() { return 2; } } function f() { let x = null; x = new P(); x.go(); } f();`, `x.go()`, `go() { return 1`},
		{"before its assignment", `class P { go() { return 1; } } class Q { go() { return 2; } } function f() { let x = new P(); x.go(); x = new Q(); } f();`, `x.go()`, `go() { return 1`},
		{"assigned in a branch", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); if (c) x = new Q(); x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned in a branch that ends", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); if (c) { x = new Q(); return x; } x.go(); } f();`, `x.go()`, `go() { return 1`},
		{"assigned in both branches", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = null; if (c) x = new P(); else x = new P(); x.go(); } f();`, `x.go()`, `go() { return 1`},
		{"assigned behind and", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); c && (x = new Q()); x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned by a conditional", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); c ? (x = new Q()) : 0; x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned in an optional chain", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); c?.m(x = new Q()); x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned in a default value", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); const { a = (x = new Q()) } = c; x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned later in a loop", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); while (c) { x.go(); x = new Q(); } } f();`, `x.go()`, whySeveral},
		{"assigned in the update of a loop", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); for (;; x = new Q()) x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned in a loop that does not run", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); for (const i of c) x = new Q(); x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned by the head of a loop", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); for (x of [new Q()]) c(); x.go(); } f();`, `x.go()`, whySeveral},
		{"not assigned in a loop", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = null; x = new P(); for (const i of c) x.go(); } f();`, `x.go()`, `go() { return 1`},
		{"assigned in a test of a loop", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x; do { c(); } while ((x = new P()) && x.go()); } f();`, `x.go()`, `go() { return 1`},
		{"assigned in a try", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); try { x = new Q(); c(); x = new P(); } catch { x.go(); } } f();`, `x.go()`, whySeveral},
		{"assigned in a try, and finally", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); try { x = new Q(); c(); } finally { x.go(); } } f();`, `x.go()`, whySeveral},
		{"assigned in another case", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); switch (c) { case 1: x = new Q(); case 2: x.go(); } } f();`, `x.go()`, whySeveral},
		{"assigned behind a jump", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new Q(); l: { if (c) break l; x = new P(); } x.go(); } f();`, `x.go()`, whySeveral},
		{"assigned by a closure", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new P(); const g = () => { x = new Q(); }; c(g); x.go(); } f();`, `x.go()`, whySeveral},
		{"read by a closure", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(c) { let x = new Q(); x = new P(); const g = () => x.go(); return g; } f();`, `x.go()`, whySeveral},
		{"a parameter that is assigned", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(x) { x = new P(); x.go(); } f(new Q());`, `x.go()`, `go() { return 1`},
		{"a parameter that arguments assign", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(x) { x = new P(); arguments[0] = new Q(); x.go(); } f(new P());`, `x.go()`, `go() { return 1`},
		{"assigned when it is nullish", `class P { go() { return 1; } } class Q { go() { return 2; } } function f(x) { x ??= new P(); x.go(); } f(null);`, `x.go()`, `go() { return 1`},
		{"swapped", `class P { go() { return 1; } } class Q { go() { return 2; } } function f() { let x = new Q(), y = new P(); [x, y] = [y, x]; x.go(); } f();`, `x.go()`, whyNullish},
		{"assigned while the arguments are evaluated", `class P { go() { return 1; } } class Q { go() { return 2; } } function f() { let x = new P(); x.go(x = new Q()); } f();`, `x.go(x = new Q())`, `go() { return 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, ds := parse.Parse(c.src, parse.Options{Path: "a.mjs", Type: parse.Module})
			if p == nil {
				t.Fatal(ds)
			}
			a := New(p, Options{Builtins: true})
			found := false
			ast.Walk(p, func(n ast.Node) bool {
				x, ok := n.(*ast.Call)
				if !ok || !strings.HasPrefix(c.src[x.Start:x.End], c.call) || x.End-x.Start != int32(len(c.call)) {
					return true
				}
				found = true
				callee, got := a.Method(x)
				switch fn := callee.Fn; {
				case callee.Nullish:
					got = whyNullish
				case fn != nil:
					got = c.src[max(fn.Start-12, 0):fn.End]
				}
				if !strings.Contains(got, c.want) {
					t.Errorf("%s: got %q, want %q", c.call, got, c.want)
				}
				return true
			})
			if !found {
				t.Errorf("there is no call %s", c.call)
			}
		})
	}
}

// TestTooMuchWork looks at programs in which each of a number of objects has all others.
func TestTooMuchWork(t *testing.T) {
	for objects, want := range map[int]string{100: "", 3000: whyWork} {
		src := "class P { go() { return 1; } } const all = [" + strings.Repeat("{}, ", objects) + "]; for (const x of all) for (const y of all) x.p = y; new P().go();"
		p, ds := parse.Parse(src, parse.Options{Path: "a.mjs", Type: parse.Module})
		if p == nil {
			t.Fatal(ds)
		}
		a := New(p, Options{Builtins: true})
		if a.Why() != want {
			t.Errorf("%d objects: %q, want %q", objects, a.Why(), want)
		}
		ast.Walk(p, func(n ast.Node) bool {
			if x, ok := n.(*ast.Call); ok {
				if c, why := a.Method(x); why != want || (c.Fn == nil) != (want != "") {
					t.Errorf("%d objects: the method is %v, %q; want %q", objects, c.Fn, why, want)
				}
			}
			return true
		})
	}
}
