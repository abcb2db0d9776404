// Package knot makes small random programs in which a few variables, closures over
// them and jumps are tied together as closely as the grammar allows.
//
// Package gen writes long functions of ordinary code; faults that need three rare
// things on the same variable hardly show there. Here every expression may make a
// closure, assign a captured variable, or jump, also in tests of cases, heads of
// loops, defaults, keys and parts of classes; functions call each other before and
// after the variables that they read are initialized; constants fold branches away;
// names are odd but legal; declarations are repeated; known objects are replaced and
// written in iterations and branches. In about one of six contexts nothing captures a
// variable, so that only values and jumps are left. The statements are in one of
// [Contexts], in a script, a module or a CommonJS file.
//
// Programs use the helpers of the engine's prelude, and they end: loop counters are
// only incremented, and a function only calls functions with a lower number.
package knot

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sonjs/son/parse"
)

// File says how an engine runs a program.
type File uint8

// The kinds of files.
const (
	Script   File = iota
	Module        // the driver of package engine imports its exports, and it may import the driver
	CommonJS      // the body of a function
)

func (f File) String() string { return [...]string{"script", "module", "commonjs"}[f] }

// SourceType is the file's goal symbol.
func (f File) SourceType() parse.SourceType {
	return [...]parse.SourceType{parse.Script, parse.Module, parse.CommonJS}[f]
}

// Config says what to make.
type Config struct {
	Seed    int64
	Context int // index in Contexts
	// Tame programs satisfy son's standard assumptions: nothing runs code when it is read or converted,
	// and no function uses a variable around it before that has its value.
	Tame bool
	// Patched programs may replace globals nevertheless.
	Patched bool
}

// Program is a generated program.
type Program struct {
	Source  string
	File    File
	Context string
	// Alone means that it declares names at the top level of a script, or changes the
	// realm, and so must not share it with others.
	Alone bool
	// Counts says how often each construct was written.
	Counts map[string]int
}

// Generate makes one program. Equal configurations give equal programs.
func Generate(c Config) Program {
	var p Program
	for odd := range 3 {
		// Whether an odd name is legal depends on everything around it. If the reader
		// refuses the program, the same one is made with plain names.
		p = generate(c, odd)
		prog, _ := parse.Parse(p.Source, parse.Options{Type: p.File.SourceType()})
		if prog != nil {
			return p
		}
	}
	return p // the caller reports that it cannot be read
}

func generate(c Config, attempt int) Program {
	r := rand.New(rand.NewPCG(uint64(c.Seed), 0x4e07))
	k := &knot{r: r, tame: c.Tame, patches: c.Patched || !c.Tame, counts: map[string]int{}, odd: attempt == 0 && r.IntN(6) == 0, again: attempt < 2}
	k.budget, k.quirks = 3+r.IntN(10), 1000
	if c.Tame && r.IntN(2) == 0 {
		k.sparse, k.quirks = true, 1
	}
	cx := Contexts[c.Context%len(Contexts)]
	file := Script
	if n := r.IntN(10); !cx.sloppy && n == 0 {
		file = Module
	} else if n == 1 || n == 2 && cx.top {
		file = CommonJS
	}
	k.file = file
	k.program(cx)
	return Program{Source: fmt.Sprintf("// seed %d, %s, %v\n%s", c.Seed, cx.name, file, k.out), File: file, Context: cx.name,
		Alone: k.alone || c.Tame, Counts: k.counts}
}

type knot struct {
	r       *rand.Rand
	tame    bool
	patches bool // globals may be replaced
	odd     bool // names that are keywords elsewhere
	again   bool // declarations may be repeated
	file    File
	alone   bool
	// quirks is how many functions in blocks and references before a declaration may still be
	// written. A sparse program has one of these, and hardly any expression whose value is
	// unused: if esbuild gets one of them wrong, the whole program is minified without esbuild,
	// and the others are not tested.
	quirks int
	sparse bool
	looks  bool // a module that imports its driver
	counts map[string]int

	out    []byte
	indent int

	fn     *function
	scope  *scope
	budget int // statements left
	serial int
	around func() // writes more statements at both ends of the next loop's body
	hoists int    // the last number of a function
	used   map[string]bool
}

func (k *knot) count(what string) { k.counts[what]++ }

// chance is true in p of 100 cases.
func (k *knot) chance(p int) bool { return k.r.IntN(100) < p }

func pick[T any](k *knot, xs ...T) T { return xs[k.r.IntN(len(xs))] }

func (k *knot) line(format string, args ...any) {
	k.out = append(k.out, strings.Repeat("  ", k.indent)...)
	k.out = fmt.Appendf(k.out, format, args...)
	k.out = append(k.out, '\n')
}

// capture runs f and returns the lines it wrote instead of writing them.
func (k *knot) capture(f func()) string {
	saved := k.out
	k.out = nil
	f()
	text := string(k.out)
	k.out = saved
	return text
}

// choice is one weighted alternative.
type choice struct {
	weight int
	ok     bool
	do     func()
}

func (k *knot) choose(cs []choice) {
	total := 0
	for _, c := range cs {
		if c.ok {
			total += c.weight
		}
	}
	n := k.r.IntN(total)
	for _, c := range cs {
		if c.ok {
			if n -= c.weight; n < 0 {
				c.do()
				return
			}
		}
	}
}

// program writes the top level, and the context with its statements.
func (k *knot) program(cx context) {
	k.used = map[string]bool{}
	top := &function{strict: k.file == Module, limit: none}
	k.fn, k.scope = top, &scope{fn: top}
	if k.tame {
		k.line("tame();")
	}
	switch k.file {
	case Module:
		k.topOfModule()
	case CommonJS:
		top.returns, top.arguments = true, true
		k.topOfCommonJS()
	default:
		if cx.top || k.chance(12) {
			k.alone = true
			k.statements(1 + k.r.IntN(3))
		}
	}
	switch {
	case cx.top && k.file == Script && k.chance(30):
		k.line("\"use strict\";")
	}
	k.inContext(cx)
	if k.looks {
		k.line("look(\"end\");")
	}
	k.line("print(kept.map(ask));")
}
