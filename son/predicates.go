package son

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// A predicate is a fact that a test proves about a value on one side of it: in
//
//	if (typeof x === "number") A else B
//
// x is a number in A, and is not one in B. A fact holds wherever its projection
// dominates, and so it is not a node: an operator that is pure by a fact must stay after
// the test. Uses in A get the type of x at their place ([inference.typeAt]), and act.go
// puts the results into the graph in forms that no longer need the fact.
type predicate struct {
	value *Node
	proj  *Node // of the If
	block *Block
	next  *predicate // another fact that begins at proj
	typ   Type

	// tells: the fact, or one that it is enclosed by, is known to narrow the type of the value, or
	// unknown.
	tells   bool
	at      int32    // its place in predicateTable.all
	watches [2]int32 // the nodes that see it: watches[a:b]
}

// valueFacts are the facts of one value: all[from:to], and where they begin and end.
type valueFacts struct {
	from, to int32
	borders  [2]int32 // predicateTable.borders[a:b]
	looked   bool     // the watches are known
}

// predicateTable holds the facts of one graph.
type predicateTable struct {
	cfg     *CFG
	order   domOrder
	all     []predicate  // by value, those of one in the order of the dominator tree
	of      []valueFacts // by node ID
	borders []border
	begin   []*predicate // by node ID, of a projection: the facts that begin there
	// depends, by node ID: the node is a value with facts, or floats and is computed from one.
	depends []bool
	mark    []int32 // by node ID, of onlookers
	marks   int32

	slots   []seen
	slotsOf []int32 // by node ID: its uses by phis, slots[a:b], where b is the next node's a
	watches []watch // by value, those of one by fact

	// Consequences of a condition other than itself, by the projection of its If, and the
	// projections by the conditions.
	atoms   map[*Node][]atom
	also    map[*Node][]*Node
	implied []atom  // the lists of atoms, one after the other
	own     [1]atom // the fact of an If whose condition has no other consequences

	list, further []*Node // buffers that one call leaves for the next
}

// viewDepth bounds how many operators between a use and the values with facts are recomputed for
// the use.
const viewDepth = 6

// find finds the values about which the tests of a graph prove facts. The facts themselves are
// still unknown.
func (t *predicateTable) find(g *Graph) {
	n := len(g.nodes)
	t.depends, t.begin, t.all = slab.Zeroed(t.depends, n), slab.Zeroed(t.begin, n), t.all[:0]
	t.cfg, t.also, t.atoms, t.implied = nil, slab.Emptied(t.also), slab.Emptied(t.atoms), t.implied[:0]
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
		t.cfg = g.CFG()
	}
	t.order.number(t.cfg)
	t.all = slices.DeleteFunc(t.all, func(k predicate) bool { return t.cfg.BlockOf(k.proj) == nil })
	t.sort(n)
	t.spread()
	t.findSlots(g)
	t.mark, t.marks, t.watches = slab.Zeroed(t.mark, n), 0, t.watches[:0]
}

// findAt finds the values about which an If proves facts.
func (t *predicateTable) findAt(g *Graph, iff *Node) {
	if c, _ := condition(iff.Cond()); isChosen(c) && t.cfg == nil {
		t.cfg = g.CFG()
	}
	for _, p := range iff.out {
		if p.Op != OpProj {
			continue
		}
		from := len(t.all)
		for _, k := range t.provenBy(p) {
			t.list = tested(t.list[:0], k.cond)
			for _, v := range t.list {
				i := from
				for i < len(t.all) && t.all[i].value != v {
					i++
				}
				if i == len(t.all) {
					t.all = append(t.all, predicate{value: v, proj: p})
				}
				q := query{value: v, typeOf: func(n *Node) Type { return n.Type }}
				if !constantTest(v, k.cond) || q.refine(v.Type, k.cond, k.val) != v.Type {
					t.all[i].tells, t.depends[v.ID] = true, true
				}
			}
		}
	}
}

// provenBy returns the conditions that hold after a projection of an If. If they are more than
// the If's own condition, they are recorded, and so are the conditions that they depend on.
func (t *predicateTable) provenBy(p *Node) []atom {
	iff := p.in[0]
	if c, _ := condition(iff.Cond()); !isChosen(c) {
		return append(t.own[:0], atom{iff.Cond(), p.Idx == 0})
	}
	list, ok := t.atoms[p]
	if !ok && t.cfg.BlockOf(iff.in[0]) != nil {
		from := len(t.implied)
		t.implied = t.cfg.atoms(t.implied, iff, p.Idx)
		list = slices.Clip(t.implied[from:])
		t.atoms[p] = list
		for _, k := range list {
			t.also[k.cond] = t.cfg.mem.lists.Append(t.also[k.cond], p)
		}
	}
	return list
}

// constantTest reports that the fact that cond proves about v is known before anything is
// inferred.
func constantTest(v, cond *Node) bool {
	if !isSettled(v) {
		return false
	}
	for cond = Base(cond); cond.Op == OpNot; {
		cond = Base(cond.Arg(0))
	}
	if cond == v {
		return true
	}
	for _, x := range cond.Args() {
		if x = Base(x); x.Op == OpTypeof {
			x = Base(x.Arg(0))
		}
		if x != v && x.Op != OpConst {
			return false
		}
	}
	return true
}

// sort sorts the facts and finds out how they nest.
func (t *predicateTable) sort(nodes int) {
	for i := range t.all {
		t.all[i].block = t.cfg.BlockOf(t.all[i].proj)
	}
	slices.SortFunc(t.all, func(a, b predicate) int {
		if a.value != b.value {
			return cmp.Compare(a.value.ID, b.value.ID)
		}
		return cmp.Compare(t.order.first[a.block.ID], t.order.first[b.block.ID])
	})
	t.of, t.borders = slab.Zeroed(t.of, nodes), t.borders[:0]
	for i := 0; i < len(t.all); {
		of := &t.of[t.all[i].value.ID]
		of.from = int32(i)
		for v := t.all[i].value; i < len(t.all) && t.all[i].value == v; i++ {
			k := &t.all[i]
			k.at = int32(i)
			k.next, t.begin[k.proj.ID] = t.begin[k.proj.ID], k
		}
		of.to, of.borders[0] = int32(i), int32(len(t.borders))
		t.borders = t.order.borders(t.borders, of.from, of.to, func(i int32) *Block { return t.all[i].block })
		of.borders[1] = int32(len(t.borders))
		for i := of.from; i < of.to; i++ { // enclosing ones first
			k := &t.all[i]
			if up := t.nearest(k.value, k.block.Idom); up != nil && up.tells {
				k.tells = true
			}
		}
	}
}

// spread marks the nodes computed from values with facts.
func (t *predicateTable) spread() {
	list := t.list[:0]
	for i := range t.all {
		if v := t.all[i].value; len(list) == 0 || list[len(list)-1] != v { // facts of one value are adjacent
			list = append(list, v)
		}
	}
	for len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for _, u := range n.out {
			if !t.depends[u.ID] && Floats(u) {
				t.depends[u.ID] = true
				list = append(list, u)
			}
		}
	}
	t.list = list
}

// dependent reports whether there may be facts about an operand of n.
func (t *predicateTable) dependent(n *Node) bool {
	return len(t.all) > 0 && slices.ContainsFunc(n.Args(), func(x *Node) bool { return x != nil && t.depends[x.ID] })
}

// nearest returns the innermost fact of a value that holds in a block, or nil.
func (t *predicateTable) nearest(v *Node, b *Block) *predicate {
	of := &t.of[v.ID]
	if i := t.order.innermostAt(t.borders[of.borders[0]:of.borders[1]], b); i >= 0 {
		return &t.all[i]
	}
	return nil
}

// Base returns the value that a name stands for.
func Base(n *Node) *Node {
	for n.Op == OpBind {
		n = n.Arg(0)
	}
	return n
}

// IsCalleeName reports that n gives a variable of an inlined callee, or a part of an object that is gone, its only value,
// and that no function captures it.
func (n *Node) IsCalleeName() bool {
	return n.Op == OpBind && n.Instance != 0 && n.Has(FlagDecl) && n.Sym != nil && n.Sym.Assigns <= 1 && !n.Sym.Captured
}

// Floats reports that a node is an operator that can be computed anywhere after its operands.
func Floats(n *Node) bool {
	return !n.Op.IsControl() && !n.Op.IsToken() && !n.Op.IsAlloc() && n.Op != OpPhi && n.Op != OpStop && len(n.in) > 0 && n.NumArgs() > 0 &&
		(n.in[0] == nil || n.Op == OpBind)
}

// typeAt returns the type of a value at a control state.
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
	v := Base(n)
	t := v.Type
	if Floats(v) && depth > 0 {
		t = t.Meet(typeWith(v, operandTypes{n: v, facts: f, block: b, depth: depth - 1}))
	}
	if k := f.facts.nearest(v, b); k != nil {
		t = t.Meet(k.typ)
	}
	return t
}

// prove recomputes the facts that hold from a projection on.
func (f *inference) prove(proj *Node) {
	if f.facts.begin[proj.ID] == nil || !f.reached[proj.ID] {
		return
	}
	iff := proj.in[0]
	b := f.facts.cfg.BlockOf(iff.in[0])
	for k := f.facts.begin[proj.ID]; k != nil; k = k.next {
		q := query{value: k.value, typeOf: func(n *Node) Type { return f.view(n, b, viewDepth) }}
		t := f.view(k.value, b, viewDepth)
		for _, a := range f.facts.provenBy(proj) {
			t = q.refine(t, a.cond, a.val)
		}
		if f.down {
			t = t.Meet(k.typ)
		} else {
			t = t.Join(k.typ)
		}
		if t != k.typ {
			k.typ = t
			f.factChanged(k)
		}
	}
}

// changed visits again the nodes that depend on n: its users, those that use it through floating
// operators, and the tests of it.
func (f *inference) changed(n *Node) {
	if f.down {
		return // all nodes are visited
	}
	if f.facts.depends[n.ID] {
		f.facts.onlookers(n, func(u *Node, what waiting, _ *Node) { f.wait(u, what) })
		return
	}
	f.visitImplied(n)
	for _, u := range n.out {
		f.wait(u, waitNode)
		f.visitTests(u)
	}
}

// visitImplied visits again the facts that are consequences of a condition.
func (f *inference) visitImplied(cond *Node) {
	for _, p := range f.facts.also[cond] {
		if f.facts.begin[p.ID] != nil {
			f.wait(p, waitFacts)
		}
	}
}

// visitTests visits the facts of a test again.
func (f *inference) visitTests(u *Node) {
	f.visitImplied(u)
	if u.Op != OpIf {
		if isTest(u) {
			for _, w := range u.out {
				if w.Op == OpIf || w.Op == OpNot || w.Op == OpBind {
					f.visitTests(w)
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
