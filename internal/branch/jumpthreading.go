package branch

import (
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// JumpThreadingRule is counted and listed like a rule.
var JumpThreadingRule = son.Rule{
	Name:    "jump-threading",
	File:    "internal/branch/jumpthreading.go",
	Ops:     []son.Op{son.OpRegion},
	Doc:     "paths that join only to diverge again at a test => the path on which the test is decided jumps straight to its side  if nothing happens between the join and the test",
	Example: "if (a) { ok = true; f() } else { ok = false; g() } if (ok) h()  =>  if (a) { f(); h() } else g()",
}

// ExitThreadingRule is counted and listed like a rule.
var ExitThreadingRule = son.Rule{
	Name:    "exit-threading",
	File:    "internal/branch/jumpthreading.go",
	Ops:     []son.Op{son.OpRegion},
	Doc:     "paths that join only to diverge again at a test that leaves the loop => the path on which the test is decided leaves the loop, or goes on with it  if nothing happens between the join and the test",
	Example: "do { if (a()) { b(); ok = true } else ok = false } while (ok)  =>  while (a()) b()",
}

// testsJoined reports whether some statement right after a join tests a value that the join
// merges.
func testsJoined(g *son.Graph) bool {
	found := false
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpIf && !n.Has(son.FlagExpr|son.FlagSwitch) && n.In(0).Op == son.OpRegion && !n.In(0).Has(son.FlagExpr) {
			found = found || joinedIn(n.Cond(), n.In(0), joinedDepth)
		}
	})
	return found
}

// joinedDepth bounds how many operators there may be between a phi of the join and the test.
const joinedDepth = 4

// joinedIn reports whether a value is computed from phis of a region.
func joinedIn(x, region *son.Node, depth int) bool {
	switch {
	case x.Op == son.OpPhi:
		return x.Region() == region
	case depth == 0 || x.Ctrl() != nil && x.Op != son.OpBind:
		return false
	}
	for _, y := range x.Args() {
		if y != nil && joinedIn(y, region, depth-1) {
			return true
		}
	}
	return false
}

// ThreadJumps sends each predecessor of a join straight to the side of the test that it
// decides, at one place of the graph, and reports whether it found one.
//
//	if (a) { f(); ok = true } else { g(); ok = false }
//	if (ok) h(); else k()
//
//	becomes     if (a) { f(); h() } else { g(); k() }
//
// In the graph:
//
//	 A   B                A   B
//	  \ /                 |   |
//	   R  ok = A ? 1 : 0  |   |
//	  If ok          =>   |   |
//	 /    \               |   |
//	yes    no             yes no
//
// Where yes and no join again, new phis replace the phis of R. R and its predecessors must be in
// one loop and one part of a try statement: a path out of a loop that continued elsewhere would
// have to print as a jump with a label.
//
// The result may be longer than the input, or need a label: a function that the pass changed is
// also printed without it, and the better version is used. The pass needs the fixpoint of the
// rules. It costs a schedule, which only functions with joins whose phis are tested pay.
func ThreadJumps(g *son.Graph) bool { return thread(g, &JumpThreadingRule, false) }

// ThreadExits is [ThreadJumps] for tests of which one side is after the loop, or its next iteration: that
// is a break, or a continue. It is a pass of its own, because each may pay without the other.
func ThreadExits(g *son.Graph) bool { return len(g.Loops) > 0 && thread(g, &ExitThreadingRule, true) }

// thread threads jumps past a test that leaves its loop, or past one that does not.
func thread(g *son.Graph, r *son.Rule, exits bool) bool {
	if !testsJoined(g) || g.OutOfFuel() {
		return false
	}
	c := schedule.Run(g)
	for _, b := range c.Blocks {
		if b.End == nil || leavesLoop(b) != exits {
			continue
		}
		if t := threadAt(c, b); t != nil && g.Spend(r, b.Head, b.Head) {
			t.run()
			return true
		}
	}
	return false
}

// leavesLoop reports whether a successor of a block is not in its loop.
func leavesLoop(b *son.Block) bool {
	return slices.ContainsFunc(b.Succs, func(s *son.Block) bool { return s.Loop != b.Loop })
}

// threading is one place at which jumps are threaded past a test.
type threading struct {
	c        *schedule.Schedule
	g        *son.Graph
	join     *son.Block
	phis     []*son.Node // of the join, including memory
	sides    [2]*son.Block
	truths   []son.Tri // by input of the join, from 0 on: the test's truth on this edge
	at       []*son.Block
	heads    [2]*son.Node // the new starts of the sides
	starts   [2]map[*son.Node]*son.Node
	rejoined map[rejoin]*son.Node
}

// rejoin is a phi that replaces a phi of the join where paths join again after both sides.
type rejoin struct {
	phi *son.Node
	at  *son.Block
}

// threadAt returns the work to do at a block, or nil.
func threadAt(c *schedule.Schedule, b *son.Block) *threading {
	iff := b.End
	if b.Head.Op != son.OpRegion || b.Head.Has(son.FlagExpr) || iff == nil || iff.Op != son.OpIf || iff.Has(son.FlagExpr|son.FlagSwitch) || iff.Cond().Op.IsToken() {
		return nil
	}
	if b.Idom.Loop != b.Loop || b.Idom.Region != b.Region {
		return nil
	}
	t := &threading{c: c, g: c.Graph, join: b, phis: son.PhisOf(b.Head), sides: [2]*son.Block{b.Succs[0], b.Succs[1]}}
	son.SortByOrder(t.phis)
	decided := false
	for i, p := range b.Preds {
		v := son.Maybe
		if p != nil && p.Loop == b.Loop && p.Head.Op != son.OpLeave {
			if v = c.TypeOnEdge(iff.Cond(), b, i).Truthy(); v == son.Maybe {
				v = t.tested(i)
			}
		}
		decided = decided || v != son.Maybe
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

// tested returns the truth of the test on an edge, if it was tested before and its side has no code, or is not in the
// loop: a second path to other code may need a label.
func (t *threading) tested(edge int) son.Tri {
	v := t.c.TestedOnEdge(t.join.End.Cond(), t.join, edge)
	side := t.sides[0]
	if v == son.No {
		side = t.sides[1]
	}
	if v == son.Maybe || side.Loop == t.join.Loop && !onlyLeads(side, son.OpReturn) {
		return son.Maybe
	}
	return v
}

// onlyLeads reports whether all that a block does is to go on at a join, or to end with one of some operations.
func onlyLeads(b *son.Block, ends ...son.Op) bool {
	return !slices.ContainsFunc(b.Head.Users(), func(u *son.Node) bool {
		return u.Op != son.OpRegion && u.Op != son.OpLoop && !slices.Contains(ends, u.Op)
	})
}

// reads reports whether a phi of the join may be read in a block after it. A memory phi may not
// be read where paths with other states join: only a load of an older state is there.
func (t *threading) reads(p *son.Node, b *son.Block) bool {
	b = t.join.ChildTowards(b)
	if b == t.sides[0] || b == t.sides[1] {
		return true
	}
	if b.Head.Op != son.OpRegion || p.IsMemPhi() && slices.ContainsFunc(son.PhisOf(b.Head), (*son.Node).IsMemPhi) {
		return false
	}
	for _, pred := range b.Preds {
		if pred == nil || !t.reads(p, pred) {
			return false
		}
	}
	return true
}

// onlyTests reports that the join does nothing but its test, and that everything computed there
// is only used by the test.
func (t *threading) onlyTests() bool {
	head := t.join.Head
	for _, u := range head.Users() {
		if u != t.join.End && (u.Op != son.OpPhi || u.In(0) != head) {
			return false
		}
	}
	for _, p := range t.phis {
		if p.IsRef() {
			return false
		}
	}
	for _, n := range t.join.Nodes {
		if n.Op != son.OpPhi && n != t.join.End && !t.forTest(n, joinedDepth) {
			return false
		}
	}
	return true
}

// forTest reports that n, which is placed at the join, is computed for its test alone.
func (t *threading) forTest(n *son.Node, depth int) bool {
	if depth == 0 || !son.Floats(n) || n.In(0) != nil && n.In(0) != t.join.Head || len(n.Users()) == 0 {
		return false
	}
	for _, u := range n.Users() {
		if u != t.join.End && !t.forTest(u, depth-1) {
			return false
		}
	}
	return true
}

// run changes the graph.
func (t *threading) run() {
	g := t.g
	t.rejoined = map[rejoin]*son.Node{}
	t.unbound()
	uses := t.users()
	left := 0
	for _, v := range t.truths {
		if v == son.Maybe {
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
		for _, p := range son.Projections(iff, 2) {
			g.Replace(p, d, d)
		}
		return
	}
	keep := func(i int) bool { return i == 0 || t.truths[i-1] == son.Maybe }
	for _, p := range t.phis {
		g.FilterIn(p, keep)
	}
	g.FilterIn(t.join.Head, keep)
}

// unbound clears the source extents of the ifs whose arms the paths come from: code that
// followed them in the source is in their arms now.
func (t *threading) unbound() {
	for i, pred := range t.join.Preds {
		for b := pred; b != nil && t.truths[i] != son.Maybe && b != t.join.Idom; {
			b = b.Idom
			if e := b.End; e != nil && e.Op == son.OpIf && !e.Has(son.FlagExpr) {
				if e.Has(son.FlagSwitch) {
					e.Span, e.Site = ast.Span{}, 0
				} else {
					e.Idx = son.IfOpen
				}
			}
		}
	}
}

// phiUse is a use of a phi of the join, and the block in which it needs the value.
type phiUse struct {
	phi, user *son.Node
	slot      int
	at        *son.Block
}

// users returns the uses after the test, phi by phi. An array may hold thousands of the phis, so
// each user's inputs are scanned only once for all of them.
func (t *threading) users() []phiUse {
	at := make(map[*son.Node]int, len(t.phis))
	var users []*son.Node
	for i, p := range t.phis {
		at[p] = i
		users = append(users, p.Users()...)
	}
	son.SortByOrder(users)
	uses := make([][]phiUse, len(t.phis))
	for _, u := range slices.Compact(users) {
		for slot, x := range u.Ins() {
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
func (t *threading) useBlock(u *son.Node, slot int) *son.Block {
	switch {
	case u.Op == son.OpPhi:
		if b := t.c.BlockOf(u.In(0)); b != nil {
			return b.Preds[slot-1]
		}
		return nil
	case u.In(0) != nil:
		return t.c.BlockOf(u.In(0))
	}
	return t.at[u.ID]
}

// enter makes the start of a side, where the threaded edges join, together with those that are
// still tested, if any are left.
func (t *threading) enter(side, left int) {
	g, proj := t.g, t.sides[side].Head
	t.starts[side] = map[*son.Node]*son.Node{}
	var edges []int
	for i, v := range t.truths {
		if v == son.Yes && side == 0 || v == son.No && side == 1 {
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
		t.heads[side] = t.join.Head.In(edges[0])
		for _, p := range t.phis {
			t.starts[side][p] = g.Cast(t.heads[side], p.In(edges[0]), p.Type)
		}
		t.moveTo(proj, t.heads[side])
		return
	}
	r := g.NewNode(son.OpRegion, nil)
	r.Type = son.TypeControl
	r.SetSource(proj)
	t.heads[side] = r
	t.moveTo(proj, r)
	if left > 0 {
		g.AddIn(r, proj)
	}
	for _, i := range edges {
		g.AddIn(r, t.join.Head.In(i))
	}
	for _, p := range t.phis {
		phi := t.phiAt(p, r)
		if left > 0 {
			g.AddIn(phi, p)
		}
		for _, i := range edges {
			g.AddIn(phi, p.In(i))
		}
		t.starts[side][p] = phi
	}
}

// phiAt makes a phi without inputs that replaces p at another region.
func (t *threading) phiAt(p, region *son.Node) *son.Node {
	phi := t.g.NewNode(son.OpPhi, region)
	phi.Type, phi.Flags, phi.Sym = p.Type, p.Flags&^(son.FlagExpr|son.FlagTernary), p.Sym
	phi.SetSource(p)
	return phi
}

// moveTo moves the users of one control state to another.
func (t *threading) moveTo(from, to *son.Node) {
	for len(from.Users()) > 0 {
		u := from.Users()[len(from.Users())-1]
		for slot, x := range u.Ins() {
			if x == from {
				t.g.SetIn(u, slot, to)
			}
		}
	}
}

// read returns the value of a phi of the join in a block after it.
func (t *threading) read(p *son.Node, b *son.Block) *son.Node {
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
