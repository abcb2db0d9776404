package parse

import (
	"sort"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// letDeclares reports whether the current `let` starts a declaration. In
// sloppy code it may be a name.
func (p *parser) letDeclares(w where) bool {
	if p.esc {
		return false
	}
	t, nl := p.peek()
	switch {
	case t == tLBracket:
		p.needList(w, "a let declaration")
		return true
	case t == tLBrace || t.isIdent():
		if !w.list() {
			if !nl {
				p.needList(w, "a let declaration")
			}
			return false
		}
		return true
	}
	return false
}

// usingDeclares reports whether the current `using` starts a declaration.
func (p *parser) usingDeclares() bool {
	t, nl := p.peek()
	return t.isIdent() && !nl
}

// awaitUsing reports whether the current `await` starts `await using name`.
func (p *parser) awaitUsing() bool {
	if p.esc || !p.ctx.await && !p.auto {
		return false
	}
	saved, n := p.lexState, len(p.comments)
	p.next()
	ok := p.tok == tUsing && !p.esc && !p.nl
	if ok {
		p.next()
		ok = p.tok.isIdent() && !p.nl
	}
	p.lexState, p.comments = saved, p.comments[:n]
	if ok && !p.ctx.await {
		p.sawAwait = p.sawAwait || p.ctx.top
		return false
	}
	return ok
}

// startAwaitUsing skips `await using`.
func (p *parser) startAwaitUsing() {
	if p.ctx.top {
		p.topAwait = true
	}
	p.awaitAt = p.start
	p.next()
	p.next()
}

// checkUsingPlace reports using at the top level of a script.
func (p *parser) checkUsingPlace(w where) {
	if w == inTop && !p.module {
		p.errTok("a using declaration may not be at the top level of a script")
	}
}

// parseVarStmt reads a declaration statement after its keyword.
func (p *parser) parseVarStmt(start int, kind ast.VarKind) *ast.VarDecl {
	d := p.parseVarDecl(kind)
	for _, x := range d.Decls {
		p.checkInit(kind, x)
	}
	p.semicolon()
	d.Base = p.base(start)
	p.remark(d)
	return d
}

// remark records which of the declarators a comment belongs to.
func (p *parser) remark(d *ast.VarDecl) {
	if len(p.comments) == 0 {
		return
	}
	for i, x := range d.Decls {
		at := x.Start
		if i == 0 {
			at = d.Start
		}
		x.Remarked = p.remarkAbove(at) || p.remarkAfter(x.End)
	}
}

// remarkAbove reports whether a comment on lines of its own ends directly above offset
// at.
func (p *parser) remarkAbove(at int32) bool {
	i := p.commentAt(at)
	if i == 0 || !p.comments[i-1].NewlineBefore {
		return false
	}
	between := p.src[p.comments[i-1].End:at]
	return strings.TrimSpace(between) == "" && strings.Count(between, "\n") < 2
}

// remarkAfter reports whether a comment follows offset at on the same line, with only
// what separates declarators in between.
func (p *parser) remarkAfter(at int32) bool {
	i := p.commentAt(at)
	return i < len(p.comments) && strings.Trim(p.src[at:p.comments[i].Start], " \t,;") == ""
}

// commentAt returns the index of the first comment that begins at or after offset at.
func (p *parser) commentAt(at int32) int {
	return sort.Search(len(p.comments), func(i int) bool { return p.comments[i].Start >= at })
}

// parseVarDecl reads the declarators.
func (p *parser) parseVarDecl(kind ast.VarKind) *ast.VarDecl {
	d := p.alloc.varDecls.new()
	d.Kind = kind
	mark := len(p.decls)
	for {
		at := p.start
		x := p.alloc.declarators.new()
		if kind >= ast.Using && !p.tok.isIdent() {
			p.expected("a name")
		}
		x.Target = p.parseBindingTarget(kind != ast.Var)
		if p.eat(tAssign) {
			x.Init = p.parseAssign(nil)
		}
		x.Base = p.base(at)
		p.decls = append(p.decls, x)
		if !p.eat(tComma) {
			d.Decls = p.alloc.declLists.take(&p.decls, mark)
			return d
		}
	}
}

// checkInit reports a missing initializer.
func (p *parser) checkInit(kind ast.VarKind, d *ast.Declarator) {
	if d.Init != nil {
		return
	}
	if _, plain := d.Target.(*ast.Ident); !plain {
		p.errSpan(d.Span, "a pattern needs an initializer")
	} else if kind >= ast.Const {
		p.errSpan(d.Span, "a "+kind.String()+" declaration needs an initializer")
	}
}
