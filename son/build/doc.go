// Package build builds graphs from functions of the syntax tree.
//
// [Decide] analyses a whole program once and decides for each binding whether it is an SSA
// value, a cell in memory, or a name of the environment. [Func] then turns one function into a
// [son.Graph], or returns a [son.Bailout] with the reason why the function stays as it was
// written. Functions are independent of each other after Decide, so they may be built in
// parallel.
//
// The builder walks the tree once, in evaluation order, with a [Scope] that has the current
// control, the current memory and the node for each name. Every new node is simplified by the
// peephole rules at once. Joins make phis for the names that differ; a loop makes them eagerly,
// before its body is read, and useless ones are removed when the loop closes (the construction
// of Click's "Simple", chapter 7).
//
// Conventions that emission relies on:
//
//   - Nodes are made in evaluation order, so Node.Order replays it.
//   - A name is assigned by a Bind (value) or a StoreCell (cell). Its form in the source is in
//     the flags: FlagDecl, FlagInit, FlagNested.
//   - The value of an assignment expression is its Bind or its store.
//   - An If, Region and value Phi with FlagExpr are ?:, &&, || or ??.
//   - An If, Return, Try or Tagged has the site ([ast.Site]) of what the source has there. In the
//     test of a loop, an If that is no construct of its own has the loop's; the sites of the others
//     are the Branches of the loop's [son.LoopInfo].
//   - With Config.Helpers, programs in normal form get the flags of the code that an author
//     may have written instead (fold.go).
//   - Tokens ([son.Op.IsToken]) have one user, a RefValue aside. Only phis of references
//     ([son.PhiRef]) join them.
//   - Control that leaves a part of a try statement other than by return or throw passes a
//     Leave for each part ([son.RegionTree]), the innermost first.
package build
