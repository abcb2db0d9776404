package son

// DriverRules returns what the driver of the rules and the passes over memory do by
// themselves. It is counted and shown like a rule.
func DriverRules() []Rule { return append([]Rule{constRule, floatRule, shareRule}, MemoryRules()...) }
