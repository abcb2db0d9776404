package memory

import (
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// access is the transfer function of a read or write of a record's property; it reports whether
// n is one that runs no code. For a missing property the prototype is consulted, and whoever
// patched that may have put an accessor there: unless we assume that nobody did, such an access
// runs unknown code.
func (h *heap) access(k *knowledge, n *son.Node) bool {
	base := baseOf(n)
	if base == nil {
		return false
	}
	c, ok := h.recordAt(k, base)
	if !ok {
		return false
	}
	key, ok := h.keyOf(n)
	if !ok {
		return h.readsElement(k, n, c.rec)
	}
	if !h.accessKey(k, n, c, key) {
		return false
	}
	if h.collect && c.rec.assumes != 0 {
		h.assumes[n] |= c.rec.assumes
	}
	return true
}

// readsElement is the transfer function of a read of one element of an array, it is not known which: that runs no code
// if nobody gave the prototype of arrays accessors.
func (h *heap) readsElement(k *knowledge, n *son.Node, r *record) bool {
	if n.Op != son.OpLoadIdx || !r.array || r.open || !n.Arg(1).Type.IsNumber() || !h.g.Config.Assume.Has(son.AssumeBuiltins) {
		return false
	}
	r.assumes |= son.AssumeBuiltins
	h.escapeHeld(k, r)
	return true
}

// accessKey is the transfer function of an access of a known property.
func (h *heap) accessKey(k *knowledge, n *son.Node, c contents, key string) bool {
	f := c.get(key)
	switch n.Op {
	case son.OpLoad, son.OpLoadIdx, son.OpCompRef, son.OpCompRefIdx, son.OpPatProp, son.OpPatNext:
		return h.load(k, n, c, key, f)
	case son.OpStore, son.OpStoreIdx:
		return h.store(k, n, c, key, f, n.Args()[n.NumArgs()-1])
	case son.OpUpdate, son.OpUpdateIdx:
		// It converts the value it reads, and the result is a primitive.
		if f.may != isThere || !f.known() || key == "length" && c.rec.array {
			return false
		}
		h.note(n, f, 0)
		h.convert(k, c.rec, f, son.TypeNumeric)
		h.renew(k, c.rec, key, n)
		return true
	case son.OpCompStore:
		v := n.Arg(1)
		if f.may != isThere || !f.known() || key == "length" && c.rec.array {
			return false
		}
		h.note(n, f, 0)
		if h.escape(k, v); !ast.BinaryOp(n.Idx).Logical() {
			h.convert(k, c.rec, f, v.Type)
		}
		h.renew(k, c.rec, key, n)
		return true
	case son.OpDelete, son.OpDeleteIdx:
		return h.remove(k, n, c, key, f)
	case son.OpIn:
		return h.has(n, c, key, f)
	}
	return false
}

// has is the transfer function of a test for a property.
func (h *heap) has(n *son.Node, c contents, key string, f fact) bool {
	switch {
	case f.may == isThere:
		h.note(n, f, 0)
	case f.may == isAbsent:
		assumed, ok := h.lacks(c.rec, key)
		if !ok {
			return false
		}
		h.note(n, f, assumed)
	default:
		return false
	}
	return true
}

// renew is the transfer function of an update that sets the property to n's value.
func (h *heap) renew(k *knowledge, r *record, key string, n *son.Node) {
	if c, ok := k.recs.get(idOf(r.n)); ok {
		k.recs.set(idOf(r.n), c.with(key, fact{may: isThere, val: n, site: n}))
	}
}

// convert is the transfer function of the conversion to primitives of a property's value and of
// an operand of type t.
func (h *heap) convert(k *knowledge, r *record, f fact, t son.Type) {
	h.lookAt(k, r, f)
	if f.val == nil || f.val.Type.MayBe(son.KindNotPrimitive) || t.MayBe(son.KindNotPrimitive) {
		k.run(0)
	}
}

// lookAt is the transfer function of a read of a property's value, which has another name from
// here on.
func (h *heap) lookAt(k *knowledge, r *record, f fact) {
	if f.val != nil {
		h.escape(k, f.val)
	} else if f.may&isThere != 0 {
		h.escapeHeld(k, r)
	}
}

// escapeHeld forgets all records reachable from what a record holds.
func (h *heap) escapeHeld(k *knowledge, r *record) {
	if k.recs.root == nil {
		return
	}
	if !r.reaches {
		r.reaches, r.reach = true, h.reachable(r.holds...)
	}
	h.steps += len(r.reach)
	for _, id := range r.reach {
		k.recs.drop(id)
	}
}

// note records, in the last walk, the result of an access and its assumptions.
func (h *heap) note(n *son.Node, f fact, assumed son.Assumptions) {
	if h.collect {
		h.facts[n], h.safe[n], h.assumes[n] = f, true, assumed
	}
}

// load is the transfer function of a read.
func (h *heap) load(k *knowledge, n *son.Node, c contents, key string, f fact) bool {
	assumed := son.Assumptions(0)
	if f.may&isUnknown != 0 {
		return false
	}
	if f.may&isAbsent != 0 {
		ok := false
		if assumed, ok = h.lacks(c.rec, key); !ok {
			return false
		}
	}
	if !f.known() && f.may != isThere {
		return false
	}
	h.note(n, f, assumed)
	h.lookAt(k, c.rec, f)
	return true
}

// lacks reports whether a key that a record has not got itself is not inherited either, because it has
// no prototype, or because nobody changes the built-ins.
func (h *heap) lacks(r *record, key string) (assumed son.Assumptions, ok bool) {
	if r.bare && !r.open {
		return 0, true
	}
	return son.AssumeBuiltins, !r.open && h.g.Config.Assume.Has(son.AssumeBuiltins) && !inherited(r, key)
}

// store is the transfer function of an assignment to a property.
func (h *heap) store(k *knowledge, n *son.Node, c contents, key string, f fact, v *son.Node) bool {
	if n.Has(son.FlagPattern) && v.Op.IsToken() || v.Type.MayBe(son.KindUninit) {
		return false
	}
	if c.rec.array && (key == "length" || f.may != isThere) {
		return false // the length may change
	}
	assumed, ok := son.Assumptions(0), f.may == isThere
	if f.may&isUnknown == 0 && f.may&isAbsent != 0 {
		assumed, ok = h.lacks(c.rec, key)
	}
	if !ok {
		return false
	}
	h.note(n, f, assumed)
	k.recs.set(idOf(c.rec.n), c.with(key, fact{may: isThere, val: v, site: n}))
	return true
}

// remove is the transfer function of a delete. A property of a literal can be deleted.
func (h *heap) remove(k *knowledge, n *son.Node, c contents, key string, f fact) bool {
	if c.rec.open || c.rec.array {
		return false
	}
	h.note(n, f, 0)
	k.recs.set(idOf(c.rec.n), c.with(key, fact{may: isAbsent}))
	return true
}

// baseOf returns the object of a property access, or nil.
func baseOf(n *son.Node) *son.Node {
	switch n.Op {
	case son.OpLoad, son.OpLoadIdx, son.OpStore, son.OpStoreIdx, son.OpUpdate, son.OpUpdateIdx, son.OpDelete, son.OpDeleteIdx, son.OpCompRef, son.OpCompRefIdx:
		return n.Arg(0)
	case son.OpCompStore:
		if r := n.Arg(0); r.Op == son.OpCompRef || r.Op == son.OpCompRefIdx {
			return r.Arg(0)
		}
	case son.OpPatProp, son.OpPatNext:
		return n.Arg(0).Arg(0)
	case son.OpIn:
		return n.Arg(1)
	}
	return nil
}

// keyOf returns the key of a property access if it is known.
func (h *heap) keyOf(n *son.Node) (string, bool) {
	switch n.Op {
	case son.OpIn:
		return keyText(n.Arg(0))
	case son.OpLoadIdx, son.OpStoreIdx, son.OpUpdateIdx, son.OpDeleteIdx, son.OpCompRefIdx:
		return keyText(n.Arg(1))
	case son.OpCompStore:
		return h.keyOf(n.Arg(0))
	case son.OpPatNext:
		return strconv.Itoa(h.places[n]), true
	case son.OpPatProp:
		if n.Parts[0].Kind == son.PartComputed {
			return keyText(n.Arg(1).Arg(0))
		}
		return n.Parts[0].Str, true
	}
	return n.Str, !strings.HasPrefix(n.Str, "#")
}
