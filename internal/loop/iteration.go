package loop

import (
	"slices"

	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// iteration is one iteration of a loop, as far as it is known before it runs: the blocks that
// control reaches, and the types of values.
type iteration struct {
	l       *loopCopy
	types   []son.Type // parallel to loopCopy.values; nil if the types are those in the graph
	reached map[*son.Block]bool
	// unsure: a value was needed that is computed in a block of the loop that is not one of l's.
	unsure bool
}

// value is the type of n in the iteration.
func (r *iteration) value(n *son.Node) son.Type {
	if r.types != nil {
		if i, ok := r.l.indexOf(n); ok {
			return r.types[i]
		}
	}
	if r.l.partly && int(n.ID) < len(r.l.c.at) {
		if b := r.l.c.at[n.ID]; b != nil && !r.l.has[b] && r.l.loop.Has(b) {
			r.unsure = true
		}
	}
	return n.Type
}

// set records the type of a value in the iteration, which is no wider than that in the graph.
func (r *iteration) set(n *son.Node, t son.Type) {
	i, _ := r.l.indexOf(n)
	r.types[i] = t.Narrow(n.Type)
}

// begin is an iteration whose loop phis have the types that of returns.
func (l *loopCopy) begin(of func(phi *son.Node) son.Type) *iteration {
	l.number()
	r := &iteration{l: l, types: make([]son.Type, len(l.values)), reached: map[*son.Block]bool{}}
	for i, n := range l.values {
		r.types[i] = n.Type
	}
	for _, p := range l.phis {
		if !p.IsMemPhi() {
			r.set(p, of(p))
		}
	}
	r.reached[l.loop.Head] = true
	for _, b := range l.blocks {
		r.block(b)
	}
	return r
}

// block computes the values of a block, if control reaches it.
func (r *iteration) block(b *son.Block) {
	for _, p := range b.Preds {
		if p != nil && b != r.l.loop.Head && r.goesTo(p, b) {
			r.reached[b] = true
		}
	}
	if !r.reached[b] {
		return
	}
	if b != r.l.loop.Head {
		for _, p := range b.Phis {
			r.set(p, r.joined(b, p))
		}
	}
	for _, n := range b.Nodes {
		if son.IsTyped(n) && !son.HasFixedType(n) {
			r.set(n, son.TypeWith(n, func(i int) son.Type { return r.value(n.Arg(i)) }))
		}
	}
}

// joined is the type of a phi other than those of the loop's head. Phis of inner loops are not
// analyzed.
func (r *iteration) joined(b *son.Block, p *son.Node) son.Type {
	if b.Head.Op == son.OpLoop {
		return p.Type
	}
	t := son.TypeTop
	for i, from := range b.Preds {
		if from != nil && r.goesTo(from, b) {
			t = t.Join(r.value(p.In(i + 1)))
		}
	}
	return t
}

// goesTo reports whether control may continue from one block to the next.
func (r *iteration) goesTo(from, to *son.Block) bool {
	if !r.reached[from] {
		return false
	}
	if from.End == nil || from.End.Op != son.OpIf || to.Head.Op != son.OpProj || to.Head.In(0) != from.End {
		return true
	}
	truth := r.decides(from)
	return truth == son.Maybe || (truth == son.Yes) == (to.Head.Idx == 0)
}

// decides returns the truth of the condition of the If at the end of b.
func (r *iteration) decides(b *son.Block) son.Tri {
	c := b.End.Cond()
	if c.Op.IsToken() {
		return son.Maybe
	}
	return r.value(c).Truthy()
}

// again reports whether another iteration may follow.
func (r *iteration) again() bool { return r.reached[r.l.loop.Head.Preds[1]] }

// next is the type of a loop phi in the iteration after r.
func (r *iteration) next(p *son.Node) son.Type { return r.value(p.In(2)) }

// number gives the values of the loop indexes, so that an iteration can keep their types in a
// list: a table by node ID would cost as much as the whole graph for each small loop, and a map is
// slow in a large one.
func (l *loopCopy) number() {
	if l.c.indexed == l {
		return
	}
	l.c.indexed, l.values = l, l.values[:0]
	if n := l.g.MaxID(); len(l.c.index) < n {
		l.c.index = make([]int32, n)
	}
	add := func(n *son.Node) {
		l.c.index[n.ID] = int32(len(l.values))
		l.values = append(l.values, n)
	}
	for _, p := range l.phis {
		if !p.IsMemPhi() {
			add(p)
		}
	}
	for _, b := range l.blocks {
		if b != l.loop.Head {
			for _, p := range b.Phis {
				add(p)
			}
		}
		for _, n := range b.Nodes {
			if son.IsTyped(n) && !son.HasFixedType(n) {
				add(n)
			}
		}
	}
}

// indexOf returns the index of n in l.values, if it is there. What the table says of other nodes
// is left from another loop and refuted by the list (Briggs and Torczon, An efficient
// representation for sparse sets, 1993).
func (l *loopCopy) indexOf(n *son.Node) (int, bool) {
	if int(n.ID) >= len(l.c.index) {
		return 0, false
	}
	i := int(l.c.index[n.ID])
	return i, i < len(l.values) && l.values[i] == n
}

// mayUnroll reports whether it pays to analyze the whole loop and its iterations. It does not if
// the first two iterations may both leave and continue, as in
//
//	for (let i = 0; i < n; i++) { … }
//
// To decide that it analyzes only the blocks between head and back edge, without those of inner
// loops: otherwise, of n nested loops, only the innermost would cost less than all of them.
func mayUnroll(c *scheduled, loop *son.LoopTree) bool {
	l := &loopCopy{g: c.Graph, c: c, loop: loop, head: loop.Head.Head, has: map[*son.Block]bool{}, partly: true}
	l.gatherPaths()
	l.phis = son.PhisOf(loop.Head.Head)
	son.SortByOrder(l.phis)
	first := l.begin(func(p *son.Node) son.Type { return p.In(1).Type })
	if !first.again() || first.unsure {
		return true
	}
	second := l.begin(first.next)
	return !second.again() || !first.mayLeave() && !second.mayLeave() || first.unsure || second.unsure
}

// gatherPaths finds the blocks on the paths from the loop's head to its back edge, except those
// on the path from an inner loop's head to its back edge, unless they leave that loop.
func (l *loopCopy) gatherPaths() {
	head := l.loop.Head
	l.has[head] = true
	l.blocks = append(l.blocks, head)
	for work := []*son.Block{head.Preds[1]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == nil || l.has[b] {
			continue
		}
		l.has[b] = true
		l.blocks = append(l.blocks, b)
		if b.Head.Op == son.OpLoop {
			work = append(work, b.Preds[0])
		} else {
			work = append(work, b.Preds...)
		}
	}
	slices.SortFunc(l.blocks, func(a, b *son.Block) int { return a.ID - b.ID })
	for _, b := range l.blocks {
		for _, s := range b.Succs {
			if !l.loop.Has(s) && !l.goesAlong(b, s, longExit) {
				l.exits = append(l.exits, s)
			}
		}
	}
}

// countIterations returns how many iterations of the loop return to its head, if that is known and at
// most most. For a loop whose back edge is never taken it is 0. bytes is roughly how much longer
// the program gets when the iterations are written one after the other, and clear reports that
// none of them may leave the loop other than where the last one does. If more than one iteration
// returns to the head, clear is required.
func (l *loopCopy) countIterations(most int) (iterations, bytes int, clear, ok bool) {
	r := l.begin(func(p *son.Node) son.Type { return p.In(1).Type })
	for clear = true; r.again(); {
		if iterations++; iterations > most {
			return 0, 0, false, false
		}
		if clear = clear && !r.mayLeave(); !clear && iterations > 1 {
			return 0, 0, false, false
		}
		bytes += r.bytes()
		was := r
		r = l.begin(was.next)
	}
	bytes += r.bytes()
	return iterations, bytes - l.bytes(), clear, true
}

// mayLeave reports whether control may leave the loop in an iteration, other than by leaving the
// function.
func (r *iteration) mayLeave() bool {
	for _, x := range r.l.exits {
		if r.goesTo(x.Preds[0], x) {
			return true
		}
	}
	return false
}

// bytes estimates the length of the loop.
func (l *loopCopy) bytes() int {
	all := &iteration{l: l, reached: l.has}
	n := all.bytes() + cost.LoopText
	for _, p := range l.phis {
		if p.In(1).Op == son.OpConst {
			n += cost.InitText + cost.ConstText(p.In(1).Type)
		}
	}
	return n
}

// bytes estimates the text length of an iteration.
func (r *iteration) bytes() int {
	sum, text := 0, cost.Estimate{Value: r.value}
	for _, b := range r.l.blocks {
		if !r.reached[b] {
			continue
		}
		for _, n := range b.Nodes {
			if t := r.value(n); !t.IsConst() || n.Effect() != son.NoEffect {
				sum += text.Node(n)
			}
		}
		switch e := b.End; {
		case e == nil:
		case e.Op != son.OpIf:
			sum += cost.ReturnText + text.Operand(e, e.Arg(0))
		case r.decides(b) == son.Maybe:
			sum += cost.IfText + text.Operand(e, e.Cond())
		}
		if b.Head.Op == son.OpLoop && b != r.l.loop.Head {
			sum += cost.LoopText
		}
		for _, p := range b.Phis {
			if b != r.l.loop.Head && r.value(p).IsConst() {
				continue
			}
			for i, x := range p.Ins()[1:] {
				if b.Preds[i] != nil && x != p && r.l.has[b.Preds[i]] && r.reached[b.Preds[i]] {
					sum += cost.AssignText + text.Operand(p, x)
				}
			}
		}
	}
	for _, p := range r.l.phis {
		if !p.IsMemPhi() && r.types != nil && r.next(p).IsConst() {
			sum -= cost.AssignText // it need not be stored
		}
	}
	return sum
}
