// Package calls is the call graph of a program: which function each call calls, as far as the text
// alone says so, and which functions nothing but known calls can run.
//
// A function has aliases: bindings whose only value it is. Its callee is known at a call
//
//	function half(x) { return x / 2 }      half(8)
//	const twice = x => x * 2;              twice(8)
//	(() => { … })()
//
// if the callee is the function itself, or an alias that has its value there (package settled). A
// script's top level is open: other scripts may write the names that it declares.
//
// A function is private if its aliases, and the name that it has in its own body, occur only as
// callees of known calls. Then nobody else has it. That says nothing about when it runs: what an
// exposed function calls can be run by unknown code.
//
// The package reads a tree with resolved names and nothing else. Its cost is that of one walk of the
// tree, and of the references to functions.
package calls
