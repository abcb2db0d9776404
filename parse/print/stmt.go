package print

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// stmts prints a list of statements, one per line; the first begins at the end of the
// output. The list may be the start of a body: directives are the raw texts of its
// directives, for use without the source.
func (p *printer) stmts(list []ast.Stmt, directives []string) {
	prologue := true
	first := true
	for i, s := range list {
		if isRemoved(s) && !p.o.Unfold {
			continue
		}
		p.flushSemi()
		if !first {
			if !p.compact && p.o.Blank != nil && p.o.Blank(s) {
				p.out = append(p.out, '\n')
			}
			p.newline()
		}
		first = false
		p.commentsBefore(s)
		switch x, isString := stringStmt(s); {
		case prologue && isString && x.Directive:
			raw := ""
			if len(directives) > 0 {
				raw, directives = directives[0], directives[1:]
			}
			if _, ok := s.(*ast.VerbatimStmt); ok {
				p.stmt(s)
			} else {
				p.directive(x, raw)
			}
		case prologue && isString:
			prologue = false // the parentheses end it
			p.paren(x.X)
			p.semi()
		default:
			prologue = false
			p.stmt(s)
			p.commentsAfter(s)
		}
		p.settle(list[i+1:])
	}
	p.open = false
}

// blockStmts prints a list that cannot have directives. With beside, what is on one line
// in the source stays on one line.
func (p *printer) blockStmts(list []ast.Stmt, beside bool) {
	first := true
	for i, s := range list {
		if isRemoved(s) && !p.o.Unfold {
			continue
		}
		p.flushSemi()
		if !first {
			if !p.compact && p.o.Blank != nil && p.o.Blank(s) {
				p.out = append(p.out, '\n')
			}
			if beside && p.isBeside(list[i-1], s) {
				p.raw(" ")
			} else {
				p.newline()
			}
		}
		first = false
		p.commentsBefore(s)
		p.stmt(s)
		p.commentsAfter(s)
		p.settle(list[i+1:])
	}
	p.open = false
}

// isBeside reports whether the source has b after a on one line, with no comments in
// between.
func (p *printer) isBeside(a, b ast.Stmt) bool {
	from, to := a.Pos(), b.Pos()
	if from.IsZero() || to.IsZero() || to.Start < from.End || p.o.LeadingComments != nil && len(p.o.LeadingComments(b)) > 0 ||
		p.o.TrailingComments != nil && len(p.o.TrailingComments(a)) > 0 {
		return false
	}
	return strings.Trim(p.source(ast.Span{Start: from.End, End: to.Start}), " \t;") == ""
}

// stringStmt returns s if it is a string literal and nothing else.
func stringStmt(s ast.Stmt) (*ast.ExprStmt, bool) {
	x, ok := unwrapStmt(s).(*ast.ExprStmt)
	if !ok {
		return nil, false
	}
	_, ok = unwrap(x.X).(*ast.String)
	return x, ok
}

// directive prints a directive by its raw text, since 'use\x20strict' means nothing.
func (p *printer) directive(s *ast.ExprStmt, raw string) {
	str, ok := s.X.(*ast.String)
	if !ok {
		p.expr(s.X, ast.PrecSeq, 0)
		p.semi()
		return
	}
	src := p.source(str.Span)
	p.mark(str.Span)
	switch {
	case len(src) > 1 && (src[0] == '"' || src[0] == '\'') && src[len(src)-1] == src[0]:
		p.raw(src)
	case raw != "":
		q := `"`
		if hasBareQuote(raw) {
			q = "'"
		}
		p.raw(q)
		p.raw(raw)
		p.raw(q)
	default:
		p.quoted(str.Value)
	}
	p.semi()
}

// hasBareQuote reports whether raw has a double quote without a backslash.
func hasBareQuote(raw string) bool {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return true
		}
	}
	return false
}

// stmt prints one statement, without the line break before it.
func (p *printer) stmt(s ast.Stmt) {
	if p.o.Unfold {
		s = unwrapStmt(s)
	}
	old := p.enter(s.Pos().Span)
	switch s := s.(type) {
	case *ast.ExprStmt:
		p.stmtStart = len(p.out)
		p.expr(s.X, ast.PrecSeq, 0)
		p.semi()
	case *ast.VarDecl:
		p.annotate(s)
		p.varDecl(s, 0)
		p.semi()
	case *ast.FuncDecl:
		p.annotate(s)
		p.function(s.Fn)
	case *ast.ClassDecl:
		p.class(s.Class)
	case *ast.Return:
		p.keyword(s.Span, "return", s.X)
	case *ast.Throw:
		p.keyword(s.Span, "throw", s.X)
	case *ast.Break:
		p.jump(s.Span, "break", s.Label)
	case *ast.Continue:
		p.jump(s.Span, "continue", s.Label)
	case *ast.Debugger:
		p.jump(s.Span, "debugger", "")
	case *ast.Empty:
		p.tokAt(s.Span, ";")
	case *ast.Block:
		p.mark(s.Span)
		p.block(s.Body)
	case *ast.If:
		p.ifStmt(s)
	case *ast.For:
		p.forStmt(s)
	case *ast.ForIn:
		p.forIn(s)
	case *ast.ForOf:
		p.forOf(s)
	case *ast.While:
		p.head(s.Span, "while", s.Test)
		p.sub(s.Body, inLoop)
	case *ast.DoWhile:
		p.doWhile(s)
	case *ast.With:
		p.head(s.Span, "with", s.Obj)
		p.sub(s.Body, inLoop)
	case *ast.Labeled:
		p.labeled(s)
	case *ast.Try:
		p.try(s)
	case *ast.Switch:
		p.switchStmt(s)
	case *ast.VerbatimStmt:
		p.verbatimStmt(s)
	default:
		p.moduleStmt(s)
	}
	p.margins = old
}

func (p *printer) keyword(span ast.Span, word string, x ast.Expr) {
	p.tokAt(span, word)
	if x != nil {
		p.space()
		p.expr(x, ast.PrecSeq, 0)
	}
	p.semi()
}

func (p *printer) jump(span ast.Span, word, label string) {
	p.tokAt(span, word)
	if label != "" {
		p.raw(" ")
		p.raw(label)
	}
	p.semi()
}

// varDecl prints a declaration without its semicolon.
func (p *printer) varDecl(s *ast.VarDecl, f flags) {
	p.tokAt(s.Span, s.Kind.String())
	p.space()
	old := p.margins
	for i, d := range s.Decls {
		switch {
		case i == 0:
		case p.apart(s.Decls[i-1].Span, d.Span): // as the source has them
			p.raw(",")
			more := p.deeper(s.Decls[0].Span.Start, d.Span.Start)
			p.margins.rest = old.rest + more
			g, _ := p.gapAt(s.Decls[i-1].Span.End, d.Span.Start)
			p.between(g)
		default:
			p.comma()
		}
		p.expr(d.Target, ast.PrecNew, 0)
		if d.Init != nil {
			p.initializer(d, f)
		}
	}
	p.margins = old
}

// initializer prints the value of a declarator, on a line of its own if it has one in
// the source.
func (p *printer) initializer(d *ast.Declarator, f flags) {
	p.raw(p.pick(" =", "="))
	x, rest := d.Init.Pos().Span, p.margins.rest
	broken := false
	if p.follows(d.Span) && within(d.Span, x) {
		before := p.source(ast.Span{Start: d.Span.Start, End: x.Start})
		if blank := len(before) - len(strings.TrimRight(before, " \t\r\n")); blank > 0 && blank < len(before) && before[len(before)-blank-1] == '=' {
			broken = p.breakLine(x.Start-int32(blank), x.Start)
		}
	}
	if !broken {
		p.space()
	}
	p.expr(d.Init, ast.PrecAssign, f)
	p.margins.rest = rest
}

// deeper returns what the indentation of the line of at has beyond that of the line of
// first.
func (p *printer) deeper(first, at int32) string {
	indent := func(at int32) string {
		return blanks(p.o.Source[strings.LastIndexByte(p.o.Source[:at], '\n')+1:])
	}
	if more, ok := strings.CutPrefix(indent(at), indent(first)); ok && more != "" && len(more) <= maxMargin {
		return more
	}
	return "    "
}

// apart reports whether two neighbours are on different lines of the source.
func (p *printer) apart(a, b ast.Span) bool {
	if p.compact || a.IsZero() || b.IsZero() || b.Start < a.End {
		return false
	}
	return strings.IndexByte(p.source(ast.Span{Start: a.End, End: b.Start}), '\n') >= 0
}

// block prints statements in braces.
func (p *printer) block(list []ast.Stmt) {
	p.openBrace()
	empty := allRemoved(list)
	if !empty {
		p.openLine(list[0])
		p.blockStmts(list, false)
	}
	p.closeBrace(empty)
}

// openLine begins the line of the first statement in braces.
func (p *printer) openLine(first ast.Stmt) {
	if !p.compact && p.o.BlankFirst != nil && p.o.BlankFirst(first) {
		p.out = append(p.out, '\n')
	}
	p.newline()
}

// labeled prints a labeled statement on the label's line, or below it if that is so in
// the source.
func (p *printer) labeled(s *ast.Labeled) {
	p.tokAt(s.Span, s.Label)
	below := p.isBelow(s)
	p.raw(":")
	if !below {
		p.space()
	}
	_, inner := s.Body.(*ast.Labeled) // which checks its own body
	switch {
	case !inner && needsBlock(s.Body, inLabel):
		p.block([]ast.Stmt{s.Body})
	case isRemoved(s.Body):
		p.raw(";")
	case below:
		p.level++
		p.newline()
		p.stmt(s.Body)
		p.level--
	default:
		p.stmt(s.Body)
	}
}

// isBelow reports whether the source has a statement on the line below its label.
func (p *printer) isBelow(s *ast.Labeled) bool {
	if p.compact || !p.o.Lines || s.Span.IsZero() || int(s.End) > len(p.o.Source) {
		return false
	}
	rest := strings.TrimPrefix(p.o.Source[s.Start:s.End], s.Label)
	rest = strings.TrimLeft(rest, " \t")
	rest = strings.TrimLeft(strings.TrimPrefix(rest, ":"), " \t\r")
	return strings.HasPrefix(rest, "\n")
}
