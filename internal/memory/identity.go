package memory

import "github.com/sonjs/son/son"

var identityRule = son.Rule{
	Name:    "identity",
	File:    "internal/memory/identity.go",
	Ops:     []son.Op{son.OpStrictEq, son.OpStrictNe, son.OpEq, son.OpNe},
	Doc:     "comparison of a new object => false (!=: true)  if the other side is another new object, or existed before; of an object with itself => true. In a loop the newest object differs from the one carried around",
	Example: "const a = {}, b = {}; if (a === b) f()  =>  nothing",
}

// identities decides comparisons of objects that this function made.
func identities(g *son.Graph) {
	var list []*son.Node
	g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpStrictEq, son.OpStrictNe, son.OpEq, son.OpNe:
			if n.In(0) == nil && (isNew(origin(n.Arg(0))) || isNew(origin(n.Arg(1)))) {
				list = append(list, n)
			}
		}
	})
	if len(list) == 0 {
		return
	}
	o, changed := older{cfg: g.CFG()}, false
	for _, n := range list {
		same := o.sameObject(n.Arg(0), n.Arg(1))
		if same == son.Maybe {
			continue
		}
		if n.Op == son.OpStrictNe || n.Op == son.OpNe {
			same = same.Not()
		}
		c := g.Const(same.Type())
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
type older struct{ cfg *son.CFG }

// sameObject reports whether two values are the same object, if one of them is new.
func (o older) sameObject(a, b *son.Node) son.Tri {
	a, b = origin(a), origin(b)
	switch {
	case isNew(a) && a == b:
		return son.Yes
	case isNew(a) && o.is(b, a, map[*son.Node]bool{}), isNew(b) && o.is(a, b, map[*son.Node]bool{}):
		return son.No
	}
	return son.Maybe
}

// isNew reports whether each execution of n makes another object.
func isNew(n *son.Node) bool {
	switch n.Op {
	case son.OpObject, son.OpArray, son.OpRegExp, son.OpClosure, son.OpClass:
		return true
	}
	return false
}

// is reports whether x is never the object that the last execution of n made.
func (o older) is(x, n *son.Node, seen map[*son.Node]bool) bool {
	x = origin(x)
	switch {
	case x.Op == son.OpConst, x.Op.IsEntry():
		return true
	case x.Op == son.OpPhi:
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
func (o older) carries(phi, n *son.Node) bool {
	head := o.cfg.BlockOf(phi.Region())
	at := o.cfg.BlockOf(n.In(0))
	if head == nil || at == nil || phi.Region().Op != son.OpLoop {
		return false
	}
	for l := at.Loop; l != nil; l = l.Parent {
		if l.Head == head {
			return true
		}
	}
	return false
}
