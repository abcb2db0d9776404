package passes

import (
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// result puts the changed functions into the source, and produces what else the options ask
// for.
func (w *work) result(patches []print.Patch, ds []parse.Diagnostic) (Result, error) {
	start := time.Now()
	patches = append(patches, w.withoutURL()...)
	code, tokens := print.Complete(print.Apply(w.source, patches), print.ApplyOrigins(w.source, patches))
	r := Result{Code: code, Warnings: ds}
	if !w.check(r.Code, patches) {
		return r, nil
	}
	var m *sourcemap.Map
	if w.o.SourceMap {
		var more []parse.Diagnostic
		m, more = w.sourceMap(r.Code, tokens)
		r.Warnings = append(r.Warnings, more...)
	}
	w.ms("print", start)
	if w.o.Emit != Structured {
		m = w.toForm(&r, m)
	}
	m = w.removeUnreferenced(&r, m, tokens)
	m = w.lowerLexical(&r, m)
	m = w.withoutLegal(&r, m)
	m = w.inlineSingleUses(&r, m)
	if w.o.Minify || !w.o.Target.IsZero() {
		var err error
		if m, err = w.handOver(&r, m); err != nil {
			return Result{}, err
		}
	}
	if w.o.Compact && !w.o.Minify {
		start = time.Now()
		r.Code, m = w.compact(r.Code, m)
		w.ms("print", start)
	}
	w.addLegal(&r)
	if m != nil && w.o.SourceMap {
		r.Map = m.JSON()
	}
	w.sumUp(&r)
	return r, nil
}

// sumUp completes the report.
func (w *work) sumUp(r *Result) {
	w.report.BytesOut = len(r.Code)
	if b := w.o.Bundle; b != nil {
		w.report.Inputs = b.Inputs
	}
	if w.o.Assume.Has(AssumeFnNames) {
		for _, step := range []struct {
			name  string
			taken bool
		}{
			{"bundle", w.o.Bundle != nil},
			{"typescript", w.o.Bundle == nil && w.made != nil},
			{"minify", w.o.Minify},
			{"target", !w.o.Target.IsZero()},
		} {
			if step.taken {
				w.report.assumed(AssumeFnNames, step.name)
			}
		}
	}
	r.Report = w.report
}

// goal is the goal symbol under which the result is parsed.
func (w *work) goal() parse.SourceType {
	switch {
	case w.p.Type == ast.Module:
		return parse.Module
	case w.p.CommonJS:
		return parse.CommonJS
	}
	return parse.Script
}

// compact prints an output again without insignificant white space. m is the output's map, or
// nil.
func (w *work) compact(code string, m *sourcemap.Map) (string, *sourcemap.Map) {
	p := w.edited
	if p == nil {
		p = w.again(code)
	}
	w.edited = nil
	if p == nil {
		return code, m
	}
	out := print.Program(p, print.Options{Compact: true, Source: code, Tokens: m != nil})
	if !w.isValid(out.Code, parse.NewKnown(p)) {
		return code, m
	}
	if m == nil {
		return out.Code, nil
	}
	outer := sourcemap.New(out.Code, out.Tokens, sourcemap.Source{Path: w.o.Path, Text: code})
	return out.Code, sourcemap.Compose(outer, m)
}
