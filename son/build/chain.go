package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// chainUse is the use of an optional chain.
type chainUse uint8

const (
	chainValue  chainUse = iota
	chainCallee          // (a?.b)(): its last member is a reference with a receiver
	chainDelete          // delete a?.b
)

// chain builds an optional chain: each ?. is a branch around everything that follows it in the
// chain.
//
//	a?.b.c(d)  =>  a is nullish ? undefined : a.b.c(d)
func (b *builder) chain(x *ast.Chain, use chainUse) *son.Node {
	c := &chainBuilder{builder: b, span: x.Span, use: use, short: son.TypeUndefined}
	if use == chainDelete {
		c.short = son.TypeTrue
	}
	base := x.X
	for link := true; link; {
		switch l := base.(type) {
		case *ast.Member:
			c.links = append(c.links, l)
			base = l.Obj
		case *ast.Index:
			c.links = append(c.links, l)
			base = l.Obj
		case *ast.Call:
			c.links = append(c.links, l)
			base = l.Callee
		default:
			link = false
		}
	}
	last := len(c.links) - 1
	if _, called := c.links[last].(*ast.Call); called {
		return c.link(last, b.callee(base))
	}
	return c.link(last, b.expr(base))
}

type chainBuilder struct {
	*builder
	links []ast.Expr // outermost first
	span  ast.Span
	use   chainUse
	short son.Type // the value of a chain that ends early
}

// link builds link i and the links around it, on the value or reference obj.
func (c *chainBuilder) link(i int, obj *son.Node) *son.Node {
	if i < 0 {
		return obj
	}
	if !optional(c.links[i]) {
		return c.apply(i, obj)
	}
	test := obj
	if obj.IsRef() {
		test = c.s.op(son.OpRefValue, c.span, obj)
	}
	yes, no := c.branch(c.s.op(son.OpIsNullish, c.span, test), c.span, 0, son.FlagExpr, son.ExprChain)
	return c.arms(c.span, 0, yes, no,
		func() *son.Node { return c.g.Const(c.short) },
		func() *son.Node { return c.apply(i, obj.Forwarded()) })
}

func optional(link ast.Expr) bool {
	switch l := link.(type) {
	case *ast.Member:
		return l.Optional
	case *ast.Index:
		return l.Optional
	}
	return link.(*ast.Call).Optional
}

// apply builds the operation of link i, and continues with the next link.
func (c *chainBuilder) apply(i int, obj *son.Node) *son.Node {
	op, keyed := son.OpLoad, son.OpLoadIdx
	called := false
	if i > 0 {
		_, called = c.links[i-1].(*ast.Call)
	}
	switch {
	case called, i == 0 && c.use == chainCallee:
		op, keyed = son.OpMethodRef, son.OpMethodRefIdx
	case i == 0 && c.use == chainDelete:
		op, keyed = son.OpDelete, son.OpDeleteIdx
	}
	var n *son.Node
	switch l := c.links[i].(type) {
	case *ast.Member:
		n = c.known(c.named(op, l.Span, memberName(l), obj), l)
	case *ast.Index:
		n = c.s.node(keyed, l.Span, obj, c.expr(l.Key))
	case *ast.Call:
		n = c.callNode(callOp(obj), l.Span, obj, l.Args)
	}
	if n.Op == son.OpDelete || n.Op == son.OpDeleteIdx {
		c.strict(n)
	}
	return c.link(i-1, c.s.add(n))
}

// callOp is the op of a call of a value or reference.
func callOp(callee *son.Node) son.Op {
	switch {
	case callee.Op == son.OpSuper:
		return son.OpSuperCall
	case callee.IsRef():
		return son.OpCallMethod
	}
	return son.OpCall
}
