package parse

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// needModule checks the position of an import or export declaration, the
// current token.
func (p *parser) needModule(w where, what string) {
	if w != inTop {
		p.fail(p.start, p.pos, strconv.Quote(what)+" declarations may only be at the top level of a module")
	}
	p.moduleOnly()
	if !p.module {
		p.fail(p.start, p.pos, strconv.Quote(what)+" declarations may only be in a module")
	}
}

func (p *parser) parseImport(w where) ast.Stmt {
	p.needModule(w, "import")
	start := p.start
	s := &ast.Import{}
	p.next()
	if p.tok != tString {
		p.parseImportClause(s)
		p.expectWord("from")
	}
	s.From, s.Attrs = p.parseFrom()
	p.semicolon()
	s.Base = p.base(start)
	return s
}

// parseFrom reads the module's name and its attributes.
func (p *parser) parseFrom() (*ast.String, []*ast.Property) {
	if p.tok != tString {
		p.expected("a string")
	}
	from := p.parseString()
	if p.tok != tWith {
		return from, nil
	}
	p.next()
	p.expect(tLBrace)
	var attrs []*ast.Property
	seen := map[string]bool{}
	for p.tok != tRBrace {
		at := p.start
		if !p.tok.isName() && p.tok != tString {
			p.expected("an attribute name")
		}
		name := p.text
		if seen[name] {
			p.errTok("duplicate import attribute " + strconv.Quote(name))
		}
		seen[name] = true
		a := &ast.Property{}
		a.Key, _ = p.parseKey()
		p.expect(tColon)
		if p.tok != tString {
			p.expected("a string")
		}
		a.Value = p.parseString()
		a.Base = p.base(at)
		attrs = append(attrs, a)
		if p.tok != tRBrace {
			p.expect(tComma)
		}
	}
	p.next()
	return from, attrs
}

// parseImportClause reads what precedes `from`.
func (p *parser) parseImportClause(s *ast.Import) {
	switch {
	case p.isWord("defer"):
		if t, _ := p.peek(); t == tStar {
			s.Phase = "defer"
			p.next()
			p.parseNamespace(s)
			return
		}
	case p.isWord("source") && p.sourcePhase():
		s.Phase = "source"
		p.next()
		s.Default = p.parseBindingIdent()
		return
	}
	if p.tok.isIdent() {
		s.Default = p.parseBindingIdent()
		if !p.eat(tComma) {
			return
		}
	}
	switch p.tok {
	case tStar:
		p.parseNamespace(s)
	case tLBrace:
		p.parseImportSpecs(s)
	default:
		p.expected(`"{"`)
	}
}

func (p *parser) parseNamespace(s *ast.Import) {
	p.next()
	p.expectWord("as")
	s.Namespace = p.parseBindingIdent()
}

// sourcePhase reports whether the current word `source` is followed by a
// binding: any name but `from`, or `from from`.
func (p *parser) sourcePhase() bool {
	saved, n := p.lexState, len(p.comments)
	p.next()
	ok := p.tok.isIdent()
	if ok && p.isWord("from") {
		p.next()
		ok = p.isWord("from")
	}
	p.lexState, p.comments = saved, p.comments[:n]
	return ok
}

func (p *parser) parseImportSpecs(s *ast.Import) {
	s.HasNamed = true
	p.next()
	for p.tok != tRBrace {
		at := p.start
		spec := &ast.ImportSpec{}
		first := p.tok
		spec.Name = p.parseModuleName()
		if p.isWord("as") {
			p.next()
			spec.Local = p.parseBindingIdent()
		} else {
			if !first.isIdent() {
				p.expected(`"as"`)
			}
			p.checkNameKind(first, int(spec.Name.Start), int(spec.Name.End))
			spec.Local = p.alloc.idents.new()
			spec.Local.Name, spec.Local.Span = spec.Name.Name, spec.Name.Span
			p.checkBound(spec.Local)
		}
		spec.Base = p.base(at)
		s.Named = append(s.Named, spec)
		if p.tok != tRBrace {
			p.expect(tComma)
		}
	}
	p.next()
}

// parseModuleName reads an import or export name.
func (p *parser) parseModuleName() ast.ModuleName {
	n := ast.ModuleName{Name: p.text}
	n.Span = p.tokSpan()
	switch {
	case p.tok == tString:
		n.IsString = true
		if hasLoneSurrogate(n.Name) {
			p.errTok("an import or export name may not have a lone surrogate")
		}
	case !p.tok.isName():
		p.expected("a name")
	}
	p.next()
	return n
}

// hasLoneSurrogate reports whether a WTF-8 string has one.
func hasLoneSurrogate(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == 0xED && s[i+1] >= 0xA0 {
			return true
		}
	}
	return false
}

func (p *parser) parseExport(w where) ast.Stmt {
	p.needModule(w, "export")
	start := p.start
	p.next()
	switch p.tok {
	case tDefault:
		return p.parseExportDefault(start)
	case tStar:
		return p.parseExportAll(start)
	case tLBrace:
		return p.parseExportNamed(start)
	}
	s := &ast.ExportDecl{}
	at := p.start
	switch p.tok {
	case tVar, tConst, tLet, tFunction, tClass:
		s.Decl = p.parseStmt(inList)
	case tAsync:
		p.next()
		if p.tok != tFunction || p.nl {
			p.expected(`"function"`)
		}
		s.Decl = p.parseFuncDecl(at, true, true)
	default:
		p.expected("a declaration to export")
	}
	s.Base = p.base(start)
	switch d := s.Decl.(type) {
	case *ast.VarDecl:
		for _, x := range d.Decls {
			boundNames(x.Target, p.exportIdent)
		}
	case *ast.FuncDecl:
		p.exportIdent(d.Fn.Name)
	case *ast.ClassDecl:
		p.exportIdent(d.Class.Name)
	default:
		p.fail(at, p.prevEnd, "only a declaration can be exported") // `let` as a name
	}
	return s
}

func (p *parser) parseExportDefault(start int) ast.Stmt {
	s := &ast.ExportDefault{}
	p.addExport("default", p.tokSpan())
	p.next()
	at := p.start
	async := false
	if p.tok == tAsync && !p.esc {
		t, nl := p.peek()
		async = t == tFunction && !nl
	}
	switch {
	case async:
		p.next()
		s.Value = p.parseFuncDecl(at, true, false)
	case p.tok == tFunction:
		s.Value = p.parseFuncDecl(at, false, false)
	case p.tok == tClass:
		c := p.parseClass(false)
		s.Value = &ast.ClassDecl{Class: c, Base: c.Base}
	default:
		x := p.parseAssign(nil)
		es := p.alloc.exprStmts.new()
		es.X, es.Base = x, p.base(at)
		s.Value = es
		p.semicolon()
	}
	s.Base = p.base(start)
	return s
}

func (p *parser) parseExportAll(start int) ast.Stmt {
	s := &ast.ExportAll{}
	p.next()
	if p.isWord("as") {
		p.next()
		n := p.parseModuleName()
		p.addExport(n.Name, n.Span)
		s.As = &n
	}
	p.expectWord("from")
	s.From, s.Attrs = p.parseFrom()
	p.semicolon()
	s.Base = p.base(start)
	return s
}

func (p *parser) parseExportNamed(start int) ast.Stmt {
	s := &ast.ExportNamed{}
	p.next()
	var kinds []tok // of the local names
	for p.tok != tRBrace {
		at := p.start
		spec := &ast.ExportSpec{}
		kinds = append(kinds, p.tok)
		spec.Local = p.parseModuleName()
		spec.Name = spec.Local
		if p.isWord("as") {
			p.next()
			spec.Name = p.parseModuleName()
		}
		spec.Base = p.base(at)
		p.addExport(spec.Name.Name, spec.Name.Span)
		s.Specs = append(s.Specs, spec)
		if p.tok != tRBrace {
			p.expect(tComma)
		}
	}
	p.next()
	if p.isWord("from") {
		p.next()
		s.From, s.Attrs = p.parseFrom()
	} else {
		for i, spec := range s.Specs {
			p.exportLocal(spec, kinds[i])
		}
	}
	p.semicolon()
	s.Base = p.base(start)
	return s
}

// exportLocal makes the reference of `export { name }`.
func (p *parser) exportLocal(spec *ast.ExportSpec, kind tok) {
	span := spec.Local.Span
	if !kind.isIdent() {
		p.failSpan(span, "only a variable of this module can be exported without \"from\"")
	}
	p.checkNameKind(kind, int(span.Start), int(span.End))
	spec.Ref = p.alloc.idents.new()
	spec.Ref.Name, spec.Ref.Span = spec.Local.Name, span
	p.exports.locals = append(p.exports.locals, spec.Ref)
}
