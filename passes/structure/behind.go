package structure

// What the source has behind a switch is printed there, although control may come
// to it from one case alone:
//
//	switch (a) { case 0: b; c; return; default: return }   →
//	switch (a) { case 0: b; break; default: return } c; return
//
// As with loops, the code moves up the dominator tree, here to the switch itself,
// as an edge from there would move it. Only a switch of known extent is treated so.

// exits finds the switch statement that each node stands in, and of each switch
// the first node behind it, which is where its break goes.
func (t *lifted) exits() {
	for _, x := range t.o.rpo {
		if t.f.extent(x) > 0 {
			t.sw = fill(len(t.f.nodes), -1)
			t.exit = fill(len(t.f.nodes), -1)
			break
		}
	}
	if t.sw == nil {
		return
	}
	for _, x := range t.o.rpo[1:] {
		s := t.switchAt(t.o.dom.up[x])
		for ; s >= 0 && t.f.nodes[x].order > t.f.extent(s); s = t.sw[s] {
			if e := t.exit[s]; t.level(x, s) && (e < 0 || t.f.nodes[x].order < t.f.nodes[e].order) {
				t.exit[s] = x
			}
		}
		t.sw[x] = s
	}
}

// switchAt returns the innermost switch statement that what d leads to may be in.
func (t *lifted) switchAt(d int32) int32 {
	if t.f.extent(d) > 0 {
		return d
	}
	return t.sw[d]
}

// level reports whether x stands in the same loop as the switch s.
func (t *lifted) level(x, s int32) bool {
	in := t.in[x]
	if t.l.head[x] == x {
		in = t.around(x)
	}
	return in == t.in[s]
}

// outOf returns the outermost switch behind which x moves, its dominator being d,
// or -1. Of the nodes with one predecessor only a switch's exit moves: another one
// would need a label.
func (t *lifted) outOf(x, d int32) int32 {
	out := int32(-1)
	if t.sw == nil {
		return out
	}
	for s := t.switchAt(d); s >= 0 && t.f.nodes[x].order > t.f.extent(s); s = t.sw[s] {
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
