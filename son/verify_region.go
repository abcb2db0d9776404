package son

// regions is the group of Verify about the parts of try statements.
func (v *verifier) regions() {
	first := map[*Node]*Node{} // by projection: its Catch or Finally
	v.nodes(func(n *Node) {
		if n.Op != OpCatch && n.Op != OpFinally {
			return
		}
		arm := TryCatch
		if n.Op == OpFinally {
			arm = TryFinally
		}
		c := n.in[0]
		switch {
		case c.Op == OpDead:
		case c.Op != OpProj || c.in[0].Op != OpTry || int(c.Idx) != arm:
			v.fail(n, "is pinned to v%d %v, want projection %d of a Try", c.ID, c.Op, arm)
		case n.in[1] != c.in[0].in[1]:
			v.fail(n, "takes memory v%d, but the Try has v%d", n.in[1].ID, c.in[0].in[1].ID)
		case first[c] != nil:
			v.fail(n, "duplicates v%d", first[c].ID)
		}
		first[c] = n
	})
	for _, b := range v.cfg.Blocks {
		v.region(b, first)
	}
}

// region checks the edges into b and out of it.
func (v *verifier) region(b *Block, first map[*Node]*Node) {
	h := b.Head
	switch {
	case h.Op == OpProj && h.in[0].Op == OpTry && h.Idx > 0:
		if first[h] == nil {
			v.fail(h, "this part of a try does not start with a Catch or Finally")
		}
	case h.Op == OpRegion || h.Op == OpLoop:
		for i, p := range b.Preds {
			if p != nil && p.Region != b.Region {
				v.fail(h, "control comes from v%d, which is in another part of a try than v%d", h.in[i+1].ID, h.in[1].ID)
			}
		}
	case h.Op == OpLeave:
		if r := b.Preds[0].Region; h.in[2].Op != OpDead && (r == nil || r.Try != h.in[2]) {
			v.fail(h, "v%d is not in a part of v%d %v", h.in[0].ID, h.in[2].ID, h.in[2].Op)
		}
	}
	if e := b.End; e != nil && e.Op == OpEndFinally && (b.Region == nil || b.Region.Arm != TryFinally) {
		v.fail(e, "is not in a finally")
	}
}
