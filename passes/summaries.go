package passes

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/internal/summary"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// summaries are the summaries of the functions of a program. Each is made when it is first needed, from a
// graph of its own, so what is known of a function does not depend on the order in which functions are
// optimized. Nothing is known of the calls within a component of the call graph, so making a summary only
// needs those of components with smaller numbers, and workers that wait for each other's never wait in a
// circle.
type summaries struct {
	w         *work
	component []int32
	list      []atomic.Pointer[summarized] // by Function.Index; nil: not needed so far
	spoil     func(*son.Summary)
}

// summarized is the summary of one function, once it was needed: for any arguments, and for some kinds of
// them, where that makes a difference.
type summarized struct {
	once sync.Once
	s    son.Summary
	made bool
	// fixed: it is the same for all arguments; opaque: with all arguments, the function runs unknown code if it
	// does with some.
	fixed, opaque bool

	mu   sync.Mutex
	with map[son.Arguments]*summarized

	bodyOnce sync.Once
	body     *son.Body
}

// newSummaries prepares the summaries of a program whose inlining was planned.
func (w *work) newSummaries() *summaries {
	return &summaries{w: w, component: w.plan.Graph.Components(), list: make([]atomic.Pointer[summarized], len(w.p.Funcs))}
}

// summariesFor returns what a function is made with.
func (w *work) summariesFor(fn *ast.Function) son.Summaries {
	if w.summaries == nil {
		return nil
	}
	v := &callerView{summaries: w.summaries, fn: fn, below: math.MaxInt32}
	if w.o.Verify {
		v.used = map[use]bool{}
	}
	return v
}

// callerView is what one function knows of those that it calls: of components of the call graph below one.
type callerView struct {
	*summaries
	fn    *ast.Function
	below int32
	used  map[use]bool // what the function was told; nil: nobody asks
}

// use is one summary.
type use struct {
	fn int
	a  son.Arguments
}

// Summary implements [son.Summaries].
func (v *callerView) Summary(fn int, a son.Arguments, instance bool) (s *son.Summary, moves bool) {
	if v.component[fn] >= v.below {
		return nil, false
	}
	s = v.of(fn, a)
	if v.used != nil {
		v.used[use{fn, a}] = true
	}
	if instance && len(s.Writes) > 0 {
		return nil, false // an instance has variables of its own in place of those that the callee writes
	}
	return s, len(s.Refers) == 0 || !instance && !v.changes(s.Refers)
}

// Body implements [son.Summaries].
func (v *callerView) Body(fn int) *son.Body {
	if v.component[fn] >= v.below {
		return nil
	}
	return v.body(fn)
}

// changes reports whether variables may change, or get their values, while the function runs: its own, and
// if it is suspended meanwhile, any.
func (v *callerView) changes(list []*ast.Symbol) bool {
	return v.fn.Async || v.fn.Generator || v.fn.Kind == ast.FuncTop ||
		slices.ContainsFunc(list, func(sym *ast.Symbol) bool { return sym.Scope == nil || sym.Scope.Func == v.fn })
}

// at returns the place of the summary of a function.
func (s *summaries) at(fn int) *summarized {
	p := &s.list[fn]
	if p.Load() == nil {
		p.CompareAndSwap(nil, &summarized{})
	}
	return p.Load()
}

// of returns the summary of a function for some arguments.
func (s *summaries) of(fn int, a son.Arguments) *son.Summary {
	k := s.at(fn)
	k.once.Do(func() {
		k.s, k.fixed, k.opaque, k.made = summary.Unknown(), true, true, true // if something goes wrong
		k.s, k.fixed, k.opaque = s.make(s.w.p.Funcs[fn], 0)
		if s.spoil != nil {
			s.spoil(&k.s)
		}
	})
	a = a.First(len(s.w.p.Funcs[fn].Params))
	if k.fixed || a == 0 {
		return &k.s
	}
	with := k.place(a)
	with.once.Do(func() {
		with.s = summary.Unknown()
		with.s, _, _ = s.make(s.w.p.Funcs[fn], a)
	})
	return &with.s
}

// verifySummaries makes the summaries that a function was told once more, with all that they depend on and
// perhaps in another order, and compares them: neither what was optimized meanwhile nor who asked first may
// make a difference.
func (w *work) verifySummaries(told son.Summaries) error {
	v, _ := told.(*callerView)
	if v == nil || v.used == nil {
		return nil
	}
	again := w.summariesAgain()
	for u := range v.used {
		if was, is := v.of(u.fn, u.a), again.of(u.fn, u.a); !equalSummaries(was, is) {
			return fmt.Errorf("BUG: the summary of %s: was %q, is %q", w.facts.Path(w.p.Funcs[u.fn]), summary.Words(was), summary.Words(is))
		}
	}
	return nil
}

// equalSummaries reports whether two summaries say the same.
func equalSummaries(a, b *son.Summary) bool {
	return a.Effect == b.Effect && a.Ends == b.Ends && a.Fresh == b.Fresh && a.Result == b.Result && a.Param == b.Param &&
		a.Cheap == b.Cheap && a.Assumed == b.Assumed && slices.Equal(a.Writes, b.Writes) &&
		slices.EqualFunc(a.Refers, b.Refers, func(x, y *ast.Symbol) bool { return x == y || x.Scope == nil && y.Scope == nil })
}

// words says what the calls of a function do, if anything depended on that.
func (s *summaries) words(fn int) string {
	k := s.list[fn].Load()
	if k == nil || !k.made {
		return ""
	}
	words := summary.Words(&k.s)
	if len(k.with) > 0 {
		if plain := s.of(fn, son.PlainArguments); plain.Effect != k.s.Effect {
			words += "; for numbers, strings and the like, " + summary.Words(plain)
		}
	}
	return words
}

// place returns the place of the summary for some arguments.
func (k *summarized) place(a son.Arguments) *summarized {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.with == nil {
		k.with = map[son.Arguments]*summarized{}
	}
	if k.with[a] == nil {
		k.with[a] = &summarized{}
	}
	return k.with[a]
}

// make makes the summary of a function for arguments. fixed: it is the same for all others; opaque: with all others,
// too, the function runs unknown code.
func (s *summaries) make(fn *ast.Function, a son.Arguments) (k son.Summary, fixed, opaque bool) {
	below := &callerView{summaries: s, fn: fn, below: s.component[fn.Index]}
	t := s.source(fn, func(callee int) *summary.Callee {
		if s.component[callee] >= below.below {
			return &summary.Callee{Summary: &anything, Opaque: true, Fixed: true}
		}
		c := s.at(callee)
		return &summary.Callee{Summary: s.of(callee, 0), Opaque: c.opaque, Fixed: c.fixed, With: func(a son.Arguments) *son.Summary { return s.of(callee, a) }}
	}).Text(fn, a)
	if t.Whole {
		return t.Summary, t.Fixed, true
	}
	m := summaryArenas.Get()
	defer summaryArenas.Put(m)
	g := s.graph(fn, a, below, m)
	if g == nil {
		return summary.Unknown(), true, true
	}
	k = summary.Of(g, fn)
	fixed = len(fn.Params) == 0 || fn.Uses&ast.UsesArguments != 0
	return k, fixed, fixed || t.Opaque
}

// source is what is known of the program when the text of a function is looked at, with what callee knows of a
// function.
func (s *summaries) source(fn *ast.Function, callee func(int) *summary.Callee) summary.Source {
	inlines := len(s.w.facts.Instances(fn)) > 0
	return summary.Source{Program: s.w.p, Assume: s.w.o.Assume,
		Callee: func(x *ast.Call) *summary.Callee {
			if c, ok := s.w.plan.Callees[x]; ok {
				return callee(int(c.Fn))
			}
			return nil
		},
		Inlined: func(x ast.Expr) bool { return inlines && s.w.plan.Replaces(x) },
	}
}

// SummariesOf returns a function that says what is known of a function of a program, by [ast.Function.Index],
// when it is called with arguments of some kinds: what -O2 depends on. It is for tests and for people; the
// result is nil, as the program, if the program cannot be read, and the function is nil if nothing would be
// inlined in the form that o asks for.
func SummariesOf(ctx context.Context, src string, o Options) (*ast.Program, func(fn int, a son.Arguments) *son.Summary) {
	p, _ := read(src, o)
	if p == nil {
		return nil, nil
	}
	w := &work{ctx: ctx, o: o, p: p, sourceStyle: sourceStyle{source: p.Source}, lines: lineStarts(p.Source), report: Report{Rules: map[string]int{}, Milliseconds: map[string]float64{}}}
	w.prepare(build.DecideInlined(p, w.planInlining()))
	w.choose(ctx, o)
	if w.summaries == nil {
		return p, nil
	}
	return p, w.summaries.of
}

// summaryArenas are for graphs that nothing refers to once their summaries are made. Making one may need others.
var summaryArenas = slab.NewPool[son.Arena]()

// graph makes a graph of a function for arguments, or returns nil. It allocates in m, unless that is nil.
func (s *summaries) graph(fn *ast.Function, a son.Arguments, below *callerView, m *son.Arena) *son.Graph {
	g, bailout := build.Func(s.w.p, fn, s.w.facts, son.Config{Fold: true, Assume: s.w.o.Assume, Inline: true, Summaries: below, Arguments: a, Arena: m})
	if bailout != nil {
		return nil
	}
	fixpoint(g)
	g.Optimize()
	return g
}

// body returns what a function does on constants, or nil if it surely does more than to compute a value.
// Unlike a summary, it may call functions of its own component: when it is run, their bodies are made
// without waiting for each other.
func (s *summaries) body(fn int) *son.Body {
	k := s.at(fn)
	k.bodyOnce.Do(func() { k.body = s.makeBody(s.w.p.Funcs[fn]) })
	return k.body
}

func (s *summaries) makeBody(fn *ast.Function) *son.Body {
	below := &callerView{summaries: s, fn: fn, below: s.component[fn.Index]}
	t := s.source(fn, func(callee int) *summary.Callee {
		if s.component[callee] < below.below && s.body(callee) == nil {
			return nil
		}
		return &summary.Callee{Summary: &anything}
	}).Text(fn, 0)
	if t.Large { // unknown code need not run on constants
		return nil
	}
	if len(fn.Params) == 0 {
		if k := s.of(fn.Index, 0); len(k.Refers) > 0 || len(k.Writes) > 0 {
			return nil // it depends on variables
		}
	}
	g := s.graph(fn, 0, below, nil)
	if g == nil {
		return nil
	}
	return son.NewBody(g, s.body)
}

// anything is the summary of a function of which nothing is known.
var anything = summary.Unknown()
