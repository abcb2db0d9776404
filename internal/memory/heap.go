package memory

import (
	"iter"
	"slices"

	"github.com/sonjs/son/internal/slab"
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
	g      *son.Graph
	cfg    *son.CFG
	recs   map[*son.Node]*record
	names  keyNames
	props  map[prop]uint32    // their numbers
	shared map[*son.Node]bool // cells; those are true that other functions write
	*buffers
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
	// By block: the loads that read the memory at its start, then its memory states in order, but
	// for a phi, each followed by the loads that read it.
	states blockLists
	allocs blockLists // by block: records and cells that it makes
	joins  blockLists // by block: records that join at its head
}

// blockLists is a list of nodes for each block.
type blockLists struct {
	nodes []*son.Node
	ends  []int32 // by block: where its nodes end
}

// reset empties the lists; end ends that of the next block.
func (l *blockLists) reset()          { l.nodes, l.ends = l.nodes[:0], l.ends[:0] }
func (l *blockLists) add(n *son.Node) { l.nodes = append(l.nodes, n) }
func (l *blockLists) end()            { l.ends = append(l.ends, int32(len(l.nodes))) }

// of returns the nodes of a block.
func (l *blockLists) of(b *son.Block) []*son.Node {
	from := int32(0)
	if b.ID > 0 {
		from = l.ends[b.ID-1]
	}
	return l.nodes[from:l.ends[b.ID]]
}

// buffers is the memory of an analysis that the next one uses again.
type buffers struct {
	memoryOrder
	in, out       []*knowledge // by block; nil: not walked
	known         slab.List[knowledge]
	links         []chainLink // of chain, by node ID
	here, reading []*son.Node // of chain
}

// unused are the buffers that no analysis uses.
var unused = slab.NewPool[buffers]()

// release says that nothing of the analysis is needed any more.
func (h *heap) release() {
	h.known.Reset()
	unused.Put(h.buffers)
	h.buffers = nil
}

// findings are the results of the last walk.
type findings struct {
	facts   map[*son.Node]fact // of the nodes that read a class
	safe    map[*son.Node]bool // accesses of records that run no code
	assumes map[*son.Node]son.Assumptions
	inited  map[*son.Node]bool     // accesses of cells that are initialized
	copied  map[*son.Node]contents // the contents that spreads and rests copy
	counts  map[*son.Node]int      // of the lists of keys of records
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
	finals tree[fact] // loads of properties that do not change any more
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

// propOf returns the property that a node loads.
func propOf(n *son.Node) prop { return prop{origin(n.Arg(0)), n.Str} }

// keyNames numbers the property keys that are referenced.
type keyNames struct {
	numbers map[string]uint32
	names   []string
}

func (t *keyNames) number(key string) uint32 {
	id, ok := t.numbers[key]
	if !ok {
		if t.numbers == nil {
			t.numbers = map[string]uint32{}
		}
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
	h := &heap{g: g}
	if !h.survey() {
		return nil
	}
	h.findings = findings{facts: map[*son.Node]fact{}, safe: map[*son.Node]bool{}, assumes: map[*son.Node]son.Assumptions{}, inited: map[*son.Node]bool{}, copied: map[*son.Node]contents{}}
	h.phis, h.binds = map[union]*son.Node{}, map[site]*son.Node{}
	h.buffers = unused.Get()
	h.cfg = g.CFG()
	h.chain()
	h.in, h.out = slab.Zeroed(h.in, len(h.cfg.Blocks)), slab.Zeroed(h.out, len(h.cfg.Blocks))
	if !h.fixpoint() {
		h.release()
		return nil
	}
	return h
}

// fixpoint walks the blocks until nothing changes, and reports whether it took few enough steps.
// Without a loop the first walk is the last one.
func (h *heap) fixpoint() bool {
	blocks, again := h.cfg.Blocks, slices.ContainsFunc(h.cfg.Blocks, hasBackEdge)
	h.collect = !again
	for changed := true; changed; changed = changed && again {
		changed = false
		for _, b := range blocks {
			in := h.enter(b)
			if old := h.in[b.ID]; old != nil && old.equal(in) {
				continue
			}
			h.in[b.ID] = in
			h.out[b.ID] = h.walk(b, in)
			changed = true
			if h.steps > maxHeapSteps {
				return false
			}
		}
	}
	if h.collect {
		return true
	}
	h.collect = true
	for _, b := range blocks {
		h.walk(b, h.in[b.ID])
	}
	return true
}

// hasBackEdge reports whether an edge into b comes from b or from a block after it.
func hasBackEdge(b *son.Block) bool {
	return slices.ContainsFunc(b.Preds, func(p *son.Block) bool { return p != nil && p.ID >= b.ID })
}

// survey finds the classes, and reports whether there is anything to find out about them: a literal with a property
// access, or an assignment to a variable in memory. With the assumption pure-getters, two loads of the same property are
// enough, and so is a load with a TDZ check or a variable of the function's own; most graphs have none of these.
func (h *heap) survey() bool {
	found := false
	var loaded loadedProps
	h.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpStoreCell:
			found = true
		case son.OpLoadCell, son.OpNewCell, son.OpCopyCell:
			found = found || h.g.Config.Assume.Has(son.AssumePureGetters) && (n.Op != son.OpLoadCell || n.Has(son.FlagTDZ))
		case son.OpPatArray:
			h.track(n.Arg(0))
		case son.OpPatObject, son.OpSpread:
			h.track(n.Arg(0))
		case son.OpBuiltin:
			if isOwnTest(n) || isKeys(n) {
				h.track(n.Arg(0))
			}
		case son.OpCallMethod:
			if ref := ownRef(n); ref != nil {
				h.track(ref.Arg(0))
			}
		default:
			if base := baseOf(n); base != nil {
				h.track(base)
			}
			found = found || h.mayRepeat(n) && loaded.add(n)
		}
	})
	if len(h.recs) == 0 && !found {
		return false
	}
	h.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpNewCell, son.OpCapturedCell, son.OpCopyCell:
			h.addCell(n)
		case son.OpPatArray:
			h.number(n)
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

// mayRepeat reports whether a later load of the same property may have the value of this one.
func (h *heap) mayRepeat(n *son.Node) bool {
	return n.Op == son.OpLoad && (n.Has(son.FlagFinal) || h.g.Config.Assume.Has(son.AssumePureGetters))
}

// loadedProps are the properties that a graph loads, as far as it was looked at: mostly few, which are searched one by one.
type loadedProps struct {
	few  []prop
	many map[prop]bool
}

// add adds the property that a node loads, and reports whether it was there.
func (l *loadedProps) add(n *son.Node) bool {
	p := propOf(n)
	if l.many[p] || l.many == nil && slices.Contains(l.few, p) {
		return true
	}
	l.few = append(l.few, p)
	switch {
	case l.many != nil:
		l.many[p] = true
	case len(l.few) > fewLoads:
		l.many = map[prop]bool{}
		for _, p := range l.few {
			l.many[p] = true
		}
	}
	return false
}

// fewLoads is up to how many properties are searched one by one.
const fewLoads = 16

// addCell makes a class of a cell.
func (h *heap) addCell(n *son.Node) {
	if h.shared == nil {
		h.shared = map[*son.Node]bool{}
	}
	h.shared[n] = isShared(n)
}

// track makes a record of the base of an access, if it is a literal.
func (h *heap) track(base *son.Node) {
	n := origin(base)
	switch {
	case n.Op != son.OpObject && n.Op != son.OpArray && n.Op != son.OpPhi, h.recs[n] != nil:
	case n.Op != son.OpPhi:
		h.record(n, h.recordOf(n))
	case joinsLiterals(n):
		r := &record{n: n, names: &h.names, array: origin(n.Arg(0)).Op == son.OpArray, bare: true}
		for _, x := range n.Args() {
			h.track(x)
			of := h.recs[origin(x)]
			r.open = r.open || of.open
			r.bare = r.bare && of.bare
			r.holds = append(r.holds, of.holds...)
		}
		h.record(n, r)
	}
}

// record makes a class of a record.
func (h *heap) record(n *son.Node, r *record) {
	if h.recs == nil {
		h.recs = map[*son.Node]*record{}
	}
	h.recs[n] = r
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
		if h.places == nil {
			h.places = map[*son.Node]int{}
		}
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

// chain lists the memory states of each block in order, the loads that read them, and the
// allocations.
func (h *heap) chain() {
	m := h.buffers
	m.states.reset()
	m.allocs.reset()
	m.joins.reset()
	m.links = slab.Zeroed(m.links, h.g.MaxID())
	for _, b := range h.cfg.Blocks {
		h.gather(b)
		h.follow(b)
		m.states.end()
		m.allocs.end()
		m.joins.end()
	}
}

// gather finds the memory states, the loads and the allocations of a block.
func (h *heap) gather(b *son.Block) {
	m, here := h.buffers, int32(b.ID)+1
	m.here, m.reading = m.here[:0], m.reading[:0]
	for _, u := range b.Head.Users() {
		if u.In(0) != b.Head || m.links[u.ID].seen == here {
			continue
		}
		m.links[u.ID].seen = here
		switch {
		case u.Op == son.OpPhi && h.recs[u] != nil:
			m.joins.add(u)
		case h.recs[u] != nil || h.isCell(u) && u.Op != son.OpCopyCell:
			m.allocs.add(u)
		case u.Op == son.OpPhi || u.Op == son.OpLeave:
		case u.OnChain():
			m.links[u.ID].state = here
			m.links[u.Mem().ID].follow(u, here)
			m.here = append(m.here, u)
		case u.Op == son.OpLoadCell && u.In(1) != nil:
			m.reading = append(m.reading, u)
		}
	}
}

// follow lists the states of a block and the loads that gather has found.
func (h *heap) follow(b *son.Block) {
	m, here := h.buffers, int32(b.ID)+1
	for _, r := range m.reading {
		if l := &m.links[r.In(1).ID]; l.state == here {
			m.links[r.ID].by, l.read = l.read, r
		} else {
			m.states.add(r)
		}
	}
	for _, u := range m.here {
		if m.links[u.Mem().ID].state == here {
			continue
		}
		for ; u != nil; u = m.links[u.ID].next(here) {
			m.states.add(u)
			for r := m.links[u.ID].read; r != nil; r = m.links[r.ID].by {
				m.states.add(r)
			}
		}
		break
	}
}

// chainLink is chain's record of a node. Each number is that of a block, counted from 1.
type chainLink struct {
	seen, state int32 // where it was met last, and where it is a memory state
	in          int32 // where by follows it
	by          *son.Node
	read        *son.Node // the first load that reads it; of a load, by is the next one
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
