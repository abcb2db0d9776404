package gen

import (
	"fmt"
	"strings"
)

// tryStmt writes a try statement. Its body mostly throws under a condition, anywhere
// among its assignments; what it assigns is printed afterwards, so that a value that
// is wrongly kept or lost at the exception shows.
func (g *generator) tryStmt(deep int) {
	form := g.r.IntN(3)
	g.count([]string{"try-catch", "try-finally", "try-catch-finally"}[form])
	if g.has(Jumps) && g.chance(15) {
		g.count("labelled try")
		g.fn.labels++
		t := &target{label: fmt.Sprintf("try%d", g.fn.labels)}
		g.line("%s:", t.label)
		g.fn.targets = append(g.fn.targets, t)
		defer func() { g.fn.targets = g.fn.targets[:len(g.fn.targets)-1] }()
	}
	g.line("try {")
	g.interrupted(deep, 1+g.r.IntN(4), "try")
	if form != 1 {
		g.handler(deep)
	}
	if form != 0 {
		g.line("} finally {")
		g.interrupted(deep, g.r.IntN(3), "finally")
	}
	g.line("}")
	if vs := g.assignable(anything); len(vs) > 0 && g.chance(60) {
		g.line("print(%s);", pick(g, vs).name)
	}
}

// interrupted writes n statements, any of which may be the last to run. where is the
// arm of the try statement: in a finally, they replace the pending completion.
func (g *generator) interrupted(deep, n int, where string) {
	g.indent++
	g.scoped(func() {
		for range n {
			switch {
			case g.has(Throws) && g.has(Branches) && g.chance(15):
				g.count("throws in a " + where)
				g.line("if (%s) throw %s;", g.expr(boolean, 1).s, g.leaf(anything).s)
			case g.has(Jumps) && g.chance(40) && g.goOn():
				g.count("continue out of a " + where)
			case g.has(Jumps) && len(g.fn.targets) > 0 && g.chance(15):
				if jump := g.jump(); jump != "" {
					g.count(jump + " out of a " + where)
				}
			case g.chance(25):
				g.assignStmt()
			case g.budget <= 0 && g.chance(70):
				g.simple()
			default:
				g.statement(deep - 1)
			}
		}
		if g.fn.outer != nil && !g.fn.element && g.chance(12) {
			g.count("return in a " + where)
			g.line("return %s;", g.expr(anything, 2).s)
		}
	})
	g.indent--
}

func (g *generator) handler(deep int) {
	if g.chance(25) {
		g.line("} catch {")
		g.interrupted(deep, g.r.IntN(3), "catch")
		return
	}
	e, again := g.fresh(isLet), g.has(Hoists) && g.chance(12)
	if again { // a var of the name must not conflict with a let of it further out
		g.serial++
		e = fmt.Sprintf("_%d", g.serial+10)
	}
	param, other := e, ""
	if g.has(Destructs) && !again && g.chance(20) {
		g.count("pattern in a catch")
		param = pick(g, []string{"{ p: %s }", "{ p: %s = 1 }", "{ q: [%s] = [] }", "[%s]", "[, %s = 2]", "{ p, ...%s }"})
		if strings.HasPrefix(param, "{ p,") {
			other = g.fresh(isLet)
			param = strings.Replace(param, "{ p,", "{ p: "+other+",", 1)
		}
		param = fmt.Sprintf(param, e)
	}
	g.line("} catch (%s) {", param)
	g.indent++
	g.scoped(func() {
		g.block.started = true
		g.declare(&variable{name: e, kind: isLet, hint: anything})
		if other != "" {
			g.declare(&variable{name: other, kind: isLet, hint: anything})
		}
		g.line("print(%s);", e)
		switch k := g.r.IntN(7); {
		case k == 0 && g.has(Closures):
			g.count("catch parameter captured")
			f := g.fresh(isConst)
			g.declare(&variable{name: f, kind: isConst, hint: callable, params: []hint{}})
			g.line("const %s = () => %s;", f, e)
		case k == 1:
			g.count("catch parameter assigned")
			g.line("%s = %s;", e, g.expr(anything, 2).arg())
		case k == 2 && g.has(Throws) && g.has(Branches):
			g.count("rethrow")
			g.line("if (%s) throw %s;", g.expr(boolean, 1).s, e)
		}
		if again {
			g.count("var of a catch parameter")
			g.line("var %s = %s;", e, g.expr(anything, 1).arg())
		}
		g.block.started = true
		if g.chance(60) {
			g.line("{")
			g.interrupted(deep, 1+g.r.IntN(2), "catch")
			g.line("}")
		}
	})
	g.indent--
}
