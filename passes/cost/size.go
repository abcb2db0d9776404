package cost

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// OwnSize returns the size of a function without the bodies of the functions inside it, and how
// often each of those occurs.
func OwnSize(f *ast.Function, form print.FuncContext) (size int, inner map[*ast.Function]int) {
	inner = map[*ast.Function]int{}
	size = print.FuncSize(f, form, print.Options{Compact: true, Unfold: true, OmitBody: func(f *ast.Function) { inner[f]++ }})
	return size - NameBytes(f, func(g *ast.Function) bool { return inner[g] > 0 }), inner
}

// NameBytes is how many bytes of a text of fn its variables' names have beyond one byte each: a
// minifier removes those in any case. The bodies of the functions inside that omitBody selects do
// not count; nil selects none.
func NameBytes(fn *ast.Function, omitBody func(*ast.Function) bool) (bytes int) {
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			bytes += len(n.Name) - 1
		case *ast.Function:
			if n == fn || omitBody == nil || !omitBody(n) {
				break
			}
			if n.Name != nil {
				visit(n.Name)
			}
			for _, p := range n.Params {
				ast.Walk(p, visit)
			}
			return false
		}
		return true
	}
	ast.Walk(fn, visit)
	return bytes
}
