package objects

import (
	"fmt"
	"strings"
)

// methodLines writes a method of several statements.
func (g *generator) methodLines(key string, m method, c *class) {
	g.Line("%s(a) {", key)
	g.Indent++
	if g.Chance(25) {
		g.Line("eff(%q);", "in "+g.unique())
	}
	for range g.R.IntN(3) {
		g.bodyStatement(m, c)
	}
	g.Line("return %s;", g.within(m, c))
	g.Indent--
	g.Line("}")
}

// inline returns the body of a function in one line. In functions of sloppy code, this may be
// the global object, which they leave alone; those of classes are strict.
func (g *generator) inline(m method, strict bool, c *class) string {
	text := ""
	if (strict || g.strict) && g.Chance(30) {
		text = pick(g, "this.p = a; ", "if (this) this.q = "+g.unique()+"; ", "eff("+g.unique()+"); ")
	}
	return text + "return " + g.within(m, c) + ";"
}

// bodyStatement writes a statement of a method. The functions that it puts on objects do not use
// super, because the object may be where super looks.
func (g *generator) bodyStatement(m method, c *class) {
	lower, higher := g.method(m.rank-1), g.method(3)
	g.choose([]choice{
		{"method writes a field", 6, true, func() { g.Line("this.%s = %s;", pick(g, "p", "q", "_p"), g.within(m, c)) }},
		{"method writes an object", 3, true, func() {
			g.Line("this.o = %s;", pick(g, "this", "{ p: a }", "Object.create(this)", "this.o ?? { "+lower.name+": () => "+g.unique()+" }"))
		}},
		{"method changes a method", 3, true, func() { g.Line("this.%s = (a) => %s;", higher.name, g.within(higher, nil)) }},
		{"method changes a prototype", 1, len(g.classes) > 0, func() { g.Line("%s.%s = (a) => %s;", g.class().prototype(), higher.name, g.unique()) }},
		{"method writes through super", 2, c != nil && c.derived, func() { g.Line("super.%s = %s;", pick(g, "p", "q"), g.within(m, c)) }},
		{"method returns early", 3, true, func() { g.Line("if (%s) return %s;", pick(g, "a === 1", "this.p > 1", "!this.o"), g.within(m, c)) }},
		{"method throws", 1, true, func() { g.Line("if (a === %s) throw new Error(%q);", pick(g, "0", "3"), "u:"+g.unique()) }},
		{"method deletes a property", 1, true, func() { g.Line("delete this%s;", pick(g, ".p", "?.q", "."+higher.name, "?.o?."+lower.name)) }},
		{"method calls a method", 4, m.rank > 0 && lower.rank < m.rank, func() { g.Line("this.%s?.(%s);", lower.name, g.within(m, c)) }},
		{"method counts", 1, c != nil, func() { g.Line("this.q = typeof this.q === \"number\" ? this.q + 1 : %s;", g.unique()) }},
	})
}

// within returns an expression of a method, of methods of lower ranks and those that its class
// inherits. The class is nil if the function is not written in one.
func (g *generator) within(m method, c *class) string {
	lower := g.method(m.rank - 1)
	calls := lower.rank < m.rank && g.depth == 0
	self := "this"
	if c == nil {
		self = "this?"
	}
	inner := func() string { return g.nested(func() string { return g.within(lower, c) }) }
	return g.make([]maker{
		{"own number", 6, true, g.unique},
		{"argument", 2, true, func() string { return "a" }},
		{"field and number", 5, true, func() string { return fmt.Sprintf("[%s.%s, %s]", self, pick(g, "p", "q"), g.unique()) }},
		{"field read", 3, true, func() string { return self + "." + pick(g, "p", "q") }},
		{"private name", 3, c != nil && c.private != "", func() string {
			return pick(g, fmt.Sprintf("this.%s", c.private), fmt.Sprintf("(%s in this)", c.private), fmt.Sprintf("(this.%s = %s)", c.private, g.unique()))
		}},
		{"call on this", 5, calls, func() string { return fmt.Sprintf("%s.%s(%s)", self, lower.name, inner()) }},
		{"call in an arrow", 2, calls, func() string { return fmt.Sprintf("(() => %s.%s(%s))()", self, lower.name, inner()) }},
		{"call of a callback", 2, calls, func() string {
			return fmt.Sprintf("[%s, 2].map(%s)[1]", inner(), pick(g, "(x) => this."+lower.name+"(x)", "function (x) { return this."+lower.name+"(x); }, this", "this."+lower.name+", this"))
		}},
		{"call on a field", 3, calls, func() string { return fmt.Sprintf("%s.o?.%s?.(%s)", self, lower.name, inner()) }},
		{"call of a bound method", 1, calls, func() string {
			return fmt.Sprintf("%s.%s.bind(%s)(%s)", self, lower.name, pick(g, "this", "{ p: 5 }"), inner())
		}},
		{"call by a name", 2, calls, func() string {
			return fmt.Sprintf("%s[%s](%s)", strings.Replace(self, "?", "?.", 1), g.methodKey(lower), inner())
		}},
		{"call of another class", 2, calls && len(g.classes) > 0, func() string {
			return fmt.Sprintf("%s.%s?.call(this, %s)", g.class().prototype(), lower.name, inner())
		}},
		{"call through super", 6, c != nil && c.derived && g.depth == 0, func() string {
			return fmt.Sprintf("super.%s%s(%s)", m.name, pick(g, "", "?."), pick(g, "a", g.unique()))
		}},
		{"new object of a method", 3, m.rank >= 2 && g.newable() != nil && g.depth == 0, func() string {
			return fmt.Sprintf("new %s(%s).%s", g.anyClass().name, inner(), pick(g, "p", "q", g.method(0).name+"?.(a)"))
		}},
		{"argument that is an object", 1, true, func() string { return "a?." + pick(g, "p", "q") }},
	})
}

// anyClass returns a class that new takes; there is one.
func (g *generator) anyClass() *class {
	for {
		if c := g.newable(); c != nil {
			return c
		}
	}
}

func (g *generator) methodKey(m method) string {
	return pick(g, fmt.Sprintf("%q", m.name), fmt.Sprintf("[\"p\", %q][1]", m.name))
}
