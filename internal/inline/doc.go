// Package inline decides which calls of a program are replaced by their callees, and makes the
// instances that the graphs are built from: copies of the callees with bindings and sites of their
// own.
//
// A call can be inlined if its callee is known (package calls), and
//
//   - the call agrees with the callee: what the callee captures is the same instance of the same
//     bindings at the call, and the names are not shadowed there;
//   - the callee has a shape that keeps its meaning in another function: it makes no functions, and has
//     no this, arguments, await, yield or the like of its own;
//   - both are strict code, or neither is; if the program asks for the callers of functions (`f.caller`), which
//     engines tell of sloppy functions only, both are strict;
//   - the arguments are no spread, and the parameters are names, perhaps with default values that need no
//     more than the parameters before them; the last one may be a rest, which becomes an array;
//   - it is one expression, or the call stands in the place of a statement.
//
// Whether it is inlined depends on what the output is optimized for: see [Plan].
//
// (Muchnick, Advanced Compiler Design and Implementation, 1997, section 15.2; Waddell and Dybvig, Fast
// and Effective Procedure Inlining, 1997)
package inline
