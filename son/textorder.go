package son

import (
	"cmp"
	"slices"
)

// TextOrder returns the live nodes in the order in which the text form lists
// and numbers them. Start is first, Stop is last.
//
// The order is a function of the graph's shape alone: not of ids, not of user
// order, not of the source order kept in the nodes. Two equal graphs, however
// they were made, give the same text. It is found in two steps:
//
//  1. From Stop backwards over the inputs, in slot order, a depth-first walk
//     gives each node its key.
//  2. From Start forwards, control nodes in reverse postorder (Proj 0 before
//     Proj 1, then by key). A control node is followed by its phis, then by the nodes
//     pinned to it, parameters and the like first, each after its inputs; a floating
//     node comes just before the first node that needs it, the source of a phi at the
//     end of the predecessor. Ties are broken by key.
//
// Nodes that Stop does not reach (a graph under construction, garbage) follow in order of id.
// Cost: linear apart from the sorting of siblings.
func (g *Graph) TextOrder() []*Node {
	w := &textWalk{
		key:    make([]int32, len(g.nodes)),
		done:   make([]bool, len(g.nodes)),
		pinned: make([][]*Node, len(g.nodes)),
		phis:   make([][]*Node, len(g.nodes)),
		succs:  make([][]*Node, len(g.nodes)),
	}
	w.done[g.Stop.ID] = true // its line comes last
	reached := w.findKeys(g.Stop)
	w.index(reached)
	for _, c := range w.controlRPO(g.Start) {
		w.block(c)
	}
	for _, n := range reached { // nodes that no control node of the walk reached
		w.need(n, true)
	}
	g.Nodes(func(n *Node) {
		if !w.done[n.ID] {
			w.put(n)
		}
	})
	return append(w.out, g.Stop)
}

type textWalk struct {
	key    []int32   // by id, from 1; 0: Stop does not reach the node
	done   []bool    // by id: is in out, or about to be
	pinned [][]*Node // by id of a control node: data nodes with that control
	phis   [][]*Node // by id of a region
	succs  [][]*Node // by id of a control node: its control successors
	out    []*Node
}

// findKeys numbers the nodes that stop reaches in postorder and returns them in that order.
func (w *textWalk) findKeys(stop *Node) []*Node {
	var order []*Node
	seen := make([]bool, len(w.key))
	seen[stop.ID] = true
	stack := []cursor{{n: stop}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next < len(top.n.in) {
			x := top.n.in[top.next]
			top.next++
			if x != nil && !seen[x.ID] {
				seen[x.ID] = true
				stack = append(stack, cursor{n: x})
			}
			continue
		}
		order = append(order, top.n)
		w.key[top.n.ID] = int32(len(order))
		stack = stack[:len(stack)-1]
	}
	return order
}

// cursor is a node and the next of its neighbours in a walk.
type cursor struct {
	n    *Node
	next int
}

// index collects, by control node and in order of key, the nodes pinned to it.
func (w *textWalk) index(reached []*Node) {
	for _, n := range reached {
		if n.Op.IsControl() {
			for i, x := range n.in {
				if x != nil && n.SlotKind(i) == SlotControl && !slices.Contains(w.succs[x.ID], n) {
					w.succs[x.ID] = append(w.succs[x.ID], n)
				}
			}
			continue
		}
		if len(n.in) == 0 || n.in[0] == nil {
			continue
		}
		if c := n.in[0].ID; n.Op == OpPhi {
			w.phis[c] = append(w.phis[c], n)
		} else {
			w.pinned[c] = append(w.pinned[c], n)
		}
	}
	for _, s := range w.succs {
		slices.SortStableFunc(s, func(a, b *Node) int {
			if a.Op == OpProj && b.Op == OpProj {
				return int(a.Idx) - int(b.Idx)
			}
			return 0
		})
	}
	for _, p := range w.pinned {
		slices.SortStableFunc(p, func(a, b *Node) int {
			if x, y := a.Op.IsEntry(), b.Op.IsEntry(); !x || !y {
				return cmp.Compare(one(y), one(x))
			}
			return cmp.Or(cmp.Compare(a.Op, b.Op), cmp.Compare(a.Idx, b.Idx))
		})
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// controlRPO returns the control nodes reachable from start, in reverse postorder.
func (w *textWalk) controlRPO(start *Node) []*Node {
	var post []*Node
	seen := make([]bool, len(w.key))
	seen[start.ID] = true
	stack := []cursor{{start, len(w.succs[start.ID])}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next > 0 { // the last one first: the order is reversed below
			top.next--
			if s := w.succs[top.n.ID][top.next]; !seen[s.ID] {
				seen[s.ID] = true
				stack = append(stack, cursor{s, len(w.succs[s.ID])})
			}
			continue
		}
		post = append(post, top.n)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(post)
	return post
}

func (w *textWalk) put(n *Node) {
	w.done[n.ID] = true
	w.out = append(w.out, n)
}

// block lists a control node and the nodes that belong to it.
func (w *textWalk) block(c *Node) {
	if w.done[c.ID] {
		return
	}
	for _, x := range c.in {
		w.need(x, false)
	}
	w.put(c)
	for _, p := range w.phis[c.ID] {
		if !w.done[p.ID] {
			w.put(p)
		}
	}
	for _, n := range w.pinned[c.ID] {
		w.need(n, false)
	}
	for _, s := range w.succs[c.ID] {
		for i, x := range s.in {
			if x != c {
				continue
			}
			for _, p := range w.phis[s.ID] {
				if i < len(p.in) {
					w.need(p.in[i], false)
				}
			}
		}
	}
}

// need lists n after its inputs, unless it is listed elsewhere: control nodes, phis, and nodes
// pinned to control that is not listed yet. Those are listed too if all is true.
func (w *textWalk) need(n *Node, all bool) {
	isDue := func(x *Node) bool {
		if x == nil || w.done[x.ID] {
			return false
		}
		if all {
			return true
		}
		if x.Op.IsControl() || x.Op == OpPhi {
			return false
		}
		return len(x.in) == 0 || x.in[0] == nil || w.done[x.in[0].ID]
	}
	if !isDue(n) {
		return
	}
	w.done[n.ID] = true
	stack := []cursor{{n: n}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next < len(top.n.in) {
			x := top.n.in[top.next]
			top.next++
			if isDue(x) {
				w.done[x.ID] = true
				stack = append(stack, cursor{n: x})
			}
			continue
		}
		w.out = append(w.out, top.n)
		stack = stack[:len(stack)-1]
	}
}
