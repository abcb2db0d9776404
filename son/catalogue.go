package son

// DriverRules returns what the driver of the rules, the inference of types and the passes
// over memory, branches and loops do by themselves. It is counted and shown like a rule.
func DriverRules() []Rule {
	list := append([]Rule{constRule, floatRule, shareRule, impliedRule, hereRule, guardedRule}, MemoryRules()...)
	return append(append(list, threadRule, tailsRule, choiceRule), LoopRules()...)
}

// Effect returns what nodes of the op may do; types may narrow it, see [Node.Effect].
func (o Op) Effect() Effect { return opTable[o].effect }
