package memory

import "github.com/sonjs/son/son"

// enter joins the knowledge at the ends of the edges into a block, and then forgets the earlier
// instances of the block's allocations.
func (h *heap) enter(b *son.Block) *knowledge {
	var k *knowledge
	switch b.Head.Op {
	case son.OpStart:
		k = h.known.Put(knowledge{})
	case son.OpRegion, son.OpLoop:
		k = h.join(b)
	default:
		if k = h.out[b.Preds[0].ID]; k == nil {
			k = h.known.Put(knowledge{})
		}
	}
	if b.Head.Op == son.OpLeave {
		k = h.leave(b, k)
	}
	return h.made(b, k)
}

// leave is the knowledge after a Leave: a finally may have done anything that this function
// does, the close of an iterator anything that other code does.
func (h *heap) leave(b *son.Block, k *knowledge) *knowledge {
	if t := b.Head.Arg(0); t.Op == son.OpTry && son.FinallyOf(t) == nil {
		return k
	} else if t.Op == son.OpTry {
		return h.known.Put(knowledge{})
	}
	left := h.known.Put(*k)
	left.run(0)
	return left
}

// made forgets the earlier instances of a block's allocations.
func (h *heap) made(b *son.Block, in *knowledge) *knowledge {
	list := h.allocs.of(b)
	if len(list) == 0 {
		return in
	}
	k := h.known.Put(*in)
	for _, n := range list {
		k.forget(n)
		if r := h.recs[n]; r != nil {
			k.recs.set(idOf(n), r.initial)
		}
	}
	return k
}

// forget drops everything known of a cell or record.
func (k *knowledge) forget(n *son.Node) {
	id := idOf(n)
	k.recs.drop(id)
	k.cells.drop(id)
	k.world.drop(id)
	k.inited.drop(id)
}

// run forgets what unknown code may change; or, if the code is assumed to change nothing,
// records that everything known of the world depends on that assumption.
func (k *knowledge) run(assumed son.Assumptions) {
	if assumed == 0 {
		k.world, k.props = tree[fact]{}, tree[fact]{}
		return
	}
	k.world.assume(assumed)
	k.props.assume(assumed)
}

// equal reports whether k and o hold the same knowledge.
func (k *knowledge) equal(o *knowledge) bool {
	return k == o || k.recs.equal(o.recs) && k.cells.equal(o.cells) && k.world.equal(o.world) &&
		k.props.equal(o.props) && k.finals.equal(o.finals) && k.inited.equal(o.inited)
}

// join is the knowledge that all walked edges into a region agree on.
func (h *heap) join(b *son.Block) *knowledge {
	var edges []*knowledge
	for _, p := range b.Preds {
		if p != nil && h.out[p.ID] != nil { // otherwise it is unreachable or not walked yet
			edges = append(edges, h.out[p.ID])
		}
	}
	if len(edges) == 0 {
		return h.known.Put(knowledge{})
	}
	old := h.in[b.ID]
	if old == nil {
		old = &knowledge{}
	}
	k, joins := h.known.Put(h.agreed(b, edges)), h.joins.of(b)
	for _, phi := range joins {
		k.recs.drop(idOf(phi)) // that was the previous iteration
	}
	k.recs = k.recs.adapt(old.recs, &h.steps, func(c, was contents) contents { return h.adaptContents(b, c, was) })
	for _, phi := range joins {
		if c, ok := h.joinRecord(b, phi); ok {
			if was, ok := old.recs.get(idOf(phi)); ok {
				c = h.adaptContents(b, c, was)
			}
			k.recs.set(idOf(phi), c)
		}
	}
	// From here on the record that a phi chose is changed under the name of the phi. Of a
	// literal that arrives here again, without having been made again, nothing is known.
	for _, phi := range joins {
		for _, x := range phi.Args() {
			k.recs.drop(idOf(origin(x)))
		}
	}
	k.cells = h.adaptCells(b, k.cells, old.cells)
	k.world = h.adaptCells(b, k.world, old.world)
	return k
}

// agreed is the knowledge that some edges into b agree on. They are joined in halves first,
// because the join differs from each edge by everything that the others did.
func (h *heap) agreed(b *son.Block, edges []*knowledge) knowledge {
	if len(edges) == 1 {
		return *edges[0]
	}
	k, w := h.agreed(b, edges[:len(edges)/2]), h.agreed(b, edges[len(edges)/2:])
	join := func(f, g fact) (fact, bool) { return joinFact(b, f, g), true }
	return knowledge{
		recs:   k.recs.meet(w.recs, &h.steps, func(c, d contents) (contents, bool) { return h.joinContents(b, c, d), true }),
		cells:  k.cells.meet(w.cells, &h.steps, join),
		world:  k.world.meet(w.world, &h.steps, join),
		props:  k.props.meet(w.props, &h.steps, joinLoad),
		finals: k.finals.meet(w.finals, &h.steps, joinLoad),
		inited: k.inited.meet(w.inited, &h.steps, func(mark, mark) (mark, bool) { return mark{}, true }),
	}
}

// joinRecord is the knowledge of the record that a phi chooses, if all of its inputs are known
// there.
func (h *heap) joinRecord(b *son.Block, phi *son.Node) (contents, bool) {
	r := h.recs[phi]
	c, others, walked := contents{rec: r}, fact{}, false
	for i, p := range b.Preds {
		if p == nil || h.out[p.ID] == nil {
			continue
		}
		d, ok := h.at(phi, b, i)
		if !ok {
			return c, false
		}
		if !walked {
			c.keys, others, walked = d.keys, d.rec.others(), true
			continue
		}
		c.keys = h.joinKeys(b, c.keys, d.keys, others, d.rec.others())
		others = joinFact(b, others, d.rec.others())
	}
	return c, walked
}

// joinContents joins the knowledge of one record.
func (h *heap) joinContents(b *son.Block, c, d contents) contents {
	c.keys = h.joinKeys(b, c.keys, d.keys, c.rec.others(), d.rec.others())
	return c
}

// joinKeys joins the knowledge of the keys of records. A key that is not listed has the default
// fact of its record.
func (h *heap) joinKeys(b *son.Block, c, d tree[fact], otherC, otherD fact) tree[fact] {
	return c.join(d, otherC, otherD, &h.steps, func(f, g fact) fact { return joinFact(b, f, g) })
}

// adaptContents adapts the knowledge of a record to that of the previous walk. A union stays a
// union, so that the walk ends.
func (h *heap) adaptContents(b *son.Block, c, was contents) contents {
	c.keys = c.keys.adapt(was.keys, &h.steps, func(f, was fact) fact {
		if was.at == b && f.known() {
			return fact{may: f.may | was.may, at: b}
		}
		return f
	})
	return c
}

// adaptCells does the same for cells.
func (h *heap) adaptCells(b *son.Block, cells, was tree[fact]) tree[fact] {
	return cells.adapt(was, &h.steps, func(f, was fact) fact {
		if was.at == b {
			return fact{may: isThere, at: b, assumed: f.assumed | was.assumed}
		}
		return f
	})
}

// joinLoad keeps a load that two edges agree on.
func joinLoad(f, g fact) (fact, bool) {
	f.assumed |= g.assumed
	return f, f.val == g.val
}

// joinFact joins two facts at the head of b.
func joinFact(b *son.Block, f, g fact) fact {
	switch {
	case f == g:
		return f
	case !f.known() || !g.known():
		return fact{may: f.may | g.may}
	case f.may == g.may && f.val == g.val && f.at == g.at:
		f.assumed |= g.assumed
		if f.site != g.site {
			f.site = nil
		}
		return f
	}
	return fact{may: f.may | g.may, at: b, assumed: f.assumed | g.assumed}
}
