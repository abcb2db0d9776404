package gen

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// ex is the text of an expression and how tightly it binds.
type ex struct {
	s string
	p ast.Prec
}

func atom(s string) ex { return ex{s, ast.PrecPrimary} }

// in returns the text for a place that needs at least precedence p.
func (e ex) in(p ast.Prec) string {
	if e.p < p {
		return "(" + e.s + ")"
	}
	return e.s
}

// arg returns the text for an argument, an element, an initializer.
func (e ex) arg() string { return e.in(ast.PrecAssign) }

var (
	integers = []string{"0", "1", "-1", "2", "3", "5", "7", "10", "31", "32", "255", "2147483647", "-2147483648", "-0"}
	numbers  = []string{"0", "-0", "1", "-1", "2", "0.5", "1.5", "-2.5", "NaN", "Infinity", "-Infinity", "2147483648",
		"4294967295", "4294967296", "9007199254740991", "9007199254740992", "-9007199254740991", "1e21", "1e-7", "0x10"}
	texts    = []string{`""`, `"0"`, `"a"`, `"b"`, `"ab"`, `"1"`, `" 1 "`, `"1e3"`, `"length"`, `"\ud800"`, `"\udc00"`, `"p"`, `"q"`, `"NaN"`, `'it'`, `"undefined"`}
	bigints  = []string{"0n", "1n", "-1n", "2n", "18446744073709551616n", "0x7fffffffn"}
	singles  = []string{"undefined", "null", "true", "false", "void 0"}
	awkwards = []string{"obj(%d)", "obj(%d)", "bad(%d)", "acc(%d)", "acc(%d)", "prox(%d)", "frozen(%d)", `obj("s%d")`, "obj(%dn)"}
)

func precOf(s string) ast.Prec {
	switch s[0] {
	case '-', '+':
		return ast.PrecUnary
	case 'v':
		if s == "void 0" {
			return ast.PrecUnary
		}
	}
	return ast.PrecPrimary
}

// literal returns an ordinary value of a kind.
func (g *generator) literal(h hint) ex {
	lit := func(xs []string) ex {
		s := pick(g, xs)
		return ex{s, precOf(s)}
	}
	switch h {
	case integer:
		if g.chance(60) {
			return atom(fmt.Sprint(g.r.IntN(6)))
		}
		return lit(integers)
	case number:
		if g.chance(50) {
			return lit(integers)
		}
		return lit(numbers)
	case text:
		return lit(texts)
	case boolean:
		return lit([]string{"true", "false"})
	case object:
		return atom(pick(g, []string{"{ p: 1, q: 2 }", `{ p: "a" }`, "{ p: 0, q: { p: 3 } }", "{}"}))
	case array:
		return atom(pick(g, []string{"[1, 2, 3]", "[]", `["a", "b"]`, "[[1], 0]"}))
	case callable:
		if !g.has(Calls) {
			return lit(singles)
		}
		return atom(pick(g, []string{"eff", "obj", "String", "Box", "isNaN"}))
	}
	switch n := g.r.IntN(10); {
	case n < 3:
		return lit(integers)
	case n < 4:
		return lit(numbers)
	case n < 6:
		return lit(texts)
	case n < 7 && g.has(BigInts):
		g.count("bigint")
		return lit(bigints)
	case n < 8 && g.has(Symbols) && g.chance(30):
		g.count("symbol")
		return atom("sym")
	}
	return lit(singles)
}

// awkward returns a value that makes operators call code, throw, or both; or a
// primitive edge case.
func (g *generator) awkward() string {
	if g.has(Awkward) && g.chance(55) {
		g.count("awkward value")
		g.serial++
		return fmt.Sprintf(pick(g, awkwards), g.serial)
	}
	return g.literal(anything).s
}
