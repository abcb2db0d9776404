package structure

import "slices"

// LabelHint is a labelled statement of the source that is not a loop.
type LabelHint struct {
	Label      string
	Start, End int32 // between the Orders of its blocks
}

// labelPlacer puts labels where the source has them. In the tree as it is built, the label of a
// forward jump precedes everything dominated by the block that leads to it:
//
//	L: { a; if (b) { c; if (d) break L; e } }   =>   a; if (b) { c; L: { if (d) break L; e } }
//
// if the source's label is before that if, and nothing follows the if in L.
type labelPlacer struct {
	g     *Graph
	t     *Tree
	hints map[string][]LabelHint // by label, in the order of the source; they do not nest
	spans map[Node]jumpSpan
	jumps []jumpSpan // by label: the first and the last jump to it
	count int
}

// jumpSpan is a range of jumps, numbered in the order of the tree; for a statement it also has
// the greatest Order in it.
type jumpSpan struct {
	from, to int
	last     int32
	order    int32 // see order; for labelled blocks, in which others may begin
}

// placeLabels is linear in the tree, which has labels of the source.
func placeLabels(g *Graph, t *Tree) {
	if len(g.Labels) == 0 || !slices.ContainsFunc(t.Labels, func(s string) bool { return s != "" }) {
		return
	}
	p := &labelPlacer{g: g, t: t, hints: map[string][]LabelHint{}, spans: map[Node]jumpSpan{}, jumps: make([]jumpSpan, len(t.Labels))}
	for _, h := range g.Labels {
		p.hints[h.Label] = append(p.hints[h.Label], h)
	}
	p.number(t.Body)
	t.Body = p.seq(t.Body)
}

// number numbers the jumps, and records which statements contain which. It returns the greatest
// Order.
func (p *labelPlacer) number(s Seq) (last int32) {
	for _, n := range s {
		from, inside := p.count, int32(0)
		switch n := n.(type) {
		case *BreakNode:
			p.jump(n.Label)
		case *ContinueNode:
			p.jump(n.Label)
		}
		for _, in := range bodies(n) {
			inside = max(inside, p.number(*in))
		}
		at := p.order(n)
		inside = max(inside, at)
		p.spans[n] = jumpSpan{from, p.count, inside, at}
		last = max(last, inside)
	}
	return last
}

func (p *labelPlacer) jump(label int) {
	if j := &p.jumps[label]; j.to == 0 {
		*j = jumpSpan{from: p.count, to: p.count + 1}
	} else {
		j.to = p.count + 1
	}
	p.count++
}

// seq places the labels in a list.
func (p *labelPlacer) seq(s Seq) Seq {
	var out Seq
	for i, n := range s {
		l, ok := n.(*LabeledNode)
		if !ok {
			if out != nil {
				out = append(out, n)
			}
			for _, in := range bodies(n) {
				*in = p.seq(*in)
			}
			continue
		}
		if out == nil {
			out = append(out, s[:i]...)
		}
		out = append(out, p.place(l)...)
	}
	if out == nil {
		return s
	}
	return out
}

// place returns the statements that replace a labelled block.
func (p *labelPlacer) place(l *LabeledNode) Seq {
	start, ok := p.start(l)
	if !ok {
		l.Body = p.seq(l.Body)
		return Seq{l}
	}
	jumps := p.jumps[l.Label]
	k := 0
	for k < len(l.Body)-1 && p.order(l.Body[k]) < start && p.spans[l.Body[k]].to <= jumps.from {
		k++
	}
	out := p.seq(slices.Clone(l.Body[:k]))
	l.Body = l.Body[k:]
	if n, ok := l.Body[0].(*IfNode); ok && len(l.Body) == 1 && p.order(n) < start {
		for _, arm := range []*Seq{&n.Then, &n.Else} {
			if len(*arm) > 0 && p.spans[(*arm)[0]].from <= jumps.from && p.spans[(*arm)[len(*arm)-1]].to >= jumps.to {
				l.Body = *arm
				*arm = p.place(l)
			} else {
				*arm = p.seq(*arm)
			}
		}
		return append(out, n)
	}
	l.Body = p.seq(l.Body)
	return append(out, l)
}

// start returns where the source has the label of l.
func (p *labelPlacer) start(l *LabeledNode) (start int32, ok bool) {
	list := p.hints[p.t.Labels[l.Label]]
	at := p.spans[l].last
	i, _ := slices.BinarySearchFunc(list, at+1, func(h LabelHint, at int32) int { return int(h.Start - at) })
	if i == 0 || list[i-1].End < at {
		return 0, false
	}
	return list[i-1].Start, true
}

// order returns, once the parts of a statement have been numbered, where the statement begins
// in the source; 0: unknown.
func (p *labelPlacer) order(n Node) int32 {
	switch n := n.(type) {
	case *CodeNode:
		return p.g.Blocks[n.Block].Order
	case *IfNode:
		b := &p.g.Blocks[n.Cond.first()]
		return max(b.Order, b.Last) // the test comes last in its block
	case *LoopNode:
		return p.g.Blocks[n.Header].Order
	case *SwitchNode:
		return p.g.Blocks[n.Block].Order
	case *TryNode:
		return p.g.Blocks[n.Block].Order
	case *EndNode:
		return p.g.Blocks[n.Block].Order
	case *LabeledNode:
		if at, known := p.spans[n]; known {
			return at.order
		}
		if len(n.Body) > 0 {
			return p.order(n.Body[0])
		}
	}
	return 0
}

// first returns the block that a condition tests first.
func (c *Cond) first() int {
	for c.Op != Test {
		c = c.Args[0]
	}
	return c.Block
}

// bodies returns the statement lists of a statement.
func bodies(n Node) []*Seq {
	switch n := n.(type) {
	case *IfNode:
		return []*Seq{&n.Then, &n.Else}
	case *LoopNode:
		return []*Seq{&n.Body}
	case *LabeledNode:
		return []*Seq{&n.Body}
	case *SwitchNode:
		var out []*Seq
		for i := range n.Cases {
			out = append(out, &n.Cases[i].Body)
		}
		return out
	case *DispatchNode:
		var out []*Seq
		for i := range n.Targets {
			out = append(out, &n.Targets[i].Body)
		}
		return out
	case *TryNode:
		return []*Seq{&n.Body, &n.Catch, &n.Finally}
	}
	return nil
}
