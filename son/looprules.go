package son

// What is done to whole loops is counted and shown like rules.
var indexRule = Rule{
	Name:    "forof",
	Ops:     []Op{OpIterOpen},
	Doc:     "for-of over an array => for over its indices  if it was made by a literal, by a rest or by a function of the language that makes nothing else, and nobody changes how arrays are iterated (assumption builtins)",
	Leans:   AssumeBuiltins,
	Example: "for (const k of Object.keys(o)) f(k)  =>  const keys = Object.keys(o); for (let i = 0; i < keys.length; i++) f(keys[i])",
}

var unrollRule = Rule{
	Name:    "unroll",
	Ops:     []Op{OpLoop},
	Doc:     "loop => its rounds, one after the other  if their number is known and that is no longer, or for speed not much",
	Example: "for (let i = 0; i < 2; i++) f(i)  =>  f(0); f(1)",
}

var idleRule = Rule{
	Name:    "idle-loop",
	Ops:     []Op{OpLoop},
	Doc:     "loop => nothing  if it only counts, a counter is an integer of 32 bits in each round, so that the loop ends, and what is used of it behind is known",
	Example: "for (i = 0; i < 100; i++) {}  =>  i = 100",
}

var sameCounterRule = Rule{
	Name:    "same-counter",
	Ops:     []Op{OpPhi},
	Doc:     "phi of a loop => another one  if both begin alike and each round makes the same of both",
	Example: "for (i = 0, j = 0; i < n; i++, j++) f(a[i], b[j])  =>  for (i = 0; i < n; i++) f(a[i], b[i])",
}

var offsetRule = Rule{
	Name:    "offset",
	Ops:     []Op{OpPhi},
	Doc:     "phi of a loop that is used once => another one plus a constant, or a constant less it  if both count in step, and the other one is an integer of 32 bits, so that nothing is rounded",
	Example: "for (i = 0, j = 5; i < 10; i++, j++) f(i, j)  =>  for (i = 0; i < 10; i++) f(i, i + 5)",
}

var retestRule = Rule{
	Name:    "loop-test",
	Ops:     []Op{OpLoop},
	Doc:     "loop without a test => loop with one  if what it does first or last of all is to test whether to leave it",
	Example: "while (true) { if (!f()) break; g() }  =>  while (f()) g()",
}

var peelRule = Rule{
	Name:    "peel",
	Ops:     []Op{OpLoop},
	Doc:     "loop => its first round and the loop  if that tells the later rounds which way their branches go; for speed only",
	Example: "let first = true; while (f()) { if (first) first = false; else g(); h() }  =>  if (f()) { h(); while (f()) { g(); h() } }",
}

var unswitchRule = Rule{
	Name:    "unswitch",
	Ops:     []Op{OpLoop},
	Doc:     "loop with a branch on what is the same in all rounds => a branch with two loops  for speed only",
	Example: "while (f()) { if (a === 1) g(); else h() }  =>  if (a === 1) { while (f()) g() } else { while (f()) h() }",
}

// LoopRules returns the rewrites of loops.
func LoopRules() []Rule {
	return []Rule{indexRule, sameCounterRule, offsetRule, idleRule, unrollRule, peelRule, unswitchRule, retestRule, builtinLocalRule}
}

// Unroll puts all rounds of the loop before it; the rules see that it then is left at
// once.
func (l *LoopCopy) Unroll(rounds int) bool {
	return l.g.spend(&unrollRule, l.head, l.head) && l.Peel(rounds)
}
