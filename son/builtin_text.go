package son

import (
	"math"
	"slices"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// Results of string functions for constants. Strings are WTF-8; all indices are those of UTF-16
// units.

func toStringType(args []Type) Type {
	if len(args) == 1 && args[0].IsString() {
		return args[0]
	}
	return TypeString
}

func foldToString(args []Type) (Type, bool) {
	if len(args) == 0 {
		return StringConst(""), true
	}
	s, ok := FoldToString(args[0])
	return StringConst(s), ok
}

// stringifiedType is the type of JSON.stringify.
func stringifiedType(args []Type) Type {
	if len(args) == 1 && args[0].Is(KindPlain&^KindUndefined) {
		return TypeString
	}
	return TypeString.Join(TypeUndefined)
}

func foldStringify(args []Type) (Type, bool) {
	if len(args) == 0 || args[0] == TypeUndefined {
		return TypeUndefined, true
	}
	t := args[0]
	if f, ok := t.Number(); ok && (f != f || math.IsInf(f, 0)) {
		return StringConst("null"), true
	}
	s := constString(t)
	if !t.IsString() {
		return StringConst(s), true
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return TypeTop, false
		}
	}
	return StringConst(`"` + s + `"`), true
}

// foldParseInt reads the digits at the start of a text.
func foldParseInt(args []Type) (Type, bool) {
	if len(args) == 0 {
		return TypeNaN, true
	}
	s, radix := strings.TrimLeftFunc(constString(args[0]), isSpaceJS), int32(0)
	if len(args) > 1 {
		radix = toInt32(constNumber(args[1]))
	}
	sign := 1.0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if (radix == 0 || radix == 16) && len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		s, radix = s[2:], 16
	}
	if radix == 0 {
		radix = 10
	}
	if radix < 2 || radix > 36 {
		return TypeNaN, true
	}
	v, any := 0.0, false
	for i := range len(s) {
		d := digitValue(s[i])
		if d < 0 || d >= int(radix) {
			break
		}
		if v, any = v*float64(radix)+float64(d), true; v >= 1<<53 {
			return TypeTop, false // rounding is up to the engine
		}
	}
	if !any {
		return TypeNaN, true
	}
	return NumberConst(sign * v), true
}

func isSpaceJS(r rune) bool { return trimJS(string(r)) == "" }

// digitValue returns the value of a digit or letter, or -1.
func digitValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return -1
}

func foldParseFloat(args []Type) (Type, bool) {
	if len(args) == 0 {
		return TypeNaN, true
	}
	s := strings.TrimLeftFunc(constString(args[0]), isSpaceJS)
	end := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("+-.0123456789eEInfity", r) })
	if end < 0 {
		end = len(s)
	}
	for ; end > 0; end-- { // the longest prefix that is a number
		if f := strings.TrimLeft(s[:end], "+-"); f == "Infinity" || isDecimalLiteral(f) {
			if v := StringToNumber(s[:end]); v == v {
				return NumberConst(v), true
			}
		}
	}
	return TypeNaN, true
}

func foldFromCharCode(args []Type) (Type, bool) {
	units := make([]uint16, len(args))
	for i, f := range constNumbers(args) {
		units[i] = uint16(toInt32(f))
	}
	return StringConst(ast.FromUTF16(units)), true
}

// integerAt is ToIntegerOrInfinity of operand i, or missing if there is none.
func integerAt(args []Type, i int, missing float64) float64 {
	if i >= len(args) || args[i] == TypeUndefined {
		return missing
	}
	f := constNumber(args[i])
	if f != f {
		return 0
	}
	return math.Trunc(f)
}

// clamp limits an index to 0 to n; a negative one counts from the end if fromEnd.
func clamp(f float64, n int, fromEnd bool) int {
	if f < 0 && fromEnd {
		f += float64(n)
	}
	return int(math.Max(0, math.Min(f, float64(n))))
}

// unitAt returns the unit at an index.
func unitAt(s string, f float64) (uint16, bool) {
	u := ast.UTF16(s)
	if f < 0 || f >= float64(len(u)) {
		return 0, false
	}
	return u[int(f)], true
}

func units(u ...uint16) Type { return StringConst(ast.FromUTF16(u)) }

func foldCharCodeAt(s string, args []Type) (Type, bool) {
	c, ok := unitAt(s, integerAt(args, 0, 0))
	if !ok {
		return TypeNaN, true
	}
	return IntConst(int32(c)), true
}

func foldCodePointAt(s string, args []Type) (Type, bool) {
	c, ok := unitAt(s, integerAt(args, 0, 0))
	switch {
	case !ok:
		return TypeUndefined, true
	case c >= 0xD800 && c <= 0xDFFF:
		return TypeTop, false
	}
	return IntConst(int32(c)), true
}

func foldCharAt(s string, args []Type) (Type, bool) {
	c, ok := unitAt(s, integerAt(args, 0, 0))
	if !ok {
		return StringConst(""), true
	}
	return units(c), true
}

func foldAt(s string, args []Type) (Type, bool) {
	f := integerAt(args, 0, 0)
	if f < 0 {
		f += float64(len(ast.UTF16(s)))
	}
	c, ok := unitAt(s, f)
	if !ok {
		return TypeUndefined, true
	}
	return units(c), true
}

// searched is the string that a method searches for, in units.
func searched(args []Type) []uint16 {
	if len(args) == 0 {
		return ast.UTF16("undefined")
	}
	return ast.UTF16(constString(args[0]))
}

// indexFrom returns the first index of v in u, starting at an index, or -1.
func indexFrom(u, v []uint16, from int) int {
	for i := from; i+len(v) <= len(u); i++ {
		if slices.Equal(u[i:i+len(v)], v) {
			return i
		}
	}
	return -1
}

func foldIndexOf(s string, args []Type) (Type, bool) {
	u := ast.UTF16(s)
	return IntConst(int32(indexFrom(u, searched(args), clamp(integerAt(args, 1, 0), len(u), false)))), true
}

func foldIncludes(s string, args []Type) (Type, bool) {
	t, ok := foldIndexOf(s, args)
	return BoolConst(t != IntConst(-1)), ok
}

func foldStartsWith(s string, args []Type) (Type, bool) {
	u, v := ast.UTF16(s), searched(args)
	at := clamp(integerAt(args, 1, 0), len(u), false)
	return BoolConst(at+len(v) <= len(u) && slices.Equal(u[at:at+len(v)], v)), true
}

func foldEndsWith(s string, args []Type) (Type, bool) {
	u, v := ast.UTF16(s), searched(args)
	end := clamp(integerAt(args, 1, math.Inf(1)), len(u), false)
	return BoolConst(end >= len(v) && slices.Equal(u[end-len(v):end], v)), true
}

// part is the string of the units from i to j.
func part(u []uint16, i, j int) (Type, bool) {
	if i >= j {
		return StringConst(""), true
	}
	return units(u[i:j]...), true
}

func foldSlice(s string, args []Type) (Type, bool) {
	u := ast.UTF16(s)
	return part(u, clamp(integerAt(args, 0, 0), len(u), true), clamp(integerAt(args, 1, math.Inf(1)), len(u), true))
}

func foldSubstring(s string, args []Type) (Type, bool) {
	u := ast.UTF16(s)
	i, j := clamp(integerAt(args, 0, 0), len(u), false), clamp(integerAt(args, 1, math.Inf(1)), len(u), false)
	return part(u, min(i, j), max(i, j))
}

func foldSubstr(s string, args []Type) (Type, bool) {
	u := ast.UTF16(s)
	i := clamp(integerAt(args, 0, 0), len(u), true)
	return part(u, i, clamp(float64(i)+integerAt(args, 1, math.Inf(1)), len(u), false))
}

func foldConcat(s string, args []Type) (Type, bool) {
	for _, t := range args {
		s = ast.ConcatWTF8(s, constString(t))
	}
	return StringConst(s), true
}

func foldRepeat(s string, args []Type) (Type, bool) {
	n := integerAt(args, 0, 0)
	if n < 0 || n*float64(len(s)) > maxConstText {
		return TypeTop, false
	}
	t := ""
	for range int(min(n, float64(len(s))*maxConstText)) { // the empty string, however often, is empty
		t = ast.ConcatWTF8(t, s)
	}
	return StringConst(t), true
}

// For letters beyond ASCII the result depends on the engine's version of Unicode.
func foldUpper(s string, _ []Type) (Type, bool) { return StringConst(strings.ToUpper(s)), isASCII(s) }
func foldLower(s string, _ []Type) (Type, bool) { return StringConst(strings.ToLower(s)), isASCII(s) }
func foldTrim(s string, _ []Type) (Type, bool)  { return StringConst(trimJS(s)), true }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
