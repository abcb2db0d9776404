package sourcemap

import "errors"

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// appendVLQ appends a number in the base 64 form of mappings: five bits a
// digit, least significant first, the sign in the lowest bit, the sixth bit if
// more follow.
func appendVLQ(b []byte, n int32) []byte {
	v := uint64(n) << 1
	if n < 0 {
		v = uint64(-int64(n))<<1 | 1
	}
	for ; v > 31; v >>= 5 {
		b = append(b, digits[v&31|32])
	}
	return append(b, digits[v])
}

// digit returns the value of a base 64 digit, or a value above 63.
func digit(c byte) uint64 {
	switch {
	case 'A' <= c && c <= 'Z':
		return uint64(c - 'A')
	case 'a' <= c && c <= 'z':
		return uint64(c-'a') + 26
	case '0' <= c && c <= '9':
		return uint64(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return 64
}

var (
	errDigit = errors.New("mappings have a character that is not a base 64 digit")
	errShort = errors.New("mappings end within a number")
	errLarge = errors.New("mappings have a number beyond 32 bits")
)

// readVLQ reads the number at the start of s and returns what follows it.
func readVLQ(s string) (n int32, rest string, err error) {
	var v uint64
	for i, shift := 0, 0; i < len(s); i, shift = i+1, shift+5 {
		d := digit(s[i])
		switch {
		case d > 63:
			return 0, "", errDigit
		case shift > 30 && d&31 != 0:
			return 0, "", errLarge
		}
		if shift <= 30 {
			v |= d & 31 << shift
		}
		if d&32 != 0 {
			continue
		}
		x := int64(v >> 1)
		if v&1 != 0 {
			if x = -x; x == 0 {
				x = -1 << 31 // the sign alone
			}
		}
		if x != int64(int32(x)) {
			return 0, "", errLarge
		}
		return int32(x), s[i+1:], nil
	}
	return 0, "", errShort
}
