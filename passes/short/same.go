package short

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// Same reports how the mentions of q, a program read from what [Names] made of p, mean
// other bindings than those of p; "" means that they are the same.
func Same(p, q *ast.Program) string {
	before, after := ast.Idents(p), ast.Idents(q)
	if len(before) != len(after) {
		return fmt.Sprintf("%d mentions became %d", len(before), len(after))
	}
	pairs := ast.NewPairing()
	for i, x := range before {
		y := after[i]
		if !pairs.Pair(x.Sym, y.Sym) || x.Sym != nil && !pairs.Pair(x.Sym.AnnexB, y.Sym.AnnexB) || x.Name != y.Name {
			return fmt.Sprintf("%s at %d means something else", x.Name, x.Start)
		}
	}
	return ""
}
