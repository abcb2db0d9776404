package structure

import "slices"

// A reducer gives each loop with several entries one dispatch node: an edge into entry k
// becomes "helper = k; go to the dispatch", and the dispatch continues at entry k. Set and
// dispatch are adjacent on every path, so that one variable is enough for a function, and
// values may repeat between dispatches.
//
// Regions nest: with a loop's header or dispatch left out, whatever still has a cycle is looked
// at again.
type reducer struct {
	f     *flow
	preds [][]int32
	in    []int32 // the region that contains a node, by number
	count int32

	// For the search for components: the order of visits, 0 before, and the least one
	// reachable. The order is -1 once the node's component is complete.
	index, low []int32
}

func reduce(f *flow, o *order) {
	r := &reducer{f: f, preds: make([][]int32, len(f.nodes)), in: f.mem.fill(len(f.nodes), 0)}
	r.index, r.low = f.mem.fill(len(f.nodes), 0), f.mem.fill(len(f.nodes), 0)
	for _, x := range o.rpo {
		r.preds[x] = slices.Clone(o.preds(x))
	}
	r.region(o.rpo)
}

func (r *reducer) region(nodes []int32) {
	r.count++
	id := r.count
	for _, x := range nodes {
		r.in[x] = id
	}
	for _, c := range r.components(nodes, id) {
		r.component(c)
	}
}

func (r *reducer) component(c []int32) {
	r.count++
	id := r.count
	for _, x := range c {
		r.in[x] = id
	}
	var entries []int32
	for _, x := range c {
		if x == r.f.entry || slices.ContainsFunc(r.preds[x], func(p int32) bool { return r.in[p] != id }) {
			entries = append(entries, x)
		}
	}
	if len(entries) == 1 {
		e := entries[0]
		r.region(slices.DeleteFunc(c, func(x int32) bool { return x == e }))
		return
	}
	slices.SortFunc(entries, func(a, b int32) int {
		if d := int(r.f.nodes[a].order) - int(r.f.nodes[b].order); d != 0 {
			return d
		}
		return int(a) - int(b)
	})
	r.region(r.dispatch(c, id, entries))
}

// dispatch puts a dispatch before the entries and returns c with the set nodes that are inside
// it, without the dispatch.
func (r *reducer) dispatch(c []int32, id int32, entries []int32) []int32 {
	d := r.add(flowNode{kind: dispatchNode, term: Switch, block: -1, order: r.f.nodes[entries[0]].order, succ: slices.Clone(entries)}, 0)
	set := func(from, e int32, k int) int32 {
		in := int32(0)
		if from >= 0 && r.in[from] == id {
			in = id
		}
		s := r.add(flowNode{kind: setNode, block: -1, order: r.f.nodes[e].order, value: int32(k), succ: []int32{d}}, in)
		r.preds[d] = append(r.preds[d], s)
		if from >= 0 {
			r.preds[s] = append(r.preds[s], from)
		}
		if in == id {
			c = append(c, s)
		}
		return s
	}
	for k, e := range entries {
		for _, p := range r.preds[e] {
			s := set(p, e, k)
			for i, t := range r.f.nodes[p].succ {
				if t == e {
					r.f.nodes[p].succ[i] = s
				}
			}
		}
		if e == r.f.entry {
			r.f.entry = set(-1, e, k)
		}
		r.preds[e] = []int32{d}
	}
	return c
}

func (r *reducer) add(n flowNode, in int32) int32 {
	x := r.f.add(n)
	r.preds = append(r.preds, nil)
	r.in = append(r.in, in)
	r.index, r.low = append(r.index, 0), append(r.low, 0)
	return x
}

// components returns the strongly connected components with a cycle among nodes,
// which are those of region id (Tarjan).
func (r *reducer) components(nodes []int32, id int32) [][]int32 {
	var out [][]int32
	var stack []int32
	count := int32(0)
	for _, x := range nodes {
		r.index[x] = 0
	}
	var visit func(x int32)
	visit = func(x int32) {
		count++
		k := count
		r.index[x], r.low[x] = k, k
		stack = append(stack, x)
		self := false
		for _, s := range r.f.nodes[x].succ {
			if r.in[s] != id {
				continue
			}
			self = self || s == x
			if r.index[s] == 0 {
				visit(s)
				r.low[x] = min(r.low[x], r.low[s])
			} else if r.index[s] > 0 {
				r.low[x] = min(r.low[x], r.index[s])
			}
		}
		if r.low[x] != k {
			return
		}
		at := len(stack) - 1
		for stack[at] != x {
			at--
		}
		for _, y := range stack[at:] {
			r.index[y] = -1
		}
		if len(stack)-at > 1 || self {
			out = append(out, slices.Clone(stack[at:]))
		}
		stack = stack[:at]
	}
	for _, x := range nodes {
		if r.index[x] == 0 {
			visit(x)
		}
	}
	return out
}
