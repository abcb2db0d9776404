package gen

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// loop writes one of the loop forms. Its counter is protected, or it burns
// fuel.
func (g *generator) loop(deep int) {
	n := 1 + g.r.IntN(4)
	g.choose([]choice{
		{8, true, func() { g.forLoop(deep, n) }},
		{5, true, func() { g.whileHead(deep, n) }},
		{4, true, func() { g.doWhile(deep, n) }},
		{3, true, func() { g.middleExit(deep, n) }},
		{3, true, func() { g.fuelled(deep) }},
		{3, g.has(Calls), func() { g.pulling(deep) }},
		{3, g.has(Patterns), func() { g.carried(n) }},
		{3, g.has(Switches), func() { g.stateMachine(deep) }},
	})
}

// loopBody writes the lines of the body. head is what must come first in it, and
// tail what must come last.
func (g *generator) loopBody(deep int, t *target, head, tail string) {
	f := g.fn
	f.targets = append(f.targets, t)
	f.loops++
	body := g.capture(func() {
		if head != "" {
			g.line("  %s", head)
		}
		g.statements(deep, 1+g.r.IntN(3))
		if tail != "" {
			g.line("  %s", tail)
		}
	})
	f.loops--
	f.targets = f.targets[:len(f.targets)-1]
	if t.fuel {
		g.line("  fuel();")
	}
	g.raw(body)
}

// open starts a loop, perhaps with a label.
func (g *generator) open() *target {
	t := &target{loop: true, continues: true}
	if g.has(Jumps) && g.chance(25) {
		g.fn.labels++
		t.label = pick(g, []string{"outer", "loop", "L", "a"}) + fmt.Sprint(g.fn.labels)
		g.line("%s:", t.label)
	}
	return t
}

// counter declares a protected counter before the loop.
func (g *generator) counter(from int) string {
	kind := pick(g, []varKind{isLet, isLet, isVar})
	i := g.fresh(kind)
	g.block.started = true
	g.line("%s %s = %d;", kind, i, from)
	g.declare(&variable{name: i, kind: kind, hint: integer, protected: true})
	return i
}

func (g *generator) forLoop(deep, n int) {
	g.count("for")
	kind := pick(g, []varKind{isLet, isLet, isVar})
	i := g.fresh(kind)
	v := &variable{name: i, kind: kind, hint: integer, protected: true, fn: g.fn}
	step := pick(g, []string{"%s++", "++%s", "%s += 1", "%s += 2", "%s -= -1"})
	test := fmt.Sprintf("%s < %d", i, n)
	from := "0"
	if g.chance(20) {
		g.count("for down")
		step, test, from = "%s--", fmt.Sprintf("%s > 0", i), fmt.Sprint(n)
	}
	outside := g.block
	g.block = &block{outer: g.block, fn: g.fn, started: true, vars: []*variable{v}}
	if kind == isVar {
		g.fn.body.vars = append(g.fn.body.vars, v)
	}
	t := &target{loop: true, continues: true}
	if kind == isLet && g.has(Closures) && g.chance(60) {
		t.continues = false
	}
	v.private = kind == isLet && t.continues
	if g.chance(25) && g.has(Logic) {
		// The condition is evaluated inside the loop, so its calls burn there.
		g.fn.targets = append(g.fn.targets, t)
		test += " && " + g.expr(boolean, 1).in(ast.PrecBitOr)
		g.fn.targets = g.fn.targets[:len(g.fn.targets)-1]
	}
	extra := ""
	if g.chance(20) {
		j := g.fresh(kind)
		extra = fmt.Sprintf(", %s = %s", j, g.expr(number, 1).arg())
		step += fmt.Sprintf(", %s %s= 1", j, pick(g, []string{"+", "-", "*"}))
		g.declare(&variable{name: j, kind: kind, hint: number, private: v.private})
	}
	inside := g.block
	g.block = outside
	labelled := g.open()
	t.label = labelled.label
	g.block = inside
	if g.chance(15) {
		g.count("unprotected counter")
		v.protected, t.fuel = false, true
	}
	switch {
	case g.chance(10):
		g.count("for without update")
		g.line("for (%s %s = %s%s; %s;) {", kind, i, from, extra, test)
		g.loopBody(deep, t, fmt.Sprintf(step, i)+";", "")
	default:
		g.line("for (%s %s = %s%s; %s; %s) {", kind, i, from, extra, test, fmt.Sprintf(step, i))
		g.loopBody(deep, t, "", "")
	}
	g.block = outside
	g.line("}")
}

func (g *generator) whileHead(deep, n int) {
	g.count("while")
	i := g.counter(0)
	t := g.open()
	test := fmt.Sprintf("%s++ < %d", i, n)
	if g.chance(30) && g.has(Logic) {
		g.fn.targets = append(g.fn.targets, t)
		c := g.expr(boolean, 2).in(ast.PrecBitOr)
		g.fn.targets = g.fn.targets[:len(g.fn.targets)-1]
		if g.chance(50) {
			test += " && " + c
		} else {
			test = c + " && " + test
		}
	}
	g.line("while (%s) {", test)
	g.loopBody(deep, t, "", "")
	g.line("}")
}

func (g *generator) doWhile(deep, n int) {
	g.count("do-while")
	i := g.counter(0)
	t := g.open()
	g.line("do {")
	g.loopBody(deep, t, "", "")
	g.line("} while (++%s < %d);", i, n)
}

// middleExit writes a loop that is left in the middle of its body.
func (g *generator) middleExit(deep, n int) {
	g.count("exit in the middle")
	i := g.counter(0)
	t := g.open()
	t.fuel = true // a continue before the exit would never count
	g.line("%s {", pick(g, []string{"for (;;)", "while (true)", "while (1)"}))
	f := g.fn
	f.targets = append(f.targets, t)
	f.loops++
	body := g.capture(func() {
		if g.chance(60) {
			g.line("  {")
			g.indent++
			g.statements(deep, 1)
			g.indent--
			g.line("  }")
		}
		g.line("  if (%s++ >= %d) break;", i, n)
		g.statements(deep, 1+g.r.IntN(2))
	})
	f.loops--
	f.targets = f.targets[:len(f.targets)-1]
	g.line("  fuel();")
	g.raw(body)
	g.line("}")
}

// fuelled writes a loop with an arbitrary condition.
func (g *generator) fuelled(deep int) {
	g.count("loop on fuel")
	t := g.open()
	if g.chance(50) || !g.has(Logic) {
		t.fuel = true
		g.line("while (%s) {", g.expr(boolean, 2).s)
	} else {
		g.line("while (fuel() && %s) {", g.expr(boolean, 2).in(ast.PrecBitOr))
	}
	tail := ""
	if g.has(Jumps) && g.has(Branches) && g.chance(60) {
		tail = fmt.Sprintf("if (%s) break;", g.cond())
	}
	g.loopBody(deep, t, "", tail)
	g.line("}")
}

// pulling writes a loop that assigns in its condition.
func (g *generator) pulling(deep int) {
	g.count("assignment in a condition")
	kind := pick(g, []varKind{isLet, isVar})
	m := g.fresh(kind)
	g.block.started = true
	g.line("%s %s;", kind, m)
	g.declare(&variable{name: m, kind: kind, hint: integer})
	t := g.open()
	g.line("while ((%s = next()) %s) {", m, pick(g, []string{"!== null", "!= null", "!== null", "> 0"}))
	g.loopBody(deep, t, "", "")
	g.line("}")
	g.line("print(%s);", m)
}

// carried writes a loop with several variables that each iteration computes from the others.
func (g *generator) carried(n int) {
	g.count("carried variables")
	a, b := g.fresh(isLet), ""
	g.line("let %s = %s;", a, g.expr(number, 1).arg())
	g.declare(&variable{name: a, kind: isLet, hint: number})
	g.block.started = true
	b = g.fresh(isLet)
	g.line("let %s = %s;", b, g.expr(number, 1).arg())
	g.declare(&variable{name: b, kind: isLet, hint: number})
	i := g.counter(0)
	switch g.r.IntN(4) {
	case 0:
		g.count("lost copy")
		g.line("do {")
		g.line("  %s = %s;", b, a)
		g.line("  %s = %s + 1;", a, a)
		g.line("} while (%s++ < %d);", i, n)
		g.line("print(%s, %s);", b, a)
	case 1:
		g.count("swap in a loop")
		t := g.fresh(isConst)
		g.line("while (%s < %d) {", i, n)
		g.line("  const %s = %s;", t, a)
		g.line("  %s = %s;", a, b)
		g.line("  %s = %s;", b, t)
		g.line("  %s++;", i)
		g.line("}")
		g.line("print(%s, %s);", a, b)
	case 2:
		g.line("for (; %s < %d; %s++) {", i, n, i)
		t := g.fresh(isLet)
		g.line("  let %s = %s + %s;", t, a, b)
		g.line("  %s = %s;", a, b)
		g.line("  %s = %s;", b, t)
		g.line("}")
		g.line("print(%s, %s);", a, b)
	default:
		g.line("do print(%s, %s), %s = %s - %s, %s = %s * 2 | 0; while (%s++ < %d);", a, b, a, b, a, b, a, i, n)
	}
}
