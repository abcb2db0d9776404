package structure

// try emits the try statement that x ends in.
func (e *emitter) try(x, follow int32, out *list) {
	n := &e.f.nodes[x]
	t := &TryNode{Block: int(n.block)}
	height, ends := int32(0), true
	for _, r := range n.arms {
		a := e.region(r, x, follow)
		height = max(height, a.height)
		switch e.whole.g.Regions[r].Kind {
		case Catch:
			t.Catch, t.HasCatch = a.seq, true
			ends = ends && a.ends
		case Finally:
			t.Finally, t.HasFinally = a.seq, true
			ends = ends || a.ends
		default:
			t.Body = a.seq
			ends = a.ends
		}
	}
	out.add(t, ends, height+1)
}

// body emits the region x between the braces of the loop around it.
func (e *emitter) body(x, follow int32, out *list) {
	out.splice(e.region(e.f.nodes[x].arms[0], x, follow))
}

// region emits region r, which the node x stands for; at its end control continues at follow,
// or from a finally with the pending completion.
func (e *emitter) region(r, x, follow int32) *list {
	in := e.whole.emitters[r]
	var out list
	follow = in.enter(e, x, follow)
	if in.f.done < 0 || in.o.num[in.f.done] < 0 {
		if e.whole.g.Regions[r].Kind == Finally {
			follow = fnEnd
		}
		in.start(follow, &out)
		return &out
	}
	in.push(&frame{kind: blockFrame, after: in.f.done, cont: -1})
	in.start(in.f.done, &out)
	if f := in.pop(); f.label != 0 {
		out.wrap(0, f.label)
	}
	return &out
}

// enter sets what surrounds the region of the emitter e: outer stands at the node x that is the
// region. It returns where control continues after the region's end.
func (e *emitter) enter(outer *emitter, x, follow int32) int32 {
	e.outer, e.place, e.depth = outer, x, outer.depth
	e.breakAt, e.loopAt = outer.breakAt, outer.loopAt
	end := int32(fnEnd)
	for i := range e.f.nodes {
		p := int32(i)
		if e.f.nodes[i].kind != exitNode || e.o.num[i] < 0 {
			continue
		}
		y := e.out(p)
		e.breakTo[p], e.contTo[p] = outer.breakTo[y], outer.contTo[y]
		if y == outer.breakNode {
			e.breakNode = p
		}
		if y == outer.contNode {
			e.contNode = p
		}
		if y == follow {
			end = p
		}
	}
	return end
}

// start emits all of a region.
func (e *emitter) start(follow int32, out *list) {
	e.whole.helper = e.whole.helper || e.f.helper
	if e.f.nodes[e.f.entry].exit() {
		e.leave(e.f.entry, follow, out)
		return
	}
	e.tree(e.f.entry, follow, out)
}

// out returns the node around the region that the exitNode p stands for.
func (e *emitter) out(p int32) int32 { return e.outer.f.nodes[e.place].succ[e.f.nodes[p].slot] }

// nameOf returns the source's label for jumps to x, or "".
func (e *emitter) nameOf(x int32) string {
	for x >= 0 && e.f.nodes[x].kind == exitNode {
		x, e = e.out(x), e.outer
	}
	if x < 0 {
		return ""
	}
	return e.f.nameOf(x)
}
