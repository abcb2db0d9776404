package son

import (
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// gvnTable finds the node that already computes a value. It holds pure floating nodes, and the
// entry values of the function.
type gvnTable struct {
	// buckets are lists of nodes, linked by Node.peer, indexed by the low bits of their keys;
	// their number is a power of two, or 0.
	buckets []*Node
	size    int
}

const firstBuckets = 16

// bucket returns the start of the list of nodes with a key.
func (t *gvnTable) bucket(key uint64) **Node { return &t.buckets[key&uint64(len(t.buckets)-1)] }

func (t *gvnTable) add(n *Node) {
	if t.size >= len(t.buckets) {
		t.grow()
	}
	t.size++
	b := t.bucket(n.key)
	n.peer, *b = *b, n
}

// remove removes n and reports whether it was there.
func (t *gvnTable) remove(n *Node) bool {
	if len(t.buckets) == 0 {
		return false
	}
	for at := t.bucket(n.key); *at != nil; at = &(*at).peer {
		if *at == n {
			*at, n.peer = n.peer, nil
			t.size--
			return true
		}
	}
	return false
}

// grow doubles the number of buckets.
func (t *gvnTable) grow() {
	old := slices.Clone(t.buckets)
	t.buckets = slab.Zeroed(t.buckets, max(2*len(old), firstBuckets))
	for _, n := range old {
		for n != nil {
			next := n.peer
			b := t.bucket(n.key)
			n.peer, *b = *b, n
			n = next
		}
	}
}

// canNumber reports whether equal nodes of n's kind may become one.
func (g *Graph) canNumber(n *Node) bool {
	switch opTable[n.Op].merge {
	case mergesAlways:
		return true
	case keepsApart:
		return false
	}
	switch {
	case !g.Config.Fold || g.prepared:
		return false
	case n.Op == OpPhi:
		return !g.IsOpen(n)
	case n.in[0] != nil:
		return false
	case n.Op == OpCall && g.Config.Authored && n.Idx&callCheap != 0:
		return false // a second isList(x) says more than a variable
	}
	return !n.Op.HasMem() || n.in[1] == nil
}

// number returns the node of the table that is equal to n and kills n, which must have no users
// in that case; or it enters n and returns it.
func (g *Graph) number(n *Node) *Node {
	old := g.enter(n)
	if old != n {
		if o := g.Config.Observer; o != nil && n.FirstArg() < len(n.in) {
			o.Rule(g, &shareRule, n, old) // not counted: n was never a part of the graph
		}
		if n.Op.IsOperator() {
			g.Stats.merged++
		}
		g.Kill(n)
	}
	return old
}

// enter puts n into the table unless an equal node is there, which it returns.
func (g *Graph) enter(n *Node) *Node {
	if n.numbered || !g.canNumber(n) {
		return n
	}
	h := n.hash()
	if len(g.gvn.buckets) > 0 {
		for old := *g.gvn.bucket(h); old != nil; old = old.peer {
			if old.key == h && old.equal(n) {
				return old
			}
		}
	}
	n.numbered, n.key = true, h
	g.gvn.add(n)
	return n
}

// unnumber takes n out of the table; every change of an input does it first.
func (g *Graph) unnumber(n *Node) {
	if !n.numbered {
		return
	}
	n.numbered = false
	if !g.gvn.remove(n) {
		g.Fatalf("v%d %v is not in the value table", n.ID, n.Op)
	}
}

// hash mixes everything that equal compares. It reads ids, so it means nothing outside one run.
func (n *Node) hash() uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	mix := func(x uint64) {
		h ^= x
		h *= prime
		h ^= h >> 29
	}
	text := func(s string) {
		for i := 0; i < len(s); i++ {
			mix(uint64(s[i]))
		}
	}
	mix(uint64(n.Op))
	mix(uint64(uint32(n.Idx)))
	text(n.Str)
	if n.Sym != nil {
		switch n.Op { // a closure may capture any number of bindings
		case OpParam, OpCaptured, OpCapturedCell, OpSelf:
			mix(uint64(n.Sym.ID))
			text(n.Sym.Name)
		}
	}
	if n.Op == OpConst {
		t := n.Type
		mix(uint64(t.kinds))
		mix(t.bits())
		text(t.str)
	}
	for _, x := range n.in {
		if x == nil {
			mix(0)
		} else {
			mix(uint64(x.ID) + 1)
		}
	}
	for _, p := range n.Parts {
		text(p.Str)
	}
	return h
}

// equal reports that two nodes of the table always have the same value.
func (n *Node) equal(m *Node) bool {
	if n.Op != m.Op || n.Idx != m.Idx || n.Str != m.Str || len(n.in) != len(m.in) ||
		(n.Flags^m.Flags)&FlagMem != 0 || len(n.Parts) != len(m.Parts) {
		return false
	}
	switch n.Op {
	case OpConst:
		return n.Type == m.Type
	case OpParam, OpCaptured, OpCapturedCell, OpSelf:
		if n.Sym != m.Sym {
			return false
		}
	}
	for i, x := range n.in {
		if x != m.in[i] {
			return false
		}
	}
	for i, p := range n.Parts {
		if p.Kind != m.Parts[i].Kind || p.Str != m.Parts[i].Str {
			return false
		}
	}
	return true
}
