package restore

import (
	"strings"

	"github.com/sonjs/son/internal/tokens"
)

// A block or an object that is on one line in the source stays on one line unless it has grown
// much.

// more is how much longer than in the source a block on one line may be, and short is a length
// that is always allowed.
const (
	more  = 20
	short = 80
)

// blocks finds those that should be on one line, by their opening brace in new.
func (t *text) blocks() {
	t.oneLine = t.mem.layouts.Make(len(t.new))
	sizes := t.mem.ints.Make(len(t.new) + 1) // length of the text before a token, if all is on one line
	breaks := t.mem.ints.Make(len(t.new) + 1)
	for k, n := range t.new {
		sizes[k+1] = sizes[k] + int(n.End-n.Start) + 1
		breaks[k+1] = breaks[k]
		if strings.IndexByte(t.code[n.Start:n.End], '\n') >= 0 {
			breaks[k+1]++
		} else if k > 0 {
			if g := t.printedBefore(k); strings.Contains(g, "//") || strings.IndexByte(g, '\n') >= 0 && (strings.TrimSpace(g) != "" || !t.mayJoin(k)) {
				breaks[k+1]++
			}
		}
	}
	if body := strings.TrimSpace(t.src[t.old[0].Start:t.old[len(t.old)-1].End]); strings.IndexByte(body, '\n') < 0 {
		t.wholeLine = no
		if breaks[len(t.new)] == 0 && sizes[len(t.new)] <= max(len(body)+more, short) {
			t.wholeLine = yes
		}
	}
	for k, n := range t.new {
		if n.Key != "{" || n.Kind != tokens.Punctuation || t.lo[k] < 0 || t.closeNew[k] < 0 {
			continue
		}
		i := t.lo[k]
		end := t.closeOld(i)
		if end < 0 {
			continue
		}
		body := t.src[t.old[i].Start:t.old[end].End]
		if strings.IndexByte(body, '\n') >= 0 {
			continue
		}
		t.oneLine[k] = no
		if size := sizes[t.closeNew[k]+1] - sizes[k]; breaks[t.closeNew[k]+1] == breaks[k+1] && size <= max(len(body)+more, short) {
			t.oneLine[k] = yes
		}
	}
	t.innermost = t.mem.layouts.Make(len(t.new))
	for k := range t.new {
		switch {
		case t.oneLine[k] != unknown:
			t.innermost[k] = t.oneLine[k]
		case t.openNew[k] >= 0:
			t.innermost[k] = t.innermost[t.openNew[k]]
		default:
			t.innermost[k] = t.wholeLine
		}
	}
}

// The layout of an opening brace in the source.
const (
	unknown int8 = iota // the source has it on several lines, or not at all
	no
	yes
)

// closers lists, by opening bracket, the one that closes it; -1: none, or it is no bracket.
func (m *memory) closers(list []tokens.Token, open []int) []int {
	out := m.none(len(list))
	for i, t := range list {
		part := t.Kind == tokens.Literal && strings.HasPrefix(t.Key, "template }")
		if open[i] >= 0 && (isCloser(t.Key) || part) {
			out[open[i]] = i
		}
	}
	return out
}

// mayJoinIn reports whether token k, which was printed at the beginning of a line, may be on
// that of the token before as in the source.
func (t *text) mayJoinIn(k int) bool {
	j := t.openNew[k]
	if j < 0 {
		return t.openOld(t.lo[k]) < 0 && t.wholeLine != no
	}
	if t.lo[j] < 0 || t.openOld(t.lo[k]) != t.lo[j] {
		return false
	}
	return t.oneLine[j] != no
}

// joined reports whether token k, which was printed at the beginning of a line, is in a block
// on one line, or in text without lines.
func (t *text) joined(k int, printed string) bool {
	if strings.TrimSpace(printed) != "" || strings.IndexByte(printed, '\n') < 0 {
		return false
	}
	if t.dense {
		return t.mayJoin(k)
	}
	if j := t.openNew[k]; j >= 0 {
		return t.innermost[j] == yes
	}
	return t.wholeLine == yes
}

// beside is the text before token k in place of a line end.
func (t *text) beside(k int) string {
	if t.tight && (t.last(k-1) == ";" || t.last(k-1) == "{" || t.last(k-1) == "}" || t.first(k) == "}") {
		return ""
	}
	return " "
}
