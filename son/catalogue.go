package son

// DriverRules returns what the driver of the rules does by itself. It is counted
// and shown like a rule.
func DriverRules() []Rule { return []Rule{constRule, floatRule, shareRule} }
