// Package build reads functions of the syntax tree into graphs.
//
// [Decide] looks at a whole program once and says for each binding whether it
// is an SSA value, a cell in memory, or a name of the environment. [Func] then
// turns one function into a [son.Graph], or says with a [son.Kept] why the
// function stays as it was written. Functions are independent of each other
// after Decide, so they may be built in parallel.
//
// The builder walks the tree once, in evaluation order, with a [Scope] that
// knows the current control, the current memory and the node that each name
// stands for. Every new node goes through the peepholes at once. Joins make
// phis for the names that differ; a loop makes them eagerly, before its body is
// read, and the useless ones go when the loop closes (the construction of
// Click's "Simple", chapter 7).
//
// Conventions that the way back relies on:
//
//   - Nodes are made in evaluation order, so Node.Order replays it.
//   - A name is given by a Bind (value) or a StoreCell (cell). What the source
//     wrote about it is in the flags: FlagDecl, FlagInit, FlagNested.
//   - The value of an assignment expression is its Bind or its store.
//   - An If, Region and value Phi with FlagExpr are ?:, &&, || or ??.
//   - With Config.Helpers, programs in normal form get the flags of what an author
//     may have written instead (fold.go).
//   - Tokens ([son.Op.IsToken]) have one user and never meet a phi.
//   - What leaves a part of a try statement but by return or throw passes a Leave
//     for each part ([son.RegionTree]), the innermost first.
package build
