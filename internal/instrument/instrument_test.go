package instrument_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
)

// prelude gives programs log, and records what they log and what the checks report.
const prelude = `(() => {
	const lines = [], show = (v) => typeof v === "function" ? "function " + v.name : String(v);
	globalThis.log = (...args) => { lines.push(args.map(show).join(" ")); };
	const push = lines.push.bind(lines), reports = [];
	globalThis.console = { error(text) { reports[reports.length] = text; } };
	globalThis.register = {};
	globalThis.outside = (code, a, b) => Function("a", "b", code)(a, b); // runs code that is not of the program
	return (uncaught) => { if (uncaught) push("uncaught " + uncaught); let s = lines.join("\n"); for (const r of reports) s += "\nREPORT " + r; return s; };
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
		{"a deleted method of a derived class", a + `class B extends A { m() { return 2; } } const b = new B(); log(b.m(), o.m()); outside("delete a.prototype.m", B); log(b.§m());`, "the function m at in.js:1:48"},
		{"a getter in the place of a method, which runs once", a + `outside("Object.defineProperty(a, 'm', { get() { log('getter'); return () => 2; } })", o); log(o.§m());`, "a getter"},
		{"another prototype", a + `outside("Object.setPrototypeOf(a, { m() { return 2; } })", o); log(o.§m());`, "another function"},
		{"a written prototype", a + `outside("a.__proto__ = { m() { return 2; } }", o); log(o.§m());`, "another function"},
		{"a getter", a + `outside("Object.defineProperty(a.prototype, 'p', { get() { log('getter'); return 2; } })", A); log(o.§p);`, "another getter"},
		{"a property in the place of a getter", a + `outside("Object.defineProperty(a, 'p', { value: 2 })", o); log(o.§p);`, "no getter"},
		{"a static method", `class A { static m() { return 1; } } outside("a.m = () => 2", A); log(A.§m());`, "another function"},
		{"a method of a literal", `const o = { m() { return 1; } }; outside("a.m = () => 2", o); log(o.§m());`, "another function"},
		{"a getter of a literal", `const o = { get p() { return 1; } }; outside("delete a.p", o); log(o.§p);`, "no getter"},
		{"a function in a literal", `const o = { m: () => 1 }; outside("a.m = () => 2", o); log(o.§m());`, "another function"},
		{"a function of a prototype", `function F() {} F.prototype.m = function () { return 1; }; const o = new F(); outside("Object.getPrototypeOf(a).m = () => 2", o); log(o.§m());`, "another function"},
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
