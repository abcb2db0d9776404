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

var loopRotationRule = Rule{
	Name:    "loop-rotation",
	File:    "son/looprotation.go",
	Ops:     []Op{OpLoop},
	Doc:     "loop without a test => loop with one  if the first or the last thing it does is to test whether to leave",
	Example: "while (true) { if (!f()) break; g() }  =>  while (f()) g()",
}

// LoopRules returns the rewrites of loops.
func LoopRules() []Rule {
	return []Rule{indexRule, loopRotationRule, builtinCachingRule}
}
