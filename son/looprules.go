package son

// Rewrites of whole loops are counted and listed like rules.
var indexRule = Rule{
	Name:    "forof",
	File:    "son/forof.go",
	Ops:     []Op{OpIterOpen},
	Doc:     "for-of over an array => for over its indices  if the array comes from a literal, a rest element or a built-in function that only makes arrays, and nobody changes how arrays are iterated (assumption builtins)",
	Assumes: AssumeBuiltins,
	Example: "for (const k of Object.keys(o)) f(k)  =>  const keys = Object.keys(o); for (let i = 0; i < keys.length; i++) f(keys[i])",
}

var unrollRule = Rule{
	Name:    "unroll",
	File:    "son/loopcopy.go",
	Ops:     []Op{OpLoop},
	Doc:     "loop => its iterations, one after the other  if their number is known and the result is no longer, or for speed not much longer",
	Example: "for (let i = 0; i < 2; i++) f(i)  =>  f(0); f(1)",
}

var idleRule = Rule{
	Name:    "idle-loop",
	File:    "son/idleloop.go",
	Ops:     []Op{OpLoop},
	Doc:     "loop => nothing  if it only counts, a counter is a 32-bit integer in every iteration, so that the loop ends, and every value used after the loop is known",
	Example: "for (i = 0; i < 100; i++) {}  =>  i = 100",
}

var sameInductionVarRule = Rule{
	Name:    "same-induction-variable",
	File:    "son/inductionvariables.go",
	Ops:     []Op{OpPhi},
	Doc:     "phi of a loop => another one  if both start with the same value and every iteration updates both alike",
	Example: "for (i = 0, j = 0; i < n; i++, j++) f(a[i], b[j])  =>  for (i = 0; i < n; i++) f(a[i], b[i])",
}

var offsetRule = Rule{
	Name:    "offset",
	File:    "son/inductionvariables.go",
	Ops:     []Op{OpPhi},
	Doc:     "phi of a loop that is used once => another one plus a constant, or a constant minus it  if both count in step, and the other one is a 32-bit integer, so that nothing is rounded",
	Example: "for (i = 0, j = 5; i < 10; i++, j++) f(i, j)  =>  for (i = 0; i < 10; i++) f(i, i + 5)",
}

var loopRotationRule = Rule{
	Name:    "loop-rotation",
	File:    "son/looprotation.go",
	Ops:     []Op{OpLoop},
	Doc:     "loop without a test => loop with one  if the first or the last thing it does is to test whether to leave",
	Example: "while (true) { if (!f()) break; g() }  =>  while (f()) g()",
}

var peelRule = Rule{
	Name:    "peel",
	File:    "son/looppeel.go",
	Ops:     []Op{OpLoop},
	Doc:     "loop => its first iteration and the loop  if that decides branches of the later iterations; for speed only",
	Example: "let first = true; while (f()) { if (first) first = false; else g(); h() }  =>  if (f()) { h(); while (f()) { g(); h() } }",
}

var unswitchRule = Rule{
	Name:    "unswitch",
	File:    "son/looppeel.go",
	Ops:     []Op{OpLoop},
	Doc:     "loop with a branch on a loop-invariant value => a branch with two loops  for speed only",
	Example: "while (f()) { if (a === 1) g(); else h() }  =>  if (a === 1) { while (f()) g() } else { while (f()) h() }",
}

// LoopRules returns the rewrites of loops.
func LoopRules() []Rule {
	return []Rule{indexRule, sameInductionVarRule, offsetRule, idleRule, unrollRule, peelRule, unswitchRule, loopRotationRule, builtinCachingRule}
}

// Unroll puts all iterations of the loop before it; the rules then find that the loop is left at
// once.
func (l *LoopCopy) Unroll(iterations int) bool {
	return l.g.Spend(&unrollRule, l.head, l.head) && l.Peel(iterations)
}
