package short

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// Same reports how the mentions of q, a program read from what [Names] made of p, mean
// other bindings than those of p; "" means that they are the same.
func Same(p, q *ast.Program) string {
	before, after := mentions(p), mentions(q)
	if len(before) != len(after) {
		return fmt.Sprintf("%d mentions became %d", len(before), len(after))
	}
	there, back := map[*ast.Symbol]*ast.Symbol{}, map[*ast.Symbol]*ast.Symbol{}
	pair := func(x, y *ast.Symbol) bool {
		if x == nil || y == nil {
			return x == y
		}
		if there[x] == nil && back[y] == nil {
			there[x], back[y] = y, x
		}
		return there[x] == y && back[y] == x && x.Kind == y.Kind
	}
	for i, x := range before {
		y := after[i]
		if !pair(x.Sym, y.Sym) || x.Sym != nil && !pair(x.Sym.AnnexB, y.Sym.AnnexB) || x.Name != y.Name {
			return fmt.Sprintf("%s at %d means something else", x.Name, x.Start)
		}
	}
	return ""
}

// mentions lists the names of bindings in the order of the source.
func mentions(p *ast.Program) []*ast.Ident {
	var out []*ast.Ident
	ast.Walk(p, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			out = append(out, id)
		}
		return true
	})
	return out
}
