package son

import "slices"

// controlRules remove what cannot happen, and phis that choose nothing.
func controlRules() []Rule {
	return []Rule{{
		Name:    "dead",
		Ops:     opsWithInputs(),
		Doc:     "op with a dead input => Dead: an operation whose control, memory or operand never arrives never happens; a phi dies only with its region",
		Example: "return a; b()  =>  return a",
		Apply: func(g *Graph, n *Node) *Node {
			for i, x := range n.in {
				if x == nil || !isDead(x) || n.Op == OpPhi && i > 0 {
					continue
				}
				return g.Dead()
			}
			return nil
		},
	}, {
		Name:    "exits",
		Ops:     []Op{OpStop},
		Doc:     "Stop with a dead exit => Stop without it",
		Example: "return a; return b  =>  return a",
		Apply: func(g *Graph, n *Node) *Node {
			for _, x := range n.in {
				if isDead(x) {
					g.FilterIn(n, func(i int) bool { return !isDead(n.in[i]) })
					return n
				}
			}
			return nil
		},
	}, {
		Name:    "join",
		Ops:     []Op{OpRegion, OpLoop},
		Doc:     "join with a dead predecessor => join without it, and likewise its phis; with one predecessor => that predecessor, and each phi its input; a loop whose back edge is dead => its entry, but a for-in or for-of stays",
		Example: "while (a) { f(); break }  =>  if (a) f()",
		Apply:   joinRule,
	}, {
		Name:    "phi",
		Ops:     []Op{OpPhi},
		Doc:     "phi of x and itself => x: it is x on every path (also for memory)",
		Example: "let y = x; for (;;) { y = x; … }  =>  no variable y",
		Apply:   phiRule,
	}}
}

// opsWithInputs lists the ops that cannot happen unless all their inputs do.
func opsWithInputs() []Op {
	var ops []Op
	for op := OpInvalid + 1; op < opCount; op++ {
		switch op {
		case OpStart, OpRegion, OpLoop, OpStop, OpDead, OpConst:
		default:
			ops = append(ops, op)
		}
	}
	return ops
}

// isDead reports that x never happens.
func isDead(x *Node) bool { return x.Op == OpDead || x.Op.IsControl() && x.Type.IsTop() }

// joinRule is the rule "join".
func joinRule(g *Graph, n *Node) *Node {
	if g.IsOpen(n) {
		return nil
	}
	if n.Op == OpLoop {
		switch {
		case isDead(n.in[1]):
			return g.Dead()
		case isDead(n.in[2]) && g.Iterates(n):
			return g.neverAgain(n)
		case isDead(n.in[2]):
			return g.joinOne(n, 1)
		}
		return nil
	}
	live, last := 0, 0
	for i, p := range n.in {
		if i > 0 && !isDead(p) {
			live++
			last = i
		}
	}
	switch {
	case live == 0:
		return g.Dead()
	case live == 1:
		return g.joinOne(n, last)
	case live == len(n.in)-1:
		return nil
	}
	alive := make([]bool, len(n.in))
	for i, p := range n.in {
		alive[i] = i == 0 || !isDead(p)
	}
	keep := func(i int) bool { return alive[i] }
	for _, p := range PhisOf(n) {
		if p.dead {
			continue // was removed with another
		}
		if len(p.in) != len(n.in) {
			g.Fatalf("v%d: a phi of %d inputs at a region of %d", p.ID, len(p.in), len(n.in))
		}
		g.FilterIn(p, keep)
	}
	g.FilterIn(n, keep)
	return n
}

// Iterates reports whether a Loop is a for-in or for-of of the source. Such a loop stays even
// when its back edge is dead.
func (g *Graph) Iterates(loop *Node) bool {
	info := g.Loops[loop]
	return info != nil && info.Kind.Iterates()
}

// neverAgain sets the back-edge inputs of an iteration loop and its phis to Dead. The loop
// stays, because no other construct takes a single item.
func (g *Graph) neverAgain(n *Node) *Node {
	changed := false
	for _, p := range append(PhisOf(n), n) {
		if p.dead {
			continue // was removed with another
		}
		if p.in[2].Op != OpDead {
			g.SetIn(p, 2, g.Dead())
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return n
}

// joinOne replaces the phis of a join by their input i and returns the join's input i.
func (g *Graph) joinOne(n *Node, i int) *Node {
	c, loop := n.in[i], n.Op == OpLoop
	for _, p := range PhisOf(n) {
		if p.dead {
			continue // was removed with another
		}
		x := p.in[i]
		if x == p {
			x = g.Dead()
		}
		if !p.IsMemPhi() {
			x = g.cast(c, x, p.Type)
		}
		g.Replace(p, x, x)
	}
	// The never-taken exit of a loop is removed with the loop.
	for _, u := range slices.Clone(n.out) {
		if loop && u.Op == OpNever && !u.dead {
			d := g.Dead()
			g.Replace(u, d, d)
		}
	}
	return c
}

// phiRule is the rule "phi".
func phiRule(g *Graph, n *Node) *Node {
	r := n.in[0]
	if g.IsOpen(n) || len(r.in) != len(n.in) {
		return nil
	}
	if r.Op == OpLoop && (isDead(r.in[1]) || isDead(n.in[1])) {
		return g.Dead() // a value that only travels around the loop never entered it
	}
	var same *Node
	for i, x := range n.in {
		if i == 0 || x == n || isDead(x) || isDead(r.in[i]) {
			continue
		}
		if same != nil && same != x {
			return nil
		}
		same = x
	}
	if same == nil {
		return g.Dead()
	}
	if !n.IsMemPhi() {
		same = g.cast(r, same, n.Type)
	}
	return same
}
