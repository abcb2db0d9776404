package structure

import "slices"

// arms emits a test that the source has with an else, in the source's form: the true successor
// is the then-arm, and the rest of the source's if statement is in the else even where the
// then-arm ends. Code after the if was hung after it, see afterloops.go.
func (e *emitter) arms(x, follow int32, out *list) {
	n := &e.f.nodes[x]
	s := n.succ
	var then, els list
	e.jump(x, s[0], follow, &then)
	if then.ends && e.nests(x, s[1]) && e.f.past(s[1], e.f.extent(x)) {
		// The else is omitted: this code follows the if.
		out.add(&IfNode{Cond: n.cond.print(false), Then: then.seq}, false, then.height+1)
		e.jump(x, s[1], follow, out)
		return
	}
	e.jump(x, s[1], follow, &els)
	if len(then.seq) == 0 && len(els.seq) > 0 {
		switch hint := e.f.src.Blocks[n.block].Then; {
		case hint == ThenEmpty: // if (c) ; else ...
		case hint == ThenJumps && e.hasPlainJump(follow):
			// if (c) continue; else ...
			then.add(e.plainJump(follow), true, 0)
		default:
			out.add(&IfNode{Cond: n.cond.print(true), Then: els.seq}, false, els.height+1)
			return
		}
	}
	h := els.height + 1
	if els.elseIf() {
		h = els.height
	}
	out.add(&IfNode{Cond: n.cond.print(false), Then: then.seq, Else: els.seq}, then.ends && els.ends && len(els.seq) > 0, max(then.height+1, h))
}

// backIn moves code that was hung after the if or switch x back to where control enters it, where
// something else in the statement would need a label of our own to jump over it:
//
//	L: { if (a) b; else break L; c }                                →   if (a) { b; c }
//	L: { switch (a) { case 1: b; break L } c }   →   switch (a) { case 1: b; break; default: c }
//
// The tree keeps the place after x for dominance queries, which is right except for the loops
// that the code would move into: code is not moved into those.
func (e *emitter) backIn(x int32, ms []int32, follow int32) []int32 {
	for i, m := range ms {
		next := follow
		if i+1 < len(ms) {
			next = ms[i+1]
		}
		p := e.moved[m]
		if p < 0 || e.in[p] != e.in[x] || next < 0 || e.hasPlainJump(next) || e.nameOf(next) != "" || !e.leavesBut(x, m, next) {
			continue
		}
		e.merge[m] = false
		e.dom.up[m] = p
		return slices.Delete(slices.Clone(ms), i, i+1)
	}
	return ms
}

// leavesBut reports whether anything below x, but not below m, jumps to y. For a node with very
// many predecessors the answer is yes without looking.
func (e *emitter) leavesBut(x, m, y int32) bool {
	ps := e.o.preds(y)
	return len(ps) > manyPreds || slices.ContainsFunc(ps, func(p int32) bool {
		return e.dom.over(x, p) && !e.dom.over(m, p)
	})
}
