package loop

import (
	"slices"

	"github.com/sonjs/son/internal/schedule"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son"
)

// Hoist moves loop-invariant values before the loop, with --for speed:
//
//	for (…; i < s.length; …) n += Math.sqrt(k) * i        s being a string
//	  =>  const t = s.length, t2 = Math.sqrt(k); for (…; i < t; …) n += t2 * i
//
// It must come after the passes that recompute operators. It costs one schedule, which only
// functions with loops pay.
func Hoist(g *son.Graph) {
	if !g.Config.Speed || len(g.Loops) == 0 {
		return
	}
	hoistFinals(g)
	hoistLoads(g)
	c := schedule.Run(g)
	at := make([]*son.Block, g.MaxID())
	for _, b := range c.Blocks {
		for _, n := range b.Phis {
			at[n.ID] = b
		}
		for _, n := range b.Nodes {
			at[n.ID] = b
		}
	}
	type key struct {
		name string
		x    *son.Node
		to   *son.Block
	}
	lengths := map[key]*son.Node{}
	for _, b := range c.Blocks {
		for _, n := range b.Nodes {
			if n.Dead() || n.Ctrl() != nil || !cost.Hoists(n) {
				continue
			}
			loop := outermost(b, early(c.CFG, at, n))
			if loop == nil {
				continue
			}
			to := loop.Preds[0]
			if n.Op == son.OpLoad {
				k := key{n.Str, n.Arg(0), to}
				if first := lengths[k]; first != nil {
					g.Replace(n, first, nil)
					continue
				}
				lengths[k] = n
			}
			g.MoveBefore(loop.Head, n)
			at[n.ID] = to
		}
	}
}

// early returns the deepest block in which an input of n is computed.
func early(c *son.CFG, at []*son.Block, n *son.Node) *son.Block {
	b := c.Blocks[0]
	for _, x := range n.Args() {
		if at[x.ID] != nil && at[x.ID].DomDepth > b.DomDepth {
			b = at[x.ID]
		}
	}
	return b
}

// outermost returns the head of the outermost loop around b each iteration of which executes b,
// and that begins after first; nil if there is none.
func outermost(b, first *son.Block) (head *son.Block) {
	for l := b.Loop; l != nil; l = b.Loop {
		preds := l.Head.Preds
		if l.Head.Head.Op != son.OpLoop || len(preds) != 2 || !first.Dominates(preds[0]) || !b.Dominates(preds[1]) {
			return head
		}
		head, b = l.Head, preds[0]
	}
	return head
}

// hoistLoads moves reads of properties out of loops if every iteration starts with them and they
// return the same value each time. The first thing that a loop does happens at least once, so
// the read, and the error if there is nothing to read from, stay in their places.
func hoistLoads(g *son.Graph) {
	if !g.Config.Speed || !g.Config.Assume.Has(son.AssumePureGetters) || len(g.Loops) == 0 {
		return
	}
	c := g.CFG()
	changing := changingIn(c)
	for i := len(c.Blocks) - 1; i >= 0; i-- { // inner loops first
		l := c.Blocks[i].Loop
		if l == nil || l.Head != c.Blocks[i] || l.Head.Head.Op != son.OpLoop {
			continue
		}
		if info := g.Loops[l.Head.Head]; info == nil || info.Kind.Iterates() {
			continue
		}
		if of := changing[l]; !of.some && g.Config.Assume.Has(of.unless) {
			hoistFrom(g, c, l, of.unless)
		}
	}
}

// changes say whether something in a loop changes a property that is read there: some does, or some may, unless the
// program keeps to assumptions.
type changes struct {
	some   bool
	unless son.Assumptions
}

// changingIn returns the changes of all loops. A load that leaves a loop for the one around it makes no difference there.
func changingIn(c *son.CFG) map[*son.LoopTree]changes {
	of := map[*son.LoopTree]changes{}
	c.Graph.Nodes(func(n *son.Node) {
		if n.NumIn() == 0 || n.In(0) == nil || !n.Op.HasMem() {
			return
		}
		b := c.BlockOf(n.In(0))
		if b == nil || b.Loop == nil || of[b.Loop].some {
			return
		}
		is := of[b.Loop]
		switch {
		case n.Op.IsControl():
			is.some = n.Op != son.OpReturn && n.Op != son.OpThrow && n.Op != son.OpNever
		case n.Effect()&(son.Writes|son.Calls) == 0, n.Op == son.OpStoreCell:
		case n.Op == son.OpLoad, n.Op == son.OpLoadIdx && n.Arg(1).Type.Is(son.KindPrimitive):
			is.unless |= son.AssumePureGetters
		case n.Op.IsOperator():
			is.unless |= son.AssumePureCoercion
		default:
			is.some = true
		}
		of[b.Loop] = is
	})
	for _, b := range slices.Backward(c.Blocks) { // inner loops first
		if l := b.Loop; l != nil && l.Head == b && l.Parent != nil {
			around := of[l.Parent]
			around.some, around.unless = around.some || of[l].some, around.unless|of[l].unless
			of[l.Parent] = around
		}
	}
	return of
}

// hoistFrom moves the loads out of a loop that is quiet.
func hoistFrom(g *son.Graph, c *son.CFG, l *son.LoopTree, assumed son.Assumptions) {
	head := l.Head.Head
	entry := head.In(1)
	mem := memoryAt(head)
	if mem == nil || c.BlockOf(entry) == nil && entry != g.Start {
		return
	}
	for {
		n := firstLoad(c, l, mem)
		if n == nil || !g.Config.Interpreted && bounds(c, l, n) {
			return
		}
		before := loadBefore(g, head, mem.In(1), n)
		if !g.SpendAssuming(&HoistLoadRule, n, before, assumed|son.AssumePureGetters) {
			g.Kill(before)
			return
		}
		g.SetIn(mem, 1, before)
		g.Replace(n, before, mem)
	}
}

// bounds reports whether n is the length of an array whose elements the loop reads one after the other. The compiler of V8
// sees that i < a.length makes a[i] an element, but not that i < t does, and checks that again: by counted
// instructions, the loop of the sieve takes 2.5 % more.
func bounds(c *son.CFG, l *son.LoopTree, n *son.Node) bool {
	if n.Str != "length" || !readOnce(n) {
		return false // a variable is needed anyway
	}
	for _, u := range n.Arg(0).Users() {
		switch u.Op {
		case son.OpLoadIdx, son.OpStoreIdx, son.OpCompRefIdx, son.OpUpdateIdx:
			key := u.Arg(1)
			for key.Op == son.OpBind {
				key = key.Arg(0)
			}
			if u.Arg(0) == n.Arg(0) && key.Op == son.OpPhi && key.Region() == l.Head.Head && has(l, c.BlockOf(u.Ctrl())) {
				return true
			}
		}
	}
	return false
}

// readOnce reports whether the value of n has one use.
func readOnce(n *son.Node) bool {
	uses := 0
	for i := range n.Users() {
		if u, slot := n.Use(i); u.SlotKind(slot) == son.SlotData {
			uses++
		}
	}
	return uses == 1
}

// firstLoad returns the load at the start of a loop's head, if its object is known before the
// loop.
func firstLoad(c *son.CFG, l *son.LoopTree, mem *son.Node) *son.Node {
	for _, n := range mem.Users() {
		if n.Op != son.OpLoad || n.In(0) != mem.In(0) || n.In(1) != mem {
			continue
		}
		switch x := n.Arg(0); {
		case x.IsRef() || x.Op == son.OpSuper:
		case x.Op == son.OpParam, x.Op == son.OpThis, x.Op == son.OpCaptured:
			return n
		case (x.Op == son.OpPhi || x.Op == son.OpBind) && x.In(0) != nil && c.BlockOf(x.In(0)) != nil && !has(l, c.BlockOf(x.In(0))):
			return n
		}
	}
	return nil
}

// has reports whether a block, which may be nil, is in a loop.
func has(l *son.LoopTree, b *son.Block) bool { return b != nil && l.Has(b) }
