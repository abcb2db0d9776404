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

// Patches returns the changes of the text. They refer to the tree as it was parsed.
func (f *Found) Patches() []print.Patch {
	e := &edits{}
	for _, l := range f.lists {
		l.remove(e)
	}
	for _, fn := range f.nameless {
		e.replace(fn.Name.Span, "")
	}
	for _, r := range f.replaced {
		u, c := r.use, f.origin(r.by)
		switch {
		case c.constant:
			text := c.list.text(c.decl.Init)
			if _, signed := c.decl.Init.(*ast.Unary); signed && !u.slot || u.dot {
				text = "(" + text + ")"
			}
			e.replace(u.span(), u.key()+text)
		case c.fn != nil:
			e.move(u.span(), u.key(), c.fn.Span)
		default:
			e.move(u.span(), u.key(), c.decl.Init.Pos().Span)
		}
	}
	return e.patches(f.p.Source)
}

// origin returns the candidate whose text takes the place of a name: the value of another one,
// or its own.
func (f *Found) origin(c *candidate) *candidate {
	for c.fn == nil {
		id, ok := c.decl.Init.(*ast.Ident)
		if !ok {
			break
		}
		c = f.uses[id].by
	}
	return c
}

// remove removes what is gone from a list.
func (l *list) remove(e *edits) {
	for rest := l.names; len(rest) > 0; {
		at, n, gone := rest[0].at, 0, 0
		for n < len(rest) && rest[n].at == at {
			if rest[n].gone {
				gone++
			}
			n++
		}
		if gone > 0 {
			l.removeFrom(e, at, rest[:n], gone)
		}
		rest = rest[n:]
	}
}

// removeFrom removes what is gone from a statement that declares names, all of it or a part.
func (l *list) removeFrom(e *edits, at int, names []*candidate, gone int) {
	st, isVar := l.body[at].(*ast.VarDecl)
	if isVar && gone < len(st.Decls) {
		removed := make([]bool, len(st.Decls))
		for _, c := range names {
			removed[c.index] = c.gone
		}
		e.thin(st.Decls, removed)
		return
	}
	span, ok := l.statement(at)
	if !ok {
		span = st.Span // the comments stay
	}
	e.replace(span, l.left(at))
}

func (e *edits) replace(s ast.Span, text string) { e.all = append(e.all, edit{span: s, text: text}) }
func (e *edits) move(to ast.Span, key string, from ast.Span) {
	e.all = append(e.all, edit{to, key, from})
}

// thin removes some of the variables of a declaration, not all.
func (e *edits) thin(decls []*ast.Declarator, removed []bool) {
	kept := false
	for i, d := range decls {
		switch {
		case !removed[i]:
			kept = true
		case kept:
			e.replace(ast.Span{Start: decls[i-1].End, End: d.End}, "")
		default:
			e.replace(ast.Span{Start: d.Start, End: decls[i+1].Start}, "")
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

// left is the text that must remain of a removed statement of the list: the end of the one
// before, if that has no semicolon of its own.
func (l *list) left(at int) string {
	if at == 0 {
		return ""
	}
	switch before := l.body[at-1].(type) {
	case *ast.FuncDecl, *ast.ClassDecl, *ast.Block, *ast.Try, *ast.Switch:
		return ""
	default:
		if strings.HasSuffix(l.p.Source[:before.Pos().End], ";") {
			return ""
		}
	}
	return ";"
}
