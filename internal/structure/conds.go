package structure

import "slices"

// A test is a condition under construction: binary, with negations where they arose. It becomes
// a Cond when it is printed.
type test struct {
	op    CondOp
	not   bool
	block int32
	x, y  *test
}

// foldTests joins tests that share a successor:
//
//	x: if → y, F    y: if → T, F        x: if (x && y) → T, F
//	x: if → T, y    y: if → T, F        x: if (x || y) → T, F
//
// and the same with y's arms swapped, which negates y. y must print nothing but its test, and
// be reached from x alone. Inner tests fold first, so that a && (b || c) is found; each fold
// removes a node, so the cost is linear.
func foldTests(f *flow, o *order) {
	for i := len(o.rpo) - 1; i >= 0; i-- {
		for x := o.rpo[i]; foldAt(f, o, x); {
		}
	}
}

func foldAt(f *flow, o *order, x int32) bool {
	n := &f.nodes[x]
	if n.term != If || n.kind != blockNode || f.iterates(x) {
		return false
	}
	for arm := range 2 {
		y, shared := n.succ[arm], n.succ[1-arm]
		if y == shared || y == x || len(o.preds(y)) > 1 || !operand(f, y) || f.statement(x) && f.foot(o, y) {
			continue
		}
		s := f.nodes[y].succ
		if s[0] == s[1] || s[0] != shared && s[1] != shared {
			continue
		}
		op := And
		if arm == 1 {
			op = Or
		}
		c := f.nodes[y].cond
		other := s[arm]
		if s[arm] == shared {
			c, other = &test{op: c.op, not: !c.not, block: c.block, x: c.x, y: c.y}, s[1-arm]
		}
		n.cond = &test{op: op, x: n.cond, y: c}
		if v := f.nodes[y].via; v != nil || n.via != nil {
			n.via = f.viaOf(n)
			n.via[arm] = f.viaOf(&f.nodes[y])[slices.Index(s, other)]
		}
		n.succ[arm] = other
		return true
	}
	return false
}

// operand reports whether y is a test that may become an operand.
func operand(f *flow, y int32) bool {
	n := &f.nodes[y]
	if n.kind != blockNode || n.term != If || !n.clean || n.loop != nil || y == f.entry {
		return false
	}
	b := &f.src.Blocks[n.block]
	return (b.Hint == IfUnknown || b.Hint == IfOperand) && len(b.Pinned) == 0
}

// statement reports whether x is an if statement in the source.
func (f *flow) statement(x int32) bool {
	h := f.src.Blocks[f.nodes[x].block].Hint
	return h == IfElse || h == IfPlain
}

// foot reports whether y is the test of a do-while of the source. An if before it that breaks
// or continues must not become an operand of it.
func (f *flow) foot(o *order, y int32) bool {
	for _, s := range f.nodes[y].succ {
		if l := f.nodes[s].loop; l != nil && l.Kind == DoWhile && !o.forward(y, s) {
			return true
		}
	}
	return false
}

// print returns t as a condition, negated when not is set: chains of one operator
// flat, negations at the leaves.
func (t *test) print(not bool) *Cond {
	not = not != t.not
	if t.op == Test {
		return &Cond{Op: Test, Block: int(t.block), Not: not}
	}
	op := t.op
	if not {
		op = And + Or - op
	}
	c := &Cond{Op: op}
	c.take(t.x, not)
	c.take(t.y, not)
	return c
}

// take appends t to c's operands, with the operands of an equal operator in its place.
func (c *Cond) take(t *test, not bool) {
	op, inner := t.op, not != t.not
	if op != Test && inner {
		op = And + Or - op
	}
	if op != c.Op {
		c.Args = append(c.Args, t.print(not))
		return
	}
	c.take(t.x, inner)
	c.take(t.y, inner)
}
