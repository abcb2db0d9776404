// Package grow measures how time and memory grow with the input.
//
// Each [Case] is a construct of the language that can be written with n elements:
// statements in a row, nested blocks, operands, cases. Each [Mode] is a way to run
// the optimizer. A case is run in a mode at n, 2n, 4n and so on, and what a
// doubling costs is compared with [Limit], which n log n stays below.
//
// Time is that of the processor, so that it depends little on what else the
// machine does, and without collections of garbage while there is memory. A
// doubling that looks too dear is measured again before it counts, and what takes
// less than [Floor] is not compared at all. Memory is what a run allocates, which
// bounds what it holds at any time; it hardly varies. What is written is, however deep the
// program nests, a constant times as long as it: the printer stops to indent at a depth.
package grow
