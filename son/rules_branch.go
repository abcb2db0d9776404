package son

import "slices"

// branchRules are the folding rules for names, branches and joins.
func branchRules() []Rule {
	return []Rule{{
		Name:    "copy",
		Ops:     []Op{OpBind},
		Doc:     "bind c => c  if c is a constant that prints short, no function that is left captures the name, and the variable has no other value: other names stay, since the author chose them. In output for readers, a declared constant that is read in several places or has a comment keeps its name",
		Example: "let a = 5; f(a)  =>  f(5)",
		Apply: func(g *Graph, n *Node) *Node {
			if !g.work.copies[n] || !g.isCopy(n) {
				return nil
			}
			return n.Arg(0)
		},
	}, {
		Name:    "argument-name",
		Ops:     []Op{OpBind},
		Doc:     "bind x => x  if that gives the parameter of an inlined callee its only value, no function captures it, and x has a name: the argument is that name",
		Example: "const half = n => n / 2 + n; const k = o.a; f(k, half(o.a))  =>  const k = o.a; f(k, k / 2 + k)",
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			if !g.work.on || !n.IsCalleeName() || !n.Has(FlagInit) ||
				x.Sym == nil || x.Op != OpBind && x.Op != OpLoad && x.Op != OpLoadIdx && (x.Op != OpPhi || x.Has(FlagExpr)) {
				return nil
			}
			return x
		},
	}, {
		Name:    "assign-self",
		Ops:     []Op{OpBind},
		Doc:     "bind x => x  if x is a value of the same variable",
		Example: "let n = x & 7; n |= 0; f(n)  =>  let n = x & 7; f(n)",
		local:   true,
		Apply: func(g *Graph, n *Node) *Node {
			x := n.Arg(0)
			if n.Has(FlagInit) || x.Sym != n.Sym || n.Sym == nil || x.Op != OpBind && x.Op != OpPhi && x.Op != OpParam {
				return nil
			}
			return x
		},
	}, {
		Name:    "if-known",
		Ops:     []Op{OpIf, OpProj},
		Doc:     "if c => the branch taken  if the truth of c is known: ToBoolean has no effect",
		Example: "if (1) a(); else b()  =>  a()",
		Apply:   ifKnown,
		learns:  func(n *Node) bool { return n.Op == OpIf && n.Cond().Type.Truthy() != Maybe },
	}, {
		Name:    "if-not-not",
		Ops:     []Op{OpIf},
		Doc:     "if (!!x) => if (x)  if !!x has no other user: a branch only needs the truth. The branches are not swapped: their order is the author's",
		Example: "if (!!x) a()  =>  if (x) a()",
		Apply: func(g *Graph, n *Node) *Node {
			c := n.Cond()
			if c.Op != OpNot || len(c.out) != 1 || !g.work.on {
				return nil // while building, a phi may still use it
			}
			if c.Arg(0).Op != OpNot {
				g.DependOn(n, c.Arg(0))
				return nil
			}
			g.SetIn(n, 1, c.Arg(0).Arg(0))
			return n
		},
	}, {
		Name:    "if-and-true",
		Ops:     []Op{OpIf},
		Doc:     "if (c && true), if (c || false) => if (c)  if nothing else uses the choice, and nothing happens on either path to it: c and the chosen value have the same truth. c || false || d and c && true && d also use it where it can only be c",
		Example: "if (x && 60 === 60) a()  =>  if (x) a()",
		Apply: func(g *Graph, n *Node) *Node {
			phi := n.Cond()
			if phi.Op != OpPhi || !phi.Has(FlagExpr) || !g.work.on {
				return nil // while building, a phi may still use it
			}
			// alone reports whether u is the only user of x; any other user may still be
			// removed.
			alone := func(x, u *Node) bool {
				for _, v := range x.out {
					if v != u {
						g.DependOn(n, v)
						return false
					}
				}
				return len(x.out) == 1
			}
			r := phi.in[0]
			g.DependOn(n, r)
			g.DependOn(n, phi)
			iff, yes := Diamond(r)
			passed, only := passedOn(g, phi, n)
			if iff == nil || iff.Has(FlagSwitch) || !only {
				for _, p := range r.in[1:] {
					if p != nil { // removing a join in between may leave a diamond
						g.DependOn(n, p)
					}
				}
				return nil
			}
			g.DependOn(n, iff)
			for i, p := range r.in[1:] {
				x, want := phi.in[1+i], Yes
				if 1+i != yes {
					want = No
				}
				g.DependOn(n, p)
				g.DependOn(n, x)
				if !alone(p, r) || Base(x) != Base(iff.Cond()) && (x.Type.Truthy() != want || slices.ContainsFunc(passed, func(u choiceUse) bool { return u.truth == want })) {
					return nil
				}
			}
			for _, u := range r.out {
				if u.Op == OpPhi && u != phi {
					g.DependOn(n, u)
					return nil
				}
			}
			c := iff.Cond()
			for _, u := range passed {
				g.SetIn(u.phi, u.slot, c)
			}
			g.SetIn(n, 1, c)
			return n
		},
		learns: func(n *Node) bool { return n.Cond().Op == OpPhi },
	}, {
		Name:    "if-empty",
		Ops:     []Op{OpRegion},
		Doc:     "if (c); else; => nothing  if no phi distinguishes the branches",
		Example: "x = c ? 1 : 1  =>  x = 1",
		Apply: func(g *Graph, n *Node) *Node {
			iff, _ := Diamond(n)
			if iff == nil || !g.work.on || iff.Has(FlagSwitch) {
				return nil // while building, phis may still be added
			}
			for _, u := range n.out {
				if u.Op == OpPhi {
					g.DependOn(n, u)
					return nil
				}
			}
			for _, p := range n.in[1:] {
				for _, u := range p.out {
					if u != n {
						g.DependOn(n, u) // whatever is left here is unused and will be removed
						return nil
					}
				}
			}
			return iff.in[0]
		},
	}, {
		Name:    "finally-empty",
		Ops:     []Op{OpEndFinally},
		Doc:     "try { body } finally {} => body  if there is no catch, else try { body } catch { … }: the pending completion resumes in any case",
		Example: "try { f() } finally { if (false) g() }  =>  f()",
		Apply:   finallyEmpty,
	}, {
		Name: "phi-bool",
		Ops:  []Op{OpPhi},
		learns: func(n *Node) bool {
			iff, _ := Diamond(n.in[0])
			return !n.Has(FlagMem) && iff != nil && iff.Cond().Type.IsBool()
		},
		Doc:     "c ? true : false, c && true, c || false => c  if c is boolean, the first else !!c; c ? false : true => !c; values assigned by an if statement stay",
		Example: "a < b ? false : true  =>  !(a < b)",
		Apply: func(g *Graph, n *Node) *Node {
			if n.Has(FlagMem) || len(n.in) != 3 || !n.Has(FlagExpr) {
				return nil // a variable assigned by an if statement: it stays as the author wrote it
			}
			iff, yes := Diamond(n.in[0])
			if iff == nil {
				for _, p := range n.in[0].in[1:] {
					if p != nil { // removing a join in between may leave a diamond
						g.DependOn(n, p)
					}
				}
				return nil
			}
			c, t, f := iff.Cond(), n.in[yes], n.in[3-yes]
			switch {
			case c.Type.IsBool() && (t == c || isConst(t, TypeTrue)) && (f == c || isConst(f, TypeFalse)):
				return c
			case isConst(t, TypeFalse) && isConst(f, TypeTrue):
				return g.op(n, OpNot, c)
			case !isConst(t, TypeTrue) || !isConst(f, TypeFalse):
				return nil
			}
			return g.op(n, OpNot, g.op(n, OpNot, c))
		},
	}}
}

// choiceUse is the use of a condition, besides its branch, by the phi at the end of one side of the
// branch: the first d of d || e, which is only used if it is truthy.
type choiceUse struct {
	phi   *Node
	slot  int
	truth Tri // of the condition on that side
}

// passedOn returns the uses of a condition besides those by the branch, and whether these are all.
// Otherwise the branch depends on another user.
func passedOn(g *Graph, cond, branch *Node) (list []choiceUse, all bool) {
	for i := range cond.out {
		u, slot := cond.Use(i)
		if u == branch {
			continue
		}
		if u.Op == OpPhi {
			if truth := truthAt(u, slot, branch); truth != Maybe {
				list = append(list, choiceUse{u, slot, truth})
				continue
			}
		}
		g.DependOn(branch, u)
		return nil, false
	}
	return list, len(cond.out) > 0
}

// truthAt returns the truth of a branch's condition where the input of a phi comes from, if that is
// the end of a side of the branch with nothing in between.
func truthAt(phi *Node, slot int, branch *Node) Tri {
	side := phi.in[0].in[slot]
	switch {
	case side == nil || side.Op != OpProj || side.in[0] != branch:
		return Maybe
	case side.Idx == 0:
		return Yes
	}
	return No
}

// ifKnown is the rule "if-known".
func ifKnown(g *Graph, n *Node) *Node {
	iff := n
	if n.Op == OpProj {
		iff = n.in[0]
	}
	if iff.Op != OpIf {
		return nil
	}
	truth := iff.Cond().Type.Truthy()
	if truth == Maybe || iff.Cond().Type.IsTop() {
		return nil
	}
	g.noteDecided(iff, truth)
	side := func(p *Node) *Node {
		if (p.Idx == 0) == (truth == Yes) {
			return iff.in[0]
		}
		return g.Dead()
	}
	if n.Op == OpProj {
		if g.work.on {
			return nil // handled at the If, so that both sides are always replaced together
		}
		return side(n)
	}
	// Already built: replace both sides at once. The If dies with the second one.
	fired := false
	for _, p := range Projections(n, 2) {
		if p != nil {
			fired = true
			g.Replace(p, side(p), nil)
		}
	}
	if !fired {
		return nil
	}
	return n
}

// isCopy reports whether a name stands for a constant that can just as well be written in its
// place: one that is short, is not captured by another function, and is not one of several
// values of a variable.
func (g *Graph) isCopy(n *Node) bool {
	x := n.Arg(0)
	if x.Op != OpConst || !g.short(x.Type) || !g.mayGo(n) || g.namesConstant(n) {
		return false
	}
	return !slices.ContainsFunc(n.out, func(u *Node) bool { return addsTo(u, n) || g.timesOne(u, n) })
}

// namesConstant reports whether the name explains the constant to people who read the output:
// the variable has no other value, and the cost model says so. Unread names are left to the sweep; see isBeginning.
func (g *Graph) namesConstant(n *Node) bool {
	if !g.Config.Authored || n.Sym == nil {
		return false
	}
	return isUnread(n) || n.Has(FlagDecl) && n.Sym.Assigns == 1 && g.explains(n)
}

// isUnread reports whether a name has no uses, or is only used by names that have none: a = b =
// 5. It gives up on chains of more names than an author writes in a row.
func isUnread(n *Node) bool {
	for range maxNamesInRow {
		if len(n.out) != 1 || n.out[0].Op != OpBind {
			break
		}
		n = n.out[0]
	}
	return len(n.out) == 0
}

const maxNamesInRow = 16

// dropFactors lets the rules see that a variable that keeps its name is 1, where a number is
// multiplied or divided by it.
func (g *Graph) dropFactors(n *Node) {
	if !isConst(n.Arg(0), IntConst(1)) {
		return
	}
	for _, u := range slices.Clone(n.out) {
		if (u.Op == OpMul || u.Op == OpDiv) && !g.timesOne(u, n) && u.Arg(1) == n {
			g.SetIn(u, slices.Index(u.in, n), n.Arg(0))
		}
	}
}

// mayGo reports whether only the users of this value need the variable: no other function sees
// it, and it is not one of several values. Otherwise the variable is set where its author sets
// it.
func (g *Graph) mayGo(n *Node) bool {
	if n.Sym != nil && n.Sym.Captured && !g.work.alone {
		return false
	}
	return !slices.ContainsFunc(n.out, func(u *Node) bool { return u.Op == OpPhi && !u.Has(FlagExpr) && u.Sym == n.Sym })
}

// addsTo reports whether u is the addition in sum += x, where n is sum's previous value, and
// either stays a compound assignment or has an x that may not be a number: sum = 0 + x would be
// no better.
func addsTo(u, n *Node) bool {
	return (u.Op == OpAdd && u.in[1] != nil || u.Has(FlagCompound)) && u.Arg(0) == n && slices.ContainsFunc(u.out, func(w *Node) bool {
		return w.Op == OpBind && w.Sym == n.Sym && w.Arg(0) == u
	})
}

// finallyEmpty is the rule "finally-empty".
func finallyEmpty(g *Graph, n *Node) *Node {
	arm := n.in[0]
	if !g.work.on || arm.Op != OpProj || arm.in[0].Op != OpTry || n.Mem().Op != OpFinally {
		return nil
	}
	for _, u := range arm.out {
		if u != n && u != n.Mem() {
			g.DependOn(n, u) // whatever is left here is unused and will be removed
			return nil
		}
	}
	if t := arm.in[0]; Projections(t, 3)[TryCatch] == nil {
		g.UnwrapTry(t)
	}
	return g.Dead()
}

// timesOne reports whether u multiplies or divides by n, which is 1, and has to stay because it
// may convert the other operand. In output for readers the factor keeps its name: 1 * x is no
// better.
func (g *Graph) timesOne(u, n *Node) bool {
	if !g.Config.Authored || u.Op != OpMul && u.Op != OpDiv || !isConst(n.Arg(0), IntConst(1)) {
		return false
	}
	x, y := u.Arg(0), u.Arg(1)
	return y == n && !x.Type.IsNumber() || u.Op == OpMul && x == n && !y.Type.IsNumber()
}
