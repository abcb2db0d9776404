package passes

import (
	"time"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/passes/singleuse"
)

// singleUsePasses bounds how often single-use names are searched for: removing some leaves
// others with fewer references.
const singleUsePasses = 4

// singleUseVariants are tried in turn, each added to the options found to be good so far. The
// compressed size of a name depends on all others, so only measuring tells whether one pays.
var singleUseVariants = []func(o *singleuse.Options){
	func(o *singleuse.Options) { o.Repeat = 40 },
	func(o *singleuse.Options) { o.Keep |= singleuse.Functions },
	func(o *singleuse.Options) { o.Keep |= singleuse.Values },
	func(o *singleuse.Options) { o.Keep |= singleuse.Constants },
}

// usualRepeat is the length up to which a constant may be repeated.
const usualRepeat = 8

// largeOutput is the size in bytes from which not all variants are measured.
const largeOutput = 3 << 20

// inlineSingleUses removes names from an output that is to be small; see package singleuse. m
// is its map, or nil.
func (w *work) inlineSingleUses(r *Result, m *sourcemap.Map) *sourcemap.Map {
	if w.o.For != cost.Size || w.o.Level == 0 || w.o.Emit != Structured || w.o.Only != nil || w.o.Until != "" {
		return m
	}
	start := time.Now()
	defer func() { w.ms("single-use", start) }()
	c := &singleUseChoice{w: w, code: r.Code, p: w.again(r.Code)}
	o := singleuse.Options{AnyNames: w.o.Assume.Has(AssumeFnNames), NoTDZ: w.o.Assume.Has(AssumeNoTDZ), Repeat: usualRepeat}
	if c.p == nil || !c.choose(&o) {
		return m
	}
	code, m, assumed := c.take(o, m)
	w.report.assumedTimes(AssumeFnNames, "single-use", assumed.Unnamed)
	w.report.assumedTimes(AssumeNoTDZ, "single-use", assumed.Unsettled)
	r.Code = code
	return m
}

// singleUseChoice is the choice of the names to remove from one program.
type singleUseChoice struct {
	w    *work
	code string
	p    *ast.Program // of code
	// shorter: sizes are measured with esbuild's shorter syntax.
	shorter bool
}

// choose sets o to the best variant, or reports that there is none. Where functions are
// reprinted in any case, a gain is not required.
func (c *singleUseChoice) choose(o *singleuse.Options) bool {
	if c.w.o.ForceGraph {
		return true
	}
	c.shorter = !isSlow(c.p, 0)
	most, before, ok := c.w.squeezed(c.code, c.shorter)
	_, best, ok2 := c.measure(*o)
	if !ok || !ok2 {
		return true // not measurable
	}
	for _, change := range singleUseVariants {
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

func (c *singleUseChoice) measure(o singleuse.Options) (minified, compressed int, ok bool) {
	code, _, _ := c.take(o, nil)
	return c.w.squeezed(code, c.shorter)
}

// take removes the names. The result counts what relied on assumptions.
func (c *singleUseChoice) take(o singleuse.Options, m *sourcemap.Map) (code string, _ *sourcemap.Map, assumed singleuse.Result) {
	p, code := c.p, c.code
	for range singleUsePasses {
		found := singleuse.Find(p, o)
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
		assumed.Unnamed += found.Unnamed
		assumed.Unsettled += found.Unsettled
	}
	return code, m, assumed
}
