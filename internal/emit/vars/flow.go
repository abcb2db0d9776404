package vars

import (
	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/son"
)

// Flow is where the nodes of a scheduled function run, and in which order: its blocks and edges,
// and the paths that exceptions take, for which there are no edges.
type Flow struct {
	CFG *son.CFG
	// HasRegions: there are try statements or the like, and so paths without edges.
	HasRegions bool

	placed   bool         // blocks and ranks are known
	blocks   []*son.Block // by node id
	ranks    []int32
	inRegion map[*son.RegionTree][]*son.Block
	again    map[*son.RegionTree]bool // see RunsAgain
}

// Begin makes f the flow of a schedule. It keeps the storage of the one before.
func (f *Flow) Begin(cfg *son.CFG) {
	*f = Flow{CFG: cfg, blocks: f.blocks, ranks: f.ranks}
	for _, b := range cfg.Blocks {
		f.HasRegions = f.HasRegions || b.Region != nil
	}
}

// Moved says that a node was moved from one block to another.
func (f *Flow) Moved() { f.placed = false }

// BlockOf returns the block in which a node runs, or nil for what is in no list of nodes.
func (f *Flow) BlockOf(n *son.Node) *son.Block {
	f.place()
	return f.blocks[n.ID]
}

// Rank returns the index of a node in its block.
func (f *Flow) Rank(n *son.Node) int32 {
	f.place()
	return f.ranks[n.ID]
}

func (f *Flow) place() {
	if f.placed {
		return
	}
	n := f.CFG.Graph.MaxID()
	f.placed, f.blocks, f.ranks = true, slab.Zeroed(f.blocks, n), slab.Zeroed(f.ranks, n)
	for _, b := range f.CFG.Blocks {
		for i, n := range b.Nodes {
			f.blocks[n.ID] = b
			f.ranks[n.ID] = int32(i)
		}
		if b.End != nil {
			f.blocks[b.End.ID] = b
		}
	}
}

// RunsBefore reports whether a dominates b.
func (f *Flow) RunsBefore(a, b *son.Node) bool {
	x, y := f.BlockOf(a), f.BlockOf(b)
	if x == nil || y == nil {
		return false
	}
	if x == y {
		return f.Rank(a) < f.Rank(b)
	}
	return x.Dominates(y)
}

// RunsAgain reports whether a block may run more than once per call: it is in a loop, or in a
// region of a try that is in a loop. There is no edge from the end of a finally, or from a
// throw, back to the loop.
func (f *Flow) RunsAgain(b *son.Block) bool {
	if b.Loop != nil {
		return true
	}
	again := false
	r := b.Region
	for ; r != nil && !again; r = r.Parent {
		known, ok := f.again[r]
		if ok {
			again = known
			break
		}
		t := f.CFG.BlockOf(r.Try.Ctrl())
		again = r.Try.Op == son.OpTry && (t == nil || t.Loop != nil)
	}
	for x := b.Region; x != r; x = x.Parent {
		if f.again == nil {
			f.again = map[*son.RegionTree]bool{}
		}
		f.again[x] = again
	}
	return again
}

// definedIn returns the block in which a value is stored in its variable, or nil for one that is
// there from the start.
func (f *Flow) definedIn(m *son.Node) *son.Block {
	switch m.Op {
	case son.OpPhi:
		return f.CFG.BlockOf(m.Region())
	case son.OpCatch:
		return f.CFG.BlockOf(m.Ctrl())
	case son.OpBind:
		if !m.Has(son.FlagUnset) {
			return f.BlockOf(m)
		}
	}
	return nil
}

// atHead reports whether a value is available at the entry of its block.
func atHead(n *son.Node) bool { return n.Op == son.OpPhi || n.Op == son.OpCatch }

// FinallyBefore returns the finally that control passes on leaving a try into block c, or nil.
func FinallyBefore(c *son.Block) *son.Node {
	if c.Head.Op != son.OpLeave || c.Head.In(2).Op != son.OpTry {
		return nil
	}
	return son.FinallyOf(c.Head.In(2))
}

// arms collects, by region, the blocks in it and in nested regions.
func (f *Flow) arms() map[*son.RegionTree][]*son.Block {
	if f.inRegion == nil {
		f.inRegion = map[*son.RegionTree][]*son.Block{}
		for _, c := range f.CFG.Blocks {
			for r := c.Region; r != nil; r = r.Parent {
				f.inRegion[r] = append(f.inRegion[r], c)
			}
		}
	}
	return f.inRegion
}

// between returns the blocks that may have run, at least in part, between the predecessor of b
// and b without an edge to b: for a catch or a finally, those that may have thrown; after a try,
// its finally.
func (f *Flow) between(b *son.Block) (out []*son.Block) {
	h := b.Head
	take := func(t *son.Node, arms ...int) {
		for i, p := range son.Projections(t, 3) {
			for _, a := range arms {
				if a == i && p != nil {
					out = append(out, f.arms()[f.CFG.BlockOf(p).Region]...)
				}
			}
		}
	}
	switch {
	case h.Op == son.OpProj && h.In(0).Op == son.OpTry && h.Idx == son.TryCatch:
		take(h.In(0), son.TryBody)
	case h.Op == son.OpProj && h.In(0).Op == son.OpTry && h.Idx == son.TryFinally:
		take(h.In(0), son.TryBody, son.TryCatch)
	case FinallyBefore(b) != nil:
		take(h.In(2), son.TryFinally)
	}
	return out
}

// handlers returns the first blocks of the catches and finallys that may handle an exception in
// c.
func (f *Flow) handlers(c *son.Block) (out []*son.Block) {
	for r := c.Region; r != nil; r = r.Parent {
		for i, p := range son.Projections(r.Try, 3) {
			if i > r.Arm && p != nil {
				out = append(out, f.CFG.BlockOf(p))
			}
		}
	}
	return out
}
