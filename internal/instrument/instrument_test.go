package instrument_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// prelude gives programs log, and records what they log and what the checks report.
const prelude = `(() => { // what is built in may be changed
	let text = "", reports = "";
	const show = (v) => typeof v === "function" ? "function " + v.name : String(v), String = globalThis.String, Function = globalThis.Function;
	const line = (s) => { text += (text && "\n") + s; };
	globalThis.log = (...args) => { let s = ""; for (let i = 0; i < args.length; i++) s += (i ? " " : "") + show(args[i]); line(s); };
	globalThis.console = { error(text) { reports += "\nREPORT " + text; } };
	globalThis.register = {};
	globalThis.outside = (code, a, b) => Function("a", "b", code)(a, b); // runs code that is not of the program
	return (uncaught) => { if (uncaught) line("uncaught " + uncaught); return text + reports; };
})()`

// optimized runs the library on a program.
func optimized(t *testing.T, src string, o passes.Options) passes.Result {
	t.Helper()
	if o.Path == "" {
		o.Path = "in.js"
	}
	r, err := passes.Optimize(context.Background(), src, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if len(r.Report.Faults) > 0 {
		t.Fatalf("%v\n%s", r.Report.Faults, src)
	}
	return r
}

func assumptions(t *testing.T, names string) passes.AssumptionSet {
	t.Helper()
	set, err := passes.ParseAssumptions(strings.Split(names, ","))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// checked runs a program with checks, and returns what it logs, and what is reported. It must behave as before.
func checked(t *testing.T, src, names string, kind parse.SourceType) (reports string) {
	t.Helper()
	set := assumptions(t, names)
	code := optimized(t, src, passes.Options{Type: kind, Assume: set, Check: set}).Code
	want := enginetest.Run(t, prelude, src)
	got, reports, _ := strings.Cut(enginetest.Run(t, prelude, code), "\nREPORT ")
	if got != want {
		t.Errorf("it does something else under checks:\n%s\nbefore:\n%s\n%s", got, want, body(code))
	}
	return reports
}

// body is what follows the runtime.
func body(code string) string { return code[strings.LastIndex(code, `"end":`)+1:] }

// TestProgramsThatBreakAreFound runs the program that each assumption breaks.
func TestProgramsThatBreakAreFound(t *testing.T) {
	at := map[string]string{
		"fn-names":       `name]`,
		"builtins":       `Math.max = () => 0`,
		"pure-coercion":  `n = 2; return`,
		"pure-getters":   `++n`,
		"closed-world":   `ready) log`,
		"no-tdz":         `k; return "read"`,
		"closed-objects": `m()) })`,
	}
	for _, a := range passes.Assumptions {
		t.Run(a.Name, func(t *testing.T) {
			report := checked(t, a.Breaks, a.Name, parse.Auto)
			column := strings.Index(a.Breaks, at[a.Name]) + 1
			if want := fmt.Sprintf("in.js:1:%d: warning: %s does not hold: ", column, a.Name); at[a.Name] == "" || !strings.HasPrefix(report, want) {
				t.Errorf("%s\nreport: %s\nwant:   %s", a.Breaks, report, want)
			}
		})
	}
}

// TestViolationsAreReported runs programs that code outside changes. The mark § is where that is reported.
func TestViolationsAreReported(t *testing.T) {
	const a = `class A { constructor(x) { this.x = x; } m() { return 1; } get p() { return this.x; } } const o = new A(5); `
	for _, tt := range []struct{ name, src, found string }{
		{"a method of the object", a + `outside("a.m = () => 2", o); log(o.§m());`, "another function"},
		{"a method of the prototype", a + `outside("a.prototype.m = function () { return 2; }", A); log(o.§m());`, "another function"},
		{"a method of the program, but another one", a + `class B { m() { return 3; } } log(new B().m()); outside("a.prototype.m = b.prototype.m", A, B); log(o.§m());`, "the function m at in.js:1:"},
		{"a deleted method", a + `outside("delete a.prototype.m", A); try { log(o.§m()); } catch (e) { log(e instanceof TypeError); }`, "undefined"},
		{"a deleted method of a derived class", a + `class B extends A { m() { return 2; } } const b = new B(); log(b.m(), o.m()); outside("delete a.prototype.m", B); log(b.§m());`, "the function m at in.js:1:42"},
		{"a getter in the place of a method, which runs once", a + `outside("Object.defineProperty(a, 'm', { get() { log('getter'); return () => 2; } })", o); log(o.§m());`, "a getter"},
		{"another prototype", a + `outside("Object.setPrototypeOf(a, { m() { return 2; } })", o); log(o.§m());`, "another function"},
		{"a written prototype", a + `outside("a.__proto__ = { m() { return 2; } }", o); log(o.§m());`, "another function"},
		{"a getter", a + `outside("Object.defineProperty(a.prototype, 'p', { get() { log('getter'); return 2; } })", A); log(o.§p);`, "another getter"},
		{"a property in the place of a getter", a + `outside("Object.defineProperty(a, 'p', { value: 2 })", o); log(o.§p);`, "no getter"},
		{"a static method", `class A { static m() { return 1; } } outside("a.m = () => 2", A); log(A.§m());`, "another function"},
		{"a method of a literal", `const o = { m() { return 1; } }; outside("a.m = () => 2", o); log(o.§m());`, "another function"},
		{"a getter of a literal", `const o = { get p() { return 1; } }; outside("delete a.p", o); log(o.§p);`, "no getter"},
		{"a function in a literal", `const o = { m: () => 1 }; outside("a.m = () => 2", o); log(o.§m());`, "another function"},
		{"a declared function", `function f() { return 1; } const o = { m: f }; outside("a.m = () => 2", o); log(o.§m());`, "another function"},
		{"a function of a block", `(() => { "use strict"; { function f() { return 1; } const o = { m: f }; outside("a.m = () => 2", o); log(o.§m()); } })();`, "another function"},
		{"a field", `class A { m = () => 1; } const o = new A(); outside("a.m = () => 2", o); log(o.§m());`, "another function"},
		{"an object that is a field", a + `const r = { o }; outside("a.o = { m() { return 2; } }", r); log(r.o.§m());`, "another function"},
		{"a field that is null now", a + `const r = { o }; outside("a.o = null", r); try { r.o.§m(); } catch (e) { log("null"); }`, "its object is null"},
		{"a field that is a string now", a + `const r = { o }; outside("a.o = 'text'", r); try { r.o.§m(); } catch (e) { log("text"); }`, "its object is a string"},
		{"a method of the base class", a + `class B extends A { m() { return super.§m() + 1; } } outside("a.prototype.m = function (x) { return 20; }", A); log(new B().m());`, "another function"},
		{"a getter in the place of a method of the base class, which runs once", a + `class B extends A { m(x) { return super.§m(x) + 1; } } outside("Object.defineProperty(a.prototype, 'm', { get() { log('getter'); return (x) => 10 * x; } })", A); log(new B().m(4));`, "another function"},
		{"a list with an iterator", `const list = [1, 2]; outside("a[Symbol.iterator] = function* () { yield 3; }", list); for (const x of §list) log(x);`, "an array with an iterator of its own"},
		{"a list with another prototype", `const list = [1, 2]; outside("Object.setPrototypeOf(a, { __proto__: Array.prototype, *[Symbol.iterator]() { yield 3; } })", list); for (const x of §list) log(x);`, "an array with another prototype"},
		{"what a generator returns, with another prototype", `class A { *g() { yield 1; } } const o = new A(); for (const x of o.g()) log(x); outside("a.next = () => ({ done: true })", o.g.prototype); for (const x of §o.g()) log(x);`, "a method of its own"},
		{"a generator in the place of a generator", `class A { *g() { yield 1; } } const o = new A(); outside("a.prototype = { __proto__: null }", o.g); outside("Object.setPrototypeOf(a.prototype, { __proto__: null, [Symbol.iterator]() { return [5][Symbol.iterator](); } })", o.g); for (const x of §o.g()) log(x);`, "a"},
		{"a field that was a list", `const r = { list: [1, 2] }; outside("a.list = 'ab'", r); for (const x of §r.list) log(x);`, "a string"},
		{"a setter for a record", `class P { constructor(x, y) { this.x = x; this.y = y; } } outside("Object.defineProperty(a.prototype, 'y', { set(v) { log('set', v); } })", P); const p = new §P(1, 2); log(p.x, p.y);`, "y of the prototype, which is an accessor"},
		{"a prototype by a computed key", a + `const key = "__pro" + "to__"; o[§key] = { m() { return 2; } }; log(o.x);`, "__proto__"},
		{"a constructor by a computed key", a + `const list = [o], key = "construc" + "tor"; list[§key] = null; log(o.m(), list.length);`, "constructor"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at := strings.Index(tt.src, "§")
			src := "(() => {\n" + strings.Replace(tt.src, "§", "", 1) + "\n})();"
			report := checked(t, src, "closed-objects,builtins", parse.Script)
			if want := fmt.Sprintf("in.js:2:%d: warning: closed-objects does not hold: ", at+1); !strings.HasPrefix(report, want) {
				t.Errorf("%s\nreport: %s\nwant:   %s", src, report, want)
			}
			found := strings.ReplaceAll(tt.found, "in.js:1:", "in.js:2:")
			if !strings.Contains(report, "\n  found: "+found) {
				t.Errorf("%s\nreport: %s\nwant that it found: %s", src, report, found)
			}
		})
	}
}

// TestOtherViolationsAreReported does that for the other assumptions.
func TestOtherViolationsAreReported(t *testing.T) {
	for _, tt := range []struct{ assume, name, src, found string }{
		{"builtins", "an assignment", `log(1); §Math.max = () => 0; log(Math.max(1, 2));`, "Math.max was replaced"},
		{"builtins", "a global object", `§JSON = null; log(JSON);`, "JSON was replaced"},
		{"builtins", "a defined property", `§Object.defineProperty(Array.prototype, Symbol.iterator, { value: function* () { yield 7; } }); const [x] = [1]; log(x);`, "Array.prototype[Symbol(Symbol.iterator)] was replaced"},
		{"builtins", "a deleted method", `log(1); §delete String.prototype.at; log(typeof "".at);`, "String.prototype.at was deleted"},
		{"builtins", "an extension", `log(1); §Object.prototype.extra = 1; for (const k in {}) log(k);`, "Object.prototype.extra was added"},
		{"builtins", "code outside", `log(1); outside("Array.prototype.map = 1"); log(2)§;`, "Array.prototype.map was replaced, not yet at the beginning of the program"},
		{"closed-objects,builtins", "code outside, before a loop", `log(1); outside("Array.prototype[Symbol.iterator] = function* () { yield 7; }"); for (const x of §[1]) log(x); log(2);`, "Array.prototype[Symbol(Symbol.iterator)] was replaced, not yet at the beginning of the program"},
		{"closed-world", "a variable", `var ready = false; function f() { return §ready; } outside("ready = true"); log(f());`, "a boolean"},
		{"closed-world", "a function", `function f() { return 1; } function g() { return §f(); } outside("f = () => 2"); log(g());`, "another function"},
		{"closed-world", "a class", `class A { static m() { return 1; } } function g() { return new §A(); } outside("A = class {}"); log(typeof g().m);`, "another function"},
		{"closed-world", "a let of an anonymous function", `let f = () => 1; function g() { return §f.name; } outside("f = () => 2"); log(g());`, "another function"},
		{"closed-world", "a shorthand property", `let x = 1; function g() { return { §x }; } outside("x = 2"); log(g().x);`, "a number"},
		{"no-tdz", "a read", `{ const f = () => §k; try { log(f()); } catch (e) { log(e instanceof ReferenceError); } let k = 1; log(f()); }`, ""},
		{"no-tdz", "typeof", `{ const f = () => typeof §k; try { log(f()); } catch (e) { log(e instanceof ReferenceError); } let k = 1; log(f()); }`, ""},
		{"no-tdz", "an assignment", `{ const f = () => { §k = log("value"); }; try { f(); } catch (e) { log(e instanceof ReferenceError); } let k = 1; f(); log(k); }`, ""},
		{"no-tdz", "an assignment of a function", `{ const f = () => { §k = () => 1; }; try { f(); } catch (e) { log(e instanceof ReferenceError); } let k = 1; f(); log(k.name); }`, ""},
		{"no-tdz", "an update", `{ const f = () => §k++ + 1; try { f(); } catch (e) { log(e instanceof ReferenceError); } let k = 1; log(f(), k); }`, ""},
		{"no-tdz", "a class", `{ const f = () => new §A(); try { f(); } catch (e) { log(e instanceof ReferenceError); } class A {} log(typeof f()); }`, ""},
		{"no-tdz", "a loop", `for (const i of [1, 2]) { const f = () => §k; try { f(); } catch (e) { log(i); } const k = i; log(f()); }`, ""},
		{"pure-getters", "a count", `let n = 0; class A { get p() { §n += 1; return n; } } log(new A().p, n);`, ""},
		{"pure-getters", "a cache", `class A { get p() { return §this.q ??= 5; } } log(new A().p);`, ""},
		{"pure-coercion", "a conversion", `let n = 0; class A { toString() { §n++; return "A"; } } log(new A() + "", n);`, ""},
		{"pure-coercion", "a symbol", `let n = 0; const o = { [Symbol.toPrimitive]() { §n++; return 4; } }; log(o * 2, n);`, ""},
		{"fn-names", "a class", `class A {} log(A.§name);`, "a function that is not built in"},
		{"fn-names", "a key", `const f = () => 1; log(f[§"name"]);`, "a function that is not built in"},
	} {
		t.Run(tt.assume+"/"+tt.name, func(t *testing.T) {
			at := strings.Index(tt.src, "§")
			report := checked(t, strings.Replace(tt.src, "§", "", 1), tt.assume, parse.Script)
			first, _, _ := strings.Cut(tt.assume, ",")
			if first == "closed-objects" {
				first = "builtins"
			}
			want := fmt.Sprintf("in.js:1:%d: warning: %s does not hold: ", at+1, first)
			if !strings.HasPrefix(report, want) || !strings.Contains(report, tt.found) {
				t.Errorf("%s\nreport: %s\nwant:   %s\nand:    %s", tt.src, report, want, tt.found)
			}
		})
	}
}

// TestProgramsAreAsBefore runs programs that violate nothing, in forms that are easily changed by inserting text.
func TestProgramsAreAsBefore(t *testing.T) {
	const a = `class A { constructor(x) { this.x = x; } m(y) { return y === undefined ? this.x : y; } get p() { return this.x; } static s() { return 3; } } const o = new A(5);` + "\n"
	for _, src := range []string{
		a + "log(typeof[o][0].m())",
		a + "const v = 1\no.m()\nlog(v)",
		a + "let v = o\n(v).m()\nlog(v.m())",
		a + "log(((0, o)).m(), (log(1), o).m(2), (o).p)",
		a + "for (const k in{a:1})log(k);for (const x of[1,2])log(x)",
		"function* g(n) { for (let i = 0; i < n; i++) yield i } for (const x of g(3))log(x);for (const x of(g)(2)){ if (x) break; log(x) } const o = { *h() { yield* g(2) } }; for(const x of o.h())log(x)",
		a + "log(new A(1).m(), new A(2)/*(*/.m/*)*/(/*c*/), new(A)(3).p, new A(new A(4).p).p)",
		a + "log(o?.m(), o.m?.(), o.m()?.x, (o?.m)(), o?.m().x, [o].map((q) => q.m())[0])",
		a + "const n = null; log(n?.m(o.m()), o\n  .m()\n  .toString())",
		a + "log(`${o.m()} ${o.p}`, o.m`x`.length)",
		a + "function* g() { log(yield o.m()); return (yield* [o])?.m(); } const it = g(); log(it.next().value, it.next(4).value.m(), it.next().done)",
		a + "async function f() { return (await o).m(await 3); } f().then((v) => log(v))",
		a + "class B extends A { constructor() { super(7); } m(y) { return super.m(y) + super.m( /* none */ ) + super.m\n(y,) + (() => super.m(2))(); } static s() { return super.s() + 1; } } log(new B().m(1), B.s())",
		a + "class B extends A { m(...list) { return super.m(...list, 3); } } log(new B().m(), new B().m(9))",
		a + "const b = { __proto__: { m() { return 1; } }, m() { return super.m(); } }; log(b.m())",
		a + "const f = function () { return 1; }, g = () => 2, q = { f, g, h: function () {}, i: () => 4, \"j k\": () => 5, __proto__: null }; log(q.f(), q.g(), q.i(), q[\"j k\"](), f.name, g.name, q.h.name, q.i.name, q[\"j k\"].name)",
		a + "class C { f = () => 1; #g = () => 2; static h = function () { return this === C; }; 'i j' = () => 4; all() { return [this.f(), this.#g(), this['i j'](), this.f.name, this.#g.name, this['i j'].name].join(); } } log(new C().all(), C.h(), C.h.name)",
		a + "let k; k = () => 1; const [x = () => 2] = [], { y = () => 3 } = {}; let z; z ??= () => 4; const q = { k, x, y, z }; log(q.k(), q.x(), q.y(), q.z(), k.name, x.name, y.name, z.name); const p = {}; p.f = () => 1; log(p.f(), p.f.name)",
		a + "const fib = function self(n) { return n < 2 ? n : self(n - 1) + self(n - 2); }; const q = { fib }; log(q.fib(10), fib.name)",
		a + "{ function f() { return 1 } var q = { f }; log(q.f()) } switch (1) { case 1: function h() { return 2 } const r = { h }; log(r.h()) }",
		a + "function twice() { return 1 } function twice() { return 2 } const q = { twice }; log(q.twice())",
		a + "const make = () => ({ m() { return 1 }, n: () => 2, get p() { return 3 } }); const x = make(), y = make(); log(x.m() + y.m(), x.n() + y.n(), x.p + y.p)",
		a + "const make = (k) => class { m() { return k } static n() { return k } }; const X = make(1), Y = make(2); log(new X().m(), new Y().m(), X.n(), Y.n())",
		a + "log({ m() { return 1; } }.m(), (class { static m() { return 2; } }).m(), (() => 1)(), ({ get p() { return 4; } }).p)",
		a + "label: for (const x of [o]) { if (x.m()) continue label; } do o.m(); while (!o.p); if (o.m()) o.p; else o.m(); log(o.p ? o.m() : o.p, o.p, o.m(o.m()))",
		a + "o.x++; o.x += o.m(); o[\"x\"] = o.m(o.p); [o.x] = [o.m()]; ({ x: o.x } = { x: 9 }); log(o.m()); const key = \"x\"; o[key]++; ({ [key]: o[key] } = { x: o[key] + 1 }); delete o[key + 1]; log(o.m(), o[(0, key)])",
		a + "class S { static { this.t = 1; } static u = this.t + 1; static { log(this.u, S.v()); } static v() { return 6; } } log(S.v())",
		a + "var undefinedAtFirst; function r() { return undefinedAtFirst } log(r()); var late = function () { return 1 }, C = class { static m() { return 1 } }; function c() { return [late.name, C.name, C.m(), new C() instanceof C, typeof late] } log(c().join())",
		"'use strict'\nfunction f() { return this } log(f() === undefined)",
		"'use strict';function f() { 'use strict'; function g() { return 2 } const q = { g }; return q.g() } log(f())",
		"// a comment\n/* and one */ function f(){return o.m()}const o={m(){return arguments.length}};log(f(),f.name)",
		"const o = { m() { return o } }; o.m().m().m(); log(o.m().m() === o)",
		"let console = 1, Reflect = 2, print = 3; { let globalThis = 4, Object = 5; log(globalThis, Object) } const o = { m() { return console + Reflect } }; log(o.m(), print)",
		"WeakMap = null; const o = { m() { return 1 } }; log(o.m()); const p = { n: () => 2 }; log(p.n())",
		"const list = [1, 2, 3]; let sum = 0; for (const x of list) { if (x < 3) list.push(x + 2); sum += x } for (const [i, x] of list.entries()) sum += i * x; log(sum)",
		"class P { constructor(x, y) { this.x = x; this.y = y } } let s = 0; for (let i = 0; i < 3; i++) { const p = new P(i, 2 * i); s += p.x * p.y } log(s, new P(1, 2).y)",
		"const o = { n: 0, m() { return ++this.n } }; log(o.m() + o.m() * o.m(), o\n.m\n())",
		"const o = { async m() { return 1 }, *g() { yield 2 }, async *h() { yield 3 } }; o.m().then(log); log(...o.g()); o.h().next().then((r) => log(r.value))",
		"1; const o = { m() { return 1 } }; o.m(); if (o.m()) { 5 }",
	} {
		if report := checked(t, src, "standard,closed-world,closed-objects", parse.Script); report != "" && !strings.Contains(src, ".name") && !strings.HasPrefix(src, "WeakMap = ") {
			t.Errorf("%s\nreport: %s", src, report)
		}
	}
}

// TestTheValueOfAScriptStays evaluates scripts whose value an eval returns.
func TestTheValueOfAScriptStays(t *testing.T) {
	set := assumptions(t, "standard,closed-world,closed-objects")
	for src, want := range map[string]string{
		`const o = { m() { return 1; } }; o.m() + 1`:               "2",
		`1; { function f() {} const o = { m: f }; o.m(); }`:        "undefined",
		`2; var o = { m() { return 1; } }, x = o.m();`:             "2",
		`3; function f() { return 1; } const o = { m: f };`:        "3",
		`"use strict"; const o = { m() { return 1; } }; o.m();;`:   "1",
		`"use strict"; { const o = { m() { return 1; } }; o.m() }`: "1",
	} {
		code := optimized(t, src, passes.Options{Type: parse.Script, Assume: set, Check: set}).Code
		text, err := json.Marshal(code)
		if err != nil {
			t.Fatal(err)
		}
		if got := enginetest.Run(t, prelude, `log((0, eval)(`+string(text)+`))`); got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// TestNothingElseChanges removes what the checks insert, and compares lines.
func TestNothingElseChanges(t *testing.T) {
	const src = "#!/usr/bin/env node\n'use strict' // no semicolon\n\n/* a */ class A {\r\n\tm( ) { return 1 }\n}\n// é ü\nconst a = new A() ; a . m ( 1,\n2 ) // end"
	set := assumptions(t, "closed-objects,closed-world")
	for _, tt := range []struct {
		kind parse.SourceType
		want string
	}{
		{parse.CommonJS, "class A {static{$son.members(0,this);}\r\n\tm( ) { return 1 }\n}\n// é ü\nconst a = new A() ; $son.method(0,\"m\",0,a) . m ( 1,\n2 ) // end"},
		{parse.Module, "class A {static{$son.members(0,this);}\r\n\tm( ) { return 1 }\n}\n// é ü\nconst a = new A() ; $son.method(0,\"m\",0,a) . m ( 1,\n2 ) // end"},
	} {
		code := optimized(t, src, passes.Options{Type: tt.kind, Assume: set, Check: set}).Code
		before, _, _ := strings.Cut(code, "const $son=")
		if want := src[:strings.Index(src, "class A")]; before != want || !strings.HasSuffix(code, tt.want) || strings.Count(code, "\n") != strings.Count(src, "\n") {
			t.Errorf("%q\nwant\n%q … %q", code, want, tt.want)
		}
	}
}
