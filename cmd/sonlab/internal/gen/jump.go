package gen

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// jump leaves or continues an enclosing statement, mostly under a condition. It
// returns "break", "continue", or "" if there is nothing to leave.
func (g *generator) jump() string {
	ts := g.fn.targets
	t := ts[len(ts)-1]
	if g.chance(35) {
		t = pick(g, ts)
	}
	innermost := func(accept func(*target) bool) bool {
		for i := len(ts) - 1; i >= 0; i-- {
			if accept(ts[i]) {
				return ts[i] == t
			}
		}
		return false
	}
	var s string
	switch {
	case t.loop && t.continues && g.chance(45) && (t.label != "" || innermost(func(u *target) bool { return u.loop })):
		s = "continue"
		if t.label != "" && (g.chance(60) || !innermost(func(u *target) bool { return u.loop })) {
			s += " " + t.label
			g.count("continue label")
		} else {
			g.count("continue")
		}
	case t.label != "" && (g.chance(60) || !innermost(func(u *target) bool { return u.loop || u.sw })):
		s = "break " + t.label
		g.count("break label")
	case innermost(func(u *target) bool { return u.loop || u.sw }):
		s = "break"
		g.count("break")
	default:
		g.printStmt()
		return ""
	}
	word, _, _ := strings.Cut(s, " ")
	if g.has(Branches) && g.chance(88) {
		g.line("if (%s) %s;", g.cond(), s)
		return word
	}
	g.line("%s;", s)
	if g.has(DeadCode) && g.chance(30) {
		g.count("code after jump")
		g.assignStmt()
	}
	return word
}

// goOn continues the innermost loop under a condition, if possible.
func (g *generator) goOn() bool {
	for i := len(g.fn.targets) - 1; i >= 0; i-- {
		t := g.fn.targets[i]
		if t.loop && t.continues && g.has(Branches) {
			g.count("continue")
			g.line("if (%s) continue;", g.cond())
			return true
		}
		if t.loop {
			break
		}
	}
	return false
}

func (g *generator) labelled(deep int) {
	g.count("labelled block")
	g.fn.labels++
	t := &target{label: fmt.Sprintf("%s%d", pick(g, []string{"blk", "done", "a"}), g.fn.labels)}
	g.line("%s: {", t.label)
	g.fn.targets = append(g.fn.targets, t)
	g.statements(deep, 1+g.r.IntN(4))
	g.fn.targets = g.fn.targets[:len(g.fn.targets)-1]
	g.line("}")
}

func (g *generator) switchStmt(deep int) {
	g.count("switch")
	h := pick(g, []hint{integer, integer, text, anything, boolean})
	t := &target{sw: true}
	if g.has(Jumps) && g.chance(12) {
		g.fn.labels++
		t.label = fmt.Sprintf("sw%d", g.fn.labels)
		g.line("%s:", t.label)
	}
	disc := g.expr(h, 2)
	if h == integer && g.chance(50) {
		disc = binary(ast.BitAnd, disc, atom("3"))
	}
	g.line("switch (%s) {", disc.s)
	g.fn.targets = append(g.fn.targets, t)
	n := g.r.IntN(5)
	def := g.r.IntN(n + 2)
	for i := 0; i <= n; i++ {
		if i == def {
			g.count("default")
			if i < n {
				g.count("default not last")
			}
			g.line("default:")
			g.caseBody(deep)
		}
		if i == n {
			break
		}
		test := g.literal(h)
		switch {
		case g.has(Calls) && g.chance(15):
			g.count("effect in a case test")
			test = ex{"eff(" + test.s + ")", ast.PrecCall}
		case g.chance(10):
			test = g.expr(h, 2)
		}
		g.line("case %s:", test.s)
		g.caseBody(deep)
	}
	g.fn.targets = g.fn.targets[:len(g.fn.targets)-1]
	g.line("}")
}

func (g *generator) caseBody(deep int) {
	n := g.r.IntN(3)
	if n > 0 {
		g.line("  {")
		g.indent++
		g.statements(deep, n)
		g.indent--
		g.line("  }")
	}
	switch k := g.r.IntN(10); {
	case k < 6:
		g.line("  break;")
	case k < 7 && g.fn.outer != nil && !g.fn.element:
		g.line("  return %s;", g.expr(anything, 1).s)
	default:
		g.count("fallthrough")
	}
}
