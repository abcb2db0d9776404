package son

// DropLoop removes a loop that only counts and is known to end; the values that are used after
// it must be known, too. A counter must have a 32-bit integer type in every iteration: it then
// reaches the end of that range.
//
//	for (i = 0; i < 100; i++) {}     becomes     i = 100
func DropLoop(c *CFG, at []*Block, loop *LoopTree) bool {
	l := bodyOf(c, at, loop, -1, maxOrder)
	if l == nil || len(l.exits) != 1 || !l.isIdle() {
		return false
	}
	p := l.counter()
	if p == nil {
		return false
	}
	last := l.lastIteration(p)
	var known []*Node // with uses after the loop
	for _, n := range append(append([]*Node(nil), l.phis...), l.nodes...) {
		if n.Op.IsControl() || !l.usedAfter(n) {
			continue
		}
		if n.IsMemPhi() || last == nil || !last.value(n).IsConst() || !last.value(n).Is(KindAny) {
			return false
		}
		known = append(known, n)
	}
	g, out := l.g, l.exits[0].Head
	if !g.Spend(&idleRule, l.head, l.head) {
		return false
	}
	for _, n := range known {
		k := g.Const(last.value(n))
		for _, u := range inOrder(nil, n.out) {
			for s, x := range u.in {
				if x == n && !l.inside(u) {
					g.SetIn(u, s, k)
				}
			}
		}
	}
	entry := l.head.in[1]
	for _, u := range inOrder(nil, out.out) {
		for s, x := range u.in {
			if x == out {
				g.SetIn(u, s, entry)
			}
		}
	}
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			if n.home == out {
				n.home = entry
			}
		}
	}
	g.SetIn(l.head, 1, g.Dead())
	return true
}

// isIdle reports whether an iteration of the loop only computes.
func (l *LoopCopy) isIdle() bool {
	for _, n := range l.nodes {
		if n.Op.IsControl() {
			if n.Op == OpLoop || n.isExit() {
				return false
			}
			continue
		}
		if n.Op != OpPhi && (n.Effect() != NoEffect || n.Op.HasMem() && n.in[1] != nil) || n.IsMemPhi() {
			return false
		}
	}
	return true
}

// usedAfter reports whether n is used outside of the loop.
func (l *LoopCopy) usedAfter(n *Node) bool {
	for _, u := range n.out {
		if !l.inside(u) {
			return true
		}
	}
	return false
}

// counter returns a phi of the loop that increases in each iteration, or decreases, and is
// always a 32-bit integer: the loop ends.
func (l *LoopCopy) counter() *Node {
	for _, p := range l.phis {
		if step, ok := stepOf(p); ok && step != 0 && p.Type.IsInt32() {
			return p
		}
	}
	return nil
}

// stepOf returns by how much a phi of a loop changes per iteration, if that is always the same
// small integer.
func stepOf(p *Node) (step float64, ok bool) {
	if p.IsMemPhi() || len(p.in) != 3 || p.in[2] == nil {
		return 0, false
	}
	next := base(p.in[2])
	switch {
	case next == p:
		return 0, true
	case !next.Op.Converts() || base(next.Arg(0)) != p || next.in[1] != nil:
		return 0, false
	case !p.Type.Is(KindNumber):
		return 0, false
	}
	switch next.Op {
	case OpInc:
		return 1, true
	case OpDec:
		return -1, true
	case OpAdd, OpSub:
		step, ok = next.Arg(1).Type.Number()
		if next.Op == OpSub {
			step = -step
		}
	}
	return step, ok && step == float64(int32(step)) && step > -smallStep && step < smallStep
}

// smallStep bounds the steps that stepOf accepts.
const smallStep = 1 << 20

// lastIteration returns the iteration in which the loop is left, if it is known, or nil. Each
// phi that is used there counts from a constant, like p.
func (l *LoopCopy) lastIteration(p *Node) *iteration {
	first, ok := p.in[1].Type.Number()
	step, _ := stepOf(p)
	from := l.exits[0].Preds[0]
	if cond := base(from.End.Cond()); !ok || cond.NumArgs() != 2 {
		return nil
	}
	at := func(k float64) *iteration {
		return l.begin(func(q *Node) Type {
			if s, ok := stepOf(q); ok {
				if a, ok := q.in[1].Type.Number(); ok && q.in[1].Type.IsInt32() && abs(a+k*s) < 1<<52 {
					return NumberConst(a + k*s)
				}
			}
			return q.Type
		})
	}
	for i := range 2 {
		bound, ok := base(from.End.Cond()).Arg(i).Type.Number()
		if !ok {
			continue
		}
		guess := float64(int64((bound - first) / step))
		for k := max(0, guess-2); k <= guess+2; k++ {
			if r := at(k); r.leaves() == Yes && (k == 0 || at(k-1).leaves() == No) {
				return r
			}
		}
	}
	return nil
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

// leaves reports whether the loop, which has one exit, is left in an iteration.
func (r *iteration) leaves() Tri {
	return triOf(r.goesTo(r.l.exits[0].Preds[0], r.l.exits[0]), r.again())
}
