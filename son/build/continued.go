package build

import "github.com/sonjs/son/parse/ast"

// isContinued reports whether something in the body of a loop continues the loop. What
// stands at the body's end is then no update, and no test of a do-while.
func (b *builder) isContinued(loop ast.Stmt) bool {
	if b.continued == nil {
		b.findContinued()
	}
	return b.continued[loop]
}

// findContinued finds the loops of the function that are continued, all at once: loops in
// loops are not gone through for each that is around them.
func (b *builder) findContinued() {
	b.continued = map[ast.Stmt]bool{}
	var loop ast.Stmt                 // the innermost
	var labels []string               // right before the statement that is visited
	labelled := map[string]ast.Stmt{} // loops around, by label
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		own := labels
		labels = nil
		switch n := n.(type) {
		case *ast.Function:
			return false
		case *ast.Labeled:
			labels = append(own, n.Label)
			ast.Walk(n.Body, visit)
			return false
		case *ast.While, *ast.DoWhile, *ast.For, *ast.ForIn, *ast.ForOf:
			outer := loop
			loop = n.(ast.Stmt)
			for _, label := range own {
				labelled[label] = loop
			}
			ast.Children(n, func(c ast.Node) { ast.Walk(c, visit) })
			loop = outer
			return false
		case *ast.Continue:
			if to := labelled[n.Label]; to != nil {
				b.continued[to] = true
			} else if n.Label == "" {
				b.continued[loop] = true
			}
		}
		return true
	}
	for _, st := range b.fn.Body {
		ast.Walk(st, visit)
	}
}
