package print

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// verbatimPrec returns the precedence of a text: that of the expression it spells. A `new`
// in it may lack arguments.
func (p *printer) verbatimPrec(e *ast.Verbatim) ast.Prec {
	switch of := unwrap(e).(type) {
	case nil:
		return ast.PrecSeq
	case *ast.New:
		if len(of.Args) == 0 {
			return ast.PrecNew
		}
		return ast.PrecCall
	case *ast.Number:
		if c := firstByte(e.Text); c == '.' || '0' <= c && c <= '9' {
			return ast.PrecPrimary
		}
		return p.prec(of)
	default:
		return p.prec(of)
	}
}

func firstByte(s string) byte {
	if s == "" {
		panic("BUG: print: empty verbatim text")
	}
	return s[0]
}

// verbatimIn reports whether a text may contain an `in` operator that is not in brackets.
func verbatimIn(e *ast.Verbatim) bool {
	switch of := unwrap(e).(type) {
	case *ast.Binary, *ast.Assign, *ast.Cond, *ast.Seq, *ast.Yield, *ast.Unary, *ast.Await, nil:
	case *ast.Func:
		if of.Fn.Kind != ast.FuncArrow {
			return false
		}
	default:
		return false
	}
	return strings.Contains(e.Text, "in")
}

// verbatimBadStart reports whether text begins with a token that a statement,
// an arrow's body or a for head must not begin with.
func verbatimBadStart(text string, brace, decl, let bool) bool {
	if firstByte(text) == '{' {
		return brace
	}
	n := 0
	for n < len(text) && wordByte(text[n]) {
		n++
	}
	switch text[:n] {
	case "function", "class":
		return decl
	case "async":
		rest := strings.TrimLeft(text[n:], " \t")
		return decl && (strings.HasPrefix(rest, "function") || strings.HasPrefix(rest, "/"))
	case "let":
		return let
	}
	return false
}

func (p *printer) verbatim(e *ast.Verbatim) {
	firstByte(e.Text)
	p.glue(e.Text)
	p.markCopy(e, e.Text)
	p.raw(e.Text)
	p.piece(len(p.out)-len(e.Text), e.Span, true)
	if p.o.Pieces && e.Margin != "" {
		last := &p.pieces[len(p.pieces)-1]
		last.Moved, last.Margin, last.Was = true, e.Margin, e.Margin
	}
	p.skipLegal(e.Span)
	switch unwrap(e).(type) {
	case *ast.Number:
		p.endNumber(e.Text)
	case *ast.RegExp:
		p.regexpEnd = len(p.out)
	default:
		if e.Text[len(e.Text)-1] == '/' {
			p.regexpEnd = len(p.out)
		}
	}
}

// unwrapStmt returns the statement that a verbatim text spells.
func unwrapStmt(s ast.Stmt) ast.Stmt {
	for {
		v, ok := s.(*ast.VerbatimStmt)
		if !ok {
			return s
		}
		s = v.Of
	}
}

// isRemoved reports whether s is the empty text: nothing to print.
func isRemoved(s ast.Stmt) bool {
	v, ok := s.(*ast.VerbatimStmt)
	return ok && v.Text == ""
}

func allRemoved(list []ast.Stmt) bool {
	for _, s := range list {
		if !isRemoved(s) {
			return false
		}
	}
	return true
}

func (p *printer) verbatimStmt(s *ast.VerbatimStmt) {
	p.glue(s.Text)
	text, pieces := p.reindent(s)
	if pieces != nil {
		moved := reindented(p.originsOf(s, s.Text), pieces, move{s.Margin, p.margin(), true})
		p.tokens = Shift(p.tokens, moved, int32(len(p.out)))
	} else {
		p.markCopy(s, text)
	}
	p.raw(text)
	p.piece(len(p.out)-len(text), s.Span, true)
	if p.o.Pieces && s.Margin != "" {
		last := &p.pieces[len(p.pieces)-1]
		last.Moved, last.Margin, last.Was = true, p.margin(), s.Margin
	}
	p.skipLegal(s.Span)
	notes := trailingCommentLen(s)
	if s.Text[len(s.Text)-notes-1] != ';' && endsWithSemi(s) {
		p.openAt = len(p.out) - notes
		switch {
		case s.Text == "let": // or it would declare what comes next
			p.raw(";")
		case p.compact && notes > 0:
			p.open = true
			p.closeOpen()
		case p.compact:
			p.needSemi = true
		default:
			p.open = true
		}
	}
}

// trailingCommentLen returns the length of the comments that the text of s has after the
// statement.
func trailingCommentLen(s *ast.VerbatimStmt) int {
	of := unwrapStmt(s)
	if of == nil || of.Pos().IsZero() || s.Span.IsZero() {
		return 0
	}
	n := int(s.End - of.Pos().End)
	if n <= 0 || n >= len(s.Text) || !strings.HasPrefix(strings.TrimLeft(s.Text[len(s.Text)-n:], " \t;"), "/") {
		return 0
	}
	return n
}

// endsWithSemi reports whether the text of s ends with a semicolon, unless that was left to
// automatic insertion.
func endsWithSemi(s *ast.VerbatimStmt) bool {
	for st := s.Of; ; {
		switch x := unwrapStmt(st).(type) {
		case nil:
			return s.Text[len(s.Text)-1] != '}'
		case *ast.Block, *ast.FuncDecl, *ast.ClassDecl, *ast.Try, *ast.Switch, *ast.DoWhile, *ast.Empty:
			return false
		case *ast.If:
			st = x.Then
			if x.Else != nil {
				st = x.Else
			}
		case *ast.For:
			st = x.Body
		case *ast.ForIn:
			st = x.Body
		case *ast.ForOf:
			st = x.Body
		case *ast.While:
			st = x.Body
		case *ast.With:
			st = x.Body
		case *ast.Labeled:
			st = x.Body
		case *ast.ExportDecl:
			st = x.Decl
		case *ast.ExportDefault:
			st = x.Value
		default:
			return true
		}
	}
}

// closeOpen adds the semicolon that verbatim text relied on being inserted.
func (p *printer) closeOpen() {
	if !p.open {
		return
	}
	p.open = false
	p.out = slices.Insert(p.out, p.openAt, ';')
	for i := len(p.tokens) - 1; i >= 0 && int(p.tokens[i].Out) >= p.openAt; i-- {
		p.tokens[i].Out++
	}
	if last := len(p.pieces) - 1; last >= 0 && int(p.pieces[last].End) > p.openAt {
		p.pieces[last].End++
	}
}

// settle decides about the semicolon that verbatim text omits, now that the statements after
// it are known. Where it is inserted anyway, the author's style stays.
func (p *printer) settle(rest []ast.Stmt) {
	if !p.open {
		return
	}
	for len(rest) > 0 && isRemoved(rest[0]) {
		rest = rest[1:]
	}
	if len(rest) > 0 && joins(rest[0]) {
		p.closeOpen()
	}
	p.open = false
}

// joins reports whether s could continue a statement on the line before it.
func joins(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.VerbatimStmt:
		return !safeText(s.Text)
	case *ast.ExprStmt:
		return !safeStart(s.X)
	case *ast.Empty:
		return true
	}
	return false // begins with a word or a brace
}

// safeText reports whether text begins with a word other than an operator.
func safeText(text string) bool {
	n := 0
	for n < len(text) && wordByte(text[n]) {
		n++
	}
	word := text[:n]
	return n > 0 && word != "in" && word != "instanceof" && word != "of" && word != "as"
}

// safeStart reports whether the text of e certainly begins with a word.
func safeStart(e ast.Expr) bool {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name != "let"
		case *ast.This, *ast.Super, *ast.NewTarget, *ast.ImportMeta, *ast.ImportCall, *ast.New, *ast.Await, *ast.Yield:
			return true
		case *ast.Unary:
			return x.Op >= ast.Typeof
		case *ast.Verbatim:
			return safeText(x.Text) && !verbatimBadStart(x.Text, true, true, true)
		case *ast.Member:
			e = x.Obj
		case *ast.Index:
			e = x.Obj
		case *ast.Call:
			e = x.Callee
		case *ast.Update:
			if x.Prefix {
				return false
			}
			e = x.X
		case *ast.Assign:
			if x.Target.Pos().Paren {
				return false
			}
			e = x.Target
		default:
			return false
		}
	}
}

// Patch is new text for a part of a source.
type Patch struct {
	Span   ast.Span
	Text   string
	Tokens []Token // where Text comes from; for Origins
}

// Verbatim returns the text of span with patches applied. They must lie inside span, in
// order and without overlap.
func Verbatim(src string, span ast.Span, patches []Patch) string {
	if len(patches) == 0 {
		return src[span.Start:span.End]
	}
	var b strings.Builder
	b.Grow(max(Size(span, patches), 0)) // a negative size is reported by the check below
	at := span.Start
	for _, q := range patches {
		if q.Span.Start < at || q.Span.End < q.Span.Start || q.Span.End > span.End {
			panic("BUG: print: patches overlap, are out of order or lie outside")
		}
		b.WriteString(src[at:q.Span.Start])
		b.WriteString(q.Text)
		at = q.Span.End
	}
	b.WriteString(src[at:span.End])
	return b.String()
}

// Apply returns src with patches applied; they may be in any order, but must not overlap.
func Apply(src string, patches []Patch) string {
	return Verbatim(src, ast.Span{End: int32(len(src))}, inOrder(patches))
}

func inOrder(patches []Patch) []Patch {
	sorted := slices.Clone(patches)
	slices.SortStableFunc(sorted, func(a, b Patch) int { return int(a.Span.Start) - int(b.Span.Start) })
	return sorted
}
