package son

import "math/bits"

// State is a hash of all that [Graph.Verify] reads. It means nothing for another graph, or in another run.
type State uint64

// VerifySince is [Graph.Verify], unless the graph is as it was when VerifySince found nothing wrong and returned the
// state since: most passes leave most graphs alone. The first time, since is 0. If something is wrong, it returns 0.
func (g *Graph) VerifySince(since State) (State, error) {
	now := g.state()
	if now == since {
		return now, nil
	}
	if err := g.Verify(); err != nil {
		return 0, err
	}
	return now, nil
}

// state reads the graph itself: counters of changes count only those that are made with the methods for it, and
// faults may be others. Cost: linear, about a seventh of what verifying takes.
func (g *Graph) state() State {
	h := mixer(len(g.nodes))
	h.add(uint64(len(g.Instances)))
	h.add(uint64(len(g.open)))
	h.truth(g.version() == g.last.swept)
	for id, n := range g.nodes {
		if n == nil {
			continue
		}
		h.add(uint64(id)<<32 | uint64(uint32(n.ID)))
		h.add(uint64(n.Op)<<56 | uint64(n.Instance)<<40 | uint64(n.Flags))
		h.truth(n.dead)
		h.truth(n == g.Start)
		h.truth(n == g.Stop)
		h.truth(g.open[n])
		h.add(uint64(n.Idx)<<32 | uint64(uint32(n.Order)))
		h.add(uint64(n.Site))
		h.text(n.Str)
		if n.Sym != nil {
			h.add(uint64(n.Sym.ID))
		}
		h.typ(n.Type)
		h.edges(g, n.in, n.pos)
		h.edges(g, n.out, n.slot)
		h.add(uint64(len(n.Parts)))
		for _, p := range n.Parts {
			h.add(uint64(p.Kind))
			h.text(p.Str)
		}
		if n.Op == OpLoop && g.Loops[n] != nil {
			h.add(uint64(g.Loops[n].Kind) + 1)
		}
	}
	return State(h | 1)
}

// mixer is a hash, to which values are added.
type mixer uint64

func (h *mixer) add(x uint64) {
	*h = mixer(bits.RotateLeft64((uint64(*h)^x)*0x9e3779b97f4a7c15, 29))
}

func (h *mixer) truth(b bool) {
	if b {
		h.add(1)
	}
	h.add(2)
}

func (h *mixer) text(s string) {
	h.add(uint64(len(s)))
	for i := range len(s) {
		h.add(uint64(s[i]))
	}
}

func (h *mixer) typ(t Type) {
	h.add(uint64(t.kinds))
	h.add(t.bits())
	h.truth(t.con)
	h.text(t.str)
}

// edges adds the nodes at the other ends of edges, and the places there.
func (h *mixer) edges(g *Graph, others []*Node, places []int32) {
	h.add(uint64(len(others))<<32 | uint64(len(places)))
	for i, x := range others {
		var end uint64 // 0: none
		switch {
		case x == nil:
		case x.ID >= 0 && int(x.ID) < len(g.nodes) && g.nodes[x.ID] == x:
			end = 1 + uint64(x.ID)
		default:
			end = 1<<31 | uint64(uint32(x.ID))
		}
		if i < len(places) {
			end |= uint64(uint32(places[i])) << 32
		}
		h.add(end)
	}
}
