package passes

import (
	"fmt"
	"strings"
	"testing"
)

// callWords says for each known call what became of it.
func callWords(t *testing.T, src string) string {
	t.Helper()
	r, err := Optimize(t.Context(), src, Options{Level: 2, Details: true})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range r.Report.Calls.List {
		what := c.Why
		if c.Inlined {
			what = "inlined"
		}
		fmt.Fprintf(&b, "%d:%d %s > %s: %s\n", c.Line, c.Column, c.In, c.Callee, what)
	}
	for _, f := range r.Report.Funcs {
		if f.Gone {
			fmt.Fprintf(&b, "%s is gone\n", f.Name)
		}
	}
	return b.String()
}

func TestTheReportSaysWhatBecameOfEachKnownCall(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"inlined wherever it is called",
			"export const f = a => twice(a) + 1, g = a => twice(a) + 2;\nfunction twice(x) { return x + x; }",
			"1:23 f > twice: inlined\n1:46 g > twice: inlined\ntwice is gone\n"},
		{"exposed",
			"export const f = a => twice(a) + 1;\nexport function twice(x) { return x + x; }",
			"1:23 f > twice: inlined\n"},
		{"one call stays",
			"export const f = (a, b) => twice(a) + twice(b());\nfunction twice(x) { return x + x; }",
			"1:28 f > twice: inlined\n1:39 f > twice: an argument with effects is used several times, or not in its turn\n"},
		{"a call in a callee that is gone is where the callee is",
			"export const f = a => { const s = once(a); return s + 1; };\nfunction once(a) { const r = twice(a); if (r > 3) return r; return safe(r); }\nfunction twice(x) { return x + x; }\nfunction safe(r) { try { return r.x } catch { return 0 } }",
			"1:35 f > once: inlined\n2:30 once > twice: inlined\n2:68 once > safe: it has a try statement\nonce is gone\ntwice is gone\n"},
		{"calls of themselves stay",
			"export function f(n) { return down(n); }\nfunction down(n) { return n > 0 ? down(n - 1) : n; }",
			"1:31 f > down: it calls itself\n2:35 down > down: it calls itself\n"},
	} {
		if got := callWords(t, c.src); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestOnlyO2ReportsCalls(t *testing.T) {
	r, err := Optimize(t.Context(), "function f(x) { return x }\nf(1)", Options{Level: 1})
	if err != nil || r.Report.Calls != nil {
		t.Errorf("%v, %v", r.Report.Calls, err)
	}
}
