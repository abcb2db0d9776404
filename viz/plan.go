package viz

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/viz/trace"
)

// block is a basic block of one moment. A block is identified by its head, which keeps
// its id from phase to phase.
type block struct {
	head  int32
	id    int // number in the schedule; -1 without one
	end   int32
	succs []int32 // heads
	loop  int32   // head of the innermost enclosing loop; 0: none
	depth int
	idom  int
	rows  []int32 // head, phis, nodes in order, end
}

// blocksOf returns the blocks of a moment: those of the schedule, or, while the graph
// is being changed, those that its control nodes form so far.
func blocksOf(m *trace.Moment) []*block {
	if m.Phase == nil || len(m.Phase.Blocks) == 0 {
		return draft(m)
	}
	mem := map[int32]int32{} // region -> its memory phi
	for _, n := range m.Nodes {
		if n.Kind == trace.MemPhi {
			mem[n.In[0].From] = n.ID
		}
	}
	bs := m.Phase.Blocks
	out := make([]*block, len(bs))
	for i := range bs {
		b := &bs[i]
		o := &block{head: b.Head, id: b.ID, end: b.End, depth: b.Depth, idom: b.Idom, rows: []int32{b.Head}}
		if b.Loop >= 0 {
			o.loop = bs[b.Loop].Head
		}
		for _, s := range b.Succs {
			o.succs = append(o.succs, bs[s].Head)
		}
		if p := mem[b.Head]; p != 0 {
			o.rows = append(o.rows, p)
		}
		o.rows = append(append(o.rows, b.Phis...), b.Nodes...)
		if b.End != 0 {
			o.rows = append(o.rows, b.End)
		}
		out[i] = o
	}
	return out
}

// isHead reports whether control nodes with this op begin a block.
func isHead(op string) bool {
	switch op {
	case "Start", "Region", "Loop", "Proj", "Leave":
		return true
	}
	return false
}

// drafter finds blocks in a graph that may be incomplete.
type drafter struct {
	m      *trace.Moment
	byHead map[int32]*block
	list   []*block
}

// draft finds the blocks of a graph under construction. A floating node is placed
// where the source evaluates it, or with its inputs.
func draft(m *trace.Moment) []*block {
	d := &drafter{m: m, byHead: map[int32]*block{}}
	for _, n := range m.Nodes {
		if n.Kind == trace.Control && isHead(n.Op) {
			b := &block{head: n.ID, id: -1, idom: -1, rows: []int32{n.ID}}
			d.byHead[n.ID] = b
			d.list = append(d.list, b)
		}
	}
	order := slices.Clone(m.Nodes)
	slices.SortStableFunc(order, func(a, b *trace.Node) int { return cmp.Compare(a.Order, b.Order) })
	for _, phis := range []bool{true, false} {
		for _, n := range order {
			isPhi := n.Kind == trace.Phi || n.Kind == trace.MemPhi
			if n.Kind == trace.Control || isPhi != phis || written(n) {
				continue
			}
			if b := d.blockOf(n, 0); b != nil {
				b.rows = append(b.rows, n.ID)
			}
		}
	}
	d.edges(order)
	return d.list
}

// edges sets the ends and the successors of the blocks.
func (d *drafter) edges(order []*trace.Node) {
	for _, n := range order {
		if n.Kind != trace.Control {
			continue
		}
		if b := d.byHead[n.ID]; b != nil {
			for _, e := range n.In {
				if e.Kind != trace.ControlEdge {
					continue
				}
				if p := d.state(e.From); p != nil && (n.Op != "Leave" || e.Slot == 0) {
					p.succs = append(p.succs, n.ID)
				}
			}
			continue
		}
		if len(n.In) > 0 && n.Op != "Stop" {
			if b := d.state(n.In[0].From); b != nil {
				b.end = n.ID
				b.rows = append(b.rows, n.ID)
			}
		}
	}
}

// state returns the block of a control state.
func (d *drafter) state(id int32) *block {
	for range 3 {
		if b := d.byHead[id]; b != nil {
			return b
		}
		n := d.m.Node(id)
		if n == nil || len(n.In) == 0 {
			return nil
		}
		id = n.In[0].From
	}
	return nil
}

// maxDraft bounds the walk from a floating node to a pinned one.
const maxDraft = 8

func (d *drafter) blockOf(n *trace.Node, depth int) *block {
	if len(n.In) > 0 && n.In[0].Slot == 0 {
		return d.state(n.In[0].From)
	}
	if n.Home != 0 {
		return d.state(n.Home)
	}
	if depth < maxDraft {
		for _, e := range n.In {
			if x := d.m.Node(e.From); x != nil && !written(x) {
				return d.blockOf(x, depth+1)
			}
		}
	}
	if len(d.list) > 0 {
		return d.list[0]
	}
	return nil
}

// written reports whether a node is written where it is used and has no row of its own.
func written(n *trace.Node) bool {
	return n.Kind == trace.Const || n.Kind == trace.Entry || n.Op == "Dead" || n.Op == "NewCell" && len(n.In) == 0
}

// plan is the union of the blocks of several moments. It is laid out once, so that
// nothing moves from one moment to the next.
type plan struct {
	blocks []*block
	byHead map[int32]*block
}

// unite merges the blocks of moments. A block keeps the loop and the number of the
// first moment that has them; its rows are those of all moments, in an order that
// agrees with each as far as possible.
func unite(moments ...[]*block) *plan {
	p := &plan{byHead: map[int32]*block{}}
	for _, bs := range moments {
		var last *block
		for _, b := range bs {
			o := p.byHead[b.head]
			if o == nil {
				o = &block{head: b.head, id: -1, idom: -1}
				p.byHead[b.head] = o
				at := len(p.blocks)
				if last != nil {
					at = slices.Index(p.blocks, last) + 1
				}
				p.blocks = slices.Insert(p.blocks, at, o)
			}
			if o.id < 0 && b.id >= 0 {
				o.id, o.loop, o.depth, o.end = b.id, b.loop, b.depth, b.end
			}
			o.succs = merged(o.succs, b.succs)
			o.rows = merged(o.rows, b.rows)
			last = o
		}
	}
	return p
}

// merged inserts the new elements of list into into, each after its predecessor in list.
func merged(into, list []int32) []int32 {
	if len(into) == 0 {
		return slices.Clone(list)
	}
	at := make(map[int32]int, len(into))
	for i, x := range into {
		at[x] = i
	}
	after := make(map[int][]int32) // index in into -> new elements after it
	last, news := -1, false
	for _, x := range list {
		if i, ok := at[x]; ok {
			last = i
			continue
		}
		after[last] = append(after[last], x)
		news = true
	}
	if !news {
		return into
	}
	out := slices.Clone(after[-1])
	for i, x := range into {
		out = append(append(out, x), after[i]...)
	}
	return out
}
