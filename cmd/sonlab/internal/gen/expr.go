package gen

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// expr writes an expression that is probably of kind h, at most d levels deep.
func (g *generator) expr(h hint, d int) ex {
	e := g.bare(h, d)
	if g.chance(2) {
		g.count("extra parentheses")
		return atom("(" + e.s + ")")
	}
	return e
}

func (g *generator) bare(h hint, d int) ex {
	if d <= 0 || g.chance(12) {
		return g.leaf(h)
	}
	if g.chance(5) {
		h = anything
	}
	var e ex
	set := func(f func(int) ex) func() { return func() { e = f(d - 1) } }
	of := func(f func(hint, int) ex) func() { return func() { e = f(h, d-1) } }
	nonPrim := h == object || h == array || h == callable
	g.choose([]choice{
		{12, true, func() { e = g.leaf(h) }},
		{26, h == number || h == integer || h == anything, func() { e = g.arithmetic(h, d-1) }},
		{16, h == text || h == anything, set(g.concat)},
		{26, h == boolean || h == anything, set(g.comparison)},
		{8, h == boolean, set(g.not)},
		{8, h == text || h == number || h == anything, set(g.unary)},
		{9, !nonPrim, of(g.update)},
		{11, true, of(g.assignment)},
		{8, g.has(Branches), of(g.conditional)},
		{10, g.has(Logic), of(g.logical)},
		{4, true, of(g.comma)},
		{10, g.has(Calls), of(g.effect)},
		{12, g.has(Calls), of(g.call)},
		{12, g.has(Members), of(g.member)},
		{6, g.has(Members) && !nonPrim, of(g.methodCall)},
		{7, g.has(Templates) && (h == text || h == anything), set(g.template)},
		{3, g.has(Templates) && g.has(Calls), set(g.tagged)},
		{5, g.has(Regexps) && (h == boolean || h == text || h == anything), of(g.regexp)},
		{30, g.has(Literals) && h == object, set(g.objectLiteral)},
		{30, g.has(Literals) && h == array, set(g.arrayLiteral)},
		{3, g.has(Literals) && h == anything, set(g.objectLiteral)},
		{40, g.has(Closures) && h == callable, func() { e = g.functionExpr() }},
		{3, g.has(Closures) && h == anything, func() { e = g.functionExpr() }},
		{5, g.has(News) && (h == object || h == anything), set(g.new)},
		{7, g.has(Meta) && (h == boolean || h == text || h == anything), of(g.meta)},
		{4, g.has(Globals), of(g.globalUse)},
		{4, g.has(This), of(g.thisUse)},
		{5, g.has(Arguments), of(g.argumentsUse)},
		{4, g.has(Optionals), of(g.optional)},
		{12, g.fn.async || g.fn.generator, of(g.suspension)},
		{3, g.has(Destructs), of(g.destructuring)},
		{20, g.has(Tame) && !nonPrim, of(g.builtinCall)},
	})
	return e
}

// leaf is a variable or a literal.
func (g *generator) leaf(h hint) ex {
	g.block.started = true
	if g.chance(70) {
		vs := g.visible(func(v *variable) bool { return v.hint == h || h == number && v.hint == integer })
		if len(vs) == 0 || g.chance(10) {
			vs = g.visible(func(v *variable) bool { return v.hint != callable || h == callable || h == anything })
		}
		if len(vs) > 0 {
			v := pick(g, vs)
			if v.fn != g.fn && v.fn != nil && v.fn.outer != nil {
				g.count("captured read")
			}
			return atom(v.name)
		}
	}
	if h == anything && g.has(Awkward) && g.has(Calls) && g.chance(6) {
		return ex{g.awkward(), ast.PrecUnary}
	}
	return g.literal(h)
}

var arithmeticOps = []ast.BinaryOp{ast.Add, ast.Add, ast.Add, ast.Sub, ast.Sub, ast.Mul, ast.Mul, ast.Div, ast.Mod, ast.Exp}
var bitOps = []ast.BinaryOp{ast.BitAnd, ast.BitOr, ast.BitOr, ast.BitXor, ast.Shl, ast.Shr, ast.UShr}

func (g *generator) arithmetic(h hint, d int) ex {
	ops := arithmeticOps
	if h == integer && g.chance(60) || g.chance(30) {
		ops = bitOps
	}
	op := pick(g, ops)
	g.count("binary " + op.String())
	operand := h
	if h == anything && g.chance(70) || h == integer && g.chance(30) {
		operand = number
	}
	l, r := g.expr(operand, d), g.expr(operand, d)
	switch g.r.IntN(12) { // algebra's favourites
	case 0:
		r = atom("0")
	case 1:
		r = atom("1")
	case 2:
		l = ex{pick(g, []string{"0", "-0", "1", "-1"}), ast.PrecUnary}
	case 3:
		r = l
	}
	return binary(op, l, r)
}

func binary(op ast.BinaryOp, l, r ex) ex {
	p := op.Prec()
	switch op {
	case ast.Exp:
		return ex{l.in(ast.PrecPostfix) + " ** " + r.in(ast.PrecExp), p}
	case ast.Nullish:
		return ex{l.in(ast.PrecBitOr) + " ?? " + r.in(ast.PrecBitOr), p}
	case ast.In:
		// Always in parentheses: it may be in the head of a for.
		return atom("(" + l.in(p) + " in " + r.in(p+1) + ")")
	}
	return ex{l.in(p) + " " + op.String() + " " + r.in(p+1), p}
}

func (g *generator) concat(d int) ex {
	g.count("string +")
	l, r := g.expr(text, d), g.expr(anything, d)
	if g.chance(40) {
		l, r = r, l
	}
	if g.chance(25) {
		r = g.literal(text)
	}
	return binary(ast.Add, l, r)
}

var comparisons = []ast.BinaryOp{ast.Lt, ast.Gt, ast.Le, ast.Ge, ast.Eq, ast.Ne, ast.StrictEq, ast.StrictEq, ast.StrictNe, ast.Lt}

func (g *generator) comparison(d int) ex {
	op := pick(g, comparisons)
	g.count("binary " + op.String())
	h := pick(g, []hint{number, integer, integer, text, anything})
	l, r := g.expr(h, d), g.expr(h, d)
	if g.chance(15) {
		r = ex{pick(g, singles), ast.PrecUnary}
	}
	if g.chance(6) {
		r = l
	}
	return binary(op, l, r)
}

// prefixed puts a unary operator before an operand, with care for `- -x`.
func prefixed(op string, e ex) ex {
	s := e.in(ast.PrecUnary)
	if len(op) == 1 && strings.HasPrefix(s, op) {
		s = "(" + s + ")"
	}
	if len(op) > 2 {
		op += " "
	}
	return ex{op + s, ast.PrecUnary}
}

func (g *generator) not(d int) ex {
	g.count("unary !")
	e := prefixed("!", g.expr(pick(g, []hint{boolean, anything}), d))
	if g.chance(20) {
		e = ex{"!" + e.s, ast.PrecUnary}
	}
	return e
}

func (g *generator) unary(d int) ex {
	op := pick(g, []string{"-", "-", "+", "~", "!", "void", "typeof"})
	g.count("unary " + op)
	return prefixed(op, g.expr(pick(g, []hint{number, anything}), d))
}

func (g *generator) conditional(h hint, d int) ex {
	g.count("?:")
	return ex{fmt.Sprintf("%s ? %s : %s", g.expr(boolean, d).in(ast.PrecNullish), g.expr(h, d).arg(), g.expr(h, d).arg()), ast.PrecCond}
}

func (g *generator) logical(h hint, d int) ex {
	op := pick(g, []ast.BinaryOp{ast.LogicalAnd, ast.LogicalOr, ast.Nullish})
	g.count("binary " + op.String())
	return binary(op, g.expr(h, d), g.expr(h, d))
}

func (g *generator) comma(h hint, d int) ex {
	g.count("comma")
	return ex{g.expr(anything, d).arg() + ", " + g.expr(h, d).arg(), ast.PrecSeq}
}

// effect logs a value and evaluates to it.
func (g *generator) effect(h hint, d int) ex {
	g.count("eff")
	return ex{"eff(" + g.expr(h, d).arg() + ")", ast.PrecCall}
}

func (g *generator) template(d int) ex {
	g.count("template")
	var b strings.Builder
	b.WriteByte('`')
	for range 1 + g.r.IntN(3) {
		b.WriteString(pick(g, []string{"", "a", "\\n", "\\ud800", " $ ", "\\`", "{}"}))
		b.WriteString("${" + g.expr(pick(g, []hint{text, number, anything}), d).s + "}")
	}
	b.WriteString(pick(g, []string{"", "b", "\\udc00"}))
	b.WriteByte('`')
	return atom(b.String())
}

func (g *generator) regexp(h hint, d int) ex {
	re := pick(g, []string{"/a(b)?/", "/a/g", "/[0-9]+/", "/^\\s*$/", "/b|q/y", "/[/\\]]/u"})
	s := g.expr(text, d).arg()
	g.count("regexp")
	switch {
	case h == boolean || g.chance(40):
		return ex{re + ".test(" + s + ")", ast.PrecCall}
	case g.chance(50):
		return ex{fmt.Sprintf("String(%s).replace(%s, %s)", s, re, `"<$&>"`), ast.PrecCall}
	}
	return ex{re + ".exec(" + s + ")", ast.PrecCall}
}

func (g *generator) new(d int) ex {
	g.count("new")
	callee := "Box"
	if len(g.tops) > 0 && g.chance(40) {
		if f := pick(g, g.tops); f.top < g.fn.top {
			callee = f.name
			g.burn(false)
		}
	}
	if callee == "Box" && g.chance(20) {
		return ex{"new Box", ast.PrecNew}
	}
	return ex{"new " + callee + "(" + g.args(d, nil) + ")", ast.PrecCall}
}

func (g *generator) meta(h hint, d int) ex {
	switch n := g.r.IntN(10); {
	case h == text || n < 3:
		g.count("typeof")
		if g.has(Globals) && g.chance(30) {
			return ex{"typeof gone", ast.PrecUnary}
		}
		e := prefixed("typeof", g.expr(anything, d))
		if h == boolean {
			return binary(pick(g, []ast.BinaryOp{ast.StrictEq, ast.Eq, ast.StrictNe}), e,
				atom(pick(g, []string{`"number"`, `"undefined"`, `"object"`, `"string"`, `"function"`})))
		}
		return e
	case n < 5:
		g.count("in")
		return binary(ast.In, g.expr(text, d), g.base(d))
	case n < 7:
		g.count("instanceof")
		right := pick(g, []string{"Box", "Object", "Late", "Late", "Array", "obj"})
		if g.chance(8) {
			right = g.leaf(anything).in(ast.PrecShift)
		}
		return binary(ast.InstanceOf, g.expr(anything, d), atom(right))
	}
	if g.fn.outer != nil && g.chance(10) {
		g.count("import()")
		return ex{"typeof import(" + g.expr(anything, d).arg() + ").catch(String)", ast.PrecUnary}
	}
	g.count("delete")
	if vs := g.visible(func(v *variable) bool { return v.kind != isFunc }); !g.fn.strict && len(vs) > 0 && g.chance(15) {
		g.count("delete of a name")
		return ex{"delete " + pick(g, vs).name, ast.PrecUnary}
	}
	return prefixed("delete", g.place(d))
}

func (g *generator) globalUse(h hint, d int) ex {
	g.count("global")
	name := pick(g, []string{"gval", "gval", "gacc", "gacc", "gro"})
	if vs := g.visible(func(v *variable) bool { return v.global }); len(vs) > 0 && g.chance(50) {
		name = pick(g, vs).name
	}
	if g.chance(5) {
		g.count("undeclared")
		name = "gone"
	}
	if g.has(Logic) && g.chance(16) {
		op := pick(g, []string{"&&=", "||=", "??="})
		g.count("global " + op)
		return ex{fmt.Sprintf("%s %s %s", name, op, g.expr(h, d).arg()), ast.PrecAssign}
	}
	switch g.r.IntN(5) {
	case 0:
		return ex{fmt.Sprintf("%s = %s", name, g.expr(h, d).arg()), ast.PrecAssign}
	case 1:
		return ex{fmt.Sprintf("%s %s= %s", name, pick(g, []string{"+", "-", "|", "*"}), g.expr(h, d).arg()), ast.PrecAssign}
	case 2:
		return ex{name + pick(g, []string{"++", "--"}), ast.PrecPostfix}
	}
	return atom(name)
}

func (g *generator) thisUse(h hint, d int) ex {
	if !g.onlyArrows() && g.chance(20) {
		g.count("new.target")
		return pick(g, []ex{atom("new.target"), {"typeof new.target", ast.PrecUnary}, {"new.target === undefined", ast.PrecEq}})
	}
	g.count("this")
	switch g.r.IntN(6) {
	case 0:
		return ex{"this.p = " + g.expr(h, d).arg(), ast.PrecAssign}
	case 1:
		return binary(ast.StrictEq, atom("this"), atom("undefined"))
	case 2:
		return prefixed("typeof", atom("this"))
	case 3:
		return atom("this")
	}
	return ex{pick(g, []string{"this.p", "this.q"}), ast.PrecCall}
}

func (g *generator) argumentsUse(h hint, d int) ex {
	if g.fn.outer == nil || g.onlyArrows() {
		return g.leaf(h)
	}
	g.count("arguments")
	home := g.fn
	for home.arrow {
		home = home.outer
	}
	if home.arguments == 0 {
		home.arguments = pick(g, []objectUse{onlyLength, anyUse, anyUse})
	}
	if home.arguments == onlyLength {
		g.count("arguments counted")
		if g.chance(50) {
			return ex{fmt.Sprintf("arguments.length %s %d", pick(g, []string{"<", "===", ">"}), g.r.IntN(4)), ast.PrecEq}
		}
		return ex{"arguments.length", ast.PrecCall}
	}
	if !g.fn.strict && g.chance(12) {
		g.count("arguments assigned")
		return ex{"arguments = " + g.expr(pick(g, []hint{array, object, h}), d).arg(), ast.PrecAssign}
	}
	switch g.r.IntN(6) {
	case 0:
		return ex{"arguments.length", ast.PrecCall}
	case 5:
		g.count("arguments length changed")
		return pick(g, []ex{{fmt.Sprintf("arguments.length = %d", g.r.IntN(4)), ast.PrecAssign}, {"arguments.length++", ast.PrecPostfix}, {"delete arguments.length", ast.PrecUnary}})
	case 1:
		g.count("arguments write")
		return ex{fmt.Sprintf("arguments[%d] = %s", g.r.IntN(3), g.expr(h, d).arg()), ast.PrecAssign}
	}
	return ex{fmt.Sprintf("arguments[%d]", g.r.IntN(3)), ast.PrecCall}
}

// onlyArrows reports whether `arguments` would refer to the script's top level.
func (g *generator) onlyArrows() bool {
	for f := g.fn; f.outer != nil; f = f.outer {
		if !f.arrow {
			return false
		}
	}
	return true
}
