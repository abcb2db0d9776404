package objects

import (
	"fmt"
	"strings"
)

// method is a name of methods. Those of one rank only call methods of lower ranks.
type method struct {
	name string
	rank int
}

// names has the names of methods, some of which builtins have, too.
var names = []method{{"m", 0}, {"size", 0}, {"at", 0}, {"n", 1}, {"push", 1}, {"set", 1}, {"run", 2}, {"map", 2}, {"next", 2}, {"visit", 3}, {"call", 3}}

// converting are the names of methods that conversions call.
var converting = []method{{"toString", 0}, {"valueOf", 0}}

// class is something that makes objects.
type class struct {
	name string
	base *class // nil: none that is known
	// plain are literals, which are objects themselves and prototypes of others.
	plain bool
	// old are functions with prototypes: they can be called without new.
	old     bool
	derived bool
	private string // the name of a private field, with the #
}

// object is a variable that holds an object, mostly.
type object struct {
	name     string
	constant bool
}

// chooseMethods takes a few of the names, so that classes have the same ones.
func (g *generator) chooseMethods() {
	g.methods = []method{names[g.R.IntN(3)], names[3+g.R.IntN(3)]}
	for _, m := range names {
		if g.Chance(25) && m != g.methods[0] && m != g.methods[1] {
			g.methods = append(g.methods, m)
		}
	}
	if !g.tame && g.Chance(15) {
		g.methods = append(g.methods, pick(g, converting...))
	}
}

// method returns a name of at most a rank, or the first one.
func (g *generator) method(rank int) method {
	for range 6 {
		if m := pick(g, g.methods...); m.rank <= rank {
			return m
		}
	}
	return g.methods[0]
}

// key returns a name of a property as code between brackets.
func (g *generator) key(m method) string {
	if len(m.name) > 1 && g.Chance(30) {
		return fmt.Sprintf("%q + %q", m.name[:1], m.name[1:])
	}
	return pick(g, fmt.Sprintf("%q", m.name), fmt.Sprintf("[%q, \"p\"][0]", m.name), fmt.Sprintf("(%s ? %q : \"q\")", g.test(), m.name))
}

func (g *generator) class() *class { return pick(g, g.classes...) }

// newable returns a class that new takes, or nil.
func (g *generator) newable() *class {
	for range 5 {
		if len(g.classes) == 0 {
			return nil
		}
		if c := g.class(); !c.plain {
			return c
		}
	}
	return nil
}

// prototype returns where a class has its methods.
func (c *class) prototype() string {
	if c.plain {
		return c.name
	}
	return c.name + ".prototype"
}

// unique is a number that nothing else returns.
func (g *generator) unique() string { return strings.TrimPrefix(g.SerialName("u"), "u") }

func (g *generator) literal() string {
	return pick(g, "0", "1", "2", "3", "-1", "0.5", "undefined", "null", `"s"`, "true", g.unique(), g.unique())
}

func (g *generator) test() string {
	if len(g.objects) > 0 && g.Chance(40) {
		o := pick(g, g.objects...).name
		return pick(g, o+"?.p > 1", fmt.Sprintf("%s instanceof Object && %q in %[1]s", o, g.method(3).name), o+"?.q", o+" instanceof Object")
	}
	return pick(g, "true", "eff(0)", "eff(1)", "[0].length === 1")
}

func (g *generator) number() string {
	if len(g.objects) > 0 && g.Chance(30) {
		o := pick(g, g.objects...).name
		return pick(g, o+"?.p", o+"?.q", fmt.Sprintf("%s?.%s%s(%s)", o, g.method(0).name, pick(g, "", "?."), g.literal()))
	}
	return pick(g, g.literal(), g.literal(), "eff("+g.literal()+")")
}

func (g *generator) nested(f func() string) string {
	g.depth++
	defer func() { g.depth-- }()
	return f()
}
