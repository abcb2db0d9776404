package summary_test

import (
	"strings"
	"testing"

	"github.com/sonjs/son/internal/summary"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// TestText looks at functions under the assumption builtins: without it, each property is unknown code.
func TestText(t *testing.T) {
	for _, tt := range []struct {
		name, src            string
		opaque, whole, fixed bool
		result               string
	}{
		{"a property of a parameter", `(a) => a.parent.kind === 3`, true, true, true, "bool"},
		{"a property that is tested before", `function f(a) { if (a.kind) return a.kind; return null }`, true, false, false, "any"},
		{"the length of a string", `(s) => s.length`, false, false, false, "any"},
		{"a method of a string", `(s) => s.charCodeAt(0)`, false, false, false, "any"},
		{"another method", `(s) => s.charCode()`, true, true, true, "any"},
		{"a built-in function", `(x) => Math.floor(x)`, false, false, false, "any"},
		{"a function that gets a function", `(g) => g()`, true, true, true, "any"},
		{"a variable that may hold a built-in function", `function f(x) { const g = Math.abs; return g(x) }`, false, false, false, "any"},
		{"the end is reached", `function f(a) { a.n = 1 }`, true, true, true, "undefined"},
		{"it may not be reached", `function f(a) { if (a.n) return 1; else return 2 }`, true, false, false, "undefined|int[1,2]"},
		{"an argument is returned", `function f(a) { g(a.x); return a }`, true, true, false, "any"},
		{"an argument that arguments assigns is returned", `function f(a) { arguments[0] = a.x; return a }`, true, false, false, "any"},
		{"a tested argument is returned", `function f(a) { if (typeof a === "string") return a; g() }`, true, false, false, "any"},
		{"a result of unknown code beside it", `function f(a) { if (typeof a === "string") return a; return g() }`, true, true, true, "any"},
		{"arithmetic", `(a) => a.n + 1`, true, false, false, "any"},
		{"known code only", `(a, b) => a | b`, false, false, false, "any"},
		{"a literal that is large", "(a) => [" + strings.Repeat("a,", 1000) + "]", true, true, true, "obj"},
		{"a class", `function f(a) { return class {} }`, true, true, true, "any"},
		{"a generator", `function* f(a) {}`, true, true, true, "any"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, ds := parse.Read("var f = "+tt.src, parse.Options{Path: "in.js"})
			if p == nil {
				t.Fatal(ds)
			}
			s := summary.Source{Program: p, Assume: son.AssumeBuiltins,
				Callee: func(*ast.Call) *summary.Callee { return nil }, Inlined: func(ast.Expr) bool { return false }}
			g := s.Text(p.Funcs[0], 0)
			if g.Opaque != tt.opaque || g.Whole != tt.whole || g.Whole && g.Fixed != tt.fixed {
				t.Errorf("opaque %v, whole %v, fixed %v; want %v, %v, %v", g.Opaque, g.Whole, g.Fixed, tt.opaque, tt.whole, tt.fixed)
			}
			if r := g.Summary.Result.String(); g.Opaque && r != tt.result {
				t.Errorf("it returns %s, want %s", r, tt.result)
			}
		})
	}
}
