package knot

import (
	"fmt"
	"strings"
)

// statements writes the statements of a scope, and the functions that it declares
// somewhere among them.
func (k *knot) statements(n int) {
	k.indent++
	k.scopeStatements(n)
	k.indent--
}

func (k *knot) scopeStatements(n int) {
	if k.fn.loops == 0 && !k.fn.plain && k.chance(45) {
		k.promise()
		if k.chance(40) {
			k.promise()
		}
	}
	if k.fn.outer != nil && k.fn.outer.outer == nil && k.scope.outer.fn != k.fn || k.scope.outer == nil {
		k.setUp()
	}
	if !k.fn.plain && k.chance(18) {
		kd := k.kind(isLet, isConst, isVar)
		v := &variable{name: k.fresh(kd), kind: kd, fn: k.fn, holds: secondary}
		k.scope.soon = append(k.scope.soon, v)
		if k.chance(50) && (kd == isVar || !k.tame) { // functions of this block can use it, too
			v.holds = anything
			k.scope.vars = append(k.scope.vars, v)
		}
	}
	var texts []string
	for i := range n {
		if k.budget <= 0 && i > 1 {
			break
		}
		texts = append(texts, k.capture(k.statement))
	}
	for _, v := range k.scope.later {
		at := k.r.IntN(len(texts) + 1)
		if k.chance(50) {
			at = len(texts)
		}
		text := k.hoisted(v)
		texts = append(texts[:at], append([]string{text}, texts[at:]...)...)
	}
	k.scope.later = nil
	for _, v := range k.scope.soon {
		text := k.capture(func() { k.line("%s %s = %s;", words[v.kind], v.name, k.value(1).arg()) })
		at := (len(texts) + k.r.IntN(len(texts)+1) + 1) / 2
		texts = append(texts[:at], append([]string{text}, texts[at:]...)...)
	}
	k.scope.soon = nil
	k.out = append(k.out, strings.Join(texts, "")...)
}

// setUp declares the variables that the statements tie together.
func (k *knot) setUp() {
	if k.chance(60) {
		k.foldedConstants()
	}
	word := func() kind { return k.kind(isLet, isLet, isVar) }
	for range 1 + k.r.IntN(2) {
		kd := word()
		e := k.value(k.r.IntN(2)).arg()
		v := k.declare(&variable{name: k.fresh(kd), kind: kd})
		k.line("%s %s = %s;", words[kd], v.name, e)
	}
	if !k.fn.plain && k.chance(60) {
		kd := word()
		if k.odd && k.chance(40) {
			kd = k.kind(isVar) // most odd names are legal for a var
		}
		v := k.declare(&variable{name: k.fresh(kd), kind: kd, holds: closure})
		if k.chance(30) {
			k.line("%s %s = %s;", words[kd], v.name, k.closure(1))
		} else {
			k.line("%s %s;", words[kd], v.name)
		}
	}
	if k.chance(35) {
		text := k.objectText(1)
		if !k.tame && k.chance(25) {
			text = pick(k, "acc(1)", "prox(2)", "frozen(3)")
		}
		kd := k.kind(isLet, isConst)
		v := k.declare(&variable{name: k.fresh(kd), kind: kd, holds: object})
		k.line("%s %s = %s;", words[kd], v.name, text)
	}
}

var words = map[kind]string{isLet: "let", isConst: "const", isVar: "var"}

func (k *knot) foldedConstants() {
	var parts []string
	for range 1 + k.r.IntN(2) {
		text := pick(k, "false", "true", "0", "60", "2 * 30", "3", "\"on\"", "null", "1 + 1")
		truthy := text != "false" && text != "0" && text != "null" && text != `"on"` && text != "true"
		v := k.declare(&variable{name: k.fresh(isConst), kind: isConst, holds: folded, limit: truthy})
		parts = append(parts, v.name+" = "+text)
	}
	k.count("folded constant")
	k.line("const %s;", strings.Join(parts, ", "))
}

// statement writes one statement, or an idiom of a few, and often prints the result.
func (k *knot) statement() {
	depth := len(k.out)
	k.oneStatement()
	if len(k.out)-depth > 100 && k.chance(50) {
		k.look()
	}
}

// look prints variables, and the results of tests of them: the optimizer may decide a test
// by a wrong fact, where it leaves a mere read alone.
func (k *knot) look() {
	if f := k.some(func(v *variable) bool { return v.holds == closure }); f != nil && k.chance(20) {
		k.line("print(%s);", f.name) // it has a name
		return
	}
	v, w := k.some(readable), k.some(readable)
	if v == nil {
		return
	}
	switch k.r.IntN(3) {
	case 0:
		k.line("print(%s, %s === %s);", v.name, w.name, k.literal().arg())
	case 1:
		k.line("if (%s %s %s) print(%s);", v.name, pick(k, "===", "<", "!=="), k.literal().arg(), w.name)
	default:
		k.line("print(%s + 1, %s);", v.name, w.name)
	}
}

func (k *knot) oneStatement() {
	k.budget--
	deep := k.budget > 0 && k.indent < 7
	inner := k.scope.outer != nil
	ties := !k.fn.plain
	k.choose([]choice{
		{6, true, k.declaration},
		{12, true, func() { k.line("%s;", start(k.unused(3))) }},
		{8, true, func() { k.line("%s;", start(k.assignment(2))) }},
		{map[bool]int{false: 3, true: 9}[k.odd], ties, k.closureAssigned},
		{8, true, func() { k.line("print(%s, %s);", k.value(2).arg(), k.value(1).arg()) }},
		{5, true, k.patternDeclaration},
		{7, deep, k.ifStatement},
		{18, deep && k.fn.loops < 2, k.loop},
		{8, deep, k.switchStatement},
		{7, deep, k.tryStatement},
		{3, deep, k.block},
		{4, deep, k.labelled},
		{8, len(k.fn.targets) > 0, k.jump},
		{2, k.fn.returns && inner, func() { k.line("if (%s) return %s;", k.condition(1).s, k.value(1).s) }},
		{1, true, func() { k.line("if (%s) throw %s;", k.test(1).s, k.value(1).s) }},
		{3, ties, k.classStatement},
		{4, ties && k.again, k.redeclare},
		{4, ties, func() { k.line("keep(%s);", k.closure(2)) }},
		{3, !k.fn.closure, func() { k.line("print(kept.map(ask));") }},
		{2, k.looks && !k.fn.closure, func() { k.line("look(%d);", k.r.IntN(5)) }},
		{2, ties && k.file == CommonJS && !k.fn.strict, k.wrapperParameter},
		{2, ties, k.constantWritten},
		{6, len(k.scope.soon) > 0 && k.quirks > 0, k.early},
		{4, ties && k.fn.loops == 0, k.beforeValue},
		{3, deep, k.guarded},
		{4, ties, k.outOfOrder},
		{3, true, k.objectReplaced},
		{4, deep && k.fn.loops == 0, k.records},
		{3, deep && k.fn.loops == 0, k.heldAgain},
		{5, deep && k.fn.loops == 0, k.shapes},
		{map[bool]int{false: 12, true: 4}[ties], deep && k.fn.loops == 0, k.outOfNested},
		{map[bool]int{true: 12}[k.odd], ties && k.odd, k.oddFunction},
		{2, deep && k.fn.loops == 0, k.pastItems},
		{1, deep && k.fn.loops == 0, k.neverItems},
		{1, !k.tame, k.nullishGlobal},
		{1, deep && ties && k.fn.loops == 0, k.madeInTry},
		{map[bool]int{false: 6, true: 16}[k.tame || k.fn.outer == nil], ties && k.quirks > 0, k.blockFunction},
		{5, ties, k.nameless},
		{map[bool]int{false: 1, true: 4}[k.tame], k.patches && k.file != Module, k.patched},
	})
}

// closureAssigned assigns a function to a variable, which names the function.
func (k *knot) closureAssigned() {
	v := k.some(func(v *variable) bool { return v.holds == closure && v.kind != isConst })
	if v == nil {
		k.line("keep(%s);", k.closure(1))
		return
	}
	k.line("%s = %s;", v.name, k.closure(1))
	k.line("print(%s);", v.name)
}

// objectReplaced assigns another object to a variable, with the properties of the previous
// one, and may write one of them.
func (k *knot) objectReplaced() {
	v := k.some(func(v *variable) bool { return v.holds == object && v.kind != isConst })
	if v == nil {
		k.line("eff(%s);", k.value(1).arg())
		return
	}
	k.count("object replaced")
	k.line("print(%s.p);", v.name)
	k.line("%s = %s;", v.name, k.objectText(1))
	if k.chance(50) {
		k.line("%s.%s %s %s;", v.name, pick(k, "p", "q"), pick(k, "=", "+="), k.literal().arg())
	}
}

func (k *knot) declaration() {
	kd := k.kind(isLet, isLet, isConst, isVar)
	export := ""
	if k.file == Module && k.scope.outer == nil && k.chance(40) {
		k.count("export")
		export = "export "
	}
	h := anything
	if k.chance(12) {
		h = closure
	}
	text := func() string {
		if h == closure {
			return k.closure(2)
		}
		return k.value(2).arg()
	}
	e := text()
	v := k.declare(&variable{name: k.fresh(kd), kind: kd, holds: h})
	if kd != isConst && k.chance(15) {
		k.line("%s%s %s;", export, words[kd], v.name)
		return
	}
	more := ""
	if k.chance(15) {
		h = anything
		w := text()
		more = fmt.Sprintf(", %s = %s", k.declare(&variable{name: k.fresh(kd), kind: kd}).name, w)
	}
	k.line("%s%s %s = %s%s;", export, words[kd], v.name, e, more)
}

// patternDeclaration declares by a pattern whose defaults and keys are evaluated after
// the value that it destructures.
func (k *knot) patternDeclaration() {
	k.count("pattern")
	kd := k.kind(isLet, isConst, isVar)
	names := []string{k.fresh(kd), k.fresh(kd)}
	def := func() string {
		if k.chance(65) {
			return " = " + k.value(2).arg()
		}
		return ""
	}
	over := func(text string) string {
		if k.chance(50) {
			e := k.withClosure(1)
			if i := strings.LastIndex(e.s, ", "); i > 0 && strings.HasPrefix(e.s, "keep(") {
				return "keep(" + k.closure(1) + ", " + text + ")"
			} else if i > 0 {
				return "(" + e.s + ", " + text + ")"
			}
		}
		return text
	}
	var text string
	switch k.r.IntN(4) {
	case 0:
		text = fmt.Sprintf("[%s%s, %s%s] = %s", names[0], def(), names[1], def(), over(fmt.Sprintf("[%s]", k.value(1).arg())))
	case 1:
		text = fmt.Sprintf("{ p: %s%s, [%s]: %s%s } = %s", names[0], def(), k.computed(1, "q"), names[1], def(), over(k.objectText(1)))
	case 2:
		text = fmt.Sprintf("{ r: %s%s, q: { p: %s%s } = {} } = %s", names[0], def(), names[1], def(), over(k.objectText(1)))
	default:
		text = fmt.Sprintf("[%s%s, ...%s] = %s", names[0], def(), names[1], over(fmt.Sprintf("iter(%d)", k.r.IntN(4))))
	}
	for _, n := range names {
		k.declare(&variable{name: n, kind: kd})
	}
	k.line("%s %s;", words[kd], text)
}

func (k *knot) ifStatement() {
	k.line("if (%s) {", k.condition(2).s)
	k.scoped(func() { k.scopeStatements(1 + k.r.IntN(2)) })
	if k.chance(40) {
		k.line("} else {")
		k.scoped(func() { k.scopeStatements(1 + k.r.IntN(2)) })
	}
	k.line("}")
}

func (k *knot) block() {
	k.line("{")
	k.scoped(func() { k.scopeStatements(1 + k.r.IntN(3)) })
	k.line("}")
}

func (k *knot) label() string {
	k.serial++
	return fmt.Sprintf("%s%d", pick(k, "L", "out", "a"), k.serial)
}

func (k *knot) labelled() {
	name := k.label()
	k.count("labelled block")
	k.line("%s: {", name)
	k.targeting(target{label: name}, func() { k.scoped(func() { k.scopeStatements(2 + k.r.IntN(2)) }) })
	k.line("}")
}

func (k *knot) targeting(t target, f func()) {
	n := len(k.fn.targets)
	k.fn.targets = append(k.fn.targets[:n:n], t)
	f()
	k.fn.targets = k.fn.targets[:n]
}

// jump leaves or continues a statement around it, mostly under a condition.
func (k *knot) jump() {
	ts := k.fn.targets
	n := k.r.IntN(len(ts))
	if k.chance(40) {
		n = len(ts) - 1
	}
	t := ts[n]
	// A jump without a label targets the innermost loop, or the innermost switch or loop.
	innermost, innerLoop := t.loop || t.label == "", true
	for _, u := range ts[n+1:] {
		innermost = innermost && u.label != "" && !u.loop
		innerLoop = innerLoop && !u.loop
	}
	label := t.label
	var s string
	switch {
	case t.continues && k.chance(60) && (label != "" || innerLoop):
		s = "continue"
		if label != "" && (!innerLoop || k.chance(50)) {
			s += " " + label
		}
	case label != "" && (!innermost || k.chance(40)):
		s = "break " + label
	case innermost:
		s = "break"
	default:
		k.line("print(%s);", k.value(1).arg())
		return
	}
	k.count(s[:5])
	if k.chance(85) {
		k.line("if (%s) %s;", k.condition(2).s, s)
		return
	}
	k.line("%s;", s)
}

func (k *knot) switchStatement() {
	k.count("switch")
	k.line("switch (%s) {", k.value(2).s)
	n := 1 + k.r.IntN(3)
	def := k.r.IntN(n + 2)
	k.targeting(target{}, func() {
		k.scoped(func() {
			clause := func(head string) {
				k.line("%s:", head)
				k.indent++
				for range k.r.IntN(3) {
					k.statement()
				}
				switch k.r.IntN(5) {
				case 0, 1, 2:
					k.line("break;")
				case 3:
					if k.fn.returns && k.chance(30) {
						k.line("return %s;", k.value(1).s)
					}
				}
				k.indent--
			}
			for i := range n + 1 {
				if i == def {
					clause("default")
				}
				if i == n {
					break
				}
				test := k.literal().s
				switch k.r.IntN(6) {
				case 0, 1:
					test = k.withClosure(1).s
				case 2:
					test = k.assignment(1).s
				case 3:
					test = k.value(2).s
				}
				clause("case " + test)
			}
		})
	})
	k.line("}")
}

func (k *knot) tryStatement() {
	k.count("try")
	body := func() { k.scoped(func() { k.scopeStatements(1 + k.r.IntN(3)) }) }
	k.line("try {")
	body()
	caught := k.chance(70)
	if caught {
		e := k.fresh(isCatch)
		switch k.r.IntN(5) {
		case 0:
			k.line("} catch {")
			body()
		case 1:
			k.line("} catch ({ p: %s = %s }) {", e, k.value(1).arg())
			k.scoped(func() {
				k.declare(&variable{name: e, kind: isCatch})
				k.scopeStatements(1 + k.r.IntN(2))
			})
		default:
			k.line("} catch (%s) {", e)
			k.scoped(func() {
				k.declare(&variable{name: e, kind: isCatch})
				if k.again && k.chance(25) {
					k.count("catch parameter declared again")
					k.line("var %s;", pick(k, e, e+" = "+k.value(1).arg(), "["+e+"] = ["+k.value(1).arg()+"]", "["+e+"] = iter(1)", "{ p: "+e+" = 2 } = {}"))
				}
				k.scopeStatements(1 + k.r.IntN(2))
			})
		}
	}
	if !caught || k.chance(30) {
		k.line("} finally {")
		if k.chance(25) && k.fn.loops == 0 {
			k.scoped(k.pastItems)
		} else {
			body()
		}
	}
	k.line("}")
}

func (k *knot) classStatement() {
	if k.indent > 4 {
		k.line("eff(1);")
		return
	}
	name := k.fresh(isConst)
	text := k.classText(1, " "+name)
	k.declare(&variable{name: name, kind: isConst, holds: secondary})
	k.line("%s", text)
}

// redeclare declares a name again, as is legal for var, parameters and functions.
func (k *knot) redeclare() {
	v := k.some(func(v *variable) bool {
		return v.fn == k.fn && !v.counter && v.holds != folded && (v.kind == isVar || v.kind == isParam)
	})
	if v == nil || k.kind(isVar) != isVar {
		k.line("print(%s);", k.value(1).arg())
		return
	}
	k.count("declared again")
	switch n := k.r.IntN(6); {
	case n == 0:
		k.line("var %s;", v.name)
	case n == 1 && !k.fn.strict && k.fn.loops == 0 && v.kind == isVar:
		k.line("function %s() { return %s; }", v.name, k.inClosure(func() string { return k.value(0).s }))
	case n == 2:
		k.line("for (var %s of [%s, %s]) print(%s);", v.name, k.value(1).arg(), k.value(1).arg(), v.name)
	default:
		k.line("var %s = %s;", v.name, k.value(2).arg())
	}
}

// early references a variable of this block, mostly before its declaration.
func (k *knot) early() {
	k.quirks--
	v := k.scope.soon[0]
	k.count("referenced early")
	references := []string{v.name, v.name, v.name + " = " + k.literal().arg(), "typeof " + v.name, v.name + " + 1"}
	if !k.tame || v.kind == isVar { // what is kept may run before the declaration
		references = append(references, "keep(() => "+v.name+")")
	}
	reference := pick(k, references...)
	if v.kind != isVar || k.chance(30) {
		k.line("try { %s; eff(%q); } catch { %s; }", reference, v.name, start(k.assignment(1)))
		return
	}
	k.line("print(%s);", reference)
}

func (k *knot) constantWritten() {
	v := k.some(func(v *variable) bool { return v.kind == isConst && v.holds != secondary })
	if v == nil {
		k.line("eff(%s);", k.value(1).arg())
		return
	}
	k.count("constant written")
	if k.chance(50) {
		k.line("try { %s = %s; } catch { print(\"const\"); }", v.name, k.value(1).arg())
		return
	}
	k.line("print(ask(() => %s %s %s));", v.name, pick(k, "=", "+="), k.literal().arg())
}
