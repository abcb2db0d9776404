package branch

import (
	"slices"

	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// Shorter code is not always more readable. Unless only size counts, tails are left alone if a
// comment is about one of them, if an early return keeps the following code from becoming an
// arm, and in a chain of else-ifs where others end differently.

const (
	// maxTest is the longest text of a test that may become part of an expression.
	maxTest = 60
	// maxRest is the largest number of operations with effects that an if without an else may
	// take in.
	maxRest = 6
	// besideComment is the largest distance between a comment and the code it explains, allowing
	// for indentation.
	besideComment = 48
)

// readsWell reports whether an author would write the planned code.
func (t *tails) readsWell() bool {
	d := t.top()
	if d == nil || t.g.Config.Size {
		return d != nil
	}
	return !t.explained(d) && t.indents(d) && !t.unchains(d) && (t.choice == nil || d.End.Cond().Span.End-d.End.Cond().Span.Start <= maxTest)
}

// top returns the block with the test where the paths diverge, or nil.
func (t *tails) top() *son.Block {
	b := t.paths[0].b
	for !t.above(b) {
		b = b.Idom
	}
	if b.End == nil || b.End.Op != son.OpIf {
		return nil
	}
	return b
}

// explained reports whether there is a comment at the code to be removed.
func (t *tails) explained(d *son.Block) bool {
	if t.choice != nil {
		e := d.End.Span
		for _, w := range t.paths {
			e.End = max(e.End, w.end())
		}
		return cost.Of(t.g).HasComment(e.Start-besideComment, e.End)
	}
	for i, w := range t.paths[:len(t.paths)-1] {
		from := w.end()
		for _, m := range t.effects {
			if s := m.of[i].Span; !s.IsZero() {
				from = min(from, s.Start)
			}
		}
		if cost.Of(t.g).HasComment(from-besideComment, w.end()+besideComment/2) {
			return true
		}
	}
	return false
}

// end returns the end of the text of a path's tail.
func (w *tailPath) end() int32 {
	end := w.effects[0].Span.End
	if w.exit != nil {
		end = max(end, w.exit.Span.End)
	}
	return end
}

// indents reports whether the code that would become an arm, because it follows an if that
// leaves, is short, and something is left in the other arm, too.
func (t *tails) indents(d *son.Block) bool {
	end := d.End.Span.End
	if end == 0 || d.End.Idx == son.IfOpen || t.choice != nil || d.End.Has(son.FlagSwitch) {
		return true
	}
	empty, after := false, false
	for _, w := range t.paths {
		left := t.left(w.b)
		empty = empty || left == 0 && w.b.Idom == d
		if last := w.effects[0].Span; w.exit != nil && w.exit.Span.Start >= end || last.Start >= end {
			after = true
			if w.b.Idom != d || left > maxRest {
				return false
			}
		}
	}
	return !after || !empty
}

// left counts the nodes with effects that stay in a block.
func (t *tails) left(b *son.Block) int {
	n := 0
	for _, x := range b.Nodes {
		if t.at[x] == nil && x.OnChain() {
			n++
		}
	}
	return n
}

// unchains reports whether the if is the else of another, and would no longer be: that is right
// only if all of the chain has the same ending.
func (t *tails) unchains(d *son.Block) bool {
	for c := d; ; c = c.Idom {
		p := c.Head
		if c.End == nil || !c.End.Has(son.FlagElseIf) || p.Op != son.OpProj || p.Idx != 1 || p.In(0).Op != son.OpIf || p.In(0).Has(son.FlagExpr|son.FlagSwitch) {
			return false
		}
		if t.choice != nil || !t.endsSo(son.Projections(p.In(0), 2)[0]) {
			return true
		}
	}
}

// endsSo reports whether the code after a control state ends in the last effect of the tail.
func (t *tails) endsSo(c *son.Node) bool {
	last := t.effects[len(t.effects)-1].of[0]
	for range maxTail {
		s := son.Successor(c)
		switch {
		case s == nil:
			return false
		case s.Op == son.OpIf:
			c = son.Projections(s, 2)[1]
			continue
		case s.Op != son.OpRegion && s.Op != son.OpReturn && s.Op != son.OpThrow:
			return false
		}
		if m := son.LastState(c, nil); m != nil && m.Op != son.OpPhi {
			return sameText(last, m, tailDepth)
		} else if s.Op != son.OpRegion || m == nil && c.Op != son.OpRegion {
			return false
		}
		c = s
	}
	return false
}

// sameText reports whether nodes do the same with the same operands.
func sameText(n, m *son.Node, depth int) bool {
	if n == m {
		return true
	}
	if depth == 0 || !sameOps([]*son.Node{n, m}) || !n.Op.IsComplete() && !son.Floats(n) {
		return false
	}
	for i, x := range n.Args() {
		if !sameText(x, m.Arg(i), depth-1) {
			return false
		}
	}
	return true
}

// nestsTest reports whether the test can take the place of an operand: if something happens
// before it, the test may neither do nor read anything.
func (t *tails) nestsTest() bool {
	return slices.Contains(t.effects[0].args, t.choice) || plainTest(t.iff.End.Cond(), tailDepth)
}

// plainTest reports whether a test is computed from names and constants alone.
func plainTest(n *son.Node, depth int) bool {
	switch {
	case n.Op == son.OpConst || n.Op.IsEntry() || n.Op == son.OpBind || n.Op == son.OpPhi && !n.Has(son.FlagExpr):
		return true
	case depth == 0 || !son.Floats(n) || n.Op.HasMem() && n.In(1) != nil:
		return false
	}
	return !slices.ContainsFunc(n.Args(), func(x *son.Node) bool { return !plainTest(x, depth-1) })
}
