package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// parsePrimary reads a PrimaryExpression, new, super, import() or, where one
// may begin, an arrow function.
func (p *parser) parsePrimary(cov *cover) ast.Expr {
	start := p.start
	switch p.tok {
	case tIdent, tGet, tSet, tOf, tUsing, tAwait, tYield, tLet, tStatic, tFuture, tArguments, tEval:
		return p.parseIdentOrArrow(start)
	case tAsync:
		return p.parseAsync(start)
	case tThis:
		p.next()
		x := p.alloc.thises.new()
		x.Base = p.base(start)
		return x
	case tString:
		return p.parseString()
	case tNumber:
		n := p.alloc.numbers.new()
		n.Value, n.Span = p.num, p.tokSpan()
		if p.octal && p.ctx.strict {
			p.errTok("strict code may not have numbers with a leading zero")
		}
		p.next()
		return n
	case tBigInt:
		n := &ast.BigInt{Value: p.text}
		n.Span = p.tokSpan()
		p.next()
		return n
	case tNull:
		p.next()
		x := p.alloc.nulls.new()
		x.Base = p.base(start)
		return x
	case tTrue, tFalse:
		x := p.alloc.bools.new()
		x.Value = p.tok == tTrue
		p.next()
		x.Base = p.base(start)
		return x
	case tLParen:
		return p.parseParen(start)
	case tLBracket:
		return p.parseArray(cov)
	case tLBrace:
		return p.parseObject(cov)
	case tFunction:
		return p.parseFuncExpr(start, false)
	case tClass:
		c := p.parseClass(false)
		return &ast.ClassExpr{Class: c, Base: c.Base}
	case tTemplate:
		return p.parseTemplate(false)
	case tSlash, tSlashAssign:
		return p.parseRegExp()
	case tNew:
		return p.parseNew()
	case tSuper:
		return p.parseSuper(start)
	case tImport:
		return p.parseImportExpr(start)
	}
	p.unexpected()
	return nil
}

func (p *parser) parseString() *ast.String {
	s := p.alloc.strings.new()
	s.Value, s.Octal, s.Span = p.text, p.octal, p.tokSpan()
	if p.octal && p.ctx.strict {
		p.errTok("strict code may not have octal escapes")
	}
	p.next()
	return s
}

func (p *parser) parseRegExp() ast.Expr {
	start := p.start
	pattern, flags := p.scanRegExp()
	if at, text := checkRegExp(pattern, flags); text != "" {
		at += start + 1
		p.err(at, min(at+1, p.pos), text)
	}
	p.next()
	return &ast.RegExp{Pattern: pattern, Flags: flags, Base: p.base(start)}
}

// newIdent makes an identifier of the current token and skips it.
func (p *parser) newIdent() *ast.Ident {
	id := p.alloc.idents.new()
	id.Name, id.Span = p.text, p.tokSpan()
	p.next()
	return id
}

// checkName reports a current token that may not be an identifier here.
func (p *parser) checkName() {
	if p.tok > tUsing {
		p.checkNameKind(p.tok, p.start, p.pos)
	}
}

func (p *parser) checkNameKind(t tok, start, end int) {
	switch t {
	case tAwait:
		if p.module || p.ctx.await || p.ctx.static {
			p.err(start, end, `"await" is reserved here`)
		}
		p.awaitNameAt = start
		p.sawAwait = p.sawAwait || p.ctx.top
	case tYield:
		if p.ctx.strict || p.ctx.yield {
			p.err(start, end, `"yield" is reserved here`)
		}
	case tLet, tStatic, tFuture:
		if p.ctx.strict {
			p.err(start, end, strconv.Quote(p.src[start:end])+" is reserved in strict code")
		}
	case tArguments:
		if p.ctx.noArgs {
			p.err(start, end, `"arguments" may not be used in a field initializer or static block`)
		}
	}
}

// parseIdentOrArrow reads an identifier reference or name => ….
func (p *parser) parseIdentOrArrow(start int) ast.Expr {
	if p.tok > tUsing {
		p.checkNameKind(p.tok, p.start, p.pos)
	}
	canArrow := p.arrowAt == start
	id := p.newIdent()
	if p.tok == tArrow && canArrow && !p.nl {
		return p.parseArrow(start, id.Span, p.oneParam(id), false)
	}
	return id
}

// oneParam is the parameter list of an arrow function without parentheses.
func (p *parser) oneParam(id *ast.Ident) []ast.Expr {
	params := p.alloc.exprLists.make(1)
	params[0] = id
	return params
}

// parseAsync reads what starts with `async`: a function, an arrow function,
// or the name.
func (p *parser) parseAsync(start int) ast.Expr {
	canArrow := p.arrowAt == start && !p.esc
	canFunc := !p.esc
	id := p.newIdent()
	if p.nl {
		return id
	}
	switch {
	case p.tok == tFunction && canFunc:
		return p.parseFuncExpr(start, true)
	case p.tok == tArrow && p.arrowAt == start:
		return p.parseArrow(start, id.Span, p.oneParam(id), false)
	case p.tok.isIdent() && canArrow && !p.asyncOf():
		if p.tok == tAwait {
			p.errTok(`"await" is reserved here`)
		} else {
			p.checkName()
		}
		param := p.newIdent()
		if p.tok != tArrow || p.nl {
			p.expected(`"=>"`)
		}
		return p.parseArrow(start, param.Span, p.oneParam(param), true)
	case p.tok == tLParen && canArrow:
		return p.parseAsyncParen(start, id)
	}
	return id
}

// asyncOf reports whether the current token is an `of` that is not a parameter:
// the one of `for await (async of …)`.
func (p *parser) asyncOf() bool {
	if p.tok != tOf {
		return false
	}
	t, _ := p.peek()
	return t != tArrow
}

// marks are the positions of what the parameters of an arrow function may not
// contain.
type marks struct{ yield, await, awaitName int }

// clearMarks starts a new search for these and returns the old marks; setMarks
// restores them, and mergeMarks merges them into what was found.
func (p *parser) clearMarks() marks {
	m := marks{p.yieldAt, p.awaitAt, p.awaitNameAt}
	p.yieldAt, p.awaitAt, p.awaitNameAt = -1, -1, -1
	return m
}

func (p *parser) setMarks(m marks) {
	p.yieldAt, p.awaitAt, p.awaitNameAt = m.yield, m.await, m.awaitName
}

func (p *parser) mergeMarks(m marks) {
	p.yieldAt = max(p.yieldAt, m.yield)
	p.awaitAt = max(p.awaitAt, m.await)
	p.awaitNameAt = max(p.awaitNameAt, m.awaitName)
}

// checkMarks reports what was found in the parameters of an arrow function.
func (p *parser) checkMarks(async bool) {
	if p.yieldAt >= 0 {
		p.err(p.yieldAt, p.yieldAt+5, `"yield" may not be used in parameters`)
	}
	if p.awaitAt >= 0 {
		p.err(p.awaitAt, p.awaitAt+5, `"await" may not be used in parameters`)
	}
	if async && p.awaitNameAt >= 0 {
		p.err(p.awaitNameAt, p.awaitNameAt+5, `"await" is reserved here`)
	}
}

// parseAsyncParen reads async(…), a call or the head of an arrow function.
func (p *parser) parseAsyncParen(start int, async *ast.Ident) ast.Expr {
	old := p.clearMarks()
	noIn := p.noIn
	p.noIn = false
	open := p.start
	p.next()
	mark := len(p.exprs)
	cov := cover{-1, -1}
	for p.tok != tRParen {
		if p.tok == tDotDotDot {
			p.exprs = append(p.exprs, p.parseSpread(&cov))
		} else {
			p.exprs = append(p.exprs, p.parseAssign(&cov))
		}
		if !p.eat(tComma) {
			break
		}
	}
	p.expect(tRParen)
	p.noIn = noIn
	args := p.takeExprs(mark)
	if p.tok == tArrow && !p.nl {
		p.checkMarks(true)
		params := p.span(open)
		for i, x := range args {
			args[i] = p.toParam(x, params, i == len(args)-1)
		}
		x := p.parseArrow(start, params, args, true)
		p.mergeMarks(old)
		return x
	}
	p.checkCover(&cov)
	p.mergeMarks(old)
	c := p.alloc.calls.new()
	c.Callee, c.Args, c.Base = async, args, p.base(start)
	return c
}

// parseParen reads a parenthesized expression or the head of an arrow
// function.
func (p *parser) parseParen(start int) ast.Expr {
	canArrow := p.arrowAt == start
	old := p.clearMarks()
	noIn := p.noIn
	p.noIn = false
	p.next()
	inner := p.start
	mark := len(p.exprs)
	cov := cover{-1, -1}
	comma, rest := -1, -1
	for p.tok != tRParen {
		if p.tok == tDotDotDot && canArrow {
			rest = p.start
			p.exprs = append(p.exprs, p.parseRest(false))
			break
		}
		p.exprs = append(p.exprs, p.parseAssign(&cov))
		if p.tok != tComma {
			break
		}
		comma = p.start
		p.next()
		if p.tok != tRParen {
			comma = -1
		}
	}
	innerSpan := p.span(inner)
	p.expect(tRParen)
	p.noIn = noIn
	if canArrow && p.tok == tArrow && !p.nl {
		p.checkMarks(false)
		items := p.takeExprs(mark)
		params := p.span(start)
		for i, x := range items {
			if i == len(items)-1 && rest >= 0 {
				break // read as a pattern already
			}
			items[i] = p.toParam(x, params, false)
		}
		x := p.parseArrow(start, params, items, false)
		p.mergeMarks(old)
		return x
	}
	switch {
	case rest >= 0:
		p.fail(rest, rest+3, `unexpected "..."`)
	case len(p.exprs) == mark:
		p.expected(`"=>"`)
	case comma >= 0:
		p.fail(comma, comma+1, `unexpected ","`)
	}
	p.checkCover(&cov)
	p.mergeMarks(old)
	if len(p.exprs) == mark+1 {
		x := p.exprs[mark]
		p.exprs = p.exprs[:mark]
		x.Pos().Paren = true
		return x
	}
	x := &ast.Seq{Exprs: p.takeExprs(mark)}
	x.Span, x.Paren = innerSpan, true
	return x
}

func (p *parser) parseArray(cov *cover) ast.Expr {
	start := p.start
	noIn := p.noIn
	p.noIn = false
	own := cover{-1, -1}
	c := cov
	if c == nil {
		c = &own
	}
	p.next()
	mark := len(p.exprs)
	for p.tok != tRBracket {
		switch p.tok {
		case tComma:
			p.next()
			p.exprs = append(p.exprs, nil)
			continue
		case tDotDotDot:
			p.exprs = append(p.exprs, p.parseSpread(c))
		default:
			p.exprs = append(p.exprs, p.parseAssign(c))
		}
		if p.tok != tRBracket {
			p.expect(tComma)
		}
	}
	p.next()
	p.noIn = noIn
	if cov == nil {
		p.checkCover(&own)
	}
	a := p.alloc.arrays.new()
	a.Elems, a.Base = p.takeExprs(mark), p.base(start)
	return a
}

func (p *parser) parseSuper(start int) ast.Expr {
	p.next()
	x := &ast.Super{Base: p.base(start)}
	switch p.tok {
	case tLParen:
		if !p.ctx.superCall {
			p.errSpan(x.Span, `"super()" may only be called in the constructor of a class that extends another`)
		}
	case tDot, tLBracket:
		if !p.ctx.superProp {
			p.errSpan(x.Span, `"super" may only be used in methods`)
		}
	default:
		p.expected(`"." or "(" or "[" after "super"`)
	}
	return x
}

// parseImportExpr reads import(…) and import.meta.
func (p *parser) parseImportExpr(start int) ast.Expr {
	p.next()
	phase := ""
	if p.eat(tDot) {
		switch {
		case p.isWord("meta"):
			p.next()
			p.moduleOnly()
			m := &ast.ImportMeta{Base: p.base(start)}
			if !p.module {
				p.errSpan(m.Span, `"import.meta" may only be used in a module`)
			}
			return m
		case p.isWord("source"), p.isWord("defer"):
			phase = p.text
			p.next()
		default:
			p.expected(`"meta"`)
		}
	}
	noIn := p.noIn
	p.noIn = false
	p.expect(tLParen)
	c := &ast.ImportCall{Phase: phase}
	c.Source = p.parseAssign(nil)
	if p.eat(tComma) && p.tok != tRParen && phase == "" {
		c.Options = p.parseAssign(nil)
		p.eat(tComma)
	}
	p.expect(tRParen)
	p.noIn = noIn
	c.Base = p.base(start)
	return c
}
