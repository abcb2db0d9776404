package memory

import "github.com/sonjs/son/son"

import "slices"

// walk carries the knowledge through a block.
func (h *heap) walk(b *son.Block, in *knowledge) *knowledge {
	k := in
	for _, n := range h.states.of(b) {
		if n.Op == son.OpLoadCell && !n.OnChain() {
			h.read(k, n)
			continue
		}
		if k == in {
			k = h.known.Put(*in)
		}
		h.steps++
		h.step(k, n)
	}
	return k
}

// read records what is known at a load that only reads memory.
func (h *heap) read(k *knowledge, n *son.Node) {
	if h.collect {
		h.noteCell(k, n)
	}
}

// noteCell records the result of a load of a cell.
func (h *heap) noteCell(k *knowledge, n *son.Node) {
	c := n.Arg(0)
	if k.inited.has(idOf(c)) {
		h.inited[n] = true
	}
	if f, ok := k.cells.get(idOf(c)); ok {
		h.facts[n] = f
	} else if f, ok := k.world.get(idOf(c)); ok {
		h.facts[n], h.assumes[n] = f, f.assumed
	}
}

// step applies the memory effects of the node to k.
func (h *heap) step(k *knowledge, n *son.Node) {
	switch n.Op {
	case son.OpLoadCell:
		if h.collect {
			h.noteCell(k, n)
		}
		h.initialize(k, n.Arg(0))
		return
	case son.OpStoreCell:
		h.storeCell(k, n)
		return
	case son.OpCopyCell:
		h.copyCell(k, n)
		return
	case son.OpCatch, son.OpFinally:
		*k = knowledge{}
		return
	case son.OpPatObject:
		if _, ok := h.recordAt(k, n.Arg(0)); ok {
			return // an object can be destructured
		}
	case son.OpPatArray:
		if h.iterates(k, n) {
			return
		}
	case son.OpSpread, son.OpPatRest:
		if h.copies(k, n) {
			return
		}
	case son.OpPatEnd:
		if p := n.Arg(0); p.Op == son.OpPatObject || p.Op == son.OpPatArray && h.iterates(k, p) {
			return // nothing is left to do
		}
	}
	if h.access(k, n) || h.owns(k, n) {
		return
	}
	for _, x := range n.Args() {
		h.escape(k, x)
	}
	if h.called(k, n) {
		return
	}
	if n.Effect()&(son.Writes|son.Calls) != 0 {
		k.run(h.quiet(n))
	}
	if n.Op == son.OpLoad {
		h.again(k, n)
	}
}

// called forgets what a call changes that runs no unknown code, and reports whether n is one: the
// variables that the callee is known to write.
func (h *heap) called(k *knowledge, n *son.Node) bool {
	e := n.Effect()
	if n.Op != son.OpCall || e&son.Calls != 0 {
		return false
	}
	if e&son.Writes == 0 || k.world.root == nil {
		return true
	}
	s := h.g.Summary(n)
	for c := range h.shared {
		if s == nil || c.Sym == nil || slices.Contains(s.Writes, c.Sym) {
			k.world.drop(idOf(c))
		}
	}
	return true
}

// quiet returns the assumptions under which a node with effects changes nothing.
func (h *heap) quiet(n *son.Node) son.Assumptions {
	assumed := son.Assumptions(0)
	switch {
	case n.Op == son.OpLoad && n.Has(son.FlagFinal):
		assumed = son.AssumeClosedObjects
	case n.Op == son.OpLoad:
		assumed = son.AssumePureGetters
	case n.Op.Coerces():
		assumed = son.AssumePureCoercion
	}
	return assumed & h.g.Config.Assume
}

// again records the result of a load of the world, for the next load of the same property.
func (h *heap) again(k *knowledge, n *son.Node) {
	known, assumed := &k.props, son.AssumePureGetters
	if n.Has(son.FlagFinal) {
		known, assumed = &k.finals, son.AssumeClosedObjects
	}
	if !h.g.Config.Assume.Has(assumed) {
		return
	}
	p := propOf(n)
	id, ok := h.props[p]
	if !ok {
		if h.props == nil {
			h.props = map[prop]uint32{}
		}
		id = uint32(len(h.props))
		h.props[p] = id
	}
	if f, ok := known.get(id); ok {
		if h.collect {
			h.facts[n], h.assumes[n] = f, f.assumed
		}
		return
	}
	known.set(id, fact{may: isThere, val: n, assumed: assumed})
}

// iterates reports whether a pattern destructures an array literal with the built-in iteration:
// then no other code runs.
func (h *heap) iterates(k *knowledge, open *son.Node) bool {
	c, ok := h.recordAt(k, open.Arg(0))
	if !ok || !c.rec.array || c.rec.open || !h.g.Config.Assume.Has(son.AssumeBuiltins) {
		return false
	}
	h.note(open, fact{}, son.AssumeBuiltins)
	return true
}

// initialize records that a cell is past its TDZ.
func (h *heap) initialize(k *knowledge, c *son.Node) {
	if h.isCell(c) && !k.inited.has(idOf(c)) {
		k.inited.set(idOf(c), mark{})
	}
}

// storeCell is the transfer function of an assignment to a binding.
func (h *heap) storeCell(k *knowledge, n *son.Node) {
	c, v := n.Arg(0), n.Arg(1)
	h.escape(k, v)
	if h.collect && k.inited.has(idOf(c)) {
		h.inited[n] = true
	}
	if !h.isCell(c) { // one of several, since a loop makes a new one in each iteration
		k.cells, k.world = tree[fact]{}, tree[fact]{}
		return
	}
	k.cells.drop(idOf(c))
	k.world.drop(idOf(c))
	if n.Has(son.FlagConst) || v.Type.MayBe(son.KindUninit) {
		return
	}
	h.initialize(k, c)
	h.put(k, c, fact{may: isThere, val: v, site: n})
}

// put records the value of a cell.
func (h *heap) put(k *knowledge, c *son.Node, f fact) {
	if h.shared[c] {
		k.world.set(idOf(c), f)
	} else {
		k.cells.set(idOf(c), f)
	}
}

// copyCell is the transfer function of a new cell with the value of another one.
func (h *heap) copyCell(k *knowledge, n *son.Node) {
	k.forget(n)
	from := n.Arg(0)
	f, ok := k.cells.get(idOf(from))
	if !ok {
		f, ok = k.world.get(idOf(from))
	}
	if ok {
		h.put(k, n, f)
	}
	h.initialize(k, n)
}

// recordAt returns the knowledge of the record that x is, if it is one.
func (h *heap) recordAt(k *knowledge, x *son.Node) (contents, bool) {
	return k.recs.get(idOf(origin(x)))
}

// escape forgets the records reachable from x: from here on others see them.
func (h *heap) escape(k *knowledge, x *son.Node) {
	if k.recs.root == nil || !leads(x) {
		return
	}
	for _, id := range h.reachable(x) {
		k.recs.drop(id)
	}
}

// reachable returns the records to which values lead, which does not depend on the place.
func (h *heap) reachable(from ...*son.Node) []uint32 {
	var found []uint32
	work, seen := slices.Clone(from), map[*son.Node]bool{}
	for len(work) > 0 {
		x := origin(work[len(work)-1])
		work = work[:len(work)-1]
		if seen[x] || !leads(x) {
			continue
		}
		seen[x] = true
		h.steps++
		switch r := h.recs[x]; {
		case r != nil:
			found = append(found, idOf(x))
			work = append(work, r.holds...)
		case x.Op == son.OpPhi && !x.IsMemPhi(), x.Op == son.OpObject, x.Op == son.OpArray, x.Op == son.OpClosure, x.Op.IsToken():
			for _, a := range x.Args() {
				if a != nil && !a.Op.IsControl() {
					work = append(work, a)
				}
			}
		}
	}
	return found
}
