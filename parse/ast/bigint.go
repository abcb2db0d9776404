package ast

import (
	"math/big"
	"math/bits"
)

// wholeDigits is how many digits are converted at once; the conversion is quadratic in
// their number.
const wholeDigits = 1 << 10

// ReadDigits converts one or more digits of a base from 2 to 16, all of which must be
// valid in that base. Long strings are halved and the results combined, because
// multiplication is subquadratic (Knuth, The Art of Computer Programming 2, 4.4).
func ReadDigits(s string, base int) *big.Int {
	var powers []*big.Int // powers[i] is base to the power of wholeDigits << i
	for n := wholeDigits; n < len(s); n *= 2 {
		if len(powers) == 0 {
			powers = append(powers, new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(wholeDigits), nil))
			continue
		}
		p := powers[len(powers)-1]
		powers = append(powers, new(big.Int).Mul(p, p))
	}
	var read func(s string, level int) *big.Int
	read = func(s string, level int) *big.Int {
		low := wholeDigits
		if level > 0 {
			low <<= level - 1
		}
		switch {
		case level == 0:
			room := make([]big.Word, 0, len(s)*bits.Len(uint(base-1))/bits.UintSize+2) // else it grows word by word
			i, ok := new(big.Int).SetBits(room).SetString(s, base)
			if !ok {
				panic("BUG: not digits: " + s)
			}
			return i
		case len(s) <= low:
			return read(s, level-1)
		}
		high := read(s[:len(s)-low], level-1)
		high.Mul(high, powers[level-1])
		return high.Add(high, read(s[len(s)-low:], level-1))
	}
	return read(s, len(powers))
}
