package instrument

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// edits are texts to insert into a program: around expressions, and before statements.
type edits struct {
	src   string
	wraps []wrap
	// inner are wraps inside of all others of the same span.
	inner    []wrap
	points   []point
	replaced []print.Patch
}

// wrap is text around a span. Of two wraps of one span, the first one is outside.
type wrap struct {
	ast.Span
	before, after string
}

// point is text in a place.
type point struct {
	at   int32
	text string
}

// around returns text around an expression, within the parentheses that it may be in.
func around(x ast.Expr, before, after string) wrap {
	if _, ok := x.(*ast.Seq); ok {
		before, after = before+"(", ")"+after
	}
	return wrap{x.Pos().Span, before, after}
}

// at inserts text in a place: inside of what ends there, and outside of what begins there.
func (e *edits) at(place int32, text string) { e.points = append(e.points, point{place, text}) }

// replace replaces text in which nothing is inserted.
func (e *edits) replace(s ast.Span, text string) {
	e.replaced = append(e.replaced, print.Patch{Span: s, Text: text})
}

// patches returns the patches, in order.
func (e *edits) patches() []print.Patch {
	// For each place, what is closed comes first, and what was opened last is closed first.
	type event struct {
		at, other int32 // the other end of the wrap
		rank      int   // 0: closes, 1: a point, 2: opens
		seq       int
		text      string
	}
	var events []event
	for i, w := range slices.Concat(e.wraps, e.inner) {
		events = append(events, event{w.End, -w.Start, 0, -i, w.after}, event{w.Start, -w.End, 2, i, w.before})
	}
	for i, p := range e.points {
		events = append(events, event{p.at, 0, 1, i, p.text})
	}
	slices.SortFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank), cmp.Compare(a.other, b.other), cmp.Compare(a.seq, b.seq))
	})
	var list []print.Patch
	for i := 0; i < len(events); {
		at := events[i].at
		var text strings.Builder
		for first := true; i < len(events) && events[i].at == at; i++ {
			if first && events[i].rank > 0 && at > 0 && isWord(e.src[at-1]) {
				text.WriteByte(' ') // typeof[f()] has none
			}
			first = false
			text.WriteString(events[i].text)
		}
		list = append(list, print.Patch{Span: ast.Span{Start: at, End: at}, Text: text.String()})
	}
	list = append(list, e.replaced...)
	slices.SortStableFunc(list, func(a, b print.Patch) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return list
}

// isWord reports whether a byte may be a part of a name.
func isWord(c byte) bool {
	return c == '$' || c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
