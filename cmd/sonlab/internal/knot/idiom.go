package knot

import (
	"fmt"
	"strings"
)

// beforeValue declares a variable, and a function that reads it and runs both before and
// after: function declarations are initialized first, even labelled ones. The two are often
// all that a function has: constants are only moved to their uses from statement lists that
// are the body of a function.
func (k *knot) beforeValue() {
	k.count("function before a value")
	if k.chance(50) {
		k.valueAfter()
		return
	}
	k.line("(function () {")
	k.within(&function{returns: true, arguments: true, closure: k.fn.closure, limit: k.fn.limit}, func() {
		k.indent++
		k.valueAfter()
		k.indent--
	})
	k.line("})();")
}

func (k *knot) valueAfter() {
	kd := k.kind(isVar, isLet, isConst)
	v := &variable{name: k.fresh(kd), kind: kd, fn: k.fn}
	k.hoists++
	f := &variable{name: k.fresh(isFunction), kind: isFunction, holds: secondary, number: k.hoists, fn: k.fn}
	label := ""
	if !k.fn.strict && k.chance(40) {
		k.count("labelled function")
		label = "foo: "
	}
	first := k.chance(50)
	if first {
		k.line("print(ask(%s));", f.name)
	}
	parts := []string{
		fmt.Sprintf("%sfunction %s() { return %s; }", label, f.name, v.name),
		fmt.Sprintf("%s %s = %s;", words[kd], v.name, k.literal().arg()),
	}
	if k.chance(50) {
		parts[0], parts[1] = parts[1], parts[0]
	}
	k.line("%s", parts[0])
	if k.chance(50) {
		k.line("print(ask(%s), typeof %s);", f.name, f.name)
	}
	k.line("%s", parts[1])
	if k.chance(60) {
		v.holds = secondary // nothing else assigns it
	}
	k.scope.vars = append(k.scope.vars, f, v)
}

// guarded does an operation, whose result is unused, on a value whose type a test proves: it
// may still throw.
func (k *knot) guarded() {
	switch n := k.r.IntN(100); {
	case n < 25:
		k.converted()
		return
	case n < 40:
		k.namedBelow()
		return
	}
	k.count("type guard")
	kinds := []struct{ kind, value string }{{"symbol", "sym"}, {"bigint", "5n"}, {"number", pick(k, "-0", "4")}, {"string", `"s"`}}
	g := kinds[k.r.IntN(len(kinds))]
	if k.tame {
		g = kinds[2+k.r.IntN(2)]
	}
	kd := k.kind(isLet, isConst, isVar)
	v := &variable{name: k.fresh(kd), kind: kd, holds: secondary}
	k.line("%s %s = %s;", words[kd], v.name, pick(k, g.value, "eff("+g.value+")", "["+g.value+"][0]"))
	k.declare(v)
	operation := fmt.Sprintf(pick(k, "%s + 1", "1 - %s", "%s < 1", "+%s", "-%s", "`${%s}`", "%s * 2", "%s | 0"), v.name)
	if g.kind == "number" && k.chance(50) {
		k.line("if (%s === %s) {", v.name, g.value)
	} else {
		k.line("if (typeof %s === %q) {", v.name, g.kind)
	}
	k.scoped(func() {
		k.line("try {")
		k.line("  %s;", pick(k, operation, "const "+k.fresh(isConst)+" = "+operation))
		k.line("  %s;", start(k.assignment(1)))
		if k.chance(40) {
			k.indent++
			k.renamed(v)
			k.indent--
		}
		k.line("} catch { eff(%q); }", "guard")
		if g.kind == "number" {
			k.line("print(Object.is(%s + 0, %s * 0), %s - 0);", v.name, v.name, v.name)
		}
	})
	k.line("}")
}

// converted converts an expression whose value a successful test determines: v && 1 is v
// where v is null.
func (k *knot) converted() {
	k.count("conversion of a tested value")
	v := k.fresh(isLet)
	k.line("let %s = %s;", v, pick(k, "eff(null)", "eff()", "eff(0)", `eff("s")`))
	k.declare(&variable{name: v, kind: isLet, holds: secondary})
	known := fmt.Sprintf(pick(k, "%s && %s", "%s || %s", "%s ?? %s", "%s &&= %s", "%s ||= %s", "%[1]s = %[1]s && %s"), v, k.literal().arg())
	into := fmt.Sprintf(pick(k, "`${%[1]s}`", "`a${%[1]s}b`", "{ [%[1]s]: 1 }", "class { [%[1]s]() {} }", "(%[1]s) + %[2]s", "(%[1]s) * 2"), known, v)
	test := fmt.Sprintf(pick(k, "%s == null", "!%s", "%s", `typeof %s === "string"`, "%s === undefined"), v)
	k.line(pick(k, "%[1]s ??= %[3]s;", "%[1]s ||= %[3]s;", "%[1]s &&= %[3]s;", "if (%[2]s) %[1]s = %[3]s;", "%[1]s = %[2]s ? %[3]s : 1;"), v, test, into)
	k.line("print(typeof %s);", v)
}

// namedBelow gives a tested value another name in a loop or branch guarded by the test, and
// computes there with the name, with an expression whose value the test determines, or with
// both.
func (k *knot) namedBelow() {
	k.count("tested value named in a guarded loop")
	v, n := k.fresh(isLet), k.fresh(isLet)
	for _, name := range []string{v, n} {
		k.declare(&variable{name: name, kind: isLet, holds: secondary})
	}
	k.line("let %s = %s, %s;", v, pick(k, "eff(0)", "eff(null)", "eff()", `eff("s")`, "eff(4)"), n)
	k.line(pick(k, "switch (%s) { case 0:", "switch (%s) { case null: case 0:", "if (%s === 0) {", "if (%s == null) {", "if (!%s) {", `if (typeof %s === "string") {`, `if (typeof %s === "number") {`), v)
	k.line("  %s {", fmt.Sprintf(pick(k, "for (const %s of [1, 2])", "for (const %s in { p: 1 })", "for (let %[1]s = 0; eff(%[1]s++ < 2);)", "if (eff(%q))"), k.fresh(isConst)))
	parts := []string{
		fmt.Sprintf("%s = %s;", n, v),
		fmt.Sprintf(pick(k, "%s &&= %s;", "%s ||= %s;", "%s ??= %s;", "%[1]s = %[1]s && %[2]s;"), v, k.literal().arg()),
	}
	if k.chance(30) {
		parts[0], parts[1] = parts[1], parts[0]
	}
	for _, p := range parts {
		k.line("    %s", p)
	}
	left, right := pick(k, n, n, v), pick(k, n, v, k.literal().arg())
	k.line("    %s", fmt.Sprintf(pick(k, "if (%s < %s) eff(2);", "print(%s * %s);", "%s - %s;", "eff(%s + %s);", "if (%s == %s) eff(3);"), left, right))
	k.line("  }")
	k.line("}")
	k.line("print(%s, %s);", v, n)
}

// nullishGlobal tests whether a global is null or undefined; reading it has an effect.
func (k *knot) nullishGlobal() {
	k.count("global tested for null")
	k.line(pick(k, "gacc ?? %s;", "if (gacc ?? %s) eff(1);", "(gacc ?? %s) || eff(2);", "eff(gacc ?? %s);", "if (gacc?.p) %s;"), k.value(0).arg())
}

// renamed gives a value other names after a test of it, and computes with the last of them
// under another test that may fail.
func (k *knot) renamed(v *variable) {
	k.count("names after a type guard")
	name := v.name
	for range 1 + k.r.IntN(2) {
		next := k.fresh(isLet)
		k.line("let %s = %s;", next, name)
		name = next
	}
	k.line("if (%s) {", k.value(1).arg())
	k.line("  %s%s;", name, pick(k, "--", "++", " -= 1", " = -"+name))
	k.line("  print(%s, %s * 2);", name, name)
	k.line("}")
	k.line("print(%s);", name)
}

// oddFunction writes a function whose name is a keyword in its own body, and references it
// in one place: as an expression it could not have the name.
func (k *knot) oddFunction() {
	name := pick(k, "await", "yield")
	if k.used[name] || k.fn.async || k.fn.generator || k.fn.element || k.fn.strict || k.file == Module {
		k.line("eff(2);")
		return
	}
	k.used[name] = true
	k.count("function named by a keyword of its body")
	word := "async function"
	if name == "yield" {
		word = "function*"
	}
	k.line("%s %s() { return %s; }", word, name, k.inClosure(func() string { return k.value(0).s }))
	k.line("print(typeof %s, ask(%s));", name, name)
}

// outOfNested continues a loop from inside another one.
func (k *knot) outOfNested() {
	k.count("continue out of a nested loop")
	label := k.label()
	over := k.held()
	i := k.before()
	n := 2 + k.r.IntN(3)
	test := fmt.Sprintf(pick(k, "eff(++%s)", "++%s", "(%s += 1)"), i.name)
	if k.chance(60) {
		k.head(label, "do {")
	} else {
		k.head(label, "for (; %s < %d; %s) {", i.name, n, k.assignment(1).s)
	}
	do := strings.HasSuffix(string(k.out), "do {\n")
	k.targeting(target{label: label, loop: true, continues: true}, func() {
		k.scoped(func() {
			if !do {
				k.line("%s++;", i.name)
			}
			k.nested(1+k.r.IntN(2), over, "continue "+label, "continue "+label, "break "+label)
			switch k.r.IntN(5) {
			case 0, 1:
				k.statement()
			case 2, 3: // only the inner loop leads to a next iteration
				leave := "break " + label
				if k.fn.returns && k.chance(40) {
					leave = "return " + k.value(1).s
				}
				k.line("%s;", leave)
			}
		})
	})
	if do {
		k.line("} while (%s < %d);", test, n)
		return
	}
	k.line("}")
}

// pastItems leaves a loop over items for the code after a block that ends with another jump:
// often only the loop leads to that code.
func (k *knot) pastItems() {
	k.count("loop left for the code after a block")
	label := k.label()
	over := k.held()
	k.line("%s: {", label)
	k.targeting(target{label: label}, func() {
		k.scoped(func() {
			k.nested(1+k.r.IntN(2), over, "break "+label)
			if k.chance(40) {
				k.statement()
			}
			switch ts := k.fn.targets; {
			case k.fn.returns && k.chance(70):
				k.line("return %s;", k.value(1).s)
			case ts[0].label != "" && ts[0].label != label:
				k.line("break %s;", ts[0].label)
			default:
				k.line("throw %s;", k.value(1).s)
			}
		})
	})
	k.line("}")
}

// keyed returns the name of a variable whose keys a loop may iterate over, perhaps without
// doing anything else before its first iteration.
func (k *knot) keyed() string {
	v := k.some(func(v *variable) bool { return v.holds == object })
	if v == nil || k.chance(30) {
		v = k.some(readable)
	}
	if v == nil {
		return ""
	}
	return v.name
}

// held declares what a loop iterates over, so that the loop does nothing else before its first
// iteration, and returns the end of the loop's head. Nothing else uses the value.
func (k *knot) held() string {
	name := k.fresh(isConst)
	k.declare(&variable{name: name, kind: isConst, holds: secondary})
	if k.chance(40) {
		k.line("const %s = %s;", name, pick(k, "[1, 2]", "iter(2)", `"ab"`, "[]"))
		return "of " + name
	}
	k.line("const %s = %s;", name, pick(k, "{ p: 1, q: 2 }", "[1, 2]", `"ab"`, "{}"))
	return "in " + name
}

// nested writes nested loops, some over existing values; the innermost has one of the jumps.
func (k *knot) nested(depth int, over string, jumps ...string) {
	item := k.fresh(isConst)
	head := fmt.Sprintf(pick(k, "for (const %s of [1, 2])", "for (const %s in { p: 1, q: 2 })", "for (const %s of iter(2))", "for (let %[1]s = 0; eff(1) && %[1]s < 2; %[1]s++)"), item)
	if k.chance(50) {
		head = fmt.Sprintf("for (const %s %s)", item, over)
	} else if keyed := k.keyed(); keyed != "" && k.chance(25) {
		head = fmt.Sprintf("for (const %s in %s)", item, keyed)
	}
	k.line("%s {", head)
	k.targeting(target{loop: true, continues: true}, func() {
		k.scoped(func() {
			k.scope.vars = append(k.scope.vars, &variable{name: item, kind: isConst, fn: k.fn})
			if k.chance(50) {
				k.line("%s(%s);", pick(k, "eff", "print"), item)
			}
			if k.chance(50) {
				k.statement()
			}
			if depth > 1 {
				k.nested(depth-1, over, jumps...)
			} else {
				jump := pick(k, jumps...)
				if k.chance(70) {
					jump = "if (" + k.condition(1).s + ") " + jump
				}
				k.line("%s;", jump)
			}
			if k.chance(40) {
				k.statement()
			}
		})
	})
	k.line("}")
}

// outOfOrder makes a function over a variable, and assigns the variable, in two parts of a
// construct that are evaluated in another order than they are written in. Nothing else
// assigns either.
func (k *knot) outOfOrder() {
	k.count("evaluated out of order")
	kd := k.kind(isLet, isLet, isVar)
	v, f := k.fresh(kd), k.fresh(isLet)
	for _, name := range []string{v, f} {
		k.scope.vars = append(k.scope.vars, &variable{name: name, kind: isLet, holds: secondary, fn: k.fn})
	}
	k.line("%s %s%s;", words[kd], v, pick(k, "", " = "+k.literal().arg()))
	k.line("let %s;", f)
	first, then := f+" = () => "+v, v+" = "+k.literal().arg()
	if k.chance(25) {
		first, then = then, first
	}
	switch x := k.fresh(isConst); k.r.IntN(6) {
	case 0:
		k.line("switch (%s) { default: %s; break; case (%s, \"other\"): eff(1); }", k.value(1).s, then, first)
	case 1:
		k.line("switch (%s) { case 1: default: %s; case (%s, \"other\"): case (%s): eff(1); }", k.value(1).s, then, first, k.value(1).s)
	case 2:
		target := v
		if v == "let" || v == "async" || k.chance(40) {
			target = pick(k, "const ", "let ") + pick(k, x, "["+x+" = "+then+"]", "{ p: "+x+" = ("+then+") }")
		}
		k.line("for (%s of [(%s, [])]) eff(2);", target, first)
	case 3:
		k.line("%s %s = (%s, %s);", pick(k, "const", "let"), pick(k, "{ r: "+x+" = ("+then+") }", "["+x+" = "+then+"]"), first, pick(k, "[]", "\"\""))
	case 4:
		k.line("for (let %[1]s = 0; %[1]s < %[2]d; %[3]s, %[1]s++) { %[4]s; }", x, 1+k.r.IntN(2), then, first)
	default:
		k.line("(class { static s = (%s); [(%s, \"m\")]() {} });", then, first)
	}
	// If nothing else reads the variable, a faulty optimizer may drop its assignment.
	k.line("print(ask(%s)%s);", f, pick(k, "", ", "+v))
}
