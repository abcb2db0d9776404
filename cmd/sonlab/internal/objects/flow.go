package objects

import "fmt"

// locals are the variables of a function that declareFlow writes.
var locals = []string{"x", "y", "z"}

// declareFlow declares a function whose statements write and read the properties of a few
// objects that nothing else knows, under several names, and calls it. No unknown code runs
// in between, so that what a property holds can be known.
func (g *generator) declareFlow() {
	g.Count("objects of a function")
	f, m := g.SerialName("flow"), g.method(0).name
	g.Line("const %s = (a, k) => {", f)
	g.Indent++
	g.Line("const r = [];")
	for _, v := range locals {
		g.Line("let %s = %s;", v, g.local(m))
	}
	for range 4 + g.R.IntN(6) {
		g.step(m)
	}
	g.Line("return [...r, %s];", g.read(m))
	g.Indent--
	g.Line("};")
	for _, a := range []string{"1, " + fmt.Sprintf("%q", m), g.literal() + `, "p"`, `2, "q"`} {
		g.print(fmt.Sprintf("%s(%s)", f, a))
	}
}

// local returns an object of a function.
func (g *generator) local(m string) string {
	n := g.unique()
	if len(g.classes) > 0 && g.Chance(25) {
		return g.quiet()
	}
	return pick(g, "{ p: "+n+" }", "{ "+m+": () => "+n+" }", fmt.Sprintf("{ %s() { return [%s, this.p]; }, p: a }", m, n), fmt.Sprintf("{ p: a, q: { %s: () => %s } }", m, n), "{}")
}

// step writes a statement that changes what a property or a variable holds, or reads one.
func (g *generator) step(m string) {
	x, y, n := pick(g, locals...), pick(g, locals...), g.unique()
	g.Line("%s", g.make([]maker{
		{"flow of a method", 5, true, func() string { return fmt.Sprintf("%s.%s = () => %s;", x, m, n) }},
		{"flow of a method of another object", 3, true, func() string { return fmt.Sprintf("%s.%s = %s.%s;", x, m, y, m) }},
		{"flow of a field", 4, true, func() string { return fmt.Sprintf("%s.p = %s;", x, pick(g, "a", n, y+".p", y)) }},
		{"flow of an object", 3, true, func() string { return fmt.Sprintf("%s.q = %s;", x, pick(g, y, g.local(m))) }},
		{"flow of a variable", 4, true, func() string {
			return fmt.Sprintf("%s = %s;", x, pick(g, y, y+".q ?? "+x, "a > 1 ? "+y+" : "+x, g.local(m)))
		}},
		{"flow of a branch", 3, true, func() string {
			return fmt.Sprintf("if (%s) %s;", pick(g, "a > 1", x+".p", x+" === "+y, "k === \"p\""), pick(g, fmt.Sprintf("%s.%s = () => %s", x, m, n), x+" = "+y, "delete "+x+"."+m))
		}},
		{"flow of a loop", 3, true, func() string {
			return fmt.Sprintf(pick(g, "for (const e of [%s, %s]) { r.push(e.%s?.(1)); e.%[3]s = () => %[4]s; }", "for (let i = 0; i < 2; i++) { %s.%[3]s = %[2]s.%[3]s; %[2]s = %[1]s.q ?? { %[3]s: () => [%[4]s, i] }; }"), x, y, m, n)
		}},
		{"flow of a computed name", 3, true, func() string { return fmt.Sprintf("%s[k] = %s;", x, pick(g, "() => "+n, n, y+"[k]")) }},
		{"flow of a closure", 2, true, func() string {
			return fmt.Sprintf(pick(g, "((e) => { e.%[3]s = () => %[4]s; })(%[1]s);", "(() => { %[1]s = %[2]s; })();", "%[1]s.%[3]s = () => [%[4]s, %[2]s.p];", "%[1]s.%[3]s = function () { return [this === %[2]s, %[4]s]; };"), x, y, m, n)
		}},
		{"flow of a copy", 2, true, func() string {
			return fmt.Sprintf(pick(g, "%s = { ...%s };", "Object.assign(%s, %s);", "%s = Object.create(%s);", "%s = { __proto__: %s };", "[%[1]s, %[2]s] = [%[2]s, %[1]s];", "({ q: %s = %[1]s } = %s);"), x, y)
		}},
		{"flow of a list", 2, true, func() string {
			return fmt.Sprintf(pick(g, "{ const l = [%s, %s]; l.reverse(); l[0].%s = () => %s; }", "{ const l = []; l.push(%s); l[1] = %s; %[1]s = l[+(a > 1)]; l[0].%s = () => %s; }"), x, y, m, n)
		}},
		{"flow of a deletion", 2, true, func() string { return fmt.Sprintf("delete %s%s;", x, pick(g, "."+m, ".p", "?.q", "[k]")) }},
		{"flow of a read", 7, true, func() string { return fmt.Sprintf("r.push(%s);", g.read(m)) }},
	}))
}

// read returns an expression that reads a property of one of the objects.
func (g *generator) read(m string) string {
	x := pick(g, locals...)
	return fmt.Sprintf(pick(g, "%s.%s?.(1)", "%s.%s?.(1)", "%[1]s.p", "%s.q?.%s?.()", "typeof %[1]s[k]", "(0, %s.%s)?.call(%[1]s)", "%[1]s.%[2]s === "+pick(g, locals...)+".%[2]s"), x, m)
}
