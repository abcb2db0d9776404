package structure

import "slices"

// lifted is the dominator tree from which statements are emitted: that of the graph, with the
// code that leaves a loop moved up to the loop's preheader, so that it is printed after the
// loop and not within it. It is the dominator tree of the graph with an additional edge from
// the preheader to that code.
//
//	for (;;) { a; if (b) { c; return }; d }   →   for (;;) { a; if (b) break; d }  c; return
//
// Code is in loop L when L's header dominates it and either control can return from it to the
// header, or the source has it before L's end as in if (b) { c; return }, or it leads to code
// that is pinned to L. A root of L is a node after L whose dominator is in L. Roots with
// several predecessors are lifted, and one with a single one.
//
// All is decided before a node is hung into the tree, and lifting only moves nodes up, so one
// pass in reverse postorder is enough: no fixpoint.
type lifted struct {
	f   *flow
	o   *order
	l   *loops
	dom domTree
	// merge marks nodes that several jumps reach, or that were lifted: they are emitted after
	// the jumps to them. The others nest where they are reached.
	merge []bool
	// last is the greatest order in a loop, by header.
	last []int32
	// in is the innermost loop that contains a node, or noLoop. nest is the forest of loops by
	// containment, shifted like loops.tree.
	in   []int32
	nest domTree
	// best is the root with a single predecessor to lift out of a loop, or -1.
	best []int32
	// sw is the innermost switch, or if with an else, of known extent that contains a node, or
	// -1; exit is, by statement, the first node after it in the source. Nil when no extent is
	// known.
	sw, exit []int32
	// moved is, for a node with one predecessor that was hung after a statement of known
	// extent, that predecessor; -1 for others.
	moved []int32
	// pins are the loops that must contain a node; nil when nothing is pinned.
	pins [][]int32
}

func newLifted(f *flow, o *order, l *loops) *lifted {
	n := len(f.nodes)
	t := &lifted{f: f, o: o, l: l, dom: f.mem.domTree(n), merge: make([]bool, n), last: f.mem.fill(n, 0), best: f.mem.fill(n, -1), moved: f.mem.fill(n, -1)}
	for _, x := range o.rpo {
		fwd := 0
		for _, p := range o.preds(x) {
			if o.forward(p, x) {
				fwd++
			}
			if f.nodes[p].arms != nil {
				fwd++ // after the region, even when this is the only edge
			}
		}
		t.merge[x] = fwd > 1 || f.afterLoops(x)
	}
	t.measure()
	t.pinAll()
	t.place()
	t.choose()
	t.exits()
	t.hang()
	return t
}

// measure finds where each loop ends in the source.
func (t *lifted) measure() {
	for _, h := range t.l.heads {
		t.last[h] = t.f.nodes[h].order
		if hint := t.f.nodes[h].loop; hint != nil {
			t.last[h] = max(t.last[h], hint.Last)
		}
	}
	for _, x := range t.o.rpo {
		if h := t.l.head[x]; h >= 0 {
			t.last[h] = max(t.last[h], t.f.nodes[x].order, t.f.nodes[x].last, t.f.extent(x))
		}
	}
	for i := len(t.l.heads) - 1; i >= 0; i-- {
		h := t.l.heads[i]
		if up := t.l.outer(h); up >= 0 {
			t.last[up] = max(t.last[up], t.last[h])
		}
	}
}

// isAfter reports whether the source has x after the loop of h, or nothing is known: a loop that
// ends at its header's order has no extent. The exit of an iteration loop is always after it,
// and so is the exit of a region.
func (t *lifted) isAfter(x, h int32) bool {
	if t.f.afterLoops(x) || t.f.iterates(h) && (t.f.items(h) >= 0 || t.f.nodes[h].succ[1] == x) {
		return true
	}
	end := t.last[h]
	return t.f.past(x, end) || t.f.nodes[x].order == end && t.f.nodes[h].order == end
}

// place finds the loops that contain each node.
func (t *lifted) place() {
	n := len(t.f.nodes)
	t.in, t.nest = t.f.mem.fill(n, noLoop), t.f.mem.domTree(n+1)
	t.nest.root(0)
	for _, x := range t.o.rpo[1:] {
		h := t.in[t.o.dom.up[x]]
		for h >= 0 && !t.l.contains(h, x) && t.isAfter(x, h) && !t.pinned(x, h) {
			h = t.around(h)
		}
		if t.l.head[x] == x {
			t.nest.add(x+1, h+1)
			h = x
		}
		t.in[x] = h
	}
}

// around returns the loop that contains that of h.
func (t *lifted) around(h int32) int32 { return t.nest.up[h+1] - 1 }

// stands reports whether x is in the loop of h.
func (t *lifted) stands(x, h int32) bool { return t.nest.over(h+1, t.in[x]+1) }

// deep returns the number of loops that contain x.
func (t *lifted) deep(x int32) int32 { return t.nest.depth[t.in[x]+1] }

// choose finds for each loop the single-predecessor root to lift: the exit of the header's
// test, else of the latch's; for an endless loop the largest, unless the loop already leaves to
// some join.
func (t *lifted) choose() {
	n := len(t.f.nodes)
	size := t.f.mem.fill(n, 1)
	for i := len(t.o.rpo) - 1; i > 0; i-- {
		x := t.o.rpo[i]
		size[t.o.dom.up[x]] += size[x]
	}
	leaves, joins := t.outermost()
	endless := make([]bool, n)
	for _, h := range t.l.heads {
		depth := t.deep(h)
		hinted := t.f.nodes[h].loop != nil
		if t.f.iterates(h) {
			t.best[h] = t.f.nodes[h].succ[1]
			continue
		}
		// Where the loop already breaks to some join, lifting one more exit costs a label; only
		// a while that the source is known to have gets it.
		free := joins[h] >= depth && (hinted || leaves[h] >= depth)
		if e := t.testExit(h, h); e >= 0 && t.o.dom.up[e] == h {
			if free || t.f.past(e, t.last[h]) {
				t.best[h] = e
			}
			continue
		}
		for _, p := range t.o.preds(h) {
			if e := t.testExit(h, p); !t.o.forward(p, h) && e >= 0 && t.o.dom.up[e] == p && free {
				t.best[h] = e
				break
			}
		}
		endless[h] = t.best[h] < 0 && leaves[h] >= depth && joins[h] >= depth
	}
	for _, x := range t.o.rpo[1:] {
		if t.merge[x] {
			continue
		}
		// From an inner loop, a jump to after h would need a label.
		h := t.in[t.o.dom.up[x]]
		if h >= 0 && endless[h] && !t.stands(x, h) && (t.best[h] < 0 || size[x] > size[t.best[h]]) {
			t.best[h] = x
		}
		t.chooseNamed(x)
	}
}

// chooseNamed makes x the exit of the enclosing endless loop that it leaves if the source has x
// after that loop, and a label for the jump.
func (t *lifted) chooseNamed(x int32) {
	h := t.in[t.o.dom.up[x]]
	if h < 0 || t.stands(x, h) {
		return
	}
	for h = t.around(h); h >= 0 && !t.stands(x, h); h = t.around(h) {
		hint := t.f.nodes[h].loop
		if t.best[h] < 0 && hint != nil && len(hint.Labels) > 0 && hint.Last > 0 && t.f.past(x, t.last[h]) {
			t.best[h] = x
			return
		}
	}
}

// testExit returns the single-predecessor successor of x's test that is after the loop of h,
// the other one being in the loop; or -1.
func (t *lifted) testExit(h, x int32) int32 {
	n := &t.f.nodes[x]
	if n.term != If {
		return -1
	}
	for i, s := range n.succ {
		if !t.stands(s, h) && t.l.contains(h, n.succ[1-i]) && !t.merge[s] {
			return s
		}
	}
	return -1
}

// outermost returns for each header the least loop depth of a join or header that the loop
// jumps to, and of one that it dominates. A depth below the loop's own means that there is one
// outside.
func (t *lifted) outermost() (leaves, joins []int32) {
	const none = 1 << 30
	leaves, joins = t.f.mem.fill(len(t.f.nodes), none), t.f.mem.fill(len(t.f.nodes), none)
	for _, x := range t.o.rpo[1:] {
		d := t.deep(x)
		if t.l.head[x] == x {
			for _, p := range t.o.preds(x) {
				if !t.o.forward(p, x) {
					leaves[t.in[p]] = min(leaves[t.in[p]], d)
				}
			}
		}
		if !t.merge[x] {
			continue
		}
		if h := t.in[t.o.dom.up[x]]; h >= 0 {
			joins[h] = min(joins[h], d)
		}
		for _, p := range t.o.preds(x) {
			if h := t.in[p]; h >= 0 && t.o.forward(p, x) {
				leaves[h] = min(leaves[h], d)
			}
		}
	}
	for i := len(t.l.heads) - 1; i >= 0; i-- {
		h := t.l.heads[i]
		if up := t.around(h); up >= 0 {
			leaves[up] = min(leaves[up], leaves[h])
			joins[up] = min(joins[up], joins[h])
		}
	}
	return
}

// hang builds the lifted tree.
func (t *lifted) hang() {
	t.dom.root(t.f.entry)
	for _, x := range t.o.rpo[1:] {
		d := int32(-1)
		for _, p := range t.o.preds(x) {
			if !t.o.forward(p, x) {
				continue
			}
			if d < 0 {
				d = p
			} else {
				d = t.dom.meet(d, p)
			}
		}
		if h := t.liftOver(x, d); h >= 0 {
			d = t.dom.meet(d, t.l.pre[h])
			t.merge[x] = true
		}
		if s := t.outOf(x, d); s >= 0 {
			if !t.merge[x] {
				t.moved[x] = d
			}
			d = s
			t.merge[x] = true
		}
		t.dom.add(x, d)
	}
}

// liftOver returns the outermost loop after which x moves, its dominator being d; or noLoop. A
// node chosen to leave one loop leaves the next only if the source has it after that, too.
func (t *lifted) liftOver(x, d int32) int32 {
	over := int32(noLoop)
	for h := t.in[d]; h >= 0 && !t.stands(x, h); h = t.around(h) {
		if t.merge[x] || t.best[h] == x || over >= 0 && t.f.past(x, t.last[h]) {
			over = h
		}
	}
	return over
}

// pinAll spreads the pins: nodes that lead to pinned code, outside of the loop that the code is
// pinned to but below its header, may not leave that loop either.
func (t *lifted) pinAll() {
	type pin struct{ x, h int32 }
	var todo []pin
	for _, x := range t.o.rpo {
		for _, h := range t.f.pins[x] {
			if t.o.num[h] >= 0 && t.l.head[h] == h && t.o.dom.over(h, x) {
				todo = append(todo, pin{x, h})
			}
		}
	}
	if todo == nil {
		return
	}
	t.pins = make([][]int32, len(t.f.nodes))
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t.l.contains(p.h, p.x) || t.pinned(p.x, p.h) {
			continue
		}
		t.pins[p.x] = append(t.pins[p.x], p.h)
		for _, q := range t.o.preds(p.x) {
			if t.o.forward(q, p.x) {
				todo = append(todo, pin{q, p.h})
			}
		}
	}
}

// pinned reports whether x must be in the loop of h.
func (t *lifted) pinned(x, h int32) bool { return t.pins != nil && slices.Contains(t.pins[x], h) }
