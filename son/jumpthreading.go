package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// jumpThreadingRule is counted and listed like a rule.
var jumpThreadingRule = Rule{
	Name:    "jump-threading",
	File:    "son/jumpthreading.go",
	Ops:     []Op{OpRegion},
	Doc:     "paths that join only to diverge again at a test => the path on which the test is decided jumps straight to its side  if nothing happens between the join and the test",
	Example: "if (a) { ok = true; f() } else { ok = false; g() } if (ok) h()  =>  if (a) { f(); h() } else g()",
}

// ThreadJump makes the paths on which a test is decided bypass it, at one place of the
// graph, and reports whether it found one:
//
//	 A   B                A   B
//	  \ /                 |   |
//	   R  ok = A ? 1 : 0  |   |
//	  If ok          =>   |   |
//	 /    \               |   |
//	yes    no             yes no
//
// c is a schedule of the graph. Where yes and no join again, new phis replace the phis
// of R. R and its predecessors must be in one loop and one part of a try statement: a
// path out of a loop that continued elsewhere would have to print as a jump with a
// label.
func (c *CFG) ThreadJump() bool {
	g := c.Graph
	if g.OutOfFuel() {
		return false
	}
	for _, b := range c.Blocks {
		if t := c.threadAt(b); t != nil && g.Spend(&jumpThreadingRule, b.Head, b.Head) {
			t.run()
			return true
		}
	}
	return false
}

// threading is one place at which jumps are threaded past a test.
type threading struct {
	c        *CFG
	g        *Graph
	join     *Block
	phis     []*Node // of the join, including memory
	sides    [2]*Block
	truths   []Tri // by input of the join, from 0 on: the test's truth on this edge
	at       []*Block
	heads    [2]*Node // the new starts of the sides
	starts   [2]map[*Node]*Node
	rejoined map[rejoin]*Node
}

// rejoin is a phi that replaces a phi of the join where paths join again after both sides.
type rejoin struct {
	phi *Node
	at  *Block
}

// threadAt returns the work to do at a block, or nil.
func (c *CFG) threadAt(b *Block) *threading {
	iff := b.End
	if b.Head.Op != OpRegion || b.Head.Has(FlagExpr) || iff == nil || iff.Op != OpIf || iff.Has(FlagExpr|FlagSwitch) || iff.Cond().Op.IsToken() {
		return nil
	}
	if b.Idom.Loop != b.Loop || b.Idom.Region != b.Region || b.Succs[0].Loop != b.Loop || b.Succs[1].Loop != b.Loop {
		return nil
	}
	t := &threading{c: c, g: c.Graph, join: b, phis: PhisOf(b.Head), sides: [2]*Block{b.Succs[0], b.Succs[1]}}
	SortByOrder(t.phis)
	decided := false
	for i, p := range b.Preds {
		v := Maybe
		if p != nil && p.Loop == b.Loop && p.Head.Op != OpLeave {
			v = c.onEdge(iff.Cond(), b, i, onEdgeDepth).Truthy()
		}
		decided = decided || v != Maybe
		t.truths = append(t.truths, v)
	}
	if !decided || !t.onlyTests() {
		return nil
	}
	t.at = c.Places()
	for _, u := range t.users() {
		if !t.reads(u.phi, u.at) {
			return nil
		}
	}
	return t
}

// reads reports whether a phi of the join may be read in a block after it. A memory phi may not
// be read where paths with other states join: only a load of an older state is there.
func (t *threading) reads(p *Node, b *Block) bool {
	b = t.join.ChildTowards(b)
	if b == t.sides[0] || b == t.sides[1] {
		return true
	}
	if b.Head.Op != OpRegion || p.IsMemPhi() && slices.ContainsFunc(PhisOf(b.Head), (*Node).IsMemPhi) {
		return false
	}
	for _, pred := range b.Preds {
		if pred == nil || !t.reads(p, pred) {
			return false
		}
	}
	return true
}

// onEdgeDepth bounds how many operators between a test and the phis of a join are computed for
// one edge.
const onEdgeDepth = 4

// onEdge returns the type of n when control has come to a join by its input i.
func (c *CFG) onEdge(n *Node, join *Block, i, depth int) Type {
	n = base(n)
	switch {
	case n.Op == OpPhi && n.in[0] == join.Head && !n.IsMemPhi() && !n.IsRef():
		x := n.in[i+1]
		if t := base(x).Type; t.Truthy() != Maybe || t.IsTop() {
			return t
		}
		for _, val := range []bool{true, false} {
			if c.excluded(x, join, join.Preds[i], val) {
				return base(x).Type.onlyTruthy(!val)
			}
		}
		return base(x).Type
	case Floats(n) && depth > 0:
		return computeValue(n, func(k int) Type { return c.onEdge(n.Arg(k), join, i, depth-1) })
	}
	return n.Type
}

// onlyTests reports that the join does nothing but its test, and that everything computed there
// is only used by the test.
func (t *threading) onlyTests() bool {
	head := t.join.Head
	for _, u := range head.out {
		if u != t.join.End && (u.Op != OpPhi || u.in[0] != head) {
			return false
		}
	}
	for _, p := range t.phis {
		if p.IsRef() {
			return false
		}
	}
	for _, n := range t.join.Nodes {
		if n.Op != OpPhi && n != t.join.End && !t.forTest(n, onEdgeDepth) {
			return false
		}
	}
	return true
}

// forTest reports that n, which is placed at the join, is computed for its test alone.
func (t *threading) forTest(n *Node, depth int) bool {
	if depth == 0 || !Floats(n) || n.in[0] != nil && n.in[0] != t.join.Head || len(n.out) == 0 {
		return false
	}
	for _, u := range n.out {
		if u != t.join.End && !t.forTest(u, depth-1) {
			return false
		}
	}
	return true
}

// run changes the graph.
func (t *threading) run() {
	g := t.g
	t.rejoined = map[rejoin]*Node{}
	t.unbound()
	uses := t.users()
	left := 0
	for _, v := range t.truths {
		if v == Maybe {
			left++
		}
	}
	for side := range 2 {
		t.enter(side, left)
	}
	for _, u := range uses {
		x := t.read(u.phi, u.at)
		g.SetIn(u.user, u.slot, x)
	}
	iff := t.join.End
	if left == 0 {
		d := g.Dead()
		for _, p := range Projections(iff, 2) {
			g.Replace(p, d, d)
		}
		return
	}
	keep := func(i int) bool { return i == 0 || t.truths[i-1] == Maybe }
	for _, p := range t.phis {
		g.FilterIn(p, keep)
	}
	g.FilterIn(t.join.Head, keep)
}

// unbound clears the source extents of the ifs whose arms the paths come from: code that
// followed them in the source is in their arms now.
func (t *threading) unbound() {
	for i, pred := range t.join.Preds {
		for b := pred; b != nil && t.truths[i] != Maybe && b != t.join.Idom; {
			b = b.Idom
			if e := b.End; e != nil && e.Op == OpIf && !e.Has(FlagExpr) {
				if e.Has(FlagSwitch) {
					e.Span = ast.Span{}
				} else {
					e.Idx = IfOpen
				}
			}
		}
	}
}

// phiUse is a use of a phi of the join, and the block in which it needs the value.
type phiUse struct {
	phi, user *Node
	slot      int
	at        *Block
}

// users returns the uses after the test, phi by phi. An array may hold thousands of the phis, so
// each user's inputs are scanned only once for all of them.
func (t *threading) users() []phiUse {
	at := make(map[*Node]int, len(t.phis))
	var users []*Node
	for i, p := range t.phis {
		at[p] = i
		users = append(users, p.out...)
	}
	SortByOrder(users)
	uses := make([][]phiUse, len(t.phis))
	for _, u := range slices.Compact(users) {
		for slot, x := range u.in {
			if i, ok := at[x]; ok {
				if b := t.useBlock(u, slot); b != nil && b != t.join {
					uses[i] = append(uses[i], phiUse{x, u, slot, b})
				}
			}
		}
	}
	return slices.Concat(uses...)
}

// useBlock returns the block in which a use needs its value, or nil for a use that never runs.
func (t *threading) useBlock(u *Node, slot int) *Block {
	switch {
	case u.Op == OpPhi:
		if b := t.c.BlockOf(u.in[0]); b != nil {
			return b.Preds[slot-1]
		}
		return nil
	case u.in[0] != nil:
		return t.c.BlockOf(u.in[0])
	}
	return t.at[u.ID]
}

// enter makes the start of a side, where the threaded edges join, together with those that are
// still tested, if any are left.
func (t *threading) enter(side, left int) {
	g, proj := t.g, t.sides[side].Head
	t.starts[side] = map[*Node]*Node{}
	var edges []int
	for i, v := range t.truths {
		if v == Yes && side == 0 || v == No && side == 1 {
			edges = append(edges, i+1)
		}
	}
	switch {
	case len(edges) == 0:
		t.heads[side] = proj
		for _, p := range t.phis {
			t.starts[side][p] = p
		}
		return
	case len(edges) == 1 && left == 0:
		t.heads[side] = t.join.Head.in[edges[0]]
		for _, p := range t.phis {
			t.starts[side][p] = p.in[edges[0]]
		}
		t.moveTo(proj, t.heads[side])
		return
	}
	r := g.NewNode(OpRegion, nil)
	r.Type, r.Order, r.Span = TypeControl, proj.Order, proj.Span
	t.heads[side] = r
	t.moveTo(proj, r)
	if left > 0 {
		g.AddIn(r, proj)
	}
	for _, i := range edges {
		g.AddIn(r, t.join.Head.in[i])
	}
	for _, p := range t.phis {
		phi := t.phiAt(p, r)
		if left > 0 {
			g.AddIn(phi, p)
		}
		for _, i := range edges {
			g.AddIn(phi, p.in[i])
		}
		t.starts[side][p] = phi
	}
}

// phiAt makes a phi without inputs that replaces p at another region.
func (t *threading) phiAt(p, region *Node) *Node {
	phi := t.g.NewNode(OpPhi, region)
	phi.Type, phi.Flags, phi.Sym, phi.Order, phi.Span = p.Type, p.Flags&^(FlagExpr|FlagTernary), p.Sym, p.Order, p.Span
	return phi
}

// moveTo moves the users of one control state to another.
func (t *threading) moveTo(from, to *Node) {
	for len(from.out) > 0 {
		u := from.out[len(from.out)-1]
		for slot, x := range u.in {
			if x == from {
				t.g.SetIn(u, slot, to)
			}
		}
	}
}

// read returns the value of a phi of the join in a block after it.
func (t *threading) read(p *Node, b *Block) *Node {
	b = t.join.ChildTowards(b)
	for side, s := range t.sides {
		if b == s {
			return t.starts[side][p]
		}
	}
	k := rejoin{p, b}
	if x := t.rejoined[k]; x != nil {
		return x
	}
	phi := t.phiAt(p, b.Head)
	t.rejoined[k] = phi
	for _, pred := range b.Preds {
		x := t.g.Dead()
		if pred != nil {
			x = t.read(p, pred)
		}
		t.g.AddIn(phi, x)
	}
	return phi
}
