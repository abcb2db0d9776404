package gen

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// suspends makes f a generator, an async function or both, now and then.
func (g *generator) suspends(f *function, chance int) {
	if !g.has(Suspends) || !g.chance(chance) {
		return
	}
	f.async = g.chance(60)
	f.generator = !f.arrow && (!f.async || g.chance(35))
	f.async = f.async || f.arrow
	switch {
	case f.async && f.generator:
		g.count("async generator")
	case f.async && f.arrow:
		g.count("async arrow")
	case f.async:
		g.count("async function")
	default:
		g.count("generator")
	}
}

// word returns the keyword that begins a function other than an arrow function.
func (f *function) word() string {
	s := "function"
	if f.async {
		s = "async function"
	}
	if f.generator {
		s += "*"
	}
	return s
}

// driven wraps the name of a top-level function so that calling it runs it to
// its end and logs every step; one step may be a throw or a return.
func (g *generator) driven(f *variable) string {
	how, at := g.r.IntN(4), g.r.IntN(4)
	switch {
	case f.generator:
		g.count([]string{"driven by next", "driven by throw", "driven by return", "driven by objects"}[how])
		pump := "pump"
		if f.async {
			pump = "pumpLater"
		}
		return fmt.Sprintf("%s(%s, %d, %d)", pump, f.name, how, at)
	case f.async:
		return "later(" + f.name + ")"
	}
	return f.name
}

// suspension returns a yield or an await.
func (g *generator) suspension(h hint, d int) ex {
	if g.fn.async && (!g.fn.generator || g.chance(60)) {
		g.count("await")
		e := g.expr(h, d)
		if g.chance(10) {
			g.count("later value")
			e = atom("tick(" + e.arg() + ")")
		}
		return prefixed("await", e)
	}
	g.count("yield")
	switch n := g.r.IntN(10); {
	case n < 1:
		return ex{"yield", ast.PrecAssign}
	case n < 3:
		g.count("yield*")
		return ex{"yield* " + pick(g, []string{"[1, 2]", `"ab"`, "[]", "[[3]]", "inner()", "next()"}), ast.PrecAssign}
	}
	return ex{"yield " + g.expr(h, d).arg(), ast.PrecAssign}
}
