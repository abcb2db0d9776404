package viz

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sonjs/son/viz/trace"
)

// farRows is how many rows of the schedule an edge may pass inside a block. A longer
// edge is drawn as a stub: the name of its source.
const farRows = 16

// seaNode is a node as a box: a row with its slots, and a row with its label.
type seaNode struct {
	id    int32
	index int // in the rows of its block
	box   int // in the flow of its block
	w, h  int
	slots []seaSlot
}

// seaSlot is a slot, as wide as its widest in any moment.
type seaSlot struct{ slot, x, w int }

const (
	slotHeight = 16
	nodeHeight = 20
	slotMin    = 12
	memoryOut  = 10 // memory leaves a node to the left of its value, as its slot is left of the others
)

// seaGroups draws each block as a small graph: pinned nodes in the order of execution,
// floating ones beside them.
func (p *picture) seaGroups(moments []*trace.Moment) {
	for _, b := range p.plan.blocks {
		p.groups = append(p.groups, p.seaGroup(b, moments))
	}
}

func (p *picture) seaGroup(b *block, moments []*trace.Moment) group {
	g := &sea{p: p, b: b, byID: map[int32]*seaNode{}}
	for _, id := range b.rows {
		if slices.ContainsFunc(moments, func(m *trace.Moment) bool { return p.o.shows(m.Node(id), p.near) }) {
			n := &seaNode{id: id, index: len(g.nodes), box: len(g.nodes)}
			g.byID[id] = n
			g.nodes = append(g.nodes, n)
		}
	}
	for _, m := range moments {
		for _, n := range g.nodes {
			if x := m.Node(n.id); x != nil {
				g.measure(m, n, x)
			}
		}
	}
	for _, n := range g.nodes {
		g.finish(n)
	}
	g.layout(moments)
	w := max(max(g.flow.width, width(p.blockTitle(b)))+2*padding, p.exitsWidth(b))
	h := g.flow.height + 2*padding + rowHeight
	return group{w: w, h: h, small: g, draw: func(c canvas, x, y int) {
		p.frame(c, b, x, y, w, h)
		g.draw(c, x+padding, y+padding+rowHeight)
	}}
}

// sea is the small graph of one block.
type sea struct {
	p     *picture
	b     *block
	nodes []*seaNode
	byID  map[int32]*seaNode
	flow  *flow
	wires map[wire]int // a drawn edge -> index among the succs of its source
}

// wire is an edge between two nodes of one block.
type wire struct {
	from, to int32
	slot     int
}

// slotted reports whether an edge has a slot in the picture: control edges are those of
// the blocks.
func (g *sea) slotted(e trace.Edge) bool {
	return e.Kind == trace.ValueEdge || e.Kind == trace.MemoryEdge && !g.p.o.hides("mem")
}

// slotText is the text in a slot: none if an edge is drawn to it.
func (g *sea) slotText(m *trace.Moment, n *seaNode, e trace.Edge) word {
	if g.local(n, e) {
		return word{}
	}
	w, inline := operand(m, e.From)
	switch {
	case e.From == g.p.o.Focus:
		w.style = styleFocusText
	case e.Kind == trace.MemoryEdge && !inline:
		w.style = styleMemText
	}
	if inline && g.p.o.hidesInline(w) {
		return word{}
	}
	return w
}

// local reports whether an edge is drawn from box to box.
func (g *sea) local(n *seaNode, e trace.Edge) bool {
	from := g.byID[e.From]
	return from != nil && from != n && !e.Back && n.index > from.index && n.index-from.index <= farRows
}

func (g *sea) measure(m *trace.Moment, n *seaNode, x *trace.Node) {
	for _, e := range x.In {
		if !g.slotted(e) {
			continue
		}
		w := max(slotMin, width(g.slotText(m, n, e).text)+6)
		at := slices.IndexFunc(n.slots, func(s seaSlot) bool { return s.slot >= e.Slot })
		switch {
		case at < 0:
			n.slots = append(n.slots, seaSlot{slot: e.Slot, w: w})
		case n.slots[at].slot == e.Slot:
			n.slots[at].w = max(n.slots[at].w, w)
		default:
			n.slots = slices.Insert(n.slots, at, seaSlot{slot: e.Slot, w: w})
		}
	}
	n.w = max(n.w, wordsWidth(g.label(x))+12)
}

// label describes a node.
func (g *sea) label(n *trace.Node) []word {
	ws := []word{{name(n.ID) + " ", styleDim}, {n.Label, styleStrong}}
	if n.Name != "" && !g.p.o.hides("names") {
		ws = append(ws, word{" " + n.Name, styleName})
	}
	if n.Type != "" && n.Kind != trace.MemPhi && !g.p.o.hides("types") {
		ws = append(ws, word{" " + n.Type, styleType})
	}
	if in, ok := instanceWord(g.p.t, n); ok {
		ws = append(ws, in)
	}
	return ws
}

// finish spreads the slots of a node over its width.
func (g *sea) finish(n *seaNode) {
	sum := 0
	for _, s := range n.slots {
		sum += s.w
	}
	n.w = max(n.w, sum+4)
	n.h = nodeHeight
	if len(n.slots) > 0 {
		n.h += slotHeight
	}
	x := 2
	for i := range n.slots {
		s := &n.slots[i]
		s.x = x
		s.w += (n.w - 4 - sum) / len(n.slots)
		x += s.w
	}
}

func (n *seaNode) slot(slot int) (seaSlot, bool) {
	for _, s := range n.slots {
		if s.slot == slot {
			return s, true
		}
	}
	return seaSlot{}, false
}

// layout places the boxes by the edges of all moments. Invisible edges keep pinned nodes
// in the order of execution.
func (g *sea) layout(moments []*trace.Moment) {
	boxes := make([]flowBox, len(g.nodes))
	g.wires = map[wire]int{}
	join := func(from, to *seaNode, at int, memory bool) int {
		f, out := &boxes[from.box], from.w/2
		if memory {
			out -= memoryOut
		}
		f.succs = append(f.succs, to.box)
		f.out = append(f.out, out)
		f.in = append(f.in, at)
		f.apart = append(f.apart, memory)
		return len(f.succs) - 1
	}
	for _, n := range g.nodes {
		boxes[n.box].w, boxes[n.box].h, boxes[n.box].loop = n.w, n.h, -1
	}
	for _, m := range moments {
		for _, n := range g.nodes {
			x := m.Node(n.id)
			if x == nil {
				continue
			}
			for _, e := range x.In {
				w := wire{e.From, n.id, e.Slot}
				if _, known := g.wires[w]; known || !g.slotted(e) || !g.local(n, e) {
					continue
				}
				s, _ := n.slot(e.Slot)
				g.wires[w] = join(g.byID[e.From], n, s.x+s.w/2, e.Kind == trace.MemoryEdge)
			}
		}
	}
	var head, last *seaNode
	for _, n := range g.nodes {
		x := g.kind(moments, n.id)
		switch {
		case n.index == 0:
			head, last = n, n
		case x == trace.Phi || x == trace.MemPhi:
			join(head, n, n.w/2, false)
		case x != trace.Pure:
			join(last, n, n.w/2, false)
			last = n
		}
	}
	g.flow = newFlow(boxes, dataFlow)
}

// kind is the kind of a node in the last moment that has it.
func (g *sea) kind(moments []*trace.Moment, id int32) trace.Kind {
	for i := len(moments) - 1; i >= 0; i-- {
		if n := moments[i].Node(id); n != nil {
			return n.Kind
		}
	}
	return trace.Pure
}

func (g *sea) draw(c canvas, x, y int) {
	m, now := g.p.m, g.p.live[g.b.head]
	here := func(id int32) bool { return m.Node(id) != nil && slices.Contains(now.rows, id) }
	for _, n := range g.nodes {
		if !here(n.id) {
			continue
		}
		for _, e := range m.Node(n.id).In {
			k, ok := g.wires[wire{e.From, n.id, e.Slot}]
			if !ok || !here(e.From) {
				continue
			}
			st := styleValueEdge
			if e.Kind == trace.MemoryEdge {
				st = styleMemEdge
			}
			path := g.flow.boxes[g.byID[e.From].box].paths[k]
			pts := make([]point, len(path))
			for i, q := range path {
				pts[i] = point{q.x + x, q.y + y}
			}
			c.begin(name(e.From) + "-" + name(n.id))
			c.line(pts, st, true)
			c.end()
		}
	}
	for _, n := range g.nodes {
		if here(n.id) {
			b := &g.flow.boxes[n.box]
			g.drawNode(c, n, m.Node(n.id), x+b.x, y+b.y)
		}
	}
}

func (g *sea) drawNode(c canvas, n *seaNode, x *trace.Node, left0, top int) {
	c.begin(name(n.id))
	const rim = 4
	switch {
	case n.id == g.p.o.Focus:
		c.box(left0-rim, top-rim, n.w+2*rim, n.h+2*rim, styleFocus)
	case g.p.t.Inside(x) != nil:
		c.box(left0-rim, top-rim, n.w+2*rim, n.h+2*rim, styleInstance)
	}
	c.box(left0, top, n.w, n.h, kindStyle(x))
	for _, e := range x.In {
		s, ok := n.slot(e.Slot)
		if !ok || !g.slotted(e) {
			continue
		}
		t := g.slotText(g.p.m, n, e)
		c.text(left0+s.x+s.w/2, top+baseline, t.text, t.style, middle)
	}
	drawWords(c, left0+6, top+n.h-nodeHeight+baseline+1, g.label(x))
	c.end()
}

// sortedWires lists the edges that are drawn, in order.
func (g *sea) sortedWires() []wire {
	return slices.SortedFunc(maps.Keys(g.wires), func(a, b wire) int {
		return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.slot, b.slot), cmp.Compare(a.from, b.from))
	})
}
