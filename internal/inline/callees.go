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

// alone reports whether a call has the only code of its callee, that of a callee which is inlined alone, too.
func (c *caller) alone(s *calls.Site, in *chain) bool {
	return (c.isSingle(s.Callee) || s.Only) && (in == nil || in.single) && !c.isElsewhere(s.Callee)
}

// isElsewhere reports whether the code of a function with a single call has moved from a function that stays.
func (c *caller) isElsewhere(fn *ast.Function) bool {
	return c.fn != nil && c.Stays[c.fn.Index] && c.gone[c.fn.Index] && c.gone[fn.Index]
}

// keeps records a call that stays.
func (c *caller) keeps(s *calls.Site, in *chain) {
	if c.isSingle(s.Callee) && (in != nil && !in.single || c.isElsewhere(s.Callee)) {
		c.Stays[s.Callee.Index] = true
	}
}
