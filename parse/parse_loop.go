package parse

import (
	"github.com/sonjs/son/parse/ast"
)

// parseLoopBody reads the body of a loop.
func (p *parser) parseLoopBody() ast.Stmt {
	p.ctx.loops++
	s := p.parseSub()
	p.ctx.loops--
	p.checkNoLabelledFunction(s)
	return s
}

func (p *parser) parseDoWhile() ast.Stmt {
	start := p.start
	p.markLoop()
	p.next()
	s := &ast.DoWhile{}
	s.Body = p.parseLoopBody()
	p.expect(tWhile)
	s.Test = p.parseParenExpr()
	p.eat(tSemicolon) // inserted even without a line end
	s.Base = p.base(start)
	return s
}

// forHead is what a for statement has before its first `;`, `in` or `of`.
type forHead struct {
	init ast.Stmt // *VarDecl or *ExprStmt; nil if empty
	decl *ast.VarDecl
	x    ast.Expr // of the ExprStmt
	cov  cover    // what was left open in x
	// let and async are set if x starts with that word: for-of may not.
	let, async bool
}

func (p *parser) parseFor() ast.Stmt {
	start := p.start
	p.markLoop()
	p.next()
	await := false
	if p.tok == tAwait {
		if !p.ctx.await {
			p.sawAwait = p.sawAwait || p.ctx.top
			p.fail(p.start, p.pos, `"for await" may only be used in an async function or at the top of a module`)
		}
		p.parseForAwait()
		await = true
	}
	p.expect(tLParen)
	h := p.parseForHead(await)
	switch {
	case h.init != nil && p.tok == tOf && !p.esc:
		return p.parseForOf(start, h, await)
	case await:
		p.expected(`"of"`)
	case h.init != nil && p.tok == tIn:
		return p.parseForIn(start, h)
	}
	s := &ast.For{Init: h.init}
	if h.decl != nil {
		for _, d := range h.decl.Decls {
			p.checkInit(h.decl.Kind, d)
		}
	}
	p.checkCover(&h.cov)
	p.expect(tSemicolon)
	if p.tok != tSemicolon {
		s.Test = p.parseExpr()
	}
	p.expect(tSemicolon)
	if p.tok != tRParen {
		s.Update = p.parseExpr()
	}
	p.expect(tRParen)
	s.Body = p.parseLoopBody()
	s.Base = p.base(start)
	return s
}

// parseForAwait skips the await of `for await`.
func (p *parser) parseForAwait() {
	if p.esc {
		p.errTok(`"await" may not be written with escapes here`)
	}
	if p.ctx.params {
		p.errTok(`"await" may not be used in parameters`)
	}
	if p.ctx.top {
		p.topAwait = true
	}
	p.awaitAt = p.start
	p.next()
}

func (p *parser) parseForHead(await bool) (h forHead) {
	h.cov = cover{-1, -1}
	start := p.start
	kind := ast.Var
	switch {
	case p.tok == tSemicolon:
		return
	case p.tok == tVar:
		p.next()
	case p.tok == tConst:
		kind = ast.Const
		p.next()
	case p.tok == tLet && p.letDeclares(inList):
		kind = ast.Let
		p.next()
	case p.tok == tUsing && !p.esc && p.usingInFor():
		kind = ast.Using
		p.next()
	case p.tok == tAwait && p.awaitUsing():
		kind = ast.AwaitUsing
		p.startAwaitUsing()
	default:
		h.let = p.tok == tLet && !p.esc
		h.async = p.tok == tAsync && !p.esc && !await
		h.x = p.parseForExpr(&h.cov)
		s := p.alloc.exprStmts.new()
		s.X, s.Base = h.x, p.base(start)
		h.init = s
		return
	}
	p.noIn = true
	h.decl = p.parseVarDecl(kind)
	p.noIn = false
	h.decl.Base = p.base(start)
	h.init = h.decl
	return
}

// parseForExpr reads an Expression that may turn out to be a target.
func (p *parser) parseForExpr(cov *cover) ast.Expr {
	p.noIn = true
	start := p.start
	x := p.parseAssign(cov)
	if p.tok == tComma {
		x = p.parseSeq(start, x, cov)
	}
	p.noIn = false
	return x
}

// usingInFor reports whether the current `using` in a for head starts a
// declaration: `using of` does only before `=`.
func (p *parser) usingInFor() bool {
	saved, n := p.lexState, len(p.comments)
	p.next()
	ok := p.tok.isIdent() && !p.nl
	if ok && p.tok == tOf {
		p.next()
		ok = p.tok == tAssign
	}
	p.lexState, p.comments = saved, p.comments[:n]
	return ok
}

func (p *parser) parseForOf(start int, h forHead, await bool) ast.Stmt {
	if h.decl != nil {
		d := p.oneDeclarator(h.decl)
		if d.Init != nil {
			p.errSpan(d.Span, "the variable of a for-of loop may not have an initializer")
		}
	} else {
		if h.let {
			p.failSpan(h.x.Pos().Span, `a for-of loop may not start with "let" as a name`)
		}
		if id, ok := h.x.(*ast.Ident); ok && h.async && !id.Paren {
			p.failSpan(id.Span, `a for-of loop may not start with "async" as a name`)
		}
		p.setTarget(h)
	}
	p.next()
	s := &ast.ForOf{Await: await, Left: h.init}
	s.Right = p.parseAssign(nil)
	p.expect(tRParen)
	s.Body = p.parseLoopBody()
	s.Base = p.base(start)
	return s
}

func (p *parser) parseForIn(start int, h forHead) ast.Stmt {
	if h.decl != nil {
		d := p.oneDeclarator(h.decl)
		if h.decl.Kind >= ast.Using {
			p.errSpan(h.decl.Span, "a for-in loop may not have a using declaration")
		}
		if _, plain := d.Target.(*ast.Ident); d.Init != nil && (p.ctx.strict || h.decl.Kind != ast.Var || !plain) {
			p.errSpan(d.Span, "the variable of a for-in loop may not have an initializer")
		}
	} else {
		p.setTarget(h)
	}
	p.next()
	s := &ast.ForIn{Left: h.init}
	s.Right = p.parseExpr()
	p.expect(tRParen)
	s.Body = p.parseLoopBody()
	s.Base = p.base(start)
	return s
}

// setTarget converts the head's expression to a target.
func (p *parser) setTarget(h forHead) {
	if !isPatternLiteral(h.x) {
		p.checkCover(&h.cov)
	}
	h.init.(*ast.ExprStmt).X = p.toAssignTarget(h.x)
}

func (p *parser) oneDeclarator(d *ast.VarDecl) *ast.Declarator {
	if len(d.Decls) > 1 {
		p.errSpan(d.Decls[1].Span, "this kind of loop declares exactly one variable")
	}
	return d.Decls[0]
}
