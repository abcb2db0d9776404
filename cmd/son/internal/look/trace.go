package look

import (
	"context"
	"sort"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
	"github.com/sonjs/son/viz/trace"
)

// Options are the options of optimizing the function or program that is looked at.
type Options struct {
	Level   int
	AllPhis bool
	Assume  passes.AssumptionSet
	For     cost.Aim
	// Until is the last pass to run; "": all of them. "build": none.
	Until string
	// Try also finds what would have happened under assumptions that are not made.
	Try bool
	// MaxSteps bounds the steps of a trace; 0: trace.DefaultSteps.
	MaxSteps int
}

// Trace optimizes one function and records that, in the author's text. The error is a
// *son.Bailout if the graph does not support the function.
func (p *Program) Trace(ctx context.Context, fn *ast.Function, o Options) (*trace.Trace, error) {
	t, err := p.trace(ctx, fn, o)
	if err != nil {
		return t, err
	}
	if err := p.known(ctx, t, fn, o); err != nil {
		return nil, err
	}
	p.inAuthored(t, fn)
	return t, nil
}

// trace is Trace in the text that was read.
func (p *Program) trace(ctx context.Context, fn *ast.Function, o Options) (*trace.Trace, error) {
	if _, bailout := build.Func(p.AST, fn, p.Facts, son.Config{}); bailout != nil {
		return nil, bailout
	}
	rec := trace.NewRecorder(fn.Span, o.MaxSteps)
	opt := passes.Options{Path: "in.js", Level: o.Level, AllPhis: o.AllPhis, Assume: o.Assume, For: o.For, Until: o.Until}
	if p.single == nil {
		p.single = passes.NewSingle(p.AST, p.Facts)
	}
	plain, forced, err := p.single.Observe(ctx, fn, opt, rec)
	if err != nil {
		return nil, err
	}
	t := rec.Trace()
	line, col := p.Position(fn.Start)
	for i := range t.Phases {
		t.Phases[i].Doc = purpose(t.Phases[i].Name)
	}
	t.File, t.Function = p.Path, trace.Function{Name: p.Name(fn), Line: line, Column: col}
	t.Options = trace.Options{Level: o.Level, AllPhis: o.AllPhis, Assume: passes.Assumed(o.Assume)}
	if o.For != cost.Balanced {
		t.Options.For = o.For.String()
	}
	t.Source = trace.Source{Text: p.AST.Source[fn.Start:fn.End], Offset: int(fn.Start)}
	t.Output = &trace.Output{Text: forced.Text, Links: p.links(fn, forced), Outcome: string(plain.Report.Outcome), Reason: plain.Report.Reason, Undone: plain.Report.Undone}
	if out := forced.Report.Outcome; out != passes.Replaced && forced.Report.Reason != "" {
		t.Output.Outcome, t.Output.Reason = string(out), forced.Report.Reason
	}
	if o.Try && o.Level > 0 {
		return t, p.try(ctx, fn, o, t)
	}
	return t, nil
}

// purpose describes what a phase does.
func purpose(phase string) string {
	for _, pass := range passes.Table {
		if pass.Name == phase {
			return pass.Doc
		}
	}
	return "read the function into a graph; rules are applied to each node as it is made"
}

// try optimizes the function under each assumption that is not made.
func (p *Program) try(ctx context.Context, fn *ast.Function, o Options, t *trace.Trace) error {
	o.Try = false
	made := o.Assume
	for _, a := range passes.Assumptions {
		if made.Has(a.Set) {
			continue
		}
		o.Assume = made | a.Set
		u, err := p.trace(ctx, fn, o)
		if err != nil {
			return err
		}
		t.Under(u, a.Name, a.Doc)
	}
	return nil
}

// Top returns the top level of the program as a function, or nil if it has no
// statements.
func (p *Program) Top() *ast.Function { return build.Top(p.AST) }

// Name is a function's path, or the name of the top level.
func (p *Program) Name(fn *ast.Function) string {
	if fn.Kind == ast.FuncTop {
		return build.TopName
	}
	return p.Names[fn.Index]
}

// goal is the source type for parsing a program's source again.
func goal(p *ast.Program) parse.SourceType {
	switch {
	case p.Type == ast.Module:
		return parse.Module
	case p.CommonJS:
		return parse.CommonJS
	}
	return parse.Script
}

// links maps ranges of the function's new text to their origins, as a source map of the
// function alone does.
func (p *Program) links(fn *ast.Function, r passes.FuncResult) []trace.Link {
	text := p.AST.Source[fn.Start:fn.End]
	m := sourcemap.New(r.Text, inFunction(fn, r.Tokens), sourcemap.Source{Text: text, Comments: p.comments(fn)})
	out, src := newPositions(r.Text), newPositions(text)
	var links []trace.Link
	for i, segments := range m.Lines {
		for k, s := range segments {
			from := src.offset(int(s.Line), int(s.From))
			at, next := out.offset(i, int(s.Col)), out.end(i)
			if k+1 < len(segments) {
				next = out.offset(i, int(segments[k+1].Col))
			}
			if next <= at || from >= len(text) {
				continue
			}
			links = append(links, trace.Link{Out: trace.Span{at, next}, From: trace.Span{from, wordEnd(text, from)}})
		}
	}
	return links
}

// inFunction makes the spans of tokens relative to the function. Tokens from elsewhere
// lose their span.
func inFunction(fn *ast.Function, tokens []print.Token) []print.Token {
	out := make([]print.Token, len(tokens))
	for i, t := range tokens {
		if t.Span.Start < fn.Start || t.Span.End > fn.End {
			t.Span, t.Copy = ast.Span{}, 0
		} else if !t.Span.IsZero() {
			t.Span.Start, t.Span.End = t.Span.Start-fn.Start, t.Span.End-fn.Start
		}
		out[i] = t
	}
	return out
}

// comments are those inside the function, with positions relative to it.
func (p *Program) comments(fn *ast.Function) []ast.Comment {
	all := p.AST.Comments
	i := sort.Search(len(all), func(k int) bool { return all[k].Start >= fn.Start })
	var out []ast.Comment
	for ; i < len(all) && all[i].End <= fn.End; i++ {
		c := all[i]
		c.Start, c.End = c.Start-fn.Start, c.End-fn.Start
		out = append(out, c)
	}
	return out
}
