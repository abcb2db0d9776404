package parse

import (
	"slices"
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// classNames collects the private names of one class body.
type classNames struct {
	declared map[string]privateKind
	// used has, by name, the references that may be to a private name of this
	// class: they are in its body and not to a name of a class inside.
	used map[string][]ast.Span
}

// privateKind distinguishes a getter and a setter of one name from two
// declarations of it.
type privateKind uint8

const (
	privateOther privateKind = iota + 1
	privateGet
	privateSet
	privateStaticGet
	privateStaticSet
)

// usePrivate records a reference to #name.
func (p *parser) usePrivate(name string, start, end int) {
	at := ast.Span{Start: int32(start), End: int32(end)}
	if len(p.classes) == 0 {
		p.errUndeclared(name, at)
		return
	}
	c := &p.classes[len(p.classes)-1]
	if c.used == nil {
		c.used = map[string][]ast.Span{}
	}
	c.used[name] = append(c.used[name], at)
}

func (p *parser) errUndeclared(name string, at ast.Span) {
	p.errSpan(at, strconv.Quote("#"+name)+" is not declared in an enclosing class")
}

func (p *parser) declarePrivate(name string, kind privateKind, span ast.Span) {
	c := &p.classes[len(p.classes)-1]
	if c.declared == nil {
		c.declared = map[string]privateKind{}
	}
	old := c.declared[name]
	switch {
	case old == 0:
		c.declared[name] = kind
	case old != kind && old > privateOther && kind > privateOther &&
		(old >= privateStaticGet) == (kind >= privateStaticGet):
		c.declared[name] = privateOther // the pair is complete
	default:
		p.errSpan(span, "duplicate private name "+strconv.Quote("#"+name))
	}
}

// endPrivateNames resolves the class's references, or hands them to the
// enclosing class. The smaller of the two collections is moved, so that a
// reference moves only a few times, however deep classes nest.
func (p *parser) endPrivateNames() {
	n := len(p.classes) - 1
	c := p.classes[n]
	p.classes = p.classes[:n]
	for name := range c.declared {
		delete(c.used, name)
	}
	if n == 0 {
		p.errAllUndeclared(c.used)
		return
	}
	outer := &p.classes[n-1]
	if len(outer.used) < len(c.used) {
		outer.used, c.used = c.used, outer.used
	}
	for name, at := range c.used {
		more := outer.used[name]
		if len(more) < len(at) {
			more, at = at, more
		}
		outer.used[name] = append(more, at...)
	}
}

// errAllUndeclared reports the references in source order.
func (p *parser) errAllUndeclared(used map[string][]ast.Span) {
	type reference struct {
		name string
		at   ast.Span
	}
	var list []reference
	for name, spans := range used {
		for _, at := range spans {
			list = append(list, reference{name, at})
		}
	}
	slices.SortFunc(list, func(a, b reference) int { return int(a.at.Start) - int(b.at.Start) })
	for _, m := range list {
		p.errUndeclared(m.name, m.at)
	}
}

// parseClass reads a class; the current token is `class`.
func (p *parser) parseClass(needName bool) *ast.Class {
	p.enter()
	start := p.start
	saved, noIn := p.ctx, p.noIn
	p.ctx.strict = true
	p.next()
	c := &ast.Class{}
	if p.tok.isIdent() || needName {
		c.Name = p.parseBindingIdent()
	}
	if p.eat(tExtends) {
		at := p.start
		p.arrowAt = -1
		c.Super = p.parseSubscripts(at, p.parsePrimary(nil), false)
	}
	p.noIn = false
	body := p.start
	p.expect(tLBrace)
	p.classes = append(p.classes, classNames{})
	hasCtor := false
	for p.tok != tRBrace {
		if p.eat(tSemicolon) {
			continue
		}
		m := p.parseClassMember(c.Super != nil)
		if m.IsCtor {
			if hasCtor {
				p.errSpan(m.Key.Pos().Span, "a class may have only one constructor")
			}
			hasCtor = true
		}
		c.Members = append(c.Members, m)
	}
	p.endPrivateNames()
	p.next()
	c.BodySpan = p.span(body)
	p.ctx, p.noIn = saved, noIn
	c.Base = p.base(start)
	p.leave()
	return c
}

// memberHead is what precedes a member's key.
type memberHead struct {
	methodMods
	word *ast.Ident // the key, if that turned out to be a word like `static` or `get`
}

// parseClassMember reads one element of a class body.
func (p *parser) parseClassMember(derived bool) *ast.ClassMember {
	start := p.start
	m := &ast.ClassMember{}
	h := memberHead{methodMods: methodMods{kind: ast.FuncMethod}}
	if p.tok == tStatic && !p.esc {
		id := p.newIdent()
		switch {
		case p.tok == tLBrace:
			m.Kind, m.Static = ast.MemberStaticBlock, true
			m.Fn = p.parseStaticBlock()
			m.Base = p.base(start)
			return m
		case p.endsKey():
			h.word = id
		default:
			m.Static = true
		}
	}
	if h.word == nil {
		p.parseMemberMods(&h)
	}
	modified := h.async || h.generator || h.kind != ast.FuncMethod
	switch {
	case h.word != nil:
		m.Key = h.word
	case p.tok == tPrivate:
		name := &ast.PrivateName{Name: p.text}
		name.Span = p.tokSpan()
		p.next()
		m.Key = name
	default:
		m.Key, m.Computed = p.parseKey()
	}
	switch {
	case p.tok == tLParen:
		p.finishMethod(m, h, derived)
	case modified:
		p.expected(`"("`)
	default:
		p.finishField(m)
	}
	if name, ok := m.Key.(*ast.PrivateName); ok {
		p.checkPrivateKey(m, name)
	}
	m.Base = p.base(start)
	return m
}

// parseMemberMods reads async, *, get and set.
func (p *parser) parseMemberMods(h *memberHead) {
	switch {
	case p.tok == tAsync && !p.esc:
		id := p.newIdent()
		if p.endsKey() || p.nl {
			h.word = id
			return
		}
		h.async = true
	case (p.tok == tGet || p.tok == tSet) && !p.esc:
		kind := ast.FuncGetter
		if p.tok == tSet {
			kind = ast.FuncSetter
		}
		id := p.newIdent()
		if p.endsKey() || p.tok == tStar {
			h.word = id
			return
		}
		h.kind = kind
		return
	case p.isWord("accessor"):
		id := p.newIdent()
		if p.endsKey() || p.nl || p.tok == tStar {
			h.word = id
			return
		}
		p.failSpan(id.Span, "auto-accessors of the decorators proposal are not supported")
	}
	if p.eat(tStar) {
		h.generator = true
	}
}

// keyName returns the text of a literal key that is a name or a string.
func keyName(m *ast.ClassMember) string {
	if m.Computed {
		return ""
	}
	switch k := m.Key.(type) {
	case *ast.Ident:
		return k.Name
	case *ast.String:
		return k.Value
	}
	return ""
}

func (p *parser) finishMethod(m *ast.ClassMember, h memberHead, derived bool) {
	switch h.kind {
	case ast.FuncGetter:
		m.Kind = ast.MemberGetter
	case ast.FuncSetter:
		m.Kind = ast.MemberSetter
	}
	switch name := keyName(m); {
	case m.Static && name == "prototype":
		p.errSpan(m.Key.Pos().Span, `a static method may not be named "prototype"`)
	case !m.Static && name == "constructor":
		if h.async || h.generator || h.kind != ast.FuncMethod {
			p.errSpan(m.Key.Pos().Span, "a constructor may not be async, a generator, or an accessor")
			break
		}
		m.IsCtor = true
		h.kind, h.derived = ast.FuncCtor, derived
	}
	m.Fn = p.parseMethod(h.methodMods)
}

// elementContext is the context of field initializers and static blocks.
func (p *parser) elementContext() context {
	return context{strict: true, noArgs: true, superProp: true, newTarget: true, labels: len(p.labels)}
}

// finishField reads the initializer and the end of a field.
func (p *parser) finishField(m *ast.ClassMember) {
	m.Kind = ast.MemberField
	if name := keyName(m); name == "constructor" || m.Static && name == "prototype" {
		p.errSpan(m.Key.Pos().Span, "a field may not be named "+strconv.Quote(name)+" here")
	}
	if p.eat(tAssign) {
		saved, old := p.ctx, p.clearMarks()
		p.ctx = p.elementContext()
		start := p.start
		fn := &ast.Function{Kind: ast.FuncField, Strict: true}
		fn.ExprBody = p.parseAssign(nil)
		fn.Base = p.base(start)
		fn.BodySpan = fn.Span
		fn.ParamsSpan = ast.Span{Start: fn.Start, End: fn.Start}
		p.ctx = saved
		p.setMarks(old)
		m.Fn = fn
	}
	p.semicolon()
}

func (p *parser) parseStaticBlock() *ast.Function {
	start := p.start
	saved, old := p.ctx, p.clearMarks()
	p.ctx = p.elementContext()
	p.ctx.static = true
	b := p.parseBlock()
	p.ctx = saved
	p.setMarks(old)
	fn := &ast.Function{Kind: ast.FuncStaticInit, Strict: true, Body: b.Body, BodySpan: b.Span, Base: b.Base}
	fn.ParamsSpan = ast.Span{Start: int32(start), End: int32(start)}
	return fn
}

func (p *parser) checkPrivateKey(m *ast.ClassMember, name *ast.PrivateName) {
	if name.Name == "constructor" {
		p.errSpan(name.Span, `a private name may not be "#constructor"`)
	}
	kind := privateOther
	switch m.Kind {
	case ast.MemberGetter:
		kind = privateGet
	case ast.MemberSetter:
		kind = privateSet
	}
	if m.Static && kind != privateOther {
		kind += privateStaticGet - privateGet
	}
	p.declarePrivate(name.Name, kind, name.Span)
}
