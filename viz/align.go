package viz

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/sonjs/son/viz/trace"
)

// radius is how many edges from a node the alignment looks to match it with another
// one.
const radius = 5

// align pairs the nodes of two unrelated graphs by what they are and what is around
// them: first those whose wide surroundings agree, then those that agree less. It
// returns the node of a for each paired node of b.
func align(a, b *trace.Moment, aText, bText string) map[int32]int32 {
	seed := maphash.MakeSeed()
	ha, hb := shapes(seed, a, aText), shapes(seed, b, bText)
	pair := map[int32]int32{}
	taken := map[int32]bool{}
	for k := radius; k >= 0; k-- {
		waiting := map[uint64][]int32{}
		for _, n := range ordered(a) {
			if !taken[n.ID] {
				h := ha[k][n.ID]
				waiting[h] = append(waiting[h], n.ID)
			}
		}
		for _, n := range ordered(b) {
			h := hb[k][n.ID]
			if _, done := pair[n.ID]; done || len(waiting[h]) == 0 {
				continue
			}
			id := waiting[h][0]
			waiting[h] = waiting[h][1:]
			pair[n.ID], taken[id] = id, true
		}
	}
	return pair
}

// ordered are the nodes in source order.
func ordered(m *trace.Moment) []*trace.Node {
	nodes := slices.Clone(m.Nodes)
	slices.SortFunc(nodes, func(x, y *trace.Node) int {
		return cmp.Or(cmp.Compare(x.Order, y.Order), cmp.Compare(x.ID, y.ID))
	})
	return nodes
}

// shapes hashes each node with more and more of its surroundings: [0] is the op with its
// name, [1] adds its source text, [k+1] the inputs k edges away.
func shapes(seed maphash.Seed, m *trace.Moment, text string) [radius + 1]map[int32]uint64 {
	var out [radius + 1]map[int32]uint64
	out[0], out[1] = map[int32]uint64{}, map[int32]uint64{}
	for _, n := range m.Nodes {
		src := ""
		if n.Span != nil {
			src = text[n.Span[0]:n.Span[1]]
		}
		out[0][n.ID] = maphash.String(seed, n.Label+"|"+n.Name)
		out[1][n.ID] = maphash.String(seed, n.Label+"|"+n.Name+"|"+src)
	}
	for k := 2; k <= radius; k++ {
		out[k] = map[int32]uint64{}
		for _, n := range m.Nodes {
			var h maphash.Hash
			h.SetSeed(seed)
			fmt.Fprint(&h, out[k-1][n.ID])
			for _, e := range n.In {
				fmt.Fprint(&h, " ", e.Slot, out[k-1][e.From])
			}
			out[k][n.ID] = h.Sum64()
		}
	}
	return out
}

// renumbered copies a trace: nodes of b that are paired get the ids of their partners, all
// others get ids that no node of a ever had. Texts in the trace keep the old numbers.
func renumbered(t *trace.Trace, pair map[int32]int32, a *trace.Trace) *trace.Trace {
	next := int32(0)
	for _, s := range a.Steps {
		for i := range s.Nodes {
			next = max(next, s.Nodes[i].ID)
		}
	}
	to := map[int32]int32{0: 0}
	for from, id := range pair {
		to[from] = id
	}
	id := func(n int32) int32 {
		if _, ok := to[n]; !ok {
			next++
			to[n] = next
		}
		return to[n]
	}
	ids := func(list []int32) []int32 {
		out := make([]int32, len(list))
		for i, n := range list {
			out[i] = id(n)
		}
		return out
	}
	out := *t
	out.Steps = slices.Clone(t.Steps)
	for i := range out.Steps {
		s := &out.Steps[i]
		s.Node, s.By, s.Gone = id(s.Node), id(s.By), ids(s.Gone)
		s.Nodes = slices.Clone(s.Nodes)
		for k := range s.Nodes {
			n := &s.Nodes[k]
			n.ID, n.Home, n.In = id(n.ID), id(n.Home), slices.Clone(n.In)
			for j := range n.In {
				n.In[j].From = id(n.In[j].From)
			}
		}
	}
	out.Phases = slices.Clone(t.Phases)
	for i := range out.Phases {
		p := &out.Phases[i]
		p.Order, p.Blocks, p.Places = ids(p.Order), slices.Clone(p.Blocks), nil
		for k := range p.Blocks {
			b := &p.Blocks[k]
			b.Head, b.End, b.Phis, b.Nodes = id(b.Head), id(b.End), ids(b.Phis), ids(b.Nodes)
		}
	}
	return &out
}
