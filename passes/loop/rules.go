package loop

import "github.com/sonjs/son/son"

// Rewrites of whole loops are counted and listed like rules.
var unrollRule = son.Rule{
	Name:    "unroll",
	File:    "passes/loop/unroll.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop => its iterations, one after the other  if their number is known and the result is no longer, or for speed not much longer",
	Example: "for (let i = 0; i < 2; i++) f(i)  =>  f(0); f(1)",
}

var idleRule = son.Rule{
	Name:    "idle-loop",
	File:    "passes/loop/idle.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop => nothing  if it only counts, a counter is a 32-bit integer in every iteration, so that the loop ends, and every value used after the loop is known",
	Example: "for (i = 0; i < 100; i++) {}  =>  i = 100",
}

var sameInductionVarRule = son.Rule{
	Name:    "same-induction-variable",
	File:    "passes/loop/induction.go",
	Ops:     []son.Op{son.OpPhi},
	Doc:     "phi of a loop => another one  if both start with the same value and every iteration updates both alike",
	Example: "for (i = 0, j = 0; i < n; i++, j++) f(a[i], b[j])  =>  for (i = 0; i < n; i++) f(a[i], b[i])",
}

var offsetRule = son.Rule{
	Name:    "offset",
	File:    "passes/loop/induction.go",
	Ops:     []son.Op{son.OpPhi},
	Doc:     "phi of a loop that is used once => another one plus a constant, or a constant minus it  if both count in step, and the other one is a 32-bit integer, so that nothing is rounded",
	Example: "for (i = 0, j = 5; i < 10; i++, j++) f(i, j)  =>  for (i = 0; i < 10; i++) f(i, i + 5)",
}

var peelRule = son.Rule{
	Name:    "peel",
	File:    "passes/loop/peel.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop => its first iteration and the loop  if that decides branches of the later iterations; for speed only",
	Example: "let first = true; while (f()) { if (first) first = false; else g(); h() }  =>  if (f()) { h(); while (f()) { g(); h() } }",
}

var unswitchRule = son.Rule{
	Name:    "unswitch",
	File:    "passes/loop/peel.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop with a branch on a loop-invariant value => a branch with two loops  for speed only",
	Example: "while (f()) { if (a === 1) g(); else h() }  =>  if (a === 1) { while (f()) g() } else { while (f()) h() }",
}

// Rules returns what the passes of this package do, in the form of rules: they are counted and
// listed like those.
func Rules() []son.Rule {
	return []son.Rule{sameInductionVarRule, offsetRule, idleRule, unrollRule, peelRule, unswitchRule}
}
