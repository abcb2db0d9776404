package print

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// Origins returns where the text of [Verbatim] comes from: the stretches
// between the patches as copies, the patches by their own tokens.
func Origins(span ast.Span, patches []Patch) []Token {
	size := len(patches) + 1
	for _, q := range patches {
		size += len(q.Tokens)
	}
	list := make([]Token, 0, size)
	var out int32
	at := span.Start
	gap := func(end int32) {
		if n := end - at; n > 0 {
			list = append(list, Token{Out: out, Span: ast.Span{Start: at, End: end}, Copy: n})
			out += n
		}
	}
	for _, q := range patches {
		gap(q.Span.Start)
		list = Shift(list, q.Tokens, out)
		out += int32(len(q.Text))
		at = q.Span.End
	}
	gap(span.End)
	return list
}

// ApplyOrigins is Origins for the text of [Apply].
func ApplyOrigins(src string, patches []Patch) []Token {
	return Origins(ast.Span{End: int32(len(src))}, inOrder(patches))
}

// Shift appends tokens to list, for a text placed at an offset.
func Shift(list, tokens []Token, by int32) []Token {
	list = slices.Grow(list, len(tokens))
	for _, t := range tokens {
		t.Out += by
		list = append(list, t)
	}
	return list
}

// markCopy records the origin of the text of a verbatim node, which begins at the end
// of the output.
func (p *printer) markCopy(n ast.Node, text string) {
	if p.o.Tokens || p.o.Copied != nil {
		p.tokens = Shift(p.tokens, p.originsOf(n, text), int32(len(p.out)))
	}
}

func (p *printer) originsOf(n ast.Node, text string) []Token {
	span := n.Pos().Span
	switch {
	case p.o.Copied != nil:
		return p.o.Copied(n)
	case span.IsZero():
		return nil
	case p.source(span) == text:
		return Origins(span, nil)
	}
	return []Token{{Span: span}}
}

// piece is a line of a text whose indentation was replaced: the bytes from old to end
// are now at now.
type piece struct{ old, end, now int32 }

// reindented moves the tokens of a text to where its pieces are after the move m. The
// new indentation has no origin.
func reindented(tokens []Token, pieces []piece, m move) []Token {
	out := make([]Token, 0, len(tokens)+len(pieces))
	i := 0
	for _, t := range tokens {
		for i < len(pieces) && pieces[i].end <= t.Out {
			i++
		}
		if t.Copy == 0 {
			if i < len(pieces) && t.Out >= pieces[i].old {
				t.Out += pieces[i].now - pieces[i].old
				out = append(out, t.Moved(m.was, m.is, m.blank))
			}
			continue
		}
		for k := i; k < len(pieces) && pieces[k].old < t.Out+t.Copy; k++ {
			q := pieces[k]
			from, to := max(q.old, t.Out), min(q.end, t.Out+t.Copy)
			if from >= to {
				continue
			}
			at := t.Span.Start + from - t.Out
			out = append(out, Token{Out: q.now + from - q.old, Copy: to - from,
				Span: ast.Span{Start: at, End: at + to - from}})
		}
	}
	return out
}

// margin is the current indentation.
func (p *printer) margin() string {
	return p.o.Margin + strings.Repeat(p.o.Indent, p.depth()) + p.margins.rest
}

// reindent returns the text with its lines moved to the current indentation, and the
// pieces of it that moved; none if nothing moved.
func (p *printer) reindent(s *ast.VerbatimStmt) (string, []piece) {
	if s.Margin == "" || p.compact {
		return s.Text, nil
	}
	now := p.margin()
	if now == s.Margin {
		return s.Text, nil
	}
	var b strings.Builder
	var pieces []piece
	old := 0
	for line := range strings.SplitAfterSeq(s.Text, "\n") {
		rest, moved := strings.CutPrefix(line, s.Margin)
		if old == 0 || !moved {
			rest = line
		} else {
			b.WriteString(now)
		}
		if p.o.Tokens || p.o.Copied != nil {
			end := old + len(line)
			pieces = append(pieces, piece{int32(end - len(rest)), int32(end), int32(b.Len())})
		}
		b.WriteString(rest)
		old += len(line)
	}
	return b.String(), pieces
}
