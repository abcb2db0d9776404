package son

// iterations is the group of Verify about iteration loops.
func (v *verifier) iterations() {
	nexts := map[*Node]int{} // by loop
	v.nodes(func(n *Node) {
		switch n.Op {
		case OpIterNext:
			if b := v.cfg.BlockOf(n.in[0]); b != nil {
				nexts[n.in[0]]++
				v.iterNext(n, b)
			}
		case OpIterOpen:
			if n.Idx < IterIn || n.Idx > IterAwait {
				v.fail(n, "unknown kind of iteration %d", n.Idx)
			}
		case OpLeave:
			if b := v.cfg.BlockOf(n); n.Idx != LeaveNow && b != nil && (b.End != nil || !n.goesOn(b.Succs[0].item())) {
				v.fail(n, "does not return to the loop that it continues")
			}
		case OpHasNext:
			if x := n.Arg(0); x.Op != OpIterNext && x.Op != OpDead {
				v.fail(n, "its input is v%d %v, want an IterNext", x.ID, x.Op)
			}
		}
	})
	for _, b := range v.cfg.Blocks {
		if b.Head.Op == OpLoop && v.g.Iterates(b.Head) && nexts[b.Head] != 1 {
			v.fail(b.Head, "has %d IterNexts, want one", nexts[b.Head])
		}
	}
}

// iterNext checks n, which is pinned to the head of b.
func (v *verifier) iterNext(n *Node, b *Block) {
	open := n.Arg(0)
	switch info := v.g.Loops[b.Head]; {
	case open.Op == OpDead || n.in[1].Op == OpDead:
		return
	case b.Head.Op != OpLoop || info == nil || !info.Kind.Iterates():
		v.fail(n, "is pinned to v%d %v, want an iteration loop", b.Head.ID, b.Head.Op)
		return
	case info.Kind.IterKind() != open.Idx:
		v.fail(n, "differs in kind from its loop")
	}
	if n.in[1] != v.mem.in[b.ID] {
		v.fail(n, "comes after v%d %v, want it first in its loop", n.in[1].ID, n.in[1].Op)
	}
	if p := b.Preds[0]; p != nil && v.mem.out[p.ID] != open {
		v.fail(n, "its v%d IterOpen is not the last thing before the loop", open.ID)
	}
	if back := b.Preds[1]; open.Idx != IterIn && back != nil && !back.Head.goesOn(n) {
		v.fail(n, "control returns from v%d %v, want a Leave for the next item", back.Head.ID, back.Head.Op)
	}
	if e := b.End; e == nil || e.Op != OpIf || e.Cond().Op != OpHasNext || e.Cond().Arg(0) != n {
		v.fail(n, "its loop does not test it first")
	}
}

// goesOn reports whether a control state is the Leave from the end of a loop's body to the next
// item, which next returns.
func (n *Node) goesOn(next *Node) bool {
	return n.Op == OpLeave && n.Idx == LeaveNext && next != nil && n.in[2] == next
}

// item returns the IterNext at the start of b, or nil.
func (b *Block) item() *Node {
	if b.End == nil || b.End.Op != OpIf || b.End.Cond().Op != OpHasNext {
		return nil
	}
	return b.End.Cond().Arg(0)
}
