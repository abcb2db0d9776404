// Package restore brings the text of a changed function as close to what its author wrote
// as the tokens allow: the last stage of emission.
//
// The printer prints trees, and a tree that changed has lost its layout. But most of its tokens
// are still those of the source. So the tokens of both texts are paired (align.go), and
//
//   - two tokens that are adjacent in the source as well get the source's text between them:
//     white space, empty lines, comments (gap.go);
//   - a string or numeral of the source keeps its spelling;
//   - comments whose code is still there, but not the code on their other side, are put
//     back next to it (comments.go);
//   - other tokens get between them what the author writes between similar tokens (style.go);
//   - where an author omits semicolons, no new ones are added (semi.go);
//   - lines that became too long are broken (wrap.go).
//
// Only white space, comments, semicolons and the spelling of literals change, so the text parses
// to the same tree however well tokens are paired; the only thing to check is where a semicolon
// would be inserted automatically, or no longer be. The cost is n log n, also where functions
// nest: of the source, only what a text replaces is read (file.go), without the functions inside
// it, and the cost of a text is its own tokens, copied text counting as one.
package restore

import (
	"slices"
	"sort"
	"strings"

	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/parse/print"
)

// Source is the origin of a text.
type Source struct {
	File *File
	// Span is the span that the text replaces.
	Span ast.Span
	// Known are pieces in the span, in order: regular expressions, comments in HTML's syntax, and
	// Opaque ones that are copied in any case, and so need not be read.
	Known []tokens.Piece
	// End is the line end of the file.
	End string
	// Head goes before the text as it is.
	Head string
	// Calls are the spans of calls in whose places callees may be, and Moved those of the callees,
	// of which text is copied.
	Calls, Moved []ast.Span
}

// Text returns a printed text with the layout of its source. The text begins at offset from of
// the printed result and replaces s.Span; everything before from is dropped.
func Text(r print.Result, from int, s Source) print.Result {
	m := memories.Get().(*memory)
	defer memories.Put(m)
	t := &text{file: s.File, src: s.File.text, code: r.Code, end: s.End, start: s.Span.Start, from: from, pieces: r.Pieces,
		mapped: len(r.Tokens) > 0, mem: m, part: m.readPart(s.File.text, s.Span, s.Known)}
	m.known = slices.Grow(m.known[:0], len(r.Pieces))[:len(r.Pieces)]
	for i, p := range r.Pieces {
		kind := tokens.Literal
		if p.Copied {
			kind = tokens.Opaque
		}
		m.known[i] = tokens.Piece{Span: ast.Span{Start: p.Out, End: p.End}, Kind: kind}
	}
	m.new, m.newComments = tokens.ScanApart(r.Code, ast.Span{Start: int32(from), End: int32(len(r.Code))}, m.known, m.new, m.newComments)
	t.new = m.new
	if len(t.new) == 0 || len(t.old) == 0 {
		return print.Result{Code: s.Head + r.Code[from:], Tokens: print.Shift(nil, r.Tokens, int32(len(s.Head)-from))}
	}
	t.tight, t.dense = t.density()
	if t.noSemi = t.leavesOutSemicolons(); t.noSemi {
		t.leaveOut()
	} else if t.dense {
		t.leaveOutLast()
	}
	t.align(s.Moved)
	t.leaveCalls(s.Calls)
	t.kept = map[int32]bool{}
	t.write(s.Head)
	return print.Result{Code: t.out.String(), Tokens: t.moved(r.Tokens)}
}

// text is the state of laying out one text.
type text struct {
	file           *File
	src, code, end string
	from           int   // where the text begins in code
	start          int32 // of the span that the text replaces
	pieces         []print.Piece
	mapped         bool // the places of tokens are needed for a source map
	mem            *memory
	*part                         // that the text replaces
	new            []tokens.Token // without comments
	pairing
	left map[string]int // see leftOf; nil: not computed
	kept map[int32]bool // comments that stayed where they were, by their start

	habits
	blockLayout
	output
}

// pairing relates the tokens of the new text to those of the old one; see align.go.
type pairing struct {
	// lo and hi are, by token of new, the first and the last token of old that it is paired
	// with; -1: none.
	lo, hi            []int
	pairs             []int        // tokens of new that are paired
	gone              map[int]bool // tokens of old: the brackets of calls that are no calls any more
	copies            []int        // those of them that are copied text
	elsewhere         []ast.Span   // of old: copied text that is in another place; in order, without those inside others
	openNew, closeNew []int        // see openers and closers
}

// habits are what the author does throughout the old text.
type habits struct {
	noSemi bool // semicolons are left out
	tight  bool // there are few blanks
	dense  bool // and the statements are on one line
}

// blockLayout says which blocks of the new text are on one line; see blocks.
type blockLayout struct {
	wholeLine int8   // the answer for all tokens
	oneLine   []int8 // by token of new, a brace
	innermost []int8 // by token of new: the layout of the innermost brace, itself included
}

// output is the laid-out text, and what goes before and into its tokens.
type output struct {
	gaps    []string // before each token of new, and at last after all
	inside  []string // likewise: the lines of copied text are indented with it
	margins []string // by token of new: of its line
	out     strings.Builder
	places  []int32  // by token of new: its place in out
	inner   [][]line // by token of new, if mapped: the lines of copied text that was moved
}

// keyOf is the key of a comment of the source.
func (t *text) keyOf(c tokens.Token) string { return tokens.CommentKey(t.src[c.Start:c.End]) }

// leftOf returns how often a comment of the source that is not part of copied text may still
// be printed. Most comments are part of it, and their keys are not needed.
func (t *text) leftOf(key string) int {
	if t.left == nil {
		t.left = map[string]int{}
		for _, c := range t.oldComments {
			j := sort.Search(len(t.copies), func(j int) bool { return t.copy(j).Start > c.Start })
			n := 1
			// It may be the end of one piece and the beginning of the next.
			for j--; j >= 0 && t.copy(j).End >= c.End; j-- {
				n--
			}
			if n == 1 && t.isElsewhere(c) {
				n = 0
			}
			if n != 0 {
				t.left[t.keyOf(c)] += n
			}
		}
		for _, c := range t.mem.newComments {
			t.left[tokens.CommentKey(t.code[c.Start:c.End])]--
		}
	}
	return t.left[key]
}

// copy is the place of the copied text number j in the source.
func (t *text) copy(j int) ast.Span { return t.pieces[t.new[t.copies[j]].Known].Span }

// begin and finish are the place of token k of new, which is paired, in the source.
func (t *text) begin(k int) int32 {
	if n := t.new[k]; n.Kind == tokens.Opaque {
		return t.pieces[n.Known].Span.Start
	}
	return t.old[t.lo[k]].Start
}

func (t *text) finish(k int) int32 {
	if n := t.new[k]; n.Kind == tokens.Opaque {
		return t.pieces[n.Known].Span.End
	}
	return t.old[t.hi[k]].End
}

// write concatenates tokens and gaps, after head.
func (t *text) write(head string) {
	t.choose()
	t.putBack()
	t.beforeElse()
	t.wrap()
	t.out.Grow(len(head) + len(t.code) - t.from + len(t.code)/8) // comments of the source make it longer
	t.out.WriteString(head)
	t.places = t.mem.offsets.Make(len(t.new))
	if t.mapped {
		t.inner = make([][]line, len(t.new))
	}
	for k, n := range t.new {
		t.out.WriteString(t.gaps[k])
		t.places[k] = int32(t.out.Len())
		switch {
		case n.Kind == tokens.Opaque:
			t.copied(k)
		case t.spelledAsBefore(k):
			at := t.old[t.lo[k]]
			t.out.WriteString(t.src[at.Start:at.End])
		default:
			t.out.WriteString(t.inLines(t.code[n.Start:n.End])) // templates have lines
		}
	}
	t.out.WriteString(t.gaps[len(t.new)])
}

// spelledAsBefore reports whether a literal gets the source's spelling. Octal escapes and
// numerals that strict code forbids are not restored, and no dot may become part of a numeral.
func (t *text) spelledAsBefore(k int) bool {
	n := t.new[k]
	if t.lo[k] < 0 || n.Kind != tokens.Literal {
		return false
	}
	at := t.old[t.lo[k]]
	was, is := t.src[at.Start:at.End], t.code[n.Start:n.End]
	if was == is || at.Kind != tokens.Literal || at.Key != n.Key {
		return false
	}
	switch {
	case was[0] == '"' || was[0] == '\'':
		return is[0] != '`' && !hasOctal(was)
	case was[0] == '`' || was[0] == '}':
		return is[0] == was[0] // a template is no key and no directive
	}
	if len(was) > 1 && was[0] == '0' && '0' <= was[1] && was[1] <= '9' {
		return false
	}
	return k+1 == len(t.new) || !strings.HasPrefix(t.code[t.new[k+1].Start:], ".")
}

// hasOctal reports whether a string has an escape by digits.
func hasOctal(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' {
			if i++; '0' <= s[i] && s[i] <= '9' {
				return true
			}
		}
	}
	return false
}

// line is a line of copied text that was moved: the text from offset at of the printed result
// on is now at now.
type line struct{ at, end, now int32 }

// copied writes copied text, whose lines are shifted with the margin of the first one.
func (t *text) copied(k int) {
	n := t.new[k]
	s := t.code[n.Start:n.End]
	if !t.pieces[n.Known].Moved || strings.IndexByte(s, '\n') < 0 {
		t.out.WriteString(s)
		return
	}
	was, is := t.pieces[n.Known].Margin, t.inside[k]
	if was == is {
		t.out.WriteString(s)
		return
	}
	at := n.Start
	for part := range strings.SplitAfterSeq(s, "\n") {
		rest, moved := strings.CutPrefix(part, was)
		blank := strings.TrimSpace(rest) == "" && strings.HasSuffix(part, "\n") // else it is the margin of what follows
		if at == n.Start || !moved || blank {
			rest = part
		} else {
			t.out.WriteString(is)
		}
		end := at + int32(len(part))
		if t.mapped {
			t.inner[k] = append(t.inner[k], line{end - int32(len(rest)), end, int32(t.out.Len())})
		}
		t.out.WriteString(rest)
		at = end
	}
}

// moved gives the tokens of a source map their new places.
func (t *text) moved(list []print.Token) []print.Token {
	var out []print.Token
	for _, m := range list {
		k, found := slices.BinarySearchFunc(t.new, m.Out, func(n tokens.Token, at int32) int { return int(n.Start - at) })
		if !found {
			k--
		}
		if k < 0 || k == len(t.new) || m.Out >= t.new[k].End {
			continue // of a gap
		}
		if t.inner[k] == nil {
			m.Out = t.places[k] + m.Out - t.new[k].Start
			out = append(out, m)
			continue
		}
		n := t.new[k]
		m = m.Moved(t.pieces[n.Known].Margin, t.inside[k], false)
		for _, l := range t.inner[k] {
			from, to := max(l.at, m.Out), min(l.end, m.Out+max(m.Copy, 1))
			if from >= to {
				continue
			}
			part := m
			part.Out = l.now + from - l.at
			if m.Copy > 0 {
				part.Copy = to - from
				part.Span = ast.Span{Start: m.Span.Start + from - m.Out, End: m.Span.Start + to - m.Out}
			}
			out = append(out, part)
		}
	}
	return out
}

// printedMargin is the margin of the printed line, whose first line begins elsewhere. The lines of
// copied text have the margins of the source until they are written.
func (t *text) printedMargin(at int32) string {
	begin := int32(strings.LastIndexByte(t.code[:at], '\n')) + 1
	if begin == 0 {
		return t.file.margin(t.start)
	}
	m := blanks(t.code[begin:at])
	k := sort.Search(len(t.new), func(k int) bool { return t.new[k].End > begin })
	if k == len(t.new) || t.new[k].Start >= begin || t.new[k].Kind != tokens.Opaque || !t.pieces[t.new[k].Known].Moved {
		return m
	}
	if rest, ok := strings.CutPrefix(m, t.pieces[t.new[k].Known].Margin); ok {
		return t.printedMargin(t.new[k].Start) + rest
	}
	return m
}

// marginOf is the white space with which the last line begins.
func marginOf(s string) string {
	return blanks(s[strings.LastIndexByte(s, '\n')+1:])
}

// blanks is the white space with which a line begins.
func blanks(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
