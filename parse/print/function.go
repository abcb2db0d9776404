package print

import "github.com/sonjs/son/parse/ast"

// function prints a function declaration or expression.
func (p *printer) function(fn *ast.Function) {
	p.glue("f")
	p.mark(fn.Span)
	if fn.Async {
		p.raw("async ")
	}
	p.raw("function")
	if fn.Generator {
		p.raw("*")
	}
	if fn.Name != nil {
		p.space()
		p.name(fn.Name.Span, fn.Name.Name)
	} else {
		p.space()
	}
	p.funcTail(fn)
}

// funcTail prints parameters and body.
func (p *printer) funcTail(fn *ast.Function) {
	p.mark(fn.ParamsSpan)
	p.params(fn.Params)
	p.space()
	if fn.ExprBody != nil {
		panic("BUG: print: a function that is not an arrow has an expression body")
	}
	p.funcBody(fn)
}

func (p *printer) params(list []ast.Expr) {
	p.raw("(")
	for i, x := range list {
		if i > 0 {
			p.comma()
		}
		p.expr(x, ast.PrecAssign, 0)
	}
	p.raw(")")
}

func (p *printer) funcBody(fn *ast.Function) {
	if p.o.OmitBody != nil && fn != p.outer {
		p.o.OmitBody(fn)
		p.openBrace()
		p.closeBrace(true)
		return
	}
	p.openBrace()
	p.bodyList(fn.Body, fn.Directives)
	if !fn.BodySpan.IsZero() {
		p.closeBraceAt(len(fn.Body) == 0, fn.BodySpan)
	} else {
		p.closeBrace(len(fn.Body) == 0)
	}
}

// bodyList prints the lines of a function body.
func (p *printer) bodyList(list []ast.Stmt, directives []string) {
	if len(list) > 0 {
		p.openLine(list[0])
		p.stmts(list, directives)
	}
}

// closeBraceAt is closeBrace for a brace that stems from the end of span.
func (p *printer) closeBraceAt(empty bool, span ast.Span) {
	p.closeBrace(empty)
	if p.o.Tokens {
		p.tokens = append(p.tokens, Token{Out: int32(len(p.out) - 1), Span: ast.Span{Start: span.End - 1, End: span.End}})
	}
}

// arrow prints an arrow function. Its body inherits noIn.
func (p *printer) arrow(fn *ast.Function, f flags) {
	p.glue("a")
	p.mark(fn.Span)
	if fn.Async {
		p.raw(p.pick("async ", "async"))
	}
	if id, ok := singleParam(fn); ok && p.compact {
		p.name(id.Span, id.Name)
	} else {
		p.params(fn.Params)
	}
	p.raw(p.pick(" => ", "=>"))
	if fn.ExprBody == nil {
		p.funcBody(fn)
		return
	}
	p.arrowStart = len(p.out)
	p.expr(fn.ExprBody, ast.PrecAssign, f)
}

func singleParam(fn *ast.Function) (*ast.Ident, bool) {
	if len(fn.Params) != 1 {
		return nil, false
	}
	id, ok := fn.Params[0].(*ast.Ident)
	return id, ok
}

// class prints a class declaration or expression.
func (p *printer) class(c *ast.Class) {
	for _, d := range c.Decorators {
		p.raw("@(")
		p.expr(d, ast.PrecSeq, 0)
		p.raw(p.pick(") ", ")"))
	}
	p.tokAt(c.Span, "class")
	if c.Name != nil {
		p.space()
		p.name(c.Name.Span, c.Name.Name)
	}
	if c.Super != nil {
		p.space()
		p.tok("extends")
		p.space()
		p.expr(c.Super, ast.PrecNew, 0)
	}
	p.space()
	p.openBrace()
	for _, m := range c.Members {
		p.flushSemi()
		p.newline()
		p.member(m)
	}
	p.closeBrace(len(c.Members) == 0)
}

func (p *printer) member(m *ast.ClassMember) {
	old := p.enter(m.Span)
	defer func() { p.margins = old }()
	p.mark(m.Span)
	if m.Kind == ast.MemberStaticBlock {
		p.raw(p.pick("static ", "static"))
		p.openBrace()
		p.bodyList(m.Fn.Body, nil)
		p.closeBrace(len(m.Fn.Body) == 0)
		return
	}
	if m.Static {
		p.tok("static")
		p.space()
	}
	switch m.Kind {
	case ast.MemberMethod:
		p.methodPrefix(m.Fn)
	case ast.MemberGetter:
		p.tok("get")
		p.space()
	case ast.MemberSetter:
		p.tok("set")
		p.space()
	case ast.MemberAccessor:
		p.tok("accessor")
		p.space()
	case ast.MemberField:
	default:
		panic("BUG: print: no case for this class member")
	}
	p.key(m.Key, m.Computed)
	if m.Kind != ast.MemberField && m.Kind != ast.MemberAccessor {
		p.funcTail(m.Fn)
		return
	}
	if m.Fn != nil && m.Fn.ExprBody != nil {
		p.raw(p.pick(" = ", "="))
		p.expr(m.Fn.ExprBody, ast.PrecAssign, 0)
	}
	p.semi()
}
