// Package son is the intermediate representation of the optimizer: one JavaScript function as a
// sea of nodes, with the rules and analyses that work on it.
//
// A [Graph] is made of [Node] values. A node has an [Op], a [Type] and ordered inputs, which are
// control, memory or data ([Node.SlotKind]). There are no statements and no variables: control
// joins in Regions and Loops, values join in phis, and operations with effects form one chain of
// memory states in the order of execution. A node without effects floats: it has no control, and
// scheduling decides where it is computed. The name that the source gave to a value is only a
// hint ([Node.Sym]), except for a Bind, which names a value at one place.
//
// The package does not parse, does not build graphs from syntax trees (package son/build), does
// not decide which transformations run or pay, and does not print JavaScript (packages passes and
// internal/emit). It reads no source text.
//
// # Central types
//
//   - [Graph] and [Config]: a function, and how it is built and optimized. [Stats] counts what
//     was done to it.
//   - [Node], [Op], [Effect]: an operation. The row of an op states its worst effect;
//     [Node.Effect] narrows it by the types of the operands.
//   - [Type] and [Kind]: a set of JavaScript values. [Graph.Compute] is the transfer function.
//   - [Rule]: a named rewrite with its reason and an example. [Graph.Peephole] applies rules to a
//     new node, [Graph.Optimize] applies them to the whole graph until none applies.
//   - [CFG], [Block], [LoopTree], [RegionTree]: the control flow of a graph with dominators,
//     loops and the parts of try statements. [LoopInfo] is the source form of a loop.
//   - [Assumptions]: what a program is assumed not to do. [Stats] counts the rewrites that
//     depended on each.
//   - [Observer]: is told of each change; viz/trace records a graph's history with it.
//   - [Evaluator] and [Host]: run a graph, for tests.
//   - [Program], [FuncInfo], [Bailout]: all functions of a file, and why one has no graph.
//
// [Format] and [Read] are the text form of graphs. [Graph.Verify] checks the invariants; its
// comment lists them all.
//
// # What a caller may rely on
//
//   - A node holds no piece of the syntax tree: only spans, symbols and strings.
//   - Only a node without effects floats. Allocations are never shared, equal or not.
//   - A token ([Op.IsToken]) has one consumer. Only a [PhiRef] joins tokens.
//   - [Node.Order] is the place of a node in the order of evaluation of the source.
//   - After [Graph.Optimize] no rule applies any more, unless [Config.Fuel] ran out, and there is
//     no Cast. The result does not depend on the order in which nodes are visited: rules look
//     neither at ids nor at the order of users. [Config.Seed] shuffles the order, for tests.
//   - A broken invariant panics with a [Fault]: a bug of ours, whatever the input was.
//
// # What a caller must do
//
//   - Change inputs only with the methods of Graph ([Graph.SetIn], [Graph.Replace], …): they keep
//     users, value table, worklist and observer up to date.
//   - Compute a new CFG after a change: one that exists is not updated.
//   - Use a graph from one goroutine only, and, if it has an [Arena], only until the next graph is
//     made in that arena. Different graphs without a common arena are independent.
//   - Close each loop that was opened ([Graph.OpenLoop], [Graph.CloseLoop]) before Optimize.
//
// # Importers
//
// The package imports parse/ast and internal/slab, nothing else of the module. Package son/build makes
// graphs; passes, internal/schedule and internal/emit transform, schedule and print them, and
// passes/cost weighs parts of them; viz/trace and internal/evalhost observe and run them. Package parse
// and the parts of passes that work on trees or text (restore, mangle, normal, singleuse) do not
// import it, and must not: they have to work without a graph.
//
// # Sources
//
//   - Cliff Click and Michael Paleczny, A Simple Graph-Based Intermediate Representation, 1995:
//     the representation, and peepholes while the graph is built.
//   - Cliff Click, Global Code Motion / Global Value Numbering, 1995: pure nodes float and are
//     shared by hashing (gvn.go); package schedule places them.
//   - Mark Wegman and Kenneth Zadeck, Constant Propagation with Conditional Branches, 1991: the
//     optimistic inference of types and reachability (infer.go).
//   - Cliff Click and Keith Cooper, Combining Analyses, Combining Optimizations, 1995: why these
//     find more together. Here they are not one fixpoint: Optimize alternates between rules with
//     value numbering, which are pessimistic, and inference, until neither finds anything new
//     (a bounded number of times).
//
// docs/design.md shows where the package stands in the whole.
package son
