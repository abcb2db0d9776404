package build

import "github.com/sonjs/son/parse/ast"

// isContinued reports whether something in the body of a loop continues the loop. The code at
// the body's end is then no update, and no test of a do-while.
func (b *builder) isContinued(loop ast.Stmt) bool {
	if b.jumps == nil {
		b.jumps = ast.JumpsOf(b.fn.Body)
	}
	return b.jumps[loop]&(ast.NamedContinue|ast.PlainContinue) != 0
}
