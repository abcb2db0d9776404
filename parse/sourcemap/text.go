package sourcemap

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// bom is the byte order mark.
const bom = "\uFEFF"

// text converts byte offsets of a string to lines and columns and back.
type text struct {
	s      string
	starts []int32 // of the lines
	// wide are the characters that take fewer units than bytes, each with the
	// number of excess bytes up to its end.
	wide []wideChar
}

type wideChar struct{ end, extra int32 }

func newText(s string) *text {
	t := &text{s: s, starts: []int32{0}}
	i := 0
	if strings.HasPrefix(s, bom) {
		i = len(bom)
		t.starts[0] = int32(i)
	}
	extra := int32(0)
	for i < len(s) {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			if c == '\n' || c == '\r' && (i == len(s) || s[i] != '\n') {
				t.starts = append(t.starts, int32(i))
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if units := runeUnits(r); units != n {
			extra += int32(n - units)
			t.wide = append(t.wide, wideChar{int32(i), extra})
		}
		if r == '\u2028' || r == '\u2029' {
			t.starts = append(t.starts, int32(i))
		}
	}
	return t
}

// runeUnits returns how many UTF-16 units a character takes.
func runeUnits(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// Units returns how many UTF-16 units a text takes.
func Units(s string) (n int32) {
	for _, r := range s {
		n += int32(runeUnits(r))
	}
	return n
}

// lineAt returns the line of an offset.
func (t *text) lineAt(at int32) int32 {
	i := sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > at })
	return int32(max(i-1, 0))
}

// extra returns how many more bytes than units there are before an offset.
func (t *text) extra(at int32) int32 {
	i := sort.Search(len(t.wide), func(i int) bool { return t.wide[i].end > at })
	if i == 0 {
		return 0
	}
	return t.wide[i-1].extra
}

// position returns the line and column of an offset.
func (t *text) position(at int32) (line, col int32) {
	line = t.lineAt(at)
	start := t.starts[line]
	if at < start {
		return line, 0 // in a byte order mark
	}
	if len(t.wide) == 0 {
		return line, at - start
	}
	return line, at - start - (t.extra(at) - t.extra(start))
}

// offset returns the byte offset of a position, or -1 if there is none.
func (t *text) offset(line, col int32) int32 {
	if line < 0 || int(line) >= len(t.starts) || col < 0 {
		return -1
	}
	start := t.starts[line]
	end := int32(len(t.s))
	if int(line)+1 < len(t.starts) {
		end = t.starts[line+1]
	}
	// The excess bytes grow with the offset, and so does the column.
	base := t.extra(start)
	at := start + int32(sort.Search(int(end-start), func(i int) bool {
		o := start + int32(i)
		return o-start-(t.extra(o)-base) >= col
	}))
	for at > start && at < end && !utf8.RuneStart(t.s[at]) {
		at--
	}
	if at > end {
		return -1
	}
	return at
}
