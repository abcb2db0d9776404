package restore

import (
	"slices"
	"strings"

	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
)

// choose chooses the text before each token, and at last the text after all.
func (t *text) choose() {
	t.gaps = t.mem.strings.Make(len(t.new) + 1)
	t.margins, t.inside = t.mem.strings.Make(len(t.new)), t.mem.strings.Make(len(t.new))
	t.blocks()
	cur := t.file.margin(t.start) // of the line that is being written
	t.gaps[0] = t.head()
	for k := range t.new {
		if k > 0 {
			t.gaps[k] = t.gap(k, cur)
		}
		if strings.IndexByte(t.gaps[k], '\n') >= 0 {
			cur = marginOf(t.gaps[k])
		}
		t.margins[k], t.inside[k] = cur, cur
		if n := t.new[k]; n.Kind == tokens.Opaque && t.pieces[n.Known].Moved && t.lo[k] >= 0 && strings.IndexByte(t.gaps[k], '\n') < 0 {
			// A comment may be on the line of the brace before.
			t.inside[k] = shift(t.pieces[n.Known].Was, t.file.margin(t.begin(k)), cur)
		}
		if n := t.new[k]; strings.IndexByte(t.code[n.Start:n.End], '\n') >= 0 {
			cur = t.marginAfter(k, t.inside[k])
		}
	}
	t.gaps[len(t.new)] = t.inLines(t.printedBefore(len(t.new)))
}

// head is the text before the first token.
func (t *text) head() string {
	printed := t.code[t.from:t.new[0].Start]
	if t.lo[0] != 0 || strings.TrimSpace(printed) != "" {
		return t.inLines(printed)
	}
	own := t.src[t.start:t.begin(0)]
	if strings.TrimSpace(own) != "" || strings.IndexByte(own, '\n') >= 0 {
		return t.inLines(printed)
	}
	return own
}

// openers lists, by token, the bracket that contains it or that it closes; -1: none.
func (m *memory) openers(list []tokens.Token) []int {
	open := m.ints.Make(len(list))
	var stack []int
	for i, t := range list {
		part := t.Kind == tokens.Literal && strings.HasPrefix(t.Key, "template ")
		open[i] = -1
		if len(stack) > 0 {
			open[i] = stack[len(stack)-1]
		}
		if (isCloser(t.Key) || part && t.Key[len("template ")] == '}') && len(stack) > 0 {
			stack = stack[:len(stack)-1]
		}
		if t.Key == "(" || t.Key == "[" || t.Key == "{" || part && strings.HasSuffix(t.Key, "${") {
			stack = append(stack, i)
		}
	}
	return open
}

// marginAfter is the margin of the line on which token k, which has several, ends if its lines
// are indented with the margin cur.
func (t *text) marginAfter(k int, cur string) string {
	n := t.new[k]
	s := t.code[n.Start:n.End]
	is := marginOf(s)
	if n.Kind == tokens.Opaque && t.pieces[n.Known].Moved {
		if rest, ok := strings.CutPrefix(is, t.pieces[n.Known].Margin); ok {
			return cur + rest
		}
	}
	return is
}

// inLines is printed text with the line ends of the source.
func (t *text) inLines(s string) string {
	if t.end == "\n" || t.end == "" || strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, t.end, "\n"), "\n", t.end)
}

// gap is the text between tokens k-1 and k.
func (t *text) gap(k int, cur string) string {
	printed := t.printedBefore(k)
	own, ok := t.own(k, printed)
	if !ok {
		if t.joined(k, printed) {
			return t.beside(k)
		}
		if g, ok := t.closing(k, printed); ok {
			return g
		}
		if t.endsParagraph(k, printed) {
			printed = "\n" + printed
		}
		return t.inLines(t.movedLines(k, t.styled(k, printed)))
	}
	if strings.IndexByte(own, '\n') < 0 {
		return own
	}
	if j := t.openNew[k]; t.first(k) == "}" && j >= 0 && strings.IndexByte(printed, '\n') < 0 && strings.IndexByte(t.gaps[j+1], '\n') < 0 && strings.TrimSpace(own) == "" {
		return printed // on one line, as its brace is
	}
	was, is, nested := t.around(k)
	switch {
	case nested:
		return t.shifted(own, was, is)
	case strings.IndexByte(printed, '\n') >= 0:
		return t.shifted(own, marginOf(own), marginOf(t.movedLines(k, printed)))
	}
	return t.shifted(own, t.file.margin(t.finish(k-1)), cur)
}

// endsParagraph reports whether an empty line follows token k-1 in the source, and the code
// from there up to token k, which is of the same block, was removed. Another paragraph still
// begins there.
func (t *text) endsParagraph(k int, printed string) bool {
	last, next := t.hi[k-1], t.lo[k]
	if printed == "" || strings.TrimSpace(printed) != "" || strings.Count(printed, "\n") != 1 || last < 0 || next <= last+1 || isCloser(t.first(k)) ||
		t.old[last].Key != ";" && t.old[last].Key != "}" {
		return false
	}
	in := t.openOld(last)
	if isCloser(t.old[last].Key) && in >= 0 {
		in = t.openOld(in)
	}
	removed := t.src[t.finish(k-1):t.old[last+1].Start]
	return in == t.openOld(next) && strings.TrimSpace(removed) == "" && strings.Count(removed, "\n") > 1
}

// closing is the line end before token k, if that closes a bracket after which a line begins,
// and has a line of its own in the source.
func (t *text) closing(k int, printed string) (string, bool) {
	j := t.openNew[k]
	if j < 0 || t.closeNew[j] != k || t.lo[j] < 0 || t.lo[k] < 1 || t.closeOld(t.lo[j]) != t.lo[k] ||
		strings.TrimSpace(printed) != "" || strings.IndexByte(t.gaps[j+1], '\n') < 0 || !t.maySplit(k) {
		return "", false
	}
	own := t.src[t.old[t.lo[k]-1].End:t.old[t.lo[k]].Start]
	if strings.TrimSpace(own) != "" || strings.IndexByte(own, '\n') < 0 {
		return "", false
	}
	was, is, _ := t.around(k)
	return t.shifted(own, was, is), true
}

// around returns the margin of the line of the bracket that contains token k, which is one of
// the source: in the source and in the output. It is nested if that is the same bracket.
func (t *text) around(k int) (was, is string, nested bool) {
	i, j := t.openOld(t.lo[k]), t.openNew[k]
	switch {
	case i < 0 && j < 0:
		return "", "", true
	case i < 0 || j < 0 || t.lo[j] != i:
		return "", "", false
	}
	return t.file.margin(t.old[headOf(t.old, t.openOld, i)].Start), t.margins[t.headOf(j)], true
}

// headOf returns the bracket whose line the lines in the bracket j of the output are indented from.
func (t *text) headOf(j int) int { return headOf(t.new, func(k int) int { return t.openNew[k] }, j) }

// headOf returns the parenthesis before a brace, which may have lines of its own, or else the bracket j.
//
//	if (a &&
//	    b) {
//	  c();
//	}
func headOf(list []tokens.Token, open func(int) int, j int) int {
	k := j - 1
	if k > 0 && list[k].Key == "=>" {
		k--
	}
	if list[j].Key != "{" || k < 0 || list[k].Key != ")" {
		return j
	}
	if k = open(k); k >= 0 {
		return k
	}
	return j
}

// movedLines gives the lines of printed text before token k the margin that they have relative
// to the line of the bracket that contains it.
func (t *text) movedLines(k int, printed string) string {
	j := t.openNew[k]
	if j < 0 || strings.IndexByte(printed, '\n') < 0 {
		return printed
	}
	j = t.headOf(j)
	return t.shifted(printed, t.printedMargin(t.new[j].Start), t.margins[j])
}

// own is the source's text there, if it may replace the printed text.
func (t *text) own(k int, printed string) (string, bool) {
	if t.hi[k-1] < 0 || t.lo[k] != t.hi[k-1]+1 || t.finish(k-1) > t.begin(k) || t.gone[t.openOld(t.lo[k])] {
		return "", false
	}
	own := t.src[t.finish(k-1):t.begin(k)]
	if own == printed {
		return own, true
	}
	if isInfixSign(t.new, k-1) != isInfixSign(t.old, t.hi[k-1]) {
		return "", false // x - 1 in the place of x + -1
	}
	isLine, wasLine := strings.IndexByte(printed, '\n') >= 0, strings.ContainsAny(own, "\r\n\u2028\u2029")
	if wasLine && !isLine && !t.maySplit(k) || isLine && !wasLine && !t.mayJoin(k) {
		return "", false
	}
	if isLine && !wasLine && !t.mayJoinIn(k) {
		return "", false
	}
	notes := t.notesIn(t.finish(k-1), t.begin(k))
	_, said := tokens.ScanApart(printed, ast.Span{End: int32(len(printed))}, nil, nil, nil)
	for _, c := range said {
		key := tokens.CommentKey(printed[c.Start:c.End])
		i := slices.IndexFunc(notes, func(o tokens.Token) bool { return t.keyOf(o) == key })
		if i < 0 {
			return "", false
		}
		notes = slices.Delete(notes, i, i+1)
	}
	for _, c := range notes {
		if key := t.keyOf(c); t.leftOf(key) <= 0 || isAnnotation(key) && !t.sameCall(k) || !t.belongs(c, k) {
			return "", false
		}
	}
	for _, c := range notes {
		t.left[t.keyOf(c)]--
		t.kept[c.Start] = true
	}
	return own, true
}

// isInfixSign reports whether a token is a plus or minus between two operands.
func isInfixSign(list []tokens.Token, i int) bool {
	if key := list[i].Key; key != "+" && key != "-" || i == 0 {
		return false
	}
	switch before := list[i-1]; before.Kind {
	case tokens.Literal, tokens.Opaque:
		return true
	case tokens.Word:
		return !isKeyword(before.Key)
	default:
		return isCloser(before.Key) || before.Key == "++" || before.Key == "--"
	}
}

// belongs reports whether the code that a comment before token k is about is still present.
func (t *text) belongs(c tokens.Token, k int) bool {
	if strings.IndexByte(t.src[t.finish(k-1):c.Start], '\n') < 0 {
		return t.stays(t.hi[k-1])
	}
	return isCloser(t.first(k)) || t.stays(t.lo[k])
}

// notesIn are the comments between two offsets of the source.
func (t *text) notesIn(from, to int32) []tokens.Token {
	i, _ := slices.BinarySearchFunc(t.oldComments, from, func(c tokens.Token, at int32) int { return int(c.Start - at) })
	var list []tokens.Token
	for ; i < len(t.oldComments) && t.oldComments[i].End <= to; i++ {
		list = append(list, t.oldComments[i])
	}
	return list
}

// isAnnotation reports whether a comment describes the effects of a call to other tools.
func isAnnotation(text string) bool {
	return strings.Contains(text, "__PURE__") || strings.Contains(text, "__NO_SIDE_EFFECTS__") || strings.Contains(text, "__INLINE__")
}

// maxCall bounds how many tokens of a call are compared.
const maxCall = 200

// sameCall reports whether the tokens from token k up to the end of the call are those that the
// source has there.
func (t *text) sameCall(k int) bool {
	depth, called := 0, false
	for i := k; i < min(len(t.new), k+maxCall); i++ {
		if i > k && t.lo[i] != t.hi[i-1]+1 {
			return false
		}
		if called && t.new[i].Key != "(" && t.new[i].Key != "[" && t.new[i].Key != "." && t.new[i].Kind != tokens.Literal {
			return true
		}
		switch t.new[i].Key {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
			called = called || depth == 0 && t.new[i].Key == ")"
		}
	}
	return false
}

// maySplit reports whether a line may begin before token k where none was printed. After some
// words it would end a statement.
func (t *text) maySplit(k int) bool {
	switch t.first(k) {
	case "=>", "++", "--":
		return false
	}
	switch t.last(k - 1) {
	case "return", "throw", "break", "continue", "yield", "async", "let", "get", "set", "static", "accessor", "of", "using", "await", "import", "export", "type":
		return false
	}
	return true
}

// mayJoin reports whether no line need begin before token k although it was printed so. An
// omitted semicolon may depend on it.
func (t *text) mayJoin(k int) bool {
	last := t.last(k - 1)
	if !t.noSemi && (t.new[k-1].Kind != tokens.Opaque || last == ";" || last == "}") {
		return true
	}
	switch last {
	case ";", "{", ",", "(", "[", ":":
		return true
	}
	switch t.first(k) {
	case "}", ")", "]", ",", ";":
		return true
	}
	return false
}

// first and last are the texts with which token k begins and ends.
func (t *text) first(k int) string {
	if t.lo[k] >= 0 {
		return t.old[t.lo[k]].Key
	}
	if n := t.new[k]; n.Kind != tokens.Opaque {
		return n.Key
	}
	return ""
}

func (t *text) last(k int) string {
	if t.hi[k] >= 0 {
		return t.old[t.hi[k]].Key
	}
	if n := t.new[k]; n.Kind != tokens.Opaque {
		return n.Key
	}
	return ""
}

// shifted moves the lines of a gap of the source from after a line with the margin was to after
// a line with the margin is.
func (t *text) shifted(own, was, is string) string {
	if was == is || strings.IndexByte(own, '\n') < 0 {
		return own
	}
	lines := strings.SplitAfter(own, "\n")
	for i, line := range lines[1:] {
		m := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		rest := line[len(m):]
		if strings.TrimRight(rest, "\r\n") == "" && i+2 < len(lines) {
			continue // an empty line
		}
		lines[i+1] = shift(m, was, is) + rest
	}
	return strings.Join(lines, "")
}

// shift is the margin of a line that differs from is as m differs from was.
func shift(m, was, is string) string {
	if more, ok := strings.CutPrefix(m, was); ok {
		return is + more
	}
	if less, ok := strings.CutPrefix(was, m); ok {
		if rest, ok := strings.CutSuffix(is, less); ok {
			return rest
		}
		return is[:max(0, len(is)-len(less))]
	}
	return m
}
