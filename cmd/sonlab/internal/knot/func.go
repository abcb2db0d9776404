package knot

import (
	"fmt"
	"slices"
	"strings"
)

// inClosure writes the code of a function that is made here and called elsewhere.
func (k *knot) inClosure(f func() string) string {
	fn := &function{returns: true, closure: true, limit: k.fn.limit, element: k.fn.element}
	var text string
	k.within(fn, func() { text = f() })
	return text
}

// closure returns a function expression over the variables around it, in parentheses
// if it needs them as a callee.
func (k *knot) closure(d int) string {
	d = min(d, 1)
	if k.fn.plain {
		return "eff"
	}
	k.count("closure")
	return k.inClosure(func() string {
		v := k.some(func(v *variable) bool { return readable(v) && v.fn != k.fn })
		name := "0"
		if v != nil {
			name = v.name
		}
		switch n := k.r.IntN(16); {
		case n < 6:
			return fmt.Sprintf("(() => %s)", name)
		case n < 8:
			return fmt.Sprintf("(() => (%s))", k.assignment(d).s)
		case n < 10:
			return fmt.Sprintf("(() => { %s; return %s; })", start(k.assignment(d)), name)
		case n < 11:
			return fmt.Sprintf("(function () { return %s; })", k.value(d).s)
		case n < 12:
			return fmt.Sprintf("({ m() { return %s; } }).m", k.value(d).s)
		case n < 13:
			k.fn.element = true
			return fmt.Sprintf("(class { static m() { return %s; } }).m", name)
		case n < 14:
			p := "p2"
			k.scope.vars = append(k.scope.vars, &variable{name: p, kind: isParam, fn: k.fn})
			return fmt.Sprintf("((%s = %s) => %s)", p, k.value(d).arg(), k.value(d).arg())
		case n < 15:
			return fmt.Sprintf("(() => [%s, %s])", name, k.value(d).arg())
		}
		return fmt.Sprintf("(() => %s)", k.value(d+1).arg())
	})
}

// start makes an expression fit for the start of a statement.
func start(e ex) string {
	for _, bad := range []string{"{", "function", "let ", "let[", "class", "async function", "(class"} {
		if strings.HasPrefix(e.s, bad) {
			return "(" + e.s + ")"
		}
	}
	return e.s
}

// promise makes the name of a function that this block will declare, so that it can be
// called before its declaration, and before the variables that it reads are initialized.
func (k *knot) promise() {
	k.hoists++
	v := k.declare(&variable{name: k.fresh(isFunction), kind: isFunction, holds: secondary, number: k.hoists})
	k.scope.later = append(k.scope.later, v)
}

// hoisted returns the text of a promised function.
func (k *knot) hoisted(v *variable) string {
	k.count("hoisted function")
	word, prefix := "function", ""
	if !k.fn.strict && k.scope.outer != nil && k.chance(12) {
		k.count("labelled function")
		prefix = pick(k, "foo: ", "L: ", "foo: bar: ")
	} else if n := k.r.IntN(20); n < 2 {
		word = pick(k, "async function", "function*")
	}
	fn := &function{returns: true, arguments: true, closure: true, limit: v.number,
		async: strings.HasPrefix(word, "async"), generator: strings.HasSuffix(word, "*")}
	var text string
	if k.tame { // it may be called before these have their values
		vars := k.scope.vars
		k.scope.vars = slices.DeleteFunc(slices.Clone(vars), func(v *variable) bool { return v.kind <= isConst })
		defer func() { k.scope.vars = vars }()
	}
	k.within(fn, func() {
		text = k.capture(func() {
			if k.chance(50) {
				k.line("  return %s;", k.value(2).s)
				return
			}
			budget := k.budget
			k.budget = 1 + k.r.IntN(2)
			k.indent++
			k.scopeStatements(1 + k.r.IntN(2))
			k.line("return %s;", k.value(1).s)
			k.indent--
			k.budget = budget
		})
	})
	params := ""
	if k.chance(30) {
		params = "p2 = 1"
	}
	return strings.Repeat("  ", k.indent) + prefix + word + " " + v.name + "(" + params + ") {\n" + text + strings.Repeat("  ", k.indent) + "}\n"
}

// classText returns a class whose parts are full of effects; static s provides the
// value for an expression.
func (k *knot) classText(d int, name string) string {
	k.count("class")
	element := func() string {
		fn := &function{strict: true, element: true, closure: k.fn.closure, limit: k.fn.limit}
		var text string
		k.within(fn, func() { text = k.value(d).arg() })
		return text
	}
	strict := k.fn.strict
	k.fn.strict = true
	defer func() { k.fn.strict = strict }()
	parts := []string{"static s = " + element() + ";"}
	for range k.r.IntN(3) {
		switch k.r.IntN(5) {
		case 0:
			parts = append(parts, "["+k.computed(d, "c")+"] = "+element()+";")
		case 1:
			parts = append(parts, "static { "+element()+"; }")
		case 2:
			parts = append(parts, "static ["+k.computed(d, "m")+"]() { return "+k.inClosure(func() string { k.fn.element = true; return k.value(1).s })+"; }")
		case 3:
			parts = append([]string{fmt.Sprintf("static #h%d = %s;", len(parts), element())}, parts...)
		default:
			parts = append(parts, "static t = "+element()+";")
		}
	}
	heritage := ""
	if k.chance(20) {
		heritage = " extends (" + k.value(d).arg() + ", Box)"
	}
	return "class" + name + heritage + " { " + strings.Join(parts, " ") + " }"
}
