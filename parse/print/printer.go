package print

import (
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// printer is the state of one printing.
type printer struct {
	out     []byte
	o       Options
	outer   *ast.Function // the one being printed, if any
	compact bool
	level   int
	tokens  []Token
	pieces  []Piece

	// needSemi: a semicolon is due unless a `}` comes next; compact only.
	needSemi bool
	// open: the statement just printed is verbatim text that relied on a
	// semicolon being inserted.
	open   bool
	openAt int // where the semicolon is due, before comments

	hazards

	margins margins
	absent  map[string]ast.Span // where the source does not have an operator; see isAbsent

	frames []frame    // operator chains being printed
	links  []ast.Expr // member chains being printed

	legal []legalComment // still to be printed
	notes *annotations   // still to be printed; nil if there are none
}

// hazards are the places in the output where the next token may mean something else than
// intended. Each is compared with len(out); -1 is nowhere.
type hazards struct {
	// Where an expression must not begin with certain tokens.
	stmtStart, defaultStart, arrowStart, forStart int
	// Right after a number to which a dot would belong, and after a regular expression, whose
	// flags would swallow a word.
	numEnd, regexpEnd int
}

// newPrinter returns a printer that appends to out, which is empty.
func newPrinter(o Options, out []byte) *printer {
	if o.Indent == "" {
		o.Indent = "  "
	}
	return &printer{
		o: o, compact: o.Compact,
		out:     out,
		hazards: hazards{stmtStart: -1, defaultStart: -1, arrowStart: -1, forStart: -1, numEnd: -1, regexpEnd: -1},
		margins: margins{stmt: -1},
	}
}

func (p *printer) result() Result {
	return Result{Code: string(p.out), Tokens: p.tokens, Pieces: p.pieces}
}

// raw appends text that cannot run into what precedes it.
func (p *printer) raw(s string) { p.out = append(p.out, s...) }

// tok appends a token.
func (p *printer) tok(s string) {
	p.glue(s)
	p.out = append(p.out, s...)
}

// tokAt appends a token that stems from span.
func (p *printer) tokAt(span ast.Span, s string) {
	p.glue(s)
	p.mark(span)
	p.out = append(p.out, s...)
}

// name appends an identifier that stems from span.
func (p *printer) name(span ast.Span, s string) {
	if s == "" {
		panic("BUG: print: empty name")
	}
	p.glue(s)
	if p.o.Tokens {
		orig := s
		if src := p.source(span); src != "" {
			orig = src
		}
		p.tokens = append(p.tokens, Token{Out: int32(len(p.out)), Span: span, Name: orig})
	}
	p.out = append(p.out, s...)
}

// mark records that the output from here on stems from span.
func (p *printer) mark(span ast.Span) {
	if p.o.Tokens && !span.IsZero() {
		p.tokens = append(p.tokens, Token{Out: int32(len(p.out)), Span: span})
	}
}

// piece records that the output from an offset on is one piece.
func (p *printer) piece(from int, span ast.Span, copied bool) {
	if p.o.Pieces {
		p.pieces = append(p.pieces, Piece{Out: int32(from), End: int32(len(p.out)), Span: span, Copied: copied})
	}
}

// source returns the source text of span, or "" if there is none.
func (p *printer) source(span ast.Span) string {
	if span.IsZero() || span.Start < 0 || span.Start >= span.End || int(span.End) > len(p.o.Source) {
		return ""
	}
	return p.o.Source[span.Start:span.End]
}

// space appends a blank in the readable style.
func (p *printer) space() {
	if !p.compact {
		p.out = append(p.out, ' ')
	}
}

// newline begins an indented line in the readable style.
func (p *printer) newline() {
	if !p.compact {
		p.out = append(p.out, '\n')
		p.indentIfAny()
	}
}

func (p *printer) indentIfAny() {
	if !p.compact {
		p.out = append(p.out, p.o.Margin...)
		for range p.depth() {
			p.out = append(p.out, p.o.Indent...)
		}
		p.out = append(p.out, p.margins.rest...)
	}
}

// maxIndent is the deepest level that shows. Without a limit the text of n nested
// statements has n² blanks: gigabytes for the deepest program that parses.
const maxIndent = 100

// depth is how many levels of indentation to print.
func (p *printer) depth() int {
	depth := p.level
	if p.o.Flat {
		depth--
	}
	return max(0, min(depth, maxIndent))
}

// semi ends a statement or field.
func (p *printer) semi() {
	if p.compact {
		p.needSemi = true
	} else {
		p.out = append(p.out, ';')
	}
}

func (p *printer) flushSemi() {
	if p.needSemi {
		p.needSemi = false
		p.out = append(p.out, ';')
	}
}

// openBrace and closeBrace enclose an indented list; each item begins with
// newline.
func (p *printer) openBrace() {
	p.out = append(p.out, '{')
	p.level++
}

func (p *printer) closeBrace(empty bool) {
	p.needSemi, p.open = false, false
	p.level--
	if !empty {
		p.newline()
	}
	p.out = append(p.out, '}')
}

// glue appends a blank if the token s would run into the text before it:
//
//	a - -b    a < !--b (a comment in HTML's syntax)    x-- > y    a / /re/    /re/ in x
func (p *printer) glue(s string) {
	n := len(p.out)
	if n == 0 || s == "" {
		return
	}
	last, c := p.out[n-1], s[0]
	run := false
	switch c {
	case '+', '-':
		run = last == c
	case '/':
		run = last == '/' || last == '<'
	case '!':
		run = last == '<'
	case '>':
		run = last == '-' && n > 1 && p.out[n-2] == '-'
	case '.':
		run = last == '.' || last == '?' || n == p.numEnd
	default:
		run = wordByte(c) && (wordByte(last) || n == p.regexpEnd)
	}
	if run {
		p.out = append(p.out, ' ')
	}
}

// wordByte reports whether c can be part of an identifier, keyword or number.
func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '_' || c == '$' || c == '\\' || c >= utf8.RuneSelf
}
