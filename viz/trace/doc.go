// Package trace records the story of one function: how its graph was built, what
// every rule did to it, how each pass left it, where the schedule put it, what
// statements it became, and where each comes from in the source. Every view of
// package viz reads a [Trace] and nothing else.
//
// A [Recorder] is a son.Observer. It keeps a copy of what it last said of each node,
// so that a [Step] holds only what changed:
//
//	rec := trace.NewRecorder(0)
//	g, kept := build.Func(p, fn, facts, son.Config{Fold: true, Observer: rec})
//	rec.Phase(g, "build")
//	g.Optimize()
//	rec.Phase(g, "rules")
//	t := rec.Trace(p.Source, fn.Span)
//	m := t.At(t.Phases[0].Step) // the graph as it was when the first phase ended
//
// missed.go says of the last phase what did not happen, and asks the rules what they
// lacked; assume.go compares with a trace of the same function under an assumption.
//
// The JSON form is one object a function, described by docs/trace.schema.json; a
// file with several functions is one such object a line. Nobody needs more than one
// of them in memory. The same program gives the same bytes.
//
// What a reader may rely on: a node keeps its id in all steps; the steps of a phase
// end with the phase's own, after which the nodes are exactly the graph's; between
// phases a type may be told late, but never an input. When more steps happen than the
// recorder keeps, those of the phase become one, and Trace.Merged says so.
package trace
