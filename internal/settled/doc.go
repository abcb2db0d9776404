// Package settled answers one question: can this code run before that variable has its
// value? A pass that replaces a name read in an inner function by its value has to know,
// and finds the answer here:
//
//	f();                              // k is in its TDZ
//	const k = 1;
//	function f() { return k; }        // must not become return 1
//
// A variable is settled for code that cannot run before its initializer has completed. The
// question is about one list of statements, a function's own or a top level, that declares
// the variable directly: such a declarator is in no loop, branch or case, so everything
// after it in the text runs after it, or not at all.
//
// Let C be the function around the code that is nested directly in the list's function.
// [List.From] is the place in the list's text before which no code of C runs, in the same
// activation of the list. That is sound because code of C needs a closure of C, which has
// to be created, obtained and called:
//
//   - A function expression, an arrow, a method, a field, a static block or an accessor is
//     created when the statement around it runs: not before that begins. So is a function
//     declared in a block, a case, or a branch of an if: its block creates it, and its
//     additional Annex B var gets it from there.
//   - But if it is a variable's value, or part of a literal that is, or a member of a class that
//     runs nothing while it is made, it can only be obtained through a reference to that
//     name, and not before the declaration has completed. So such a name is like that of a
//     declared function, unless others can assign it or get at it.
//   - A declared function of the list exists from the beginning, also under labels and
//     export. Its caller got it through a reference to its name: in code of the list, which
//     runs in the order of its statements, or in a function, which has to run first. So
//     references are followed, starting from the statement that runs first; it does not
//     matter where a reference is: as a callee, in a literal, in a closure kept for later.
//     Nor does it matter when the call happens: a statement that suspends (yield, await)
//     does so before the next one begins, and what has escaped stays reachable.
//   - Where a name can be accessed other than by references (eval, with, arguments of a
//     sloppy function that alias its parameters), the function may run at once.
//   - A module's declared functions are created before any module runs. Another module
//     that imports an exported one can call it then, if there is a cycle among the modules,
//     and that need not go through this one: importer and caller may be two others, and
//     this module may import nothing. Names in export lists are exported, under whatever
//     name, and so are defaults.
//   - A script's declared functions are properties of the global object. They may run as
//     soon as any unknown code runs.
//
// Nothing is assumed about the order within a statement: any code in it may run when it
// begins, since patterns, defaults and loop heads do not run in the order of the text. A
// declaration counts one declarator at a time.
//
// That control may leave a list early (return, throw, a generator that is closed) changes
// nothing: then the variable has no value, and the code after that point has no closures.
// Nor do several activations: each creates closures and variables of its own, and a closure
// refers to those of the activation that created it.
//
// Statements that cannot run functions run none: a list that begins with literals and
// declared functions has run nothing up to [List.Quiet], whatever it references. This does
// not help against what others can call before the list begins.
//
// Code of a function that may run too early still finds initialized what it has read before, see
// [List.SettledAt].
//
// The package reads trees with resolved names and nothing else. Making all lists costs as
// much as sorting the references to declared functions.
package settled
