package roundtrip

import (
	"context"
	"testing"

	"github.com/sonjs/son/parse/print"
)

// Code that an author may write comes back from the normal form, up to names.
func TestNormalFormsAreOptimizedToWhatTheyWere(t *testing.T) {
	const src = `"use strict";
exports.each = function (list, f) {
  for (let i = 0; i < list.length; i++) {
    if (f(list[i], i) === false) return i;
  }
  let n = list && list.length || -1;
  while (n-- > 0) f(n > 2 ? list.at(n) : null);
  do { f(n); n += list[0]; } while (n < 10);
  return list.count = f(list.rest[n]);
};
exports.skip = function (list) {
  let s = 0, i = 0;
  while (i < list.length) {
    i++;
    if (list[i] % 2) continue;
    s += list[i];
  }
  return s;
};
`
	for _, level := range []int{0, 1} {
		r, err := Again(context.Background(), File{"each.js", src}, level)
		if err != nil {
			t.Fatal(err)
		}
		if r.Compared != 3 || r.Equal != 3 || len(r.Lost) > 0 {
			text, _ := (&Report{Files: []*Result{r}, Examples: 3}).Again()
			t.Errorf("-O%d: %s", level, text)
		}
	}
}

func TestSpellings(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"var x, y = g(x); if (y) h(y);", "let z; let v; if (v = g(z)) h(v);", true},
		{"var x, y; for (; ++x < y;) g(x);", "let i, j; for (; ++i, i < j;) g(i);", true},
		{"var x, y; x = y.a = null;", "let x, y; x.a = null; y = null;", true},
		{"l: for (;;) { for (;;) break l; }", "m: for (;;) { for (;;) break m; }", true},
		{"var x = g(x);", "g(y);", false},
		{"var x; g(x = h(), x);", "var x; g(h(), x);", false},
		{"var x; g(); x = h(); if (x) g();", "var x; x = h(); g(); if (x) g();", false},
	} {
		x, y := spelled(t, c.a), spelled(t, c.b)
		if (x == y) != c.same {
			t.Errorf("the same: want %v\n%s  as  %s\n%s  as  %s", c.same, c.a, x, c.b, y)
		}
	}
}

// spelled returns the text by which the statements of a function are compared.
func spelled(t *testing.T, body string) string {
	t.Helper()
	s, err := read("a.js", "function f() {"+body+"}")
	if err != nil {
		t.Fatal(err)
	}
	undeclared(s.p)
	text, err := upToNames(alone{text: print.Program(s.p, print.Options{}).Code})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
