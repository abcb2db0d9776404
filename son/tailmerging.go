package son

import "slices"

// tailMergingRule and choiceRule are counted and listed like rules.
var (
	tailMergingRule = Rule{
		Name:    "tail-merging",
		Ops:     []Op{OpRegion, OpReturn, OpThrow},
		Doc:     "paths with a common tail before they join, or before equal exits => the tail once, after the join",
		Example: "if (a) { f(); h(1) } else { g(); h(1) }  =>  if (a) f(); else g(); h(1)",
	}
	choiceRule = Rule{
		Name:    "choice",
		Ops:     []Op{OpRegion, OpReturn, OpThrow},
		Doc:     "arms that differ in one operand only => one copy, with a conditional expression  if the operands are names or constants, and neither the callee nor the object of a property access; in output for readers, an if statement stays one",
		Example: "if (a) f(1, x); else f(1, y)  =>  f(1, a ? x : y)",
	}
)

// maxTail bounds how many effects of a path are looked at.
const maxTail = 24

// MergeTail merges the common tail of several paths, at one place of the graph, and
// reports whether it found one:
//
//	A   B             A   B
//	x   y             x   y
//	t   t      =>      \ /
//	 \ /                R
//	  R                 t
//
// Tails are compared from their ends, effect by effect, with everything that only they
// use. They end at a join, or at exits of the same kind, one in each arm of an if.
// A merged effect still runs on each path where it ran, between the same other effects,
// and with the same operands: values that differ would need a phi, which is a variable
// to assign in each arm. A phi is made only if two arms have nothing else left: it prints
// as a conditional expression then. A reference is merged with its consumer or not at
// all; iterations, patterns and suspensions are never merged.
//
// c is a schedule of the graph.
func (c *CFG) MergeTail() bool {
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

// HasCommonTails reports whether the last effects before some join, or before two exits, are of one
// kind: otherwise MergeTail cannot find anything.
func (g *Graph) HasCommonTails() bool {
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

// lastAlike reports whether the memory states are different effects of one kind.
func lastAlike(states []*Node) bool {
	return !slices.ContainsFunc(states, func(m *Node) bool {
		return !mergesTail(m) || m.Op != states[0].Op || m.Str != states[0].Str
	}) && slices.ContainsFunc(states, func(m *Node) bool { return m != states[0] })
}

// tails is one place where paths may have a common tail.
type tails struct {
	g     *Graph
	join  *Node // the region where they join, or nil before exits
	mem   *Node // its memory phi
	paths []tailPath
	iff   *Block // whose two sides the paths are, if that is all they are
	// The plan: effects of the paths in order, and everything else that is merged.
	effects []*merged
	all     []*merged
	at      map[*Node]*merged
	cut     []*Node   // the memory states before the tails
	values  []*merged // of the exits, or of the phis of the join
	phis    []*Node   // of the join, which have these values
	choice  *merged   // the one operand that differs
}

// tailPath is a path that ends in a tail.
type tailPath struct {
	b       *Block
	exit    *Node
	effects []*Node // mergeable ones, the last first
	before  *Node   // the memory state before the last of these
}

// key is the node that identifies the place.
func (t *tails) key() *Node {
	if t.join != nil {
		return t.join
	}
	return t.paths[0].exit
}

func (t *tails) rule() *Rule {
	if t.choice != nil {
		return &choiceRule
	}
	return &tailMergingRule
}

// tailsAtJoin returns the paths that join at a block, if they may have a common tail.
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
		if p == nil || p.Loop != b.Loop || p.Region != b.Region {
			return nil
		}
		w := tailPath{b: p}
		if w.walk(t.mem.in[i+1]); len(w.effects) == 0 {
			return nil
		}
		t.paths = append(t.paths, w)
	}
	if repeated(b.Preds) {
		return nil
	}
	if iff, _ := diamond(h); iff != nil {
		t.iff = c.BlockOf(iff.in[0])
	}
	return t
}

// repeated reports whether a block is in a list twice.
func repeated(list []*Block) bool {
	ids := make([]int, len(list))
	for i, b := range list {
		ids[i] = b.ID
	}
	slices.Sort(ids)
	return len(slices.Compact(ids)) < len(list)
}

// tailsAtExits returns the two paths from an if to exits, if they may have a common tail.
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
		w := tailPath{b: s, exit: e}
		if w.walk(e.in[1]); len(w.effects) == 0 {
			return nil
		}
		t.paths = append(t.paths, w)
	}
	if x, y := t.paths[0].exit, t.paths[1].exit; x.Op != y.Op || x.Idx != y.Idx || x.Flags != y.Flags {
		return nil
	}
	return t
}

// joins returns, for each block, the only join that it immediately dominates, or nil if there
// are none or several.
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

// lastOf returns the exit that all paths from a block reach, except those that leave by
// themselves earlier, or nil.
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

// walk collects the mergeable effects of the path's last block, going back from its final memory
// state.
func (w *tailPath) walk(state *Node) {
	for len(w.effects) < maxTail && mergesTail(state) && state.in[0] == w.b.Head {
		w.effects = append(w.effects, state)
		state = state.in[1]
	}
	w.before = state
}

// mergesTail reports whether one effect may replace several: it is complete in itself, no
// construct is open before or after it, and control reaches its end.
func mergesTail(n *Node) bool {
	switch n.Op {
	case OpCall, OpCallMethod, OpNew, OpLoad, OpLoadIdx, OpStore, OpStoreIdx, OpDelete, OpDeleteIdx, OpUpdate, OpUpdateIdx,
		OpMethodRef, OpMethodRefIdx, OpCompRef, OpCompRefIdx, OpCompRefGlobal, OpCompStore, OpGlobalRef, OpGlobalLoad,
		OpGlobalTypeof, OpGlobalStore, OpGlobalUpdate, OpLoadCell, OpStoreCell, OpThisLoad, OpToStr, OpToKey, OpSpread, OpIn, OpInstanceOf:
		return true
	}
	return n.Op >= OpAdd && n.Op <= OpDec
}

// sameOps reports whether nodes are the same operation, apart from their operands.
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
