package son

// Unmoved reports whether all that the rules found out is that some operators have no effect, and
// each of those can only be computed where the source has it: it has one user, at the same
// control. Then the graph has no other form in the source than the one that it was built from.
// A negative numeral becomes a constant, which is written the same.
func (g *Graph) Unmoved() bool {
	for rule, times := range g.Stats.Rules {
		if rule != floatRule.Name && (rule != constRule.Name || times > g.Stats.negatives) {
			return false
		}
	}
	if g.Stats.unnamed > 0 {
		return false
	}
	floating := g.Stats.negatives // those that became constants
	for _, n := range g.nodes {
		if n == nil || !n.Op.IsOperator() || n.in[0] != nil {
			continue
		}
		if !n.isUsedAtHome() {
			return false
		}
		if n.Op.HasMem() {
			floating++
		}
	}
	return floating == g.Stats.Rules[floatRule.Name] // else some of them are gone
}

// isUsedAtHome reports whether the only user of a floating operator is where the source evaluates
// the operator.
func (n *Node) isUsedAtHome() bool {
	if len(n.out) != 1 || n.home == nil {
		return false
	}
	u := n.out[0]
	switch {
	case u.Op == OpPhi:
		return false
	case u.in[0] == nil:
		return u.home == n.home // u is looked at itself if it may move
	case u.Op == OpBind: // names may move, too, unless they are used where they are
		for _, v := range u.out {
			if len(v.in) > 0 && v.in[0] == n.home && v.Op != OpPhi {
				return u.in[0] == n.home
			}
		}
		return false
	}
	return u.in[0] == n.home
}
