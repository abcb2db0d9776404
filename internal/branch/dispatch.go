package branch

import (
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/son"
)

// DispatchThreadingRule is counted and listed like a rule.
var DispatchThreadingRule = son.Rule{
	Name:    "dispatch-threading",
	File:    "internal/branch/dispatch.go",
	Ops:     []son.Op{son.OpLoop},
	Doc:     "loop that begins with tests of a variable which every path to them sets to a constant => each path jumps straight to the code for its constant, and that code loops where it is reached again  if no loop then has two entries",
	Example: "let s = 1; while (true) { switch (s) { case 1: f(); s = 2; break; case 2: if (g()) return; s = 1 } }  =>  do f(); while (!g())",
}

// The bounds of a loop whose dispatch is threaded.
const (
	maxDispatchBlocks = 4096
	maxDispatchWork   = 1 << 16 // paths times variables
)

// ThreadDispatch threads jumps through the head of a loop that decides with its first tests where
// to go, as state machines do and code made from a control-flow graph, and reports whether it
// found one.
//
//	let s = "a";
//	while (true) {
//	  switch (s) {
//	    case "a": f(); s = "b"; break;             f();
//	    case "b": s = g() ? … : …; break;    =>    while (g()) h();
//	    case "c": h(); s = "b"; break;             return;
//	    case "d": return;
//	  }
//	}
//
// In the graph, with T and U the blocks that the tests lead to, and p and q paths to the head:
//
//	 entry   q                entry   q
//	     \  /                   |     |
//	p —→ Loop s             p → T     U
//	      If s === …   =>
//	     /  \
//	    T    U
//
// A block that is reached from a path that it dominates becomes the head of a loop. New phis at
// the blocks replace those of the old head, which disappears with its tests. All paths to the head
// must be decided, and no loop may have two entries: a dispatch variable would have to come back.
//
// The pass needs the fixpoint of the rules. It costs a schedule, which only functions with a loop
// that begins with such a test pay, and then time linear in the size of the loop, but for the
// dominators.
func ThreadDispatch(g *son.Graph) bool {
	if !dispatches(g) || g.OutOfFuel() {
		return false
	}
	c := schedule.Run(g)
	for _, b := range c.Blocks {
		if d := dispatchAt(c, b); d != nil && g.Spend(&DispatchThreadingRule, b.Head, b.Head) {
			d.run()
			return true
		}
	}
	return false
}

// dispatches reports whether some loop begins with a test of a variable that may have a constant
// in each iteration.
func dispatches(g *son.Graph) bool {
	if len(g.Loops) == 0 {
		return false
	}
	found := false
	g.Nodes(func(n *son.Node) {
		if found || n.Op != son.OpIf || n.Has(son.FlagExpr) || n.In(0).Op != son.OpLoop || g.Iterates(n.In(0)) {
			return
		}
		found = slices.ContainsFunc(son.PhisOf(n.In(0)), func(p *son.Node) bool {
			return isState(p) && computedFrom(n.Cond(), p, joinedDepth)
		})
	})
	return found
}

// isState reports whether every path may give a constant to a phi of a loop.
func isState(p *son.Node) bool {
	for _, x := range p.Ins()[1:] {
		if x = son.Base(x); x.Op != son.OpConst && (x.Op != son.OpPhi || x == p) {
			return false
		}
	}
	return !p.IsMemPhi() && !p.IsRef()
}

// computedFrom reports whether a value is computed from p.
func computedFrom(x, p *son.Node, depth int) bool {
	if x == p {
		return true
	}
	if depth == 0 || !son.Floats(x) {
		return false
	}
	return slices.ContainsFunc(x.Args(), func(y *son.Node) bool { return y != nil && computedFrom(y, p, depth-1) })
}

// dispatch is a loop that begins with tests, and the plan of what becomes of it, which is complete
// before the graph changes.
type dispatch struct {
	c    *schedule.Schedule
	g    *son.Graph
	head *son.Block
	phis []*son.Node // of the head, including memory
	// joins are the blocks that only join paths to the head, and tests those that only test.
	joins, tests map[*son.Block]bool
	paths        []*dispatched
	targets      map[*son.Block]*dispatchTarget
	order        []*son.Block // of targets, in reverse postorder
	reached      map[*son.Block]bool
	flow         *flow
	uses         []phiUse
	tops         map[*son.Block]*son.Block // see top
	made         map[rejoin]*son.Node
}

// dispatched is a path to the head of the loop.
type dispatched struct {
	from *son.Block // nil: control never takes it
	ctrl *son.Node
	via  []joinedBy // from the head backwards
	to   *son.Block
}

// joinedBy is an input of a join, counted from 1.
type joinedBy struct {
	join *son.Node
	slot int
}

// dispatchTarget is a block to which paths are threaded.
type dispatchTarget struct {
	types          map[*son.Node]son.Type // of the phis, when control comes by those paths
	forward, again []*dispatched
	ctrl           *son.Node // its new start
	values         map[*son.Node]*son.Node
}

// dispatchAt returns the work to do at a block, or nil.
func dispatchAt(c *schedule.Schedule, b *son.Block) *dispatch {
	if b.Head.Op != son.OpLoop || len(b.Preds) != 2 || b.Preds[1] == nil || c.Graph.Iterates(b.Head) || b.End == nil || b.End.Op != son.OpIf {
		return nil
	}
	d := &dispatch{c: c, g: c.Graph, head: b, phis: son.PhisOf(b.Head), joins: map[*son.Block]bool{}, tests: map[*son.Block]bool{},
		targets: map[*son.Block]*dispatchTarget{}, reached: map[*son.Block]bool{}, tops: map[*son.Block]*son.Block{}, made: map[rejoin]*son.Node{}}
	if slices.ContainsFunc(d.phis, (*son.Node).IsRef) || !slices.ContainsFunc(d.phis, isState) {
		return nil
	}
	son.SortByOrder(d.phis)
	d.findPaths(b, nil)
	if len(d.paths)*len(d.phis) > maxDispatchWork || !d.decideAll() || !d.isReducible() {
		return nil
	}
	for t := range d.targets {
		if d.tests[t] {
			return nil
		}
		d.order = append(d.order, t)
	}
	slices.SortFunc(d.order, func(a, b *son.Block) int { return a.ID - b.ID })
	d.uses = d.usesAfter()
	for _, u := range d.uses {
		if !d.mayRead(u.phi, u.at) {
			return nil
		}
	}
	for _, e := range d.paths {
		for _, p := range d.phis {
			if x := d.valueOn(p, e); e.to != nil && d.isLocal(x) && !d.mayRead(x, e.from) {
				return nil
			}
		}
	}
	return d
}

// findPaths lists the paths to a join, looking through joins before it that do nothing else.
func (d *dispatch) findPaths(b *son.Block, via []joinedBy) {
	for i, p := range b.Preds {
		by := append(slices.Clone(via), joinedBy{b.Head, i + 1})
		if p != nil && d.onlyJoins(p, b) {
			d.joins[p] = true
			d.findPaths(p, by)
			continue
		}
		d.paths = append(d.paths, &dispatched{from: p, ctrl: b.Head.In(i + 1), via: by})
	}
}

// onlyJoins reports whether p joins paths and does nothing else, and its phis are only used where
// they are joined again.
func (d *dispatch) onlyJoins(p, next *son.Block) bool {
	if p.Head.Op != son.OpRegion || p.End != nil || p.Loop != d.head.Loop && p.Loop != d.head.Loop.Parent || p.Head.Has(son.FlagExpr) && !isChoosing(p.Idom.End) {
		return false
	}
	for _, u := range p.Head.Users() {
		if u == next.Head {
			continue
		}
		if u.Op != son.OpBind && u.Op != son.OpPhi || u.In(0) != p.Head || u.IsRef() {
			return false
		}
		for _, v := range u.Users() {
			if (v.Op != son.OpPhi || v.In(0) != next.Head) && (v.Op != son.OpBind || v.In(0) != p.Head) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(p.Nodes, func(n *son.Node) bool { return n.Op != son.OpBind })
}

// isChoosing reports whether a branch is that of an operator which may as well be an if statement.
func isChoosing(iff *son.Node) bool {
	return iff != nil && iff.Op == son.OpIf && iff.Has(son.FlagExpr) && iff.Idx != son.ExprChain && !iff.Cond().IsRef()
}

// valueOn returns the value of a phi of the head when control comes by a path.
func (d *dispatch) valueOn(p *son.Node, e *dispatched) *son.Node {
	for _, by := range e.via {
		for p.Op == son.OpBind && p.In(0) == by.join {
			p = p.Arg(0)
		}
		if p.Op == son.OpPhi && p.In(0) == by.join {
			p = p.In(by.slot)
		}
	}
	return p
}

// decideAll finds the target of each path that control can take, and reports whether each has
// exactly one. It is optimistic: a path is taken when the code before it is known to be reached, and
// a variable has no more values there than the paths known so far give it.
func (d *dispatch) decideAll() bool {
	for changed := true; changed; {
		changed = false
		for _, e := range d.paths {
			if e.from == nil || d.head.Dominates(e.from) && !d.reached[e.from] {
				continue
			}
			t := d.decide(e)
			if t == nil || e.to != nil && e.to != t {
				return false
			}
			e.to = t
			if d.enter(t, e) {
				changed = true
			}
			if len(d.reached) > maxDispatchBlocks {
				return false
			}
		}
	}
	return true
}

// decide returns the block to which the tests lead from a path, or nil.
func (d *dispatch) decide(e *dispatched) *son.Block {
	b := d.head
	for d.onlyTests(b) {
		v := d.typeOn(b.End.Cond(), e, joinedDepth).Truthy()
		if v == son.Maybe {
			break
		}
		d.tests[b] = true
		if v == son.Yes {
			b = b.Succs[0]
		} else {
			b = b.Succs[1]
		}
	}
	if b == d.head {
		return nil
	}
	return b
}

// onlyTests reports whether a block does nothing but a test. What else is computed there can be
// computed elsewhere.
func (d *dispatch) onlyTests(b *son.Block) bool {
	iff := b.End
	if d.tests[b] {
		return true
	}
	if b != d.head && b.Head.Op != son.OpProj || iff == nil || iff.Op != son.OpIf || iff.Has(son.FlagExpr) || iff.Cond().IsRef() {
		return false
	}
	for _, n := range b.Nodes {
		if !son.Floats(n) || n.In(0) != nil {
			return false
		}
	}
	for _, u := range b.Head.Users() {
		if u != iff && u.Op != son.OpNever && (u.Op != son.OpPhi || u.In(0) != b.Head) {
			return false
		}
	}
	return true
}

// typeOn returns the type that a value has when control comes by a path.
func (d *dispatch) typeOn(n *son.Node, e *dispatched, depth int) son.Type {
	n = son.Base(n)
	switch {
	case n.Op == son.OpPhi && n.In(0) == d.head.Head && !n.IsMemPhi():
		x := son.Base(d.valueOn(n, e))
		if x.Op != son.OpPhi || x.In(0) != d.head.Head {
			return x.Type
		}
		if t := d.targets[d.topOf(e.from)]; t != nil {
			return t.types[x]
		}
		return x.Type
	case son.Floats(n) && depth > 0:
		return son.TypeWith(n, func(k int) son.Type { return d.typeOn(n.Arg(k), e, depth-1) })
	}
	return n.Type
}

// enter records that a path leads to a block, and reports whether that is news.
func (d *dispatch) enter(b *son.Block, e *dispatched) bool {
	t := d.targets[b]
	news := t == nil
	if news {
		t = &dispatchTarget{types: map[*son.Node]son.Type{}, values: map[*son.Node]*son.Node{}}
	}
	for _, p := range d.phis {
		if p.IsMemPhi() {
			continue
		}
		x := d.typeOn(p, e, 0)
		was, ok := t.types[p]
		if ok {
			x = was.Join(x)
		}
		if !ok || x != was {
			t.types[p], news = x, true
		}
	}
	if d.targets[b] == nil {
		d.targets[b] = t
		clear(d.tops)
		d.reach(b)
	}
	return news
}

// reach marks the blocks that control reaches from b without coming to the head.
func (d *dispatch) reach(b *son.Block) {
	work := []*son.Block{b}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == d.head || d.joins[b] || d.reached[b] || !d.head.Dominates(b) {
			continue
		}
		d.reached[b] = true
		work = append(work, b.Succs...)
	}
}

// topOf returns the block above b, or b itself, where control comes from outside: a target, or a
// join of paths from several of them. It is nil where there is none.
func (d *dispatch) topOf(b *son.Block) *son.Block {
	var walked []*son.Block
	top := (*son.Block)(nil)
	for ; b != nil && b != d.head && d.head.Dominates(b); b = b.Idom {
		if x, ok := d.tops[b]; ok {
			top = x
			break
		}
		walked = append(walked, b)
		if d.targets[b] != nil || d.tests[b.Idom] && b.Head.Op == son.OpRegion {
			top = b
			break
		}
	}
	for _, b := range walked {
		d.tops[b] = top
	}
	return top
}

// isReducible reports whether each loop of the new control flow has one entry, and sorts the paths
// to each target into those from before it and those from a loop that it becomes the head of.
func (d *dispatch) isReducible() bool {
	f := newFlow(d)
	d.flow = f
	for _, e := range d.paths {
		if e.to == nil {
			continue
		}
		t := d.targets[e.to]
		if d.head.Dominates(e.from) && f.dominates(e.to, e.from) {
			t.again = append(t.again, e)
		} else {
			t.forward = append(t.forward, e)
		}
	}
	return f.reducible
}

// usesAfter returns the uses of what the head and the tests compute, in the code that stays.
func (d *dispatch) usesAfter() []phiUse {
	at := d.c.Places()
	locals := slices.Clone(d.phis)
	for _, b := range d.c.Blocks {
		if d.tests[b] {
			locals = append(locals, b.Nodes...)
		}
	}
	var uses []phiUse
	for _, x := range locals {
		for _, u := range son.InOrder(nil, x.Users()) {
			for slot, y := range u.Ins() {
				if y != x {
					continue
				}
				if b := d.useBlock(u, slot, at); b != nil && d.reached[b] {
					uses = append(uses, phiUse{x, u, slot, b})
				}
			}
		}
	}
	return uses
}

// useBlock returns the block in which a use needs its value, or nil for a use that goes.
func (d *dispatch) useBlock(u *son.Node, slot int, at []*son.Block) *son.Block {
	switch {
	case u.Op == son.OpPhi:
		b := d.c.BlockOf(u.In(0))
		if b == nil || b == d.head || d.joins[b] {
			return nil
		}
		return b.Preds[slot-1]
	case u.In(0) != nil:
		return d.c.BlockOf(u.In(0))
	}
	return at[u.ID]
}

// isLocal reports whether a value is computed by the head or its tests.
func (d *dispatch) isLocal(x *son.Node) bool {
	if x.Op == son.OpPhi {
		return x.In(0) == d.head.Head
	}
	return son.Floats(x) && x.In(0) == nil && d.tests[d.c.Places()[x.ID]]
}

// mayRead reports whether a value of the head may be read in a block. A memory state may not be
// read where paths with other states join: only a load of an older state is there.
func (d *dispatch) mayRead(x *son.Node, b *son.Block) bool {
	top := d.topOf(b)
	if top == nil {
		return false
	}
	if d.targets[top] != nil || !x.IsMemPhi() {
		return true
	}
	if slices.ContainsFunc(son.PhisOf(top.Head), (*son.Node).IsMemPhi) {
		return false
	}
	for _, p := range top.Preds {
		if p != nil && d.reached[p] && !d.mayRead(x, p) {
			return false
		}
	}
	return true
}
