package son

import (
	"slices"
	"strconv"
)

// Spreads and rests of records that go: what a spread would copy is written out, and
// a rest is a literal of what is left.
//
//	const o = { a: x, b: y };              const { a, ...rest } = { a: x, b: y };
//	f({ ...o, c: 1 })                      f(a, rest)
//	  =>  f({ a: x, b: y, c: 1 })            =>  f(x, { b: y })

// copies is the transfer of a spread or a rest: it reads all properties of a record.
// Without accessors that runs no code.
func (h *heap) copies(k *knowledge, n *Node) bool {
	c, ok := h.known(k, n.Arg(0))
	if !ok || c.rec.open || c.rec.n.Op == OpPhi {
		return false
	}
	lean := Assumptions(0)
	array := n.Op == OpPatRest && n.Arg(0).Op == OpPatArray
	if n.Op == OpSpread {
		into := spreadInto(n)
		if into == nil || into.definesLate() {
			return false
		}
		switch into.Op {
		case OpObject:
		case OpArray, OpCall, OpCallMethod, OpNew:
			array = true
		default:
			return false
		}
	}
	if array {
		if lean = AssumeBuiltins; !h.g.Config.Assume.Has(lean) {
			return false
		}
	}
	if c.rec.array != array || !c.asWritten() {
		return false
	}
	h.note(n, fact{}, lean)
	if h.collect {
		h.copied[n] = c
	}
	for _, f := range c.all() {
		h.lookAt(k, c.rec, f)
	}
	return true
}

// spreadInto returns what a spread stands in, or nil.
func spreadInto(n *Node) *Node {
	for _, u := range dataUsers(n) {
		return u
	}
	return nil
}

// definesLate reports whether n is an object literal that V8 makes in another order than
// the specification says: one that begins with a spread defines its accessors behind the
// properties that follow them, up to the next spread or computed key.
//
//	{ ...o, get x() {}, y: 2 }  has y, x in V8; { ...p, ...o, get x() {}, y: 2 } has x, y
//
// Which spreads such a literal has must stay as it is, then nobody sees a difference.
func (n *Node) definesLate() bool {
	if n.Op != OpObject || n.Parts[0].Kind != PartSpread {
		return false
	}
	return slices.ContainsFunc(n.Parts, func(p Part) bool { return p.Kind == PartGetter || p.Kind == PartSetter })
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
		case PartValue, PartShorthand:
		default:
			return false
		}
	}
	return true
}

// spread writes out what a spread copies, where it stands.
func (d *dissolver) spread(n *Node) {
	into := dataUsers(n)[0]
	parts, values := d.items(n)
	in := slices.Clone(into.in[:into.firstArg()])
	args := into.Args()
	var to []Part
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
		k := p.Kind.inputs()
		if k == 1 && args[0] == n {
			in, to = append(in, values...), append(to, parts...)
		} else {
			in, to = append(in, args[:k]...), append(to, p)
		}
		args = args[k:]
	}
	made := d.g.copyOf(into, in)
	made.Parts = to
	d.replaceBy(into, made)
	d.g.Replace(n, nil, n.Mem())
}

// inputs is how many inputs a part of an object or array literal has.
func (k PartKind) inputs() int {
	switch k {
	case PartHole:
		return 0
	case PartComputed, PartComputedMethod, PartComputedGetter, PartComputedSetter:
		return 2
	}
	return 1
}

// items are the parts and values of the record that n copies, without those that a
// pattern took before.
func (d *dissolver) items(n *Node) (parts []Part, values []*Node) {
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
			p.Kind = PartValue
		}
		parts, values = append(parts, p), append(values, d.value(key, c.get(key)))
	}
	return parts, values
}

// tookBefore returns the keys that the pattern of a rest took.
func (h *heap) tookBefore(rest *Node) map[string]bool {
	took := map[string]bool{}
	if rest.Op == OpPatRest {
		for _, u := range dataUsers(rest.Arg(0)) {
			if u.Op == OpPatProp || u.Op == OpPatNext {
				key, _ := h.keyOf(u)
				took[key] = true
			}
		}
	}
	return took
}

// rest makes the literal of what a pattern has left over.
func (d *dissolver) rest(n *Node) {
	op := OpObject
	if n.Arg(0).Op == OpPatArray {
		op = OpArray
	}
	parts, values := d.items(n)
	made := d.g.NewNode(op, append([]*Node{n.in[0]}, values...)...)
	made.Parts, made.Order, made.Span, made.Sym, made.Type = parts, n.Order, n.Span, n.Sym, TypeFresh
	d.g.Replace(n, made, n.Mem())
}

// copyOf makes a node like n with other inputs.
func (g *Graph) copyOf(n *Node, in []*Node) *Node {
	m := g.NewNode(n.Op, slices.Clone(in)...)
	m.Flags, m.Idx, m.Order, m.Span, m.Type, m.home = n.Flags, n.Idx, n.Order, n.Span, n.Type, n.home
	m.Str, m.Sym, m.Parts = n.Str, n.Sym, n.Parts
	return m
}

// replaceBy puts m in the place of n, of which it is a copy.
func (d *dissolver) replaceBy(n, m *Node) {
	if n.OnChain() {
		d.g.Replace(n, m, m)
		return
	}
	d.g.Replace(n, m, nil)
}
