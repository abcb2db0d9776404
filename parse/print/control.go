package print

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// place is the position of a statement that is not in a list.
type place uint8

const (
	inLoop place = iota // also with
	inIf                // a branch: Annex B allows a function declaration
	inLabel
)

// needsBlock reports whether s is a declaration that is not allowed at place. Only
// passes make such trees.
func needsBlock(s ast.Stmt, at place) bool {
	for {
		switch x := unwrapStmt(s).(type) {
		case *ast.VarDecl:
			return x.Kind != ast.Var
		case *ast.ClassDecl:
			return true
		case *ast.FuncDecl:
			return at == inLoop || x.Fn.Async || x.Fn.Generator
		case *ast.Labeled:
			if at == inIf {
				at = inLoop
			}
			s = x.Body
			continue
		}
		return false
	}
}

// isSimple reports whether s fits on the line of its head.
func isSimple(s ast.Stmt) bool {
	switch unwrapStmt(s).(type) {
	case *ast.ExprStmt, *ast.VarDecl, *ast.Return, *ast.Throw, *ast.Break, *ast.Continue, *ast.Empty, *ast.Debugger,
		*ast.FuncDecl, *ast.Block:
		return true
	}
	return false
}

// sub prints the statement after a head such as `while (x)`, with the white
// space before it. It reports whether it ended in the brace of a block.
func (p *printer) sub(s ast.Stmt, at place) bool {
	if b, ok := s.(*ast.Block); ok {
		p.space()
		p.mark(b.Span)
		p.block(b.Body)
		return true
	}
	if needsBlock(s, at) {
		p.space()
		p.block([]ast.Stmt{s})
		return true
	}
	switch {
	case isRemoved(s):
		p.raw(";")
	case isSimple(s):
		if _, empty := s.(*ast.Empty); !empty {
			p.space()
		}
		p.stmt(s)
	case p.o.OnHeadLine != nil && p.o.OnHeadLine(s):
		p.space()
		p.stmt(s)
	default:
		p.level++
		p.newline()
		p.stmt(s)
		p.level--
	}
	return false
}

// after prints the white space before a keyword that continues a statement
// whose first part sub printed.
func (p *printer) after(braced bool) {
	p.closeOpen()
	p.flushSemi()
	if braced {
		p.space()
	} else {
		p.newline()
	}
}

// head prints `word (x)`.
func (p *printer) head(span ast.Span, word string, x ast.Expr) {
	p.tokAt(span, word)
	p.space()
	p.raw("(")
	s, rest := x.Pos().Span, p.margins.rest
	broken := p.beginsLine(word, s)
	p.expr(x, ast.PrecSeq, 0)
	p.margins.rest = rest
	if broken {
		p.newline()
	}
	p.raw(")")
}

// beginsLine begins a line for the expression in a statement's parentheses if it is on a
// line of its own in the source.
func (p *printer) beginsLine(word string, x ast.Span) bool {
	if p.compact || !p.o.Lines || p.source(x) == "" {
		return false
	}
	before, ok := strings.CutSuffix(strings.TrimRight(p.o.Source[:x.Start], " \t\r\n"), "(")
	at, isHead := strings.CutSuffix(strings.TrimRight(before, " \t"), word)
	if !ok || !isHead {
		return false
	}
	if p.margins.stmt == unknown {
		p.margins.stmt = int32(len(at))
	}
	return p.margins.stmt >= 0 && p.breakLine(int32(len(before)+1), x.Start)
}

// ifStmt prints an if statement, and else-if chains flat.
func (p *printer) ifStmt(s *ast.If) {
	for {
		p.head(s.Span, "if", s.Test)
		if s.Else == nil {
			p.sub(s.Then, inIf)
			return
		}
		braced := true
		if takesElse(s.Then) {
			p.space()
			p.block([]ast.Stmt{s.Then})
		} else {
			braced = p.sub(s.Then, inIf)
		}
		p.after(braced && !p.o.ElseBelow)
		p.tok("else")
		if v, ok := s.Else.(*ast.VerbatimStmt); ok && strings.HasPrefix(v.Text, "if") && !p.o.Unfold {
			if _, ok := unwrapStmt(v).(*ast.If); ok { // else if, as text
				p.space()
				p.stmt(v)
				return
			}
		}
		next, ok := s.Else.(*ast.If)
		if !ok {
			p.sub(s.Else, inIf)
			return
		}
		p.space()
		s = next
	}
}

// takesElse reports whether an `else` after s would belong to an if inside s.
func takesElse(s ast.Stmt) bool {
	for {
		switch x := unwrapStmt(s).(type) {
		case *ast.If:
			if x.Else == nil {
				return true
			}
			s = x.Else
		case *ast.For:
			s = x.Body
		case *ast.ForIn:
			s = x.Body
		case *ast.ForOf:
			s = x.Body
		case *ast.While:
			s = x.Body
		case *ast.With:
			s = x.Body
		case *ast.Labeled:
			s = x.Body
		default:
			return false
		}
	}
}

func (p *printer) forStmt(s *ast.For) {
	p.tokAt(s.Span, "for")
	p.raw(p.pick(" (", "("))
	p.forHead(s.Init, noIn)
	p.raw(";")
	if s.Test != nil {
		p.space()
		p.expr(s.Test, ast.PrecSeq, 0)
	}
	p.raw(";")
	if s.Update != nil {
		p.space()
		p.expr(s.Update, ast.PrecSeq, 0)
	}
	p.raw(")")
	p.sub(s.Body, inLoop)
}

// forHead prints the first part of a for statement.
func (p *printer) forHead(s ast.Stmt, f flags) {
	switch s := unwrapStmt(s).(type) {
	case nil:
	case *ast.VarDecl:
		p.varDecl(s, f)
	case *ast.ExprStmt:
		p.forStart = len(p.out)
		p.expr(s.X, ast.PrecSeq, f)
	default:
		panic("BUG: print: no case for this statement in a for head")
	}
}

func (p *printer) forIn(s *ast.ForIn) {
	p.tokAt(s.Span, "for")
	p.raw(p.pick(" (", "("))
	p.forHead(s.Left, noIn)
	p.space()
	p.tok("in")
	p.space()
	p.expr(s.Right, ast.PrecSeq, 0)
	p.raw(")")
	p.sub(s.Body, inLoop)
}

func (p *printer) forOf(s *ast.ForOf) {
	p.tokAt(s.Span, "for")
	p.space()
	if s.Await {
		p.tok("await")
		p.space()
	}
	p.raw("(")
	if x, ok := isAsyncTarget(s.Left); ok && !s.Await {
		p.paren(x) // for (async of …) would begin an arrow function
	} else {
		p.forHead(s.Left, noIn)
	}
	p.space()
	p.tok("of")
	p.space()
	p.expr(s.Right, ast.PrecAssign, 0)
	p.raw(")")
	p.sub(s.Body, inLoop)
}

func isAsyncTarget(s ast.Stmt) (ast.Expr, bool) {
	x, ok := unwrapStmt(s).(*ast.ExprStmt)
	if !ok {
		return nil, false
	}
	id, ok := unwrap(x.X).(*ast.Ident)
	return x.X, ok && id.Name == "async"
}

func (p *printer) doWhile(s *ast.DoWhile) {
	p.tokAt(s.Span, "do")
	p.after(p.sub(s.Body, inLoop))
	p.tok("while")
	p.space()
	p.raw("(")
	p.expr(s.Test, ast.PrecSeq, 0)
	p.raw(")")
	p.semi()
}

func (p *printer) try(s *ast.Try) {
	p.tokAt(s.Span, "try")
	p.space()
	p.block(s.Block.Body)
	if s.Handler != nil {
		p.space()
		p.tok("catch")
		if s.Param != nil {
			p.raw(p.pick(" (", "("))
			p.expr(s.Param, ast.PrecNew, 0)
			p.raw(")")
		}
		p.space()
		p.block(s.Handler.Body)
	}
	if s.Finally != nil {
		p.space()
		p.tok("finally")
		p.space()
		p.block(s.Finally.Body)
	}
}

func (p *printer) switchStmt(s *ast.Switch) {
	p.head(s.Span, "switch", s.Disc)
	p.space()
	p.openBrace()
	for _, c := range s.Cases {
		p.flushSemi()
		p.newline()
		if p.o.CaseComments != nil {
			for _, text := range p.o.CaseComments(c) {
				p.comment(text)
			}
		}
		if c.Test != nil {
			outside := p.enter(c.Span) // a case has a line of its own
			p.tokAt(c.Span, "case")
			p.space()
			p.expr(c.Test, ast.PrecSeq, 0)
			p.margins = outside
		} else {
			p.tokAt(c.Span, "default")
		}
		p.raw(":")
		p.caseBody(c.Body)
	}
	p.closeBrace(len(s.Cases) == 0)
}

func (p *printer) caseBody(list []ast.Stmt) {
	if len(list) == 1 {
		st := list[0]
		_, block := st.(*ast.Block)
		if v, ok := st.(*ast.VerbatimStmt); ok && strings.HasPrefix(v.Text, "{") {
			_, block = v.Of.(*ast.Block)
		}
		if block {
			p.space()
			p.commentsBefore(st)
			p.stmt(st)
			return
		}
	}
	if !allRemoved(list) {
		p.level++
		gap, ok := p.onCaseLine(list[0])
		if ok {
			p.raw(gap)
		} else {
			p.newline()
		}
		p.blockStmts(list, ok)
		p.level--
	}
}

// onCaseLine reports whether a statement is on the line of its case, directly after the
// colon, in the source, and returns what is between them.
func (p *printer) onCaseLine(s ast.Stmt) (gap string, ok bool) {
	at := s.Pos().Start
	commented := len(p.legal) > 0 && p.legal[0].at < at || p.o.LeadingComments != nil && len(p.o.LeadingComments(s)) > 0
	if p.compact || !p.o.Lines || commented || at <= 0 || at >= s.Pos().End || int(at) > len(p.o.Source) {
		return "", false
	}
	before := p.o.Source[:at]
	text := strings.TrimRight(before, " \t")
	if !strings.HasSuffix(text, ":") || len(before) == len(text) {
		return "", false
	}
	line := strings.TrimLeft(text[strings.LastIndexByte(text, '\n')+1:], " \t")
	if !strings.HasPrefix(line, "case") && !strings.HasPrefix(line, "default") {
		return "", false
	}
	return before[len(text):], true
}
