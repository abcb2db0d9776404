package passes

import (
	"context"

	"github.com/sonjs/son/internal/inline"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// Single optimizes functions of one program one at a time, as if no other function changed: it
// is for inspecting them. The cost of a function depends on its own size, not on the program's.
type Single struct {
	w       *work
	planned map[planning]*work // with calls to inline
}

// planning are the options that a plan depends on.
type planning struct {
	o      inline.Options
	assume AssumptionSet
}

// NewSingle prepares a parsed program; facts are those of build.Decide.
func NewSingle(p *ast.Program, facts *build.Bindings) *Single {
	w := &work{p: p, sourceStyle: sourceStyle{source: p.Source}, lines: lineStarts(p.Source)}
	w.prepare(facts)
	return &Single{w, map[planning]*work{}}
}

// work returns the state for some options: at -O2 it has a plan of the calls to inline.
func (s *Single) work(ctx context.Context, o Options) *work {
	w := s.w
	if o.Level >= 2 && o.From == Structured && o.Emit == Structured {
		key := planning{inlineOptions(s.w.p, o), o.Assume & (AssumeClosedObjects | AssumeBuiltins)}
		if w = s.planned[key]; w == nil {
			w = &work{p: s.w.p, sourceStyle: sourceStyle{source: s.w.source}, lines: s.w.lines, o: o}
			w.prepare(build.DecideInlined(w.p, w.planInlining()))
			s.planned[key] = w
		}
	}
	w.choose(ctx, o)
	return w
}

// FuncResult is the result for one function.
type FuncResult struct {
	Report FuncReport
	Text   string        // replaces the function's span
	Tokens []print.Token // the origins of Text, with Options.SourceMap
}

// Observe optimizes fn as Function does. Whatever comes of that, it is then made from its graph
// for the observer, with the same passes undone, and the second result is that.
func (s *Single) Observe(ctx context.Context, fn *ast.Function, o Options, observer son.Observer) (decided, observed FuncResult, err error) {
	if decided, err = s.Function(ctx, fn, o); err != nil {
		return FuncResult{}, FuncResult{}, err
	}
	o.ForceGraph, o.SourceMap, o.Observer = true, true, observer
	o.without, o.settled = decided.Report.Undone, true
	observed, err = s.Function(ctx, fn, o)
	return decided, observed, err
}

// Function optimizes fn, which may be the top level. Only the options that concern a single
// function count.
func (s *Single) Function(ctx context.Context, fn *ast.Function, o Options) (FuncResult, error) {
	w := s.work(ctx, o)
	rep := w.funcs[fn.Index].rep
	defer func() { *rep, w.funcs[fn.Index] = FuncReport{}, funcState{rep: rep} }() // the next call finds this function as written
	if o.Level > 0 || o.ForceGraph {
		w.function(fn, scratch{clock: w.newClock()})
	}
	if err := ctx.Err(); err != nil {
		return FuncResult{}, err
	}
	f := &w.funcs[fn.Index]
	r := FuncResult{Report: *rep}
	if r.Report.Outcome == "" {
		r.Report.Outcome = NoGain
	}
	patches := []print.Patch{}
	if f.text != nil {
		span := f.span
		if fn.Kind != ast.FuncTop {
			span = fn.Span
		}
		patches = append(patches, print.Patch{Span: span, Text: *f.text, Tokens: f.tokens})
	}
	text, tokens := print.Complete(print.Verbatim(w.p.Source, fn.Span, patches), print.Origins(fn.Span, patches))
	r.Text = text
	if o.SourceMap {
		r.Tokens = tokens
	}
	return r, nil
}
