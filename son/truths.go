package son

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// A truth is a fact that a test proves about a condition as a whole, whatever the values in it:
// after if (x) an x that may be anything is truthy, after if (a && b) both are, and after if (a
// < b) b > a holds. Types cannot express that for one value, let alone for two. Like a
// [predicate] a truth holds wherever its projection dominates.
type truth struct {
	cond  *Node
	block *Block // the block of the projection
	val   bool
}

// truthTable holds the truths of one graph.
type truthTable struct {
	cfg     *CFG
	blocks  domOrder
	all     []truth // by condition, those of one in the order of the dominator tree
	borders []border
	of      [][2]int32 // by node ID of a condition: its truths are borders[a:b]
	order   []int32    // by node ID: the place of the first test that proves something about it
	atoms   []atom     // a buffer that one call leaves for the next
}

// correlate decides branches by the results of other tests of the same condition, and reports
// whether it decided any. It needs dominators only if a condition is tested twice. Cost: that of
// a CFG, and linear apart from atomDepth.
func (g *Graph) correlate() bool {
	t := &g.mem.truths
	if !t.twice(g) {
		return false
	}
	t.cfg = g.CFG()
	t.collect(g)
	var todo []func()
	for _, n := range g.nodes {
		switch {
		case n == nil || n.Op == OpDead:
		case n.Op == OpIf:
			if do := t.decide(g, n); do != nil {
				todo = append(todo, do)
			}
		case n.Op == OpPhi && !n.IsMemPhi() && !n.IsRef():
			todo = append(todo, t.uses(g, n, func(slot int) *Node { return n.in[0].in[slot] })...)
		case len(n.in) > 0 && n.in[0] != nil && n.Op != OpProj && n.in[0].isControlState():
			todo = append(todo, t.uses(g, n, func(int) *Node { return n.in[0] })...)
		}
	}
	was := g.Stats.Changes
	for _, do := range todo {
		do()
	}
	return g.Stats.Changes != was
}

// isComparison reports that n compares two values, with no effect.
func isComparison(n *Node) bool {
	switch n.Op {
	case OpStrictEq, OpStrictNe:
		return true
	case OpEq, OpNe, OpLt, OpGt, OpLe, OpGe:
		return n.in[1] == nil
	}
	return false
}

// siblings calls f for the comparisons of n's two values, including n.
func siblings(n *Node, f func(*Node)) {
	x, y := n.Arg(0), n.Arg(1)
	if x.Op == OpConst {
		x, y = y, x
	}
	if len(x.out) > ManyUsers {
		f(n)
		return
	}
	for i, m := range x.out {
		if isComparison(m) && (m.Arg(0) == x && Base(m.Arg(1)) == Base(y) || m.Arg(1) == x && Base(m.Arg(0)) == Base(y)) && m.firstUseOf(x, i) {
			f(m)
		}
	}
}

// firstUseOf reports that x.out[i], which is n, is the first place of n there.
func (n *Node) firstUseOf(x *Node, i int) bool {
	for _, u := range x.out[:i] {
		if u == n {
			return false
		}
	}
	return true
}

// twice reports whether some branch tests a condition about which an earlier branch in the
// source proves something. Otherwise there is nothing to look for.
func (t *truthTable) twice(g *Graph) bool {
	t.order = slab.Zeroed(t.order, len(g.nodes))
	ifs := 0
	for _, iff := range g.nodes {
		if iff != nil && iff.Op == OpIf {
			ifs++
			t.reference(iff.Cond(), iff.Order, atomDepth)
		}
	}
	if ifs < 2 {
		return false
	}
	for _, iff := range g.nodes {
		if iff == nil || iff.Op != OpIf {
			continue
		}
		c, _ := condition(iff.Cond())
		if t.referenced(c, iff.Order) {
			return true
		}
	}
	return false
}

// reference records the conditions about which a test at a place of the source may prove
// something.
func (t *truthTable) reference(cond *Node, order int32, depth int) {
	c, _ := condition(cond)
	if !isKnowable(c) {
		return
	}
	if at := &t.order[c.ID]; *at == 0 || order < *at {
		*at = order
	}
	if isChosen(c) && depth > 0 {
		for _, x := range c.in[1:] {
			t.reference(x, order, depth-1)
		}
	}
}

// referenced reports whether a test before a place of the source may prove something about c.
func (t *truthTable) referenced(c *Node, order int32) bool {
	if !isKnowable(c) {
		return false
	}
	if at := t.order[c.ID]; at != 0 && at < order {
		return true
	}
	found := false
	if isComparison(c) {
		siblings(c, func(m *Node) {
			at := t.order[m.ID]
			found = found || at != 0 && at < order
		})
	}
	return found
}

// collect records the facts that each branch proves on its two sides.
func (t *truthTable) collect(g *Graph) {
	t.all, t.borders = t.all[:0], t.borders[:0]
	t.of = slab.Zeroed(t.of, len(g.nodes))
	for _, iff := range g.nodes {
		if iff == nil || iff.Op != OpIf || t.cfg.BlockOf(iff.in[0]) == nil {
			continue
		}
		for side, proj := range Projections(iff, 2) {
			b := t.cfg.BlockOf(proj)
			if b == nil {
				continue
			}
			t.atoms = t.cfg.atoms(t.atoms[:0], iff, int32(side))
			for _, k := range t.atoms {
				t.all = append(t.all, truth{k.cond, b, k.val})
			}
		}
	}
	t.blocks.number(t.cfg)
	slices.SortStableFunc(t.all, func(a, b truth) int {
		if a.cond != b.cond {
			return cmp.Compare(a.cond.ID, b.cond.ID)
		}
		return cmp.Compare(t.blocks.first[a.block.ID], t.blocks.first[b.block.ID])
	})
	for i := 0; i < len(t.all); {
		from, c := i, t.all[i].cond
		for i < len(t.all) && t.all[i].cond == c {
			i++
		}
		of := &t.of[c.ID]
		of[0] = int32(len(t.borders))
		t.borders = t.blocks.borders(t.borders, int32(from), int32(i), func(i int32) *Block { return t.all[i].block })
		of[1] = int32(len(t.borders))
	}
}

// known returns the truth of a plain condition according to the tests before a control state.
func (t *truthTable) known(c, ctrl *Node) Tri {
	b := t.cfg.BlockOf(ctrl)
	if b == nil || !isKnowable(c) {
		return Maybe
	}
	r := t.holding(c, b)
	if r != Maybe || !isComparison(c) {
		return r
	}
	left := outcomes(c, c, true) | outcomes(c, c, false)
	siblings(c, func(m *Node) {
		if v := t.holding(m, b); v != Maybe {
			left &= outcomes(c, m, v == Yes)
		}
	})
	switch {
	case left&outcomes(c, c, true) == 0:
		return No
	case left&outcomes(c, c, false) == 0:
		return Yes
	}
	return Maybe
}

// holding returns the truth of c according to the innermost test around b. Where outer tests
// contradict it, control never arrives.
func (t *truthTable) holding(c *Node, b *Block) Tri {
	if int(c.ID) >= len(t.of) {
		return Maybe
	}
	of := t.of[c.ID]
	i := t.blocks.innermostAt(t.borders[of[0]:of[1]], b)
	if i < 0 {
		return Maybe
	}
	return triOf(t.all[i].val, !t.all[i].val)
}

// decide returns what to do at a branch.
func (t *truthTable) decide(g *Graph, iff *Node) func() {
	cond := iff.Cond()
	if cond.Op == OpConst || cond.Op.IsToken() || cond.Type.Truthy() != Maybe {
		return nil
	}
	c, not := condition(cond)
	v := t.known(c, iff.in[0])
	if v == Maybe {
		return nil
	}
	if not {
		v = v.Not()
	}
	return func() {
		if !iff.dead && iff.Cond() == cond && g.Spend(&impliedRule, iff, iff) {
			g.SetIn(iff, 1, g.Const(v.Type()))
		}
	}
}

// uses returns what to do at a node that uses the values of conditions.
func (t *truthTable) uses(g *Graph, n *Node, at func(slot int) *Node) (todo []func()) {
	for s, x := range n.in {
		if x == nil || n.SlotKind(s) != SlotData || !isComparison(x) && !isDoubleNot(x) || !Floats(x) || n.Op == OpBind || n.Has(FlagExpr) && isCondition(x) {
			continue
		}
		c, not := condition(x)
		v := t.known(c, at(s))
		if v == Maybe {
			continue
		}
		if not {
			v = v.Not()
		}
		todo = append(todo, func() {
			if !n.dead && s < len(n.in) && n.in[s] == x && g.Spend(&hereRule, x, n) {
				g.SetIn(n, s, g.Const(v.Type()))
			}
		})
	}
	return todo
}

// isDoubleNot reports that n is !!x. A single ! is as short as its result.
func isDoubleNot(n *Node) bool { return n.Op == OpNot && n.Arg(0).Op == OpNot }
