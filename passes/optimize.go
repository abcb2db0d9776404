package passes

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/emit"
	"github.com/sonjs/son/passes/restore"
	"github.com/sonjs/son/son/build"
)

// Optimize optimizes one program. The error is a *[SyntaxError] when src is no
// program, or none that can be brought to Options.Target, or ctx's. A fault of
// our own is no error: the function stays as written and Report.Faults names it.
func Optimize(ctx context.Context, src string, o Options) (Result, error) {
	w, r, err := readable(ctx, src, o)
	if w == nil || !w.unmapped {
		return r, err
	}
	// What esbuild says is about a text that nobody has seen. It seldom says
	// anything, so the map that leads back is made when it does.
	o.SourceMap = true
	_, mapped, again := readable(ctx, src, o)
	r.Warnings = mapped.Warnings
	return r, again
}

// once is Optimize, but for the places that esbuild's messages speak of. The
// work is nil if it did not get so far.
func once(ctx context.Context, src string, o Options) (*work, Result, error) {
	start := time.Now()
	if o.Emit != Structured {
		o.ForceGraph = true
	}
	p, ds := read(src, o)
	if p == nil {
		return nil, Result{}, &SyntaxError{ds}
	}
	w := &work{ctx: ctx, o: o, p: p, lines: lineStarts(p.Source)}
	w.report = Report{Version: 1, File: o.Path, Functions: len(p.Funcs), Rules: map[string]int{}, Milliseconds: map[string]float64{}, BytesIn: len(src)}
	if o.Bundle != nil {
		w.report.BytesIn = len(p.Source)
	}
	w.readInputMap()
	w.ms("parse", start)
	if o.Level == 0 && !o.ForceGraph {
		r, err := w.result(nil, ds)
		return w, r, err
	}
	t := time.Now()
	w.facts = build.Decide(p)
	w.ms("bindings", t)
	w.temp = tempKind(p)
	w.callers = o.Emit == Blocks && asksForCallers(p)
	w.indent, w.single, w.elseBelow = indentOf(p.Source), singleQuotes(p.Source), elseBelow(p.Source)
	w.lineEnd, w.quotes = lineEndOf(p.Source), quotesOf(p)
	w.quotes.inFunctions(p.Funcs, w.single)
	w.funcs = make([]funcState, len(p.Funcs)+1)
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
	r, err := w.result(w.wholePatches(), ds)
	return w, r, err
}

// read reads the program that Optimize is about.
func read(src string, o Options) (*ast.Program, []parse.Diagnostic) {
	if o.Bundle != nil {
		return o.Bundle.Read()
	}
	return parse.Read(src, parse.Options{Path: o.Path, Type: o.Type,
		FindTsconfig: o.FindTsconfig, Tsconfig: o.Tsconfig, AnyNames: o.Assume.Has(AssumeFnNames)})
}

// work is the state of one Optimize.
type work struct {
	ctx   context.Context
	o     Options
	p     *ast.Program
	facts *build.Bindings
	funcs []funcState
	temp  ast.VarKind
	// callers: the program asks which function called another
	callers bool
	indent  string
	single  bool // quotes
	quotes  quotes
	sizes   sync.Map // bodySize of the functions of the source
	// elseBelow: as print.Options has it.
	elseBelow bool
	// lineEnd is what the lines of the source end with.
	lineEnd   string
	lines     []int
	read      *restore.File // p.Source, once a function changed; see file
	reading   sync.Once
	mention   *mentions // of p.Source, once somebody asked
	mentioned sync.Once
	made      *sourcemap.Map // from p.Source to what esbuild made it of; nil: of nothing
	report    Report
	// unmapped: esbuild had something to say about the result, and there was no
	// map that leads back.
	unmapped bool
	comments []ast.Span // see lineComments
	unnamed  int        // functions that lost their names because the output is to be small

	spoilt   *spoilt      // what made the output unreadable
	reread   *ast.Program // of the output rereadOf, as long as nobody has it
	rereadOf string
}

// funcState is what became of one function.
type funcState struct {
	rep   FuncReport
	made  *emit.Made // of one that was begun early
	begun bool
	text  *string  // its new text, with what is long elided; nil: as written
	span  ast.Span // what the text takes the place of, of a top level

	tokens []print.Token // what is elided of text; with Options.SourceMap, where all of it comes from
}

func (w *work) ms(phase string, since time.Time) {
	w.report.Milliseconds[phase] += float64(time.Since(since).Microseconds()) / 1000
}

// sum adds the functions' reports up. That of the top level comes last; it is no
// function.
func (w *work) sum() {
	rep := &w.report
	rep.Kept = []KeptReport{}
	rep.Funcs = make([]FuncReport, 0, len(w.funcs))
	for i := range w.funcs {
		f := &w.funcs[i].rep
		isTop := i == len(w.p.Funcs)
		if isTop {
			rep.TopLevel = f.Outcome
			if f.Name == "" {
				continue // no statements
			}
		}
		switch f.Outcome {
		case NotCarried, Refused, Faulty:
			rep.Kept = append(rep.Kept, KeptReport{f.Name, f.Reason, f.Place})
			if f.Outcome == Faulty {
				rep.Faults = append(rep.Faults, fmt.Sprintf("%s:%d:%d: %s: %s", cmp.Or(f.File, w.o.Path), f.Line, f.Column, f.Name, f.Reason))
			}
		default:
			if !isTop {
				rep.ThroughGraph++
			}
		}
		if f.Outcome == Replaced && !isTop {
			rep.Changed++
			if f.Reason != "" {
				rep.InNormal = append(rep.InNormal, KeptReport{f.Name, f.Reason, f.Place})
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
			rep.leaned(f.leaned)
		}
		for _, t := range f.times {
			rep.Milliseconds[t.phase] += float64(t.took.Microseconds()) / 1000
		}
		rep.Funcs = append(rep.Funcs, *f)
	}
	rep.assumedByRules()
}
