package look

import (
	"strings"
	"unicode/utf8"
)

// positions converts lines and columns of a source map to offsets: lines end as in
// JavaScript, columns count UTF-16 units.
type positions struct {
	text   string
	starts []int
	// The position of the last query: the next one often follows it, in a line that
	// may be long.
	line, col, at int
}

func newPositions(text string) *positions {
	p := &positions{text: text, starts: []int{0}}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n', text[i] == '\r' && !strings.HasPrefix(text[i+1:], "\n"):
			p.starts = append(p.starts, i+1)
		case strings.HasPrefix(text[i:], "\u2028"), strings.HasPrefix(text[i:], "\u2029"):
			p.starts = append(p.starts, i+3)
		}
	}
	return p
}

// end is the offset at which a line ends.
func (p *positions) end(line int) int {
	if line+1 >= len(p.starts) {
		return len(p.text)
	}
	return p.starts[line+1]
}

// offset is that of a line and column, both from 0, or the line's end if the column is
// beyond that.
func (p *positions) offset(line, col int) int {
	if line >= len(p.starts) {
		return len(p.text)
	}
	if line != p.line || col < p.col || p.at == 0 {
		p.line, p.col, p.at = line, 0, p.starts[line]
		if line == 0 && strings.HasPrefix(p.text, "\ufeff") {
			p.at += len("\ufeff")
		}
	}
	for end := p.end(line); p.col < col && p.at < end; {
		r, size := utf8.DecodeRuneInString(p.text[p.at:end])
		p.at += size
		if p.col++; r > 0xffff {
			p.col++
		}
	}
	return p.at
}

// wordEnd returns the end of the token that begins at an offset, accurate enough for a
// highlight.
func wordEnd(text string, at int) int {
	rest := text[at:]
	if rest == "" {
		return at
	}
	if q := rest[0]; q == '"' || q == '\'' {
		if i := strings.IndexByte(rest[1:], q); i >= 0 {
			return at + i + 2
		}
	}
	class := func(b byte) int {
		switch {
		case b == '_', b == '$', b >= 0x80, '0' <= b && b <= '9', 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z':
			return 1
		case strings.IndexByte("+-*/%=<>!&|^?~", b) >= 0:
			return 2
		}
		return 0
	}
	first := class(rest[0])
	if first == 0 {
		return at + 1
	}
	n := 1
	for n < len(rest) && class(rest[n]) == first {
		n++
	}
	return at + n
}
