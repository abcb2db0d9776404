package evalhost_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"modernc.org/quickjs"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/internal/tier"
	"github.com/sonjs/son/son"
)

var (
	randomFirst = flag.Uint64("first", 1, "seed of the first random program")
	randomCount = flag.Uint64("count", uint64(tier.Share(40, 150)), "how many random programs")
)

// A random program means the same to the engine and to the evaluators, however its graph was
// made.
func TestRandomProgramsAgreeWithTheEngine(t *testing.T) {
	var vm *quickjs.VM
	for i := range *randomCount {
		if i%500 == 0 { // an engine gets slower with age
			var err error
			if vm, err = quickjs.NewVM(); err != nil {
				t.Fatal(err)
			}
			vm.SetWTF8(true)
			vm.SetMemoryLimit(64 << 20)
			if err := vm.SetEvalTimeout(time.Second); err != nil {
				t.Fatal(err)
			}
			defer vm.Close()
		}
		seed := *randomFirst + i
		src := (&generator{r: rand.New(rand.NewPCG(seed, 0))}).program()
		t.Run(fmt.Sprint(seed), func(t *testing.T) { agree(t, vm, src) })
	}
}

func agree(t *testing.T, vm *quickjs.VM, src string) {
	lists := []string{"1, 0", "-7, 3", "null, true"}
	defer func() {
		if e := recover(); e != nil {
			t.Fatalf("panic: %v\n%s", e, src)
		}
	}()
	wanted := map[string]string{}
	for _, list := range lists {
		if s, ok := tryEngine(vm, src, list); ok {
			wanted[list] = s
		}
	}
	if len(wanted) < len(lists) {
		t.Skip("strings that double in a loop grow too large")
	}
	for _, cfg := range configs {
		prog, b := load(t, src, cfg.c)
		schedules := map[*son.Graph]*schedule.Schedule{}
		for _, f := range prog.Funcs {
			if cfg.opt {
				f.Graph.Optimize()
			}
			if err := f.Graph.Verify(); err != nil {
				t.Fatalf("%s: %v\n%s\n%s", cfg.name, err, src, son.Format(f.Graph, son.FormatOptions{IDs: true}))
			}
			schedules[f.Graph] = schedule.Run(f.Graph)
		}
		for _, list := range lists {
			want := wanted[list]
			if diff := cmp.Diff(want, outcome(t, prog, b, arguments(t, list), nil)); diff != "" {
				t.Fatalf("%s: f(%s): -engine +eval\n%s\n%s", cfg.name, list, diff, src)
			}
			if diff := cmp.Diff(want, outcome(t, prog, b, arguments(t, list), schedules)); diff != "" {
				t.Fatalf("%s: f(%s): -engine +eval of the schedule\n%s\n%s", cfg.name, list, diff, src)
			}
		}
	}
}

// generator writes programs that end: every loop counts its own counter.
type generator struct {
	r       *rand.Rand
	b       strings.Builder
	names   []string // variables that may be assigned
	fns     []string // functions in scope
	counter int
	loops   []string // labels of the loops around
	depth   int
}

func (g *generator) program() string {
	g.b.WriteString("function f(a, b) {\n")
	g.names = []string{"a", "b"}
	g.block(4 + g.r.IntN(5))
	fmt.Fprintf(&g.b, "return [%s]\n}", strings.Join(g.names, ", "))
	return g.b.String()
}

func (g *generator) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

func (g *generator) fresh(prefix string) string {
	g.counter++
	return fmt.Sprint(prefix, g.counter)
}

func (g *generator) name() string { return g.names[g.r.IntN(len(g.names))] }

// block writes statements; their declarations end with it.
func (g *generator) block(n int) {
	names, fns := g.names, g.fns
	outer := len(g.names)
	for range n {
		g.stmt()
	}
	if g.depth > 0 {
		g.names, g.fns = names[:outer:outer], fns
	}
}

func (g *generator) nested() {
	g.depth++
	g.b.WriteString("{\n")
	g.block(1 + g.r.IntN(3))
	g.b.WriteString("}\n")
	g.depth--
}

func (g *generator) stmt() {
	if g.depth > 3 {
		fmt.Fprintf(&g.b, "log(%s);\n", g.expr(2))
		return
	}
	switch g.r.IntN(19) {
	case 0, 1:
		v := g.fresh("v")
		fmt.Fprintf(&g.b, "%s %s = %s;\n", g.pick("let", "let", "var"), v, g.expr(3))
		g.names = append(g.names, v)
	case 2, 3:
		fmt.Fprintf(&g.b, "%s %s %s;\n", g.name(), g.pick("=", "=", "+=", "-=", "*=", "|=", "&&=", "||=", "??="), g.expr(3))
	case 4:
		fmt.Fprintf(&g.b, "log(%s);\n", g.expr(3))
	case 5, 6:
		fmt.Fprintf(&g.b, "if (%s) ", g.expr(3))
		g.nested()
		if g.r.IntN(2) == 0 {
			g.b.WriteString("else ")
			g.nested()
		}
	case 7, 8, 9:
		g.loop()
	case 10:
		fmt.Fprintf(&g.b, "%s;\n", g.pick(g.name()+"++", "--"+g.name(), "g1 = "+g.expr(2), "typeof g2"))
	case 11:
		g.switchStmt()
	case 12:
		if len(g.loops) > 0 {
			fmt.Fprintf(&g.b, "if (%s) %s %s;\n", g.expr(2), g.pick("break", "continue"), g.loops[g.r.IntN(len(g.loops))])
		}
	case 13:
		if g.r.IntN(3) == 0 {
			fmt.Fprintf(&g.b, "if (%s) %s %s;\n", g.expr(2), g.pick("return", "throw"), g.expr(2))
		}
	case 14:
		fn := g.fresh("h")
		fmt.Fprintf(&g.b, "const %s = (p) => { %s = %s; return %s };\n", fn, g.name(), g.expr(2), g.expr(2))
		g.fns = append(g.fns, fn)
	case 15:
		l := g.fresh("l")
		fmt.Fprintf(&g.b, "%s: { if (%s) break %s; log(%s) }\n", l, g.expr(2), l, g.expr(2))
	case 17, 18:
		g.try()
	case 16:
		o := g.name()
		fmt.Fprintf(&g.b, "%s = { x: %s, m() { return this.x } }; %s.x %s %s; log(%s.m(), %s);\n", o, g.expr(2), o, g.pick("=", "+=", "-="), g.expr(2), o, o)
	}
}

func (g *generator) try() {
	g.b.WriteString("try ")
	g.nested()
	kinds := 1 + g.r.IntN(3)
	if kinds&1 != 0 {
		names, e := len(g.names), g.fresh("e")
		switch g.r.IntN(4) {
		case 0:
			g.b.WriteString("catch { ")
		case 1:
			fmt.Fprintf(&g.b, "catch (%s) { log(%s); ", e, e)
		default: // the world's error texts differ
			fmt.Fprintf(&g.b, "catch (%s) { log(%s); %s = %s; ", e, e, e, g.expr(2))
			g.names = append(g.names, e)
		}
		g.nested()
		g.b.WriteString("}\n")
		g.names = g.names[:names:names]
	}
	if kinds&2 != 0 {
		g.b.WriteString("finally ")
		g.nested()
	}
}

func (g *generator) loop() {
	i, l := g.fresh("i"), g.fresh("l")
	bound := 1 + g.r.IntN(4)
	g.loops = append(g.loops, l)
	names := len(g.names)
	switch g.r.IntN(3) {
	case 0:
		fmt.Fprintf(&g.b, "%s: for (let %s = 0; %s < %d && %s; %s++) ", l, i, i, bound, g.pick("true", g.expr(1)+" !== 9"), i)
		g.nested()
	case 1:
		fmt.Fprintf(&g.b, "let %s = 0; %s: while (%s++ < %d) ", i, l, i, bound)
		g.nested()
	case 2:
		fmt.Fprintf(&g.b, "let %s = 0; %s: do ", i, l)
		g.nested()
		fmt.Fprintf(&g.b, "while (++%s < %d);\n", i, bound)
	}
	g.names = g.names[:names:names]
	g.loops = g.loops[:len(g.loops)-1]
}

func (g *generator) switchStmt() {
	fmt.Fprintf(&g.b, "switch (%s) {\n", g.expr(2))
	for range 1 + g.r.IntN(3) {
		fmt.Fprintf(&g.b, "case %s: log(%s); ", g.expr(1), g.expr(1))
		if g.r.IntN(2) == 0 {
			g.b.WriteString("break;")
		}
		g.b.WriteString("\n")
	}
	if g.r.IntN(2) == 0 {
		fmt.Fprintf(&g.b, "default: %s = %s;\n", g.name(), g.expr(1))
	}
	g.b.WriteString("}\n")
}

func (g *generator) expr(depth int) string {
	if depth == 0 || g.r.IntN(5) == 0 {
		return g.pick(g.name(), g.name(), "0", "1", "2.5", "-0", "'s'", "null", "undefined", "true", "NaN", "1n")
	}
	x := func() string { return g.expr(depth - 1) }
	switch g.r.IntN(16) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", x(), g.pick("+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>", ">>>"), x())
	case 3, 4:
		return fmt.Sprintf("(%s %s %s)", x(), g.pick("<", ">", "<=", ">=", "==", "!=", "===", "!=="), x())
	case 5:
		return fmt.Sprintf("(%s %s %s)", x(), g.pick("&&", "||"), x())
	case 6:
		return fmt.Sprintf("(%s ?? %s)", x(), x())
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", x(), x(), x())
	case 8:
		return g.pick("-", "+", "!", "~", "typeof ", "void ") + "(" + x() + ")"
	case 9, 10:
		return "log(" + x() + ")"
	case 11:
		return fmt.Sprintf("(%s = %s)", g.name(), x())
	case 12:
		return g.pick(g.name()+"++", "++"+g.name(), "--"+g.name())
	case 13:
		return "`" + g.pick("", "t") + "${" + x() + "}`"
	case 14:
		if len(g.fns) > 0 {
			return g.fns[g.r.IntN(len(g.fns))] + "(" + x() + ")"
		}
	case 15:
		return fmt.Sprintf("[%s, %s][%s]", x(), x(), g.pick("0", "1"))
	}
	return fmt.Sprintf("(%s, %s)", x(), x())
}
