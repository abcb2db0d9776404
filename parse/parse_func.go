package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// newFunc makes the expression of a function that has been parsed.
func (p *parser) newFunc(fn *ast.Function) *ast.Func {
	f := p.alloc.funcs.new()
	f.Fn, f.Base = fn, fn.Base
	return f
}

// functionContext is the context of a function body with its own this.
func (p *parser) functionContext(async, generator bool) context {
	return context{
		strict: p.ctx.strict, ret: true, yield: generator, await: async, newTarget: true, labels: len(p.labels),
	}
}

// parseFuncExpr reads a function expression; the current token is `function`.
func (p *parser) parseFuncExpr(start int, async bool) ast.Expr {
	p.next()
	fn := p.alloc.functions.new()
	fn.Async, fn.Generator = async, p.eat(tStar)
	if p.tok.isIdent() {
		// The name is bound inside, so the function's own reserved words count.
		saved := p.ctx
		p.ctx.await, p.ctx.yield, p.ctx.static, p.ctx.noArgs = async, fn.Generator, false, false
		fn.Name = p.parseBindingIdent()
		p.ctx = saved
	}
	p.parseFunction(fn, p.functionContext(async, fn.Generator))
	fn.Base = p.base(start)
	return p.newFunc(fn)
}

// parseFuncDecl reads a declaration; the current token is `function`. The name
// may be missing only after export default.
func (p *parser) parseFuncDecl(start int, async, needName bool) *ast.FuncDecl {
	p.next()
	fn := p.alloc.functions.new()
	fn.Async, fn.Generator = async, p.eat(tStar)
	if p.tok.isIdent() || needName {
		fn.Name = p.parseBindingIdent()
	}
	p.parseFunction(fn, p.functionContext(async, fn.Generator))
	fn.Base = p.base(start)
	return &ast.FuncDecl{Fn: fn, Base: fn.Base}
}

// methodMods are the modifiers before a method's key.
type methodMods struct {
	kind             ast.FuncKind
	async, generator bool
	derived          bool
}

// parseMethod reads a method from its parameters on; they start its span.
func (p *parser) parseMethod(m methodMods) *ast.Function {
	start := p.start
	fn := p.alloc.functions.new()
	fn.Kind, fn.Async, fn.Generator, fn.Derived = m.kind, m.async, m.generator, m.derived
	c := p.functionContext(m.async, m.generator)
	c.superProp = true
	c.superCall = m.derived
	p.parseFunction(fn, c)
	fn.Base = p.base(start)
	switch {
	case m.kind == ast.FuncGetter && len(fn.Params) != 0:
		p.errSpan(fn.ParamsSpan, "a getter has no parameters")
	case m.kind == ast.FuncSetter && len(fn.Params) != 1:
		p.errSpan(fn.ParamsSpan, "a setter has one parameter")
	case m.kind == ast.FuncSetter:
		if _, rest := fn.Params[0].(*ast.Spread); rest {
			p.errSpan(fn.ParamsSpan, "a setter may not have a rest parameter")
		}
	}
	return fn
}

// parseFunction reads parameters and body in context c.
func (p *parser) parseFunction(fn *ast.Function, c context) {
	saved, old, noIn := p.ctx, p.clearMarks(), p.noIn
	p.ctx, p.noIn = c, false
	p.ctx.params = true
	start := p.start
	fn.Params = p.parseParams()
	fn.ParamsSpan = p.span(start)
	p.ctx.params = false
	p.parseFunctionBody(fn)
	p.setMarks(old)
	p.ctx, p.noIn = saved, noIn
}

// parseParams reads a parameter list in parentheses.
func (p *parser) parseParams() []ast.Expr {
	p.expect(tLParen)
	mark := len(p.exprs)
	for p.tok != tRParen {
		if p.tok == tDotDotDot {
			p.exprs = append(p.exprs, p.parseRest(false))
			break
		}
		p.exprs = append(p.exprs, p.parseBindingElement(false))
		if p.tok != tRParen {
			p.expect(tComma)
		}
	}
	p.expect(tRParen)
	return p.takeExprs(mark)
}

// parseFunctionBody reads { … } in the function's context and checks what
// depends on its directives.
func (p *parser) parseFunctionBody(fn *ast.Function) {
	start := p.start
	wasStrict := p.ctx.strict
	simple := simpleParams(fn.Params)
	if !p.skipBody(fn) {
		p.expect(tLBrace)
		fn.Body, fn.Directives = p.parseBody(tRBrace, simple)
	}
	fn.Strict = p.ctx.strict
	if p.tok == tRBrace {
		p.prevEnd = p.pos // for the span; next sets it again
	}
	fn.BodySpan = p.span(start)
	p.endFunction(fn, simple, wasStrict)
	p.next()
}

// endFunction checks the name and parameters of a function whose body has been
// parsed.
func (p *parser) endFunction(fn *ast.Function, simple, wasStrict bool) {
	if fn.Strict && !wasStrict {
		if fn.Name != nil {
			p.checkStrictName(fn.Name)
		}
		for _, x := range fn.Params {
			if id, ok := x.(*ast.Ident); ok {
				p.checkStrictName(id)
			}
		}
	}
	if fn.Strict || !simple || fn.Kind != ast.FuncNormal {
		p.checkDuplicateParams(fn.Params)
	}
}

func simpleParams(params []ast.Expr) bool {
	for _, x := range params {
		if _, ok := x.(*ast.Ident); !ok {
			return false
		}
	}
	return true
}

// checkStrictName reports a name that was bound before a directive made the
// code strict.
func (p *parser) checkStrictName(id *ast.Ident) {
	switch keywordKind(id.Name) {
	case tYield, tLet, tStatic, tFuture:
		p.errSpan(id.Span, strconv.Quote(id.Name)+" is reserved in strict code")
	case tEval, tArguments:
		p.errSpan(id.Span, "strict code may not bind "+strconv.Quote(id.Name))
	}
}

func (p *parser) checkDuplicateParams(params []ast.Expr) {
	if len(params) == 0 {
		return
	}
	if len(params) == 1 {
		if _, ok := params[0].(*ast.Ident); ok {
			return
		}
	}
	seen := map[string]bool{}
	for _, x := range params {
		boundNames(x, func(id *ast.Ident) {
			if seen[id.Name] {
				p.errSpan(id.Span, "duplicate parameter "+strconv.Quote(id.Name))
			}
			seen[id.Name] = true
		})
	}
}

// parseArrow reads an arrow function from its arrow on.
func (p *parser) parseArrow(start int, paramsSpan ast.Span, params []ast.Expr, async bool) ast.Expr {
	fn := p.alloc.functions.new()
	fn.Kind, fn.Async, fn.Params, fn.ParamsSpan = ast.FuncArrow, async, params, paramsSpan
	for _, x := range params {
		boundNames(x, p.checkBound)
	}
	p.next()
	saved, old := p.ctx, p.clearMarks()
	c := &p.ctx
	c.ret, c.yield, c.await, c.top, c.params, c.static = true, false, async, false, false, false
	c.loops, c.switches, c.labels = 0, 0, len(p.labels)
	if p.tok == tLBrace {
		noIn := p.noIn
		p.noIn = false
		p.parseFunctionBody(fn)
		p.noIn = noIn
	} else {
		bodyStart := p.start
		fn.Strict = p.ctx.strict
		fn.ExprBody = p.parseAssign(nil)
		fn.BodySpan = p.span(bodyStart)
		p.checkDuplicateParams(params)
	}
	p.ctx = saved
	p.setMarks(old)
	fn.Base = p.base(start)
	p.arrowEnd = p.prevEnd
	return p.newFunc(fn)
}

// parseBody reads directives and statements up to end, which stays current.
// A "use strict" directive makes p.ctx strict.
func (p *parser) parseBody(end tok, simple bool) (body []ast.Stmt, directives []string) {
	mark := len(p.stmts)
	octal := ast.Span{}
	prologue := true
	w := inList
	if end == tEOF {
		w = inTop
	}
	for p.tok != end {
		if !prologue || p.tok != tString {
			prologue = false
			p.stmts = append(p.stmts, p.parseStmt(w))
			continue
		}
		span, isOctal := p.tokSpan(), p.octal
		s := p.parseStmt(w)
		p.stmts = append(p.stmts, s)
		es, ok := s.(*ast.ExprStmt)
		if !ok {
			prologue = false
			continue
		}
		if x, ok := es.X.(*ast.String); !ok || x.Paren {
			prologue = false
			continue
		}
		es.Directive = true
		raw := p.src[span.Start+1 : span.End-1]
		directives = append(directives, raw)
		if isOctal && octal.IsZero() {
			octal = span
		}
		if raw != "use strict" {
			continue
		}
		if !simple {
			p.errSpan(span, `"use strict" may not be in a function whose parameters are not plain names`)
		}
		if !p.ctx.strict && !octal.IsZero() {
			p.errSpan(octal, "strict code may not have octal escapes")
		}
		p.ctx.strict = true
	}
	return p.takeStmts(mark), directives
}
