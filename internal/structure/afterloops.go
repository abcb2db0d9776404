package structure

// Code after a switch in the source is printed there, even if only one case leads to it:
//
//	switch (a) { case 0: b; c; return; default: return }   →
//	switch (a) { case 0: b; break; default: return } c; return
//
// So is the code after an if with an else of which one arm ends:
//
//	if (a) return; else { b; c }   →   if (a) return; else b; c
//
// As with loops, the code moves up the dominator tree, here to the switch or if itself, as an
// edge from there would move it. Only statements of known extent are treated like this.

// exits finds the statement of known extent that contains each node, and for each such
// statement the first node after it, which is where a switch's break goes.
func (t *lifted) exits() {
	known, cuts := false, false
	for _, x := range t.o.rpo {
		known = known || t.f.extent(x) > 0
		cuts = cuts || t.f.end(x) > t.f.nodes[x].order
	}
	if !known {
		return
	}
	t.sw = t.f.mem.fill(len(t.f.nodes), -1)
	t.exit = t.f.mem.fill(len(t.f.nodes), -1)
	if cuts {
		t.cutIfs()
	}
	for _, x := range t.o.rpo[1:] {
		s := t.switchAt(t.o.dom.up[x])
		for ; s >= 0 && t.f.past(x, t.f.extent(s)); s = t.sw[s] {
			if e := t.exit[s]; t.level(x, s) && (e < 0 || t.f.nodes[x].order < t.f.nodes[e].order) {
				t.exit[s] = x
			}
		}
		t.sw[x] = s
	}
}

// cutIfs removes the extent of ifs that end inside a block: with the rest of that block in an
// arm, the code after the if would nest. Statements that a block continues after are skipped
// from then on, so that each is looked at once.
func (t *lifted) cutIfs() {
	cut := make([]int8, len(t.f.nodes))
	next := t.f.mem.upTo(len(t.f.nodes)) // the innermost statement that no block continues after yet
	find := func(s int32) int32 {
		for s >= 0 && next[s] != s {
			if n := next[s]; n >= 0 {
				next[s] = next[n]
			}
			s = next[s]
		}
		return s
	}
	for _, x := range t.o.rpo[1:] {
		s := t.switchAt(t.o.dom.up[x])
		for ; s >= 0 && t.f.past(x, t.f.extent(s)); s = t.sw[s] {
		}
		t.sw[x] = s
		if t.f.end(x) == t.f.nodes[x].order {
			continue
		}
		for s = find(s); s >= 0 && t.f.end(x) > t.f.extent(s); s = find(s) {
			next[s] = t.sw[s]
			if t.f.nodes[s].term == If {
				cut[s] = 1
				if !t.o.dom.over(t.f.nodes[s].succ[0], x) {
					cut[s] = 2
				}
			}
		}
	}
	t.f.cut = cut
}

// switchAt returns the innermost statement of known extent that may contain the successors of
// d.
func (t *lifted) switchAt(d int32) int32 {
	if t.f.extent(d) > 0 {
		return d
	}
	return t.sw[d]
}

// level reports whether x is in the same loop as the statement s.
func (t *lifted) level(x, s int32) bool {
	in := t.in[x]
	if t.l.head[x] == x {
		in = t.around(x)
	}
	return in == t.in[s]
}

// outOf returns the outermost statement after which x moves, its dominator being d, or -1. Of
// the nodes with one predecessor only a statement's exit moves: another one would need a label.
func (t *lifted) outOf(x, d int32) int32 {
	out := int32(-1)
	if t.sw == nil {
		return out
	}
	for s := t.switchAt(d); s >= 0 && t.f.past(x, t.f.extent(s)); s = t.sw[s] {
		if !t.dom.over(s, d) {
			continue // d has left the loop that s is in
		}
		if !t.merge[x] && t.exit[s] != x || !t.level(x, s) {
			break
		}
		out = s
	}
	return out
}
