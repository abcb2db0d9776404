package branch

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// run changes the graph.
func (d *dispatch) run() {
	g, head := d.g, d.head.Head
	dead := g.Dead()
	d.unbound()
	meetings := d.meetings()
	for _, b := range d.order {
		d.startOf(d.targets[b])
	}
	for _, u := range d.uses {
		g.SetIn(u.user, u.slot, d.read(u.phi, u.at))
	}
	for _, m := range meetings {
		d.connect(m)
	}
	for _, b := range d.flow.joins {
		d.loopAt(b)
	}
	for _, u := range slices.Clone(head.Users()) {
		if u.Op == son.OpNever {
			d.neverEnding(u)
		}
	}
	for _, b := range d.c.Blocks {
		if d.joins[b] || b == d.head {
			for _, n := range append(son.PhisOf(b.Head), b.Head) {
				for i := 1; i < n.NumIn(); i++ {
					g.SetIn(n, i, dead)
				}
			}
		}
	}
	for _, b := range d.order {
		d.start(b)
	}
	for _, p := range append(slices.Clone(d.phis), head) {
		g.Replace(p, dead, dead)
	}
}

// meeting is where several paths meet in the new control flow. Its inputs, and those of its phis,
// are set when all of them exist.
type meeting struct {
	node  *son.Node // a Region, or a Loop
	paths []*dispatched
	// entry and back are the inputs of a Loop, if several paths meet there.
	entry, back *meeting
	phis        []*son.Node // parallel to those of the head
}

// meet makes the join of several paths to a block.
func (d *dispatch) meet(op son.Op, b *son.Block, paths []*dispatched) *meeting {
	m := &meeting{node: d.g.NewNode(op, nil), paths: paths}
	m.node.Type = son.TypeControl
	m.node.SetSource(b.Head)
	for _, p := range d.phis {
		m.phis = append(m.phis, d.phiAt(p, m.node))
	}
	return m
}

// meetings makes the new starts of the targets that several paths lead to.
func (d *dispatch) meetings() []*meeting {
	var list []*meeting
	several := func(b *son.Block, paths []*dispatched) *meeting {
		if len(paths) == 1 {
			return nil
		}
		m := d.meet(son.OpRegion, b, paths)
		list = append(list, m)
		return m
	}
	for _, b := range d.order {
		t := d.targets[b]
		m := several(b, t.forward)
		if len(t.again) > 0 {
			l := d.meet(son.OpLoop, b, []*dispatched{t.forward[0], t.again[0]})
			l.entry, l.back = m, several(b, t.again)
			d.describe(l.node)
			list = append(list, l)
			m = l
		}
		if m == nil {
			continue
		}
		t.ctrl = m.node
		for i, p := range d.phis {
			t.values[p] = m.phis[i]
		}
	}
	return list
}

// describe gives a new loop a source form.
func (d *dispatch) describe(l *son.Node) {
	info := &son.LoopInfo{Kind: son.LoopWhile}
	if old := d.g.Loops[d.head.Head]; old != nil {
		info.Labels, info.Jumps = old.Labels, old.Jumps
	}
	d.g.Loops[l] = info
}

// connect sets the inputs of a meeting.
func (d *dispatch) connect(m *meeting) {
	for k, e := range m.paths {
		before := [2]*meeting{m.entry, m.back}[min(k, 1)]
		if before != nil {
			d.g.AddIn(m.node, before.node)
		} else {
			d.g.AddIn(m.node, d.ctrlOf(e))
		}
		for i, p := range d.phis {
			if before != nil {
				d.g.AddIn(m.phis[i], before.phis[i])
			} else {
				d.g.AddIn(m.phis[i], d.readOn(p, e))
			}
		}
	}
}

// ctrlOf returns the new control state at the end of a path: that at the start of its last block may
// be another one now.
func (d *dispatch) ctrlOf(e *dispatched) *son.Node {
	if t := d.targets[e.from]; t != nil && e.ctrl == e.from.Head {
		return d.startOf(t)
	}
	return e.ctrl
}

// startOf returns the new control state at the start of a target.
func (d *dispatch) startOf(t *dispatchTarget) *son.Node {
	if t.ctrl == nil {
		t.ctrl = d.ctrlOf(t.forward[0])
	}
	return t.ctrl
}

// loopAt makes the head of a loop of a join of the old loop, which some of its predecessors follow
// now.
func (d *dispatch) loopAt(b *son.Block) {
	g, r := d.g, b.Head
	l := g.NewNode(son.OpLoop, nil)
	l.Type = son.TypeControl
	l.SetSource(r)
	d.describe(l)
	var sides [2][]int
	for i, p := range b.Preds {
		switch {
		case p == nil || !d.reached[p]:
		case d.flow.dominates(b, p):
			sides[1] = append(sides[1], i+1)
		default:
			sides[0] = append(sides[0], i+1)
		}
	}
	phis := son.PhisOf(r)
	son.SortByOrder(phis)
	loopPhis := make([]*son.Node, len(phis))
	for i, p := range phis {
		loopPhis[i] = d.phiAt(p, l)
	}
	for _, side := range sides {
		if len(side) == 1 {
			g.AddIn(l, r.In(side[0]))
			for i, p := range phis {
				g.AddIn(loopPhis[i], p.In(side[0]))
			}
			continue
		}
		m := g.NewNode(son.OpRegion, nil)
		m.Type = son.TypeControl
		m.SetSource(r)
		g.AddIn(l, m)
		for _, k := range side {
			g.AddIn(m, r.In(k))
		}
		for i, p := range phis {
			phi := d.phiAt(p, m)
			for _, k := range side {
				g.AddIn(phi, p.In(k))
			}
			g.AddIn(loopPhis[i], phi)
		}
	}
	for i, p := range phis {
		g.Replace(p, loopPhis[i], loopPhis[i])
	}
	for _, t := range d.targets {
		if t.ctrl == r {
			t.ctrl = l
		}
	}
	g.Replace(r, l, nil)
}

// start lets a block begin at its new start.
func (d *dispatch) start(b *son.Block) {
	proj, ctrl := b.Head, d.targets[b].ctrl
	for len(proj.Users()) > 0 {
		u := proj.Users()[len(proj.Users())-1]
		for slot, x := range u.Ins() {
			if x == proj {
				d.g.SetIn(u, slot, ctrl)
			}
		}
	}
	for _, n := range b.Nodes {
		if n.Home() == proj {
			n.SetHome(ctrl)
		}
	}
}

// phiAt makes a phi without inputs that replaces p at another join.
func (d *dispatch) phiAt(p, join *son.Node) *son.Node {
	phi := d.g.NewNode(son.OpPhi, join)
	phi.Type, phi.Flags, phi.Sym = p.Type, p.Flags, p.Sym
	phi.SetSource(p)
	return phi
}

// readOn returns the value that a phi of the head has when control comes by a path.
func (d *dispatch) readOn(p *son.Node, e *dispatched) *son.Node {
	x := d.valueOn(p, e)
	if d.isLocal(x) {
		x = d.read(x, e.from)
	}
	return d.g.Cast(d.ctrlOf(e), x, p.Type)
}

// read returns the replacement of a value of the head or its tests in a block.
func (d *dispatch) read(x *son.Node, b *son.Block) *son.Node {
	top := d.topOf(b)
	key := rejoin{x, top}
	if y := d.made[key]; y != nil {
		return y
	}
	t := d.targets[top]
	switch {
	case x.Op != son.OpPhi:
		in := slices.Clone(x.Ins())
		for i, y := range in {
			if y != nil && d.isLocal(y) {
				in[i] = d.read(y, top)
			}
		}
		y := d.g.Clone(x, in...)
		y.SetHome(nil)
		d.made[key] = y
		return y
	case t != nil && t.values[x] != nil:
		return t.values[x]
	case t != nil:
		return d.readOn(x, t.forward[0])
	}
	phi := d.phiAt(x, top.Head)
	d.made[key] = phi
	for _, p := range top.Preds {
		y := d.g.Dead()
		if p != nil && d.reached[p] {
			y = d.read(x, p)
		}
		d.g.AddIn(phi, y)
	}
	return phi
}

// neverEnding gives each new loop an exit like that of the old one.
func (d *dispatch) neverEnding(old *son.Node) {
	for _, b := range d.order {
		t := d.targets[b]
		if len(t.again) == 0 {
			continue
		}
		mem := old.In(1)
		if m := t.values[mem]; m != nil {
			mem = m
		}
		n := d.g.NewNode(son.OpNever, t.ctrl, mem)
		n.Type = son.TypeControl
		n.SetSource(old)
		d.g.AddIn(d.g.Stop, n)
	}
}

// unbound clears the source extents of the branches whose arms the paths come from: other code
// follows them now than in the source.
func (d *dispatch) unbound() {
	for b := range d.joins {
		if b.Head.Has(son.FlagExpr) {
			b.Idom.End.Flags &^= son.FlagExpr | son.FlagTernary | son.FlagVoidArm | son.FlagLogicalAssign
		}
	}
	for b := range d.reached {
		e := b.End
		if e == nil || e.Op != son.OpIf || e.Has(son.FlagExpr) {
			continue
		}
		if e.Has(son.FlagSwitch) {
			e.Span, e.Site = ast.Span{}, 0
		} else {
			e.Idx = son.IfOpen
		}
	}
}
