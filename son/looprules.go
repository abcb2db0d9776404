package son

// What is done to whole loops is counted and shown like a rule.
var unrollRule = Rule{
	Name:    "unroll",
	Ops:     []Op{OpLoop},
	Doc:     "loop => its rounds, one after the other  if their number is known and that is no longer, or for speed not much",
	Example: "for (let i = 0; i < 2; i++) f(i)  =>  f(0); f(1)",
}

// LoopRules returns the rewrites of loops.
func LoopRules() []Rule { return []Rule{unrollRule} }

// Unroll puts all rounds of the loop before it; the rules see that it then is left at
// once.
func (l *LoopCopy) Unroll(rounds int) bool {
	return l.g.spend(&unrollRule, l.head, l.head) && l.Peel(rounds)
}
