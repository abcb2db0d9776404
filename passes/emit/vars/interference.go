package vars

import (
	"iter"
	"slices"

	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/slab"
)

// Block is a block of the output: one of the schedule, or several that were merged, because they
// form one expression or one switch. A value that is computed and used in one Block is an operand
// there, whatever happens to its variable.
type Block struct {
	First, Last *son.Block
	Preds       []*Block

	seen int32 // the number of the last search that visited it
}

// Interference finds the values of a variable that interfere with others. It serves all variables
// of a function, one after the other.
type Interference struct {
	flow *Flow
	home []*Block // by id of a block of the schedule: the one that it was merged into
	// readers lists the users of a value, each with the value that it uses.
	readers func(*son.Node) iter.Seq2[*son.Node, *son.Node]

	searches int32
	work     []*Block
	stored   []*son.Node
	slots    map[*son.Node]map[*son.Node][]int // see slotsOf

	// Of the variable at hand: its values, those that need another variable, and those that stay,
	// by block and in order.
	values []*son.Node
	out    map[*son.Node]bool
	defs   map[*Block][]*son.Node
}

// Begin prepares for a function. home has the Block of each block of the schedule. readers lists
// the users of a value, each with the value that it uses instead; nil stands for just its users.
func (x *Interference) Begin(f *Flow, home []*Block, readers func(*son.Node) iter.Seq2[*son.Node, *son.Node]) {
	if readers == nil {
		readers = users
	}
	*x = Interference{flow: f, home: home, readers: readers, work: x.work[:0], stored: x.stored[:0], slots: slab.Emptied(x.slots), out: x.out, defs: x.defs}
}

func users(m *son.Node) iter.Seq2[*son.Node, *son.Node] {
	return func(yield func(u, v *son.Node) bool) {
		for _, u := range m.Users() {
			if !yield(u, m) {
				return
			}
		}
	}
}

// Evict returns the values that need variables of their own, so that none of the others is
// overwritten by another one before a use in another block. A parameter and the initial value of a
// var stay: the value that overwrites them goes.
func (x *Interference) Evict(values []*son.Node) (evicted []*son.Node) {
	f := x.flow
	x.values, x.out, x.defs = values, slab.Emptied(x.out), slab.Emptied(x.defs)
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
		x.defs[h] = append(x.defs[h], m)
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
				x.defs[h] = slices.DeleteFunc(slices.Clone(x.defs[h]), func(d *son.Node) bool { return d == out })
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

// clobber returns a value that overwrites m before a use of m in another block, or nil.
func (x *Interference) clobber(m *son.Node) *son.Node {
	f := x.flow
	hb := x.homeOf(m)
	if hb == nil {
		hb = x.home[0]
	}
	x.searches++ // a new set of visited blocks
	seen := func(b *Block) bool { return b.seen == x.searches }
	entry, end := x.firstClobbered(m)
	work := x.work[:0]
	defer func() { x.work = work[:0] }()
	// out searches backwards from the end of b: it returns a value other than m that the variable
	// holds there, or queues b.
	out := func(b *Block) *son.Node {
		ds := x.defs[b]
		if len(ds) > 0 && ds[len(ds)-1] != m {
			return ds[len(ds)-1]
		}
		if b != hb && len(ds) == 0 && b.First.ID >= entry && !seen(b) {
			b.seen = x.searches
			work = append(work, b)
		}
		return nil
	}
	in := func(b *Block) *son.Node {
		if ds := x.defs[b]; len(ds) > 0 && atHead(ds[0]) && f.CFG.BlockOf(ds[0].In(0)) == b.First {
			return ds[0]
		}
		for _, c := range f.between(b.First) {
			for _, d := range x.defs[x.home[c.ID]] {
				if d != m {
					return d
				}
			}
		}
		for _, p := range b.Preds {
			if d := out(p); d != nil {
				return d
			}
		}
		return nil
	}
	var joins map[*son.Node]bool // phis whose inputs have been searched
	for u, v := range x.readers(m) {
		if u.Op == son.OpPhi && v == m {
			if joins[u] {
				continue // m is its input on several edges
			}
			if joins == nil {
				joins = map[*son.Node]bool{}
			}
			joins[u] = true
		}
		for slot := range x.slotsOf(u, v) {
			var d *son.Node
			if u.Op == son.OpPhi {
				c := f.CFG.BlockOf(u.Region())
				if c == nil || c.Preds[slot-1] == nil {
					continue
				}
				p := x.home[c.Preds[slot-1].ID]
				if p == x.home[c.ID] && p.First != c {
					if p != hb && p.First.ID >= entry && !seen(p) { // a join inside p
						d = in(p)
					}
				} else if max(p.Last.ID, c.Preds[slot-1].ID) >= end {
					d = out(p)
				}
			} else {
				c := f.BlockOf(u)
				if c == nil {
					continue
				}
				b := x.home[c.ID]
				if b == hb {
					continue
				}
				if b.First.ID >= entry && !seen(b) {
					d = in(b)
				}
			}
			if d != nil {
				return d
			}
			for len(work) > 0 {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if d := in(b); d != nil {
					return d
				}
			}
		}
	}
	return nil
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

// slotsOf returns the inputs of u that are v. The inputs of a phi with very many are indexed
// once.
func (x *Interference) slotsOf(u, v *son.Node) iter.Seq[int] {
	ins := u.Ins()
	if len(ins) <= fewInputs {
		return func(yield func(int) bool) {
			for i, y := range ins {
				if y == v && !yield(i) {
					return
				}
			}
		}
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
	return slices.Values(slots[v])
}
