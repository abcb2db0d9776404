// Package grow measures how time and memory grow with the input.
//
// Each [Case] is a construct of the language that can be written with n elements:
// statements in a row, nested blocks, operands, cases. Each [Mode] is a way to run
// the optimizer. A case is run in a mode at n, 2n, 4n and so on, and the cost of
// each doubling is compared with [Limit], which n log n stays below.
//
// Time is processor time, so that it depends little on other load of the machine,
// and excludes garbage collection as long as there is memory. A doubling that looks
// too expensive is measured again before it counts, and runs that take less than
// [Floor] are not compared at all. Memory is what a run allocates, which bounds what
// it holds at any time; it hardly varies. The output is at most a constant times as
// long as the program, however deeply it nests: the printer stops indenting at a depth.
package grow
