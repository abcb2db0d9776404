package branch

import "github.com/sonjs/son/son"

// Rewrites of [RemoveHandlers], counted and listed like rules.
var (
	CatchUnreachedRule = son.Rule{
		Name:    "catch-unreached",
		File:    "internal/branch/handlers.go",
		Ops:     []son.Op{son.OpTry},
		Doc:     "try { body } catch { … } => body  if nothing in body can throw; a finally stays",
		Example: "try { x = 1 } catch { f() }  =>  x = 1",
	}
	CatchRethrowsRule = son.Rule{
		Name:    "catch-rethrows",
		File:    "internal/branch/handlers.go",
		Ops:     []son.Op{son.OpTry},
		Doc:     "try { body } catch (e) { throw e } => body  a finally stays",
		Example: "try { f() } catch (e) { throw e }  =>  f()",
	}
	FinallyInLineRule = son.Rule{
		Name:    "finally-in-line",
		File:    "internal/branch/handlers.go",
		Ops:     []son.Op{son.OpTry},
		Doc:     "try { body } finally { last } => body; last  and try { body; return x } finally { last } => body; last; return x  if nothing in body can throw or jump out of it otherwise",
		Example: "try { x = 1 } finally { f() }  =>  x = 1; f()",
	}
)

// RemoveHandlers removes a catch that no exception can reach, or that only throws it again, or a try
// statement that control only runs through, and reports whether there was one: at most one, because
// the blocks are others then.
//
// What can throw is what has that effect with the types of its operands, besides the throw
// statement; what engines do when they run out of something is no effect (see [son.Node.Effect]).
// An exception that a catch inside of the body handles does not count.
//
// Without an exception, a body with a single end goes on in the finally, and the end of that goes on
// behind the statement, or returns what the body returns:
//
//	Try ─ body … Leave ─ after          body … ─ finally … ─ after
//	  └── finally … EndFinally     =>
//
// The pass needs the fixpoint of the rules. It is linear in the size of a graph with a try statement.
func RemoveHandlers(g *son.Graph) bool {
	var tries []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpTry {
			tries = append(tries, n)
		}
	})
	if len(tries) == 0 || g.OutOfFuel() {
		return false
	}
	son.SortByOrder(tries)
	h := handlers{cfg: g.CFG(), throws: map[*son.Node]bool{}, exits: map[*son.Node][]*son.Node{}, ends: map[*son.Node]*son.Node{}}
	g.Nodes(h.note)
	for _, t := range tries {
		switch catch := son.Projections(t, 3)[son.TryCatch]; {
		case catch != nil && !h.throws[t]:
			if g.Spend(&CatchUnreachedRule, t, t) {
				removeCatch(g, t, catch)
				return true
			}
		case catch != nil && rethrows(catch):
			if g.Spend(&CatchRethrowsRule, t, t) {
				removeCatch(g, t, catch)
				return true
			}
		case catch == nil && !h.throws[t] && len(h.exits[t]) == 1 && h.mayFollow(h.exits[t][0], t):
			if g.Spend(&FinallyInLineRule, t, t) {
				inLine(g, t, h.exits[t][0], h.ends[t])
				return true
			}
		}
	}
	return false
}

// mayFollow reports whether the only exit from the body of the try t may stand behind the finally. What
// a return in an inner part of a try passes on its way is not in line. In output for readers its
// value must need no variable.
func (h *handlers) mayFollow(exit, t *son.Node) bool {
	if exit.Op == son.OpLeave {
		return true
	}
	r := h.cfg.BlockOf(exit.In(0)).Region
	v, g := exit.Arg(0), h.cfg.Graph
	return r.Try == t && r.Arm == son.TryBody && (!g.Config.Authored || v.Op == son.OpConst || g.IsName(v) || son.Floats(v))
}

// rethrows reports whether all that happens in a catch is that it throws the exception.
func rethrows(catch *son.Node) bool {
	var first, last *son.Node
	for _, u := range catch.Users() {
		switch {
		case u.Op == son.OpCatch:
			first = u
		case u.Op == son.OpThrow:
			last = u
		default:
			return false
		}
	}
	return last != nil && last.In(1) == first && last.Arg(0) == first
}

// removeCatch removes the catch of the try t, and t if it has no finally.
func removeCatch(g *son.Graph, t, catch *son.Node) {
	if son.FinallyOf(t) == nil {
		g.UnwrapTry(t)
	}
	g.Replace(catch, g.Dead(), nil)
}

// handlers is what happens in the try statements of a graph.
type handlers struct {
	cfg    *son.CFG
	throws map[*son.Node]bool        // by Try: its body may throw
	exits  map[*son.Node][]*son.Node // by Try: how control leaves its body
	ends   map[*son.Node]*son.Node   // by Try: the EndFinally
}

// note notes what a node means to the statements around it.
func (h *handlers) note(n *son.Node) {
	if n.NumIn() == 0 || n.In(0) == nil || n.Op == son.OpStop {
		return
	}
	b := h.cfg.BlockOf(n.In(0))
	if b == nil || b.Region == nil {
		return
	}
	switch n.Op {
	case son.OpLeave:
		if b.Region.Arm == son.TryBody {
			h.exits[b.Region.Try] = append(h.exits[b.Region.Try], n)
		}
	case son.OpReturn:
		for r := b.Region; r != nil; r = r.Parent {
			if r.Arm == son.TryBody {
				h.exits[r.Try] = append(h.exits[r.Try], n)
			}
		}
	case son.OpEndFinally:
		h.ends[b.Region.Try] = n
	case son.OpCatch, son.OpFinally: // where exceptions arrive
	default:
		if n.Op == son.OpThrow || n.Effect()&son.Throws != 0 {
			h.throwsIn(b.Region)
		}
	}
}

// throwsIn notes an exception in a region.
func (h *handlers) throwsIn(r *son.RegionTree) {
	for ; r != nil; r = r.Parent {
		if r.Arm != son.TryBody {
			continue
		}
		h.throws[r.Try] = true
		if son.Projections(r.Try, 3)[son.TryCatch] != nil {
			return
		}
	}
}

// inLine removes the try t, whose body ends in exit, and its finally in end, if that is ever reached.
func inLine(g *son.Graph, t, exit, end *son.Node) {
	arm := son.FinallyOf(t)
	var first *son.Node
	for _, u := range arm.Users() {
		if u.Op == son.OpFinally {
			first = u
		}
	}
	ctrl, mem := exit.In(0), exit.In(1)
	switch {
	case end == nil:
		g.Replace(exit, g.Dead(), g.Dead())
	case exit.Op == son.OpReturn:
		g.SetIn(exit, 0, end.In(0))
		g.SetIn(exit, 1, end.In(1))
		exit.Order = end.Order
		g.Replace(end, g.Dead(), nil)
	default:
		g.Replace(exit, end.In(0), end.In(1))
		g.Replace(end, g.Dead(), nil)
	}
	g.Replace(first, g.Const(son.TypeUndefined), mem)
	g.Replace(arm, ctrl, nil)
	g.UnwrapTry(t)
}
