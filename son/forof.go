package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// IndexItems makes loops over the items of certain arrays count indices instead, as the iterator
// would (assumption builtins), and reports whether there were any.
//
//	for (const x of a) f(x)     becomes     for (let i = 0; i < a.length; i++) f(a[i])
//
// The iterator reads the length again before each item, reads the item before the body sees it,
// and has no return to be called when the loop is left: the loads that replace it do the same.
// The array expression is evaluated once, here as there. Every exit from the body passes an
// [OpLeave]; without an iterator there is nothing to leave. Cost: one CFG and a visit to each
// user of an item.
func (g *Graph) IndexItems() bool {
	if !g.Config.Assume.Has(AssumeBuiltins) {
		return false
	}
	var loops []*Node
	g.Nodes(func(n *Node) {
		if n.Op == OpLoop && g.Loops[n] != nil && g.Loops[n].Kind == LoopForOf {
			if next := itemOf(n); next != nil && g.Loops[n].Index != nil && g.isArray(next.Arg(0).Arg(0)) {
				loops = append(loops, n)
			}
		}
	})
	if len(loops) == 0 {
		return false
	}
	c, some := NewCFG(g), false
	for _, l := range InOrder(nil, loops) {
		if c.BlockOf(l) == nil || c.BlockOf(l).End == nil || !g.spendAssuming(&indexRule, l, l, AssumeBuiltins) {
			continue
		}
		x := &indexed{g: g, c: c, loop: l, next: itemOf(l), test: c.BlockOf(l).End}
		x.hold()
		x.count()
		x.load()
		x.unwrap()
		some = true
	}
	return some
}

// itemOf returns the IterNext of a loop over the items of an iterator.
func itemOf(loop *Node) *Node {
	for _, u := range loop.out {
		if u.Op == OpIterNext && u.in[0] == loop && u.Arg(0).Op == OpIterOpen {
			return u
		}
	}
	return nil
}

// indexed is a loop over items that is being rewritten to one over indices.
type indexed struct {
	g          *Graph
	c          *CFG
	loop, next *Node
	test       *Node // the If that tests whether there is an item
	array, i   *Node
}

// count makes the index, a number in every iteration, and the source extents of a loop over it.
func (x *indexed) count() {
	g, open := x.g, x.next.Arg(0)
	info := *g.Loops[x.loop]
	info.Kind = LoopFor
	place := ast.Span{Start: x.next.Span.End, End: open.Span.Start}
	info.Init, info.Test, info.Update = place, place, place
	g.Loops[x.loop] = &info
	sym := info.Index
	bind := func(ctrl, v *Node, order int32) *Node {
		n := g.NewNode(OpBind, ctrl, v)
		n.Type, n.Sym, n.Span, n.Order = v.Type, sym, place, order
		return n
	}
	zero := g.Const(IntConst(0))
	back := x.loop.in[2]
	if back == nil || back.Op == OpDead {
		x.i = zero
		return
	}
	first := bind(x.loop.in[1], zero, open.Order)
	first.Flags = FlagDecl | FlagInit
	x.i = g.NewNode(OpPhi, x.loop, first, nil)
	x.i.Type, x.i.Sym, x.i.Span, x.i.Order = TypeNumber, sym, x.loop.Span, x.loop.Order
	inc := g.NewNode(OpInc, nil, nil, x.i)
	inc.Span, inc.Order = place, back.Order
	inc.SetHome(back)
	inc.Type = g.Compute(inc)
	next := bind(back, inc, back.Order)
	next.Flags = FlagUpdate
	g.SetIn(x.i, 2, next)
}

// hold gives the array a name that is valid throughout the loop, unless it has one that nothing
// in the loop assigns to.
func (x *indexed) hold() {
	a, open := x.next.Arg(0).Arg(0), x.next.Arg(0)
	if a.Sym != nil && (a.Op == OpParam || a.Op == OpCaptured || a.Op == OpPhi || a.Op == OpBind) && !x.assigns(a.Sym) {
		x.array = a
		return
	}
	n := x.g.NewNode(OpBind, open.in[0], a)
	n.Type, n.Sym, n.Span, n.Order, n.Flags = a.Type, x.g.Loops[x.loop].Index.Beside(nameOfArray(a), ast.SymConst), open.Span, open.Order, FlagDecl|FlagInit
	x.array = n
}

// assigns reports whether the loop assigns to a variable.
func (x *indexed) assigns(sym *ast.Symbol) bool {
	return slices.ContainsFunc(x.loop.out, func(u *Node) bool { return u.Op == OpPhi && u.Sym == sym })
}

// nameOfArray is the name for an array that has none.
func nameOfArray(a *Node) string {
	switch a.Str {
	case "Object.keys":
		return "keys"
	case "Object.values":
		return "values"
	case "Object.entries":
		return "entries"
	}
	return "items"
}

// load reads the length where the loop requests the next item, and the item where there is one.
func (x *indexed) load() {
	g, a, next := x.g, x.array, x.next
	before := next.in[1]
	mem := before
	op := func(op Op, ctrl *Node, args ...*Node) *Node {
		n := g.NewNode(op, append([]*Node{ctrl, mem}, args...)...)
		n.Span, n.Order = next.Span, next.Order
		return n
	}
	done := func(n *Node) *Node {
		n.Type = g.Compute(n)
		if n.OnChain() {
			mem = n
		}
		return n
	}
	length := op(OpLoad, x.loop, a)
	length.Str = "length"
	done(length)
	test := done(op(OpLt, x.loop, x.i, length))
	left := mem
	yes := Projections(x.test, 2)[0]
	item := done(op(OpLoadIdx, yes, a, x.i))
	item.Sym = next.Sym
	in := x.c.BlockOf(yes)
	for _, u := range InOrder(nil, next.out) {
		if u.Op == OpHasNext || u == item {
			continue
		}
		for s, y := range u.in {
			if y != next {
				continue
			}
			switch {
			case u.Op == OpLeave && s == 2:
			case u.SlotKind(s) == SlotData || x.within(in, u, s):
				g.SetIn(u, s, item)
			default:
				g.SetIn(u, s, left)
			}
		}
	}
	g.SetIn(x.test, 1, test)
	x.test.Span = g.Loops[x.loop].Test
}

// within reports whether a use of a memory state is dominated by b.
func (x *indexed) within(b *Block, u *Node, slot int) bool {
	at := u.in[0]
	if u.Op == OpPhi {
		at = u.Region().in[slot]
	}
	for ; at != nil; at = at.in[0] { // a Leave that was removed
		if block := x.c.BlockOf(at); block != nil {
			return b.Dominates(block)
		}
	}
	return false
}

// unwrap removes the iterator and the exits from it.
func (x *indexed) unwrap() {
	g, next := x.g, x.next
	open := next.Arg(0)
	for _, u := range InOrder(nil, slices.Clone(next.out)) {
		if u.Op == OpLeave && !u.dead {
			g.Replace(u, u.in[0], u.in[1])
		}
	}
	if !next.dead {
		for _, u := range slices.Clone(next.out) {
			if u.Op == OpHasNext && len(u.out) == 0 {
				g.Kill(u)
			}
		}
	}
	if !next.dead {
		g.Kill(next)
	}
	g.Replace(open, open.Arg(0), open.in[1])
}
