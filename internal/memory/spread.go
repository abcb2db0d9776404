package memory

import (
	"slices"
	"strconv"

	"github.com/sonjs/son/son"
)

// Spreads and rests of records that are removed: the elements that a spread would copy are
// written out, and a rest becomes a literal of the remaining ones.
//
//	const o = { a: x, b: y };              const { a, ...rest } = { a: x, b: y };
//	f({ ...o, c: 1 })                      f(a, rest)
//	  =>  f({ a: x, b: y, c: 1 })            =>  f(x, { b: y })

// copies is the transfer function of a spread or a rest: it reads all properties of a record.
// Without accessors that runs no code.
func (h *heap) copies(k *knowledge, n *son.Node) bool {
	c, ok := h.recordAt(k, n.Arg(0))
	if !ok || c.rec.open || c.rec.n.Op == son.OpPhi {
		return false
	}
	assumed := son.Assumptions(0)
	array := n.Op == son.OpPatRest && n.Arg(0).Op == son.OpPatArray
	if n.Op == son.OpSpread {
		into := spreadInto(n)
		if into == nil || definesLate(into) {
			return false
		}
		switch into.Op {
		case son.OpObject:
		case son.OpArray, son.OpCall, son.OpCallMethod, son.OpNew:
			array = true
		default:
			return false
		}
	}
	if array {
		if assumed = son.AssumeBuiltins; !h.g.Config.Assume.Has(assumed) {
			return false
		}
	}
	if c.rec.array != array || !c.asWritten() {
		return false
	}
	h.note(n, fact{}, assumed)
	if h.collect {
		h.copied[n] = c
	}
	for _, f := range c.all() {
		h.lookAt(k, c.rec, f)
	}
	return true
}

// spreadInto returns the node that contains a spread, or nil.
func spreadInto(n *son.Node) *son.Node {
	for _, u := range dataUsers(n) {
		return u
	}
	return nil
}

// definesLate reports whether n is an object literal that V8 builds in another order than
// specified: one that starts with a spread defines its accessors after the properties that
// follow them, up to the next spread or computed key.
//
//	{ ...o, get x() {}, y: 2 }  has y, x in V8; { ...p, ...o, get x() {}, y: 2 } has x, y
//
// The spreads of such a literal must stay as they are, so that the difference stays
// unobservable.
func definesLate(n *son.Node) bool {
	if n.Op != son.OpObject || n.Parts[0].Kind != son.PartSpread {
		return false
	}
	return slices.ContainsFunc(n.Parts, func(p son.Part) bool { return p.Kind == son.PartGetter || p.Kind == son.PartSetter })
}

// asWritten reports whether a record has the properties of its literal, in that
// order, and all their values are known.
func (c contents) asWritten() bool {
	written := c.rec.initial.keys
	for id, f := range c.keys.items() {
		if !written.has(id) || c.rec.names.names[id] == "__proto__" || f.may != isThere || !f.known() {
			return false
		}
	}
	for _, p := range c.rec.n.Parts {
		switch p.Kind {
		case son.PartValue, son.PartShorthand:
		default:
			return false
		}
	}
	return true
}

// spread replaces a spread by the elements that it copies.
func (d *dissolver) spread(n *son.Node) {
	into := dataUsers(n)[0]
	parts, values := d.items(n)
	in := slices.Clone(into.Ins()[:into.FirstArg()])
	args := into.Args()
	var to []son.Part
	if into.Parts == nil { // a call
		for _, x := range args {
			if x == n {
				in = append(in, values...)
			} else {
				in = append(in, x)
			}
		}
	}
	for _, p := range into.Parts {
		k := inputsOf(p.Kind)
		if k == 1 && args[0] == n {
			in, to = append(in, values...), append(to, parts...)
		} else {
			in, to = append(in, args[:k]...), append(to, p)
		}
		args = args[k:]
	}
	made := d.g.Clone(into, in...)
	made.Parts = to
	d.replaceBy(into, made)
	d.g.Replace(n, nil, n.Mem())
}

// inputsOf returns the number of inputs of a part of an object or array literal.
func inputsOf(k son.PartKind) int {
	switch k {
	case son.PartHole:
		return 0
	case son.PartComputed, son.PartComputedMethod, son.PartComputedGetter, son.PartComputedSetter:
		return 2
	}
	return 1
}

// items are the parts and values of the record that n copies, without those that a pattern took
// before.
func (d *dissolver) items(n *son.Node) (parts []son.Part, values []*son.Node) {
	c, took := d.copied[n], d.took[n]
	done := map[string]bool{}
	for i, p := range c.rec.n.Parts {
		key := p.Str
		if c.rec.array {
			key = strconv.Itoa(i)
		}
		if took[key] || done[key] {
			continue
		}
		done[key] = true
		if !c.rec.array {
			p.Kind = son.PartValue
		}
		parts, values = append(parts, p), append(values, d.value(key, c.get(key)))
	}
	return parts, values
}

// tookBefore returns the keys that the pattern of a rest took.
func (h *heap) tookBefore(rest *son.Node) map[string]bool {
	took := map[string]bool{}
	if rest.Op == son.OpPatRest {
		for _, u := range dataUsers(rest.Arg(0)) {
			if u.Op == son.OpPatProp || u.Op == son.OpPatNext {
				key, _ := h.keyOf(u)
				took[key] = true
			}
		}
	}
	return took
}

// rest makes the literal of the elements that a pattern left over.
func (d *dissolver) rest(n *son.Node) {
	op := son.OpObject
	if n.Arg(0).Op == son.OpPatArray {
		op = son.OpArray
	}
	parts, values := d.items(n)
	made := d.g.NewNode(op, append([]*son.Node{n.In(0)}, values...)...)
	made.Parts, made.Sym, made.Type = parts, n.Sym, son.TypeFresh
	made.SetSource(n)
	d.g.Replace(n, made, n.Mem())
}

// replaceBy replaces n by m, which is a copy of it.
func (d *dissolver) replaceBy(n, m *son.Node) {
	if n.OnChain() {
		d.g.Replace(n, m, m)
		return
	}
	d.g.Replace(n, m, nil)
}
