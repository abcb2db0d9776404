package son

import (
	"cmp"
	"slices"
)

// CFG is the control-flow graph of a [Graph]: basic blocks with their places in the dominator
// tree and the loop tree. It is an analysis: it is not updated when the graph changes. Its blocks
// do not say which nodes they hold; those of a Schedule (package schedule) do.
type CFG struct {
	Graph  *Graph
	Blocks []*Block // reverse postorder; Blocks[0] is the entry
	byHead []*Block // by id
	mem    *Arena
}

// Block is a basic block. It begins at its Head and ends at its End.
type Block struct {
	ID   int   // index in CFG.Blocks
	Head *Node // Start, Region, Loop, Leave, or a Proj of an If or Try
	End  *Node // If, Try, Return, Throw, EndFinally; nil when control continues at a Region, Loop or Leave (or never)
	// Succs: for an If the true block, then the false block; for a Try the first
	// blocks of its regions. No edge stands for an exception, nor for the end of a
	// finally: see [RegionTree].
	Succs []*Block
	// Preds, parallel to the inputs 1.. of a Region or Loop.
	Preds []*Block
	Phis  []*Node // data phis of Head in source order
	Nodes []*Node // of a schedule: in execution order

	Idom     *Block
	DomDepth int
	skip     *Block    // an ancestor in the dominator tree; see hang
	Loop     *LoopTree // innermost loop around the block, or nil
	Region   *RegionTree
}

// LoopTree is one natural loop.
type LoopTree struct {
	Head   *Block
	Parent *LoopTree
	Depth  int // 1 for an outermost loop
}

// LoopDepth returns how many loops enclose the block.
func (b *Block) LoopDepth() int {
	if b.Loop == nil {
		return 0
	}
	return b.Loop.Depth
}

// Dominates reports whether every path to c passes through b.
func (b *Block) Dominates(c *Block) bool { return c.above(b.DomDepth) == b }

// CommonDominator returns the innermost block that dominates both b and c.
func (b *Block) CommonDominator(c *Block) *Block {
	b, c = b.above(c.DomDepth), c.above(b.DomDepth)
	for b != c { // both have the same depth, and so pointers that reach equally far
		if b.skip != c.skip {
			b, c = b.skip, c.skip
		} else {
			b, c = b.Idom, c.Idom
		}
	}
	return b
}

// hang puts b below its dominator in the tree. Each block also has a pointer to an ancestor
// further up, at distances that follow the skew-binary numbers (Myers, 1983): otherwise each arm
// of a long switch would walk up all of it.
func (b *Block) hang(idom *Block) {
	b.Idom, b.DomDepth, b.skip = idom, idom.DomDepth+1, idom
	if s := idom.skip; s != nil && s.skip != nil && idom.DomDepth-s.DomDepth == s.DomDepth-s.skip.DomDepth {
		b.skip = s.skip
	}
}

// above returns the dominator of b at a depth, or b if it is not deeper than that.
func (b *Block) above(depth int) *Block {
	for b.DomDepth > depth {
		if b.skip.DomDepth >= depth {
			b = b.skip
		} else {
			b = b.Idom
		}
	}
	return b
}

// ChildTowards returns the child of b in the dominator tree that dominates c, or nil if c is b or
// nil, or b does not dominate it.
func (b *Block) ChildTowards(c *Block) *Block {
	if c == nil {
		return nil
	}
	if child := c.above(b.DomDepth + 1); child.Idom == b {
		return child
	}
	return nil
}

// Place appends a node to those of a block.
func (c *CFG) Place(b *Block, n *Node) { b.Nodes = c.mem.lists.Append(b.Nodes, n) }

// BlockOf returns the block whose head is the control node n, or nil.
func (c *CFG) BlockOf(n *Node) *Block {
	if n == nil || int(n.ID) >= len(c.byHead) { // made later
		return nil
	}
	return c.byHead[n.ID]
}

// CFG returns the blocks of the graph as it is now. They are shared, as long as the graph has the
// same edges: nobody may change them.
func (g *Graph) CFG() *CFG {
	if g.Config.Arena == nil {
		return NewCFG(g) // not stored in the graph: an analysis does not change it
	}
	c := &g.last
	if c.cfg == nil || c.cfgOf != g.now.edges {
		c.cfg, c.cfgOf = NewCFG(g), g.now.edges
	}
	return c.cfg
}

// OwnCFG is CFG for a caller that fills the blocks with nodes. Others may still read the rest.
func (g *Graph) OwnCFG() *CFG {
	c := g.CFG()
	g.last.cfg = nil
	return c
}

// NewCFG computes the blocks that are reachable from Start, their dominators and the loop tree.
// Cost: linear, apart from a logarithm per edge to find the dominators.
func NewCFG(g *Graph) *CFG {
	c := &CFG{Graph: g, mem: g.Config.Arena}
	if c.mem == nil {
		c.mem = &Arena{} // not stored in the graph: an analysis does not change it
	}
	c.byHead = c.mem.blockPtrs.Make(len(g.nodes))
	c.walk()
	c.regions()
	c.dominators()
	c.loops()
	return c
}

// Successor returns the control node that consumes the control state h.
func Successor(h *Node) *Node {
	for _, u := range h.out {
		switch u.Op {
		case OpIf, OpReturn, OpThrow, OpTry, OpEndFinally, OpLeave:
			if u.in[0] == h {
				return u
			}
		case OpRegion, OpLoop:
			return u
		}
	}
	return nil
}

// walk makes the blocks, in reverse postorder, without recursion.
func (c *CFG) walk() {
	enter := func(h *Node) cfgFrame {
		b := c.mem.block()
		b.Head = h
		c.byHead[h.ID] = b
		f := cfgFrame{b: b}
		f.next = c.follow(b, &f.heads) - 1 // last first, so that the true side ends up first
		return f
	}
	blocks, stack := c.mem.walked[:0], append(c.mem.frames[:0], enter(c.Graph.Start))
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next >= 0 {
			h := f.heads[f.next]
			f.next--
			if c.byHead[h.ID] == nil {
				stack = append(stack, enter(h))
			}
			continue
		}
		for _, h := range f.heads {
			if h != nil {
				f.b.Succs = c.mem.blockPtrs.Append(f.b.Succs, c.byHead[h.ID])
			}
		}
		blocks = append(blocks, f.b)
		stack = stack[:len(stack)-1]
	}
	c.mem.frames, c.mem.walked = stack, blocks
	c.Blocks = c.mem.blockPtrs.Make(len(blocks))
	for i, b := range blocks {
		c.Blocks[len(blocks)-1-i] = b
	}
	for i, b := range c.Blocks {
		b.ID = i
		switch b.Head.Op {
		case OpRegion, OpLoop:
			b.Preds = c.mem.blockPtrs.Make(len(b.Head.in) - 1)
			for i, p := range b.Head.in[1:] {
				b.Preds[i] = c.BlockOf(p) // nil: an input that control cannot reach
			}
			for _, u := range b.Head.out {
				if u.Op == OpPhi && u.in[0] == b.Head && !u.IsMemPhi() {
					b.Phis = c.mem.lists.Append(b.Phis, u)
				}
			}
			SortByOrder(b.Phis)
		case OpProj:
			b.Preds = c.mem.blockPtrs.Append(nil, c.BlockOf(b.Head.in[0].in[0]))
		case OpLeave:
			b.Preds = c.mem.blockPtrs.Append(nil, c.BlockOf(b.Head.in[0]))
		}
	}
}

// cfgFrame is a block on the path from the entry to the current position of a walk.
type cfgFrame struct {
	b     *Block
	heads [3]*Node // of the successors
	next  int      // the index of the next one to enter
}

// follow finds the end of b and the heads of its successors, and returns the number
// of these.
func (c *CFG) follow(b *Block, heads *[3]*Node) int {
	s := Successor(b.Head)
	if s == nil {
		return 0
	}
	switch s.Op {
	case OpIf, OpReturn, OpThrow, OpTry, OpEndFinally:
		b.End = s
	default:
		heads[0] = s
		return 1
	}
	if s.Op != OpIf && s.Op != OpTry {
		return 0
	}
	for _, u := range s.out {
		if u.Op == OpProj {
			heads[u.Idx] = u
		}
	}
	k := 0
	for _, h := range heads { // a try has a catch, a finally, or both
		if h != nil {
			heads[k] = h
			k++
		}
	}
	clear(heads[k:])
	if s.Op == OpIf && k != 2 {
		c.Graph.Fatalf("cfg: v%d %v lacks a projection", s.ID, s.Op)
	}
	return k
}

// Projections returns the first k projections of n by index.
func Projections(n *Node, k int) []*Node {
	out := make([]*Node, k)
	for _, u := range n.out {
		if u.Op == OpProj && int(u.Idx) < k {
			out[u.Idx] = u
		}
	}
	return out
}

// SortByOrder sorts by source order, then by id: a deterministic order.
func SortByOrder(ns []*Node) {
	slices.SortFunc(ns, func(a, b *Node) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
	})
}

// dominators builds the dominator tree, in reverse postorder. Back edges of loops can
// be ignored, because the loop's head dominates their sources: see Verify.
func (c *CFG) dominators() {
	for _, b := range c.Blocks[1:] {
		var d *Block
		for _, p := range b.Preds {
			switch {
			case p == nil || p.ID >= b.ID:
			case d == nil:
				d = p
			default:
				d = d.CommonDominator(p)
			}
		}
		b.hang(d)
	}
}

// loops finds natural loops and sets the innermost loop of each block. Inner loops come
// first, and an outer loop then treats each of them as one block, its head, so that nested
// loops cost no more than consecutive ones.
func (c *CFG) loops() {
	var in []*Block // by block: the head of an enclosing loop among those found so far
	outermost := func(b *Block) *Block {
		for in[b.ID] != nil {
			if up := in[in[b.ID].ID]; up != nil {
				in[b.ID] = up
			}
			b = in[b.ID]
		}
		return b
	}
	for i := len(c.Blocks) - 1; i >= 0; i-- { // heads come in reverse postorder
		h := c.Blocks[i]
		if !h.isLoop() {
			continue
		}
		if len(in) == 0 {
			in = c.mem.blockPtrs.Make(len(c.Blocks))
		}
		l := c.mem.loops.Put(LoopTree{Head: h})
		work := append(c.mem.walked[:0], h.Preds[1])
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if b == nil {
				continue
			}
			if b = outermost(b); b == h {
				continue
			}
			in[b.ID] = h
			if b.Loop == nil {
				b.Loop = l
			} else {
				b.Loop.Parent = l
			}
			work = append(work, b.Preds...)
		}
		h.Loop, c.mem.walked = l, work
	}
	for _, h := range c.Blocks {
		if h.isLoop() {
			h.Loop.Depth = 1
			if up := h.Loop.Parent; up != nil {
				h.Loop.Depth += up.Depth
			}
		}
	}
}

// isLoop reports that a block is the head of a loop with a live back edge.
func (b *Block) isLoop() bool {
	return b.Head.Op == OpLoop && len(b.Preds) >= 2 && b.Preds[1] != nil
}
