package calls

import (
	"fmt"
	"slices"
	"strings"
)

// fill writes the declarations and statements of a scope: about n functions, what they
// share, and statements that call them.
func (g *generator) fill(n, statements int) {
	// Declarations: first ones run nothing, early ones make functions, late ones may call them.
	var first, early, late []string

	// The names first: any code of the scope may mention them.
	type initializer struct {
		b     *binding
		level int // of the expression; 0: a literal
	}
	var values []initializer
	for range 1 + g.R.IntN(3) {
		kd := pick(g, isLet, isLet, isConst, isConst, isVar)
		if kd == isVar && !g.scope.body {
			kd = isLet
		}
		h := number
		if g.Chance(20) {
			h = record
		}
		b := &binding{name: g.fresh(pool), kind: kd, hint: h}
		level := 0
		if g.Chance(25) {
			level = 2
		}
		if !g.calm || level == 0 {
			g.add(b)
		}
		values = append(values, initializer{b, level})
	}
	if g.Chance(12) {
		b := g.add(&binding{name: g.fresh(verbs), kind: pick(g, isLet, isLet, isVar), hint: shifting})
		if !g.scope.body {
			b.kind = isLet
		}
		first = append(first, fmt.Sprintf("%s %s%s;", words[b.kind], b.name, pick(g, "", " = null")))
	}
	fs := g.plan(n)
	// The bodies, lower ranks first, because callers need to know what they cost.
	for _, f := range fs {
		early = append(early, g.declaration(f)...)
	}
	if g.Chance(15) {
		early = append(early, g.class())
	}
	write := func(v initializer) string {
		e := g.literal()
		if v.level > 0 || v.b.hint != number || g.loose && g.Chance(20) {
			e = g.ofHint(v.b.hint, v.level)
		}
		switch {
		case v.b.kind != isConst && v.level == 0 && v.b.hint == number && g.Chance(12):
			return fmt.Sprintf("%s %s;", words[v.b.kind], v.b.name)
		case v.level > 0 && g.Chance(50):
			e = fmt.Sprintf("ask(() => %s)", g.wrapped(e))
		}
		export := ""
		if g.fn.bare && g.fn.strict && g.fn.outer == nil && g.Chance(20) {
			v.b.exported, export = true, "export "
		}
		return fmt.Sprintf("%s%s %s = %s;", export, words[v.b.kind], v.b.name, e)
	}
	for _, v := range values {
		switch {
		case v.level == 0:
			first = append(first, write(v))
		case !g.calm:
			late = append(late, write(v))
		}
	}
	for _, v := range values {
		if g.calm && v.level > 0 {
			late = append(late, write(v)) // nothing but statements below can mention it
			g.add(v.b)
		}
	}
	var texts []string
	for range statements {
		texts = append(texts, g.caught(g.Capture(g.statement)))
	}
	g.R.Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
	g.R.Shuffle(len(early), func(i, j int) { early[i], early[j] = early[j], early[i] })
	decls := slices.Concat(first, early, late)
	pad := strings.Repeat("  ", g.Indent)
	at := 0
	for _, text := range decls {
		i := at
		if g.loose && g.Chance(35) {
			i = g.R.IntN(len(texts) + 1)
		}
		if i <= at {
			at++
		}
		texts = slices.Insert(texts, i, pad+strings.ReplaceAll(text, "\n", "\n"+pad)+"\n")
	}
	g.Raw(strings.Join(texts, ""))
}

// caught puts a statement of the main scope into a try statement, unless it declares
// something, so that an error does not hide what comes after it.
func (g *generator) caught(text string) string {
	if g.Indent > 2 || !g.Chance(map[bool]int{false: 35, true: 75}[g.loose]) {
		return text
	}
	pad := strings.Repeat("  ", g.Indent)
	for l := range strings.Lines(text) {
		l = strings.TrimPrefix(l, pad)
		if strings.HasPrefix(l, " ") {
			continue
		}
		for _, word := range []string{"let ", "const ", "var ", "class ", "function", "async function"} {
			if strings.HasPrefix(l, word) {
				return text
			}
		}
	}
	return pad + "try {\n" + pad + "  " + strings.TrimSuffix(strings.ReplaceAll(text, "\n", "\n  "), "  ") + pad + "} catch (e) { print(\"caught\", e); }\n"
}

// planned is a function that a scope will declare.
type planned struct {
	*binding
	form  form
	group *group
}

// group is a set of functions that call each other.
type group struct{ members []*binding }

type form uint8

const (
	declared form = iota
	arrowed
	expressed
	named // with a name of its own
	assigned
)

// plan chooses the names and signatures of n functions.
func (g *generator) plan(n int) []planned {
	fs := make([]planned, 0, n)
	low, high := g.fn.floor, g.fn.limit
	var last *group
	for i := range n {
		sig := &signature{rank: low + (high-low)*float64(i+1)/float64(n+1), cost: 1}
		b := &binding{name: g.fresh(verbs), kind: isFunction, hint: callable, sig: sig}
		f := planned{binding: b, form: form(g.Weighted(func(i int) int { return []int{50, 16, 10, 6, 5}[i] }, 5))}
		switch f.form {
		case arrowed, expressed, named:
			b.kind = pick(g, isConst, isConst, isConst, isLet, isVar)
			if !g.scope.body && b.kind == isVar {
				b.kind = isConst
			}
		case assigned:
			b.kind = isLet
		}
		switch {
		case g.Chance(6) && f.form != arrowed:
			sig.star = true
		case g.Chance(5):
			sig.async = true
		}
		if !sig.star && !sig.async && g.Chance(14) {
			sig.params = append(sig.params, count)
			if last != nil && g.Chance(40) {
				f.group = last
			} else {
				last = &group{}
				f.group = last
			}
			last.members = append(last.members, b)
		}
		for range g.R.IntN(4) {
			sig.params = append(sig.params, []hint{number, number, number, number, record, callable}[g.R.IntN(6)])
		}
		sig.result = []hint{number, number, number, number, number, number, record, callable}[g.R.IntN(8)]
		fs = append(fs, f)
	}
	for _, f := range fs {
		g.add(f.binding)
	}
	return fs
}

// declaration returns the texts that declare a function.
func (g *generator) declaration(f planned) []string {
	fn := &function{limit: f.sig.rank, arguments: f.form != arrowed || g.fn.arguments, returns: true, star: f.sig.star, async: f.sig.async, times: 1}
	fn.floor = g.fn.floor
	for _, b := range g.visible(func(b *binding) bool { return b.hint == callable && b.sig.rank < f.sig.rank }) {
		fn.floor = max(fn.floor, b.sig.rank)
	}
	prefix, star := "", ""
	if f.sig.async {
		prefix = "async "
	}
	if f.sig.star {
		star = "*"
	}
	export := ""
	if g.fn.outer == nil && g.fn.bare && g.fn.strict && g.Chance(25) {
		f.exported, export = true, "export "
	}
	text := g.function(f.sig, fn, f.group, f.form == arrowed)
	switch f.form {
	case declared:
		texts := []string{fmt.Sprintf("%s%sfunction%s %s%s", export, prefix, star, f.name, text)}
		sloppy := !g.fn.strict && g.scope.body && export == ""
		switch {
		case sloppy && g.Chance(3):
			g.Count("declared twice")
			again := &function{limit: f.sig.rank, floor: fn.floor, arguments: true, returns: true, times: 1}
			texts = append(texts, fmt.Sprintf("function %s%s", f.name, g.function(&signature{params: f.sig.params, result: number, rank: f.sig.rank}, again, nil, false)))
		case sloppy && g.Chance(4):
			g.Count("var over a function")
			texts = append(texts, fmt.Sprintf("var %s%s;", f.name, pick(g, "", " = "+g.literal(), fmt.Sprintf(" = (a) => %s", g.lower(f.sig, func() string { return g.num(1) })))))
			f.kind = isVar
		}
		return texts
	case assigned:
		return []string{fmt.Sprintf("let %s;\n%s = %sfunction%s %s;", f.name, f.name, prefix, star, text)}
	case named:
		g.Count("function expression with a name")
		name := g.fresh(verbs)
		if g.Chance(40) {
			text = strings.Replace(text, "{", fmt.Sprintf("{ keep(%s);", name), 1)
			if !strings.HasPrefix(text, "()") { // the first brace may be that of a pattern
				text = "(...a) { keep(" + name + "); return a[0]; }"
			}
		}
		return []string{fmt.Sprintf("%s%s %s = %sfunction%s %s%s;", export, words[f.kind], f.name, prefix, star, name, text)}
	case arrowed:
		return []string{fmt.Sprintf("%s%s %s = %s%s;", export, words[f.kind], f.name, prefix, text)}
	}
	return []string{fmt.Sprintf("%s%s %s = %sfunction%s %s;", export, words[f.kind], f.name, prefix, star, text)}
}

// lower runs f where only functions below a signature's rank can be called.
func (g *generator) lower(sig *signature, f func() string) string {
	limit := g.fn.limit
	g.fn.limit = min(limit, sig.rank)
	defer func() { g.fn.limit = limit }()
	return f()
}

// counter is the name of the parameter that limits the recursion of the function around.
type counter struct {
	group *group
	name  string
	calls int // left
}

// function returns the parameters and the body of a function, `(a, b) { … }`.
func (g *generator) function(sig *signature, fn *function, gr *group, arrow bool) string {
	var text string
	g.within(fn, func() {
		saved := g.counter
		g.counter = nil
		params, simple := g.parameters(sig, arrow)
		guard := ""
		if gr != nil {
			g.Count("recursion")
			name := g.scope.vars[0].name
			g.counter = &counter{group: gr, name: name, calls: 1 + g.R.IntN(2)}
			fn.times = []int{1, 5, 30}[g.counter.calls]
			guard = fmt.Sprintf("if (!(%s > 0 && %s < 5)) return %s;", name, name, g.ofHint(sig.result, 0))
		}
		switch {
		case arrow && gr == nil && g.Chance(65):
			e := g.ofHint(sig.result, 2)
			text = params + " => " + g.wrapped(e)
		case guard == "" && g.Chance(35):
			text = fmt.Sprintf("%s%s { return %s; }", params, arrowSign(arrow), g.ofHint(sig.result, 2))
		default:
			body := g.Capture(func() {
				g.Indent++
				if simple && !fn.strict && g.Chance(12) {
					g.Count("strict function")
					fn.strict = true
					g.Line("\"use strict\";")
				}
				if guard != "" {
					g.Line("%s", guard)
				}
				if g.Chance(35) {
					g.traced(sig)
				}
				g.body(sig)
				g.Indent--
			})
			text = fmt.Sprintf("%s%s {\n%s}", params, arrowSign(arrow), unindented(body, g.Indent))
		}
		g.counter = saved
	})
	sig.cost = fn.cost*max(fn.times, 1) + 1
	if sig.star {
		sig.cost *= 2
	}
	return text
}

func arrowSign(arrow bool) string {
	if arrow {
		return " =>"
	}
	return ""
}

// unindented removes the indentation of the code around.
func unindented(text string, n int) string {
	pad := strings.Repeat("  ", n)
	var b strings.Builder
	for _, l := range strings.SplitAfter(text, "\n") {
		b.WriteString(strings.TrimPrefix(l, pad))
	}
	return b.String()
}

// traced prints the arguments of the function.
func (g *generator) traced(sig *signature) {
	var names []string
	for _, b := range g.scope.vars {
		if b.hint != callable {
			names = append(names, b.name)
		}
	}
	g.Line("print(%s);", strings.Join(append([]string{fmt.Sprintf("%q", pick(g, verbs...))}, names...), ", "))
}

// parameters writes a parameter list; simple means that the body may say "use strict".
func (g *generator) parameters(sig *signature, arrow bool) (text string, simple bool) {
	simple = true
	var parts []string
	for i, h := range sig.params {
		switch {
		case h == record && g.Chance(30):
			g.Count("pattern parameter")
			p, q := g.fresh(pool), g.fresh(pool)
			def := ""
			if g.Chance(40) {
				def = fmt.Sprintf(" = %s", g.num(1))
			}
			parts = append(parts, fmt.Sprintf("{ p: %s, q: %s%s }%s", p, q, def, pick(g, "", " = {}")))
			g.add(&binding{name: p, kind: isParam, hint: number})
			g.add(&binding{name: q, kind: isParam, hint: number})
			simple = false
			continue
		case h == number && i > 0 && g.Chance(18):
			g.Count("default parameter")
			sig.defaults = append(sig.defaults, i)
			e := pick(g, g.literal, g.leaf, func() string { return g.num(1) }, func() string { return "eff(" + g.leaf() + ")" })()
			if g.Chance(20) && len(g.scope.vars) > 0 {
				e = fmt.Sprintf("(() => %s)()", g.scope.vars[0].name)
			}
			b := g.add(&binding{name: g.fresh(pool), kind: isParam, hint: h})
			parts = append(parts, b.name+" = "+e)
			simple = false
			continue
		}
		name := g.fresh(pool)
		b := g.add(&binding{name: name, kind: isParam, hint: h, fixed: h == count})
		if h == callable {
			b.sig = &signature{params: []hint{number}, result: number, rank: -1, cost: 6}
		}
		parts = append(parts, name)
	}
	if g.Chance(8) {
		g.Count("rest parameter")
		sig.rest = true
		name := g.fresh(pool)
		g.add(&binding{name: name, kind: isParam, hint: number})
		parts = append(parts, "..."+name)
		simple = false
	}
	if arrow && len(parts) == 1 && simple && g.Chance(30) {
		return parts[0], true
	}
	return "(" + strings.Join(parts, ", ") + ")", simple
}

// body writes the statements of a function and what it returns.
func (g *generator) body(sig *signature) {
	if g.fn.depth < 3 && g.Chance(22) {
		g.Count("functions in a function")
		g.fill(1+g.R.IntN(2), 1+g.R.IntN(2))
	} else {
		for range g.R.IntN(4) {
			g.statement()
		}
	}
	g.finish(sig.result)
}

// finish writes how a function ends.
func (g *generator) finish(h hint) {
	switch n := g.R.IntN(20); {
	case n < 1:
		return
	case n < 3:
		g.Count("if with two returns")
		g.Line("if (%s) return %s;", g.test(), g.ofHint(h, 1))
		g.Line("else return %s;", g.ofHint(h, 1))
		return
	case n < 4:
		g.Count("return from a try")
		g.Line("try {")
		g.block(func() { g.Line("return %s;", g.ofHint(h, 2)) })
		if g.Chance(60) {
			e := g.fresh(pool)
			g.Line("} catch (%s) {", e)
			g.block(func() { g.Line("%s", pick(g, "print("+e+");", "return "+g.ofHint(h, 1)+";", "throw "+e+";")) })
		} else {
			g.Line("} finally {")
			g.block(func() { g.Line("%s", pick(g, g.assignment(1)+";", "print("+g.num(1)+");")) })
		}
		g.Line("}")
		return
	case n < 5:
		g.Count("switch with returns")
		g.Line("switch (%s) {", g.num(1))
		g.Line("  case 1: return %s;", g.ofHint(h, 1))
		g.Line("  case 2: %s;", statementOf(g.assignment(1)))
		g.Line("  default: return %s;", g.ofHint(h, 1))
		g.Line("}")
		return
	case n < 6:
		g.Count("return from a loop")
		i := g.fresh(pool)
		if g.Chance(40) {
			g.Line("for (const %s of iter(3)) {", i)
		} else {
			g.Line("for (let %s = 0; %s < 3; %s++) {", i, i, i)
		}
		g.looped(3, func() {
			g.add(&binding{name: i, kind: isLet, hint: number, fixed: true})
			g.Line("if (%s) return %s;", g.test(), g.ofHint(h, 1))
			if g.Chance(50) {
				g.Line("%s;", statementOf(g.assignment(1)))
			}
		})
		g.Line("}")
	}
	if h == number && g.Chance(25) {
		g.Line("return %s;", g.call(2))
		return
	}
	g.Line("return %s;", g.ofHint(h, 2))
}

// looped runs f as the body of a loop.
func (g *generator) looped(times int, f func()) {
	g.fn.loops++
	before := g.fn.cost
	g.block(f)
	g.fn.cost += (g.fn.cost - before) * (times - 1)
	g.fn.loops--
}

// class writes a class with methods.
func (g *generator) class() string {
	g.Count("class")
	b := g.add(&binding{name: g.SerialName("K"), kind: isClass, hint: callable, sig: &signature{params: []hint{number}, result: record, rank: g.fn.limit - 0.5, cost: 4, class: true}})
	text := g.Capture(func() {
		head := fmt.Sprintf("class %s {", b.name)
		if g.Chance(12) {
			head = fmt.Sprintf("class %s extends Box {", b.name)
		}
		g.Line("%s", head)
		g.Indent++
		method := func(super string, last string) string {
			fn := &function{strict: true, arguments: true, returns: true, times: 1, limit: b.sig.rank, floor: g.fn.floor}
			var text string
			g.within(fn, func() {
				p := g.add(&binding{name: g.fresh(pool), kind: isParam, hint: number})
				text = fmt.Sprintf("(%s) { %s%s }", p.name, super, fmt.Sprintf(last, p.name, g.num(1)))
			})
			g.fn.cost += fn.cost
			return text
		}
		super := ""
		if strings.Contains(head, "extends") {
			super = "super(1); "
		}
		if g.Chance(70) {
			g.Line("constructor%s", method(super, "this.p = %s; this.q = %s;"))
		}
		if g.Chance(30) {
			g.Line("r = %s;", g.literal())
		}
		g.Line("m%s", method("", pick(g, "this.q = %s; return this.p + %s;", "this.p = %s; return (%s, this);", "return [this.p, %s, %s];")))
		if g.Chance(30) {
			g.Line("static s%s", method("", "return [%s, %s];"))
		}
		if g.Chance(30) {
			g.Line("get r() { return this.p; }")
		}
		g.Indent--
		g.Line("}")
	})
	return strings.TrimSuffix(unindented(text, g.Indent), "\n")
}
