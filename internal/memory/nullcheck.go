package memory

import (
	"strings"

	"github.com/sonjs/son/son"
)

var nullCheckRule = son.Rule{
	Name:    "null-check",
	File:    "internal/memory/nullcheck.go",
	Ops:     []son.Op{son.OpLoad, son.OpLoadIdx},
	Doc:     "load of a property that nobody uses => nothing  if its object is neither undefined nor null, was accessed before, or is accessed next: that throws a TypeError in the same place; reading runs no code (assumption pure-getters). The key of an element is a primitive: the conversion of another one may throw",
	Example: "o.a; return o.b  =>  return o.b",
}

// nearby bounds how many memory states before and after a load are looked at.
const nearby = 32

// nullChecks removes loads that are only there for the TypeError that they throw if there is no object, such as
// the read of a method that was replaced by its body.
func nullChecks(g *son.Graph) {
	if !g.Config.Assume.Has(son.AssumePureGetters) {
		return
	}
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		if isNullCheck(n) {
			list = append(list, n)
		}
	})
	son.SortByOrder(list)
	if len(list) == 0 {
		return
	}
	c, changed := g.CFG(), false
	for _, n := range list {
		on, ok := son.AssumePureGetters, n.Arg(0).Type.Nullish() == son.No || accessedBefore(c, n)
		if !ok {
			on, ok = accessedNext(g, c, n)
		}
		if ok && g.SpendAssuming(&nullCheckRule, n, n, on) {
			g.Stats.Memory.Loads++
			g.Replace(n, g.Const(son.TypeUndefined), n.Mem())
			changed = true
		}
	}
	if changed {
		g.Optimize()
	}
}

// isNullCheck reports whether n is a load that nobody uses, and that converts no key.
func isNullCheck(n *son.Node) bool {
	switch n.Op {
	case son.OpLoad:
		if strings.HasPrefix(n.Str, "#") {
			return false
		}
	case son.OpLoadIdx:
		if !n.Arg(1).Type.Is(son.KindPrimitive) {
			return false
		}
	default:
		return false
	}
	return n.OnChain() && n.Arg(0).Op != son.OpSuper && len(dataUsers(n)) == 0
}

// needsObject returns the value that is not undefined or null after n, an access of its property; nil if there
// is none.
func needsObject(n *son.Node) *son.Node {
	switch n.Op {
	case son.OpLoad, son.OpLoadIdx, son.OpStore, son.OpStoreIdx, son.OpUpdate, son.OpUpdateIdx,
		son.OpMethodRef, son.OpMethodRefIdx, son.OpCompRef, son.OpCompRefIdx:
		return origin(n.Arg(0))
	}
	return nil
}

// accessedBefore reports whether an access before n, on each way to it, needs the same object.
func accessedBefore(c *son.CFG, n *son.Node) bool {
	x, m := origin(n.Arg(0)), n.Mem()
	for range nearby {
		switch {
		case m == nil || m.Op == son.OpStart || m.Op.IsControl() || m.Op == son.OpCatch || m.Op == son.OpFinally:
			return false
		case m.Op == son.OpPhi:
			m = m.In(1) // what dominates n comes before each of its inputs
			continue
		case needsObject(m) == x:
			if a, b := c.BlockOf(m.Ctrl()), c.BlockOf(n.Ctrl()); a != nil && b != nil && a.Dominates(b) {
				return true
			}
		}
		m = m.Mem()
	}
	return false
}

// accessedNext reports whether an access after n needs the same object, and nothing before that has another
// effect than to throw a TypeError, under the assumptions on.
func accessedNext(g *son.Graph, c *son.CFG, n *son.Node) (on son.Assumptions, ok bool) {
	x, m := origin(n.Arg(0)), n
	on = son.AssumePureGetters
	for range nearby {
		next := nextState(m)
		if next == nil || !follows(c.BlockOf(next.Ctrl()), c.BlockOf(n.Ctrl())) {
			return on, false
		}
		if needsObject(next) == x {
			return on, g.Config.Assume.Has(on)
		}
		assumed, quiet := onlyTypeError(next)
		if !quiet {
			return on, false
		}
		on |= assumed
		m = next
	}
	return on, false
}

// follows reports whether control goes from one block to another by way of nothing but conditional expressions.
func follows(b, from *son.Block) bool {
	for range nearby {
		switch {
		case b == nil:
			return false
		case b == from:
			return true
		case b.Head.Op != son.OpRegion || !b.Head.Has(son.FlagExpr):
			return false
		}
		b = b.Idom
	}
	return false
}

// nextState returns the memory state that follows m, if there is one.
func nextState(m *son.Node) *son.Node {
	var next *son.Node
	for i := range m.Users() {
		if u, s := m.Use(i); u.SlotKind(s) == son.SlotMemory && u.OnChain() {
			if next != nil {
				return nil
			}
			next = u
		}
	}
	return next
}

// onlyTypeError reports whether a node has no other effect than that it may throw a TypeError, under the
// assumptions on. A division of bigints may throw a RangeError.
func onlyTypeError(n *son.Node) (on son.Assumptions, ok bool) {
	switch n.Op {
	case son.OpLoad, son.OpMethodRef:
		return son.AssumePureGetters, true
	case son.OpLoadIdx:
		if !n.Arg(1).Type.Is(son.KindPrimitive) {
			on = son.AssumePureCoercion
		}
		return on | son.AssumePureGetters, true
	case son.OpAdd, son.OpSub, son.OpMul, son.OpBitAnd, son.OpBitOr, son.OpBitXor, son.OpLt, son.OpGt, son.OpLe, son.OpGe, son.OpNeg, son.OpToNumber, son.OpToNumeric:
		return son.AssumePureCoercion, true
	}
	return 0, false
}
