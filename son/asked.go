package son

import "slices"

// asked reports whether something behind a test could make use of what the test
// says. if (x) x.f() asks for nothing: whatever x is, its f is called.
func (t *predicateTable) asked(g *Graph) bool {
	if len(t.all) == 0 {
		return false
	}
	for _, u := range g.nodes {
		if u != nil && len(u.in) > 0 && !floats(u) && t.asks(u) {
			return true
		}
	}
	return false
}

// asks reports whether u, which does not float, has use for a fact.
func (t *predicateTable) asks(u *Node) bool {
	switch {
	case u.Op == OpPhi:
		return !u.IsMemPhi() && !u.IsRef() && t.phiAsks(u)
	case u.Op == OpIf:
		return t.sees(u.Cond(), u.in[0], viewDepth)
	case u.Op.IsControl() && u.Op != OpReturn && u.Op != OpThrow || u.in[0] == nil:
		return false
	}
	for _, x := range u.Args() {
		if x != nil && (!isSettled(u) || floats(base(x))) && t.sees(x, u.in[0], viewDepth) {
			return true
		}
	}
	return false
}

// phiAsks reports whether facts may make a phi less than it is now. Where other ways
// bring all that it may be, they cannot.
func (t *predicateTable) phiAsks(u *Node) bool {
	rest := TypeTop
	for _, x := range u.in[1:] {
		if isSettled(base(x)) && !t.depends[x.ID] {
			rest = rest.Join(x.Type)
		}
	}
	for i, x := range u.in[1:] {
		if (rest != u.Type || floats(base(x))) && t.sees(x, u.in[0].in[i+1], viewDepth) {
			return true
		}
	}
	return false
}

// sees reports whether a fact says something of a value as seen from a control state.
func (t *predicateTable) sees(x, ctrl *Node, depth int) bool {
	if !t.depends[x.ID] || ctrl == nil {
		return false
	}
	b := t.cfg.BlockOf(ctrl)
	return b != nil && t.seesIn(x, b, depth)
}

func (t *predicateTable) seesIn(x *Node, b *Block, depth int) bool {
	if !t.depends[x.ID] {
		return false
	}
	if x = base(x); t.nearest(x, b) != nil {
		return true
	}
	if floats(x) && depth > 0 {
		for _, y := range x.Args() {
			if t.seesIn(y, b, depth-1) {
				return true
			}
		}
	}
	return false
}

// loopsTellMore reports whether a variable of a loop may turn out to be less than it
// is known to be when what comes round is thought to be anything, or whether a branch
// may turn out to be decided by what loops are entered with.
func loopsTellMore(g *Graph) bool {
	isLoop := func(n *Node) bool { return n != nil && n.Op == OpLoop }
	return slices.ContainsFunc(g.nodes, isLoop) && slices.ContainsFunc(g.nodes, func(n *Node) bool {
		steps := leastSteps
		switch {
		case n == nil:
		case n.Op == OpIf:
			c := n.Cond()
			if isSettled(base(c)) || c.Type.Truthy() != Maybe {
				return false
			}
			t := least(c, &steps)
			return t.IsTop() || t.Truthy() != Maybe
		case n.Op == OpPhi && n.in[0].Op == OpLoop && !n.IsMemPhi() && !n.IsRef():
			t := least(n.in[1], &steps).Join(least(n.in[2], &steps))
			return n.Type.Meet(t) != n.Type
		}
		return false
	})
}

// leastSteps bounds how far least looks.
const leastSteps = 40

// least returns a set that n's type cannot become less than by anything but facts.
func least(n *Node, steps *int) Type {
	n = base(n)
	if isSettled(n) {
		return n.Type
	}
	if *steps--; *steps < 0 {
		return TypeTop
	}
	switch {
	case n.Op == OpPhi && n.in[0].Op == OpLoop:
		return least(n.in[1], steps)
	case n.Op == OpPhi:
		t := TypeTop
		for _, x := range n.in[1:] {
			t = t.Join(least(x, steps))
		}
		return t
	}
	in := make([]Type, n.NumArgs())
	for i, x := range n.Args() {
		in[i] = least(x, steps)
	}
	return computeValue(n, func(i int) Type { return in[i] })
}
