package emit

import (
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// termKind is the kind of a block's terminator.
type termKind uint8

const (
	termJump termKind = iota
	termIf
	termSwitch
	termIterate // the header of a for-in or for-of loop
	termReturn
	termThrow
	termTry
	termEndFinally
	termStop // control never continues
)

// block is a block of the schedule, perhaps merged with others.
type block struct {
	id    int
	src   *son.Block // where it begins
	last  *son.Block // where it ends; differs from src if blocks were absorbed
	items []item
	term  termKind
	end   *son.Node // If, Return, Throw
	succs []*block
	preds []*block
	sw    *switchTerm
	// update: the block is a for's update, split off the end of its body.
	update   bool
	loop     *son.LoopInfo // of a loop header
	into     *block        // the block that absorbed this one
	num      int           // in the structure graph; -1: unreachable
	rest     *block        // an absorbed block, whose items follow
	iterBody bool          // it is the first block of the body of a for-in or for-of loop
}

// jump is where a jump to a block goes, in the form of basic blocks; see [emitter.target].
type jump struct {
	target        *block
	onPath, opens bool
}

// trees is the code of a block as expressions.
type trees struct {
	list  *roots
	condX ast.Expr   // of an If; discriminant of a switch
	tests []ast.Expr // of a switch
	value ast.Expr   // of a Return or Throw
}

// treesOf returns the code of a block as expressions. It is valid until there is a new block.
func (f *folded) treesOf(b *block) *trees {
	for b.id >= len(f.code) {
		f.code = append(f.code, trees{})
	}
	return &f.code[b.id]
}

// item is one step of a block: a node, a copy into a phi's variable, a conditional expression
// or an update.
type item struct {
	node *son.Node
	to   *son.Node // copy: the phi
	cond *condItem
	upd  *updItem
	pat  *patItem
}

// condItem is a conditional expression, test ? then : else, written with the operator of its
// kind.
type condItem struct {
	kind   condKind
	test   *son.Node
	phi    *son.Node // the value, or nil
	then   arm
	els    arm
	joined []*son.Node // the other phis of the join
	// thenSlot is the input of the join's phis that comes from the then arm.
	thenSlot    int
	drop        *son.Node // a test that the operator performs itself
	store       *son.Node // of a condStore
	chain       bool      // the source wrote ?.
	link        *son.Node // of a condChain: the operation on the tested value
	placeholder *ast.Ident
	flags       son.Flags // of the If
	span        ast.Span
}

type arm struct {
	items []item
	val   *son.Node
}

type condKind uint8

const (
	condTernary condKind = iota
	condAnd
	condOr
	condNullish
	condDefault // of a pattern
	condStore   // ref ||= v and its like
	condChain   // test?.rest: test is the tested value, or a reference to it
)

// switchTerm is a chain of case tests.
type switchTerm struct {
	disc  *son.Node
	tests []arm
	sites []ast.Site // the cases of the source, by test
	// The block's succs are one for each test and then the default's.
}

// makeBlocks copies the blocks of the schedule.
func (e *emitter) makeBlocks() {
	for i, b := range e.cfg.Blocks {
		e.blocks = append(e.blocks, e.mem.blocks.Put(block{id: i, src: b, last: b, end: b.End, loop: e.g.Loops[b.Head]}))
	}
	e.byID = append(e.byID, e.blocks...)
	for i, b := range e.cfg.Blocks {
		eb := e.blocks[i]
		eb.succs = e.mem.blockPtrs.Make(len(b.Succs))
		for k, s := range b.Succs {
			eb.succs[k] = e.blocks[s.ID]
		}
		eb.preds = e.mem.blockPtrs.Make(len(b.Preds))[:0]
		for _, p := range b.Preds {
			if p != nil {
				eb.preds = append(eb.preds, e.blocks[p.ID])
			}
		}
		switch {
		case b.End == nil && len(b.Succs) == 0:
			eb.term = termStop
		case b.End == nil:
			eb.term = termJump
		case schedule.Iterates(b):
			eb.term = termIterate
		case b.End.Op == son.OpIf:
			eb.term = termIf
		case b.End.Op == son.OpReturn:
			eb.term = termReturn
		case b.End.Op == son.OpTry:
			eb.term = termTry
		case b.End.Op == son.OpEndFinally:
			eb.term = termEndFinally
		default:
			eb.term = termThrow
		}
		eb.items = e.fuseUpdates(b.Nodes)
	}
}

// collapse forms conditional expressions, innermost first: the blocks are visited in postorder,
// so the arms and the join of an If come before it.
func (e *emitter) collapse() {
	for i := len(e.blocks) - 1; i >= 0; i-- {
		b := e.blocks[i]
		if b == nil || b.term != termIf || !b.end.Has(son.FlagExpr) || e.flat && !e.inBracket(b) {
			continue
		}
		e.collapseIf(b)
	}
	for _, b := range e.blocks {
		if b != nil {
			b.flatten()
		}
	}
}

func (e *emitter) collapseIf(b *block) bool {
	e.collapseArms(b)
	t, f := b.succs[0], b.succs[1]
	if t.term != termJump || f.term != termJump || len(t.preds) != 1 || len(f.preds) != 1 || t == f {
		return false
	}
	j := t.succs[0]
	if j != f.succs[0] || j == b || len(j.src.Head.Ins()) != 3 || j.src.Head.Op != son.OpRegion || e.blocks[j.id] == nil {
		return false
	}
	t.flatten()
	f.flatten()
	if !expressible(t.items) || !expressible(f.items) {
		return false
	}
	ti := 1
	if j.src.Preds[0] != t.last {
		ti = 2
	}
	c := &condItem{test: b.end.Cond(), flags: b.end.Flags, span: b.end.Span, chain: b.end.Idx == son.ExprChain}
	if c.span.IsZero() {
		c.span = c.test.Span
	}
	for _, p := range j.src.Phis {
		if isCell(p) {
			return false
		}
		if c.phi == nil && p.Has(son.FlagExpr) && e.webs.of[p.ID] == nil && e.uses[p.ID] > 0 {
			c.phi = p
			continue
		}
		c.joined = append(c.joined, p)
	}
	c.then.items, c.els.items = t.items, f.items
	c.thenSlot = ti
	if c.phi != nil {
		c.then.val, c.els.val = c.phi.In(ti), c.phi.In(3-ti)
	}
	b.items = append(b.items, item{cond: c})
	b.tail().rest = j
	absorb(b, j)
	for _, x := range []*block{t, f, j} {
		e.blocks[x.id] = nil
		x.into = b
	}
	return true
}

// tail returns the block whose items come last.
func (b *block) tail() *block {
	for b.rest != nil {
		b = b.rest
	}
	return b
}

// flatten moves the items of absorbed blocks into b.items. Absorbing only links them, so that a
// chain of n joins takes linear time and not quadratic.
func (b *block) flatten() {
	for r := b.rest; r != nil; r = r.rest {
		b.items = append(b.items, r.items...)
	}
	b.rest = nil
}

// home returns the emitted block that a block of the schedule was merged into.
func (f *folded) home(c *son.Block) *block {
	b := f.byID[c.ID]
	for b.into != nil {
		if b.into.into != nil { // path compression: blocks in a row are absorbed one by one
			b.into = b.into.into
		}
		b = b.into
	}
	return b
}

// finishConds chooses the operator of each conditional expression, now that it is known which
// copies its arms need.
func (e *emitter) finishConds(items []item) []item {
	for i := range items {
		c := items[i].cond
		if c == nil {
			continue
		}
		c.then.items, c.els.items = e.finishConds(c.then.items), e.finishConds(c.els.items)
		for _, p := range c.joined {
			c.then.items = e.addCopy(c.then.items, p, p.In(c.thenSlot))
			c.els.items = e.addCopy(c.els.items, p, p.In(3-c.thenSlot))
		}
		if e.storeOf(c) || e.chainOf(c) {
			continue
		}
		c.kind = e.kindOf(c)
		switch c.kind {
		case condTernary:
			if c.phi == nil && len(c.then.items)+len(c.els.items) == 0 && c.test.Op == son.OpIsNullish && e.uses[c.test.ID] == 1 {
				c.drop, c.test = c.test, c.test.Arg(0) // the rest of it has no effect
			}
		case condAnd, condOr:
			if c.phi != nil {
				e.uses[c.test.ID]--
			}
		case condNullish, condDefault:
			x := c.test.Arg(0)
			if c.phi != nil {
				e.uses[x.ID]--
			}
			c.drop = c.test
			c.test = x
		}
	}
	var dropped map[*son.Node]bool
	for _, it := range items {
		if c := it.cond; c != nil && c.drop != nil {
			if dropped == nil {
				dropped = map[*son.Node]bool{}
			}
			dropped[c.drop] = true
		}
	}
	if dropped == nil {
		return items
	}
	return slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.node != nil && dropped[it.node] })
}

// kindOf chooses the operator for c.
func (e *emitter) kindOf(c *condItem) condKind {
	thenEmpty, elseEmpty := len(c.then.items) == 0, len(c.els.items) == 0
	switch {
	case c.phi != nil && elseEmpty && c.test.Op == son.OpIsUndefined && c.els.val == c.test.Arg(0) && e.uses[c.test.ID] == 1:
		return condDefault
	case c.phi == nil && elseEmpty && !thenEmpty && c.test.Op == son.OpIsNullish && e.uses[c.test.ID] == 1:
		return condNullish
	case c.phi == nil && elseEmpty != thenEmpty && c.flags&son.FlagVoidArm != 0 && !e.flat:
		return condTernary
	case c.phi == nil && elseEmpty && !thenEmpty:
		return condAnd
	case c.phi == nil && thenEmpty && !elseEmpty:
		return condOr
	case c.phi == nil:
		return condTernary
	case c.flags&son.FlagTernary != 0 || c.phi != nil && c.phi.Has(son.FlagTernary):
		return condTernary
	case elseEmpty && c.els.val == c.test && !isLeafConst(c.test):
		return condAnd
	case thenEmpty && c.then.val == c.test && !isLeafConst(c.test):
		return condOr
	case elseEmpty && c.test.Op == son.OpIsNullish && c.els.val == c.test.Arg(0) && e.uses[c.test.ID] == 1:
		return condNullish
	}
	return condTernary
}

func isLeafConst(n *son.Node) bool { return n.Op == son.OpConst }

// expressible reports whether all items can be written inside an expression.
func expressible(items []item) bool {
	for _, it := range items {
		if n := it.node; n != nil && it.to == nil {
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
func absorb(b, j *block) {
	b.term, b.end, b.succs, b.last, b.sw = j.term, j.end, j.succs, j.last, j.sw
	for _, s := range b.succs {
		for i, p := range s.preds {
			if p == j {
				s.preds[i] = b
			}
		}
	}
}

// switches turns chains of case tests into switch terminators.
func (e *emitter) switches() {
	if e.flat {
		return
	}
	for _, b := range e.blocks {
		if b == nil || b.term != termIf || !b.end.Has(son.FlagSwitch) {
			continue
		}
		e.switchAt(b)
	}
}

// caseTest returns the value that b tests disc against as a case of switch id, or nil.
func (t *treeState) caseTest(b *block, disc *son.Node, id int32) *son.Node {
	if b.term != termIf || !b.end.Has(son.FlagSwitch) || b.end.Idx != id {
		return nil
	}
	c := b.end.Cond()
	if c.Op != son.OpStrictEq || t.uses[c.ID] != 1 || len(b.items) == 0 || b.items[len(b.items)-1].node != c {
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

func (e *emitter) switchAt(b *block) {
	c := b.end.Cond()
	if c.Op != son.OpStrictEq {
		return
	}
	id := b.end.Idx
	disc := c.Arg(0)
	first := e.caseTest(b, disc, id)
	if first == nil {
		return
	}
	sw := &switchTerm{disc: disc, sites: []ast.Site{b.end.Site}}
	b.items = b.items[:len(b.items)-1]
	sw.tests = append(sw.tests, arm{val: first})
	succs := []*block{b.succs[0]}
	next := b.succs[1]
	for len(next.preds) == 1 && next != b {
		t := e.caseTest(next, disc, id)
		if t == nil || !expressible(next.items) {
			break
		}
		sw.sites = append(sw.sites, next.end.Site)
		sw.tests = append(sw.tests, arm{items: next.items[:len(next.items)-1], val: t})
		succs = append(succs, next.succs[0])
		e.uses[disc.ID]--
		e.blocks[next.id], next.into = nil, b
		b.last = next.last
		for _, s := range next.succs {
			for i, p := range s.preds {
				if p == next {
					s.preds[i] = b
				}
			}
		}
		next = next.succs[1]
	}
	b.term, b.sw, b.succs = termSwitch, sw, append(succs, next)
}

// splitUpdates splits a for's update off the latch block.
func (e *emitter) splitUpdates() {
	if e.flat {
		return
	}
	for _, h := range e.blocks {
		if h == nil || h.loop == nil || h.loop.Kind != son.LoopFor || h.loop.Update.IsZero() || len(h.src.Preds) != 2 || h.src.Preds[1] == nil {
			continue
		}
		l := latch(h)
		if l == nil || l.term != termJump {
			continue
		}
		k := len(l.items)
		for k > 0 && within(l.items[k-1], h.loop.Update) {
			k--
		}
		if k == len(l.items) {
			continue
		}
		if k == 0 && l != h {
			l.update = true
			continue
		}
		if e.overwrites(l.items[:k], l.items[k:]) {
			continue // a value that is overwritten too early is only saved within a block
		}
		u := &block{id: len(e.blocks), src: l.src, last: l.last, items: l.items[k:], term: termJump,
			succs: l.succs, preds: []*block{l}, update: true}
		e.blocks = append(e.blocks, u)
		for i, p := range h.preds {
			if p == l && i == len(h.preds)-1 {
				h.preds[i] = u
			}
		}
		l.items = l.items[:k:k]
		l.succs = []*block{u}
	}
}

// overwrites reports whether the items of then read a value of a variable that those of first
// have overwritten.
func (e *emitter) overwrites(first, then []item) bool {
	last := map[*web]*son.Node{}
	nodesOf(first, func(n *son.Node) {
		if w := e.webs.of[n.ID]; w != nil {
			last[w] = n
		}
	})
	here := map[*son.Node]bool{}
	found := false
	nodesOf(then, func(n *son.Node) {
		for _, x := range n.Ins() {
			if x != nil && !here[x] && e.webs.of[x.ID] != nil {
				is := last[e.webs.of[x.ID]]
				found = found || is != nil && is != x
			}
		}
		here[n] = true
	})
	return found
}

// latch returns the source of h's back edge.
func latch(h *block) *block {
	for i := len(h.preds) - 1; i >= 0; i-- {
		if p := h.preds[i]; p.last == h.src.Preds[1] {
			return p
		}
	}
	return nil
}

func within(it item, s ast.Span) bool {
	switch {
	case it.cond != nil:
		return !it.cond.span.IsZero() && s.Contains(it.cond.span) || allWithin(it.cond.then.items, s) && allWithin(it.cond.els.items, s)
	case it.upd != nil:
		return s.Contains(it.upd.span)
	case it.pat != nil:
		return s.Contains(it.pat.end.Span)
	case it.node != nil:
		return !it.node.Span.IsZero() && s.Contains(it.node.Span)
	}
	return false
}

func allWithin(items []item, s ast.Span) bool {
	for _, it := range items {
		if it.to == nil && !within(it, s) {
			return false
		}
	}
	return len(items) > 0
}
