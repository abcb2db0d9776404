package memory

import (
	"cmp"
	"slices"

	"github.com/sonjs/son/son"
)

// The memory rewrites are counted and listed like rules. They need the results of [heap], so
// they run in a pass of their own and not on the worklist.
var (
	loadKnownRule = son.Rule{
		Name:    "load-known",
		File:    "internal/memory/forward.go",
		Ops:     []son.Op{son.OpLoadCell, son.OpLoad, son.OpLoadIdx},
		Doc:     "load of a variable or a record's property => x  if it holds x there on all paths, and x is a short constant or a name that never changes: any other value gets its name from the variable or the record",
		Example: "const o = { a: x }; o.b = 1; g(o.a); h(o)  =>  … g(x); h(o)",
	}
	loadAbsentRule = son.Rule{
		Name:    "load-absent",
		File:    "internal/memory/forward.go",
		Ops:     []son.Op{son.OpLoad, son.OpLoadIdx},
		Doc:     "load of a key that a record lacks => undefined  if nobody put it on Object.prototype (assumption builtins)",
		Example: "const o = { a: 1 }; if (o.b) f(); g(o)  =>  const o = { a: 1 }; g(o)",
	}
	inKnownRule = son.Rule{
		Name:    "in-known",
		File:    "internal/memory/forward.go",
		Ops:     []son.Op{son.OpIn},
		Doc:     "k in o => true  if the record o has k there on all paths; => false  if it lacks k, and nobody put it on Object.prototype (assumption builtins)",
		Example: "const o = { a: f() }; if (\"a\" in o) g(o)  =>  const o = { a: f() }; g(o)",
	}
	loadAgainRule = son.Rule{
		Name:    "load-again",
		File:    "internal/memory/forward.go",
		Ops:     []son.Op{son.OpLoad},
		Doc:     "load of a property that was loaded before => the name of that value, or with --for speed that value  if nothing was written or called since, and reading runs no code (assumption pure-getters)",
		Example: "const n = a.length; for (let i = 0; i < a.length; i++) s += i  =>  … i < n …",
	}
	loadFinalRule = son.Rule{
		Name:    "load-final",
		File:    "internal/memory/forward.go",
		Ops:     []son.Op{son.OpLoad},
		Doc:     "load of a property that was loaded before => that value  if only the construction of its object writes the property (assumption closed-objects); with --for speed",
		Assumes: son.AssumeClosedObjects,
		Example: "g(this.source.length); g(this.source)  =>  const { source } = this; g(source.length); g(source)",
	}
	initializedRule = son.Rule{
		Name:     "initialized",
		SameText: true,
		File:     "internal/memory/forward.go",
		Ops:      []son.Op{son.OpLoadCell, son.OpStoreCell},
		Doc:      "access with a TDZ check => one without  if an earlier access to it on every path did not throw",
		Example:  "let x = 1; f(() => x); x; g()  =>  let x = 1; f(() => x); g()",
	}
)

// Rules are the rewrites of [Optimize], in the form of rules: they are counted and listed like
// those.
var Rules = []son.Rule{loadKnownRule, loadAbsentRule, inKnownRule, loadAgainRule, loadFinalRule, nameAgainRule, authorNameRule, initializedRule, scalarRule, unreadRule, cellRule, overwrittenRule, identityRule, ownKnownRule, keysCountedRule, nullCheckRule}

// maxMemoryPasses bounds how often the graph is analyzed: removals in one pass may let the next
// one find more, such as a record inside a record.
const maxMemoryPasses = 12

// Optimize removes loads, stores, cells, objects and arrays that are not needed, and
// brings the graph back to the fixpoint of the rules.
func Optimize(g *son.Graph) {
	g.MustOptimize()
	identities(g)
	simplify(g)
	nullChecks(g)
}

// simplify does what the analysis of memory allows.
func simplify(g *son.Graph) {
	for range maxMemoryPasses {
		if g.Config.Fuel > 0 && g.Stats.Changes >= g.Config.Fuel {
			return
		}
		changes := g.Stats.Changes
		if h := analyze(g); h != nil {
			h.initializedCells()
			changes = g.Stats.Changes
			h.scalars()
			h.dropUnread()
			h.promote()
			h.dropOverwritten()
			h.forward()
			h.countLists()
			h.release()
		}
		nameOnce(g)
		authorNames(g)
		if g.Stats.Changes == changes {
			return
		}
		g.Optimize()
	}
}

// forward replaces loads by their known values.
func (h *heap) forward() {
	deciding := map[*son.Node]int{} // by value: loads of variables that a decision depends on
	for n, f := range h.facts {
		if n.Op == son.OpLoadCell && !n.Dead() && f.val != nil && decides(n) {
			deciding[f.val.Forwarded()]++
		}
	}
	for _, n := range h.inOrder() {
		if n.Dead() {
			continue
		}
		f := h.facts[n]
		switch n.Op {
		case son.OpLoadCell:
			if f.val != nil && decides(n) {
				if x := f.val.Forwarded(); !h.g.Config.Authored || deciding[x] > 1 || tellsMore(x, n) {
					h.forwardTo(&loadKnownRule, n, x)
				}
			}
		case son.OpIn:
			if h.g.SpendAssuming(&inKnownRule, n, n, h.assumes[n]) {
				h.g.Replace(n, h.g.Const(son.BoolConst(f.may == isThere)), n.Mem())
			}
		case son.OpBuiltin, son.OpCallMethod:
			h.decideOwn(n, f)
		case son.OpLoad, son.OpLoadIdx:
			switch {
			case n.Has(son.FlagFinal) && !h.safe[n]:
				if f.val != nil {
					h.forwardFinal(n, f.val.Forwarded())
				}
			case !h.safe[n]:
				if f.val != nil {
					h.forwardAgain(n, f.val.Forwarded())
				}
			case f.val != nil && f.may == isThere:
				h.forwardTo(&loadKnownRule, n, f.val.Forwarded())
			case f.may == isAbsent:
				if h.g.SpendAssuming(&loadAbsentRule, n, n, h.assumes[n]) {
					h.g.Stats.Memory.Loads++
					h.g.Replace(n, h.g.Const(son.TypeUndefined), n.Mem())
				}
			}
		}
	}
}

// forwardAgain replaces a load by the name of an earlier load of the same property, or for speed by that load.
func (h *heap) forwardAgain(n, first *son.Node) {
	if u := h.cfg.NameBefore(n, first); u != nil {
		h.replaceLoad(&loadAgainRule, n, u)
	} else if h.g.Config.Speed && !first.Dead() && h.repeats(first, n) {
		h.replaceLoad(&loadAgainRule, n, first)
	}
}

// repeats reports whether a node is executed whenever the loops around an earlier one are: a variable that the earlier one
// sets each time is not worth it for a value that is needed after the loop.
func (h *heap) repeats(first, n *son.Node) bool {
	a, b := h.cfg.BlockOf(first.Ctrl()), h.cfg.BlockOf(n.Ctrl())
	if a == nil || b == nil || a.Loop == nil {
		return true
	}
	for l := b.Loop; l != nil; l = l.Parent {
		if l == a.Loop {
			return true
		}
	}
	return false
}

// forwardFinal replaces a load by an earlier one of the same property, which does not change. It may get a variable
// for that.
func (h *heap) forwardFinal(n, first *son.Node) {
	if u := h.cfg.NameBefore(n, first); u != nil {
		h.replaceLoad(&loadFinalRule, n, u)
	} else if h.g.Config.Speed && !first.Dead() && h.replaceLoad(&loadFinalRule, n, first) {
		h.settle(first)
	}
}

// settle takes a load off the memory chain that reads the same wherever it is, so that its variable can be set before
// the statement that it is in the middle of. Those of records stay: what is known of them depends on the chain.
func (h *heap) settle(n *son.Node) {
	if n.Has(son.FlagPresent) && h.recs[origin(n.Arg(0))] == nil {
		h.g.Settle(n)
	}
}

// replaceLoad replaces a load by the value that it has, and reports whether it did.
func (h *heap) replaceLoad(r *son.Rule, n, x *son.Node) bool {
	if !h.g.SpendAssuming(r, n, x, h.assumes[n]) {
		return false
	}
	h.g.Stats.Memory.Loads++
	h.g.Replace(n, x, n.Mem())
	return true
}

// forwardTo replaces a load by x if that is a good way to write it.
func (h *heap) forwardTo(r *son.Rule, n, x *son.Node) {
	if !h.worthForwarding(n, x) || !h.g.SpendAssuming(r, n, x, h.assumes[n]) {
		return
	}
	h.g.Stats.Memory.Loads++
	mem := n.Mem()
	h.g.Replace(n, x, mem)
}

// decides reports whether it helps to know the value of a variable: where the value is only
// passed on, its name is as good as another.
func decides(n *son.Node) bool {
	return len(n.Users()) == 0 || slices.ContainsFunc(n.Users(), decidesAt)
}

// decidesAt reports whether u's result depends on the value of an operand.
func decidesAt(u *son.Node) bool {
	return u.Op == son.OpIf || u.Op >= son.OpAdd && u.Op <= son.OpIsNullish
}

// tellsMore reports whether more is known of x than of n, which loads it from a variable, or x
// was tested before: otherwise forwarding would only change the name.
func tellsMore(x, n *son.Node) bool {
	if x.Op == son.OpConst || x.Type != n.Type || len(n.Users()) == 0 || len(x.Users()) > son.ManyUsers {
		return true
	}
	tested := func(x *son.Node) bool {
		return slices.ContainsFunc(x.Users(), func(u *son.Node) bool { return u.Order < n.Order && decidesAt(u) })
	}
	return tested(x) || slices.ContainsFunc(x.Users(), func(u *son.Node) bool { return u.Op == son.OpBind && tested(u) })
}

// worthForwarding reports whether x may replace the load n: it prints short wherever it is
// written. A parameter's cell is its name.
func (h *heap) worthForwarding(n, x *son.Node) bool {
	if x == n || x.Dead() || !h.g.IsName(x) || x.Type.MayBe(son.KindUninit) {
		return false
	}
	if x.Op == son.OpConst || x.Op == son.OpThis || x.Op == son.OpCaptured {
		return true
	}
	if x.Sym == nil || n.Op == son.OpLoadCell && x.Sym == n.Arg(0).Sym {
		return false
	}
	// A variable that is assigned again later would have to be saved under another name.
	if x.Op == son.OpParam {
		return x.Sym.Assigns <= 1
	}
	return x.Sym.Assigns <= 1
}

// initializedCells removes the TDZ check of accesses that are known to follow the
// initialization.
func (h *heap) initializedCells() {
	for _, n := range h.inOrder() {
		if n.Dead() || !h.inited[n] || !n.Has(son.FlagTDZ) || !h.g.Spend(&initializedRule, n, n) {
			continue
		}
		n.Flags &^= son.FlagTDZ
		h.g.Unchain(n)
	}
}

// inOrder lists the nodes with facts by ID. The list is valid until the next call.
func (h *heap) inOrder() []*son.Node {
	out := h.here[:0]
	for n := range h.facts {
		out = append(out, n)
	}
	for n := range h.inited {
		if _, ok := h.facts[n]; !ok {
			out = append(out, n)
		}
	}
	out = slices.DeleteFunc(out, (*son.Node).Dead)
	slices.SortFunc(out, func(a, b *son.Node) int { return cmp.Compare(a.ID, b.ID) })
	h.here = out
	return out
}
