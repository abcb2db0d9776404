package restore

import (
	"strings"

	"github.com/sonjs/son/parse/tokens"
)

// putBack puts comments whose code is there next to it, where the code on their other side
// is not what it was: those at the end of a line behind that line, those on lines of their
// own before what follows them, others between tokens before the next one.
func (t *text) putBack() {
	done := -1
	for _, k := range t.pairs {
		for i, next := range []int{t.lo[k], t.hi[k] + 1, t.hi[k] + 2} {
			if i == 2 && (next > len(t.old) || t.old[next-1].Key != "," || t.paired(next-1)) {
				continue // what is behind a comma that has gone is about what stands before it
			}
			if next > done {
				t.putBackIn(next)
				done = next
			}
		}
	}
}

// putBackIn does so with the comments before token next of old.
func (t *text) putBackIn(next int) {
	from, to := int32(0), int32(len(t.src))
	if next > 0 {
		from = t.old[next-1].End
	}
	if next < len(t.old) {
		to = t.old[next].Start
	}
	for _, c := range t.notesIn(from, to) {
		if t.leftOf(c.Key) <= 0 || isAnnotation(c.Key) {
			continue
		}
		before := t.src[:c.Start]
		line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
		rest, _, _ := strings.Cut(t.src[c.End:], "\n")
		done := false
		switch {
		case line == "" && next < len(t.old) && !isCloser(t.old[next].Key):
			done = t.above(next, c)
		case line == "":
			last := next - 1
			for last >= 0 && !t.paired(last) && isCloser(t.old[last].Key) {
				last--
			}
			done = t.stays(last) && t.above(next, c)
		case strings.TrimSpace(rest) == "":
			last := next - 1
			if last > 0 && t.old[last].Key == "," && !t.paired(last) {
				last--
			}
			done = t.stays(last) && t.atEnd(last, c)
		default:
			done = t.between(next, c)
		}
		if done {
			t.left[c.Key]--
		}
	}
}

func isCloser(key string) bool { return key == "}" || key == ")" || key == "]" }

// stays reports whether token i of old and most of its line are still there.
func (t *text) stays(i int) bool {
	if i < 0 || i >= len(t.old) || !t.paired(i) {
		return false
	}
	all, same := 0, 0
	count := func(k int) bool {
		if k < 0 || k >= len(t.old) || t.file.lines[t.base+k] != t.file.lines[t.base+i] || all > maxCall {
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
		return false // it is another one that has gone, of the same words
	}
	if strings.IndexByte(g, '\n') < 0 {
		if !t.maySplit(k) {
			return false
		}
		m := t.end + margin(t.src, c.Start)
		t.gaps[k] = strings.TrimRight(g, " ") + m + text + m
		return true
	}
	m := marginOf(g)
	own := shift(margin(t.src, c.Start), margin(t.src, t.old[i].Start), m)
	t.gaps[k] = g[:len(g)-len(m)] + own + t.shifted(text, margin(t.src, c.Start), own) + t.end + m
	return true
}

// atEnd puts a comment behind the line that token i of old ends.
func (t *text) atEnd(i int, c tokens.Token) bool {
	k := t.behind(i)
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

// between puts a comment between two tokens of a line, the second of which is token i of
// old. Before a comma or a bracket it is about what stands before it.
func (t *text) between(i int, c tokens.Token) bool {
	if i >= len(t.old) || !t.paired(i) || t.before(i) <= 0 || !strings.HasPrefix(c.Key, "/*") || strings.IndexByte(t.src[c.Start:c.End], '\n') >= 0 {
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
