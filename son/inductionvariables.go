package son

import "slices"

// JoinInductionVariables merges the variables that a loop counts in step, and reports whether
// there were any.
func (g *Graph) JoinInductionVariables() bool {
	joined := false
	var loops []*Node
	g.Nodes(func(n *Node) {
		if n.Op == OpLoop && !g.iterates(n) {
			loops = append(loops, n)
		}
	})
	for _, l := range loops {
		var phis []*Node
		for _, p := range PhisOf(l) {
			if !p.IsMemPhi() && !p.IsRef() && len(p.in) == 3 && !p.in[2].Op.IsControl() && p.Type.Is(KindAny) {
				phis = append(phis, p)
			}
		}
		if len(phis) < 2 || len(phis) > maxInductionVars {
			continue
		}
		SortByOrder(phis)
		for i, p := range phis {
			for _, q := range phis[i+1:] {
				if !p.dead && !q.dead && !g.apart(p, q) && (g.sameInductionVar(p, q) || g.offset(p, q) || g.offset(q, p)) {
					joined = true
				}
			}
		}
	}
	return joined
}

// apart reports whether the author initializes two variables in different places, such as one in
// the head of a for and one that lives on after the loop. In output for readers the for keeps
// its variable.
func (g *Graph) apart(p, q *Node) bool {
	x, y := p.in[1], q.in[1]
	return g.Config.Authored && x.Op == OpBind && y.Op == OpBind && x.in[0] != y.in[0]
}

// maxInductionVars bounds how many variables of a loop are compared with one another.
const maxInductionVars = 12

// sameInductionVar replaces q by p if they are always equal.
func (g *Graph) sameInductionVar(p, q *Node) bool {
	if slices.ContainsFunc(q.out, captures) || base(p.in[1]) != base(q.in[1]) || !alike(p.in[2], q.in[2], p, q, alikeDepth) || !g.Spend(&sameInductionVarRule, q, p) {
		return false
	}
	g.Replace(q, p, nil)
	return true
}

// alikeDepth bounds how deep alike looks.
const alikeDepth = 4

// alike reports whether x equals y with p in place of q.
func alike(x, y, p, q *Node, depth int) bool {
	x, y = base(x), base(y)
	switch {
	case x == p && y == q:
		return true
	case x == y:
		return x != p && x != q && !reads(x, p, q, depth)
	case depth == 0 || x.Op != y.Op || !Floats(x) || !Floats(y) || len(x.in) != len(y.in),
		x.Flags.Meaning() != y.Flags.Meaning() || x.Idx != y.Idx || x.Str != y.Str || len(x.Parts) > 0 || len(y.Parts) > 0:
		return false
	}
	for i, a := range x.Args() {
		if !alike(a, y.Arg(i), p, q, depth-1) {
			return false
		}
	}
	return true
}

// reads reports whether x may be computed from p or q.
func reads(x, p, q *Node, depth int) bool {
	x = base(x)
	switch {
	case x == p || x == q:
		return true
	case !Floats(x):
		return false
	case depth == 0:
		return true
	}
	return slices.ContainsFunc(x.Args(), func(a *Node) bool { return reads(a, p, q, depth-1) })
}

// offset replaces q by the sum of p and a constant, or by a constant minus p. Steps and
// iterations are few enough that no sum is ever rounded.
func (g *Graph) offset(p, q *Node) bool {
	by, ok := stepOf(p)
	step, ok2 := stepOf(q)
	if !ok || !ok2 || by == 0 || step != by && step != -by || !p.Type.IsInt32() || !p.in[1].Type.IsInt32() || !q.in[1].Type.IsInt32() {
		return false
	}
	a, ok := p.in[1].Type.Number()
	b, ok2 := q.in[1].Type.Number()
	uses := 0
	for _, u := range q.out {
		for _, x := range u.in {
			if x == q && u != base(q.in[2]) {
				uses++
			}
		}
	}
	if !ok || !ok2 || uses != 1 || !onlyStep(q) || !g.Spend(&offsetRule, q, p) {
		return false
	}
	op, in := OpAdd, []*Node{p, g.Const(NumberConst(b - a))}
	if step != by {
		op, in = OpSub, []*Node{g.Const(NumberConst(b + a)), p}
	}
	x := g.NewNode(op, nil, nil, in[0], in[1])
	x.Type, x.Order, x.Span = g.Compute(x), q.Order, q.Span
	g.Replace(q, x, nil)
	x.Sym, x.Flags = nil, 0 // it is not a variable
	return true
}

// onlyStep reports whether q's value for the next iteration is used by the phi q alone.
func onlyStep(q *Node) bool {
	for x := q.in[2]; x != q; x = x.Arg(0) {
		if len(x.out) != 1 {
			return false
		}
	}
	return true
}

// captures reports whether u captures variables, by name.
func captures(u *Node) bool { return u.Op == OpClosure || u.Op == OpClass }
