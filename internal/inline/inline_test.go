package inline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/inline"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes/cost"
)

// long is a body that nobody wants to read in another function.
var long = strings.Repeat("if (x.y) x.z(x);\n", 8)

// TestPlan checks what becomes of the calls of f.
func TestPlan(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		o         inline.Options
		why       string // the first call stays; "": it is inlined; "-": its callee is not known
	}{
		{name: "called once", src: "export function g(x) { f(x); } function f(x) { if (x) x(); }"},
		{name: "a short expression", src: "export function g(x) { x(f(x), f(1)); } function f(x) { return x.y; }"},
		{name: "a constant in its dead zone", src: "export function g(x) { f(x); } const f = x => x.y;", why: "-"},
		{name: "a constant that is assumed not to be", src: "export function g(x) { f(x); } const f = x => x.y;", o: inline.Options{NoTDZ: true}},
		{name: "a long expression", src: "export function g(x) { x(f(x), f(1)); } function f(x) { return x.y + x.z * x.w; }", why: "it would not be shorter"},
		{name: "for speed", src: "export function g(x) { x(f(x), f(1)); } function f(x) { return x.y + x.z * x.w; }", o: inline.Options{For: cost.Speed}},
		{name: "statements in an operand", src: "export function g(x) { x.m(f(x)); } function f(x) { if (x) x(); }", why: "it is a part of an expression, and the callee has statements"},
		{name: "a return from the middle of a branch", src: "export function g(x) { f(x); x(); } function f(x) { if (x) { if (x.a) return; x.b(); } x.c(); }", why: "its returns would leave loops or branches with a label"},
		{name: "a return from the middle of a branch, of a call that is returned", src: "export function g(x) { return f(x); } function f(x) { if (x) { if (x.a) return; x.b(); } x.c(); }"},
		{name: "a return from the middle of a branch, for size", src: "export function g(x) { f(x); x(); } function f(x) { if (x) { if (x.a) return; x.b(); } x.c(); }", o: inline.Options{For: cost.Size}},
		{name: "a return from the middle of a branch, forced", src: "export function g(x) { f(x); x(); } function f(x) { if (x) { if (x.a) return; x.b(); } x.c(); }", o: inline.Options{Forced: true}},
		{name: "a return from the middle of a branch, inside a callee", src: "export function g(x) { f(x); x(); } function f(x) { return h(x); } function h(x) { if (x) { if (x.a) return; x.b(); } x.c(); }"},
		{name: "a guard and a chain of ifs", src: "export function g(x) { f(x); x(); } function f(x) { if (x.a) return; if (x.b) return; else if (x.c) return; x.d(); }"},
		{name: "a loop that finds something", src: "export function g(x) { let y = f(x); x(y); } function f(x) { for (const y of x) if (y.a) return y; return null; }"},
		{name: "a loop with code behind it", src: "export function g(x) { let y = f(x); x(y); } function f(x) { for (const y of x) if (y.a) return y; return x.b; }", why: "its returns would leave loops or branches with a label"},
		{name: "a loop in a loop", src: "export function g(x) { f(x); x(); } function f(x) { for (const y of x) for (const z of y) if (z.a) return; }", why: "its returns would leave loops or branches with a label"},
		{name: "a switch with all cases", src: "export function g(x) { let y = f(x); x(y); } function f(x) { switch (x.a) { case 1: return x.b; default: return x.c; } }"},
		{name: "a switch without some", src: "export function g(x) { let y = f(x); x(y); } function f(x) { switch (x.a) { case 1: return x.b; case 2: return x.c; } }", why: "its returns would leave loops or branches with a label"},
		{name: "recursion", src: "export function g(x) { f(x); } function f(x) { if (x) f(x - 1); }", why: "it calls itself"},
		{name: "mutual recursion", src: "export function g(x) { f(x); } function f(x) { if (x) h(x - 1); } function h(x) { if (x) f(x); }", o: inline.Options{For: cost.Speed}, why: "it calls itself, and this would save one call of many"},
		{name: "mutual recursion, from inside", src: "export function g(x) { h(x); } function h(x) { if (x) f(x - 1); } function f(x) { if (x) h(x); }", o: inline.Options{For: cost.Speed}},
		{name: "a long body", src: "export function g(x) { f(x); } function f(x) { " + long + "}", why: "it is long, and its name says what it does"},
		{name: "a long body, for size", src: "export function g(x) { f(x); } function f(x) { " + long + "}", o: inline.Options{For: cost.Size}},
		{name: "a long body, minified", src: "export function g(x) { f(x); } function f(x) { " + long + "}", o: inline.Options{Small: true}},
		{name: "this", src: "export function g(x) { f(x); } function f(x) { this.y = x; }", why: "it has a this, arguments, super, new.target, await, yield or import of its own"},
		{name: "arguments", src: "export function g(x) { f(x); } function f() { return arguments.length; }", why: "it has a this, arguments, super, new.target, await, yield or import of its own"},
		{name: "async", src: "export function g(x) { f(x); } async function f(x) { x(); }", why: "it is async, a generator, a method or a constructor"},
		{name: "a default value, missing", src: "export function g(x) { f(x); } function f(x, y = x) { x(y); }"},
		{name: "a default value that is not needed", src: "export function g(x) { f(x, 1 + x); } function f(x, y = x) { x(y); }"},
		{name: "a default value in its expression", src: "export function g(x) { x(f(x), f(x, x)); } function f(x, y = 1) { return x[y]; }"},
		{name: "a default value that may be needed", src: "export function g(x) { f(x); } function f(x = 1) { x(); }", why: "an argument may be undefined, and the default value would be one of two"},
		{name: "a default value that may be needed, for speed", src: "export function g(x) { f(x); f(x); } function f(x = 1) { x(); }", o: inline.Options{For: cost.Speed}},
		{name: "a default value that may be needed, for size", src: "export function g(x) { f(x); } function f(x = 1) { x(); }", o: inline.Options{For: cost.Size}},
		{name: "a default value with a later parameter", src: "export function g(x) { f(); } function f(x = y, y = 1) { x(y); }", why: "a default value makes a function, assigns a parameter or mentions a later one"},
		{name: "a default value with its own parameter", src: "export function g(x) { f(); } function f(x = x) { x(); }", why: "a default value makes a function, assigns a parameter or mentions a later one"},
		{name: "a default value that makes a function", src: "export function g(x) { f(x); } function f(x, y = () => x) { x(y); }", why: "a default value makes a function, assigns a parameter or mentions a later one"},
		{name: "a default value that assigns a parameter", src: "export function g(x) { f(x); } function f(x, y = x++) { x(y); }", why: "a default value makes a function, assigns a parameter or mentions a later one"},
		{name: "a default value that assigns a parameter by a pattern", src: "export function g(x) { f(x); } function f(x, y = ([x] = [1])) { x(y); }", why: "a default value makes a function, assigns a parameter or mentions a later one"},
		{name: "a default value and a var of the name", src: "export function g(x) { f(x); } function f(x, y = 1) { var y; x(y); }", why: "a parameter is declared again, or a pattern before a default value"},
		{name: "a default value and arguments", src: "export function g(x) { f(x); } function f(x, y = 1) { x(arguments); }", why: "it has a this, arguments, super, new.target, await, yield or import of its own"},
		{name: "a pattern", src: "export function g(x) { f(x); } function f({ x }) { x(); }"},
		{name: "a pattern before a default value", src: "export function g(x) { f(x); } function f({ x }, y = 1) { x(y); }", why: "a parameter is declared again, or a pattern before a default value"},
		{name: "a pattern and a var of the name", src: "export function g(x) { f(x); } function f({ x }) { var x; x(); }", why: "a parameter is declared again, or a pattern before a default value"},
		{name: "a pattern with a default value", src: "export function g(x) { f({ x }, [x]); } function f({ x } = {}, [y]) { x(y); }"},
		{name: "a rest parameter", src: "export function g(x) { f(x, 1, x); } function f(x, ...y) { x(y); }"},
		{name: "a rest parameter in its expression", src: "export function g(x) { x(f(), f(x)); } function f(...y) { return y; }"},
		{name: "a rest parameter that is used twice in its expression", src: "export function g(x) { x(f(), f(x)); } function f(...y) { return y + y; }", why: "an argument with effects is used several times, or not in its turn"},
		{name: "a rest parameter, and a spread", src: "export function g(x) { f(x, ...x); } function f(x, ...y) { x(y); }", why: "an argument is spread"},
		{name: "a rest parameter that is spread", src: "export function g(x) { f(x, 1); } function f(x, ...y) { x(...y); }", why: "it spreads its rest parameter, and would spread a list of arguments in the place of a call"},
		{name: "a rest parameter and a function, in an operand", src: "export function g(x) { if (f(x, 1)) x(); } function f(...y) { return y.some(z => z); }", why: "it is long, and its name says what it does"},
		{name: "a rest parameter and a function, in a statement", src: "export function g(x) { return f(x, 1); } function f(...y) { return y.some(z => z); }"},
		{name: "a rest parameter that is a pattern", src: "export function g(x) { f(x, 1); } function f(x, ...[y]) { x(y); }", why: "a parameter is declared again, or a pattern before a default value"},
		{name: "a rest parameter and a var of the name", src: "export function g(x) { f(x, 1); } function f(x, ...y) { var y; x(y); }", why: "a parameter is declared again, or a pattern before a default value"},
		{name: "a tagged template", src: "export function g(x) { f(x); } function f(x) { return x`a`; }", why: "it has a construct that does not move, such as a tagged template"},
		{name: "a try statement", src: "export function g(x) { f(x); } function f(x) { try { x(); } catch {} }", why: "it has a try statement"},
		{name: "a class", src: "export function g(x) { f(x); } function f(x) { x(class {}); }", why: "it declares functions or classes"},
		{name: "arguments out of turn, in an expression", src: "export function g(x) { x.m(f(x(), x.y)); } function f(x, y) { return y + x; }", why: "an argument with effects is used several times, or not in its turn"},
		{name: "arguments out of turn, in a statement", src: "export function g(x) { return f(x(), x.y); } function f(x, y) { return y + x; }"},
		{name: "closures, once", src: "export function g(x) { f(x); } function f(x) { x(() => 1); }"},
		{name: "closures, twice", src: "export function g(x) { f(x); f(1); } function f(x) { x(() => 1); }", why: "it makes functions, and this is not its only call"},
		{name: "closures in a loop", src: "export function g(x) { while (x()) f(x); } function f(y) { y(() => y); }", why: "it makes functions that capture its variables, and the call is in a loop"},
		{name: "the name of a captured variable", src: "export function g(y) { f(y, 1); } function f(x, y) { x(() => y); }", why: "a function in it captures a variable whose name the caller uses, too"},
		{name: "the name of the argument", src: "export function g(y) { f(y); } function f(y) { y(() => y); }"},
		{name: "the name of an argument that changes", src: "export function g(y) { f(y); y = 1; } function f(y) { y(() => y); }", why: "a function in it captures a variable whose name the caller uses, too"},
		{name: "the name of a var that changes", src: "export function g() { f(y); var y = 1; } function f(y) { x(() => y); } const x = eval;", why: "a function in it captures a variable whose name the caller uses, too"},
		{name: "a spread argument", src: "export function g(x) { f(...x); } function f(x) { x(); }", why: "an argument is spread"},
		{name: "strictness", src: "exports.g = function (x) { 'use strict'; f(x); }; function f(x) { x(); }", why: "one of them is strict code, the other is not"},
		{name: "a shadowed name", src: "export function g(x, y) { f(x); } const y = [1]; function f(x) { x(y); }", why: "a name in the callee means something else at the call"},
		{name: "a shadowed global", src: "export function g(x, y) { f(x); } function f(x) { x(y); }", why: "a name in the callee means something else at the call"},
		{name: "a reserved name", src: "exports.g = async function (x) { f(x); }; function f(await) { await(); }", why: "it has a name that is reserved in the caller"},
		{name: "a parameter list", src: "export function g(x = f(1)) {} function f(x) { x(); }", why: "it is in a parameter list, which stays as it is"},
		{name: "a loop in a loop's callee", src: "export function g(x) { for (const y of x) f(y); } function f(x) { while (x.a) x.b(); }", why: "it has a loop and the call is in one: engines compile a hot loop better in a function of its own"},
		{name: "a loop in a loop's callee, for speed", src: "export function g(x) { for (const y of x) f(y); } function f(x) { while (x.a) x.b(); }", o: inline.Options{For: cost.Speed}, why: "it has a loop and the call is in one: engines compile a hot loop better in a function of its own"},
		{name: "a loop in a loop's callee, for size", src: "export function g(x) { for (const y of x) f(y); } function f(x) { while (x.a) x.b(); }", o: inline.Options{For: cost.Size}},
		{name: "a loop and a callee's loop", src: "export function g(x) { while (x.g()) x.h(); f(x); } function f(x) { while (x.a) x.b(); }", why: "it has a loop, and so has the function around the call: engines compile small functions better"},
		{name: "a loop and a callee's loop, for size", src: "export function g(x) { while (x.g()) x.h(); f(x); } function f(x) { while (x.a) x.b(); }", o: inline.Options{For: cost.Size}},
		{name: "a loop and a callee's loop, run once", src: "(() => { while (x.g()) x.h(); f(x); function f(x) { while (x.a) x.b(); } })();"},
		{name: "loops in a circle of calls", src: "function g(x) { while (x.g()) x.h(); f(x); } function f(x) { while (x.a) x.b(); g(x); }", why: "it has a loop, and so has the function around the call: engines compile small functions better"},
		{name: "a loop in a callee", src: "export function g(x) { f(x); } function f(x) { while (x.a) x.b(); }"},
		{name: "an argument without a name", src: "export function g(x) { f(() => x); } function f(y) { if (y) y(); }", why: "an argument is a function without a name, and the variable for the parameter would give it one"},
		{name: "an argument without a name, used once", src: "export function g(x) { f(() => x); } function f(y) { y(); print(); }"},
		{name: "an argument without a name, where names do not matter", src: "export function g(x) { f(() => x); } function f(y) { if (y) y(); }", o: inline.Options{AnyNames: true}},
		{name: "an argument without a name, minified", src: "export function g(x) { f(() => x); } function f(y) { if (y) y(); }", o: inline.Options{Small: true}},
		{name: "an argument with a name", src: "export function g(x) { f(function h() { return x; }); } function f(y) { if (y) y(); }"},
		{name: "a function without a name", src: "export function g(x) { const h = f(x); return h; } function f(x) { return () => 1; }", why: "it returns a function without a name, and the variable would give it one"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			typ := parse.Module
			if strings.HasPrefix(tt.src, "exports") {
				typ = parse.CommonJS
			}
			p, ds := parse.Read(tt.src, parse.Options{Path: "in.js", Type: typ})
			if p == nil {
				t.Fatal(parse.Format(ds))
			}
			plan := inline.New(p, tt.o)
			for i, s := range plan.Graph.Sites.All() {
				if s.Callee == nil || !strings.HasPrefix(tt.src[s.Call.Start:], "f(") {
					continue
				}
				if why := plan.Why[i]; why != tt.why || (plan.Of[s.Call] != nil) != (tt.why == "") {
					t.Errorf("got %q, want %q", why, tt.why)
				}
				return
			}
			if tt.why != "-" {
				t.Fatal("no known call of f")
			}
		})
	}
}

// TestPlanIsLinear plans programs that repeated copying would make quadratic or worse: twice the program
// has no more than about twice the copies.
func TestPlanIsLinear(t *testing.T) {
	for _, tt := range []struct {
		name, first string
		n           int
		fn          func(i, n int) string
	}{
		{"a chain of functions that are called once", "", 5_000,
			func(i, n int) string { return fmt.Sprintf("function f%d(x) { x(%d); f%d(x); }\n", i, i, i+1) }},
		{"a component of functions that call each other", "", 1_500,
			func(i, n int) string {
				return fmt.Sprintf("function f%d(x) { return x ? f%d(x - 1) : f%d(x); }\n", i, (i+1)%n, (i*7+3)%n)
			}},
		{"callees that double", "const f0 = x => x;\n", 500,
			func(i, n int) string { return fmt.Sprintf("const f%d = x => f%d(x) + f%d(x);\n", i+1, i, i) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			copies := func(n int, aim cost.Aim) (count int) {
				var b strings.Builder
				b.WriteString("export function f(x) { f0(x); }\n" + tt.first)
				for i := range n {
					b.WriteString(tt.fn(i, n))
				}
				p, ds := parse.Read(b.String(), parse.Options{Path: "in.js", Type: parse.Module})
				if p == nil {
					t.Fatal(parse.Format(ds))
				}
				for _, list := range inline.New(p, inline.Options{For: aim}).In {
					count += len(list)
				}
				return count
			}
			for _, aim := range []cost.Aim{cost.Balanced, cost.Size, cost.Speed} {
				once, twice := copies(tt.n, aim), copies(2*tt.n, aim)
				t.Logf("%v: %d copies, and %d", aim, once, twice)
				if twice > 2*once+once/10+10 {
					t.Errorf("%v: %d copies, and %d in a program of twice the length", aim, once, twice)
				}
			}
		})
	}
}
