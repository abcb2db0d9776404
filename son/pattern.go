package son

// Destructuring is a bracket: a node that opens the pattern on a value, the
// micro-steps of the specification on the effect chain in their order, and a
// node that closes it.
//
//	({ a: o.p = d(), ...r } = v)
//
//	v1 = PatObject v                        RequireObjectCoercible
//	     o                                  the target's object
//	v2 = PatProp v1 [(value "a")]           GetV
//	     If (IsUndefined v2) { d() }        the default, with an expression's Phi
//	v3 = Store o phi [p] pattern            the put
//	v4 = PatRest v1
//	v5 = Bind v4 {r} pattern
//	v6 = PatEnd v1 v3 v5
//
// An array pattern has PatArray and PatNext in place of PatObject and PatProp; its PatEnd closes
// the iterator, and so does any exception before it (which no node represents: it leaves the
// pattern). An elision is a PatNext that is its own put. A pattern inside a pattern is a bracket
// of its own on the outer step's value; its PatEnd is the outer pattern's put.
//
// The PatEnd of a declaration has FlagDecl, and its ast.VarKind in Idx. Its
// inputs keep the puts alive and in order; nothing else uses the
// opening node. Rules leave puts with FlagPattern where they are.

// Opens reports whether n opens a pattern.
func (n *Node) Opens() bool { return n.Op == OpPatObject || n.Op == OpPatArray }

// Put returns the value that a put of a pattern stores (or that an inner pattern destructures).
func (n *Node) Put() *Node {
	switch n.Op {
	case OpBind, OpGlobalInit, OpStoreSelf:
		return n.Arg(0)
	case OpStoreCell, OpStore, OpGlobalStore:
		return n.Arg(1)
	case OpStoreIdx:
		return n.Arg(2)
	case OpPatEnd:
		return n.Arg(0).Arg(0)
	}
	return n
}

// pattern checks the nodes of a pattern.
func (v *verifier) pattern(n *Node) {
	switch n.Op {
	case OpPatObject, OpPatArray:
		v.patternUsers(n)
	case OpPatProp, OpPatNext, OpPatRest, OpPatEnd:
		if x := n.Arg(0); x.Op != OpDead && !x.Opens() || n.Op == OpPatProp && x.Op == OpPatArray || n.Op == OpPatNext && x.Op == OpPatObject {
			v.fail(n, "is a step of v%d %v", x.ID, x.Op)
		}
	}
	if n.Op != OpPatEnd {
		return
	}
	for _, x := range n.Args()[1:] {
		switch {
		case x.Op == OpDead || x.Op == OpPatEnd || x.Op == OpPatNext:
		case !x.Has(FlagPattern) || x.Put() == x:
			v.fail(n, "v%d %v is not a put of a pattern", x.ID, x.Op)
		}
	}
}

// patternUsers checks the users of the node that opens a pattern.
func (v *verifier) patternUsers(n *Node) {
	ends := 0
	seen := map[*Node]bool{} // a user may have both as memory and as data
	for _, u := range n.out {
		if seen[u] {
			continue
		}
		seen[u] = true
		for i, x := range u.in {
			if x != n || u.SlotKind(i) != SlotData {
				continue
			}
			switch {
			case i != u.FirstArg():
				v.fail(u, "input %d is v%d %v, which is not a value", i, n.ID, n.Op)
			case u.Op == OpPatEnd:
				ends++
			case u.Op != OpPatProp && u.Op != OpPatNext && u.Op != OpPatRest:
				v.fail(u, "input %d is v%d %v, but it is not a step of a pattern", i, n.ID, n.Op)
			}
		}
	}
	if ends != 1 {
		v.fail(n, "is closed %d times, want once", ends)
	}
}

// patternKey checks the Part of a PatProp.
func (v *verifier) patternKey(n *Node) {
	if len(n.Parts) != 1 {
		v.fail(n, "has %d Parts, want its key", len(n.Parts))
		return
	}
	want := 1
	switch n.Parts[0].Kind {
	case PartValue, PartShorthand:
	case PartComputed:
		want = 2
	default:
		v.fail(n, "a part %v is not allowed there", n.Parts[0].Kind)
		return
	}
	if n.NumArgs() != want {
		v.fail(n, "has %d inputs besides control and memory, its key needs %d", n.NumArgs(), want)
	}
}
