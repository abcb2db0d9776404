package son

// cast returns x as a value that is known to be in t where a control state dominates: x itself
// if its own type implies the same kinds, or a Cast.
//
// A Cast keeps facts that were proven after a test from floating above it. It lives while rules
// run; then [Graph.uncast] pins the operators that relied on it.
func (g *Graph) cast(ctrl, x *Node, t Type) *Node {
	if !g.work.on {
		return x
	}
	return g.Cast(ctrl, x, t)
}

// Cast is like cast, for a pass that puts a value in the place of a phi whose type says more about
// it: a test on the path to ctrl has proven that. The rules have to run before the graph is scheduled.
func (g *Graph) Cast(ctrl, x *Node, t Type) *Node {
	if x.Op == OpDead || x.IsRef() || x.Type.kinds&^t.kinds == 0 || !t.Is(KindAny) || !x.Type.Is(KindAny) {
		return x
	}
	c := g.NewNode(OpCast, ctrl, x)
	c.Type = t
	c.SetSource(x)
	g.enqueue(c)
	return c
}

// uncast removes all casts from the graph. An operator that floats because of one is pinned
// where the cast was, or below it where its inputs are known; one that has its own place, but no
// effect because of a cast, keeps having none.
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
	cfg := g.CFG()
	SortByOrder(casts)
	pins := map[*Node]*Node{} // by operator: the place of the deepest cast
	for _, c := range casts {
		if c.dead {
			continue
		}
		ctrl, x := c.in[0], c.Arg(0)
		users := g.relyOn(c)
		g.Replace(c, x, nil)
		for _, u := range users {
			if u.dead || u.effectOn(func(i int) Type { return Base(u.Arg(i)).Type }) == NoEffect { // names have their old type yet
				continue
			}
			u.Flags |= FlagProven
			if at := pins[u]; !u.Op.staysPut() && (at == nil || deeper(cfg, ctrl, at)) {
				pins[u] = ctrl
			}
		}
	}
	if len(pins) > 0 {
		g.pin(cfg, pins)
	}
	return true
}

// pin pins operators at the deepest of their own place, the place in at, and the places of their
// inputs. A name has its own place, which may be below the place where a fact about its value
// was proven.
func (g *Graph) pin(cfg *CFG, at map[*Node]*Node) {
	places := make([]*Node, len(g.nodes)) // where a node can be computed, nil for everywhere
	for _, n := range g.visitOrder() {
		if n.Op.IsControl() {
			continue
		}
		place := n.in[0]
		sink := func(to *Node) {
			if to != nil && (place == nil || deeper(cfg, to, place)) {
				place = to
			}
		}
		pin := at[n]
		if place == nil || pin != nil {
			sink(pin)
			for _, x := range n.in[1:] {
				if x != nil && !x.Op.IsControl() {
					sink(places[x.ID])
				}
			}
		}
		if places[n.ID] = place; pin != nil && !n.dead {
			g.SetIn(n, 0, place)
		}
	}
}

// relyOn returns the operators that may be pure because of a cast: the users of the cast or of
// its names.
func (g *Graph) relyOn(c *Node) []*Node {
	var users []*Node
	for _, u := range c.out {
		switch {
		case u.Op == OpBind:
			users = append(users, g.relyOn(u)...)
		case u.Op.staysPut() && u.Effect() == NoEffect, u.Op.mayBePure() && u.in[1] == nil:
			users = append(users, u)
		}
	}
	return users
}

// deeper reports whether a comes after b, for two control states one of which dominates the
// other.
func deeper(cfg *CFG, a, b *Node) bool {
	x, y := cfg.BlockOf(a), cfg.BlockOf(b)
	return x != nil && y != nil && x != y && y.Dominates(x)
}
