package roundtrip

import (
	"context"
	"testing"
)

func TestFunctionsAfterAJump(t *testing.T) {
	for _, c := range []struct {
		src       string
		unreached int
	}{
		{"function f(a) { return a; g(() => [a, () => a]); }", 2},
		{"function f(a) { if (a) { return 1; } else { throw a; } { g(() => [a, a]); } }", 1},
		{"function f(a) { while (a) { if (a.b) { continue; { g(() => a); } } a(); } }", 1},
		{"function f(a) { return g(); function g() { return [a, a, a, a]; } }", 0},
		{"function f(a) { if (a) return 1; g(() => [a, a]); }", 0},
	} {
		s, err := read("f.js", c.src)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, fn := range s.p.Funcs {
			if s.unreached(fn) {
				n++
			}
		}
		if n != c.unreached {
			t.Errorf("%s: %d functions are unreached, want %d", c.src, n, c.unreached)
		}
		r, err := Measure(context.Background(), File{Name: "f.js", Source: c.src})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Lost) > 0 {
			t.Errorf("%s: %q", c.src, r.Lost)
		}
	}
}
