package loop

import (
	"math"

	"github.com/sonjs/son/son"
)

// dropLoop removes a loop that only counts and is known to end; the values that are used after
// it must be known, too. A counter must have a 32-bit integer type in every iteration: it then
// reaches the end of that range.
//
//	for (i = 0; i < 100; i++) {}     becomes     i = 100
func dropLoop(c *scheduled, loop *son.LoopTree) bool {
	l := bodyOf(c, loop, -1, math.MaxInt)
	if l == nil || len(l.exits) != 1 || !l.isIdle() {
		return false
	}
	p := l.counter()
	if p == nil {
		return false
	}
	last := l.lastIteration(p)
	var known []*son.Node // with uses after the loop
	for _, n := range append(append([]*son.Node(nil), l.phis...), l.nodes...) {
		if n.Op.IsControl() || !l.usedAfter(n) {
			continue
		}
		if n.IsMemPhi() || last == nil || !last.value(n).IsConst() || !last.value(n).Is(son.KindAny) {
			return false
		}
		known = append(known, n)
	}
	g, out := l.g, l.exits[0].Head
	if !g.Spend(&IdleRule, l.head, l.head) {
		return false
	}
	for _, n := range known {
		k := g.Const(last.value(n))
		for _, u := range son.InOrder(nil, n.Users()) {
			for s, x := range u.Ins() {
				if x == n && !l.inside(u) {
					g.SetIn(u, s, k)
				}
			}
		}
	}
	entry := l.head.In(1)
	for _, u := range son.InOrder(nil, out.Users()) {
		for s, x := range u.Ins() {
			if x == out {
				g.SetIn(u, s, entry)
			}
		}
	}
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			if n.Home() == out {
				n.SetHome(entry)
			}
		}
	}
	g.SetIn(l.head, 1, g.Dead())
	return true
}

// isIdle reports whether an iteration of the loop only computes.
func (l *loopCopy) isIdle() bool {
	for _, n := range l.nodes {
		if n.Op.IsControl() {
			if n.Op == son.OpLoop || n.IsExit() {
				return false
			}
			continue
		}
		if n.Op != son.OpPhi && (n.Effect() != son.NoEffect || n.Op.HasMem() && n.In(1) != nil) || n.IsMemPhi() {
			return false
		}
	}
	return true
}

// usedAfter reports whether n is used outside of the loop.
func (l *loopCopy) usedAfter(n *son.Node) bool {
	for _, u := range n.Users() {
		if !l.inside(u) {
			return true
		}
	}
	return false
}

// counter returns a phi of the loop that increases in each iteration, or decreases, and is
// always a 32-bit integer: the loop ends.
func (l *loopCopy) counter() *son.Node {
	for _, p := range l.phis {
		if Counts(p) {
			return p
		}
	}
	return nil
}

// Counts reports whether a phi of a loop increases in each iteration, or decreases, and is always a
// 32-bit integer: the loop ends.
func Counts(p *son.Node) bool {
	step, ok := stepOf(p)
	return ok && step != 0 && p.Type.IsInt32()
}

// stepOf returns by how much a phi of a loop changes per iteration, if that is always the same
// small integer.
func stepOf(p *son.Node) (step float64, ok bool) {
	if p.IsMemPhi() || p.NumIn() != 3 || p.In(2) == nil {
		return 0, false
	}
	next := son.Base(p.In(2))
	switch {
	case next == p:
		return 0, true
	case !next.Op.Converts() || son.Base(next.Arg(0)) != p || next.In(1) != nil:
		return 0, false
	case !p.Type.Is(son.KindNumber):
		return 0, false
	}
	switch next.Op {
	case son.OpInc:
		return 1, true
	case son.OpDec:
		return -1, true
	case son.OpAdd, son.OpSub:
		step, ok = next.Arg(1).Type.Number()
		if next.Op == son.OpSub {
			step = -step
		}
	}
	return step, ok && step == float64(int32(step)) && step > -smallStep && step < smallStep
}

// smallStep bounds the steps that stepOf accepts.
const smallStep = 1 << 20

// lastIteration returns the iteration in which the loop is left, if it is known, or nil. Each
// phi that is used there counts from a constant, like p.
func (l *loopCopy) lastIteration(p *son.Node) *iteration {
	first, ok := p.In(1).Type.Number()
	step, _ := stepOf(p)
	from := l.exits[0].Preds[0]
	if cond := son.Base(from.End.Cond()); !ok || cond.NumArgs() != 2 {
		return nil
	}
	at := func(k float64) *iteration {
		return l.begin(func(q *son.Node) son.Type {
			if s, ok := stepOf(q); ok {
				if a, ok := q.In(1).Type.Number(); ok && q.In(1).Type.IsInt32() && abs(a+k*s) < 1<<52 {
					return son.NumberConst(a + k*s)
				}
			}
			return q.Type
		})
	}
	for i := range 2 {
		bound, ok := son.Base(from.End.Cond()).Arg(i).Type.Number()
		if !ok {
			continue
		}
		guess := float64(int64((bound - first) / step))
		for k := max(0, guess-2); k <= guess+2; k++ {
			if r := at(k); r.leaves() == son.Yes && (k == 0 || at(k-1).leaves() == son.No) {
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
func (r *iteration) leaves() son.Tri {
	switch leaves, stays := r.goesTo(r.l.exits[0].Preds[0], r.l.exits[0]), r.again(); {
	case leaves && stays:
		return son.Maybe
	case leaves:
		return son.Yes
	}
	return son.No
}
