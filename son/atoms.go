package son

// An atom is a condition, no name and no !, of which the truth is known.
type atom struct {
	cond *Node
	val  bool
}

// atomDepth bounds how many && and || inside of each other are looked through.
const atomDepth = 6

// condition returns what n is but for names and !, and whether it is the opposite.
func condition(n *Node) (cond *Node, not bool) {
	for n = base(n); n.Op == OpNot; n = base(n.Arg(0)) {
		not = !not
	}
	return n, not
}

// isKnowable reports that tests may tell the truth of a condition.
func isKnowable(n *Node) bool {
	return n.Op != OpConst && n.Op != OpRefValue && n.Op != OpDead && !n.IsRef()
}

// isChosen reports that which way control came says something of a condition.
func isChosen(cond *Node) bool { return cond.Op == OpPhi && cond.in[0].Op == OpRegion }

// atoms appends what a side of an If tells: its condition, and what follows from it.
func (c *CFG) atoms(to []atom, iff *Node, side int32) []atom {
	return c.tell(to, iff.Cond(), side == 0, atomDepth)
}

// tell appends that a condition is val, and what follows: of the ways that lead to a
// phi those are out on which it would be something else, and where one is left, what
// the tests on that way found is so.
//
//	if (a && b)      is  (a ? b : a), true  =>  a is not false, so it came by b: a and b
//
// A phi's value stays while control is where it reaches, so what holds on the way to
// it holds there of all values that reach there, too: of those that are defined
// before the ways part.
func (c *CFG) tell(to []atom, cond *Node, val bool, depth int) []atom {
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
	to = c.tell(to, x.in[left], val, depth-1)
	c.tests(join, join.Preds[left-1], func(iff *Node, side int32) bool {
		to = c.tell(to, iff.Cond(), side == 0, depth-1)
		return true
	})
	return to
}

// tests calls f for the tests between a join's dominator and a way to the join, with
// the sides that the way takes, until f answers false.
func (c *CFG) tests(join, way *Block, f func(iff *Node, side int32) bool) {
	steps := atomDepth
	for b := way; b != join.Idom && steps > 0; b = b.Idom {
		steps--
		if h := b.Head; h.Op == OpProj && h.in[0].Op == OpIf && !f(h.in[0], h.Idx) {
			return
		}
	}
}

// excluded reports that x, which comes to a join by one way, cannot be val there.
func (c *CFG) excluded(x *Node, join, way *Block, val bool) bool {
	cond, not := condition(x)
	if v := cond.Type.Truthy(); v != Maybe {
		return (v == Yes) != not != val
	}
	out := false
	c.tests(join, way, func(iff *Node, side int32) bool {
		tested, opposite := condition(iff.Cond())
		if tested == cond {
			out = (side == 0) != opposite != not != val
		}
		return tested != cond
	})
	return out
}
