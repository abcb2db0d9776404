package son

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// toInt32 is ToInt32 of a number.
func toInt32(f float64) int32 { return int32(toUint32(f)) }

// toUint32 is ToUint32 of a number.
func toUint32(f float64) uint32 {
	if i := int64(f); float64(i) == f && i != math.MinInt64 && i != math.MaxInt64 {
		return uint32(i)
	}
	if f != f || math.IsInf(f, 0) {
		return 0
	}
	// f is fractional or beyond 2^63. Its integer part is mant * 2^exp.
	b := math.Float64bits(f)
	mant := b&(1<<52-1) | 1<<52
	exp := int(b>>52&0x7ff) - 1075
	var u uint32
	switch {
	case exp >= 32 || exp <= -64:
		u = 0
	case exp >= 0:
		u = uint32(mant) << uint(exp)
	default:
		u = uint32(mant >> uint(-exp))
	}
	if math.Signbit(f) {
		u = -u
	}
	return u
}

// NumberToString is Number::toString with radix 10.
func NumberToString(f float64) string {
	switch {
	case f != f:
		return "NaN"
	case f == 0:
		return "0"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.FormatInt(int64(f), 10)
	}
	sci := strconv.FormatFloat(math.Abs(f), 'e', -1, 64) // d.ddde±xx
	mant, expText, _ := strings.Cut(sci, "e")
	digits := strings.Replace(mant, ".", "", 1)
	e, _ := strconv.Atoi(expText)
	n, k := e+1, len(digits) // value is 0.digits * 10^n
	var b strings.Builder
	if f < 0 {
		b.WriteByte('-')
	}
	switch {
	case k <= n && n <= 21:
		b.WriteString(digits)
		b.WriteString(strings.Repeat("0", n-k))
	case 0 < n && n <= 21:
		b.WriteString(digits[:n])
		b.WriteByte('.')
		b.WriteString(digits[n:])
	case -6 < n && n <= 0:
		b.WriteString("0.")
		b.WriteString(strings.Repeat("0", -n))
		b.WriteString(digits)
	default:
		b.WriteString(digits[:1])
		if k > 1 {
			b.WriteByte('.')
			b.WriteString(digits[1:])
		}
		b.WriteByte('e')
		if n-1 >= 0 {
			b.WriteByte('+')
		}
		b.WriteString(strconv.Itoa(n - 1))
	}
	return b.String()
}

// StringToNumber is StringToNumber of a WTF-8 string; NaN if it is not a number.
func StringToNumber(s string) float64 {
	s = trimJS(s)
	if s == "" {
		return 0
	}
	if len(s) > 2 && s[0] == '0' {
		if base := radixOf(s[1]); base != 0 {
			i, ok := parseDigits(s[2:], base)
			if !ok {
				return math.NaN()
			}
			f, _ := new(big.Float).SetInt(i).Float64()
			return f
		}
	}
	body, neg := s, false
	switch s[0] {
	case '+':
		body = s[1:]
	case '-':
		body, neg = s[1:], true
	}
	if body == "Infinity" {
		if neg {
			return math.Inf(-1)
		}
		return math.Inf(1)
	}
	if !isDecimalLiteral(body) {
		return math.NaN()
	}
	f, _ := strconv.ParseFloat(body, 64) // out of range yields an infinity, as in JS
	if neg {
		f = -f
	}
	return f
}

// isDecimalLiteral reports whether s is a StrUnsignedDecimalLiteral other than
// Infinity.
func isDecimalLiteral(s string) bool {
	digits := func() int {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n
	}
	n := digits()
	if s != "" && s[0] == '.' {
		s = s[1:]
		n += digits()
	}
	if n == 0 {
		return false
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if digits() == 0 {
			return false
		}
	}
	return s == ""
}

// radixOf returns the base that the letter after a leading 0 denotes, or 0.
func radixOf(c byte) int {
	switch c {
	case 'x', 'X':
		return 16
	case 'o', 'O':
		return 8
	case 'b', 'B':
		return 2
	}
	return 0
}

// parseDigits reads unsigned digits of a base, without sign and separators.
func parseDigits(s string, base int) (*big.Int, bool) {
	if s == "" {
		return nil, false
	}
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		d := 99
		switch {
		case s[i] >= '0' && s[i] <= '9':
			d = int(s[i] - '0')
		case c >= 'a' && c <= 'f':
			d = int(c-'a') + 10
		}
		if d >= base {
			return nil, false
		}
	}
	return ast.ReadDigits(s, base), true
}

// parseBigInt reads the decimal text of a bigint.
func parseBigInt(text string) (*big.Int, bool) {
	body := strings.TrimPrefix(text, "-")
	i, ok := parseDigits(body, 10)
	if ok && len(body) != len(text) {
		i.Neg(i)
	}
	return i, ok
}

// stringToBigInt is StringToBigInt of a WTF-8 string.
func stringToBigInt(s string) (*big.Int, bool) {
	s = trimJS(s)
	if s == "" {
		return new(big.Int), true
	}
	if len(s) > 2 && s[0] == '0' {
		if base := radixOf(s[1]); base != 0 {
			return parseDigits(s[2:], base)
		}
	}
	body, neg := s, false
	switch s[0] {
	case '+':
		body = s[1:]
	case '-':
		body, neg = s[1:], true
	}
	i, ok := parseDigits(body, 10)
	if ok && neg {
		i.Neg(i)
	}
	return i, ok
}

// trimJS trims JavaScript's white space and line terminators.
func trimJS(s string) string {
	return strings.TrimFunc(s, func(r rune) bool {
		switch r {
		case '\t', '\n', '\v', '\f', '\r', ' ', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
			return true
		}
		return r >= 0x2000 && r <= 0x200A
	})
}

// foldNumbers computes an arithmetic or bit operator on two numbers. It declines where engines
// may differ in the last bit, which is most of **.
func foldNumbers(op Op, a, b float64) (float64, bool) {
	switch op {
	case OpAdd:
		return a + b, true
	case OpSub:
		return a - b, true
	case OpMul:
		return a * b, true
	case OpDiv:
		return a / b, true
	case OpMod:
		return math.Mod(a, b), true
	case OpExp:
		return powNumbers(a, b)
	case OpShl:
		return float64(toInt32(a) << (toUint32(b) & 31)), true
	case OpShr:
		return float64(toInt32(a) >> (toUint32(b) & 31)), true
	case OpUShr:
		return float64(toUint32(a) >> (toUint32(b) & 31)), true
	case OpBitAnd:
		return float64(toInt32(a) & toInt32(b)), true
	case OpBitOr:
		return float64(toInt32(a) | toInt32(b)), true
	case OpBitXor:
		return float64(toInt32(a) ^ toInt32(b)), true
	}
	return 0, false
}

// powNumbers is Number::exponentiate where the result is exact: the special values listed in the
// specification, and integers whose power has at most 53 bits.
func powNumbers(a, b float64) (float64, bool) {
	odd := b == math.Trunc(b) && math.Abs(b) < 1<<53 && int64(b)&1 != 0
	switch {
	case b != b:
		return math.NaN(), true
	case b == 0:
		return 1, true
	case a != a:
		return math.NaN(), true
	case b == 1:
		return a, true
	case math.IsInf(a, 0) || a == 0:
		// Both ends are mirror images: 1/0 is Infinity.
		big := math.IsInf(a, 0) == (b > 0)
		r := 0.0
		if big {
			r = math.Inf(1)
		}
		if math.Signbit(a) && odd {
			r = -r
			if r == 0 {
				r = math.Copysign(0, -1)
			}
		}
		return r, true
	case math.IsInf(b, 0):
		switch abs := math.Abs(a); {
		case abs == 1:
			return math.NaN(), true
		case (abs > 1) == (b > 0):
			return math.Inf(1), true
		}
		return 0, true
	case a < 0 && b != math.Trunc(b):
		return math.NaN(), true
	case a == 1:
		return 1, true
	}
	if a != math.Trunc(a) || math.Abs(a) >= 1<<53 || b != math.Trunc(b) || b < 2 || b > 64 {
		return 0, false
	}
	r, base := uint64(1), uint64(math.Abs(a))
	for range int(b) {
		hi, lo := bits.Mul64(r, base)
		if hi != 0 || lo > 1<<53 {
			return 0, false
		}
		r = lo
	}
	f := float64(r)
	if a < 0 && odd {
		f = -f
	}
	return f, true
}

// maxBigBits bounds the bigints that are computed at compile time.
const maxBigBits = 1 << 12

// foldBigInts computes an arithmetic or bit operator on two bigints. It declines operations that
// throw and results that grow too large.
func foldBigInts(op Op, a, b *big.Int) (*big.Int, bool) {
	r := new(big.Int)
	switch op {
	case OpAdd:
		r.Add(a, b)
	case OpSub:
		r.Sub(a, b)
	case OpMul:
		r.Mul(a, b)
	case OpDiv:
		if b.Sign() == 0 {
			return nil, false
		}
		r.Quo(a, b)
	case OpMod:
		if b.Sign() == 0 {
			return nil, false
		}
		r.Rem(a, b)
	case OpExp:
		if b.Sign() < 0 || !b.IsInt64() || b.Int64() > maxBigBits || int64(a.BitLen())*b.Int64() > 2*maxBigBits {
			return nil, false
		}
		r.Exp(a, b, nil)
	case OpShl, OpShr:
		left := b.Sign() >= 0
		if op == OpShr {
			left = !left
		}
		k := new(big.Int).Abs(b)
		far := k.Cmp(big.NewInt(maxBigBits)) > 0
		switch {
		case left && a.Sign() == 0:
		case left && far:
			return nil, false
		case left:
			r.Lsh(a, uint(k.Uint64()))
		case far && a.BitLen() <= maxBigBits:
			r.SetInt64(int64(min(a.Sign(), 0)))
		case far:
			return nil, false
		default:
			r.Rsh(a, uint(k.Uint64()))
		}
	case OpBitAnd:
		r.And(a, b)
	case OpBitOr:
		r.Or(a, b)
	case OpBitXor:
		r.Xor(a, b)
	default:
		return nil, false
	}
	return r, r.BitLen() <= maxBigBits
}

// compareBigNumber compares a bigint with a number that is not NaN.
func compareBigNumber(a *big.Int, f float64) int {
	if math.IsInf(f, 0) {
		if f > 0 {
			return -1
		}
		return 1
	}
	r := new(big.Rat)
	r.SetFloat64(f)
	return new(big.Rat).SetInt(a).Cmp(r)
}

// compareUnits orders two WTF-8 strings by their UTF-16 code units.
func compareUnits(a, b string) int {
	x, y := ast.UTF16(a), ast.UTF16(b)
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] != y[i] {
			if x[i] < y[i] {
				return -1
			}
			return 1
		}
	}
	return len(x) - len(y)
}
