package parse

import (
	"github.com/sonjs/son/parse/ast"
)

// cover records the positions of what is only valid if the expression being
// parsed turns out to be a pattern; -1 for none.
type cover struct {
	init  int // `=` in {a = 1}
	proto int // a second __proto__: in one object literal
}

// checkCover reports what was left open, when the expression is not part of a
// pattern.
func (p *parser) checkCover(c *cover) {
	if c.init >= 0 {
		p.fail(c.init, c.init+1, `"=" after a shorthand property is only allowed in a pattern`)
	}
	if c.proto >= 0 {
		p.err(c.proto, c.proto+9, `an object literal may set "__proto__" only once`)
		c.proto = -1
	}
}

// parseExpr reads an Expression, commas included.
func (p *parser) parseExpr() ast.Expr {
	start := p.start
	x := p.parseAssign(nil)
	if p.tok != tComma {
		return x
	}
	return p.parseSeq(start, x, nil)
}

func (p *parser) parseSeq(start int, first ast.Expr, cov *cover) ast.Expr {
	mark := len(p.exprs)
	p.exprs = append(p.exprs, first)
	for p.eat(tComma) {
		p.exprs = append(p.exprs, p.parseAssign(cov))
	}
	return &ast.Seq{Exprs: p.takeExprs(mark), Base: p.base(start)}
}

// parseExprIn reads an Expression inside brackets of some kind, where `in` is
// an operator again.
func (p *parser) parseExprIn() ast.Expr {
	noIn := p.noIn
	p.noIn = false
	x := p.parseExpr()
	p.noIn = noIn
	return x
}

// parseAssignIn is parseExprIn for an AssignmentExpression.
func (p *parser) parseAssignIn(cov *cover) ast.Expr {
	noIn := p.noIn
	p.noIn = false
	x := p.parseAssign(cov)
	p.noIn = noIn
	return x
}

// parseAssign reads an AssignmentExpression. With cov, what only a pattern may
// have is left to the caller to check.
func (p *parser) parseAssign(cov *cover) ast.Expr {
	if p.tok == tYield && p.ctx.yield {
		return p.parseYield()
	}
	own := cover{-1, -1}
	c := cov
	if c == nil {
		c = &own
	}
	before := *c
	start := p.start
	p.arrowAt = start
	x := p.parseBinary(c, 0)
	if p.arrowEnd == p.prevEnd {
		return x
	}
	switch {
	case p.tok == tQuestion:
		x = p.parseCond(start, x)
	case p.tok == tAssign:
		if isPatternLiteral(x) {
			*c = before // what was left open inside is valid now
		}
		x = p.toAssignTarget(x)
		p.next()
		v := p.parseAssign(nil)
		x = p.newAssign(start, ast.NoOp, x, v)
	case p.tok > tAssign:
		op := binOps[p.tok]
		p.checkSimpleTarget(x, op)
		p.next()
		v := p.parseAssign(nil)
		x = p.newAssign(start, op, x, v)
	}
	if cov == nil && (own.init >= 0 || own.proto >= 0) {
		p.checkCover(&own)
	}
	return x
}

func (p *parser) newAssign(start int, op ast.BinaryOp, target, value ast.Expr) ast.Expr {
	a := p.alloc.assigns.new()
	a.Op, a.Target, a.Value, a.Base = op, target, value, p.base(start)
	return a
}

func isPatternLiteral(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Array:
		return !x.Paren
	case *ast.Object:
		return !x.Paren
	}
	return false
}

func (p *parser) parseCond(start int, test ast.Expr) ast.Expr {
	p.next()
	then := p.parseAssignIn(nil)
	p.expect(tColon)
	els := p.parseAssign(nil)
	c := p.alloc.conds.new()
	c.Test, c.Then, c.Else, c.Base = test, then, els, p.base(start)
	return c
}

// parseBinary reads operators that bind tighter than min. It loops over a
// chain of operators and recurs for right operands only.
func (p *parser) parseBinary(cov *cover, min ast.Prec) ast.Expr {
	start := p.start
	var x ast.Expr
	if p.tok == tPrivate {
		x = p.parsePrivateIn(min)
	} else {
		x = p.parseUnary(cov)
		if p.arrowEnd == p.prevEnd {
			return x
		}
	}
	for {
		prec := binPrecs[p.tok]
		if prec <= min || p.tok == tIn && p.noIn {
			return x
		}
		op := binOps[p.tok]
		opStart, opEnd := p.start, p.pos
		p.next()
		var y ast.Expr
		if op == ast.Exp {
			if isUnary(x) {
				p.fail(opStart, opEnd, `the left operand of "**" may not be a unary expression without parentheses`)
			}
			y = p.parseBinary(nil, prec-1)
		} else {
			y = p.parseBinary(nil, prec)
		}
		if op.Logical() && (mixes(op, x) || mixes(op, y)) {
			p.fail(opStart, opEnd, `"??" may not be mixed with "||" or "&&" without parentheses`)
		}
		b := p.alloc.binary.new()
		b.Op, b.L, b.R, b.Base = op, x, y, p.base(start)
		x = b
	}
}

func isUnary(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Unary:
		return !x.Paren
	case *ast.Await:
		return !x.Paren
	}
	return false
}

// mixes reports whether x is an operand without parentheses that may not be
// mixed with op.
func mixes(op ast.BinaryOp, x ast.Expr) bool {
	b, ok := x.(*ast.Binary)
	return ok && !b.Paren && b.Op.Logical() && (op == ast.Nullish) != (b.Op == ast.Nullish)
}

// parsePrivateIn reads the #name of `#name in object`.
func (p *parser) parsePrivateIn(min ast.Prec) ast.Expr {
	name := &ast.PrivateName{Name: p.text}
	name.Span = p.tokSpan()
	if min >= ast.PrecRel || p.noIn {
		p.unexpected()
	}
	p.usePrivate(name.Name, p.start, p.pos)
	p.next()
	if p.tok != tIn {
		p.expected(`"in"`)
	}
	return name
}

// unaryOps maps prefix operator tokens to the operator plus one.
var unaryOps = [tokCount]ast.UnaryOp{
	tMinus: ast.Neg + 1, tPlus: ast.Plus + 1, tNot: ast.Not + 1, tBitNot: ast.BitNot + 1,
	tTypeof: ast.Typeof + 1, tVoid: ast.Void + 1, tDelete: ast.Delete + 1,
}

// parseUnary reads a UnaryExpression, which may be a postfix one.
func (p *parser) parseUnary(cov *cover) ast.Expr {
	p.enter()
	start := p.start
	var x ast.Expr
	switch {
	case unaryOps[p.tok] != 0:
		op := unaryOps[p.tok] - 1
		p.next()
		arg := p.parseUnary(nil)
		if op == ast.Delete {
			p.checkDelete(start, arg)
		}
		u := p.alloc.unary.new()
		u.Op, u.X, u.Base = op, arg, p.base(start)
		x = u
	case p.tok == tInc || p.tok == tDec:
		dec := p.tok == tDec
		p.next()
		arg := p.parseUnary(nil)
		p.checkSimpleTarget(arg, ast.NoOp)
		x = p.newUpdate(start, dec, true, arg)
	case p.tok == tAwait && p.ctx.await:
		x = p.parseAwait()
	default:
		x = p.parsePrimary(cov)
		if p.arrowEnd != p.prevEnd {
			x = p.parseSubscripts(start, x, false)
			if (p.tok == tInc || p.tok == tDec) && !p.nl {
				p.checkSimpleTarget(x, ast.NoOp)
				dec := p.tok == tDec
				p.next()
				x = p.newUpdate(start, dec, false, x)
			}
		}
	}
	p.leave()
	return x
}

func (p *parser) newUpdate(start int, dec, prefix bool, x ast.Expr) ast.Expr {
	u := p.alloc.updates.new()
	u.Dec, u.Prefix, u.X, u.Base = dec, prefix, x, p.base(start)
	return u
}

// checkDelete reports operands that strict code may not delete.
func (p *parser) checkDelete(start int, x ast.Expr) {
	if c, ok := x.(*ast.Chain); ok {
		x = c.X
	}
	switch x := x.(type) {
	case *ast.Ident:
		if p.ctx.strict {
			p.err(start, p.prevEnd, "strict code may not delete a variable")
		}
	case *ast.Member:
		if x.Private {
			p.err(start, p.prevEnd, "a private name may not be deleted")
		}
	}
}

func (p *parser) parseYield() ast.Expr {
	start := p.start
	if p.esc {
		p.errTok(`"yield" may not be written with escapes here`)
	}
	if p.ctx.params {
		p.errTok(`"yield" may not be used in parameters`)
	}
	p.yieldAt = start
	p.enter()
	p.next()
	y := &ast.Yield{}
	if !p.nl {
		switch p.tok {
		case tStar:
			p.next()
			y.Delegate = true
			y.X = p.parseAssign(nil)
		case tRParen, tRBracket, tRBrace, tColon, tComma, tSemicolon, tEOF, tIn:
		default:
			y.X = p.parseAssign(nil)
		}
	}
	p.leave()
	y.Base = p.base(start)
	return y
}

func (p *parser) parseAwait() ast.Expr {
	start := p.start
	if p.esc {
		p.errTok(`"await" may not be written with escapes here`)
	}
	if p.ctx.params {
		p.errTok(`"await" may not be used in parameters`)
	}
	p.awaitAt = start
	if p.ctx.top {
		p.topAwait = true
	}
	p.next()
	x := p.parseUnary(nil)
	return &ast.Await{X: x, Base: p.base(start)}
}

// parseSubscripts reads what follows a primary expression: members, calls,
// templates. One optional link makes all of it a Chain.
func (p *parser) parseSubscripts(start int, x ast.Expr, noCall bool) ast.Expr {
	chain := false
	for {
		switch p.tok {
		case tDot:
			p.next()
			x = p.parseMember(start, x, false)
		case tQuestionDot:
			if noCall {
				p.fail(p.start, p.pos, `an optional chain may not be the operand of "new"`)
			}
			chain = true
			p.next()
			switch p.tok {
			case tLParen:
				x = p.parseCall(start, x, true)
			case tLBracket:
				x = p.parseIndex(start, x, true)
			case tTemplate:
				p.fail(p.start, p.pos, "an optional chain may not be the tag of a template")
			default:
				x = p.parseMember(start, x, true)
			}
		case tLBracket:
			x = p.parseIndex(start, x, false)
		case tLParen:
			if noCall {
				return x
			}
			x = p.parseCall(start, x, false)
		case tTemplate:
			if chain {
				p.fail(p.start, p.pos, "an optional chain may not be the tag of a template")
			}
			q := p.parseTemplate(true)
			x = &ast.TaggedTemplate{Tag: x, Quasi: q, Base: p.base(start)}
		default:
			if chain {
				c := &ast.Chain{X: x}
				c.Span = x.Pos().Span
				return c
			}
			return x
		}
	}
}

// parseMember reads the name after a dot.
func (p *parser) parseMember(start int, obj ast.Expr, optional bool) ast.Expr {
	m := p.alloc.members.new()
	m.Obj, m.Name, m.NameSpan, m.Optional = obj, p.text, p.tokSpan(), optional
	switch {
	case p.tok.isName():
	case p.tok == tPrivate:
		m.Private = true
		if _, ok := obj.(*ast.Super); ok {
			p.fail(p.start, p.pos, `"super" has no private names`)
		}
		p.usePrivate(p.text, p.start, p.pos)
	default:
		p.expected("a property name")
	}
	p.next()
	m.Base = p.base(start)
	return m
}

func (p *parser) parseIndex(start int, obj ast.Expr, optional bool) ast.Expr {
	p.next()
	key := p.parseExprIn()
	p.expect(tRBracket)
	x := p.alloc.indexes.new()
	x.Obj, x.Key, x.Optional, x.Base = obj, key, optional, p.base(start)
	return x
}

func (p *parser) parseCall(start int, callee ast.Expr, optional bool) ast.Expr {
	args := p.parseArgs()
	c := p.alloc.calls.new()
	c.Callee, c.Args, c.Optional, c.Base = callee, args, optional, p.base(start)
	return c
}

// parseArgs reads arguments in parentheses.
func (p *parser) parseArgs() []ast.Expr {
	noIn := p.noIn
	p.noIn = false
	p.expect(tLParen)
	mark := len(p.exprs)
	for p.tok != tRParen {
		if p.tok == tDotDotDot {
			p.exprs = append(p.exprs, p.parseSpread(nil))
		} else {
			p.exprs = append(p.exprs, p.parseAssign(nil))
		}
		if !p.eat(tComma) {
			break
		}
	}
	p.expect(tRParen)
	p.noIn = noIn
	return p.takeExprs(mark)
}

// parseSpread reads ...x.
func (p *parser) parseSpread(cov *cover) *ast.Spread {
	start := p.start
	p.next()
	x := p.parseAssign(cov)
	return &ast.Spread{X: x, Base: p.base(start)}
}

// parseNew reads new X, new X(…) and new.target.
func (p *parser) parseNew() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.start
	p.next()
	if p.eat(tDot) {
		p.expectWord("target")
		t := &ast.NewTarget{Base: p.base(start)}
		if !p.ctx.newTarget {
			p.errSpan(t.Span, `"new.target" may only be used in a function`)
		}
		return t
	}
	calleeStart := p.start
	x := p.parsePrimary(nil)
	if c, ok := x.(*ast.ImportCall); ok && !c.Paren {
		p.fail(calleeStart, p.prevEnd, `"import()" may not be the operand of "new"`)
	}
	x = p.parseSubscripts(calleeStart, x, true)
	if _, ok := x.(*ast.Super); ok {
		p.fail(calleeStart, p.prevEnd, `"super()" may not be the operand of "new"`)
	}
	n := &ast.New{Callee: x}
	if p.tok == tLParen {
		n.Args = p.parseArgs()
	}
	n.Base = p.base(start)
	return n
}

// parseTemplate reads a template; the current token is its backtick.
func (p *parser) parseTemplate(tagged bool) *ast.Template {
	start := p.start
	t := &ast.Template{}
	from := p.pos
	mark := len(p.exprs)
	for {
		q := p.scanQuasi(start, from)
		if q.bad != "" && !tagged {
			p.err(q.badAt, q.badAt+1, q.bad)
		}
		t.Quasis = append(t.Quasis, ast.Quasi{
			Span:   ast.Span{Start: int32(from), End: int32(q.end)},
			Cooked: q.cooked, Raw: q.raw, Bad: q.bad != "",
		})
		if q.last {
			break
		}
		p.next()
		p.exprs = append(p.exprs, p.parseExprIn())
		if p.tok != tRBrace {
			p.expected(`"}"`)
		}
		from = p.pos
	}
	p.next()
	t.Exprs = p.takeExprs(mark)
	t.Base = p.base(start)
	return t
}
