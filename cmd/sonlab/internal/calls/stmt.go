package calls

import (
	"fmt"
	"strings"
)

// statement writes one statement, or a few that belong together.
func (g *generator) statement() {
	if g.fn.depth > 6 || g.Indent > 8 {
		g.Line("print(%s);", g.num(0))
		return
	}
	g.fn.depth++
	defer func() { g.fn.depth-- }()
	top := g.fn.depth <= 3 && g.fn.loops == 0
	g.choose([]choice{
		{18, true, func() { g.Line("print(%s);", g.num(2)) }},
		{14, !g.calm || g.Chance(40), g.guarded},
		{7, true, func() { g.Line("%s;", statementOf(g.assignment(2))) }},
		{6, true, func() { g.Line("%s;", statementOf(g.call(2))) }},
		{8, true, g.local},
		{8, true, g.direct},
		{6, true, g.ifStatement},
		{5, g.fn.loops == 0, g.loop},
		{3, true, g.switchStatement},
		{3, true, g.tryStatement},
		{2, g.fn.returns && g.fn.outer != nil, func() { g.Line("if (%s) return %s;", g.test(), g.num(1)) }},
		{2, g.fn.outer != nil, func() { g.Line("if (%s) throw new Error(\"u:%s\");", g.test(), pick(g, "a", "b")) }},
		{2, true, g.shadowingBlock},
		{3, true, g.replaced},
		{3, true, func() { g.Line("keep(%s);", g.closure(2)) }},
		{1, g.fn.outer == nil, func() { g.Line("print(kept.map(ask));") }}, // elsewhere, one of them might do the same
		{3, g.fn.loops == 0, g.loopOfClosures},
		{2, true, g.unusedResult},
		{22, top, g.shape},
	})
}

// guarded catches and prints what a statement throws: a name before its value, a callee that
// is no function, or what functions throw on purpose.
func (g *generator) guarded() {
	g.Count("guarded call")
	switch g.R.IntN(3) {
	case 0:
		g.Line("print(ask(() => %s));", g.inArrow(func() string { return g.wrapped(g.num(2)) }))
	case 1:
		e := g.fresh(pool)
		g.Line("try { print(%s); } catch (%s) { print(\"caught\", %s); }", g.num(2), e, e)
	default:
		g.Line("try {")
		g.block(func() { g.statement() })
		g.Line("} catch (e) {")
		g.block(func() { g.Line("print(\"caught\", e%s);", pick(g, "", ", "+g.leaf())) })
		g.Line("}")
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
		g.Line("%s %s = %s;", words[kd], name, e)
		g.add(b)
		return
	}
	g.Line("%s %s = %s;", words[kd], name, e)
	g.add(&binding{name: name, kind: kd, hint: h})
}

// direct writes a call that is a whole statement, or all that one declares or assigns.
func (g *generator) direct() {
	e := g.call(1)
	b := g.some(writable)
	switch n := g.R.IntN(6); {
	case n < 2 || n < 4 && b == nil:
		name := g.fresh(pool)
		kd := pick(g, isLet, isConst)
		g.Line("%s %s = %s;", words[kd], name, e)
		g.add(&binding{name: name, kind: kd, hint: number})
	case n < 4:
		g.Line("%s %s %s;", b.name, pick(g, "=", "=", "+="), e)
	case n < 5 && g.fn.returns && g.fn.outer != nil:
		g.Line("if (%s) return %s;", g.test(), e)
	default:
		g.Line("%s;", statementOf(e))
	}
}

func (g *generator) ifStatement() {
	g.Line("if (%s) {", g.test())
	g.block(func() {
		for range 1 + g.R.IntN(2) {
			g.statement()
		}
	})
	if g.Chance(40) {
		g.Line("} else {")
		g.block(g.statement)
	}
	g.Line("}")
}

func (g *generator) loop() {
	g.Count("loop")
	i := g.fresh(pool)
	kd := isLet
	switch g.R.IntN(4) {
	case 0:
		list := fmt.Sprintf("[%s, %s]", g.num(1), g.leaf())
		if g.Chance(40) {
			list = pick(g, "iter(2)", "iter(3)", "iter(4)")
		}
		g.Line("for (const %s of %s) {", i, list)
		kd = isConst
	case 1:
		g.Line("for (const %s in %s) {", i, g.record(1))
		kd = isConst
	default:
		g.Line("for (let %s = 0; %s < %d; %s++) {", i, i, 2+g.R.IntN(2), i)
	}
	g.looped(3, func() {
		g.add(&binding{name: i, kind: kd, hint: number, fixed: true})
		for range 1 + g.R.IntN(2) {
			g.statement()
		}
		if g.Chance(25) {
			// QuickJS lets closures share the variable of a for where continue ends its body.
			jumps := []string{"break"}
			if kd == isConst {
				jumps = append(jumps, "continue")
			}
			g.Line("if (%s) %s;", g.test(), pick(g, jumps...))
			g.Line("%s;", statementOf(g.assignment(1)))
		}
	})
	g.Line("}")
}

func (g *generator) switchStatement() {
	g.Count("switch")
	g.Line("switch (%s) {", g.num(2))
	g.block(func() {
		for i := range 2 {
			g.Line("case %s:", pick(g, fmt.Sprint(i+1), g.num(1)))
			g.Indent++
			g.Line("%s;", statementOf(g.assignment(1)))
			if g.Chance(60) {
				g.Line("break;")
			}
			g.Indent--
		}
		g.Line("default: print(%s);", g.num(1))
	})
	g.Line("}")
}

func (g *generator) tryStatement() {
	g.Count("try")
	g.Line("try {")
	g.block(func() {
		g.statement()
		if g.Chance(40) {
			g.Line("if (%s) throw %s;", g.test(), pick(g, `new Error("u:t")`, g.num(1)))
		}
	})
	caught := g.Chance(75)
	if caught {
		e := g.fresh(pool)
		g.Line("} catch (%s) {", e)
		g.block(func() {
			g.Line("print(\"caught\", %s);", e)
			if g.Chance(40) {
				g.statement()
			}
		})
	}
	if !caught || g.Chance(30) {
		g.Line("} finally {")
		g.block(func() { g.Line("%s;", statementOf(g.assignment(2))) })
	}
	g.Line("}")
}

// shadowingBlock declares a name of the function's surroundings again, and calls functions
// that know the other one.
func (g *generator) shadowingBlock() {
	outer := g.some(func(b *binding) bool { return b.hint == number && b.scope != g.scope })
	if outer == nil {
		outer = g.some(isNumber)
	}
	if outer == nil || g.scope.names[outer.name] && outer.scope != g.scope {
		g.Line("print(%s);", g.num(2))
		return
	}
	g.Count("shadowed")
	g.Line("{")
	g.block(func() {
		kd := pick(g, isLet, isConst)
		init := g.literal()
		g.scope.names[outer.name] = true
		g.add(&binding{name: outer.name, kind: kd, hint: number})
		g.Line("%s %s = %s;", words[kd], outer.name, init)
		g.Line("print(%s, %s);", g.num(2), outer.name)
		if g.Chance(50) {
			g.Line("%s;", statementOf(g.call(1)))
			g.Line("print(%s);", outer.name)
		}
	})
	g.Line("}")
}

// replaced gives a variable that holds a function another one.
func (g *generator) replaced() {
	if s := g.some(func(b *binding) bool { return b.hint == shifting }); s != nil {
		g.Count("changing variable assigned")
		if f := g.some(func(b *binding) bool { return b.hint == callable && b.sig.rank < g.fn.limit && !b.sig.class }); f != nil && g.Chance(60) {
			g.Line("%s = %s;", s.name, f.name)
			return
		}
		g.Line("%s = %s;", s.name, g.closure(1))
		return
	}
	f := g.some(func(b *binding) bool {
		return b.hint == callable && b.sig.rank >= 0 && b.sig.rank < g.fn.limit && !b.sig.class && b.kind != isParam
	})
	if f == nil || !g.Chance(40) {
		g.Line("print(%s);", g.num(2))
		return
	}
	g.Count("function assigned")
	e := g.lower(f.sig, func() string { return g.closure(1) })
	if f.kind == isConst || g.Chance(25) {
		g.Line("try { %s = %s; } catch (e) { print(e); }", f.name, e)
		return
	}
	g.Line("%s = %s;", f.name, e)
}

// loopOfClosures collects closures over the variables of each iteration.
func (g *generator) loopOfClosures() {
	g.Count("loop of closures")
	fs, i, f := g.fresh(pool), g.fresh(pool), g.fresh(verbs)
	g.Line("const %s = [];", fs)
	g.add(&binding{name: fs, kind: isConst, hint: unused})
	body := func() {
		g.add(&binding{name: i, kind: isLet, hint: number, fixed: true})
		v := g.fresh(pool)
		g.Line("%s %s = %s;", pick(g, "let", "const"), v, g.num(1))
		g.add(&binding{name: v, kind: isConst, hint: number})
		g.Line("const %s = () => %s;", f, g.inArrow(func() string { return g.wrapped(g.num(1)) }))
		if g.Chance(50) {
			g.Line("print(%s());", f)
		}
		g.Line("%s.push(%s);", fs, pick(g, f, "() => "+f+"()", "() => "+i, "() => ["+i+", "+v+"]", "() => "+f+"() + "+i))
	}
	switch g.R.IntN(4) {
	case 0:
		g.Line("for (const %s of [1, 2]) {", i)
	case 1:
		h := g.fresh(verbs)
		g.Line("for (let %s = 0, %s = () => %s; %s < 3; %s++) {", i, h, i, i, i)
		g.Line("  %s.push(%s);", fs, h)
	case 2:
		h := g.fresh(verbs)
		g.Line("for (let %s = 0, %s = () => %s++; %s() < 3; ) {", i, h, i, h)
	default:
		g.Line("for (let %s = 0; %s < 3; %s++) {", i, i, i)
	}
	g.looped(3, body)
	g.Line("}")
	g.Line("print(%s.map(ask), %s.map(ask));", fs, fs)
}

// unusedResult calls functions whose results nobody needs.
func (g *generator) unusedResult() {
	g.Count("unused result")
	n := g.fresh(pool)
	kd := pick(g, "const", "let")
	g.Line("%s %s = %s;", kd, n, g.num(2))
	if g.Chance(30) {
		g.Line("void %s;", g.num(2))
	}
	if g.Chance(30) {
		g.Line("[%s, %s];", g.num(1), g.num(1))
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
		g.Line("print(%s);", strings.Join(names, ", "))
	}
}
