package structure

import (
	"fmt"
	"slices"
)

type frameKind uint8

const (
	blockFrame frameKind = iota
	switchFrame
	loopFrame
)

// A frame is a statement around the place of emission that a jump may leave. The emitter of a
// region also has the frames around the region.
type frame struct {
	kind  frameKind
	after int32 // node that a break goes to; -1: none
	cont  int32 // node that a continue goes to; -1: none
	name  string
	depth int32 // frames around it
	// own: the source has the label, and after is the node after its statement.
	own bool
	// named and unbroken are Named and Unbroken of the loop's hint.
	named, unbroken bool
	// soft: a continue makes the loop a for, with an update that the source does not have.
	soft bool

	label           int  // 0 until a jump needs it
	broken, resumed bool // some break, some continue goes here

	// The previous entries of the emitter's tables.
	oldBreakTo, oldContTo, oldBreakAt, oldLoopAt *frame
	oldBreakNode, oldContNode                    int32
}

func (e *emitter) push(p *frame) {
	p.depth = e.depth
	e.depth++
	e.frames = append(e.frames, p)
	if p.after >= 0 {
		p.oldBreakTo, e.breakTo[p.after] = e.breakTo[p.after], p
	}
	if p.cont >= 0 {
		p.oldContTo, e.contTo[p.cont] = e.contTo[p.cont], p
	}
	p.oldBreakAt, p.oldLoopAt = e.breakAt, e.loopAt
	p.oldBreakNode, p.oldContNode = e.breakNode, e.contNode
	if p.kind != blockFrame {
		e.breakAt, e.breakNode = p, p.after
	}
	if p.kind == loopFrame {
		e.loopAt, e.contNode = p, p.cont
	}
}

func (e *emitter) pop() *frame {
	e.depth--
	f := e.frames[len(e.frames)-1]
	e.frames = e.frames[:len(e.frames)-1]
	if f.after >= 0 {
		e.breakTo[f.after] = f.oldBreakTo
	}
	if f.cont >= 0 {
		e.contTo[f.cont] = f.oldContTo
	}
	e.breakAt, e.loopAt = f.oldBreakAt, f.oldLoopAt
	e.breakNode, e.contNode = f.oldBreakNode, f.oldContNode
	return f
}

// leave emits a jump to y, in this order of preference: fall through, plain
// break, plain continue, a bare return, the label of the innermost frame.
func (e *emitter) leave(y, follow int32, out *list) { e.leaveBy(0, y, follow, out) }

// leaveBy is leave for an edge that passes through an empty join.
func (e *emitter) leaveBy(via, y, follow int32, out *list) {
	if y == follow {
		return
	}
	j := e.plainJump(y)
	if j == nil {
		j = e.labelJump(y)
	}
	switch j := j.(type) {
	case *BreakNode:
		j.via = via
	case *ContinueNode:
		j.via = via
	}
	out.add(j, true, 0)
}

// hasPlainJump reports whether a jump to y needs no label, and makes no loop a for.
func (e *emitter) hasPlainJump(y int32) bool {
	return y >= 0 && (e.breakNode == y || e.contNode == y && !e.loopAt.soft || e.bareReturn(y) != nil && !e.breaksByName(y))
}

// plainJump returns a jump to y that needs no label, or nil. A continue gets a label
// nevertheless where the source always writes one.
func (e *emitter) plainJump(y int32) Node {
	switch {
	case y < 0:
		return nil
	case e.continuesByName(y):
		return e.continueTo(e.contTo[y])
	case e.breakNode == y:
		e.breakAt.broken = true
		return &BreakNode{}
	case e.contNode == y:
		e.loopAt.resumed = true
		return &ContinueNode{}
	}
	if b := e.bareReturn(y); b != nil && !e.breaksByName(y) {
		return &EndNode{Block: int(b.block)}
	}
	return nil
}

// continuesByName reports whether a jump to y, which needs no label, is a continue that the
// source writes with one:
//
//	L: for (;;) { for (;;) { if (f()) continue L; g() } }    // could be a break
func (e *emitter) continuesByName(y int32) bool {
	f := e.contTo[y]
	return f != nil && f.named && (e.breakNode != y && e.contNode == y || e.breakNode == y && e.breakAt.unbroken)
}

// breaksByName reports whether a jump to y, where the function ends, leaves a loop for which
// the source has a label: it is a break there, and no return.
//
//	L: for (;;) { switch (f()) { case 1: break L; case 2: return } }
func (e *emitter) breaksByName(y int32) bool {
	f := e.breakTo[y]
	return f != nil && f.own
}

// bareReturn returns the node that y stands for if that is a return and nothing else, and nil
// otherwise. Such a return may be printed inside a region: the code that runs on leaving the
// region runs all the same.
func (e *emitter) bareReturn(y int32) *flowNode {
	for e.f.nodes[y].kind == exitNode {
		y, e = e.out(y), e.outer
	}
	if !e.f.bareReturn(y) {
		return nil
	}
	return &e.f.nodes[y]
}

func (e *emitter) labelJump(y int32) Node {
	b, c := e.breakTo[y], e.contTo[y]
	if b == nil && c == nil {
		panic(fmt.Sprintf("jump to node %d, which no frame leads to", y))
	}
	f := b
	if b == nil || c != nil && c.depth > b.depth {
		f = c
	}
	if f == c {
		return e.continueTo(f)
	}
	f.broken = true
	return &BreakNode{Label: e.labelOf(f)}
}

// continueTo returns a continue with the label of a loop.
func (e *emitter) continueTo(f *frame) Node {
	f.resumed = true
	return &ContinueNode{Label: e.labelOf(f)}
}

// labelOf returns the label of a statement, and assigns one if it has none.
func (e *emitter) labelOf(f *frame) int {
	if f.label == 0 {
		f.label = len(e.whole.labels)
		e.whole.labels = append(e.whole.labels, f.name)
	}
	return f.label
}

// switchGoal is goal for a switch, in which a continue of the loop around is plain anyway: a
// switch that both continues and leaves uses its break for leaving, unless the source has a
// label for that.
func (e *emitter) switchGoal(x, follow int32) int32 {
	if e.contNode >= 0 && e.contNode == follow && !e.loopAt.soft && e.leavesTo(x, e.breakNode) && (e.f.extent(x) == 0 || e.breakAt.name == "") {
		return e.breakNode
	}
	return e.goal(x, follow)
}

// goal returns the node at which control continues after x, a loop or switch before follow. If
// nothing in it goes to follow, a jump that all of it makes is made once after it: switch (a) {
// case 0: b; break; default: c } continue.
func (e *emitter) goal(x, follow int32) int32 {
	for _, y := range e.goals(follow) {
		if e.leavesTo(x, y) {
			return y
		}
	}
	return follow
}

// goals returns the nodes at which control can continue from here without a label.
func (e *emitter) goals(follow int32) []int32 {
	return []int32{follow, e.breakNode, e.contNode}
}

// manyPreds bounds how many predecessors of a node are looked at.
const manyPreds = 256

// leavesTo reports whether anything printed below x jumps to y. For a node with very many
// predecessors the answer is yes without looking. The head or foot of a loop is not below x,
// although x may dominate it.
func (e *emitter) leavesTo(x, y int32) bool {
	if y < 0 {
		return false
	}
	ps := e.o.preds(y)
	if len(ps) > manyPreds {
		return true
	}
	foot := e.contNode
	return slices.ContainsFunc(ps, func(p int32) bool { return e.dom.over(x, p) && (p != foot || p == x) })
}
