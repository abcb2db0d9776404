package son

// onEdgeDepth bounds how many operators between a test and the phis of a join are computed for
// one edge.
const onEdgeDepth = 4

// TypeOnEdge returns the type that n has when control has come to a join by its predecessor i,
// counted from 0.
func (c *CFG) TypeOnEdge(n *Node, join *Block, i int) Type { return c.onEdge(n, join, i, onEdgeDepth) }

// TestedOnEdge returns whether n, a phi of a join, is true when control has come to the join by its predecessor i,
// counted from 0, as far as tests on the way tell: a value that was tested has the same truth again, also one of which
// the type tells nothing, such as an object that may be document.all.
func (c *CFG) TestedOnEdge(n *Node, join *Block, i int) Tri {
	cond, not := condition(n)
	if cond.Op != OpPhi || cond.in[0] != join.Head || cond.IsMemPhi() || cond.IsRef() {
		return Maybe
	}
	for _, val := range []bool{true, false} {
		if c.excluded(cond.in[i+1], join, join.Preds[i], val) {
			return triOf(val == not, val != not)
		}
	}
	return Maybe
}

func (c *CFG) onEdge(n *Node, join *Block, i, depth int) Type {
	n = Base(n)
	switch {
	case n.Op == OpPhi && n.in[0] == join.Head && !n.IsMemPhi() && !n.IsRef():
		x := n.in[i+1]
		if t := Base(x).Type; t.Truthy() != Maybe || t.IsTop() {
			return t
		}
		for _, val := range []bool{true, false} {
			if c.excluded(x, join, join.Preds[i], val) {
				return Base(x).Type.onlyTruthy(!val)
			}
		}
		return Base(x).Type
	case Floats(n) && depth > 0:
		return TypeWith(n, func(k int) Type { return c.onEdge(n.Arg(k), join, i, depth-1) })
	}
	return n.Type
}
