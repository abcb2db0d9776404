package branch

import (
	"slices"

	"github.com/sonjs/son/son"
)

// IfCombiningRule is counted and listed like a rule.
var IfCombiningRule = son.Rule{
	Name:    "if-combining",
	File:    "internal/branch/ifcombining.go",
	Ops:     []son.Op{son.OpIf},
	Doc:     "an if and a second one that is all there is on one side of it, with the same code on another side of each => one if with both tests  for size only",
	Example: "if (a) return 0; if (b) return 0; f()  =>  if (a || b) return 0; f()",
}

// CombineIfs makes one if of two, with --for size, wherever the graph has such ifs, and reports
// whether it has any. A third if that follows the two is left for the next call.
//
//	if (a) return 0; if (b) return 0; f()             becomes     if (a || b) return 0; f()
//	if (a) { if (b) f(); else g() } else g()          becomes     if (a && b) f(); else g()
//
// In the graph:
//
//	If a                If a
//	 |  \                |  \
//	 x  If b      =>     |   b
//	    /  \              \ /
//	   y    z           If a || b
//	                     /  \
//	                    y    z
//
// The sides x and y run the same effects on the same values, and then leave the function alike,
// or continue at the same join with the same values. Of what they need nothing may have been
// computed after the first test, and of what the second test computes nothing else may need
// anything: it moves into an expression. Code that was after the second test is so still, and
// that of y now also runs where x ran.
//
// In output for readers the ifs stay as the author has them. The pass needs the fixpoint of the
// rules. Its cost is linear: code is compared only where one if directly follows another.
func CombineIfs(g *son.Graph) bool {
	if !g.Config.Size || g.OutOfFuel() {
		return false
	}
	var seconds []*son.Node
	g.Nodes(func(n *son.Node) {
		if isPlainIf(n) && n.In(0).Op == son.OpProj && isPlainIf(n.In(0).In(0)) {
			seconds = append(seconds, n)
		}
	})
	son.SortByOrder(seconds)
	var c *son.CFG
	var done []*ifPair
	for _, n := range seconds {
		p := pairOf(g, n)
		if p == nil {
			continue
		}
		if c == nil {
			c = g.CFG()
		}
		if p.inOnePlace(c) && p.nothingBetween(c) && g.Spend(&IfCombiningRule, n, n) {
			p.combine()
			done = append(done, p)
		}
	}
	removeSides(g, done)
	return len(done) > 0
}

// isPlainIf reports whether n is the If of an if statement.
func isPlainIf(n *son.Node) bool {
	return n.Op == son.OpIf && !n.Has(son.FlagExpr|son.FlagSwitch) && !n.Cond().IsRef() && n.Cond().Op != son.OpHasNext
}

// ifPair is two ifs that can become one.
type ifPair struct {
	g             *son.Graph
	first, second *son.Node
	between       *son.Node // the side of first that ends with second
	x, y          *son.Node // the sides that are the same
	// before and after are the memory states at the end of first's block and of second's.
	before, after *son.Node
	twins         map[*son.Node]*son.Node // by node of x, or a floating one: the node that stays
	end           *son.Node               // where x ends: an exit, or a region
}

// pairOf returns the pair of which n is the second if, or nil.
func pairOf(g *son.Graph, n *son.Node) *ifPair {
	p := &ifPair{g: g, first: n.In(0).In(0), second: n, between: n.In(0)}
	if !p.isExpression() {
		return nil
	}
	p.findStates()
	for _, x := range son.Projections(p.first, 2) {
		if x != nil && x != p.between {
			p.x = x
		}
	}
	if p.x == nil {
		return nil
	}
	p.end = son.Successor(p.x)
	for _, y := range son.Projections(n, 2) {
		if p.y = y; y != nil && p.sameCode() {
			return p
		}
	}
	return nil
}

// findStates finds the memory states, which are left nil if the second test has no effects.
func (p *ifPair) findStates() {
	isNext := func(u *son.Node) bool { return u.In(0) == p.between && u.OnChain() }
	for _, n := range p.between.Users() {
		if !isNext(n) {
			continue
		}
		if ctrlOf(n.In(1)) != p.between {
			p.before = n.In(1)
		}
		if !slices.ContainsFunc(n.Users(), func(u *son.Node) bool { return isNext(u) && u.In(1) == n }) {
			p.after = n
		}
	}
}

// sameCode reports whether the two sides are the same code.
func (p *ifPair) sameCode() bool {
	end := son.Successor(p.y)
	if p.end == nil || end == nil || end.Op != p.end.Op {
		return false
	}
	p.twins = map[*son.Node]*son.Node{}
	switch p.end.Op {
	case son.OpReturn, son.OpThrow:
		if end.Idx != p.end.Idx || end.Flags != p.end.Flags ||
			!p.sameState(p.end.In(1), end.In(1)) || !p.same(p.end.Arg(0), end.Arg(0), sameDepth) {
			return false
		}
	case son.OpRegion:
		if !p.sameJoin() {
			return false
		}
	default:
		return false
	}
	return p.all(p.x, true) == p.all(p.y, false)
}

// all returns how many nodes are pinned to a side, or -1 if one of them is not known to be the
// same on both sides.
func (p *ifPair) all(side *son.Node, isX bool) int {
	k := 0
	for _, u := range side.Users() {
		if u.Op.IsControl() || u.Op == son.OpReturn || u.Op == son.OpThrow {
			continue
		}
		if isX && p.twins[u] == nil {
			return -1
		}
		k++
	}
	return k
}

// sameDepth bounds how many operators are compared in a row.
const sameDepth = 8

// same reports whether two values, one of each side, are the same computation. Their types agree,
// so that each operator has the same effect on both.
func (p *ifPair) same(a, b *son.Node, depth int) bool {
	if a == b {
		return ctrlOf(a) != p.x && ctrlOf(a) != p.y
	}
	if t := p.twins[a]; t != nil {
		return t == b
	}
	if depth == 0 || a.Type != b.Type || a.Sym != b.Sym || !sameOps([]*son.Node{a, b}) {
		return false
	}
	switch ctrlOf(a) {
	case nil:
		if !son.Floats(a) || b.In(0) != nil {
			return false
		}
	case p.x:
		if !isSimple(a.Op) && a.Op != son.OpBind || b.In(0) != p.y {
			return false
		}
	default:
		return false
	}
	if a.Op.HasMem() && (a.In(1) == nil) != (b.In(1) == nil) || a.Op.HasMem() && a.In(1) != nil && !p.sameState(a.In(1), b.In(1)) {
		return false
	}
	for i := range a.Args() {
		if x, y := a.Arg(i), b.Arg(i); x == nil || y == nil || !p.same(x, y, depth-1) {
			return false
		}
	}
	p.twins[a] = b
	return true
}

// ctrlOf returns the control state to which a node is pinned, or nil.
func ctrlOf(n *son.Node) *son.Node {
	if n.NumIn() == 0 {
		return nil
	}
	return n.In(0)
}

// isSimple reports whether an op with control is one that an expression may consist of, and of
// which two are the same code if they have the same operands.
func isSimple(op son.Op) bool {
	return op.IsComplete() || op.Converts() || op == son.OpObject || op == son.OpArray || op == son.OpRegExp
}

// sameState is same for memory states. Where the second test has effects, the states before and
// after them are the same to the two sides, and no state from before the test is read on y.
func (p *ifPair) sameState(a, b *son.Node) bool {
	switch {
	case ctrlOf(a) == p.x:
		return p.same(a, b, sameDepth)
	case p.after != nil:
		return a == p.before && b == p.after
	}
	return a == b
}

// joinDepth bounds how many joins there may be between a side and the join of both.
const joinDepth = 4

// joinStep is a join on a path, and the slot of the edge by which the path enters it.
type joinStep struct {
	region *son.Node
	slot   int
}

// joinsAfter returns the joins that follow a control state with nothing in between.
func joinsAfter(side *son.Node) []joinStep {
	var path []joinStep
	for range joinDepth {
		r := son.Successor(side)
		if r == nil || r.Op != son.OpRegion || r.Has(son.FlagExpr) {
			break
		}
		path = append(path, joinStep{r, slices.Index(r.Ins(), side)})
		if slices.ContainsFunc(r.Users(), func(u *son.Node) bool { return u.Op != son.OpPhi && u != son.Successor(r) }) {
			break
		}
		side = r
	}
	return path
}

// sameJoin reports whether both sides continue at one join, with the same values.
func (p *ifPair) sameJoin() bool {
	px, py := joinsAfter(p.x), joinsAfter(p.y)
	for i, s := range px {
		j := slices.IndexFunc(py, func(t joinStep) bool { return t.region == s.region })
		if j < 0 {
			continue
		}
		for _, phi := range son.PhisOf(s.region) {
			a, b := valueOn(px[:i+1], phi), valueOn(py[:j+1], phi)
			if phi.IsRef() || phi.IsMemPhi() && !p.sameState(a, b) || !phi.IsMemPhi() && !p.same(a, b, sameDepth) {
				return false
			}
		}
		return true
	}
	return false
}

// valueOn returns the value that a phi of the last join of a path gets on it.
func valueOn(path []joinStep, phi *son.Node) *son.Node {
	x := phi
	for _, s := range slices.Backward(path) {
		if x.Op != son.OpPhi || x.Region() != s.region {
			break
		}
		x = x.In(s.slot)
	}
	return x
}

// isExpression reports whether the second test can be part of an expression: nothing there has a
// name, each effect is an operand of another one or of the test, and nobody else uses one.
func (p *ifPair) isExpression() bool {
	for _, n := range p.between.Users() {
		switch {
		case n == p.second:
			continue
		case !isSimple(n.Op):
			return false
		}
		var uses []*son.Node
		for _, u := range n.Users() {
			for slot, x := range u.Ins() {
				if x == n && u.SlotKind(slot) != son.SlotMemory && !slices.Contains(uses, u) {
					uses = append(uses, u)
				}
			}
		}
		if len(uses) != 1 || !p.isForTest(uses[0], sameDepth) {
			return false
		}
	}
	return true
}

// isForTest reports whether a value is only used to compute the second test.
func (p *ifPair) isForTest(u *son.Node, depth int) bool {
	switch {
	case u == p.second:
		return true
	case u.In(0) == p.between:
		return u.Op != son.OpBind
	case depth == 0 || u.In(0) != nil || !son.Floats(u) || len(u.Users()) == 0:
		return false
	}
	return !slices.ContainsFunc(u.Users(), func(v *son.Node) bool { return !p.isForTest(v, depth-1) })
}

// inOnePlace reports whether the ifs are in one loop and one part of a try statement, and neither
// is the test of a loop.
func (p *ifPair) inOnePlace(c *son.CFG) bool {
	b, q, x, y := c.BlockOf(p.first.In(0)), c.BlockOf(p.between), c.BlockOf(p.x), c.BlockOf(p.y)
	if b == nil || q == nil || x == nil || y == nil || b.Head.Op == son.OpLoop || b.Region != q.Region || b.Region != x.Region || b.Region != y.Region {
		return false
	}
	return b.Loop == q.Loop && x.Loop == y.Loop && (x.Loop == b.Loop || p.end.Op != son.OpRegion)
}

// nothingBetween reports whether nobody reads a state of memory from before the end of the second
// test where that test is over: the states of both ways to get there join then.
func (p *ifPair) nothingBetween(c *son.CFG) bool {
	if p.after == nil {
		return true
	}
	q := c.BlockOf(p.between)
	for m := p.after; ; {
		m = m.In(1)
		for _, u := range m.Users() {
			for slot, x := range u.Ins() {
				if x != m || u.SlotKind(slot) != son.SlotMemory || u.In(0) == p.between {
					continue
				}
				at := c.BlockOf(u.In(0))
				if u.Op == son.OpPhi {
					at = c.BlockOf(u.Region().In(slot))
				}
				if at == nil || q.Dominates(at) {
					return false
				}
			}
		}
		if m == p.before {
			return true
		}
	}
}

// combine changes the graph.
func (p *ifPair) combine() {
	g := p.g
	order := p.second.Order
	a, b := p.first.Cond(), p.second.Cond()
	if p.x.Idx != p.y.Idx {
		if a.Op == son.OpNot {
			a = a.Arg(0)
		} else {
			a = g.Add(son.OpNot, nil, a)
		}
		g.SetIn(p.first, 1, a)
		p.x.Idx, p.between.Idx = p.between.Idx, p.x.Idx
	}
	p.first.Flags |= son.FlagExpr
	p.first.Idx = 0

	join := func(n *son.Node, fromX, fromTest *son.Node) *son.Node {
		n.Order = order
		if p.x.Idx == 0 {
			g.AddIn(n, fromX)
			g.AddIn(n, fromTest)
		} else {
			g.AddIn(n, fromTest)
			g.AddIn(n, fromX)
		}
		return n
	}
	region := join(g.NewNode(son.OpRegion, nil), p.x, p.between)
	region.Type, region.Flags = son.TypeControl, son.FlagExpr
	if p.after != nil {
		state := g.NewNode(son.OpPhi, region)
		state.Type, state.Flags = p.after.Type, son.FlagMem
		for _, u := range slices.Clone(p.after.Users()) {
			for slot, x := range u.Ins() {
				if x == p.after && u.SlotKind(slot) == son.SlotMemory && u.In(0) != p.between {
					g.SetIn(u, slot, state)
				}
			}
		}
		join(state, p.before, p.after)
	}
	test := g.NewNode(son.OpPhi, region)
	test.Flags, test.Type = son.FlagExpr, a.Type.Join(b.Type)
	g.SetIn(p.second, 0, region)
	g.SetIn(p.second, 1, join(test, a, b))
}

// removeSides removes the code of x of each pair. Stop and joins may have an input for every pair,
// and lose them at once.
func removeSides(g *son.Graph, pairs []*ifPair) {
	gone := map[*son.Node]map[*son.Node]bool{} // inputs that are to be removed, by node
	var ends []*son.Node
	for _, p := range pairs {
		end, in := p.end, p.x
		if end.Op != son.OpRegion {
			end, in = g.Stop, p.end
		}
		if gone[end] == nil {
			gone[end] = map[*son.Node]bool{}
			ends = append(ends, end)
		}
		gone[end][in] = true
	}
	for _, end := range ends {
		in := slices.Clone(end.Ins())
		keep := func(i int) bool { return !gone[end][in[i]] }
		if end.Op == son.OpRegion {
			for _, phi := range son.PhisOf(end) {
				g.FilterIn(phi, keep)
			}
		}
		g.FilterIn(end, keep)
	}
	for _, p := range pairs {
		if p.end.Op != son.OpRegion && !p.end.Dead() {
			g.Kill(p.end)
		}
		for again := true; again; {
			again = false
			for _, u := range slices.Clone(p.x.Users()) {
				if !u.Dead() && len(u.Users()) == 0 {
					g.Kill(u)
					again = true
				}
			}
		}
	}
}
