package build

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Callee is the function that a call calls.
type Callee struct {
	Fn int32 // Function.Index
	// Assumed: it is known under the assumption no-tdz.
	Assumed bool
}

// calleeOf says which function a call calls, if that is known. With a spread, an argument has no place.
func (b *builder) calleeOf(n *son.Node, x *ast.Call) {
	if b.g.Config.Summaries == nil || b.facts.inlining == nil || n.Op != son.OpCall || slices.ContainsFunc(n.Args(), (*son.Node).IsRef) {
		return
	}
	switch x.Callee.(type) {
	case *ast.Member, *ast.Index:
		return // most calls; the table has none of them
	}
	if c, ok := b.facts.inlining.Callees[x]; ok {
		n.SetCallee(int(c.Fn), c.Assumed, b.inst != nil)
	}
}
