package coalesce

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/internal/mangle"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

// coalesced returns a program with variables made one, and mangled names. It checks that the tree
// that it is printed from is what its text means.
func coalesced(t testing.TB, src string, o Options) (code string, gone int) {
	t.Helper()
	p, ds := parse.Parse(src, parse.Options{Path: "a.js", Type: parse.Script})
	if p == nil {
		t.Fatalf("%v\n%s", ds, src)
	}
	gone = Program(p, o)
	mangle.Names(p, mangle.Options{KeepNames: o.KeepNames})
	code = print.Program(p, print.Options{Compact: true, Source: src}).Code
	q, ds := parse.Parse(code, parse.Options{Path: "a.js", Type: parse.Script})
	if q == nil {
		t.Fatalf("%v\nof\n%s\nfrom\n%s", ds, code, src)
	}
	if why := mangle.Same(p, q); why != "" {
		t.Errorf("%s: of\n%s\nfrom\n%s", why, code, src)
	}
	return code, gone
}

// letters make a, b, c, d the most frequent letters.
var letters = "/*" + strings.Repeat("a", 90) + strings.Repeat("b", 80) + strings.Repeat("c", 70) + strings.Repeat("d", 60) + "*/"

func TestProgram(t *testing.T) {
	const head, tail = "f(function(", "});"
	for _, tt := range []struct{ name, src, want string }{
		{"a parameter", "one) { var two = g(one); h(two)", "a){a=g(a);h(a)"},
		{"one that is not referenced", "one, two) { var three = g(two); h(three, two)", "a,b){a=g(b);h(a,b)"},
		{"not while it is live", "one) { var two = g(one); h(two, one)", "a){var b=g(a);h(b,a)"},
		{"variables", ") { var one = g(), two = h(one); k(two); var three = g(); h(three)", "){var a=g(),a=h(a);k(a);a=g();h(a)"},
		{"a declaration without a value is dropped", "one) { var two, three; two = g(one); h(two)", "a){var b;a=g(a);h(a)"},
		{"one that may be undefined", "one) { var two; if (g(one)) two = h(); k(two)", "a){var b;if(g(a))b=h();k(b)"},
		{"one that is defined where it is read", "one) { var two; if (g(one)) { two = h(); k(two) }", "a){if(g(a)){a=h();k(a)}"},
		{"in an operand", "one) { var two; return g(one) && (two = h(), two + k(two))", "a){return g(a)&&(a=h(),a+k(a))"},
		{"in the arms of a test", "one) { var two, three; return g(one) ? (two = h(), k(two)) : (three = h(), k(three))", "a){return g(a)?(a=h(),k(a)):(a=h(),k(a))"},
		{"not after the arm", "one) { var two; g(one) && (two = h()); k(two)", "a){var b;g(a)&&(b=h());k(b)"},
		{"not after an arm of a test", "one) { var two, three; g(one) ? two = h() : three = h(); k(two); k(three)", "a){var b,c;g(a)?b=h():c=h();k(b);k(c)"},
		{"nor after an assignment that may not happen", "one) { var two, three; g(one); three ||= two = h(); k(two, three)", "a){var b,c;g(a);c||=b=h();k(b,c)"},
		{"nor after a default value", "one) { var two, [three = two = h()] = g(one); k(two, three)", "a){var b,[a=b=h()]=g(a);k(b,a)"},
		{"nor after the rest of a chain", "one) { var two; g(one)?.[two = h()]; k(two)", "a){var b;g(a)?.[b=h()];k(b)"},
		{"a loop", "one) { for (var two = g(one), three = 0; three < two; three++) h(three)", "a){for(var a=g(a),b=0;b<a;b++)h(b)"},
		{"what a loop needs again", "one) { for (;;) { g(one); var two = h(); k(two) }", "a){for(;;){g(a);var b=h();k(b)}"},
		{"what is assigned in each iteration", ") { for (;;) { var one = g(); h(one); var two = g(); k(two) }", "){for(;;){var a=g();h(a);a=g();k(a)}"},
		{"not what is read before that", ") { for (;;) { h(one); var one = g(), two = g(); k(two) }", "){for(;;){h(a);var a=g(),b=g();k(b)}"},
		{"for-in", "one) { for (var two in g(one)) h(two)", "a){for(a in g(a))h(a)"},
		{"for-of, after the loop", "one) { for (var two of g(one)); h(two)", "a){for(var b of g(a));h(b)"},
		{"a handler", "one) { try { var two = g(one); h(two) } catch (three) { k(two) }", "a){try{var b=g(a);h(b)}catch(a){k(b)}"},
		{"finally", "one) { try { g() } finally { var two = h(one); k(two) }", "a){try{g()}finally{a=h(a);k(a)}"},
		{"a case", "one) { switch (g(one)) { case 1: var two = h(); k(two); break; case 2: k() }", "a){switch(g(a)){case 1:a=h();k(a);break;case 2:k()}"},
		{"what falls into the next case", "one) { switch (g(one)) { case 1: var two = h(); case 2: k(two) }", "a){switch(g(a)){case 1:var b=h();case 2:k(b)}"},
		{"a pattern", "one) { var { two, three: [four] = [] } = one; g(two, four)", "a){var{two:a,three:[b]=[]}=a;g(a,b)"},
		{"a shorthand", "one) { var two = g(one); h({ two })", "a){a=g(a);h({two:a})"},
		{"captured", "one) { var two = g(one); h(() => two)", "a){var b=g(a);h(()=>b)"},
		{"captured by a class", "one) { var two = g(one); h(class { x = two })", "a){var b=g(a);h(class{x=b})"},
		{"arguments", "one) { var two = g(one); h(two, arguments[0])", "a){var b=g(a);h(b,arguments[0])"},
		{"arguments of strict code", "one) { 'use strict'; var two = g(one); h(two, arguments[0])", "a){'use strict';a=g(a);h(a,arguments[0])"},
		{"eval", "one) { var two = g(one); h(two, eval(''))", "one){var two=g(one);h(two,eval(\"\"))"},
		{"with", "one) { var two = g(one); with (h) k(two)", "one){var two=g(one);with(h)k(two)"},
		{"a function in a block", "one) { g(one); { function two() {} } two = h(); k(two)", "a){g(a);{function b(){}}b=h();k(b)"},
		{"a declared function", "one) { g(one); two = h(); function two() {} k(two)", "a){g(a);b=h();function b(){}k(b)"},
		{"a variable of a handler", "one) { g(one); try { g() } catch (two) { var two = 1; h(two) }", "a){g(a);try{g()}catch(b){var b=1;h(b)}"},
		{"a name that a function in a block holds", "one) { var two; { function* one() {} two = g(); h(two) }", "one){var a;{function*one(){}a=g();h(a)}"},
		{"let", "one) { let two = g(one); h(two)", "a){let b=g(a);h(b)"},
		{"a default value", "one = 1) { var two = g(one); h(two)", "a=1){var b=g(a);h(b)"},
		{"a value that stays", "one) { var two = one, three = g(two); h(three)", "a){a=g(a);h(a)"},
		{"a declaration of another variable, too", "one) { var two = g(one), three = h(two), four = k(three); h(three, four)", "a){var a=g(a),a=h(a),b=k(a);h(a,b)"},
		{"the arms of an if", "one) { if (g(one)) var two = h(); else for (;;) var two = k(); h(two); var three = k(); h(three)", "a){if(g(a))var b=h();else for(;;)b=k();h(b);a=k();h(a)"},
		{"the only statement of a loop", "one) { while (g()) var two = h(); k(two); var three = one; h(three)", "a){while(g())var b=h();k(b);h(a)"},
		{"the head of a loop", "one) { for (var two = g(one), three = h(two); ; ) k(three)", "a){for(a=g(a),a=h(a);;)k(a)"},
		{"for-of", "one) { for (var two of g(one)) h(two)", "a){for(a of g(a))h(a)"},
		{"a pattern declares", "one) { var [two] = g(one); h(two); var three = k(); h(three)", "a){var[a]=g(a);h(a);a=k();h(a)"},
		{"an operator that reads", "one) { g(one); var two; two += h(); k(two)", "a){g(a);var b;b+=h();k(b)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := coalesced(t, letters+head+tt.src+tail, Options{})
			got = strings.TrimSuffix(strings.TrimPrefix(got, head), tail)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
	src := letters + "f(function (one) { var two = g(one); two = function () {}; h(two); var three = k(one); h(three) })"
	want := "f(function(a){var two=g(a);two=function(){};h(two);a=k(a);h(a)});"
	if got, _ := coalesced(t, src, Options{KeepNames: true}); got != want {
		t.Errorf("got %s", got)
	}
}

// prelude has log record a value and return one that depends on how often it was called.
const prelude = `(() => {
const lines = [];
let n = 0, left = 0;
globalThis.log = v => { lines.push(String(v)); if (--left < 0) throw "enough"; return ++n * 7 % 5; };
globalThis.each = f => {
  for (let i = 0; i < 6; i++) {
    left = 40;
    try { lines.push("returns " + f(i, i % 3, i % 2)); } catch (e) { lines.push("throws " + e); }
  }
};
return uncaught => { if (uncaught) lines.push("uncaught " + uncaught); return lines.join("\n"); };
})()`

// writer writes random functions.
type writer struct {
	*rand.Rand
	strings.Builder
	loops, labels int
}

func (w *writer) name() string { return string("pqrabcdefghuvwxyz"[w.Intn(17)]) }

func (w *writer) expr(depth int) string {
	if depth == 0 {
		return w.name()
	}
	switch w.Intn(12) {
	case 0:
		return w.name()
	case 2:
		return fmt.Sprint(w.Intn(4))
	case 3, 4:
		return "log(" + w.expr(depth-1) + ")"
	case 1, 5, 11:
		return "(" + w.name() + " = " + w.expr(depth-1) + ")"
	case 6:
		return "(" + w.expr(depth-1) + [...]string{" && ", " || ", " ?? ", " + ", ", "}[w.Intn(5)] + w.expr(depth-1) + ")"
	case 7:
		return "(" + w.expr(depth-1) + " ? " + w.expr(depth-1) + " : " + w.expr(depth-1) + ")"
	case 8:
		return w.name() + "++"
	case 9:
		return "(" + w.name() + [...]string{" += ", " ||= ", " &&= "}[w.Intn(3)] + w.expr(depth-1) + ")"
	default:
		return "([" + w.name() + ", " + w.name() + " = " + w.expr(depth-1) + "] = [" + w.expr(depth-1) + "])"
	}
}

func (w *writer) list(n, depth int) {
	for range n {
		w.statement(depth)
	}
}

func (w *writer) block(depth int) {
	w.WriteString("{ ")
	w.list(1+w.Intn(3), depth)
	w.WriteString("} ")
}

func (w *writer) statement(depth int) {
	kind := w.Intn(16)
	if depth == 0 {
		kind %= 5
	}
	switch kind {
	case 0, 1:
		fmt.Fprintf(w, "var %s = %s; ", w.name(), w.expr(2))
	case 2:
		fmt.Fprintf(w, "var %s, %s = %s; ", w.name(), w.name(), w.expr(1))
	case 3:
		fmt.Fprintf(w, "log(%s); ", w.expr(2))
	case 4:
		if w.loops > 0 && w.Intn(2) == 0 {
			w.WriteString([...]string{"break; ", "continue; "}[w.Intn(2)])
			return
		}
		fmt.Fprintf(w, "%s; ", w.expr(2))
	case 5, 6:
		fmt.Fprintf(w, "if (%s) ", w.expr(2))
		w.block(depth - 1)
		if w.Intn(2) == 0 {
			w.WriteString("else ")
			w.block(depth - 1)
		}
	case 7, 8:
		w.loop([...]string{"while (log(%s)) ", "for (var %[2]s = %[1]s; log(%[2]s); %[2]s = %[3]s) ", "for (var %[2]s in [%s, 1]) ", "for (%[2]s of [%s, 1, 2]) "}[w.Intn(4)], depth)
	case 9:
		w.WriteString("do ")
		w.loops++
		w.block(depth - 1)
		w.loops--
		fmt.Fprintf(w, "while (log(%s)); ", w.expr(1))
	case 10, 11:
		w.WriteString("try ")
		w.block(depth - 1)
		fmt.Fprintf(w, "catch { log(%s); ", w.expr(1))
		w.list(1, depth-1)
		w.WriteString("} ")
		if w.Intn(2) == 0 {
			w.WriteString("finally ")
			w.block(depth - 1)
		}
	case 12:
		w.loops++ // a break leaves the switch
		fmt.Fprintf(w, "for (var i%d = 0; i%[1]d < 2; i%[1]d++) switch (%s) { case %s: ", depth, w.expr(1), w.expr(1))
		w.list(2, depth-1)
		w.WriteString("default: ")
		w.list(1, depth-1)
		fmt.Fprintf(w, "case %s: ", w.expr(1))
		w.list(1, depth-1)
		w.WriteString("} ")
		w.loops--
	case 13:
		w.labels++
		l := fmt.Sprint("l", w.labels)
		fmt.Fprintf(w, "%s: { ", l)
		w.list(1, depth-1)
		fmt.Fprintf(w, "if (%s) break %s; ", w.expr(1), l)
		w.list(1, depth-1)
		w.WriteString("} ")
	case 14:
		fmt.Fprintf(w, "if (log(%s)) return %s; ", w.expr(1), w.expr(1))
	default:
		fmt.Fprintf(w, "if (log(%s)) throw %s; ", w.expr(1), w.expr(1))
	}
}

func (w *writer) loop(head string, depth int) {
	w.loops++
	text := fmt.Sprintf(head, w.expr(1), w.name(), w.expr(1))
	if i := strings.Index(text, "%!(EXTRA"); i >= 0 {
		text = text[:i]
	}
	w.WriteString(text)
	w.block(depth - 1)
	w.loops--
}

// TestRandomFunctions runs functions with all kinds of control flow before and after.
func TestRandomFunctions(t *testing.T) {
	all := 0
	for seed := range 80 {
		w := &writer{Rand: rand.New(rand.NewSource(int64(seed)))}
		for range 20 {
			params := [...]string{"p, q, r", "p, q", "p", ""}[w.Intn(4)]
			fmt.Fprintf(w, "each(function%s(%s) { ", [...]string{"", "", "", " self"}[w.Intn(4)], params)
			if w.Intn(4) == 0 {
				w.WriteString("'use strict'; ")
			}
			w.WriteString("var a, b, c, d, e, f, g, h, u, v, w, x, y, z; var p, q, r; ")
			w.list(2+w.Intn(5), 3)
			fmt.Fprintf(w, "return %s });\n", w.expr(1))
		}
		src := w.String()
		code, gone := coalesced(t, src, Options{})
		all += gone
		if d := cmp.Diff(enginetest.Run(t, prelude, src), enginetest.Run(t, prelude, code)); d != "" {
			t.Fatalf("(-before +after)\n%s\nfrom\n%s\nto\n%s", d, src, code)
		}
	}
	if all < 1000 {
		t.Errorf("only %d variables became another one", all)
	}
}
