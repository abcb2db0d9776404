package objects

import (
	"fmt"
	"strings"
)

// declareClass declares a class in one of the ways that the language has.
func (g *generator) declareClass() {
	c := &class{name: g.SerialName(pick(g, "A", "B", "C"))}
	if len(g.classes) > 0 && g.Chance(70) {
		c.base, c.derived = g.class(), true
	}
	g.choose([]choice{
		{"class", 12, true, func() { g.Line("class %s%s %s", c.name, g.heritage(c), g.classBody(c)) }},
		{"class expression", 3, true, func() { g.Line("%s %s = class%s %s;", pick(g, "const", "let"), c.name, g.heritage(c), g.classBody(c)) }},
		{"class of a factory", 3, true, func() { g.factory(c) }},
		{"class of a loop", 2, true, func() { g.looped(c) }},
		{"function with a prototype", 4, true, func() { g.function(c) }},
		{"literal as a prototype", 3, true, func() {
			c.plain = true
			g.Line("const %s = %s;", c.name, g.objectLiteral(c))
		}},
	})
	g.classes = append(g.classes, c)
}

// heritage returns what a class extends.
func (g *generator) heritage(c *class) string {
	base := c.base
	if base == nil || base.plain {
		c.base, c.derived = nil, false
		if g.Chance(15) {
			g.Count("extends a builtin")
			c.derived = true
			return " extends " + pick(g, "Object", "(class extends Array { constructor() { super(); } })", "Map", "Set")
		}
		return ""
	}
	switch other := g.newable(); g.R.IntN(9) {
	case 0:
		g.Count("extends a choice")
		if other != nil {
			return fmt.Sprintf(" extends (%s ? %s : %s)", g.test(), base.name, other.name)
		}
	case 1:
		g.Count("extends a mixin")
		m := g.method(2)
		return fmt.Sprintf(" extends ((B) => class extends B { %s(a) { %s } })(%s)", m.name, g.inline(m, true, c), base.name)
	case 2:
		g.Count("extends an expression")
		return fmt.Sprintf(" extends (eff(%q), %s)", "extends", base.name)
	case 3:
		g.Count("extends what mentions the class")
		m := g.method(2)
		return fmt.Sprintf(" extends ((f) => (%s.%s = f, %s))((a) => %s.prototype)", base.name, "late"+m.name, base.name, c.name)
	}
	return " extends " + base.name
}

// factory declares a function that makes classes, and two of them.
func (g *generator) factory(c *class) {
	f, other := g.SerialName("make"), &class{name: g.SerialName("D")}
	heritage, closes := g.heritage(c), g.method(0)
	body := g.classBody(c)
	g.Line("const %s = (k) => {", f)
	g.Line("  let count = 0;")
	g.Line("  return class%s { static of() { return [k, ++count]; } %s(a) { count++; return k + count; } %s;", heritage, closes.name, strings.TrimPrefix(body, "{"))
	g.Line("};")
	g.Line("const %s = %s(1), %s = %s(%s);", c.name, f, other.name, f, g.unique())
	g.Line("print(ask(() => %s.of()), ask(() => %s.of()));", c.name, other.name)
	c.private = "" // that of the other class is another one
	other.base, other.derived = c.base, c.derived
	g.classes = append(g.classes, other)
}

// looped makes classes in a loop; the name is that of the first or of the last one.
func (g *generator) looped(c *class) {
	heritage, body := g.heritage(c), g.classBody(c)
	g.Line("let %s;", c.name)
	g.Line("for (const k of [1, 2]) {")
	g.Line("  const B = class%s { %s(a) { return k * 100; } %s;", heritage, g.method(0).name, strings.TrimPrefix(body, "{"))
	g.Line("  %s %s B;", c.name, pick(g, "=", "??="))
	g.Line("}")
	c.private = ""
}

// function declares a constructor function and gives its prototype methods.
func (g *generator) function(c *class) {
	c.old, c.derived = true, false
	call := ""
	if c.base != nil && c.base.old && g.Chance(70) {
		call = c.base.name + ".call(this, a); "
	}
	g.Line("function %s(a) { if (!new.target && !(this instanceof %s)) return; %sthis.p = a; %s}", c.name, c.name, call, pick(g, "", fmt.Sprintf("this.q = %s; ", g.unique()), fmt.Sprintf("this.%s = (a) => %s; ", g.method(1).name, g.unique())))
	switch {
	case c.base != nil && g.Chance(50):
		g.Line("%s.prototype = Object.create(%s);", c.name, c.base.prototype())
	case c.base != nil:
		g.Line("Object.setPrototypeOf(%s.prototype, %s);", c.name, c.base.prototype())
	case g.Chance(40):
		g.Line("%s.prototype = %s;", c.name, g.objectLiteral(c))
	}
	for range 1 + g.R.IntN(2) {
		m := g.method(3)
		g.Line("%s.prototype.%s = function (a) { %s };", c.name, m.name, g.inline(m, false, nil))
	}
}

// classBody returns the members of a class in braces. The lines are one level deeper.
func (g *generator) classBody(c *class) string {
	fields := g.R.IntN(3)
	c.private = ""
	text := g.Capture(func() {
		g.Indent++
		if g.Chance(25) {
			c.private = "#" + g.SerialName("x")
			g.Line("%s = %s;", c.private, g.unique())
		}
		for range fields {
			g.field(c)
		}
		g.constructor(c)
		for range 1 + g.R.IntN(4) {
			g.member(c)
		}
		g.Indent--
	})
	return "{\n" + text + strings.Repeat("  ", g.Indent) + "}"
}

func (g *generator) field(c *class) {
	m := g.method(1)
	g.choose([]choice{
		{"field", 6, true, func() { g.Line("%s = %s;", pick(g, "p", "q"), g.unique()) }},
		{"field that calls a method", 3, true, func() { g.Line("q = this.%s?.(%s);", g.method(0).name, g.literal()) }},
		{"field that holds a function", 3, true, func() { g.Line("%s = (a) => %s;", m.name, g.within(m, nil)) }},
		{"field that holds an object", 3, true, func() { g.Line("o = { %s: (a) => %s, p: %s };", m.name, g.unique(), g.unique()) }},
		{"field that is no function", 1, true, func() { g.Line("%s = %s;", m.name, pick(g, "1", "null", "undefined")) }},
	})
}

func (g *generator) constructor(c *class) {
	if !g.Chance(60) {
		return
	}
	g.Line("constructor(a) {")
	g.Indent++
	if c.derived {
		g.Line("super(%s);", pick(g, "a", "a", "", g.unique()))
	}
	for range 1 + g.R.IntN(2) {
		g.choose([]choice{
			{"field of a constructor", 6, true, func() { g.Line("this.%s = %s;", pick(g, "p", "q"), pick(g, "a", g.unique())) }},
			{"method call of a constructor", 3, true, func() { g.Line("this.q = this.%s?.(a);", g.method(0).name) }},
			{"closure of a constructor", 3, true, func() { g.Line("this.%s = (b) => [a, b].length + %s;", g.method(1).name, g.unique()) }},
			{"constructor that returns another object", 1, true, func() {
				g.Line("if (a === 2) return { p: %s, %s(a) { return %s; }, __proto__: %s };", g.unique(), g.method(0).name, g.unique(), pick(g, "this", "null", "new.target.prototype"))
			}},
			{"object that is known early", 2, len(g.lists) > 0, func() { g.Line("%s.push(this);", pick(g, g.lists...)) }},
		})
	}
	g.Indent--
	g.Line("}")
}

func (g *generator) member(c *class) {
	m := g.method(3)
	g.choose([]choice{
		{"method", 20, true, func() { g.methodLines(m.name, m, c) }},
		{"computed method", 3, true, func() { g.methodLines("["+g.key(m)+"]", m, c) }},
		{"getter and setter", 4, true, func() { g.accessors("p", c) }},
		{"getter of a function", 2, true, func() { g.Line("get %s() { return (a) => %s; }", m.name, g.within(m, c)) }},
		{"setter of a method", 1, true, func() { g.Line("set %s(a) { this.q = typeof a + %q; }", m.name, g.unique()) }},
		{"static method", 4, true, func() { g.Line("static %s(a) { %s }", m.name, g.inline(m, false, nil)) }},
		{"static field", 2, true, func() { g.Line("static %s = %s;", pick(g, "p", "q"), g.unique()) }},
		{"static block", 1, true, func() { g.Line("static { this.q = %s; }", pick(g, g.unique(), `typeof this.m`)) }},
		{"method that returns an object", 5, true, func() {
			g.Line("self(a) { return %s; }", pick(g, "this", "this.o ?? this", "Object.create(this)", "(this.p = a, this)", "{ ...this }"))
		}},
	})
}

// accessors writes a getter and a setter of a field, or one of them.
func (g *generator) accessors(name string, c *class) {
	hidden := "_" + name
	get := fmt.Sprintf("return this.%s;", hidden)
	if c.private != "" && g.Chance(50) {
		get = fmt.Sprintf("return %s in this ? this.%s : %s;", c.private, c.private, g.unique())
	}
	if !g.tame && g.Chance(50) {
		get = fmt.Sprintf("eff(%q); ", "get "+name) + get
	}
	static := pick(g, "", "", "", "static ")
	if g.Chance(85) {
		g.Line("%sget %s() { %s }", static, name, get)
	}
	if g.Chance(70) {
		g.Line("%sset %s(a) { %sthis.%s = a; }", static, name, pick(g, "", fmt.Sprintf("eff(%q); ", "set "+name)), hidden)
	}
}
