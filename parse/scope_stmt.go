package parse

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

func (a *analysis) stmts(list []ast.Stmt) {
	for _, s := range list {
		a.stmt(s)
	}
}

// stmt analyzes a statement; nil is allowed.
func (a *analysis) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.Break, *ast.Continue, *ast.Empty, *ast.Debugger:
	case *ast.ExprStmt:
		a.expr(s.X)
	case *ast.VarDecl:
		a.varDecl(s)
	case *ast.FuncDecl:
		a.declareFunction(s.Fn)
		a.function(s.Fn)
	case *ast.ClassDecl:
		a.bind(s.Class.Name, declaration{ast.SymClass, ast.RefInit, valued})
		a.class(s.Class, ofInner)
	case *ast.Return:
		s.Site = a.site()
		a.expr(s.X)
	case *ast.If:
		s.Site = a.site()
		a.expr(s.Test)
		a.body(s.Then)
		a.body(s.Else)
	case *ast.Block:
		s.Scope = a.block(s)
	case *ast.For:
		a.forLoop(s)
	case *ast.ForIn:
		s.Site = a.site()
		s.Scope = a.forInOf(&s.Base, s.Left, s.Right, s.Body)
	case *ast.ForOf:
		s.Site = a.site()
		s.Scope = a.forInOf(&s.Base, s.Left, s.Right, s.Body)
	case *ast.While:
		s.Site = a.site()
		a.loops++
		a.expr(s.Test)
		a.body(s.Body)
		a.loops--
	case *ast.DoWhile:
		s.Site = a.site()
		a.loops++
		a.body(s.Body)
		a.expr(s.Test)
		a.loops--
	case *ast.Throw:
		a.expr(s.X)
	case *ast.Try:
		a.try(s)
	case *ast.Switch:
		a.switchStmt(s)
	case *ast.Labeled:
		a.stmt(s.Body)
	case *ast.With:
		a.with(s)
	case *ast.VerbatimStmt:
		a.stmt(s.Of)
	default:
		a.moduleItem(s)
	}
}

// body analyzes the body of an if, a loop or a with. A function declaration
// there counts as if it were in a block of its own (B.3.2.3).
func (a *analysis) body(s ast.Stmt) {
	if s == nil || !declares(s) {
		a.stmt(s)
		return
	}
	a.enter(ast.ScopeBlock, s.Pos().Span)
	a.stmt(s)
	a.leave()
}

// declares reports whether s makes a binding in the scope that it is in.
func declares(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.VarDecl:
		return s.Kind != ast.Var
	case *ast.FuncDecl, *ast.ClassDecl:
		return true
	case *ast.Labeled:
		for {
			inner, ok := s.Body.(*ast.Labeled)
			if !ok {
				break
			}
			s = inner
		}
		_, ok := s.Body.(*ast.FuncDecl)
		return ok
	case *ast.VerbatimStmt:
		return declares(s.Of)
	}
	return false
}

func (a *analysis) block(b *ast.Block) *ast.Scope {
	if !slices.ContainsFunc(b.Body, declares) {
		a.stmts(b.Body)
		return nil
	}
	scope := a.enter(ast.ScopeBlock, b.Span)
	a.stmts(b.Body)
	a.leave()
	return scope
}

// varDecl analyzes a declaration outside the head of for-in and for-of.
func (a *analysis) varDecl(s *ast.VarDecl) {
	for _, d := range s.Decls {
		decl := declaring(s.Kind)
		switch {
		case d.Init != nil:
			decl.kind, decl.flags = ast.RefInit, decl.flags|valued
		case s.Kind == ast.Var:
			decl.kind = ast.RefDecl
		}
		a.pattern(d.Target, &decl)
		a.expr(d.Init)
	}
}

func declaring(k ast.VarKind) declaration {
	switch k {
	case ast.Var:
		return declaration{ast.SymVar, ast.RefInit, ofVar}
	case ast.Let:
		return declaration{ast.SymLet, ast.RefInit, 0}
	case ast.Const:
		return declaration{ast.SymConst, ast.RefInit, 0}
	}
	return declaration{ast.SymUsing, ast.RefInit, 0}
}

// loopHead opens and returns the scope of a loop head that declares let or
// const, or returns nil. Its bindings are created again in each iteration, so
// it counts as inside the loop.
func (a *analysis) loopHead(span ast.Span, head ast.Stmt) *ast.Scope {
	if head == nil || !declares(head) {
		return nil
	}
	s := a.enter(ast.ScopeFor, span)
	s.Loops++
	return s
}

func (a *analysis) forLoop(s *ast.For) {
	s.Site = a.site()
	s.Scope = a.loopHead(s.Span, s.Init)
	a.stmt(s.Init)
	a.loops++
	a.expr(s.Test)
	a.expr(s.Update)
	a.body(s.Body)
	a.loops--
	if s.Scope != nil {
		a.leave()
	}
}

// forInOf analyzes for-in and for-of. On the right side the head's names are in
// scope, in their TDZ.
func (a *analysis) forInOf(at *ast.Base, left ast.Stmt, right ast.Expr, body ast.Stmt) *ast.Scope {
	scope := a.loopHead(at.Span, left)
	switch left := left.(type) {
	case *ast.VarDecl:
		d := declaring(left.Kind)
		d.flags |= valued
		if left.Kind == ast.Var {
			d.kind = ast.RefWrite
		}
		for _, decl := range left.Decls {
			a.pattern(decl.Target, &d)
			a.expr(decl.Init)
		}
	case *ast.ExprStmt:
		a.pattern(left.X, nil)
	default:
		panic("BUG: the head of a for-in or for-of is neither a declaration nor a target")
	}
	a.expr(right)
	a.loops++
	a.body(body)
	a.loops--
	if scope != nil {
		a.leave()
	}
	return scope
}

func (a *analysis) try(s *ast.Try) {
	s.Site = a.site()
	s.Block.Scope = a.block(s.Block)
	if s.Handler != nil {
		a.handler(s)
	}
	if s.Finally != nil {
		s.Finally.Scope = a.block(s.Finally)
	}
}

func (a *analysis) handler(s *ast.Try) {
	if s.Param == nil {
		s.Handler.Scope = a.block(s.Handler)
		return
	}
	s.CatchScope = a.enter(ast.ScopeCatch, s.Param.Pos().Span)
	s.CatchScope.Span.End = s.Handler.End
	if _, ok := s.Param.(*ast.Ident); !ok {
		if a.patternCatch == nil {
			a.patternCatch = map[*ast.Scope]bool{}
		}
		a.patternCatch[s.CatchScope] = true
	}
	a.pattern(s.Param, &declaration{ast.SymCatch, ast.RefInit, valued})
	s.Handler.Scope = a.block(s.Handler)
	a.leave()
	if s.Handler.Scope == nil {
		return
	}
	for _, sym := range s.Handler.Scope.Symbols {
		if p := s.CatchScope.Lookup(sym.Name); p != nil {
			a.redeclared(p, sym.Decls[0])
		}
	}
}

func (a *analysis) switchStmt(s *ast.Switch) {
	s.Site = a.site()
	a.expr(s.Disc)
	s.Scope = nil
	for _, c := range s.Cases {
		if s.Scope == nil && slices.ContainsFunc(c.Body, declares) {
			s.Scope = a.enter(ast.ScopeSwitch, s.Span)
		}
	}
	for _, c := range s.Cases {
		c.Site = a.site()
		a.expr(c.Test)
		a.stmts(c.Body)
	}
	if s.Scope != nil {
		a.leave()
	}
}

func (a *analysis) with(s *ast.With) {
	a.expr(s.Obj)
	if a.fn != nil {
		a.fn.HasWith = true
	}
	a.seen = append(a.seen, a.scope)
	a.enter(ast.ScopeWith, s.Body.Pos().Span)
	a.withs++
	a.body(s.Body)
	a.withs--
	a.leave()
}
