package normal

import (
	"github.com/sonjs/son/parse/ast"
)

// CheckBlocks is [Check] in the form of basic blocks. There, a function runs
// straight on, or it is cut into blocks, each of them a function:
//
//	let x;                                 variables of more than one block
//	const b0 = () => {
//	  x = 1;                               steps
//	  if (y) { return b1(); } else { return b2(); }
//	};
//	…
//	return b0();
//
// Where the function loops, a block returns the next block and does not call it. The
// function then ends in a loop that does.
//
//	next = b0;
//	while (true) { if (next) { next = next(); } else { break; } }
//	return result;
//
// Exempt from this are functions as written and those that inNormal has, by
// Function.Index, which are in normal form; number -1 is the top level.
func CheckBlocks(p *ast.Program, asWritten, inNormal map[int]string) *Report {
	c := newChecker()
	c.block, c.tails = map[*ast.Function]*cutFunction{}, map[ast.Expr]bool{}
	exempt := func(i int) bool {
		_, written := asWritten[i]
		_, normal := inNormal[i]
		return written || normal
	}
	for _, fn := range p.Funcs {
		switch {
		case c.block[fn] != nil:
			c.oneBlock(fn)
		case fn.ExprBody == nil && !exempt(fn.Index):
			c.cutApart(fn)
		}
	}
	if !exempt(-1) {
		c.straight(p.Body)
	}
	return c.program(p, asWritten)
}

// cutFunction is a function that is cut into blocks.
type cutFunction struct {
	blocks map[*ast.Symbol]bool
	loops  bool
}

// cutApart checks that a function runs straight on or is cut into blocks.
func (c *checker) cutApart(fn *ast.Function) {
	decls, rest := split(fn.Body, func(st ast.Stmt) bool { return blockOf(st) == nil })
	blocks, then := split(rest, func(st ast.Stmt) bool { return blockOf(st) != nil })
	f := &cutFunction{blocks: map[*ast.Symbol]bool{}}
	for _, st := range blocks {
		f.blocks[st.(*ast.VarDecl).Decls[0].Target.(*ast.Ident).Sym] = true
	}
	switch {
	case len(then) == 1 && f.isCall(returned(then[0])):
		c.tails[returned(then[0])] = true
	case f.isDriver(then):
		f.loops = true
	default:
		c.straight(fn.Body)
		return
	}
	for _, st := range decls {
		if !isPlainDecl(st) {
			c.bad(st, "a statement of a function that is cut into blocks, outside of them")
		}
	}
	c.r.CutApart++
	c.r.Blocks += len(blocks)
	for _, st := range blocks {
		c.block[blockOf(st)] = f
	}
}

// split cuts a list where what holds for its beginning ends to hold.
func split(list []ast.Stmt, holds func(ast.Stmt) bool) (first, rest []ast.Stmt) {
	for i, st := range list {
		if !holds(st) {
			return list[:i], list[i:]
		}
	}
	return list, nil
}

// blockOf returns the function of a declaration const b = () => { … }, or nil.
func blockOf(st ast.Stmt) *ast.Function {
	d, ok := st.(*ast.VarDecl)
	if !ok || d.Kind != ast.Const || len(d.Decls) != 1 {
		return nil
	}
	x, ok := d.Decls[0].Init.(*ast.Func)
	_, name := d.Decls[0].Target.(*ast.Ident)
	if !ok || !name || x.Fn.Kind != ast.FuncArrow || x.Fn.ExprBody != nil || x.Fn.Async || len(x.Fn.Params) > 0 {
		return nil
	}
	return x.Fn
}

// isPlainDecl reports whether st may stand before the blocks of a function.
func isPlainDecl(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.FuncDecl:
		return true
	case *ast.VarDecl:
		return len(st.Decls) == 1 && st.Decls[0].Init == nil
	case *ast.ExprStmt:
		return st.Directive
	}
	return false
}

// isBlock reports whether x names one of the blocks.
func (f *cutFunction) isBlock(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && f.blocks[id.Sym]
}

// isCall reports whether x is a call of a block.
func (f *cutFunction) isCall(x ast.Expr) bool {
	call, ok := x.(*ast.Call)
	return ok && !call.Optional && len(call.Args) == 0 && f.isBlock(call.Callee)
}

// returned is what st returns, or nil.
func returned(st ast.Stmt) ast.Expr {
	if r, ok := st.(*ast.Return); ok {
		return r.X
	}
	return nil
}

// isDriver reports whether the list is the end of a function that loops.
func (f *cutFunction) isDriver(list []ast.Stmt) bool {
	if len(list) != 3 || !isSimple(returned(list[2])) {
		return false
	}
	next, first := assignment(list[0])
	loop, ok := list[1].(*ast.While)
	if !ok || next == nil || !f.isBlock(first) {
		return false
	}
	body := onlyOne(loop.Body)
	test, ok := body.(*ast.If)
	if !ok || !isName(test.Test, next) {
		return false
	}
	again, call := assignment(onlyOne(test.Then))
	x, ok := call.(*ast.Call)
	_, leaves := onlyOne(test.Else).(*ast.Break)
	return ok && leaves && again == next && len(x.Args) == 0 && !x.Optional && isName(x.Callee, next)
}

// assignment returns the variable and the value of a statement x = v, or nil.
func assignment(st ast.Stmt) (*ast.Symbol, ast.Expr) {
	s, ok := st.(*ast.ExprStmt)
	if !ok {
		return nil, nil
	}
	a, ok := s.X.(*ast.Assign)
	if !ok || a.Op != ast.NoOp {
		return nil, nil
	}
	id, ok := a.Target.(*ast.Ident)
	if !ok {
		return nil, nil
	}
	return id.Sym, a.Value
}

func isName(x ast.Expr, s *ast.Symbol) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Sym == s
}

// onlyOne is the one statement of a block, or nil.
func onlyOne(st ast.Stmt) ast.Stmt {
	b, ok := st.(*ast.Block)
	if !ok || len(b.Body) != 1 {
		return nil
	}
	return b.Body[0]
}

// oneBlock checks how a block ends, and that it runs straight on until then.
func (c *checker) oneBlock(fn *ast.Function) {
	n := len(fn.Body)
	if n == 0 {
		c.bad(fn, "a block without an end")
		return
	}
	c.straight(fn.Body[:n-1])
	end := fn.Body[n-1]
	test, ok := end.(*ast.If)
	if !ok {
		c.blockEnd(fn, end)
		return
	}
	for _, arm := range []ast.Stmt{test.Then, test.Else} {
		c.blockEnd(fn, onlyOne(arm))
	}
}

// blockEnd checks the last statement of a block.
func (c *checker) blockEnd(fn *ast.Function, st ast.Stmt) {
	f := c.block[fn]
	switch s := st.(type) {
	case *ast.Throw:
		return
	case *ast.Return:
		if f.isCall(s.X) && !f.loops {
			c.tails[s.X] = true
			return
		}
		if s.X == nil || isSimple(s.X) && (!f.loops || f.isBlock(s.X)) {
			return
		}
	}
	c.bad(fn, "a block that does not end in a jump")
}

// straight checks that no statement chooses between ways or goes back.
func (c *checker) straight(list []ast.Stmt) {
	for _, st := range list {
		switch st.(type) {
		case *ast.If, *ast.While, *ast.ForIn, *ast.ForOf, *ast.Labeled, *ast.Try, *ast.Break, *ast.Continue:
			c.bad(st, "%s in a function that is not cut into blocks", kindOf(st))
		}
	}
}
