package build

import "github.com/sonjs/son/parse/ast"

// isContinued reports whether something in the body of a loop continues the loop. The code at
// the body's end is then no update, and no test of a do-while.
func (b *builder) isContinued(loop ast.Stmt) bool {
	return b.jumpsOf(loop)&(ast.NamedContinue|ast.PlainContinue) != 0
}

// jumpsOf returns the kinds of jumps in the source from the body of a loop.
func (b *builder) jumpsOf(loop ast.Stmt) ast.LoopJumps {
	if b.jumps == nil {
		b.jumps = ast.JumpsOf(b.body)
	}
	return b.jumps[loop]
}
