// Package coalesce makes one variable of several whose values are never needed at the same time.
//
//	function f(list) { var size = list.length; return g(size) }
//	function f(list) { list = list.length; return g(list) }
//
// The text is about as long, but has fewer names, which compresses better. It is for programs
// whose names get mangled.
//
// It is linear-scan register allocation (Poletto and Sarkar 1999), on a tree. The code of a
// function is numbered in the order of evaluation, so that control only goes to higher numbers, or
// back to the beginning of a loop. A variable is live from its definition to its last reference.
// The definition is an assignment after which all other references are: in the rest of the same list
// of statements, or of an operand that may not be evaluated, as on the right of &&. If there is none,
// the variable is live from the beginning of the function. A variable that is defined outside of a
// loop, and referenced in it, is live to the end of the loop. Two variables that are not live at the
// same time can be one.
//
// Only parameters and variables of which no other function knows take part; not let and const,
// which cannot be declared twice.
package coalesce
