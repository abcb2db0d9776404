package son

import "slices"

// MemoryStats counts what the memory rewrites took away from one graph.
type MemoryStats struct {
	Loads       int `json:"loads"`
	Stores      int `json:"stores"`
	Allocations int `json:"allocations"` // of objects and arrays
	Cells       int `json:"cells"`       // that became values
}

// The memory rewrites are counted and shown like rules. They need what [heap]
// knows, so they run in a pass of their own and not on the worklist.
var (
	loadKnownRule = Rule{
		Name:    "load-known",
		Ops:     []Op{OpLoadCell, OpLoad, OpLoadIdx},
		Doc:     "load of a variable or a record's property => x  if it holds x there on all ways, and x is a short constant or a name that never changes: any other value has its name from the variable or the record",
		Example: "const o = { a: x }; o.b = 1; g(o.a); h(o)  =>  … g(x); h(o)",
	}
	loadAbsentRule = Rule{
		Name:    "load-absent",
		Ops:     []Op{OpLoad, OpLoadIdx},
		Doc:     "load of a key that a record has not => undefined  if nobody put it on Object.prototype (assumption builtins)",
		Example: "const o = { a: 1 }; if (o.b) f(); g(o)  =>  const o = { a: 1 }; g(o)",
	}
	loadAgainRule = Rule{
		Name:    "load-again",
		Ops:     []Op{OpLoad},
		Doc:     "load of what was loaded before => the name that it got  if nothing was written or called since, and reading runs no code (assumption pure-getters)",
		Example: "const n = a.length; for (let i = 0; i < a.length; i++) s += i  =>  … i < n …",
	}
	initializedRule = Rule{
		Name:    "initialized",
		Ops:     []Op{OpLoadCell, OpStoreCell},
		Doc:     "access that throws in the dead zone => one that does not  if an access before it on every way did not throw",
		Example: "let x = 1; f(() => x); x; g()  =>  let x = 1; f(() => x); g()",
	}
)

// MemoryRules returns the rewrites of memory.
func MemoryRules() []Rule {
	return []Rule{loadKnownRule, loadAbsentRule, loadAgainRule, initializedRule, hoistLoadRule, scalarRule, cellRule, identityRule, intoLiteralRule}
}

// maxMemoryRounds bounds how often the graph is analyzed: what one round took away
// may let the next one see more, as a record inside of a record.
const maxMemoryRounds = 12

// OptimizeMemory takes away loads, stores, cells, objects and arrays that nobody
// needs, and brings the graph to the fixpoint of the rules again.
func (g *Graph) OptimizeMemory() {
	g.identities()
	for range maxMemoryRounds {
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

// forward gives the users of loads what the loads are known to give.
func (h *heap) forward() {
	deciding := map[*Node]int{} // by the value: loads of variables that decide something
	for n, f := range h.facts {
		if n.Op == OpLoadCell && !n.dead && f.val != nil && decides(n) {
			deciding[f.val.Now()]++
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
				if x := f.val.Now(); !h.g.Config.Authored || deciding[x] > 1 || tellsMore(x, n) {
					h.forwardTo(&loadKnownRule, n, x)
				}
			}
		case OpLoad, OpLoadIdx:
			switch {
			case !h.safe[n]:
				if f.val != nil {
					h.forwardAgain(n, f.val.Now())
				}
			case f.val != nil && f.may == isThere:
				h.forwardTo(&loadKnownRule, n, f.val.Now())
			case f.may == isAbsent:
				if h.g.spendLeaning(&loadAbsentRule, n, n, h.leans[n]) {
					h.g.Stats.Memory.Loads++
					h.g.Replace(n, h.g.Const(TypeUndefined), n.Mem())
				}
			}
		}
	}
}

// forwardAgain gives the users of a load the name that an earlier one of the same
// property has.
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
		if h.g.spendLeaning(&loadAgainRule, n, u, h.leans[n]) {
			h.g.Stats.Memory.Loads++
			h.g.Replace(n, u, n.Mem())
		}
		return
	}
}

// forwardTo gives the users of a load the value x if that is a good way to write it.
func (h *heap) forwardTo(r *Rule, n, x *Node) {
	if !worthForwarding(n, x) || !h.g.spendLeaning(r, n, x, h.leans[n]) {
		return
	}
	h.g.Stats.Memory.Loads++
	mem := n.Mem()
	h.g.Replace(n, x, mem)
}

// decides reports whether it helps to know what a variable holds: its name is as
// good as another where the value only goes somewhere.
func decides(n *Node) bool {
	return len(n.out) == 0 || slices.ContainsFunc(n.out, decidesAt)
}

// decidesAt reports whether what u does with an operand hangs on its value.
func decidesAt(u *Node) bool { return u.Op == OpIf || u.Op >= OpAdd && u.Op <= OpIsNullish }

// tellsMore reports whether more is known of x than of n, which loads it from a variable,
// or x was tested before: else it would only be called by another name.
func tellsMore(x, n *Node) bool {
	if x.Op == OpConst || x.Type != n.Type || len(n.out) == 0 || len(x.out) > manyUsers {
		return true
	}
	tested := func(x *Node) bool {
		return slices.ContainsFunc(x.out, func(u *Node) bool { return u.Order < n.Order && decidesAt(u) })
	}
	return tested(x) || slices.ContainsFunc(x.out, func(u *Node) bool { return u.Op == OpBind && tested(u) })
}

// worthForwarding reports whether x may stand for what n loads: it is short to
// write, wherever it is written. A parameter's cell is its name.
func worthForwarding(n, x *Node) bool {
	if x == n || x.dead || !isName(x) || x.Type.MayBe(KindHole) {
		return false
	}
	if x.Op == OpConst || x.Op == OpThis || x.Op == OpCaptured {
		return true
	}
	if x.Sym == nil || n.Op == OpLoadCell && x.Sym == n.Arg(0).Sym {
		return false
	}
	// What is assigned again later would have to be saved under another name.
	if x.Op == OpParam {
		return x.Sym.Assigns <= 1
	}
	return x.Sym.Assigns <= 1
}

// spendLeaning is spend for a rewrite that leans on assumptions.
func (g *Graph) spendLeaning(r *Rule, n, by *Node, on Assumptions) bool {
	if !g.spend(r, n, by) {
		return false
	}
	g.leaned(r, on)
	return true
}

// initializedCells takes the check of the dead zone off accesses that are known to
// come behind the initialization.
func (h *heap) initializedCells() {
	for _, n := range h.inOrder() {
		if n.dead || !h.inited[n] || !n.Has(FlagTDZ) || !h.g.spend(&initializedRule, n, n) {
			continue
		}
		n.Flags &^= FlagTDZ
		h.g.unchain(n)
	}
}

// inOrder lists the nodes of which something is known, in order of the text.
func (h *heap) inOrder() []*Node {
	var out []*Node
	h.g.Nodes(func(n *Node) {
		if _, ok := h.facts[n]; ok || h.inited[n] {
			out = append(out, n)
		}
	})
	return out
}
