package son

import (
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// Rewrites by the driver that use facts are counted and listed like rules.
var (
	impliedRule = Rule{
		Name:    "implied",
		File:    "son/act.go",
		Doc:     "if c => the branch taken  if the tests before it leave c one truth",
		Example: "if (x === 1) { if (x === 2) a() }  =>  if (x === 1) {}",
	}
	hereRule = Rule{
		Name:    "constant-here",
		File:    "son/act.go",
		Doc:     "op => constant, where it is used  if the tests before the use leave one value",
		Example: "if (x !== null) return x === null  =>  if (x !== null) return false",
	}
	guardedRule = Rule{
		Name:    "guarded",
		File:    "son/act.go",
		Doc:     "op with effects => op without, at its place  if the tests before it leave the operands no effect",
		Example: `if (typeof x === "number") y = x - 1: no valueOf can run`,
	}
)

// act puts the results of infer into the graph and reports whether there are any. The graph does
// not keep the facts: a branch gets a constant, an operator is replaced by its operand's value,
// and an operator that is pure only here stays here.
func (f *inference) act() bool {
	g, found := f.g, false
	for i, n := range f.nodes {
		if IsTyped(n) && n.Type != f.old[i] {
			if !found {
				f.checked = slab.Zeroed(f.checked, len(g.nodes))
			}
			found = true
			g.narrowed(n, f.checked)
		}
	}
	late := f.late()
	var todo []func() bool
	for _, n := range f.nodes {
		if do := f.action(n, late); do != nil {
			todo = append(todo, do)
		}
	}
	for _, do := range todo {
		if do() {
			found = true
		}
	}
	return found
}

// action returns what to do at a node, decided on the graph as infer saw it.
func (f *inference) action(n *Node, late []*Block) func() bool {
	switch {
	case n.Op == OpDead:
	case n.Op == OpIf:
		return f.implied(n)
	case n.Op == OpPhi && !n.IsMemPhi() && !n.IsRef():
		if f.g.hasOneValue(n) {
			return func() bool { return f.oneValue(n) }
		}
		if !f.facts.dependent(n) {
			return nil
		}
		return f.constants(n, func(slot int) *Node { return n.in[0].in[slot] })
	case len(n.in) == 0:
	case Floats(n):
		if f.facts.depends[n.ID] && late[n.ID] != nil && n.Op != OpBind {
			return f.floating(n, late[n.ID])
		}
	case n.in[0] != nil && n.in[0].isControlState() && f.reached[n.in[0].ID] && f.facts.dependent(n):
		at := n.in[0]
		if do := f.simpler(n, at, func(x *Node) Type { return f.typeAt(x, at) }); do != nil {
			return do
		}
		if do := f.guarded(n); do != nil {
			return do
		}
		return f.constants(n, func(int) *Node { return at })
	}
	return nil
}

// late returns, by node ID, the latest block for each floating operator that depends on a fact: the
// one that dominates its uses.
func (f *inference) late() []*Block {
	f.latest = slab.Zeroed(f.latest, len(f.g.nodes))
	late := f.latest
	if len(f.facts.all) == 0 {
		return late
	}
	for i := len(f.nodes) - 1; i >= 0; i-- { // users first
		x := f.nodes[i]
		if !f.facts.depends[x.ID] || !Floats(x) {
			continue
		}
		for k := range x.out {
			b := f.usedIn(x.Use(k))
			if l := late[x.ID]; b != nil && l != nil {
				b = b.CommonDominator(l)
			}
			if b != nil {
				late[x.ID] = b
			}
		}
	}
	return late
}

// usedIn returns the block in which u uses the value in one of its slots, or nil if it is not used.
func (f *inference) usedIn(u *Node, slot int) *Block {
	cfg := f.facts.cfg
	switch {
	case u.Op == OpPhi:
		return cfg.BlockOf(u.in[0].in[slot])
	case Floats(u) && !(u.Op == OpBind && !f.g.mayGo(u)):
		return f.latest[u.ID]
	}
	return cfg.BlockOf(u.in[0])
}

// oneValue replaces the uses of a phi by the constant that it always is. Where the phi flows
// into another phi, or a function captures it, the variable is still set where its author sets
// it.
func (f *inference) oneValue(n *Node) bool {
	g := f.g
	if !g.hasOneValue(n) || g.OutOfFuel() {
		return false
	}
	g.count(&constRule, n, n)
	c := g.Const(n.Type)
	for i := 0; i < len(n.out); {
		u := n.out[i]
		if keepsVariable(u) {
			i++
			continue
		}
		g.SetIn(u, slices.Index(u.in, n), c)
		if n.dead {
			return true
		}
	}
	g.WakeDeps(n)
	return true
}

// hasOneValue reports whether oneValue applies to n.
func (g *Graph) hasOneValue(n *Node) bool {
	return n != nil && n.Op == OpPhi && !n.dead && n.Type.IsConst() && !n.IsMemPhi() && !n.IsRef() && g.worthAs(n, n.Type) &&
		slices.ContainsFunc(n.out, func(u *Node) bool { return !keepsVariable(u) })
}

// keepsVariable reports whether u is the phi of a variable, not of an expression, or
// captures one.
func keepsVariable(u *Node) bool {
	return u.Op == OpPhi && !u.Has(FlagExpr) || u.Op == OpClosure || u.Op == OpClass
}

// implied decides a branch.
func (f *inference) implied(iff *Node) func() bool {
	c := iff.Cond()
	if !f.reached[iff.ID] || c.Op == OpConst || c.Op.IsToken() || c.Type.Truthy() != Maybe {
		return nil
	}
	t := f.typeAt(c, iff.in[0])
	truth := t.Truthy()
	if t.IsTop() || truth == Maybe {
		return nil
	}
	return func() bool {
		g := f.g
		if iff.dead || !g.Spend(&impliedRule, iff, iff) {
			return false
		}
		g.SetIn(iff, 1, g.Const(truth.Type()))
		return true
	}
}

// floating returns what to do at an operator whose uses are all dominated by a block.
func (f *inference) floating(n *Node, late *Block) func() bool {
	typeOf := func(x *Node) Type { return f.view(x, late, viewDepth) }
	t := typeOf(n)
	if t == n.Type || !f.g.worthAs(n, t) || isCondition(n) {
		return f.simpler(n, late.Head, typeOf)
	}
	return func() bool {
		g := f.g
		if n.dead || !g.Spend(&hereRule, n, n) {
			return false
		}
		g.Replace(n, g.Const(t), nil)
		return true
	}
}

// constants replaces operators that n uses by constants.
func (f *inference) constants(n *Node, at func(slot int) *Node) func() bool {
	type change struct {
		slot int
		from *Node
		to   Type
	}
	var list []change
	for s, x := range n.in {
		if n.SlotKind(s) != SlotData || x == nil || !f.facts.depends[x.ID] || !Floats(x) || x.Op == OpBind || n.Op == OpBind {
			continue
		}
		if n.Has(FlagExpr) && isCondition(x) {
			continue // the value of && and || is also its test
		}
		c := at(s)
		if c == nil || !f.reached[c.ID] {
			continue
		}
		if t := f.typeAt(x, c); f.g.worthAs(x, t) {
			list = append(list, change{s, x, t})
		}
	}
	if list == nil {
		return nil
	}
	return func() bool {
		did := false
		for _, c := range list {
			if g := f.g; !n.dead && c.slot < len(n.in) && n.in[c.slot] == c.from && g.Spend(&hereRule, c.from, n) {
				g.SetIn(n, c.slot, g.Const(c.to))
				did = true
			}
		}
		return did
	}
}

// isCondition reports whether a value is the condition of a branch of an expression.
func isCondition(x *Node) bool {
	for _, u := range x.out {
		if u.Op == OpIf && u.Has(FlagExpr) {
			return true
		}
	}
	return false
}

// worthAs reports that x, whose value is in t, is better written as a constant.
func (g *Graph) worthAs(x *Node, t Type) bool {
	if !t.IsConst() || !t.Is(KindAny) {
		return false
	}
	old := x.Type
	x.Type = t
	ok := g.folds(x)
	x.Type = old
	return ok
}

// simpler applies the local rules, with the types that the operands have at a place.
func (f *inference) simpler(n, at *Node, typeOf func(*Node) Type) func() bool {
	if len(rulesByOp[n.Op]) == 0 || !f.facts.dependent(n) {
		return nil
	}
	f.seen = f.seen[:0]
	for _, x := range n.Args() {
		t := typeOf(x)
		if t.IsTop() {
			return nil
		}
		f.seen = append(f.seen, t)
	}
	for _, r := range rulesByOp[n.Op] {
		if !r.local {
			continue
		}
		if by := f.locally(n, f.seen, r); by != nil {
			return f.replacing(r, n, by, at)
		}
	}
	return nil
}

// replacing returns a call of replaceHere. It is apart from simpler, whose variables would be
// allocated for it even where no rule applies.
func (f *inference) replacing(r *Rule, n, by, at *Node) func() bool {
	return func() bool { return f.replaceHere(r, n, by, at) }
}

// locally returns the operand of n, or the constant, that a local rule returns if the operands
// have the types seen.
func (f *inference) locally(n *Node, seen []Type, r *Rule) *Node {
	was := f.was[:0]
	for _, x := range n.Args() {
		was = append(was, x.Type)
	}
	f.was = was
	for i, x := range n.Args() {
		x.Type = seen[i]
	}
	by := r.Apply(f.g, n)
	for i, x := range n.Args() {
		x.Type = was[i]
	}
	return by
}

// replaceHere replaces n by another node. All users of n are dominated by a control state.
func (f *inference) replaceHere(r *Rule, n, by, at *Node) bool {
	g := f.g
	if n.dead || by.dead || at.dead || !g.Spend(r, n, by) {
		return false
	}
	g.countAssumptions(r.Name, r.Assumes)
	g.Replace(n, g.cast(at, by, n.Type), n.Mem())
	return true
}

// guarded takes an operator that has no effect where it stands off the memory chain.
func (f *inference) guarded(n *Node) func() bool {
	if !n.Op.mayBePure() || n.Op.staysPut() || n.in[1] == nil {
		return nil
	}
	typeOf := func(i int) Type { return f.typeAt(n.Arg(i), n.in[0]) }
	if n.effectOn(n.argType) == NoEffect || n.effectOn(typeOf) != NoEffect {
		return nil
	}
	return func() bool {
		g := f.g
		if n.dead || n.in[1] == nil || !g.Spend(&guardedRule, n, n) {
			return false
		}
		n.Flags |= FlagProven
		g.offChain(n)
		if !n.dead {
			g.SetIn(n, 1, nil)
		}
		return true
	}
}
