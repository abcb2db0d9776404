// Package calls makes small random programs of several functions that call each other.
//
// Packages gen and knot tie the code of one function together; here the ties are between
// functions. A scope declares functions in every way that the language has, variables that
// they share, constants, records and classes; its statements call the functions in every way
// that the language has, also before the variables that they read have their values. The
// functions are called with too many arguments or too few, stored, passed on, returned,
// replaced, constructed, and run by the language itself (as getters, iterators,
// comparators). Names are few, so that callers and callees shadow each other's. What rarely
// comes about by chance is written by shapes, one for each trap that is known.
//
// Programs use the helpers of the engine's prelude. They print arguments, results, errors
// and shared variables, and they end: a function only calls functions of a lower rank, or
// itself with a counter that goes down; functions as arguments are called with numbers
// only; and calls of variables that hold changing functions burn fuel.
package calls

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sonjs/son/parse"
)

// Config says what to make.
type Config struct {
	Seed int64
	// Tame programs satisfy son's standard assumptions, apart from what Calm adds, and do not
	// look at the names of functions.
	Tame bool
	// Calm programs read no variable before it has its value.
	Calm bool
	// Size is the approximate number of functions; with 0, the seed decides.
	Size int
}

// Program is a generated program.
type Program struct {
	Source  string
	Ext     string // .js, .mjs or .cjs
	Context string // where its functions are declared
	// Alone means that it declares names at the top level of a script, or changes the
	// realm, and so must not share it with others.
	Alone bool
	// Counts says how often each construct was written.
	Counts map[string]int
}

// Generate makes one program. Equal configurations give equal programs.
func Generate(c Config) Program {
	var p Program
	for attempt := range uint64(20) {
		p = generate(c, attempt)
		// Whether a declaration is legal depends on all others. If the reader refuses the
		// program, another one is made.
		if prog, _ := parse.Parse(p.Source, parse.Options{Type: typeOf(p.Ext)}); prog != nil {
			return p
		}
	}
	return p // the caller reports that it cannot be read
}

func typeOf(ext string) parse.SourceType {
	switch ext {
	case ".mjs":
		return parse.Module
	case ".cjs":
		return parse.CommonJS
	}
	return parse.Script
}

func generate(c Config, attempt uint64) Program {
	g := &generator{r: rand.New(rand.NewPCG(uint64(c.Seed), 0xca11<<8+attempt)), tame: c.Tame, calm: c.Calm, size: c.Size, counts: map[string]int{}}
	if g.size == 0 {
		g.size = []int{2, 3, 4, 5, 7}[g.r.IntN(5)]
	}
	g.loose = !c.Calm && g.chance(45)
	cx := contexts[g.weighted(func(i int) int { return contexts[i].weight }, len(contexts))]
	g.program(cx)
	return Program{Source: fmt.Sprintf("// seed %d, %s\n%s", c.Seed, cx.name, g.out), Ext: cx.ext, Context: cx.name,
		Alone: cx.open == "" && cx.ext == ".js" || c.Tame, Counts: g.counts}
}

// generator holds the state of one program.
type generator struct {
	r          *rand.Rand
	tame, calm bool
	size       int
	// loose programs have their declarations anywhere; the others rarely read a variable
	// before it has its value.
	loose  bool
	counts map[string]int

	out    []byte
	indent int
	serial int

	fn      *function
	scope   *scope
	counter *counter // of the recursive function around the code
}

// context is the code around the main scope.
type context struct {
	name, ext   string
	weight      int
	open, close string
	fn          function
	loop        bool
}

// contexts are the places of the main scope.
var contexts = []context{
	{name: "module", ext: ".mjs", weight: 24, fn: function{strict: true, bare: true}},
	{name: "commonjs", ext: ".cjs", weight: 18, fn: function{arguments: true, returns: true}},
	{name: "script", ext: ".js", weight: 6, fn: function{bare: true}},
	{name: "immediately invoked function", ext: ".js", weight: 16, open: "(function () {", close: "})();", fn: function{arguments: true, returns: true}},
	{name: "immediately invoked arrow", ext: ".js", weight: 8, open: "(() => {", close: "})();", fn: function{returns: true}},
	{name: "strict function", ext: ".js", weight: 8, open: "(function () {\n  \"use strict\";", close: "})();", fn: function{strict: true, arguments: true, returns: true}},
	{name: "function", ext: ".js", weight: 10, open: `call("main", function main(x, y) {`, close: `}, { p: 1 }, [3, 4]);`, fn: function{arguments: true, returns: true}},
	{name: "called twice", ext: ".js", weight: 8, open: "const main = function (x, y) {", close: "};\ncall(\"main\", main, { p: 1 }, [1, 2]);\ncall(\"main\", main, undefined, [3]);", fn: function{arguments: true, returns: true}},
	{name: "loop", ext: ".js", weight: 6, open: "(() => { for (const x of [1, 2]) {", close: "} })();", fn: function{returns: true}, loop: true},
	{name: "generator", ext: ".js", weight: 5, open: `call("g", pump(function* (x) {`, close: `}, 0, 1), { p: 1 }, [1]);`, fn: function{arguments: true, returns: true, star: true}},
	{name: "async", ext: ".js", weight: 6, open: `call("a", later(async function (x) {`, close: `}), { p: 1 }, [1]);`, fn: function{arguments: true, returns: true, async: true}},
}

func (g *generator) program(cx context) {
	fn := cx.fn
	fn.limit = 1000
	g.fn = &fn
	g.scope = &scope{fn: g.fn, names: map[string]bool{}, body: true}
	if g.tame {
		g.line("tame();")
	}
	if cx.ext == ".cjs" && g.chance(25) {
		fn.strict = true
		g.line("\"use strict\";")
	}
	if cx.open != "" {
		for _, s := range strings.Split(cx.open, "\n") {
			g.line("%s", s)
		}
		g.indent++
	}
	if cx.loop {
		fn.loops++
		g.scope.body = false
		g.add(&binding{name: "x", kind: isConst, hint: number, fixed: true})
	} else if strings.Contains(cx.open, "(x") {
		g.add(&binding{name: "x", kind: isParam, hint: number})
	}
	g.main(cx)
	if cx.open != "" {
		g.indent--
		for _, s := range strings.Split(cx.close, "\n") {
			g.line("%s", s)
		}
	}
	g.line("print(kept.map(ask));")
}

// main writes the main scope.
func (g *generator) main(cx context) {
	looks := cx.ext == ".mjs" && !g.calm && g.chance(40)
	if looks {
		g.line("import { look } from \"driver\";")
	}
	n := max(1, g.size+g.r.IntN(3)-1)
	g.fill(n, 4+g.r.IntN(5))
	g.ending()
	switch cx.ext {
	case ".mjs":
		g.exports()
		if looks {
			g.line("look(\"end\");")
		}
	case ".cjs":
		for _, b := range g.scope.vars {
			if g.chance(30) && b.hint != count {
				g.line("%s.%s = %s;", pick(g, "exports", "module.exports"), b.name, b.name)
			}
		}
	}
}

// exports exports some of the main scope's names.
func (g *generator) exports() {
	var parts []string
	for _, b := range g.scope.vars {
		switch {
		case b.exported || !g.chance(35):
		case g.chance(30):
			parts = append(parts, b.name+" as "+g.serialName("out"))
		default:
			parts = append(parts, b.name)
		}
	}
	if len(parts) > 0 {
		g.count("export")
		g.line("export { %s };", strings.Join(parts, ", "))
	}
	if g.chance(30) {
		if b := g.some(func(b *binding) bool { return b.hint == callable }); b != nil {
			g.line("export default %s;", b.name)
		}
	}
}

func (g *generator) count(what string) { g.counts[what]++ }

// chance is true in p of 100 cases.
func (g *generator) chance(p int) bool { return g.r.IntN(100) < p }

func pick[T any](g *generator, xs ...T) T { return xs[g.r.IntN(len(xs))] }

// weighted returns an index below n.
func (g *generator) weighted(weight func(int) int, n int) int {
	total := 0
	for i := range n {
		total += weight(i)
	}
	at := g.r.IntN(total)
	for i := range n {
		if at -= weight(i); at < 0 {
			return i
		}
	}
	return n - 1
}

// choice is one weighted alternative.
type choice struct {
	weight int
	ok     bool
	do     func()
}

func (g *generator) choose(cs []choice) {
	cs[g.weighted(func(i int) int {
		if !cs[i].ok {
			return 0
		}
		return cs[i].weight
	}, len(cs))].do()
}

func (g *generator) line(format string, args ...any) {
	g.out = append(g.out, strings.Repeat("  ", g.indent)...)
	g.out = fmt.Appendf(g.out, format, args...)
	g.out = append(g.out, '\n')
}

// capture runs f and returns the lines it wrote instead of writing them.
func (g *generator) capture(f func()) string {
	saved := g.out
	g.out = nil
	f()
	text := string(g.out)
	g.out = saved
	return text
}

func (g *generator) raw(text string) { g.out = append(g.out, text...) }

func (g *generator) serialName(prefix string) string {
	g.serial++
	return fmt.Sprint(prefix, g.serial)
}
