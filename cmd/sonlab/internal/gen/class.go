package gen

import (
	"fmt"
	"strings"
)

// class is the class being written.
type class struct {
	name    string
	derived bool
}

// classStmt writes a class, perhaps one that extends it, and uses them.
func (g *generator) classStmt() {
	base := g.classNamed(g.className(), "")
	g.useClass(base)
	if g.chance(55) {
		g.count("extends")
		heritage := base.name
		if g.chance(40) {
			heritage = pick(g, []string{"(%s)", "eff(%s)", "(class extends %s { m(x) { return [x, super.m(x)]; } })"})
			heritage = fmt.Sprintf(heritage, base.name)
		}
		g.useClass(g.classNamed(g.className(), heritage))
	}
}

func (g *generator) className() string {
	g.serial++
	return fmt.Sprintf("K%d", g.serial)
}

// classNamed writes a class as a declaration or in an expression.
func (g *generator) classNamed(name, heritage string) *class {
	c := &class{name: name, derived: heritage != ""}
	g.block.started = true
	text := g.classBody(c)
	if heritage != "" {
		heritage = " extends " + heritage
	}
	switch g.r.IntN(5) {
	case 0:
		g.count("class expression")
		g.line("const %s = class%s %s;", name, heritage, text)
	case 1:
		g.count("named class expression")
		g.line("let %s = class Inner%s %s;", name, heritage, strings.ReplaceAll(text, name+".", "Inner."))
	default:
		g.count("class declaration")
		g.line("class %s%s %s", name, heritage, text)
	}
	return c
}

// useClass makes an object of a class and calls its members.
func (g *generator) useClass(c *class) {
	g.burn(false)
	o := g.fresh(isConst)
	e := g.args(1, []hint{number, anything})
	g.line("const %s = new %s(%s);", o, c.name, e)
	g.declare(&variable{name: o, kind: isConst, hint: object})
	g.block.started = true
	for g.chance(60) {
		g.line("%s;", stmtText(pick(g, []string{
			fmt.Sprintf("print(%s.m(%s))", o, g.expr(anything, 1).arg()),
			fmt.Sprintf("print(%s.p, %s.f0, %s.f1)", o, o, o),
			fmt.Sprintf("%s.p = %s", o, g.expr(number, 1).arg()),
			fmt.Sprintf("print(%s%s, %s.s0, %s.make(%s))", c.name, map[bool]string{false: ".name"}[g.has(Tame)], c.name, c.name, o),
			fmt.Sprintf("print(typeof %s.computed, typeof %s.m)", o, c.name),
		})))
	}
}

// classBody writes the members. There always are m, p, make and the private
// names; the rest comes in any order.
func (g *generator) classBody(c *class) string {
	g.indent++
	text := g.capture(func() {
		g.line("#p = %s;", g.element(func() string { return g.literal(number).s }))
		g.constructor(c)
		g.classMethod("m", []hint{anything}, c)
		if !g.has(Tame) {
			g.line("get p() { print(\"get p\"); return this.#p; }")
		}
		g.line("set p(x) { print(\"set p\", x); this.#p = x; }")
		g.line("#q(x) { return [this.#p, x]; }")
		g.line("static make(o) { return #p in o ? o.#q(%s.s0) : %s; }", c.name, c.name)
		for range g.r.IntN(5) {
			g.choose([]choice{
				{4, true, func() { g.field(c) }},
				{2, true, func() { g.computedMember(c) }},
				{2, true, func() { g.staticBlock(c) }},
				{1, true, func() {
					g.count("static method")
					g.classMethod("static s1", []hint{number}, c)
				}},
			})
		}
	})
	g.indent--
	return "{\n" + text + g.pad() + "}"
}

// classMethod writes a method: first what only classes have, then any statements.
func (g *generator) classMethod(key string, hints []hint, c *class) {
	g.count("class method")
	f := &function{strict: true}
	params := g.params(f, hints)
	var first string
	if !strings.HasPrefix(key, "static") {
		g.indent++
		first = g.capture(func() { g.memberLines(f, c) })
		g.indent--
	}
	body := g.body(f, nil, 1+g.r.IntN(3))
	g.line("%s%s %s", key, params, "{\n"+first+strings.TrimPrefix(body, "{\n"))
}

// memberLines writes statements that are only legal in a member.
func (g *generator) memberLines(f *function, c *class) {
	x := func() string {
		return g.inside(f, func() ex { return g.expr(pick(g, []hint{number, anything}), 2) }).arg()
	}
	for g.chance(60) {
		lines := []string{
			"print(this.#p, this.#p++, --this.#p);",
			"this.#p = " + x() + ";",
			"this.#p += " + x() + ";",
			"print(#p in this, #p in { p: " + x() + " });",
			"print(this.#q(" + x() + "));",
			"print((() => this.#p)(), this === this);",
		}
		if c.derived {
			g.count("super")
			lines = append(lines,
				"print(super.m("+x()+"));",
				"print(super.p, super[\"p\"]);",
				"super.p = "+x()+";",
				"super[eff(\"p\")] += "+x()+";",
				"super.f9 = "+x()+";",
				"print((() => super.m(1))());")
		}
		g.count("private name")
		g.line("%s", pick(g, lines))
	}
}

func (g *generator) constructor(c *class) {
	f := &function{strict: true}
	params := g.params(f, []hint{number})
	x := func() string { return g.inside(f, func() ex { return g.expr(number, 2) }).arg() }
	if !c.derived && g.chance(50) {
		return
	}
	g.indent++
	first := g.capture(func() {
		if !c.derived {
			return
		}
		g.count("super call")
		switch g.r.IntN(6) {
		case 0:
			more := "eff(v)"
			if g.has(Destructs) {
				more = "...[eff(v)]"
			}
			g.line("const make = (v) => super(v, %s);", more)
			g.line("make(%s);", x())
		case 1:
			if g.has(Branches) {
				g.line("if (%s) super(%s);", x(), x())
				g.line("else super(eff(this.#p = 1));")
				break
			}
			fallthrough
		case 2:
			g.line("print(super(%s) === this);", x())
		case 3:
			g.line("const that = () => this.#p;")
			g.line("super(%s);", x())
			g.line("print(that());")
		default:
			g.line("super(eff(%s), %s);", x(), x())
		}
	})
	g.indent--
	body := g.body(f, nil, 1+g.r.IntN(2))
	g.line("constructor%s %s", params, "{\n"+first+strings.TrimPrefix(body, "{\n"))
}

// element writes a part of a class that is not a function in the source: code in which
// neither return nor arguments is allowed.
func (g *generator) element(f func() string) string {
	fn, on, b := g.fn, g.on, g.block
	defer func() { g.fn, g.on, g.block = fn, on, b }()
	e := &function{strict: true, element: true}
	g.enter(e)
	g.fn, g.block, g.on = e, e.body, on&^Arguments
	return f()
}

func (g *generator) field(c *class) {
	g.count("field")
	key := pick(g, []string{"f0", "f1", "static s0", "static s2", "#r" + g.className(), "'quoted key'"})
	if g.chance(15) {
		g.line("%s;", key)
		return
	}
	value := g.element(func() string {
		switch g.r.IntN(5) {
		case 0:
			return "this.f0"
		case 1:
			if c.derived && !strings.HasPrefix(key, "static") {
				return "super.m(eff(1))"
			}
		case 2:
			return pick(g, []string{"() => this", "function () { return 1; }", "class { static s = 1; }", "(0, () => 2)"})
		}
		return g.expr(pick(g, []hint{number, anything, text}), 2).arg()
	})
	g.line("%s = %s;", key, value)
}

// computedMember writes a member whose key is an expression with effects.
func (g *generator) computedMember(c *class) {
	g.count("computed class key")
	strict := g.fn.strict
	g.fn.strict = true
	key := pick(g, []string{
		"eff(\"computed\")",
		fmt.Sprintf("(%s, \"computed\")", g.expr(anything, 1).arg()),
		"`comp${eff(\"uted\")}`",
		"obj(\"computed\")",
	})
	g.fn.strict = strict
	switch g.r.IntN(4) {
	case 0:
		g.classMethod("["+key+"]", nil, c)
	case 1:
		g.line("%s [%s]() { return this.#p; }", map[bool]string{true: "static", false: "get"}[g.has(Tame)], key)
	case 2:
		g.line("[%s] = %s;", key, g.element(func() string { return g.expr(number, 1).arg() }))
	default:
		g.line("static [%s];", key)
	}
}

func (g *generator) staticBlock(c *class) {
	g.count("static block")
	text := g.element(func() string {
		g.indent++
		defer func() { g.indent-- }()
		return g.capture(func() {
			g.line("print(this === %s, this.s0);", c.name)
			budget := g.budget
			g.budget = 1 + g.r.IntN(3)
			for g.budget > 0 {
				g.statement(2)
			}
			g.budget = budget
		})
	})
	g.line("static {")
	g.raw(text)
	g.line("}")
}
