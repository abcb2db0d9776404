// Package gen makes random programs that always end and print a lot.
//
// A program is a handful of functions and calls of them with ordinary and
// awkward arguments. It uses the helpers of the engine's prelude (print, eff,
// call, fuel, obj, acc, ...) and only runs after it. Equal configurations give
// equal programs, on every machine.
//
// Programs end because loop counters are protected from assignment, or the
// loop burns fuel, and because every function that could be part of a call
// cycle burns fuel on entry.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Config says what to generate. Zero Features mean [Core]; with zero Size, the
// seed decides.
type Config struct {
	Seed     int64
	Features Features
	Size     int // approximate statements per function; 3 is small, 30 large
}

// Program is a generated script.
type Program struct {
	Seed   int64
	Source string
	// Counts says how often each construct was written.
	Counts map[string]int
}

// Generate makes one program.
func Generate(c Config) Program {
	if c.Features == 0 {
		c.Features = Core
	}
	r := rand.New(rand.NewPCG(uint64(c.Seed), 0x50ea))
	if c.Size == 0 {
		c.Size = []int{3, 5, 8, 12, 20}[r.IntN(5)]
	}
	g := &generator{r: r, on: c.Features, size: c.Size, counts: map[string]int{}}
	g.program()
	return Program{Seed: c.Seed, Source: fmt.Sprintf("// seed %d\n%s", c.Seed, g.out), Counts: g.counts}
}

// TameCall is the first statement of a tame program; see [Tame].
const TameCall = "tame();"

type generator struct {
	r      *rand.Rand
	on     Features
	size   int
	counts map[string]int

	out    []byte
	indent int

	fn     *function
	block  *block
	budget int // statements left for the current top-level function
	serial int
	tops   []*variable // top-level functions made so far
}

// has reports whether the family may be used.
func (g *generator) has(f Features) bool { return g.on&f != 0 }

func (g *generator) count(what string) { g.counts[what]++ }

// chance is true in p of 100 cases.
func (g *generator) chance(p int) bool { return g.r.IntN(100) < p }

func pick[T any](g *generator, xs []T) T { return xs[g.r.IntN(len(xs))] }

func (g *generator) line(format string, args ...any) {
	g.out = append(g.out, g.pad()...)
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

func (g *generator) pad() string { return strings.Repeat("  ", g.indent) }

// choice is one weighted alternative; if do is nil it is never taken.
type choice struct {
	weight int
	ok     bool
	do     func()
}

func (g *generator) choose(cs []choice) {
	total := 0
	for _, c := range cs {
		if c.ok {
			total += c.weight
		}
	}
	n := g.r.IntN(total)
	for _, c := range cs {
		if c.ok {
			if n -= c.weight; n < 0 {
				c.do()
				return
			}
		}
	}
}

func (g *generator) program() {
	g.fn = &function{roles: map[string]role{}}
	g.block = &block{fn: g.fn}
	if g.has(Strict) && g.chance(5) {
		g.line("%q;", "use strict")
		g.fn.strict = true
		g.count("strict script")
	}
	if g.has(Tame) {
		g.line(TameCall)
	}
	if g.has(Globals) {
		for i := range g.r.IntN(4) {
			name := fmt.Sprintf("g%d", i)
			kind := pick(g, []varKind{isVar, isVar, isLet, isConst})
			v := &variable{name: name, kind: kind, hint: pick(g, []hint{number, text, anything, integer}), global: true}
			g.line("%s %s = %s;", kind, name, g.literal(v.hint).s)
			g.block.vars = append(g.block.vars, v)
		}
	}
	n := 1 + g.r.IntN(4)
	for i := range n {
		g.budget = g.size/2 + g.r.IntN(g.size+1)
		g.topFunction(i)
	}
	for _, f := range g.tops {
		for range 4 {
			g.harness(f)
		}
	}
}

// harness calls a function once, with arguments of the expected types or with
// unexpected values.
func (g *generator) harness(f *variable) {
	var args []string
	wild := g.chance(55)
	for i, h := range f.params {
		switch {
		case i == len(f.params)-1 && g.chance(8): // one too few
		case wild && g.chance(60):
			args = append(args, g.awkward())
		default:
			args = append(args, g.literal(h).s)
		}
	}
	if g.chance(10) {
		args = append(args, g.literal(number).s)
	}
	self := "undefined"
	if g.has(This) && g.chance(60) {
		self = pick(g, []string{"{ p: 1, q: 2 }", "acc(3)", "5", "null", "frozen(1)", `"s"`, "prox(4)"})
		if !g.has(Awkward) {
			self = "{ p: 1, q: 2 }"
		}
	}
	g.line("call(%q, %s, %s, [%s]);", f.name, g.driven(f), self, strings.Join(args, ", "))
}
