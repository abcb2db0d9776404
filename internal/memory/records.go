package memory

import "github.com/sonjs/son/son"

import "strconv"

// record is an object or array literal, or a phi of literals that only the phi uses.
type record struct {
	n       *son.Node
	array   bool
	initial contents // of a literal
	names   *keyNames
	// open: the literal may have keys that the text does not name, or its own prototype, so that
	// nothing is known of keys that are not listed.
	open bool
	// bare: the literal has no prototype, { __proto__: null }.
	bare bool
	// assumes is what is assumed of an access whose property is not known.
	assumes son.Assumptions
	// holds are all values that were ever stored in it, as far as they may lead to other
	// records.
	holds []*son.Node
	// reach are the records reachable from these, once that is known (reaches). A loop may read an
	// unknown value of a large record as often as the record has keys.
	reach   []uint32
	reaches bool
}

// others is the fact of the keys that are not listed.
func (r *record) others() fact {
	if r.open {
		return fact{may: isUnknown}
	}
	return fact{may: isAbsent}
}

// recordOf returns the record of a literal.
func (h *heap) recordOf(n *son.Node) *record {
	r := &record{n: n, names: &h.names, array: n.Op == son.OpArray}
	r.initial.rec = r
	if n.Op == son.OpArray {
		readArray(h.g, n, r)
	} else {
		readObject(h.g, n, r)
	}
	for _, x := range n.Args() {
		if leads(x) {
			r.holds = append(r.holds, x)
		}
	}
	return r
}

// writes records an element of a literal.
func (r *record) writes(key string, f fact) { r.initial = r.initial.with(key, f) }

func readArray(g *son.Graph, n *son.Node, r *record) {
	for _, p := range n.Parts {
		if p.Kind == son.PartSpread {
			r.open = true // the indices after it are unknown
		}
	}
	k := 0
	for i, p := range n.Parts {
		switch p.Kind {
		case son.PartSpread:
			return
		case son.PartValue:
			r.writes(strconv.Itoa(i), fact{may: isThere, val: n.Arg(k), site: n})
			k++
		}
	}
	r.writes("length", fact{may: isThere, val: g.Const(son.IntConst(int32(len(n.Parts))))})
}

func readObject(g *son.Graph, n *son.Node, r *record) {
	k := 0
	next := func() *son.Node { k++; return n.Arg(k - 1) }
	forget := func() { // an unknown key may be any of those so far
		r.open = true
		r.initial.keys = tree[fact]{}
	}
	for _, p := range n.Parts {
		switch p.Kind {
		case son.PartValue, son.PartShorthand, son.PartInitial:
			r.writes(p.Str, fact{may: isThere, val: next(), site: n})
		case son.PartMethod: // its function can only be written in the literal
			next()
			r.writes(p.Str, fact{may: isThere})
		case son.PartGetter, son.PartSetter:
			next()
			r.writes(p.Str, fact{may: isUnknown})
		case son.PartConstructor: // its prototype may have other keys
			next()
			r.open = true
		case son.PartProto:
			if next().Type == son.TypeNull {
				r.bare = true
			} else {
				r.open = true
			}
		case son.PartComputed:
			key, v := next(), next()
			if s, ok := keyText(key.Arg(0)); ok {
				r.writes(s, fact{may: isThere, val: v, site: n})
			} else {
				forget()
			}
		case son.PartSpread:
			next()
			forget()
		default:
			next()
			next()
			forget()
		}
	}
}

// joinsLiterals reports whether a phi chooses between literals that nobody else uses, all
// objects or all arrays.
func joinsLiterals(phi *son.Node) bool {
	if phi.Op != son.OpPhi || phi.IsMemPhi() || phi.Idx == son.PhiRef {
		return false
	}
	first := origin(phi.Arg(0))
	for _, x := range phi.Args() {
		n := origin(x)
		if n.Op != son.OpObject && n.Op != son.OpArray || n.Op != first.Op || !onlyFor(n, phi) {
			return false
		}
	}
	return true
}

// onlyFor reports whether the value of n, under all its names, is only used by user.
func onlyFor(n, user *son.Node) bool {
	for _, u := range dataUsers(n) {
		if u != user && (u.Op != son.OpBind || !onlyFor(u, user)) {
			return false
		}
	}
	return true
}

// keyText returns the property key for a value, if it is known.
func keyText(x *son.Node) (string, bool) { return son.FoldToString(x.Type) }

// leads reports whether a value may be a record, or lead to one.
func leads(x *son.Node) bool { return x.Type.MayBeObject() && !x.Op.IsEntry() && x.Op != son.OpConst }

// origin returns the value of x before the names and assignments that it passed through.
func origin(x *son.Node) *son.Node {
	for {
		switch x.Op {
		case son.OpBind, son.OpStoreSelf:
			x = x.Arg(0)
		case son.OpStore, son.OpStoreCell:
			x = x.Arg(1)
		case son.OpStoreIdx:
			x = x.Arg(2)
		case son.OpPatObject, son.OpPatArray, son.OpPatEnd:
			x = x.Arg(0)
		default:
			return x
		}
	}
}

// inherited reports whether a record may inherit a built-in property of that name.
func inherited(r *record, key string) bool {
	switch key {
	case "constructor", "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
		"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf":
		return true
	}
	if !r.array {
		return false
	}
	// Array elements are known not to be inherited from any built-in prototype; which methods
	// there are depends on the engine.
	_, err := strconv.ParseUint(key, 10, 32)
	return err != nil
}
