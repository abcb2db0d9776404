package parse

import (
	"strings"
	"unicode/utf8"
)

// string reads a string literal at i with quote q.
func (l *lexer) string(i int, q byte) {
	src := l.src
	l.tok, l.esc, l.octal = tString, false, false
	j := i + 1
	for j < len(src) {
		switch c := src[j]; {
		case c == q:
			l.text, l.pos = src[i+1:j], j+1
			return
		case c == '\\' || c >= utf8.RuneSelf:
			l.slowString(i, j, q)
			return
		case c == '\n' || c == '\r':
			l.fail(i, j, "this string is not closed on its line")
		}
		j++
	}
	l.fail(i, j, "this string is never closed")
}

// slowString continues at j in a string that has escapes or characters beyond
// ASCII.
func (l *lexer) slowString(i, j int, q byte) {
	src := l.src
	buf := wtf8{b: append(make([]byte, 0, j-i+32), src[i+1:j]...)}
	for j < len(src) {
		c := src[j]
		switch {
		case c == q:
			l.text, l.pos = string(buf.b), j+1
			return
		case c == '\\':
			n, bad := buf.escape(src[j:])
			if bad != "" {
				l.fail(j, min(j+n, len(src)), bad)
			}
			if c := l.at(j + 1); c >= '1' && c <= '9' || c == '0' && isDigit(l.at(j+2), 10) {
				l.octal = true
			}
			l.esc = true
			j += n
		case c == '\n' || c == '\r':
			l.fail(i, j, "this string is not closed on its line")
		case c < utf8.RuneSelf:
			buf.b = append(buf.b, c)
			j++
		default:
			j += l.copyWide(&buf, j, inString)
		}
	}
	l.fail(i, j, "this string is never closed")
}

// copyWide copies a character beyond ASCII to buf; invalid UTF-8 becomes
// U+FFFD, as in every engine.
func (l *lexer) copyWide(buf *wtf8, i int, where place) int {
	r, n := utf8.DecodeRuneInString(l.src[i:])
	if r == utf8.RuneError && n == 1 {
		l.invalidUTF8(i, where)
		n = subpart(l.src[i:])
	}
	buf.b = utf8.AppendRune(buf.b, r)
	return n
}

// subpart returns the length of the longest prefix of an ill-formed s that
// begins a well-formed character, at least 1: what decoders replace as a unit.
func subpart(s string) int {
	lo, hi, want := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c >= 0xC2 && c <= 0xDF:
		want = 1
	case c == 0xE0:
		lo, want = 0xA0, 2
	case c == 0xED:
		hi, want = 0x9F, 2
	case c >= 0xE1 && c <= 0xEF:
		want = 2
	case c == 0xF0:
		lo, want = 0x90, 3
	case c == 0xF4:
		hi, want = 0x8F, 3
	case c >= 0xF1 && c <= 0xF3:
		want = 3
	}
	n := 1
	for n <= want && n < len(s) && s[n] >= lo && s[n] <= hi {
		n++
		lo, hi = 0x80, 0xBF
	}
	return n
}

// wtf8 collects the cooked value of a string or template.
type wtf8 struct{ b []byte }

// rune appends a code point or a code unit; a low surrogate after a high one
// forms one character with it.
func (w *wtf8) rune(r rune) {
	if r < 0xD800 || r > 0xDFFF {
		w.b = utf8.AppendRune(w.b, r)
		return
	}
	if n := len(w.b); r >= 0xDC00 && n >= 3 && w.b[n-3] == 0xED && w.b[n-2] >= 0xA0 && w.b[n-2] < 0xB0 {
		hi := rune(0xD000) | rune(w.b[n-2]&0x3F)<<6 | rune(w.b[n-1]&0x3F)
		w.b = utf8.AppendRune(w.b[:n-3], 0x10000+(hi-0xD800)<<10+(r-0xDC00))
		return
	}
	w.b = append(w.b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
}

// escape appends the value of the escape sequence at the start of s, which is a
// backslash, and returns its length. bad says why it is invalid. Legacy octal
// escapes are cooked here; callers that forbid them look at the source.
func (w *wtf8) escape(s string) (n int, bad string) {
	if len(s) < 2 {
		return 1, "this escape is not complete"
	}
	switch c := s[1]; c {
	case 'n':
		w.b = append(w.b, '\n')
	case 't':
		w.b = append(w.b, '\t')
	case 'r':
		w.b = append(w.b, '\r')
	case 'b':
		w.b = append(w.b, '\b')
	case 'f':
		w.b = append(w.b, '\f')
	case 'v':
		w.b = append(w.b, '\v')
	case '\r':
		if len(s) > 2 && s[2] == '\n' {
			return 3, ""
		}
	case '\n':
	case 'x':
		if len(s) < 4 || hexDigit(s[2]) < 0 || hexDigit(s[3]) < 0 {
			return 2, `\x needs two hexadecimal digits`
		}
		w.rune(hexDigit(s[2])<<4 | hexDigit(s[3]))
		return 4, ""
	case 'u':
		r, n := unicodeEscape(s[2:])
		if n == 0 {
			return 2, `\u needs four hexadecimal digits or a code point in braces`
		}
		w.rune(r)
		return n + 2, ""
	case '0', '1', '2', '3', '4', '5', '6', '7':
		r, n := octalEscape(s[1:])
		w.rune(r)
		return n + 1, ""
	default:
		if c < utf8.RuneSelf {
			w.b = append(w.b, c)
			return 2, ""
		}
		if isLineSep(s, 1) {
			return 4, ""
		}
		return 1, "" // the character after the backslash stands for itself
	}
	return 2, ""
}

// octalEscape reads up to three octal digits with a value of at most 255.
func octalEscape(s string) (r rune, n int) {
	for n < len(s) && n < 3 && s[n] >= '0' && s[n] <= '7' && (n < 2 || s[0] <= '3') {
		r = r<<3 | rune(s[n]-'0')
		n++
	}
	return
}

// quasi is a scanned template part.
type quasi struct {
	cooked, raw string
	end         int    // of the raw text
	last        bool   // a backtick follows, not ${
	bad         string // why there is no cooked value
	badAt       int
}

// scanQuasi reads a template part whose raw text starts at i, and leaves pos
// after the backtick or ${ that ends it. open is the template's start.
func (l *lexer) scanQuasi(open, i int) (q quasi) {
	src := l.src
	j := i
	for j < len(src) { // the fast path: the raw text is the value
		c := src[j]
		if c == '`' || c == '$' && l.at(j+1) == '{' {
			q.raw, q.cooked = src[i:j], src[i:j]
			return l.endQuasi(q, j)
		}
		if c == '\\' || c == '\r' || c >= utf8.RuneSelf {
			break
		}
		j++
	}
	buf := wtf8{b: append([]byte(nil), src[i:min(j, len(src))]...)}
	cr := false
	for j < len(src) {
		c := src[j]
		switch {
		case c == '`' || c == '$' && l.at(j+1) == '{':
			q.raw = src[i:j]
			if cr {
				q.raw = strings.ReplaceAll(strings.ReplaceAll(q.raw, "\r\n", "\n"), "\r", "\n")
			}
			q.raw = l.validRaw(q.raw)
			if q.bad == "" {
				q.cooked = string(buf.b)
			}
			return l.endQuasi(q, j)
		case c == '\\':
			n, bad := buf.escape(src[j:])
			if d := l.at(j + 1); d >= '1' && d <= '9' || d == '0' && isDigit(l.at(j+2), 10) {
				bad = "a template may not have octal escapes"
			}
			if bad != "" && q.bad == "" {
				q.bad, q.badAt = bad, j
			}
			cr = cr || l.at(j+1) == '\r'
			j += n
		case c == '\r':
			cr = true
			buf.b = append(buf.b, '\n')
			j++
			if l.at(j) == '\n' {
				j++
			}
		case c < utf8.RuneSelf:
			buf.b = append(buf.b, c)
			j++
		default:
			j += l.copyWide(&buf, j, inTemplate)
		}
	}
	l.fail(open, open+1, "this template is never closed")
	return
}

func (l *lexer) endQuasi(q quasi, end int) quasi {
	q.end = end
	q.last = l.src[end] == '`'
	l.pos = end + 1
	if !q.last {
		l.pos++
	}
	return q
}

// validRaw replaces invalid UTF-8, as copyWide does for the cooked value.
func (l *lexer) validRaw(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	out := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			n = subpart(s[i:])
		}
		out = utf8.AppendRune(out, r)
		i += n
	}
	return string(out)
}
