package cost

import (
	"slices"

	"github.com/sonjs/son/son"
)

// A value that several places use is held in a variable, or computed at each of them.

// Cheap reports whether n floats and costs nothing to write again: it is one operator on names.
func Cheap(n *son.Node) bool {
	switch {
	case !n.Op.IsRecomputable() || n.Ctrl() != nil:
		return false
	case n.Op == son.OpIsNullish: // ?? and ?. test it without writing it
		return true
	case n.Mem() != nil:
		return false
	}
	for _, x := range n.Args() {
		switch x.Op {
		case son.OpToNumeric:
		case son.OpTypeof:
			if TypeGuard(n) < 0 {
				return false
			}
		case son.OpConst, son.OpParam, son.OpBind, son.OpCaptured, son.OpThis, son.OpGlobalLoad:
		case son.OpPhi:
			if x.Has(son.FlagExpr) {
				return false
			}
		default:
			if !IsTerm(x) {
				return false
			}
		}
	}
	return true
}

// IsTerm reports whether n has no operands and is computed again at each use, so that it is as good
// as a name.
func IsTerm(n *son.Node) bool { return n.Op.IsRecomputable() && n.NumArgs() == 0 }

// TypeGuard returns the input of a comparison that is the typeof of a type guard on a name, or
// -1. Readers recognize typeof x === "string", not a comparison with a variable that holds the
// typeof, and so do engines.
func TypeGuard(n *son.Node) int {
	switch n.Op {
	case son.OpStrictEq, son.OpStrictNe, son.OpEq, son.OpNe:
	default:
		return -1
	}
	for i, x := range n.Ins() {
		if x != nil && x.Op == son.OpTypeof && Cheap(x) {
			return i
		}
	}
	return -1
}

// Hoists reports whether reading a variable is much less work than computing n, so that a loop
// had better find the value in one.
func Hoists(n *son.Node) bool {
	switch {
	case n.Op == son.OpBuiltin, n.Op == son.OpLoad:
		return true
	case n.Op.IsOperator() && n.Op.HasMem() && !Cheap(n):
		return !slices.ContainsFunc(n.Args(), (*son.Node).IsRef)
	}
	return false
}
