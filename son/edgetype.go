package son

// onEdgeDepth bounds how many operators between a test and the phis of a join are computed for
// one edge.
const onEdgeDepth = 4

// TypeOnEdge returns the type that n has when control has come to a join by its predecessor i,
// counted from 0.
func (c *CFG) TypeOnEdge(n *Node, join *Block, i int) Type { return c.onEdge(n, join, i, onEdgeDepth) }

// TruthOnEdge returns whether n is true when control has come to a join by its predecessor i, counted from 0. A value
// that was tested on the way has the same truth again, of whatever type it is.
func (c *CFG) TruthOnEdge(n *Node, join *Block, i int) Tri {
	cond, not := condition(n)
	if cond.Op == OpPhi && cond.in[0] == join.Head && !cond.IsMemPhi() && !cond.IsRef() && Base(cond.in[i+1]).Type.Truthy() == Maybe {
		for _, val := range []bool{true, false} {
			if c.excluded(cond.in[i+1], join, join.Preds[i], val) {
				return triOf(val == not, val != not)
			}
		}
	}
	return c.TypeOnEdge(n, join, i).Truthy()
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
