package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// yield builds yield and yield*.
func (b *builder) yield(x *ast.Yield) *son.Node {
	if x.X == nil {
		n := b.s.node(son.OpYield, x.Span, b.g.Const(son.TypeUndefined))
		n.Flags |= son.FlagBare
		return b.s.add(n)
	}
	op := son.OpYield
	if x.Delegate {
		op = son.OpYieldStar
	}
	return b.s.op(op, x.Span, b.expr(x.X))
}

// returned builds the value of a return statement: an async generator awaits it. (It does not
// when it falls off its end, or returns nothing.)
func (b *builder) returned(st *ast.Return) *son.Node {
	if st.X == nil {
		return b.g.Const(son.TypeUndefined)
	}
	v := b.expr(st.X)
	if !b.fn.Async || !b.fn.Generator || b.frame != nil {
		return v
	}
	n := b.s.node(son.OpAwait, st.Span, v)
	n.Idx = son.AwaitReturn
	return b.s.add(n)
}
