package gen

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

var paramHints = []hint{number, number, integer, text, anything, anything, object, array, boolean, callable}

// topFunction writes the i-th function of the script.
func (g *generator) topFunction(i int) {
	f := &variable{name: fmt.Sprintf("f%d", i), kind: isFunc, hint: callable, top: i + 1, fn: g.fn}
	for range g.r.IntN(4) {
		f.params = append(f.params, g.paramHint())
	}
	if f.params == nil {
		f.params = []hint{}
	}
	g.tops = append(g.tops, f)
	g.block.vars = append(g.block.vars, f)
	fn := &function{top: i + 1}
	fn.arrow = g.has(Closures) && g.chance(10)
	g.suspends(fn, 20)
	f.generator, f.async = fn.generator, fn.async
	async := ""
	if fn.async {
		async = "async "
	}
	switch n := g.r.IntN(9); {
	case fn.arrow:
		g.count("arrow")
		g.line("const %s = %s%s;", f.name, async, g.arrow(fn, f.params, g.budget))
	case n < 7 || !g.has(Closures):
		g.count("function declaration")
		g.line("%s %s%s", fn.word(), f.name, g.function(fn, f.params, g.budget))
	case n < 8:
		g.line("var %s = %s %s;", f.name, fn.word(), g.function(fn, f.params, g.budget))
	default:
		g.line("let %s = %s named%s;", f.name, fn.word(), g.function(fn, f.params, g.budget))
	}
}

func (g *generator) paramHint() hint {
	for {
		h := pick(g, paramHints)
		if (h == object || h == array) && !g.has(Members) || h == callable && !g.has(Calls) {
			continue
		}
		return h
	}
}

// function writes parameters and body: `(a, b) { ... }`.
func (g *generator) function(f *function, hints []hint, n int) string {
	params := g.params(f, hints)
	return params + " " + g.body(f, nil, n)
}

func (g *generator) arrow(f *function, hints []hint, n int) string {
	params := g.params(f, hints)
	if n > 2 || g.chance(40) {
		return params + " => " + g.body(f, nil, n)
	}
	g.count("arrow with expression")
	e := g.inside(f, func() ex { return g.expr(pick(g, []hint{number, anything, text}), 2) })
	s := e.arg()
	if f.fuel {
		s = "(fuel(), " + s + ")"
	}
	if strings.HasPrefix(s, "{") {
		s = "(" + s + ")"
	}
	return params + " => " + s
}

// inside runs w in the context of f, without statements.
func (g *generator) inside(f *function, w func() ex) ex {
	fn, b, budget := g.fn, g.block, g.budget
	defer func() { g.fn, g.block, g.budget = fn, b, budget }()
	g.fn, g.block, g.budget = f, f.body, 0
	return w()
}

// params makes the function's scope and writes its parameter list.
func (g *generator) params(f *function, hints []hint) string {
	g.enter(f)
	fn, b := g.fn, g.block
	g.fn, g.block = f, f.body
	var out []string
	for _, h := range hints {
		v := g.declare(&variable{name: g.fresh(isParam), kind: isParam, hint: h})
		s := v.name
		if g.has(Destructs) && g.chance(12) {
			g.count("default parameter")
			s += " = " + g.literal(h).s
			f.complex = true
		}
		if g.has(Destructs) && g.has(Closures) && !f.complex && g.depth() < 4 && g.chance(8) {
			g.count("function in a parameter list")
			s = v.name + " = " + g.functionOf(nil, 1).arg()
			f.complex = true
		}
		out = append(out, s)
	}
	if g.has(Destructs) && g.chance(6) {
		g.count("rest parameter")
		v := g.declare(&variable{name: g.fresh(isParam), kind: isParam, hint: array})
		out = append(out, "..."+v.name)
		f.complex = true
	}
	g.fn, g.block = fn, b
	return "(" + strings.Join(out, ", ") + ")"
}

func (g *generator) enter(f *function) {
	if f.body == nil {
		f.outer = g.fn
		if f.top == 0 {
			f.top = g.fn.top
		}
		f.strict = f.strict || g.fn.strict // from here on: its parameters may hold functions
		f.roles = map[string]role{}
		f.body = &block{outer: g.block, fn: f}
	}
}

// body writes `{ ... }` with about n statements.
func (g *generator) body(f *function, _ []hint, n int) string {
	g.enter(f)
	fn, b, budget := g.fn, g.block, g.budget
	g.fn, g.block = f, f.body
	g.indent++
	var head string
	if g.has(Strict) && !f.strict && !f.complex && g.chance(15) {
		g.count("strict function")
		f.strict = true
		head = g.pad() + "\"use strict\";\n"
	}
	text := g.capture(func() {
		g.budget = n
		var late []string
		if g.has(Closures) && n > 4 && g.chance(35) {
			late = append(late, g.hoistedFunction())
		}
		for g.budget > 0 {
			g.statement(3)
		}
		g.ending()
		for _, s := range late {
			g.raw(s)
		}
	})
	if f.fuel {
		head += g.pad() + "fuel();\n"
	}
	g.indent--
	g.fn, g.block, g.budget = fn, b, budget
	return "{\n" + head + text + g.pad() + "}"
}

// hoistedFunction declares a function now and returns its text for the end of
// the block.
func (g *generator) hoistedFunction() string {
	g.count("hoisted function")
	v := g.declare(&variable{name: g.fresh(isFunc), kind: isFunc, hint: callable, params: []hint{number, anything}[:g.r.IntN(3)]})
	if v.params == nil {
		v.params = []hint{}
	}
	return g.capture(func() {
		g.line("function %s%s", v.name, g.function(&function{}, v.params, 1+g.r.IntN(4)))
	})
}

// ending prints the function's variables and mostly returns something.
func (g *generator) ending() {
	var names []string
	for _, v := range g.visible(func(v *variable) bool { return v.fn == g.fn && v.kind != isFunc }) {
		if len(names) < 6 {
			names = append(names, v.name)
		}
	}
	if len(names) > 0 && g.chance(70) {
		g.line("print(%s);", strings.Join(names, ", "))
	}
	if g.chance(80) {
		g.count("return")
		g.line("return %s;", g.expr(anything, 2).s)
		if g.has(DeadCode) && g.chance(15) {
			g.count("code after return")
			g.budget = 1
			g.statement(1)
		}
	}
}

// functionExpr returns a closure for an expression.
func (g *generator) functionExpr() ex {
	var hints []hint
	for range g.r.IntN(3) {
		hints = append(hints, pick(g, []hint{number, anything, text}))
	}
	return g.functionOf(hints, 1+g.r.IntN(3))
}

func (g *generator) functionOf(hints []hint, n int) ex {
	g.block.started = true
	if g.depth() > 3 {
		n = 1
	}
	f := &function{}
	switch k := g.r.IntN(10); {
	case k < 6:
		g.count("arrow")
		f.arrow = true
		g.suspends(f, 6)
		s := g.arrow(f, hints, n)
		if f.async {
			s = "async " + s
		}
		return ex{s, ast.PrecAssign}
	case k < 9:
		g.count("function expression")
		g.suspends(f, 6)
		return atom(f.word() + " " + g.function(f, hints, n))
	}
	g.count("named function expression")
	name := pick(g, []string{"self", "named", "f0"})
	if g.has(Recursion) {
		b := g.block
		g.block = &block{outer: b, fn: g.fn, started: true, vars: []*variable{{name: name, kind: isConst, hint: callable, fn: g.fn, params: hints, protected: true}}}
		if hints == nil {
			g.block.vars[0].params = []hint{}
		}
		defer func() { g.block = b }()
	}
	return atom("function " + name + g.function(f, hints, n))
}

func (g *generator) depth() int {
	n := 0
	for f := g.fn; f != nil; f = f.outer {
		n++
	}
	return n
}
