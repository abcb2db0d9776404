package unreferenced_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sonjs/son/internal/enginetest"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/internal/unreferenced"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
)

// prelude records what a program logs. The values of other objects are not, but that they are
// converted is.
const prelude = `
var out = [];
Function.prototype.toString = function () { return "function"; };
function log(x) { if (out.length > 2000) throw new InternalError("too long"); out.push(typeof x === "function" ? "function " + x.name : typeof x === "object" ? "object" : typeof x + " " + String(x)); return x; }
var odd = { valueOf() { log("valueOf"); return 1; }, toString() { log("toString"); return "k"; }, get p() { log("get p"); return odd; }, [Symbol.iterator]: function* () { log("iterate"); yield 1; } };
Object.defineProperty(globalThis, "watched", { get() { log("get watched"); return 1; } });
(function (uncaught) { return out.join("\n") + "\n" + uncaught; })`

// generator writes programs with many names that nothing references.
type generator struct {
	*rand.Rand
	b      strings.Builder
	indent string
	depth  int
	end    string // of a statement: a semicolon or nothing
	strict bool
	inFunc bool
	inGen  bool
}

func (g *generator) name() string { return string(rune('a' + g.IntN(6))) }

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, g.indent+format+"\n", args...)
}

// value returns an expression that may stand in an assignment.
func (g *generator) value(depth int) string {
	if depth > 2 {
		return g.pick("1", `"s"`, g.name(), "undefined", "odd")
	}
	x := func() string { return g.value(depth + 1) }
	switch g.IntN(26) {
	case 0, 1, 2:
		return g.pick("1", `"use strict"`, "null", "-0", "2n", "/x/", "`t`")
	case 3, 4:
		return g.name()
	case 5:
		return "[" + x() + "]"
	case 6:
		return "{ k: " + x() + " }"
	case 7:
		return "log(" + x() + ")"
	case 8:
		return "function () { " + g.pick("return "+g.name(), "log("+g.name()+")", g.name()+" = 3") + " }"
	case 9:
		return "() => " + g.pick(g.name(), "log("+g.name()+")", g.name()+" = 4", "("+g.name()+" = { k: 1 })")
	case 10:
		return "(" + g.name() + " = " + x() + ")"
	case 11:
		return g.name() + " = " + x()
	case 12:
		return "odd.p"
	case 13:
		return "`${" + x() + "}`"
	case 14:
		return "(" + x() + ") + (" + x() + ")"
	case 15:
		return "typeof " + g.name()
	case 16:
		return "function () { return log(" + g.name() + ") }()"
	case 17:
		return "(function (p) { p = " + x() + "; return log(6) })(7)"
	case 18:
		return "class " + g.pick("", g.name()) + " { " + g.member() + " }"
	case 19:
		return g.pick("watched", "unknown", "typeof unknown", "typeof watched", "this", "this === undefined")
	case 20:
		return "(" + x() + ") ? " + x() + " : " + x()
	case 21:
		return "(" + x() + ") && " + x()
	case 22:
		return g.name() + g.pick("++", "--", " += 1", " ||= 2", " ??= 3")
	case 23:
		return "[..." + g.pick("odd", "[1]", g.name()) + "]"
	case 24:
		return "(" + g.name() + ", " + x() + ")"
	}
	return "log"
}

func (g *generator) member() string {
	return g.pick("", "static p = log(8)", "static p = 1", "static { log(this.name) }", "[odd]() {}", "m() { return "+g.name()+" }", "static [\"p\"] = 2", "p = log(9)", "static p = "+g.name(), "static p = () => "+g.name())
}

// list writes some statements. A name is declared lexically once in a list.
func (g *generator) list(n int) {
	taken := map[string]bool{}
	for range n {
		g.stmt(taken)
	}
}

func (g *generator) block(head, tail string, n int) {
	g.line("%s {", head)
	indent := g.indent
	g.indent += "  "
	g.depth++
	g.list(n)
	g.depth--
	g.indent = indent
	g.line("}%s", tail)
}

func (g *generator) function(head, tail string) {
	was, gen := g.inFunc, g.inGen
	g.inFunc, g.inGen = true, false
	g.block(head, tail, 1+g.IntN(4))
	g.inFunc, g.inGen = was, gen
}

func (g *generator) stmt(taken map[string]bool) {
	v := g.name()
	if g.IntN(12) == 0 {
		g.b.WriteString(g.pick("\n", g.indent+"// c\n", g.indent+"/* c */\n"))
	}
	// A name is declared in one way in all of a program: a is a let, b a const, c and d vars,
	// e a function, f a class or a var.
	n := g.IntN(32)
	if g.depth > 3 && n >= 15 && n <= 23 {
		n = 0
	}
	switch n {
	default:
		g.line("log(%s)%s", g.value(0), g.end)
	case 2, 3, 4:
		switch kind := map[string]string{"a": "let", "b": "const"}[v]; {
		case kind == "" && v != "f" && v != "e":
			g.line("var %s = %s%s", v, g.value(0), g.end)
		case kind == "" || taken[v]:
			g.line("%s = %s%s", v, g.value(0), g.end)
		default:
			taken[v] = true
			g.line("%s %s = %s%s", kind, v, g.value(0), g.end)
		}
	case 5:
		if !taken["a"] && !taken["b"] {
			taken["a"], taken["b"] = true, true
			g.line("%s a = %s, %s%s", "const", g.value(0), g.pick("b = "+g.value(0), "b = 1,\n"+g.indent+"      // c\n"+g.indent+"      zz = 2"), g.end)
		}
	case 6:
		g.line("var c = %s, d%s%s", g.value(0), g.pick("", " = 1", " = "+g.value(0)), g.end)
	case 7, 8, 9, 10:
		g.line("%s = %s%s", v, g.value(0), g.end)
	case 11:
		g.line("%s%s%s", v, g.pick("++", "--", " += 1", " += odd", " -= 2"), g.end)
	case 12:
		g.line("%s = %s, %s, %s = %s%s", v, g.value(1), g.pick("log(10)", g.name()+" = 2", "("+g.value(1)+")"), g.name(), g.value(1), g.end)
	case 13:
		g.line("(log)(%s)%s", g.value(0), g.end)
	case 14:
		g.line("[%s].length%s", g.value(0), g.end)
	case 15, 16, 17:
		if taken["e"] && g.strict {
			return
		}
		taken["e"] = true
		g.function("function e("+g.pick("", "c", "c, d", "c = log(1)", "{ k: c }")+")", "")
	case 18:
		if !taken["f"] {
			taken["f"] = true
			g.line("class f%s { %s }", g.pick("", " extends f", " extends e", " extends null", " extends Array"), g.member())
		}
	case 19:
		g.block("if ("+g.value(1)+")", "", 1+g.IntN(3))
	case 20:
		g.block(g.pick("for (let a = 0, zz = 1; a < 2; a++)", "for (var c = 0, d = "+g.value(1)+"; c < 2; c++, d = 1)", "for (const b of [1, "+g.value(1)+"])", "for (var d in { k: 1 })"), "", 1+g.IntN(3))
	case 21:
		g.block("try", "", 1+g.IntN(3))
		g.block(g.pick("catch", "catch (c)", "catch (x)"), "", 1+g.IntN(2))
	case 22:
		g.block("", "", 1+g.IntN(3))
	case 23:
		g.line("switch (%s) {", g.value(1))
		g.line("case 1:")
		inner := map[string]bool{}
		g.stmt(inner)
		g.line("default:")
		g.stmt(inner)
		g.line("}")
	case 24:
		g.line("if (%s) %s = %s%s", g.value(1), v, g.value(0), g.end)
	case 25:
		g.line("log(e())%s", ";")
	case 26:
		g.line("%s%s", g.pick("log(arguments[0])", "eval(\"log(c)\")", "log(e)", "[c] = [1]", "({ k: d } = odd)"), ";")
	case 28, 29:
		g.line("%s(%s)%s", g.pick("idle", "idle2", "idle3"), g.pick("", g.value(0), g.value(1)+", "+g.value(1), "...["+g.value(1)+"]"), g.pick(";", ", log(11);"))
	case 27:
		if g.inFunc {
			g.line("return %s%s", g.value(0), g.end)
		}
	}
}

// program writes a program: the body of a function that is called.
func program(seed uint64) string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), end: ";"}
	if seed%3 == 0 {
		g.end = ""
	}
	g.strict = seed%5 == 0
	if g.strict {
		g.line("\"use strict\";")
	}
	g.line("(function () {")
	g.line("function idle(c) {}")
	g.line(g.pick("", "", "idle2(1, 2);"))
	g.line("const idle2 = (...c) => 1;")
	g.function("function run(c, d)", "")
	g.line("try { log(run(1, 2)) } catch (e) { log(e && e.name) }")
	g.line("let idle3 = async () => { return };")
	g.line(g.pick("", "", "try { log(run(1, 2)) } catch (e) { log(e && e.name) }", "idle3 = log;"))
	g.line("})();")
	return g.b.String()
}

// TestProgramsBehaveAsBefore runs generated programs without what nothing references in them.
func TestProgramsBehaveAsBefore(t *testing.T) {
	n := tier.Share(400, 20000)
	changed, gone, valid := 0, 0, 0
	for seed := range uint64(n) {
		src := program(seed)
		p, _ := parse.Parse(src, parse.Options{Type: parse.Script})
		if p == nil {
			continue
		}
		valid++
		found := unreferenced.Find(p, unreferenced.Options{})
		code := print.Apply(src, found.Patches)
		_, ds := parse.Parse(code, parse.Options{Type: parse.Script})
		if ds != nil {
			t.Fatalf("seed %d: %v in\n%s\nof\n%s", seed, ds, code, src)
		}
		if len(found.Patches) == 0 {
			continue
		}
		changed++
		gone += len(found.Gone)
		want, got := enginetest.Run(t, prelude, src), enginetest.Run(t, prelude, code)
		if strings.Contains(want, "InternalError") {
			continue // it recurses or loops until the engine stops it
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("seed %d (-before +after)\n%s\n%s\nfrom\n%s", seed, d, code, src)
		}
	}
	t.Logf("%d programs, %d changed, %d gone", valid, changed, gone)
	if changed < valid/2 {
		t.Error("too few programs are changed")
	}
}
