// Package unreferenced removes what no code that remains references: declared functions,
// classes, variables, parameters of private functions, assignments to variables that nothing reads, and
// calls of functions that do nothing. It works on a whole program with resolved names.
//
//	function a() { return b(); }
//	function b() { return a(); }
//	const table = [1, 2], counter = connect();
//	let last;
//	export function run(x) { last = x; return x; }
//
//	connect();
//	export function run(x) { return x; }
//
// A variable is live if live code reads it, and dead otherwise. The code of a declaration whose
// evaluation has no effect is as live as its variable, and so is that of an assignment; all other
// code is live as the code around it is. One traversal of the tree records which variable each
// reference makes live, and a second step follows these records from the code that is live in any
// case. So functions that only reference each other are dead, and the cost is linear.
//
// What is known of a variable must be everything: names that direct eval or with can reach,
// exported ones, and those of the top level of a script are no candidates, and neither are
// parameters that an arguments object aliases. Everything that declares, reads or writes a dead
// variable is removed, so that nothing else can be meant by a name that stays. What cannot be
// removed makes the variable live:
//
//   - Destructuring, the heads of for-in and for-of, using, and labelled functions.
//   - An assignment to a constant, or to a let or class that may not have been initialized yet:
//     it throws. Package settled says what inner functions can run too early.
//   - An initializer that has an effect, unless it may as well be a statement: f() in
//     const x = f() can, and o.p in const x = o.p cannot, because no author would write that.
//   - An initializer with an effect that is an anonymous class: it would lose its name.
//   - What declares a let, const or class that keeps a function in a block inside from having an
//     additional var (Annex B).
//
// A call that is a statement is removed if the only value of its callee is a function with nothing in
// it, and the arguments have no effect. What its removal leaves without effect is not looked at again.
//
// Where only the length counts, a variable with one value that is only read to be dropped, as in (x, 3), loses
// its initializer: such a read finds out whether the variable is initialized.
//
// A function that a sloppy block declares is one variable with its Annex B var.
//
// The edits are patches of the text. They remove the comments that belong to a declaration, and
// no others; two blank lines do not become adjacent. Where a statement loses its beginning, no
// string becomes a directive, nothing continues the statement before, and a function or an object
// that is then at the beginning gets parentheses. At the top level of a script, whose value is
// that of its last expression statement, no statement becomes an expression statement.
package unreferenced
