package unreferenced

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// run is a number of statements that are removed, with nothing between them that stays.
type run struct {
	spans []ast.Span
	gone  [][]part
	lines bool // the last span is whole lines
}

// remove adds a statement of a list to a run.
func (e *editor) remove(l *list, at int, r *run, gone []part) {
	after := int32(0)
	if at > 0 {
		after = l.body[at-1].Pos().End
	}
	s, lines := e.statement(l.body[at].Pos().Span, after)
	if n := len(r.spans); n > 0 && lines && r.lines && strings.TrimSpace(e.p.Source[r.spans[n-1].End:s.Start]) == "" {
		r.spans[n-1].End = s.End
		r.gone[n-1] = append(r.gone[n-1], gone...)
		return
	}
	r.spans = append(r.spans, s)
	r.gone = append(r.gone, slices.Clone(gone))
	r.lines = lines
}

// finish makes the edits of a run.
func (e *editor) finish(r *run) {
	for i, s := range r.spans {
		if src := e.p.Source; s.Start == 0 || src[s.Start-1] == '\n' {
			s = e.withoutBlank(s)
		}
		e.replace(s.Start, s.End, "", r.gone[i]...)
	}
}

// statement returns the span that is removed with a statement: the comments that belong to it, and
// its line if it has one of its own. after is where the statement before it ends.
func (e *editor) statement(s ast.Span, after int32) (_ ast.Span, lines bool) {
	src, cs := e.p.Source, e.p.Comments
	i, _ := slices.BinarySearchFunc(cs, s.Start, func(c ast.Comment, at int32) int { return cmp.Compare(c.Start, at) })
	start := s.Start
	for i--; i >= 0; i-- {
		c := cs[i]
		gap := src[c.End:start]
		if strings.TrimSpace(gap) != "" || strings.Count(gap, "\n") > 1 || !c.NewlineBefore || c.Start < after || mustStay(src[c.Start:c.End]) {
			break
		}
		start = c.Start
	}
	begin := start - int32(len(src[:start])-len(strings.TrimRight(src[:start], " \t")))
	end := s.End + spaces(src[s.End:])
	if begin > 0 && src[begin-1] != '\n' {
		return e.inLine(ast.Span{Start: start, End: s.End}), false
	}
	for i, _ := slices.BinarySearchFunc(cs, s.End, func(c ast.Comment, at int32) int { return cmp.Compare(c.Start, at) }); i < len(cs); i++ {
		c := cs[i]
		if c.Start != end || strings.Contains(src[c.Start:c.End], "\n") || mustStay(src[c.Start:c.End]) {
			break
		}
		if rest := c.End + spaces(src[c.End:]); !c.Block || lineEnd(src[rest:]) > 0 || rest == int32(len(src)) {
			end = rest
		}
	}
	n := lineEnd(src[end:])
	if n == 0 && int(end) < len(src) {
		return e.inLine(ast.Span{Start: start, End: s.End}), false
	}
	return ast.Span{Start: begin, End: end + n}, true
}

// inLine adds the white space on one side of a span that shares its line with other code.
func (e *editor) inLine(s ast.Span) ast.Span {
	src := e.p.Source
	n := spaces(src[s.End:])
	switch rest := src[s.End+n:]; {
	case rest == "" || rest[0] == '}' || lineEnd(rest) > 0:
		for s.Start > 0 && (src[s.Start-1] == ' ' || src[s.Start-1] == '\t') {
			s.Start--
		}
	case rest[0] != '/':
		s.End += n
	}
	return s
}

// withoutBlank adds blank lines to a span of whole lines, so that none become adjacent, begin or
// end a block.
func (e *editor) withoutBlank(s ast.Span) ast.Span {
	src := e.p.Source
	above := int32(len(strings.TrimRight(src[:s.Start], " \t\r\n")))
	below := s.End + int32(len(src[s.End:])-len(strings.TrimLeft(src[s.End:], " \t\r\n")))
	lineAbove := int32(0) // after the line of what is above
	if above > 0 {
		lineAbove = above + int32(strings.IndexByte(src[above:s.Start], '\n')) + 1
	}
	lineBelow := s.End
	if i := strings.LastIndexByte(src[s.End:below], '\n'); i >= 0 {
		lineBelow += int32(i) + 1
	}
	atEnd := int(below) == len(src) || src[below] == '}'
	atStart := above == 0 || src[above-1] == '{'
	switch {
	case lineAbove < s.Start && (lineBelow > s.End || atEnd):
		s.Start = lineAbove
	case atStart && lineBelow > s.End:
		s.End = lineBelow
	}
	return s
}

func spaces(s string) int32 { return int32(len(s) - len(strings.TrimLeft(s, " \t"))) }

// lineEnd returns the length of the line end with which a text begins; 0 if there is none.
func lineEnd(s string) int32 {
	switch {
	case strings.HasPrefix(s, "\n"):
		return 1
	case strings.HasPrefix(s, "\r\n"):
		return 2
	}
	return 0
}

// mustStay reports whether a comment is about more than what stands below it: a license, or
// something that tools read.
func mustStay(text string) bool {
	if strings.HasPrefix(text, "/*!") || strings.HasPrefix(text, "//!") {
		return true
	}
	for _, word := range []string{"@license", "@preserve", "@cc_on", "opyright", "eslint-", "jshint", "jslint", "@ts-", "istanbul ", "c8 ", "v8 ", "#region", "#endregion", "sourceMappingURL", "sourceURL", "@flow", "@jsx", "prettier-"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
