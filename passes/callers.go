package passes

import (
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// readsCallers reports whether the program reads a property named caller. In engines that
// support it, `f.caller` of a sloppy function is the function that called it, which would be a
// block's function in the form of basic blocks.
func readsCallers(p *ast.Program) bool {
	found := false
	for _, st := range p.Body {
		ast.Walk(st, func(n ast.Node) bool {
			found = found || calls.ReadsCaller(n)
			return !found
		})
	}
	return found
}
