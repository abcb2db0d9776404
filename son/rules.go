package son

// allRules returns every rule in the order in which they are tried. The control rules run
// without folding too: they only remove what the graph does not need.
func allRules() []Rule {
	rules := controlRules()
	for i := range rules {
		rules[i].always = true
	}
	rules = append(rules, branchRules()...)
	rules = append(rules, numberRules()...)
	rules = append(rules, equalRules()...)
	rules = append(rules, stringRules()...)
	rules = append(rules, templateRules()...)
	rules = append(rules, builtinRules()...)
	rules = append(rules, cellRules()...)
	return append(rules, signatureRules()...)
}

// alwaysOn reports that the rule runs without Config.Fold.
func (r *Rule) alwaysOn() bool { return r.always }

// The rest is the vocabulary in which the rules are written.

// isConst reports that x is the constant t.
func isConst(x *Node, t Type) bool { return x.Op == OpConst && x.Type == t }

// pure reports that x has no effect and is not pinned.
func pure(x *Node) bool { return x.in[0] == nil && (!x.Op.HasMem() || x.in[1] == nil) }

// op makes a pure operator that replaces n, at n's place in the source.
func (g *Graph) op(n *Node, op Op, args ...*Node) *Node {
	in := []*Node{nil}
	if op.HasMem() {
		in = append(in, nil)
	}
	x := g.NewNode(op, append(in, args...)...)
	x.SetSource(n)
	return g.Peephole(x)
}

// swapArgs exchanges the two operands of n.
func (g *Graph) swapArgs(n *Node) {
	g.unnumber(n)
	f := n.FirstArg()
	n.in[f], n.in[f+1] = n.in[f+1], n.in[f]
	n.pos[f], n.pos[f+1] = n.pos[f+1], n.pos[f]
	for i := f; i <= f+1; i++ {
		n.in[i].slot[n.pos[i]] = int32(i)
	}
	g.enqueue(n)
}

// onlyUser reports that n is the only user of x's value. This is unknown while a graph is being
// built, and while dead code is still being removed the answer would depend on the visiting
// order.
func (g *Graph) onlyUser(x, n *Node) bool { return g.onlyUserOf(x, n, n) }

// onlyUserOf is onlyUser for a rule that visits another node: u is the only user of x's value.
func (g *Graph) onlyUserOf(x, u, visited *Node) bool {
	if !g.work.late {
		if g.work.on {
			g.work.early = append(g.work.early, visited)
		}
		return false
	}
	if len(x.out) > ManyUsers {
		return false
	}
	uses := 0
	for i := range x.out {
		if v, s := x.Use(i); v.SlotKind(s) == SlotData {
			if v != u {
				return false
			}
			uses++
		}
	}
	return uses == 1
}

// ManyUsers is the number of users from which counting them is no longer worth the time.
const ManyUsers = 8

// PhisOf returns the phis of a region.
func PhisOf(r *Node) []*Node {
	var phis []*Node
	for _, u := range r.out {
		if u.Op == OpPhi && u.in[0] == r {
			phis = append(phis, u)
		}
	}
	return phis
}

// Diamond returns the If whose two projections are the only predecessors of a region, with
// nothing in between, and the index of the region's input for the true projection.
func Diamond(r *Node) (iff *Node, yes int) {
	if r.Op != OpRegion || len(r.in) != 3 {
		return nil, 0
	}
	a, b := r.in[1], r.in[2]
	if a == b || a.Op != OpProj || b.Op != OpProj || a.in[0] != b.in[0] || a.in[0].Op != OpIf {
		return nil, 0
	}
	if a.Idx == 0 {
		return a.in[0], 1
	}
	return a.in[0], 2
}
