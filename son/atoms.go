package son

// An atom is a condition, stripped of names and !, with its known truth.
type atom struct {
	cond *Node
	val  bool
}

// atomDepth bounds how many nested && and || are looked through.
const atomDepth = 6

// condition returns n stripped of names and !, and whether it was negated.
func condition(n *Node) (cond *Node, not bool) {
	for n = Base(n); n.Op == OpNot; n = Base(n.Arg(0)) {
		not = !not
	}
	return n, not
}

// isKnowable reports that tests may prove the truth of a condition.
func isKnowable(n *Node) bool {
	return n.Op != OpConst && n.Op != OpRefValue && n.Op != OpDead && !n.IsRef()
}

// isChosen reports that the truth of a condition implies something about the path that control
// took.
func isChosen(cond *Node) bool { return cond.Op == OpPhi && cond.in[0].Op == OpRegion }

// atoms appends the facts of a side of an If: its condition, and what follows from it.
func (c *CFG) atoms(to []atom, iff *Node, side int32) []atom {
	return c.imply(to, iff.Cond(), side == 0, atomDepth)
}

// imply appends that a condition is val, and what follows: the edges into a phi on which
// it would be something else are ruled out, and if one edge is left, the tests on the
// path to it hold.
//
//	if (a && b)      is  (a ? b : a), true  =>  a is not false, so it came by b: a and b
//
// A phi keeps its value where its region dominates, so facts that hold on the path to it
// also hold there, for all values that are still visible there: those that are defined
// before the paths diverge.
func (c *CFG) imply(to []atom, cond *Node, val bool, depth int) []atom {
	x, not := condition(cond)
	if val = val != not; !isKnowable(x) {
		return to
	}
	to = append(to, atom{x, val})
	if !isChosen(x) || depth == 0 {
		return to
	}
	join := c.BlockOf(x.in[0])
	if join == nil {
		return to
	}
	left := 0
	for i, p := range join.Preds {
		if p == nil || c.excluded(x.in[i+1], join, p, val) {
			continue
		}
		if left != 0 {
			return to
		}
		left = i + 1
	}
	if left == 0 {
		return to
	}
	to = c.imply(to, x.in[left], val, depth-1)
	c.tests(join, join.Preds[left-1], func(iff *Node, side int32) bool {
		to = c.imply(to, iff.Cond(), side == 0, depth-1)
		return true
	})
	return to
}

// tests calls f for the tests between a join's dominator and a predecessor of the join, with the
// sides that lead to the predecessor, until f returns false.
func (c *CFG) tests(join, pred *Block, f func(iff *Node, side int32) bool) {
	steps := atomDepth
	for b := pred; b != join.Idom && steps > 0; b = b.Idom {
		steps--
		if h := b.Head; h.Op == OpProj && h.in[0].Op == OpIf && !f(h.in[0], h.Idx) {
			return
		}
	}
}

// excluded reports that x, which arrives at a join by one predecessor, cannot be val there.
func (c *CFG) excluded(x *Node, join, pred *Block, val bool) bool {
	cond, not := condition(x)
	if v := cond.Type.Truthy(); v != Maybe {
		return (v == Yes) != not != val
	}
	out := false
	c.tests(join, pred, func(iff *Node, side int32) bool {
		tested, opposite := condition(iff.Cond())
		if tested == cond {
			out = (side == 0) != opposite != not != val
		}
		return tested != cond
	})
	return out
}
