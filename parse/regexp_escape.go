package parse

import (
	"strconv"
	"strings"
)

// atomEscape reads an escape outside of classes; the backslash is next.
func (r *regexpReader) atomEscape() {
	start := r.pos
	r.pos++
	switch c := r.peek(); {
	case c == 'k' && r.named:
		r.pos++
		at := r.pos
		r.refs = append(r.refs, groupRef{r.groupName(), at})
		return
	case c >= '1' && c <= '9':
		digits, _ := r.decimal()
		if n, err := strconv.Atoi(digits); err == nil && n <= r.groups {
			return
		}
		if r.u {
			r.fail(start, "there is no group "+digits)
		}
		// Annex B: an octal escape or the digit itself.
		r.pos = start + 1
	}
	if r.classEscape(start) {
		return
	}
	r.charEscape(start)
}

// classEscape reads an escape that stands for several characters, after a
// backslash at start.
func (r *regexpReader) classEscape(start int) bool {
	switch c := r.peek(); c {
	case 'd', 'D', 's', 'S', 'w', 'W':
		r.pos++
		return true
	case 'p', 'P':
		if !r.u {
			return false
		}
		r.pos++
		r.property(start, c == 'P')
		return true
	}
	return false
}

// property reads {name} or {name=value} and reports whether the property has
// strings.
func (r *regexpReader) property(start int, negated bool) (hasStrings bool) {
	end := strings.IndexByte(r.src[r.pos:], '}')
	if r.peek() != '{' || end < 0 {
		r.fail(start, "invalid property name")
	}
	text := r.src[r.pos+1 : r.pos+end]
	r.pos += end + 1
	name, value, both := strings.Cut(text, "=")
	ok := false
	switch {
	case strings.ContainsAny(text, " \t"):
	case !both:
		ok = inNames(regexpBinary, name) || inNames(regexpCategories, name)
		if !ok && r.v && inNames(regexpSequences, name) {
			ok, hasStrings = !negated, true
		}
	case name == "General_Category" || name == "gc":
		ok = inNames(regexpCategories, value)
	case name == "Script" || name == "sc" || name == "Script_Extensions" || name == "scx":
		ok = inNames(regexpScripts, value)
	}
	if !ok {
		r.fail(start, "invalid property name "+strconv.Quote(text))
	}
	return
}

// charEscape reads an escape that stands for one character, after a backslash
// at start, and returns the character.
func (r *regexpReader) charEscape(start int) rune {
	if !r.more() {
		r.fail(start, `lone "\"`)
	}
	c := r.char()
	switch c {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'c':
		if d := r.peek() | 0x20; d >= 'a' && d <= 'z' {
			r.pos++
			return rune(d & 31)
		}
		if r.u {
			r.fail(start, "invalid control escape")
		}
		r.pos-- // the backslash stands for itself
		return '\\'
	case '0', '1', '2', '3', '4', '5', '6', '7':
		if c == '0' && !isDigit(r.peek(), 10) {
			return 0
		}
		if r.u {
			r.fail(start, "invalid decimal escape")
		}
		v, n := octalEscape(r.src[r.pos-1:])
		r.pos += n - 1
		return v
	case 'x':
		if h, l := hexDigit(r.at(0)), hexDigit(r.at(1)); h >= 0 && l >= 0 {
			r.pos += 2
			return h<<4 | l
		}
	case 'u':
		if v, ok := r.unicode(r.u); ok {
			return v
		}
	case 'k':
		if r.named {
			r.fail(start, "invalid group reference")
		}
	}
	if r.u && !strings.ContainsRune(`^$\.*+?()[]{}|/`, c) {
		r.fail(start, "invalid escape")
	}
	return c
}

// unicode reads what follows \u: four digits, or with full also a surrogate
// pair or braces. If none of these is there, nothing is consumed.
func (r *regexpReader) unicode(full bool) (rune, bool) {
	rest := r.src[r.pos:]
	if !full && strings.HasPrefix(rest, "{") {
		return 0, false
	}
	c, n := unicodeEscape(rest)
	if n == 0 {
		return 0, false
	}
	r.pos += n
	if full && n == 4 && c >= 0xD800 && c < 0xDC00 && strings.HasPrefix(r.src[r.pos:], `\u`) {
		if d, n := unicodeEscape(r.src[r.pos+2:]); n == 4 && d >= 0xDC00 && d < 0xE000 {
			r.pos += 6
			return 0x10000 + (c-0xD800)<<10 + (d - 0xDC00), true
		}
	}
	return c, true
}
