package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// maxSteady bounds the iterations that are analyzed to find out what all iterations but the
// first have in common.
const maxSteady = 6

// Gain is the gain from a copy of a loop.
type Gain struct {
	Bytes    int // how much longer the text gets, roughly
	Branches int // that an iteration no longer needs
}

// FirstIteration returns the gain from placing the first iteration before the loop.
func (l *LoopCopy) FirstIteration() Gain {
	first := l.begin(func(p *Node) Type { return p.in[1].Type })
	if !first.again() {
		return Gain{}
	}
	types := map[*Node]Type{}
	for _, p := range l.phis {
		types[p] = first.next(p)
	}
	var later *iteration
	for i := 0; ; i++ {
		later = l.begin(func(p *Node) Type { return types[p] })
		stable := true
		for _, p := range l.phis {
			if p.IsMemPhi() {
				continue
			}
			t := types[p].Join(later.next(p)).narrow(p.Type)
			if t == types[p] {
				continue
			}
			stable = false
			if types[p] = t; i > 0 {
				types[p] = p.Type // it counts
			}
		}
		if stable {
			break
		}
		if i == maxSteady {
			return Gain{}
		}
	}
	any := l.begin(func(p *Node) Type { return p.Type })
	return Gain{first.bytes() + later.bytes() + len("for(;;)") - l.bytes(), later.decided() - any.decided()}
}

// decided counts the branches of the iteration that always go the same way.
func (r *iteration) decided() int {
	n := 0
	for _, b := range r.l.blocks {
		if e := b.End; e != nil && e.Op == OpIf && (!r.reached[b] || r.decides(b) != Maybe) {
			n++
		}
	}
	return n
}

// PeelFirst places the first iteration before the loop.
func (l *LoopCopy) PeelFirst() bool {
	return l.g.Spend(&peelRule, l.head, l.head) && l.Peel(1)
}

// Invariant returns a condition on which the loop branches, with both sides staying in the loop,
// and which is the same in all iterations and can be computed before the loop; or nil. If there
// are several it returns none: there would be a loop for each combination of their values.
func (l *LoopCopy) Invariant() *Node {
	var only *Node
	for _, b := range l.blocks {
		if b.End == nil || b.End.Op != OpIf || !l.loop.Has(b) || !l.loop.Has(b.Succs[0]) || !l.loop.Has(b.Succs[1]) {
			continue
		}
		if c := base(b.End.Cond()); c.Op != OpConst && c.Type.Truthy() == Maybe && l.invariant(c, maxInvariant) {
			if only != nil && only != c {
				return nil
			}
			only = c
		}
	}
	return only
}

// maxInvariant bounds the depth of invariant's search.
const maxInvariant = 4

// invariant reports whether a value is independent of the loop.
func (l *LoopCopy) invariant(n *Node, depth int) bool {
	switch {
	case n.IsRef() || n.Op.IsToken():
		return false
	case n.Op >= OpPatObject && n.Op <= OpPatEnd:
		return false // only its pattern writes it
	case n.Op == OpConst || IsGiven(n):
		return true
	case n.Op == OpPhi || !Floats(n):
		return l.comesBefore(n)
	case n.in[0] != nil || depth == 0 || n.Op.HasMem() && n.in[1] != nil:
		return false
	}
	for _, x := range n.Args() {
		if !l.invariant(base(x), depth-1) {
			return false
		}
	}
	return true
}

// comesBefore reports whether a node is computed on every path to the loop.
func (l *LoopCopy) comesBefore(n *Node) bool {
	b := l.at[n.ID]
	return b != nil && !l.has[b] && b.Dominates(l.loop.Head)
}

// before returns an invariant value as it is computed before the loop, where the names that
// the iterations bind to its operands do not exist yet:
//
//	let x = p; if (x == null) …     becomes     if (p == null)
func (l *LoopCopy) before(n *Node) *Node {
	for n.Op == OpBind && !l.comesBefore(n) {
		n = n.Arg(0)
	}
	if n.Op == OpBind || n.Op == OpConst || n.Op == OpPhi || IsGiven(n) || !Floats(n) {
		return n
	}
	in := slices.Clone(n.in)
	for i, x := range in {
		if x != nil {
			in[i] = l.before(x)
		}
	}
	if slices.Equal(in, n.in) {
		return n
	}
	m := l.g.Clone(n, in...)
	m.home = nil
	return m
}

// Unswitch replaces this loop by two loops: a condition that is the same in all iterations is
// true in one and false in the other.
func (l *LoopCopy) Unswitch(cond *Node) bool {
	g := l.g
	for _, u := range l.head.out {
		if u.Op == OpNever {
			return false
		}
	}
	if !g.Spend(&unswitchRule, l.head, cond) {
		return false
	}
	w, ok := l.room(1)
	if !ok {
		return false
	}
	m := copies{}
	l.copy(m, -w, append(append([]*Node{l.head}, l.phis...), l.nodes...))
	l.made = append(l.made, m)
	iff := g.NewNode(OpIf, l.head.in[1], l.before(cond))
	iff.Type, iff.Order = TypeControl, m[l.head].Order
	for i, head := range []*Node{m[l.head], l.head} {
		p := g.NewNode(OpProj, iff)
		p.Type, p.Idx, p.Order = TypeControl, int32(i), iff.Order
		g.SetIn(head, 1, p)
		if info := g.Loops[head]; info != nil {
			again := *info
			again.Init, again.Peeled = ast.Span{}, true
			g.Loops[head] = &again
		}
	}
	for _, b := range l.blocks {
		if e := b.End; e != nil && e.Op == OpIf && base(e.Cond()) == cond {
			g.SetIn(e, 1, g.Const(TypeFalse))
			g.SetIn(m[e], 1, g.Const(TypeTrue))
		}
	}
	l.merge()
	return true
}
