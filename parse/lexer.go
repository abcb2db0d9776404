package parse

import (
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// lexState is the lexer's position and its current token: what peeking saves
// and restores.
type lexState struct {
	pos     int // just after the current token
	start   int // of the current token
	prevEnd int // of the token before
	num     float64
	text    string // name, cooked string value, or digits of a bigint
	tok     tok
	nl      bool // a line terminator precedes the current token
	esc     bool // a name or string has escapes
	octal   bool // a legacy octal number or escape
}

// lexer turns source text into tokens, one at a time on demand. Only the parser
// can tell whether a slash starts a regular expression and whether a brace
// continues a template, so it calls scanRegExp and scanQuasi itself.
type lexer struct {
	lexState
	src      string
	module   bool // no HTML-like comments
	comments []ast.Comment
	begin    int // where the first token may start: past a byte order mark and a hashbang
	sink         // where diagnostics go
}

// next reads the token after the current one.
func (l *lexer) next() {
	l.prevEnd = l.pos
	l.nl = false
	src := l.src
	i := l.pos
	for i < len(src) {
		c := src[i]
		switch c {
		case ' ', '\t', '\v', '\f':
			i++
			continue
		case '\n', '\r':
			l.nl = true
			i++
			continue
		case '/':
			if i+1 < len(src) {
				if src[i+1] == '/' {
					i = l.lineComment(i, i+2)
					continue
				}
				if src[i+1] == '*' {
					i = l.blockComment(i)
					continue
				}
			}
		case '<':
			if !l.module && hasPrefixAt(src, i, "<!--") {
				i = l.lineComment(i, i+4)
				continue
			}
		case '-':
			if !l.module && (l.nl || l.prevEnd == l.begin) && hasPrefixAt(src, i, "-->") {
				i = l.lineComment(i, i+3)
				continue
			}
		}
		if c >= utf8.RuneSelf {
			if n := l.wideSpace(i); n > 0 {
				i += n
				continue
			}
		}
		break
	}
	l.start = i
	if i >= len(src) {
		l.tok, l.pos = tEOF, i
		return
	}
	l.token(i, src[i])
}

// token reads the token that starts at i with byte c.
func (l *lexer) token(i int, c byte) {
	src := l.src
	switch class := byteClass[c]; class {
	case classIdent:
		j := i + 1
		for j < len(src) && byteClass[src[j]] != classOther {
			j++
		}
		if j < len(src) && (src[j] >= utf8.RuneSelf || src[j] == '\\') {
			l.slowIdent(i)
			return
		}
		l.text, l.esc, l.pos = src[i:j], false, j
		l.tok = tIdent
		if c >= 'a' {
			l.tok = keywordKind(l.text)
		}
		return
	case classDigit:
		l.number(i)
		return
	}
	l.punctuator(i, c)
}

// at returns the byte at i, or 0 past the end.
func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

func (l *lexer) set(t tok, i, n int) { l.tok, l.pos = t, i+n }

// punctuator reads everything that is neither a name nor a plain number.
func (l *lexer) punctuator(i int, c byte) {
	d := l.at(i + 1)
	switch c {
	case '{':
		l.set(tLBrace, i, 1)
	case '}':
		l.set(tRBrace, i, 1)
	case '(':
		l.set(tLParen, i, 1)
	case ')':
		l.set(tRParen, i, 1)
	case '[':
		l.set(tLBracket, i, 1)
	case ']':
		l.set(tRBracket, i, 1)
	case ';':
		l.set(tSemicolon, i, 1)
	case ',':
		l.set(tComma, i, 1)
	case ':':
		l.set(tColon, i, 1)
	case '~':
		l.set(tBitNot, i, 1)
	case '`':
		l.set(tTemplate, i, 1)
	case '"', '\'':
		l.string(i, c)
	case '.':
		switch {
		case d >= '0' && d <= '9':
			l.number(i)
		case d == '.' && l.at(i+2) == '.':
			l.set(tDotDotDot, i, 3)
		default:
			l.set(tDot, i, 1)
		}
	case '?':
		switch {
		case d == '?' && l.at(i+2) == '=':
			l.set(tNullishAssign, i, 3)
		case d == '?':
			l.set(tNullish, i, 2)
		case d == '.' && byteClass[l.at(i+2)] != classDigit:
			l.set(tQuestionDot, i, 2)
		default:
			l.set(tQuestion, i, 1)
		}
	case '=':
		switch {
		case d == '>':
			l.set(tArrow, i, 2)
		case d == '=' && l.at(i+2) == '=':
			l.set(tStrictEq, i, 3)
		case d == '=':
			l.set(tEq, i, 2)
		default:
			l.set(tAssign, i, 1)
		}
	case '!':
		switch {
		case d == '=' && l.at(i+2) == '=':
			l.set(tStrictNe, i, 3)
		case d == '=':
			l.set(tNe, i, 2)
		default:
			l.set(tNot, i, 1)
		}
	case '+':
		l.oneTwo(i, c, d, tPlus, tInc, tPlusAssign)
	case '-':
		l.oneTwo(i, c, d, tMinus, tDec, tMinusAssign)
	case '*':
		if d == '*' {
			l.maybeAssign(i, 2, tStarStar, tStarStarAssign)
		} else {
			l.maybeAssign(i, 1, tStar, tStarAssign)
		}
	case '/':
		l.maybeAssign(i, 1, tSlash, tSlashAssign)
	case '%':
		l.maybeAssign(i, 1, tPercent, tPercentAssign)
	case '^':
		l.maybeAssign(i, 1, tXor, tXorAssign)
	case '&':
		if d == '&' {
			l.maybeAssign(i, 2, tAndAnd, tAndAndAssign)
		} else {
			l.maybeAssign(i, 1, tAnd, tAndAssign)
		}
	case '|':
		if d == '|' {
			l.maybeAssign(i, 2, tOrOr, tOrOrAssign)
		} else {
			l.maybeAssign(i, 1, tOr, tOrAssign)
		}
	case '<':
		if d == '<' {
			l.maybeAssign(i, 2, tShl, tShlAssign)
		} else {
			l.maybeAssign(i, 1, tLt, tLe)
		}
	case '>':
		switch {
		case d == '>' && l.at(i+2) == '>':
			l.maybeAssign(i, 3, tUShr, tUShrAssign)
		case d == '>':
			l.maybeAssign(i, 2, tShr, tShrAssign)
		default:
			l.maybeAssign(i, 1, tGt, tGe)
		}
	case '#':
		l.privateName(i)
	default:
		l.slowIdent(i)
	}
}

// oneTwo reads c, cc or c=.
func (l *lexer) oneTwo(i int, c, d byte, one, two, assign tok) {
	switch d {
	case c:
		l.set(two, i, 2)
	case '=':
		l.set(assign, i, 2)
	default:
		l.set(one, i, 1)
	}
}

// maybeAssign reads an operator of n bytes, or the one with '=' after it.
func (l *lexer) maybeAssign(i, n int, plain, assign tok) {
	if l.at(i+n) == '=' {
		l.set(assign, i, n+1)
	} else {
		l.set(plain, i, n)
	}
}

func hasPrefixAt(s string, i int, prefix string) bool {
	return len(s)-i >= len(prefix) && s[i:i+len(prefix)] == prefix
}

// peek returns the kind of the next token and whether a line terminator
// precedes it, without consuming it.
func (l *lexer) peek() (t tok, nl bool) {
	saved, n := l.lexState, len(l.comments)
	l.next()
	t, nl = l.tok, l.nl
	l.lexState, l.comments = saved, l.comments[:n]
	return
}

// Byte classes; the ones that continue an identifier come last.
const (
	classOther = iota
	classIdent
	classDigit
)

var byteClass = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = classIdent, classIdent
	}
	t['$'], t['_'] = classIdent, classIdent
	for c := '0'; c <= '9'; c++ {
		t[c] = classDigit
	}
	return
}()
