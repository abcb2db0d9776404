// Package sketch writes program text at random, and is what the generators of programs of
// several functions share: choices, lines, new names, templates, and the program that is made.
package sketch

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sonjs/son/parse"
)

// Sketch is a text that is being written.
type Sketch struct {
	R *rand.Rand
	// Counts says how often each construct was written.
	Counts map[string]int
	Indent int

	out    []byte
	serial int
}

// New returns an empty sketch. Equal seeds give equal choices.
func New(seed, stream uint64) Sketch {
	return Sketch{R: rand.New(rand.NewPCG(seed, stream)), Counts: map[string]int{}}
}

// Count counts a construct.
func (s *Sketch) Count(what string) { s.Counts[what]++ }

// Chance is true in p of 100 cases.
func (s *Sketch) Chance(p int) bool { return s.R.IntN(100) < p }

// Pick returns one of xs.
func Pick[T any](s *Sketch, xs ...T) T { return xs[s.R.IntN(len(xs))] }

// Weighted returns an index below n.
func (s *Sketch) Weighted(weight func(int) int, n int) int {
	total := 0
	for i := range n {
		total += weight(i)
	}
	at := s.R.IntN(total)
	for i := range n {
		if at -= weight(i); at < 0 {
			return i
		}
	}
	return n - 1
}

// Line writes a line.
func (s *Sketch) Line(format string, args ...any) {
	s.out = append(s.out, strings.Repeat("  ", s.Indent)...)
	s.out = fmt.Appendf(s.out, format, args...)
	s.out = append(s.out, '\n')
}

// Lines writes the lines of a text.
func (s *Sketch) Lines(text string) {
	for _, l := range strings.Split(text, "\n") {
		s.Line("%s", l)
	}
}

// Capture runs f and returns the lines it wrote instead of writing them.
func (s *Sketch) Capture(f func()) string {
	saved := s.out
	s.out = nil
	f()
	text := string(s.out)
	s.out = saved
	return text
}

// Raw writes text as it is.
func (s *Sketch) Raw(text string) { s.out = append(s.out, text...) }

// Text returns what was written.
func (s *Sketch) Text() string { return string(s.out) }

// SerialName returns a name that nothing else has.
func (s *Sketch) SerialName(prefix string) string {
	s.serial++
	return fmt.Sprint(prefix, s.serial)
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

// Parse reads the program. The error is nil if it is valid.
func (p Program) Parse() error {
	t := map[string]parse.SourceType{".mjs": parse.Module, ".cjs": parse.CommonJS, ".js": parse.Script}[p.Ext]
	if prog, ds := parse.Parse(p.Source, parse.Options{Type: t}); prog == nil {
		return fmt.Errorf("%v", ds[0])
	}
	return nil
}

// Valid returns the first program that can be read. Whether a declaration is legal depends on
// all others, so that an attempt may fail.
func Valid(attempt func(n uint64) Program) (p Program) {
	for n := range uint64(20) {
		if p = attempt(n); p.Parse() == nil {
			return p
		}
	}
	return p // the caller reports that it cannot be read
}
