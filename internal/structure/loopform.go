package structure

import (
	"fmt"
	"slices"
)

// A loopPlan is the form chosen for a loop, before its body is emitted.
type loopPlan struct {
	kind   LoopKind
	test   int32 // While and ForInOf: the header; DoWhile: the latch; else -1
	enter  int32 // While and ForInOf: the header's successor in the loop
	cont   int32 // target of a continue: header, latch or update
	update int32 // the block that may be a for's update; -1: none
	after  int32 // target of a break
}

// loop emits the loop of header h. Its merge children are inside: code that leaves the loop was
// lifted, or must not be.
func (e *emitter) loop(h, follow int32, out *list) {
	p := e.plan(h, follow)
	if c := p.cont; c != h { // the loop's head or foot prints it
		up := e.dom.up[c]
		e.kids[up] = slices.DeleteFunc(e.kids[up], func(m int32) bool { return m == c })
		e.merge[c] = true
	}
	in := e.kids[h]
	f := &frame{kind: loopFrame, after: p.after, cont: p.cont, name: e.nameOf(p.after)}
	hint := e.f.nodes[h].loop
	if hint != nil && len(hint.Labels) > 0 {
		f.name = hint.Labels[len(hint.Labels)-1]
		f.named = hint.Named
		f.own = p.after >= 0 && e.f.past(p.after, hint.Last)
	}
	f.soft = p.update >= 0 && hint != nil && hint.Kind != For
	f.unbroken = hint != nil && hint.Unbroken
	e.push(f)
	var body list
	if p.kind == While || p.kind == ForInOf {
		e.chain(in, p.cont, &body, func(follow int32) { e.jump(h, p.enter, follow, &body) })
	} else {
		e.node(h, in, p.cont, &body)
	}
	f = e.pop()
	n := &LoopNode{Header: int(e.f.nodes[h].block), Kind: p.kind, Update: -1, Label: f.label}
	if p.test >= 0 {
		n.Cond = e.f.nodes[p.test].cond.print(e.f.nodes[p.test].succ[0] != p.inside(e, h))
	}
	e.finishForm(n, &p, hint, f, &body)
	n.Body = body.seq
	tested := n.Cond != nil || f.broken
	out.add(n, !tested, body.height+1)
	if tested {
		e.leave(p.after, follow, out)
	}
}

// inside returns the successor of the plan's test that stays in the loop.
func (p *loopPlan) inside(e *emitter, h int32) int32 {
	if p.kind == While || p.kind == ForInOf {
		return p.enter
	}
	return h
}

// finishForm decides what depends on the emitted body: whether a for's update is one, and
// whether the body ends in a test.
func (e *emitter) finishForm(n *LoopNode, p *loopPlan, hint *LoopHint, f *frame, body *list) {
	if p.update >= 0 {
		if f.resumed || hint != nil && hint.Kind == For {
			n.Kind, n.Update = For, int(e.f.nodes[p.update].block)
			return
		}
		e.code(p.update, body)
		return
	}
	if p.kind != Endless || f.resumed || hint != nil && hint.Kind == Endless {
		return
	}
	// { ...; if (c) break }, which no continue leaves, is do ... while (!c).
	if c := e.dropBreak(body); c != nil {
		n.Kind, n.Cond = DoWhile, c
	}
}

// dropBreak removes a final if (c) break from l and returns the negation of c.
func (e *emitter) dropBreak(l *list) *Cond {
	l.seq = flat(l.seq)
	at := len(l.seq) - 1
	if at < 0 {
		return nil
	}
	i, ok := l.seq[at].(*IfNode)
	if !ok || len(i.Then) != 1 || len(i.Else) != 0 || e.pinnedCond(i.Cond) {
		return nil
	}
	if b, ok := i.Then[0].(*BreakNode); !ok || b.Label != 0 {
		return nil
	}
	l.seq = l.seq[:at]
	return i.Cond.negated()
}

// pinnedCond reports whether a test of c must stay in its loop's body.
func (e *emitter) pinnedCond(c *Cond) bool {
	if c.Op == Test {
		b := &e.f.src.Blocks[c.Block]
		return b.TestNeedsBody || len(b.Pinned) > 0
	}
	return slices.ContainsFunc(c.Args, e.pinnedCond)
}

// held reports whether a test must stay in its loop's body.
func (f *flow) held(t *test) bool {
	if t.op != Test {
		return f.held(t.x) || f.held(t.y)
	}
	b := &f.src.Blocks[t.block]
	return b.TestNeedsBody || len(b.Pinned) > 0
}

// plan chooses the form of the loop of h. The source's own form has priority where the graph
// still has it; else a test in the header makes a while, a test in the only latch a do-while.
func (e *emitter) plan(h, follow int32) loopPlan {
	p := loopPlan{kind: Endless, test: -1, cont: h, update: -1, after: e.goal(h, follow)}
	hint := e.f.nodes[h].loop
	latch := e.l.latch[h]
	head, enter := e.exit(h, h)
	foot := int32(-1)
	if latch >= 0 && latch != h {
		foot, _ = e.exit(h, latch)
	}
	leaves := e.leavesTo(h, p.after)
	// fits: a break may go to y, given the loop's other exits.
	fits := func(y int32) bool { return y >= 0 && (y == p.after || hint != nil && !hint.Free || !leaves) }
	headTest := fits(head) && e.f.nodes[h].clean && !e.f.src.Blocks[e.f.nodes[h].block].TestNeedsBody
	footTest := fits(foot) && e.f.nodes[latch].clean && e.f.nodes[latch].loop == nil && !e.f.held(e.f.nodes[latch].cond)
	switch {
	case e.f.iterates(h):
		if head < 0 {
			panic(fmt.Sprintf("the end of the loop at node %d is inside of it", h))
		}
		p.kind, p.test, p.enter, p.after = ForInOf, h, enter, head
		return p
	case hint != nil && hint.Kind == DoWhile && footTest:
		p.kind, p.test, p.cont, p.after = DoWhile, latch, latch, foot
	case hint != nil && hint.Kind == Endless:
	case headTest && (hint == nil || !hint.Untested):
		p.kind, p.test, p.enter, p.after = While, h, enter, head
	case footTest && (hint == nil || hint.Kind != For):
		p.kind, p.test, p.cont, p.after = DoWhile, latch, latch, foot
	case fits(head):
		p.after = head
	case fits(foot):
		p.after = foot
	}
	if p.cont == h && e.updates(h, latch, hint) {
		p.update, p.cont = latch, latch
	}
	return p
}

// exit returns the successors of x's test after the loop of h and in it; or -1 and -1 when
// there is no such test, or when the code after the loop is printed inside.
func (e *emitter) exit(h, x int32) (out, in int32) {
	n := &e.f.nodes[x]
	if n.term != If {
		return -1, -1
	}
	for i, s := range n.succ {
		if !e.l.contains(h, s) && e.l.contains(h, n.succ[1-i]) && !e.dom.over(h, s) {
			return s, n.succ[1-i]
		}
	}
	return -1, -1
}

// updates reports whether the only latch may be printed as a for's update: the source has it
// there, or several jumps go to it and would need a label.
func (e *emitter) updates(h, latch int32, hint *LoopHint) bool {
	if latch < 0 || latch == h {
		return false
	}
	n := &e.f.nodes[latch]
	if n.kind != blockNode || n.term != Jump || n.loop != nil || e.f.pinned(latch) || e.f.src.Blocks[n.block].InBody || !e.f.src.Blocks[n.block].Expr || len(e.kids[latch]) > 0 {
		return false
	}
	if hint != nil && hint.Kind == For {
		return hint.Update == int(n.block)
	}
	return e.merge[latch]
}
