package print

import (
	"slices"
	"strings"
	"sync"
)

// Functions nest, and the text of each is part of the text of the one around it. If all of it
// were copied from level to level, n nested functions would cost n² bytes. So long text is
// abridged: [Elide] replaces most of a text by a mark. A token records where the mark is and
// what it stands for, and moves with the mark through whatever is printed around it.
// [Complete] replaces all marks by their texts, once.
//
// Of a copied text, only the ends and the first and last lines are inspected: which word it
// begins with, what the margin of its last line is, whether it has several lines. These stay, and
// so do the comments before the code, which may be printed elsewhere.
// Whatever else is inspected is in the mark: the letters of an `in` if the elided text
// contains them, and a backquote if it contains lines that must not move.

// Elided is a part of a text, replaced by a mark.
type Elided struct {
	text   string
	tokens []Token
	mark   int32  // length of the mark
	moves  []move // of its lines, in order
}

// move replaces the margin of lines. The first line is on the line of the mark, and has no
// margin.
type move struct {
	was, is string
	blank   bool // of blank lines, too
}

// inLine is how many bytes stay at both ends of a long line, unless shorter parts are elided.
const inLine = 128

// Elide puts marks in place of the parts of a text that are at least least bytes long and
// that nobody inspects.
func Elide(code string, list []Token, least int) (string, []Token) {
	if len(code) < least {
		return code, list
	}
	var b strings.Builder
	var out []Token
	at, moved := 0, int32(0)
	fixed := sync.OnceValue(func() bool { return hasFixedLines(code) })
	for _, cut := range cuts(code, list, least) {
		b.WriteString(code[at:cut[0]])
		kept, hidden, rest := divide(list, int32(cut[0]), int32(cut[1]))
		out = Shift(out, kept, moved)
		list = rest
		mark := markOf(code[max(cut[0]-1, 0):min(cut[1]+1, len(code))], fixed)
		e := &Elided{text: code[cut[0]:cut[1]], tokens: Shift(nil, hidden, int32(-cut[0])), mark: int32(len(mark))}
		out = append(out, Token{Out: int32(b.Len()), Elided: e})
		b.WriteString(mark)
		at = cut[1]
		moved = int32(b.Len() - at)
	}
	if at == 0 {
		return code, list
	}
	b.WriteString(code[at:])
	return b.String(), Shift(out, list, moved)
}

// markOf returns the mark of a part of a text; fixed reports whether some lines of the whole text must not move,
// which nobody needs to know of most texts. No program contains the first byte.
func markOf(text string, fixed func() bool) string {
	mark := "\x00"
	if strings.Contains(text, "in") {
		mark += markedIn
	}
	if mayFixLines(text) && fixed() {
		mark += markedFixed
	}
	return mark
}

// What marks contain.
const (
	markedIn    = " in "
	markedFixed = "`"
)

// cuts lists the ranges that are not inspected: the middle of the first line, the lines
// between the first and the last, and the middle of the last.
func cuts(code string, tokens []Token, least int) [][2]int {
	var list [][2]int
	cut := func(from, to int) {
		if to-from >= max(least, 1) {
			list = append(list, [2]int{from, to})
		}
	}
	line := func(from, to int) {
		from += len(code[from:to]) - len(strings.TrimLeft(code[from:to], " \t"))
		from, to = from+min(least, inLine), to-min(least, inLine)
		if from < to {
			cut(pastMark(tokens, from), pastMark(tokens, to))
		}
	}
	first, last := strings.IndexByte(code, '\n'), strings.LastIndexByte(code, '\n')
	if first < 0 {
		line(0, len(code))
		return list
	}
	line(0, first)
	cut(first, last)
	line(last+1, len(code))
	return list
}

// pastMark returns an offset, or the end of the mark that it is in.
func pastMark(tokens []Token, at int) int {
	i := startOf(tokens, int32(at))
	for i--; i >= 0; i-- {
		if e := tokens[i].Elided; e != nil {
			return max(at, int(tokens[i].Out+e.mark))
		}
	}
	return at
}

// startOf returns the index of the first token at or after an offset.
func startOf(tokens []Token, at int32) int {
	i, _ := slices.BinarySearchFunc(tokens, at, func(t Token, at int32) int {
		if t.Out < at {
			return -1
		}
		return 1
	})
	return i
}

// divide splits the tokens of a text at two offsets.
func divide(tokens []Token, from, to int32) (before, in, after []Token) {
	before, in = split(tokens, from)
	in, after = split(in, to)
	return before, in, after
}

// split splits the tokens of a text at an offset, which may be inside a copied stretch.
func split(tokens []Token, at int32) (before, after []Token) {
	i := startOf(tokens, at)
	before, after = tokens[:i], tokens[i:]
	if i == 0 || tokens[i-1].Out+tokens[i-1].Copy <= at {
		return before, after
	}
	left, right := tokens[i-1], tokens[i-1]
	left.Copy = at - left.Out
	left.Span.End = left.Span.Start + left.Copy
	right.Out, right.Copy = at, right.Copy-left.Copy
	right.Span.Start = left.Span.End
	return append(slices.Clone(before[:i-1]), left), append([]Token{right}, after...)
}

// Moved returns the token for a text whose lines have got another margin; if blank, blank
// lines, too.
func (t Token) Moved(was, is string, blank bool) Token {
	if t.Elided != nil {
		e := *t.Elided
		e.moves = append(slices.Clip(e.moves), move{was, is, blank})
		t.Elided = &e
	}
	return t
}

// Complete returns a text and its origins, with all marks replaced by what they stand for.
func Complete(code string, tokens []Token) (string, []Token) {
	if !slices.ContainsFunc(tokens, Token.isElided) {
		return code, tokens
	}
	c := &completer{}
	c.out.Grow(sizeOf(code, tokens))
	c.text(code, tokens, nil)
	return c.out.String(), c.tokens
}

// sizeOf is the length of a complete text, but for lines that move.
func sizeOf(code string, tokens []Token) int {
	n := len(code)
	for _, t := range tokens {
		if e := t.Elided; e != nil {
			n += sizeOf(e.text, e.tokens) - int(e.mark)
		}
	}
	return n
}

func (t Token) isElided() bool { return t.Elided != nil }

// OnlyElided returns the tokens of a list that record elided text.
func OnlyElided(tokens []Token) []Token {
	return slices.DeleteFunc(tokens, func(t Token) bool { return t.Elided == nil })
}

type completer struct {
	out    strings.Builder
	tokens []Token
}

// text writes a text, with the moves applied to its lines in order.
func (c *completer) text(code string, tokens []Token, moves []move) {
	at := int32(0)
	for len(tokens) > 0 {
		i := slices.IndexFunc(tokens, Token.isElided)
		if i < 0 {
			break
		}
		t := tokens[i]
		c.part(code[at:t.Out], Shift(nil, tokens[:i], -at), moves)
		e := t.Elided
		inner := e.moves
		if len(moves) > 0 {
			inner = append(slices.Clip(e.moves), moves...)
		}
		c.text(e.text, e.tokens, inner)
		at, tokens = t.Out+e.mark, tokens[i+1:]
	}
	c.part(code[at:], Shift(nil, tokens, -at), moves)
}

// part is text for a text without marks.
func (c *completer) part(code string, tokens []Token, moves []move) {
	if len(moves) == 0 || strings.IndexByte(code, '\n') < 0 {
		c.add(tokens, int32(c.out.Len()))
		c.out.WriteString(code)
		return
	}
	base, old := c.out.Len(), 0
	var pieces []piece
	for line := range strings.SplitAfterSeq(code, "\n") {
		rest := line
		if old > 0 {
			rest = strings.TrimLeft(line, " \t")
			margin := line[:len(line)-len(rest)]
			for _, m := range moves {
				if less, ok := strings.CutPrefix(margin, m.was); ok && (m.blank || strings.TrimSpace(rest) != "") {
					margin = m.is + less
				}
			}
			if same := line[:len(line)-len(rest)]; margin == same {
				rest = line
			} else {
				c.out.WriteString(margin)
			}
		}
		end := old + len(line)
		pieces = append(pieces, piece{int32(end - len(rest)), int32(end), int32(c.out.Len() - base)})
		c.out.WriteString(rest)
		old = end
	}
	c.add(reindented(tokens, pieces, move{}), int32(base))
}

// add appends the tokens of a text at an offset. A copied stretch that was split is joined
// again.
func (c *completer) add(tokens []Token, by int32) {
	seam := len(c.tokens)
	c.tokens = Shift(c.tokens, tokens, by)
	if seam == 0 || seam == len(c.tokens) {
		return
	}
	a, b := &c.tokens[seam-1], c.tokens[seam]
	if a.Copy > 0 && b.Copy > 0 && a.Out+a.Copy == b.Out && a.Span.End == b.Span.Start {
		a.Copy += b.Copy
		a.Span.End = b.Span.End
		c.tokens = slices.Delete(c.tokens, seam, seam+1)
	}
}
