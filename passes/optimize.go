package passes

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/sonjs/son/internal/inline"
	"github.com/sonjs/son/internal/restore"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son/build"
)

// Optimize optimizes one program. The error is ctx's, or a *[SyntaxError] when src is no valid
// program or cannot be lowered to Options.Target. A fault of our own is no error: the function
// stays as written and Report.Faults names it.
func Optimize(ctx context.Context, src string, o Options) (Result, error) {
	w, r, err := readable(ctx, src, o)
	if w == nil || !w.unmapped {
		return r, err
	}
	// esbuild's messages refer to an intermediate text that the user never sees. They are rare,
	// so the map that leads back to the source is only made when there are any.
	o.SourceMap = true
	_, mapped, again := readable(ctx, src, o)
	r.Warnings = mapped.Warnings
	return r, again
}

// once is Optimize, except that the places in esbuild's messages may not be mapped back. The
// work is nil if it did not get that far.
func once(ctx context.Context, src string, o Options) (*work, Result, error) {
	start := time.Now()
	if o.Emit != Structured {
		o.ForceGraph = true
	}
	if o.Check != 0 {
		o.Assume &^= AssumeFnNames // the names are those that the author gives
	}
	p, ds := read(src, o)
	if p == nil {
		return nil, Result{}, &SyntaxError{ds}
	}
	w := &work{ctx: ctx, o: o, p: p, sourceStyle: sourceStyle{source: p.Source}, lines: lineStarts(p.Source)}
	w.report = Report{Version: ReportVersion, File: o.Path, Functions: len(p.Funcs), Rules: map[string]int{}, Milliseconds: map[string]float64{}, BytesIn: len(src)}
	if o.Bundle != nil {
		w.report.BytesIn = len(p.Source)
	}
	w.readInputMap()
	w.ms("parse", start)
	if o.Check != 0 {
		r, err := w.instrument(ds)
		return w, r, err
	}
	if o.Level == 0 && !o.ForceGraph {
		r, err := w.result(nil, ds)
		return w, r, err
	}
	t := time.Now()
	plan := w.planInlining()
	facts := build.DecideInlined(w.p, plan)
	w.ms("bindings", t)
	w.prepare(facts)
	w.choose(ctx, o)
	workers := o.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if o.Observer != nil {
		workers = 1
	}
	w.all(max(workers, 1))
	if ctx.Err() != nil {
		return nil, Result{}, ctx.Err()
	}
	w.sum()
	patches := w.wholePatches()
	w.release()
	r, err := w.result(patches, ds)
	return w, r, err
}

// release drops what is not needed any more when all functions are decided. If the tree of the output is
// needed next, it takes the place of that of the source, of which an outline is left; an observer may still have
// graphs of it.
func (w *work) release() {
	w.facts, w.planned, w.file, w.refs, w.costs = nil, planned{}, nil, nil, cost.Model{}
	w.sizes.Clear()
	if w.removes() && !w.o.Details && w.o.Observer == nil {
		w.p = outline(w.p)
		if len(w.p.Source) >= largeSource {
			slab.Forget()
			runtime.GC()
		}
	}
}

// largeSource is how much text makes it worth a collection to have the tree of the output in the memory of
// that of the source.
const largeSource = 1 << 20

// outline returns a program with its text, and the places of its comments and functions, but nothing else of
// its tree, which is not usable any more: the functions are the same.
func outline(p *ast.Program) *ast.Program {
	for _, fn := range p.Funcs {
		*fn = ast.Function{Base: fn.Base, Kind: fn.Kind, Resolved: ast.Resolved{Index: fn.Index}}
	}
	return &ast.Program{Base: p.Base, Source: p.Source, Path: p.Path, Type: p.Type, CommonJS: p.CommonJS, Comments: p.Comments, Funcs: p.Funcs}
}

// prepare finds what all functions need to know of the program, whatever the options are.
func (w *work) prepare(facts *build.Bindings) {
	p := w.p
	w.facts, w.temp = facts, tempKind(p)
	w.indent, w.single, w.elseBelow = indentOf(w.source), singleQuotes(w.source), elseBelow(w.source)
	w.file = restore.NewFile(p.Source, w.lines, w.knownAtStart)
	w.lineEnd, w.quotes = lineEndOf(w.source), quotesOf(p)
	w.quotes.inFunctions(p.Funcs, w.single)
	w.funcs, w.report.Funcs = make([]funcState, len(p.Funcs)+1), make([]FuncReport, len(p.Funcs)+1)
	for i := range w.funcs {
		w.funcs[i].rep = &w.report.Funcs[i]
	}
}

// choose sets the options with which the functions are optimized, and what depends on them.
func (w *work) choose(ctx context.Context, o Options) {
	w.ctx, w.o = ctx, o
	w.costs.KeepsNames = o.For != cost.Size && !o.Minify && o.Level < 2
	if w.plan != nil {
		w.summaries, w.summariesAgain = w.newSummaries(), sync.OnceValue(w.newSummaries)
		w.summaries.spoil = o.misremember
	}
	w.callers = o.Emit == Blocks && readsCallers(w.p)
	switch {
	case o.For == cost.Size || o.Minify:
		w.costs.Comments = nil // nothing uses them where only size counts
	case w.costs.Comments == nil:
		w.costs.Comments = lineComments(w.p)
	}
}

// read parses the program that is to be optimized.
func read(src string, o Options) (*ast.Program, []parse.Diagnostic) {
	if o.Bundle != nil {
		return o.Bundle.Read()
	}
	return parse.Read(src, parse.Options{Path: o.Path, Type: o.Type,
		FindTsconfig: o.FindTsconfig, Tsconfig: o.Tsconfig, AnyNames: o.Assume.Has(AssumeFnNames)})
}

// work is the state of one call of Optimize.
type work struct {
	ctx   context.Context
	o     Options
	p     *ast.Program
	facts *build.Bindings
	funcs []funcState
	temp  ast.VarKind
	// callers: the program reads which function called another
	callers bool
	sourceStyle
	sizes     sync.Map // bodySize of the functions of the source
	lines     []int
	file      *restore.File // of p.Source
	refs      *references   // of p.Source, made when first needed
	mentioned sync.Once
	made      *sourcemap.Map // from p.Source to the source that esbuild made it from; nil: esbuild did not make it
	report    Report
	// unmapped: esbuild had messages about the result, and there was no map that leads back.
	unmapped bool
	costs    cost.Model   // of graphs; its comments: see lineComments
	clocks   []*stopwatch // one a worker

	planned
	checked
}

// planned is what was decided about calls before there are graphs.
type planned struct {
	plan      *inline.Plan // nil: none
	gone      gone
	summaries *summaries // nil: none
	// summariesAgain are others of the same functions, to verify them.
	summariesAgain func() *summaries
}

// sourceStyle is what the author wrote and how, as far as the printer can follow.
type sourceStyle struct {
	source string // p.Source may go on with the text of a library
	// authored is the source before private members became properties; "": none did.
	authored string
	indent   string
	single   bool // quotes
	quotes   quotes
	// elseBelow: as print.Options has it.
	elseBelow bool
	// lineEnd is what the lines of the source end with.
	lineEnd string
}

// checked is what parsing the output again found out; see readable.go.
type checked struct {
	unreadable *unreadable  // the function that made the output unreadable
	reread     *ast.Program // the tree of the output rereadOf, until somebody takes it
	rereadOf   string
	// edited is the tree of the output after changes that its text does not have yet, or nil.
	edited *ast.Program
}

// funcState is the state and outcome of one function.
type funcState struct {
	rep   *FuncReport // in Report.Funcs
	made  *printed    // if it was begun early
	begun bool
	// uncached is the function without the last pass of Table; see withUncached.
	uncached *version

	text *string  // its new text, with long parts elided; nil: as written
	span ast.Span // of a top level: the span that the text replaces

	goneTo *funcState // the function that has the code of this one, which nothing calls any more; see isGone
	goneAs uint16     // its number among the instances there

	tokens []print.Token // the elided parts of text; with Options.SourceMap, the origins of all of it
}

func (w *work) ms(phase string, since time.Time) {
	w.report.Milliseconds[phase] += float64(time.Since(since).Microseconds()) / 1000
}

// sum adds up the functions' reports. That of the top level, which is no function, is last.
func (w *work) sum() {
	rep := &w.report
	rep.Bailouts = []BailoutReport{}
	for i := range rep.Funcs {
		f := &rep.Funcs[i]
		isTop := i == len(w.p.Funcs)
		if isTop {
			rep.TopLevel = f.Outcome
			if f.Name == "" { // no statements
				rep.Funcs = rep.Funcs[:i]
				break
			}
		}
		switch f.Outcome {
		case NotCarried, Refused, Faulty:
			rep.Bailouts = append(rep.Bailouts, BailoutReport{f.Name, f.Reason, f.Place})
			if f.Outcome == Faulty {
				rep.Faults = append(rep.Faults, fmt.Sprintf("%s:%d:%d: %s: %s", cmp.Or(f.File, w.o.Path), f.Line, f.Column, f.Name, f.Reason))
			}
		default:
			if !isTop {
				rep.ThroughGraph++
				if f.trivial {
					rep.Trivial++
				}
			}
		}
		if f.Outcome == Replaced && !isTop {
			rep.Changed++
			if f.Reason != "" {
				rep.InNormal = append(rep.InNormal, BailoutReport{f.Name, f.Reason, f.Place})
			}
		}
		rep.Nodes += f.nodes
		rep.FirstVisits += f.first
		rep.Visits += f.visits
		rep.Changes += f.Changes
		rep.Floating += f.floating
		rep.DataNodes += f.data
		rep.Operators += f.operators
		rep.Pure += f.pure
		for k, n := range f.Rules {
			rep.Rules[k] += n
		}
		if f.Outcome == Replaced {
			rep.Memory.add(f.Memory)
			rep.Swept += f.Swept
			rep.addAssumptionUses(f.assumptionUses)
		}
	}
	for _, c := range w.clocks {
		for phase, took := range c.took {
			rep.Milliseconds[phase] += float64(took.Microseconds()) / 1000
		}
	}
	rep.assumedByRules()
	if w.o.Details || w.o.Assume&(AssumeNoTDZ|AssumeClosedObjects|AssumeClosedWorld) != 0 {
		w.sumCalls() // that counts inlined calls that rely on the assumption
	}
	if w.o.Details {
		w.sumReads()
	}
}
