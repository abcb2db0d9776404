package build

import (
	"strings"
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

// A construct that the graph does not support is found wherever it stands in a function, and only
// for that function.
func TestUnsupportedConstructsAreFoundEverywhere(t *testing.T) {
	constructs := map[string]string{
		"with (a) b()":                     "with",
		"{ using x = a }":                  "using declaration",
		"for (using x of a) b()":           "using declaration",
		"for (a() of b) c()":               "assignment to a call",
		"for (a() in b) c()":               "assignment to a call",
		"{ function arguments() {} }":      "a block declares a function called arguments",
		"for (f of a) b()":                 "assignment to a function's own name",
		"for (var x in a) b()":             "",
		"g(function () { with (a) b() })":  "",
		"(() => { for (a() in b) c() })()": "",
	}
	places := []string{
		"%", "if (a) %; else b()", "if (a) b(); else %", "while (a) %", "do %; while (a)", "for (;;) %", "for (var i in a) %",
		"for (var i of a) { % }", "l: { % }", "{ let y; % }", "switch (a) { case 1: % }", "switch (a) { case 1: b(); default: % }",
		"try { % } catch {}", "try {} catch (e) { % }", "try {} finally { % }", "b(); %",
		"class C { [a]() {} static { b() } } %",
	}
	for construct, want := range constructs {
		for _, place := range places {
			src := "(function f(a, b) { " + strings.Replace(place, "%", construct, 1) + " })"
			p, ds := parse.Parse(src, parse.Options{Path: "in.js"})
			if p == nil {
				t.Logf("%s: %v", src, ds)
				continue
			}
			got := ""
			if _, bailout := Func(p, p.Funcs[0], Decide(p), son.Config{}); bailout != nil {
				got = bailout.Reason
			}
			if got != want {
				t.Errorf("%s: %q, want %q", src, got, want)
			}
		}
	}
}
