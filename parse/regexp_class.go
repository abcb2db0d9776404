package parse

import (
	"strings"
)

// class reads a character class; its bracket is next.
func (r *regexpReader) class() {
	if r.v {
		r.classSet()
		return
	}
	start := r.pos
	r.pos++
	r.eat("^")
	pending := rune(-1) // second unit of a character that is two without u
	for {
		if pending < 0 && r.eat("]") {
			return
		}
		at := r.pos
		lo, loOne := r.classAtom(start, &pending)
		if pending >= 0 || r.peek() != '-' || r.at(1) == ']' {
			continue
		}
		r.pos++
		hi, hiOne := r.classAtom(start, &pending)
		switch {
		case loOne && hiOne && lo > hi:
			r.fail(at, "this range is out of order")
		case (!loOne || !hiOne) && r.u:
			r.fail(at, "a range needs two single characters")
		}
	}
}

// classAtom reads a member of a class without v. one: it is the character c.
func (r *regexpReader) classAtom(class int, pending *rune) (c rune, one bool) {
	if *pending >= 0 {
		c, *pending = *pending, -1
		return c, true
	}
	start := r.pos
	if !r.more() {
		r.fail(class, "this class is never closed")
	}
	c = r.char()
	if c != '\\' {
		if c > 0xFFFF && !r.u {
			*pending = 0xDC00 + (c-0x10000)&0x3FF
			c = 0xD800 + (c-0x10000)>>10
		}
		return c, true
	}
	switch d := r.peek(); {
	case d == 'b':
		r.pos++
		return '\b', true
	case d == '-' && r.u:
		r.pos++
		return '-', true
	case d == 'c' && !r.u && (isDigit(r.at(1), 10) || r.at(1) == '_'):
		r.pos += 2
		return rune(r.src[r.pos-1] & 31), true
	}
	if r.classEscape(start) {
		return 0, false
	}
	return r.charEscape(start), true
}

// operand is a member of a class with v.
type operand struct {
	char    rune // -1 if it is not one character
	strings bool // may match strings that are not one character
}

// classSet reads a class with v, which may nest and have set operations, and
// reports whether it may match strings.
func (r *regexpReader) classSet() (hasStrings bool) {
	if r.depth++; r.depth > maxDepth {
		r.fail(r.pos, TooDeep)
	}
	start := r.pos
	r.pos++
	negated := r.eat("^")
	if !r.eat("]") {
		x := r.setOperand(start)
		switch {
		case strings.HasPrefix(r.src[r.pos:], "&&"):
			hasStrings = r.intersection(start, x)
		case strings.HasPrefix(r.src[r.pos:], "--"):
			hasStrings = x.strings
			for !r.eat("]") {
				if !r.eat("--") {
					r.fail(r.pos, `expected "--" between the members of this class`)
				}
				r.setOperand(start)
			}
		default:
			hasStrings = r.union(start, x)
		}
	}
	if negated && hasStrings {
		r.fail(start, "a negated class may not have strings")
	}
	r.depth--
	return
}

func (r *regexpReader) intersection(class int, x operand) bool {
	all := x.strings
	for !r.eat("]") {
		if !r.eat("&&") || r.peek() == '&' {
			r.fail(r.pos, `expected "&&" between the members of this class`)
		}
		all = r.setOperand(class).strings && all
	}
	return all
}

func (r *regexpReader) union(class int, x operand) bool {
	any := x.strings
	for {
		if r.peek() == '-' {
			at := r.pos
			r.pos++
			y := r.setOperand(class)
			switch {
			case x.char < 0 || y.char < 0:
				r.fail(at, "a range needs two single characters")
			case x.char > y.char:
				r.fail(at, "this range is out of order")
			}
		}
		if r.eat("]") {
			return any
		}
		x = r.setOperand(class)
		any = any || x.strings
	}
}

// setOperand reads a nested class, an escape or a character.
func (r *regexpReader) setOperand(class int) operand {
	start := r.pos
	switch c := r.peek(); {
	case !r.more():
		r.fail(class, "this class is never closed")
	case c == '[':
		return operand{-1, r.classSet()}
	case c == '\\':
		r.pos++
		switch d := r.peek(); d {
		case 'q':
			if r.at(1) == '{' {
				r.pos += 2
				return operand{-1, r.stringDisjunction(start)}
			}
		case 'p', 'P':
			r.pos++
			return operand{-1, r.property(start, d == 'P')}
		}
		if r.classEscape(start) {
			return operand{-1, false}
		}
		r.pos = start
	}
	return operand{r.setChar(), false}
}

const (
	setSyntax     = `()[]{}/-\|`
	setPunctuator = "&-!#%,:;<=>@`~"
	setDouble     = "&!#$%*+,.:;<=>?@^`~"
)

// setChar reads a ClassSetCharacter.
func (r *regexpReader) setChar() rune {
	start := r.pos
	if r.eat(`\`) {
		if c := r.peek(); c == 'b' {
			r.pos++
			return '\b'
		} else if c != 0 && strings.IndexByte(setPunctuator, c) >= 0 {
			r.pos++
			return rune(c)
		}
		return r.charEscape(start)
	}
	c := r.peek()
	if strings.IndexByte(setSyntax, c) >= 0 {
		r.fail(start, "this character needs a backslash in a class with the v flag")
	}
	if c == r.at(1) && strings.IndexByte(setDouble, c) >= 0 {
		r.fail(start, "this double punctuator needs backslashes in a class with the v flag")
	}
	return r.char()
}

// stringDisjunction reads the rest of \q{a|bc} and reports whether it has an
// alternative that is not one character.
func (r *regexpReader) stringDisjunction(start int) (hasStrings bool) {
	n := 0
	for {
		switch {
		case !r.more():
			r.fail(start, `\q{ is never closed`)
		case r.eat("}"):
			return hasStrings || n != 1
		case r.eat("|"):
			hasStrings = hasStrings || n != 1
			n = 0
		default:
			r.setChar()
			n++
		}
	}
}
