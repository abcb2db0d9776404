package restore

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/sonjs/son/internal/tokens"
)

// putBack puts comments whose code is still there next to it, where the code on their other
// side changed: those at the end of a line after that line, those on lines of their own before
// the code that follows them, others between tokens before the next one.
func (t *text) putBack() {
	done := -1
	for _, k := range t.pairs {
		for i, next := range []int{t.lo[k], t.hi[k] + 1, t.hi[k] + 2} {
			if i == 2 && (next > len(t.old) || t.old[next-1].Key != "," || t.paired(next-1)) {
				continue // a comment after a removed comma is about the code before it
			}
			if next > done {
				t.putBackIn(next)
				done = next
			}
		}
		next := t.hi[k] + 1
		for next < len(t.old) && isBorder(t.old[next].Key) && !t.paired(next) {
			next++ // it begins a block that was dissolved
		}
		if next > done && next < len(t.old) && !t.paired(next) {
			t.putBackIn(next)
			done = next
		}
	}
}

// putBackIn does that with the comments before token next of old.
func (t *text) putBackIn(next int) {
	from, to := int32(0), int32(len(t.src))
	if next > 0 {
		from = t.old[next-1].End
	}
	if next < len(t.old) {
		to = t.old[next].Start
	}
	var ofBody []tokens.Token
	for _, c := range t.notesIn(from, to) {
		key := t.keyOf(c)
		if t.leftOf(key) <= 0 || t.kept[c.Start] || isAnnotation(key) || t.isCopied(c) {
			continue
		}
		line := strings.TrimSpace(t.file.lineTo(c.Start))
		rest := strings.TrimLeftFunc(t.src[c.End:], func(r rune) bool { return r != '\n' && unicode.IsSpace(r) })
		done := false
		switch {
		case line == "" && next < len(t.old) && !isCloser(t.old[next].Key):
			done = t.above(next, c) || t.aboveOperand(next, c)
			if !done {
				ofBody = append(ofBody, c)
			}
		case line == "":
			last := next - 1
			for last >= 0 && !t.paired(last) && isCloser(t.old[last].Key) {
				last--
			}
			done = t.stays(last) && t.above(next, c)
		case rest == "" || rest[0] == '\n':
			last := next - 1
			if last > 0 && t.old[last].Key == "," && !t.paired(last) {
				last--
			}
			done = t.stays(last) && t.atEnd(last, c)
		default:
			done = t.between(next, c)
		}
		if done {
			t.left[key]--
		}
	}
	for _, c := range slices.Backward(ofBody) { // each goes above the later ones
		if t.aboveBody(next, c) {
			t.left[t.keyOf(c)]--
		}
	}
}

// aboveOperand puts a comment on a line before an operator, token i of old, that was removed
// with its first operand above the second one.
func (t *text) aboveOperand(i int, c tokens.Token) bool {
	switch t.old[i].Key {
	case "&&", "||", "??":
	default:
		return false
	}
	if t.paired(i) || i == 0 || i+1 == len(t.old) {
		return false
	}
	if t.old[i-1].Key == t.old[i+1].Key && t.paired(i-1) { // x && x.y: one x is like the other
		return t.above(i-1, c)
	}
	return !t.paired(i-1) && t.above(i+1, c)
}

// beforeElse puts the comments above an if that has become part of an else above the else.
func (t *text) beforeElse() {
	for k := 1; k < len(t.new); k++ {
		if t.first(k) != "if" || t.new[k-1].Key != "else" || t.hi[k-1] >= 0 && t.lo[k] == t.hi[k-1]+1 {
			continue
		}
		g := t.gaps[k]
		if strings.IndexByte(g, '\n') < 0 || strings.TrimSpace(t.gaps[k-1]) != "" {
			continue
		}
		if strings.TrimSpace(g) != "" {
			t.gaps[k-1], t.gaps[k] = g, " "
			continue
		}
		if notes := t.notesOf(k); notes > 0 && t.pieces[t.new[k].Known].Moved {
			n := &t.new[k]
			was, is := t.pieces[n.Known].Margin, t.margins[k-1]
			text := strings.TrimRight(t.code[n.Start:n.Start+notes], " \t\r\n")
			t.gaps[k-1], t.gaps[k] = t.end+is+t.shifted(text, was, is)+t.end+is, " "
			n.Start += notes
			t.margins[k], t.inside[k] = is, is
		}
	}
}

// notesOf is the length of the comments with which token k, a copied text, begins.
func (t *text) notesOf(k int) int32 {
	n := t.new[k]
	if n.Kind != tokens.Opaque || t.code[n.Start] != '/' {
		return 0
	}
	return int32(tokens.LeadingComments(t.code[n.Start:n.End]))
}

// isBorder reports whether a token is between the statements of two blocks.
func isBorder(key string) bool { return key == "{" || key == "}" || key == "else" }

// isCondition reports whether a token ends a condition that it continues.
func isCondition(key string) bool { return key == "||" || key == "&&" || key == "??" || key == "?" }

func isCloser(key string) bool { return key == "}" || key == ")" || key == "]" }

// stays reports whether token i of old and most of its line are still present.
func (t *text) stays(i int) bool {
	if i < 0 || i >= len(t.old) || !t.paired(i) {
		return false
	}
	all, same := 0, 0
	count := func(k int) bool {
		if k < 0 || k >= len(t.old) || t.lines[k] != t.lines[i] || all > maxCall {
			return false
		}
		all++
		if t.paired(k) {
			same++
		}
		return true
	}
	for k := i; count(k); k-- {
	}
	for k := i + 1; count(k); k++ {
	}
	return 2*same >= all
}

// above puts a comment on a line before token i of old.
func (t *text) above(i int, c tokens.Token) bool {
	if !t.stays(i) || t.before(i) <= 0 {
		return false
	}
	k := t.before(i)
	g := t.gaps[k]
	text := t.src[c.Start:c.End]
	if strings.Contains(g, text) {
		return false // it is another token with the same text that was removed
	}
	if strings.IndexByte(g, '\n') < 0 {
		if !t.maySplit(k) {
			return false
		}
		m := t.end + t.file.margin(c.Start)
		t.gaps[k] = strings.TrimRight(g, " ") + m + text + m
		return true
	}
	m := marginOf(g)
	own := m
	if t.old[i].Start > c.Start {
		own = shift(t.file.margin(c.Start), t.file.margin(t.old[i].Start), m)
	}
	t.gaps[k] = g[:len(g)-len(m)] + own + t.shifted(text, t.file.margin(c.Start), own) + t.end + m
	return true
}

// aboveBody puts a comment on a line before the if that token i of old begins above the
// statements of the if's block, where only those are left.
func (t *text) aboveBody(i int, c tokens.Token) bool {
	for t.old[i].Key == "if" && !t.paired(i) && t.old[i+1].Key == "(" {
		body := t.closeOld(i+1) + 1
		if body == 0 || body+1 >= len(t.old) {
			return false
		}
		if t.old[body].Key == "{" && !t.paired(body) {
			body++
		}
		i = body
	}
	k := t.before(i)
	if k <= 0 || !t.stays(i) {
		return false
	}
	g := t.gaps[k]
	at := strings.IndexByte(g, '\n')
	if at < 0 {
		return false
	}
	if at > 0 && g[at-1] == '\r' {
		at--
	}
	m := marginOf(g)
	t.gaps[k] = g[:at] + t.end + m + t.shifted(t.src[c.Start:c.End], t.file.margin(c.Start), m) + g[at:]
	return true
}

// isCopied reports whether a comment is part of copied text.
func (t *text) isCopied(c tokens.Token) bool {
	j := sort.Search(len(t.copies), func(j int) bool { return t.copy(j).Start > c.Start }) - 1
	return j >= 0 && t.copy(j).End >= c.End || t.isElsewhere(c)
}

// isElsewhere reports whether it is part of text that was copied to another place.
func (t *text) isElsewhere(c tokens.Token) bool {
	j := sort.Search(len(t.elsewhere), func(j int) bool { return t.elsewhere[j].Start > c.Start }) - 1
	return j >= 0 && t.elsewhere[j].End >= c.End
}

// atEnd puts a comment after the line that token i of old ends.
func (t *text) atEnd(i int, c tokens.Token) bool {
	k := t.after(i)
	if k < 0 {
		return false
	}
	if k+1 < len(t.new) && t.gaps[k+1] == "" && (t.new[k+1].Key == "," || t.new[k+1].Key == ";") {
		k++
	}
	g := t.gaps[k+1]
	text := t.src[c.Start:c.End]
	blank := t.src[t.old[i].End:c.Start]
	if strings.Trim(blank, " \t") != "" || blank == "" {
		blank = " "
	}
	at := strings.IndexByte(g, '\n')
	switch {
	case at >= 0 && strings.TrimSpace(g[:at]) == "":
		t.gaps[k+1] = blank + text + g
	case at < 0 && strings.HasPrefix(text, "/*") && strings.IndexByte(text, '\n') < 0:
		t.gaps[k+1] = blank + text + g
	default:
		return false
	}
	return true
}

// between puts a comment between two tokens of a line, the second of which is token i of old.
// Before a comma or a bracket, ||, && or ? it is about the code before it.
func (t *text) between(i int, c tokens.Token) bool {
	if i >= len(t.old) || !strings.HasPrefix(t.src[c.Start:], "/*") || strings.IndexByte(t.src[c.Start:c.End], '\n') >= 0 {
		return false
	}
	if i > 0 && isCondition(t.old[i].Key) {
		k := t.after(i - 1)
		if k < 0 || k+1 == len(t.new) {
			return false
		}
		t.gaps[k+1] = t.src[t.old[i-1].End:c.End] + t.gaps[k+1]
		return true
	}
	if !t.paired(i) || t.before(i) <= 0 {
		return false
	}
	if key := t.old[i].Key; (key == "," || key == ";" || isCloser(key)) && (i == 0 || !t.paired(i-1)) {
		return false
	}
	k := t.before(i)
	text := t.src[c.Start:c.End] + t.src[c.End:t.old[i].Start]
	if g := t.gaps[k]; !strings.HasSuffix(g, " ") && strings.HasSuffix(t.src[:c.Start], " ") {
		text = " " + text
	}
	t.gaps[k] += text
	return true
}
