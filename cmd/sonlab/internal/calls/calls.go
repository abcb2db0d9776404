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
	"strings"

	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
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
type Program = sketch.Program

// Generate makes one program. Equal configurations give equal programs.
func Generate(c Config) Program {
	return sketch.Valid(func(attempt uint64) Program { return generate(c, attempt) })
}

func generate(c Config, attempt uint64) Program {
	g := &generator{Sketch: sketch.New(uint64(c.Seed), 0xca11<<8+attempt), tame: c.Tame, calm: c.Calm, size: c.Size}
	if g.size == 0 {
		g.size = []int{2, 3, 4, 5, 7}[g.R.IntN(5)]
	}
	g.loose = !c.Calm && g.Chance(45)
	cx := contexts[g.Weighted(func(i int) int { return contexts[i].weight }, len(contexts))]
	g.program(cx)
	return Program{Source: fmt.Sprintf("// seed %d, %s\n%s", c.Seed, cx.name, g.Text()), Ext: cx.ext, Context: cx.name,
		Alone: cx.open == "" && cx.ext == ".js" || c.Tame, Counts: g.Counts}
}

// generator holds the state of one program.
type generator struct {
	sketch.Sketch
	tame, calm bool
	size       int
	// loose programs have their declarations anywhere; the others rarely read a variable
	// before it has its value.
	loose bool

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
		g.Line("tame();")
	}
	if cx.ext == ".cjs" && g.Chance(25) {
		fn.strict = true
		g.Line("\"use strict\";")
	}
	if cx.open != "" {
		g.Lines(cx.open)
		g.Indent++
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
		g.Indent--
		g.Lines(cx.close)
	}
	g.Line("print(kept.map(ask));")
}

// main writes the main scope.
func (g *generator) main(cx context) {
	looks := cx.ext == ".mjs" && !g.calm && g.Chance(40)
	if looks {
		g.Line("import { look } from \"driver\";")
	}
	n := max(1, g.size+g.R.IntN(3)-1)
	g.fill(n, 4+g.R.IntN(5))
	g.ending()
	switch cx.ext {
	case ".mjs":
		g.exports()
		if looks {
			g.Line("look(\"end\");")
		}
	case ".cjs":
		for _, b := range g.scope.vars {
			if g.Chance(30) && b.hint != count {
				g.Line("%s.%s = %s;", pick(g, "exports", "module.exports"), b.name, b.name)
			}
		}
	}
}

// exports exports some of the main scope's names.
func (g *generator) exports() {
	var parts []string
	for _, b := range g.scope.vars {
		switch {
		case b.exported || !g.Chance(35):
		case g.Chance(30):
			parts = append(parts, b.name+" as "+g.SerialName("out"))
		default:
			parts = append(parts, b.name)
		}
	}
	if len(parts) > 0 {
		g.Count("export")
		g.Line("export { %s };", strings.Join(parts, ", "))
	}
	if g.Chance(30) {
		if b := g.some(func(b *binding) bool { return b.hint == callable }); b != nil {
			g.Line("export default %s;", b.name)
		}
	}
}

func pick[T any](g *generator, xs ...T) T { return sketch.Pick(&g.Sketch, xs...) }

// choice is one weighted alternative.
type choice struct {
	weight int
	ok     bool
	do     func()
}

func (g *generator) choose(cs []choice) {
	cs[g.Weighted(func(i int) int {
		if !cs[i].ok {
			return 0
		}
		return cs[i].weight
	}, len(cs))].do()
}
