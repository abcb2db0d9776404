package gen

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// builtinCall calls a built-in function, or reads a property of a string: tame programs
// do not replace built-ins. Operands are of all kinds.
func (g *generator) builtinCall(h hint, d int) ex {
	g.count("builtin")
	any := func() string { return g.expr(pick(g, []hint{number, integer, text, anything}), d).arg() }
	num := func() string { return g.expr(pick(g, []hint{number, integer}), d).arg() }
	call := func(s string) ex { return ex{s, ast.PrecCall} }
	switch n := g.r.IntN(10); {
	case h == text || n < 3:
		s := pick(g, []string{fmt.Sprintf("String(%s)", any()), "(" + g.expr(text, d).in(ast.PrecAdd) + " + \"\")", "`${" + g.expr(text, d).s + "}`", `"ab c"`})
		m := pick(g, []string{"charCodeAt", "charAt", "at", "codePointAt", "indexOf", "lastIndexOf", "includes", "startsWith", "endsWith",
			"slice", "substring", "substr", "concat", "toUpperCase", "toLowerCase", "trim", "length", "length", "length"})
		if m == "length" {
			return call(s + ".length")
		}
		list := pick(g, []string{"", num(), any(), num() + ", " + num()})
		return call(fmt.Sprintf("%s.%s(%s)", s, m, list))
	case n < 6:
		m := pick(g, []string{"floor", "ceil", "round", "trunc", "abs", "sign", "sqrt", "fround", "clz32"})
		return call(fmt.Sprintf("Math.%s(%s)", m, pick(g, []string{num(), num(), any(), ""})))
	case n < 8:
		m := pick(g, []string{"max", "min", "imul"})
		return call(fmt.Sprintf("Math.%s(%s, %s)", m, num(), any()))
	case n < 9:
		return call(pick(g, []string{"Math.PI", "Number.MAX_SAFE_INTEGER", "Number.EPSILON"}))
	}
	f := pick(g, []string{"Number", "String", "Boolean", "parseInt", "parseFloat", "isNaN", "isFinite", "Number.isInteger", "Number.isNaN",
		"Number.isFinite", "Number.isSafeInteger", "Array.isArray", "Object.is", "JSON.stringify", "String.fromCharCode", "Number.parseInt"})
	return call(fmt.Sprintf("%s(%s)", f, any()))
}
