package objects

import (
	"fmt"
	"strings"
)

// objectLiteral returns a literal with methods, which inherit from the base of the class.
func (g *generator) objectLiteral(c *class) string {
	var parts []string
	if c != nil && c.base != nil && c.plain {
		parts = append(parts, pick(g, "__proto__: ", `"__proto__": `)+c.base.prototype())
	}
	for range 1 + g.R.IntN(4) {
		m := g.method(3)
		parts = append(parts, g.make([]maker{
			{"method of a literal", 8, true, func() string { return fmt.Sprintf("%s(a) { %s }", m.name, g.inline(m, false, nil)) }},
			{"function of a literal", 4, true, func() string { return fmt.Sprintf("%s: (a) => %s", m.name, g.unique()) }},
			{"field of a literal", 5, true, func() string { return pick(g, "p", "q") + ": " + g.number() }},
			{"computed method of a literal", 2, true, func() string { return fmt.Sprintf("[%s](a) { %s }", g.key(m), g.inline(m, false, nil)) }},
			{"accessor of a literal", 2, true, func() string {
				return pick(g, "get p() { return "+g.unique()+"; }", "get p() { return this._p; }, set p(a) { this._p = a; }", "get "+m.name+"() { return () => "+g.unique()+"; }")
			}},
			{"method that returns this", 2, true, func() string { return "self() { return this; }" }},
			{"spread of an object", 2, len(g.objects) > 0, func() string { return "..." + pick(g, g.objects...).name }},
		}))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// object returns an expression that is an object, mostly.
func (g *generator) object() string {
	if g.depth > 2 || len(g.classes) == 0 {
		return g.objectLiteral(nil)
	}
	inner := func() string { return g.nested(g.object) }
	known, listed := len(g.objects) > 0, len(g.lists) > 0
	variable := func() string { return pick(g, g.objects...).name }
	return g.make([]maker{
		{"variable", 14, known, variable},
		{"new object", 10, g.newable() != nil, g.construct},
		{"object with a prototype", 3, true, func() string { return fmt.Sprintf("Object.create(%s)", g.class().prototype()) }},
		{"literal", 4, true, func() string { return g.objectLiteral(nil) }},
		{"element", 5, listed, func() string {
			l := pick(g, g.lists...)
			return fmt.Sprintf(pick(g, "%s[0]", "%s[1]", "%s.at(-1)", "%[1]s[%[1]s.length - 1]", "%s.find((x) => x?.p)", "%s.slice(1)[0]", "[...%s].pop()"), l)
		}},
		{"field that is an object", 3, known, func() string { return variable() + "?.o" }},
		{"chain", 3, known, func() string { return variable() + "?.self?.()" }},
		{"choice of objects", 3, g.depth < 2, func() string { return fmt.Sprintf("(%s ? %s : %s)", g.test(), inner(), inner()) }},
		{"copy", 3, known, func() string {
			return pick(g, "{ ..."+variable()+" }", "Object.assign({}, "+inner()+")", "Object.create("+variable()+" ?? null)", "{ __proto__: "+variable()+", p: "+g.unique()+" }")
		}},
		{"object through a container", 3, g.depth < 2, func() string {
			return fmt.Sprintf(pick(g, "[%s].at(0)", "new Map([[1, %s]]).get(1)", "(({ x }) => x)({ x: %s })", "[...new Set([%s])][0]", "((...r) => r)(1, %s)[1]", "Object.values({ x: %s })[0]", "[1, %s].reduce((x, y) => y)"), inner())
		}},
		{"primitive", 1, true, func() string { return pick(g, "undefined", "null", "5", `"s"`, "[]") }},
	})
}

// construct returns an expression that makes an object of a class.
func (g *generator) construct() string {
	c, args := g.anyClass(), g.arguments()
	switch g.R.IntN(8) {
	case 0:
		return fmt.Sprintf("Reflect.construct(%s, [%s])", c.name, args)
	case 1:
		return fmt.Sprintf("Reflect.construct(%s, [%s], %s)", c.name, args, g.anyClass().name)
	case 2:
		return fmt.Sprintf("new (%s ? %s : %s)(%s)", g.test(), c.name, g.anyClass().name, args)
	case 3:
		return fmt.Sprintf("new { x: %s }.x(%s)", c.name, args)
	}
	return fmt.Sprintf("new %s(%s)", c.name, args)
}

func (g *generator) arguments() string {
	return pick(g, "", g.number(), g.number(), g.literal()+", "+g.literal())
}

// functionFor returns a function that may be called by a name.
func (g *generator) functionFor(m method) string {
	lower := g.method(m.rank - 1)
	borrow := lower.rank < m.rank && len(g.classes) > 0
	return g.make([]maker{
		{"arrow", 5, true, func() string { return "(a) => " + g.unique() }},
		{"function", 5, true, func() string { return fmt.Sprintf("function (a) { %s }", g.inline(m, false, nil)) }},
		{"method of another class", 4, borrow, func() string { return g.class().prototype() + "." + lower.name }},
		{"method of another object", 3, borrow && len(g.objects) > 0, func() string { return pick(g, g.objects...).name + "?." + lower.name }},
		{"bound method", 2, borrow && len(g.objects) > 0, func() string {
			return fmt.Sprintf("%s.%s?.bind(%s)", g.class().prototype(), lower.name, pick(g, g.objects...).name)
		}},
		{"closure over an object", 3, borrow && len(g.objects) > 0, func() string { return fmt.Sprintf("(a) => %s?.%s?.(a)", pick(g, g.objects...).name, lower.name) }},
		{"no function", 1, true, func() string { return pick(g, "1", "undefined", "null", "{}") }},
	})
}

// declareObject declares a variable that holds an object. Calls of unknown functions would hide
// what it holds, so that errors are caught by a statement.
func (g *generator) declareObject() {
	o := object{g.SerialName(pick(g, "x", "y", "z")), g.Chance(40)}
	if o.constant {
		g.Line("const %s = %s;", o.name, g.quiet())
		g.objects = append(g.objects, o)
		return
	}
	g.Line("let %s;", o.name)
	g.Line("try { %s = %s; } catch (e) { print(e); }", o.name, g.object())
	g.objects = append(g.objects, o)
}

// quiet returns an object whose expression does not throw, unless its constructor does.
func (g *generator) quiet() string {
	c := g.class()
	switch g.R.IntN(4) {
	case 0:
		return g.objectLiteral(nil)
	case 1:
		return fmt.Sprintf("Object.create(%s)", c.prototype())
	}
	if c.plain {
		return fmt.Sprintf("{ __proto__: %s, p: %s }", c.name, g.unique())
	}
	return fmt.Sprintf("new %s(%s)", c.name, pick(g, "", g.unique()))
}

// parenthesized makes an expression the body of an arrow function.
func parenthesized(e string) string {
	if strings.HasPrefix(e, "{") {
		return "(" + e + ")"
	}
	return e
}

func (g *generator) declareList() {
	l := g.SerialName("list")
	var parts []string
	for range 2 + g.R.IntN(3) {
		parts = append(parts, g.object())
	}
	g.Line("let %s = [];", l)
	g.Line("try {")
	g.Line("  %s = [%s];", l, strings.Join(parts, ", "))
	g.Line("  for (const x of %s) print(%s);", l, fmt.Sprintf(pick(g, "x.%s()", "ask(() => x.%s())", "x?.%s?.()"), g.method(3).name))
	g.Line("} catch (e) { print(e); }")
	g.lists = append(g.lists, l)
}

// declareUse declares a function that uses two objects, and calls it with several.
func (g *generator) declareUse() {
	if g.inside || g.depth > 0 {
		return
	}
	f := g.SerialName("use")
	g.Line("const %s = (x, y%s) => {", f, pick(g, "", fmt.Sprintf(" = { %s: () => %s }", g.method(0).name, g.unique())))
	objects, lists := g.objects, g.lists
	g.objects = append(g.objects[:len(g.objects):len(g.objects)], object{"x", false}, object{"y", false}, object{"x", false}, object{"y", false})
	g.Indent++
	g.inside = true
	g.statements(1 + g.R.IntN(3))
	g.inside = false
	g.Indent--
	g.objects, g.lists = objects, lists
	g.Line("};")
	g.uses = append(g.uses, f)
	for range 2 {
		g.call(f)
	}
}

func (g *generator) call(f string) {
	g.print(fmt.Sprintf("%s(%s)", f, pick(g, g.object()+", "+g.object(), g.object())))
}
