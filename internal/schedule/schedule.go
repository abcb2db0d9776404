// Package schedule puts the floating nodes of a graph into basic blocks: global code motion
// after Click (1995), with the order of the source as the tie-break.
//
// A pinned node stays in the block of its control input. A floating node may stand anywhere
// from the deepest block of its inputs (early) to the block that dominates all its uses (late).
// It goes to the block where the source has it if that lies between, else to late: floating
// nodes are cheap, and any other place further up costs a variable; so does a place in a part
// of a try statement if all uses are after it. Inside a block nodes stand in source order as
// far as their inputs allow, so an unchanged graph comes out in the order in which its source
// evaluates.
//
// Constants, parameters, captured values and the like ([Leaf]) have no place: they are written
// where they are used.
package schedule

import (
	"container/heap"
	"slices"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/son"
)

// Leaf reports whether a node is written wherever it is used, so that it has
// no place in a block.
func Leaf(n *son.Node) bool {
	switch n.Op {
	case son.OpConst, son.OpNewCell:
		return true
	case son.OpGlobalLoad:
		return n.Ctrl() == nil // of a value that nothing changes
	}
	return n.Op.IsEntry()
}

// placed reports whether the node gets a place in Block.Nodes.
func placed(n *son.Node) bool {
	return !Leaf(n) && !n.Op.IsControl() && n.Op != son.OpPhi && n.Op != son.OpDead
}

// Schedule is a CFG in which each block holds its nodes, in the order of their execution
// ([son.Block.Nodes]). Like a CFG it is not updated when the graph changes.
type Schedule struct {
	*son.CFG
	places []*son.Block // see Places
}

// Run computes the blocks of g and the order of nodes in them. Cost is linear except for the
// walks over the dominator tree.
func Run(g *son.Graph) *Schedule { return compute(g, nil) }

// Places returns the block of each node, by node ID. It is computed once, because each loop of a
// function needs it.
func (s *Schedule) Places() []*son.Block {
	if s.places != nil {
		return s.places
	}
	at := make([]*son.Block, s.Graph.MaxID())
	for _, b := range s.Blocks {
		at[b.Head.ID] = b
		if b.End != nil {
			at[b.End.ID] = b
		}
		for _, n := range b.Nodes {
			at[n.ID] = b
		}
		for _, p := range son.PhisOf(b.Head) {
			at[p.ID] = b
		}
	}
	s.places = at
	return at
}

func compute(g *son.Graph, places *[]Placement) *Schedule {
	c := g.OwnCFG()
	s := schedulers.Get()
	defer schedulers.Put(s)
	*s = scheduler{cfg: c, places: places, float: s.float[:0], stack: s.stack[:0],
		block: slab.Zeroed(s.block, g.MaxID()), state: slab.Zeroed(s.state, g.MaxID()),
		index: slab.Zeroed(s.index, g.MaxID()), writer: slab.Zeroed(s.writer, g.MaxID())}
	s.pin()
	s.early()
	s.late()
	for _, b := range c.Blocks {
		s.order(b)
	}
	return &Schedule{CFG: c}
}

// schedulers are those not in use: their lists are as long as a graph.
var schedulers = slab.NewPool[scheduler]()

type scheduler struct {
	cfg   *son.CFG
	block []*son.Block // by node id: the block of the node (so far)
	state []uint8
	float []*son.Node // floating nodes, inputs first
	stack []earlyFrame
	// places, if not nil, collects the reasons.
	places *[]Placement
	// index and writer are the tables of order for one block: by node id, 1 more than the index
	// of a node, and of the node that overwrites a memory state.
	index, writer []int32
}

// pin places every node that has a control input.
func (s *scheduler) pin() {
	s.cfg.Graph.Nodes(func(n *son.Node) {
		if n.Op == son.OpPhi {
			s.block[n.ID] = s.cfg.BlockOf(n.Region())
			return
		}
		if n.Op.IsControl() || Leaf(n) || n.NumIn() == 0 || n.Ctrl() == nil {
			return
		}
		b := s.cfg.BlockOf(n.Ctrl())
		if b == nil {
			return // unreachable
		}
		s.block[n.ID] = b
		s.cfg.Place(b, n)
	})
}

// early gives each floating node the deepest block of its inputs.
func (s *scheduler) early() {
	s.cfg.Graph.Nodes(func(root *son.Node) {
		if !s.floats(root) || s.state[root.ID] != 0 {
			return
		}
		stack := append(s.stack[:0], earlyFrame{root, 0})
		s.state[root.ID] = 1
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.i < f.n.NumIn() {
				x := f.n.In(f.i)
				f.i++
				if x != nil && s.floats(x) && s.state[x.ID] == 0 {
					s.state[x.ID] = 1
					stack = append(stack, earlyFrame{x, 0})
				}
				continue
			}
			n := f.n
			stack = stack[:len(stack)-1]
			b := s.cfg.Blocks[0]
			for _, x := range n.Ins() {
				if x == nil {
					continue
				}
				if xb := s.block[x.ID]; xb != nil && xb.DomDepth > b.DomDepth {
					b = xb
				}
			}
			s.block[n.ID] = b
			s.float = append(s.float, n)
		}
		s.stack = stack
	})
}

// earlyFrame is a node whose inputs are being placed.
type earlyFrame struct {
	n *son.Node
	i int
}

func (s *scheduler) floats(n *son.Node) bool {
	return placed(n) && n.Ctrl() == nil
}

// late moves each floating node down to its uses, users first.
func (s *scheduler) late() {
	for i := len(s.float) - 1; i >= 0; i-- {
		n := s.float[i]
		var lca *son.Block
		for _, u := range n.Users() {
			for slot, x := range u.Ins() {
				if x != n {
					continue
				}
				b := s.useBlock(u, slot)
				if b == nil {
					continue
				}
				if lca == nil {
					lca = b
				}
				lca = lca.CommonDominator(b)
			}
		}
		early, why := s.block[n.ID], whyLate
		if lca == nil && takesToken(n) && n.Home() != nil {
			lca, why = s.cfg.BlockOf(n.Home()), whyParts // unused, but its parts are not
		}
		if lca == nil {
			s.block[n.ID] = nil // all its uses are dead
			s.explain(n, early, nil, nil, whyUnused)
			continue
		}
		last := lca
		if h := n.Home(); h != nil {
			if b := s.cfg.BlockOf(h); b != nil && s.block[n.ID].Dominates(b) && b.Dominates(lca) && b.LoopDepth() <= lca.LoopDepth() && b.Region.Has(lca.Region) {
				lca, why = b, whySource
			}
		}
		for unwritten(lca) && lca != early && n.Op != son.OpHasNext {
			lca, why = lca.Idom, whyUnwritten
		}
		s.explain(n, early, last, lca, why)
		s.block[n.ID] = lca
		s.cfg.Place(lca, n)
	}
}

// unwritten reports whether no statement can be written in a block: the head of an iteration
// loop, and the edge from the end of its body back to it.
func unwritten(b *son.Block) bool {
	return Iterates(b) || b.Head.Op == son.OpLeave && b.Head.Idx == son.LeaveNext
}

// Iterates reports whether a block is the head of an iteration loop (for-in or for-of), which
// takes the next item and does nothing else.
func Iterates(b *son.Block) bool {
	return b.End != nil && b.End.Op == son.OpIf && b.End.Cond().Op == son.OpHasNext
}

// takesToken reports whether n is the consumer of a token, which cannot be
// written without it.
func takesToken(n *son.Node) bool {
	for _, x := range n.Args() {
		if x.Op.IsToken() {
			return true
		}
	}
	return false
}

// useBlock returns the block in which slot of u needs its value.
func (s *scheduler) useBlock(u *son.Node, slot int) *son.Block {
	switch {
	case u.Op == son.OpPhi:
		b := s.block[u.ID]
		if b == nil {
			return nil
		}
		return b.Preds[slot-1]
	case u.Op == son.OpIf || u.Op == son.OpReturn || u.Op == son.OpThrow:
		return s.cfg.BlockOf(u.Ctrl())
	case u.Op.IsControl():
		return nil
	}
	return s.block[u.ID]
}

// order sorts b.Nodes: inputs first, memory in chain order, a read before the
// next write to its memory, source order among the rest.
func (s *scheduler) order(b *son.Block) {
	nodes := b.Nodes
	if len(nodes) < 2 {
		return
	}
	slices.SortFunc(nodes, func(x, y *son.Node) int {
		if x.Order != y.Order {
			return int(x.Order - y.Order)
		}
		return int(x.ID - y.ID)
	})
	for i, n := range nodes {
		s.index[n.ID] = int32(i) + 1
	}
	sorted := true
	s.edges(b, func(from, to int) { sorted = sorted && from < to })
	if !sorted {
		s.sort(b)
	}
	for _, n := range nodes {
		s.index[n.ID] = 0
	}
}

// edges calls f for each pair of nodes of b, by their indices, of which one must come first.
func (s *scheduler) edges(b *son.Block, f func(from, to int)) {
	nodes := b.Nodes
	for i, n := range nodes {
		if n.OnChain() {
			s.writer[n.Mem().ID] = int32(i) + 1
		}
	}
	if o := openIndex(nodes); o >= 0 { // the loop that follows prints it
		for i := range nodes {
			if i != o {
				f(i, o)
			}
		}
	}
	first := -2 // not computed yet
	for i, n := range nodes {
		for _, x := range n.Ins() {
			if x != nil && s.index[x.ID] != 0 {
				f(int(s.index[x.ID])-1, i)
			}
		}
		if m := n.Mem(); m != nil && !n.OnChain() { // anti-dependence
			if w := int(s.writer[m.ID]) - 1; w >= 0 {
				f(i, w)
			} else if s.block[m.ID] != b {
				if first == -2 {
					first = s.firstWriter(nodes, b)
				}
				if first >= 0 {
					f(i, first)
				}
			}
		}
	}
	for _, n := range nodes {
		if n.OnChain() {
			s.writer[n.Mem().ID] = 0
		}
	}
}

// sort puts the nodes of b into an order that its edges allow.
func (s *scheduler) sort(b *son.Block) {
	nodes := slices.Clone(b.Nodes)
	need := make([]int, len(nodes))
	users := make([][]int, len(nodes))
	s.edges(b, func(from, to int) {
		users[from] = append(users[from], to)
		need[to]++
	})
	h := &intHeap{}
	for i := range nodes {
		if need[i] == 0 {
			*h = append(*h, i)
		}
	}
	heap.Init(h)
	out := b.Nodes[:0]
	for h.Len() > 0 {
		i := heap.Pop(h).(int)
		out = append(out, nodes[i])
		for _, u := range users[i] {
			if need[u]--; need[u] == 0 {
				heap.Push(h, u)
			}
		}
	}
	if len(out) != len(nodes) {
		s.cfg.Graph.Fatalf("schedule: a cycle in block %d", b.ID)
	}
}

// openIndex returns the index of the IterOpen among the nodes of a block, or -1.
func openIndex(nodes []*son.Node) int {
	return slices.IndexFunc(nodes, func(n *son.Node) bool { return n.Op == son.OpIterOpen })
}

// firstWriter returns the index of the first memory writer of b: the one whose
// memory comes from outside.
func (s *scheduler) firstWriter(nodes []*son.Node, b *son.Block) int {
	for i, n := range nodes {
		if n.OnChain() {
			if m := n.Mem(); s.block[m.ID] != b || m.Op == son.OpPhi || m.Op == son.OpStart {
				return i
			}
		}
	}
	return -1
}

type intHeap []int

func (h intHeap) Len() int           { return len(h) }
func (h intHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h intHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *intHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
