package passes

import (
	"time"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/passes/lone"
)

// loneRounds bounds how often names are looked for that the round before left with
// fewer mentions.
const loneRounds = 4

// loneWays are tried one after the other in place of the first, each beside what was
// found good before it. What a name costs in compressed text depends on all others, so
// that only measuring tells.
var loneWays = []func(o *lone.Options){
	func(o *lone.Options) { o.Repeat = 40 },
	func(o *lone.Options) { o.Keep |= lone.Functions },
	func(o *lone.Options) { o.Keep |= lone.Values },
	func(o *lone.Options) { o.Keep |= lone.Constants },
}

// loneUsual is how long a constant may be that is written several times.
const loneUsual = 8

// largeOutput is how many bytes a program has of which not all ways are measured.
const largeOutput = 3 << 20

// lone takes names out of an output that is to be small; see package lone. m is its
// map, or nil.
func (w *work) lone(r *Result, m *sourcemap.Map) *sourcemap.Map {
	if w.o.For != cost.Size || w.o.Level == 0 || w.o.Emit != Structured || w.o.Only != nil || w.o.Until != "" {
		return m
	}
	start := time.Now()
	defer func() { w.ms("lone", start) }()
	c := &loneChoice{w: w, code: r.Code, p: w.again(r.Code)}
	o := lone.Options{AnyNames: w.o.Assume.Has(AssumeFnNames), Repeat: loneUsual}
	if c.p == nil || !c.choose(&o) {
		return m
	}
	code, m, unnamed := c.take(o, m)
	w.unnamed += unnamed
	r.Code = code
	return m
}

// loneChoice is the choice of names to take out of one program.
type loneChoice struct {
	w    *work
	code string
	p    *ast.Program // of code
	// shorter: it is measured with esbuild's shorter syntax.
	shorter bool
}

// choose makes o the best way, or reports that there is none. Gain or not does not
// count where functions are printed anew in any case.
func (c *loneChoice) choose(o *lone.Options) bool {
	if c.w.o.ForceGraph {
		return true
	}
	c.shorter = !isSlow(c.p, 0)
	most, before, ok := c.w.squeezed(c.code, c.shorter)
	_, best, ok2 := c.measure(*o)
	if !ok || !ok2 {
		return true // nobody can say
	}
	for _, change := range loneWays {
		if len(c.code) > largeOutput {
			break
		}
		other := *o
		change(&other)
		if size, n, ok := c.measure(other); ok && n < best && size <= most {
			best, *o = n, other
		}
	}
	return best < before
}

func (c *loneChoice) measure(o lone.Options) (minified, compressed int, ok bool) {
	code, _, _ := c.take(o, nil)
	return c.w.squeezed(code, c.shorter)
}

// take takes the names out.
func (c *loneChoice) take(o lone.Options, m *sourcemap.Map) (code string, _ *sourcemap.Map, unnamed int) {
	p, code := c.p, c.code
	for range loneRounds {
		found := lone.Find(p, o)
		if len(found.Patches) == 0 {
			break
		}
		next := print.Apply(code, found.Patches)
		if m != nil {
			outer := sourcemap.New(next, print.ApplyOrigins(code, found.Patches), sourcemap.Source{Path: c.w.o.Path, Text: code})
			m = sourcemap.Compose(outer, m)
		}
		if q := c.w.again(next); q != nil {
			p = q
		} else {
			break
		}
		code = next
		unnamed += found.Unnamed
	}
	return code, m, unnamed
}
