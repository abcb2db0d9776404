package restore

import (
	"strings"
	"unicode/utf8"

	"github.com/sonjs/son/internal/tokens"
)

// A line that optimization made too long is broken: the statement of an if gets a line of its own, elements and
// arguments get one each, and operands as few as hold them. Lines of the author are not touched, and may set a larger
// limit; who writes many long lines gets long ones.

// widest is how many characters a line may have, if the author has none that is longer, and manyWide that of so many
// lines one is longer where an author does not break them.
const (
	widest   = 120
	manyWide = 100
)

// breaks reports whether the author of a file breaks long lines.
func (f *File) breaks() bool {
	wide, empty := 0, 0
	for i, at := range f.starts {
		end := len(f.text)
		if i+1 < len(f.starts) {
			end = f.starts[i+1]
		}
		switch n := end - at; {
		case n > widest:
			wide++
		case n <= len("\n"):
			empty++
		}
	}
	return wide*manyWide <= len(f.starts)-empty || len(f.starts) < manyWide
}

// deepestWrap bounds how deep brackets in brackets are broken.
const deepestWrap = 8

// wrap breaks the lines that are too long.
func (t *text) wrap() {
	if t.tight || t.dense || !t.file.breaksLines() {
		return
	}
	w := wrapper{text: t, limit: widest}
	for line := range strings.SplitSeq(t.src[t.old[0].Start:t.old[len(t.old)-1].End], "\n") {
		w.limit = max(w.limit, utf8.RuneCountInString(line))
	}
	begin, margin := 0, t.file.margin(t.start)
	column := utf8.RuneCountInString(margin) // what is before the text on its line may be gone
	for k := 1; k <= len(t.new); k++ {
		lines := strings.IndexByte(t.gaps[k], '\n') >= 0
		if !lines && k < len(t.new) {
			continue
		}
		if w.isChanged(begin, k) {
			w.unit = w.unitAt(begin, margin)
			w.line(begin, k, margin, column, 0)
		}
		begin = k
		if lines {
			margin = marginOf(t.gaps[k])
			column = utf8.RuneCountInString(margin)
		}
	}
}

// unitAt returns by what a line that begins with token k, a statement, is indented more than the block around it.
func (t *text) unitAt(k int, margin string) string {
	if j := t.openNew[k]; j >= 0 && t.new[j].Key == "{" && isStatementEnd(t.new[k-1].Key) {
		if more, ok := strings.CutPrefix(margin, t.margins[t.headOf(j)]); ok && more != "" {
			return more
		}
	}
	return t.file.unit()
}

func isStatementEnd(key string) bool { return key == ";" || key == "{" || key == "}" }

// wrapper breaks lines.
type wrapper struct {
	*text
	limit int
	unit  string // of indentation
}

// isChanged reports whether a line, the tokens from a up to b, is not one of the author's, and may be broken: it has no
// comment, no token of several lines, and not several statements.
func (w *wrapper) isChanged(a, b int) bool {
	changed := false
	for k := a; k < b; k++ {
		if n := w.new[k]; strings.IndexByte(w.code[n.Start:n.End], '\n') >= 0 || k > a && strings.TrimSpace(w.gaps[k]) != "" {
			return false
		}
		if w.new[k].Key == ";" && k < b-1 {
			if head := w.openNew[k]; head < 1 || w.new[head-1].Key != "for" {
				return false
			}
		}
		changed = changed || w.lo[k] < 0 || k > a && w.lo[k] != w.hi[k-1]+1
	}
	return changed
}

// width is how many characters the tokens from a up to b have on one line.
func (w *wrapper) width(a, b int) int {
	n := 0
	for k := a; k < b; k++ {
		if k > a {
			n += len(w.gaps[k])
		}
		n += utf8.RuneCountInString(w.code[w.new[k].Start:w.new[k].End])
	}
	return n
}

// line breaks the tokens from a up to b, which begin at a column of a line with a margin, if they are too many.
func (w *wrapper) line(a, b int, margin string, column, depth int) {
	if a >= b || depth > deepestWrap || column+w.width(a, b) <= w.limit {
		return
	}
	inner := margin + w.unit
	if k := w.controlled(a, b); k > 0 {
		w.breakAt(k, inner)
		w.line(a, k, margin, column, depth+1)
		w.line(k, b, inner, len(inner), depth+1)
		return
	}
	level, from := w.lowest(a, b)
	if j := w.list(a, b); j >= 0 && (level == 0 || w.depth(a, j) < w.depth(a, from)) {
		w.elements(j, margin, inner, depth)
		if end := w.closeNew[j]; end < b {
			w.line(end, b, margin, len(margin), depth+1)
		}
		return
	}
	if level > 0 {
		w.operands(a, b, level, from, inner, column, depth)
	}
}

// breakAt begins a line with token k.
func (w *wrapper) breakAt(k int, margin string) { w.gaps[k] = w.inLines("\n" + margin) }

// controlled returns the first token of the statement of an if or a loop, all of which is between a and b; 0 if there is
// none, or it is a block.
func (w *wrapper) controlled(a, b int) int {
	if a = w.head(a, b); a < 0 {
		return 0
	}
	end := w.closeNew[a+1]
	if end < 0 || end+1 >= b || w.new[end+1].Key == "{" {
		return 0
	}
	for k := end + 1; k < b; k++ {
		if w.new[k].Key == "else" {
			return 0
		}
	}
	return end + 1
}

// head returns the keyword of a line that begins with that of an if or a loop, after `} else` or not; -1: there is none.
func (w *wrapper) head(a, b int) int {
	if w.new[a].Key == "}" && a+1 < b {
		a++
	}
	if w.new[a].Key == "else" && a+1 < b {
		a++
	}
	switch w.new[a].Key {
	case "if", "for", "while":
		if a+1 < b && w.new[a+1].Key == "(" {
			return a
		}
	}
	return -1
}

// depth is how many brackets around token k begin at or after token a.
func (w *wrapper) depth(a, k int) int {
	d := 0
	if isCloser(w.new[k].Key) && w.openNew[k] >= 0 {
		k = w.openNew[k]
	}
	for j := w.openNew[k]; j >= a; j = w.openNew[j] {
		d++
	}
	return d
}

// inTemplate reports whether token k is in a template that begins at or after token a.
func (w *wrapper) inTemplate(a, k int) bool {
	for j := w.openNew[k]; j >= a; j = w.openNew[j] {
		if w.new[j].Kind == tokens.Literal {
			return true
		}
	}
	return false
}

// list returns the bracket, of those in the fewest others, that begins the longest list of arguments, elements or
// properties between a and b; -1: none.
func (w *wrapper) list(a, b int) int {
	best, least, size := -1, 0, 0
	for j := a; j < b; j++ {
		end := w.closeNew[j]
		if end < 0 || end >= b || !w.isList(j) || w.inTemplate(a, j) {
			continue
		}
		d, n := w.depth(a, j), w.width(j, end)
		if best < 0 || d < least || d == least && n > size {
			best, least, size = j, d, n
		}
	}
	return best
}

// commas counts those right in the bracket that token j opens; -1: it has statements.
func (w *wrapper) commas(j int) (n int) {
	for k := j + 1; k < w.closeNew[j]; k++ {
		if w.openNew[k] == j {
			switch w.new[k].Key {
			case ",":
				n++
			case ";":
				return -1
			}
		}
	}
	return n
}

// isList reports whether token j begins a list of several arguments, elements or properties.
func (w *wrapper) isList(j int) bool {
	if j == 0 || w.commas(j) <= 0 {
		return false
	}
	end := w.closeNew[j]
	next := ""
	if end+1 < len(w.new) {
		next = w.new[end+1].Key
	}
	before := w.new[j-1]
	value := before.Kind == tokens.Word && !isKeyword(before.Key) || before.Key == "super" || before.Key == ")" || before.Key == "]"
	switch w.new[j].Key {
	case "(":
		return value && next != "{" && next != "=>" && !(j >= 2 && w.new[j-2].Key == "function")
	case "[":
		return !value && before.Kind != tokens.Literal && next != "=" && next != "of"
	}
	switch before.Key {
	case "(", ",", "=", ":", "?", "[", "return":
		return next != "=" && next != "of"
	}
	return false
}

// fewElements is how many elements of a list may have a line each.
const fewElements = 8

// elements gives each element of a list a line, or those of a long one as few lines as hold them.
func (w *wrapper) elements(j int, margin, inner string, depth int) {
	end, from := w.closeNew[j], j+1
	w.breakAt(end, margin)
	if w.commas(j) >= fewElements {
		w.breakAt(from, inner)
		w.operands(from, end, ofItems, from, inner, len(inner), depth)
		return
	}
	for k := j + 1; k <= end; k++ {
		if k != end && (w.openNew[k] != j || w.new[k].Key != ",") {
			continue
		}
		to := k
		if k != end {
			to++ // the comma
		}
		if from < to {
			w.breakAt(from, inner)
			w.line(from, to, inner, len(inner), depth+1)
		}
		from = to
	}
}

// The levels of the elements of a list, of the parts of a declaration or of the head of a for loop, and of ?:.
const (
	ofItems  = 7
	ofParts  = 6
	ofChoice = 5
)

// level is how loosely the operator of token k binds, at which a line that begins with token a may be broken; 0: none.
func (w *wrapper) level(a, k int) int {
	switch w.new[k].Key {
	case ",":
		if j := w.openNew[k]; j == w.openNew[a] || j >= a && w.isSequence(j) {
			return ofParts
		}
	case ";":
		if w.new[a].Key == "for" && w.openNew[k] == a+1 {
			return ofParts
		}
	case "?":
		return ofChoice
	case "||", "??":
		return 4
	case "&&":
		return 3
	case "+", "-":
		if isInfixSign(w.new, k) {
			return 2
		}
	case "*":
		return 1
	}
	return 0
}

// isSequence reports whether token j is a parenthesis around expressions of which the last one counts.
func (w *wrapper) isSequence(j int) bool {
	if end := w.closeNew[j]; w.new[j].Key != "(" || end < 0 || w.isList(j) || j > 0 && w.new[j-1].Key == "function" {
		return false
	} else if end+1 < len(w.new) {
		return w.new[end+1].Key != "=>" && w.new[end+1].Key != "{"
	}
	return true
}

// lowest returns the level of the operators between a and b that are in the fewest brackets, and of these bind the
// least, and the first one of them.
func (w *wrapper) lowest(a, b int) (level, first int) {
	least := 0
	for k := a + 1; k < b-1; k++ {
		n := w.level(a, k)
		if n == 0 || w.new[k].Kind != tokens.Punctuation || w.inTemplate(a, k) {
			continue
		}
		if d := w.depth(a, k); level == 0 || d < least || d == least && n > level {
			level, first, least = n, k, d
		}
	}
	return level, first
}

// operands breaks an expression at operators of a level, in the brackets of token from, and what is still too long.
func (w *wrapper) operands(a, b, level, from int, inner string, column, depth int) {
	if w.head(a, b) >= 0 {
		inner += w.unit // apart from the statements of the body
	}
	choices := 0
	for k := a; k < b; k++ {
		if w.openNew[k] == w.openNew[from] && w.new[k].Key == "?" {
			choices++
		}
	}
	begin, last := a, 0 // of the line, and the last place where it may end
	for k := a + 1; k < b; k++ {
		if last > begin && (column+w.width(begin, k+1) > w.limit || level == ofChoice) {
			w.line(begin, last, inner[:len(inner)-len(w.unit)], column, depth+1)
			w.breakAt(last, inner)
			begin, column = last, len(inner)
		}
		if w.openNew[k] != w.openNew[from] || k+1 >= b {
			continue
		}
		switch {
		case level == ofChoice && (w.new[k].Key == "?" && choices == 1 || w.new[k].Key == ":" && k > from):
			last = k // one of several choices has a line
		case level == ofItems && w.new[k].Key == ",", level < ofItems && level != ofChoice && w.level(a, k) == level:
			last = k + 1
		}
	}
	if begin > a {
		w.line(begin, b, inner, column, depth+1)
	}
}
