package son

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/son/slab"
)

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
	next  *predicate // another one that begins at proj
	typ   Type
}

// predicateTable holds the facts of one graph.
type predicateTable struct {
	cfg         *CFG
	first, last []int32      // by block: its place in the dominator tree and that of its last child
	all         []predicate  // by value, those of one in the order of the dominator tree
	of          [][2]int32   // by node ID: its facts are all[a:b]
	begin       []*predicate // by node ID, of a projection: the facts that begin there
	// depends, by node ID: the node is a value with facts, or floats and is
	// computed from such.
	depends []bool
	mark    []int32 // by node ID, of inference.changed
	marks   int32

	// What follows from a condition beside itself, by the projection of its If, and
	// the projections by the conditions.
	atoms map[*Node][]atom
	also  map[*Node][]*Node
	own   [1]atom // what an If tells whose condition says it all

	values, list []*Node // what one call leaves for the next
	size, next   []int32
}

// viewDepth bounds how many operators between a use and the values that facts
// speak of are computed again for the use.
const viewDepth = 6

// find finds what the tests of a graph say something of. Nothing is known yet.
func (t *predicateTable) find(g *Graph) {
	n := len(g.nodes)
	t.depends, t.begin, t.all = slab.Zeroed(t.depends, n), slab.Zeroed(t.begin, n), t.all[:0]
	t.cfg, t.also, t.atoms = nil, slab.Emptied(t.also), slab.Emptied(t.atoms)
	for _, iff := range g.nodes {
		if iff != nil && iff.Op == OpIf {
			t.findAt(g, iff)
		}
	}
	t.all = slices.DeleteFunc(t.all, func(k predicate) bool { return !t.depends[k.value.ID] })
	if len(t.all) == 0 {
		return
	}
	if t.cfg == nil {
		t.cfg = NewCFG(g)
	}
	t.number()
	t.all = slices.DeleteFunc(t.all, func(k predicate) bool { return t.cfg.BlockOf(k.proj) == nil })
	t.sort(n)
	t.spread()
	t.mark, t.marks = slab.Zeroed(t.mark, n), 0
}

// findAt finds what an If says something of.
func (t *predicateTable) findAt(g *Graph, iff *Node) {
	if c, _ := condition(iff.Cond()); isChosen(c) && t.cfg == nil {
		t.cfg = NewCFG(g)
	}
	for _, p := range iff.out {
		if p.Op != OpProj {
			continue
		}
		t.values = t.values[:0]
		for _, k := range t.told(p) {
			t.list = tested(t.list[:0], k.cond)
			for _, v := range t.list {
				q := question{value: v, typeOf: func(n *Node) Type { return n.Type }}
				t.depends[v.ID] = t.depends[v.ID] || !constantTest(v, k.cond) || q.refine(v.Type, k.cond, k.val) != v.Type
				if !slices.Contains(t.values, v) {
					t.values = append(t.values, v)
					t.all = append(t.all, predicate{value: v, proj: p})
				}
			}
		}
	}
}

// told returns what holds behind a projection of an If. Where that is more than what
// the If itself tests, it is kept, and so are the conditions that it depends on.
func (t *predicateTable) told(p *Node) []atom {
	iff := p.in[0]
	if c, _ := condition(iff.Cond()); !isChosen(c) {
		return append(t.own[:0], atom{iff.Cond(), p.Idx == 0})
	}
	list, ok := t.atoms[p]
	if !ok && t.cfg.BlockOf(iff.in[0]) != nil {
		list = t.cfg.atoms(nil, iff, p.Idx)
		t.atoms[p] = list
		for _, k := range list {
			t.also[k.cond] = append(t.also[k.cond], p)
		}
	}
	return list
}

// constantTest reports that what cond says of v is clear before anything is inferred.
func constantTest(v, cond *Node) bool {
	if !isSettled(v) {
		return false
	}
	for cond = base(cond); cond.Op == OpNot; {
		cond = base(cond.Arg(0))
	}
	if cond == v {
		return true
	}
	for _, x := range cond.Args() {
		if x = base(x); x.Op == OpTypeof {
			x = base(x.Arg(0))
		}
		if x != v && x.Op != OpConst {
			return false
		}
	}
	return true
}

// sort brings the facts into their order and finds out which are around which.
func (t *predicateTable) sort(nodes int) {
	for i := range t.all {
		t.all[i].block = t.cfg.BlockOf(t.all[i].proj)
	}
	slices.SortFunc(t.all, func(a, b predicate) int {
		if a.value != b.value {
			return cmp.Compare(a.value.ID, b.value.ID)
		}
		return cmp.Compare(t.first[a.block.ID], t.first[b.block.ID])
	})
	t.of = slab.Zeroed(t.of, nodes)
	for i := range t.all {
		k := &t.all[i]
		if span := &t.of[k.value.ID]; span[1] == 0 {
			*span = [2]int32{int32(i), int32(i + 1)}
		} else {
			k.up = t.holds(&t.all[i-1], k.block)
			span[1] = int32(i + 1)
		}
		k.next, t.begin[k.proj.ID] = t.begin[k.proj.ID], k
	}
}

// spread marks what is computed from values with facts.
func (t *predicateTable) spread() {
	list := t.list[:0]
	for i := range t.all {
		list = append(list, t.all[i].value)
	}
	for len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for _, u := range n.out {
			if !t.depends[u.ID] && floats(u) {
				t.depends[u.ID] = true
				list = append(list, u)
			}
		}
	}
	t.list = list
}

// dependent reports whether facts may say something of an operand of n.
func (t *predicateTable) dependent(n *Node) bool {
	return len(t.all) > 0 && slices.ContainsFunc(n.Args(), func(x *Node) bool { return x != nil && t.depends[x.ID] })
}

// number numbers the blocks in the order of the dominator tree.
func (t *predicateTable) number() {
	n := len(t.cfg.Blocks)
	t.first, t.last = slab.Zeroed(t.first, n), slab.Zeroed(t.last, n)
	t.size, t.next = slab.Zeroed(t.size, n), slab.Zeroed(t.next, n)
	size, next := t.size, t.next // next: where the next child of the block begins
	for i := n - 1; i > 0; i-- { // dominators come before what they dominate
		size[i]++
		size[t.cfg.Blocks[i].Idom.ID] += size[i]
	}
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
	fs := t.all[t.of[v.ID][0]:t.of[v.ID][1]]
	at := t.first[b.ID]
	i, _ := slices.BinarySearchFunc(fs, at+1, func(f predicate, at int32) int { return int(t.first[f.block.ID] - at) })
	if i == 0 {
		return nil
	}
	return t.holds(&fs[i-1], b)
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
	if f.facts.begin[proj.ID] == nil || !f.reached[proj.ID] {
		return
	}
	iff := proj.in[0]
	b := f.facts.cfg.BlockOf(iff.in[0])
	for k := f.facts.begin[proj.ID]; k != nil; k = k.next {
		q := question{value: k.value, typeOf: func(n *Node) Type { return f.view(n, b, viewDepth) }}
		t := f.view(k.value, b, viewDepth)
		for _, a := range f.facts.told(proj) {
			t = q.refine(t, a.cond, a.val)
		}
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
	f.retell(n)
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

// retell visits again the facts that follow from a condition beside its own.
func (f *inference) retell(cond *Node) {
	for _, p := range f.facts.also[cond] {
		if f.facts.begin[p.ID] != nil {
			f.wait(p, waitFacts)
		}
	}
}

// asks visits the facts of a test again.
func (f *inference) asks(u *Node) {
	f.retell(u)
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
		if p.Op == OpProj && f.facts.begin[p.ID] != nil {
			f.wait(p, waitFacts)
		}
	}
}
