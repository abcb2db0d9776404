package shorten

import (
	"github.com/sonjs/son/parse/ast"
)

// stmt shortens a statement; nil if it does nothing. A block without a scope stands for its
// statements. end is the jump that control makes after the statement.
func (s *shortener) stmt(st ast.Stmt, end jump) ast.Stmt {
	switch st := st.(type) {
	case *ast.ExprStmt:
		return s.exprStmt(st)
	case *ast.VarDecl:
		s.varDecl(st)
	case *ast.FuncDecl:
		s.function(st.Fn)
	case *ast.ClassDecl:
		s.class(st.Class)
		if st.Class.Name != nil {
			s.declared(st.Class.Name)
		}
	case *ast.Return:
		return s.returns(st)
	case *ast.If:
		test := s.test(s.expr(st.Test))
		then := s.arm(st.Then, end)
		var other ast.Stmt
		if st.Else != nil {
			other = s.arm(st.Else, end)
		}
		return s.branch(st, test, then, other)
	case *ast.Throw:
		st.X = s.expr(st.X)
	case *ast.Break, *ast.Continue:
		s.jump(st)
	case *ast.Block:
		st.Body = s.list(st.Body, end, false)
		return tidy(st)
	case *ast.Labeled:
		return s.labeled(st)
	case *ast.Try:
		return s.try(st, end)
	case *ast.Switch:
		return s.switchStmt(st)
	case *ast.With:
		st.Obj = s.expr(st.Obj)
		was := s.dynamic
		s.dynamic = true
		st.Body = s.inBody(st.Body, end)
		s.dynamic = was
	case *ast.ExportDecl:
		s.stmt(st.Decl, jump{})
	case *ast.ExportDefault:
		if x, ok := st.Value.(*ast.ExprStmt); ok {
			x.X = s.named(x.X)
		} else {
			s.stmt(st.Value, jump{})
		}
	default:
		return s.loop(st)
	}
	return st
}

func (s *shortener) exprStmt(st *ast.ExprStmt) ast.Stmt {
	if st.Directive {
		return st
	}
	if st.X = s.unused(s.expr(st.X)); st.X == nil {
		return nil
	}
	return st
}

// effect returns a statement for an expression; nil for none.
func effect(x ast.Expr) ast.Stmt {
	if x == nil {
		return nil
	}
	return &ast.ExprStmt{Base: at(x), X: x}
}

func (s *shortener) varDecl(st *ast.VarDecl) {
	for _, d := range st.Decls {
		if d.Init != nil {
			d.Init = s.named(d.Init)
		}
		d.Target = s.target(d.Target)
		if _, name := d.Target.(*ast.Ident); name && st.Kind == ast.Let && d.Init != nil && s.isUndefined(d.Init) {
			d.Init = nil
		}
		if st.Kind != ast.Var {
			s.declared(d.Target)
		}
	}
	s.inlinedWithin(st)
	if st.Kind == ast.Const {
		s.constToLet(st)
	}
}

// constToLet makes constants variables if nothing assigns them: one keyword instead of two
// compresses better. Constants that a script exposes to other scripts, or a function to an eval,
// stay: there may be an assignment that has to fail.
func (s *shortener) constToLet(st *ast.VarDecl) {
	var ids []*ast.Ident
	for _, d := range st.Decls {
		ids = append(ids, ast.Names(d.Target)...)
	}
	for _, id := range ids {
		sym := id.Sym
		if sym == nil || sym.Kind != ast.SymConst || sym.DynamicReach || s.dynamic || s.isGlobal(sym) {
			return
		}
		for _, r := range sym.Refs {
			if r.Kind&ast.RefWrite != 0 {
				return
			}
		}
	}
	st.Kind = ast.Let
	for _, id := range ids {
		id.Sym.Kind = ast.SymLet
	}
}

// returns shortens a return: it need not return undefined. In an async generator, it would wait
// for that.
func (s *shortener) returns(st *ast.Return) ast.Stmt {
	if st.X == nil {
		return st
	}
	st.X = s.expr(st.X)
	if s.fn != nil && s.fn.Async && s.fn.Generator {
		return st
	}
	before, last := split(st.X)
	u, ok := last.(*ast.Unary)
	if !ok || u.Op != ast.Void {
		st.X = join(before, last)
		return st
	}
	st.X = nil
	x := join(before, s.unused(u.X))
	if x == nil {
		return st
	}
	return &ast.Block{Base: at(st), Body: []ast.Stmt{effect(x), st}}
}

// arm shortens a statement that is part of another one; nil if it does nothing.
func (s *shortener) arm(st ast.Stmt, end jump) ast.Stmt {
	if ast.IsFuncDecl(st) {
		return s.stmt(st, jump{})
	}
	if b, ok := st.(*ast.Block); ok {
		b.Body = s.list(b.Body, end, false)
		return tidy(b)
	}
	return one(s.list([]ast.Stmt{st}, end, false))
}

// inBody is arm for a statement that has to be there.
func (s *shortener) inBody(st ast.Stmt, end jump) ast.Stmt {
	if st = s.arm(st, end); st != nil {
		return st
	}
	return &ast.Empty{}
}

// isOpaque reports whether an arm of an if is a declared function, which has a scope of its own.
func isOpaque(st ast.Stmt) bool {
	for {
		l, ok := st.(*ast.Labeled)
		if !ok {
			return st != nil && ast.IsFuncDecl(st)
		}
		st = l.Body
	}
}

// branch makes a statement of an if with a short test and short arms.
func (s *shortener) branch(x *ast.If, test ast.Expr, then, other ast.Stmt) ast.Stmt {
	if isOpaque(then) || isOpaque(other) {
		if then == nil {
			then = &ast.Empty{}
		}
		x.Test, x.Then, x.Else = test, then, other
		return x
	}
	a, isA := then.(*ast.ExprStmt)
	b, isB := other.(*ast.ExprStmt)
	switch {
	case then == nil && other == nil:
		return effect(s.unused(test))
	case isA && other == nil:
		return effect(s.when(test, a.X, true))
	case isB && then == nil:
		return effect(s.when(test, b.X, false))
	case isA && isB:
		return effect(s.conditional(test, a.X, b.X))
	case then == nil:
		test, then, other = s.inverse(test), other, nil
	}
	x.Test, x.Then, x.Else = test, then, other
	if decided := s.decided(x); decided != nil {
		return decided
	}
	if other != nil {
		return s.branches(x)
	}
	if in, ok := then.(*ast.If); ok && in.Else == nil {
		before, last := split(in.Test)
		if before == nil {
			return s.branch(x, s.logical(ast.LogicalAnd, test, last), in.Then, nil)
		}
		in.Test = join(before, last)
	}
	return x
}

// decided returns the arm that a constant test decides for, if the other declares nothing; or nil.
func (s *shortener) decided(x *ast.If) ast.Stmt {
	taken, dropped := x.Then, x.Else
	switch s.truthOf(x.Test) {
	case unknown:
		return nil
	case isFalse:
		taken, dropped = dropped, taken
	}
	if dropped != nil {
		if rest, ok := s.dead([]ast.Stmt{dropped}); !ok || len(rest) > 0 {
			return nil
		}
	}
	if taken == nil {
		return &ast.Empty{}
	}
	return taken
}

// branches makes a statement of an if with two arms.
func (s *shortener) branches(x *ast.If) ast.Stmt {
	switch a := x.Then.(type) {
	case *ast.Return:
		if b, ok := x.Else.(*ast.Return); ok {
			if one := s.returned(x, a.X, b.X); one != nil {
				return one
			}
		}
	case *ast.Throw:
		if b, ok := x.Else.(*ast.Throw); ok {
			return &ast.Throw{Base: at(x), X: s.conditional(x.Test, a.X, b.X)}
		}
	}
	if jumps(x.Then, 8) || jumps(x.Else, 8) {
		return s.unnested(x)
	}
	if cost, _ := inverseCost(x.Test, inverseDepth); cost < 0 {
		x.Test = s.inverse(x.Test)
		x.Then, x.Else = x.Else, x.Then
	}
	return x
}

// unnested puts the second arm of an if after it: the first one jumps.
func (s *shortener) unnested(x *ast.If) ast.Stmt {
	test, then, other := x.Test, x.Then, x.Else
	if !jumps(then, 8) || jumps(other, 8) && isShortJump(other) && !isShortJump(then) {
		test, then, other = s.inverse(test), other, then
	}
	first := s.branch(&ast.If{Base: x.Base, Site: x.Site}, test, then, nil)
	return &ast.Block{Base: x.Base, Body: []ast.Stmt{first, other}}
}

func (s *shortener) labeled(st *ast.Labeled) ast.Stmt {
	if isOpaque(st) {
		st.Body = s.stmt(st.Body, jump{})
		return st
	}
	l := &label{name: st.Label}
	end := jump{toBreak, st.Label}
	body := st.Body
	for {
		in, ok := body.(*ast.Labeled)
		if !ok {
			break
		}
		body = in.Body
	}
	switch body.(type) {
	case *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
		l.loop, l.leaves = s.loops+1, s.leaves+1
		end = jump{}
	case *ast.Switch:
		l.leaves = s.leaves + 1
		end = jump{}
	}
	s.labels = append(s.labels, l)
	in := s.arm(st.Body, end)
	s.labels = s.labels[:len(s.labels)-1]
	if in == nil || !l.used {
		return in
	}
	st.Body = in
	return st
}

func (s *shortener) try(st *ast.Try, end jump) ast.Stmt {
	st.Block.Body = s.list(st.Block.Body, end, false)
	if st.Handler != nil {
		if st.Param != nil {
			st.Param = s.target(st.Param)
			s.declared(st.Param)
			s.catchless(st)
		}
		st.Handler.Body = s.list(st.Handler.Body, end, false)
	}
	if st.Finally != nil {
		st.Finally.Body = s.list(st.Finally.Body, jump{}, false)
		if len(st.Finally.Body) == 0 && st.Handler != nil {
			st.Finally = nil
		}
	}
	return st
}

// catchless drops the parameter of a catch that nothing references.
func (s *shortener) catchless(st *ast.Try) {
	id, ok := st.Param.(*ast.Ident)
	if ok && !s.o.Old && !s.dynamic && id.Sym != nil && isUnused(id.Sym) && st.CatchScope != nil && len(st.CatchScope.Symbols) == 1 {
		st.Param, st.CatchScope = nil, nil
	}
}

func (s *shortener) switchStmt(st *ast.Switch) ast.Stmt {
	st.Disc = s.expr(st.Disc)
	s.leaves++
	for i, c := range st.Cases {
		if c.Test != nil {
			c.Test = s.expr(c.Test)
		}
		end := jump{}
		if i == len(st.Cases)-1 {
			end = jump{kind: toBreak}
		}
		c.Body = s.list(c.Body, end, false)
	}
	s.leaves--
	return st
}

// loop shortens a loop.
func (s *shortener) loop(st ast.Stmt) ast.Stmt {
	switch st := st.(type) {
	case *ast.For:
		s.forHead(st)
		s.loopBody(&st.Body)
		return s.forLoop(st)
	case *ast.While:
		x := &ast.For{Base: st.Base, Site: st.Site, Test: s.test(s.expr(st.Test)), Body: st.Body}
		s.loopBody(&x.Body)
		return s.forLoop(x)
	case *ast.DoWhile:
		s.loopBody(&st.Body)
		st.Test = s.test(s.expr(st.Test))
	case *ast.ForIn:
		s.eachHead(st.Left, &st.Right)
		s.loopBody(&st.Body)
	case *ast.ForOf:
		s.eachHead(st.Left, &st.Right)
		s.loopBody(&st.Body)
	}
	return st
}

// loopBody shortens the body of a loop.
func (s *shortener) loopBody(st *ast.Stmt) {
	s.loops++
	s.leaves++
	*st = s.inBody(*st, jump{kind: toContinue})
	s.loops--
	s.leaves--
}

func (s *shortener) eachHead(left ast.Stmt, right *ast.Expr) {
	if d, ok := left.(*ast.VarDecl); ok && d.Decls[0].Init != nil { // for (var a = 1 in b)
		d.Decls[0].Init = s.named(d.Decls[0].Init)
	}
	*right = s.expr(*right)
	switch l := left.(type) {
	case *ast.VarDecl:
		l.Decls[0].Target = s.target(l.Decls[0].Target)
		if l.Kind != ast.Var {
			s.declared(l.Decls[0].Target)
		}
		if l.Kind == ast.Const {
			s.constToLet(l)
		}
	case *ast.ExprStmt:
		l.X = s.target(l.X)
	}
}

func (s *shortener) forHead(st *ast.For) {
	switch init := st.Init.(type) {
	case *ast.VarDecl:
		s.varDecl(init)
	case *ast.ExprStmt:
		st.Init = s.exprStmt(init)
	}
	if st.Test != nil {
		st.Test = s.test(s.expr(st.Test))
	}
	if st.Update != nil {
		st.Update = s.unused(s.expr(st.Update))
	}
}

// forLoop drops a test that is true, and makes one that begins the body part of the head.
func (s *shortener) forLoop(st *ast.For) ast.Stmt {
	if st.Test != nil && s.truthOf(st.Test) == isTrue {
		st.Test = nil
	}
	for {
		test, body, ok := s.leaving(st.Body)
		if !ok {
			return st
		}
		test = s.inverse(test)
		if st.Test != nil {
			test = s.logical(ast.LogicalAnd, st.Test, test)
		}
		st.Test, st.Body = test, body
	}
}

// leaving returns the test of an if that begins the body of a loop and leaves the loop, and the
// rest of the body.
func (s *shortener) leaving(body ast.Stmt) (test ast.Expr, rest ast.Stmt, ok bool) {
	first := body
	b, block := body.(*ast.Block)
	if block && len(b.Body) > 0 {
		first = b.Body[0]
	}
	x, ok := first.(*ast.If)
	if !ok || x.Else != nil {
		return nil, nil, false
	}
	if j, ok := x.Then.(*ast.Break); !ok || j.Label != "" {
		return nil, nil, false
	}
	if !block {
		return x.Test, &ast.Empty{}, true
	}
	if b.Scope != nil && refersTo(x.Test, b.Scope) {
		return nil, nil, false
	}
	b.Body = b.Body[1:]
	if rest = tidy(b); rest == nil {
		rest = &ast.Empty{}
	}
	return x.Test, rest, true
}

// refersTo reports whether an expression may reference what a scope declares.
func refersTo(x ast.Expr, scope *ast.Scope) (found bool) {
	for _, sym := range scope.Symbols {
		found = found || sym.DynamicReach
	}
	ast.Walk(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || id.Sym != nil && id.Sym.Scope == scope
		}
		return !found
	})
	return found
}
