package print

import (
	"slices"
	"strings"

	"github.com/sonjs/son/parse/tokens"
)

// Functions nest, and the text of each stands in that of the one around it. Were all of it
// copied from level to level, n nested functions would cost n² bytes. So what is long stands
// there abridged: [Elide] puts a mark in the place of most of a text, a token says where
// that is, and goes along with the mark through whatever is printed around it, and
// [Complete] writes all out, once.
//
// What is asked of a copied text is asked of its ends and of its first and last lines: with
// which word it begins, what the margin of its last line is, whether it has several. These
// stay. The mark has the rest that is asked for: the letters of an `in` if they are in what
// it stands for, and a backquote if lines are in it that must not move.

// Elided is a part of a text that a mark stands for.
type Elided struct {
	text   string
	tokens []Token
	mark   int32  // length
	moves  []move // of its lines, the first one first
}

// move exchanges the margin of lines. The first line is that of the mark, and has no margin.
type move struct {
	was, is string
	blank   bool // of lines that are blank, too
}

// inLine is how much stays of both ends of a long line, unless less than that is elided.
const inLine = 128

// Elide puts marks in the place of the parts of a text that are at least least bytes long
// and that nobody looks at.
func Elide(code string, list []Token, least int) (string, []Token) {
	if len(code) < least {
		return code, list
	}
	var b strings.Builder
	var out []Token
	at, moved := 0, int32(0)
	fixed := strings.Contains(code, "\\\n") || strings.IndexByte(code, '`') >= 0 && !tokens.OnLines(code)
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

// markOf is the mark of a part of a text, of which lines must not move if it is fixed. No
// program has the first byte.
func markOf(text string, fixed bool) string {
	mark := "\x00"
	if strings.Contains(text, "in") {
		mark += " in "
	}
	if fixed && (strings.IndexByte(text, '`') >= 0 || strings.Contains(text, "\\\n")) {
		mark += "`"
	}
	return mark
}

// cuts lists what nobody looks at, from where to where: the middle of the first line, the
// lines between it and the last, the middle of that.
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
			cut(behindMark(tokens, from), behindMark(tokens, to))
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

// behindMark is an offset, or the end of the mark that it is in.
func behindMark(tokens []Token, at int) int {
	i := startOf(tokens, int32(at))
	for i--; i >= 0; i-- {
		if e := tokens[i].Elided; e != nil {
			return max(at, int(tokens[i].Out+e.mark))
		}
	}
	return at
}

// startOf returns the first token at an offset or behind it.
func startOf(tokens []Token, at int32) int {
	i, _ := slices.BinarySearchFunc(tokens, at, func(t Token, at int32) int {
		if t.Out < at {
			return -1
		}
		return 1
	})
	return i
}

// divide divides the tokens of a text at two offsets.
func divide(tokens []Token, from, to int32) (before, in, behind []Token) {
	before, in = split(tokens, from)
	in, behind = split(in, to)
	return before, in, behind
}

// split divides the tokens of a text at an offset, in which a copied stretch may lie.
func split(tokens []Token, at int32) (before, behind []Token) {
	i := startOf(tokens, at)
	before, behind = tokens[:i], tokens[i:]
	if i == 0 || tokens[i-1].Out+tokens[i-1].Copy <= at {
		return before, behind
	}
	left, right := tokens[i-1], tokens[i-1]
	left.Copy = at - left.Out
	left.Span.End = left.Span.Start + left.Copy
	right.Out, right.Copy = at, right.Copy-left.Copy
	right.Span.Start = left.Span.End
	return append(slices.Clone(before[:i-1]), left), append([]Token{right}, behind...)
}

// Moved returns a token of a text whose lines got another margin; if blank, blank lines, too.
func (t Token) Moved(was, is string, blank bool) Token {
	if t.Elided != nil {
		e := *t.Elided
		e.moves = append(slices.Clip(e.moves), move{was, is, blank})
		t.Elided = &e
	}
	return t
}

// Complete returns a text, and where it comes from, with all that marks stand for.
func Complete(code string, tokens []Token) (string, []Token) {
	if !slices.ContainsFunc(tokens, Token.isElided) {
		return code, tokens
	}
	c := &completer{}
	c.text(code, tokens, nil)
	return c.out.String(), c.tokens
}

func (t Token) isElided() bool { return t.Elided != nil }

// OnlyElided returns those of a list of tokens that say what was elided.
func OnlyElided(tokens []Token) []Token {
	return slices.DeleteFunc(tokens, func(t Token) bool { return t.Elided == nil })
}

type completer struct {
	out    strings.Builder
	tokens []Token
}

// text writes a text whose lines are moved, the first move first.
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

// part is text of what has no marks.
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

// add appends the tokens of a text at an offset. A copied stretch that was divided is put
// together.
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
