package mangle

import (
	"fmt"

	"github.com/sonjs/son/parse/ast"
)

// Same describes how the references in q, the program parsed from the output of [Names] for p,
// resolve to other bindings than those in p; "" means that they do not.
func Same(p, q *ast.Program) string {
	before := ast.Idents(p)
	var pairs ast.Pairing
	n, why := 0, "" // the identifiers of q, and what is wrong with the last one
	ast.Walk(q, func(node ast.Node) bool {
		y, ok := node.(*ast.Ident)
		if !ok || why != "" {
			return why == ""
		}
		if n++; n > len(before) {
			return true
		}
		x := before[n-1]
		if !pairs.Pair(x.Sym, y.Sym) || x.Sym != nil && !pairs.Pair(x.Sym.AnnexB, y.Sym.AnnexB) || x.Name != y.Name {
			why = fmt.Sprintf("%s at %d refers to another binding", x.Name, x.Start)
		}
		return true
	})
	if why == "" && n != len(before) {
		return fmt.Sprintf("%d references became %d", len(before), n)
	}
	return why
}
