package memory

import (
	"slices"

	"github.com/sonjs/son/son"
)

// Objects, arrays and functions that only each other hold are garbage as soon as they are made.
// Scalar replacement takes those whose fields have other uses, one by one; an object that is
// stored in another one is none of these, and a cycle has no first one.
//
//	const parent = { child: null, name: x };
//	const child = { parent };                     =>     (nothing)
//	parent.child = child;
var unreadRule = son.Rule{
	Name:    "unread-records",
	File:    "internal/memory/unread.go",
	Ops:     []son.Op{son.OpStore, son.OpStoreIdx},
	Doc:     "a.k = b => b  if a and b are new objects that nothing uses but assignments to them, and being held by others of that kind, and a has the key k (with the assumption builtins: or lacks it)",
	Example: "const a = { b: null }, b = { a }; a.b = b  =>  nothing",
}

// unread finds new objects that nothing reads.
type unread struct {
	*heap
	// members are the objects that nothing is known to read, so far; of a use that shows the
	// opposite the object is taken out, and so are those that it holds.
	members map[*son.Node]bool
}

// dropUnread removes the stores to objects that nothing reads. Without them they hold each other in
// no cycle, and a sweep removes them.
func (h *heap) dropUnread() {
	stores := h.storesOfNew()
	if len(stores) == 0 {
		return
	}
	u := &unread{heap: h, members: map[*son.Node]bool{}}
	var list []*son.Node
	h.g.Nodes(func(n *son.Node) {
		if (n.Op == son.OpObject || n.Op == son.OpArray || n.Op == son.OpClosure) && h.cfg.BlockOf(n.In(0)) != nil && !runsCode(n) && !losesName(n) && !u.leaves(n, n.Args()) {
			list = append(list, n)
			u.members[n] = true
		}
	})
	for changed := true; changed; {
		changed = false
		for _, n := range list {
			if u.members[n] && !u.isUnread(n, n) {
				delete(u.members, n)
				changed = true
			}
		}
	}
	for _, n := range stores {
		if u.members[origin(n.Arg(0))] && h.g.SpendAssuming(&unreadRule, n, n, h.assumes[n]) {
			h.g.Stats.Memory.Stores++
			h.g.Replace(n, n.Args()[n.NumArgs()-1], n.Mem())
		}
	}
}

// storesOfNew lists the stores of new objects into new objects that run no code, in order of the
// text, and those into objects that such a store concerns; it is empty if there are none.
func (h *heap) storesOfNew() []*son.Node {
	var list []*son.Node
	ofNew := false
	for n := range h.safe {
		if n.Dead() || n.Op != son.OpStore && n.Op != son.OpStoreIdx {
			continue
		}
		list = append(list, n)
		v := origin(n.Args()[n.NumArgs()-1])
		ofNew = ofNew || isNew(v) && v.Op != son.OpRegExp && v.Op != son.OpClass
	}
	if !ofNew {
		return nil
	}
	son.SortByOrder(list)
	return list
}

// isUnread reports whether nothing reads an object through one of its names.
func (u *unread) isUnread(of, name *son.Node) bool {
	for i := range name.Users() {
		x, slot := name.Use(i)
		if x.SlotKind(slot) != son.SlotData {
			continue
		}
		switch {
		case x.Op == son.OpBind:
			if !u.isUnread(of, x) {
				return false
			}
		case x.Op == son.OpObject || x.Op == son.OpArray || x.Op == son.OpClosure:
			if !u.members[x] {
				return false
			}
		case x.Op == son.OpStore || x.Op == son.OpStoreIdx:
			if !u.isStore(x) || slot != x.FirstArg() && (slot != x.NumIn()-1 || !u.isUnread(of, x)) {
				return false // a store has the value that it stores
			}
		default:
			return false
		}
	}
	return true
}

// isStore reports whether n does nothing but to set a property of an object that nothing reads.
func (u *unread) isStore(n *son.Node) bool {
	v := n.Args()[n.NumArgs()-1]
	return u.safe[n] && u.members[origin(n.Arg(0))] && !n.Has(son.FlagPattern) && !u.leaves(n, []*son.Node{v})
}

// leaves reports whether one of the values of n must be evaluated all the same, and would have no
// place; see leavesValues.
func (u *unread) leaves(n *son.Node, values []*son.Node) bool {
	return u.g.Config.Authored && slices.ContainsFunc(values, func(v *son.Node) bool {
		return !isNew(origin(v)) && son.WouldRemain(v, n)
	})
}

// losesName reports whether a function or class that gets its name from its place in a literal is
// used elsewhere, or uses its name while it is made.
func losesName(n *son.Node) bool {
	return namesFunctions(n) && slices.ContainsFunc(n.Args(), func(x *son.Node) bool {
		return x.Op == son.OpClass || x.Op == son.OpClosure && len(dataUsers(x)) > 1
	})
}
