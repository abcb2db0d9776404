package son

var hoistLoadRule = Rule{
	Name:    "load-before",
	File:    "son/hoist.go",
	Ops:     []Op{OpLoad},
	Doc:     "read of a property at the start of each iteration of a loop => read before the loop  if nothing in the loop writes or calls, reading runs no code (assumption pure-getters) and, where operands are converted, neither does that (pure-coercion); with --for speed",
	Example: "for (let i = 0; i < a.length; i++) s += a[i]  =>  const t = a.length; for (… i < t …) …",
}

// HoistLoads moves reads of properties out of loops if every iteration starts with them and they
// return the same value each time. The first thing that a loop does happens at least once, so
// the read, and the error if there is nothing to read from, stay in their places.
func (g *Graph) HoistLoads() {
	if !g.Config.Speed || !g.Config.Assume.Has(AssumePureGetters) || len(g.Loops) == 0 {
		return
	}
	c := NewCFG(g)
	for i := len(c.Blocks) - 1; i >= 0; i-- { // inner loops first
		l := c.Blocks[i].Loop
		if l == nil || l.Head != c.Blocks[i] || l.Head.Head.Op != OpLoop {
			continue
		}
		if info := g.Loops[l.Head.Head]; info == nil || info.Kind.Iterates() {
			continue
		}
		if assumed, ok := c.quiet(l); ok {
			g.hoistFrom(c, l, assumed)
		}
	}
}

// has reports whether a block is in the loop.
func (l *LoopTree) has(b *Block) bool {
	if b == nil {
		return false
	}
	for x := b.Loop; x != nil && x.Depth >= l.Depth; x = x.Parent {
		if x == l {
			return true
		}
	}
	return false
}

// quiet reports whether nothing in a loop changes a property that is read there, and the
// assumptions that this depends on.
func (c *CFG) quiet(l *LoopTree) (assumed Assumptions, ok bool) {
	ok = true
	c.Graph.Nodes(func(n *Node) {
		if !ok || len(n.in) == 0 || n.in[0] == nil || !n.Op.HasMem() || !l.has(c.BlockOf(n.in[0])) {
			return
		}
		switch {
		case n.Op.IsControl():
			ok = n.Op == OpReturn || n.Op == OpThrow || n.Op == OpNever
		case n.Effect()&(Writes|Calls) == 0, n.Op == OpStoreCell:
		case n.Op == OpLoad, n.Op == OpLoadIdx && n.Arg(1).Type.Is(KindPrimitive):
			assumed |= AssumePureGetters
		case n.Op.IsOperator():
			assumed |= AssumePureCoercion
		default:
			ok = false
		}
	})
	return assumed, ok && c.Graph.Config.Assume.Has(assumed)
}

// hoistFrom moves the loads out of a loop that is quiet.
func (g *Graph) hoistFrom(c *CFG, l *LoopTree, assumed Assumptions) {
	head := l.Head.Head
	entry := head.in[1]
	var mem *Node
	for _, u := range head.out {
		if u.IsMemPhi() && u.in[0] == head {
			mem = u
		}
	}
	if mem == nil || c.BlockOf(entry) == nil && entry != g.Start {
		return
	}
	for {
		n := g.firstLoad(c, l, mem)
		if n == nil {
			return
		}
		before := g.NewNode(OpLoad, entry, mem.in[1], n.Arg(0))
		before.Str, before.Type, before.Order, before.Span, before.Sym = n.Str, n.Type, g.orderBefore(head, n), n.Span, n.Sym
		if !g.spendAssuming(&hoistLoadRule, n, before, assumed|AssumePureGetters) {
			g.Kill(before)
			return
		}
		g.SetIn(mem, 1, before)
		g.Replace(n, before, mem)
	}
}

// firstLoad returns the load at the start of a loop's head, if its object is known before the
// loop.
func (g *Graph) firstLoad(c *CFG, l *LoopTree, mem *Node) *Node {
	for _, n := range mem.out {
		if n.Op != OpLoad || n.in[0] != mem.in[0] || n.in[1] != mem {
			continue
		}
		switch x := n.Arg(0); {
		case x.IsRef() || x.Op == OpSuper:
		case x.Op == OpParam, x.Op == OpThis, x.Op == OpCaptured:
			return n
		case (x.Op == OpPhi || x.Op == OpBind) && x.in[0] != nil && c.BlockOf(x.in[0]) != nil && !l.has(c.BlockOf(x.in[0])):
			return n
		}
	}
	return nil
}

// MoveBefore makes a floating node be computed in front of a loop.
func (g *Graph) MoveBefore(loop, n *Node) {
	n.home, n.Order = loop.in[1], g.orderBefore(loop, n)
}

// orderBefore returns an order for n that places it before a loop and the declarations of the
// loop's head.
func (g *Graph) orderBefore(loop, n *Node) int32 {
	order, info := n.Order, g.Loops[loop]
	if info == nil || info.Init.IsZero() {
		return order
	}
	for _, u := range loop.in[1].out {
		if u.in[0] == loop.in[1] && u.Span.Start >= info.Init.Start && u.Span.End <= info.Init.End && u.Order <= order {
			order = u.Order - 1
		}
	}
	return order
}
