// Package viz shows the trace of a function (package viz/trace): as SVG, PNG, text
// and Graphviz input, in words ([Explain]), and compared with another trace
// ([Compare]). It also draws the call graph of a program. It only reads traces and
// never changes them.
//
//	err := viz.SVG(w, t, t.EndOf("rules"), viz.Options{View: viz.Sea, Hide: []string{"mem"}})
//
// The view [Blocks] lists the nodes of each block in order of execution, as
// SpiderMonkey's iongraph does: layers by the longest path, the exits of a loop below
// it, edges with right angles, back edges on the right. [Sea] draws the nodes of each
// block as a small graph, floating nodes beside pinned ones; an edge that is long, or
// from another block, is a stub with the name of its source.
//
//	options.go  what is shown; rows.go, seaview.go, blockview.go, scopes.go: and how
//	plan.go     the blocks of a moment, finished or not, and the union of several
//	flow.go     layers and order; place.go: coordinates and the path of each edge
//	picture.go  all of it on a canvas: svg.go, png.go, in the colours of palette.go,
//	            which legend.go explains
//	explain.go  the explanation of a function in words
//	diff.go     the differences of two moments; align.go matches their nodes
//	outline.go  a syntax tree
//	html.go     the explorer: a page with all steps; explorer/ has its script
//	dot.go      Graphviz input, dotblocks.go for blocks; render.go runs Graphviz
//
// The layout is computed once for all phases of a trace, so that a node has the same
// place in all of them. For a single picture, Options.Tight leaves no room for the
// other phases.
//
// All output is a function of the trace: drawing twice gives the same bytes.
package viz
