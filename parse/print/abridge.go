package print

import (
	"strings"

	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
)

// keptAround is how many bytes of a stretch of source stay visible on both sides of what is
// elided, unless shorter parts are elided.
const keptAround = 1 << 10

// Abridge returns patches for a span of src that also elide, from the stretches of source
// between the given ones, the lines that nobody inspects: parts of at least least bytes. So a
// large function whose statements are mostly copied is not copied as often as its text is
// handled. [Complete] brings them back.
func Abridge(src string, span ast.Span, patches []Patch, least int) []Patch {
	a := abridger{src: src, span: span, least: least}
	at := span.Start
	for i, q := range patches {
		if a.stretch(at, q.Span.Start) && a.out == nil {
			a.out = append(make([]Patch, 0, 2*len(patches)+1), patches[:i]...)
		}
		a.add()
		if a.out != nil {
			a.out = append(a.out, q)
		}
		at = q.Span.End
	}
	if a.stretch(at, span.End) && a.out == nil {
		a.out = append(a.out, patches...)
	}
	a.add()
	if a.out == nil {
		return patches
	}
	return a.out
}

type abridger struct {
	src    string
	span   ast.Span
	least  int
	out    []Patch // nil: nothing is elided yet
	hidden ast.Span
	fixed  int8 // whether lines of the span must not move: 0 if that is not known yet, 1 yes, -1 no
}

// stretch finds what to hide of a stretch of source, and reports whether there is anything.
func (a *abridger) stretch(from, to int32) bool {
	a.hidden = ast.Span{}
	around := min(a.least, keptAround)
	if int(to-from) < a.least+2*around {
		return false
	}
	text := a.src[from:to]
	begin := around
	if from == a.span.Start {
		begin += tokens.LeadingComments(text) // they may be printed elsewhere
	}
	last := strings.LastIndexByte(text[:len(text)-around], '\n')
	if begin > last {
		return false
	}
	begin += strings.IndexByte(text[begin:], '\n')
	if last-begin < a.least {
		return false
	}
	a.hidden = ast.Span{Start: from + int32(begin), End: from + int32(last)}
	return true
}

// add appends the patch that hides a.hidden.
func (a *abridger) add() {
	if a.hidden.IsZero() {
		return
	}
	text := a.src[a.hidden.Start:a.hidden.End]
	mark := markOf(a.src[a.hidden.Start-1:a.hidden.End+1], a.isFixed)
	e := &Elided{text: text, tokens: []Token{{Span: a.hidden, Copy: int32(len(text))}}, mark: int32(len(mark))}
	a.out = append(a.out, Patch{Span: a.hidden, Text: mark, Tokens: []Token{{Elided: e}}})
}

func (a *abridger) isFixed() bool {
	if a.fixed == 0 {
		a.fixed = -1
		if hasFixedLines(a.src[a.span.Start:a.span.End]) {
			a.fixed = 1
		}
	}
	return a.fixed > 0
}

// mayFixLines reports whether a text may have a template or a string of several lines.
func mayFixLines(text string) bool {
	return strings.IndexByte(text, '`') >= 0 || strings.Contains(text, "\\\n")
}

// hasFixedLines reports whether some lines of a text may be in a template or string.
func hasFixedLines(text string) bool {
	return strings.Contains(text, "\\\n") || strings.IndexByte(text, '`') >= 0 && !tokens.OnLines(text)
}

// HidesFixedLines reports whether a text has a mark that stands for lines that must not move.
func HidesFixedLines(text string) bool {
	for {
		i := strings.IndexByte(text, 0)
		if i < 0 {
			return false
		}
		text = strings.TrimPrefix(text[i+1:], markedIn)
		if strings.HasPrefix(text, markedFixed) {
			return true
		}
	}
}

// Size returns the length of the text of [Verbatim].
func Size(span ast.Span, patches []Patch) int {
	size := int(span.End - span.Start)
	for _, q := range patches {
		size += len(q.Text) - int(q.Span.End-q.Span.Start)
	}
	return size
}
