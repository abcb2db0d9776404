package objects

import "fmt"

// statements writes a few statements, if there is an object to use.
func (g *generator) statements(n int) {
	if len(g.objects) == 0 {
		return
	}
	for range n {
		g.statement()
	}
}

// statement uses an object or changes one. Errors are caught.
func (g *generator) statement() {
	g.depth++
	defer func() { g.depth-- }()
	m, o := g.method(3), pick(g, g.objects...)
	block := g.depth < 3
	g.choose([]choice{
		{"call of a method", 30, true, func() { g.print(g.methodCall()) }},
		{"object assigned", 5, !o.constant, func() { g.try("%s = %s", o.name, g.object()) }},
		{"method assigned to an object", 7, true, func() { g.try("%s.%s = %s", o.name, m.name, g.functionFor(m)) }},
		{"method assigned to a prototype", 5, true, func() { g.try("%s.%s = %s", g.class().prototype(), m.name, g.functionFor(m)) }},
		{"method assigned by a name", 3, true, func() { g.try("%s[%s] = %s", o.name, g.methodKey(m), g.functionFor(m)) }},
		{"method assigned if there is none", 3, true, func() { g.try("%s.%s %s %s", o.name, m.name, pick(g, "??=", "||=", "&&="), "(a) => "+g.unique()) }},
		{"field assigned", 5, true, func() { g.try("%s.%s %s %s", o.name, pick(g, "p", "q"), pick(g, "=", "=", "??="), g.number()) }},
		{"object in a field", 4, true, func() { g.try("%s.o = %s", o.name, g.object()) }},
		{"property deleted", 4, true, func() {
			g.print(fmt.Sprintf("delete %s", fmt.Sprintf(pick(g, "%s.%s", "%s?.%s", "%s?.o?.%s"), o.name, m.name)))
		}},
		{"method deleted from a prototype", 2, true, func() { g.print(fmt.Sprintf("delete %s.%s", g.class().prototype(), m.name)) }},
		{"prototype replaced", 3, true, func() { g.prototype(o) }},
		{"properties copied", 3, true, func() {
			g.try("Object.assign(%s, %s)", o.name, g.objectLiteral(nil))
		}},
		{"property defined", 4, true, func() { g.define(o) }},
		{"list changed", 5, len(g.lists) > 0, func() { g.list(pick(g, g.lists...)) }},
		{"list used", 5, len(g.lists) > 0, func() { g.print(g.listUse(pick(g, g.lists...))) }},
		{"objects of a loop", 4, block, g.loop},
		{"objects of a block", 3, block, g.ifStatement},
		{"function that uses objects", 6, len(g.uses) > 0 && !g.inside, func() { g.call(pick(g, g.uses...)) }},
		{"method taken from an object", 4, true, func() { g.extracted(o, m) }},
		{"objects exchanged", 2, !g.inside, func() { g.exchange() }},
		{"what an object has", 3, true, func() {
			g.print(fmt.Sprintf(pick(g, "%q in %[2]s", "Object.keys(%[2]s)", "typeof %[2]s.%[1]s", "%[2]s.hasOwnProperty(%[1]q)", "Object.getPrototypeOf(%[2]s) === %[3]s", "Reflect.ownKeys(%[2]s).length", "Reflect.has(%[2]s, %[1]q)"), m.name, o.name, g.class().prototype()))
		}},
		{"static method", 3, g.newable() != nil, func() { g.print(fmt.Sprintf("%s.%s(%s)", g.anyClass().name, m.name, g.arguments())) }},
	})
}

// print prints what an expression returns or throws.
func (g *generator) print(e string) {
	switch g.R.IntN(5) {
	case 0, 1:
		g.Line("print(ask(() => %s));", parenthesized(e))
	case 2:
		if g.inside { // the caller catches
			g.Line("print(%s);", e)
			return
		}
		fallthrough
	default:
		g.Line("try { print(%s); } catch (e) { print(e); }", e)
	}
}

// try runs an expression; an error is printed.
func (g *generator) try(format string, args ...any) {
	e := fmt.Sprintf(format, args...)
	if g.Chance(75) {
		g.Line("try { %s; } catch (e) { print(e); }", e)
		return
	}
	g.Line("ask(() => { %s; });", e)
}

// methodCall returns a call of a method of an object.
func (g *generator) methodCall() string {
	m, o, args := g.method(3), pick(g, g.objects...), g.arguments()
	more := args
	if args != "" {
		more = ", " + args
	}
	return g.make([]maker{
		{"plain call", 16, true, func() string { return fmt.Sprintf("%s.%s(%s)", o.name, m.name, args) }},
		{"call on an expression", 6, true, func() string { return fmt.Sprintf("(%s).%s(%s)", g.object(), m.name, args) }},
		{"optional call", 4, true, func() string { return fmt.Sprintf("%s%s%s%s(%s)", o.name, pick(g, ".", "?."), m.name, "?.", args) }},
		{"call with a computed name", 4, true, func() string { return fmt.Sprintf("%s[%s](%s)", o.name, g.key(m), args) }},
		{"call of call", 3, true, func() string { return fmt.Sprintf("%s.%s.call(%s%s)", g.class().prototype(), m.name, g.object(), more) }},
		{"call of apply", 2, true, func() string {
			return fmt.Sprintf(pick(g, "%s.%s.apply(%s, [%s])", "Reflect.apply(%s.%s, %s, [%s])"), o.name, m.name, pick(g, g.objects...).name, args)
		}},
		{"call of a bound function", 2, true, func() string { return fmt.Sprintf("%s.%s.bind(%s)(%s)", o.name, m.name, g.object(), args) }},
		{"call whose argument changes the method", 2, true, func() string {
			return fmt.Sprintf("%s.%s((%[1]s.%[2]s = (a) => %s, %s))", o.name, m.name, g.unique(), g.literal())
		}},
		{"call whose argument changes the variable", 2, !o.constant, func() string { return fmt.Sprintf("%s.%s((%[1]s = %s, %s))", o.name, m.name, g.object(), g.literal()) }},
		{"call with an object", 3, true, func() string { return fmt.Sprintf("%s.%s(%s)", o.name, m.name, pick(g, g.objects...).name) }},
		{"call in a chain", 3, true, func() string { return fmt.Sprintf("%s.self(%s).%s(%s)", o.name, g.literal(), m.name, args) }},
		{"call of a getter's function", 2, true, func() string {
			return fmt.Sprintf("Reflect.get(%s, %q, %s)?.(%s)", o.name, m.name, pick(g, g.objects...).name, args)
		}},
		{"field", 4, true, func() string { return o.name + "." + pick(g, "p", "q", "o") }},
	})
}

// prototype gives an object or a prototype another prototype. It is never an object that got
// its methods from others, so that super finds no method that it is called from.
func (g *generator) prototype(o object) {
	to := pick(g, g.class().prototype(), g.class().prototype(), g.class().prototype(), "null", fmt.Sprintf("{ %s: (a) => %s }", g.method(3).name, g.unique()))
	of := pick(g, o.name, o.name, g.class().prototype())
	g.try(pick(g, "Object.setPrototypeOf(%s, %s)", "Object.setPrototypeOf(%s, %s)", "%s.__proto__ = %s", "print(Reflect.setPrototypeOf(%s, %s))"), of, to)
}

func (g *generator) define(o object) {
	m := g.method(3)
	switch of := pick(g, o.name, o.name, g.class().prototype()); g.R.IntN(4) {
	case 0:
		g.try("Object.defineProperty(%s, %q, { get() { return (a) => %s; }%s })", of, m.name, g.unique(), pick(g, "", ", configurable: true"))
	case 1:
		g.try("Object.defineProperty(%s, %q, { value: %s%s })", of, m.name, g.functionFor(m), pick(g, "", ", configurable: true", ", writable: true, enumerable: true"))
	case 2:
		g.try("Object.defineProperties(%s, { p: { get() { return %s; }, configurable: true }, q: { value: %s } })", of, g.unique(), g.unique())
	default:
		g.try("Object.%s(%s)", pick(g, "freeze", "seal", "preventExtensions"), o.name)
	}
}

// list changes a list of objects.
func (g *generator) list(l string) {
	g.try(pick(g, "%s.push(%s)", "%s.unshift(%s)", "%s.splice(1, 1, %s)", "%s[%[1]s.length] = %s", "%s[0] = %s", "%s.length = 2, %[1]s[2] = %s", "%s.fill(%s, 1, 2)", "%s.reverse().push(%s)", "%s.shift().o = %s", "%s.pop().o = %s"), l, g.object())
}

// listUse returns an expression that calls methods of objects of a list.
func (g *generator) listUse(l string) string {
	m := g.method(3).name
	return fmt.Sprintf(pick(g, "%s.map((x) => x.%s(%s))", "%s.forEach(function (x) { this.p = x?.%s?.(%s); }, {})", "%s.map((x) => ask(() => x.%s(%s)))", "%s.filter((x) => x?.%s).map((x) => x.%[2]s(%s))",
		"%s.some((x) => x?.%s?.(%s))", "%s.find((x) => typeof x?.%s === \"function\")?.%[2]s(%s)", "%s.reduce((t, x) => [t, x?.%s?.(%s)], 0)", "[...%s].sort((x, y) => 0)[0].%s(%s)",
		"%s.map((x) => x?.%s).map((f) => f?.(%s))", "%s.concat([{ %s: (a) => 1 }]).at(-1).%[2]s(%s)", "(([x, y]) => y.%[2]s(%[3]s))(%[1]s)", "Array.from(%s, (x) => x?.%s?.(%s))", "%s.flatMap((x) => [x?.%s?.(%s)])"), l, m, g.literal())
}

func (g *generator) block(f func()) {
	objects, lists := g.objects, g.lists
	g.Indent++
	f()
	g.Indent--
	g.objects, g.lists = objects, lists
}

func (g *generator) loop() {
	x := g.SerialName("e")
	head := fmt.Sprintf("for (const %s of [%s, %s]) {", x, g.object(), g.object())
	if len(g.lists) > 0 && g.Chance(40) {
		head = fmt.Sprintf("for (const %s of [...%s].slice(0, 3)) {", x, pick(g, g.lists...))
	}
	g.Line("try {")
	g.block(func() {
		g.Line("%s", head)
		g.block(func() {
			g.objects = append(g.objects[:len(g.objects):len(g.objects)], object{x, true}, object{x, true}, object{x, true})
			g.statements(1 + g.R.IntN(2))
			if g.Chance(30) {
				g.Line("if (%s?.p) break;", x)
			}
		})
		g.Line("}")
	})
	g.Line("} catch (e) { print(e); }")
}

func (g *generator) ifStatement() {
	g.Line("if (%s) {", g.test())
	g.block(func() { g.statements(1 + g.R.IntN(2)) })
	if g.Chance(50) {
		g.Line("} else {")
		g.block(func() { g.statements(1) })
	}
	g.Line("}")
}

// extracted takes a method from an object and calls it without one, or with another.
func (g *generator) extracted(o object, m method) {
	f := g.SerialName("f")
	g.Line("const %s = %s;", f, fmt.Sprintf(pick(g, "%s?.%s", "(({ %[2]s: x }) => x)(%[1]s ?? {})", "ask(() => { const { %[2]s } = %[1]s; return %[2]s; })", "%s?.%s"), o.name, m.name))
	g.print(fmt.Sprintf(pick(g, "%[1]s(%[2]s)", "%[1]s.call(%[3]s, %[2]s)", "({ p: %[4]s, x: %[1]s }).x(%[2]s)", "[%[1]s][0](%[2]s)", "%[1]s?.apply(%[3]s, [%[2]s])"), f, g.literal(), pick(g, g.objects...).name, g.unique()))
}

func (g *generator) exchange() {
	a, b := pick(g, g.objects...), pick(g, g.objects...)
	if a.constant || b.constant {
		g.try("[%s.o, %s.o] = [%[2]s, %[1]s]", a.name, b.name)
		return
	}
	g.try("[%s, %s] = [%[2]s, %[1]s]", a.name, b.name)
}
