package memory

import (
	"iter"
	"slices"

	"github.com/sonjs/son/son"
)

// The memory analysis computes what is known of memory at each memory state, and the rewrites in
// forward.go, scalar.go and promote.go use the result.
//
// Memory is divided into classes: one for each cell, one for each property of an object or array
// literal of this function that has not escaped yet, and the rest of the world, of which nothing
// is known. The knowledge of a class is a [fact]: the value that it holds, or the block at whose
// head several values join (a factual union), and whether the property is there at all.
//
//	const o = { a: 1 };   // o.a is 1
//	if (c) o.a = f();     // o.a is 1 | v7, joined at the region
//	g(o);                 // o has escaped: nothing is known of it any more
//
// An escape belongs to a memory state: a record is known from its allocation to the node that
// lets it escape. Everything reachable from an escaping value escapes, too. In a loop the facts
// are those of the newest instance; a record of an earlier iteration is one that has flowed into
// a phi, and of such a record nothing is known.
//
// The facts at a block's start are those that all edges into it agree on. Edges that have not
// been walked yet agree with everything (the walk is optimistic), so the blocks are walked until
// nothing changes. A fact only moves from a value to a union and from there to nothing, and keys
// are those that the text names, so records and numbers that grow for ever still end the walk.
//
// Cost: changes of cells and properties times the logarithm of their number, plus a few times
// the differences between the edges that join at a block. See [tree].
type heap struct {
	g   *son.Graph
	cfg *son.CFG
	memoryOrder
	recs    map[*son.Node]*record
	names   *keyNames
	props   map[prop]uint32    // their numbers
	shared  map[*son.Node]bool // cells that other functions write
	in      []*knowledge       // by block; nil: not walked
	out     []*knowledge
	collect bool // this is the last walk: it records the findings
	findings
	phis   map[union]*son.Node
	binds  map[site]*son.Node
	todo   []pending
	places map[*son.Node]int // of the steps of array patterns
	steps  int
}

// memoryOrder is the order in which a walk meets the nodes that concern memory.
type memoryOrder struct {
	chains [][]*son.Node             // by block: its memory states in order, but for a phi
	reads  map[*son.Node][]*son.Node // by memory state: the nodes that only read it
	first  [][]*son.Node             // by block: the nodes that only read the state at its start
	allocs [][]*son.Node             // by block: records and cells that it makes
	joins  [][]*son.Node             // by block: records that join at its head
}

// findings are the results of the last walk.
type findings struct {
	facts   map[*son.Node]fact // of the nodes that read a class
	safe    map[*son.Node]bool // accesses of records that run no code
	assumes map[*son.Node]son.Assumptions
	inited  map[*son.Node]bool     // accesses of cells that are initialized
	copied  map[*son.Node]contents // the contents that spreads and rests copy
}

// fact is the knowledge of a class.
type fact struct {
	may     uint8           // isThere, isAbsent or both
	val     *son.Node       // the value if the property is there; nil: none or unknown
	site    *son.Node       // the node that put it there, if there is only one
	at      *son.Block      // the value is the join at the head of this block
	assumed son.Assumptions // the assumptions of the fact
}

const (
	isThere   = 1 << iota // as a value
	isAbsent              // here; perhaps the prototype has it
	isUnknown             // perhaps as an accessor
)

// known reports whether the fact determines the result of a read.
func (f fact) known() bool { return f.val != nil || f.at != nil || f.may == isAbsent }

func (f fact) same(g fact) bool                 { return f == g }
func (f fact) assumes() son.Assumptions         { return f.assumed }
func (f fact) assuming(on son.Assumptions) fact { f.assumed |= on; return f }

// knowledge is everything known at one memory state. A copy of it may be changed.
type knowledge struct {
	recs   tree[contents]
	cells  tree[fact] // of cells that no other function writes
	world  tree[fact] // of cells that other functions write
	props  tree[fact] // loads of the world since it last changed; with AssumePureGetters
	inited tree[mark] // cells that are past their TDZ
}

// idOf is a node's number in the trees of knowledge.
func idOf(n *son.Node) uint32 { return uint32(n.ID) }

// mark is present or not.
type mark struct{}

func (mark) same(mark) bool                { return true }
func (mark) assumes() son.Assumptions      { return 0 }
func (mark) assuming(son.Assumptions) mark { return mark{} }

// prop is a property of an object of which nothing is known.
type prop struct {
	base *son.Node
	key  string
}

// keyNames numbers the property keys that are referenced.
type keyNames struct {
	numbers map[string]uint32
	names   []string
}

func (t *keyNames) number(key string) uint32 {
	id, ok := t.numbers[key]
	if !ok {
		id = uint32(len(t.names))
		t.numbers[key] = id
		t.names = append(t.names, key)
	}
	return id
}

// contents is the knowledge of one record; it is immutable.
type contents struct {
	rec  *record
	keys tree[fact] // by number
}

func (c contents) same(o contents) bool              { return c.rec == o.rec && c.keys.equal(o.keys) }
func (c contents) assumes() son.Assumptions          { return 0 }
func (c contents) assuming(son.Assumptions) contents { return c }

// get returns the fact of a key.
func (c contents) get(key string) fact {
	if f, ok := c.keys.get(c.rec.names.number(key)); ok {
		return f
	}
	return c.rec.others()
}

// all yields the keys that are referenced, each with its fact.
func (c contents) all() iter.Seq2[string, fact] {
	return func(yield func(string, fact) bool) {
		for id, f := range c.keys.items() {
			if !yield(c.rec.names.names[id], f) {
				return
			}
		}
	}
}

// with returns the contents after a change of a key.
func (c contents) with(key string, f fact) contents {
	c.keys.set(c.rec.names.number(key), f)
	return c
}

// maxHeapSteps bounds the walk: a larger function is left alone.
const maxHeapSteps = 4_000_000

// analyze walks the graph until nothing changes. It returns nil if there is nothing to find out,
// or too much.
func analyze(g *son.Graph) *heap {
	h := &heap{g: g, memoryOrder: memoryOrder{reads: map[*son.Node][]*son.Node{}}, recs: map[*son.Node]*record{},
		names: &keyNames{numbers: map[string]uint32{}}, props: map[prop]uint32{}, shared: map[*son.Node]bool{},
		findings: findings{facts: map[*son.Node]fact{}, safe: map[*son.Node]bool{}, assumes: map[*son.Node]son.Assumptions{}, inited: map[*son.Node]bool{}, copied: map[*son.Node]contents{}},
		phis:     map[union]*son.Node{}, binds: map[site]*son.Node{}, places: map[*son.Node]int{}}
	if !h.survey() {
		return nil
	}
	h.cfg = son.NewCFG(g)
	h.chain()
	h.in = make([]*knowledge, len(h.cfg.Blocks))
	h.out = make([]*knowledge, len(h.cfg.Blocks))
	for changed := true; changed; {
		changed = false
		for _, b := range h.cfg.Blocks {
			in := h.enter(b)
			if old := h.in[b.ID]; old != nil && old.equal(in) {
				continue
			}
			h.in[b.ID] = in
			h.out[b.ID] = h.walk(b, in)
			changed = true
			if h.steps > maxHeapSteps {
				return nil
			}
		}
	}
	h.collect = true
	for _, b := range h.cfg.Blocks {
		h.walk(b, h.in[b.ID])
	}
	return h
}

// survey finds the classes, and reports whether there is anything to find out about them: a
// literal with a property access, or an assignment to a variable in memory.
func (h *heap) survey() bool {
	stores := h.g.Config.Assume.Has(son.AssumePureGetters)
	h.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpNewCell, son.OpCapturedCell, son.OpCopyCell:
			h.shared[n] = isShared(n)
		case son.OpStoreCell:
			stores = true
		case son.OpPatArray:
			h.number(n)
			h.track(n.Arg(0))
		case son.OpPatObject, son.OpSpread:
			h.track(n.Arg(0))
		default:
			if base := baseOf(n); base != nil {
				h.track(base)
			}
		}
	})
	if len(h.recs) == 0 {
		return stores
	}
	h.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpStore, son.OpStoreIdx, son.OpCompStore:
			v := n.Args()[n.NumArgs()-1]
			if base := baseOf(n); base != nil && leads(v) {
				if r := h.recs[origin(base)]; r != nil {
					r.holds = append(r.holds, v)
				}
			}
		}
	})
	return true
}

// track makes a record of the base of an access, if it is a literal.
func (h *heap) track(base *son.Node) {
	n := origin(base)
	switch {
	case h.recs[n] != nil:
	case n.Op == son.OpObject || n.Op == son.OpArray:
		h.recs[n] = h.recordOf(n)
	case joinsLiterals(n):
		r := &record{n: n, names: h.names, array: origin(n.Arg(0)).Op == son.OpArray}
		for _, x := range n.Args() {
			h.track(x)
			of := h.recs[origin(x)]
			r.open = r.open || of.open
			r.holds = append(r.holds, of.holds...)
		}
		h.recs[n] = r
	}
}

// at returns the knowledge of a record, or of the record that flows into it, at the end of edge
// i into a block.
func (h *heap) at(of *son.Node, b *son.Block, i int) (contents, bool) {
	if of.Op == son.OpPhi && of.Region() == b.Head {
		of = origin(of.Arg(i))
	}
	return h.out[b.Preds[i].ID].recs.get(idOf(of))
}

// number counts the steps of an array pattern.
func (h *heap) number(open *son.Node) {
	var steps []*son.Node
	for _, u := range open.Users() {
		if u.Op == son.OpPatNext && u.Arg(0) == open {
			steps = append(steps, u)
		}
	}
	son.SortByOrder(steps)
	for i, n := range slices.Compact(steps) {
		h.places[n] = i
	}
}

// isShared reports whether others may write a cell: functions that see it, or the arguments
// object.
func isShared(cell *son.Node) bool {
	s := cell.Sym
	switch {
	case s == nil || cell.Op == son.OpCapturedCell || s.DynamicReach || s.Aliased:
		return true
	case !s.AssignedInner:
		return false
	}
	for _, u := range cell.Users() {
		switch u.Op {
		case son.OpLoadCell, son.OpStoreCell:
		default:
			return true
		}
	}
	return false
}

// chain lists the memory states of each block in order, the nodes that only read them, and the
// allocations.
func (h *heap) chain() {
	h.chains = make([][]*son.Node, len(h.cfg.Blocks))
	h.first = make([][]*son.Node, len(h.cfg.Blocks))
	h.allocs = make([][]*son.Node, len(h.cfg.Blocks))
	h.joins = make([][]*son.Node, len(h.cfg.Blocks))
	links := make([]chainLink, h.g.MaxID())
	var states, reads []*son.Node
	for _, b := range h.cfg.Blocks {
		here := int32(b.ID) + 1
		states, reads = states[:0], reads[:0]
		for _, u := range b.Head.Users() {
			if u.In(0) != b.Head || links[u.ID].seen == here {
				continue
			}
			links[u.ID].seen = here
			switch {
			case u.Op == son.OpPhi && h.recs[u] != nil:
				h.joins[b.ID] = append(h.joins[b.ID], u)
			case h.recs[u] != nil || h.isCell(u) && u.Op != son.OpCopyCell:
				h.allocs[b.ID] = append(h.allocs[b.ID], u)
			case u.Op == son.OpPhi || u.Op == son.OpLeave:
			case u.OnChain():
				links[u.ID].state = here
				links[u.Mem().ID].follow(u, here)
				states = append(states, u)
			case u.Op.HasMem() && u.In(1) != nil && !u.Op.IsControl():
				reads = append(reads, u)
			}
		}
		for _, u := range states {
			if links[u.Mem().ID].state == here {
				continue
			}
			for ; u != nil; u = links[u.ID].next(here) {
				h.chains[b.ID] = append(h.chains[b.ID], u)
			}
			break
		}
		for _, r := range reads {
			if links[r.In(1).ID].state == here {
				h.reads[r.In(1)] = append(h.reads[r.In(1)], r)
			} else {
				h.first[b.ID] = append(h.first[b.ID], r)
			}
		}
	}
}

// chainLink is chain's record of a node. Each number is that of a block, counted from 1.
type chainLink struct {
	seen, state int32 // where it was met last, and where it is a memory state
	in          int32 // where by follows it
	by          *son.Node
}

func (l *chainLink) follow(by *son.Node, in int32) { l.by, l.in = by, in }

// next returns the state that follows in a block, or nil.
func (l *chainLink) next(in int32) *son.Node {
	if l.in != in {
		return nil
	}
	return l.by
}

// isCell reports whether n makes a cell or is one from outside.
func (h *heap) isCell(n *son.Node) bool {
	_, ok := h.shared[n]
	return ok
}
