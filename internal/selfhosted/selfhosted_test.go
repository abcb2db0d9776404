package selfhosted_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/internal/selfhosted"
	"github.com/sonjs/son/parse"
)

// TestSameAsBuiltIn runs each method and the built-in one on arrays with and without gaps, with callbacks that
// change the array, return different things and throw, and compares what they do, step by step.
func TestSameAsBuiltIn(t *testing.T) {
	arrays := []string{"[]", "[1]", "[1, 2, 3, 4]", "[,]", "[, 1, undefined, , 2, ,]", "[null, NaN, -0, '']", "[undefined, undefined]", "Array(3)", "[[1], {}, 3]"}
	effects := []string{"", "a.push(i);", "a.pop();", "a.shift();", "a.length = 1;", "a.length = 9;", "delete a[i + 1];", "a[i + 1] = 7;", "a[i + 3] = 5;", "a.reverse();", "if (i === 1) throw 'at 1';"}
	results := []string{"x", "!x", "i", "i > 0", "i === 1", "undefined", "[x, i]", "acc"}
	prelude := selfhosted.Text() + `
const hosted = { forEach, map, filter, some, every, find, findIndex, reduce };
function show(v) {
  if (!Array.isArray(v)) return typeof v + String(Object.is(v, -0) ? "-0" : v);
  const keys = Object.keys(v);
  return "[" + v.length + ":" + keys.map((k) => k + "=" + show(v[k])) + (Object.getPrototypeOf(v) === Array.prototype ? "]" : "?]");
}
function steps(name, method, make, callback) {
  const log = [], a = make();
  const f = name === "reduce" ? (acc, x, i, list) => callback(log, acc, x, i, list, a) : (x, i, list) => callback(log, 0, x, i, list, a);
  try { log.push(show(method.call(a, f, ...(name === "reduce" ? [100] : [])))); } catch (e) { log.push("throws " + e); }
  return log.concat(show(a)).join(" ");
}
let wrong = "", compared = 0;
function compare(make, callback, text) {
  for (const name in hosted) {
    const want = steps(name, Array.prototype[name], make, callback), got = steps(name, hosted[name], make, callback);
    compared++;
    if (want !== got && wrong.length < 2000) wrong += name + " of " + text + "\n  built-in " + want + "\n  hosted   " + got + "\n";
  }
}
(uncaught) => uncaught + compared + "\n" + wrong;
`
	var b strings.Builder
	for _, a := range arrays {
		for _, e := range effects {
			for _, r := range results {
				text := a + " with " + e + " and " + r
				fmt.Fprintf(&b, "compare(() => %s, (log, acc, x, i, list, a) => { log.push(show(acc), show(x), i, list === a); %s return %s; }, %q);\n", a, e, r, text)
			}
		}
	}
	got := enginetest.Run(t, prelude, b.String())
	if want := fmt.Sprintf("%d\n", 8*len(arrays)*len(effects)*len(results)); got != want {
		t.Errorf("%s", got)
	}
}

// TestAttach checks that the methods are beyond the program, and are not added twice.
func TestAttach(t *testing.T) {
	const src = "[1].map((x) => x);"
	p, ds := parse.Parse(src, parse.Options{})
	if p == nil {
		t.Fatal(ds)
	}
	for range 2 {
		l := selfhosted.Attach(p)
		if want := src + "\n" + selfhosted.Text(); p.Source != want {
			t.Fatalf("the source is %q", p.Source)
		}
		for _, fn := range l.Funcs {
			if !l.Has(fn) || fn.Index <= len(p.Funcs) || !strings.HasPrefix(p.Source[fn.Start:], "function "+fn.Name.Name) {
				t.Errorf("%s has index %d and is at %d", fn.Name.Name, fn.Index, fn.Start)
			}
		}
		if len(l.Funcs) != 8 || len(p.Funcs) != 1 || len(p.Body) != 1 || l.Has(p.Funcs[0]) {
			t.Errorf("%d methods, %d functions, %d statements", len(l.Funcs), len(p.Funcs), len(p.Body))
		}
	}
}
