package son

import "slices"

// A predicate is a fact: what a test says of a value on one side of it: in
//
//	if (typeof x === "number") A else B
//
// x is a number in A, and none in B. A fact holds wherever its projection
// dominates, and so it is no node: an operator that is pure by a fact must stay
// behind the test. What stands in A asks for x as it is seen from there
// ([inference.typeAt]), and what is found is put into the graph by act.go in ways
// that need the fact no more.
type predicate struct {
	value *Node
	proj  *Node // of the If
	block *Block
	up    *predicate // the nearest fact of the same value that holds here, too
	typ   Type
}

// predicateTable holds the facts of one graph.
type predicateTable struct {
	cfg         *CFG
	first, last []int32                // by block: its place in the dominator tree and that of its last child
	of          map[*Node][]*predicate // by value, in the order of the dominator tree
	begin       map[*Node][]*predicate // by projection
	// depends, by node ID: the node is a value with facts, or floats and is
	// computed from such.
	depends []bool
	mark    []int32 // by node ID, of inference.changed
	marks   int32
}

// viewDepth bounds how many operators between a use and the values that facts
// speak of are computed again for the use.
const viewDepth = 6

// newPredicates finds what the tests of a graph say something of. Nothing is known
// yet. The nodes come with inputs first.
func newPredicates(g *Graph, nodes []*Node) predicateTable {
	t := predicateTable{of: map[*Node][]*predicate{}, begin: map[*Node][]*predicate{}, depends: make([]bool, len(g.nodes)), mark: make([]int32, len(g.nodes))}
	if !slices.ContainsFunc(nodes, func(n *Node) bool { return n.Op == OpIf }) {
		return t
	}
	t.cfg = NewCFG(g)
	t.number()
	for _, b := range t.cfg.Blocks {
		if b.Head.Op != OpProj || b.Head.in[0].Op != OpIf {
			continue
		}
		for _, v := range tested(b.Head.in[0].Cond()) {
			f := &predicate{value: v, proj: b.Head, block: b}
			t.of[v] = append(t.of[v], f)
			t.begin[b.Head] = append(t.begin[b.Head], f)
			t.depends[v.ID] = true
		}
	}
	for v, fs := range t.of {
		slices.SortFunc(fs, func(a, b *predicate) int { return int(t.first[a.block.ID] - t.first[b.block.ID]) })
		for i, f := range fs {
			if i > 0 {
				f.up = t.holds(fs[i-1], f.block)
			}
		}
		t.of[v] = fs
	}
	for _, n := range nodes {
		if t.depends[n.ID] || !floats(n) {
			continue
		}
		for _, x := range n.Args() {
			if t.depends[x.ID] {
				t.depends[n.ID] = true
				break
			}
		}
	}
	return t
}

// number numbers the blocks in the order of the dominator tree.
func (t *predicateTable) number() {
	n := len(t.cfg.Blocks)
	t.first, t.last = make([]int32, n), make([]int32, n)
	size := make([]int32, n)
	for i := n - 1; i > 0; i-- { // dominators come before what they dominate
		size[i]++
		size[t.cfg.Blocks[i].Idom.ID] += size[i]
	}
	next := make([]int32, n) // where the next child of the block begins
	next[0] = 1
	t.last[0] = size[0]
	for i := 1; i < n; i++ {
		d := t.cfg.Blocks[i].Idom.ID
		t.first[i] = next[d]
		next[d] += size[i]
		next[i] = t.first[i] + 1
		t.last[i] = t.first[i] + size[i] - 1
	}
}

// holds returns the nearest of f and the facts around it that holds in a block.
func (t *predicateTable) holds(f *predicate, b *Block) *predicate {
	for at := t.first[b.ID]; f != nil; f = f.up {
		if t.first[f.block.ID] <= at && at <= t.last[f.block.ID] {
			return f
		}
	}
	return nil
}

// nearest returns the innermost fact of a value that holds in a block, or nil.
func (t *predicateTable) nearest(v *Node, b *Block) *predicate {
	fs := t.of[v]
	at := t.first[b.ID]
	i, _ := slices.BinarySearchFunc(fs, at+1, func(f *predicate, at int32) int { return int(t.first[f.block.ID] - at) })
	if i == 0 {
		return nil
	}
	return t.holds(fs[i-1], b)
}

// base returns the value that a name stands for.
func base(n *Node) *Node {
	for n.Op == OpBind {
		n = n.Arg(0)
	}
	return n
}

// floats reports that a node is an operator that can be computed anywhere behind
// its operands.
func floats(n *Node) bool {
	return !n.Op.IsControl() && !n.Op.IsToken() && !n.Op.IsAlloc() && n.Op != OpPhi && n.Op != OpStop && len(n.in) > 0 && n.NumArgs() > 0 &&
		(n.in[0] == nil || n.Op == OpBind)
}

// typeAt returns what a value is as seen from a control state.
func (f *inference) typeAt(n, ctrl *Node) Type {
	if !f.facts.depends[n.ID] {
		return n.Type
	}
	b := f.facts.cfg.BlockOf(ctrl)
	if b == nil {
		return n.Type
	}
	return f.view(n, b, viewDepth)
}

// view is typeAt in a block.
func (f *inference) view(n *Node, b *Block, depth int) Type {
	if !f.facts.depends[n.ID] {
		return n.Type
	}
	v := base(n)
	t := v.Type
	if floats(v) && depth > 0 {
		t = t.Meet(computeValue(v, func(i int) Type { return f.view(v.Arg(i), b, depth-1) }))
	}
	if k := f.facts.nearest(v, b); k != nil {
		t = t.Meet(k.typ)
	}
	return t
}

// tell computes anew what holds from a projection on.
func (f *inference) tell(proj *Node) {
	if len(f.facts.begin[proj]) == 0 || !f.reached[proj.ID] {
		return
	}
	iff := proj.in[0]
	b := f.facts.cfg.BlockOf(iff.in[0])
	for _, k := range f.facts.begin[proj] {
		q := question{value: k.value, typeOf: func(n *Node) Type { return f.view(n, b, viewDepth) }}
		t := q.refine(f.view(k.value, b, viewDepth), iff.Cond(), proj.Idx == 0)
		if f.down {
			t = t.Meet(k.typ)
		} else {
			t = t.Join(k.typ)
		}
		if t != k.typ {
			k.typ = t
			f.changed(k.value)
		}
	}
}

// changed visits again what depends on n: its users, those that see it through
// operators that float, and the tests of it.
func (f *inference) changed(n *Node) {
	if f.down {
		return // all are visited
	}
	if !f.facts.depends[n.ID] {
		for _, u := range n.out {
			f.wait(u, waitNode)
			f.asks(u)
		}
		return
	}
	f.facts.marks++
	for list := []*Node{n}; len(list) > 0; {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for _, u := range n.out {
			if f.facts.mark[u.ID] == f.facts.marks {
				continue
			}
			f.facts.mark[u.ID] = f.facts.marks
			f.wait(u, waitNode)
			f.asks(u)
			if f.facts.depends[u.ID] && floats(u) || isTest(u) {
				list = append(list, u)
			}
		}
	}
}

// asks visits the facts of a test again.
func (f *inference) asks(u *Node) {
	if u.Op != OpIf {
		if isTest(u) {
			for _, w := range u.out {
				if w.Op == OpIf || w.Op == OpNot || w.Op == OpBind {
					f.asks(w)
				}
			}
		}
		return
	}
	for _, p := range u.out {
		if p.Op == OpProj && len(f.facts.begin[p]) > 0 {
			f.wait(p, waitFacts)
		}
	}
}
