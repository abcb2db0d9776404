package structure

import "slices"

// order holds the properties that follow from the edges alone: reverse postorder, predecessors,
// dominators and whether the graph is reducible.
type order struct {
	rpo []int32
	num []int32 // place in rpo; -1 when unreachable
	dom domTree
	// bad are retreating edges that do not go to a dominator: the graph is
	// reducible when there are none.
	bad [][2]int32

	predAt []int32
	pred   []int32 // without duplicates
}

func newOrder(f *flow) *order {
	o := &order{}
	o.number(f)
	o.link(f)
	o.dominate(f)
	return o
}

// visit is a node and its successors that are still to be visited.
type visit struct {
	x    int32
	todo []int32
}

// number computes the reverse postorder. The successor that the source has last is visited
// first, so that it comes last. The end of an iteration loop comes before the nodes that its
// body leaves to: a break to there needs no label then.
func (o *order) number(f *flow) {
	o.num = f.mem.fill(len(f.nodes), -1)
	o.rpo = f.mem.room(len(f.nodes))
	enter := func(x int32) visit {
		o.num[x] = 0
		s := f.nodes[x].succ
		if f.items(x) >= 0 {
			return visit{x, []int32{s[1], s[0]}}
		}
		sorted := true
		for i := 1; i < len(s); i++ {
			sorted = sorted && f.nodes[s[i-1]].order <= f.nodes[s[i]].order
		}
		if !sorted {
			s = slices.Clone(s)
			slices.SortStableFunc(s, func(a, b int32) int {
				return int(f.nodes[a].order) - int(f.nodes[b].order)
			})
		}
		return visit{x, s}
	}
	stack := append(f.mem.visits[:0], enter(f.entry))
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if n := len(v.todo); n > 0 {
			s := v.todo[n-1]
			v.todo = v.todo[:n-1]
			if o.num[s] < 0 {
				stack = append(stack, enter(s))
			}
			continue
		}
		o.rpo = append(o.rpo, v.x)
		stack = stack[:len(stack)-1]
	}
	f.mem.visits = stack
	slices.Reverse(o.rpo)
	for i, x := range o.rpo {
		o.num[x] = int32(i)
	}
}

// link fills the predecessor lists, in reverse postorder of the predecessors.
func (o *order) link(f *flow) {
	o.predAt = f.mem.fill(len(f.nodes)+1, 0)
	last := f.mem.fill(len(f.nodes), 0)
	each := func(do func(x, s int32)) {
		for i := range last {
			last[i] = -1
		}
		for _, x := range o.rpo {
			for _, s := range f.nodes[x].succ {
				if last[s] != x {
					last[s] = x
					do(x, s)
				}
			}
		}
	}
	each(func(_, s int32) { o.predAt[s+1]++ })
	for i := range f.nodes {
		o.predAt[i+1] += o.predAt[i]
	}
	o.pred = f.mem.fill(int(o.predAt[len(f.nodes)]), 0)
	at := f.mem.fill(len(o.predAt), 0)
	copy(at, o.predAt)
	each(func(x, s int32) {
		o.pred[at[s]] = x
		at[s]++
	})
}

func (o *order) preds(x int32) []int32 { return o.pred[o.predAt[x]:o.predAt[x+1]] }

// forward reports whether the edge from x to y goes forward rather than back.
func (o *order) forward(x, y int32) bool { return o.num[x] < o.num[y] }

// dominate computes dominators over the forward edges, in one pass since they have no cycle. A
// back edge to a dominator changes nothing, so if all back edges are such, these are the
// dominators of the whole graph.
func (o *order) dominate(f *flow) {
	o.dom = f.mem.domTree(len(f.nodes))
	o.dom.root(f.entry)
	for _, x := range o.rpo[1:] {
		d := int32(-1)
		for _, p := range o.preds(x) {
			if !o.forward(p, x) {
				continue
			}
			if d < 0 {
				d = p
			} else {
				d = o.dom.meet(d, p)
			}
		}
		o.dom.add(x, d)
	}
	for _, x := range o.rpo {
		for _, p := range o.preds(x) {
			if !o.forward(p, x) && !o.dom.over(x, p) {
				o.bad = append(o.bad, [2]int32{p, x})
			}
		}
	}
}
