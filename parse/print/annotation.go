package print

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// annotations are the comments by which authors and compilers tell other tools
// that a call has no effects besides its result (/* @__PURE__ */), or that no
// call of a function has any (/* @__NO_SIDE_EFFECTS__ */). What an annotation
// applies to depends on the token that follows and on the parentheses around
// it:
//
//	/* @__PURE__ */ a().b()      both calls
//	(/* @__PURE__ */ a()).b()    the call of a
//	/* @__PURE__ */ (a() + b)    neither
//
// so each is printed before the same token again, and the parentheses that it
// is directly inside of or before stay. An annotation before a token that
// begins neither an expression nor a declaration has no meaning and is dropped;
// so is one before doubled parentheses, ((a))(), which the tree does not
// record.
//
// The keys are offsets in the source.
type annotations struct {
	word  map[int32]*note // before a token other than a parenthesis, by its offset
	open  map[int32]*note // before a parenthesis, by its offset
	inner map[int32]*note // those of open, by the offset of what follows the parenthesis
	token int32           // while collecting: the token after the last one
	prog  *ast.Program
}

// note is the text of the annotations in one place; "" once it is printed.
type note struct {
	text string
	// opened: a parenthesis comes before it, and one after it. If both close
	// together, as in (/* @__PURE__ */ (a())).b, both stay; the tree records
	// only one.
	opened bool
}

// collectAnnotations finds the program's annotations, unless the caller takes
// care of comments. Legal comments stay legal comments.
func (p *printer) collectAnnotations(prog *ast.Program) {
	if p.o.LeadingComments != nil || p.o.Bare {
		return
	}
	src := prog.Source
	for i, c := range prog.Comments {
		if c.Start < 0 || int(c.End) > len(src) || c.Start >= c.End || isLegal(src[c.Start:c.End]) {
			continue
		}
		text := src[c.Start:c.End]
		p.annotation(prog, i, text, "__PURE__")
		p.annotation(prog, i, text, "__NO_SIDE_EFFECTS__")
	}
}

// annotation records comment i if it is marked with word.
func (p *printer) annotation(prog *ast.Program, i int, text, word string) {
	if !hasMark(text, word) {
		return
	}
	if p.notes == nil {
		p.notes = &annotations{prog: prog, word: map[int32]*note{}, open: map[int32]*note{}, inner: map[int32]*note{}}
	}
	c := prog.Comments[i]
	if c.Start >= p.notes.token { // else it belongs to the same token as the last one
		p.notes.token = nextToken(prog, c.End)
	}
	at := p.notes.token
	where := p.notes.word
	paren := int(at) < len(prog.Source) && prog.Source[at] == '('
	if paren {
		where = p.notes.open
	}
	n := where[at]
	if n == nil {
		n = &note{}
		where[at] = n
		if paren {
			p.notes.inner[nextToken(prog, at+1)] = n
			n.opened = lastByte(prog, i) == '('
		}
	}
	if mark := p.pick("/* @"+word+" */ ", "/*@"+word+"*/"); !strings.Contains(n.text, mark) {
		n.text += mark
	}
}

// lastByte returns the last byte of the token before comment i, or 0.
func lastByte(prog *ast.Program, i int) byte {
	at := prog.Comments[i].Start
	for {
		text := strings.TrimRight(prog.Source[:at], " \t\r\n")
		if i > 0 && len(text) <= int(prog.Comments[i-1].End) {
			i--
			at = prog.Comments[i].Start
			continue
		}
		if text == "" {
			return 0
		}
		return text[len(text)-1]
	}
}

// hasMark reports whether text has @word or #word in it.
func hasMark(text, word string) bool {
	for {
		i := strings.Index(text, word)
		if i < 0 {
			return false
		}
		rest := text[i+len(word):]
		if i > 0 && (text[i-1] == '@' || text[i-1] == '#') && (rest == "" || !wordByte(rest[0])) {
			return true
		}
		text = rest
	}
}

// nextToken returns the offset of the first token from at on.
func nextToken(prog *ast.Program, at int32) int32 {
	src := prog.Source
	i, _ := slices.BinarySearchFunc(prog.Comments, at, func(c ast.Comment, at int32) int { return int(c.Start) - int(at) })
	for int(at) < len(src) {
		if i < len(prog.Comments) && prog.Comments[i].Start == at {
			at = prog.Comments[i].End
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(src[at:])
		if !unicode.IsSpace(r) && r != 0xFEFF && r != 0x2028 && r != 0x2029 {
			break
		}
		at += int32(n)
	}
	return at
}

// keepsParens reports whether an annotation needs the parentheses around e.
func (p *printer) keepsParens(e ast.Expr) bool {
	if p.notes == nil || e == nil {
		return false
	}
	at := e.Pos()
	return at.Paren && !at.IsZero() && (p.notes.word[at.Start].due() || p.notes.open[at.Start].due() || p.notes.inner[at.Start].due())
}

// openParen prints the parenthesis before e, with the annotations before that,
// and returns the text that closes it.
func (p *printer) openParen(e ast.Expr) (closing string) {
	closing = ")"
	if at := e.Pos(); p.notes != nil && at.Paren && !at.IsZero() {
		if n := p.notes.open[at.Start]; n != nil {
			n.opened = false // these parentheses are printed
		}
		if n := p.notes.inner[at.Start]; n.due() {
			if n.opened && p.notes.closeTogether(at.End) {
				p.tok("(")
				closing = "))"
			}
			p.note(n)
		}
	}
	p.tok("(")
	return closing
}

// closeTogether reports whether two closing parentheses follow at.
func (a *annotations) closeTogether(at int32) bool {
	src := a.prog.Source
	for range 2 {
		at = nextToken(a.prog, at)
		if int(at) >= len(src) || src[at] != ')' {
			return false
		}
		at++
	}
	return true
}

// annotate prints the annotations before n, if n begins there.
func (p *printer) annotate(n ast.Node) {
	at := n.Pos()
	if p.notes == nil || at.IsZero() {
		return
	}
	if f, ok := n.(*ast.Func); ok && f.Fn.Kind == ast.FuncArrow {
		p.note(p.notes.open[at.Start]) // the parenthesis of the parameters
	}
	p.note(p.notes.word[at.Start])
}

func (n *note) due() bool { return n != nil && n.text != "" }

// note prints a note once. What must not begin a statement must not follow the
// note there either.
func (p *printer) note(n *note) {
	if !n.due() {
		return
	}
	begin := len(p.out)
	p.tok(n.text)
	n.text = ""
	for _, start := range []*int{&p.stmtStart, &p.defaultStart, &p.arrowStart, &p.forStart} {
		if *start == begin {
			*start = len(p.out)
		}
	}
}
