package knot

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// nameless makes a function where it would get a name if it were not for the code around
// it, and reads the name.
func (k *knot) nameless() {
	k.count("function without a name")
	name := k.fresh(isLet)
	w := func() string { return k.withoutName(false) }
	inner := func() string { return k.inClosure(func() string { return k.withoutName(true) }) }
	element := func() string {
		return k.inClosure(func() string { k.fn.element = true; return k.withoutName(true) })
	}
	declare := func(of ...kind) kind {
		kd := k.kind(of...)
		k.declare(&variable{name: name, kind: kd, holds: secondary})
		return kd
	}
	kinds := []kind{isLet, isConst, isVar}
	switch k.r.IntN(13) {
	case 0:
		text := w()
		k.line("%s %s = %s;", words[declare(kinds...)], name, text)
	case 1:
		k.line("%s %s;", words[declare(isLet, isVar)], name)
		k.line("%s = %s;", name, w())
	case 2:
		op := pick(k, "||=", "??=", "&&=")
		first := map[string]string{"||=": "", "??=": "", "&&=": " = 1"}[op]
		k.line("%s %s%s;", words[declare(isLet, isVar)], name, first)
		k.line("%s %s %s;", name, op, w())
	case 3:
		text := w()
		k.line("%s { %s = %s } = %s;", words[declare(kinds...)], name, text, pick(k, "{}", "[]", "0"))
	case 4:
		text := w()
		k.line("%s { p: %s = %s } = { p: %s };", words[declare(kinds...)], name, text, pick(k, "void 0", "void 0", k.leaf().arg()))
	case 5:
		text := w()
		k.line("%s [%s = %s] = %s;", words[declare(kinds...)], name, text, pick(k, "[]", "iter(0)"))
	case 6:
		k.line("%s %s;", words[declare(isLet, isVar)], name)
		k.line("%s;", pick(k, "["+name+" = "+w()+"] = []", "({ "+name+" = "+w()+" } = {})", "({ p: "+name+" = "+w()+" } = {})"))
	case 7:
		k.line("for (const %s of [[]]) {", pick(k, "["+name+" = "+w()+"]", "{ "+name+" = "+w()+" }"))
		k.scoped(func() { k.line("print(%s);", k.nameOf(name)) })
		k.line("}")
		return
	case 8:
		param := pick(k, "%s = %s", "[%s = %s] = []", "{ %s = %s } = {}", "{ p: %s = %s } = {}")
		head := pick(k, "((%s) => print(%s))();", "(function (%s) { print(%s); })();", "({ m(%s) { print(%s); } }).m();")
		k.line("%s", fmt.Sprintf(head, fmt.Sprintf(param, name, inner()), k.nameOf(name)))
		return
	case 9:
		key := pick(k, "p", "[\"p\"]", "[eff(\"p\")]", "\"p\"")
		k.line("%s %s = { %s: %s }.p;", words[declare(kinds...)], name, key, w())
	case 10:
		class := pick(k, "new (class { p = %s; })().p", "(class { static p = %s; }).p", "(class { static [\"p\"] = %s; }).p", "new (class { [eff(\"p\")] = %s; })().p",
			"new (class { #p = %s; m() { return this.#p; } })().m()", "(class { static #p = %s; static m() { return this.#p; } }).m()")
		k.line("%s %s = %s;", words[declare(kinds...)], name, fmt.Sprintf(class, element()))
	case 11:
		k.line("%s %s = {};", words[declare(kinds...)], name)
		k.line("%s.p %s %s;", name, pick(k, "=", "??=", "||="), pick(k, w(), k.functionText(false))) // no property gives a name
		name += ".p"
	default:
		k.line("try { throw {}; } catch ({ %s = %s }) {", name, w())
		k.scoped(func() { k.line("print(%s);", k.nameOf(name)) })
		k.line("}")
		return
	}
	k.line("print(%s);", k.nameOf(name))
}

// nameOf reads the name of what may be a function. A tame program only tests whether it
// is empty.
func (k *knot) nameOf(f string) string {
	if k.tame {
		return f + "?.name === \"\""
	}
	return pick(k, f, f, f+"?.name")
}

// functionText returns a function without a name. A constant one references nothing around it.
func (k *knot) functionText(constant bool) string {
	result := func() string {
		if constant {
			return k.literal().arg()
		}
		return k.inClosure(func() string { return k.leaf().arg() })
	}
	switch k.r.IntN(9) {
	case 0:
		return "function () { return " + result() + "; }"
	case 1:
		return "class {}"
	case 2:
		return "class { m() { return " + result() + "; } }"
	case 3:
		return pick(k, "async () => 1", "function* () {}", "async function () {}")
	case 4:
		return "class { static s = " + k.literal().arg() + "; }"
	}
	return "() => " + result()
}

// withoutName returns a value that is mostly a function, in code that keeps it from getting
// a name. If names are recorded, some functions get one.
func (k *knot) withoutName(constant bool) string {
	f := k.functionText(constant)
	if !k.tame && k.chance(25) {
		return pick(k, f, "("+f+")", "(("+f+"))")
	}
	in := "(" + f + ")" // where an arrow function is not allowed
	if f[0] == 'f' || f[0] == 'c' {
		in = pick(k, f, in)
	}
	switch k.r.IntN(8) {
	case 0:
		return pick(k, "true", "1", k.decided(1).in(ast.PrecBitOr)) + " && " + in
	case 1:
		return pick(k, "false", "0", k.decided(1).in(ast.PrecBitOr)) + " || " + in
	case 2:
		return pick(k, "null", "void 0") + " ?? " + in
	case 3:
		return k.condition(1).in(ast.PrecOr) + " ? " + f + " : " + k.functionText(constant)
	case 4:
		return "(" + k.value(1).arg() + ", " + f + ")"
	case 5:
		return "[" + f + "][0]"
	}
	return "(0, " + f + ")"
}
