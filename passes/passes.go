// Package passes is the optimizer: it parses a program, builds every function as a graph, runs
// the passes of [Table] on it, and writes the functions that improved back into the source.
//
//	res, err := passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 1})
//	if err != nil { ... }       // a *SyntaxError: the input is no program
//	fmt.Print(res.Code)         // the program, changed functions replaced
//	fmt.Print(res.Report.Funcs) // what became of each function
//
// A function that the graph does not support, that gains nothing, or that fails one of our own
// checks is left as it was written; the report says why.
package passes

import (
	"context"
	"fmt"
	"slices"

	"github.com/dominikbraun/graph"
	"github.com/sonjs/son/internal/branch"
	"github.com/sonjs/son/internal/loop"
	"github.com/sonjs/son/internal/memory"
	"github.com/sonjs/son/internal/sink"
	"github.com/sonjs/son/son"
)

// Pass is one step of the pipeline on one function's graph. It has either Run or Step.
type Pass struct {
	Name  string
	Doc   string
	Level int // the lowest optimization level that runs it
	Run   func(g *son.Graph)

	// Step changes one place of a graph at the fixpoint of the rules, and reports whether it found
	// one. It is repeated until it finds none, but at most Most times, with the fixpoint restored
	// after each change.
	Step func(g *son.Graph) bool
	Most int

	// Needs is the analysis that the pass computes, for functions that may have something for it.
	Needs Analysis

	// Rules are the rewrites that the pass counts, in the form of rules.
	Rules []son.Rule
	// Optional: the output may be worse for the pass. If one of Rules fired, the function is also
	// made without the pass, and the better version is used. Declares: the pass introduces variables
	// on purpose.
	Optional, Declares bool
	// Rewrites reports whether Run will rewrite anything. The last pass of Table has it, so that the function without
	// it need not be made from the start.
	Rewrites func(g *son.Graph) bool
	// Reshapes: loops do more or less in an iteration, and iterate less or more often. Estimates of the
	// work assume a number of iterations, so they do not compare what was made with the source.
	Reshapes bool
	// Untimed: estimates of the work do not see what the pass gains, so the length decides whether it pays. They
	// take it that each branch of an if runs half of the time, also where its outcome decides another one.
	Untimed bool
}

// Analysis is what is computed about a graph as a whole. A pass that changes the graph loses it.
type Analysis uint8

const (
	NoAnalysis Analysis = iota
	// CFG: blocks, dominators and loops; see [son.Graph.CFG].
	CFG
	// Schedule: a CFG with the place of each node; see package schedule.
	Schedule
)

// Table lists the passes in the order in which they run: those of [Optimization], then those of
// [Preparation].
var Table = slices.Concat(Optimization, Preparation)

// Optimization is the passes that make a graph do less. They need the fixpoint of the rules, and
// restore it.
var Optimization = []Pass{
	{Name: "rules", Doc: "peephole rules and global value numbering, applied until nothing changes", Level: 1,
		Run: func(g *son.Graph) { g.Optimize() }},
	{Name: "memory", Doc: "memory optimization: remove redundant loads and stores, variables in memory, and objects and arrays that do not escape", Level: 1,
		Run: memory.Optimize, Needs: CFG, Rules: memory.Rules},
	{Name: "handlers", Doc: "removal of exception handlers: remove a catch that no exception can reach or that only throws it again, and a try statement that control only runs through", Level: 1,
		Step: branch.RemoveHandlers, Needs: CFG, Most: 16, Rules: []son.Rule{branch.CatchUnreachedRule, branch.CatchRethrowsRule, branch.FinallyInLineRule}},
	{Name: "literals", Doc: "literal filling: move stores to a new object into its literal, where nothing can observe the object in between", Level: 1,
		Run: memory.FillLiterals, Rules: []son.Rule{memory.IntoLiteralRule}},
	{Name: "dce", Doc: "dead code elimination: remove values that nothing observable depends on", Level: 1,
		Run: func(g *son.Graph) { g.Sweep() }}, // and cycles of phis
	{Name: "forof", Doc: "iterator elimination: loop over an array by index instead of through an iterator, under the assumption builtins", Level: 1,
		Step: loop.IndexItems, Needs: CFG, Most: 1, Rules: []son.Rule{loop.IndexRule}, Optional: true, Declares: true},
	{Name: "induction-variables", Doc: "induction variables: merge those that advance in step, and remove loops that only count", Level: 1,
		Step: loop.InductionVariables, Needs: Schedule, Most: 16, Rules: []son.Rule{loop.SameInductionVarRule, loop.OffsetRule, loop.IdleRule}},
	{Name: "conditionals", Doc: "lowering of conditional expressions, with --for speed: make if statements of those in which an inlined callee has statements", Level: 1,
		Run: branch.LowerConditionals, Needs: CFG, Rules: []son.Rule{branch.LowerConditionalRule}},
	{Name: "jump-threading", Doc: "jump threading: send each predecessor of a join straight to the side of the test that it decides, where the function then prints better", Level: 1,
		Step: branch.ThreadJumps, Needs: Schedule, Most: 16, Rules: []son.Rule{branch.JumpThreadingRule}, Optional: true, Untimed: true},
	{Name: "exit-threading", Doc: "jump threading at the tests of loops: leave the loop, or go on with it, where that is decided, where the function then prints better", Level: 1,
		Step: branch.ThreadExits, Needs: Schedule, Most: 16, Rules: []son.Rule{branch.ExitThreadingRule}, Optional: true, Untimed: true},
	{Name: "dispatch-threading", Doc: "dispatch threading: jump straight to the code for a value of a state variable, where a loop does nothing with it but to choose that code, and the function then prints better", Level: 1,
		Step: branch.ThreadDispatch, Needs: Schedule, Most: 16, Rules: []son.Rule{branch.DispatchThreadingRule}, Optional: true, Reshapes: true},
	{Name: "if-combining", Doc: "if combining, with --for size: make one if of two that follow each other and do the same on one side", Level: 1,
		Step: branch.CombineIfs, Needs: CFG, Most: 16, Rules: []son.Rule{branch.IfCombiningRule}, Optional: true},
	{Name: "tail-merging", Doc: "tail merging: write once the statements with which several paths end, where the function then prints shorter", Level: 1,
		Step: branch.MergeTails, Needs: Schedule, Most: 16, Rules: []son.Rule{branch.TailMergingRule, branch.ChoiceRule}, Optional: true},
	{Name: "unroll", Doc: "loop unrolling: write the iterations of a loop one after the other, where that is no longer", Level: 1,
		Step: loop.Unroll, Needs: Schedule, Most: 16, Rules: []son.Rule{loop.UnrollRule}},
	{Name: "peel", Doc: "loop peeling, with --for speed: write the first iteration before the loop if the others then need fewer tests", Level: 1,
		Step: loop.Peel, Needs: Schedule, Most: 8, Rules: []son.Rule{loop.PeelRule}},
	{Name: "unswitch", Doc: "loop unswitching, with --for speed: move an invariant branch out of a loop", Level: 1,
		Step: loop.Unswitch, Needs: Schedule, Most: 8, Rules: []son.Rule{loop.UnswitchRule}},
	{Name: "if-conversion", Doc: "if-conversion: make a conditional expression of an if statement of an inlined callee that only chooses a short value", Level: 1,
		Run: branch.ConvertIfs, Needs: CFG, Rules: []son.Rule{branch.IfConversionRule}},
}

// Preparation is the passes that choose where a graph computes its values, for the text that is
// made from it: they undo value numbering where two computations are better than a variable. No
// rule runs any more, and equal values stay two; see [son.Graph.Prepare].
var Preparation = []Pass{
	{Name: "loop-rotation", Doc: "loop rotation: give a loop without a test the exit test with which its body begins or ends", Level: 1,
		Run: loop.Rotate, Needs: CFG, Rules: []son.Rule{loop.LoopRotationRule}},
	{Name: "rematerialization", Doc: "rematerialization: recompute cheap operators instead of holding their values in variables", Level: 1,
		Run: sink.Rematerialize},
	{Name: "sinking", Doc: "sinking: compute a value in the branches that use it, where the block before them does not need it, and make a function where the only call that gets it is", Level: 1,
		Run: sink.Sink, Needs: Schedule},
	{Name: "head-sinking", Doc: "head sinking: move values out of the head of a for-in or for-of, which cannot hold them, to their uses", Level: 1,
		Run: sink.SinkFromHeads, Needs: Schedule},
	{Name: "hoist", Doc: "loop-invariant code motion, with --for speed: compute invariant values before the loop", Level: 1,
		Run: loop.Hoist, Needs: Schedule, Rules: []son.Rule{loop.HoistLoadRule, loop.HoistFinalRule}},
	{Name: "builtin-caching", Doc: "caching of built-ins, under the assumption builtins: hold built-in functions that a loop calls in variables, where that pays", Level: 1,
		Run: loop.CacheBuiltins, Rewrites: loop.CachesBuiltins, Needs: Schedule, Rules: []son.Rule{loop.BuiltinCachingRule}, Optional: true, Declares: true},
}

// order says which passes depend on which, and why; that Optimization comes before Preparation
// needs no mention. A test checks Table against it.
var order = []struct{ first, then, why string }{
	{"rules", "memory", "by then equal keys are the same node, and branches that are never taken are removed"},
	{"memory", "handlers", "whether something throws may depend on the value of a variable in memory"},
	{"handlers", "literals", "a store in the body of a try is not moved out of it"},
	{"memory", "literals", "an object that is removed needs no better literal, and forwarded loads do not observe it"},
	{"literals", "dce", "a value that is overwritten in a literal may have no other use"},
	{"memory", "dce", "a value that a removed object held may have no other use"},
	{"rules", "dce", "folding leaves values without a user"},
	{"rules", "forof", "the rules find out what creates the array"},
	{"memory", "forof", "an array that is held by a variable in memory is not known"},
	{"forof", "induction-variables", "an index may advance in step with a variable of the loop"},
	{"memory", "induction-variables", "a variable in memory is not an induction variable"},
	{"induction-variables", "unroll", "a loop that only counts is removed instead of unrolled"},
	{"memory", "conditionals", "a property that is loaded once needs no variable"},
	{"conditionals", "jump-threading", "there are no jumps in an expression"},
	{"memory", "jump-threading", "the value of a variable in memory is not known"},
	{"dce", "jump-threading", "a dead value between a join and its test would keep the jump from being threaded"},
	{"memory", "if-combining", "values of a variable in memory are not known to be equal"},
	{"dce", "if-combining", "a dead value between two ifs would keep them apart"},
	{"memory", "dispatch-threading", "the value of a state variable in memory is not known"},
	{"dce", "dispatch-threading", "a dead value before a test would keep the loop"},
	{"dispatch-threading", "unroll", "a loop that only chooses code has no iterations to write one after the other"},
	{"dispatch-threading", "if-combining", "a test that is decided is no second if"},
	{"jump-threading", "exit-threading", "a path that goes on with the loop may be one that bypasses a test in it"},
	{"exit-threading", "unroll", "an iteration is shorter without tests that are decided"},
	{"jump-threading", "if-combining", "a test that is decided is no second if"},
	{"if-combining", "tail-merging", "the same code on two sides of two ifs is one side of one if then"},
	{"jump-threading", "tail-merging", "a path that bypasses a test may end as another one does"},
	{"memory", "tail-merging", "values of a variable in memory are not known to be equal"},
	{"dce", "tail-merging", "dead values would make tails differ"},
	{"tail-merging", "unroll", "an iteration is shorter once its paths share their tails"},
	{"jump-threading", "unroll", "an iteration is shorter without tests that are decided"},
	{"memory", "unroll", "the value of an induction variable in memory is not known"},
	{"dce", "unroll", "dead values do not count towards the size of a loop"},
	{"jump-threading", "if-conversion", "there are no jumps in an expression"},
	{"tail-merging", "if-conversion", "paths that share their tails choose a value before"},
	{"unroll", "peel", "a loop that becomes straight-line code has no first iteration to peel"},
	{"peel", "unswitch", "a branch that peeling decides needs no second loop"},
	{"rematerialization", "sinking", "a cheap operator is recomputed at each use anyway"},
	{"rematerialization", "head-sinking", "a cheap operator is recomputed at each use anyway"},
	{"rematerialization", "hoist", "a value that is hoisted stays in its variable, cheap or not"},
	{"hoist", "builtin-caching", "a call that is hoisted needs no variable"},
	{"sinking", "hoist", "a value that is hoisted must not be sunk into the loop again"},
}

// checkOrder returns an error when Table violates order or order has a cycle.
func checkOrder(table []Pass) error {
	g := graph.New(graph.StringHash, graph.Directed(), graph.PreventCycles())
	at := map[string]int{}
	for i, p := range table {
		at[p.Name] = i
		if err := g.AddVertex(p.Name); err != nil {
			return fmt.Errorf("pass %s: %w", p.Name, err)
		}
	}
	for _, o := range order {
		if err := g.AddEdge(o.first, o.then); err != nil {
			return fmt.Errorf("%s before %s: %w", o.first, o.then, err)
		}
		if at[o.first] > at[o.then] {
			return fmt.Errorf("%s runs after %s, but %s", o.first, o.then, o.why)
		}
	}
	return nil
}

// Apply runs the pass.
func (p *Pass) Apply(g *son.Graph) {
	if p.Run != nil {
		p.Run(g)
		return
	}
	for n := 0; n < p.Most && p.Step(g); n++ {
		fixpoint(g)
	}
}

// fixpoint restores the fixpoint of the rules after a step.
func fixpoint(g *son.Graph) {
	g.Optimize()
	memory.Optimize(g)
	g.Sweep()
}

// fired reports whether one of the rewrites of the pass is among those counted.
func (p *Pass) fired(counts map[string]int) bool {
	return slices.ContainsFunc(p.Rules, func(r son.Rule) bool { return counts[r.Name] > 0 })
}

// reshaped reports whether one of the rewrites that are counted is of a pass that reshapes loops.
func reshaped(counts map[string]int) bool {
	return slices.ContainsFunc(Table, func(p Pass) bool { return p.Reshapes && p.fired(counts) })
}

// run runs the passes of a level on one graph. It calls last, unless that is nil, before the last pass of [Table] if
// that will rewrite anything.
func run(ctx context.Context, g *son.Graph, o Options, clock *stopwatch, last func(*son.Graph)) error {
	var verified son.State
	if err := check(g, o, "build", &verified); err != nil {
		return err
	}
	if o.Until == "build" {
		return nil
	}
	looked := false
	for i, p := range Table {
		if i == len(Optimization) {
			g.Prepare()
		}
		if i >= len(Optimization) && p.Rules == nil && !looked {
			looked = true
			if !o.rewritesLate() && comesBack(g, o) {
				return nil // the other passes only prepare it for being printed
			}
		}
		if p.Level > o.Level || slices.Contains(o.without, p.Name) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if last != nil && i == len(Table)-1 && p.Rewrites(g) {
			clock.lap(p.Name)
			last(g)
			clock.lap("emit")
		}
		p.Apply(g)
		clock.lap(p.Name)
		if obs := g.Config.Observer; obs != nil {
			obs.Phase(g, p.Name)
		}
		if err := check(g, o, p.Name, &verified); err != nil || p.Name == o.Until {
			return err
		}
		if o.Verify || g.Config.Observer != nil {
			clock.start()
		}
	}
	return nil
}

// rewritesLate reports whether a pass that rewrites anything may follow those that only choose where
// values are computed, or somebody wants to see them all.
func (o *Options) rewritesLate() bool {
	return o.For.IsSpeed() || o.Assume.Has(AssumeBuiltins) || o.Observer != nil || o.Until != ""
}

// comesBack reports whether a function stays as written, because its graph did not change or has no
// other form in the source.
func comesBack(g *son.Graph, o Options) bool {
	return !o.ForceGraph && o.From == Structured && g.Stats.Swept == 0 &&
		(g.Stats.Changes == 0 || o.Emit == Structured && !o.unmovedToo && g.Unmoved())
}

// check verifies the graph if the options ask for it, unless it is as it was when it was verified last.
func check(g *son.Graph, o Options, phase string, verified *son.State) (err error) {
	if !o.Verify {
		return nil
	}
	if *verified, err = g.VerifySince(*verified); err != nil {
		return fmt.Errorf("BUG: after %s: %w", phase, err)
	}
	return nil
}
