package knot

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// ex is the text of an expression and how tightly it binds.
type ex struct {
	s string
	p ast.Prec
}

func atom(s string) ex { return ex{s, ast.PrecPrimary} }

func called(format string, args ...any) ex { return ex{fmt.Sprintf(format, args...), ast.PrecCall} }

func assigned(format string, args ...any) ex { return ex{fmt.Sprintf(format, args...), ast.PrecAssign} }

// in returns the text for a place that needs at least precedence p.
func (e ex) in(p ast.Prec) string {
	if e.p < p {
		return "(" + e.s + ")"
	}
	return e.s
}

// arg returns the text for an argument, an element, an initializer.
func (e ex) arg() string { return e.in(ast.PrecAssign) }

func binary(op string, p ast.Prec, l, r ex) ex {
	return ex{l.in(p) + " " + op + " " + r.in(p+1), p}
}

func (k *knot) literal() ex {
	switch k.r.IntN(16) {
	case 2:
		if k.chance(25) && !k.tame {
			return atom(pick(k, "1n", "sym", "obj(1)", "bad(2)"))
		}
	case 0:
		return atom(pick(k, `"s"`, `""`, `"1"`))
	case 1:
		return pick(k, ex{"-1", ast.PrecUnary}, ex{"-0", ast.PrecUnary}, ex{"void 0", ast.PrecUnary}, atom("null"), atom("NaN"), atom("1.5"), atom("2147483647"), atom("0xff"), atom("true"))
	}
	return atom(fmt.Sprint(k.r.IntN(8)))
}

// value returns an expression that is mostly a number.
func (k *knot) value(d int) ex {
	if d <= 0 {
		return k.leaf()
	}
	var e ex
	d--
	main := !k.fn.closure
	k.choose([]choice{
		{14, true, func() { e = k.leaf() }},
		{9, true, func() { e = k.assignment(d) }},
		{10, true, func() { e = k.withClosure(d) }},
		{12, true, func() { e = k.arithmetic(d) }},
		{5, true, func() { e = called("eff(%s)", k.value(d).arg()) }},
		{5, true, func() { e = k.chosen(d) }},
		{4, true, func() { e = k.logical(d) }},
		{5, main, func() { e = k.closureResult() }},
		{5, true, func() { e = k.callLocal(d) }},
		{3, true, func() { e = ex{k.unused(d).arg() + ", " + k.value(d).arg(), ast.PrecSeq} }},
		{4, true, func() { e = k.property(d) }},
		{2, true, func() {
			e = ex{pick(k, "-", "+", "!", "~", "typeof ", "void ") + k.leaf().in(ast.PrecUnary+1), ast.PrecUnary}
		}},
		{2, true, func() { e = called("%s(%s)", k.closure(d), k.value(d).arg()) }},
		{1, true, func() { e = atom("`" + pick(k, "", "a") + "${" + k.value(d).s + "}${" + k.value(d).s + "}`") }},
		{2, d > 0 && !k.fn.plain, func() { e = called("(%s).s", k.classText(d, "")) }},
		{1, true, func() {
			e = called("[%s, %s]%s", k.value(d).arg(), k.value(d).arg(), pick(k, "[0]", "[1]", ".length", "?.[1]"))
		}},
		{1, k.fn.arguments && !k.fn.element, func() { e = k.argumentsUse() }},
		{1, true, func() { e = k.destructuring(d) }},
		{1, true, func() { e = k.overwritten(d) }},
		{6, k.fn.generator, func() { k.count("yield"); e = assigned("yield %s", k.value(d).arg()) }},
		{6, k.fn.async && !k.fn.element, func() { k.count("await"); e = ex{"await " + k.value(d).in(ast.PrecUnary), ast.PrecUnary} }},
	})
	return e
}

// argumentsUse reads the arguments object, or tests its length before and after something that may
// change that.
func (k *knot) argumentsUse() ex {
	switch k.r.IntN(4) {
	case 0:
		return called("arguments.length")
	case 1:
		change := pick(k, "arguments.length = 0", "arguments.length--", "delete arguments.length", "(o => o.length = 1)(arguments)", "eff(1)", "eff(arguments.length)")
		return called("(arguments.length > 1 ? (%s, arguments.length > 1) ? 1 : 2 : 3)", change)
	}
	return called("arguments[%d]", k.r.IntN(2))
}

// unused returns an expression whose value is not used.
func (k *knot) unused(d int) ex {
	if k.sparse {
		return called("eff(%s)", k.value(d).arg())
	}
	return k.value(d)
}

func (k *knot) leaf() ex {
	if v := k.some(readable); v != nil && k.chance(75) {
		return atom(v.name)
	}
	if v := k.some(func(v *variable) bool { return v.holds == folded }); v != nil && k.chance(25) {
		return atom(v.name)
	}
	return k.literal()
}

func (k *knot) arithmetic(d int) ex {
	l, r := k.value(d), k.value(d)
	switch k.r.IntN(8) {
	case 0:
		return binary("*", ast.PrecMul, l, r)
	case 1:
		return binary("-", ast.PrecAdd, l, r)
	case 2:
		return binary("|", ast.PrecBitOr, l, r)
	case 3:
		return k.test(d)
	}
	return binary("+", ast.PrecAdd, l, r)
}

// assignment writes a variable; in a closure mostly one from outside.
func (k *knot) assignment(d int) ex {
	if v := k.some(func(v *variable) bool { return v.counter }); v != nil && k.chance(8) {
		k.count("counter incremented elsewhere")
		return ex{v.name + "++", ast.PrecPostfix}
	}
	v := k.some(writable)
	if v == nil {
		return k.leaf()
	}
	if v.fn != k.fn {
		k.count("captured write")
	}
	switch k.r.IntN(9) {
	case 0:
		return ex{v.name + pick(k, "++", "--"), ast.PrecPostfix}
	case 1:
		return ex{pick(k, "++", "--") + v.name, ast.PrecUnary}
	case 2:
		return assigned("%s %s %s", v.name, pick(k, "+=", "-=", "*=", "|="), k.value(d).arg())
	case 3:
		return assigned("%s %s %s", v.name, pick(k, "??=", "||=", "&&="), k.value(d).arg())
	}
	if k.chance(45) {
		return assigned("%s = %s", v.name, k.literal().arg())
	}
	return assigned("%s = %s", v.name, k.value(d).arg())
}

// withClosure returns an expression that makes a closure before its value.
func (k *knot) withClosure(d int) ex {
	if v := k.some(func(v *variable) bool { return v.holds == closure && v.kind != isConst }); v != nil && k.chance(55) {
		k.count("closure assigned in an expression")
		return ex{fmt.Sprintf("%s = %s, %s", v.name, k.closure(d), k.value(d).arg()), ast.PrecSeq}
	}
	k.count("closure kept in an expression")
	return called("keep(%s, %s)", k.closure(d), k.value(d).arg())
}

// closureResult returns the current result of a closure.
func (k *knot) closureResult() ex {
	if v := k.some(func(v *variable) bool { return v.holds == closure }); v != nil {
		k.count("result of a closure")
		return called("ask(%s)", v.name)
	}
	return called("ask(kept[%s])", pick(k, "0", "kept.length - 1"))
}

// callLocal calls a function of the program, which may be declared further down.
func (k *knot) callLocal(d int) ex {
	v := k.some(func(v *variable) bool { return v.kind == isFunction && v.number < k.fn.limit })
	if v == nil {
		return k.leaf()
	}
	k.count("function called")
	if k.chance(50) {
		return called("ask(%s)", v.name)
	}
	return called("%s(%s)", v.name, k.value(d).arg())
}

func (k *knot) test(d int) ex {
	l := k.value(d)
	switch k.r.IntN(6) {
	case 0:
		return binary("===", ast.PrecEq, l, k.literal())
	case 1:
		return binary("!==", ast.PrecEq, l, k.value(0))
	case 2:
		return binary(">", ast.PrecRel, l, k.literal())
	case 3:
		if v := k.some(readable); v != nil {
			return binary(pick(k, "===", "!=="), ast.PrecEq, atom(v.name), atom(v.name))
		}
	}
	return binary("<", ast.PrecRel, l, k.value(0))
}

// condition returns a test, often one that a constant decides.
func (k *knot) condition(d int) ex {
	if k.chance(30) {
		return k.decided(d)
	}
	if k.chance(15) {
		return k.value(d)
	}
	return k.test(d)
}

// decided returns a test that the optimizer can decide, in whole or in part.
func (k *knot) decided(d int) ex {
	k.count("decided test")
	v := k.some(func(v *variable) bool { return v.holds == folded })
	if v == nil {
		return pick(k, atom("true"), atom("false"), atom("0"), ex{"1 < 2", ast.PrecRel})
	}
	switch k.r.IntN(6) {
	case 0:
		return ex{"!" + v.name, ast.PrecUnary}
	case 1:
		return binary("&&", ast.PrecAnd, atom(v.name), k.test(d))
	case 2:
		return binary("||", ast.PrecOr, k.test(d), atom(v.name))
	case 3:
		return binary("<", ast.PrecRel, k.leaf(), atom(v.name))
	}
	return atom(v.name)
}

func (k *knot) chosen(d int) ex {
	return ex{fmt.Sprintf("%s ? %s : %s", k.condition(d).in(ast.PrecOr), k.value(d).arg(), k.value(d).arg()), ast.PrecCond}
}

func (k *knot) logical(d int) ex {
	switch k.r.IntN(3) {
	case 0:
		return binary("&&", ast.PrecAnd, k.condition(d), k.value(d))
	case 1:
		return ex{k.value(d).in(ast.PrecBitOr) + " ?? " + k.value(d).in(ast.PrecBitOr), ast.PrecNullish}
	}
	return binary("||", ast.PrecOr, k.condition(d), k.value(d))
}

// property reads or writes a property of an object, perhaps by an optional chain.
func (k *knot) property(d int) ex {
	base := pick(k, "({ p: 1, q: 2 })", "null", "acc(3)", "prox(2)", "obj(4)")
	if v := k.some(func(v *variable) bool { return v.holds == object }); v != nil && k.chance(80) {
		base = v.name
	}
	key := pick(k, "p", "q", "p", "r")
	switch n := k.r.IntN(12); {
	case n < 2 && base != "null":
		k.count("property written")
		return assigned("%s.%s = %s", base, key, k.value(d).arg())
	case n < 3 && base != "null":
		return assigned("%s.%s %s %s", base, key, pick(k, "+=", "??=", "&&="), k.value(d).arg())
	case n < 4 && base != "null":
		return ex{fmt.Sprintf("%s[%s]++", base, k.keyText(d)), ast.PrecPostfix}
	case n == 4 && base != "null":
		return ex{fmt.Sprintf("delete %s.%s", base, key), ast.PrecUnary}
	case n < 6 || base == "null":
		k.count("optional chain")
		return called("%s?.%s", base, pick(k, key, key+"."+key, "["+k.value(d).s+"]", "m?.("+k.value(d).arg()+")", key+".q("+k.value(d).arg()+")"))
	case n < 8:
		return called("%s[%s]", base, k.keyText(d))
	}
	return called("%s.%s", base, key)
}

// keyText returns a key that is computed with effects.
func (k *knot) keyText(d int) string {
	if k.chance(40) {
		return pick(k, `"p"`, `"q"`)
	}
	return fmt.Sprintf("%s, %s", k.value(d).arg(), pick(k, `"p"`, `"q"`))
}

func (k *knot) objectText(d int) string {
	var parts []string
	for _, key := range []string{"p", "q"} {
		switch n := k.r.IntN(12); {
		case n < 2 && key == "q":
		case n < 4:
			parts = append(parts, fmt.Sprintf("[%s]: %s", k.computed(d, key), k.value(d).arg()))
		case n < 5 && !k.tame && !k.fn.plain:
			parts = append(parts, fmt.Sprintf("get %s() { return %s; }", key, k.inClosure(func() string { return k.value(1).s })))
		case n < 6:
			parts = append(parts, fmt.Sprintf("%s: [%s, %s]", key, k.value(d).arg(), k.value(d).arg()))
		default:
			parts = append(parts, fmt.Sprintf("%s: %s", key, k.value(d).arg()))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// computed returns an expression for a key that evaluates to that name.
func (k *knot) computed(d int, key string) string {
	if k.chance(30) {
		return fmt.Sprintf("eff(%q)", key)
	}
	return fmt.Sprintf("(%s, %q)", k.value(d).arg(), key)
}

// destructuring assigns by a pattern.
func (k *knot) destructuring(d int) ex {
	v, w := k.some(writable), k.some(writable)
	if v == nil {
		return k.leaf()
	}
	k.count("destructuring in an expression")
	def := ""
	if k.chance(50) {
		def = " = " + k.value(d).arg()
	}
	switch k.r.IntN(3) {
	case 0:
		return ex{fmt.Sprintf("[%s%s, %s] = [%s, %s]", v.name, def, w.name, k.value(d).arg(), k.value(d).arg()), ast.PrecAssign}
	case 1:
		return atom(fmt.Sprintf("({ %s: %s%s } = %s)", pick(k, "p", "r", "["+k.value(d).arg()+"]"), v.name, def, k.objectText(d)))
	}
	return ex{fmt.Sprintf("[%s%s] = iter(%d)", v.name, def, k.r.IntN(3)), ast.PrecAssign}
}

// overwritten stores the value of a variable that is overwritten before the value of the
// store is used.
func (k *knot) overwritten(d int) ex {
	v, w := k.some(writable), k.some(writable)
	if v == nil {
		return k.leaf()
	}
	k.count("variable overwritten after a store of it")
	store := fmt.Sprintf("%s = %s", w.name, v.name)
	if o := k.some(func(v *variable) bool { return v.holds == object }); o != nil && k.chance(60) {
		store = fmt.Sprintf("%s%s = %s", o.name, pick(k, ".p", ".q", "["+k.keyText(d)+"]"), v.name)
	} else if k.chance(50) {
		store = fmt.Sprintf("({ p: %s } = %s)", w.name, v.name)
	}
	used := fmt.Sprintf(pick(k, "(%s) ?? 0", "(%s) || 0", "(%s) ? 1 : 2", "%s"), store)
	write := assigned("%s = %s", v.name, pick(k, k.literal(), k.value(d), called("eff(%s)", k.value(d).arg())).arg())
	return ex{fmt.Sprintf("print(%s, %s, %s), %s", used, pick(k, write.s, "("+write.s+") ? 1 : 2"), v.name, w.name), ast.PrecSeq}
}
