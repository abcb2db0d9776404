package calls

import (
	"fmt"
	"strings"
)

// Expressions are texts that fit as an argument, an initializer or an operand of ==: those
// that bind less tightly are in parentheses.

// literal returns a primitive, mostly a small number.
func (g *generator) literal() string {
	switch g.R.IntN(22) {
	case 0:
		return pick(g, `"s"`, `""`, `"1"`, `"p"`)
	case 1:
		return pick(g, "undefined", "null", "true", "false", "NaN", "-0", "0.5", "1e9")
	case 2:
		if !g.tame && g.Chance(60) {
			return pick(g, "obj(1)", "obj(2)", "obj(3)", "obj(4)", "bad(2)", "1n", "sym")
		}
	}
	return fmt.Sprint(g.R.IntN(7))
}

// ofHint returns an expression for a use.
func (g *generator) ofHint(h hint, d int) string {
	switch h {
	case record:
		return g.record(d)
	case callable, shifting:
		return g.callable(d)
	case count:
		return fmt.Sprint(g.R.IntN(5))
	}
	return g.num(d)
}

// wrapped makes an expression fit for the body of an arrow function.
func (g *generator) wrapped(e string) string {
	if strings.HasPrefix(e, "{") {
		return "(" + e + ")"
	}
	return e
}

// num returns an expression that is mostly a number.
func (g *generator) num(d int) string {
	if d <= 0 || g.fn.depth > 7 {
		return g.leaf()
	}
	d--
	var e string
	g.choose([]choice{
		{10, true, func() { e = g.leaf() }},
		{22, true, func() { e = g.call(d) }},
		{12, true, func() {
			e = fmt.Sprintf("(%s %s %s)", g.num(d), pick(g, "+", "+", "-", "*", "<", "===", "&", "|", "+"), g.num(d))
		}},
		{3, true, func() { e = fmt.Sprintf("(%s ? %s : %s)", g.test(), g.num(d), g.num(d)) }},
		{3, true, func() { e = fmt.Sprintf("(%s %s %s)", g.num(d), pick(g, "&&", "||"), g.num(d)) }},
		{4, true, func() { e = "(" + g.assignment(d) + ")" }},
		{3, true, func() { e = fmt.Sprintf("eff(%s)", g.num(d)) }},
		{2, true, func() { e = fmt.Sprintf("(%s, %s)", g.num(d), g.num(d)) }},
		{4, true, func() { e = g.invoked(d) }},
		{6, true, func() { e = fmt.Sprintf("%s.%s", g.receiver(d), g.key()) }},
		{2, true, func() { e = fmt.Sprintf("[%s, %s][%s]", g.num(d), g.num(d), pick(g, "0", "1", g.leaf())) }},
		{2, !g.tame, func() { e = fmt.Sprintf("`${%s}%s`", g.num(d), pick(g, "", "x")) }},
		{2, g.fn.arguments, func() {
			g.Count("arguments")
			e = pick(g, "arguments.length", "arguments[0]", "arguments[1]", "(arguments[0] = "+g.leaf()+")")
		}},
		{2, true, func() { e = pick(g, "this?.p", "typeof this") }},
		{1, true, func() { e = pick(g, "typeof ", "!", "-", "void ") + g.leaf() }},
		{3, g.fn.async, func() { e = fmt.Sprintf("(await %s)", g.num(d)) }},
		{3, g.fn.star, func() { e = fmt.Sprintf("(yield %s)", g.num(d)) }},
		{3, true, func() { e = g.byLanguage(d) }},
	})
	return e
}

func (g *generator) leaf() string {
	b := g.some(isNumber)
	switch n := g.R.IntN(10); {
	case b == nil || n < 3:
		return g.literal()
	case n < 4:
		if r := g.some(func(b *binding) bool { return b.hint == record }); r != nil {
			return r.name + "." + g.key()
		}
	}
	if c := g.some(isNumber); c != nil && c.kind == isParam && b.kind != isParam && g.Chance(40) {
		return c.name
	}
	return b.name
}

func (g *generator) key() string { return pick(g, "p", "p", "q", "q", "r") }

// test returns a condition.
func (g *generator) test() string {
	switch g.R.IntN(5) {
	case 0:
		return g.leaf()
	case 1:
		return g.num(1)
	}
	return fmt.Sprintf("%s %s %s", g.leaf(), pick(g, "<", ">", "===", "!=="), g.leaf())
}

// assignment returns an assignment without parentheses.
func (g *generator) assignment(d int) string {
	b := g.some(writable)
	if b == nil || g.Chance(20) {
		if r := g.some(func(b *binding) bool { return b.hint == record }); r != nil {
			return fmt.Sprintf("%s.%s %s %s", r.name, g.key(), pick(g, "=", "=", "+="), g.num(d))
		}
	}
	if b == nil {
		return fmt.Sprintf("eff(%s)", g.num(d))
	}
	switch g.R.IntN(5) {
	case 0:
		return b.name + pick(g, "++", "--")
	case 1:
		return fmt.Sprintf("%s = %s", b.name, g.num(d))
	case 2:
		if o := g.some(writable); o != nil && o.kind != isParam {
			b = o // rather a variable that others see, too
		}
	}
	return fmt.Sprintf("%s %s %s", b.name, pick(g, "=", "+=", "-="), g.num(d))
}

// record returns an object with p, q and r.
func (g *generator) record(d int) string {
	b := g.some(func(b *binding) bool { return b.hint == record })
	switch n := g.R.IntN(12); {
	case b != nil && n < 4:
		return b.name
	case n < 6 && d > 0:
		if f := g.some(func(b *binding) bool { return g.callableHere(b) && b.sig.result == record }); f != nil {
			return g.callOf(f, d-1)
		}
	case n < 7 && !g.tame:
		return pick(g, "acc(1)", "frozen(2)", "prox(1)")
	}
	d = min(d, 1)
	switch g.R.IntN(4) {
	case 0:
		return fmt.Sprintf("{ p: %s }", g.num(d))
	case 1:
		return fmt.Sprintf("{ q: %s, p: %s }", g.num(d), g.num(d))
	case 2:
		g.Count("method of a literal")
		fn := &function{arguments: true, returns: true, times: 1}
		var text string
		g.within(fn, func() { text = fmt.Sprintf("{ p: 2, q() { return %s; }, r: %s }", g.num(1), g.num(d)) })
		g.fn.cost += fn.cost
		return text
	}
	return fmt.Sprintf("{ p: %s, q: %s, r: %s }", g.num(d), g.leaf(), g.leaf())
}

// receiver returns an object for the left of a dot.
func (g *generator) receiver(d int) string {
	e := g.record(min(d, 1))
	if strings.HasPrefix(e, "{") {
		return "(" + e + ")"
	}
	return e
}

// callable returns a function of numbers.
func (g *generator) callable(d int) string {
	b := g.some(func(b *binding) bool {
		return b.hint == callable && g.callableHere(b) && !b.sig.class && b.sig.result == number && numbersOnly(b.sig)
	})
	if b != nil && g.Chance(50) {
		g.fn.cost += 2 * b.sig.cost
		if g.Chance(10) {
			return fmt.Sprintf("%s.bind(null, %s)", b.name, g.leaf())
		}
		return b.name
	}
	return g.closure(d)
}

func numbersOnly(sig *signature) bool {
	for _, h := range sig.params {
		if h != number && h != count {
			return false
		}
	}
	return true
}

// closure returns a function expression.
func (g *generator) closure(d int) string {
	g.Count("closure")
	d = min(d, 1)
	arrow := g.Chance(70)
	fn := &function{arguments: !arrow || g.fn.arguments, returns: true, times: 2}
	var text string
	g.within(fn, func() {
		params := ""
		if g.Chance(60) {
			b := g.add(&binding{name: g.fresh(pool), kind: isParam, hint: number})
			params = b.name
		}
		head := "(" + params + ") => "
		if !arrow {
			head = "function (" + params + ") "
		}
		switch e := g.num(d); {
		case arrow && g.Chance(60):
			text = head + g.wrapped(e)
		case g.Chance(40):
			text = fmt.Sprintf("%s{ %s; return %s; }", head, statementOf(g.assignment(d)), e)
		default:
			text = fmt.Sprintf("%s{ return %s; }", head, e)
		}
	})
	g.fn.cost += 2 * fn.cost
	return text
}

// invoked returns an immediately invoked function.
func (g *generator) invoked(d int) string {
	g.Count("immediately invoked")
	arrow := g.Chance(50)
	fn := &function{arguments: !arrow || g.fn.arguments, returns: true, times: 1}
	arg := g.num(d)
	var text string
	g.within(fn, func() {
		p := g.add(&binding{name: g.fresh(pool), kind: isParam, hint: number}).name
		switch g.R.IntN(3) {
		case 0:
			text = fmt.Sprintf("{ return %s; }", g.num(d))
		case 1:
			text = fmt.Sprintf("{ if (%s) return %s; return %s; }", g.test(), g.num(d), g.num(d))
		default:
			l := g.fresh(pool)
			init := g.num(d)
			g.add(&binding{name: l, kind: isLet, hint: number})
			text = fmt.Sprintf("{ let %s = %s; %s; return %s; }", l, init, statementOf(g.assignment(d)), g.num(d))
		}
		if arrow {
			text = fmt.Sprintf("((%s) => %s)", p, text)
		} else {
			text = fmt.Sprintf("(function (%s) %s)", p, text)
		}
	})
	g.fn.cost += fn.cost
	return text + pick(g, "("+arg+")", "("+arg+")", "("+arg+", "+g.leaf()+")", "()", ".call("+g.record(0)+", "+arg+")")
}

// byLanguage returns an expression in which the language calls a function.
func (g *generator) byLanguage(d int) string {
	g.Count("called by the language")
	f := g.callable(0)
	if strings.ContainsAny(f, " (") {
		f = "(" + f + ")"
	}
	n := g.num(d)
	switch g.R.IntN(11) {
	case 0:
		if !g.tame {
			return fmt.Sprintf("+{ valueOf() { return %s(%s); } }", f, n)
		}
	case 1:
		return fmt.Sprintf("[%s, 3, 1].map(%s)", n, f)
	case 2:
		return fmt.Sprintf("[3, %s, 1].sort(%s)[0]", g.leaf(), f)
	case 3:
		return fmt.Sprintf("[1, 2].reduce(%s, %s)", f, n)
	case 4:
		if !g.tame {
			return fmt.Sprintf("({ get p() { return %s(%s); } }).p", f, n)
		}
	case 5:
		return fmt.Sprintf("[...{ *[Symbol.iterator]() { yield %s(%s); } }][0]", f, g.leaf())
	case 6:
		if !g.tame {
			return fmt.Sprintf("`${{ toString: %s }}`", f)
		}
	case 7:
		return fmt.Sprintf(`"abc".replace(/b/, %s)`, f)
	case 8:
		if !g.tame {
			return fmt.Sprintf("JSON.stringify({ toJSON: %s })", f)
		}
	case 9:
		if !g.tame {
			return fmt.Sprintf("({} instanceof { [Symbol.hasInstance]: %s })", f)
		}
	}
	return fmt.Sprintf("[%s].filter(%s).length", n, f)
}

// statementOf makes an expression fit for the start of a statement.
func statementOf(e string) string {
	if strings.HasPrefix(e, "{") || strings.HasPrefix(e, "function") || strings.HasPrefix(e, "class") || strings.HasPrefix(e, "async function") {
		return "(" + e + ")"
	}
	return e
}
