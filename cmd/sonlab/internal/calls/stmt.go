package calls

import (
	"fmt"
	"strings"
)

// statement writes one statement, or a few that belong together.
func (g *generator) statement() {
	if g.fn.depth > 6 || g.indent > 8 {
		g.line("print(%s);", g.num(0))
		return
	}
	g.fn.depth++
	defer func() { g.fn.depth-- }()
	top := g.fn.depth <= 3 && g.fn.loops == 0
	g.choose([]choice{
		{18, true, func() { g.line("print(%s);", g.num(2)) }},
		{14, !g.calm || g.chance(40), g.guarded},
		{7, true, func() { g.line("%s;", statementOf(g.assignment(2))) }},
		{6, true, func() { g.line("%s;", statementOf(g.call(2))) }},
		{8, true, g.local},
		{8, true, g.direct},
		{6, true, g.ifStatement},
		{5, g.fn.loops == 0, g.loop},
		{3, true, g.switchStatement},
		{3, true, g.tryStatement},
		{2, g.fn.returns && g.fn.outer != nil, func() { g.line("if (%s) return %s;", g.test(), g.num(1)) }},
		{2, g.fn.outer != nil, func() { g.line("if (%s) throw new Error(\"u:%s\");", g.test(), pick(g, "a", "b")) }},
		{2, true, g.shadowingBlock},
		{3, true, g.replaced},
		{3, true, func() { g.line("keep(%s);", g.closure(2)) }},
		{1, g.fn.outer == nil, func() { g.line("print(kept.map(ask));") }}, // elsewhere, one of them might do the same
		{3, g.fn.loops == 0, g.loopOfClosures},
		{2, true, g.unusedResult},
		{22, top, g.shape},
	})
}

// guarded catches and prints what a statement throws: a name before its value, a callee that
// is no function, or what functions throw on purpose.
func (g *generator) guarded() {
	g.count("guarded call")
	switch g.r.IntN(3) {
	case 0:
		g.line("print(ask(() => %s));", g.inArrow(func() string { return g.wrapped(g.num(2)) }))
	case 1:
		e := g.fresh(pool)
		g.line("try { print(%s); } catch (%s) { print(\"caught\", %s); }", g.num(2), e, e)
	default:
		g.line("try {")
		g.block(func() { g.statement() })
		g.line("} catch (e) {")
		g.block(func() { g.line("print(\"caught\", e%s);", pick(g, "", ", "+g.leaf())) })
		g.line("}")
	}
}

// inArrow writes the code of an arrow function that is called at once.
func (g *generator) inArrow(f func() string) (text string) {
	fn := &function{arguments: g.fn.arguments, returns: true, times: 1}
	g.within(fn, func() { text = f() })
	g.fn.cost += fn.cost
	return text
}

func (g *generator) local() {
	kd := pick(g, isLet, isLet, isConst, isVar)
	if kd == isVar && !g.scope.body {
		kd = isLet
	}
	h := pick(g, number, number, number, record, callable)
	e := g.ofHint(h, 2)
	name := g.fresh(pool)
	if h == callable {
		// It may call what this code may call, so only this function's code may call it.
		e = g.closure(1)
		b := &binding{name: name, kind: kd, hint: callable, sig: &signature{params: []hint{number}, result: number, rank: g.fn.limit - 1e-9, cost: 4}}
		g.line("%s %s = %s;", words[kd], name, e)
		g.add(b)
		return
	}
	g.line("%s %s = %s;", words[kd], name, e)
	g.add(&binding{name: name, kind: kd, hint: h})
}

// direct writes a call that is a whole statement, or all that one declares or assigns.
func (g *generator) direct() {
	e := g.call(1)
	b := g.some(writable)
	switch n := g.r.IntN(6); {
	case n < 2 || n < 4 && b == nil:
		name := g.fresh(pool)
		kd := pick(g, isLet, isConst)
		g.line("%s %s = %s;", words[kd], name, e)
		g.add(&binding{name: name, kind: kd, hint: number})
	case n < 4:
		g.line("%s %s %s;", b.name, pick(g, "=", "=", "+="), e)
	case n < 5 && g.fn.returns && g.fn.outer != nil:
		g.line("if (%s) return %s;", g.test(), e)
	default:
		g.line("%s;", statementOf(e))
	}
}

func (g *generator) ifStatement() {
	g.line("if (%s) {", g.test())
	g.block(func() {
		for range 1 + g.r.IntN(2) {
			g.statement()
		}
	})
	if g.chance(40) {
		g.line("} else {")
		g.block(g.statement)
	}
	g.line("}")
}

func (g *generator) loop() {
	g.count("loop")
	i := g.fresh(pool)
	kd := isLet
	switch g.r.IntN(4) {
	case 0:
		list := fmt.Sprintf("[%s, %s]", g.num(1), g.leaf())
		if g.chance(40) {
			list = pick(g, "iter(2)", "iter(3)", "iter(4)")
		}
		g.line("for (const %s of %s) {", i, list)
		kd = isConst
	case 1:
		g.line("for (const %s in %s) {", i, g.record(1))
		kd = isConst
	default:
		g.line("for (let %s = 0; %s < %d; %s++) {", i, i, 2+g.r.IntN(2), i)
	}
	g.looped(3, func() {
		g.add(&binding{name: i, kind: kd, hint: number, fixed: true})
		for range 1 + g.r.IntN(2) {
			g.statement()
		}
		if g.chance(25) {
			// QuickJS lets closures share the variable of a for where continue ends its body.
			jumps := []string{"break"}
			if kd == isConst {
				jumps = append(jumps, "continue")
			}
			g.line("if (%s) %s;", g.test(), pick(g, jumps...))
			g.line("%s;", statementOf(g.assignment(1)))
		}
	})
	g.line("}")
}

func (g *generator) switchStatement() {
	g.count("switch")
	g.line("switch (%s) {", g.num(2))
	g.block(func() {
		for i := range 2 {
			g.line("case %s:", pick(g, fmt.Sprint(i+1), g.num(1)))
			g.indent++
			g.line("%s;", statementOf(g.assignment(1)))
			if g.chance(60) {
				g.line("break;")
			}
			g.indent--
		}
		g.line("default: print(%s);", g.num(1))
	})
	g.line("}")
}

func (g *generator) tryStatement() {
	g.count("try")
	g.line("try {")
	g.block(func() {
		g.statement()
		if g.chance(40) {
			g.line("if (%s) throw %s;", g.test(), pick(g, `new Error("u:t")`, g.num(1)))
		}
	})
	caught := g.chance(75)
	if caught {
		e := g.fresh(pool)
		g.line("} catch (%s) {", e)
		g.block(func() {
			g.line("print(\"caught\", %s);", e)
			if g.chance(40) {
				g.statement()
			}
		})
	}
	if !caught || g.chance(30) {
		g.line("} finally {")
		g.block(func() { g.line("%s;", statementOf(g.assignment(2))) })
	}
	g.line("}")
}

// shadowingBlock declares a name of the function's surroundings again, and calls functions
// that know the other one.
func (g *generator) shadowingBlock() {
	outer := g.some(func(b *binding) bool { return b.hint == number && b.scope != g.scope })
	if outer == nil {
		outer = g.some(isNumber)
	}
	if outer == nil || g.scope.names[outer.name] && outer.scope != g.scope {
		g.line("print(%s);", g.num(2))
		return
	}
	g.count("shadowed")
	g.line("{")
	g.block(func() {
		kd := pick(g, isLet, isConst)
		init := g.literal()
		g.scope.names[outer.name] = true
		g.add(&binding{name: outer.name, kind: kd, hint: number})
		g.line("%s %s = %s;", words[kd], outer.name, init)
		g.line("print(%s, %s);", g.num(2), outer.name)
		if g.chance(50) {
			g.line("%s;", statementOf(g.call(1)))
			g.line("print(%s);", outer.name)
		}
	})
	g.line("}")
}

// replaced gives a variable that holds a function another one.
func (g *generator) replaced() {
	if s := g.some(func(b *binding) bool { return b.hint == shifting }); s != nil {
		g.count("changing variable assigned")
		if f := g.some(func(b *binding) bool { return b.hint == callable && b.sig.rank < g.fn.limit && !b.sig.class }); f != nil && g.chance(60) {
			g.line("%s = %s;", s.name, f.name)
			return
		}
		g.line("%s = %s;", s.name, g.closure(1))
		return
	}
	f := g.some(func(b *binding) bool {
		return b.hint == callable && b.sig.rank >= 0 && b.sig.rank < g.fn.limit && !b.sig.class && b.kind != isParam
	})
	if f == nil || !g.chance(40) {
		g.line("print(%s);", g.num(2))
		return
	}
	g.count("function assigned")
	e := g.lower(f.sig, func() string { return g.closure(1) })
	if f.kind == isConst || g.chance(25) {
		g.line("try { %s = %s; } catch (e) { print(e); }", f.name, e)
		return
	}
	g.line("%s = %s;", f.name, e)
}

// loopOfClosures collects closures over the variables of each iteration.
func (g *generator) loopOfClosures() {
	g.count("loop of closures")
	fs, i, f := g.fresh(pool), g.fresh(pool), g.fresh(verbs)
	g.line("const %s = [];", fs)
	g.add(&binding{name: fs, kind: isConst, hint: unused})
	body := func() {
		g.add(&binding{name: i, kind: isLet, hint: number, fixed: true})
		v := g.fresh(pool)
		g.line("%s %s = %s;", pick(g, "let", "const"), v, g.num(1))
		g.add(&binding{name: v, kind: isConst, hint: number})
		g.line("const %s = () => %s;", f, g.inArrow(func() string { return g.wrapped(g.num(1)) }))
		if g.chance(50) {
			g.line("print(%s());", f)
		}
		g.line("%s.push(%s);", fs, pick(g, f, "() => "+f+"()", "() => "+i, "() => ["+i+", "+v+"]", "() => "+f+"() + "+i))
	}
	switch g.r.IntN(4) {
	case 0:
		g.line("for (const %s of [1, 2]) {", i)
	case 1:
		h := g.fresh(verbs)
		g.line("for (let %s = 0, %s = () => %s; %s < 3; %s++) {", i, h, i, i, i)
		g.line("  %s.push(%s);", fs, h)
	case 2:
		h := g.fresh(verbs)
		g.line("for (let %s = 0, %s = () => %s++; %s() < 3; ) {", i, h, i, h)
	default:
		g.line("for (let %s = 0; %s < 3; %s++) {", i, i, i)
	}
	g.looped(3, body)
	g.line("}")
	g.line("print(%s.map(ask), %s.map(ask));", fs, fs)
}

// unusedResult calls functions whose results nobody needs.
func (g *generator) unusedResult() {
	g.count("unused result")
	n := g.fresh(pool)
	kd := pick(g, "const", "let")
	g.line("%s %s = %s;", kd, n, g.num(2))
	if g.chance(30) {
		g.line("void %s;", g.num(2))
	}
	if g.chance(30) {
		g.line("[%s, %s];", g.num(1), g.num(1))
	}
	g.add(&binding{name: n, kind: isConst, hint: unused})
}

// ending prints the variables of the main scope.
func (g *generator) ending() {
	var names []string
	for _, b := range g.scope.vars {
		if b.hint == number || b.hint == record {
			names = append(names, b.name)
		}
	}
	if len(names) > 0 {
		g.line("print(%s);", strings.Join(names, ", "))
	}
}
