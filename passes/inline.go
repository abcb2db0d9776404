package passes

import (
	"slices"

	"github.com/sonjs/son/internal/inline"
	"github.com/sonjs/son/internal/restore/verbatim"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// The names of inlining among the passes that may be undone: all of it, and that of callees with
// statements where the call is an operand.
const (
	inlining         = "inline"
	inliningOperands = "inline-operands"
)

// planInlining decides which calls to inline; nil: none.
func (w *work) planInlining() *build.Inlining {
	if w.o.Level < 2 || w.o.From != Structured || w.o.Emit != Structured || w.o.Only != nil {
		return nil
	}
	w.plan = inline.New(w.p, inlineOptions(w.p, w.o))
	return &w.plan.Inlining
}

// inlineOptions are the options of planning.
func inlineOptions(p *ast.Program, o Options) inline.Options {
	return inline.Options{For: o.For, Small: o.Minify, NoTDZ: o.Assume.Has(AssumeNoTDZ), Vars: tempKind(p) == ast.Var}
}

// inliningOf returns which planned calls to inline.
func (w *work) inliningOf(o Options) son.Inlined {
	switch {
	case w.plan == nil || slices.Contains(o.without, inlining):
		return son.InlineNone
	case slices.Contains(o.without, inliningOperands):
		return son.InlineSlots
	}
	return son.InlineAll
}

// inlined makes a function with its planned calls inlined, or with fewer of them, if that pays. It
// returns the options with which it was made, too; the result is in m.emit.
func (w *work) inlined(fn *ast.Function, m *scratch, r *FuncReport) (*printed, Options) {
	made, o := w.attempt(fn, *m, r, w.o), w.o
	if w.plan == nil || r.Inlined == 0 || made != nil && w.inliningPays(fn, made, nil) {
		return made, o // mostly the function as written says enough
	}
	o.Observer = nil
	with := func(without ...string) *printed {
		o.without = append(slices.Clip(w.o.without), without...)
		*r = FuncReport{Name: r.Name, Place: r.Place}
		m.emit, m.other = m.other, m.emit
		return w.attempt(fn, *m, r, o)
	}
	all := *r
	var plain *printed
	none := FuncReport{Name: r.Name, Place: r.Place, Outcome: NoGain, trivial: true}
	if !w.isTrivialPlain(fn) {
		plain = with(inlining)
		none = *r
	}
	if made != nil && plain != nil && w.inliningPays(fn, made, plain) { // the function as written is no worse, see above
		m.emit, m.other = m.other, m.emit
		*r = all
		return made, w.o
	}
	// The memory of the first version is free now; that of the plain one is not.
	if operands := slices.ContainsFunc(w.facts.Instances(fn), func(in *build.Instance) bool { return in.Operand && in.Fn.ExprBody == nil }); operands {
		if made := with(inliningOperands); made != nil && r.Inlined > 0 && w.inliningPays(fn, made, plain) {
			return made, o
		}
		m.emit, m.other = m.other, m.emit
	}
	o.without = append(slices.Clip(w.o.without), inlining)
	*r = none
	return plain, o
}

// inliningPays reports whether a function with its calls inlined is better than the other one, or than
// the function as written. The callees that go with their only call count where they were.
func (w *work) inliningPays(fn *ast.Function, made, other *printed) bool {
	old := fn
	if other != nil {
		old = other.Fn
	}
	switch {
	case w.o.ForceGraph || w.o.For == cost.Speed:
		return true
	case w.hasNewLabels(old, made):
		return false
	case w.o.For == cost.Balanced:
		if n := unnamed(made.Fn); n > 0 && n > unnamed(old) {
			return false
		}
	}
	at := len(w.plan.Absorbed) - 1
	if fn.Kind != ast.FuncTop {
		at = fn.Index
	}
	size, was := w.sizesOf(made.Fn, old)
	return size <= was+w.plan.Absorbed[at]
}

// instancesIn returns the callees that a graph of fn may have in place of calls, and the copies of them
// that were built.
func (w *work) instancesIn(fn *ast.Function, g *son.Graph) (list []verbatim.Callee, copies []*ast.Function) {
	if g.Stats.Inlined == 0 {
		return nil, nil
	}
	for _, in := range w.facts.Instances(fn) {
		list = append(list, verbatim.Callee{Fn: in.Of, Call: in.Call.Span})
		copies = append(copies, in.Fn)
	}
	return list, copies
}

// moved returns the functions that callees make that may be inlined in fn.
func (w *work) moved(fn *ast.Function) (list []*ast.Function) {
	if w.plan == nil {
		return nil
	}
	for _, in := range w.facts.Instances(fn) {
		for f := range in.Closures {
			list = append(list, f)
		}
	}
	return list
}

// unnamed counts the functions that are written (0, () => …) so that they get no name, which no reader
// wants to see.
func unnamed(fn *ast.Function) (n int) {
	ast.Walk(fn, func(x ast.Node) bool {
		if x, ok := x.(*ast.Seq); ok {
			if _, number := x.Exprs[0].(*ast.Number); number {
				n++
			}
		}
		f, nested := x.(*ast.Function)
		return !nested || f == fn
	})
	return n
}

// hasNewLabels reports whether a function has labels that its author did not write, where people read
// the output.
func (w *work) hasNewLabels(old *ast.Function, made *printed) bool {
	if w.o.For != cost.Balanced || w.o.ForceGraph {
		return false
	}
	is := named(made.Fn)
	return len(is.labels) > 0 && is.moreLabels(named(old))
}
