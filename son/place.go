package son

// SetSource gives n the place of x in the text and in the order of the source. A place is that of an instance: with
// another one, the code of n would be taken for code of the function itself that stands somewhere else.
func (n *Node) SetSource(x *Node) { n.Order, n.Span, n.Instance = x.Order, x.Span, x.Instance }

// MoveBefore makes a floating node be computed in front of a loop.
func (g *Graph) MoveBefore(loop, n *Node) {
	n.home, n.Order = loop.in[1], g.OrderBefore(loop, n)
}

// manyUsers bounds how many users NameBefore looks at. A value gets its name first, and may then have as many users as
// the function has statements.
const manyUsers = 64

// NameBefore returns a name of x that is set on every way to n, which is pinned, and never again; nil if none is among
// its first users.
func (c *CFG) NameBefore(n, x *Node) *Node {
	b := c.BlockOf(n.in[0])
	for i, u := range x.out[:min(len(x.out), manyUsers)] {
		if u.Op != OpBind || u.SlotKind(int(x.slot[i])) != SlotData || u.Sym == nil || u.Sym.Assigns > 1 || u.in[0] == nil || u.Has(FlagPattern) {
			continue
		}
		at := c.BlockOf(u.in[0])
		if at != nil && b != nil && at.Dominates(b) && (at != b || u.Order <= n.Order) {
			return u
		}
	}
	return nil
}

// Settle takes a load with FlagPresent off the memory chain: it has the same value wherever it is in its block.
func (g *Graph) Settle(n *Node) {
	if n.in[1] != nil {
		n.Flags |= FlagProven
		g.offChain(n)
		g.SetIn(n, 1, nil)
	}
}

// OrderBefore returns an order for n that places it before a loop and the declarations of the
// loop's head.
func (g *Graph) OrderBefore(loop, n *Node) int32 {
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
