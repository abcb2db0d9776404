package son

import "strconv"

// record is an object or array literal, or a phi of literals that nobody sees but
// the phi.
type record struct {
	n       *Node
	array   bool
	initial contents // of a literal
	names   *keyNames
	// open: the literal may have keys that the text does not name, or a prototype
	// of its own, so that nothing is known of keys that are not mentioned.
	open bool
	// holds are the values that were ever put into it, as far as they may lead to
	// other records.
	holds []*Node
}

// others is what is known of the keys that are not mentioned.
func (r *record) others() fact {
	if r.open {
		return fact{may: isUnknown}
	}
	return fact{may: isAbsent}
}

// recordOf reads a literal.
func (h *heap) recordOf(n *Node) *record {
	r := &record{n: n, names: h.names, array: n.Op == OpArray}
	r.initial.rec = r
	if n.Op == OpArray {
		h.g.readArray(n, r)
	} else {
		h.g.readObject(n, r)
	}
	for _, x := range n.Args() {
		if leads(x) {
			r.holds = append(r.holds, x)
		}
	}
	return r
}

// writes notes what a literal puts into itself.
func (r *record) writes(key string, f fact) { r.initial = r.initial.with(key, f) }

func (g *Graph) readArray(n *Node, r *record) {
	for _, p := range n.Parts {
		if p.Kind == PartSpread {
			r.open = true // from there on nobody knows the places
		}
	}
	k := 0
	for i, p := range n.Parts {
		switch p.Kind {
		case PartSpread:
			return
		case PartValue:
			r.writes(strconv.Itoa(i), fact{may: isThere, val: n.Arg(k), site: n})
			k++
		}
	}
	r.writes("length", fact{may: isThere, val: g.Const(IntConst(int32(len(n.Parts))))})
}

func (g *Graph) readObject(n *Node, r *record) {
	k := 0
	next := func() *Node { k++; return n.Arg(k - 1) }
	forget := func() { // a key that nobody knows may be any of those so far
		r.open = true
		r.initial.keys = tree[fact]{}
	}
	for _, p := range n.Parts {
		switch p.Kind {
		case PartValue, PartShorthand:
			r.writes(p.Str, fact{may: isThere, val: next(), site: n})
		case PartMethod: // its function is written in the literal only
			next()
			r.writes(p.Str, fact{may: isThere})
		case PartGetter, PartSetter:
			next()
			r.writes(p.Str, fact{may: isUnknown})
		case PartProto:
			next()
			r.open = true
		case PartComputed:
			key, v := next(), next()
			if s, ok := keyText(key.Arg(0)); ok {
				r.writes(s, fact{may: isThere, val: v, site: n})
			} else {
				forget()
			}
		case PartSpread:
			next()
			forget()
		default:
			next()
			next()
			forget()
		}
	}
}

// joinsLiterals reports whether a phi chooses between literals that nobody else
// sees, objects all or arrays all.
func joinsLiterals(phi *Node) bool {
	if phi.Op != OpPhi || phi.IsMemPhi() || phi.Idx == PhiRef {
		return false
	}
	first := behind(phi.Arg(0))
	for _, x := range phi.Args() {
		n := behind(x)
		if n.Op != OpObject && n.Op != OpArray || n.Op != first.Op || !onlyFor(n, phi) {
			return false
		}
	}
	return true
}

// onlyFor reports whether the value of n, under all its names, goes to user only.
func onlyFor(n, user *Node) bool {
	for _, u := range dataUsers(n) {
		if u != user && (u.Op != OpBind || !onlyFor(u, user)) {
			return false
		}
	}
	return true
}

// keyText returns the property key that a value is, if it is known.
func keyText(x *Node) (string, bool) { return FoldToString(x.Type) }

// leads reports whether a value may be a record, or lead to one.
func leads(x *Node) bool { return x.Type.MayBeObject() && !isGiven(x) && x.Op != OpConst }

// behind returns what a value is under the names and assignments that it passed
// through.
func behind(x *Node) *Node {
	for {
		switch x.Op {
		case OpBind, OpStoreSelf:
			x = x.Arg(0)
		case OpStore, OpStoreCell:
			x = x.Arg(1)
		case OpStoreIdx:
			x = x.Arg(2)
		case OpPatObject, OpPatArray, OpPatEnd:
			x = x.Arg(0)
		default:
			return x
		}
	}
}

// inherited reports whether a record may inherit a property of that name from what
// the language provides.
func inherited(r *record, key string) bool {
	switch key {
	case "constructor", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
		"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf":
		return true
	}
	if !r.array {
		return false
	}
	// Of an array the elements are known to be inherited by none; which methods
	// there are depends on the engine.
	_, err := strconv.ParseUint(key, 10, 32)
	return err != nil
}
