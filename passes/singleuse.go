package passes

import (
	"strings"
	"time"

	"github.com/sonjs/son/internal/singleuse"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
)

// inlineSingleUses removes names from an output that is to be small; see package singleuse. m
// is its map, or nil. If the output is to be printed anew in any case, only its tree changes. At -O2, an
// output that is minified has constants in place of names, even if it is not optimized for size.
func (w *work) inlineSingleUses(r *Result, m *sourcemap.Map) *sourcemap.Map {
	size := w.o.For == cost.Size
	if !size && !(w.o.Minify && w.o.Level >= 2) || !w.mayEdit() || w.o.leaves("single-use") {
		return m
	}
	start := time.Now()
	defer func() { w.ms("single-use", start) }()
	p := w.again(r.Code)
	if p == nil {
		return m
	}
	found := singleuse.Find(p, singleuse.Options{AnyNames: w.o.Assume.Has(AssumeFnNames), NoTDZ: w.o.Assume.Has(AssumeNoTDZ), Constants: !size, Calls: size && w.o.Minify})
	switch {
	case found.IsEmpty():
		w.reread, w.rereadOf = p, r.Code
		return m
	case w.o.Compact || w.o.Minify:
		found.Edit()
		w.edited = p
	default:
		patches := found.Patches()
		code := print.Apply(r.Code, patches)
		if !w.isValid(code, unpatched(p, patches)) {
			return m
		}
		m = w.patched(r, m, code, patches)
	}
	w.report.assumedTimes(AssumeFnNames, "single-use", found.Unnamed)
	w.report.assumedTimes(AssumeNoTDZ, "single-use", found.Unsettled)
	return m
}

// mayEdit reports whether passes over the output may change it: it is optimized, as a whole, and in its
// usual form.
func (w *work) mayEdit() bool {
	return w.o.Level > 0 && w.o.Emit == Structured && w.o.Only == nil && w.o.Until == ""
}

// edit changes the text of an output by the patches that find makes for its tree, if it still can be parsed
// then, and reports whether anything changed. m is the output's map, or nil.
func (w *work) edit(r *Result, m *sourcemap.Map, find func(*ast.Program) []print.Patch) (*sourcemap.Map, bool) {
	p := w.again(r.Code)
	if p == nil {
		return m, false
	}
	patches := find(p)
	if len(patches) == 0 {
		w.reread, w.rereadOf = p, r.Code
		return m, false
	}
	code := print.Apply(r.Code, patches)
	if !w.isValid(code, unpatched(p, patches)) {
		return m, false
	}
	return w.patched(r, m, code, patches), true
}

// patched makes a text with patches the output. m is the output's map, or nil.
func (w *work) patched(r *Result, m *sourcemap.Map, code string, patches []print.Patch) *sourcemap.Map {
	if m != nil {
		outer := sourcemap.New(code, print.ApplyOrigins(r.Code, patches), sourcemap.Source{Path: w.o.Path, Text: r.Code})
		m = sourcemap.Compose(outer, m)
	}
	r.Code = code
	return m
}

// isValid reports whether an output can be parsed, and records a fault if not.
func (w *work) isValid(code string, known *parse.Known) bool {
	return parse.Valid(code, parse.Options{Path: w.o.Path, Type: w.goal()}, known) || w.again(code) != nil
}

// unpatched finds the functions of a program that patches, which are in order, leave as they are.
func unpatched(p *ast.Program, patches []print.Patch) *parse.Known {
	k := parse.NewKnown(p)
	next, moved := int32(0), int32(0)
	for _, fn := range p.Funcs {
		if fn.Start < next || fn.End-fn.Start < largeFunction || !parse.IsSelfContained(fn) {
			continue
		}
		for len(patches) > 0 && patches[0].Span.End <= fn.Start {
			moved += int32(len(patches[0].Text)) - (patches[0].Span.End - patches[0].Span.Start)
			patches = patches[1:]
		}
		if len(patches) > 0 && patches[0].Span.Start < fn.End || strings.IndexByte(p.Source[fn.Start:fn.End], '#') >= 0 {
			continue
		}
		k.Add(fn, fn.Start+moved)
		next = fn.End
	}
	return k
}
