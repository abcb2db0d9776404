package son

import "slices"

// tailsRule and choiceRule are counted and shown like rules.
var (
	tailsRule = Rule{
		Name:    "tails",
		Ops:     []Op{OpRegion, OpReturn, OpThrow},
		Doc:     "ways that end the same before they meet, or before equal exits => what they end with once, behind where they meet",
		Example: "if (a) { f(); h(1) } else { g(); h(1) }  =>  if (a) f(); else g(); h(1)",
	}
	choiceRule = Rule{
		Name:    "choice",
		Ops:     []Op{OpRegion, OpReturn, OpThrow},
		Doc:     "arms that do the same but for one operand => it once, with a conditional expression  if the operands are names or constants, and neither what is called nor whose property it is; where people read the output, an if statement stays one",
		Example: "if (a) f(1, x); else f(1, y)  =>  f(1, a ? x : y)",
	}
)

// maxTail bounds how many effects of a way are looked at.
const maxTail = 24

// MergeTails makes one of what several ways end with, at one place of the graph, and
// reports whether it found one:
//
//	A   B             A   B
//	x   y             x   y
//	t   t      =>      \ /
//	 \ /                R
//	  R                 t
//
// Tails are compared from their ends, effect by effect, with all that only they use.
// They end at a join, or at exits of the same kind to which both arms of an if come.
// An effect that is merged runs on each way where it ran, between the same others,
// and has the same operands there: values that differ would need a phi, which is a
// variable to assign in each arm. There is one only if nothing else is left in two
// arms: the phi is a conditional expression then. A reference is merged with its consumer or not at
// all, and no iteration, pattern or suspension is.
//
// c is a schedule of the graph.
func (c *CFG) MergeTails() bool {
	if c.Graph.noFuel() {
		return false
	}
	joins := c.joins()
	for i := len(c.Blocks) - 1; i >= 0; i-- { // inner joins first
		b := c.Blocks[i]
		t := c.tailsAtJoin(b)
		if t == nil {
			t = c.tailsAtExits(b, joins)
		}
		if t != nil && t.plan() && c.Graph.spend(t.rule(), t.key(), t.key()) {
			t.run()
			return true
		}
	}
	return false
}

// EndsAlike reports whether the last effects before some join, or before two exits, are
// of one kind: without that MergeTails finds nothing.
func (g *Graph) EndsAlike() bool {
	type kind struct {
		exit, last Op
		name       string
	}
	ends, found := map[kind]bool{}, false
	g.Nodes(func(n *Node) {
		switch {
		case found:
		case n.IsMemPhi() && n.in[0].Op == OpRegion && !n.in[0].Has(FlagExpr):
			found = lastAlike(n.in[1:])
		case n.Op == OpReturn || n.Op == OpThrow:
			if m := n.in[1]; mergesTail(m) {
				k := kind{n.Op, m.Op, m.Str}
				found, ends[k] = ends[k], true
			}
		}
	})
	return found
}

// lastAlike reports whether memory states are different effects of one kind.
func lastAlike(states []*Node) bool {
	return !slices.ContainsFunc(states, func(m *Node) bool {
		return !mergesTail(m) || m.Op != states[0].Op || m.Str != states[0].Str
	}) && slices.ContainsFunc(states, func(m *Node) bool { return m != states[0] })
}

// tails is one place where ways may end the same.
type tails struct {
	g    *Graph
	join *Node // the region where they meet, or nil before exits
	mem  *Node // its memory phi
	ways []way
	iff  *Block // whose two sides the ways are, if they are just that
	// What the plan is: effects of the ways by their order, and what else is merged.
	effects []*merged
	all     []*merged
	at      map[*Node]*merged
	cut     []*Node   // the memory states before the tails
	values  []*merged // of the exits, or of the phis of the join
	phis    []*Node   // of the join, whose values these are
	choice  *merged   // the one that differs
}

// way is one that ends in a tail.
type way struct {
	b       *Block
	exit    *Node
	effects []*Node // that may be merged, the last first
	before  *Node   // the memory state before the last of these
}

// key is the node that stands for the place.
func (t *tails) key() *Node {
	if t.join != nil {
		return t.join
	}
	return t.ways[0].exit
}

func (t *tails) rule() *Rule {
	if t.choice != nil {
		return &choiceRule
	}
	return &tailsRule
}

// tailsAtJoin returns the ways that meet at a block, if they may end the same.
func (c *CFG) tailsAtJoin(b *Block) *tails {
	h := b.Head
	if h.Op != OpRegion || h.Has(FlagExpr) || len(b.Preds) < 2 {
		return nil
	}
	t := &tails{g: c.Graph, join: h}
	for _, p := range phisOf(h) {
		if p.IsMemPhi() {
			t.mem = p
		} else {
			t.phis = append(t.phis, p)
		}
	}
	if t.mem == nil {
		return nil
	}
	sortNodes(t.phis)
	for i, p := range b.Preds {
		if p == nil || p.Loop != b.Loop || p.Region != b.Region || slices.Contains(b.Preds[:i], p) {
			return nil
		}
		w := way{b: p}
		if w.walk(t.mem.in[i+1]); len(w.effects) == 0 {
			return nil
		}
		t.ways = append(t.ways, w)
	}
	if iff, _ := diamond(h); iff != nil {
		t.iff = c.BlockOf(iff.in[0])
	}
	return t
}

// tailsAtExits returns the two ways from an if to exits, if they may end the same.
func (c *CFG) tailsAtExits(b *Block, joins []*Block) *tails {
	if b.End == nil || b.End.Op != OpIf || b.End.Has(FlagExpr|FlagSwitch) || b.End.Cond().Op.IsToken() {
		return nil
	}
	t := &tails{g: c.Graph, iff: b}
	for _, s := range b.Succs {
		if s = lastOf(s, joins); s == nil || s.Loop != b.Loop || s.Region != b.Region {
			return nil
		}
		e := s.End
		w := way{b: s, exit: e}
		if w.walk(e.in[1]); len(w.effects) == 0 {
			return nil
		}
		t.ways = append(t.ways, w)
	}
	if x, y := t.ways[0].exit, t.ways[1].exit; x.Op != y.Op || x.Idx != y.Idx || x.Flags != y.Flags {
		return nil
	}
	return t
}

// joins returns, by block, the join that has it for its immediate dominator, if there is
// one only.
func (c *CFG) joins() []*Block {
	list := make([]*Block, len(c.Blocks))
	several := make([]bool, len(c.Blocks))
	for _, b := range c.Blocks {
		if b.Head.Op == OpRegion {
			several[b.Idom.ID] = list[b.Idom.ID] != nil
			list[b.Idom.ID] = b
		}
	}
	for i, s := range several {
		if s {
			list[i] = nil
		}
	}
	return list
}

// lastOf returns the exit to which all ways from a block come that do not leave on
// their own, or nil.
func lastOf(b *Block, joins []*Block) *Block {
	for range maxTail {
		switch {
		case b.End == nil:
			return nil
		case b.End.Op == OpReturn || b.End.Op == OpThrow:
			return b
		case b.End.Op == OpIf && joins[b.ID] != nil:
			b = joins[b.ID]
		case b.End.Op == OpIf && leaves(b.Succs[0]):
			b = b.Succs[1]
		case b.End.Op == OpIf && leaves(b.Succs[1]):
			b = b.Succs[0]
		default:
			return nil
		}
	}
	return nil
}

func leaves(b *Block) bool { return b.End != nil && (b.End.Op == OpReturn || b.End.Op == OpThrow) }

// walk finds the effects of the way's last block that may be merged, from the memory
// state in which it ends.
func (w *way) walk(state *Node) {
	for len(w.effects) < maxTail && mergesTail(state) && state.in[0] == w.b.Head {
		w.effects = append(w.effects, state)
		state = state.in[1]
	}
	w.before = state
}

// mergesTail reports whether an effect may stand for several: it stands for itself
// alone, no construct is open before or after it, and control comes to its end.
func mergesTail(n *Node) bool {
	switch n.Op {
	case OpCall, OpCallMethod, OpNew, OpLoad, OpLoadIdx, OpStore, OpStoreIdx, OpDelete, OpDeleteIdx, OpUpdate, OpUpdateIdx,
		OpMethodRef, OpMethodRefIdx, OpCompRef, OpCompRefIdx, OpCompRefGlobal, OpCompStore, OpGlobalRef, OpGlobalLoad,
		OpGlobalTypeof, OpGlobalStore, OpGlobalUpdate, OpLoadCell, OpStoreCell, OpThisLoad, OpToStr, OpToKey, OpSpread, OpIn, OpInstanceOf:
		return true
	}
	return n.Op >= OpAdd && n.Op <= OpDec
}

// sameOps reports whether nodes are the same operation, operands apart.
func sameOps(of []*Node) bool {
	n := of[0]
	for _, m := range of[1:] {
		if n.Op != m.Op || n.Idx != m.Idx || n.Str != m.Str || n.Flags&^FlagNested != m.Flags&^FlagNested ||
			len(n.in) != len(m.in) || !slices.Equal(n.Parts, m.Parts) {
			return false
		}
	}
	return true
}
