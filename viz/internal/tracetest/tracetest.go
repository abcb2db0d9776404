// Package tracetest records traces for tests: of the first function of a program, with
// the phases of the pass pipeline, but without its output.
package tracetest

import (
	"testing"

	"github.com/sonjs/son/internal/emit"
	"github.com/sonjs/son/internal/inline"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/passes"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
	"github.com/sonjs/son/viz/trace"
)

// Options are the options of recording.
type Options struct {
	Level    int
	AllPhis  bool
	MaxSteps int
	// Phase, if set, is called at the end of each phase.
	Phase func(g *son.Graph, t *trace.Trace)
}

// Of records the first function of src at level 1.
func Of(tb testing.TB, src string) *trace.Trace { return With(tb, src, Options{Level: 1}) }

// With records the first function of src.
func With(tb testing.TB, src string, o Options) *trace.Trace {
	tb.Helper()
	p, ds := parse.Read(src, parse.Options{Path: "in.js"})
	if p == nil {
		tb.Fatal(parse.Format(ds))
	}
	fn := p.Funcs[0]
	facts := build.Decide(p)
	if o.Level >= 2 {
		facts = build.DecideInlined(p, &inline.New(p, inline.Options{Small: true}).Inlining)
	}
	rec := trace.NewRecorder(fn.Span, o.MaxSteps)
	g, bailout := build.Func(p, fn, facts, son.Config{Fold: o.Level > 0, AllPhis: o.AllPhis, Observer: rec, Inline: o.Level >= 2})
	if bailout != nil {
		tb.Fatal(bailout)
	}
	ended := func() {
		if o.Phase != nil {
			o.Phase(g, rec.Trace())
		}
	}
	ended()
	for i, pass := range passes.Table {
		if i == len(passes.Optimization) {
			g.Prepare()
		}
		if pass.Level <= o.Level {
			pass.Apply(g)
			rec.Phase(g, pass.Name)
			ended()
		}
	}
	if _, err := emit.Func(emit.Input{Program: p, Fn: fn, Graph: g, Bindings: facts}); err != nil {
		tb.Fatal(err)
	}
	t := rec.Trace()
	t.File, t.Function = "in.js", trace.Function{Name: facts.Path(fn), Line: 1, Column: 1}
	t.Options = trace.Options{Level: o.Level, AllPhis: o.AllPhis}
	t.Source = trace.Source{Text: src[fn.Start:fn.End], Offset: int(fn.Start)}
	return t
}
