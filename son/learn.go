package son

// narrowed visits those again that can do more for n's narrower type. Most of n's
// users do not ask for it, or have seen enough already: a visit costs much more than
// asking them. Where many nodes are narrowed at once, asked says by ID who was asked
// about one of them: an array of thousands of them has but one answer.
func (g *Graph) narrowed(n *Node, asked []bool) {
	g.touched(n)
	if n.Type.IsConst() {
		g.enqueue(n)
	}
	learns := func(u *Node) bool {
		if int(u.ID) < len(asked) {
			if asked[u.ID] {
				return false
			}
			asked[u.ID] = true
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
		n.deps = append(n.deps, d)
	}
}

// learns reports whether a visit of n may change anything for the types of its
// operands, or of those that it depends on. It may say so in vain, but never fails to
// say so: the result would hang on who else has n visited.
func (g *Graph) learns(n *Node) bool {
	switch {
	case isLeaf(n) || n.dead:
		return false
	case g.retyped(n) != n.Type, isFoldedTo(n):
		return true
	case n.Op.Converts() && n.Type.IsConst():
		return true // see knownValue
	case n.Has(FlagProven):
		if n.effectOn(n.argType) == NoEffect {
			return true // see purify
		}
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
