package ast

import (
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16 returns the code units of a WTF-8 string.
func UTF16(s string) []uint16 {
	out := make([]uint16, 0, len(s))
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			out = append(out, uint16(c))
			i++
			continue
		}
		if u, ok := surrogateAt(s, i); ok {
			out = append(out, u)
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		out = utf16.AppendRune(out, r)
		i += n
	}
	return out
}

// LenUTF16 returns how many code units a WTF-8 string has.
func LenUTF16(s string) int {
	units := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c&0xC0 == 0x80: // a later byte of a character
		case c >= 0xF0: // a character of two units
			units += 2
		default:
			units++
		}
	}
	return units
}

// FromUTF16 returns the WTF-8 form of code units.
func FromUTF16(units []uint16) string {
	out := make([]byte, 0, len(units))
	for i := 0; i < len(units); i++ {
		u := rune(units[i])
		if utf16.IsSurrogate(u) {
			if i+1 < len(units) {
				if r := utf16.DecodeRune(u, rune(units[i+1])); r != utf8.RuneError {
					out = utf8.AppendRune(out, r)
					i++
					continue
				}
			}
			out = append(out, 0xE0|byte(u>>12), 0x80|byte(u>>6)&0x3F, 0x80|byte(u)&0x3F)
			continue
		}
		out = utf8.AppendRune(out, u)
	}
	return string(out)
}

// ConcatWTF8 joins two WTF-8 strings; a surrogate pair that is split across the
// seam becomes one code point.
func ConcatWTF8(a, b string) string {
	if len(a) >= 3 && len(b) >= 3 {
		hi, ok1 := surrogateAt(a, len(a)-3)
		lo, ok2 := surrogateAt(b, 0)
		if ok1 && ok2 && hi < 0xDC00 && lo >= 0xDC00 {
			r := utf16.DecodeRune(rune(hi), rune(lo))
			return a[:len(a)-3] + string(r) + b[3:]
		}
	}
	return a + b
}

// surrogateAt decodes a three-byte surrogate at s[i:].
func surrogateAt(s string, i int) (uint16, bool) {
	if i+2 < len(s) && s[i] == 0xED && s[i+1] >= 0xA0 && s[i+1] <= 0xBF && s[i+2]&0xC0 == 0x80 {
		return 0xD000 | uint16(s[i+1]&0x3F)<<6 | uint16(s[i+2]&0x3F), true
	}
	return 0, false
}
