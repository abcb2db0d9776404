package son

// enter joins what is known at the end of the ways into a block, and then forgets
// what the block allocates anew.
func (h *heap) enter(b *Block) *knowledge {
	k := &knowledge{}
	switch b.Head.Op {
	case OpStart:
		return h.made(b, k)
	case OpRegion, OpLoop:
		k = h.join(b)
	default:
		if out := h.out[b.Preds[0].ID]; out != nil {
			k = out
		}
	}
	if b.Head.Op == OpLeave {
		k = h.leave(b, k)
	}
	return h.made(b, k)
}

// leave is what is known behind a Leave: a finally may have done anything that this
// function does, the close of an iterator what other code does.
func (h *heap) leave(b *Block, k *knowledge) *knowledge {
	if t := b.Head.Arg(0); t.Op == OpTry && FinallyOf(t) == nil {
		return k
	} else if t.Op == OpTry {
		return &knowledge{}
	}
	k = k.clone()
	k.run(0)
	return k
}

// made forgets the earlier instances of what a block allocates.
func (h *heap) made(b *Block, k *knowledge) *knowledge {
	if len(h.allocs[b.ID]) == 0 {
		return k
	}
	k = k.clone()
	for _, n := range h.allocs[b.ID] {
		h.forget(k, n)
		if r := h.recs[n]; r != nil {
			k.recs.set(n, r.initial)
		}
	}
	return k
}

// forget drops all that is known of a cell or record.
func (h *heap) forget(k *knowledge, n *Node) {
	k.recs.drop(n)
	k.cells.drop(n)
	k.world.drop(n)
	k.inited.drop(n)
}

// clone returns a copy that may be changed.
func (k *knowledge) clone() *knowledge {
	return &knowledge{recs: k.recs.share(), cells: k.cells, world: k.world, props: k.props.share(), inited: k.inited}
}

// run forgets what unknown code may change; or, if that nothing changes is assumed,
// notes that all that is known of the world leans on that.
func (k *knowledge) run(lean Assumptions) {
	if lean == 0 {
		k.world, k.props = tree[fact]{}, layer[prop, fact]{}
		return
	}
	k.world.each(func(f fact) fact {
		f.lean |= lean
		return f
	})
	leanOn(&k.props, lean)
}

// leanOn notes that all facts of a layer lean on an assumption.
func leanOn[K comparable](l *layer[K, fact], lean Assumptions) {
	for n, f := range l.all() {
		if f.lean|lean != f.lean {
			f.lean |= lean
			l.set(n, f)
		}
	}
}

// equal compares what is known.
func (k *knowledge) equal(o *knowledge) bool {
	same := func(x, y fact) bool { return x == y }
	return k == o ||
		equalLayers(k.recs, o.recs, func(x, y *contents) bool { return x == y || x.equal(y) }) &&
			k.cells.equal(o.cells) && k.world.equal(o.world) && equalLayers(k.props, o.props, same) && k.inited.equal(o.inited)
}

func equalLayers[K comparable, V any](a, b layer[K, V], same func(V, V) bool) bool {
	if a.t == b.t {
		return true
	}
	if a.len() != b.len() {
		return false
	}
	for n, x := range a.all() {
		if y, ok := b.get(n); !ok || !same(x, y) {
			return false
		}
	}
	return true
}

func (c *contents) equal(o *contents) bool {
	if len(c.keys) != len(o.keys) {
		return false
	}
	for key, f := range c.keys {
		if g, ok := o.keys[key]; !ok || f != g {
			return false
		}
	}
	return true
}

// join is what all ways into a region that were walked agree on.
func (h *heap) join(b *Block) *knowledge {
	var ways []*knowledge
	for _, p := range b.Preds {
		if p != nil && h.out[p.ID] != nil { // else it is never reached, or not walked yet
			ways = append(ways, h.out[p.ID])
		}
	}
	if len(ways) == 0 {
		return &knowledge{}
	}
	old := h.in[b.ID]
	if old == nil {
		old = &knowledge{}
	}
	k := &knowledge{}
	h.joinRecs(b, k, ways, old)
	h.joinCells(b, k, ways, old, cellsOf)
	h.joinCells(b, k, ways, old, worldOf)
	h.joinProps(k, ways, old)
	k.inited = ways[0].inited
	for _, w := range ways[1:] {
		k.inited = k.inited.meet(w.inited, &h.steps, func(x, _ bool) bool { return x })
	}
	return k
}

// joinRecs joins what is known of records.
func (h *heap) joinRecs(b *Block, k *knowledge, ways []*knowledge, old *knowledge) {
	joins := h.joins[b.ID]
	if len(joins) == 0 && sameLayers(ways, old, recsOf) {
		k.recs = ways[0].recs.share()
		h.steps += k.recs.len() * len(ways)
		return
	}
	for _, n := range joins {
		if c := h.joinRecord(b, n, old.recs.at(n)); c != nil {
			k.recs.set(n, c)
		}
	}
	for n, x := range ways[0].recs.all() {
		if n.Op == OpPhi && n.Region() == b.Head {
			continue // that was the round before
		}
		all := []*contents{x}
		for _, w := range ways[1:] {
			if y := w.recs.at(n); y != nil {
				all = append(all, y)
			}
		}
		if len(all) == len(ways) {
			k.recs.set(n, joinContents(b, all, old.recs.at(n)))
		}
		h.steps += len(all)
	}
}

// joinRecord is what is known of the record that a phi chooses, if all of them are
// known where it does.
func (h *heap) joinRecord(b *Block, phi *Node, old *contents) *contents {
	var all []*contents
	for i, p := range b.Preds {
		if p == nil || h.out[p.ID] == nil {
			continue
		}
		c := h.at(phi, b, i)
		if c == nil {
			return nil
		}
		all = append(all, c)
	}
	return &contents{rec: h.recs[phi], keys: joinContents(b, all, old).keys}
}

// joinCells joins what is known of cells, in one tree. A union stays a union, so
// that the walk ends.
func (h *heap) joinCells(b *Block, k *knowledge, ways []*knowledge, old *knowledge, of func(*knowledge) *tree[fact]) {
	all := *of(ways[0])
	for _, w := range ways[1:] {
		all = all.meet(*of(w), &h.steps, func(f, g fact) fact { return joinFact(b, f, g) })
	}
	*of(k) = all.adapt(*of(old), &h.steps, func(f, was fact) fact {
		if was.at == b {
			return fact{may: isThere, at: b, lean: f.lean | was.lean}
		}
		return f
	})
}

// joinProps keeps the loads that all ways agree on.
func (h *heap) joinProps(k *knowledge, ways []*knowledge, old *knowledge) {
	if sameLayers(ways, old, propsOf) {
		k.props = ways[0].props.share()
		h.steps += k.props.len() * len(ways)
		return
	}
next:
	for p, f := range ways[0].props.all() {
		h.steps += len(ways)
		for _, w := range ways[1:] {
			g, ok := w.props.get(p)
			if !ok || g.val != f.val {
				continue next
			}
			f.lean |= g.lean
		}
		k.props.set(p, f)
	}
}

// joinContents joins what is known of one record. A union stays a union, so that
// the walk ends.
func joinContents(b *Block, all []*contents, old *contents) *contents {
	same := true
	for _, c := range all[1:] {
		same = same && (c == all[0] || c.equal(all[0]))
	}
	if same && old == nil {
		return all[0]
	}
	keys := map[string]fact{}
	for _, c := range all {
		for key := range c.keys {
			if _, ok := keys[key]; ok {
				continue
			}
			f := all[0].get(key)
			for _, d := range all[1:] {
				f = joinFact(b, f, d.get(key))
			}
			if old != nil && old.get(key).at == b && f.known() {
				f = fact{may: f.may | old.get(key).may, at: b}
			}
			keys[key] = f
		}
	}
	return &contents{rec: all[0].rec, keys: keys}
}

// joinFact joins two facts that meet at the head of b.
func joinFact(b *Block, f, g fact) fact {
	switch {
	case f == g:
		return f
	case !f.known() || !g.known():
		return fact{may: f.may | g.may}
	case f.may == g.may && f.val != nil && f.val == g.val:
		f.lean |= g.lean
		if f.site != g.site {
			f.site = nil
		}
		return f
	}
	return fact{may: f.may | g.may, at: b, lean: f.lean | g.lean}
}
