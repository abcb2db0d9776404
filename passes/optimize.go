package passes

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/sonjs/son/parse"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/passes/emit"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// Optimize optimizes one program. The error is a *[SyntaxError] when src is no
// program, or none that can be brought to Options.Target, or ctx's. A fault of
// our own is no error: the function stays as written and Report.Faults names it.
func Optimize(ctx context.Context, src string, o Options) (Result, error) {
	w, r, err := once(ctx, src, o)
	if w == nil || !w.unmapped {
		return r, err
	}
	// What esbuild says is about a text that nobody has seen. It seldom says
	// anything, so the map that leads back is made when it does.
	o.SourceMap = true
	_, mapped, again := once(ctx, src, o)
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
	w.indent, w.single = indentOf(p.Source), singleQuotes(p.Source)
	w.funcs = make([]funcState, len(p.Funcs)+1)
	workers := o.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if o.Observer != nil {
		workers = 1
	}
	memories := make([]scratch, max(workers, 1))
	if o.Observer == nil { // who may keep the graphs that it sees
		for i := range memories {
			memories[i] = scratch{&son.Memory{}, &emit.Memory{}}
		}
	}
	for _, wave := range waves(p) {
		each(len(wave), workers, func(worker, i int) { w.function(wave[i], memories[worker]) })
		if ctx.Err() != nil {
			return nil, Result{}, ctx.Err()
		}
	}
	if top := build.Top(p); top != nil {
		w.function(top, memories[0])
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
	ctx    context.Context
	o      Options
	p      *ast.Program
	facts  *build.Bindings
	funcs  []funcState
	temp   ast.VarKind
	indent string
	single bool // quotes
	lines  []int
	made   *sourcemap.Map // from p.Source to what esbuild made it of; nil: of nothing
	report Report
	// unmapped: esbuild had something to say about the result, and there was no
	// map that leads back.
	unmapped bool
}

// funcState is what became of one function.
type funcState struct {
	rep  FuncReport
	text *string  // its new text; nil: as written
	span ast.Span // what the text takes the place of, of a top level

	tokens []print.Token // where text comes from; with Options.SourceMap
}

func (w *work) ms(phase string, since time.Time) {
	w.report.Milliseconds[phase] += float64(time.Since(since).Microseconds()) / 1000
}

// waves groups functions by depth, innermost first: what stands inside a
// function is decided before it.
func waves(p *ast.Program) [][]*ast.Function {
	var out [][]*ast.Function
	depth := make([]int, len(p.Funcs))
	for i, f := range p.Funcs {
		if f.Parent != nil {
			depth[i] = depth[f.Parent.Index] + 1
		}
		for len(out) <= depth[i] {
			out = append(out, nil)
		}
		out[depth[i]] = append(out[depth[i]], f)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// scratch is what a worker has for one function after the other.
type scratch struct {
	graph *son.Memory
	emit  *emit.Memory
}

// function builds, optimizes and prints one function. Nothing of what is made of
// memory stays.
func (w *work) function(fn *ast.Function, m scratch) {
	s := &w.funcs[fn.Index]
	r := &s.rep
	r.Name = w.facts.Path(fn)
	r.Place = w.place(fn.Start)
	defer func() {
		if e := recover(); e != nil {
			s.text = nil
			r.Outcome, r.Reason = Faulty, fmt.Sprint(e)
			if !strings.HasPrefix(r.Reason, "BUG:") {
				r.Reason = "BUG: " + r.Reason + "\n" + string(debug.Stack())
			}
		}
		if w.o.Emit != Structured {
			w.mark(fn)
		}
	}()
	if w.o.Only != nil && !w.o.Only(r.Name, fn) {
		r.Outcome = NoGain
		return
	}
	stop := r.clock("build")
	g, kept := build.Func(w.p, fn, w.facts, son.Config{
		Fold: w.o.Level > 0, AllPhis: w.o.AllPhis, Seed: w.o.Seed, Fuel: w.o.Fuel, Observer: w.o.Observer, Memory: m.graph,
		Helpers: w.o.From != Structured, Assume: w.o.Assume,
	})
	stop()
	if kept != nil {
		r.Outcome, r.Reason = NotCarried, kept.Reason
		if !kept.Span.IsZero() {
			r.Place = w.place(kept.Span.Start)
		}
		return
	}
	if err := run(w.ctx, g, w.o, r); err != nil {
		if w.ctx.Err() == nil {
			r.Outcome, r.Reason = Faulty, err.Error()
		}
		return
	}
	r.count(g)
	if !w.o.ForceGraph && w.o.From == Structured && r.Changes == 0 && g.Stats.Swept == 0 {
		r.Outcome = NoGain
		return
	}
	stop = r.clock("emit")
	made, err := w.print(fn, g, r, m.emit)
	stop()
	switch {
	case err != nil:
		r.Outcome, r.Reason = Refused, err.Error()
	case !w.o.ForceGraph && !w.gains(fn, made.Fn):
		r.Outcome = NoGain
	default:
		r.Outcome = Replaced
		stop = r.clock("copy")
		copied := func(span ast.Span) string { return w.text(span, fn) }
		text, same := "", false
		if w.o.Emit != Structured {
			made.Fill(copied)
		} else {
			text, same = made.Copy(copied)
		}
		if !same && fn.InnerEval {
			stop()
			r.Outcome, r.Reason = Refused, "the text around a direct eval would change"
			return
		}
		if same && fn.Kind == ast.FuncTop {
			stop()
			return // the changes inside it stand for themselves
		}
		if same && text == w.p.Source[fn.Start:fn.End] {
			stop()
			return // whoever copies it copies the source
		}
		if same {
			s.tokens = w.origins(fn.Span, fn)
		} else if fn.Kind == ast.FuncTop {
			text, s.span, s.tokens = w.renderTop(fn, made)
		} else {
			text, s.tokens = w.render(fn, made)
		}
		s.text = &text
		stop()
	}
}

// count copies the graph's figures into the report.
func (r *FuncReport) count(g *son.Graph) {
	r.Changes = g.Stats.Changes
	r.Rules = g.Stats.Rules
	r.Memory, r.leaned = MemoryReport(g.Stats.Memory), g.Stats.Leaned
	r.nodes, r.first, r.visits = g.Stats.Nodes, g.Stats.FirstVisits, g.Stats.Visits
	g.Nodes(func(n *son.Node) {
		if n.Op.IsControl() || n.IsMemPhi() || n.Op == son.OpConst {
			return
		}
		r.data++
		if n.Op != son.OpPhi && n.NumIn() > 0 && n.Ctrl() == nil {
			r.floating++
		}
	})
}

// gains reports whether the new function costs less than the old one. Size is
// that of the compact text, but for the length of variables' names.
func (w *work) gains(fn, made *ast.Function) bool {
	of := func(f *ast.Function) cost.Cost {
		text := print.FuncText(f, formOf(f), print.Options{Compact: true, Unfold: true}).Code
		return cost.Cost{Size: len(text) - cost.Spare(f), Work: cost.Work(f)}
	}
	return w.o.For.Better(of(made), of(fn))
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
		for k, n := range f.Rules {
			rep.Rules[k] += n
		}
		if f.Outcome == Replaced {
			rep.Memory.add(f.Memory)
			rep.leaned(f.leaned)
		}
		for _, t := range f.times {
			rep.Milliseconds[t.phase] += float64(t.took.Microseconds()) / 1000
		}
		rep.Funcs = append(rep.Funcs, *f)
	}
	rep.assumedByRules()
}
