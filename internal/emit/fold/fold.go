// Package fold merges the blocks of a schedule that form one expression or one switch.
//
// The author wrote ?:, &&, ||, ?? or ?. where the graph has a branch with two arms and a join. If
// the arms can be written in an expression, the four blocks become one, with the branch as one of
// its items ([Cond]). Chains of tests against one value become a switch, and the nodes of x++ an
// update. What is computed stays a list of nodes: which operator a conditional expression gets, and
// how values nest, is decided later.
//
// The input is a schedule, how often each value is used, and which values are in a variable. The
// output is a list of blocks. The package knows no statements and no names.
package fold

import (
	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Input is a schedule, and what the form of its blocks depends on.
type Input struct {
	CFG   *son.CFG
	Loops map[*son.Node]*son.LoopInfo
	// Uses counts the uses of each node, by id. It is lowered where folding makes a use go away.
	Uses []int32
	// VarOf returns the number of the variable that holds a value, or -1.
	VarOf func(*son.Node) int
	// Flat: each node is a statement of its own.
	Flat bool
}

// Blocks is the blocks of a function. It keeps its storage from one function to the next.
type Blocks struct {
	Input
	List []*Block // by id of the schedule's block, and then those that were split off; nil where absorbed
	byID []*Block // the same, with absorbed blocks
	// inBracket, if set, says in which blocks conditional expressions are formed.
	inBracket func(*Block) bool

	blocks    slab.List[Block]
	updates   slab.List[Update]
	conds     slab.List[Cond]
	items     slab.Slices[Item]
	blockPtrs slab.Slices[*Block]
}

// Reset empties bs.
func (bs *Blocks) Reset() {
	for _, s := range []interface{ Reset() }{&bs.blocks, &bs.updates, &bs.conds, &bs.items, &bs.blockPtrs} {
		s.Reset()
	}
	*bs = Blocks{List: bs.List[:0], byID: bs.byID[:0], blocks: bs.blocks, updates: bs.updates, conds: bs.conds, items: bs.items, blockPtrs: bs.blockPtrs}
}

// All returns the blocks of the schedule, also those that were absorbed.
func (bs *Blocks) All() []*Block { return bs.byID }

// Make copies the blocks of the schedule.
func (bs *Blocks) Make(in Input) {
	bs.Input = in
	for i, b := range bs.CFG.Blocks {
		bs.List = append(bs.List, bs.blocks.Put(Block{ID: i, Src: b, Last: b, End: b.End, Loop: bs.Loops[b.Head]}))
	}
	bs.byID = append(bs.byID, bs.List...)
	for i, b := range bs.CFG.Blocks {
		eb := bs.List[i]
		eb.Succs = bs.blockPtrs.Make(len(b.Succs))
		for k, s := range b.Succs {
			eb.Succs[k] = bs.List[s.ID]
		}
		eb.Preds = bs.blockPtrs.Make(len(b.Preds))[:0]
		for _, p := range b.Preds {
			if p != nil {
				eb.Preds = append(eb.Preds, bs.List[p.ID])
			}
		}
		switch {
		case b.End == nil && len(b.Succs) == 0:
			eb.Term = Stop
		case b.End == nil:
			eb.Term = Jump
		case schedule.Iterates(b):
			eb.Term = Iterate
		case b.End.Op == son.OpIf:
			eb.Term = If
		case b.End.Op == son.OpReturn:
			eb.Term = Return
		case b.End.Op == son.OpTry:
			eb.Term = Try
		case b.End.Op == son.OpEndFinally:
			eb.Term = EndFinally
		default:
			eb.Term = Throw
		}
		eb.Items = bs.fuseUpdates(b.Nodes)
	}
}

// Collapse forms conditional expressions, innermost first: the blocks are visited in postorder,
// so the arms and the join of an If come before it.
//
// If inBracket is set, only where it holds.
func (bs *Blocks) Collapse(inBracket func(*Block) bool) {
	bs.inBracket = inBracket
	for i := len(bs.List) - 1; i >= 0; i-- {
		b := bs.List[i]
		if b == nil || b.Term != If || !b.End.Has(son.FlagExpr) || inBracket != nil && !inBracket(b) {
			continue
		}
		bs.collapseIf(b)
	}
	for _, b := range bs.List {
		if b != nil {
			bs.flatten(b)
		}
	}
}

func (bs *Blocks) collapseIf(b *Block) bool {
	bs.collapseArms(b)
	t, f := b.Succs[0], b.Succs[1]
	if t.Term != Jump || f.Term != Jump || len(t.Preds) != 1 || len(f.Preds) != 1 || t == f {
		return false
	}
	j := t.Succs[0]
	if j != f.Succs[0] || j == b || len(j.Src.Head.Ins()) != 3 || j.Src.Head.Op != son.OpRegion || bs.List[j.ID] == nil {
		return false
	}
	bs.flatten(t)
	bs.flatten(f)
	if !Expressible(t.Items) || !Expressible(f.Items) {
		return false
	}
	ti := 1
	if j.Src.Preds[0] != t.Last {
		ti = 2
	}
	c := bs.conds.Put(Cond{Test: b.End.Cond(), Flags: b.End.Flags, Span: b.End.Span, Chain: b.End.Idx == son.ExprChain})
	if c.Span.IsZero() {
		c.Span = c.Test.Span
	}
	for _, p := range j.Src.Phis {
		if p.Type.Is(son.KindCell) {
			return false
		}
		if c.Phi == nil && p.Has(son.FlagExpr) && bs.VarOf(p) < 0 && bs.Uses[p.ID] > 0 {
			c.Phi = p
			continue
		}
		c.Joined = append(c.Joined, p)
	}
	c.Then.Items, c.Else.Items = t.Items, f.Items
	c.ThenSlot = ti
	if c.Phi != nil {
		c.Then.Value, c.Else.Value = c.Phi.In(ti), c.Phi.In(3-ti)
	}
	b.Items = bs.items.Append(b.Items, Item{Cond: c})
	b.tail().rest = j
	absorb(b, j)
	for _, x := range []*Block{t, f, j} {
		bs.List[x.ID] = nil
		x.into = b
	}
	return true
}

// tail returns the block whose items come last.
func (b *Block) tail() *Block {
	for b.rest != nil {
		b = b.rest
	}
	return b
}

// flatten moves the items of absorbed blocks into b.Items. Absorbing only links them, so that a
// chain of n joins takes linear time and not quadratic.
func (bs *Blocks) flatten(b *Block) {
	for r := b.rest; r != nil; r = r.rest {
		for _, x := range r.Items {
			b.Items = bs.items.Append(b.Items, x)
		}
	}
	b.rest = nil
}

// Home returns the block that a block of the schedule was merged into.
func (bs *Blocks) Home(c *son.Block) *Block {
	b := bs.byID[c.ID]
	for b.into != nil {
		if b.into.into != nil { // path compression: blocks in a row are absorbed one by one
			b.into = b.into.into
		}
		b = b.into
	}
	return b
}

// Expressible reports whether all items can be written inside an expression.
func Expressible(items []Item) bool {
	for _, it := range items {
		if n := it.Node; n != nil && it.To == nil {
			if n.Op == son.OpDebugger || n.Has(son.FlagHoisted) {
				return false
			}
			if n.Has(son.FlagDecl) && (n.Op == son.OpBind || n.Op == son.OpStoreCell) && (n.Sym == nil || n.Sym.Kind != ast.SymVar) {
				return false
			}
		}
	}
	return true
}

// absorb gives b the terminator of j.
func absorb(b, j *Block) {
	b.Term, b.End, b.Succs, b.Last, b.Switch = j.Term, j.End, j.Succs, j.Last, j.Switch
	for _, s := range b.Succs {
		for i, p := range s.Preds {
			if p == j {
				s.Preds[i] = b
			}
		}
	}
}

// Switches turns chains of case tests into switch terminators.
func (bs *Blocks) Switches() {
	for _, b := range bs.List {
		if b == nil || b.Term != If || !b.End.Has(son.FlagSwitch) {
			continue
		}
		bs.switchAt(b)
	}
}

// caseTest returns the value that b tests disc against as a case of switch id, or nil.
func (bs *Blocks) caseTest(b *Block, disc *son.Node, id int32) *son.Node {
	if b.Term != If || !b.End.Has(son.FlagSwitch) || b.End.Idx != id {
		return nil
	}
	c := b.End.Cond()
	if c.Op != son.OpStrictEq || bs.Uses[c.ID] != 1 || len(b.Items) == 0 || b.Items[len(b.Items)-1].Node != c {
		return nil
	}
	if c.Arg(0) == disc {
		return c.Arg(1)
	}
	if c.Arg(1) == disc && c.Arg(0).Op == son.OpConst {
		return c.Arg(0)
	}
	return nil
}

func (bs *Blocks) switchAt(b *Block) {
	c := b.End.Cond()
	if c.Op != son.OpStrictEq {
		return
	}
	id := b.End.Idx
	disc := c.Arg(0)
	first := bs.caseTest(b, disc, id)
	if first == nil {
		return
	}
	sw := &Switch{Disc: disc, Sites: []ast.Site{b.End.Site}}
	b.Items = b.Items[:len(b.Items)-1]
	sw.Tests = append(sw.Tests, Arm{Value: first})
	succs := []*Block{b.Succs[0]}
	next := b.Succs[1]
	for len(next.Preds) == 1 && next != b {
		t := bs.caseTest(next, disc, id)
		if t == nil || !Expressible(next.Items) {
			break
		}
		sw.Sites = append(sw.Sites, next.End.Site)
		sw.Tests = append(sw.Tests, Arm{Items: next.Items[:len(next.Items)-1], Value: t})
		succs = append(succs, next.Succs[0])
		bs.Uses[disc.ID]--
		bs.List[next.ID], next.into = nil, b
		b.Last = next.Last
		for _, s := range next.Succs {
			for i, p := range s.Preds {
				if p == next {
					s.Preds[i] = b
				}
			}
		}
		next = next.Succs[1]
	}
	b.Term, b.Switch, b.Succs = Cases, sw, append(succs, next)
}

// collapseArms forms the conditional expressions in the arms of b, which are in no bracket of
// their own but in that of b.
func (bs *Blocks) collapseArms(b *Block) {
	if bs.inBracket == nil {
		return
	}
	for _, s := range b.Succs {
		for s.Term == If && s.End.Has(son.FlagExpr) && len(s.Preds) == 1 && bs.collapseIf(s) {
		}
	}
}

// fuseUpdates turns nodes into items, with one item for each update.
func (bs *Blocks) fuseUpdates(nodes []*son.Node) []Item {
	items := bs.items.Make(len(nodes))[:0]
	for i := 0; i < len(nodes); {
		if u, k := bs.updateAt(nodes[i:]); k > 0 {
			items = append(items, Item{Update: bs.updates.Put(u)})
			i += k
			continue
		}
		items = append(items, Item{Node: nodes[i]})
		i++
	}
	return items
}

// updateAt recognizes an update at the beginning of ns and returns the number of its nodes.
func (bs *Blocks) updateAt(ns []*son.Node) (u Update, k int) {
	next := func() *son.Node {
		if k < len(ns) {
			return ns[k]
		}
		return nil
	}
	if n := next(); n != nil && n.Op == son.OpLoadCell {
		u.Load = n
		k++
	}
	if n := next(); n != nil && n.Op == son.OpToNumeric {
		u.Num = n
		k++
	}
	n := next()
	if n == nil || n.Op != son.OpInc && n.Op != son.OpDec || bs.Uses[n.ID] != 1 && (!bs.Flat || u.Load == nil) {
		return u, 0
	}
	u.Inc = n
	k++
	if u.Set = next(); u.Set == nil || !u.Set.Has(son.FlagUpdate) {
		return u, 0
	}
	u.Span = u.Set.Span
	k++
	from := u.Inc.Arg(0)
	if u.Num != nil {
		if from != u.Num {
			return u, 0
		}
		from = u.Num.Arg(0)
	}
	switch u.Set.Op {
	case son.OpBind:
		if u.Load != nil || u.Set.Arg(0) != u.Inc || bs.VarOf(from) < 0 || bs.VarOf(from) != bs.VarOf(u.Set) {
			return u, 0
		}
		u.Old = from
	case son.OpStoreCell:
		if u.Load == nil || from != u.Load || bs.Uses[u.Load.ID] != 1 || u.Set.Arg(1) != u.Inc || u.Set.Arg(0) != u.Load.Arg(0) {
			return u, 0
		}
		if bs.Uses[u.Inc.ID] > 1 && u.Num != nil && bs.Uses[u.Num.ID] > 1 {
			return u, 0 // an expression has only one value
		}
	default:
		return u, 0
	}
	return u, k
}
