package loop

import "github.com/sonjs/son/son"

// hoistFinals moves reads of properties that do not change any more out of loops. Such a read has no effect and can
// be anywhere once there is the object, so the loop may call and write what it likes.
//
//	for (const t of list) if (this.source.has(t)) g(t)
//	  =>  const { source } = this; for (const t of list) if (source.has(t)) g(t)
func hoistFinals(g *son.Graph) {
	if !g.Config.Assume.Has(son.AssumeClosedObjects) {
		return
	}
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Has(son.FlagPresent) && n.In(0) != nil && n.OnChain() {
			list = append(list, n)
		}
	})
	if len(list) == 0 {
		return
	}
	son.SortByOrder(list)
	c := g.CFG()
	type read struct {
		of   *son.Node
		name string
		loop *son.Block
	}
	before := map[read]*son.Node{}
	for _, n := range list {
		b := c.BlockOf(n.In(0))
		if b == nil {
			continue
		}
		loop := outermostOpen(g, b, definedIn(c, n.Arg(0)))
		if loop == nil {
			continue
		}
		k := read{n.Arg(0), n.Str, loop}
		if before[k] == nil {
			before[k] = loadBefore(c, loop, n)
		}
		if x := before[k]; x != nil && g.SpendAssuming(&HoistFinalRule, n, x, son.AssumeClosedObjects) {
			g.Replace(n, x, n.Mem())
		}
	}
}

// definedIn returns the block in which there is a value at the latest, or nil if that is not known.
func definedIn(c *son.CFG, x *son.Node) *son.Block {
	switch {
	case x.Op == son.OpParam, x.Op == son.OpThis, x.Op == son.OpCaptured:
		return c.Blocks[0]
	case x.In(0) != nil:
		return c.BlockOf(x.In(0))
	}
	return nil
}

// outermostOpen returns the head of the outermost loop around b that begins after first, each iteration of which
// executes b, and before which there is a place for statements; nil if there is none.
func outermostOpen(g *son.Graph, b, first *son.Block) (head *son.Block) {
	if first == nil {
		return nil
	}
	for l := b.Loop; l != nil; l = b.Loop {
		preds := l.Head.Preds
		if l.Head.Head.Op != son.OpLoop || len(preds) != 2 || preds[0] == nil || preds[1] == nil || !first.Dominates(preds[0]) || !b.Dominates(preds[1]) {
			return head
		}
		if info := g.Loops[l.Head.Head]; info != nil && !info.Kind.Iterates() {
			head = l.Head
		}
		b = preds[0]
	}
	return head
}

// loadBefore makes a load before a loop that has the value of one in it, or returns nil.
func loadBefore(c *son.CFG, loop *son.Block, n *son.Node) *son.Node {
	g, head := c.Graph, loop.Head
	entry := head.In(1)
	mem := memoryAt(head)
	if mem == nil || c.BlockOf(entry) == nil && entry != g.Start {
		return nil
	}
	before := g.NewNode(son.OpLoad, entry, mem.In(1), n.Arg(0))
	before.Str, before.Flags, before.Type, before.Order, before.Span, before.Sym = n.Str, n.Flags, n.Type, g.OrderBefore(head, n), n.Span, n.Sym
	g.SetIn(mem, 1, before)
	return before
}

// memoryAt returns the phi of the memory at the head of a loop, or nil.
func memoryAt(head *son.Node) *son.Node {
	for _, u := range head.Users() {
		if u.IsMemPhi() && u.In(0) == head {
			return u
		}
	}
	return nil
}
