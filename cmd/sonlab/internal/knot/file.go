package knot

import (
	"fmt"
	"strings"
)

// topOfModule declares what the driver imports. The two form a cycle: the driver
// runs first, and calls the exports before the module has started.
func (k *knot) topOfModule() {
	k.count("module")
	if k.looks = k.chance(60) && !k.tame; k.looks { // the driver calls what is exported before it has a value
		k.line("import { look } from \"driver\";")
	}
	k.foldedConstants()
	f := k.fresh(isFunction)
	c := k.fresh(isConst)
	x := k.fresh(isLet)
	k.hoists++
	fv := &variable{name: f, kind: isFunction, holds: secondary, number: k.hoists, fn: k.fn}
	cv := &variable{name: c, kind: isConst, fn: k.fn}
	xv := &variable{name: x, kind: isLet, fn: k.fn}
	if !k.tame { // a call of it may run before what it reads has a value
		k.scope.vars = append(k.scope.vars, fv)
	}
	init := []string{
		fmt.Sprintf("%sconst %s = %s;", pick(k, "", "export "), c, k.literal().arg()),
		fmt.Sprintf("%slet %s = %s;", pick(k, "", "export "), x, k.value(1).arg()),
	}
	k.scope.vars = append(k.scope.vars, cv, xv)
	if k.tame {
		k.scope.vars = append(k.scope.vars, fv)
	}
	fn := &function{returns: true, closure: true, limit: fv.number}
	text := ""
	k.within(fn, func() { text = k.value(2).s })
	body := fmt.Sprintf("function %s() { return %s; }", f, pick(k, c, text, text))
	switch k.r.IntN(3) {
	case 0:
		body += fmt.Sprintf("\nexport { %s };", f)
	case 1:
		body = "export default " + body
	default:
		body = "export " + body
	}
	lines := append(init, body)
	if k.chance(40) {
		lines[0], lines[2] = lines[2], lines[0]
	}
	for i, l := range lines {
		k.line("%s", l)
		if k.looks && k.chance(30) {
			k.line("look(%d);", k.r.IntN(9))
		}
		if k.chance(35) && (!k.tame || i == len(lines)-1) {
			k.line("print(ask(%s));", f)
		}
	}
	if !strings.HasPrefix(body, "export default") && k.chance(25) {
		k.line("export default %s;", k.withoutName(false))
	}
	if k.again && k.chance(20) {
		k.count("export declared again")
		v := k.fresh(isVar)
		k.line("export var %s = %s;", v, k.value(1).arg())
		k.line("var %s = %s;", v, k.value(1).arg())
	}
	k.statements(1 + k.r.IntN(3))
}

// topOfCommonJS uses what is only legal in the body of a function.
func (k *knot) topOfCommonJS() {
	k.count("commonjs")
	for range 1 + k.r.IntN(3) {
		switch k.r.IntN(7) {
		case 0:
			k.line("print(new.target, typeof require, this === exports);")
		case 1:
			k.line("exports.a = %s;", k.value(1).arg())
		case 2:
			k.wrapperParameter()
		case 3:
			k.line("module.exports = { p: %s, f: %s };", k.value(1).arg(), k.closure(1))
		default:
			k.declaration()
		}
	}
	if k.chance(30) {
		k.line("if (%s) return;", k.test(1).s)
	}
}

// wrapperParameter redeclares a parameter of the wrapper, which its arguments object shows.
func (k *knot) wrapperParameter() {
	k.count("parameter of the wrapper")
	if k.fn.outer != nil {
		k.line("print(typeof module, typeof exports);")
		return
	}
	switch k.r.IntN(4) {
	case 0:
		k.line("function exports() { return %s; }", k.inClosure(func() string { return k.value(0).s }))
		k.line("print(typeof arguments[0]);")
	case 1:
		k.line("module = %s;", k.value(1).arg())
		k.line("print(arguments[2]);")
	default:
		n := k.r.IntN(3)
		k.line("var %s = %s;", []string{"exports", "require", "module"}[n], k.value(1).arg())
		if k.chance(70) {
			k.line("print(arguments[%d]);", n)
		}
	}
}
