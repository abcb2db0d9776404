package son

var identityRule = Rule{
	Name:    "identity",
	File:    "son/identity.go",
	Ops:     []Op{OpStrictEq, OpStrictNe, OpEq, OpNe},
	Doc:     "comparison of a new object => false (!=: true)  if the other side is another new object, or existed before; of an object with itself => true. In a loop the newest object differs from the one carried around",
	Example: "const a = {}, b = {}; if (a === b) f()  =>  nothing",
}

// identities decides comparisons of objects that this function made.
func (g *Graph) identities() {
	var list []*Node
	g.Nodes(func(n *Node) {
		switch n.Op {
		case OpStrictEq, OpStrictNe, OpEq, OpNe:
			if n.in[0] == nil && (isNew(origin(n.Arg(0))) || isNew(origin(n.Arg(1)))) {
				list = append(list, n)
			}
		}
	})
	if len(list) == 0 {
		return
	}
	o, changed := older{cfg: NewCFG(g)}, false
	for _, n := range list {
		same := o.sameObject(n.Arg(0), n.Arg(1))
		if same == Maybe {
			continue
		}
		if n.Op == OpStrictNe || n.Op == OpNe {
			same = same.Not()
		}
		c := g.Const(same.typ())
		if g.Spend(&identityRule, n, c) {
			g.Replace(n, c, nil)
			changed = true
		}
	}
	if changed {
		g.Optimize()
	}
}

// older determines which values are older than an object.
type older struct{ cfg *CFG }

// sameObject reports whether two values are the same object, if one of them is new.
func (o older) sameObject(a, b *Node) Tri {
	a, b = origin(a), origin(b)
	switch {
	case isNew(a) && a == b:
		return Yes
	case isNew(a) && o.is(b, a, map[*Node]bool{}), isNew(b) && o.is(a, b, map[*Node]bool{}):
		return No
	}
	return Maybe
}

// isNew reports whether each execution of n makes another object.
func isNew(n *Node) bool {
	switch n.Op {
	case OpObject, OpArray, OpRegExp, OpClosure, OpClass:
		return true
	}
	return false
}

// is reports whether x is never the object that the last execution of n made.
func (o older) is(x, n *Node, seen map[*Node]bool) bool {
	x = origin(x)
	switch x.Op {
	case OpConst, OpParam, OpThis, OpCaptured, OpNewTarget, OpArguments, OpSelf, OpImportMeta:
		return true
	case OpPhi:
		if x.IsMemPhi() || seen[x] {
			return !x.IsMemPhi()
		}
		seen[x] = true
		if o.carries(x, n) {
			return true
		}
		for _, a := range x.Args() {
			if !o.is(a, n, seen) {
				return false
			}
		}
		return true
	}
	return isNew(x) && x != n || x.Type.IsPrimitive()
}

// carries reports whether a phi of a loop had its value before n was made: n is made inside the
// loop, and in this iteration.
func (o older) carries(phi, n *Node) bool {
	head := o.cfg.BlockOf(phi.Region())
	at := o.cfg.BlockOf(n.in[0])
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
