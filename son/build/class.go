package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// memberName is the name of a member as a property op has it: that of a private
// one begins with #.
func memberName(x *ast.Member) string {
	if x.Private {
		return "#" + x.Name
	}
	return x.Name
}

// this builds a mention of this. A derived constructor has none before its
// super() returns.
func (b *builder) this(x *ast.This) *son.Node {
	home := b.fn
	for home != nil && home.Kind == ast.FuncArrow {
		home = home.Parent
	}
	if home != nil && home.Derived {
		return b.s.op(son.OpThisLoad, x.Span)
	}
	return b.own(son.OpThis, "", nil)
}
