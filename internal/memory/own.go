package memory

import "github.com/sonjs/son/son"

var (
	ownKnownRule = son.Rule{
		Name:    "own-known",
		File:    "internal/memory/own.go",
		Ops:     []son.Op{son.OpBuiltin, son.OpCallMethod},
		Doc:     "Object.hasOwn(o, k), o.hasOwnProperty(k) => true  if the record o has k there on all paths; => false  if it lacks k: what it inherits does not matter, but that these are the built-in functions (assumption builtins)",
		Assumes: son.AssumeBuiltins,
		Example: "const o = { a: f() }; if (Object.hasOwn(o, \"a\")) g(o)  =>  const o = { a: f() }; g(o)",
	}
	keysCountedRule = son.Rule{
		Name:    "keys-counted",
		File:    "internal/memory/own.go",
		Ops:     []son.Op{son.OpBuiltin},
		Doc:     "Object.keys(o).length => n  if the record o has n keys there on all paths, and nothing else is done with the list of them (assumption builtins)",
		Assumes: son.AssumeBuiltins,
		Example: "const o = { a: f() }; if (Object.keys(o).length === 1) g(o)  =>  const o = { a: f() }; g(o)",
	}
)

// isOwnTest reports whether n asks for an own property by a function: Object.hasOwn(o, k).
func isOwnTest(n *son.Node) bool {
	return n.Op == son.OpBuiltin && n.Str == "Object.hasOwn" && n.NumArgs() == 2
}

// isKeys reports whether n lists the keys of an object: Object.keys(o).
func isKeys(n *son.Node) bool {
	return n.Op == son.OpBuiltin && n.Str == "Object.keys" && n.NumArgs() == 1
}

// ownRef returns the reference to the method of a call o.hasOwnProperty(k), or nil. It must be the
// only one to use it.
func ownRef(call *son.Node) *son.Node {
	if call.Op != son.OpCallMethod || call.NumArgs() != 2 || call.Arg(1).IsRef() {
		return nil
	}
	ref := call.Arg(0)
	if ref.Op != son.OpMethodRef || ref.Str != "hasOwnProperty" || len(dataUsers(ref)) != 1 {
		return nil
	}
	return ref
}

// owns is the transfer function of what asks for own properties of records; it reports whether n
// is that, and runs no other code.
func (h *heap) owns(k *knowledge, n *son.Node) bool {
	if !h.g.Config.Assume.Has(son.AssumeBuiltins) {
		return false
	}
	switch n.Op {
	case son.OpMethodRef:
		// It is a load of a function. What the call does with the receiver is up to that.
		if u := dataUsers(n); len(u) != 1 || ownRef(u[0]) != n {
			return false
		}
		c, ok := h.recordAt(k, n.Arg(0))
		return ok && h.hasMethods(c)
	case son.OpCallMethod:
		ref := ownRef(n)
		if ref == nil {
			return false
		}
		c, ok := h.recordAt(k, ref.Arg(0))
		return ok && h.hasMethods(c) && h.ownKey(n, c, n.Arg(1))
	case son.OpBuiltin:
		switch {
		case isOwnTest(n):
			c, ok := h.recordAt(k, n.Arg(0))
			return ok && h.ownKey(n, c, n.Arg(1))
		case isKeys(n):
			c, ok := h.recordAt(k, n.Arg(0))
			return ok && h.countKeys(n, c)
		}
	}
	return false
}

// hasMethods reports whether a record inherits hasOwnProperty from Object.prototype.
func (h *heap) hasMethods(c contents) bool {
	return !c.rec.open && !c.rec.bare && c.get("hasOwnProperty").may == isAbsent
}

// ownKey is the transfer function of a test for an own property.
func (h *heap) ownKey(n *son.Node, c contents, key *son.Node) bool {
	s, ok := keyText(key)
	if !ok || key.Type.MayBe(son.KindNotPrimitive) {
		return false
	}
	f := c.get(s)
	if f.may != isThere && f.may != isAbsent {
		return false
	}
	h.note(n, f, son.AssumeBuiltins)
	return true
}

// countKeys is the transfer function of a list of the keys.
func (h *heap) countKeys(n *son.Node, c contents) bool {
	if c.rec.open || c.rec.array {
		return false
	}
	count := 0
	for _, f := range c.all() {
		switch f.may {
		case isThere:
			count++
		case isAbsent:
		default:
			return false
		}
	}
	if h.collect {
		if h.counts == nil {
			h.counts = map[*son.Node]int{}
		}
		h.counts[n] = count
	}
	return true
}

// decideOwn replaces the tests for own properties by their results.
func (h *heap) decideOwn(n *son.Node, f fact) {
	ref := ownRef(n)
	if !h.g.SpendAssuming(&ownKnownRule, n, n, h.assumes[n]) {
		return
	}
	has := h.g.Const(son.BoolConst(f.may == isThere))
	h.g.Replace(n, has, n.Mem())
	if ref != nil {
		h.g.Replace(ref, h.g.Const(son.TypeUndefined), ref.Mem())
	}
}

// countLists replaces the lengths of lists of keys that are used for nothing else.
func (h *heap) countLists() {
	var lists []*son.Node
	for n := range h.counts {
		lists = append(lists, n)
	}
	son.SortByOrder(lists)
	for _, n := range lists {
		if n.Dead() {
			continue
		}
		lengths, only := lengthsOf(n)
		if !only || len(lengths) == 0 || !h.g.SpendAssuming(&keysCountedRule, n, n, son.AssumeBuiltins) {
			continue
		}
		count := h.g.Const(son.IntConst(int32(h.counts[n])))
		for _, x := range lengths {
			h.g.Replace(x, count, x.Mem())
		}
		h.g.Replace(n, h.g.Const(son.TypeUndefined), n.Mem())
	}
}

// lengthsOf returns the loads of the length of a list, and whether it is used for nothing else.
func lengthsOf(list *son.Node) (lengths []*son.Node, only bool) {
	for _, u := range dataUsers(list) {
		switch {
		case u.Op == son.OpLoad && u.Str == "length":
			lengths = append(lengths, u)
		case u.Op == son.OpBind:
			more, ok := lengthsOf(u)
			if !ok {
				return nil, false
			}
			lengths = append(lengths, more...)
		default:
			return nil, false
		}
	}
	return lengths, true
}
