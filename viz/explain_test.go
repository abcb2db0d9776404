package viz

import (
	"regexp"
	"strings"
	"testing"

	"github.com/sonjs/son/viz/internal/tracetest"
	"github.com/sonjs/son/viz/trace"
)

func explained(t testing.TB, tr *trace.Trace, s Selection) string {
	t.Helper()
	var b strings.Builder
	if err := Explain(&b, tr, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestUndonePassesAreTold(t *testing.T) {
	tr := tracetest.Of(t, "function f(a) { return a }")
	tr.Output = &trace.Output{Outcome: "no gain", Undone: []string{"tail-merging", "jump-threading"}}
	if got := explained(t, tr, Selection{}); !strings.Contains(got, "undone because it did not pay: tail-merging, jump-threading\n") {
		t.Error(got)
	}
}

func TestMissedOptimizationsAreExplained(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
		not       []string
	}{
		{"a conversion in a loop", "function f(a, b) { let s = 0; while (s < 9) s = s + (a * b); return s }",
			[]string{"`a * b` is computed in every iteration of the loop at line 1", "may be objects, whose valueOf"}, nil},
		{"numbers are hoisted", "function f(a, b) { a = a & 7; b = b & 7; let s = 0; while (s < 9) s = s + (a * b); return s }",
			nil, []string{"every iteration"}},
		{"the same getter twice", "function f(a) { return [a.b, a.b] }",
			[]string{"`a.b` is not shared with the one at 1:25", "may run a getter"}, nil},
		{"an unused value", "function f(a) { a.b; -a; return 1 }",
			[]string{"`a.b` is not removed, though its value is unused", "`-a` is not removed"}, nil},
		{"a rule that lacks a type", "function f(a) { return a.b * 1 }",
			[]string{"times-one does not fire on `a.b * 1`: it would if `a.b` were a number"}, nil},
		{"a test for null", "function f(a) { return a == null ? 1 : a.b }",
			[]string{"constant does not fire on `a == null`: it would if `a` were neither null nor undefined"}, nil},
		{"a test that every type decides", "function f(a) { return typeof a == 'function' ? a(a + 1) : 0 }",
			[]string{"`a + 1` does not float"}, []string{"on `typeof a`"}},
		{"updates", "function f(a) { while (a++ < 9) f(); return --a }",
			[]string{"to-numeric does not fire on the old value in `a++`: it would if the phi of `a` were a number"}, []string{"`a++` is"}},
		{"a temporal dead zone", "function f() { g(); let x = 1; function g() { return x } x = g(); return x + x }",
			[]string{"a closure may change the variable"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := explained(t, tracetest.Of(t, tt.src), Selection{Missed: true})
			for _, w := range tt.want {
				if !strings.Contains(text, w) {
					t.Errorf("no %q in\n%s", w, text)
				}
			}
			for _, w := range tt.not {
				if strings.Contains(text, w) {
					t.Errorf("%q in\n%s", w, text)
				}
			}
		})
	}
}

func TestAPhiIsExplained(t *testing.T) {
	const src = `function f(a, b) {
  let x = 0;
  while (a < 9) {
    if (b) x = b;
    a = a + 1;
  }
  return x;
}`
	text := explained(t, tracetest.Of(t, src), Selection{Name: "x"})
	loop := regexp.MustCompile(`the phi (v\d+) of the loop at line 3 is needed: its inputs are .0. and the phi (v\d+) from the previous iteration`).FindStringSubmatch(text)
	if loop == nil {
		t.Fatalf("the phi of the loop is not explained in\n%s", text)
	}
	for _, want := range []string{
		"`x` is the phi of `x` (loop opened)\n", "`x` is `b` (then read)\n",
		"the phi " + loop[2] + " where paths join is needed: its inputs are `b` and the phi " + loop[1] + "\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text = explained(t, tracetest.Of(t, src), Selection{Name: "b"}); strings.Contains(text, "is needed") {
		t.Errorf("b has a phi in\n%s", text)
	}
}

// Whatever a name or a string contains, it is printed on one line.
func TestTextsArePrintedOnOneLine(t *testing.T) {
	tr, _ := evilTrace(t)
	for _, line := range strings.Split(explained(t, tr, Selection{}), "\n") {
		for _, c := range line {
			if c < ' ' || c == 0x7f {
				t.Errorf("a control character in %q", line)
			}
		}
	}
}

func TestKindsInWords(t *testing.T) {
	for typ, want := range map[string]string{
		"num": "a number", "int[0,7]": "an integer from 0 to 7", "int[-3,-1]": "an integer from -3 to -1", "num|str": "a number or a string",
		"null|func": "null or a function", `"a|b"`: `"a|b"`, "undefined": "undefined", "num|bool|undefined|null|str": "a primitive other than a symbol or bigint",
		"num|bool|bigint|str|sym|func|obj": "neither null nor undefined",
	} {
		if got := kinds(typ, false); got != want {
			t.Errorf("%s: %s, want %s", typ, got, want)
		}
	}
	if got := kinds("num|str", true); got != "numbers or strings" {
		t.Error(got)
	}
}

func TestNamesAreWords(t *testing.T) {
	if got := words("a + ab + $a + a.a", "a"); len(got) != 3 {
		t.Errorf("%v", got)
	}
}
