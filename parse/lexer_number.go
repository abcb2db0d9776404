package parse

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sonjs/son/parse/ast"
)

// number reads a numeric literal at i, which is a digit or a dot before one.
func (l *lexer) number(i int) {
	src := l.src
	l.tok, l.octal = tNumber, false
	// Most numbers are short decimal integers.
	j, v := i, uint64(0)
	for j < len(src) && j-i < 16 && byteClass[src[j]] == classDigit {
		v = v*10 + uint64(src[j]-'0')
		j++
	}
	if c := l.at(j); (byteClass[c] == classOther && c != '.' && c != '\\' && c < utf8.RuneSelf) &&
		(src[i] != '0' || j == i+1) && j-i < 16 {
		l.num, l.pos = float64(v), j
		return
	}
	if src[i] == '0' && i+1 < len(src) {
		switch src[i+1] | 0x20 {
		case 'x':
			l.radix(i, 16)
			return
		case 'o':
			l.radix(i, 8)
			return
		case 'b':
			l.radix(i, 2)
			return
		}
		if byteClass[src[i+1]] == classDigit {
			l.legacyNumber(i)
			return
		}
		if src[i+1] == '_' {
			l.fail(i+1, i+2, "a numeric separator may not follow a leading zero")
		}
	}
	l.decimal(i)
}

// digits scans digits of a radix with separators between them, and returns
// the end and whether there were separators.
func (l *lexer) digits(i int, radix rune) (end int, sep bool) {
	j := i
	for j < len(l.src) {
		c := l.src[j]
		if c == '_' {
			sep = true
			if j == i || l.src[j-1] == '_' || !isDigit(l.at(j+1), radix) {
				l.fail(j, j+1, "a numeric separator must be between two digits")
			}
		} else if !isDigit(c, radix) {
			break
		}
		j++
	}
	return j, sep
}

func isDigit(c byte, radix rune) bool {
	d := hexDigit(c)
	return d >= 0 && d < radix
}

// numberEnd checks that no name or digit directly follows the literal from i to
// j.
func (l *lexer) numberEnd(i, j int) {
	l.pos = j
	c := l.at(j)
	if byteClass[c] != classOther || c == '\\' {
		l.fail(j, j+1, "a number may not be followed directly by a name or a digit")
	}
	if c >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(l.src[j:]); isIDStart(r) {
			l.fail(j, j+1, "a number may not be followed directly by a name or a digit")
		}
	}
}

// radix reads a literal with prefix 0x, 0o or 0b.
func (l *lexer) radix(i int, radix rune) {
	end, sep := l.digits(i+2, radix)
	if end == i+2 {
		l.fail(i, min(end+1, len(l.src)), "this number has no digits")
	}
	digits := l.src[i+2 : end]
	if sep {
		digits = strings.ReplaceAll(digits, "_", "")
	}
	if l.at(end) == 'n' {
		l.tok = tBigInt
		l.text = ast.ReadDigits(digits, int(radix)).String()
		end++
	} else {
		l.num = radixValue(digits, int(radix))
	}
	l.numberEnd(i, end)
}

// radixValue converts digits to the nearest double, ties to even, as numbers of
// any size require.
func radixValue(digits string, radix int) float64 {
	if v, err := strconv.ParseUint(digits, radix, 64); err == nil {
		return float64(v)
	}
	f, _ := new(big.Float).SetInt(ast.ReadDigits(digits, radix)).Float64()
	return f
}

// legacyNumber reads 017 or 089, which strict code forbids.
func (l *lexer) legacyNumber(i int) {
	j, octal := i, true
	for byteClass[l.at(j)] == classDigit {
		octal = octal && l.src[j] < '8'
		j++
	}
	if l.at(j) == '_' {
		l.fail(j, j+1, "a numeric separator may not follow a leading zero")
	}
	if l.at(j) == 'n' {
		l.fail(i, j+1, "a bigint may not have a leading zero")
	}
	if octal {
		l.num = radixValue(l.src[i:j], 8)
		l.numberEnd(i, j)
	} else {
		l.decimal(i)
	}
	l.octal = true
}

// decimal reads a decimal literal with fraction, exponent or n.
func (l *lexer) decimal(i int) {
	src := l.src
	j, sep := l.digits(i, 10)
	if l.at(j) == 'n' && j > i {
		l.tok, l.text = tBigInt, src[i:j]
		if sep {
			l.text = strings.ReplaceAll(l.text, "_", "")
		}
		l.numberEnd(i, j+1)
		return
	}
	if l.at(j) == '.' {
		k, s := l.digits(j+1, 10)
		j, sep = k, sep || s
	}
	if c := l.at(j); c == 'e' || c == 'E' {
		k := j + 1
		if c := l.at(k); c == '+' || c == '-' {
			k++
		}
		end, s := l.digits(k, 10)
		if end == k {
			l.fail(i, end, "this exponent has no digits")
		}
		j, sep = end, sep || s
	}
	text := src[i:j]
	if sep {
		text = strings.ReplaceAll(text, "_", "")
	}
	l.num, _ = strconv.ParseFloat(text, 64) // out of range yields infinity, as in JavaScript
	l.numberEnd(i, j)
}
