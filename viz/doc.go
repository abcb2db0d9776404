// Package viz draws what a trace tells of a function (package viz/trace): as SVG,
// PNG, text and Graphviz input, in words ([Explain]), and beside another trace
// ([Compare]); and the call graph of a program. It reads and changes
// nothing.
//
//	err := viz.SVG(w, t, t.EndOf("rules"), viz.Options{View: viz.Sea, Hide: []string{"mem"}})
//
// The view [Blocks] lists the nodes of each block in order of execution, as
// SpiderMonkey's iongraph does: layers by the longest way, the exits of a loop below
// it, edges with right angles, ways back on the right. [Sea] draws the nodes of each
// block as a small graph, what floats beside what has a place; an edge that is far, or
// from another block, is a stub with the name of its source.
//
//	options.go  what is shown; rows.go, seaview.go, blockview.go, scopes.go: as what
//	plan.go     the blocks of a moment, finished or not, and the union of several
//	flow.go     layers and order; place.go coordinates and the way of each edge
//	picture.go  all of it on a canvas: svg.go, png.go, in the colours of palette.go,
//	            which legend.go tells the meaning of
//	explain.go  the story of a function in words
//	diff.go     what two moments have in common and what not; align.go finds it
//	outline.go  a syntax tree
//	html.go     the explorer: a page with all steps; explorer/ has its script
//	dot.go      Graphviz input, dotblocks.go that of blocks; render.go draws with it
//
// Layout is made once for all phases of a trace, so that a node which several phases
// have stands where it stood. Where only one picture is wanted, Options.Tight leaves
// no room for the others.
//
// All output is a function of the trace: drawing twice gives the same bytes.
package viz
