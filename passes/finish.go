package passes

import (
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
)

// result puts the changed functions into the source, and makes what else was
// asked for.
func (w *work) result(patches []print.Patch, ds []parse.Diagnostic) Result {
	start := time.Now()
	patches = append(patches, w.withoutURL()...)
	r := Result{Code: print.Apply(w.p.Source, patches), Warnings: ds}
	var m *sourcemap.Map
	if w.o.SourceMap {
		var more []parse.Diagnostic
		m, more = w.sourceMap(r.Code, patches)
		r.Warnings = append(r.Warnings, more...)
	}
	if w.o.Compact {
		r.Code, m = w.compact(r.Code, m)
	}
	if m != nil {
		r.Map = m.JSON()
	}
	w.ms("print", start)
	w.report.BytesOut = len(r.Code)
	r.Report = w.report
	return r
}

// compact reads an output again and prints it without white space that does
// not matter. m is the output's map, or nil.
func (w *work) compact(code string, m *sourcemap.Map) (string, *sourcemap.Map) {
	goal := parse.Script
	if w.p.Type == ast.Module {
		goal = parse.Module
	}
	p, ds := parse.Parse(code, parse.Options{Path: w.o.Path, Type: goal})
	if p == nil {
		w.report.Faults = append(w.report.Faults, "BUG: the output cannot be read again: "+ds[0].String())
		return code, m
	}
	out := print.Program(p, print.Options{Compact: true, Source: code, Tokens: m != nil})
	if m == nil {
		return out.Code, nil
	}
	outer := sourcemap.New(out.Code, out.Tokens, sourcemap.Source{Path: w.o.Path, Text: code})
	return out.Code, sourcemap.Compose(outer, m)
}
