// Package trace records what happens to one function: how its graph is built, what
// every rule changes in it, how each pass leaves it, where the schedule places the
// nodes, which statements they become, and where each comes from in the source. Every
// view of package viz reads only a [Trace].
//
// A [Recorder] is a son.Observer. It keeps a copy of the last recorded state of each
// node, so that a [Step] contains only what changed:
//
//	rec := trace.NewRecorder(fn.Span, 0)
//	g, bailout := build.Func(p, fn, facts, son.Config{Fold: true, Observer: rec})
//	rec.Phase(g, "build")
//	g.Optimize()
//	rec.Phase(g, "rules")
//	t := rec.Trace()
//	m := t.At(t.Phases[0].Step) // the graph as it was when the first phase ended
//
// missed.go finds what did not happen in the last phase, and queries the rules for what
// they lacked; assume.go compares with a trace of the same function under an assumption.
//
// The JSON form is one object per function, described by docs/trace.schema.json; a file
// with several functions has one such object per line, so that no more than one of them
// need be in memory. The same program yields the same bytes.
//
// A reader may rely on this: a node keeps its id in all steps; the steps of a phase end
// with that of the phase itself, after which the nodes are exactly those of the graph;
// between phases a changed type may be recorded late, but an input never. If there are
// more steps than the recorder keeps, those of a phase become one, and Trace.Merged is set.
package trace
