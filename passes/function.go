package passes

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/sonjs/son/internal/emit"
	"github.com/sonjs/son/internal/restore/verbatim"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// all processes all functions, and the top level last.
func (w *work) all(workers int) {
	memories := make([]scratch, workers)
	for i := range memories {
		m := &memories[i]
		m.clock = w.newClock()
		if w.o.Observer == nil { // the observer may keep the graphs that it gets
			m.graph, m.verbatim = &son.Arena{}, &verbatim.Arena{}
			m.emit, m.other, m.third = &emit.Arena{}, &emit.Arena{}, &emit.Arena{}
		}
	}
	list := waves(w.p, w.moved)
	w.findGone(list)
	early := make([][]*ast.Function, len(list))
	if workers > 1 {
		early = w.early(list)
	}
	for i, wave := range list {
		begun := early[i]
		for _, batch := range w.batches(wave) {
			each(len(begun)+len(batch), workers, func(worker, k int) {
				if n := len(begun); k >= n {
					w.function(batch[k-n], memories[worker])
					return
				}
				fn := begun[k]
				s := &w.funcs[fn.Index]
				s.begun = true
				w.guard(fn, func() { s.made = w.begin(fn, memories[worker].forLater()) })
			})
			begun = nil
		}
		if w.ctx.Err() != nil {
			return
		}
	}
	if top := build.Top(w.p); top != nil {
		w.function(top, memories[0])
	}
}

// waves groups functions so that each comes after those inside it, and those that move into it:
// functions are decided before what contains them.
func waves(p *ast.Program, moved func(*ast.Function) []*ast.Function) [][]*ast.Function {
	var out [][]*ast.Function
	depth := make([]int, len(p.Funcs))
	for i, f := range p.Funcs {
		if f.Parent != nil {
			depth[i] = depth[f.Parent.Index] + 1
		}
	}
	deepen(p, depth, moved)
	for i, f := range p.Funcs {
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

// deepen makes functions that move into another one deeper than that, and what is inside them deeper
// still. Package inline makes sure that this ends.
func deepen(p *ast.Program, depth []int, moved func(*ast.Function) []*ast.Function) {
	var todo []*ast.Function
	for _, f := range p.Funcs {
		if len(moved(f)) > 0 {
			todo = append(todo, f)
		}
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, g := range moved(f) {
			by := depth[f.Index] + 1 - depth[g.Index]
			if by <= 0 {
				continue
			}
			for _, h := range p.Funcs[g.Index:] {
				if h.Start >= g.End {
					break
				}
				depth[h.Index] += by
				if len(moved(h)) > 0 {
					todo = append(todo, h)
				}
			}
		}
	}
}

// lineComments returns the comments of the source, each with the text before it on its line.
func lineComments(p *ast.Program) []ast.Span {
	list := make([]ast.Span, len(p.Comments))
	line, from := int32(0), int32(0)
	for i, c := range p.Comments {
		if at := strings.LastIndexByte(p.Source[from:c.Start], '\n'); at >= 0 {
			line = from + int32(at) + 1
		}
		from = c.Start
		list[i] = ast.Span{Start: line, End: c.End}
	}
	return list
}

// largeText is how much text of its own makes a function large enough to begin early.
const largeText = 1 << 15

// early determines which functions are begun together with a wave before their own: the large
// ones, such as the wrapper of a whole program, which keeps one worker busy for as long as
// thousands of small ones keep the other. Only finishing a function needs the ones inside it.
func (w *work) early(list [][]*ast.Function) [][]*ast.Function {
	own := make([]int32, len(w.p.Funcs))
	for _, fn := range w.p.Funcs {
		own[fn.Index] += fn.End - fn.Start
		if fn.Parent != nil {
			own[fn.Parent.Index] -= fn.End - fn.Start
		}
	}
	early := make([][]*ast.Function, len(list))
	most := 0 // the largest wave so far
	for i, wave := range list {
		for _, fn := range wave {
			if i > 0 && own[fn.Index] > largeText && !w.waitsForCaller(fn) {
				early[most] = append(early[most], fn)
			}
		}
		if len(wave) > len(list[most]) {
			most = i
		}
	}
	return early
}

// scratch is what a worker reuses from one function to the next: memory, and a clock.
type scratch struct {
	graph    *son.Arena
	emit     *emit.Arena
	other    *emit.Arena // for a second version of a function, while the first one is still needed
	third    *emit.Arena // likewise: for the best of several
	verbatim *verbatim.Arena
	clock    *stopwatch
}

// forLater is m for a function that outlives the next one: what is printed gets memory of its own.
// It does not refer to the graph that it was printed from.
func (m scratch) forLater() scratch { return scratch{graph: m.graph, clock: m.clock} }

// stopwatch adds up the time that one worker spends in each phase.
type stopwatch struct {
	last time.Time
	took map[string]time.Duration
}

func (w *work) newClock() *stopwatch {
	c := &stopwatch{took: map[string]time.Duration{}}
	w.clocks = append(w.clocks, c)
	return c
}

func (s *stopwatch) start() { s.last = time.Now() }

// lap ends a phase, which began at the last call of start or lap.
func (s *stopwatch) lap(phase string) {
	now := time.Now()
	s.took[phase] += now.Sub(s.last)
	s.last = now
}

// function builds, optimizes and prints one function, unless it was begun already. Nothing
// allocated in m outlives the call.
func (w *work) function(fn *ast.Function, m scratch) {
	s := &w.funcs[fn.Index]
	w.guard(fn, func() {
		if !s.begun {
			s.made = w.begin(fn, m)
		}
		if s.made != nil {
			w.finish(fn, s.made, m)
			s.made = nil
		}
	})
	if w.o.Emit != Structured {
		w.mark(fn)
	}
}

// guard calls do, which works on fn. A panic is recorded as a fault of that function.
func (w *work) guard(fn *ast.Function, do func()) {
	defer func() {
		if e := recover(); e != nil {
			s := &w.funcs[fn.Index]
			s.text = nil
			s.rep.Outcome, s.rep.Reason = Faulty, fmt.Sprint(e)
			if !strings.HasPrefix(s.rep.Reason, "BUG:") {
				s.rep.Reason = "BUG: " + s.rep.Reason + "\n" + string(debug.Stack())
			}
		}
	}()
	do()
}

// begin reprints a function from its graph, or records in its report why not. What an optional
// pass does without paying off is undone by making the function without that pass. The last
// graph that an observer gets is the one that the function was made from.
func (w *work) begin(fn *ast.Function, m scratch) *printed {
	r := w.funcs[fn.Index].rep
	r.Name = w.facts.Path(fn)
	r.Place = w.place(fn.Start)
	if w.isUnreadable(fn, r) {
		return nil
	}
	if w.o.Only != nil && !w.o.Only(r.Name, fn) {
		r.Outcome = NoGain
		return nil
	}
	if w.isGone(fn) {
		r.Outcome = NoGain
		return nil
	}
	if w.isTrivial(fn) {
		r.Outcome, r.trivial = NoGain, true
		return nil
	}
	made, o := w.inlined(fn, &m, r)
	made, o = w.withoutIdle(fn, &m, r, made, o)
	if made != nil && r.Inlined > 0 && !w.o.settled && w.hasNewLabels(fn, made, r.instances) {
		made, o = w.withoutLabels(fn, &m, r)
	}
	if w.o.Observer != nil && len(o.without) > len(w.o.without) {
		o.Observer = w.o.Observer
		observed := FuncReport{Name: r.Name, Place: r.Place}
		made = w.attempt(fn, m, &observed, o)
		*r = observed
	}
	r.Undone = o.without
	if made != nil && !w.o.ForceGraph && r.Inlined == 0 && !w.readsAsWritten(fn, made.Fn) {
		r.Outcome, made = NoGain, nil
	}
	return made
}

// attempt makes a function from its graph, and records the outcome in r.
func (w *work) attempt(fn *ast.Function, m scratch, r *FuncReport, o Options) *printed {
	return w.attemptBefore(fn, m, r, o, nil)
}

// attemptBefore is attempt; before the last pass of [Table] rewrites anything, it calls before, unless that is nil.
func (w *work) attemptBefore(fn *ast.Function, m scratch, r *FuncReport, o Options, before func(*son.Graph)) *printed {
	m.clock.start()
	known := w.summariesFor(fn)
	g, bailout := build.Func(w.p, fn, w.facts, son.Config{
		Fold: o.Level > 0, AllPhis: o.AllPhis, Seed: o.Seed, Fuel: o.Fuel, Observer: o.Observer, Arena: m.graph,
		Helpers: o.From != Structured, Assume: o.Assume, Speed: o.For.IsSpeed(), Interpreted: o.For == cost.SpeedQuickJS || o.For == cost.SpeedJitless, Size: o.For == cost.Size, Costs: &w.costs,
		Authored: o.For == cost.Balanced && o.From == Structured && o.Emit == Structured,
		Inline:   w.plan != nil && !slices.Contains(o.without, inlining), Uninlined: o.uninlined(), Summaries: known,
		Unread: w.plan != nil && fn.Kind != ast.FuncTop && w.plan.Unread[fn.Index],
	})
	m.clock.lap("build")
	if bailout != nil {
		r.Outcome, r.Reason = NotCarried, bailout.Reason
		if !bailout.Span.IsZero() {
			r.Place = w.place(bailout.Span.Start)
		}
		return nil
	}
	if err := run(w.ctx, g, o, m.clock, before); err != nil {
		if w.ctx.Err() == nil {
			r.Outcome, r.Reason = Faulty, err.Error()
		}
		return nil
	}
	if err := w.verifySummaries(known); err != nil {
		r.Outcome, r.Reason = Faulty, err.Error()
		return nil
	}
	m.clock.start()
	defer m.clock.lap("emit")
	return w.printIfBetter(fn, g, r, o, m.emit)
}

// printIfBetter prints the graph of a function, if the function gains by that, and records the outcome in r.
func (w *work) printIfBetter(fn *ast.Function, g *son.Graph, r *FuncReport, o Options, arena *emit.Arena) *printed {
	r.count(g)
	if comesBack(g, o) {
		r.Outcome = NoGain
		return nil
	}
	made, err := w.print(fn, g, r, arena)
	r.assumptionUses = g.Stats.AssumptionUses // the text may rely on some, too
	switch {
	case err != nil:
		r.Outcome, r.Reason = Refused, err.Error()
		return nil
	case !o.ForceGraph && g.Stats.Inlined == 0 && !w.gains(fn, made.Fn, knownBranches(g), !reshaped(r.Rules), w.unpassed(fn, made.Fn, r.Rules)):
		r.Outcome = NoGain
		return nil
	}
	r.Outcome = Replaced
	return made
}

// finish writes the text of a function that was made from its graph. The functions inside it
// are decided.
func (w *work) finish(fn *ast.Function, made *printed, m scratch) {
	s := &w.funcs[fn.Index]
	m.clock.start()
	defer m.clock.lap("copy")
	tree, same := w.copyUnchanged(fn, made, m.verbatim)
	if same && !w.o.ForceGraph && w.o.From == Structured {
		s.rep.Outcome = NoGain // it only looked shorter before the texts were copied
	}
	switch {
	case !same && fn.InnerEval:
		s.rep.Outcome, s.rep.Reason = Refused, "the text around a direct eval would change"
		return
	case same:
		return // the changes inside it are patches of their own
	}
	var text string
	if fn.Kind == ast.FuncTop {
		text, s.span, s.tokens = w.renderTop(fn, tree)
	} else {
		text, s.tokens = w.render(fn, tree)
	}
	if w.o.spoil != nil {
		text = w.o.spoil(s.rep.Name, text)
	}
	w.put(s, text)
}

// copyUnchanged puts the source's text in place of what did not change in a function, and
// reports whether nothing did but functions inside it.
func (w *work) copyUnchanged(fn *ast.Function, made *printed, arena *verbatim.Arena) (t *verbatim.Tree, unchanged bool) {
	inside := w.inside(fn)
	in := verbatim.Input{
		Program: w.p, Old: fn, New: made.Fn, Origin: made.Origin, Declarators: made.Declarators, Unbraced: made.unbraced,
		Functions: made.Functions, Classes: made.Classes, Fixed: made.Fixed, Undefined: made.Undefined, Inlined: made.inlined,
		Authored: w.o.From == Structured && w.o.Emit == Structured, Folded: w.o.Level > 0, Single: w.single,
		Text: func(s ast.Span) string { return w.textAmong(s, inside) },
		Size: func(s ast.Span) int { return print.Size(s, w.patches(s, inside)) }, Arena: arena,
	}
	if w.o.Emit != Structured || w.o.Minify && !fn.InnerEval {
		return verbatim.Fill(in), false
	}
	return verbatim.Restore(in)
}

// put sets the text of a function, elided so that the function around it handles little of it.
func (w *work) put(s *funcState, text string) {
	text, s.tokens = print.Elide(text, s.tokens, cmp.Or(w.o.elide, elided))
	s.text = &text
}

// elided is the least length of a text that is elided.
const elided = 1 << 10

// count copies the graph's figures into the report.
func (r *FuncReport) count(g *son.Graph) {
	r.Changes, r.own, r.Inlined, r.instances = g.Stats.Changes, g.Stats.Own, g.Stats.Inlined, g.Instances
	r.Rules = g.Stats.Rules
	r.Swept = g.Stats.Swept
	r.Memory, r.assumptionUses = MemoryReport(g.Stats.Memory), g.Stats.AssumptionUses
	r.nodes, r.first, r.visits = g.Stats.Nodes, g.Stats.FirstVisits, g.Stats.Visits
	g.Nodes(func(n *son.Node) {
		if n.Op.IsControl() || n.IsMemPhi() || n.Op == son.OpConst {
			return
		}
		r.data++
		if n.Op.Converts() {
			r.operators++
			if n.Effect() == son.NoEffect {
				r.pure++
			}
		}
		if n.Op != son.OpPhi && n.NumIn() > 0 && n.Ctrl() == nil {
			r.floating++
		}
	})
}
