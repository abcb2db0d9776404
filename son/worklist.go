package son

import (
	"cmp"
	"math/rand"
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// worklist is the queue of nodes whose rules wait to be tried.
type worklist struct {
	on   bool // Optimize runs: the graph is closed, killing cascades
	late bool // dead code has been removed once: counting users is meaningful
	// early are the nodes where a rule waits for late.
	early []*Node
	// copies are the names that the rule "copy" may drop: those that could be dropped when
	// nothing else was left to do, so that the order of visits does not matter.
	copies map[*Node]bool
	// alone: no function or class is left in the graph that could capture a variable. None
	// comes back.
	alone bool
	queue []*Node
	head  int
	// inferred is the number of rewrites at the last inference of types, plus one: there is
	// nothing more to infer about the same graph.
	inferred int
}

// enqueue puts a node on the worklist unless it is there.
func (g *Graph) enqueue(n *Node) {
	if !g.work.on || n.onList || n.dead || isLeaf(n) {
		return
	}
	n.onList = true
	g.work.queue = append(g.work.queue, n)
}

// isLeaf reports that a visit never finds out anything new about n.
func isLeaf(n *Node) bool {
	switch n.Op {
	case OpStart, OpDead, OpConst:
		return true
	}
	return false
}

// Optimize applies all rules until none applies. The result does not depend on
// the order of visits.
func (g *Graph) Optimize() {
	g.MustOptimize()
	if len(g.open) > 0 {
		g.Fatalf("optimize: %d loops are open", len(g.open))
	}
	g.Sweep()
	g.work.on = true
	w := &g.work
	w.queue, w.head = w.queue[:0], 0
	for _, n := range g.visitOrder() {
		n.seen = false
		g.enqueue(n)
	}
	if g.Config.Seed != 0 {
		rand.New(rand.NewSource(g.Config.Seed)).Shuffle(len(w.queue), func(i, j int) {
			w.queue[i], w.queue[j] = w.queue[j], w.queue[i]
		})
	}
	limit := g.Stats.Visits + 1000*len(w.queue) + 100_000
	g.settle(limit)
	for pass := 0; pass < maxInfer && g.Config.Fold && !g.OutOfFuel(); pass++ {
		if !g.inferAgain() && !g.correlate() {
			break
		}
		g.settle(limit)
	}
	w.on, w.late, w.early, w.copies = false, false, nil, nil
}

// inferAgain infers types unless nothing was rewritten since the last time.
func (g *Graph) inferAgain() bool {
	w := &g.work
	if w.inferred == g.Stats.Changes+1 {
		return false
	}
	w.inferred = g.Stats.Changes + 1
	return g.infer()
}

// maxInfer bounds how often types are inferred again. The rules' rewrites with them seldom allow
// more inferences.
const maxInfer = 20

// OutOfFuel reports that no more rewrites are allowed.
func (g *Graph) OutOfFuel() bool { return g.Config.Fuel > 0 && g.Stats.Changes >= g.Config.Fuel }

// settle visits everything that waits, including what is added meanwhile. It leaves no Cast.
func (g *Graph) settle(limit int) {
	w := &g.work
	for len(w.queue) > 0 {
		g.drain(limit)
		// Cycles of nodes that only use each other are removed now; then the rules that waited
		// for this get their turn.
		g.Sweep()
		if !w.late {
			w.late = true
			for _, n := range w.early {
				g.enqueue(n)
			}
			w.early = nil
		}
		if len(w.queue) == 0 {
			g.uncast()
		}
		if len(w.queue) == 0 {
			g.pickCopies()
		}
	}
}

// pickCopies puts the names on the worklist that stand for a short constant and are not one of
// several values of a variable.
func (g *Graph) pickCopies() {
	g.work.copies = nil
	if !g.work.alone {
		g.work.alone = !slices.ContainsFunc(g.nodes, func(n *Node) bool { return n != nil && (n.Op == OpClosure || n.Op == OpClass) })
	}
	if !g.Config.Fold || g.Config.Fuel > 0 && g.Stats.Changes >= g.Config.Fuel {
		return
	}
	of, all := g.compounds()
	g.Nodes(func(n *Node) {
		if n.Op != OpBind || of[n] != nil {
			return
		}
		if g.namesConstant(n) {
			g.dropFactors(n)
		}
		if g.isCopy(n) {
			g.pickCopy(n)
		}
	})
	for _, c := range all {
		if c.stays {
			continue
		}
		for _, n := range c.names {
			if x := n.Arg(0); x.Has(FlagCompound) {
				x.Flags &^= FlagCompound
				g.enqueue(x)
			}
			g.pickCopy(n)
		}
	}
}

// pickCopy puts a name on the worklist that the rule "copy" may drop.
func (g *Graph) pickCopy(n *Node) {
	if g.work.copies == nil {
		g.work.copies = map[*Node]bool{}
	}
	g.work.copies[n] = true
	g.enqueue(n)
}

// compound is the names of a variable while its author updates it by x += 1, x++ and the like.
// Either all of them are removed, if all of the values are known, or the variable is read and
// set where its author does so. The known result of x++ is used in branches and in operators on
// it in any case, but data[2] beside data[i] is no better than data[i].
type compound struct {
	names []*Node
	stays bool
}

// compounds returns the compounds, and the compound that each name belongs to.
func (g *Graph) compounds() (of map[*Node]*compound, all []*compound) {
	var chain []*Node
	before := func(n *Node) *Node { // the name whose update is n
		if x := n.Arg(0); x.Has(FlagCompound) && x.Arg(0).Op == OpBind && x.Arg(0).Sym == n.Sym {
			return x.Arg(0)
		}
		return nil
	}
	g.Nodes(func(n *Node) {
		if n.Op != OpBind || !n.Arg(0).Has(FlagCompound) || of[n] != nil {
			return
		}
		chain = chain[:0]
		for ; n != nil && of[n] == nil; n = before(n) {
			chain = append(chain, n)
		}
		if of == nil {
			of = map[*Node]*compound{}
		}
		c := of[n]
		if c == nil {
			c = &compound{}
			all = append(all, c)
		}
		for _, n := range chain {
			x := n.Arg(0)
			known := x.Op == OpConst || x.Has(FlagCompound) && (x.Arg(0).Op == OpConst || before(n) != nil)
			c.stays = c.stays || !known || !x.Type.IsConst() || !g.short(x.Type) || !g.mayGo(n)
			c.names = append(c.names, n)
			of[n] = c
		}
	})
	return of, all
}

// drain visits everything that waits.
func (g *Graph) drain(limit int) {
	w := &g.work
	for w.head < len(w.queue) {
		n := w.queue[w.head]
		w.queue[w.head] = nil
		if w.head++; w.head > 1024 && w.head*2 > len(w.queue) {
			w.queue = append(w.queue[:0], w.queue[w.head:]...)
			w.head = 0
		}
		if !n.dead {
			g.visit(n)
		}
		if g.Stats.Visits > limit {
			g.Fatalf("optimize: no fixpoint after %d visits, last v%d %v", g.Stats.Visits, n.ID, n.Op)
		}
	}
	w.queue, w.head = w.queue[:0], 0
}

// visit brings one node into normal form. The node counts as waiting meanwhile, so that its own
// changes do not enqueue it again.
func (g *Graph) visit(n *Node) {
	g.Stats.Visits++
	if !n.seen {
		n.seen = true
		g.Stats.FirstVisits++
	}
	before, pinned := n.Type, n.Op.HasMem() && n.in[0] != nil
	g.instance = n.Instance // what a rule makes in place of n is where n was
	by, mem := g.idealize(n)
	if by == n && !n.dead {
		g.knownValue(n)
	}
	g.instance = 0
	n.onList = false
	if n.dead {
		return
	}
	if by == n {
		if by = g.share(n); by == n {
			if n.Type != before || pinned && n.in[0] == nil {
				g.changed(n)
			}
			return
		}
		mem = by
	}
	g.Replace(n, by, mem)
}

// share enters n into the value table. Of two equal nodes the first one in the source stays; the
// result is the node to use instead of n.
func (g *Graph) share(n *Node) *Node {
	old := g.enter(n)
	if old == n || !g.Spend(&shareRule, n, old) {
		return n
	}
	if old.Order <= n.Order {
		return old
	}
	g.Replace(old, n, n)
	g.enter(n)
	return n
}

// changed visits the users of a node whose type has changed.
func (g *Graph) changed(n *Node) {
	g.touched(n)
	for _, u := range n.out {
		g.enqueue(u)
	}
	g.WakeDeps(n)
}

// visitOrder lists all nodes: control in reverse postorder, each followed by its phis and by the
// nodes that it pins, inputs before users. The list is valid until the next call.
func (g *Graph) visitOrder() []*Node {
	m := g.mem
	if g.last.ordered == g.now.edges {
		return m.visits
	}
	g.last.ordered = g.now.edges
	m.placed = slab.Zeroed(m.placed, len(g.nodes))
	o := orderer{placed: m.placed, list: m.visits[:0], stack: m.places[:0]}
	for _, c := range g.controlOrder() {
		o.place(c)
		users := InOrder(m.users[:0], c.out)
		m.users = users
		for _, u := range users {
			if u.Op == OpPhi && u.in[0] == c {
				o.phi(u)
			}
		}
		for _, u := range users {
			if !u.Op.IsControl() && u.Op != OpPhi {
				o.place(u)
			}
		}
		for _, u := range users {
			if u.Op == OpLoop && u.in[2] == c {
				o.backEdge(u)
			}
		}
	}
	g.Nodes(o.place)
	m.visits, m.places = o.list, o.stack
	return o.list
}

// InOrder appends the nodes in the order of the source.
func InOrder(to, nodes []*Node) []*Node {
	to = append(to, nodes...)
	slices.SortStableFunc(to, func(a, b *Node) int { return cmp.Compare(a.Order, b.Order) })
	return to
}

// controlOrder lists the control nodes in reverse postorder from Start. The list is valid until
// the next call.
func (g *Graph) controlOrder() []*Node {
	m := g.mem
	m.seen = slab.Zeroed(m.seen, len(g.nodes))
	seen, waiting, post, stack := m.seen, m.waiting[:0], m.order[:0], m.controlFrames[:0]
	enter := func(n *Node) {
		seen[n.ID] = true
		f := controlFrame{n, len(waiting)}
		for _, u := range n.out {
			if u.Op.IsControl() && u.Op != OpStop && (u.Op != OpLeave || u.in[0] == n) && (len(waiting) == f.rest || waiting[len(waiting)-1] != u) {
				waiting = append(waiting, u)
			}
		}
		slices.SortStableFunc(waiting[f.rest:], func(a, b *Node) int { return cmp.Compare(a.Order, b.Order) })
		stack = append(stack, f)
	}
	enter(g.Start)
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		if k := len(waiting); k > f.rest {
			s := waiting[k-1] // last first: the reverse is in source order
			waiting = waiting[:k-1]
			if !seen[s.ID] {
				enter(s)
			}
			continue
		}
		post = append(post, f.n)
		stack = stack[:len(stack)-1]
	}
	m.waiting, m.order, m.controlFrames = waiting, post, stack
	slices.Reverse(post)
	return post
}

// controlFrame is a node on the path from Start to the current position of a walk.
type controlFrame struct {
	n    *Node
	rest int // how many of the waiting nodes are not its successors
}

// orderer lists nodes with their inputs before them.
type orderer struct {
	placed []bool
	list   []*Node
	stack  []placing
}

// placing is a node whose inputs from next on have yet to be placed.
type placing struct {
	n    *Node
	next int
}

// phi places a phi after its inputs (of a loop phi only its entry).
func (o *orderer) phi(p *Node) {
	last := len(p.in)
	if p.in[0].Op == OpLoop {
		last = 2
	}
	for _, x := range p.in[1:last] {
		if x != nil {
			o.place(x)
		}
	}
	o.place(p)
}

// backEdge places the back-edge inputs of a loop's phis.
func (o *orderer) backEdge(loop *Node) {
	for _, p := range InOrder(nil, loop.out) {
		if p.Op == OpPhi && p.in[2] != nil {
			o.place(p.in[2])
		}
	}
}

// place lists n after its inputs. Control inputs and phis are not followed: they are placed
// separately.
func (o *orderer) place(n *Node) {
	if o.placed[n.ID] {
		return
	}
	o.placed[n.ID] = true
	stack := append(o.stack[:0], placing{n, 0})
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next < len(f.n.in) && f.n.Op != OpPhi {
			x := f.n.in[f.next]
			f.next++
			if x != nil && !o.placed[x.ID] && !x.Op.IsControl() && x.Op != OpPhi {
				o.placed[x.ID] = true
				stack = append(stack, placing{x, 0})
			}
			continue
		}
		o.list = append(o.list, f.n)
		stack = stack[:len(stack)-1]
	}
	o.stack = stack
}
