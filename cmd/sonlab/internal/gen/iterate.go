package gen

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// forIn and forOf write iteration loops. The objects that they iterate over log each step.
func (g *generator) forIn(deep int) { g.iterationLoop(deep, "in", g.keyed()) }

func (g *generator) forOf(deep int) {
	if g.fn.async && g.chance(50) {
		g.count("for await")
		g.iterationLoop(deep, awaited, g.iterable())
		return
	}
	if g.has(Tame) && g.chance(70) {
		g.forItems(deep)
		return
	}
	g.iterationLoop(deep, "of", g.iterable())
}

// forItems writes a for-of over what is certainly an array, which its body may change.
func (g *generator) forItems(deep int) {
	g.count("for-of over an array")
	over := g.freshArray()
	if !g.chance(50) {
		g.iterationLoop(deep, "of", over)
		return
	}
	name := g.fresh(isConst)
	g.line("const %s = %s;", name, over)
	g.declare(&variable{name: name, kind: isConst, hint: array})
	first := ""
	switch g.r.IntN(8) {
	case 0:
		first = fmt.Sprintf("if (%s.length < 5) %s.push(%s);", name, name, g.expr(anything, 1).arg())
	case 1:
		first = fmt.Sprintf("%s.%s();", name, pick(g, []string{"pop", "shift", "reverse"}))
	case 2:
		first = fmt.Sprintf("%s.length = %d;", name, g.r.IntN(4))
	case 3:
		first = fmt.Sprintf("%s[%d] = %s;", name, g.r.IntN(4), g.expr(anything, 1).arg())
	}
	g.iterationLoopAfter(deep, "of", name, first)
}

// freshArray returns an array that nothing else references.
func (g *generator) freshArray() string {
	item := func() string { return g.expr(anything, 1).arg() }
	switch g.r.IntN(8) {
	case 0:
		return fmt.Sprintf("Object.%s(%s)", pick(g, []string{"keys", "values", "entries"}), g.expr(object, 2).arg())
	case 1:
		return fmt.Sprintf("(%s + \"\").split(\"%s\")", g.expr(text, 2).in(ast.PrecAdd), pick(g, []string{"", "a", "1"}))
	case 2:
		return fmt.Sprintf("Array.of(%s, %s)", item(), item())
	case 3:
		return fmt.Sprintf("[%s, , %s]", item(), item())
	case 4:
		return fmt.Sprintf("[%s, %s].%s", item(), item(), pick(g, []string{"slice(1)", "concat(3)", "filter(Boolean)", "map(String).slice(0)"}))
	}
	return fmt.Sprintf("[%s, %s, %s]", item(), item(), item())
}

// awaited is the keyword of a for await.
const awaited = "await of"

// iterationHead returns the head of a loop that assigns the items of over to left.
func iterationHead(left, word, over string) string {
	if word == awaited {
		return fmt.Sprintf("for await (%s of %s) {", left, over)
	}
	return fmt.Sprintf("for (%s %s %s) {", left, word, over)
}

// keyed returns an expression to iterate over the keys of.
func (g *generator) keyed() string {
	h := pick(g, []hint{object, object, array, text, anything})
	if g.has(Awkward) && g.has(Calls) && g.chance(40) {
		g.serial++
		return fmt.Sprintf(pick(g, []string{"prox(%d)", "acc(%d)", "obj(%d)", "frozen(%d)"}), g.serial)
	}
	return g.expr(h, 2).s
}

// iterable returns an expression to iterate over, which may not be iterable.
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

func (g *generator) iterationLoop(deep int, word, over string) {
	g.iterationLoopAfter(deep, word, over, "")
}

// iterationLoopAfter is iterationLoop with a statement that the body may begin with.
func (g *generator) iterationLoopAfter(deep int, word, over, first string) {
	if word != awaited {
		g.count("for-" + word)
	}
	t := g.open()
	t.fuel = true // the body may add to what it iterates over
	switch {
	case g.has(Destructs) && g.chance(20):
		g.patternLoop(deep, word, over, t)
		return
	case g.chance(25):
		g.assigningLoop(deep, word, over, t)
		return
	}
	kind := pick(g, []varKind{isLet, isConst, isVar})
	x := g.fresh(kind)
	for x == "async" || x == "of" {
		x = g.fresh(kind)
	}
	g.line("%s", iterationHead(kind.String()+" "+x, word, over))
	g.scoped(func() {
		g.block.started = true
		g.declare(&variable{name: x, kind: kind, hint: pick(g, []hint{anything, text, integer})})
		head := first
		if g.has(Closures) && g.chance(30) {
			head = strings.TrimSpace(first + " " + g.keepItem(x, kind))
		}
		g.loopBody(deep, t, head, "")
	})
	g.line("}")
	if g.has(Closures) && g.chance(50) {
		g.burn(true)
		g.line("print(kept.map((h) => h()), kept.length = 0);")
	}
}

// keepItem returns a statement that makes a closure over the item of this iteration.
func (g *generator) keepItem(x string, kind varKind) string {
	g.count("closure over an item")
	if kind == isConst || g.chance(50) {
		return fmt.Sprintf("kept.push(() => %s);", x)
	}
	return fmt.Sprintf("kept.push(() => %s += %q);", x, "+")
}

// assigningLoop assigns the items to an existing target.
func (g *generator) assigningLoop(deep int, word, over string, t *target) {
	left, ok := g.target(anything, 1)
	if !ok || left.p < ast.PrecCall || left.s == "async" {
		left = atom("gval")
	}
	g.count("item to a target")
	g.line("%s", iterationHead(left.s, word, over))
	g.loopBody(deep, t, "", "")
	g.line("}")
	if left.p == ast.PrecPrimary {
		g.line("print(%s);", left.s)
	}
}
