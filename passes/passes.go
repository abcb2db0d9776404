// Package passes is the optimizer: it reads a program, builds every function
// as a graph, runs the passes of [Table] on it, and writes the functions that
// got better back into the source.
//
//	res, err := passes.Optimize(ctx, src, passes.Options{Path: "in.js", Level: 1})
//	if err != nil { ... }       // a *SyntaxError: the input is no program
//	fmt.Print(res.Code)         // the program, changed functions replaced
//	fmt.Print(res.Report.Funcs) // what became of each function
//
// A function that the graph does not carry, that gains nothing, or on which
// one of our own checks fails comes back as it was written; the report says why.
package passes

import (
	"context"
	"fmt"
	"slices"

	"github.com/dominikbraun/graph"
	"github.com/sonjs/son/son"
)

// Pass is one step of the pipeline on one function's graph.
type Pass struct {
	Name  string
	Doc   string
	Level int // the lowest optimization level that runs it
	Run   func(g *son.Graph)
}

// Table lists the passes in the order in which they run.
var Table = []Pass{
	{Name: "rules", Doc: "apply peephole rules and value numbering until nothing changes", Level: 1, Run: rules},
	{Name: "memory", Doc: "take away loads, variables in memory, objects and arrays that nobody needs", Level: 1, Run: memory},
	{Name: "literals", Doc: "write into an object literal what its object is given before anybody can see it", Level: 1, Run: literals},
	{Name: "dce", Doc: "drop values that nothing observes", Level: 1, Run: dce},
	{Name: "forof", Doc: "count the indices of an array instead of opening an iterator over it, if nobody changes how arrays are iterated", Level: 1, Run: forof},
	{Name: "counters", Doc: "keep one variable of those that a loop counts in step, and drop loops that only count", Level: 1, Run: counters},
	{Name: "thread", Doc: "send ways past a test that is decided on them, where the function prints better so", Level: 1, Run: thread},
	{Name: "tails", Doc: "write once what ways end with alike, where the function prints shorter so", Level: 1, Run: tails},
	{Name: "unroll", Doc: "write the rounds of a loop one after the other, where that is no longer", Level: 1, Run: unroll},
	{Name: "peel", Doc: "for speed: write the first round before its loop if the others then have less to ask", Level: 1, Run: peel},
	{Name: "unswitch", Doc: "for speed: branch before a loop instead of in it", Level: 1, Run: unswitch},
	{Name: "tests", Doc: "give a loop without a test the test that leaves it first or last of all", Level: 1, Run: (*son.Graph).Retest},
	{Name: "clone", Doc: "write cheap operators again instead of keeping their value in a variable", Level: 1, Run: clone},
	{Name: "paths", Doc: "compute a value that branches share in each of them, where their common way does not want it", Level: 1, Run: paths},
	{Name: "heads", Doc: "compute what the head of a for-in or for-of would have to hold where it is used", Level: 1, Run: heads},
	{Name: "hoist", Doc: "compute before a loop what is the same in every round, with --for speed", Level: 1, Run: hoist},
	{Name: "locals", Doc: "under builtins: keep in a variable what functions of the language a loop calls, where that pays", Level: 1, Run: locals},
}

// order says which passes rely on which, and why. A test checks Table against it.
var order = []struct{ first, then, why string }{
	{"rules", "memory", "equal keys are equal nodes by now, and branches that are never taken have gone"},
	{"memory", "literals", "an object that goes needs no better literal, and loads of what is known do not see it"},
	{"literals", "dce", "a value that another replaces in a literal may have no other use"},
	{"memory", "dce", "what a record held may have no other use"},
	{"rules", "dce", "folding leaves values without a user"},
	{"rules", "clone", "numbering values again would share what clone wrote twice"},
	{"dce", "clone", "a use that is not needed is no reason for a copy"},
	{"rules", "forof", "they say what an array is made by"},
	{"memory", "forof", "an array that a variable in memory holds is not known"},
	{"forof", "counters", "an index may count in step with what the loop counts"},
	{"memory", "counters", "a variable in memory is no counter"},
	{"counters", "unroll", "a loop that only counts has rounds that need not be written"},
	{"memory", "thread", "what a variable in memory holds is not known"},
	{"dce", "thread", "what nothing needs is nothing that happens before a test"},
	{"thread", "tails", "a way that goes past a test may end as another does"},
	{"memory", "tails", "what a variable in memory holds is not known to be the same"},
	{"dce", "tails", "what nothing needs would make tails differ"},
	{"tails", "unroll", "a round of a loop is shorter if its ways do not say things twice"},
	{"thread", "unroll", "a round of a loop is shorter without tests that are decided"},
	{"memory", "unroll", "a counter that is in memory is not known"},
	{"dce", "unroll", "what nothing needs is no part of a loop"},
	{"unroll", "peel", "of a loop that becomes straight code no round is special"},
	{"peel", "unswitch", "what the first round decides needs no second loop"},
	{"unswitch", "tests", "both loops may have the test"},
	{"unroll", "tests", "it may take the test that leaves a loop away"},
	{"unroll", "clone", "the rules fold what the rounds have in common"},
	{"clone", "paths", "a cheap operator is written at each use anyway"},
	{"clone", "heads", "a cheap operator is written at each use anyway"},
	{"clone", "hoist", "what is computed before the loop is kept, cheap or not"},
	{"hoist", "locals", "a call that is made before the loop needs no variable"},
	{"paths", "hoist", "what is computed before the loop stays there"},
}

// checkOrder returns an error when Table breaks order or order has a cycle.
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

// rules brings the graph to the fixpoint of all rules.
func rules(g *son.Graph) { g.Optimize() }

// memory takes away what the program keeps in memory for itself; see
// [son.Graph.OptimizeMemory].
func memory(g *son.Graph) { g.OptimizeMemory() }

// literals fills the literals of objects; see [son.Graph.FillLiterals].
func literals(g *son.Graph) {
	for g.FillLiterals() {
		g.Optimize()
	}
}

// dce removes what only useless phis and each other keep alive: all that no
// exit of the function needs.
func dce(g *son.Graph) { g.Sweep() }

// run runs the passes of a level on one graph.
func run(ctx context.Context, g *son.Graph, o Options, r *FuncReport) error {
	if err := check(g, o, "build"); err != nil {
		return err
	}
	if o.Until == "build" {
		return nil
	}
	for _, p := range Table {
		if p.Level > o.Level || slices.Contains(o.without, p.Name) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		stop := r.clock(p.Name)
		p.Run(g)
		stop()
		if obs := g.Config.Observer; obs != nil {
			obs.Phase(g, p.Name)
		}
		if err := check(g, o, p.Name); err != nil || p.Name == o.Until {
			return err
		}
	}
	return nil
}

// check verifies the graph when asked to.
func check(g *son.Graph, o Options, phase string) error {
	if !o.Verify {
		return nil
	}
	if err := g.Verify(); err != nil {
		return fmt.Errorf("BUG: after %s: %w", phase, err)
	}
	return nil
}
