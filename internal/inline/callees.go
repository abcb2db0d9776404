package inline

import (
	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// hasOwnCallees reports whether functions with statements that a callee makes can be inlined in it, and
// use its variables, like those of a loop whose body is a function:
//
//	function f() { let i = 0; const body = () => { g(i); i++; }; while (i < 10) body(); }
//
// They would move along with it, and their calls would stay: a copy has no copies of functions.
func (c *caller) hasOwnCallees(fn *ast.Function) bool {
	for _, i := range c.in[fn.Index] {
		s := c.Graph.Site(i)
		g := s.Callee
		if g == nil || g.Parent != fn || !c.isSingle(g) || !usesVariablesOf(g, fn) {
			continue
		}
		if shape := c.shapeOf(called{fn: g}); shape.why == "" && shape.expr == nil && s.Slot != calls.Operand {
			return true
		}
	}
	return false
}

func usesVariablesOf(g, fn *ast.Function) bool {
	for _, sym := range g.Outer {
		if sym.Scope.Func == fn {
			return true
		}
	}
	return false
}
