package normal

import (
	"github.com/sonjs/son/parse/ast"
)

// CheckBlocks is [Check] for the form of basic blocks. There, a function is straight-line code,
// or it is split into blocks, each of them a function:
//
//	let x;                                 variables of more than one block
//	const b0 = () => {
//	  x = 1;                               steps
//	  if (y) { return b1(); } else { return b2(); }
//	};
//	…
//	return b0();
//
// Where the function loops, a block returns the next block instead of calling it. The function
// then ends in a loop that calls it.
//
//	next = b0;
//	while (true) { if (next) { next = next(); } else { break; } }
//	return result;
//
// A for-in or for-of loop is a statement of a block of such a function. The code of its
// iterations is blocks, too:
//
//	after = void 0;
//	for (x of xs) {
//	  next = b2;
//	  while (true) { if (next) { next = next(); } else { break; } }
//	  if (after) { break; } else {}
//	}
//	if (after) { return after; } else { return b5; }
//
// So is a try statement:
//
//	after = void 0;
//	try { next = b2; while … }
//	catch (t) { e = t; next = b3; while … }
//	finally { after$2 = void 0; next$2 = b4; while … if (after$2) { return after$2; } else {} }
//	return after;
//
// Exempt from this are functions left as written and those in inNormal, by Function.Index,
// which are in normal form; number -1 is the top level.
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

// cutFunction is a function that is split into blocks.
type cutFunction struct {
	blocks map[*ast.Symbol]bool
	loops  bool
}

// cutApart checks that a function is straight-line code or is split into blocks.
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
			c.bad(st, "a statement outside the blocks of a function that is split into blocks")
		}
	}
	c.r.Split++
	c.r.Blocks += len(blocks)
	for _, st := range blocks {
		c.block[blockOf(st)] = f
	}
}

// split splits a list before the first statement for which holds is false.
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
	return len(list) == 3 && isSimple(returned(list[2])) && f.runsBlocks(list[:2])
}

// runsBlocks reports whether two statements run blocks until one returns no successor.
func (f *cutFunction) runsBlocks(list []ast.Stmt) bool {
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
	end := fn.Body[n-1]
	test, ok := end.(*ast.If)
	if !ok {
		if n > 2 && c.block[fn].loops {
			if after := c.block[fn].tryBlock(fn.Body[n-3 : n-1]); after != nil && isName(returned(end), after) {
				c.straight(fn.Body[:n-3])
				return
			}
		}
		c.straight(fn.Body[:n-1])
		c.blockEnd(fn, end)
		return
	}
	if n > 2 && c.block[fn].loops {
		if after := c.block[fn].itemLoop(fn.Body[n-3 : n-1]); after != nil && isName(test.Test, after) && isName(returned(onlyOne(test.Then)), after) {
			c.straight(fn.Body[:n-3])
			c.armEnd(fn, test.Else)
			return
		}
	}
	c.straight(fn.Body[:n-1])
	c.armEnd(fn, test.Then)
	c.armEnd(fn, test.Else)
}

// itemLoop returns the variable that holds the block after an iteration loop, if two statements
// are such a loop.
func (f *cutFunction) itemLoop(list []ast.Stmt) *ast.Symbol {
	after, none := assignment(list[0])
	var body ast.Stmt
	switch s := list[1].(type) {
	case *ast.ForIn:
		body = s.Body
	case *ast.ForOf:
		body = s.Body
	}
	b, ok := body.(*ast.Block)
	if after == nil || !ok || len(b.Body) != 3 || !isVoid(none) || !f.runsBlocks(b.Body[:2]) {
		return nil
	}
	test, ok := b.Body[2].(*ast.If)
	if !ok || !isName(test.Test, after) {
		return nil
	}
	els, ok := test.Else.(*ast.Block)
	if _, leaves := onlyOne(test.Then).(*ast.Break); !leaves || !ok || len(els.Body) > 0 {
		return nil
	}
	return after
}

// tryBlock returns the variable that holds the block after a try statement whose arms run
// blocks, if two statements are such a try.
func (f *cutFunction) tryBlock(list []ast.Stmt) *ast.Symbol {
	after, none := assignment(list[0])
	t, ok := list[1].(*ast.Try)
	if after == nil || !ok || !isVoid(none) || len(t.Block.Body) != 2 || !f.runsBlocks(t.Block.Body) {
		return nil
	}
	if t.Handler != nil {
		list := t.Handler.Body
		if t.Param != nil && len(list) > 0 {
			if id, ok := t.Param.(*ast.Ident); ok {
				if _, v := assignment(list[0]); isName(v, id.Sym) {
					list = list[1:]
				}
			}
		}
		if len(list) != 2 || !f.runsBlocks(list) {
			return nil
		}
	}
	if t.Finally != nil && !f.finallyArm(t.Finally.Body) {
		return nil
	}
	return after
}

// finallyArm reports whether a finally runs blocks and leaves if they return a block to leave
// to.
func (f *cutFunction) finallyArm(list []ast.Stmt) bool {
	if len(list) != 4 || !f.runsBlocks(list[1:3]) {
		return false
	}
	after, none := assignment(list[0])
	test, ok := list[3].(*ast.If)
	if after == nil || !isVoid(none) || !ok || !isName(test.Test, after) || !isName(returned(onlyOne(test.Then)), after) {
		return false
	}
	els, ok := test.Else.(*ast.Block)
	return ok && len(els.Body) == 0
}

func isVoid(x ast.Expr) bool {
	u, ok := x.(*ast.Unary)
	return ok && u.Op == ast.Void
}

// armEnd checks an arm at the end of a block: it tells enclosing iteration loops that they are
// over, and jumps.
func (c *checker) armEnd(fn *ast.Function, arm ast.Stmt) {
	b, ok := arm.(*ast.Block)
	if !ok || len(b.Body) == 0 {
		c.bad(fn, "a block that does not end in a jump")
		return
	}
	n := len(b.Body) - 1
	for _, st := range b.Body[:n] {
		if name, to := assignment(st); name == nil || !c.block[fn].isBlock(to) {
			c.bad(st, "a step in an arm at the end of a block")
		}
	}
	c.blockEnd(fn, b.Body[n])
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

// straight checks that no statement branches or loops.
func (c *checker) straight(list []ast.Stmt) {
	for _, st := range list {
		switch st.(type) {
		case *ast.If, *ast.While, *ast.ForIn, *ast.ForOf, *ast.Labeled, *ast.Try, *ast.Break, *ast.Continue:
			c.bad(st, "%s in a function that is not split into blocks", kindOf(st))
		}
	}
}
