package parse

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// slowIdent reads an identifier that has escapes or characters beyond ASCII, or
// reports a character that cannot start a token.
func (l *lexer) slowIdent(i int) {
	name, end, esc := l.identName(i)
	if end == i {
		l.badChar(i)
	}
	l.text, l.esc, l.pos = name, esc, end
	l.tok = keywordKind(name)
	if esc && l.tok > tEval {
		l.tok = tEscaped
	}
}

func (l *lexer) privateName(i int) {
	name, end, _ := l.identName(i + 1)
	if end == i+1 {
		if l.at(i+1) == '!' {
			l.fail(i, i+2, "a hashbang comment may only be at the very start of the file")
		}
		l.badChar(i)
	}
	l.text, l.pos, l.tok = name, end, tPrivate
}

// identName reads an IdentifierName at i. Without one the end is i.
func (l *lexer) identName(i int) (name string, end int, esc bool) {
	src := l.src
	var buf []byte // once an escape has been found
	j := i
	for j < len(src) {
		c := src[j]
		var r rune
		n := 1
		switch {
		case c == '\\':
			r, n = l.identEscape(j)
			if !(isIDPart(r) && (j > i || isIDStart(r))) {
				l.fail(j, j+n, "this escape is not a character that an identifier may have")
			}
			if !esc {
				esc = true
				buf = append(buf, src[i:j]...)
			}
			buf = utf8.AppendRune(buf, r)
			j += n
			continue
		case c < utf8.RuneSelf:
			if byteClass[c] == classOther || j == i && byteClass[c] == classDigit {
				goto done
			}
		default:
			r, n = utf8.DecodeRuneInString(src[j:])
			if r == utf8.RuneError && n == 1 || !isIDPart(r) || j == i && !isIDStart(r) {
				goto done
			}
		}
		if esc {
			buf = append(buf, src[j:j+n]...)
		}
		j += n
	}
done:
	if esc {
		return string(buf), j, true
	}
	return src[i:j], j, false
}

// identEscape reads \uXXXX or \u{X} at i.
func (l *lexer) identEscape(i int) (rune, int) {
	if l.at(i+1) == 'u' {
		if r, n := unicodeEscape(l.src[i+2:]); n > 0 {
			return r, n + 2
		}
	}
	l.fail(i, min(i+2, len(l.src)), "this backslash does not start a valid Unicode escape")
	return 0, 0
}

// unicodeEscape reads what follows \u: four hexadecimal digits, or braces
// around a code point. n is 0 if neither is there.
func unicodeEscape(s string) (r rune, n int) {
	if len(s) > 0 && s[0] == '{' {
		for i := 1; i < len(s); i++ {
			if s[i] == '}' && i > 1 {
				return r, i + 1
			}
			d := hexDigit(s[i])
			if d < 0 {
				return 0, 0
			}
			if r = r<<4 | d; r > unicode.MaxRune {
				return 0, 0
			}
		}
		return 0, 0
	}
	if len(s) < 4 {
		return 0, 0
	}
	for i := range 4 {
		d := hexDigit(s[i])
		if d < 0 {
			return 0, 0
		}
		r = r<<4 | d
	}
	return r, 4
}

// hexDigit returns the value of a hexadecimal digit, or -1.
func hexDigit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// badChar reports a character that cannot start a token.
func (l *lexer) badChar(i int) {
	r, n := utf8.DecodeRuneInString(l.src[i:])
	switch {
	case !unicode.IsPrint(r) && strings.IndexByte(l.src[:min(len(l.src), 8192)], 0) >= 0:
		l.fail(i, i+n, "this is not JavaScript text in UTF-8: the file has NUL bytes")
	case r == utf8.RuneError && n <= 1:
		l.fail(i, i+n, "invalid UTF-8")
	case r == '@':
		l.fail(i, i+n, "decorators are not supported: they are not part of the language yet")
	case unicode.IsPrint(r):
		l.fail(i, i+n, fmt.Sprintf("unexpected character %q", string(r)))
	default:
		l.fail(i, i+n, fmt.Sprintf("unexpected character U+%04X", r))
	}
}

func isIDStart(r rune) bool {
	if r < utf8.RuneSelf {
		return byteClass[r] == classIdent
	}
	return unicode.IsLetter(r) && r != 0x2E2F || unicode.In(r, unicode.Nl, unicode.Other_ID_Start, newerIDStart)
}

func isIDPart(r rune) bool {
	if r < utf8.RuneSelf {
		return byteClass[r] != classOther
	}
	return r == 0x200C || r == 0x200D || isIDStart(r) ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue, newerIDPart)
}
