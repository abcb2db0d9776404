package parse

import (
	"github.com/sonjs/son/parse/ast"
)

func (p *parser) parseObject(cov *cover) ast.Expr {
	start := p.start
	noIn := p.noIn
	p.noIn = false
	own := cover{-1, -1}
	c := cov
	if c == nil {
		c = &own
	}
	p.next()
	mark := len(p.props)
	proto := false
	for p.tok != tRBrace {
		prop := p.parseProperty(c)
		if isProto(prop) {
			if proto && c.proto < 0 {
				c.proto = int(prop.Span.Start)
			}
			proto = true
		}
		p.props = append(p.props, prop)
		if p.tok != tRBrace {
			p.expect(tComma)
		}
	}
	p.next()
	p.noIn = noIn
	if cov == nil {
		p.checkCover(&own)
	}
	o := p.alloc.objects.new()
	o.Props, o.Base = p.alloc.propLists.take(&p.props, mark), p.base(start)
	return o
}

// isProto reports whether prop sets the prototype: __proto__: value.
func isProto(prop *ast.Property) bool {
	if prop.Kind != ast.PropInit || prop.Computed || prop.Shorthand {
		return false
	}
	switch k := prop.Key.(type) {
	case *ast.Ident:
		return k.Name == "__proto__"
	case *ast.String:
		return k.Value == "__proto__"
	}
	return false
}

// endsKey reports whether the current token shows that the word before it was
// the property's key and not a modifier.
func (p *parser) endsKey() bool {
	switch p.tok {
	case tLParen, tComma, tRBrace, tColon, tAssign, tSemicolon, tEOF:
		return true
	}
	return false
}

// parseProperty reads one member of an object literal.
func (p *parser) parseProperty(cov *cover) *ast.Property {
	start := p.start
	prop := p.alloc.props.new()
	if p.tok == tDotDotDot {
		p.next()
		prop.Kind = ast.PropSpread
		prop.Value = p.parseAssign(cov)
		prop.Base = p.base(start)
		return prop
	}
	m := methodMods{kind: ast.FuncMethod}
	first, firstEnd, text := p.tok, p.pos, p.text
	word := false // the key is the word `first`, read already
	if (first == tGet || first == tSet || first == tAsync) && !p.esc {
		p.next()
		switch {
		case p.endsKey():
			word = true
		case first == tAsync:
			if p.nl {
				p.unexpected()
			}
			m.async = true
		case first == tGet:
			m.kind = ast.FuncGetter
		default:
			m.kind = ast.FuncSetter
		}
	}
	if !word && p.tok == tStar && m.kind == ast.FuncMethod {
		p.next()
		m.generator = true
	}
	modified := !word && (m.async || m.generator || m.kind != ast.FuncMethod)
	if word {
		id := p.alloc.idents.new()
		id.Name, id.Span = text, ast.Span{Start: int32(start), End: int32(firstEnd)}
		prop.Key = id
	} else {
		first = p.tok
		prop.Key, prop.Computed = p.parseKey()
	}
	switch {
	case p.tok == tLParen:
		fn := p.parseMethod(m)
		switch m.kind {
		case ast.FuncGetter:
			prop.Kind = ast.PropGet
		case ast.FuncSetter:
			prop.Kind = ast.PropSet
		default:
			prop.Kind = ast.PropMethod
		}
		prop.Value = p.newFunc(fn)
	case modified:
		p.expected(`"("`)
	case p.tok == tColon:
		p.next()
		prop.Value = p.parseAssign(cov)
	default:
		p.finishShorthand(prop, first, cov)
	}
	prop.Base = p.base(start)
	return prop
}

// finishShorthand makes {a} or the {a = 1} of a pattern.
func (p *parser) finishShorthand(prop *ast.Property, first tok, cov *cover) {
	key, ok := prop.Key.(*ast.Ident)
	if !ok || prop.Computed || !first.isIdent() {
		p.expected(`":"`)
	}
	p.checkNameKind(first, int(key.Start), int(key.End))
	id := p.alloc.idents.new()
	id.Name, id.Span = key.Name, key.Span
	prop.Shorthand, prop.Value = true, id
	if p.tok == tAssign {
		if cov.init < 0 {
			cov.init = p.start
		}
		p.next()
		v := p.parseAssign(nil)
		prop.Value = &ast.Default{Target: id, Value: v, Base: p.base(int(key.Start))}
	}
}

// parseKey reads a property key, except the private names of classes.
func (p *parser) parseKey() (key ast.Expr, computed bool) {
	switch {
	case p.tok.isName():
		return p.newIdent(), false
	case p.tok == tString:
		return p.parseString(), false
	case p.tok == tNumber || p.tok == tBigInt:
		return p.parsePrimary(nil), false
	case p.tok == tLBracket:
		p.next()
		key = p.parseAssignIn(nil)
		p.expect(tRBracket)
		return key, true
	}
	p.expected("a property name")
	return nil, false
}
