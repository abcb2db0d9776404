package son

import "slices"

// MemoryStats counts what the memory rewrites removed from one graph.
type MemoryStats struct {
	Loads       int `json:"loads"`
	Stores      int `json:"stores"`
	Allocations int `json:"allocations"` // of objects and arrays
	Cells       int `json:"cells"`       // variables that became values
}

// The memory rewrites are counted and listed like rules. They need the results of [heap], so
// they run in a pass of their own and not on the worklist.
var (
	loadKnownRule = Rule{
		Name:    "load-known",
		File:    "son/forward.go",
		Ops:     []Op{OpLoadCell, OpLoad, OpLoadIdx},
		Doc:     "load of a variable or a record's property => x  if it holds x there on all paths, and x is a short constant or a name that never changes: any other value gets its name from the variable or the record",
		Example: "const o = { a: x }; o.b = 1; g(o.a); h(o)  =>  … g(x); h(o)",
	}
	loadAbsentRule = Rule{
		Name:    "load-absent",
		File:    "son/forward.go",
		Ops:     []Op{OpLoad, OpLoadIdx},
		Doc:     "load of a key that a record lacks => undefined  if nobody put it on Object.prototype (assumption builtins)",
		Example: "const o = { a: 1 }; if (o.b) f(); g(o)  =>  const o = { a: 1 }; g(o)",
	}
	loadAgainRule = Rule{
		Name:    "load-again",
		File:    "son/forward.go",
		Ops:     []Op{OpLoad},
		Doc:     "load of a property that was loaded before => the name of that value  if nothing was written or called since, and reading runs no code (assumption pure-getters)",
		Example: "const n = a.length; for (let i = 0; i < a.length; i++) s += i  =>  … i < n …",
	}
	initializedRule = Rule{
		Name:    "initialized",
		File:    "son/forward.go",
		Ops:     []Op{OpLoadCell, OpStoreCell},
		Doc:     "access with a TDZ check => one without  if an earlier access to it on every path did not throw",
		Example: "let x = 1; f(() => x); x; g()  =>  let x = 1; f(() => x); g()",
	}
)

// MemoryRules returns the rewrites of memory.
func MemoryRules() []Rule {
	return []Rule{loadKnownRule, loadAbsentRule, loadAgainRule, initializedRule, scalarRule, cellRule, identityRule, intoLiteralRule}
}

// maxMemoryPasses bounds how often the graph is analyzed: removals in one pass may let the next
// one find more, such as a record inside a record.
const maxMemoryPasses = 12

// OptimizeMemory removes loads, stores, cells, objects and arrays that are not needed, and
// brings the graph back to the fixpoint of the rules.
func (g *Graph) OptimizeMemory() {
	g.mustOptimize()
	g.identities()
	for range maxMemoryPasses {
		if g.Config.Fuel > 0 && g.Stats.Changes >= g.Config.Fuel {
			return
		}
		h := g.analyze()
		if h == nil {
			return
		}
		h.initializedCells()
		changes := g.Stats.Changes
		h.scalars()
		h.promote()
		h.forward()
		if g.Stats.Changes == changes {
			return
		}
		g.Optimize()
	}
}

// forward replaces loads by their known values.
func (h *heap) forward() {
	deciding := map[*Node]int{} // by value: loads of variables that a decision depends on
	for n, f := range h.facts {
		if n.Op == OpLoadCell && !n.dead && f.val != nil && decides(n) {
			deciding[f.val.Forwarded()]++
		}
	}
	for _, n := range h.inOrder() {
		if n.dead {
			continue
		}
		f := h.facts[n]
		switch n.Op {
		case OpLoadCell:
			if f.val != nil && decides(n) {
				if x := f.val.Forwarded(); !h.g.Config.Authored || deciding[x] > 1 || tellsMore(x, n) {
					h.forwardTo(&loadKnownRule, n, x)
				}
			}
		case OpLoad, OpLoadIdx:
			switch {
			case !h.safe[n]:
				if f.val != nil {
					h.forwardAgain(n, f.val.Forwarded())
				}
			case f.val != nil && f.may == isThere:
				h.forwardTo(&loadKnownRule, n, f.val.Forwarded())
			case f.may == isAbsent:
				if h.g.SpendAssuming(&loadAbsentRule, n, n, h.assumes[n]) {
					h.g.Stats.Memory.Loads++
					h.g.Replace(n, h.g.Const(TypeUndefined), n.Mem())
				}
			}
		}
	}
}

// forwardAgain replaces a load by the name of an earlier load of the same property.
func (h *heap) forwardAgain(n, first *Node) {
	b := h.cfg.BlockOf(n.in[0])
	for _, u := range dataUsers(first) {
		if u.Op != OpBind || u.Sym == nil || u.Sym.Assigns > 1 || u.in[0] == nil || u.Has(FlagPattern) {
			continue
		}
		at := h.cfg.BlockOf(u.in[0])
		if at == nil || b == nil || !at.Dominates(b) || at == b && u.Order > n.Order {
			continue
		}
		if h.g.SpendAssuming(&loadAgainRule, n, u, h.assumes[n]) {
			h.g.Stats.Memory.Loads++
			h.g.Replace(n, u, n.Mem())
		}
		return
	}
}

// forwardTo replaces a load by x if that is a good way to write it.
func (h *heap) forwardTo(r *Rule, n, x *Node) {
	if !worthForwarding(n, x) || !h.g.SpendAssuming(r, n, x, h.assumes[n]) {
		return
	}
	h.g.Stats.Memory.Loads++
	mem := n.Mem()
	h.g.Replace(n, x, mem)
}

// decides reports whether it helps to know the value of a variable: where the value is only
// passed on, its name is as good as another.
func decides(n *Node) bool {
	return len(n.out) == 0 || slices.ContainsFunc(n.out, decidesAt)
}

// decidesAt reports whether u's result depends on the value of an operand.
func decidesAt(u *Node) bool { return u.Op == OpIf || u.Op >= OpAdd && u.Op <= OpIsNullish }

// tellsMore reports whether more is known of x than of n, which loads it from a variable, or x
// was tested before: otherwise forwarding would only change the name.
func tellsMore(x, n *Node) bool {
	if x.Op == OpConst || x.Type != n.Type || len(n.out) == 0 || len(x.out) > manyUsers {
		return true
	}
	tested := func(x *Node) bool {
		return slices.ContainsFunc(x.out, func(u *Node) bool { return u.Order < n.Order && decidesAt(u) })
	}
	return tested(x) || slices.ContainsFunc(x.out, func(u *Node) bool { return u.Op == OpBind && tested(u) })
}

// worthForwarding reports whether x may replace the load n: it prints short wherever it is
// written. A parameter's cell is its name.
func worthForwarding(n, x *Node) bool {
	if x == n || x.dead || !isName(x) || x.Type.MayBe(KindUninit) {
		return false
	}
	if x.Op == OpConst || x.Op == OpThis || x.Op == OpCaptured {
		return true
	}
	if x.Sym == nil || n.Op == OpLoadCell && x.Sym == n.Arg(0).Sym {
		return false
	}
	// A variable that is assigned again later would have to be saved under another name.
	if x.Op == OpParam {
		return x.Sym.Assigns <= 1
	}
	return x.Sym.Assigns <= 1
}

// SpendAssuming is spend for a rewrite that depends on assumptions.
func (g *Graph) SpendAssuming(r *Rule, n, by *Node, on Assumptions) bool {
	if !g.Spend(r, n, by) {
		return false
	}
	g.countAssumptions(r, on)
	return true
}

// initializedCells removes the TDZ check of accesses that are known to follow the
// initialization.
func (h *heap) initializedCells() {
	for _, n := range h.inOrder() {
		if n.dead || !h.inited[n] || !n.Has(FlagTDZ) || !h.g.Spend(&initializedRule, n, n) {
			continue
		}
		n.Flags &^= FlagTDZ
		h.g.unchain(n)
	}
}

// inOrder lists the nodes with facts, in order of the text.
func (h *heap) inOrder() []*Node {
	var out []*Node
	h.g.Nodes(func(n *Node) {
		if _, ok := h.facts[n]; ok || h.inited[n] {
			out = append(out, n)
		}
	})
	return out
}
