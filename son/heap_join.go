package son

// enter joins what is known at the end of the ways into a block, and then forgets
// what the block allocates anew.
func (h *heap) enter(b *Block) *knowledge {
	k := &knowledge{}
	switch b.Head.Op {
	case OpStart:
		return h.renew(b, k)
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
	return h.renew(b, k)
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
	k.run()
	return k
}

// renew forgets the earlier instances of what a block allocates.
func (h *heap) renew(b *Block, k *knowledge) *knowledge {
	if len(h.allocs[b.ID]) == 0 {
		return k
	}
	k = k.clone()
	for _, n := range h.allocs[b.ID] {
		h.forget(k, n)
		if r := h.recs[n]; r != nil {
			k.recs[n] = r.initial
		}
	}
	return k
}

// forget drops all that is known of a cell or record.
func (h *heap) forget(k *knowledge, n *Node) {
	delete(k.recs, n)
	delete(k.cells, n)
	delete(k.world, n)
	delete(k.inited, n)
}

// clone returns a copy that may be written to.
func (k *knowledge) clone() *knowledge {
	c := &knowledge{recs: make(map[*Node]*contents, len(k.recs)+1), cells: make(map[*Node]fact, len(k.cells)+1),
		world: make(map[*Node]fact, len(k.world)+1), inited: make(map[*Node]bool, len(k.inited)+1)}
	for n, x := range k.recs {
		c.recs[n] = x
	}
	for n, x := range k.cells {
		c.cells[n] = x
	}
	for n, x := range k.world {
		c.world[n] = x
	}
	for n := range k.inited {
		c.inited[n] = true
	}
	return c
}

// run forgets what unknown code may change.
func (k *knowledge) run() {
	if len(k.world) > 0 {
		k.world = map[*Node]fact{}
	}
}

// equal compares what is known.
func (k *knowledge) equal(o *knowledge) bool {
	if k == o {
		return true
	}
	if len(k.recs) != len(o.recs) || len(k.cells) != len(o.cells) || len(k.world) != len(o.world) || len(k.inited) != len(o.inited) {
		return false
	}
	for n, x := range k.recs {
		if y := o.recs[n]; y != x && (y == nil || !x.equal(y)) {
			return false
		}
	}
	for n, x := range k.cells {
		if y, ok := o.cells[n]; !ok || x != y {
			return false
		}
	}
	for n, x := range k.world {
		if y, ok := o.world[n]; !ok || x != y {
			return false
		}
	}
	for n := range k.inited {
		if !o.inited[n] {
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
	k := (&knowledge{}).clone()
	for n, x := range ways[0].recs {
		all := []*contents{x}
		for _, w := range ways[1:] {
			if y := w.recs[n]; y != nil {
				all = append(all, y)
			}
		}
		if len(all) == len(ways) {
			k.recs[n] = joinContents(b, all, old.recs[n])
		}
		h.steps += len(all)
	}
	cells := func(of func(*knowledge) map[*Node]fact) {
		for n, f := range of(ways[0]) {
			was, ok := of(old)[n]
			sticky := ok && was.at == b
			for _, w := range ways[1:] {
				g, known := of(w)[n]
				if ok = known; !ok {
					break
				}
				f = joinFact(b, f, g)
			}
			h.steps += len(ways)
			switch {
			case len(ways) > 1 && !ok:
			case sticky:
				of(k)[n] = fact{may: isThere, at: b}
			default:
				of(k)[n] = f
			}
		}
	}
	cells(func(k *knowledge) map[*Node]fact { return k.cells })
	cells(func(k *knowledge) map[*Node]fact { return k.world })
	for n := range ways[0].inited {
		ok := true
		for _, w := range ways[1:] {
			ok = ok && w.inited[n]
		}
		if ok {
			k.inited[n] = true
		}
		h.steps += len(ways)
	}
	return k
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
		return fact{may: f.may, val: f.val}
	}
	return fact{may: f.may | g.may, at: b}
}
