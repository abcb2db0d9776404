package parse

import "unicode/utf8"

// scanRegExp reads a regular expression literal that starts with the current
// token, a slash or /=, and returns its two parts. pos is after it then.
func (l *lexer) scanRegExp() (pattern, flags string) {
	src := l.src
	i := l.start + 1
	j, inClass, escaped := i, false, false
	for {
		if j >= len(src) || src[j] == '\n' || src[j] == '\r' || isLineSep(src, j) {
			l.fail(l.start, j, "this regular expression is not closed on its line")
		}
		c := src[j]
		if c == '/' && !inClass && !escaped {
			break
		}
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		}
		if c >= utf8.RuneSelf {
			j += l.wideIn(j, inRegExp)
		} else {
			j++
		}
	}
	pattern = src[i:j]
	j++
	k := j
	for k < len(src) {
		if c := src[k]; byteClass[c] != classOther {
			k++
			continue
		} else if c == '\\' {
			l.fail(k, k+1, "regular expression flags may not have escapes")
		}
		r, n := utf8.DecodeRuneInString(src[k:])
		if !isIDPart(r) {
			break
		}
		k += n
	}
	l.pos = k
	return pattern, src[j:k]
}
