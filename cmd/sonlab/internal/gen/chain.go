package gen

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// optional returns a chain of members and calls, some of which are optional.
func (g *generator) optional(h hint, d int) ex {
	g.count("optional chain")
	s := g.chainBase(d)
	optional := false
	for i := range 1 + g.r.IntN(4) {
		o := ""
		if g.chance(50) || i == 0 && g.chance(70) {
			o = "?."
			optional = true
		}
		s += g.link(o, d)
		if i > 0 && g.chance(8) {
			g.count("chain in parentheses")
			s = "(" + s + ")"
			optional = false
		}
	}
	switch {
	case !optional:
		s += "?.p"
	case g.has(Meta) && g.chance(8):
		g.count("delete of a chain")
		return ex{"delete " + s, ast.PrecUnary}
	}
	return ex{s, ast.PrecCall}
}

// chainBase returns the beginning of a chain; it may well be null.
func (g *generator) chainBase(d int) string {
	switch n := g.r.IntN(10); {
	case n < 2:
		return pick(g, []string{"null", "(void 0)", "undefined", "gval", "gacc"})
	case n < 5:
		s := g.leaf(anything).in(ast.PrecCall)
		if s[0] >= '0' && s[0] <= '9' {
			s = "(" + s + ")"
		}
		return s
	case n < 6 && d > 0:
		return "(" + g.expr(anything, d-1).s + ")"
	}
	return g.base(d).in(ast.PrecCall)
}

// link returns one step of a chain: .p, [k] or a call, after o, which may be "?.".
func (g *generator) link(o string, d int) string {
	switch n := g.r.IntN(10); {
	case n < 5:
		if o == "" {
			o = "."
		}
		return o + pick(g, []string{"p", "q", "m", "m", "r", "x", "length"})
	case n < 7:
		return fmt.Sprintf("%s[%s]", o, g.expr(pick(g, []hint{text, integer, anything}), d-1).s)
	}
	g.burn(true)
	return fmt.Sprintf("%s(%s)", o, g.args(d-1, nil))
}

// tagged returns a template with a tag, perhaps a method that gets its receiver.
func (g *generator) tagged(d int) ex {
	g.count("tagged template")
	t := "tag"
	switch n := g.r.IntN(10); {
	case n < 2:
		t = g.base(d).in(ast.PrecCall) + ".m"
	case n < 3:
		t = g.base(d).in(ast.PrecCall) + "[" + g.expr(text, d).s + "]"
	case n < 4:
		t = "(0, obj(1).valueOf)"
	case n < 5:
		t = g.leaf(callable).in(ast.PrecCall)
	}
	g.burn(true)
	s := "`"
	for range g.r.IntN(3) {
		s += pick(g, []string{"", "a", "\\n", "\\u", "\\xg", "\\01", "\\`"}) + "${" + g.expr(anything, d).s + "}"
	}
	return ex{t + s + pick(g, []string{"", "b"}) + "`", ast.PrecCall}
}
