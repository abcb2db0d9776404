package son

var identityRule = Rule{
	Name:    "identity",
	Ops:     []Op{OpStrictEq, OpStrictNe, OpEq, OpNe},
	Doc:     "comparison of a new object => false (!=: true)  if the other side is another new one, or was there before; of an object with itself => true. In a loop the newest object is another than the one carried round",
	Example: "const a = {}, b = {}; if (a === b) f()  =>  nothing",
}

// identities answers comparisons of objects that this function made.
func (h *heap) identities() {
	h.g.Nodes(func(n *Node) {
		switch n.Op {
		case OpStrictEq, OpStrictNe, OpEq, OpNe:
		default:
			return
		}
		if n.in[0] != nil {
			return
		}
		same := h.sameObject(n.Arg(0), n.Arg(1))
		if same == Maybe {
			return
		}
		if n.Op == OpStrictNe || n.Op == OpNe {
			same = same.Not()
		}
		c := h.g.Const(same.typ())
		if h.g.spend(&identityRule, n, c) {
			h.g.Replace(n, c, nil)
		}
	})
}

// sameObject answers whether two values are one object, if one of them is new.
func (h *heap) sameObject(a, b *Node) Tri {
	a, b = behind(a), behind(b)
	switch {
	case isNew(a) && a == b, isNew(b) && a == b:
		return Yes
	case isNew(a) && h.isOlder(b, a, map[*Node]bool{}), isNew(b) && h.isOlder(a, b, map[*Node]bool{}):
		return No
	}
	return Maybe
}

// isNew reports whether each execution of n gives another object.
func isNew(n *Node) bool {
	switch n.Op {
	case OpObject, OpArray, OpRegExp, OpClosure, OpClass:
		return true
	}
	return false
}

// isOlder reports whether x is never the object that the last execution of n made.
func (h *heap) isOlder(x, n *Node, seen map[*Node]bool) bool {
	x = behind(x)
	switch x.Op {
	case OpConst, OpParam, OpThis, OpCaptured, OpNewTarget, OpArguments, OpSelf, OpImportMeta:
		return true
	case OpPhi:
		if x.IsMemPhi() || seen[x] {
			return !x.IsMemPhi()
		}
		seen[x] = true
		if h.carries(x, n) {
			return true
		}
		for _, a := range x.Args() {
			if !h.isOlder(a, n, seen) {
				return false
			}
		}
		return true
	}
	return isNew(x) && x != n || x.Type.IsPrimitive()
}

// carries reports whether a phi of a loop had its value before n was made: n is made
// inside the loop, and this round.
func (h *heap) carries(phi, n *Node) bool {
	head := h.cfg.BlockOf(phi.Region())
	at := h.cfg.BlockOf(n.in[0])
	if head == nil || at == nil || phi.Region().Op != OpLoop {
		return false
	}
	for l := at.Loop; l != nil; l = l.Parent {
		if l.Head == head {
			return true
		}
	}
	return false
}
