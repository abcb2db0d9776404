package build

import (
	"testing"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/son"
)

func TestTooManyInputsOfPhisAreABailout(t *testing.T) {
	defer func(n int) { maxPhiInputs = n }(maxPhiInputs)
	maxPhiInputs = 100
	for n, fails := range map[int]bool{5: false, 20: true} {
		src := "function f(a) {"
		for i := range n {
			src += " let x" + string(rune('a'+i)) + ";"
		}
		src += " for (;;) { switch (a()) {"
		for i := range n {
			src += " case a: x" + string(rune('a'+i)) + " = 1; break;"
		}
		src += " } a(xa); } }"
		p, ds := parse.Parse(src, parse.Options{Path: "in.js"})
		if p == nil {
			t.Fatal(ds)
		}
		g, bailout := Func(p, p.Funcs[0], Decide(p), son.Config{})
		if (bailout != nil) != fails || (g == nil) != fails {
			t.Errorf("%d variables: %v", n, bailout)
		}
	}
}
