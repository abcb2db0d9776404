package son

// DriverRules returns what the driver of the rules and the passes over memory and loops do by
// themselves. It is counted and shown like a rule.
func DriverRules() []Rule {
	return append(append([]Rule{constRule, floatRule, shareRule}, MemoryRules()...), LoopRules()...)
}

// Effect returns what nodes of the op may do; types may narrow it, see [Node.Effect].
func (o Op) Effect() Effect { return opTable[o].effect }
