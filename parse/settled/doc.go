// Package settled answers one question: can this code run before that variable has its
// value? Whoever writes a value in the place of a name that an inner function reads has
// to ask it, and asks it here:
//
//	f();                              // k is in its dead zone
//	const k = 1;
//	function f() { return k; }        // must not become return 1
//
// A variable is settled for code that cannot run before its initializer has ended. The
// question is about one list of statements, a function's own or a top level, that
// declares the variable directly: such a declarator is in no loop, no arm and no case, so
// that all that stands behind it in the text runs behind it, or not at all.
//
// Let C be the function around the code that stands directly in the list's function.
// [List.From] is the place in the list's text before which no code of C runs, in the same
// activation of the list. That is sound because code of C needs a closure of C, which
// somebody has to make, to get, and to call:
//
//   - A function expression, an arrow, a method, a field, a static block, an accessor is
//     made when the statement around it runs: not before that begins. So is what is
//     declared in a block, a case, or an arm of an if: its block makes it, and the variable
//     that old programs have beside it (Annex B) gets it from there.
//   - A declared function of the list is there from the beginning, behind labels and behind
//     export, too. Who calls it got it by a mention of its name: in code of the list, which
//     runs in the order of its statements, or in a function, which has to run first. So
//     mentions are followed, from the statement that comes first; where the mention stands,
//     as a callee, in a literal, in a closure that is kept for later, does not matter.
//     Nor does it when the call comes: a statement that waits (yield, await) waits before
//     the next one begins, and what was given away before stays known.
//   - Where a name is seen by more than mentions (eval, with, arguments of a sloppy
//     function that share its parameters), the function may run at once.
//   - A module's declared functions are made before any module runs. Whoever imports one
//     that is exported can call it then, if there is a cycle among the modules, and that
//     need not go through this one: importer and caller may be two others, and this module
//     import nothing. Exported are names in lists, under whatever names, and defaults.
//   - A script's declared functions are properties of the global object. They may run as
//     soon as anything runs that is not known.
//
// Within a statement nothing is said of order: what stands in it may run when it begins,
// since patterns, defaults and heads of loops run in another order than they stand in. A
// declaration counts one declarator at a time.
//
// That control may leave a list early (return, throw, a generator that is closed) changes
// nothing: then the variable has no value, and what stands behind has no closures. Nor do
// several activations: each makes closures and variables of its own, and a closure finds
// those of the activation that made it.
//
// What cannot run functions runs none before it: a list that begins with literals and
// declared functions has, up to [List.Quiet], run nothing, whatever it mentions. This does
// not help what others can call before the list begins.
//
// The package reads trees with resolved names and nothing else. Making all lists costs
// what the mentions of declared functions cost, sorted.
package settled
