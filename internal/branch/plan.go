package branch

import (
	"slices"

	"github.com/sonjs/son/son"
)

// merged is the merge of one node of each path.
type merged struct {
	kind mergedKind
	of   []*son.Node
	args []*merged
	// state is the number of effects of the tail before a read.
	state int
	node  *son.Node // in the new graph, once made
}

type mergedKind uint8

const (
	mergedSame   mergedKind = iota // one node, from before the paths diverge
	mergedEffect                   // in the chain of memory states
	mergedRead                     // reads the memory that others write
	mergedAlloc
	mergedName // a value with a name in the source on each path
	mergedFloat
	mergedPhi
)

// plan finds the longest tail that can be merged and reports whether there is one.
func (t *tails) plan() bool {
	most := maxTail
	for _, w := range t.paths {
		most = min(most, len(w.effects))
	}
	n := 0
	for n < most && sameOps(t.effectsAt(n)) {
		n++
	}
	for ; n > 0; n-- {
		if t.planOf(n) {
			return true
		}
	}
	return false
}

// effectsAt returns the k-th effect of each path, from the end.
func (t *tails) effectsAt(k int) []*son.Node {
	var of []*son.Node
	for _, w := range t.paths {
		of = append(of, w.effects[k])
	}
	return of
}

// planOf plans to merge the last n effects.
func (t *tails) planOf(n int) bool {
	t.effects, t.all, t.at, t.values, t.choice = nil, nil, map[*son.Node]*merged{}, nil, nil
	for k := n - 1; k >= 0; k-- {
		m := &merged{kind: mergedEffect, of: t.effectsAt(k)}
		t.effects = append(t.effects, m)
		t.enter(m)
	}
	t.cut = nil
	for _, m := range t.effects[0].of {
		t.cut = append(t.cut, m.In(1))
	}
	for _, m := range t.effects {
		for i := range m.of[0].Args() {
			x := t.merge(t.argOf(m.of, i), mayDiffer(m.of[0], i))
			if x == nil {
				return false
			}
			m.args = append(m.args, x)
		}
	}
	return t.planEnds() && t.closed() && (t.choice == nil || t.isChoice()) && t.readsWell()
}

func (t *tails) enter(m *merged) {
	t.all = append(t.all, m)
	for _, n := range m.of {
		t.at[n] = m
	}
}

// argOf returns operand i of each node.
func (t *tails) argOf(of []*son.Node, i int) []*son.Node {
	var args []*son.Node
	for _, n := range of {
		args = append(args, n.Arg(i))
	}
	return args
}

// planEnds plans the values of the exits, or of the phis of the join.
func (t *tails) planEnds() bool {
	if t.join == nil {
		of := []*son.Node{t.paths[0].exit, t.paths[1].exit}
		x := t.merge(t.argOf(of, 0), of[0].Op == son.OpReturn)
		t.values = []*merged{x}
		return x != nil
	}
	for _, p := range t.phis {
		var x *merged
		if slices.ContainsFunc(p.Ins()[1:], func(y *son.Node) bool { return t.uses(y, tailDepth) }) {
			if x = t.merge(slices.Clone(p.Ins()[1:]), false); x == nil {
				return false
			}
		}
		t.values = append(t.values, x)
	}
	return true
}

// tailDepth bounds how many operators there may be between an effect and its use.
const tailDepth = 6

// uses reports whether a value is computed from merged nodes.
func (t *tails) uses(n *son.Node, depth int) bool {
	if t.at[n] != nil {
		return true
	}
	if depth == 0 || !son.Floats(n) && !isOldRead(n) {
		return false
	}
	for _, x := range n.Ins() {
		if x != nil && !x.Op.IsControl() && t.uses(x, depth-1) {
			return true
		}
	}
	return false
}

// isOldRead reports whether n reads memory at its place without being a memory state.
func isOldRead(n *son.Node) bool {
	return n.Op.IsComplete() && n.Mem() != nil && !n.OnChain()
}

// merge returns the merge of one value of each path; nil if there is none, or if it would need a
// phi where there may be none.
func (t *tails) merge(of []*son.Node, mayDiffer bool) *merged {
	first := of[0]
	if !slices.ContainsFunc(of, func(n *son.Node) bool { return n != first }) {
		return &merged{kind: mergedSame, of: of, node: first}
	}
	for _, n := range of {
		if m := t.at[n]; m != nil {
			if slices.Equal(m.of, of) {
				return m
			}
			return nil
		}
	}
	if m := t.absorb(of); m != nil {
		return m
	}
	if !mayDiffer || t.choice != nil || t.g.Config.Authored || !slices.ContainsFunc(of, plainOperand) {
		return nil
	}
	for _, n := range of {
		if !plainOperand(n) || t.uses(n, tailDepth) {
			return nil
		}
	}
	t.choice = &merged{kind: mergedPhi, of: of}
	return t.choice
}

// absorb merges values that are computed from values of the tail, and only used by it.
func (t *tails) absorb(of []*son.Node) *merged {
	if !sameOps(of) {
		return nil
	}
	m := &merged{of: of}
	switch n := of[0]; {
	case isOldRead(n):
		m.kind = mergedRead
		if m.state = t.stateOf(of); m.state < 0 {
			return nil
		}
	case n.Op == son.OpObject || n.Op == son.OpArray || n.Op == son.OpRegExp:
		m.kind = mergedAlloc
	case n.Op == son.OpBind && !slices.ContainsFunc(of, func(b *son.Node) bool { return b.Sym != n.Sym }):
		m.kind = mergedName
	case son.Floats(n) && n.Op != son.OpBind && n.In(0) == nil && n.Mem() == nil:
		m.kind = mergedFloat
	default:
		return nil
	}
	if m.kind != mergedFloat && !t.onPaths(of) {
		return nil
	}
	size := len(t.all)
	for i := range of[0].Args() {
		args := t.argOf(of, i)
		x := (*merged)(nil)
		if m.kind != mergedFloat || sameType(args) {
			x = t.merge(args, false)
		}
		if x == nil {
			t.forget(size)
			return nil
		}
		m.args = append(m.args, x)
	}
	t.enter(m)
	return m
}

// forget removes all entries but the first n.
func (t *tails) forget(n int) {
	for _, m := range t.all[n:] {
		for _, x := range m.of {
			delete(t.at, x)
		}
	}
	t.all = t.all[:n]
}

// sameType reports whether the types of values are equal: an operator on one of them then has
// the same effect on all.
func sameType(of []*son.Node) bool {
	return !slices.ContainsFunc(of, func(n *son.Node) bool { return n.Type != of[0].Type })
}

// onPaths reports whether each node is pinned to the last block of its path.
func (t *tails) onPaths(of []*son.Node) bool {
	for i, n := range of {
		if n.In(0) != t.paths[i].b.Head {
			return false
		}
	}
	return true
}

// stateOf returns the number of effects of the tail before the reads, or -1.
func (t *tails) stateOf(of []*son.Node) int {
	for k := 0; k <= len(t.effects); k++ {
		same := true
		for i, n := range of {
			if k == 0 {
				same = same && n.In(1) == t.cut[i]
			} else {
				same = same && n.In(1) == t.effects[k-1].of[i]
			}
		}
		if same {
			return k
		}
	}
	return -1
}

// closed reports whether merged nodes are only used by the tail, and by the nodes after the join
// or the exits.
func (t *tails) closed() bool {
	for _, m := range t.all {
		for _, n := range m.of {
			for _, u := range n.Users() {
				if t.at[u] == nil && !t.isEnd(u) {
					return false
				}
			}
		}
	}
	return true
}

// isEnd reports whether u is a phi or exit that is part of the plan.
func (t *tails) isEnd(u *son.Node) bool {
	if t.join == nil {
		return u == t.paths[0].exit || u == t.paths[1].exit
	}
	return u == t.mem || u.Op == son.OpPhi && u.In(0) == t.join
}

// mayDiffer reports whether operand i may be a conditional expression: an argument or a stored
// value.
func mayDiffer(n *son.Node, i int) bool {
	if n.Arg(i).IsRef() {
		return false
	}
	switch n.Op {
	case son.OpCall, son.OpCallMethod, son.OpNew, son.OpStore, son.OpStoreCell, son.OpGlobalStore, son.OpCompStore:
		return i >= 1
	case son.OpStoreIdx:
		return i >= 2
	}
	return false
}

// plainOperand reports whether a value is a name or a constant.
func plainOperand(n *son.Node) bool {
	switch n.Op {
	case son.OpConst, son.OpParam, son.OpThis, son.OpCaptured, son.OpSelf, son.OpBind:
		return true
	case son.OpPhi:
		return !n.Has(son.FlagExpr|son.FlagMem) && !n.IsRef()
	}
	return n.Op == son.OpLoadCell && isOldRead(n)
}

// isChoice reports whether the paths have nothing but operands left: two arms of an if without
// others.
func (t *tails) isChoice() bool {
	if t.iff == nil || len(t.paths) != 2 || t.iff.End.Has(son.FlagExpr|son.FlagSwitch) || t.g.Config.Speed {
		return false
	}
	for i, v := range t.values {
		if t.join != nil && v == nil && t.phis[i].Op == son.OpPhi {
			return false // a variable that the arms assign
		}
	}
	for i, w := range t.paths {
		if w.b.Head.Op != son.OpProj || w.b.Head.In(0) != t.iff.End {
			return false
		}
		for _, n := range w.b.Nodes {
			if t.at[n] == nil && n != t.choice.of[i] {
				return false
			}
		}
	}
	return t.nestsTest()
}
