// Package summary finds out what a call of a function does, whatever its arguments are: a [son.Summary],
// taken from the function's graph.
//
//	let count = 0;
//	function next() { return ++count }                reads and writes count, returns a number or bigint
//	function clamp(x) { x |= 0; return x < 0 ? 0 : x }    does nothing, returns an integer
//
// A summary contains everything that any call may do. An operator on a parameter of unknown type may run
// code, and so may a property; then nothing is known of the effects. What the function does to objects and
// variables that it made itself is no effect.
package summary
