package loop

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// IndexItems makes loops over the items of certain arrays count indices instead, as the iterator
// would (assumption builtins).
//
//	for (const x of a) f(x)     becomes     for (let i = 0; i < a.length; i++) f(a[i])
//
// The iterator reads the length again before each item, reads the item before the body sees it,
// and has no return to be called when the loop is left: the loads that replace it do the same.
// The array expression is evaluated once, here as there. Every exit from the body passes an
// [son.OpLeave]; without an iterator there is nothing to leave.
//
// The result is longer but less work, so the pass does not run for size; a function that it
// changed is also printed without it, and the better version is used. It needs the fixpoint of
// the rules, which find out what is an array, unless what the whole program makes says so. Cost: one CFG, which only functions with such loops
// pay, and a visit to each user of an item.
func IndexItems(g *son.Graph) bool {
	if g.Config.Size || !g.Config.Assume.Has(son.AssumeBuiltins) {
		return false
	}
	var loops []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Op == son.OpLoop && g.Loops[n] != nil && g.Loops[n].Kind == son.LoopForOf {
			if next := itemOf(n); next != nil && g.Loops[n].Index != nil && (g.Loops[n].Array || g.IsArray(next.Arg(0).Arg(0))) {
				loops = append(loops, n)
			}
		}
	})
	if len(loops) == 0 {
		return false
	}
	c, some := g.CFG(), false
	for _, l := range son.InOrder(nil, loops) {
		on := son.AssumeBuiltins
		if g.Loops[l].Array {
			on |= son.AssumeClosedObjects
		}
		if c.BlockOf(l) == nil || c.BlockOf(l).End == nil || !g.SpendAssuming(&IndexRule, l, l, on) {
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
func itemOf(loop *son.Node) *son.Node {
	for _, u := range loop.Users() {
		if u.Op == son.OpIterNext && u.In(0) == loop && u.Arg(0).Op == son.OpIterOpen {
			return u
		}
	}
	return nil
}

// indexed is a loop over items that is being rewritten to one over indices.
type indexed struct {
	g          *son.Graph
	c          *son.CFG
	loop, next *son.Node
	test       *son.Node // the If that tests whether there is an item
	array, i   *son.Node
}

// count makes the index, a number in every iteration, and the source extents of a loop over it.
func (x *indexed) count() {
	g, open := x.g, x.next.Arg(0)
	info := *g.Loops[x.loop]
	info.Kind = son.LoopFor
	place := ast.Span{Start: x.next.Span.End, End: open.Span.Start}
	info.Init, info.Test, info.Update = place, place, place
	g.Loops[x.loop] = &info
	sym := info.Index
	bind := func(ctrl, v *son.Node, order int32) *son.Node {
		n := g.NewNode(son.OpBind, ctrl, v)
		n.Type, n.Sym, n.Span, n.Order, n.Instance = v.Type, sym, place, order, open.Instance
		return n
	}
	zero := g.Const(son.IntConst(0))
	back := x.loop.In(2)
	if back == nil || back.Op == son.OpDead {
		x.i = zero
		return
	}
	first := bind(x.loop.In(1), zero, open.Order)
	first.Flags = son.FlagDecl | son.FlagInit
	x.i = g.NewNode(son.OpPhi, x.loop, first, nil)
	x.i.Type, x.i.Sym = son.TypeNumber, sym
	x.i.SetSource(x.loop)
	inc := g.NewNode(son.OpInc, nil, nil, x.i)
	inc.Span, inc.Order, inc.Instance = place, back.Order, open.Instance
	inc.SetHome(back)
	inc.Type = g.Compute(inc)
	next := bind(back, inc, back.Order)
	next.Flags = son.FlagUpdate
	g.SetIn(x.i, 2, next)
}

// hold gives the array a name that is valid throughout the loop, unless it has one that nothing
// in the loop assigns to.
func (x *indexed) hold() {
	a, open := x.next.Arg(0).Arg(0), x.next.Arg(0)
	if a.Sym != nil && (a.Op == son.OpParam || a.Op == son.OpCaptured || a.Op == son.OpPhi || a.Op == son.OpBind) && !x.assigns(a.Sym) {
		x.array = a
		return
	}
	n := x.g.NewNode(son.OpBind, open.In(0), a)
	n.Type, n.Sym, n.Flags = a.Type, x.g.Loops[x.loop].Index.Beside(nameOfArray(a), ast.SymConst), son.FlagDecl|son.FlagInit
	n.SetSource(open)
	x.array = n
}

// assigns reports whether the loop assigns to a variable.
func (x *indexed) assigns(sym *ast.Symbol) bool {
	return slices.ContainsFunc(x.loop.Users(), func(u *son.Node) bool { return u.Op == son.OpPhi && u.Sym == sym })
}

// nameOfArray is the name for an array that has none.
func nameOfArray(a *son.Node) string {
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
	before := next.In(1)
	mem := before
	op := func(op son.Op, ctrl *son.Node, args ...*son.Node) *son.Node {
		n := g.NewNode(op, append([]*son.Node{ctrl, mem}, args...)...)
		n.SetSource(next)
		return n
	}
	done := func(n *son.Node) *son.Node {
		n.Type = g.Compute(n)
		if n.OnChain() {
			mem = n
		}
		return n
	}
	length := op(son.OpLoad, x.loop, a)
	length.Str = "length"
	done(length)
	test := done(op(son.OpLt, x.loop, x.i, length))
	left := mem
	yes := son.Projections(x.test, 2)[0]
	item := done(op(son.OpLoadIdx, yes, a, x.i))
	item.Sym = next.Sym
	in := x.c.BlockOf(yes)
	for _, u := range son.InOrder(nil, next.Users()) {
		if u.Op == son.OpHasNext || u == item {
			continue
		}
		for s, y := range u.Ins() {
			if y != next {
				continue
			}
			switch {
			case u.Op == son.OpLeave && s == 2:
			case u.SlotKind(s) == son.SlotData || x.within(in, u, s):
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
func (x *indexed) within(b *son.Block, u *son.Node, slot int) bool {
	at := u.In(0)
	if u.Op == son.OpPhi {
		at = u.Region().In(slot)
	}
	for ; at != nil; at = at.In(0) { // a Leave that was removed
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
	for _, u := range son.InOrder(nil, slices.Clone(next.Users())) {
		if u.Op == son.OpLeave && !u.Dead() {
			g.Replace(u, u.In(0), u.In(1))
		}
	}
	if !next.Dead() {
		for _, u := range slices.Clone(next.Users()) {
			if u.Op == son.OpHasNext && len(u.Users()) == 0 {
				g.Kill(u)
			}
		}
	}
	if !next.Dead() {
		g.Kill(next)
	}
	g.Replace(open, open.Arg(0), open.In(1))
}
