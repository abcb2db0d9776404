package son

// Retest finds loops that the source writes without a test, but that first or last
// of all test whether to go on, and lets them be written with that test.
//
//	while (true) { if (!more()) break; step() }     becomes     while (more()) step()
func (g *Graph) Retest() {
	tests := map[*LoopInfo]bool{}
	var loops []*Node
	g.Nodes(func(n *Node) {
		if n.Op == OpLoop && !g.iterates(n) && g.Loops[n] != nil && n.in[2] != nil {
			loops = append(loops, n)
		}
	})
	if len(loops) == 0 {
		return
	}
	cfg := NewCFG(g)
	for _, b := range cfg.Blocks {
		if b.End == nil || b.End.Op != OpIf || b.End.Span.IsZero() {
			continue
		}
		for l := b.Loop; l != nil; l = l.Parent {
			if info := g.Loops[l.Head.Head]; info != nil && !info.Test.IsZero() && info.Test.Contains(b.End.Span) {
				tests[info] = true
			}
		}
	}
	for _, n := range loops {
		b := cfg.BlockOf(n)
		if info := g.Loops[n]; b != nil && b.Loop != nil && !tests[info] && (leavesAt(b, b) || leavesAt(b, b.Preds[1])) && g.spend(&retestRule, n, n) {
			again := *info
			again.Retest = true
			g.Loops[n] = &again
		}
	}
}

// leavesAt reports whether the loop of h is left, or goes on, at the end of a block.
func leavesAt(h, b *Block) bool {
	if b == nil || b.End == nil || b.End.Op != OpIf || b.End.Has(FlagSwitch) {
		return false
	}
	return h.Loop.Has(b.Succs[0]) != h.Loop.Has(b.Succs[1])
}

// Has reports whether a block is in the loop.
func (l *LoopTree) Has(b *Block) bool {
	in := b.Loop
	for in != nil && in.Depth > l.Depth {
		in = in.Parent
	}
	return in == l
}
