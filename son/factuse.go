package son

import "slices"

// anyUse reports whether anything dominated by a test could use the fact that the test proves. if
// (x) x.f() has no use for it: whatever x is, its f is called.
func (t *predicateTable) anyUse(g *Graph) bool {
	if len(t.all) == 0 {
		return false
	}
	for _, u := range g.nodes {
		if u != nil && len(u.in) > 0 && !Floats(u) && t.usesFact(u) {
			return true
		}
	}
	return false
}

// usesFact reports whether u, which does not float, can use a fact.
func (t *predicateTable) usesFact(u *Node) bool {
	switch {
	case u.Op == OpPhi:
		return !u.IsMemPhi() && !u.IsRef() && t.phiUsesFact(u)
	case u.Op == OpIf:
		return t.hasFact(u.Cond(), u.in[0], viewDepth)
	case u.Op.IsControl() && u.Op != OpReturn && u.Op != OpThrow || u.in[0] == nil:
		return false
	}
	narrows := !isSettled(u) && (u.Op != OpLoad || u.Str == "length") // only the length of a string has a type
	for _, x := range u.Args() {
		if x != nil && (narrows || Floats(Base(x))) && t.hasFact(x, u.in[0], viewDepth) {
			return true
		}
	}
	return false
}

// phiUsesFact reports whether facts may narrow a phi's type, and anything depends on that. They
// cannot if other edges already bring everything that it may be.
func (t *predicateTable) phiUsesFact(u *Node) bool {
	rest, certain, looks := TypeTop, TypeTop, leastSteps
	for i, x := range u.in[1:] {
		if !t.depends[x.ID] && isSettled(Base(x)) {
			certain = certain.Join(x.Type)
		}
		if !t.hasFact(x, u.in[0].in[i+1], viewDepth) {
			rest = rest.Join(least(x, &looks))
		}
	}
	if steps := usersLooked; !rest.IsTop() && !rest.IsConst() && !typeMatters(u, rest, &steps) {
		return false
	}
	for i, x := range u.in[1:] {
		if (certain != u.Type || Floats(Base(x))) && t.hasFact(x, u.in[0].in[i+1], viewDepth) {
			return true
		}
	}
	return false
}

// usersLooked bounds how many users typeMatters looks at.
const usersLooked = 40

// typeMatters reports whether anything depends on how far the type of n is narrowed, as long as
// it includes least. A call does not, nor does a test that may have either outcome: after
//
//	if (a && b) f(a && b)
//
// nothing is gained by knowing that a && b is falsy where a is.
func typeMatters(n *Node, least Type, steps *int) bool {
	for i := range n.out {
		if *steps--; *steps < 0 {
			return true
		}
		u, s := n.Use(i)
		switch {
		case u.SlotKind(s) != SlotData || u.Op.IsControl() && u.Op != OpIf:
		case u.Op == OpIf || u.Op == OpNot:
			if least.Truthy() != Maybe || u.Op == OpNot && typeMatters(u, TypeBool, steps) {
				return true
			}
		case u.Op == OpBind || u.Op == OpPhi:
			if typeMatters(u, least, steps) {
				return true
			}
		case !isSettled(u) && (u.Op != OpLoad || u.Str == "length"):
			return true
		}
	}
	return false
}

// hasFact reports whether there is a fact about a value at a control state that may tell more
// than its type does.
func (t *predicateTable) hasFact(x, ctrl *Node, depth int) bool {
	if !t.depends[x.ID] || ctrl == nil {
		return false
	}
	b := t.cfg.BlockOf(ctrl)
	return b != nil && t.hasFactIn(x, b, depth)
}

func (t *predicateTable) hasFactIn(x *Node, b *Block, depth int) bool {
	if !t.depends[x.ID] {
		return false
	}
	x = Base(x)
	if k := t.nearest(x, b); k != nil && k.tells {
		return true
	}
	if Floats(x) && depth > 0 {
		for _, y := range x.Args() {
			if t.hasFactIn(y, b, depth-1) {
				return true
			}
		}
	}
	return false
}

// loopsTellMore reports whether the type of a loop variable may turn out narrower once its
// back-edge value is assumed to be unknown at first, or whether a branch may be decided by
// values that enter loops.
func loopsTellMore(g *Graph) bool {
	isLoop := func(n *Node) bool { return n != nil && n.Op == OpLoop }
	return slices.ContainsFunc(g.nodes, isLoop) && slices.ContainsFunc(g.nodes, func(n *Node) bool {
		steps := leastSteps
		switch {
		case n == nil:
		case n.Op == OpIf:
			c := n.Cond()
			if isSettled(Base(c)) || c.Type.Truthy() != Maybe {
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

// least returns a set that only facts can narrow n's type below.
func least(n *Node, steps *int) Type {
	n = Base(n)
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
	case binaries[n.Op] != nil:
		a := least(n.Arg(0), steps)
		return binaryWith(n.Op, a, least(n.Arg(1), steps))
	case unaries[n.Op] != nil:
		return unaryWith(n.Op, least(n.Arg(0), steps))
	}
	in := make([]Type, n.NumArgs())
	for i, x := range n.Args() {
		in[i] = least(x, steps)
	}
	return TypeWith(n, func(i int) Type { return in[i] })
}
