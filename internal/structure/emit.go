package structure

// An emitter writes the tree by walking the lifted dominator tree: a node's statements, then
// its merge children, one after the other, ordered so that jumps to them are possible; other
// children nest in the arm that reaches them.
type emitter struct {
	*lifted
	kids   [][]int32 // merge children, in reverse postorder
	frames []*frame
	depth  int32 // frames around this place, including those around the region
	// breakTo and contTo map a node to the innermost frame whose break or continue goes there;
	// nil when there is none.
	breakTo, contTo []*frame
	// breakAt is the innermost loop or switch, loopAt the innermost loop; breakNode and
	// contNode are the targets of a break or continue without a label, -1 where that is outside
	// of this region's flow.
	breakAt, loopAt     *frame
	breakNode, contNode int32
	groupOf             []int32 // scratch of a switch: the group of a successor, else -1

	whole *plan
	// For a region: the emitter of the region around it, and the node there that stands for
	// this region.
	outer *emitter
	place int32
}

// fnEnd is the follow of code that nothing follows.
const fnEnd = -1

// A list is a sequence under construction.
type list struct {
	seq    Seq
	ends   bool  // control does not reach the end
	height int32 // depth of nested statements
}

func (l *list) add(n Node, ends bool, height int32) {
	l.seq = append(l.seq, n)
	l.ends = ends
	l.height = max(l.height, height)
}

// splice appends m's statements. They stay a list of their own until finish, so that the cost
// does not grow with the depth from which they come.
func (l *list) splice(m *list) {
	if len(m.seq) > 0 {
		l.add(m.seq, m.ends, m.height)
	}
}

// elseIf reports whether l prints as an else if.
func (l *list) elseIf() bool {
	s := l.seq
	for len(s) == 1 {
		switch n := s[0].(type) {
		case *IfNode:
			return true
		case Seq:
			s = n
		default:
			return false
		}
	}
	return false
}

func newEmitter(t *lifted, p *plan) *emitter {
	n := len(t.f.nodes)
	m := p.mem
	e := &emitter{lifted: t, kids: m.lists.Make(n), groupOf: m.fill(n, -1), breakNode: -1, contNode: -1, whole: p}
	e.breakTo, e.contTo = m.frames.Make(n), m.frames.Make(n)
	for _, x := range t.o.rpo[1:] {
		if t.merge[x] && !t.f.nodes[x].exit() {
			up := t.dom.up[x]
			e.kids[up] = append(e.kids[up], x)
		}
	}
	return e
}

// tree emits x and all that it dominates; control then continues at follow.
func (e *emitter) tree(x, follow int32, out *list) {
	if e.l.head[x] == x {
		e.loop(x, follow, out)
		return
	}
	e.node(x, e.kids[x], follow, out)
}

// chain emits the merges ms one after the other, following the output of first. In { { first }
// ms[0] } ms[1] each block is a frame that can be left by a jump to the next.
func (e *emitter) chain(ms []int32, follow int32, out *list, first func(follow int32)) {
	if len(ms) == 0 {
		first(follow)
		return
	}
	start := len(out.seq)
	for i := len(ms) - 1; i >= 0; i-- {
		e.push(&frame{kind: blockFrame, after: ms[i], cont: -1, name: e.nameOf(ms[i])})
	}
	first(ms[0])
	for i, m := range ms {
		if f := e.pop(); f.label != 0 {
			out.wrap(start, f.label)
		}
		next := follow
		if i+1 < len(ms) {
			next = ms[i+1]
		}
		if out.ends && e.bareReturn(m) != nil {
			continue // each predecessor of it returns instead
		}
		e.tree(m, next, out)
	}
}

// wrap puts the statements from start on into a labelled block, plain code at the
// start excepted.
func (l *list) wrap(start, label int) {
	for start < len(l.seq) {
		switch l.seq[start].(type) {
		case *CodeNode, *SetNode:
			start++
			continue
		}
		break
	}
	body := append(Seq(nil), l.seq[start:]...)
	l.seq = l.seq[:start]
	l.add(&LabeledNode{Label: label, Body: body}, false, l.height+1)
}

// node emits x's own statements and its ending; ms are the merges that follow.
func (e *emitter) node(x int32, ms []int32, follow int32, out *list) {
	n := &e.f.nodes[x]
	if n.term == Switch && len(n.succ) > 0 && (!same(n.succ) || e.onlyCase(x)) {
		e.choice(x, ms, follow, out)
		return
	}
	if n.term == If && e.f.extent(x) > 0 {
		ms = e.backIn(x, ms, follow)
	}
	e.chain(ms, follow, out, func(follow int32) {
		if n.kind == bodyNode {
			e.body(x, follow, out)
			return
		}
		e.code(x, out)
		switch n.term {
		case Jump:
			e.jump(x, n.succ[0], follow, out)
		case If:
			e.branch(x, follow, out)
		case Switch: // all successors are one
			out.add(e.singleTarget(x), false, 1)
			e.jump(x, n.succ[0], follow, out)
		case Try:
			e.try(x, follow, out)
		case End:
			out.add(&EndNode{Block: int(n.block)}, true, 0)
		}
	})
}

// code emits x's straight-line statements.
func (e *emitter) code(x int32, out *list) {
	switch n := &e.f.nodes[x]; {
	case n.kind == setNode:
		out.add(&SetNode{Value: int(n.value)}, false, 0)
	case !e.f.silent(x):
		out.add(&CodeNode{Block: int(n.block)}, false, 0)
	}
}

// nests reports whether the edge from x to y is the only one to y, so that y is emitted in
// place of the jump.
func (e *emitter) nests(x, y int32) bool {
	return !e.merge[y] && e.dom.up[y] == x && e.o.forward(x, y)
}

// jump emits the edge from x to y: y itself, or a jump to it.
func (e *emitter) jump(x, y, follow int32, out *list) {
	if e.nests(x, y) {
		e.tree(y, follow, out)
	} else {
		e.leaveBy(e.f.nodes[x].by(y), y, follow, out)
	}
}

// branch emits the ending of a test.
func (e *emitter) branch(x, follow int32, out *list) {
	n := &e.f.nodes[x]
	cond := func(arm int) *Cond { return n.cond.print(arm == 1) }
	if n.succ[0] == n.succ[1] {
		out.add(&IfNode{Cond: cond(0)}, false, 1)
		e.jump(x, n.succ[0], follow, out)
		return
	}
	if e.f.extent(x) > 0 {
		e.arms(x, follow, out)
		return
	}
	a := e.firstArm(x, follow)
	var first, second list
	e.jump(x, n.succ[a], follow, &first)
	if first.ends {
		// if (c) { ...; return } rest
		out.add(&IfNode{Cond: cond(a), Then: first.seq}, false, first.height+1)
		e.jump(x, n.succ[1-a], follow, out)
		return
	}
	e.jump(x, n.succ[1-a], follow, &second)
	switch {
	case len(second.seq) == 0:
		if len(first.seq) == 0 {
			out.add(&IfNode{Cond: cond(0)}, false, 1)
			return
		}
		out.add(&IfNode{Cond: cond(a), Then: first.seq}, false, first.height+1)
	case len(first.seq) == 0 && e.hint(x) == IfPlain && e.hasPlainJump(follow):
		// if (c) continue; ...
		first.add(e.plainJump(follow), true, 0)
		out.add(&IfNode{Cond: cond(a), Then: first.seq}, false, 1)
		out.splice(&second)
	case len(first.seq) == 0:
		out.add(&IfNode{Cond: cond(1 - a), Then: second.seq}, false, second.height+1)
	case second.ends && e.guards(x, follow, &first, &second):
		out.add(&IfNode{Cond: cond(1 - a), Then: second.seq}, false, second.height+1)
		out.splice(&first)
	case e.flatten(x, follow, &second):
		first.add(e.plainJump(follow), true, 0)
		out.add(&IfNode{Cond: cond(a), Then: first.seq}, false, first.height+1)
		out.splice(&second)
	default:
		arms := [2]*list{&first, &second}
		then, els := arms[a], arms[1-a] // the true arm is the then-arm
		h := els.height + 1
		if els.elseIf() {
			h = els.height
		}
		out.add(&IfNode{Cond: cond(0), Then: then.seq, Else: els.seq}, first.ends && second.ends, max(then.height+1, h))
	}
}

// firstArm returns the arm of x's test to emit first: one that only jumps, as in if (c) break;
// or the one that ends, where the other continues after the if; else the one that the source
// has first.
func (e *emitter) firstArm(x, follow int32) int {
	s := e.f.nodes[x].succ
	var only, nests [2]bool
	for i, y := range s {
		nests[i] = e.nests(x, y)
		only[i] = !nests[i] && y != follow
	}
	reversed := nests[0] && nests[1] && e.f.nodes[s[1]].order < e.f.nodes[s[0]].order
	switch {
	case e.hint(x) == IfPlain && !reversed: // the true arm is the only one
	case e.f.cutArm(x) >= 0: // the other arm ends, this one continues after the if
		return 1 - e.f.cutArm(x)
	case only[0] != only[1]:
		if only[1] {
			return 1
		}
	case reversed:
		return 1
	}
	return 0
}

// guards reports whether the second arm of x's test, which ends, should precede the first one,
// which continues:
//
//	if (c) { a; if (d) e } else return   →   if (!c) return; a; if (d) e
func (e *emitter) guards(x, follow int32, first, second *list) bool {
	if e.hint(x) == IfPlain && e.hasPlainJump(follow) {
		return false // the source has a jump at the end of the only arm
	}
	s := e.f.nodes[x].succ
	if e.f.nodes[s[0]].order == e.f.nodes[s[1]].order {
		return true
	}
	h := int32(1)
	if e.hint(x) == IfElse {
		h = 2
	}
	return first.height >= h && first.height > second.height
}

// flatten reports whether the first arm of x's test should end in a plain jump to follow, so
// that the second need not nest in an else:
//
//	if (c) a; else { b; if (d) e }   →   if (c) { a; continue } b; if (d) e
//
// That is the source's own form where it had no else; where nothing is known, it is done only
// for a second arm with nested statements, so that the depth does not exceed the source's by
// more than one.
func (e *emitter) flatten(x, follow int32, second *list) bool {
	hint := e.hint(x)
	if hint == IfElse || hint != IfPlain && (second.height == 0 || second.elseIf()) {
		return false
	}
	return e.hasPlainJump(follow)
}

// hint returns the source's form of x's test.
func (e *emitter) hint(x int32) IfHint {
	if n := &e.f.nodes[x]; n.kind == blockNode {
		return e.f.src.Blocks[n.block].Hint
	}
	return IfUnknown
}

func same(s []int32) bool {
	for _, x := range s[1:] {
		if x != s[0] {
			return false
		}
	}
	return true
}

func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}
