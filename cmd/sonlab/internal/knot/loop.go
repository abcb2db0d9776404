package knot

import (
	"fmt"
	"strings"
)

// loop writes one of the forms of loops. Its counter is incremented in the head, or
// before anything that continues.
func (k *knot) loop() {
	label := ""
	if k.chance(40) {
		label = k.label()
	}
	k.fn.loops++
	k.choose([]choice{
		{7, true, func() { k.forLoop(label) }},
		{3, true, func() { k.whileLoop(label) }},
		{4, true, func() { k.doLoop(label) }},
		{5, true, func() { k.iterationLoop(label) }},
		{3, true, func() { k.middleLoop(label) }},
		{6, true, func() { k.progressLoop(label) }},
		{3, true, func() { k.lastIterationLoop(label) }},
		{3, true, func() { k.lateCounterLoop(label) }},
		{3, true, func() { k.invariantLoop(label) }},
		{2, true, func() { k.capturingLoop(label) }},
	})
	k.fn.loops--
}

// body writes the inside of a loop's body.
func (k *knot) body(label string, continues bool, first, last func()) {
	around := k.around
	k.around = nil
	k.targeting(target{label: label, loop: true, continues: continues}, func() {
		k.scoped(func() {
			if first != nil {
				first()
			}
			if around != nil {
				around()
			}
			k.scopeStatements(1 + k.r.IntN(3))
			if around != nil {
				around()
			}
			if last != nil {
				last()
			}
		})
	})
}

// counter returns a new loop counter, which is only incremented.
func (k *knot) counter(kd kind) *variable {
	return &variable{name: k.fresh(kd), kind: kd, counter: true, fn: k.fn}
}

// forLoop writes a for with closures in its initializer, its test and its update.
func (k *knot) forLoop(label string) {
	k.count("for")
	kd := k.kind(isLet, isLet, isLet, isVar)
	i := k.counter(kd)
	outside := k.scope
	k.scope = &scope{outer: outside, fn: k.fn}
	if kd == isVar {
		k.scope = outside
		k.declare(i)
		k.scope = &scope{outer: outside, fn: k.fn}
	} else {
		k.scope.vars = append(k.scope.vars, i)
	}
	more := ""
	if k.chance(40) {
		j := &variable{name: k.fresh(kd), kind: kd, fn: k.fn}
		if k.chance(50) {
			j.holds = closure
			more = fmt.Sprintf(", %s = %s", j.name, k.closure(1))
		} else {
			more = fmt.Sprintf(", %s = %s", j.name, k.value(1).arg())
		}
		k.scope.vars = append(k.scope.vars, j)
	}
	test := fmt.Sprintf("%s < %d", i.name, 2+k.r.IntN(2))
	switch k.r.IntN(5) {
	case 0:
		test = fmt.Sprintf("%s, %s", k.withClosure(1).arg(), test)
	case 1:
		test += " && " + pick(k, "eff(1)", "keep("+k.closure(1)+", 1)", "true")
	}
	update := fmt.Sprintf(pick(k, "%s++", "++%s", "%s += 1"), i.name)
	switch k.r.IntN(4) {
	case 0:
		update = fmt.Sprintf("%s, %s", k.value(1).arg(), update)
	case 1:
		update += ", " + k.withClosure(1).arg()
	}
	k.head(label, "for (%s %s = 0%s; %s; %s) {", words[kd], i.name, more, test, update)
	k.body(label, true, nil, nil)
	k.scope = outside
	k.line("}")
}

// before declares a counter in front of a loop, and writes the loop's label.
func (k *knot) before() *variable {
	kd := k.kind(isLet, isVar)
	i := k.counter(kd)
	k.declare(i)
	k.line("%s %s = 0;", words[kd], i.name)
	return i
}

// head writes the first line of a loop, after its label.
func (k *knot) head(label, format string, args ...any) {
	if label != "" {
		k.line("%s:", label)
	}
	k.line(format, args...)
}

func (k *knot) whileLoop(label string) {
	k.count("while")
	i := k.before()
	test := fmt.Sprintf("%s++ < %d", i.name, 2+k.r.IntN(2))
	switch k.r.IntN(4) {
	case 0:
		test = fmt.Sprintf("%s, %s", k.withClosure(1).arg(), test)
	case 1:
		test += fmt.Sprintf(" && (%s, true)", k.value(1).arg())
	}
	k.head(label, "while (%s) {", test)
	k.body(label, true, nil, nil)
	k.line("}")
}

func (k *knot) doLoop(label string) {
	k.count("do")
	i := k.before()
	k.head(label, "do {")
	k.body(label, true, nil, nil)
	test := fmt.Sprintf("%s < %d", pick(k, "++%s", "eff(++%s)", "(%s += 1)"), 2+k.r.IntN(2))
	test = fmt.Sprintf(test, i.name)
	if k.chance(30) {
		test = fmt.Sprintf("%s, %s", k.withClosure(1).arg(), test)
	}
	k.line("} while (%s);", test)
}

// middleLoop writes a loop that is left in its middle.
func (k *knot) middleLoop(label string) {
	k.count("exit in the middle")
	i := k.before()
	k.head(label, "%s {", pick(k, "for (;;)", "while (true)"))
	k.body(label, true, func() { k.line("if (%s++ >= %d) break;", i.name, 2+k.r.IntN(2)) }, nil)
	k.line("}")
}

// lastIterationLoop writes a loop that is left in its last iteration: for the optimizer, the
// rest of its body comes after the loop and is not part of it.
func (k *knot) lastIterationLoop(label string) {
	k.count("last iteration")
	i := k.before()
	k.head(label, "%s {", pick(k, "for (;;)", "while (true)"))
	leave := "break;"
	if k.fn.returns && k.chance(30) {
		leave = "return " + k.value(1).s + ";"
	}
	k.body(label, false, func() {
		k.line("if (%s++ < %d) continue;", i.name, 1+k.r.IntN(2))
		if k.chance(50) {
			k.progressLoop("")
		}
	}, func() { k.line("%s", leave) })
	k.line("}")
}

// lateCounterLoop writes a loop that increments its counter at the end of its body, and whose
// update uses the value that the counter had before.
func (k *knot) lateCounterLoop(label string) {
	k.count("late counter")
	i := k.before()
	v := k.some(writable)
	if v == nil || k.chance(70) {
		v = k.declare(&variable{name: k.fresh(isLet), kind: isLet})
		k.line("let %s;", v.name)
	}
	if !k.fn.plain && k.chance(85) {
		k.line("keep(() => %s);", v.name)
	}
	update := fmt.Sprintf(pick(k, "%s--", "%s += 1", "%[1]s = -%[1]s", "print(%s)", "eff(%s)"), v.name)
	k.head(label, "for (; %s < %s; %s) {", i.name, pick(k, "2", "eff(2)", "eff(4)"), update)
	first := func() {
		if k.chance(50) {
			k.line("%s++;", i.name)
		}
	}
	k.body(label, false, first, func() {
		k.line(pick(k, "%s = %s++;", "%s = %s; %[2]s++;", "%s = %s; %[2]s += 1;"), v.name, i.name)
		if k.chance(30) {
			k.line("print(%s);", v.name)
		}
	})
	k.line("}")
}

// invariantLoop writes a loop that tests the same value in each iteration, by a name that is
// local to the iteration.
func (k *knot) invariantLoop(label string) {
	k.count("invariant test")
	i := k.before()
	invariant := k.some(func(v *variable) bool { return v.kind == isParam && v.holds == anything })
	if invariant == nil {
		invariant = k.declare(&variable{name: k.fresh(isLet), kind: isLet})
		k.line("let %s = %s;", invariant.name, pick(k, "eff(1)", "eff()", "void 0"))
	}
	name := k.fresh(isLet)
	k.head(label, "while (%s++ < %s) {", i.name, pick(k, "2", "eff(2)", "eff(3)"))
	k.line("%s %s = %s;", pick(k, "let", "let", "var"), name, invariant.name)
	if k.chance(50) {
		k.line("print(%s);", i.name)
	}
	other := k.value(1)
	k.line(pick(k,
		"print(%[1]s ??= %[2]s);",
		"if (%[1]s == null) %[1]s = %[2]s;",
		"if (typeof %[1]s === \"number\") %[1]s = %[2]s; else print(%[1]s);",
		"if (%[1]s === undefined) print(%[2]s); else print(%[1]s);",
		"print(%[1]s ? %[2]s : %[1]s);",
	), name, other.arg())
	if k.chance(50) {
		k.line("print(%s, %s);", name, i.name)
	}
	k.line("}")
}

// progressLoop writes a loop that carries a value to the next iteration in a variable of the
// current one.
func (k *knot) progressLoop(label string) {
	k.count("progress")
	c := k.before()
	c.holds = anything
	kd := pick(k, isLet, isLet, isConst)
	i := k.counter(kd)
	step := pick(k, 1, 1, 30)
	limit := fmt.Sprint(2 * step)
	if v := k.some(func(v *variable) bool { return v.holds == folded && v.limit }); v != nil {
		limit, step = v.name, 30
	}
	leave := fmt.Sprintf(pick(k, "if (%s < %s) {} else break;", "if (%s >= %s) break;", "if (!(%s < %s)) break;"), i.name, limit)
	next := fmt.Sprintf(pick(k, "%[1]s = %[2]s; %[1]s += %[3]d;", "%[1]s = %[2]s + %[3]d;", "%[1]s += %[3]d;"), c.name, i.name, step)
	k.head(label, "%s {", pick(k, "for (;;)", "while (true)", "while (!0)"))
	k.body(label, false, func() {
		k.line("%s %s = %s;", words[kd], i.name, c.name)
		k.declare(i)
		if !k.fn.plain && k.chance(70) {
			closure := pick(k, "() => "+i.name, "() => "+i.name, k.closure(1))
			k.line("keep(%s);", closure)
		}
		if k.chance(50) {
			k.line("if (%s) print(%s);", k.decided(1).s, k.value(1).arg())
		}
		if k.chance(50) {
			k.line("%s", leave)
			leave = ""
		}
	}, func() {
		if leave != "" {
			k.line("%s", leave)
		}
		k.line("%s", next)
	})
	k.line("}")
}

// iterationLoop writes a for-in or for-of loop; its head may make closures.
func (k *knot) iterationLoop(label string) {
	word, over := "of", ""
	switch k.r.IntN(6) {
	case 0:
		if over = k.keyed(); over == "" || k.chance(50) {
			over = pick(k, "{ p: 1, q: 2 }", k.objectText(1))
		}
		word = "in"
	case 1:
		over = fmt.Sprintf("iter(%d)", 1+k.r.IntN(3))
	default:
		over = fmt.Sprintf("[%s, %s]", k.value(1).arg(), k.value(1).arg())
	}
	if k.chance(15) {
		word, over, _ = strings.Cut(k.held(), " ")
	}
	k.count("for-" + word)
	if k.chance(40) {
		if e := k.withClosure(1); e.p == 0 {
			over = "(" + e.s + ", " + over + ")"
		} else {
			over = "keep(" + k.closure(1) + ", " + over + ")"
		}
	}
	if k.fn.async && word == "of" && k.chance(40) {
		word = "await of"
	}
	write := func(left string) {
		if word == "await of" {
			k.head(label, "for await (%s of %s) {", left, over)
			return
		}
		k.head(label, "for (%s %s %s) {", left, word, over)
	}
	if v := k.some(writable); v != nil && k.chance(35) && v.name != "let" && v.name != "async" {
		k.count("item to a variable")
		write(v.name)
		k.body(label, true, nil, nil)
		k.line("}")
		return
	}
	kd := k.kind(isLet, isConst, isVar)
	v := &variable{name: k.fresh(kd), kind: kd}
	left := v.name
	if k.chance(20) {
		left = fmt.Sprintf("[%s = %s]", left, k.value(1).arg())
	}
	write(words[kd] + " " + left)
	k.body(label, true, func() { k.declare(v) }, nil)
	k.line("}")
}

// capturingLoop writes a loop that makes functions in each iteration that capture a variable
// declared after the loop. The loop is left to that declaration, and to the end of the block
// around both.
func (k *knot) capturingLoop(label string) {
	k.count("loop that captures a later variable")
	if label == "" {
		label = k.label()
	}
	i, fns, now, late := k.fresh(isVar), k.fresh(isVar), k.fresh(isLet), k.fresh(isLet)
	k.line("var %s = [], %s = 0;", fns, i)
	k.line("%s: {", label)
	k.line("  while (true) {")
	k.line("    let %s = %s;", now, i)
	k.line("    %s.push(() => %s);", fns, late)
	k.line("    if (%s) break %s;", pick(k, "eff("+now+") > 5", now+" === 7", k.value(1).arg()), label)
	k.line("    if (!(%s < %d)) break;", now, 1+k.r.IntN(2))
	k.line("    %s = %s + 1;", i, now)
	k.line("  }")
	k.line("  let %s = %s;", late, k.value(1).arg())
	k.line("  print(%s);", late)
	k.line("}")
	k.line("print(%s.map(ask));", fns)
}

// madeInTry makes functions that capture a variable of the iteration, in a part of a try that
// has no edge at its end: a finally, or a block that throws.
func (k *knot) madeInTry() {
	k.count("variable of an iteration in a try")
	i, fns, v := k.fresh(isVar), k.fresh(isVar), k.fresh(isLet)
	part := func() {
		k.line("    let %s%s;", v, pick(k, "", " = "+k.literal().arg()))
		k.line("    %s.push(() => %s);", fns, v)
		k.line("    if (%s) %s = %s;", pick(k, i+" === 1", "eff("+i+") < 2", k.value(1).arg()), v, i)
	}
	k.line("var %s = [];", fns)
	k.line("for (var %[1]s = 0; %[1]s < %[2]d; %[1]s++) {", i, 2+k.r.IntN(2))
	k.line("  try {")
	if k.chance(50) {
		part()
		k.line("    throw %s;", i)
		k.line("  } catch {")
		k.line("    eff(1);")
	} else {
		k.line("    eff(1);")
		k.line("  } finally {")
		part()
	}
	k.line("  }")
	k.line("}")
	k.line("print(%s.map(ask));", fns)
}

// neverItems writes nested iteration loops in unreachable code that is not obviously
// unreachable.
func (k *knot) neverItems() {
	k.count("iteration loops in unreachable code")
	label, leave := "", "return"
	if !k.fn.returns || k.chance(50) {
		name := k.label()
		label, leave = name+": ", "break "+name
	}
	known, v, w, x := k.fresh(isConst), k.fresh(isLet), k.fresh(isConst), k.fresh(isConst)
	over := func() string { return pick(k, "[1, 2]", "iter(2)", w, k.value(1).arg()) }
	k.line("%s{", label)
	k.line("  const %s = %d;", known, 1+k.r.IntN(60))
	k.line("  let %s;", v)
	k.line("  if (%s !== %s || %s) %s;", k.value(0).arg(), k.value(0).arg(), known, leave)
	k.line("  if (eff(%s ? %s : %s)) {", k.value(0).arg(), k.value(0).arg(), v)
	k.line("    for (const %s %s %s) {", w, pick(k, "in", "of"), k.value(1).arg())
	k.line("      for (const %s of %s) {", x, over())
	k.line("        print(%s);", v)
	k.line("        %s = %s;", v, pick(k, "{ p: eff() }", "[eff("+x+")]", "eff("+v+")"))
	k.line("      }")
	k.line("    }")
	k.line("    print(%s);", v)
	k.line("  }")
	k.line("}")
}
