package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// lineEnd returns the offset of the line terminator that ends the line of i,
// or the end of the source.
func (l *lexer) lineEnd(i int) int {
	src := l.src
	for i < len(src) {
		c := src[i]
		switch {
		case c == '\n' || c == '\r':
			return i
		case c < utf8.RuneSelf:
			i++
		case isLineSep(src, i):
			return i
		default:
			i += l.wideIn(i, inComment)
		}
	}
	return i
}

// isLineSep reports whether U+2028 or U+2029 is at i.
func isLineSep(s string, i int) bool {
	return i+2 < len(s) && s[i] == 0xE2 && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9)
}

// lineComment records the comment that starts at i, with its text from body on,
// and returns its end.
func (l *lexer) lineComment(i, body int) int {
	end := l.lineEnd(body)
	l.comment(i, end, false)
	return end
}

func (l *lexer) comment(i, end int, block bool) {
	l.comments = append(l.comments, ast.Comment{
		Span:          ast.Span{Start: int32(i), End: int32(end)},
		Block:         block,
		NewlineBefore: l.nl || l.prevEnd == l.begin,
	})
}

func (l *lexer) blockComment(i int) int {
	src := l.src
	n := strings.Index(src[i+2:], "*/")
	if n < 0 {
		l.fail(i, i+2, "this comment is never closed")
	}
	end := i + 2 + n + 2
	nl := false
	for j := i + 2; j < end-2; {
		c := src[j]
		switch {
		case c == '\n' || c == '\r':
			nl = true
			j++
		case c < utf8.RuneSelf:
			j++
		default:
			nl = nl || isLineSep(src, j)
			j += l.wideIn(j, inComment)
		}
	}
	l.comment(i, end, true)
	l.nl = l.nl || nl
	return end
}

// wideSpace returns the length of the white space or line terminator beyond
// ASCII at i, or 0. A line terminator sets l.nl.
func (l *lexer) wideSpace(i int) int {
	r, n := utf8.DecodeRuneInString(l.src[i:])
	switch {
	case r == 0x2028 || r == 0x2029:
		l.nl = true
		return n
	case r == 0xFEFF || unicode.Is(unicode.Zs, r):
		return n
	}
	return 0
}

// place is where invalid UTF-8 was found; each kind warns once.
type place uint8

const (
	inComment place = iota
	inString
	inTemplate
	inRegExp
)

func (p place) String() string {
	return [...]string{"a comment", "a string", "a template", "a regular expression"}[p]
}

// wideIn returns the length of the character beyond ASCII at i, inside a
// construct that tolerates invalid UTF-8.
func (l *lexer) wideIn(i int, where place) int {
	r, n := utf8.DecodeRuneInString(l.src[i:])
	if r == utf8.RuneError && n == 1 {
		l.invalidUTF8(i, where)
	}
	return n
}

// invalidUTF8 warns of invalid UTF-8 that is kept as it is.
func (l *lexer) invalidUTF8(i int, where place) {
	if l.warned&(1<<where) == 0 {
		l.warned |= 1 << where
		l.warn(i, i+1, "invalid UTF-8 in "+where.String()+" is kept as it is")
	}
}
