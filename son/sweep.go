package son

import (
	"cmp"
	"slices"
	"sort"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/parse/ast"
)

// Sweep tidies up after building: a node that types have since proven harmless is taken off the
// memory chain, and every node that Stop does not need is removed. A loop that control can enter
// but not leave is needed too: it gets a Never exit.
func (g *Graph) Sweep() {
	for again := true; again; {
		g.sweep()
		again = g.dropIdleCalls()
	}
}

// dropIdleCalls removes the calls that do nothing and whose values nobody uses, and reports whether there
// were any.
func (g *Graph) dropIdleCalls() (found bool) {
	if g.Config.Summaries == nil || !g.Config.Fold || !g.last.idle {
		return false
	}
	for _, n := range g.nodes {
		if n == nil || !n.isIdleCall() || g.leavesArguments(n) || !g.SpendAssuming(&idleCallRule, n, n, n.assumptions()) {
			continue
		}
		if g.offChain(n); !n.dead {
			g.Kill(n)
		}
		g.Stats.Swept++
		found = true
	}
	return found
}

// sweep is Sweep, but for calls.
func (g *Graph) sweep() {
	began := g.version()
	if began == g.last.swept {
		return
	}
	for _, n := range g.nodes {
		if n == nil || !n.Op.HasMem() {
			continue
		}
		g.Unchain(n)
		if n.Op == OpClass && g.Config.Fold && n.isIdleClass() {
			g.offChain(n)
		}
	}
	marked := g.markNeeded()
	unneeded := g.mem.unneeded
	if slices.ContainsFunc(unneeded, func(n *Node) bool { return n.Op == OpLoop }) {
		marked = g.giveExits(marked)
		unneeded = slices.DeleteFunc(unneeded, func(n *Node) bool { return marked[n.ID] })
	}
	if len(unneeded) == 0 {
		if g.version() == began {
			g.last.swept = began
		}
		return
	}
	// Lists of users are written anew: removing dead users one by one costs more.
	lost := g.mem.lost[:0]
	found := slab.Zeroed(g.mem.lostUsers, len(g.nodes))
	for _, n := range unneeded {
		switch n.Op {
		case OpClosure, OpClass:
			g.Stats.Swept++
		case OpBind:
			if !isRead(n.Sym) || !marked[n.Arg(0).ID] && n.Arg(0).Op != OpConst {
				g.Stats.Swept++
			}
		case OpLoadCell: // a statement that is only a name, which cannot be in its dead zone
			if n.Arg(0).Op == OpCapturedCell && n.Sym != nil && n.Sym.Kind.Lexical() {
				g.Stats.Swept++
			}
		}
		if n.losesName() || g.Config.Speed && n.Op.IsOperator() { // not even a needless operator is worth keeping, then
			g.nameGone(n.Instance)
		}
		g.unnumber(n)
		g.WakeDeps(n)
		n.dead = true
		g.nodes[n.ID] = nil
		if o := g.Config.Observer; o != nil {
			o.NodeKilled(g, n)
		}
		for _, x := range n.in {
			if x != nil && marked[x.ID] && !found[x.ID] {
				found[x.ID] = true
				lost = append(lost, x)
			}
		}
	}
	g.mem.lost, g.mem.lostUsers = lost, found
	g.now.edges++
	slices.SortFunc(lost, func(a, b *Node) int { return cmp.Compare(a.ID, b.ID) })
	for _, n := range lost {
		n.forgetDeadUsers()
	}
	for _, n := range g.nodes {
		if n != nil && len(n.deps) > 0 {
			n.deps = slices.DeleteFunc(n.deps, (*Node).Dead)
		}
	}
	for _, n := range lost {
		g.lostUser(n)
	}
}

// forgetDeadUsers removes the dead nodes from the users of n.
func (n *Node) forgetDeadUsers() {
	k := 0
	for i, u := range n.out {
		if u.dead {
			continue
		}
		n.out[k], n.slot[k] = u, n.slot[i]
		u.pos[n.slot[i]] = int32(k)
		k++
	}
	clear(n.out[k:])
	n.out, n.slot = n.out[:k], n.slot[:k]
}

// markNeeded marks the nodes that stay in a sweep, by ID, and lists the others.
func (g *Graph) markNeeded() []bool {
	marked := slab.Zeroed(g.mem.marked, len(g.nodes))
	g.mem.marked = marked
	g.mark(g.Start, marked)
	g.mark(g.Stop, marked)
	g.listUnneeded()
	if !slices.ContainsFunc(g.mem.unneeded, func(n *Node) bool { return n.Op == OpBind }) {
		return marked
	}
	if g.Config.Fold {
		g.markLeftovers(marked)
	} else {
		g.markNames(marked)
	}
	g.listUnneeded()
	return marked
}

// listUnneeded lists the nodes that are not marked.
func (g *Graph) listUnneeded() {
	list := g.mem.unneeded[:0]
	for id, n := range g.nodes {
		if n != nil && !g.mem.marked[id] {
			list = append(list, n)
		}
	}
	g.mem.unneeded = list
}

// giveExits adds a Never to each loop that control can enter but not leave, and marks what it needs.
func (g *Graph) giveExits(marked []bool) []bool {
	for _, c := range g.controlOrder() {
		if c.Op == OpLoop && !marked[c.ID] {
			never := g.NewNode(OpNever, c, g.memAt(c))
			never.Type = TypeControl
			never.Span = c.Span
			g.AddIn(g.Stop, never)
			marked = append(marked, false)
			g.mark(never, marked)
		}
	}
	g.mem.marked = marked
	return marked
}

// isIdleClass reports whether nobody uses a class and making it runs no code: it extends
// nothing, and has only methods whose names are known.
func (n *Node) isIdleClass() bool {
	for _, p := range n.Parts {
		switch p.Kind {
		case PartMethod, PartGetter, PartSetter:
		default:
			return false
		}
	}
	for i := range n.out {
		if u, s := n.Use(i); u.SlotKind(s) != SlotMemory && (u.Op != OpBind || len(u.out) > 0) {
			return false
		}
	}
	return true
}

// isRead reports whether the source reads a variable. Its initial value may be there to document
// it, as long as someone does.
func isRead(s *ast.Symbol) bool { return s == nil || s.Read || s.DynamicReach || s.Exported }

// markNames marks the values that have names in the source, though nothing reads them: without
// folding the program stays as it is.
func (g *Graph) markNames(marked []bool) {
	for _, n := range g.nodes {
		if n != nil && n.Op == OpBind && !n.Has(FlagUnset) && n.in[0] != nil && marked[n.in[0].ID] {
			g.mark(n, marked)
		}
	}
}

// markLeftovers marks the stores that nothing reads, and that stay; see namesLeftover.
func (g *Graph) markLeftovers(marked []bool) {
	if !g.Config.Authored {
		return
	}
	needed := func(n *Node) bool { return marked[n.ID] }
	for _, n := range g.mem.unneeded {
		if n.Op == OpBind && !marked[n.ID] && g.namesLeftover(n, needed) {
			g.mark(n, marked)
		}
	}
	g.markBeginnings(marked)
}

// markBeginnings marks the constants in declarations of variables that would otherwise be left
// as bare declarations; see isBeginning. A statement of the same block that assigns another
// value to the variable absorbs the declaration: let x = 0; x = f() => let x = f(). And where
// the source reads the constant by its name, the name is no longer needed to document it:
//
//	var a = 0.1; if (a < 1) { f(); a = 1 } g(a)  =>  f(); var a = 1; g(a)
func (g *Graph) markBeginnings(marked []bool) {
	var bare []*Node
	for _, n := range g.mem.unneeded {
		if !marked[n.ID] && !n.Has(FlagRead) && g.isBeginning(n) && n.in[0] != nil && marked[n.in[0].ID] {
			bare = append(bare, n)
		}
	}
	if len(bare) == 0 {
		return
	}
	type place struct {
		sym *ast.Symbol
		at  *Node
	}
	given := map[place]int32{} // variables with values, and the last one set by a statement of a block
	for _, n := range g.nodes {
		if n != nil && marked[n.ID] && n.Sym != nil && (n.Op == OpBind || n.Op == OpPhi) {
			given[place{n.Sym, nil}] = 0
			if n.Op == OpBind && !n.Has(FlagNested) && !entersLoop(n) {
				p := place{n.Sym, n.in[0]}
				given[p] = max(given[p], n.Order)
			}
		}
	}
	for _, n := range bare {
		if _, ok := given[place{n.Sym, nil}]; ok && given[place{n.Sym, n.in[0]}] <= n.Order {
			g.mark(n, marked)
		}
	}
}

// entersLoop reports whether a name is the initial value of a loop variable, which the head of a
// for may set: var i = 0; for (i = 0; …) has no statement that absorbs the declaration.
func entersLoop(n *Node) bool {
	return slices.ContainsFunc(n.out, func(u *Node) bool {
		return u.Op == OpPhi && u.in[0].Op == OpLoop && u.in[1] == n && u.in[0].in[1] == n.in[0]
	})
}

// mark marks n and everything that it needs.
func (g *Graph) mark(n *Node, marked []bool) {
	if marked[n.ID] {
		return
	}
	marked[n.ID] = true
	stack := append(g.mem.stack[:0], n)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, x := range n.in {
			if x != nil && !marked[x.ID] {
				marked[x.ID] = true
				stack = append(stack, x)
			}
		}
		if n.Op.IsToken() || n.Op == OpIterNext { // it cannot be written without its consumer
			for _, u := range n.out {
				if !marked[u.ID] && (n.Op.IsToken() && u.Mem() != n && !u.OnChain() && !u.Op.IsControl() || namesItem(u, n)) {
					marked[u.ID] = true
					stack = append(stack, u)
				}
			}
		}
	}
	g.mem.stack = stack
}

// memAt returns the memory state at the end of the block of c, a control node.
func (g *Graph) memAt(c *Node) *Node {
	for {
		if c == g.Start || c.Op == OpLeave {
			return LastState(c, c)
		}
		if m := LastState(c, nil); m != nil {
			return m
		}
		switch c.Op {
		case OpRegion, OpLoop:
			c = c.in[1] // without a memory phi all edges bring the same state
		case OpProj:
			c = c.in[0].in[0]
		default:
			g.Fatalf("no memory state at v%d %v", c.ID, c.Op)
		}
	}
}

// LastState returns the last memory state among the nodes pinned to c, or none.
func LastState(c, none *Node) *Node {
	var states []*Node
	for _, u := range c.out {
		if u.in[0] == c && u.OnChain() && u.Op != OpLeave {
			states = append(states, u)
		}
	}
	sort.Slice(states, func(i, j int) bool { return states[i].Order < states[j].Order })
	follows := map[*Node]bool{}
	for _, u := range states {
		if u.Op != OpPhi {
			follows[u.Mem()] = true
		}
	}
	for _, u := range states {
		if !follows[u] {
			return u
		}
	}
	return none
}
