package gen

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// base returns an expression to read a property of.
func (g *generator) base(d int) ex {
	g.block.started = true
	h := object
	if g.chance(25) {
		h = array
	}
	vs := g.visible(func(v *variable) bool { return v.hint == h || v.hint == anything && g.chance(15) })
	if len(vs) > 0 && g.chance(85) {
		return atom(pick(g, vs).name)
	}
	if g.has(Literals) && d > 0 && g.chance(50) {
		if h == array {
			return g.arrayLiteral(d - 1)
		}
		return g.objectLiteral(d - 1)
	}
	if g.has(Awkward) && g.has(Calls) && g.chance(30) {
		g.serial++
		return ex{fmt.Sprintf("acc(%d)", g.serial), ast.PrecCall}
	}
	return atom(g.literal(h).s)
}

// place returns a property reference, which can be read, assigned or deleted.
func (g *generator) place(d int) ex {
	b := g.base(d).in(ast.PrecCall)
	switch n := g.r.IntN(10); {
	case n < 6:
		return ex{b + "." + pick(g, []string{"p", "q", "r", "p", "n", "length", "x"}), ast.PrecCall}
	case n < 8:
		return ex{fmt.Sprintf("%s[%s]", b, g.expr(integer, d-1).s), ast.PrecCall}
	}
	return ex{fmt.Sprintf("%s[%s]", b, g.expr(pick(g, []hint{text, anything}), d-1).s), ast.PrecCall}
}

func (g *generator) member(h hint, d int) ex {
	g.count("member read")
	return g.place(d)
}

func (g *generator) methodCall(h hint, d int) ex {
	g.count("method call")
	switch n := g.r.IntN(8); {
	case n < 2 && g.has(Calls):
		g.burn(true)
		return ex{fmt.Sprintf("%s.m(%s)", g.base(d).in(ast.PrecCall), g.args(d, nil)), ast.PrecCall}
	case n < 4:
		return ex{fmt.Sprintf("String(%s).%s", g.expr(text, d).arg(),
			pick(g, []string{"charCodeAt(0)", "slice(1)", "length", "toUpperCase()", `indexOf("a")`, "at(-1)"})), ast.PrecCall}
	case n < 5 && g.has(Closures) && g.has(Calls):
		g.burn(true)
		return ex{fmt.Sprintf("%s.map(%s)", g.arrayLike(), g.functionExpr().arg()), ast.PrecCall}
	case n < 6:
		return ex{fmt.Sprintf("%s.push(%s)", g.arrayLike(), g.args(d, nil)), ast.PrecCall}
	}
	return ex{fmt.Sprintf("Math.%s(%s)", pick(g, []string{"floor", "abs", "max", "imul"}), g.args(d, []hint{number, number})), ast.PrecCall}
}

func (g *generator) arrayLike() string {
	if vs := g.visible(func(v *variable) bool { return v.hint == array }); len(vs) > 0 {
		return pick(g, vs).name
	}
	return "[1, 2]"
}

// target returns something to assign to, if there is anything.
func (g *generator) target(h hint, d int) (ex, bool) {
	if g.has(Members) && g.chance(22) {
		g.count("member write")
		return g.place(d), true
	}
	g.block.started = true
	if g.has(DeadZones) && g.chance(2) {
		if vs := g.visible(func(v *variable) bool { return v.kind == isConst }); len(vs) > 0 {
			g.count("const assignment")
			return atom(pick(g, vs).name), true
		}
	}
	vs := g.assignable(h)
	if len(vs) == 0 {
		return ex{}, false
	}
	v := pick(g, vs)
	if v.fn != g.fn {
		g.count("captured write")
	}
	return atom(v.name), true
}

func (g *generator) assignment(h hint, d int) ex {
	t, ok := g.target(h, d)
	if !ok {
		return g.leaf(h)
	}
	op := "="
	switch n := g.r.IntN(10); {
	case n < 4 && (h == number || h == integer || h == anything):
		op = pick(g, []string{"+", "-", "*", "+", "|", "&", "^", "<<", ">>", ">>>", "/", "%", "**"}) + "="
	case n < 3 && h == text:
		op = "+="
	case n < 6 && g.has(Logic):
		op = pick(g, []string{"&&=", "||=", "??="})
	}
	g.count("assign " + op)
	v := g.expr(h, d)
	if g.chance(6) && !strings.Contains(t.s, "(") {
		// x += x++, x = x--, o.p += o.p = ...
		if g.chance(50) {
			v = ex{t.s + pick(g, []string{"++", "--"}), ast.PrecPostfix}
		} else {
			v = ex{fmt.Sprintf("(%s = %s) + %s", t.s, v.arg(), t.s), ast.PrecAdd}
		}
		g.count("self assignment")
	}
	return ex{fmt.Sprintf("%s %s %s", t.s, op, v.arg()), ast.PrecAssign}
}

func (g *generator) update(h hint, d int) ex {
	t, ok := g.target(pick(g, []hint{number, integer, h}), d)
	if !ok {
		return g.leaf(h)
	}
	op := pick(g, []string{"++", "--"})
	if g.chance(50) {
		g.count("prefix " + op)
		return ex{op + t.s, ast.PrecUnary}
	}
	g.count("postfix " + op)
	return ex{t.s + op, ast.PrecPostfix}
}

// args writes an argument list; kinds may be nil.
func (g *generator) args(d int, kinds []hint) string {
	n := g.r.IntN(3)
	if kinds != nil {
		n = len(kinds)
	}
	var out []string
	for i := range n {
		h := anything
		if kinds != nil {
			h = kinds[i]
		}
		out = append(out, g.expr(h, d).arg())
	}
	if len(out) >= 1 && g.chance(12) {
		// f(x, x = 2): the old value is passed.
		if vs := g.assignable(anything); len(vs) > 0 {
			v := pick(g, vs)
			g.count("argument then assignment")
			out[0] = v.name
			out = append(out, fmt.Sprintf("%s = %s", v.name, g.expr(v.hint, d).arg()))
		}
	}
	if g.has(Destructs) && g.chance(5) {
		g.count("spread")
		out = append(out, "..."+g.arrayLike())
	}
	return strings.Join(out, ", ")
}

// call calls a generated function, a local one if there is one.
func (g *generator) call(h hint, d int) ex {
	var fs []*variable
	for _, v := range g.visible(func(v *variable) bool { return v.hint == callable }) {
		if v.params == nil || v.fn != nil && v.fn.outer != nil || v.top < g.fn.top ||
			g.has(Recursion) && g.chance(40) {
			fs = append(fs, v)
		}
	}
	if len(fs) == 0 {
		return g.effect(h, d)
	}
	f := pick(g, fs)
	local := f.fn == nil || f.fn.outer != nil
	if !local && f.top >= g.fn.top {
		g.count("recursive call")
	} else if local {
		g.count("call of a closure")
	} else {
		g.count("call of a function")
	}
	g.burn(local && f.fn != g.fn || !local && f.top >= g.fn.top || f.params == nil)
	if f.params == nil && g.has(Branches) && g.chance(70) {
		return ex{fmt.Sprintf("typeof %s === %q ? %s(%s) : %s", f.name, "function", f.name, g.args(d, nil), g.leaf(h).arg()), ast.PrecCond}
	}
	return ex{fmt.Sprintf("%s(%s)", f.name, g.args(d, f.params)), ast.PrecCall}
}

func (g *generator) objectLiteral(d int) ex {
	g.count("object literal")
	var props []string
	for range g.r.IntN(4) {
		k := pick(g, []string{"p", "q", "r", "p", `"a b"`, "0", "x"})
		switch n := g.r.IntN(20); {
		case n < 1 && g.has(Closures) && !g.has(Tame):
			g.count("getter")
			props = append(props, "get "+k+"() "+g.body(&function{fuel: true}, nil, 2))
		case n < 2 && g.has(Closures) && !g.has(Tame):
			g.count("valueOf method")
			props = append(props, "valueOf() "+g.body(&function{fuel: true}, nil, 2))
		case n < 4 && g.has(Closures):
			g.count("method")
			props = append(props, "m: "+g.functionExpr().arg())
		case n < 5:
			g.count("computed key")
			props = append(props, "["+g.expr(text, d).arg()+"]: "+g.expr(anything, d).arg())
		case n < 6:
			if vs := g.visible(func(v *variable) bool { return true }); len(vs) > 0 {
				g.count("shorthand")
				props = append(props, pick(g, vs).name)
			}
		case n < 7 && g.has(Destructs):
			g.count("spread")
			props = append(props, "..."+g.expr(object, d).arg())
		case n < 8:
			props = append(props, "__proto__: "+pick(g, []string{"null", "{ p: 9 }"}))
			d = -1
			k = ""
		default:
			props = append(props, k+": "+g.expr(anything, d).arg())
		}
		if k == "" {
			break // a second __proto__ would be an error
		}
	}
	if len(props) == 0 {
		return atom("{}")
	}
	return atom("{ " + strings.Join(props, ", ") + " }")
}

func (g *generator) arrayLiteral(d int) ex {
	g.count("array literal")
	var elems []string
	for range g.r.IntN(4) {
		if g.chance(6) {
			elems = append(elems, "")
			continue
		}
		elems = append(elems, g.expr(pick(g, []hint{number, anything}), d).arg())
	}
	s := strings.Join(elems, ", ")
	if strings.HasSuffix(s, ", ") || s == "" && len(elems) > 0 {
		s += ","
	}
	return atom("[" + s + "]")
}
