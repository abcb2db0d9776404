package loop

import "github.com/sonjs/son/son"

// Rotate finds loops that have no test in the source, but whose first or last action is to
// test whether to continue, and makes them print with that test.
//
//	while (true) { if (!more()) break; step() }     becomes     while (more()) step()
func Rotate(g *son.Graph) {
	var loops []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpLoop && !g.Iterates(n) && g.Loops[n] != nil && n.In(2) != nil {
			loops = append(loops, n)
		}
	})
	if len(loops) == 0 {
		return
	}
	cfg := g.CFG()
	var places []son.TestPlace
	for _, b := range cfg.Blocks {
		if b.End != nil && b.End.Op == son.OpIf {
			places = append(places, son.TestPlace{Loop: b.Loop, Site: b.End.Site})
		}
	}
	tests := g.TestedLoops(places)
	for _, n := range loops {
		b := cfg.BlockOf(n)
		if info := g.Loops[n]; b != nil && b.Loop != nil && !tests[info] && (leavesAt(b, b) || leavesAt(b, b.Preds[1])) && g.Spend(&LoopRotationRule, n, n) {
			again := *info
			again.Rotated = true
			g.Loops[n] = &again
		}
	}
}

// leavesAt reports whether h's loop may be left or continued at the end of a block, or of the condition that begins
// there.
func leavesAt(h, b *son.Block) bool {
	for range maxOperands {
		j := joinOf(b)
		if j == nil {
			break
		}
		b = j
	}
	if b == nil || b.End == nil || b.End.Op != son.OpIf || b.End.Has(son.FlagSwitch) {
		return false
	}
	return h.Loop.Has(b.Succs[0]) != h.Loop.Has(b.Succs[1])
}

// maxOperands bounds how many && and || of a condition are looked at.
const maxOperands = 16

// joinOf returns the block in which the operands of the condition at the end of a block join, if only its
// outcome is tested there; or nil.
//
//	b: if (x)   →   y   →   phi; if (phi)        x && y
func joinOf(b *son.Block) *son.Block {
	if b == nil || b.End == nil || b.End.Op != son.OpIf || !b.End.Has(son.FlagExpr) {
		return nil
	}
	for _, s := range b.Succs {
		for range maxOperands {
			if s.Head.Op == son.OpRegion || len(s.Succs) == 0 {
				break
			}
			s = s.Succs[0]
		}
		if s.Idom == b && s.Head.Op == son.OpRegion && s.End != nil && s.End.Op == son.OpIf && s.End.Cond().Op == son.OpPhi && s.End.Cond().Region() == s.Head {
			return s
		}
	}
	return nil
}
