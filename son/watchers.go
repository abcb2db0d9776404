package son

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// A watch is a node that sees a value where a certain fact is the nearest one, so that it has to
// be visited again when the fact changes. Nodes dominated by another fact of the same value see
// that one, which is visited first: so a fact of a switch with a thousand cases affects the next
// test and the nodes between, and not the nodes of a thousand tests. A new name for the value
// after each test would have the same effect (e-SSA), but this needs no names.
type watch struct {
	fact *predicate
	what waiting
	node *Node
}

// seen is a phi's use of a value.
type seen struct {
	phi  *Node
	from *Node // the end of the edge on which the phi uses it
}

// onlookers calls f for the nodes that may see a different type when the knowledge of v changes:
// for its users, for those that see it through floating operators, as far as views reach
// ([inference.view]), and for the facts of tests of it, each with the control state at which v
// is seen, or nil for a floating operator.
func (t *predicateTable) onlookers(v *Node, f func(n *Node, what waiting, from *Node)) {
	also := func(cond *Node) {
		for _, p := range t.also[cond] {
			if t.begin[p.ID] != nil {
				f(p, waitFacts, p.in[0].in[0])
			}
		}
	}
	also(v)
	t.marks++
	list := append(t.list[:0], v)
	for level := 0; len(list) > 0 && level <= lookDepth; level++ {
		further := t.further[:0]
		for i := 0; i < len(list); i++ {
			n := list[i]
			for _, k := range t.slots[t.slotsOf[n.ID]:t.slotsOf[n.ID+1]] {
				f(k.phi, waitNode, k.from)
			}
			for _, u := range n.out {
				if t.mark[u.ID] == t.marks {
					continue
				}
				t.mark[u.ID] = t.marks
				also(u)
				switch {
				case u.Op == OpPhi: // handled by its slots
					continue
				case u.Op == OpIf:
					for _, p := range u.out {
						if p.Op == OpProj && t.begin[p.ID] != nil {
							f(p, waitFacts, u.in[0])
						}
					}
				}
				f(u, waitNode, u.in[0])
				switch {
				case u.Op == OpNot || u.Op == OpBind:
					list = append(list, u) // a test may be reached through any number of them
				case t.depends[u.ID] && Floats(u) || isTest(u):
					further = append(further, u)
				}
			}
		}
		t.list, t.further = further, list
		list = further
	}
}

// lookDepth is how far a node that sees a value may be from it: view looks through viewDepth
// operators, and refine through a comparison and a typeof before those.
const lookDepth = viewDepth + 2

// findSlots finds the phis that use values with facts.
func (t *predicateTable) findSlots(g *Graph) {
	t.slotsOf = slab.Zeroed(t.slotsOf, len(g.nodes)+1)
	each := func(f func(x, phi *Node, slot int)) {
		for _, n := range g.nodes {
			if n == nil || n.Op != OpPhi || n.IsMemPhi() {
				continue
			}
			for i, x := range n.in[1:] {
				if x != nil && t.depends[x.ID] {
					f(x, n, i+1)
				}
			}
		}
	}
	each(func(x, _ *Node, _ int) { t.slotsOf[x.ID]++ })
	end := int32(0)
	for i, n := range t.slotsOf {
		end += n
		t.slotsOf[i] = end
	}
	t.slots = slab.Zeroed(t.slots, int(end))
	each(func(x, phi *Node, slot int) {
		t.slotsOf[x.ID]--
		t.slots[t.slotsOf[x.ID]] = seen{phi, phi.in[0].in[slot]}
	})
}

// look finds the watches of a value.
func (t *predicateTable) look(v *Node) {
	of := &t.of[v.ID]
	of.looked = true
	begin := len(t.watches)
	add := func(n *Node, what waiting, from *Node) {
		if b := t.cfg.BlockOf(from); b != nil {
			if k := t.nearest(v, b); k != nil {
				t.watches = append(t.watches, watch{k, what, n})
			}
		}
	}
	t.onlookers(v, add)
	for i := of.from; i < of.to; i++ { // each fact follows from the one around it
		p := t.all[i].proj
		add(p, waitFacts, p.in[0].in[0])
	}
	list := t.watches[begin:]
	slices.SortFunc(list, func(a, b watch) int { return cmp.Compare(a.fact.at, b.fact.at) })
	for i := 0; i < len(list); {
		k, from := list[i].fact, i
		for i < len(list) && list[i].fact == k {
			i++
		}
		k.watches = [2]int32{int32(begin + from), int32(begin + i)}
	}
}

// factChanged visits again the nodes that see a fact that has changed.
func (f *inference) factChanged(k *predicate) {
	f.moved = true
	if f.down {
		return // all nodes are visited
	}
	t := &f.facts
	if !t.of[k.value.ID].looked {
		t.look(k.value)
	}
	for _, s := range t.watches[k.watches[0]:k.watches[1]] {
		f.wait(s.node, s.what)
	}
}
