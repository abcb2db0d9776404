package loop

import (
	"slices"

	"github.com/sonjs/son/son"
)

// InductionVariables merges the induction variables of all loops that advance in step, or, if
// there are none, removes a loop that only counts and is known to end.
//
//	for (let i = 0; i < 9; i++) {} return 1     becomes     return 1
//
// Cost is linear, plus one schedule if there is such a loop.
func InductionVariables(g *son.Graph) bool {
	return joinInductionVariables(g) || dropOne(g)
}

// dropOne removes the first loop that only counts, inner loops first.
func dropOne(g *son.Graph) bool {
	var c *scheduled
	list := loopsOf(g, &c, mayOnlyCount)
	if len(list) == 0 {
		return false
	}
	outer := map[*son.LoopTree]bool{} // loops that do more than count
	for _, b := range c.Blocks {
		if b.Loop != nil {
			outer[b.Loop.Parent] = true
		}
	}
	for _, l := range list {
		if !outer[l] && dropLoop(c, l) {
			return true
		}
	}
	return false
}

// mayOnlyCount reports whether a loop has a variable that could be an induction variable, and
// changes nothing in memory from one iteration to the next.
func mayOnlyCount(g *son.Graph, loop *son.Node) bool {
	if info := g.Loops[loop]; info == nil || info.Kind.Iterates() {
		return false
	}
	counts := false
	for _, u := range loop.Users() {
		if u.Op != son.OpPhi {
			continue
		}
		if u.IsMemPhi() {
			return false
		}
		counts = counts || u.Type.IsInt32()
	}
	return counts
}

// joinInductionVariables merges the variables that a loop counts in step, and reports whether
// there were any.
func joinInductionVariables(g *son.Graph) bool {
	joined := false
	var loops []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpLoop && !g.Iterates(n) {
			loops = append(loops, n)
		}
	})
	for _, l := range loops {
		var phis []*son.Node
		for _, p := range son.PhisOf(l) {
			if !p.IsMemPhi() && !p.IsRef() && p.NumIn() == 3 && !p.In(2).Op.IsControl() && p.Type.Is(son.KindAny) {
				phis = append(phis, p)
			}
		}
		if len(phis) < 2 || len(phis) > maxInductionVars {
			continue
		}
		son.SortByOrder(phis)
		for i, p := range phis {
			for _, q := range phis[i+1:] {
				if !p.Dead() && !q.Dead() && !apart(g, p, q) && (sameInductionVar(g, p, q) || offset(g, p, q) || offset(g, q, p)) {
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
func apart(g *son.Graph, p, q *son.Node) bool {
	x, y := p.In(1), q.In(1)
	return g.Config.Authored && x.Op == son.OpBind && y.Op == son.OpBind && x.In(0) != y.In(0)
}

// maxInductionVars bounds how many variables of a loop are compared with one another.
const maxInductionVars = 12

// sameInductionVar replaces q by p if they are always equal.
func sameInductionVar(g *son.Graph, p, q *son.Node) bool {
	if slices.ContainsFunc(q.Users(), captures) || son.Base(p.In(1)) != son.Base(q.In(1)) || !alike(p.In(2), q.In(2), p, q, alikeDepth) || !g.Spend(&SameInductionVarRule, q, p) {
		return false
	}
	g.Replace(q, p, nil)
	return true
}

// alikeDepth bounds how deep alike looks.
const alikeDepth = 4

// alike reports whether x equals y with p in place of q.
func alike(x, y, p, q *son.Node, depth int) bool {
	x, y = son.Base(x), son.Base(y)
	switch {
	case x == p && y == q:
		return true
	case x == y:
		return x != p && x != q && !reads(x, p, q, depth)
	case depth == 0 || x.Op != y.Op || !son.Floats(x) || !son.Floats(y) || x.NumIn() != y.NumIn(),
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
func reads(x, p, q *son.Node, depth int) bool {
	x = son.Base(x)
	switch {
	case x == p || x == q:
		return true
	case !son.Floats(x):
		return false
	case depth == 0:
		return true
	}
	return slices.ContainsFunc(x.Args(), func(a *son.Node) bool { return reads(a, p, q, depth-1) })
}

// offset replaces q by the sum of p and a constant, or by a constant minus p. Steps and
// iterations are few enough that no sum is ever rounded.
func offset(g *son.Graph, p, q *son.Node) bool {
	by, ok := stepOf(p)
	step, ok2 := stepOf(q)
	if !ok || !ok2 || by == 0 || step != by && step != -by || !p.Type.IsInt32() || !p.In(1).Type.IsInt32() || !q.In(1).Type.IsInt32() {
		return false
	}
	a, ok := p.In(1).Type.Number()
	b, ok2 := q.In(1).Type.Number()
	uses := 0
	for _, u := range q.Users() {
		for _, x := range u.Ins() {
			if x == q && u != son.Base(q.In(2)) {
				uses++
			}
		}
	}
	if !ok || !ok2 || uses != 1 || !onlyStep(q) || !g.Spend(&OffsetRule, q, p) {
		return false
	}
	op, in := son.OpAdd, []*son.Node{p, g.Const(son.NumberConst(b - a))}
	if step != by {
		op, in = son.OpSub, []*son.Node{g.Const(son.NumberConst(b + a)), p}
	}
	x := g.NewNode(op, nil, nil, in[0], in[1])
	x.Type = g.Compute(x)
	x.SetSource(q)
	g.Replace(q, x, nil)
	x.Sym, x.Flags = nil, 0 // it is not a variable
	return true
}

// onlyStep reports whether q's value for the next iteration is used by the phi q alone.
func onlyStep(q *son.Node) bool {
	for x := q.In(2); x != q; x = x.Arg(0) {
		if len(x.Users()) != 1 {
			return false
		}
	}
	return true
}

// captures reports whether u captures variables, by name.
func captures(u *son.Node) bool { return u.Op == son.OpClosure || u.Op == son.OpClass }
