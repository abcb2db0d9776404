package singleuse

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// edits are changes of a text. One may lie inside another; then it applies where that text is
// moved to.
type edits struct{ all []edit }

// edit is the new text of a span: some text, and perhaps the text of another span with the
// changes inside that.
type edit struct {
	span  ast.Span
	text  string
	moved ast.Span
}

func (e *edits) cut(s ast.Span)                  { e.replace(s, "") }
func (e *edits) replace(s ast.Span, text string) { e.all = append(e.all, edit{span: s, text: text}) }
func (e *edits) move(to ast.Span, key string, from ast.Span) {
	e.all = append(e.all, edit{to, key, from})
}

// remove removes a statement, except for the text that must remain.
func (e *edits) remove(s ast.Span, left string) { e.replace(s, left) }

// thin removes some of the variables of a declaration, not all.
func (e *edits) thin(decls []*ast.Declarator, removed []bool) {
	kept := false
	for i, d := range decls {
		switch {
		case !removed[i]:
			kept = true
		case kept:
			e.cut(ast.Span{Start: decls[i-1].End, End: d.End})
		default:
			e.cut(ast.Span{Start: d.Start, End: decls[i+1].Start})
		}
	}
}

// patches are the changes of a whole text.
func (e *edits) patches(src string) []print.Patch {
	slices.SortStableFunc(e.all, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End))
	})
	return e.within(src, ast.Span{Start: -1, End: int32(len(src)) + 1})
}

// within are the changes inside a span, without one of the whole span.
func (e *edits) within(src string, s ast.Span) (out []print.Patch) {
	i := sort.Search(len(e.all), func(i int) bool { return e.all[i].span.Start >= s.Start })
	end := s.Start
	for _, x := range e.all[i:] {
		if x.span.Start >= s.End {
			break
		}
		if x.span.Start < end || x.span.End > s.End || x.span == s {
			continue // inside a removed span, or around s
		}
		q := print.Patch{Span: x.span, Text: x.text}
		if !x.moved.IsZero() {
			inner := e.within(src, x.moved)
			q.Text += print.Verbatim(src, x.moved, inner)
			q.Tokens = print.Shift(nil, print.Origins(x.moved, inner), int32(len(x.text)))
		}
		out = append(out, q)
		end = x.span.End
	}
	return out
}

// statement is the span that is removed with a statement of the list: the comments directly
// before, and the line if it has one of its own. It is not removed if some comments must stay.
func (l *list) statement(at int) (ast.Span, bool) {
	src, s := l.p.Source, l.body[at].Pos().Span
	i, _ := slices.BinarySearchFunc(l.p.Comments, s.Start, func(c ast.Comment, at int32) int { return cmp.Compare(c.Start, at) })
	start := s.Start
	for i--; i >= 0; i-- {
		c := l.p.Comments[i]
		gap := src[c.End:start]
		if strings.TrimSpace(gap) != "" || strings.Count(gap, "\n") > 1 || !c.NewlineBefore || at > 0 && c.Start < l.body[at-1].Pos().End {
			break
		}
		if text := src[c.Start:c.End]; strings.HasPrefix(text, "/*!") || strings.HasPrefix(text, "//!") || strings.Contains(text, "@") && mustStay(text) {
			return s, false
		}
		start = c.Start
	}
	line := strings.TrimRight(src[:start], " \t")
	end := s.End + int32(len(src[s.End:])-len(strings.TrimLeft(src[s.End:], " \t")))
	if strings.HasSuffix(line, "\n") && (strings.HasPrefix(src[end:], "\n") || strings.HasPrefix(src[end:], "\r\n")) {
		return ast.Span{Start: int32(len(line)), End: end + int32(strings.IndexByte(src[end:], '\n')) + 1}, true
	}
	return ast.Span{Start: start, End: s.End}, true
}

// mustStay reports whether a comment is a license, or an annotation for tools.
func mustStay(text string) bool {
	return strings.Contains(text, "@license") || strings.Contains(text, "@preserve") || strings.Contains(text, "@cc_on") || strings.Contains(text, "__")
}
