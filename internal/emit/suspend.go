package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// suspend writes a yield or an await.
func suspend(n *son.Node, x ast.Expr) ast.Expr {
	switch {
	case n.Op == son.OpYieldStar:
		return &ast.Yield{X: x, Delegate: true}
	case n.Op == son.OpYield && ast.IsUndefined(x) && n.Has(son.FlagBare):
		return &ast.Yield{}
	case n.Op == son.OpYield:
		return &ast.Yield{X: x}
	case n.Idx == son.AwaitReturn:
		return x // done by the return
	}
	return &ast.Await{X: x}
}

// awaits reports whether n is an await that is part of the return after it.
func awaits(n *son.Node) bool { return n != nil && n.Op == son.OpAwait && n.Idx == son.AwaitReturn }

// returnsNothing reports whether a block that returns is equivalent to reaching the function's
// end.
func (f *folded) returnsNothing(b *fold.Block) bool {
	return ast.IsUndefined(f.treesOf(b).value) && !awaits(b.End.Arg(0))
}
