// Package structure turns a control-flow graph into a tree of structured
// statements: if, while, do-while, for, switch, break, continue, labels.
//
// It knows nothing of JavaScript expressions. A caller describes its blocks in a
// [Graph] (successors, kind of ending, a few hints about the source), calls
// [Build], and prints the blocks in the places the [Tree] names:
//
//	g := &structure.Graph{Blocks: []structure.Block{
//		{Term: structure.If, Succs: []int{1, 2}, Clean: true}, // while (b0)
//		{Term: structure.Jump, Succs: []int{0}},               //   b1
//		{Term: structure.End},                                 // return
//	}}
//	t, err := structure.Build(g)
//	fmt.Print(t)
//	// while (b0) {
//	//   b1
//	// }
//	// b2
//	// return b2
//
// # The pipeline
//
//	region.go     the regions of a graph; plan.go: each becomes a flow of its own
//	flow.go       copy a region's part of the graph, leave out empty blocks
//	conds.go      chains of tests that share a successor become && and ||
//	reduce.go     a loop with several entries gets a dispatch
//	order.go      reverse postorder, predecessors; dom.go dominators
//	loops.go      the loop forest, one preheader a loop
//	lift.go       code that leaves a loop moves after it; afterloops.go: a switch,
//	              or an if with an else
//	emit.go       Ramsey's translation over the dominator tree; jumps.go its
//	              jumps, loopform.go its loops, switch.go and cases.go its switches,
//	              arms.go its ifs with an else, try.go its regions
//	finish.go     flat sequences, and the returns that can be left out
//	share.go      jumps that the arms of an if share, after it
//	place.go      check that each region's code is between its braces
//
// The core is Norman Ramsey's translation ("Beyond Relooper", ICFP 2022). What
// differs: exits are lifted out of loops and switches by moving them up the dominator tree
// (js_of_ocaml does it with fake edges), switch, do-while and for are recovered,
// and the order of the source decides wherever the graph alone does not.
//
// # What a caller may rely on
//
// A reachable block is printed exactly once, empty ones excepted. A jump names a
// frame that encloses it. A block is printed between the braces of its region. A
// reducible graph needs no helper variable. The same graph yields the same tree. Build fails
// only on a graph that is not well-formed.
//
// # Cost
//
// Every analysis is one pass over the edges, at O(log n) an edge for an
// ancestor query. Three steps can cost more: making a graph reducible looks at
// each nested strongly connected component again, O(E) a nesting level, and only
// irreducible graphs pay it; an exit is looked at once for each loop, switch or if with an else
// that it leaves; and a switch whose cases leave to the code after it looks at all predecessors
// of that code.
//
// # Regions
//
// The body of a try, its catch, its finally and the body of an iteration loop (for-in or
// for-of) are regions: the code of one must be printed between its braces, and no other code
// may be. Each region is structured by itself, the innermost ones first, and is one node
// in the flow around it, whose successors are the blocks that the region leaves to.
// That node is the only place where regions differ from other code: its successors are never
// nested in it, even if it is their only predecessor.
//
//	try { a; if (b) break; c } catch { d }; e     loop ── try ──▶ e
//	                                                └◀─────┘  └──▶ after the loop
//
// The tree is then emitted from outside inwards, with one stack of frames, so that a
// jump out of a region finds the statements around it as any other jump does: it
// falls off the end where that leads to the right place, else breaks or continues,
// with a label only where one is needed.
package structure
