package son

// narrowed visits again the nodes for which n's narrower type may make a difference. Most of n's
// users do not depend on it, or know enough already: a visit costs much more than checking that.
// Where many nodes are narrowed at once, checked records by ID the nodes that were checked for one
// of them: an array of thousands of them needs only one check.
func (g *Graph) narrowed(n *Node, checked []bool) {
	g.touched(n)
	if n.Type.IsConst() {
		g.enqueue(n)
	}
	learns := func(u *Node) bool {
		if int(u.ID) < len(checked) {
			if checked[u.ID] {
				return false
			}
			checked[u.ID] = true
		}
		return g.learns(u)
	}
	for _, u := range n.out {
		if !u.onList && learns(u) {
			g.enqueue(u)
		}
	}
	deps := n.deps
	n.deps = nil
	for _, d := range deps {
		if d.dead || d.onList {
			continue
		}
		if learns(d) {
			g.enqueue(d)
			continue
		}
		n.deps = g.mem.lists.Append(n.deps, d)
	}
}

// learns reports whether the types of n's operands, or of nodes that it depends on, may make a
// visit of n change anything. It may have false positives, but no false negatives: otherwise the
// result would depend on who else causes a visit of n.
func (g *Graph) learns(n *Node) bool {
	switch {
	case isLeaf(n) || n.dead:
		return false
	case g.retyped(n) != n.Type, g.isFoldedTo(n):
		return true
	case n.Op.Converts() && n.Type.IsConst():
		return true // see knownValue
	case n.Has(FlagProven):
		if n.effectOn(n.argType) == NoEffect {
			return true // see purify
		}
	case n.Op == OpCall && n.Idx != 0 && n.in[1] != nil:
		return true // see summarize
	case n.Op.HasMem() && n.in[1] != nil && !n.Op.IsControl():
		if !n.OnChain() || n.Effect() == NoEffect {
			return true // see unchain and purify
		}
	}
	for _, r := range rulesByOp[n.Op] {
		switch {
		case r.local:
			if r.Apply(g, n) != nil {
				return true
			}
		case r.learns != nil && r.learns(n):
			return true
		}
	}
	return false
}
