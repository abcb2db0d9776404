package son

// evalPlan is what an evaluation needs to know about a graph, computed once.
type evalPlan struct {
	next   []*Node   // by id of a control state: the control node that consumes it
	phis   [][]*Node // by id of a region
	pinned [][]*Node // by id of a control state: the nodes pinned to it, in a valid order
	// regions are those of the control states; nil in a graph without regions.
	regions map[*Node]*RegionTree
}

func newEvalPlan(g *Graph) *evalPlan {
	p := &evalPlan{next: make([]*Node, g.MaxID()), phis: make([][]*Node, g.MaxID()), pinned: make([][]*Node, g.MaxID())}
	reads := map[*Node][]*Node{} // by memory state
	hang := make([][]*Node, g.MaxID())
	g.Nodes(func(n *Node) {
		if (n.Op == OpTry || n.Op == OpLeave) && p.regions == nil {
			p.regions = map[*Node]*RegionTree{}
			for _, b := range g.CFG().Blocks {
				p.regions[b.Head] = b.Region
			}
		}
		switch {
		case n.Op == OpDead || n.Op == OpStop:
		case n.isControlState():
			p.next[n.ID] = Successor(n)
		case n.Op.IsControl() || n.in[0] == nil:
		case n.Op == OpPhi:
			p.phis[n.in[0].ID] = append(p.phis[n.in[0].ID], n)
		default:
			hang[n.in[0].ID] = append(hang[n.in[0].ID], n)
			if n.Op.HasMem() && n.in[1] != nil && !n.OnChain() {
				reads[n.in[1]] = append(reads[n.in[1]], n)
			}
		}
	})
	for id, nodes := range hang {
		SortByOrder(nodes)
		p.pinned[id] = sequence(nodes, reads)
	}
	return p
}

// sequence orders the nodes pinned to one control state: each after its inputs, and readers of a
// memory state before the node that changes it.
func sequence(nodes []*Node, reads map[*Node][]*Node) []*Node {
	if len(nodes) == 0 {
		return nil
	}
	ctrl := nodes[0].in[0]
	var out []*Node
	seen := map[*Node]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		if n == nil || n.Op.IsControl() || n.Op == OpPhi || seen[n] || n.in[0] != nil && n.in[0] != ctrl {
			return
		}
		seen[n] = true
		for _, x := range n.in {
			visit(x)
		}
		if n.OnChain() {
			for _, r := range reads[n.in[1]] {
				if r.in[0] == ctrl {
					visit(r)
				}
			}
		}
		if n.in[0] != nil {
			out = append(out, n)
		}
	}
	for _, n := range nodes {
		visit(n)
	}
	return out
}
