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

// A frame is a statement around the place of emission that a jump may leave.
type frame struct {
	kind  frameKind
	after int32 // node that a break goes to; -1: none
	cont  int32 // node that a continue goes to; -1: none
	name  string

	label           int  // 0 until a jump needs it
	broken, resumed bool // some break, some continue goes here

	// What the emitter's tables held before.
	oldBreakTo, oldContTo, oldBreakAt, oldLoopAt int32
}

func (e *emitter) push(f frame) {
	e.frames = append(e.frames, f)
	i := int32(len(e.frames))
	p := &e.frames[i-1]
	if p.after >= 0 {
		p.oldBreakTo, e.breakTo[p.after] = e.breakTo[p.after], i
	}
	if p.cont >= 0 {
		p.oldContTo, e.contTo[p.cont] = e.contTo[p.cont], i
	}
	p.oldBreakAt, p.oldLoopAt = e.breakAt, e.loopAt
	if p.kind != blockFrame {
		e.breakAt = i
	}
	if p.kind == loopFrame {
		e.loopAt = i
	}
}

func (e *emitter) pop() frame {
	f := e.frames[len(e.frames)-1]
	e.frames = e.frames[:len(e.frames)-1]
	if f.after >= 0 {
		e.breakTo[f.after] = f.oldBreakTo
	}
	if f.cont >= 0 {
		e.contTo[f.cont] = f.oldContTo
	}
	e.breakAt, e.loopAt = f.oldBreakAt, f.oldLoopAt
	return f
}

// leave emits a jump to y, in this order of preference: fall through, plain
// break, plain continue, a bare return, the label of the innermost frame.
func (e *emitter) leave(y, follow int32, out *list) {
	if y == follow {
		return
	}
	j := e.plainJump(y)
	if j == nil {
		j = e.labelJump(y)
	}
	out.add(j, true, 0)
}

// hasPlainJump reports whether a jump to y needs no label.
func (e *emitter) hasPlainJump(y int32) bool {
	return y >= 0 && (e.breakAt > 0 && e.frames[e.breakAt-1].after == y ||
		e.loopAt > 0 && e.frames[e.loopAt-1].cont == y || e.f.bareReturn(y))
}

// plainJump returns a jump to y that needs no label, or nil.
func (e *emitter) plainJump(y int32) Node {
	if y < 0 {
		return nil
	}
	if i := e.breakAt; i > 0 && e.frames[i-1].after == y {
		e.frames[i-1].broken = true
		return &BreakNode{}
	}
	if i := e.loopAt; i > 0 && e.frames[i-1].cont == y {
		e.frames[i-1].resumed = true
		return &ContinueNode{}
	}
	if e.f.bareReturn(y) {
		return &EndNode{Block: int(e.f.nodes[y].block)}
	}
	return nil
}

func (e *emitter) labelJump(y int32) Node {
	b, c := e.breakTo[y], e.contTo[y]
	if b == 0 && c == 0 {
		panic(fmt.Sprintf("jump to node %d, which no frame leads to", y))
	}
	i := max(b, c)
	f := &e.frames[i-1]
	if f.label == 0 {
		f.label = len(e.labels)
		e.labels = append(e.labels, f.name)
	}
	if i == c {
		f.resumed = true
		return &ContinueNode{Label: f.label}
	}
	f.broken = true
	return &BreakNode{Label: f.label}
}

// switchGoal is goal for a switch, in which a continue of the loop around is plain
// anyway: when it both continues and leaves, its break is for leaving, unless the
// source has a label for that.
func (e *emitter) switchGoal(x, follow int32) int32 {
	if b, l := e.breakAt, e.loopAt; b > 0 && l > 0 && e.frames[l-1].cont == follow && e.leavesTo(x, e.frames[b-1].after) &&
		(e.f.extent(x) == 0 || e.frames[b-1].name == "") {
		return e.frames[b-1].after
	}
	return e.goal(x, follow)
}

// goal returns the node to go on with behind x, a loop or switch before follow.
// Where nothing in it goes to follow, a jump that all of it makes is made once
// behind it: switch (a) { case 0: b; break; default: c } continue.
func (e *emitter) goal(x, follow int32) int32 {
	for _, y := range e.goals(follow) {
		if e.leavesTo(x, y) {
			return y
		}
	}
	return follow
}

// goals returns the nodes that control can go on to from here without a label.
func (e *emitter) goals(follow int32) []int32 {
	to := []int32{follow}
	if i := e.breakAt; i > 0 {
		to = append(to, e.frames[i-1].after)
	}
	if i := e.loopAt; i > 0 {
		to = append(to, e.frames[i-1].cont)
	}
	return to
}

// manyPreds is how many predecessors of a node are looked at.
const manyPreds = 256

// leavesTo reports whether anything printed below x jumps to y. Of a node with
// very many predecessors it is assumed. What a loop's head or foot prints is not
// below x, although x may dominate it.
func (e *emitter) leavesTo(x, y int32) bool {
	if y < 0 {
		return false
	}
	ps := e.o.preds(y)
	if len(ps) > manyPreds {
		return true
	}
	foot := int32(-1)
	if i := e.loopAt; i > 0 {
		foot = e.frames[i-1].cont
	}
	return slices.ContainsFunc(ps, func(p int32) bool { return e.dom.over(x, p) && (p != foot || p == x) })
}
