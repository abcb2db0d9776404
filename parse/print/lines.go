package print

import (
	"strings"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// With Options.Lines an expression that takes several lines in the source takes them in the
// output too: a line begins before an operand, an operator, an argument, an element or a
// member's dot where one begins in the source, with the same indentation relative to its
// statement.

// margins say where lines begin: base is what lines of the current statement have beyond the
// indentation of their level, rest what lines of the expression being printed have.
type margins struct {
	stmt       int32 // the offset in the source that lines are measured from; -1: not there
	base, rest string
	// operand: the line that lines are measured from begins with an operand, as in parentheses; so the first line of the
	// statement would not be indented like that.
	operand bool
}

// enter begins a statement, or a property on a line of its own, whose lines are measured from
// where span begins. It returns the margins to restore.
func (p *printer) enter(span ast.Span) margins {
	old := p.margins
	p.margins.base, p.margins.stmt, p.margins.operand = p.margins.rest, -1, false
	switch {
	case p.compact || !p.o.Lines || p.o.Source == "":
	case span.IsZero():
		p.margins.stmt = unknown
	default:
		p.margins.stmt = span.Start
	}
	return old
}

// unknown: a synthesized statement is taken to be where the first expression in it is.
const unknown = -2

// follows reports whether the lines of the source matter inside an expression with span e.
func (p *printer) follows(e ast.Span) bool {
	if p.margins.stmt == unknown && !e.IsZero() {
		p.margins.stmt = e.Start
		if begin := int(e.Start); begin >= 0 && begin <= len(p.o.Source) {
			p.margins.operand = strings.HasSuffix(strings.TrimRight(p.o.Source[:begin], " \t"), "\n")
		}
	}
	return p.margins.stmt >= 0 && e.Start >= p.margins.stmt && !e.IsZero()
}

// within reports whether a span is inside another, so that what is between it and its
// neighbours is between them in the source as well.
func within(outer, s ast.Span) bool {
	return !s.IsZero() && !outer.IsZero() && outer.Start <= s.Start && s.End <= outer.End
}

// breakLine begins a line as the source does between lo and hi, or does nothing and returns
// false.
func (p *printer) breakLine(lo, hi int32) bool {
	gap := p.source(ast.Span{Start: lo, End: hi})
	nl := strings.LastIndexByte(gap, '\n')
	if nl < 0 {
		return false
	}
	line := blanks(p.o.Source[int(lo)+nl+1:])
	begin := strings.LastIndexByte(p.o.Source[:p.margins.stmt], '\n') + 1
	more, ok := strings.CutPrefix(line, blanks(p.o.Source[begin:]))
	closes := int(hi) < len(p.o.Source) && strings.IndexByte(")]}", p.o.Source[hi]) >= 0
	if !ok || len(more) > maxMargin || more == "" && p.margins.operand && !closes {
		more = p.o.Indent
	}
	p.margins.rest = p.margins.base + more
	p.newline()
	return true
}

// maxMargin bounds the indentation of a line relative to its statement.
const maxMargin = 120

// blanks returns the white space that s begins with.
func blanks(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, " \t"))]
}

// spaceOrLine appends a blank, or begins a line if the source does between lo and hi.
func (p *printer) spaceOrLine(lo, hi int32) {
	if !p.breakLine(lo, hi) {
		p.space()
	}
}

// operator prints an operator between two operands of e: with a line break before or after it
// if there is one in the source. It returns the offset of the right operand in the source; -1:
// not known.
func (p *printer) operator(e, l, r ast.Span, op string) int32 {
	if p.follows(e) && !within(e, l) && !within(e, r) {
		l = p.tokenAt(e.Start, e.End)
	}
	if !p.follows(e) || !within(e, l) && !within(e, r) {
		p.space()
		p.tok(op)
		p.space()
		return -1
	}
	lo, hi := e.Start, e.End
	if within(e, l) {
		lo = l.End
	}
	if within(e, r) {
		hi = r.Start
	}
	gap := p.source(ast.Span{Start: lo, End: hi})
	i := -1
	if !p.isAbsent(op, ast.Span{Start: lo, End: hi}) {
		if i = strings.Index(gap, op); within(e, r) {
			i = strings.LastIndex(gap, op)
		}
	}
	if i < 0 {
		p.space()
		p.tok(op)
		p.space()
		return -1
	}
	at := lo + int32(i)
	before := gap[:i]
	if within(e, l) {
		// Lines in parentheses around an operand do not count.
		lo += int32(strings.LastIndexByte(before, ')') + 1)
	} else { // the gap begins with an operand that no longer exists, which may be long
		lo += int32(len(strings.TrimRight(before, " \t\r\n")))
	}
	p.spaceOrLine(lo, at)
	p.tok(op)
	after := gap[i+len(op):]
	after = after[:len(after)-len(strings.TrimLeft(after, " \t\r\n"))]
	at += int32(len(op))
	right := at + int32(len(after))
	p.spaceOrLine(at, right)
	return right
}

// isAbsent reports whether an operator does not occur in a span of the source. Conditional
// expressions made from an if statement have no operator in all of its text, and they nest:
// the span searched last is not searched again.
func (p *printer) isAbsent(op string, s ast.Span) bool {
	last, ok := p.absent[op]
	switch edge := int32(len(op) - 1); {
	case ok && last.Contains(s):
		return true
	case ok && s.Contains(last):
		begin, end := ast.Span{Start: s.Start, End: min(last.Start+edge, s.End)}, ast.Span{Start: max(last.End-edge, s.Start), End: s.End}
		if strings.Contains(p.source(begin), op) || strings.Contains(p.source(end), op) {
			return false
		}
	case strings.Contains(p.source(s), op):
		return false
	}
	if s.Start >= s.End {
		return true
	}
	if p.absent == nil {
		p.absent = map[string]ast.Span{}
	}
	p.absent[op] = s
	return true
}

// items prints the arguments or elements of e between brackets that enclose the span inner of
// the source, separated by commas.
func (p *printer) items(e ast.Expr, inner ast.Span, n int, at func(i int) ast.Expr, one func(ast.Expr)) {
	old := p.margins.rest
	if !p.follows(inner) {
		inner.End = -1
	}
	places := p.places(e, inner, n)
	from, tall := inner.Start, false
	var before ast.Expr
	for i := range n {
		x := at(i)
		s := placeOf(places, i, x)
		if x != nil && from >= 0 && !within(inner, s) {
			s = p.itemAt(from, inner.End)
		}
		if from < 0 || !within(inner, s) || !p.remarks(before, from, s.Start) {
			if i > 0 {
				p.raw(",")
			}
			broken := from >= 0 && within(inner, s) && p.breakLine(from, s.Start)
			tall = tall || broken && i == 0
			if i > 0 && !broken {
				p.space()
			}
		}
		if x != nil {
			one(x)
		}
		before = x
		if from = -1; within(inner, s) {
			from = s.End
		}
	}
	p.endItems(before, inner, from, tall)
	p.margins.rest = old
}

// endItems begins the line of the closing bracket after the item last if it has one in the
// source. from is where that item ends there; -1: not known. tall: the first item began a
// line.
func (p *printer) endItems(last ast.Expr, inner ast.Span, from int32, tall bool) {
	switch {
	case from > inner.Start:
		if p.remarks(last, from, inner.End) {
			break
		}
		if g, ok := p.gapAt(from, inner.End); ok && g.comma && strings.Contains(p.source(ast.Span{Start: from, End: inner.End}), "\n") {
			p.raw(",")
		}
		p.breakLine(from, inner.End)
	case tall:
		p.breakLine(inner.Start+int32(len(strings.TrimRight(p.source(inner), " \t\r\n"))), inner.End)
	}
}

// places returns the expressions in the source whose places the items of e take, or nil.
func (p *printer) places(e ast.Expr, inner ast.Span, n int) []ast.Expr {
	if p.o.Items == nil || inner.End < 0 {
		return nil
	}
	list := p.o.Items(e)
	if len(list) != n {
		return nil
	}
	for _, x := range list {
		if x == nil || !within(inner, x.Pos().Span) {
			return nil
		}
	}
	return list
}

// placeOf returns the place of item i, which is x, in the source: that of the expression whose
// place it takes, if known.
func placeOf(places []ast.Expr, i int, x ast.Expr) ast.Span {
	s := ast.Span{}
	if x != nil {
		s = x.Pos().Span
	}
	if places == nil {
		return s
	}
	was := places[i].Pos().Span
	if _, copied := x.(*ast.Verbatim); copied && s.Start == was.Start {
		was.End = max(was.End, s.End) // with a comment after it
	}
	return was
}

// remarks prints what the source has after the item before, up to the next one or a bracket,
// if that has comments, and returns true; else it does nothing. Annotations are dropped: they
// may be about code that no longer exists.
func (p *printer) remarks(before ast.Expr, lo, hi int32) bool {
	g, ok := p.gapAt(lo, hi)
	if !ok || len(g.after)+len(g.before) == 0 {
		return false
	}
	at := lo // the end of what has been printed
	apart := func(next int32) {
		if !p.breakLine(at, next) && p.source(ast.Span{Start: at, End: next}) != "" && p.out[len(p.out)-1] != ' ' {
			p.raw(" ")
		}
	}
	for next := lo; next < hi; {
		rest, n := p.source(ast.Span{Start: next, End: hi}), 1
		switch {
		case rest[0] == ',':
			p.raw(",")
			at = next + 1
		case rest[0] == '/':
			n = commentEnd(rest)
			switch text := strings.TrimRight(rest[:n], "\r"); {
			case at == lo && p.isRedundant(before, text):
				at = next + int32(n)
			case !hasMark(text, "__PURE__"):
				apart(next)
				p.raw(text)
				at = next + int32(n)
			}
		}
		next += int32(n)
	}
	apart(hi)
	return true
}

// isRedundant reports whether a comment after an item has been printed already, or is about
// another literal than the item is now.
func (p *printer) isRedundant(before ast.Expr, text string) bool {
	switch lastOperand(before).(type) {
	case *ast.Number, *ast.String, *ast.Bool, *ast.Null, *ast.BigInt:
		return strings.HasPrefix(text, "/*")
	}
	return before != nil && strings.HasSuffix(string(p.out[max(0, len(p.out)-len(text)):]), text)
}

// lastOperand returns the operand that the text of an expression ends with.
func lastOperand(x ast.Expr) ast.Expr {
	for {
		switch y := x.(type) {
		case *ast.Binary:
			x = y.R
		case *ast.Cond:
			x = y.Else
		case *ast.Unary:
			x = y.X
		default:
			return x
		}
	}
}

// itemAt returns the span of the text between the commas next to from in the source, for an
// item that has been replaced; zero if it is not short and simple.
func (p *printer) itemAt(from, end int32) ast.Span {
	text := p.source(ast.Span{Start: from, End: end})
	rest := strings.TrimLeft(text, ", \t\r\n")
	s := p.simpleAt(from+int32(len(text)-len(rest)), end)
	if after := strings.TrimLeft(p.source(ast.Span{Start: s.End, End: end}), " \t\r\n"); after != "" && after[0] != ',' {
		return ast.Span{}
	}
	return s
}

// simpleAt returns the span of a few names, numbers and strings with operators
// between them.
func (p *printer) simpleAt(at, end int32) ast.Span {
	s := p.tokenAt(at, end)
	for range 8 {
		rest := p.source(ast.Span{Start: s.End, End: end})
		n := len(rest) - len(strings.TrimLeft(rest, " \t+-*.%&|^<>=!"))
		next := p.tokenAt(s.End+int32(n), end)
		if n == 0 || next.IsZero() {
			break
		}
		s.End = next.End
	}
	return s
}

// tokenAt returns the span of the name, number or string that begins at offset at of the
// source; zero if there is none.
func (p *printer) tokenAt(at, end int32) ast.Span {
	text := p.source(ast.Span{Start: at, End: end})
	n := 0
	if text != "" && (text[0] == '"' || text[0] == '\'') {
		for n = 1; n < len(text) && text[n] != text[0]; n++ {
			if text[n] == '\\' {
				n++
			}
		}
		n++
	} else {
		for n < len(text) && text[n] < utf8.RuneSelf && wordByte(text[n]) {
			n++
		}
	}
	if n == 0 || n > len(text) {
		return ast.Span{}
	}
	return ast.Span{Start: at, End: at + int32(n)}
}
