package son

// This file holds the groups of Verify that need more than one node and its inputs: control and
// memory.

func (v *verifier) control() {
	goesOn := v.countControl()
	v.nodes(func(n *Node) {
		switch {
		case v.g.open[n]:
			v.fail(n, "the loop is still open")
		case n.Op == OpLoop && n.in[2] == nil:
			v.fail(n, "the loop has no back edge")
		}
		v.successors(n, goesOn[n.ID])
	})
	if len(v.errs) > 0 {
		return
	}
	v.cfg = NewCFG(v.g)
	v.nodes(func(n *Node) {
		if n.isControlState() && n.Op != OpDead && v.cfg.BlockOf(n) == nil {
			v.fail(n, "control never reaches this node")
		}
	})
	if len(v.errs) > 0 {
		return
	}
	for _, b := range v.cfg.Blocks {
		v.retreats(b)
	}
}

// continuations are the consumers of a control node.
type continuations struct {
	next, stops, nevers int
	projs               [3]int
}

// countControl counts, by id, the control slots that hold each node.
func (v *verifier) countControl() []continuations {
	count := make([]continuations, len(v.g.nodes))
	v.nodes(func(u *Node) {
		if !u.Op.IsControl() {
			return
		}
		for i, x := range u.in {
			if x == nil || u.SlotKind(i) != SlotControl {
				continue
			}
			c := &count[x.ID]
			switch {
			case u.Op == OpStop:
				c.stops++
			case u.Op == OpNever:
				c.nevers++
			case u.Op == OpProj && x.Op == OpTry && u.Idx > TryFinally:
				v.fail(u, "a Try has only projections 0, 1 and 2")
			case u.Op == OpProj && x.Op != OpTry && u.Idx > 1:
				v.fail(u, "an If has only projections 0 and 1")
			case u.Op == OpProj:
				c.projs[u.Idx]++
			default:
				c.next++
			}
		}
	})
	return count
}

// successors checks where control continues from n.
func (v *verifier) successors(n *Node, c continuations) {
	switch {
	case n.IsExit():
		if c.stops != 1 {
			v.fail(n, "is an input of Stop %d times, want once", c.stops)
		}
	case n.Op == OpIf:
		if c.projs != [3]int{1, 1} {
			v.fail(n, "has %d true and %d false projections, want one of each", c.projs[0], c.projs[1])
		}
	case n.Op == OpTry:
		if p := c.projs; p[0] != 1 || p[1] > 1 || p[2] > 1 || p[1]+p[2] == 0 {
			v.fail(n, "has projections %v times, want 0 and at least one of 1 and 2, each once", p)
		}
	case !n.isControlState() || n.Op == OpDead:
	case c.next == 0 && c.nevers == 0:
		v.fail(n, "control ends here: no control node consumes it")
	case c.next > 1:
		v.fail(n, "control has %d successors, want one", c.next)
	}
}

// retreats checks that every edge against reverse postorder is a back edge.
func (v *verifier) retreats(b *Block) {
	for i, p := range b.Preds {
		back := b.Head.Op == OpLoop && i == 1
		switch {
		case p == nil:
			if x := b.Head.in[i+1]; x.Op != OpDead {
				v.fail(b.Head, "control never arrives from v%d %v", x.ID, x.Op)
			}
		case back && !b.Dominates(p):
			v.fail(b.Head, "the loop can be entered from its end v%d", p.Head.ID)
		case !back && p.ID >= b.ID:
			v.fail(b.Head, "control returns from v%d, but not by the back edge of a Loop", p.Head.ID)
		}
	}
}

func (v *verifier) memory() {
	m := &memoryCheck{verifier: v, out: make([]*Node, len(v.cfg.Blocks)), in: make([]*Node, len(v.cfg.Blocks))}
	m.index()
	for _, b := range v.cfg.Blocks {
		m.in[b.ID] = m.enter(b)
		m.out[b.ID] = m.chain(b)
	}
	for _, b := range v.cfg.Blocks {
		m.join(b)
	}
	v.mem = m
}

// memoryCheck follows the memory chain through the blocks.
type memoryCheck struct {
	*verifier
	in, out []*Node   // by block: the state at its start and end
	states  [][]*Node // by id of control: the memory states pinned to it
	phis    []*Node   // by id of a region: its memory phi
	next    []*Node   // by id of a state: the next one in its block
	waiting []bool    // by id of a state: the chain of its block has not reached it
}

func (m *memoryCheck) index() {
	count := len(m.g.nodes)
	m.states, m.phis = make([][]*Node, count), make([]*Node, count)
	m.next, m.waiting = make([]*Node, count), make([]bool, count)
	m.nodes(func(n *Node) {
		switch {
		case n.IsMemPhi():
			region := n.in[0]
			if m.phis[region.ID] != nil {
				m.fail(n, "a second memory phi of v%d", region.ID)
			}
			m.phis[region.ID] = n
		case !n.Op.IsControl() && n.OnChain():
			m.states[n.in[0].ID] = append(m.states[n.in[0].ID], n)
		}
	})
}

// enter returns the state at the start of b.
func (m *memoryCheck) enter(b *Block) *Node {
	if b.Head == m.g.Start || b.Head.Op == OpLeave {
		return b.Head
	}
	if p := m.phis[b.Head.ID]; p != nil {
		return p
	}
	for _, p := range b.Preds {
		if p != nil && p.ID < b.ID {
			return m.out[p.ID]
		}
	}
	return nil
}

// chain follows the states of b from the first to the last, which it returns.
func (m *memoryCheck) chain(b *Block) *Node {
	state := m.in[b.ID]
	if state == nil {
		return nil // already reported
	}
	states := m.states[b.Head.ID]
	for _, n := range states {
		mem := n.in[1].ID
		if x := m.next[mem]; x != nil && x.in[0] == b.Head {
			m.fail(n, "memory forks: v%d %v in the same block also follows v%d", x.ID, x.Op, mem)
			return nil
		}
		m.next[mem], m.waiting[n.ID] = n, true
	}
	for n := m.next[state.ID]; n != nil && n.in[0] == b.Head; n = m.next[state.ID] {
		state = n
		m.waiting[n.ID] = false
	}
	for _, n := range states {
		// Blame only the first of a chain that is attached elsewhere, not all of it.
		mem := n.in[1]
		follows := m.waiting[mem.ID] && mem.in[0] == b.Head
		if m.waiting[n.ID] && !follows && mem.Op != OpDead {
			m.fail(n, "takes memory v%d, but its block starts with memory v%d and ends with v%d", mem.ID, m.in[b.ID].ID, state.ID)
			return state
		}
	}
	if e := b.End; e != nil && e.Op.HasMem() && e.in[1] != state && e.in[1].Op != OpDead {
		m.fail(e, "leaves with memory v%d, but memory at the end of its block is v%d", e.in[1].ID, state.ID)
	}
	return state
}

// join checks the memory states that join in b.
func (m *memoryCheck) join(b *Block) {
	if h := b.Head; h.Op == OpLeave {
		if end := m.out[b.Preds[0].ID]; end != nil && h.in[1] != end && h.in[1].Op != OpDead {
			m.fail(h, "takes memory v%d, but memory at the end of the block before it is v%d", h.in[1].ID, end.ID)
		}
	}
	if b.Head.Op != OpRegion && b.Head.Op != OpLoop {
		return
	}
	phi := m.phis[b.Head.ID]
	for i, p := range b.Preds {
		if p == nil || m.out[p.ID] == nil {
			continue
		}
		end := m.out[p.ID]
		switch {
		case phi == nil && end != m.in[b.ID]:
			m.fail(b.Head, "has no memory phi, but gets memory v%d and v%d", m.in[b.ID].ID, end.ID)
		case phi != nil && phi.in[i+1] != end && phi.in[i+1].Op != OpDead:
			m.fail(phi, "input %d is v%d, but memory at the end of that path is v%d", i+1, phi.in[i+1].ID, end.ID)
		}
	}
}
