package contain

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sonjs/son/cmd/sonlab/internal/calls"
	"github.com/sonjs/son/cmd/sonlab/internal/engine"
	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
)

var prelude = Prelude()

// run runs a program and returns what its calls did that summaries do not contain. spoil changes summaries.
func run(t *testing.T, src string, o passes.Options, claims *Claims, spoil func(name string, s *son.Summary)) (wrong []string) {
	t.Helper()
	return runFor(t, 2*time.Second, src, o, claims, spoil) // few generated programs take longer
}

// runFor is run with a limit for the program.
func runFor(t *testing.T, limit time.Duration, src string, o passes.Options, claims *Claims, spoil func(name string, s *son.Summary)) (wrong []string) {
	t.Helper()
	o.Level = 2
	p, summary := passes.SummariesOf(t.Context(), src, o)
	if p == nil || summary == nil {
		t.Fatalf("no summaries of\n%s", src)
	}
	text, visible := Instrument(p)
	if o.Type == parse.CommonJS {
		text = engine.CommonJS(text)
	}
	rec, err := Parse(enginetest.RunFor(t, limit, prelude, text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if strings.Contains(rec.Uncaught, "SyntaxError") {
		t.Fatalf("%s in\n%s", rec.Uncaught, text)
	}
	k := Checker{Program: p, Visible: visible, Summary: summary}
	if spoil != nil {
		k.Summary = func(fn int, a son.Arguments) *son.Summary {
			s := *summary(fn, a)
			spoil(k.name(fn), &s)
			return &s
		}
	}
	for i := range rec.Calls {
		wrong = append(wrong, k.Check(&rec.Calls[i])...)
	}
	claims.add(k.Claims)
	return wrong
}

func (c *Claims) add(d Claims) {
	c.Calls += d.Calls
	c.Result += d.Result
	c.Param += d.Param
	c.Throw += d.Throw
	c.Write += d.Write
	c.Event += d.Event
	c.Same += d.Same
}

var (
	exported = regexp.MustCompile(`(?m)^(export default .*|export \{.*|import .*|look\(.*)$`)
	export   = regexp.MustCompile(`(?m)^export `)
)

// generated returns a generated program as a script or a CommonJS file.
func generated(c calls.Config) (src string, goal parse.SourceType) {
	return asScript(calls.Generate(c))
}

// asScript returns a program as a script or a CommonJS file.
func asScript(p sketch.Program) (src string, goal parse.SourceType) {
	switch p.Ext {
	case ".cjs":
		return p.Source, parse.CommonJS
	case ".mjs":
		src := export.ReplaceAllString(exported.ReplaceAllString(p.Source, ""), "")
		return "(function () {\n\"use strict\";\n" + src + "\n})();", parse.Script
	}
	return p.Source, parse.Script
}

// TestSummariesContainCalls runs generated programs.
func TestSummariesContainCalls(t *testing.T) {
	standard, err := passes.ParseAssumptions([]string{passes.AssumeStandard})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []struct {
		name string
		o    passes.Options
		c    calls.Config
	}{
		{name: "any", c: calls.Config{}},
		{name: "calm", c: calls.Config{Calm: true}},
		{name: "tame", c: calls.Config{Tame: true, Calm: true}, o: passes.Options{Assume: standard}},
	} {
		t.Run(m.name, func(t *testing.T) {
			var claims Claims
			n, bad := tier.Share(150, 3000), 0
			for seed := range n {
				c := m.c
				c.Seed = int64(seed)
				src, goal := generated(c)
				o := m.o
				o.Type = goal
				if wrong := run(t, src, o, &claims, nil); len(wrong) > 0 {
					if bad++; bad <= 3 {
						t.Errorf("seed %d: %s\n%s", seed, strings.Join(wrong, "\n"), src)
					}
				}
			}
			t.Logf("%d programs, %d with faults; calls and claims: %+v", n, bad, claims)
			if claims.Result == 0 || claims.Throw == 0 || claims.Write == 0 || claims.Event == 0 {
				t.Errorf("summaries say too little: %+v", claims)
			}
		})
	}
}

// TestInterruptedProgramsAreNoFaults stops a program in different places, so also while a call is being recorded: the
// engine looks at the clock every so many steps, and each turn of the first loop is one.
func TestInterruptedProgramsAreNoFaults(t *testing.T) {
	const calls = "function f() { return 1; } function g() { f(); } for (let i = 0; i < 1400; i++) g();"
	for turns := range 64 {
		src := fmt.Sprintf("for (let k = 0; k < %d; k++); %s", turns, calls)
		if wrong := runFor(t, time.Microsecond, src, passes.Options{Type: parse.Script}, &Claims{}, nil); len(wrong) > 0 {
			t.Errorf("%d turns: %s", turns, strings.Join(wrong, "\n"))
		}
	}
}

// traps are programs in which summaries say something that is almost wrong. Each call that is worth it has
// different arguments, and some run code.
var traps = []struct{ name, src string }{
	{"two results", "function f(x) { for (let i = 0; i < 2; i++) if (x === i) return i; return 'none'; } f(0); f(1); f(2); f(obj(1));"},
	{"a result that a finally replaces", "function f(x) { try { return 1; } finally { if (x) return 'x'; } } f(0); f(1);"},
	{"no result", "function f(x) { if (x) return 1; } function g() { throw 1; } f(0); f(1); ask(g);"},
	{"empty return", "function f(x) { for (let i = 0; i < 3; i++) if (x === i) return; return null; } f(0); f(9);"},
	{"minus zero", "function f(x) { x = +x; for (let i = 0; i < 2; i++) x = -x; return x; } f(0); f(-0); f(NaN); f(1 / 0); f(5); ask(() => f(2n)); ask(() => f(sym));"},
	{"overflow", "function f(n) { let s = 0; for (let i = 0; i < 3; i++) s += n; return s; } f(2147483647); f('a'); f(0.1); ask(() => f(1n)); f(obj(1));"},
	{"bigints", "function f(n) { let s = n; for (let i = 0; i < 3; i++) s++; return s; } f(1n); f(1); f('1'); f(undefined); ask(() => f(bad(1)));"},
	{"int32", "function f(x) { x |= 0; for (let i = 0; i < 3; i++) x = x + 1 | 0; return x; } f(2147483647); f('7'); f(NaN); f(obj(3)); ask(() => f(1n));"},
	{"conversion", "function f(x) { let t = ''; for (let i = 0; i < 2; i++) t += x; return t; } f(1); f('s'); f(obj(2)); ask(() => f(sym)); ask(() => f(bad(1)));"},
	{"comparison", "function f(a, b) { for (let i = 0; i < 2; i++) if (a < b) return true; return false; } f(1, 2); f('1', 2); f(2n, 1); f(obj(1), 2); ask(() => f(sym, 1));"},
	{"parameter", "function f(x, y) { for (let i = 0; i < 3; i++) if (x === i) break; return y; } f(1, 2); f(1); f(NaN, NaN); f(obj(1), -0); f(0, 1, 2);"},
	{"parameter that is assigned", "function f(x) { for (let i = 0; i < 3; i++) if (x === i) x = 7; return x; } f(1); f(8);"},
	{"parameter through arguments", "function f(x) { arguments[0] = 3; for (let i = 0; i < 3; i++); return x; } f(1); f();"},
	{"parameter named twice", "function f(x, x) { for (let i = 0; i < 3; i++); return x; } f(1, 2);"},
	{"parameter that is a var, too", "function f(x) { var x; for (let i = 0; i < 3; i++); return x; } f(1); f();"},
	{"parameter and function", "function f(x) { for (let i = 0; i < 3; i++); return x; function x() {} } f(1);"},
	{"captured before its value", "const f = () => { for (let i = 0; i < 2; i++); return x; }; ask(f); let x = 1; f(); x = 2; f();"},
	{"captured constant before its value", "const f = () => { for (let i = 0; i < 2; i++); return x; }; ask(f); const x = 1; f();"},
	{"captured var before its value", "const f = () => { for (let i = 0; i < 2; i++); return x; }; f(); var x = 1; f();"},
	{"constant assigned", "const x = 1; const f = () => { for (let i = 0; i < 2; i++) x = 2; }; ask(f);"},
	{"assigned before its value", "const f = (v) => { for (let i = 0; i < 2; i++) x = v; }; ask(() => f(1)); let x; f(2);"},
	{"writes", "let n = 0, m = 0; function f(x) { for (let i = 0; i < 2; i++) if (x === i) n = i + 5; } function g(x) { f(x); m = x; } f(1); f(3); g(0); g(obj(1));"},
	{"writes in one branch", "let n = 0; function f(x) { for (let i = 0; i < 2; i++) if (x) { n = x; } return n; } f(0); f(1); f('s');"},
	{"writes of a callee's variable", "function outer() { let n = 0; function f() { for (let i = 0; i < 2; i++) n++; return n; } f(); return f() + n; } outer(); outer();"},
	{"writes of variables of another call", "function make() { let n = 0; return () => { for (let i = 0; i < 2; i++) n += 1; return n; }; } const a = make(), b = make(); a(); b(); a();"},
	{"writes before a throw", "let n = 0; function f(x) { n = 1; for (let i = 0; i < 2; i++) if (x === i) throw n; n = 2; } f(7); ask(() => f(1));"},
	{"known until a callee writes it", "let n = 0; function f(x) { for (let i = 0; i < 2; i++) if (x === i) n = 's'; } function g(x) { n = 1; f(x); f(x); return n; } g(0); g(5);"},
	{"known until a callee of a callee writes it", "let n = 0; function f(x) { for (let i = 0; i < 2; i++) if (x === i) n = 's'; } function g(x) { for (let i = 0; i < 2; i++) f(x); f(x); } function h(x) { n = 1; g(x); for (let i = 0; i < 2; i++); return n; } g(3); h(0); h(5);"},
	{"throws in a callee", "function f(x) { for (let i = 0; i < 2; i++) if (x === i) throw x; return 1; } const g = (x) => { const r = f(x); for (let i = 0; i < 2; i++); return r; }; g(7); ask(() => g(1));"},
	{"throws that are caught", "function f(x) { try { for (let i = 0; i < 2; i++) if (x === i) throw x; } catch { return 'c'; } return 1; } f(1); f(9);"},
	{"no such variable", "function f() { for (let i = 0; i < 2; i++); return nothing; } ask(f);"},
	{"getter of the global object", "function f() { for (let i = 0; i < 2; i++); return gacc; } f(); f();"},
	{"property", "function f(o) { for (let i = 0; i < 2; i++); return o.p; } f({ p: 1 }); f(acc(1)); ask(() => f(null)); f('s'); f(prox(1));"},
	{"object made", "function f(x) { for (let i = 0; i < 2; i++); return { p: x }; } f(1).p; f(obj(1)).p; f() === f();"},
	{"spread and rest", "function f(...a) { for (let i = 0; i < 2; i++); return a; } f(1, 2); f(...'ab');"},
	{"default", "function f(x, y = eff(x)) { for (let i = 0; i < 2; i++); return y; } f(1); f(1, 2);"},
	{"pattern", "function f({ p }) { for (let i = 0; i < 2; i++); return p; } f({ p: 1 }); f(acc(1)); ask(() => f(null));"},
	{"this", "function f() { 'use strict'; for (let i = 0; i < 2; i++); return this; } function g() { for (let i = 0; i < 2; i++); return this; } f(); f.call(1); g(); g.call(1); g.call('s');"},
	{"typeof", "function f(x) { for (let i = 0; i < 2; i++); return typeof x; } f(1); f(sym); f(null); f(f);"},
	{"instanceof", "function f(x, y) { for (let i = 0; i < 2; i++); return x instanceof y; } f({}, Object); f(1, Late); ask(() => f(1, 1));"},
	{"in", "function f(x, y) { for (let i = 0; i < 2; i++); return x in y; } f('p', {}); ask(() => f(1, 1)); f('p', prox(1)); f(obj(1), {});"},
	{"recursion", "let n = 0; function f(k) { if (k > 0) return f(k - 1); n = k; return 'end'; } f(3); f(0); f(obj(1));"},
	{"two that call each other", "let n = 0; function even(k) { return k > 0 ? odd(k - 1) : true; } function odd(k) { n++; return k > 0 ? even(k - 1) : false; } even(4); odd(4);"},
	{"a function that is replaced", "function f() { for (let i = 0; i < 2; i++); return 1; } const g = () => { for (let i = 0; i < 2; i++); return f(); }; g(); f = () => eff('s'); g();"},
	{"functions in a block", "function f(x) { if (x) { function g() { for (let i = 0; i < 2; i++); return 1; } } return typeof g; } f(0); f(1);"},
	{"closures of a loop", "const list = []; for (let i = 0; i < 3; i++) list.push((x) => { for (let j = 0; j < 2; j++); return i++; }); list.map((f) => f()); list.map((f) => f());"},
	{"logical", "function f(a, b) { for (let i = 0; i < 2; i++); return a && b || null; } f(0, 1); f(1, ''); f('x', obj(1)); f();"},
	{"nullish", "function f(a, b) { for (let i = 0; i < 2; i++); return a ?? b; } f(null, 1); f(0, 1); f();"},
	{"equality", "function f(a, b) { for (let i = 0; i < 2; i++); return a == b; } f(1, '1'); f(obj(1), 1); f(null, undefined); f(sym, sym); ask(() => f(bad(1), 1));"},
	{"shifts", "function f(a, b) { for (let i = 0; i < 2; i++); return a >>> b; } f(-1, 0); f('8', 1); ask(() => f(1n, 1n)); f(obj(1), obj(2));"},
	{"power", "function f(a, b) { for (let i = 0; i < 2; i++); return a ** b; } f(2, -1); f(2n, 3n); ask(() => f(2n, -1n)); ask(() => f(1, 1n));"},
	{"remainder", "function f(a, b) { for (let i = 0; i < 2; i++); return a % b; } f(-4, 2); f(1, 0); ask(() => f(1n, 0n)); f(5.5, 2);"},
	{"template", "function f(x) { for (let i = 0; i < 2; i++); return `<${x}>`; } f(1); f(obj(1)); ask(() => f(sym));"},
	{"void and comma", "function f(x) { for (let i = 0; i < 2; i++); return void x, x; } f(1); f(obj(1));"},
	{"switch", "function f(x) { for (let i = 0; i < 2; i++) switch (x) { case 0: return 'zero'; case 1: x = 5; case 2: break; default: return; } return x; } f(0); f(1); f(2); f(3);"},
	{"labels", "function f(x) { a: for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) { if (i === x) continue a; if (j === x) break a; } return x; } f(0); f(1); f(5);"},
}

// TestSummariesContainTraps runs the written programs, in functions and at the top level.
func TestSummariesContainTraps(t *testing.T) {
	var claims Claims
	for _, tt := range traps {
		for _, form := range []string{"%s", "(function () { %s })();", "(function () { 'use strict'; %s })();", "(() => { for (const k of [1, 2]) { %s } })();"} {
			src := fmt.Sprintf(form, tt.src)
			if p, _ := parse.Parse(src, parse.Options{Type: parse.Script}); p == nil {
				continue // strict code has no such parameters
			}
			for _, w := range run(t, src, passes.Options{Type: parse.Script}, &claims, nil) {
				t.Errorf("%s: %s\n%s", tt.name, w, src)
			}
		}
	}
	t.Logf("%d programs; calls and claims: %+v", len(traps), claims)
	if claims.Param == 0 || claims.Result == 0 || claims.Throw == 0 || claims.Write == 0 || claims.Event == 0 || claims.Same == 0 {
		t.Errorf("summaries say too little: %+v", claims)
	}
}

// TestWrongSummaries checks that the comparison finds each kind of fault in a summary of f.
func TestWrongSummaries(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		spoil           func(s *son.Summary)
	}{
		{"result", "function f(x) { return x ? 1 : 'a' } f(1); f(0);", `it returned "a"`, func(s *son.Summary) { s.Result = son.IntConst(1) }},
		{"returns", "function f(x) { return 1 } f(1);", "it returned 1", func(s *son.Summary) { s.Result = son.TypeTop }},
		{"parameter", "function f(x, y) { return x } f(1, 2);", "it did not return parameter 1", func(s *son.Summary) { s.Param = 1 }},
		{"minus zero", "function f(x) { return x + 0 } f(-0);", "it did not return parameter 0", func(s *son.Summary) { s.Param = 0 }},
		{"throws", "function f(x) { throw x } try { f(1); } catch {}", "it threw", func(s *son.Summary) { s.Effect = 0 }},
		{"throws in a callee", "function f(x) { g(); function g() { throw 1; } } (() => { try { f(1); } catch {} })();", "it threw", func(s *son.Summary) { s.Effect = 0 }},
		{"writes", "(() => { let n = 0; function f(x) { n = x } f(1); })();", "it wrote n", func(s *son.Summary) { s.Effect, s.Writes = 0, nil }},
		{"writes another", "(() => { let n = 0, m = 0; function f(x) { n = x; m = x } f(1); })();", "it wrote m", func(s *son.Summary) { s.Writes = s.Writes[:1] }},
		{"writes the other zero", "(() => { let n = 0; function f() { n = -0 } f(); })();", "it wrote n", func(s *son.Summary) { s.Writes = nil }},
		{"effects", "function f(x) { print(x) } f(1);", "it ran code with effects", func(s *son.Summary) { s.Effect = son.Writes }},
		{"effects of a conversion", "function f(x) { return +x } f(obj(1));", "it ran code with effects", func(s *son.Summary) { s.Effect = 0 }},
		{"same", "let n = 0; function f(x) { return n + x } f(1); n = 4; f(1);", "it returned number 5, and earlier, for the same arguments, number 1", func(s *son.Summary) { s.Effect, s.Refers = 0, nil }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var claims Claims
			o := passes.Options{Type: parse.Script}
			if wrong := run(t, tt.src, o, &claims, nil); len(wrong) > 0 {
				t.Errorf("without a fault: %q", wrong)
			}
			wrong := run(t, tt.src, o, &claims, func(name string, s *son.Summary) {
				if name == "f" {
					tt.spoil(s)
				}
			})
			if !strings.Contains(strings.Join(wrong, "\n"), tt.want) {
				t.Errorf("got %q, want %q", wrong, tt.want)
			}
		})
	}
}
