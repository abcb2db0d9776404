package gen

import "fmt"

// closureStmt declares a local function and usually calls it.
func (g *generator) closureStmt() {
	hints := []hint{number, anything}[:g.r.IntN(3)]
	params := append([]hint{}, hints...)
	if g.block == g.fn.body && g.chance(50) {
		g.count("inner function declaration")
		v := g.declare(&variable{name: g.fresh(isFunc), kind: isFunc, hint: callable, params: params})
		g.block.started = true
		g.line("function %s%s", v.name, g.function(&function{}, params, 1+g.r.IntN(4)))
		g.callIt(v)
		return
	}
	name := g.fresh(isConst)
	e := g.functionOf(params, 1+g.r.IntN(4))
	v := g.declare(&variable{name: name, kind: isConst, hint: callable, params: params})
	g.block.started = true
	g.line("const %s = %s;", v.name, e.arg())
	g.callIt(v)
}

func (g *generator) callIt(v *variable) {
	for g.chance(60) {
		g.burn(false)
		g.line("print(%s(%s));", v.name, g.args(1, v.params))
		if g.chance(40) {
			g.assignStmt()
		}
	}
}

// closureLoop collects closures over per-iteration bindings and calls them
// after the loop.
func (g *generator) closureLoop() {
	g.count("closures made in a loop")
	fs, i, k := g.fresh(isConst), g.fresh(isLet), g.fresh(isConst)
	if fs == i || fs == k || i == k {
		g.printStmt()
		return
	}
	g.declare(&variable{name: fs, kind: isConst, hint: array})
	g.block.started = true
	g.line("const %s = [];", fs)
	n := 2 + g.r.IntN(3)
	closure := pick(g, []string{
		fmt.Sprintf("() => %s", k),
		fmt.Sprintf("() => %s++", i),
		fmt.Sprintf("() => [%s, %s]", i, k),
		fmt.Sprintf("function () { %s += 2; return %s + %s; }", i, i, k),
		fmt.Sprintf("() => %s = %s + 1", i, i),
	})
	switch g.r.IntN(4) {
	case 0:
		g.line("for (let %s = 0; %s < %d; %s++) {", i, i, n, i)
	case 1:
		g.line("for (let %s = 0, %s_ = () => %s; fuel() && %s < %d; %s++) {", i, i, i, i, n, i)
		closure = fmt.Sprintf("%s_", i)
	case 2:
		g.line("for (let %s = 0; eff(%s) < %d; %s.push(() => %s), %s++) {", i, i, n, fs, i, i)
	default:
		g.line("let %s = 0;", i)
		g.declare(&variable{name: i, kind: isLet, hint: integer, protected: true})
		g.line("while (%s < %d && fuel()) {", i, n)
		g.line("  %s++;", i)
	}
	t := &target{loop: true, continues: false}
	g.fn.targets = append(g.fn.targets, t)
	g.fn.loops++
	g.indent++
	g.scoped(func() {
		g.block.started = true
		g.declare(&variable{name: i, kind: isLet, hint: integer, protected: true})
		body := g.capture(func() {
			g.line("%s %s = %s;", pick(g, []string{"const", "let"}), k, g.expr(number, 2).arg())
			g.declare(&variable{name: k, kind: isConst, hint: number})
			if g.chance(40) {
				g.simple()
			}
			g.line("%s.push(%s);", fs, closure)
			if g.chance(40) {
				g.simple()
			}
		})
		if t.fuel {
			g.line("fuel();")
		}
		g.raw(body)
	})
	g.indent--
	g.fn.loops--
	g.fn.targets = g.fn.targets[:len(g.fn.targets)-1]
	g.line("}")
	g.burn(true)
	g.line("print(%s.map((h) => h()), %s.map((h) => h()));", fs, fs)
}

// blockFunc writes a function declaration in a block, and uses of its name outside, which
// Annex B makes legal.
func (g *generator) blockFunc() {
	g.count("function in a block")
	g.serial++
	name := fmt.Sprintf("h%d", g.serial)
	if g.chance(40) && !g.fn.strict {
		g.line("print(typeof %s);", name)
	}
	g.line("{")
	g.indent++
	g.scoped(func() {
		v := g.declare(&variable{name: name, kind: isFunc, hint: callable, params: []hint{}})
		g.callIt(v)
		g.line("function %s%s", name, g.function(&function{}, nil, 2))
	})
	g.indent--
	g.line("}")
	if g.chance(50) {
		g.line("print(typeof %s);", name)
	}
}
