package passes

import (
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/short"
)

// handOver lets esbuild have the result. m is its map; without one, messages
// are about the result.
//
// What esbuild does not do is done here. It does not take every program: one that it
// refuses, or would make another one of, is minified without it, unless it is to run on
// older engines, where nobody else helps. And where functions keep their names it adds
// helpers for that to the top level, which other scripts see, and which name the functions
// of a module after other modules may have asked for them: there variables get short names
// that are ours, and functions keep the ones that they have.
func (w *work) handOver(r *Result, m *sourcemap.Map) (*sourcemap.Map, error) {
	start := time.Now()
	defer func() { w.ms("esbuild", start) }()
	h := parse.Handover{Minify: w.o.Minify, Target: w.o.Target, AnyNames: w.o.Assume.Has(AssumeFnNames), Builtins: w.o.Assume.Has(AssumeBuiltins), Type: w.goal()}
	if h.Minify && h.Target.IsZero() && w.isMisread(r.Code) {
		out := w.shortened(&parse.Handed{Code: r.Code, Map: m}, h)
		r.Code = out.Code
		return out.Map, nil
	}
	out, ds := parse.HandOver(r.Code, m, w.o.Path, h)
	switch {
	case out != nil && (!h.Minify || out.Added == 0 && (h.AnyNames || h.Type == parse.Script)):
	case out != nil:
		out = w.ownNames(r.Code, m, h)
	case h.Minify && h.Target.IsZero():
		out, ds = w.shortened(&parse.Handed{Code: r.Code, Map: m}, h), asWarnings(ds)
	}
	w.unmapped = m == nil && len(ds) > 0
	if out == nil {
		return nil, &SyntaxError{ds}
	}
	out = w.brief(out, r.Code, m, h)
	r.Code, r.Warnings = out.Code, append(r.Warnings, ds...)
	return out.Map, nil
}

// asWarnings says of errors that they are esbuild's, and what was done without it.
func asWarnings(ds []parse.Diagnostic) []parse.Diagnostic {
	out := make([]parse.Diagnostic, len(ds))
	for i, d := range ds {
		if d.Severity == parse.Error {
			d.Severity, d.Text = parse.Warning, "minified without esbuild, which does not take this: "+d.Text
		}
		out[i] = d
	}
	return out
}

// ownNames minifies a program without adding names to its top level; of what older
// engines need, with names that no other script has.
func (w *work) ownNames(code string, m *sourcemap.Map, h parse.Handover) *parse.Handed {
	h.SyntaxOnly = true
	plain, _ := parse.HandOver(code, m, w.o.Path, h)
	if plain == nil || plain.Added > 0 && h.Target.IsZero() {
		plain = &parse.Handed{Code: code, Map: m}
	}
	return w.shortened(plain, h)
}

// shortened gives short names to the variables of a program, but not to functions unless
// nobody looks at these, and leaves out its white space.
func (w *work) shortened(in *parse.Handed, h parse.Handover) *parse.Handed {
	o := parse.Options{Path: w.o.Path, Type: w.goal()}
	p, ds := parse.Parse(in.Code, o)
	if p == nil {
		w.report.Faults = append(w.report.Faults, "BUG: the output cannot be read again: "+ds[0].String())
		return in
	}
	short.Names(p, short.Options{KeepNames: !h.AnyNames})
	text := print.Options{Compact: true, Source: in.Code, Tokens: in.Map != nil}
	made := print.Program(p, text)
	if why := w.differs(p, made.Code); why != "" {
		w.report.Faults = append(w.report.Faults, "BUG: short names: "+why)
		p, _ = parse.Parse(in.Code, o)
		made = print.Program(p, text) // with the names that it has
	}
	out := &parse.Handed{Code: made.Code}
	if in.Map != nil {
		outer := sourcemap.New(made.Code, made.Tokens, sourcemap.Source{Path: w.o.Path, Text: in.Code})
		out.Map = sourcemap.Compose(outer, in.Map)
	}
	return out
}
