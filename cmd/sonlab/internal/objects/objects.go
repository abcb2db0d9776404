// Package objects makes small random programs of classes and objects.
//
// Package calls ties functions together; here the question is which function o.m() calls. A
// world of classes, functions with prototypes and literals shares a few names of methods, and
// statements make objects of them, store them, pass them on, call their methods, and change
// what a name means: on the object, on its prototype, on that of another class, by another
// prototype, and with builtins that copy, define, convert or iterate. What rarely comes about
// by chance is written by shapes, one for each trap that is known.
//
// Nothing but the program changes its objects. It prints results, errors and fields, and it
// ends: methods of one name have one rank, whatever object they are on, and only call methods
// of lower ranks, or those of the same name that their class inherits.
package objects

import (
	"fmt"

	"github.com/sonjs/son/cmd/sonlab/internal/sketch"
)

// Config says what to make.
type Config struct {
	Seed int64
	// Tame programs satisfy son's standard assumptions: reading a property and converting an
	// object have no effects, builtins stay as they are, and names of functions do not matter.
	Tame bool
	// Size is the approximate number of classes; with 0, the seed decides.
	Size int
}

// Generate makes one program. Equal configurations give equal programs.
func Generate(c Config) sketch.Program {
	return sketch.Valid(func(attempt uint64) sketch.Program { return generate(c, attempt) })
}

func generate(c Config, attempt uint64) sketch.Program {
	g := &generator{Sketch: sketch.New(uint64(c.Seed), 0x0b1ec7<<8+attempt), tame: c.Tame, size: c.Size}
	if g.size == 0 {
		g.size = pick(g, 0, 1, 2, 2, 3, 4, 6)
	}
	cx := contexts[g.Weighted(func(i int) int { return contexts[i].weight }, len(contexts))]
	g.strict = cx.strict
	g.program(cx)
	return sketch.Program{Source: fmt.Sprintf("// seed %d, %s\n%s", c.Seed, cx.name, g.Text()), Ext: cx.ext, Context: cx.name,
		Alone: cx.open == "" && cx.ext == ".js" || c.Tame, Counts: g.Counts}
}

// generator holds the state of one program.
type generator struct {
	sketch.Sketch
	tame, strict bool
	size         int

	classes []*class
	objects []object // variables that hold objects
	lists   []string // variables that hold lists of objects
	uses    []string // functions that use two objects
	methods []method // the names that the program uses
	depth   int      // of nested statements and expressions
	inside  bool     // a function that is called several times
}

// context is the code around the program.
type context struct {
	name, ext   string
	weight      int
	open, close string
	strict      bool
}

var contexts = []context{
	{name: "module", ext: ".mjs", weight: 20, strict: true},
	{name: "commonjs", ext: ".cjs", weight: 10},
	{name: "script", ext: ".js", weight: 10},
	{name: "immediately invoked function", ext: ".js", weight: 25, open: "(function () {", close: "})();"},
	{name: "immediately invoked arrow", ext: ".js", weight: 10, open: "(() => {", close: "})();"},
	{name: "strict function", ext: ".js", weight: 20, open: "(function () {\n  \"use strict\";", close: "})();", strict: true},
	{name: "called twice", ext: ".js", weight: 10, open: "const main = function () {", close: "};\ncall(\"main\", main, null, []);\ncall(\"main\", main, null, []);"},
	{name: "async", ext: ".js", weight: 5, open: "call(\"a\", later(async () => {", close: "}), null, []);"},
}

func (g *generator) program(cx context) {
	if g.tame {
		g.Line("tame();")
	}
	if cx.open != "" {
		g.Lines(cx.open)
		g.Indent++
	}
	g.chooseMethods()
	g.main()
	if cx.open != "" {
		g.Indent--
		g.Lines(cx.close)
	}
}

// main writes declarations, each of which may mention those before it, among statements.
func (g *generator) main() {
	for range g.size {
		g.declareClass()
		if g.Chance(60) {
			g.declareObject()
		}
		g.statements(g.R.IntN(3))
		if g.Chance(40) {
			g.shape()
		}
		if g.Chance(25) {
			g.declareFlow()
		}
	}
	if len(g.classes) == 0 {
		from := shapes
		if g.Chance(50) { // where nothing defines and deletes properties, more is known of them
			g.Count("shapes of properties alone")
			from = propertyShapes
		}
		for range 3 + g.R.IntN(4) {
			g.shapeOf(from)
			if g.Chance(25) {
				g.declareFlow()
			}
		}
		return
	}
	for range 1 + g.R.IntN(3) {
		g.declareObject()
	}
	if g.Chance(60) {
		g.declareList()
	}
	for range g.R.IntN(3) {
		g.declareUse()
	}
	for range 3 + g.R.IntN(5) {
		g.statements(1 + g.R.IntN(3))
		if g.Chance(30) {
			g.shape()
		}
		if g.Chance(15) {
			g.declareObject()
		}
	}
	g.ending()
}

// ending prints the objects, or only their fields, so that they stay within the program.
func (g *generator) ending() {
	whole := g.Chance(40)
	for _, o := range g.objects {
		if whole {
			g.Line("print(%s);", o.name)
		} else {
			g.Line("print(ask(() => %s.p), ask(() => typeof %s.%s), ask(() => %s.q));", o.name, o.name, g.method(3).name, o.name)
		}
	}
}

func pick[T any](g *generator, xs ...T) T { return sketch.Pick(&g.Sketch, xs...) }

// choice is one weighted alternative.
type choice struct {
	name   string
	weight int
	ok     bool
	write  func()
}

// choose takes one of the alternatives that are possible, and counts it.
func (g *generator) choose(cs []choice) {
	c := cs[g.Weighted(func(i int) int {
		if !cs[i].ok {
			return 0
		}
		return cs[i].weight
	}, len(cs))]
	g.Count(c.name)
	c.write()
}

// maker is one weighted alternative of an expression.
type maker struct {
	name   string
	weight int
	ok     bool
	text   func() string
}

func (g *generator) make(ms []maker) (text string) {
	cs := make([]choice, len(ms))
	for i, m := range ms {
		cs[i] = choice{m.name, m.weight, m.ok, func() { text = m.text() }}
	}
	g.choose(cs)
	return text
}
