package contain

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
)

// recordsPrelude defines what generated programs of records call: coin, and unknown code that keeps objects and
// changes them later.
const recordsPrelude = `let state = 7;
const kept = [];
globalThis.coin = () => { state = (state * 1103515245 + 12345) % 2147483648; return state % 7 < 3; };
globalThis.leak = (x) => { kept.push(x); return kept[kept.length >> 1]; };
globalThis.poke = () => {
  for (const o of kept) if (typeof o === "object" && o !== null && !Object.isFrozen(o)) {
    if ("a" in o && coin()) delete o.a; else o[coin() ? "a" : "c"] = coin() ? { a: "poked" } : "poked";
  }
  if (coin()) throw "poked";
};`

// records generates a program of functions that pass records to each other.
type records struct {
	sketch.Sketch
	functions, self int
	vars            []string // that may be assigned
	depth, loops    int
	inFunction      bool
}

func generateRecords(seed int) string {
	g := &records{Sketch: sketch.New(uint64(seed), 0x4ec0), self: -1}
	g.functions = 2 + g.R.IntN(3)
	g.Line("(() => {")
	g.Indent++
	for i := range g.functions {
		g.self, g.inFunction = i, true
		g.vars = []string{"p", "q"}
		g.Line("function f%d(p, q, n) {", i)
		g.Indent++
		g.block(2 + g.R.IntN(4))
		if g.Chance(70) {
			g.Line("return %s;", g.value(1))
		}
		g.Indent--
		g.Line("}")
	}
	g.self, g.inFunction = -1, false
	g.vars = nil
	for _, v := range []string{"x", "y"} {
		g.Line("let %s = %s;", v, g.literal(1))
		g.vars = append(g.vars, v)
	}
	if g.Chance(20) {
		g.Line("const peek = () => x;")
	}
	g.Line("let n = %d;", g.R.IntN(3))
	g.block(5 + g.R.IntN(5))
	g.Indent--
	g.Line("})();")
	return g.Text()
}

func (g *records) name() string { return g.vars[g.R.IntN(len(g.vars))] }
func (g *records) key() string  { return sketch.Pick(&g.Sketch, "a", "a", "b", "c") }

// block writes statements; what they declare is not visible behind it.
func (g *records) block(n int) {
	visible := len(g.vars)
	g.depth++
	for range n {
		g.statement()
	}
	g.depth--
	g.vars = g.vars[:visible]
}

func (g *records) braces(head string, tail string) {
	g.Line("%s {", head)
	g.Indent++
	g.block(1 + g.R.IntN(3))
	g.Indent--
	g.Line("}%s", tail)
}

func (g *records) statement() {
	kinds := 22
	if g.depth > 3 {
		kinds = 14
	}
	switch g.R.IntN(kinds) {
	case 0, 1, 2:
		g.Line("%s.%s = %s;", g.name(), g.key(), g.value(1))
	case 3:
		g.Line("delete %s.%s;", g.name(), g.key())
	case 4, 5:
		v := g.SerialName("v")
		g.Line("let %s = %s;", v, g.value(0))
		g.vars = append(g.vars, v)
	case 6:
		g.Line("%s = %s;", g.name(), g.value(0))
	case 7, 8, 9:
		v := g.SerialName("r")
		if g.Chance(40) {
			g.Line("let %s = {};", v)
			g.Line("try { %s = %s; } catch (e) { %s.c = e; }", v, g.call(), g.name())
		} else {
			g.Line("let %s = %s;", v, g.call())
		}
		g.vars = append(g.vars, v)
	case 10:
		g.Line("%s", sketch.Pick(&g.Sketch, "leak("+g.name()+");", "leak("+g.name()+");", "if (coin()) leak("+g.name()+");", "poke();", "n++;", "n = n - 1;", "n = 0;", "coin();"))
	case 11:
		g.Line("%s.%s %s= %s;", g.name(), g.key(), sketch.Pick(&g.Sketch, "+", "||", "??", "&&"), g.value(2))
	case 12:
		switch {
		case g.loops > 0 && g.Chance(60):
			g.Line("if (%s) %s;", g.condition(), sketch.Pick(&g.Sketch, "break", "continue"))
		case g.inFunction:
			g.Line("if (%s) %s;", g.condition(), sketch.Pick(&g.Sketch, "return "+g.value(1), "throw "+g.value(1), "return"))
		}
	case 13:
		g.Line("var { %s: w = %s } = %s;", g.key(), g.value(2), g.name())
	case 14, 15:
		g.braces("if ("+g.condition()+")", "")
		if g.Chance(50) {
			g.braces("else", "")
		}
	case 16:
		g.loops++
		g.braces("for (let i = 0; i < 2; i++)", "")
		g.loops--
	case 17:
		g.loops++
		g.braces("while (coin())", "")
		g.loops--
	case 18:
		g.loops++
		g.braces("for (const k in "+g.name()+")", "")
		g.loops--
	case 19, 20:
		g.try()
	case 21:
		g.Line("switch (%s) {", sketch.Pick(&g.Sketch, "n", g.name()+".a"))
		g.Indent++
		for _, c := range []string{"case 0:", "default:", `case "s":`} {
			g.Line("%s {", c)
			g.Indent++
			g.block(1)
			if g.Chance(50) {
				g.Line("break;")
			}
			g.Indent--
			g.Line("}")
		}
		g.Indent--
		g.Line("}")
	}
}

func (g *records) try() {
	g.braces("try", "")
	both := g.Chance(30)
	if both || g.Chance(70) {
		visible := len(g.vars)
		g.vars = append(g.vars, "e")
		g.braces("catch (e)", "")
		g.vars = g.vars[:visible]
		if !both {
			return
		}
	}
	loops := g.loops
	if g.Chance(60) {
		g.loops = 0 // few finally clauses jump
	}
	g.braces("finally", "")
	g.loops = loops
}

func (g *records) condition() string {
	x := g.name()
	return sketch.Pick(&g.Sketch, "coin()", "coin()", "n > 0", fmt.Sprintf("%q in %s", g.key(), x), x+"."+g.key(), "!"+x+"."+g.key(),
		x+" === "+g.name(), x, x+".a === "+g.name()+".b", x+" == null", "Object.hasOwn("+x+", \"a\")", x+" && "+x+".b")
}

// call writes a call of a function with a greater number, or any while n counts down.
func (g *records) call() string {
	arg := func() string {
		if g.Chance(60) {
			return g.name()
		}
		return g.value(1)
	}
	args := func(n string) string { return arg() + ", " + arg() + ", " + n }
	switch {
	case g.self < 0:
		return fmt.Sprintf("f%d(%s)", g.R.IntN(g.functions), args(sketch.Pick(&g.Sketch, "0", "1", "2", "n")))
	case g.self+1 < g.functions && g.Chance(70):
		return fmt.Sprintf("f%d(%s)", g.self+1+g.R.IntN(g.functions-g.self-1), args(sketch.Pick(&g.Sketch, "n", "0", "n - 1")))
	}
	return fmt.Sprintf("n > 0 ? f%d(%s) : %s", g.R.IntN(g.functions), args("n - 1"), g.value(1))
}

func (g *records) literal(depth int) string {
	var parts []string
	if len(g.vars) > 0 && g.Chance(15) {
		parts = append(parts, "..."+g.name())
	}
	for _, k := range []string{"a", "b"} {
		if g.Chance(45) {
			parts = append(parts, k+": "+g.value(depth+1))
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// value writes an expression, most of which are records.
func (g *records) value(depth int) string {
	if len(g.vars) == 0 {
		return sketch.Pick(&g.Sketch, "1", `"s"`, "{}")
	}
	n := 14
	if depth > 2 {
		n = 6
	}
	switch g.R.IntN(n) {
	case 0, 1:
		return g.name()
	case 2:
		if depth == 0 || g.Chance(50) {
			return g.name()
		}
		return sketch.Pick(&g.Sketch, "1", "0", `"s"`, "null", "undefined", "n", "n + 1", "-1.5")
	case 3:
		return g.name() + "." + g.key()
	case 4:
		return g.name() + "?." + g.key()
	case 5:
		return "{}"
	case 6, 7, 8, 9:
		return g.literal(depth)
	case 10:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(), g.value(depth+1), g.value(depth+1))
	case 11:
		return fmt.Sprintf("(%s %s %s)", g.name(), sketch.Pick(&g.Sketch, "||", "??", "&&"), g.value(depth+1))
	case 12:
		x := g.name()
		return fmt.Sprintf("(%s = %s)", x, g.value(depth+1))
	}
	if g.Chance(15) {
		return "leak(" + g.name() + ")"
	}
	return "{ a: " + g.name() + " }"
}
