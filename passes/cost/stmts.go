package cost

import "github.com/sonjs/son/parse/ast"

func (c *counter) list(list []ast.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *counter) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		c.expr(s.X)
	case *ast.VarDecl:
		c.decl(s)
	case *ast.FuncDecl:
		c.add("closure", 1)
	case *ast.ClassDecl:
		c.class(s.Class)
	case *ast.If:
		c.test(s.Test)
		taken, known := c.outcomes(s.Site)
		c.arm(s.Then, known && taken)
		c.arm(s.Else, known && !taken)
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
		c.loop(s)
	case *ast.Try:
		c.add("try", 1)
		c.stmt(s.Block)
		if s.Handler != nil {
			c.times(aHandler, func() { c.stmt(s.Handler) })
		}
		if s.Finally != nil {
			c.stmt(s.Finally)
		}
	case *ast.Switch:
		c.cases(s)
	case *ast.Throw:
		c.times(aHandler, func() { c.add("throw", 1); c.expr(s.X) })
	case *ast.Return:
		if s.X != nil {
			c.expr(s.X)
		}
	case *ast.Labeled:
		c.stmt(s.Body)
	case *ast.VerbatimStmt:
		if s.Of != nil {
			c.stmt(s.Of)
		}
	default:
		ast.Children(s, c.node)
	}
}

// node counts a child of a node that costs nothing itself.
func (c *counter) node(n ast.Node) {
	switch n := n.(type) {
	case ast.Expr:
		c.expr(n)
	case ast.Stmt:
		c.stmt(n)
	case *ast.Function:
		c.add("closure", 1)
	default:
		ast.Children(n, c.node)
	}
}

func (c *counter) decl(d *ast.VarDecl) {
	for _, d := range d.Decls {
		if d.Init != nil {
			c.expr(d.Init)
			c.holds(d.Target, d.Init)
			c.target(d.Target, true)
		}
	}
}

// arm counts one of the branches after a test; always: it is the one that is taken.
func (c *counter) arm(s ast.Stmt, always bool) {
	if s == nil {
		return
	}
	often := anArm
	switch {
	case always:
		often = 1
	case throws(s):
		often = aHandler
	}
	c.times(often, func() { c.stmt(s) })
}

// throws reports whether a statement ends in a throw.
func throws(s ast.Stmt) bool {
	if b, ok := s.(*ast.Block); ok && len(b.Body) > 0 {
		s = b.Body[len(b.Body)-1]
	}
	_, ok := s.(*ast.Throw)
	return ok
}

// iterations is how often the body of a loop runs: once if it ends in a jump out.
func iterations(body ast.Stmt) float64 {
	if b, ok := body.(*ast.Block); ok && len(b.Body) > 0 {
		body = b.Body[len(b.Body)-1]
	}
	switch body.(type) {
	case *ast.Break, *ast.Return, *ast.Throw:
		return 1
	}
	return anIteration
}

func (c *counter) loop(s ast.Stmt) {
	iterate := func(test ast.Expr, rest ...ast.Node) {
		often := anIteration
		if b, ok := rest[0].(ast.Stmt); ok {
			often = iterations(b)
		}
		c.times(often, func() {
			if test != nil {
				c.test(test)
			}
			for _, n := range rest {
				c.node(n)
			}
		})
	}
	switch s := s.(type) {
	case *ast.For:
		if s.Init != nil {
			c.stmt(s.Init)
		}
		iterate(s.Test, s.Body)
		if s.Update != nil && iterations(s.Body) > 1 {
			iterate(nil, s.Update)
		}
	case *ast.While:
		iterate(s.Test, s.Body)
	case *ast.DoWhile:
		iterate(s.Test, s.Body)
	case *ast.ForIn:
		c.items("enumerate", s.Left, s.Right, s.Body)
	case *ast.ForOf:
		c.add("iterateOpen", 1)
		c.items("iterate", s.Left, s.Right, s.Body)
	}
}

// items counts an iteration loop over something.
func (c *counter) items(operation string, left ast.Stmt, right ast.Expr, body ast.Stmt) {
	c.expr(right)
	c.times(iterations(body), func() {
		c.add(operation, 1)
		switch l := left.(type) {
		case *ast.VarDecl:
			c.target(l.Decls[0].Target, true)
		case *ast.ExprStmt:
			c.target(l.X, true)
		}
		c.stmt(body)
	})
}

// cases counts a switch: half of its tests, and each body as one of many branches.
func (c *counter) cases(s *ast.Switch) {
	c.expr(s.Disc)
	for _, k := range s.Cases {
		c.times(anArm, func() {
			if k.Test != nil {
				c.expr(k.Test)
				c.add("equal", 1)
				c.add("branch", 1)
			}
		})
		c.times(1/float64(len(s.Cases)), func() { c.list(k.Body) })
	}
}
