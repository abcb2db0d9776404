package son

// cast returns x as a value that is known to be in t behind a control state: x
// itself if its own type says as much of its kinds, or a Cast.
//
// A Cast keeps what was proven behind a test from floating above it. It lives
// while rules run; [Graph.uncast] pins what relied on it in its stead.
func (g *Graph) cast(ctrl, x *Node, t Type) *Node {
	if !g.work.on || x.Op == OpDead || x.IsRef() || x.Type.kinds&^t.kinds == 0 || !t.Is(KindAny) || !x.Type.Is(KindAny) {
		return x
	}
	c := g.NewNode(OpCast, ctrl, x)
	c.Type, c.Order, c.Span = t, x.Order, x.Span
	g.enqueue(c)
	return c
}

// uncast takes all casts out of the graph. An operator that floats because of one
// is pinned where the cast was, and one that has a place of its own but no effect
// because of one keeps having none.
func (g *Graph) uncast() bool {
	var casts []*Node
	g.Nodes(func(n *Node) {
		if n.Op == OpCast {
			casts = append(casts, n)
		}
	})
	if casts == nil {
		return false
	}
	cfg := NewCFG(g)
	sortNodes(casts)
	for _, c := range casts {
		if c.dead {
			continue
		}
		ctrl, x := c.in[0], c.Arg(0)
		users := g.relyOn(c)
		g.Replace(c, x, nil)
		for _, u := range users {
			if u.dead || u.effectOn(func(i int) Type { return base(u.Arg(i)).Type }) == NoEffect { // names have their old type yet
				continue
			}
			switch {
			case u.Op.staysPut():
				u.Flags |= FlagProven
			case !u.Has(FlagProven) || deeper(cfg, ctrl, u.in[0]):
				u.Flags |= FlagProven
				g.SetIn(u, 0, ctrl)
			}
		}
	}
	return true
}

// relyOn returns the operators that may be pure because of a cast: those that use
// it, or its names.
func (g *Graph) relyOn(c *Node) []*Node {
	var users []*Node
	for _, u := range c.out {
		switch {
		case u.Op == OpBind:
			users = append(users, g.relyOn(u)...)
		case u.Op.staysPut() && u.Effect() == NoEffect, u.Op.asksTypes() && u.in[1] == nil:
			users = append(users, u)
		}
	}
	return users
}

// deeper reports whether control comes to a after b, of two control states one of
// which dominates the other.
func deeper(cfg *CFG, a, b *Node) bool {
	x, y := cfg.BlockOf(a), cfg.BlockOf(b)
	return x != nil && y != nil && x != y && y.Dominates(x)
}
