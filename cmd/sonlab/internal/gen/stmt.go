package gen

import (
	"fmt"
	"strings"
)

// statement writes one statement (or an idiom of a few); deep is how many more
// levels may nest.
func (g *generator) statement(deep int) {
	g.budget--
	deepOK := deep > 0
	g.choose([]choice{
		{16, true, g.declaration},
		{14, true, g.assignStmt},
		{12, true, g.printStmt},
		{8, true, g.exprStmt},
		{10, deepOK && g.has(Branches), func() { g.ifStmt(deep) }},
		{10, deepOK && g.has(Loops) && g.fn.loops < 3, func() { g.loop(deep) }},
		{6, deepOK && g.has(Switches), func() { g.switchStmt(deep) }},
		{2, deepOK && g.has(Branches), func() { g.provenStmt(deep) }},
		{4, deepOK, func() { g.nestedBlock(deep) }},
		{3, deepOK && g.has(Jumps), func() { g.labelled(deep) }},
		{7, g.has(Jumps) && len(g.fn.targets) > 0, func() { g.jump() }},
		{3, g.has(Branches) && g.fn.outer != nil && !g.fn.element, g.earlyReturn},
		{2, g.has(Throws), g.throwStmt},
		{4, deepOK && g.has(Closures), g.closureStmt},
		{3, deepOK && g.has(Closures) && g.has(Loops) && g.fn.loops < 2, g.closureLoop},
		{6, g.has(Patterns), g.pattern},
		{3, deepOK && g.has(DeadCode), func() { g.deadCode(deep) }},
		{2, g.has(Hoists), g.hoist},
		{1, g.has(DeadZones), g.deadZone},
		{4, g.has(Logic), g.logicStmt},
		{3, deepOK && g.has(Classes) && g.has(Closures), g.classStmt},
		{3, deepOK && g.has(BlockFuncs), g.blockFunc},
		{4, deepOK && g.has(Tries), func() { g.tryStmt(deep) }},
		{4, deepOK && g.has(ForIns) && g.has(Loops) && g.fn.loops < 3, func() { g.forIn(deep) }},
		{4, deepOK && g.has(ForOfs) && g.has(Loops) && g.fn.loops < 3, func() { g.forOf(deep) }},
		{3, g.has(Destructs), g.destructDecl},
		{3, g.has(Destructs), g.destructStmt},
	})
}

// statements writes the body of a nested statement, without its braces.
func (g *generator) statements(deep, n int) {
	g.indent++
	g.scoped(func() {
		if g.has(Shadows) && g.chance(10) {
			g.declaration()
		}
		for range n {
			if g.budget <= 0 && g.chance(70) {
				g.simple()
				continue
			}
			g.statement(deep - 1)
		}
	})
	g.indent--
}

// simple writes a statement when the budget is used up.
func (g *generator) simple() {
	g.choose([]choice{{5, true, g.printStmt}, {5, true, g.assignStmt}, {4, g.has(Jumps) && len(g.fn.targets) > 0, func() { g.jump() }}})
}

func (g *generator) depthOf() int { return 1 + g.r.IntN(3) }

func (g *generator) anyHint() hint {
	return pick(g, []hint{number, number, integer, integer, text, boolean, anything, anything, object, array})
}

func (g *generator) declaration() {
	kind := pick(g, []varKind{isLet, isLet, isConst, isConst, isVar})
	h := g.anyHint()
	if g.has(Closures) && g.chance(10) {
		h = callable
	}
	name := g.fresh(kind)
	// The new name is not visible in its own initializer, where it would be
	// in its dead zone.
	init := g.expr(h, g.depthOf()).arg()
	shadowed := g.lookup(name)
	if shadowed != nil && strings.Contains(init, name) && kind != isVar {
		init = g.literal(h).s
	}
	g.count(kind.String())
	v := g.declare(&variable{name: name, kind: kind, hint: h})
	if h == callable && kind != isConst {
		v.hint = anything // may be assigned
	}
	g.block.started = true
	if kind != isConst && g.chance(12) {
		g.line("%s %s;", kind, name)
		v.hint = anything
		return
	}
	if g.chance(10) {
		other := g.fresh(kind)
		g.line("%s %s = %s, %s = %s;", kind, name, init, other, g.expr(h, 1).arg())
		g.declare(&variable{name: other, kind: kind, hint: v.hint})
		return
	}
	g.line("%s %s = %s;", kind, name, init)
}

// stmtText makes an expression safe at the start of a statement.
func stmtText(s string) string {
	for _, bad := range []string{"{", "function", "let ", "let[", "class", "async function"} {
		if strings.HasPrefix(s, bad) {
			return "(" + s + ")"
		}
	}
	return s
}

func (g *generator) assignStmt() {
	g.line("%s;", stmtText(g.assignment(g.anyHint(), g.depthOf()).s))
}

func (g *generator) printStmt() {
	var args []string
	for range 1 + g.r.IntN(3) {
		args = append(args, g.expr(g.anyHint(), g.r.IntN(3)).arg())
	}
	g.line("print(%s);", strings.Join(args, ", "))
}

func (g *generator) exprStmt() {
	var e ex
	d := g.depthOf()
	g.choose([]choice{
		{4, g.has(Calls), func() { e = g.call(anything, d) }},
		{3, g.has(Calls), func() { e = g.effect(anything, d) }},
		{4, true, func() { e = g.update(number, d) }},
		{3, g.has(Members), func() { e = g.methodCall(anything, d) }},
		{2, true, func() { e = g.expr(anything, d) }},
		{2, g.has(Meta), func() { e = g.meta(anything, d) }},
		{2, true, func() { e = g.comma(anything, d) }},
	})
	g.line("%s;", stmtText(e.s))
}

// logicStmt writes control flow as an expression.
func (g *generator) logicStmt() {
	g.count("logic as statement")
	e := g.assignment(g.anyHint(), 2).in(18)
	c := g.expr(boolean, 2)
	switch g.r.IntN(3) {
	case 0:
		g.line("%s && %s;", stmtText(c.in(10)), e)
	case 1:
		g.line("%s || %s;", stmtText(c.in(10)), e)
	default:
		g.line("%s ? %s : %s;", stmtText(c.in(10)), e, g.assignment(g.anyHint(), 1).in(18))
	}
}

func (g *generator) cond() string { return g.expr(boolean, g.depthOf()).s }

func (g *generator) ifStmt(deep int) {
	if g.chance(15) {
		g.sameSides(deep)
		return
	}
	g.count("if")
	g.line("if (%s) {", g.cond())
	g.statements(deep, 1+g.r.IntN(3))
	for g.chance(20) {
		g.count("else if")
		g.line("} else if (%s) {", g.cond())
		g.statements(deep, 1+g.r.IntN(2))
	}
	if g.chance(45) {
		g.count("else")
		g.line("} else {")
		g.statements(deep, g.r.IntN(3))
	}
	g.line("}")
}

// sameSides writes two ifs, one of them in the other or after it, of which one side each is the
// same code, or almost.
func (g *generator) sameSides(deep int) {
	g.count("ifs with the same side")
	first := "  " + strings.TrimSpace(g.capture(g.simple))
	second := first
	if g.chance(30) {
		what := g.expr(anything, 1).arg()
		first, second = fmt.Sprintf("  print(%s, 1);", what), fmt.Sprintf("  print(%s, %d);", what, 1+g.r.IntN(2))
	}
	if g.fn.outer != nil && !g.fn.element && g.chance(40) {
		result := fmt.Sprintf("\n  return %s;", g.expr(anything, 1).s)
		first += result
		second += result
		if g.chance(50) {
			g.line("if (%s) {\n%s\n}", g.cond(), first)
			g.line("if (%s) {\n%s\n}", g.cond(), second)
			return
		}
	}
	if g.chance(50) {
		g.line("if (%s) {\n%s\n} else if (%s) {\n%s\n} else {", g.cond(), first, g.cond(), second)
		g.statements(deep, g.r.IntN(3))
		g.line("}")
		return
	}
	g.line("if (%s) {", g.cond())
	g.line("  if (%s) {", g.cond())
	g.statements(deep, 1+g.r.IntN(2))
	g.line("  } else {\n%s\n}", first)
	g.line("} else {\n%s\n}", second)
}

func (g *generator) nestedBlock(deep int) {
	g.count("block")
	g.line("{")
	g.statements(deep, 1+g.r.IntN(3))
	g.line("}")
}

func (g *generator) earlyReturn() {
	g.count("early return")
	if g.chance(20) {
		g.line("if (%s) return;", g.cond())
		return
	}
	g.line("if (%s) return %s;", g.cond(), g.expr(anything, 2).s)
}

func (g *generator) throwStmt() {
	g.count("throw")
	what := fmt.Sprintf("new Error(\"u:\" + %s)", g.leaf(text).in(13))
	if !g.has(News) || g.chance(30) {
		what = g.leaf(anything).s
	}
	if g.has(Branches) && g.chance(85) {
		g.line("if (%s) throw %s;", g.cond(), what)
		return
	}
	if g.chance(30) {
		g.line("throw %s;", what)
		return
	}
	g.printStmt()
}

// pattern writes code that a faulty conversion out of SSA gets wrong.
func (g *generator) pattern() {
	vs := g.assignable(number)
	if len(vs) < 2 {
		g.declaration()
		return
	}
	a, b := pick(g, vs).name, pick(g, vs).name
	switch g.r.IntN(4) {
	case 0:
		g.count("swap")
		t := g.fresh(isConst)
		g.declare(&variable{name: t, kind: isConst, hint: number})
		g.block.started = true
		g.line("const %s = %s;", t, a)
		g.line("%s = %s;", a, b)
		g.line("%s = %s;", b, t)
	case 1:
		g.count("rotation")
		c := pick(g, vs).name
		g.line("%s = %s + %s, %s = %s, %s = %s;", c, a, b, a, b, b, c)
	case 2:
		g.count("old value kept")
		t := g.fresh(isLet)
		g.line("let %s = %s++;", t, a)
		g.declare(&variable{name: t, kind: isLet, hint: number})
		g.block.started = true
		g.line("print(%s, %s, %s = %s);", t, a, a, t)
	default:
		g.count("chained assignment")
		g.line("%s = %s = %s;", a, b, g.expr(number, 2).arg())
	}
}

func (g *generator) deadCode(deep int) {
	g.count("dead branch")
	switch g.r.IntN(5) {
	case 0:
		g.line("if (false) {")
		g.statements(deep, 1)
		g.line("}")
	case 1:
		g.line("if (%s) {", pick(g, []string{"1", "!0", "true", "\"a\"", "1 < 2", "typeof 1 === \"number\""}))
		g.statements(deep, 1)
		g.line("} else {")
		g.statements(deep, 1)
		g.line("}")
	case 2:
		if g.has(Loops) {
			g.line("while (false) {")
			g.statements(deep, 1)
			g.line("}")
			return
		}
		fallthrough
	case 3:
		g.line("%s && %s;", pick(g, []string{"false", "0", "\"\"", "null"}), g.assignment(anything, 1).in(18))
	default:
		g.line("%s;", stmtText(g.expr(anything, 2).s))
	}
}

// hoist uses a var before its declaration, or declares a parameter again.
func (g *generator) hoist() {
	if ps := g.visible(func(v *variable) bool { return v.kind == isParam && v.fn == g.fn }); len(ps) > 0 && g.block == g.fn.body && g.chance(40) {
		g.count("var of a parameter")
		p := pick(g, ps)
		if g.chance(50) {
			g.line("var %s;", p.name)
		} else {
			g.line("var %s = %s;", p.name, g.expr(p.hint, 2).arg())
		}
		return
	}
	g.count("var used early")
	v := &variable{name: g.fresh(isVar), kind: isVar, hint: anything}
	g.declare(v)
	g.line("print(%s);", v.name)
	if g.chance(50) {
		g.line("%s = %s;", v.name, g.expr(number, 1).arg())
	}
	if g.has(Branches) && g.chance(50) {
		g.line("if (%s) { var %s = %s; }", g.cond(), v.name, g.expr(anything, 1).arg())
	} else {
		g.line("{ var %s; }", v.name)
	}
	g.line("print(%s);", v.name)
}

// deadZone uses a binding before it is initialized, mostly on a path that is
// rarely taken.
func (g *generator) deadZone() {
	if g.fn.outer == nil {
		return
	}
	g.count("dead zone")
	v := &variable{name: g.fresh(pick(g, []varKind{isLet, isConst})), kind: isLet, hint: number}
	cond := "fuel()"
	if g.has(Branches) {
		cond = g.expr(boolean, 1).s
		g.line("if (%s) print(%s);", cond, pick(g, []string{v.name, "typeof " + v.name, v.name + " = 1"}))
	}
	if g.has(Closures) && g.chance(50) {
		f := g.fresh(isConst)
		g.declare(&variable{name: f, kind: isConst, hint: callable, params: []hint{}})
		g.line("const %s = () => %s;", f, v.name)
		if g.has(Branches) && !g.has(Tame) {
			g.line("if (%s) %s();", g.expr(boolean, 1).s, f)
		}
	}
	g.line("let %s = %s;", v.name, g.literal(number).s)
	g.declare(v)
	g.block.started = true
}
