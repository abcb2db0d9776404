package passes

import (
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/mangle"
)

// handOver lets esbuild minify or lower the result. m is its map; without one, messages refer
// to the result.
//
// Some programs are minified without esbuild. One is a program that esbuild rejects or would
// change the meaning of, unless it is to run on older engines: only esbuild can lower it.
// Another is a program whose functions keep their names, for which esbuild adds helpers to the
// top level: other scripts see them, and they name the functions of a module only after other
// modules may have read the names. There, variables get mangled names of our own, and functions
// keep theirs.
func (w *work) handOver(r *Result, m *sourcemap.Map) (*sourcemap.Map, error) {
	start := time.Now()
	defer func() { w.ms("esbuild", start) }()
	if w.edited != nil {
		r.Code, m = w.compact(r.Code, m)
	}
	h := parse.TransformOptions{Minify: w.o.Minify, Target: w.o.Target, AnyNames: w.o.Assume.Has(AssumeFnNames), Builtins: w.o.Assume.Has(AssumeBuiltins), Type: w.goal()}
	if h.Minify && h.Target.IsZero() && w.isMisread(r.Code) {
		out := w.shortened(&parse.Transformed{Code: r.Code, Map: m}, h)
		r.Code = out.Code
		return out.Map, nil
	}
	code, own := r.Code, w.manglesNames()
	if own {
		h.SyntaxOnly = true
		code = w.withLets(code)
	}
	out, ds := parse.Transform(code, m, w.o.Path, h)
	switch {
	case own && out != nil:
		out = w.shortened(out, h)
	case out != nil && (!h.Minify || out.Added == 0 && (h.AnyNames || h.Type == parse.Script)):
	case out != nil:
		out = w.ownNames(r.Code, m, h)
	case h.Minify && h.Target.IsZero():
		out, ds = w.shortened(&parse.Transformed{Code: r.Code, Map: m}, h), asWarnings(ds)
	}
	w.unmapped = m == nil && len(ds) > 0
	if out == nil {
		return nil, &SyntaxError{ds}
	}
	r.Code, r.Warnings = out.Code, append(r.Warnings, ds...)
	return out.Map, nil
}

// asWarnings turns esbuild's errors into warnings that the program was minified without it.
func asWarnings(ds []parse.Diagnostic) []parse.Diagnostic {
	out := make([]parse.Diagnostic, len(ds))
	for i, d := range ds {
		if d.Severity == parse.Error {
			d.Severity, d.Text = parse.Warning, "minified without esbuild, which rejects it: "+d.Text
		}
		out[i] = d
	}
	return out
}

// ownNames minifies a program without adding names to its top level; helpers that older engines
// need get names that no other script has.
func (w *work) ownNames(code string, m *sourcemap.Map, h parse.TransformOptions) *parse.Transformed {
	h.SyntaxOnly = true
	plain, _ := parse.Transform(code, m, w.o.Path, h)
	if plain == nil || plain.Added > 0 && h.Target.IsZero() {
		plain = &parse.Transformed{Code: code, Map: m}
	}
	return w.shortened(plain, h)
}

// shortened mangles the names of a program's variables, but those of functions only where they
// may be changed, and drops its white space.
func (w *work) shortened(in *parse.Transformed, h parse.TransformOptions) *parse.Transformed {
	o := parse.Options{Path: w.o.Path, Type: w.goal()}
	p, ds := parse.Parse(in.Code, o)
	if p == nil {
		w.report.Faults = append(w.report.Faults, "BUG: the output cannot be parsed: "+ds[0].String())
		return in
	}
	mangle.Names(p, mangle.Options{KeepNames: !h.AnyNames})
	text := print.Options{Compact: true, Source: in.Code, Tokens: in.Map != nil}
	made := print.Program(p, text)
	if why := w.differs(p, made.Code); why != "" {
		w.report.Faults = append(w.report.Faults, "BUG: mangled names: "+why)
		p, _ = parse.Parse(in.Code, o)
		made = print.Program(p, text) // with the names that it has
	}
	out := &parse.Transformed{Code: made.Code}
	if in.Map != nil {
		outer := sourcemap.New(made.Code, made.Tokens, sourcemap.Source{Path: w.o.Path, Text: in.Code})
		out.Map = sourcemap.Compose(outer, in.Map)
	}
	return out
}
