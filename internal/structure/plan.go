package structure

import "slices"

// A plan has the data about all regions of a graph.
//
// Each region is a flow of its own, the innermost one first. A region enters the flow around it
// as one node, whose successors are all blocks that the region leaves to; in the region's own
// flow each of these is an exitNode. The tree is emitted from the outermost region inwards, so
// that where a jump out of a region is printed, the statements around are known: whether it may
// fall out of the end, needs no label, or which one.
type plan struct {
	g        *Graph
	mem      *Arena
	to       []int32   // of a block: itself or the first one after it that prints something
	join     []int32   // of a block: the first empty join before that one, -1: none
	node     []int32   // of a block: its node in the flow of its region
	blocks   [][]int32 // of a region
	entry    []int32   // of a region: its first block
	super    []int32   // of a region: the node that stands for it in the flow around
	named    [][]int32 // of a region: the blocks with a label before their successor there
	pinned   [][]int32 // of a region: the blocks that are pinned to a loop in it
	emitters []*emitter
	labels   []string // of the tree, by id; labels[0] is no label
	helper   bool
}

func newPlan(g *Graph) *plan {
	m := g.Arena
	if m == nil {
		m = &Arena{}
	}
	m.reset()
	n := max(1, len(g.Regions))
	p := &plan{g: g, mem: m, to: squeeze(g, m), node: m.fill(len(g.Blocks), 0), blocks: m.lists.Make(n)}
	p.entry, p.super, p.emitters = m.fill(n, -1), m.fill(n, -1), make([]*emitter, n)
	p.named, p.pinned = m.lists.Make(n), m.lists.Make(n)
	p.blocks[0] = m.room(len(g.Blocks))
	p.labels = []string{""}
	p.findJoins()
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if len(b.After) > 0 {
			to := g.Blocks[p.to[i]].Region
			p.named[to] = append(p.named[to], int32(i))
		}
		for _, h := range b.Pinned {
			to := g.Blocks[h].Region
			p.pinned[to] = append(p.pinned[to], int32(i))
		}
		p.node[i] = int32(len(p.blocks[b.Region]))
		p.blocks[b.Region] = append(p.blocks[b.Region], int32(i))
		for _, s := range b.Succs {
			if p.enters(b, s) {
				p.entry[g.Blocks[s].Region] = int32(s)
			}
		}
	}
	p.entry[0] = int32(g.Entry)
	return p
}

// enters reports whether the edge from b to block s enters a region.
func (p *plan) enters(b *Block, s int) bool {
	r := p.g.Blocks[s].Region
	return r != b.Region && p.g.Regions[r].Parent == b.Region && (b.Term == Try || b.iterates())
}

// dest returns the node of f, the flow of region r, that an edge to block s leads to.
func (p *plan) dest(f *flow, r int32, s int) int32 {
	t := p.to[s]
	if p.g.Blocks[t].Region == int(r) {
		return p.node[t]
	}
	x, ok := f.exits[t]
	if !ok {
		x = f.add(flowNode{kind: exitNode, term: End, block: -1, order: p.g.Blocks[t].Order, target: t})
		if f.exits == nil {
			f.exits = map[int32]int32{}
		}
		f.exits[t] = x
	}
	return x
}

// finallyEnd returns the node of f, the flow of a finally, that is its end.
func (f *flow) finallyEnd() int32 {
	if f.done < 0 {
		f.done = f.add(flowNode{kind: finallyNode, term: End, block: -1})
	}
	return f.done
}

// contract makes n, which will be node x of the flow f of region r, the node that stands for
// the regions that its successors enter.
func (p *plan) contract(f *flow, r, x int32, n *flowNode, succs ...int) {
	slots := map[int32]int32{}
	for _, s := range succs {
		in := int32(p.g.Blocks[s].Region)
		n.arms = append(n.arms, in)
		p.super[in] = x
		e := p.emitters[in]
		for i := range e.f.nodes {
			m := &e.f.nodes[i]
			if e.o.num[i] < 0 {
				continue
			}
			if !m.exit() {
				n.last = max(n.last, m.last, m.order)
			}
			if m.kind != exitNode {
				continue
			}
			slot, ok := slots[m.target]
			if !ok {
				slot = int32(len(n.succ))
				slots[m.target] = slot
				n.succ = append(n.succ, p.dest(f, r, int(m.target)))
			}
			m.slot = slot
		}
	}
}

// itemsBody adds to f, the flow of region r, the node for the body of the iteration loop with
// header h, which block s begins. It always has an edge back to h, so that the loop stays one
// even when each item ends it.
func (p *plan) itemsBody(f *flow, r, h int32, s int) int32 {
	n := flowNode{kind: bodyNode, term: Try, block: -1, order: p.g.Blocks[s].Order}
	x := f.add(n)
	p.contract(f, r, x, &n, s)
	if back := p.node[h]; !slices.Contains(n.succ, back) {
		n.succ = append(n.succ, back)
	}
	f.nodes[x] = n
	return x
}

// items returns the node of the region that is the body of the loop of h, or -1.
func (f *flow) items(h int32) int32 {
	if !f.iterates(h) {
		return -1
	}
	if y := f.nodes[h].succ[0]; f.nodes[y].kind == bodyNode {
		return y
	}
	return -1
}

// iterates reports whether h is the header of an iteration loop.
func (f *flow) iterates(h int32) bool {
	n := &f.nodes[h]
	return n.kind == blockNode && f.src.Blocks[n.block].iterates()
}

// ownHeaders gives iteration loops a header of their own: one whose body is a region has only one
// other predecessor, and one whose body is not has a back edge even when each item ends it.
func (f *flow) ownHeaders() {
	pre := map[int32]int32{}
	for h := range int32(len(f.nodes)) {
		if !f.iterates(h) {
			continue
		}
		n := f.nodes[h]
		if f.items(h) >= 0 {
			pre[h] = f.add(flowNode{kind: emptyNode, block: -1, order: n.order, succ: []int32{h}})
			continue
		}
		m := f.add(flowNode{kind: emptyNode, block: -1, order: n.order, succ: []int32{n.succ[0], h}})
		f.nodes[h].succ = []int32{m, n.succ[1]}
	}
	if len(pre) == 0 {
		return
	}
	for x := range f.nodes {
		for i, s := range f.nodes[x].succ {
			if y, ok := pre[s]; ok && f.nodes[x].kind != emptyNode && f.items(s) != int32(x) {
				f.nodes[x].succ[i] = y
			}
		}
	}
	if y, ok := pre[f.entry]; ok {
		f.entry = y
	}
}

// name finds the label that the source has for jumps to a node of f: its own, or that of an
// omitted empty block before it.
func (p *plan) name(f *flow, r int32) {
	for _, i := range p.named[r] {
		if f.names == nil {
			f.names = map[int32]string{}
		}
		if x := p.node[p.to[i]]; p.to[i] == i || f.names[x] == "" {
			f.names[x] = p.g.Blocks[i].After[0]
		}
	}
}

// pin finds the nodes of f that must be in some of its loops: blocks of r, and regions in it
// with such blocks.
func (p *plan) pin(f *flow, r int32) {
	for _, i := range p.pinned[r] {
		for _, h := range p.g.Blocks[i].Pinned {
			if p.g.Blocks[h].Region != int(r) {
				continue
			}
			x, in := p.node[i], int32(p.g.Blocks[i].Region)
			for in > r {
				x, in = p.super[in], int32(p.g.Regions[in].Parent)
			}
			if in == r && x >= 0 && !slices.Contains(f.pins[x], p.node[h]) {
				if f.pins == nil {
					f.pins = map[int32][]int32{}
				}
				f.pins[x] = append(f.pins[x], p.node[h])
			}
		}
	}
}
