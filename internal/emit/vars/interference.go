package vars

import (
	"slices"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/son"
)

// Block is a block of the output: one of the schedule, or several that were merged, because they
// form one expression or one switch. A value that is computed and used in one Block is an operand
// there, whatever happens to its variable.
type Block struct {
	First, Last *son.Block
	Preds       []*Block

	seen int32 // the number of the last search that visited it
	// defs are the values of the variable number of that are stored here and stay, in order.
	defs []*son.Node
	of   int32
}

// Begin makes b a block of another function. It keeps the storage that b has.
func (b *Block) Begin(first, last *son.Block, preds []*Block) {
	*b = Block{First: first, Last: last, Preds: preds, defs: b.defs[:0]}
}

// Readers calls read for the users of a value, each with the value that it uses, until read returns
// false, and reports whether it never did.
type Readers func(m *son.Node, read func(u, v *son.Node) bool) bool

// Interference finds the values of a variable that interfere with others. It serves all variables
// of a function, one after the other.
type Interference struct {
	flow    *Flow
	home    []*Block // by id of a block of the schedule: the one that it was merged into
	readers Readers

	variables int32 // how many have been asked about
	work      []*Block
	stored    []*son.Node
	slots     map[*son.Node]map[*son.Node][]int // see slotsOf
	few       []int                             // see slotsOf
	search    search
	read      func(u, v *son.Node) bool // search.readBy of x

	// Of the variable at hand: its values, and those that need another variable. The others are
	// in the blocks.
	values []*son.Node
	out    map[*son.Node]bool
}

// search looks for a value that overwrites another one.
type search struct {
	number     int32 // of searches so far: each visits a block once
	m          *son.Node
	home       *Block             // in which m is stored
	bounded    bool               // entry and end are known
	entry, end int                // see firstClobbered
	joins      map[*son.Node]bool // large phis whose inputs have been searched
	found      *son.Node
}

// Begin prepares for a function. home has the Block of each block of the schedule. readers lists
// the users of a value, each with the value that it uses instead; nil stands for just its users.
func (x *Interference) Begin(f *Flow, home []*Block, readers Readers) {
	if readers == nil {
		readers = users
	}
	*x = Interference{flow: f, home: home, readers: readers, work: x.work[:0], stored: x.stored[:0], slots: slab.Emptied(x.slots), few: x.few, out: x.out}
	x.read = x.readBy
}

func users(m *son.Node, read func(u, v *son.Node) bool) bool {
	for _, u := range m.Users() {
		if !read(u, m) {
			return false
		}
	}
	return true
}

// Evict returns the values that need variables of their own, so that none of the others is
// overwritten by another one before a use in another block. A parameter and the initial value of a
// var stay: the value that overwrites them goes.
func (x *Interference) Evict(values []*son.Node) (evicted []*son.Node) {
	f := x.flow
	x.values, x.out = values, slab.Emptied(x.out)
	x.variables++
	stored := x.stored[:0]
	for _, m := range values {
		if f.definedIn(m) != nil {
			stored = append(stored, m)
		}
	}
	x.stored = stored
	slices.SortStableFunc(stored, func(a, b *son.Node) int {
		if x, y := f.definedIn(a), f.definedIn(b); x != y {
			return x.ID - y.ID
		}
		if atHead(a) != atHead(b) {
			if atHead(a) {
				return -1
			}
			return 1
		}
		return int(f.Rank(a) - f.Rank(b))
	})
	for _, m := range stored {
		h := x.homeOf(m)
		h.defs = append(x.defsIn(h), m)
		h.of = x.variables
	}
	for changed := true; changed; {
		changed = false
		for _, m := range values {
			if x.out[m] {
				continue
			}
			d := x.clobber(m)
			if d == nil {
				continue
			}
			out := m
			if m.Op == son.OpParam || m.Has(son.FlagUnset) {
				out = d
			}
			evicted = append(evicted, out)
			x.out[out] = true
			if h := x.homeOf(out); h != nil {
				h.defs = slices.DeleteFunc(x.defsIn(h), func(d *son.Node) bool { return d == out })
			}
			changed = true
		}
	}
	return evicted
}

// homeOf returns the block in which a value is stored, or nil.
func (x *Interference) homeOf(m *son.Node) *Block {
	if c := x.flow.definedIn(m); c != nil {
		return x.home[c.ID]
	}
	return nil
}

// defsIn returns the values stored in a block that stay, in order. Its storage is that of the
// variable before.
func (x *Interference) defsIn(b *Block) []*son.Node {
	if b.of != x.variables {
		return b.defs[:0]
	}
	return b.defs
}

// clobber returns a value that overwrites m before a use of m in another block, or nil.
func (x *Interference) clobber(m *son.Node) *son.Node {
	hb := x.homeOf(m)
	if hb == nil {
		hb = x.home[0]
	}
	x.search = search{number: x.search.number + 1, m: m, home: hb}
	x.readers(m, x.read)
	return x.search.found
}

// readBy searches for a value that overwrites m before u uses it, or a value v in its place, and
// reports whether there is none.
func (x *Interference) readBy(u, v *son.Node) bool {
	s, f := &x.search, x.flow
	if u.Op != son.OpPhi {
		if c := f.BlockOf(u); c != nil && x.home[c.ID] != s.home {
			x.mayEnter(x.home[c.ID])
		}
		return s.found == nil
	}
	if v == s.m && len(u.Ins()) > fewInputs {
		if s.joins[u] {
			return true // m is its input on several edges
		}
		if s.joins == nil {
			s.joins = map[*son.Node]bool{}
		}
		s.joins[u] = true
	}
	c := f.CFG.BlockOf(u.Region())
	if c == nil {
		return true
	}
	for _, slot := range x.slotsOf(u, v) {
		q := c.Preds[slot-1]
		if q == nil {
			continue
		}
		p := x.home[q.ID]
		if p == x.home[c.ID] && p.First != c {
			if p != s.home { // a join inside p
				x.mayEnter(p)
			}
		} else if x.bound(); max(p.Last.ID, q.ID) >= s.end {
			x.leave(p)
			x.searchWork()
		}
		if s.found != nil {
			return false
		}
	}
	return true
}

// bound computes the bounds of the search; most need none, as the value is used in its own block
// only.
func (x *Interference) bound() {
	if s := &x.search; !s.bounded {
		s.bounded = true
		s.entry, s.end = x.firstClobbered(s.m)
	}
}

// mayEnter searches backwards from the entry of a block that uses m, unless m cannot be overwritten
// there.
func (x *Interference) mayEnter(b *Block) {
	if x.bound(); b.First.ID >= x.search.entry && b.seen != x.search.number {
		x.enter(b)
		x.searchWork()
	}
}

// searchWork searches backwards from the entries of the blocks that are queued.
func (x *Interference) searchWork() {
	for len(x.work) > 0 && x.search.found == nil {
		b := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		x.enter(b)
	}
	x.work = x.work[:0]
}

// enter searches backwards from the entry of b.
func (x *Interference) enter(b *Block) {
	s, f := &x.search, x.flow
	if ds := x.defsIn(b); len(ds) > 0 && atHead(ds[0]) && f.CFG.BlockOf(ds[0].In(0)) == b.First {
		s.found = ds[0]
		return
	}
	for _, c := range f.between(b.First) {
		for _, d := range x.defsIn(x.home[c.ID]) {
			if d != s.m {
				s.found = d
				return
			}
		}
	}
	for _, p := range b.Preds {
		if x.leave(p); s.found != nil {
			return
		}
	}
}

// leave searches backwards from the end of b: it finds a value other than m that the variable holds
// there, or queues b.
func (x *Interference) leave(b *Block) {
	s, ds := &x.search, x.defsIn(b)
	if len(ds) > 0 && ds[len(ds)-1] != s.m {
		s.found = ds[len(ds)-1]
		return
	}
	if b != s.home && len(ds) == 0 && b.First.ID >= s.entry && b.seen != s.number {
		b.seen = s.number
		x.work = append(x.work, b)
	}
}

// fewValues is the number of values of a variable up to which they are compared in pairs.
const fewValues = 16

// firstClobbered returns bounds on where m can be clobbered: the number of the first block of
// the schedule at whose entry, and of the first at whose end, another value may have overwritten
// m, ignoring paths that pass m again. A variable of a loop around thousands of others is needed
// at the loop's start and end and nowhere in between.
//
// m dominates its uses. So each path to a use passes m if it starts at a block that m does not
// dominate, or at the header of any loop around m. Block numbers increase along all edges
// except back edges. So another definition does not reach blocks with a lower number than its
// own or, if it is in loops without m, than the header of the outermost of these.
func (x *Interference) firstClobbered(m *son.Node) (entry, end int) {
	f := x.flow
	if f.HasRegions || len(x.values) > fewValues { // exceptions have no edges
		return 0, 0
	}
	entry, end = len(f.CFG.Blocks), len(f.CFG.Blocks)
	from := f.definedIn(m)
	if from == nil {
		from = f.CFG.Blocks[0]
	}
	for _, d := range x.values {
		in := f.definedIn(d)
		if d == m || in == nil || x.out[d] {
			continue
		}
		b := x.home[in.ID].First // merged tests of a switch exit before the last one
		if !from.Dominates(b) && x.home[from.ID].First != b {
			continue
		}
		first, loops := b.ID, false
		for l := b.Loop; l != nil && !l.Has(from); l = l.Parent {
			first, loops = l.Head.ID, true
		}
		end = min(end, first)
		if !loops && !(atHead(d) && in == b) {
			first++ // its own block is entered before it
		}
		entry = min(entry, first)
	}
	return entry, end
}

// fewInputs is the number of inputs of a node up to which they are searched linearly.
const fewInputs = 16

// slotsOf returns the inputs of u that are v, until it is called again. The inputs of a phi with very
// many are indexed once.
func (x *Interference) slotsOf(u, v *son.Node) []int {
	ins := u.Ins()
	if len(ins) <= fewInputs {
		x.few = x.few[:0]
		for i, y := range ins {
			if y == v {
				x.few = append(x.few, i)
			}
		}
		return x.few
	}
	slots := x.slots[u]
	if slots == nil {
		slots = map[*son.Node][]int{}
		for i, y := range ins {
			slots[y] = append(slots[y], i)
		}
		if x.slots == nil {
			x.slots = map[*son.Node]map[*son.Node][]int{}
		}
		x.slots[u] = slots
	}
	return slots[v]
}
