package passes

import (
	"time"

	"github.com/sonjs/son/internal/coalesce"
	"github.com/sonjs/son/internal/mangle"
	"github.com/sonjs/son/internal/shorten"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
)

// handOver lowers the result, which esbuild does, and minifies it. m is its map; without one,
// messages refer to the result.
func (w *work) handOver(r *Result, m *sourcemap.Map) (*sourcemap.Map, error) {
	out := &parse.Transformed{Code: r.Code, Map: m}
	if !w.o.Target.IsZero() {
		if w.edited != nil {
			r.Code, m = w.compact(r.Code, m)
		}
		start := time.Now()
		h := parse.TransformOptions{Target: w.o.Target, AnyNames: w.o.Assume.Has(AssumeFnNames), Spelled: w.o.Minify, Type: w.goal()}
		lowered, ds := parse.Transform(r.Code, m, w.o.Path, h)
		w.ms("esbuild", start)
		w.unmapped = m == nil && len(ds) > 0
		if lowered == nil {
			return nil, &SyntaxError{ds}
		}
		out, r.Warnings = lowered, append(r.Warnings, ds...)
	}
	if w.o.Minify {
		start := time.Now()
		out = w.minified(out)
		w.ms("minify", start)
	}
	r.Code = out.Code
	return out.Map, nil
}

// minified shortens the syntax of a program, mangles its names, and drops its white space. If the
// size counts, it also makes one variable of several. It adds no names to the top level, and functions
// keep theirs unless they may be changed.
func (w *work) minified(in *parse.Transformed) *parse.Transformed {
	p := w.edited
	w.edited = nil
	if p == nil {
		p = w.again(in.Code)
	} else if why := parse.Resolve(p, parse.References); why != "" {
		w.report.Faults = append(w.report.Faults, "BUG: single-use names: "+why)
		p = w.again(in.Code)
	}
	if p == nil {
		return in
	}
	assumed := w.shorten(p)
	keepNames := !w.o.Assume.Has(AssumeFnNames)
	if w.o.For == cost.Size && !w.o.leaves("coalescing") {
		if coalesce.Program(p, coalesce.Options{KeepNames: keepNames}) > 0 {
			// assignments in place of declarations become parts of expressions
			w.shorten(p)
		}
	}
	mangle.Names(p, mangle.Options{KeepNames: keepNames, Compressed: w.o.Effort > LeastEffort, Search: w.search()})
	out := w.printed(p, in)
	if why := w.differs(p, out.Code); why != "" {
		w.report.Faults = append(w.report.Faults, "BUG: minifying: "+why)
		return w.printed(w.again(in.Code), in)
	}
	w.report.assumedTimes(AssumeBuiltins, "new-builtin", assumed)
	return out
}

// searches are how much is tried for each Options.Effort above the default. Each takes about twice as
// long as the one before.
var searches = [MostEffort]mangle.Search{
	{Letters: 1, Sweeps: 1, Span: 4 << 10},
	{Letters: 2, Sweeps: 1, Span: 16 << 10},
	{Letters: 4, Sweeps: 1, Span: 32 << 10},
	{Letters: 6, Sweeps: 1, Span: 64 << 10},
	{Letters: 6, Sweeps: 2, Span: 128 << 10},
	{Letters: 10, Sweeps: 2, Span: 256 << 10},
	{Letters: 16, Sweeps: 3, Span: 1 << 20},
	{Letters: 32, Sweeps: 3, Span: 4 << 20},
}

// search is how much is tried to find names for a program.
func (w *work) search() mangle.Search {
	if w.o.Effort <= 0 {
		return mangle.Search{}
	}
	s := searches[min(w.o.Effort, MostEffort)-1]
	s.Workers = w.o.Workers
	start := time.Now()
	s.Progress = func(done, all int) bool {
		if w.o.Progress != nil {
			w.o.Progress(done, all)
		}
		return w.ctx.Err() == nil && (w.o.SearchLimit == 0 || time.Since(start) < w.o.SearchLimit)
	}
	return s
}

// shorten shortens the syntax of a program that is minified, and returns how often it relied on AssumeBuiltins.
func (w *work) shorten(p *ast.Program) (assumed int) {
	if w.o.leaves("syntax") {
		return 0
	}
	return shorten.Program(p, shorten.Options{AnyNames: w.o.Assume.Has(AssumeFnNames), Builtins: w.o.Assume.Has(AssumeBuiltins), Old: !w.o.Target.IsZero()})
}

// printed prints the tree of a minified program without white space. in is the text that its
// spans refer to.
func (w *work) printed(p *ast.Program, in *parse.Transformed) *parse.Transformed {
	made := print.Program(p, print.Options{Compact: true, Source: in.Code, Tokens: in.Map != nil, Bare: true, NoShorthand: !w.o.Target.IsZero()})
	out := &parse.Transformed{Code: made.Code}
	if in.Map != nil {
		outer := sourcemap.New(made.Code, made.Tokens, sourcemap.Source{Path: w.o.Path, Text: in.Code})
		out.Map = sourcemap.Compose(outer, in.Map)
	}
	return out
}

// differs describes how the names in the text of a program resolve differently from those in
// its tree; "" if they do not.
func (w *work) differs(p *ast.Program, code string) string {
	q, ds := parse.Parse(code, parse.Options{Path: w.o.Path, Type: w.goal(), Extent: parse.Bindings})
	if q == nil {
		return ds[0].String()
	}
	return mangle.Same(p, q)
}
