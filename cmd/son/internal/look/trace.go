package look

import (
	"context"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
	"github.com/sonjs/son/viz/trace"
)

// Options say how to optimize what is looked at.
type Options struct {
	Level   int
	AllPhis bool
	Assume  passes.AssumptionSet
	// Until is the last pass to run; "": all of them. "build": none.
	Until string
	// MaxSteps bounds the steps of a trace; 0: trace.DefaultSteps.
	MaxSteps int
}

// Trace optimizes one function and tells its story. The error is a *son.Kept if the
// graph does not carry the function.
func (p *Program) Trace(ctx context.Context, fn *ast.Function, o Options) (*trace.Trace, error) {
	if _, kept := build.Func(p.AST, fn, p.Facts, son.Config{}); kept != nil {
		return nil, kept
	}
	rec := trace.NewRecorder(fn.Span, o.MaxSteps)
	opt := passes.Options{
		Path: "in.js", Type: goal(p.AST), Level: o.Level, AllPhis: o.AllPhis, Assume: o.Assume, Until: o.Until,
		Only: func(_ string, f *ast.Function) bool { return f.Index == fn.Index },
	}
	plain, err := passes.Optimize(ctx, p.AST.Source, opt)
	if err != nil {
		return nil, err
	}
	opt.ForceGraph, opt.SourceMap, opt.Observer = true, true, rec
	forced, err := passes.Optimize(ctx, p.AST.Source, opt)
	if err != nil {
		return nil, err
	}
	t := rec.Trace()
	line, col := p.Position(fn.Start)
	t.File, t.Function = p.Path, trace.Function{Name: p.Name(fn), Line: line, Column: col}
	t.Options = trace.Options{Level: o.Level, AllPhis: o.AllPhis}
	t.Source = trace.Source{Text: p.AST.Source[fn.Start:fn.End], Offset: int(fn.Start)}
	t.Output = p.output(fn, forced)
	t.Output.Outcome, t.Output.Reason = outcome(plain, fn)
	if o.Level == 0 {
		t.Output.Outcome, t.Output.Reason = string(passes.NoGain), ""
	}
	if out, why := outcome(forced, fn); out != string(passes.Replaced) && why != "" {
		t.Output.Outcome, t.Output.Reason = out, why
	}
	return t, nil
}

// Top returns the top level of the program as a function, or nil if it has no
// statements.
func (p *Program) Top() *ast.Function { return build.Top(p.AST) }

// Name is a function's path, or the word for the top level.
func (p *Program) Name(fn *ast.Function) string {
	if fn.Kind == ast.FuncTop {
		return build.TopName
	}
	return p.Names[fn.Index]
}

// goal is how to read the source of a program again.
func goal(p *ast.Program) parse.SourceType {
	switch {
	case p.Type == ast.Module:
		return parse.Module
	case p.CommonJS:
		return parse.CommonJS
	}
	return parse.Script
}

func outcome(r passes.Result, fn *ast.Function) (out, reason string) {
	if fn.Index >= len(r.Report.Funcs) {
		return string(passes.NoGain), ""
	}
	f := &r.Report.Funcs[fn.Index]
	if f.Outcome == "" {
		return string(passes.NoGain), ""
	}
	return string(f.Outcome), f.Reason
}

// output finds the function's new text, and where it comes from. Nothing else of
// the program changed but the comment that names a source map, behind everything.
func (p *Program) output(fn *ast.Function, r passes.Result) *trace.Output {
	behind := len(p.AST.Source) - int(fn.End)
	if span, _, ok := sourcemap.URL(p.AST); ok {
		behind -= int(span.End - max(span.Start, fn.End))
	}
	end := max(len(r.Code)-behind, int(fn.Start))
	return &trace.Output{Text: r.Code[fn.Start:end], Links: p.links(fn, r, end)}
}

// links reads the source map of the output.
func (p *Program) links(fn *ast.Function, r passes.Result, end int) []trace.Link {
	m, err := sourcemap.Parse(r.Map)
	if err != nil {
		return nil
	}
	out, src := newPositions(r.Code), newPositions(p.AST.Source)
	var links []trace.Link
	for i, segments := range m.Lines {
		if !out.meets(i, int(fn.Start), end) {
			continue
		}
		for k, s := range segments {
			if s.Source == sourcemap.None {
				continue
			}
			from := src.offset(int(s.Line), int(s.From))
			at, next := out.offset(i, int(s.Col)), out.end(i)
			if k+1 < len(segments) {
				next = out.offset(i, int(segments[k+1].Col))
			}
			if at < int(fn.Start) || next > end || from < int(fn.Start) || from >= int(fn.End) || next <= at {
				continue
			}
			links = append(links, trace.Link{
				Out:  trace.Span{at - int(fn.Start), next - int(fn.Start)},
				From: trace.Span{from - int(fn.Start), min(wordEnd(p.AST.Source, from), int(fn.End)) - int(fn.Start)},
			})
		}
	}
	return links
}
