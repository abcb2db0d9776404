package branch

import (
	"slices"

	"github.com/sonjs/son/son"
)

// run changes the graph as planned. The nodes of the last path stay, those of the others are
// removed.
func (t *tails) run() {
	t.unbound()
	region := t.joinRegion()
	state := t.before(region)
	if t.choice != nil {
		t.express(region)
	}
	for _, m := range t.effects {
		m.node = t.survivor(m.of)
		t.inputs(m, region, state)
		state = m.node
	}
	for _, m := range t.all {
		if m.kind != mergedEffect {
			t.make(m, region)
		}
	}
	t.end(region, state)
	t.drop()
}

// survivor is the one of the paths' nodes that stays.
func (t *tails) survivor(of []*son.Node) *son.Node { return of[len(of)-1] }

// unbound marks the ifs whose arms the paths come from: their common ends now follow them.
func (t *tails) unbound() {
	for _, w := range t.paths {
		top := w.b
		for b := w.b; b != nil && !t.above(b); b = b.Idom {
			top = b
		}
		for b := w.b; b != nil; b = b.Idom {
			if e := b.End; e != nil && e.Op == son.OpIf && !e.Has(son.FlagExpr|son.FlagSwitch) {
				e.Idx = son.IfOpen
			}
			if b == top.Idom {
				break
			}
		}
	}
}

// above reports whether a block dominates all paths.
func (t *tails) above(b *son.Block) bool {
	return !slices.ContainsFunc(t.paths, func(w tailPath) bool { return !b.Dominates(w.b) })
}

// joinRegion returns the region where the paths join, which is a new one for exits.
func (t *tails) joinRegion() *son.Node {
	if t.join != nil {
		return t.join
	}
	exit := t.paths[1].exit
	r := t.g.NewNode(son.OpRegion, nil)
	r.Type, r.Order = son.TypeControl, exit.Order
	for _, w := range t.paths {
		t.g.AddIn(r, w.b.Head)
	}
	return r
}

// before returns the memory state before the tail.
func (t *tails) before(region *son.Node) *son.Node {
	if !slices.ContainsFunc(t.cut, func(m *son.Node) bool { return m != t.cut[0] }) {
		return t.cut[0]
	}
	phi := t.g.NewNode(son.OpPhi, region)
	phi.Flags, phi.Order = son.FlagMem, t.survivor(t.effects[0].of).Order
	if t.mem != nil {
		phi.Type = t.mem.Type
	}
	for _, m := range t.cut {
		t.g.AddIn(phi, m)
	}
	return phi
}

// express turns the if, which has no statements left, into an expression.
func (t *tails) express(region *son.Node) {
	g, e := t.g, t.iff.End
	e.Flags |= son.FlagExpr
	e.Idx = 0
	region.Flags |= son.FlagExpr
	phi := g.NewNode(son.OpPhi, region)
	phi.Flags, phi.Order, phi.Type = son.FlagExpr, e.Order, son.TypeTop
	for _, x := range t.choice.of {
		phi.Type = phi.Type.Join(x.Type)
		g.AddIn(phi, x)
	}
	t.choice.node = phi
}

// inputs sets the inputs of a surviving node after the join.
func (t *tails) inputs(m *merged, region, state *son.Node) {
	n := m.node
	if n.In(0) != nil {
		t.g.SetIn(n, 0, region)
	}
	if state != nil {
		t.g.SetIn(n, 1, state)
	}
	for i, x := range m.args {
		if x.node == nil && x.kind != mergedEffect {
			t.make(x, region)
		}
		t.g.SetIn(n, n.FirstArg()+i, x.node)
	}
	for _, x := range m.of {
		n.Type = n.Type.Join(x.Type)
		if x.Sym != n.Sym {
			n.Sym = nil
		}
	}
}

// make moves a node that is not an effect after the join.
func (t *tails) make(m *merged, region *son.Node) {
	if m.node != nil {
		return
	}
	m.node = t.survivor(m.of)
	var state *son.Node
	if m.kind == mergedRead {
		if state = t.effects[0].node.In(1); m.state > 0 {
			state = t.survivor(t.effects[m.state-1].of)
		}
	}
	if m.kind == mergedFloat {
		m.node.SetHome(region)
	}
	t.inputs(m, region, state)
}

// end connects the nodes that follow the paths to the tail.
func (t *tails) end(region, state *son.Node) {
	g := t.g
	if t.join == nil {
		stays, goes := t.paths[1].exit, t.paths[0].exit
		g.SetIn(stays, 0, region)
		g.SetIn(stays, 1, state)
		g.SetIn(stays, 2, t.values[0].node)
		g.DropIn(g.Stop, slices.Index(g.Stop.Ins(), goes))
		if !goes.Dead() {
			g.Kill(goes)
		}
		return
	}
	for i, p := range t.phis {
		if v := t.values[i]; v != nil {
			g.Replace(p, v.node, nil)
		}
	}
	for len(t.mem.Users()) > 0 {
		u := t.mem.Users()[len(t.mem.Users())-1]
		for slot, x := range u.Ins() {
			if x == t.mem {
				g.SetIn(u, slot, state)
			}
		}
	}
	if !t.mem.Dead() {
		g.Kill(t.mem)
	}
}

// drop removes the nodes of the other paths, users first.
func (t *tails) drop() {
	for again := true; again; {
		again = false
		for _, m := range t.all {
			for _, n := range m.of {
				if n != m.node && !n.Dead() && len(n.Users()) == 0 {
					t.g.Kill(n)
					again = true
				}
			}
		}
	}
}
