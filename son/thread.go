package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// threadRule is counted and shown like a rule.
var threadRule = Rule{
	Name:    "thread",
	Ops:     []Op{OpRegion},
	Doc:     "ways that meet only to part again at a test => the way on which the test is decided goes straight to its side  if nothing happens between the join and the test",
	Example: "if (a) { ok = true; f() } else { ok = false; g() } if (ok) h()  =>  if (a) { f(); h() } else g()",
}

// Thread sends ways past a test that is decided on them, at one place of the graph,
// and reports whether it found one:
//
//	 A   B                A   B
//	  \ /                 |   |
//	   R  ok = A ? 1 : 0  |   |
//	  If ok          =>   |   |
//	 /    \               |   |
//	yes    no             yes no
//
// c is a schedule of the graph. What the phis of R were where yes and no meet again
// is a phi there. R and what is before it must be in one loop and one part of a try
// statement: a way out of a loop that went on elsewhere would have to print as a
// jump with a label.
func (c *CFG) Thread() bool {
	g := c.Graph
	if g.noFuel() {
		return false
	}
	for _, b := range c.Blocks {
		if t := c.threadAt(b); t != nil && g.spend(&threadRule, b.Head, b.Head) {
			t.run()
			return true
		}
	}
	return false
}

// threading is one place at which ways are sent past a test.
type threading struct {
	c      *CFG
	g      *Graph
	join   *Block
	phis   []*Node // of the join, memory's too
	sides  [2]*Block
	truths []Tri // by input of the join, from 0 on: what the test is on this way
	at     []*Block
	heads  [2]*Node // where the sides begin now
	starts [2]map[*Node]*Node
	meets  map[meeting]*Node
}

// meeting is what a phi has become where ways meet behind both sides.
type meeting struct {
	phi *Node
	at  *Block
}

// threadAt returns what there is to do at a block, or nil.
func (c *CFG) threadAt(b *Block) *threading {
	iff := b.End
	if b.Head.Op != OpRegion || b.Head.Has(FlagExpr) || iff == nil || iff.Op != OpIf || iff.Has(FlagExpr|FlagSwitch) || iff.Cond().Op.IsToken() {
		return nil
	}
	if b.Idom.Loop != b.Loop || b.Idom.Region != b.Region || b.Succs[0].Loop != b.Loop || b.Succs[1].Loop != b.Loop {
		return nil
	}
	t := &threading{c: c, g: c.Graph, join: b, phis: phisOf(b.Head), sides: [2]*Block{b.Succs[0], b.Succs[1]}}
	sortNodes(t.phis)
	decided := false
	for i, p := range b.Preds {
		v := Maybe
		if p != nil && p.Loop == b.Loop && p.Head.Op != OpLeave {
			v = c.onWay(iff.Cond(), b, i, onWayDepth).Truthy()
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

// reads reports whether a phi of the join may be asked for in a block behind it. One
// of memory may not where ways meet that bring other states: a load of an older one
// is there.
func (t *threading) reads(p *Node, b *Block) bool {
	for b.Idom != t.join {
		b = b.Idom
	}
	if b == t.sides[0] || b == t.sides[1] {
		return true
	}
	if b.Head.Op != OpRegion || p.IsMemPhi() && slices.ContainsFunc(phisOf(b.Head), (*Node).IsMemPhi) {
		return false
	}
	for _, way := range b.Preds {
		if way == nil || !t.reads(p, way) {
			return false
		}
	}
	return true
}

// onWayDepth bounds how many operators between a test and the phis of a join are
// computed for one way.
const onWayDepth = 4

// onWay returns what n is where control came to a join by its input i.
func (c *CFG) onWay(n *Node, join *Block, i, depth int) Type {
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
	case floats(n) && depth > 0:
		return computeValue(n, func(k int) Type { return c.onWay(n.Arg(k), join, i, depth-1) })
	}
	return n.Type
}

// onlyTests reports that nothing happens at the join but its test, for which alone
// what is computed there is.
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
		if n.Op != OpPhi && n != t.join.End && !t.forTest(n, onWayDepth) {
			return false
		}
	}
	return true
}

// forTest reports that n, which stands at the join, is computed for its test alone.
func (t *threading) forTest(n *Node, depth int) bool {
	if depth == 0 || !floats(n) || n.in[0] != nil && n.in[0] != t.join.Head || len(n.out) == 0 {
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
	t.meets = map[meeting]*Node{}
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

// unbound forgets where the source has the ifs whose arms the ways come from: what is
// behind them there is in their arms now.
func (t *threading) unbound() {
	for i, way := range t.join.Preds {
		for b := way; b != nil && t.truths[i] != Maybe && b != t.join.Idom; {
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

// users returns the uses that are behind the test, phi by phi. An array may hold
// thousands of the phis, so each user's inputs are gone through once for all of them.
func (t *threading) users() []phiUse {
	at := make(map[*Node]int, len(t.phis))
	var users []*Node
	for i, p := range t.phis {
		at[p] = i
		users = append(users, p.out...)
	}
	sortNodes(users)
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

// useBlock returns the block in which a use needs its value, or nil for one that
// never runs.
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

// enter makes the beginning of a side: where the ways that are sent there come
// together, with those that are still tested, if any are left.
func (t *threading) enter(side, left int) {
	g, proj := t.g, t.sides[side].Head
	t.starts[side] = map[*Node]*Node{}
	var ways []int
	for i, v := range t.truths {
		if v == Yes && side == 0 || v == No && side == 1 {
			ways = append(ways, i+1)
		}
	}
	switch {
	case len(ways) == 0:
		t.heads[side] = proj
		for _, p := range t.phis {
			t.starts[side][p] = p
		}
		return
	case len(ways) == 1 && left == 0:
		t.heads[side] = t.join.Head.in[ways[0]]
		for _, p := range t.phis {
			t.starts[side][p] = p.in[ways[0]]
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
	for _, i := range ways {
		g.AddIn(r, t.join.Head.in[i])
	}
	for _, p := range t.phis {
		phi := t.phiAt(p, r)
		if left > 0 {
			g.AddIn(phi, p)
		}
		for _, i := range ways {
			g.AddIn(phi, p.in[i])
		}
		t.starts[side][p] = phi
	}
}

// phiAt makes a phi without inputs that stands for p at another region.
func (t *threading) phiAt(p, region *Node) *Node {
	phi := t.g.NewNode(OpPhi, region)
	phi.Type, phi.Flags, phi.Sym, phi.Order, phi.Span = p.Type, p.Flags&^FlagExpr, p.Sym, p.Order, p.Span
	return phi
}

// moveTo gives what hangs on one control state to another.
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

// read returns what a phi of the join has become in a block behind it.
func (t *threading) read(p *Node, b *Block) *Node {
	for b.Idom != t.join {
		b = b.Idom
	}
	for side, s := range t.sides {
		if b == s {
			return t.starts[side][p]
		}
	}
	k := meeting{p, b}
	if x := t.meets[k]; x != nil {
		return x
	}
	phi := t.phiAt(p, b.Head)
	t.meets[k] = phi
	for _, way := range b.Preds {
		x := t.g.Dead()
		if way != nil {
			x = t.read(p, way)
		}
		t.g.AddIn(phi, x)
	}
	return phi
}
