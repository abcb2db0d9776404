package passes

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sonjs/son/internal/inline"
	"github.com/sonjs/son/internal/pointsto"
	"github.com/sonjs/son/internal/restore/verbatim"
	"github.com/sonjs/son/internal/selfhosted"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// inlining is the name of inlining among the passes that may be undone. A single call has its number in
// the function after it.
const inlining = "inline"

func inliningCall(number int) string { return inlining + " " + strconv.Itoa(number) }

// uninlined returns the numbers of the planned calls that stay, in ascending order.
func (o *Options) uninlined() (list []int) {
	for _, name := range o.without {
		if text, ok := strings.CutPrefix(name, inlining+" "); ok {
			if n, err := strconv.Atoi(text); err == nil {
				list = append(list, n)
			}
		}
	}
	slices.Sort(list)
	return list
}

// planInlining decides which calls to inline; nil: none.
func (w *work) planInlining() *build.Inlining {
	if w.o.Level < 2 || w.o.From != Structured || w.o.Emit != Structured || w.o.Only != nil {
		return nil
	}
	o := inlineOptions(w.p, w.o)
	builtins := w.o.Assume.Has(AssumeBuiltins)
	if w.o.Assume.Has(AssumeClosedObjects) {
		objects := pointsto.Options{Builtins: builtins, ClosedWorld: o.ClosedWorld, Reads: o.For.IsSpeed()}
		o.Objects = pointsto.New(w.p, objects)
		if w.o.For.IsSpeed() && o.AnyNames && w.privatesToProperties(o.Objects.Privates()) {
			o.Objects = pointsto.New(w.p, objects)
		}
		if builtins && o.For == cost.SpeedQuickJS {
			o.Library = selfhosted.Attach(w.p)
		}
	}
	w.plan = inline.New(w.p, o)
	return &w.plan.Inlining
}

// inlineOptions are the options of planning, without what is known of objects.
func inlineOptions(p *ast.Program, o Options) inline.Options {
	return inline.Options{
		For: o.For, Small: o.Minify, Vars: tempKind(p) == ast.Var, Forced: o.ForceGraph,
		Pure: o.Assume.Has(AssumePureGetters | AssumePureCoercion), NoTDZ: o.Assume.Has(AssumeNoTDZ),
		ClosedWorld: o.Assume.Has(AssumeClosedWorld), AnyNames: o.Assume.Has(AssumeFnNames),
	}
}

// inlined makes a function with its planned calls inlined, or with fewer of them, if that pays. It
// returns the options with which it was made, too; the result is in m.emit.
func (w *work) inlined(fn *ast.Function, m *scratch, r *FuncReport) (*printed, Options) {
	made, o := w.withUncached(fn, *m, r), w.o
	if w.plan == nil || r.Inlined == 0 {
		return made, o
	}
	old := &measured{fn: fn}
	pays, loss := w.inliningPays(fn, made, old, r.instances)
	if pays {
		return made, o // mostly the function as written says enough
	}
	w.takeUncached(fn) // its memory is for other versions from here on
	t := &inliningTrial{work: w, fn: fn, m: m, r: r, old: old, most: w.mostTrials(r.nodes)}
	all := *r
	calls, slots := t.candidates(r.instances)
	m.emit, m.other = m.other, m.emit
	none := FuncReport{Name: r.Name, Place: r.Place, Outcome: NoGain, trivial: true}
	if (made == nil || all.own+all.Swept > 0) && !w.isTrivialPlain(fn) { // else nothing but inlining changes it
		t.plain = t.without(inlining)
		none = *r
	}
	if t.plain != nil { // the function as written is no worse, see above
		t.old = &measured{fn: t.plain.Fn}
		if pays, loss = w.inliningPays(fn, made, t.old, all.instances); pays {
			m.emit, m.other = m.other, m.emit
			*r = all
			return made, w.o
		}
	}
	// The memory of the first version is free now; that of the plain one is not.
	if len(calls) > 1 && !w.o.settled && t.most > 0 && loss < w.mostLoss() {
		m.emit, m.other = m.other, m.emit
		if made := t.fewer(calls, slots, loss); made != nil {
			return made, t.o
		}
		m.emit, m.other = m.other, m.emit
	}
	o.Observer, o.without = nil, append(slices.Clip(w.o.without), inlining)
	*r = none
	return t.plain, o
}

// inliningTrial looks for the calls in a function whose inlining pays, where inlining all of them does
// not: often a single one is in the way of all others.
type inliningTrial struct {
	*work
	fn    *ast.Function
	m     *scratch
	r     *FuncReport
	o     Options // of the last version
	plain *printed
	old   *measured // what a version has to be better than
	all   []int     // the candidates
	good  []int     // known to pay, together
	lost  int       // how much longer they make the function, mostly less than 0
	most  int       // tries
	tries int
	kept  version // made with the good ones, in m.third
}

// version is a function with some of its calls inlined.
type version struct {
	made *printed
	o    Options
	r    FuncReport
}

// mostTrials returns how many versions of a function inliningTrial makes: few of one with a large graph, such as
// the wrapper of a whole program. Of one so large that a single version would be made, none is, unless every byte
// counts.
func (w *work) mostTrials(nodes int) int {
	if w.isForBytes() {
		return max(1, min(mostInliningTrials, trialNodesForSize/max(1, nodes)))
	}
	if nodes > trialNodes/2 {
		return 0
	}
	return min(mostInliningTrials, trialNodes/max(1, nodes))
}

// mostLoss returns from which loss on inliningTrial makes no version of a function: calls that make it much
// longer are seldom better without one of them.
func (w *work) mostLoss() int {
	if w.isForBytes() {
		return math.MaxInt
	}
	return trialLoss
}

// isForBytes reports whether the output is to be as small as it gets.
func (w *work) isForBytes() bool { return w.o.For == cost.Size || w.o.Minify }

// The versions of one function, in all.
const (
	mostInliningTrials = 6
	trialNodes         = 2_000 // in their graphs, about
	trialNodesForSize  = 4_000
	trialLoss          = 40 // bytes
)

// without makes a version of the function without some passes or calls.
func (t *inliningTrial) without(names ...string) *printed {
	t.o = t.work.o
	t.o.Observer, t.o.without = nil, append(slices.Clip(t.o.without), names...)
	*t.r = FuncReport{Name: t.r.Name, Place: t.r.Place}
	return t.attempt(t.fn, *t.m, t.r, t.o)
}

// candidates are the numbers of the calls that were inlined, those that are operands and whose callees have
// statements after the slots of other ones: they are in the way most often.
func (t *inliningTrial) candidates(made []son.Instance) (calls []int, slots int) {
	var operands []int
	for _, in := range t.facts.Instances(t.fn) {
		switch {
		case !isMade(in, made):
		case in.Operand && in.Fn.ExprBody == nil:
			operands = append(operands, in.Number)
		default:
			calls = append(calls, in.Number)
		}
	}
	return append(calls, operands...), len(calls)
}

// fewer makes the function with some of the calls inlined, so that it pays; nil: there are none. It
// tries one half and then, with what is known to pay, the other one. loss is that of all of them.
func (t *inliningTrial) fewer(calls []int, slots, loss int) *printed {
	t.all = calls
	if slots == 0 || slots == len(calls) {
		slots = len(calls) / 2
	}
	t.halves(calls, slots, loss)
	if t.kept.made == nil {
		return nil
	}
	t.m.emit, t.m.third = t.m.third, t.m.emit
	t.o, *t.r = t.kept.o, t.kept.r
	return t.kept.made
}

// halves finds out which calls pay of a list that does not pay as a whole. loss is how much longer all of
// them make the function. The losses of the halves mostly add up to that, so the second one is not
// tried as a whole if the first one loses less.
func (t *inliningTrial) halves(calls []int, middle, loss int) {
	if len(calls) < 2 {
		return
	}
	first, second := calls[:middle], calls[middle:]
	lost, known := t.try(first)
	if known && loss > 0 && loss-lost > 0 {
		t.halves(second, len(second)/2, loss-lost)
		return
	}
	t.try(second)
}

// try makes the function with the good calls and others inlined, or with parts of these. It returns how
// much longer those that were not good before make the function, if that is known.
func (t *inliningTrial) try(calls []int) (loss int, known bool) {
	if t.tries == t.most || t.ctx.Err() != nil {
		return 0, false
	}
	t.tries++
	var names []string
	for _, n := range t.all {
		if !slices.Contains(t.good, n) && !slices.Contains(calls, n) {
			names = append(names, inliningCall(n))
		}
	}
	made := t.without(names...)
	pays, all := t.inliningPays(t.fn, made, t.old, t.r.instances)
	if made != nil {
		loss, known = all-t.lost, true
	}
	if !pays || t.r.Inlined == 0 {
		t.halves(calls, len(calls)/2, loss)
		return loss, known
	}
	t.good, t.lost, t.kept = append(t.good, calls...), t.lost+loss, version{made, t.o, *t.r}
	t.m.emit, t.m.third = t.m.third, t.m.emit
	return loss, known
}

// labeling are the calls that were inlined and whose callees may have brought labels, as names of passes that may be
// undone: only those that most likely did, or all with returns before their end.
func (w *work) labeling(fn *ast.Function, instances []son.Instance, likely bool) (names []string) {
	for _, in := range w.facts.Instances(fn) {
		if (in.Labels || in.Early && !likely) && isMade(in, instances) {
			names = append(names, inliningCall(in.Number))
		}
	}
	return names
}

// isMade reports whether a graph has an instance, from the list of those that it has.
func isMade(in *build.Instance, list []son.Instance) bool {
	return slices.ContainsFunc(list, func(x son.Instance) bool { return x.Site == in.Site && x.Text == in.Of.Span })
}

// inliningPays reports whether a function with its calls inlined is better than another version of it, and
// by how many bytes it is longer. The callees that go with their only call count where they were. made may
// be nil: it could not be made, and its loss is not known.
func (w *work) inliningPays(fn *ast.Function, made *printed, old *measured, instances []son.Instance) (pays bool, loss int) {
	switch {
	case made == nil:
		return false, 0
	case w.o.ForceGraph || w.o.For.IsSpeed():
		return true, 0
	}
	size, was := w.sizesOf(made.Fn, old)
	for _, in := range w.facts.Instances(fn) {
		if isMade(in, instances) {
			was += in.Absorbed
		}
	}
	pays = size <= was && !w.hasNewLabels(fn, made, instances)
	if pays && w.o.For == cost.Balanced {
		n := awkward(made.Fn)
		pays = n == 0 || n <= awkward(old.fn)
	}
	return pays, size - was
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

// awkward counts what no reader wants to see: functions that are written (0, () => …) so that they get
// no name, and values that are increased in a variable that is only for that, (t = x, ++t).
func awkward(fn *ast.Function) (n int) {
	ast.Walk(fn, func(x ast.Node) bool {
		if x, ok := x.(*ast.Seq); ok {
			if _, number := x.Exprs[0].(*ast.Number); number || increasesCopy(x) {
				n++
			}
		}
		f, nested := x.(*ast.Function)
		return !nested || f == fn
	})
	return n
}

// increasesCopy reports whether a sequence ends with the assignment and the update of a variable.
func increasesCopy(x *ast.Seq) bool {
	if len(x.Exprs) < 2 {
		return false
	}
	a, assigns := x.Exprs[len(x.Exprs)-2].(*ast.Assign)
	u, updates := x.Exprs[len(x.Exprs)-1].(*ast.Update)
	if !assigns || !updates {
		return false
	}
	to, ok := a.Target.(*ast.Ident)
	of, ok2 := u.X.(*ast.Ident)
	return ok && ok2 && to.Name == of.Name
}

// hasNewLabels reports whether a function has labels that its author did not write, there or in callees that it has
// in place of calls, where people read the output.
func (w *work) hasNewLabels(fn *ast.Function, made *printed, instances []son.Instance) bool {
	if w.o.For != cost.Balanced && !w.o.For.IsSpeed() || w.o.ForceGraph {
		return false
	}
	is := named(made.Fn)
	if len(is.labels) == 0 {
		return false
	}
	was := named(fn)
	for _, in := range w.facts.Instances(fn) {
		if isMade(in, instances) {
			was.labels = append(was.labels, named(in.Of).labels...)
		}
	}
	return is.moreLabels(was)
}
