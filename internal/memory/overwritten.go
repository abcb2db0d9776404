package memory

import "github.com/sonjs/son/son"

var overwrittenRule = son.Rule{
	Name:    "store-overwritten",
	File:    "internal/memory/overwritten.go",
	Ops:     []son.Op{son.OpStoreCell},
	Doc:     "c = x => x  if c is assigned again before anything can read it: until then no other code runs, and nothing throws. The first value of a variable stays, since it is a part of its declaration",
	Example: "let n = 0; use(() => n); n = 1; n = 2; go()  =>  let n = 0; use(() => n); n = 2; go()",
}

// maxSteps bounds how far the next assignment is looked for.
const maxSteps = 64

// dropOverwritten removes assignments of variables in memory whose values nobody can read.
func (h *heap) dropOverwritten() {
	if len(h.shared) == 0 {
		return
	}
	var list []*son.Node
	h.g.Nodes(func(n *son.Node) {
		if n.Op == son.OpStoreCell && !n.Has(son.FlagInit|son.FlagPattern) && n.Effect() == son.Writes && len(dataUsers(n)) == 0 && h.isOverwritten(n) {
			list = append(list, n)
		}
	})
	for _, n := range list {
		if x := n.Arg(1); h.g.Config.Authored && !isNew(origin(x)) && son.WouldRemain(x, n) {
			continue // its value would be a statement that no author would write
		}
		if h.g.Spend(&overwrittenRule, n, n) {
			h.g.Stats.Memory.Stores++
			h.g.Replace(n, n.Arg(1), n.Mem())
		}
	}
}

// isOverwritten reports whether each way on from a store leads to another store of the same cell, with
// nothing on it that could read the cell or throw.
func (h *heap) isOverwritten(store *son.Node) bool {
	cell := store.Arg(0)
	if !h.isCell(cell) {
		return false
	}
	state := store
	for range maxSteps {
		var next *son.Node
		for i := range state.Users() {
			u, slot := state.Use(i)
			if u.SlotKind(slot) != son.SlotMemory {
				continue
			}
			switch {
			case u.Op == son.OpLoadCell && u.Effect() == son.Reads && h.isCell(u.Arg(0)) && u.Arg(0) != cell:
			case u.Op == son.OpStoreCell && u.Effect() == son.Writes && h.isCell(u.Arg(0)) && next == nil:
				next = u
			default:
				return false
			}
		}
		if next == nil || next.Arg(0) == cell {
			return next != nil
		}
		state = next
	}
	return false
}
