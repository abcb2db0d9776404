package gen

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// forIn and forOf write loops over items. What they go over tells of each step.
func (g *generator) forIn(deep int) { g.forEach(deep, "in", g.keyed()) }

func (g *generator) forOf(deep int) {
	if g.fn.async && g.chance(50) {
		g.count("for await")
		g.forEach(deep, awaited, g.iterable())
		return
	}
	g.forEach(deep, "of", g.iterable())
}

// awaited is the word of a for await.
const awaited = "await of"

// eachHead is the beginning of a loop that gives what comes from over to left.
func eachHead(left, word, over string) string {
	if word == awaited {
		return fmt.Sprintf("for await (%s of %s) {", left, over)
	}
	return fmt.Sprintf("for (%s %s %s) {", left, word, over)
}

// keyed is something whose keys to go through.
func (g *generator) keyed() string {
	h := pick(g, []hint{object, object, array, text, anything})
	if g.has(Awkward) && g.has(Calls) && g.chance(40) {
		g.serial++
		return fmt.Sprintf(pick(g, []string{"prox(%d)", "acc(%d)", "obj(%d)", "frozen(%d)"}), g.serial)
	}
	return g.expr(h, 2).s
}

// iterable is something whose items to go through, or that has none.
func (g *generator) iterable() string {
	if g.has(Awkward) && g.has(Calls) && g.chance(60) {
		g.count("logged iterable")
		return fmt.Sprintf("iter(%d)", g.r.IntN(7))
	}
	switch g.r.IntN(6) {
	case 0:
		return g.expr(text, 2).arg()
	case 1:
		return g.expr(anything, 1).arg()
	case 2:
		return g.expr(array, 2).arg()
	}
	return g.arrayLike()
}

func (g *generator) forEach(deep int, word, over string) {
	if word != awaited {
		g.count("for-" + word)
	}
	t := g.open()
	t.fuel = true // the body may grow what it walks over
	switch {
	case g.has(Destructs) && g.chance(20):
		g.patternEach(deep, word, over, t)
		return
	case g.chance(25):
		g.assignEach(deep, word, over, t)
		return
	}
	kind := pick(g, []varKind{isLet, isConst, isVar})
	x := g.fresh(kind)
	for x == "async" || x == "of" {
		x = g.fresh(kind)
	}
	g.line("%s", eachHead(kind.String()+" "+x, word, over))
	g.scoped(func() {
		g.block.started = true
		g.declare(&variable{name: x, kind: kind, hint: pick(g, []hint{anything, text, integer})})
		head := ""
		if g.has(Closures) && g.chance(30) {
			head = g.keepItem(x, kind)
		}
		g.loopBody(deep, t, head, "")
	})
	g.line("}")
	if g.has(Closures) && g.chance(50) {
		g.burn(true)
		g.line("print(kept.map((h) => h()), kept.length = 0);")
	}
}

// keepItem is a statement that makes a closure over the item of this round.
func (g *generator) keepItem(x string, kind varKind) string {
	g.count("closure over an item")
	if kind == isConst || g.chance(50) {
		return fmt.Sprintf("kept.push(() => %s);", x)
	}
	return fmt.Sprintf("kept.push(() => %s += %q);", x, "+")
}

// assignEach gives the items to something that is there already.
func (g *generator) assignEach(deep int, word, over string, t *target) {
	left, ok := g.target(anything, 1)
	if !ok || left.p < ast.PrecCall || left.s == "async" {
		left = atom("gval")
	}
	g.count("item to a target")
	g.line("%s", eachHead(left.s, word, over))
	g.loopBody(deep, t, "", "")
	g.line("}")
	if left.p == ast.PrecPrimary {
		g.line("print(%s);", left.s)
	}
}
