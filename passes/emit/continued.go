package emit

import "github.com/sonjs/son/parse/ast"

// Ways in which the source jumps out of the body of a loop.
type loopJumps uint8

const (
	namedContinue loopJumps = 1 << iota // continue L
	plainContinue
	plainBreak
)

// jumpsOf returns how the source jumps out of the body of the loop at a place. It is asked
// only of functions that have a label on a loop.
func (e *emitter) jumpsOf(loop ast.Span) loopJumps {
	if e.loopJumps == nil {
		e.findLoopJumps()
	}
	return e.loopJumps[loop]
}

// findLoopJumps finds the jumps of all loops at once.
func (e *emitter) findLoopJumps() {
	e.loopJumps = map[ast.Span]loopJumps{}
	named := map[string]ast.Span{} // loops around, by label
	var loop, left ast.Span        // what a plain continue goes on with, and what a plain break leaves
	var labels []string            // right before the statement that is visited
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		own := labels
		labels = nil
		inside := func(in ast.Span) bool {
			outer := left
			left = in
			ast.Children(n, func(c ast.Node) { ast.Walk(c, visit) })
			left = outer
			return false
		}
		switch n := n.(type) {
		case *ast.Function:
			return false
		case *ast.Labeled:
			labels = append(own, n.Label)
			ast.Walk(n.Body, visit)
			return false
		case *ast.While, *ast.DoWhile, *ast.For, *ast.ForIn, *ast.ForOf:
			outer := loop
			loop = n.Pos().Span
			for _, label := range own {
				named[label] = loop
			}
			inside(loop)
			loop = outer
			return false
		case *ast.Switch:
			return inside(ast.Span{})
		case *ast.Continue:
			if n.Label != "" {
				e.loopJumps[named[n.Label]] |= namedContinue
			} else {
				e.loopJumps[loop] |= plainContinue
			}
		case *ast.Break:
			if n.Label == "" && !left.IsZero() {
				e.loopJumps[left] |= plainBreak
			}
		}
		return true
	}
	for _, st := range e.Fn.Body {
		ast.Walk(st, visit)
	}
}
