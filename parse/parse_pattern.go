package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// parseBindingIdent reads the name of a new binding.
func (p *parser) parseBindingIdent() *ast.Ident {
	if !p.tok.isIdent() {
		p.expected("a name")
	}
	if p.tok > tUsing {
		if (p.tok == tEval || p.tok == tArguments) && p.ctx.strict {
			p.errTok("strict code may not bind " + strconv.Quote(p.text))
		} else {
			p.checkNameKind(p.tok, p.start, p.pos)
		}
	}
	return p.newIdent()
}

// parseBindingTarget reads a name or a binding pattern. lexical: of let, const
// or using, which may not bind `let`.
func (p *parser) parseBindingTarget(lexical bool) ast.Expr {
	switch p.tok {
	case tLBracket:
		return p.parseArrayPat(lexical)
	case tLBrace:
		return p.parseObjectPat(lexical)
	}
	if lexical && p.tok == tLet {
		p.errTok(`"let" may not be the name of a lexical binding`)
	}
	return p.parseBindingIdent()
}

// parseBindingElement reads a target with an optional default.
func (p *parser) parseBindingElement(lexical bool) ast.Expr {
	start := p.start
	return p.parseDefault(start, p.parseBindingTarget(lexical))
}

func (p *parser) parseDefault(start int, target ast.Expr) ast.Expr {
	if !p.eat(tAssign) {
		return target
	}
	v := p.parseAssignIn(nil)
	return &ast.Default{Target: target, Value: v, Base: p.base(start)}
}

// parseRest reads ...target, the last element of a list.
func (p *parser) parseRest(lexical bool) *ast.Spread {
	start := p.start
	p.next()
	x := p.parseBindingTarget(lexical)
	s := &ast.Spread{X: x, Base: p.base(start)}
	switch p.tok {
	case tComma:
		p.fail(p.start, p.pos, "a rest element must be the last one")
	case tAssign:
		p.fail(p.start, p.pos, "a rest element may not have a default")
	}
	return s
}

func (p *parser) parseArrayPat(lexical bool) ast.Expr {
	p.enter()
	start := p.start
	p.next()
	mark := len(p.exprs)
	for p.tok != tRBracket {
		if p.eat(tComma) {
			p.exprs = append(p.exprs, nil)
			continue
		}
		if p.tok == tDotDotDot {
			p.exprs = append(p.exprs, p.parseRest(lexical))
			break
		}
		p.exprs = append(p.exprs, p.parseBindingElement(lexical))
		if p.tok != tRBracket {
			p.expect(tComma)
		}
	}
	p.expect(tRBracket)
	p.leave()
	return &ast.ArrayPat{Elems: p.takeExprs(mark), Base: p.base(start)}
}

func (p *parser) parseObjectPat(lexical bool) ast.Expr {
	p.enter()
	start := p.start
	p.next()
	o := &ast.ObjectPat{}
	for p.tok != tRBrace {
		prop := p.alloc.props.new()
		o.Props = append(o.Props, prop)
		at := p.start
		if p.tok == tDotDotDot {
			p.next()
			prop.Kind = ast.PropSpread
			if lexical && p.tok == tLet {
				p.errTok(`"let" may not be the name of a lexical binding`)
			}
			prop.Value = p.parseBindingIdent()
			prop.Base = p.base(at)
			if p.tok == tComma {
				p.fail(p.start, p.pos, "a rest element must be the last one")
			}
			break
		}
		p.parsePatProperty(prop, lexical)
		prop.Base = p.base(at)
		if p.tok != tRBrace {
			p.expect(tComma)
		}
	}
	p.expect(tRBrace)
	p.leave()
	o.Base = p.base(start)
	return o
}

// parsePatProperty reads key: target or a shorthand.
func (p *parser) parsePatProperty(prop *ast.Property, lexical bool) {
	if p.tok.isIdent() {
		start, first, end := p.start, p.tok, p.pos
		key := p.newIdent()
		prop.Key = key
		if p.tok != tColon {
			p.checkNameKind(first, start, end)
			if lexical && first == tLet {
				p.err(start, end, `"let" may not be the name of a lexical binding`)
			}
			id := p.alloc.idents.new()
			id.Name, id.Span = key.Name, key.Span
			p.checkBound(id)
			prop.Shorthand = true
			prop.Value = p.parseDefault(start, id)
			return
		}
	} else {
		prop.Key, prop.Computed = p.parseKey()
	}
	p.expect(tColon)
	prop.Value = p.parseBindingElement(lexical)
}

// boundNames calls f for every name that a binding target binds.
func boundNames(x ast.Expr, f func(*ast.Ident)) {
	switch x := x.(type) {
	case nil:
	case *ast.Ident:
		f(x)
	case *ast.Default:
		boundNames(x.Target, f)
	case *ast.Spread:
		boundNames(x.X, f)
	case *ast.ArrayPat:
		for _, e := range x.Elems {
			boundNames(e, f)
		}
	case *ast.ObjectPat:
		for _, prop := range x.Props {
			boundNames(prop.Value, f)
		}
	default:
		panic("BUG: not a binding target")
	}
}

// checkBound reports eval and arguments as the name of a binding in strict
// code.
func (p *parser) checkBound(id *ast.Ident) {
	if p.ctx.strict && isEvalOrArguments(id.Name) {
		p.errSpan(id.Span, "strict code may not bind "+strconv.Quote(id.Name))
	}
}

func isEvalOrArguments(s string) bool {
	return len(s) == 4 && s == "eval" || len(s) == 9 && s == "arguments"
}
