// Package blockscoping lowers let and const to var where no program can tell the difference:
//
//	for (let i = 0; i < n; i++) {
//	  const x = list[i];
//	  sum += x * x;
//	}
//
//	for (var i = 0; i < n; i++) {
//	  var x = list[i];
//	  sum += x * x;
//	}
//
// An interpreter checks at each use of a let or const whether it is in its temporal dead zone, and
// makes it anew wherever its block begins: QuickJS runs loops up to 1.8 times as fast with var.
// Compilers remove most of these checks, and are neither faster nor slower.
//
// A declaration is lowered if these hold for each name that it declares:
//
//   - No reference can come before the initialization. A reference in the function of the variable
//     follows it in the text, in the same block: control does not get there otherwise, but in a
//     switch, whose cases are left alone. For functions that capture the variable, see
//     [finder.isSettled].
//   - A variable that is captured has one instance: it is declared neither in a loop nor in the head
//     of one, where each iteration has its own.
//   - Nothing but its declaration assigns a const.
//   - The function has no other variable of the name in a scope around it, nor a reference to one
//     of an enclosing function. Variables of separate blocks become one, which is
//     only possible if none of them is captured.
//   - The name does not become visible to others: it is not declared at the top level of a
//     script, not exported, and direct eval and with cannot reach it.
//
// A declaration without an initializer gives the variable undefined, as often as it runs. Where that is
// more than once it says so afterwards: var x = void 0.
//
// The transformation is the opposite of what Babel calls block scoping, which may
// rename variables and wrap loops in functions; this one leaves such variables alone.
// Source: ECMA-262, sections 14.3.1 and 14.3.2, and 8.2.6 (VarDeclaredNames).
package blockscoping
