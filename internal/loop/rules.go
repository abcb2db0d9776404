package loop

import "github.com/sonjs/son/son"

// Rewrites of whole loops are counted and listed like rules.
var UnrollRule = son.Rule{
	Name:    "unroll",
	File:    "internal/loop/unroll.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop => its iterations, one after the other  if their number is known and the result is no longer, or for speed not much longer",
	Example: "for (let i = 0; i < 2; i++) f(i)  =>  f(0); f(1)",
}

var IdleRule = son.Rule{
	Name:    "idle-loop",
	File:    "internal/loop/idle.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop => nothing  if it only counts, a counter is a 32-bit integer in every iteration, so that the loop ends, and every value used after the loop is known",
	Example: "for (i = 0; i < 100; i++) {}  =>  i = 100",
}

var SameInductionVarRule = son.Rule{
	Name:    "same-induction-variable",
	File:    "internal/loop/induction.go",
	Ops:     []son.Op{son.OpPhi},
	Doc:     "phi of a loop => another one  if both start with the same value and every iteration updates both alike",
	Example: "for (i = 0, j = 0; i < n; i++, j++) f(a[i], b[j])  =>  for (i = 0; i < n; i++) f(a[i], b[i])",
}

var OffsetRule = son.Rule{
	Name:    "offset",
	File:    "internal/loop/induction.go",
	Ops:     []son.Op{son.OpPhi},
	Doc:     "phi of a loop that is used once => another one plus a constant, or a constant minus it  if both count in step, and the other one is a 32-bit integer, so that nothing is rounded",
	Example: "for (i = 0, j = 5; i < 10; i++, j++) f(i, j)  =>  for (i = 0; i < 10; i++) f(i, i + 5)",
}

var PeelRule = son.Rule{
	Name:    "peel",
	File:    "internal/loop/peel.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop => its first iteration and the loop  if that decides branches of the later iterations; for speed only",
	Example: "let first = true; while (f()) { if (first) first = false; else g(); h() }  =>  if (f()) { h(); while (f()) { g(); h() } }",
}

var UnswitchRule = son.Rule{
	Name:    "unswitch",
	File:    "internal/loop/peel.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop with a branch on a loop-invariant value => a branch with two loops  for speed only",
	Example: "while (f()) { if (a === 1) g(); else h() }  =>  if (a === 1) { while (f()) g() } else { while (f()) h() }",
}

var IndexRule = son.Rule{
	Name:    "forof",
	File:    "internal/loop/forof.go",
	Ops:     []son.Op{son.OpIterOpen},
	Doc:     "for-of over an array => for over its indices  if the array comes from a literal, a rest element or a built-in function that only makes arrays, or is always one that the program makes (with closed-objects), and nobody changes how arrays are iterated (assumption builtins)",
	Assumes: son.AssumeBuiltins,
	Example: "for (const k of Object.keys(o)) f(k)  =>  const keys = Object.keys(o); for (let i = 0; i < keys.length; i++) f(keys[i])",
}

var LoopRotationRule = son.Rule{
	Name:    "loop-rotation",
	File:    "internal/loop/rotate.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop without a test => loop with one  if the first or the last thing it does is to test whether to leave",
	Example: "while (true) { if (!f()) break; g() }  =>  while (f()) g()",
}

var HoistLoadRule = son.Rule{
	Name:    "load-before",
	File:    "internal/loop/hoist.go",
	Ops:     []son.Op{son.OpLoad},
	Doc:     "read of a property at the start of each iteration of a loop => read before the loop  if nothing in the loop writes or calls, reading runs no code (assumption pure-getters) and, where operands are converted, neither does that (pure-coercion); with --for speed",
	Example: "for (let i = 0; i < a.length; i++) s += a[i]  =>  const t = a.length; for (… i < t …) …",
}

var HoistFinalRule = son.Rule{
	Name:    "final-before",
	File:    "internal/loop/hoistfinal.go",
	Ops:     []son.Op{son.OpLoad},
	Doc:     "read of a property in each iteration of a loop => read before the loop  if only the construction of its object writes the property, and the object is there before the loop (assumption closed-objects); with --for speed",
	Assumes: son.AssumeClosedObjects,
	Example: "for (let i = 0; i < this.size; i++) g(i)  =>  const { size } = this; for (let i = 0; i < size; i++) g(i)",
}

var BuiltinCachingRule = son.Rule{
	Name:    "builtin-caching",
	File:    "internal/loop/builtins.go",
	Ops:     []son.Op{son.OpBuiltin},
	Doc:     "call of a function that is a property of a built-in global, in a loop => call of a variable set before the innermost loop  if nobody changes either (assumption builtins), and the function ignores its receiver; where that pays, and with --for speed",
	Assumes: son.AssumeBuiltins,
	Example: "for (…) n += Math.floor(x)  =>  const floor = Math.floor; for (…) n += floor(x)",
}
