package look

import (
	"sort"
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/sourcemap"
	"github.com/sonjs/son/viz/trace"
)

// authored is the text that the author of a program wrote, if esbuild compiled that to
// JavaScript first: TypeScript, or JSX. Positions are shown in this text.
type authored struct {
	made  string // the JavaScript that was read
	text  string
	pairs []pair // in the order of made
}

// pair is a position in the JavaScript that was read, and the one that it comes from.
type pair struct{ made, from int }

// newAuthored uses the source map of esbuild. It returns nil if the map does not lead to
// the text.
func newAuthored(p *ast.Program, text string) *authored {
	if p.InputMap == nil {
		return nil
	}
	m, err := sourcemap.Parse(p.InputMap)
	if err != nil {
		panic("BUG: esbuild's source map cannot be read: " + err.Error())
	}
	const mark = "\ufeff"
	if len(m.Contents) != 1 || m.Contents[0] == nil || strings.TrimPrefix(*m.Contents[0], mark) != strings.TrimPrefix(text, mark) {
		return nil // the input has a source map of its own
	}
	a := &authored{made: p.Source, text: text}
	made, from := newPositions(p.Source), newPositions(text)
	for line, segments := range m.Lines {
		for _, s := range segments {
			if s.Source == 0 {
				a.pairs = append(a.pairs, pair{made.offset(line, int(s.Col)), from.offset(int(s.Line), int(s.From))})
			}
		}
	}
	return a
}

// around returns the last pair at or before a position, and the first one after it.
func (a *authored) around(at int) (before, after pair, isBefore, isAfter bool) {
	i := sort.Search(len(a.pairs), func(i int) bool { return a.pairs[i].made > at })
	if i > 0 {
		before, isBefore = a.pairs[i-1], true
	}
	if i < len(a.pairs) {
		after, isAfter = a.pairs[i], true
	}
	return before, after, isBefore, isAfter
}

// forward maps a position after a pair, if both texts are the same in between.
func (a *authored) forward(p pair, at int) (int, bool) {
	n := at - p.made
	return p.from + n, n >= 0 && p.from+n <= len(a.text) && a.made[p.made:at] == a.text[p.from:p.from+n]
}

// backward maps a position before a pair in the same way.
func (a *authored) backward(p pair, at int) (int, bool) {
	n := p.made - at
	return p.from - n, n >= 0 && p.from >= n && a.made[at:p.made] == a.text[p.from-n:p.from]
}

// start is the origin of a range's start.
func (a *authored) start(at int) int {
	before, after, isBefore, isAfter := a.around(at)
	if isBefore {
		if x, ok := a.forward(before, at); ok {
			return x
		}
	}
	if isAfter {
		if x, ok := a.backward(after, at); ok {
			return x
		}
	}
	if isBefore {
		return before.from
	}
	return 0
}

// end is the origin of a range's end; the range begins at start.
func (a *authored) end(start, at int) int {
	last, after, _, isAfter := a.around(at - 1)
	if last.made < start {
		last = pair{start, a.start(start)}
	}
	if x, ok := a.forward(last, at); ok {
		return x
	}
	if isAfter {
		if x, ok := a.backward(after, at); ok && x > last.from {
			return x
		}
	}
	return wordEnd(a.text, last.from)
}

// span is the origin of a range.
func (a *authored) span(start, end int) (from, to int) {
	from, to = a.start(start), a.end(start, end)
	if to < from { // its parts were reordered
		to = wordEnd(a.text, from)
	}
	return balanced(a.text, from, to)
}

// farthest is how far from a range its missing parentheses may be. Ranges longer than
// longest are not examined: ranges nest, and each would be read again for all around it.
const farthest, longest = 200, 1 << 12

// balanced extends a range to the parentheses that belong to it: the map does not record
// `(a as T)` where only `a` was printed.
func balanced(text string, from, to int) (int, int) {
	if to-from > longest {
		return from, to
	}
	open, missing := parens(text[from:to])
	at := from
	for ; missing > 0 && at > 0 && strings.IndexByte("( \t\r\n", text[at-1]) >= 0; at-- {
		if text[at-1] == '(' {
			from, missing = at-1, missing-1
		}
	}
	for at := to; open > 0 && at < min(len(text), to+farthest); at++ {
		switch text[at] {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				to = at + 1
			}
		}
	}
	return from, to
}

// parens counts the parentheses that are not closed, and those that are not opened.
func parens(text string) (open, missing int) {
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'', c == '`':
			quote = c
		case c == '(':
			open++
		case c == ')' && open > 0:
			open--
		case c == ')':
			missing++
		}
	}
	return open, missing
}

// bounds is the range of a function in the author's text.
func (p *Program) bounds(fn *ast.Function) (start, end int) {
	switch {
	case p.author == nil:
		return int(fn.Start), int(fn.End)
	case fn.Kind == ast.FuncTop:
		return 0, len(p.text)
	}
	return p.author.span(int(fn.Start), int(fn.End))
}

// Text is a function as the author wrote it.
func (p *Program) Text(fn *ast.Function) string {
	start, end := p.bounds(fn)
	return p.text[start:end]
}

// Authored reports whether positions refer to another text than the one that was read.
func (p *Program) Authored() bool { return p.author != nil }

// Lines is how many lines the author's text has.
func (p *Program) Lines() int {
	return strings.Count(strings.TrimSuffix(p.text, "\n"), "\n") + 1
}

// inAuthored translates a trace to the author's text. Nodes without an origin in the
// function lose their span.
func (p *Program) inAuthored(t *trace.Trace, fn *ast.Function) {
	if p.author == nil {
		return
	}
	start, end := p.bounds(fn)
	base := int(fn.Start)
	known := map[trace.Span]*trace.Span{}
	translate := func(s trace.Span) *trace.Span {
		out, ok := known[s]
		if !ok {
			if from, to := p.author.span(base+s[0], base+s[1]); from >= start && to <= end && from < to {
				out = &trace.Span{from - start, to - start}
			}
			known[s] = out
		}
		return out
	}
	for i := range t.Steps {
		for k := range t.Steps[i].Nodes {
			if n := &t.Steps[i].Nodes[k]; n.Span != nil {
				n.Span = translate(*n.Span)
			}
		}
	}
	for i := range t.Instances {
		if x := &t.Instances[i]; x.Call != nil {
			x.Call = translate(*x.Call)
		}
	}
	if t.Known != nil {
		for _, list := range [][]trace.Call{t.Known.Callers, t.Known.Calls} {
			for i := range list {
				if x := &list[i]; x.Span != nil {
					x.Span = translate(*x.Span)
				}
			}
		}
	}
	var links []trace.Link
	for _, l := range t.Output.Links {
		if from := translate(l.From); from != nil {
			links = append(links, trace.Link{Out: l.Out, From: *from})
		}
	}
	t.Output.Links = links
	t.Source = trace.Source{Text: p.text[start:end], Offset: start}
}
