package loop

import "github.com/sonjs/son/son"

// hoistFinals moves reads of properties that do not change any more out of loops. Such a read has no effect and can
// be anywhere once there is the object, so the loop may call and write what it likes.
//
//	for (const t of list) if (this.source.has(t)) g(t)
//	  =>  const { source } = this; for (const t of list) if (source.has(t)) g(t)
func hoistFinals(g *son.Graph) {
	if !g.Config.Assume.Has(son.AssumeClosedObjects) {
		return
	}
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if n.Has(son.FlagPresent) && n.In(0) != nil {
			list = append(list, n)
		}
	})
	if len(list) == 0 {
		return
	}
	son.SortByOrder(list)
	f := &finals{CFG: g.CFG(), reads: map[read][]*son.Node{}}
	for _, n := range list {
		f.hoist(n)
	}
	f.share()
}

// finals are the reads in a function of properties that do not change any more.
type finals struct {
	*son.CFG
	reads map[read][]*son.Node // those that there are after hoisting
	order []read
}

// read is what a read reads.
type read struct {
	of   *son.Node
	name string
}

// hoist moves a read out of the loops that it can leave.
func (f *finals) hoist(n *son.Node) {
	b := f.BlockOf(n.In(0))
	if b == nil {
		return
	}
	k := read{n.Arg(0), n.Str}
	if f.reads[k] == nil {
		f.order = append(f.order, k)
	}
	if first := f.definedIn(n.Arg(0)); first != nil {
		if loop := outermost(b, first); loop != nil {
			// No memory state is too early for it.
			before := loadBefore(f.Graph, loop.Head, nil, n)
			before.Flags = n.Flags | son.FlagProven
			if !f.Graph.SpendAssuming(&HoistFinalRule, n, before, son.AssumeClosedObjects) {
				f.Graph.Kill(before)
				return
			}
			f.Graph.Replace(n, before, n.Mem())
			f.rename(before) // what is read from that may leave the loop, too
			n = before
		}
	}
	f.reads[k] = append(f.reads[k], n)
}

// manyReads bounds how many reads of one property others are compared with: the first ones in the text, before which
// the hoisted ones are.
const manyReads = 64

// share replaces reads by those of the same property on every way to them: some may be there since they have been
// hoisted.
func (f *finals) share() {
	for _, k := range f.order {
		list := f.reads[k]
		for i, n := range list {
			for j, x := range list[:min(len(list), manyReads)] {
				if i == j || x.Dead() || n.Dead() || !f.before(x, n, j < i) || !f.Graph.SpendAssuming(&HoistFinalRule, n, x, son.AssumeClosedObjects) {
					continue
				}
				if u := f.NameBefore(n, x); u != nil {
					x = u
				} else {
					f.Graph.Settle(x)
					x.Order = min(x.Order, n.Order)
				}
				f.Graph.Replace(n, x, n.Mem())
				break
			}
		}
		for _, n := range list {
			if !n.Dead() && len(n.Users()) > 1 {
				f.rename(n)
			}
		}
	}
}

// rename drops the other names of a value that has a variable, where nothing needs them.
func (f *finals) rename(x *son.Node) {
	for _, u := range son.InOrder(nil, x.Users()) {
		if u.Op == son.OpBind && u.Sym != nil && u.Sym.Assigns <= 1 && !u.Sym.Captured && !u.Has(son.FlagPattern) {
			f.Graph.Replace(u, x, nil)
		}
	}
}

// before reports whether x is on every way to n. first: if they are in one block, x comes first.
func (f *finals) before(x, n *son.Node, first bool) bool {
	at, b := f.BlockOf(x.In(0)), f.BlockOf(n.In(0))
	return at != nil && b != nil && at.Dominates(b) && (at != b || first)
}

// definedIn returns the block in which there is a value at the latest, or nil if that is not known.
func (f *finals) definedIn(x *son.Node) *son.Block {
	switch {
	case x.Op == son.OpParam, x.Op == son.OpThis, x.Op == son.OpCaptured:
		return f.Blocks[0]
	case x.In(0) != nil:
		return f.BlockOf(x.In(0))
	}
	return nil
}

// loadBefore makes a load before a loop, after a memory state, that has the value of one in it.
func loadBefore(g *son.Graph, head, mem, n *son.Node) *son.Node {
	before := g.NewNode(son.OpLoad, head.In(1), mem, n.Arg(0))
	before.SetSource(n)
	before.Str, before.Type, before.Order, before.Sym = n.Str, n.Type, g.OrderBefore(head, n), n.Sym
	return before
}

// memoryAt returns the phi of the memory at the head of a loop, or nil.
func memoryAt(head *son.Node) *son.Node {
	for _, u := range head.Users() {
		if u.IsMemPhi() && u.In(0) == head {
			return u
		}
	}
	return nil
}
