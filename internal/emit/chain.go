package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// chainOf recognizes the test of a ?. : the nullish arm is empty and yields undefined (true,
// for a delete), and the first operation of the other arm on the tested value, or reference, is
// a link of the chain.
func (t *treeState) chainOf(c *fold.Cond) bool {
	if !c.Chain || c.Test.Op != son.OpIsNullish || t.uses[c.Test.ID] != 1 || len(c.Then.Items) > 0 {
		return false
	}
	if c.Phi != nil && (c.Then.Value.Op != son.OpConst || c.Then.Value.Type != son.TypeUndefined && c.Then.Value.Type != son.TypeTrue) {
		return false
	}
	head := c.Test.Arg(0)
	value := head
	if head.Op == son.OpRefValue {
		head = head.Arg(0)
	}
	link := t.linkOf(c.Else, head)
	if link == nil || value != head && t.uses[value.ID] != 1 {
		return false
	}
	t.uses[head.ID]-- // one for the test; the link's remains
	c.Kind, c.Drop, c.Test = fold.Chain, c.Test, head
	c.Link, c.Placeholder = link, &ast.Ident{}
	if t.links == nil {
		t.links = map[*son.Node]*fold.Cond{}
	}
	t.links[link] = c
	return true
}

// linkOf descends the chain that yields an arm's value and returns the operation on head, or
// nil if the arm is something else.
func (t *treeState) linkOf(a fold.Arm, head *son.Node) *son.Node {
	if len(a.Items) == 0 {
		return nil
	}
	n := a.Value
	if last := a.Items[len(a.Items)-1]; n == nil {
		if last.Cond != nil && last.Cond.Kind == fold.Chain {
			n = last.Cond.Test
		} else if n = last.Node; n == nil || last.To != nil {
			return nil
		}
	}
	for {
		here := slices.IndexFunc(a.Items, func(it fold.Item) bool {
			return it.Node == n && it.To == nil || it.Cond != nil && it.Cond.Phi == n
		})
		switch {
		case here < 0:
			return nil
		case a.Items[here].Cond != nil:
			c := a.Items[here].Cond
			if c.Kind != fold.Chain {
				return nil
			}
			if n = c.Test; t.uses[n.ID] != 1 {
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
func (e *emitter) chainItem(l *roots, r *root, c *fold.Cond) {
	x := e.arm(l, r, c.Else)
	e.joinDefs(r, c)
	head := e.operands(l, r, []*son.Node{c.Test})[0]
	if c.Link.Op == son.OpCall {
		head = noReceiver(head)
	}
	r.token = c.Phi != nil && c.Phi.IsRef()
	out := x
	if u, ok := x.(*ast.Unary); ok && u.Op == ast.Delete {
		x = u.X
		u.X = e.chained(x, c.Placeholder, head)
	} else {
		out = e.chained(x, c.Placeholder, head)
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
func (e *emitter) placeholderFor(l *roots, acc *root, j int, later *ast.Expr) ast.Expr {
	c := e.links[acc.node]
	if c == nil || j != 0 {
		return nil
	}
	if slices.ContainsFunc(l.list, func(r *root) bool { return !r.dead }) && (later == nil || !e.fold(acc, l.list, later)) {
		refuse("an effect in the middle of an optional chain")
	}
	return c.Placeholder
}
