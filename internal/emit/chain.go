package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// chainOf recognizes the test of a ?. : the nullish arm is empty and yields undefined (true,
// for a delete), and the first operation of the other arm on the tested value, or reference, is
// a link of the chain.
func (t *treeState) chainOf(c *condItem) bool {
	if !c.chain || c.test.Op != son.OpIsNullish || t.uses[c.test.ID] != 1 || len(c.then.items) > 0 {
		return false
	}
	if c.phi != nil && (c.then.val.Op != son.OpConst || c.then.val.Type != son.TypeUndefined && c.then.val.Type != son.TypeTrue) {
		return false
	}
	head := c.test.Arg(0)
	value := head
	if head.Op == son.OpRefValue {
		head = head.Arg(0)
	}
	link := t.linkOf(c.els, head)
	if link == nil || value != head && t.uses[value.ID] != 1 {
		return false
	}
	t.uses[head.ID]-- // one for the test; the link's remains
	c.kind, c.drop, c.test = condChain, c.test, head
	c.link, c.placeholder = link, &ast.Ident{}
	if t.links == nil {
		t.links = map[*son.Node]*condItem{}
	}
	t.links[link] = c
	return true
}

// linkOf descends the chain that yields an arm's value and returns the operation on head, or
// nil if the arm is something else.
func (t *treeState) linkOf(a arm, head *son.Node) *son.Node {
	if len(a.items) == 0 {
		return nil
	}
	n := a.val
	if last := a.items[len(a.items)-1]; n == nil {
		if last.cond != nil && last.cond.kind == condChain {
			n = last.cond.test
		} else if n = last.node; n == nil || last.to != nil {
			return nil
		}
	}
	for {
		here := slices.IndexFunc(a.items, func(it item) bool {
			return it.node == n && it.to == nil || it.cond != nil && it.cond.phi == n
		})
		switch {
		case here < 0:
			return nil
		case a.items[here].cond != nil:
			c := a.items[here].cond
			if c.kind != condChain {
				return nil
			}
			if n = c.test; t.uses[n.ID] != 1 {
				return nil
			}
			continue
		case !isLink(n):
			return nil
		case n.Arg(0) == head:
			return n
		}
		if n = n.Arg(0); t.uses[n.ID] != 1 {
			return nil
		}
	}
}

// isLink reports whether n is an operation that can be a link of a chain.
func isLink(n *son.Node) bool {
	switch n.Op {
	case son.OpLoad, son.OpLoadIdx, son.OpMethodRef, son.OpMethodRefIdx, son.OpCall, son.OpCallMethod, son.OpDelete, son.OpDeleteIdx:
		return true
	}
	return false
}

// chainItem writes head?.rest.
func (e *emitter) chainItem(l *roots, r *root, c *condItem) {
	x := e.arm(l, r, c.els)
	e.joinDefs(r, c)
	head := e.operands(l, r, []*son.Node{c.test})[0]
	if c.link.Op == son.OpCall {
		head = noReceiver(head)
	}
	r.token = c.phi != nil && c.phi.IsRef()
	out := x
	if u, ok := x.(*ast.Unary); ok && u.Op == ast.Delete {
		x = u.X
		u.X = e.chained(x, c.placeholder, head)
	} else {
		out = e.chained(x, c.placeholder, head)
	}
	r.x = out
	e.push(r)
}

// chained replaces the placeholder at the beginning of a chain by head and makes the link on it
// optional. A chain that begins inside an outer one is part of it.
func (t *treeState) chained(x ast.Expr, placeholder *ast.Ident, head ast.Expr) ast.Expr {
	c, ok := x.(*ast.Chain)
	if !ok {
		c = &ast.Chain{X: x}
	}
	if t.chainHeads == nil {
		t.chainHeads = map[*ast.Chain]*ast.Expr{}
	}
	y := c.X
	if at := t.chainHeads[c]; at != nil {
		y = *at // the placeholder is in the head inserted last
	}
	for {
		var obj *ast.Expr
		var optional *bool
		switch l := y.(type) {
		case *ast.Member:
			obj, optional = &l.Obj, &l.Optional
		case *ast.Index:
			obj, optional = &l.Obj, &l.Optional
		case *ast.Call:
			obj, optional = &l.Callee, &l.Optional
		default:
			refuse("the middle of an optional chain is needed elsewhere")
		}
		if *obj == ast.Expr(placeholder) {
			t.chainHeads[c] = obj
			*obj, *optional = head, true
			return c
		}
		y = *obj
	}
}

// placeholderFor returns the placeholder for operand j of acc if that is the object of an
// optional link. The object is evaluated before the test, and all that the arm has done so far
// comes after it.
func (t *treeState) placeholderFor(l *roots, acc *root, j int, later *ast.Expr) ast.Expr {
	c := t.links[acc.node]
	if c == nil || j != 0 {
		return nil
	}
	if slices.ContainsFunc(l.list, func(r *root) bool { return !r.dead }) && (later == nil || !t.fold(acc, l.list, later)) {
		refuse("an effect in the middle of an optional chain")
	}
	return c.placeholder
}
