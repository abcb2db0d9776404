package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// where says what is allowed in the position of a statement.
type where uint8

const (
	inList  where = iota // a statement list: declarations too
	inTop                // the list of the top level: import and export too
	inIf                 // the branch of an if: a plain function in sloppy code
	inLabel              // a labelled statement of a list: likewise
	inSub                // the body of a loop or with, or a label in one
)

func (w where) list() bool { return w <= inTop }

// parseProgram reads the whole source.
func (p *parser) parseProgram(path string) *ast.Program {
	prog := &ast.Program{Source: p.src, Path: path}
	if hasPrefixAt(p.src, 0, "\xEF\xBB\xBF") {
		p.pos = 3
	}
	if hasPrefixAt(p.src, p.pos, "#!") {
		end := p.lineEnd(p.pos)
		prog.Hashbang = p.src[p.pos:end]
		p.pos = end
	}
	p.begin = p.pos
	p.yieldAt, p.awaitAt, p.awaitNameAt = -1, -1, -1
	p.ctx = context{strict: p.module, await: p.module, top: true, ret: p.commonJS, newTarget: p.commonJS}
	prog.CommonJS = p.commonJS
	if p.module {
		prog.Type = ast.Module
	}
	p.next()
	prog.Body, prog.Directives = p.parseBody(tEOF, true)
	prog.Strict = p.ctx.strict
	prog.HasTopLevelAwait = p.topAwait
	prog.Comments = p.comments
	prog.Span = ast.Span{End: int32(len(p.src))}
	return prog
}

// parseSub reads the body of a loop or with statement.
func (p *parser) parseSub() ast.Stmt { return p.parseStmt(inSub) }

// parseStmt reads a statement or whatever else w allows.
func (p *parser) parseStmt(w where) ast.Stmt {
	p.enter()
	s := p.parseStatement(w)
	p.leave()
	return s
}

func (p *parser) parseStatement(w where) ast.Stmt {
	start := p.start
	switch p.tok {
	case tLBrace:
		return p.parseBlock()
	case tSemicolon:
		p.next()
		return &ast.Empty{Base: p.base(start)}
	case tVar:
		p.next()
		return p.parseVarStmt(start, ast.Var)
	case tConst:
		p.needList(w, "a const declaration")
		p.next()
		return p.parseVarStmt(start, ast.Const)
	case tLet:
		if p.letDeclares(w) {
			p.next()
			return p.parseVarStmt(start, ast.Let)
		}
	case tUsing:
		if !p.esc && p.usingDeclares() {
			p.needList(w, "a using declaration")
			p.checkUsingPlace(w)
			p.next()
			return p.parseVarStmt(start, ast.Using)
		}
	case tAwait:
		if p.awaitUsing() {
			p.needList(w, "a using declaration")
			p.checkUsingPlace(w)
			p.startAwaitUsing()
			return p.parseVarStmt(start, ast.AwaitUsing)
		}
	case tFunction:
		return p.parseFuncStmt(start, w)
	case tClass:
		p.needList(w, "a class declaration")
		c := p.parseClass(true)
		return &ast.ClassDecl{Class: c, Base: c.Base}
	case tIf:
		return p.parseIf()
	case tFor:
		return p.parseFor()
	case tWhile:
		p.markLoop()
		p.next()
		test := p.parseParenExpr()
		body := p.parseLoopBody()
		return &ast.While{Test: test, Body: body, Base: p.base(start)}
	case tDo:
		return p.parseDoWhile()
	case tReturn:
		if !p.ctx.ret {
			p.errTok(`"return" may only be used in a function`)
		}
		p.next()
		s := p.alloc.returns.new()
		if p.tok != tSemicolon && p.tok != tRBrace && p.tok != tEOF && !p.nl {
			s.X = p.parseExpr()
		}
		p.semicolon()
		s.Base = p.base(start)
		return s
	case tBreak, tContinue:
		return p.parseJump()
	case tThrow:
		p.next()
		if p.nl {
			p.fail(p.prevEnd, p.prevEnd, `no line break may follow "throw"`)
		}
		x := p.parseExpr()
		p.semicolon()
		return &ast.Throw{X: x, Base: p.base(start)}
	case tTry:
		return p.parseTry()
	case tSwitch:
		return p.parseSwitch()
	case tDebugger:
		p.next()
		p.semicolon()
		return &ast.Debugger{Base: p.base(start)}
	case tWith:
		if p.ctx.strict {
			p.errTok(`strict code may not have "with"`)
		}
		p.next()
		obj := p.parseParenExpr()
		body := p.parseSub()
		p.checkNoLabelledFunction(body)
		return &ast.With{Obj: obj, Body: body, Base: p.base(start)}
	case tArguments:
		// A label is not one of the uses that a static block forbids.
		if t, _ := p.peek(); t == tColon {
			return p.parseLabeled(start, p.newIdent(), w)
		}
	case tImport:
		if t, _ := p.peek(); t != tLParen && t != tDot {
			return p.parseImport(w)
		}
	case tExport:
		return p.parseExport(w)
	case tAsync:
		if !p.esc {
			if t, nl := p.peek(); t == tFunction && !nl {
				p.needList(w, "an async function")
				p.next()
				return p.parseFuncDecl(start, true, true)
			}
		}
	}
	return p.parseExprStmt(start, w)
}

// needList reports a declaration where only a statement is allowed.
func (p *parser) needList(w where, what string) {
	if !w.list() {
		p.fail(p.start, p.pos, what+" needs a block around it here")
	}
}

func (p *parser) parseExprStmt(start int, w where) ast.Stmt {
	first := p.tok
	x := p.parseExpr()
	if p.tok == tColon && first.isIdent() {
		if id, ok := x.(*ast.Ident); ok && !id.Paren {
			return p.parseLabeled(start, id, w)
		}
	}
	p.semicolon()
	s := p.alloc.exprStmts.new()
	s.X, s.Base = x, p.base(start)
	return s
}

// parseFuncStmt reads a function declaration where w allows one.
func (p *parser) parseFuncStmt(start int, w where) ast.Stmt {
	if !w.list() {
		switch t, _ := p.peek(); {
		case w == inSub:
			p.fail(p.start, p.pos, "a function declaration needs a block around it here")
		case p.ctx.strict:
			p.errTok("strict code may have a function declaration only in a block or at the top of a function")
		case t == tStar:
			p.fail(p.start, p.pos, "a generator declaration needs a block around it here")
		}
	}
	return p.parseFuncDecl(start, false, true)
}

func (p *parser) parseBlock() *ast.Block {
	start := p.start
	p.expect(tLBrace)
	mark := len(p.stmts)
	for p.tok != tRBrace {
		p.stmts = append(p.stmts, p.parseStmt(inList))
	}
	p.next()
	b := p.alloc.blocks.new()
	b.Body, b.Base = p.takeStmts(mark), p.base(start)
	return b
}

// parseParenExpr reads the parenthesized expression of if, while, ….
func (p *parser) parseParenExpr() ast.Expr {
	p.expect(tLParen)
	x := p.parseExpr()
	p.expect(tRParen)
	return x
}

func (p *parser) parseIf() ast.Stmt {
	start := p.start
	p.next()
	s := p.alloc.ifs.new()
	s.Test = p.parseParenExpr()
	s.Then = p.parseStmt(inIf)
	p.checkNoLabelledFunction(s.Then)
	if p.eat(tElse) {
		s.Else = p.parseStmt(inIf)
		p.checkNoLabelledFunction(s.Else)
	}
	s.Base = p.base(start)
	return s
}

// checkNoLabelledFunction reports `label: function f(){}` as a body.
func (p *parser) checkNoLabelledFunction(s ast.Stmt) {
	l, ok := s.(*ast.Labeled)
	for ok {
		if f, isFunc := l.Body.(*ast.FuncDecl); isFunc {
			p.errSpan(f.Span, "a function declaration needs a block around it here")
		}
		l, ok = l.Body.(*ast.Labeled)
	}
}

// parseLabeled reads a labelled statement; the current token is the colon.
func (p *parser) parseLabeled(start int, id *ast.Ident, w where) ast.Stmt {
	p.next()
	prev, ok := p.labelAt[id.Name]
	if !ok {
		prev = -1
	}
	if prev >= p.ctx.labels {
		p.errSpan(id.Span, "the label "+strconv.Quote(id.Name)+" is already in use")
	}
	if p.labelAt == nil {
		p.labelAt = map[string]int{}
	}
	p.labelAt[id.Name] = len(p.labels)
	p.labels = append(p.labels, label{name: id.Name, start: start, body: p.start, prev: prev})
	if w.list() {
		w = inLabel
	}
	if w == inIf {
		w = inSub
	}
	body := p.parseStmt(w)
	p.labels = p.labels[:len(p.labels)-1]
	p.labelAt[id.Name] = prev
	return &ast.Labeled{Label: id.Name, Body: body, Base: p.base(start)}
}

// markLoop records for the labels directly before the current token that they
// label a loop.
func (p *parser) markLoop() {
	at := p.start
	for i := len(p.labels) - 1; i >= p.ctx.labels && p.labels[i].body == at; i-- {
		p.labels[i].loop = true
		at = p.labels[i].start
	}
}

func (p *parser) parseJump() ast.Stmt {
	start := p.start
	isBreak := p.tok == tBreak
	p.next()
	name := ""
	if p.tok.isIdent() && !p.nl {
		if p.tok != tArguments {
			p.checkName()
		}
		name = p.text
		p.checkJump(isBreak, name)
		p.next()
	} else if isBreak && p.ctx.loops+p.ctx.switches == 0 {
		p.err(start, p.prevEnd, `"break" may only be used in a loop or switch`)
	} else if !isBreak && p.ctx.loops == 0 {
		p.err(start, p.prevEnd, `"continue" may only be used in a loop`)
	}
	p.semicolon()
	if isBreak {
		return &ast.Break{Label: name, Base: p.base(start)}
	}
	return &ast.Continue{Label: name, Base: p.base(start)}
}

// checkJump checks the label that is the current token.
func (p *parser) checkJump(isBreak bool, name string) {
	if i, ok := p.labelAt[name]; !ok || i < p.ctx.labels {
		p.errTok("there is no label " + strconv.Quote(name) + " around this")
	} else if !isBreak && !p.labels[i].loop {
		p.errTok("the label " + strconv.Quote(name) + " does not label a loop")
	}
}

func (p *parser) parseTry() ast.Stmt {
	start := p.start
	p.next()
	s := &ast.Try{}
	s.Block = p.parseBlock()
	if p.eat(tCatch) {
		if p.eat(tLParen) {
			s.Param = p.parseBindingTarget(false)
			p.expect(tRParen)
		}
		s.Handler = p.parseBlock()
	}
	if p.eat(tFinally) {
		s.Finally = p.parseBlock()
	}
	if s.Handler == nil && s.Finally == nil {
		p.expected(`"catch" or "finally"`)
	}
	s.Base = p.base(start)
	return s
}

func (p *parser) parseSwitch() ast.Stmt {
	start := p.start
	p.next()
	s := &ast.Switch{}
	s.Disc = p.parseParenExpr()
	p.expect(tLBrace)
	p.ctx.switches++
	hasDefault := false
	for p.tok != tRBrace {
		at := p.start
		c := &ast.Case{}
		if p.tok == tDefault {
			if hasDefault {
				p.errTok(`a switch may have only one "default"`)
			}
			hasDefault = true
			p.next()
		} else {
			p.expect(tCase)
			c.Test = p.parseExpr()
		}
		p.expect(tColon)
		mark := len(p.stmts)
		for p.tok != tRBrace && p.tok != tCase && p.tok != tDefault {
			if p.tok == tUsing && !p.esc && p.usingDeclares() || p.tok == tAwait && p.awaitUsing() {
				p.errTok("a using declaration may not be directly in a switch clause")
			}
			p.stmts = append(p.stmts, p.parseStmt(inList))
		}
		c.Body = p.takeStmts(mark)
		c.Base = p.base(at)
		s.Cases = append(s.Cases, c)
	}
	p.next()
	p.ctx.switches--
	s.Base = p.base(start)
	return s
}
