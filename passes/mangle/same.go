package mangle

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// Same describes how the references in q, the program parsed from the output of [Names] for p,
// resolve to other bindings than those in p; "" means that they do not.
func Same(p, q *ast.Program) string {
	before, after := ast.Idents(p), ast.Idents(q)
	if len(before) != len(after) {
		return fmt.Sprintf("%d references became %d", len(before), len(after))
	}
	pairs := ast.NewPairing()
	for i, x := range before {
		y := after[i]
		if !pairs.Pair(x.Sym, y.Sym) || x.Sym != nil && !pairs.Pair(x.Sym.AnnexB, y.Sym.AnnexB) || x.Name != y.Name {
			return fmt.Sprintf("%s at %d refers to another binding", x.Name, x.Start)
		}
	}
	return ""
}
