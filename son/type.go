package son

import (
	"math"

	"github.com/sonjs/son/parse/ast"
)

// Type is a set of JavaScript values, small and comparable: == is equality of
// sets as far as a Type can distinguish them.
//
// A set is a union of kinds; the int32 kind has a range, and a set of one value (a constant)
// includes that value. The strings are unrestricted, or at most [maxSet] known ones; other
// constants that are not an integer range widen to their kinds.
type Type struct {
	kinds Kind
	// con: the only kind in kinds is float, string or bigint, and the fields below hold the value.
	// For the other kinds the kind or the range is enough.
	con bool
	// lo and hi are the range of KindInt, and 0 without it; of a constant, see packed.
	lo, hi int32
	// str: WTF-8 of a string constant, decimal text of a bigint. Without con, the strings of a
	// union: lengths and WTF-8, ascending; "": any. See typeset.go.
	str string
}

// packed stores 64 bits in the range of a constant, which has none: the bits of a float, or the
// length of a string. A Type is copied so often that its size matters.
func (t Type) packed(bits uint64) Type {
	t.lo, t.hi = int32(uint32(bits)), int32(uint32(bits>>32))
	return t
}

// bits returns what packed stored.
func (t Type) bits() uint64 { return uint64(uint32(t.lo)) | uint64(uint32(t.hi))<<32 }

// float returns the value of a constant of KindFloat.
func (t Type) float() float64 { return math.Float64frombits(t.bits()) }

// Kind is a set of kinds of values.
type Kind uint32

const (
	KindUndefined Kind = 1 << iota
	KindNull
	KindFalse
	KindTrue
	KindInt     // integers of 32 bits, without -0
	KindFloat   // every other number but -0 and NaN
	KindNegZero // -0
	KindNaN
	KindBigInt
	KindString
	KindSymbol
	KindFunction // typeof is "function"
	KindObject   // other objects, but not document.all
	KindDDA      // document.all: an object that is falsy, == null and typeof "undefined"

	// Not values of JavaScript.
	KindUninit  // the content of a binding in its TDZ
	KindControl // a reachable control state
	KindMemory  // a memory state
	KindCell    // a cell of a binding

	KindBool      = KindFalse | KindTrue
	KindNumber    = KindInt | KindFloat | KindNegZero | KindNaN
	KindNullish   = KindUndefined | KindNull
	KindObjects   = KindFunction | KindObject | KindDDA
	KindPrimitive = KindNullish | KindBool | KindNumber | KindBigInt | KindString | KindSymbol
	KindAny       = KindPrimitive | KindObjects
	// KindPlain are the primitives that every arithmetic operator takes without
	// throwing.
	KindPlain = KindNullish | KindBool | KindNumber | KindString
)

// Sets that need a name. TypeTop is the empty set: the type of things that never happen. TypeAny
// is every JavaScript value.
var (
	TypeTop       = Type{}
	TypeAny       = kindType(KindAny)
	TypeControl   = kindType(KindControl)
	TypeMemory    = kindType(KindMemory)
	TypeCell      = kindType(KindCell)
	TypeUninit    = kindType(KindUninit)
	TypeUndefined = kindType(KindUndefined)
	TypeNull      = kindType(KindNull)
	TypeTrue      = kindType(KindTrue)
	TypeFalse     = kindType(KindFalse)
	TypeBool      = kindType(KindBool)
	TypeNumber    = kindType(KindNumber)
	TypeInt32     = kindType(KindInt)
	TypeNegZero   = kindType(KindNegZero)
	TypeNaN       = kindType(KindNaN)
	TypeBigInt    = kindType(KindBigInt)
	TypeNumeric   = kindType(KindNumber | KindBigInt)
	TypeString    = kindType(KindString)
	TypeSymbol    = kindType(KindSymbol)
	TypeFunction  = kindType(KindFunction)
	// TypeObject is an object that is not a function; TypeFresh one that a literal made, so
	// never document.all; TypeObjects includes functions.
	TypeObject    = kindType(KindObject | KindDDA)
	TypeFresh     = kindType(KindObject)
	TypeObjects   = kindType(KindObjects)
	TypePrimitive = kindType(KindPrimitive)
	TypeNullish   = kindType(KindNullish)
)

// kindType is the type of every value of some kinds.
func kindType(k Kind) Type {
	t := Type{kinds: k}
	if k&KindInt != 0 {
		t.lo, t.hi = math.MinInt32, math.MaxInt32
	}
	return t
}

// TypeOf returns the type of all values of the given kinds.
func TypeOf(k Kind) Type { return kindType(k) }

// BoolConst is the type of one boolean.
func BoolConst(b bool) Type {
	if b {
		return TypeTrue
	}
	return TypeFalse
}

// IntConst is the type of one integer of 32 bits.
func IntConst(i int32) Type { return TypeIntRange(i, i) }

// TypeIntRange is the type of the integers lo to hi, both included.
func TypeIntRange(lo, hi int32) Type {
	if lo > hi {
		return TypeTop
	}
	return Type{kinds: KindInt, lo: lo, hi: hi}
}

// NumberConst is the type of one number; all NaNs are one value.
func NumberConst(f float64) Type {
	switch {
	case f != f:
		return TypeNaN
	case f == 0 && math.Signbit(f):
		return TypeNegZero
	case f >= math.MinInt32 && f <= math.MaxInt32 && f == math.Trunc(f):
		return IntConst(int32(f))
	}
	return Type{kinds: KindFloat, con: true}.packed(math.Float64bits(f))
}

// StringConst is the type of one string, in WTF-8.
func StringConst(s string) Type {
	return Type{kinds: KindString, con: true, str: s}.packed(uint64(ast.LenUTF16(s)))
}

// BigIntConst is the type of one bigint, given as canonical decimal digits with
// an optional minus sign.
func BigIntConst(text string) Type { return Type{kinds: KindBigInt, con: true, str: text} }

// Kinds returns the kinds of values in t.
func (t Type) Kinds() Kind { return t.kinds }

// Is reports that every value of t is of one of the kinds, and t is not empty.
func (t Type) Is(k Kind) bool { return t.kinds != 0 && t.kinds&^k == 0 }

// MayBe reports that t has a value of one of the kinds.
func (t Type) MayBe(k Kind) bool { return t.kinds&k != 0 }

// IsTop reports that t is empty.
func (t Type) IsTop() bool { return t.kinds == 0 }

// IsConst reports that t is one value that source text can name (or the hole).
func (t Type) IsConst() bool {
	switch t.kinds {
	case KindUndefined, KindNull, KindFalse, KindTrue, KindNegZero, KindNaN, KindUninit:
		return true
	case KindInt:
		return t.lo == t.hi
	}
	return t.con
}

// IsNumber reports that t has only numbers.
func (t Type) IsNumber() bool { return t.Is(KindNumber) }

// IsInt32 reports that t has only integers of 32 bits, and not -0.
func (t Type) IsInt32() bool { return t.Is(KindInt) }

// IsString reports that t has only strings.
func (t Type) IsString() bool { return t.Is(KindString) }

// IsBool reports that t has only booleans.
func (t Type) IsBool() bool { return t.Is(KindBool) }

// IsPrimitive reports that t has only primitives.
func (t Type) IsPrimitive() bool { return t.Is(KindPrimitive) }

// MayBeObject reports that t has an object, functions included.
func (t Type) MayBeObject() bool { return t.MayBe(KindObjects) }

// Range returns the range of the integers of 32 bits in t; ok is false if there
// are none.
func (t Type) Range() (lo, hi int32, ok bool) {
	if !t.MayBe(KindInt) {
		return 0, 0, false
	}
	return t.lo, t.hi, true
}

// Number returns the value of a constant number.
func (t Type) Number() (float64, bool) {
	switch {
	case !t.IsConst():
	case t.kinds == KindInt:
		return float64(t.lo), true
	case t.kinds == KindFloat:
		return t.float(), true
	case t.kinds == KindNegZero:
		return math.Copysign(0, -1), true
	case t.kinds == KindNaN:
		return math.NaN(), true
	}
	return 0, false
}

// Text returns the WTF-8 of a constant string or the digits of a constant
// bigint.
func (t Type) Text() (string, bool) {
	if t.con && t.kinds&(KindString|KindBigInt) != 0 {
		return t.str, true
	}
	return "", false
}

// TextLen returns the length of t's string, in UTF-16 code units, if t is exactly one string.
func (t Type) TextLen() (int, bool) { return int(t.bits()), t.con && t.kinds == KindString }

// Tri is an answer that may be unknown.
type Tri uint8

const (
	Maybe Tri = iota
	Yes
	No
)

// triOf returns the answer given the possible ones.
func triOf(canYes, canNo bool) Tri {
	switch {
	case canYes && !canNo:
		return Yes
	case canNo && !canYes:
		return No
	}
	return Maybe
}

// Not turns yes into no.
func (t Tri) Not() Tri {
	switch t {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Maybe
}

// Type returns the boolean type of an answer.
func (t Tri) Type() Type {
	switch t {
	case Yes:
		return TypeTrue
	case No:
		return TypeFalse
	}
	return TypeBool
}

// Truthy reports whether ToBoolean returns true. document.all is falsy, so an object of unknown
// origin may be either.
func (t Type) Truthy() Tri {
	if t.MayBe(KindUninit | KindControl | KindMemory | KindCell) {
		return Maybe
	}
	const always = KindTrue | KindFloat | KindSymbol | KindFunction | KindObject
	const never = KindNullish | KindFalse | KindNegZero | KindNaN | KindDDA
	yes, no := t.MayBe(always), t.MayBe(never)
	if t.MayBe(KindInt) {
		zero := t.lo <= 0 && t.hi >= 0
		no = no || zero
		yes = yes || !zero || t.lo != t.hi
	}
	if t.MayBe(KindString) {
		var buf textBuffer
		list, known := t.texts(buf[:0])
		zero := known && list[0] == ""
		no = no || zero || !known
		yes = yes || !zero || len(list) > 1
	}
	if t.MayBe(KindBigInt) {
		zero := t.con && t.str == "0"
		no = no || zero || !t.con
		yes = yes || !zero
	}
	return triOf(yes, no)
}

// Nullish reports whether the value is null or undefined (document.all is neither).
func (t Type) Nullish() Tri {
	if t.MayBe(KindUninit | KindControl | KindMemory | KindCell) {
		return Maybe
	}
	return triOf(t.MayBe(KindNullish), t.MayBe(KindAny&^KindNullish))
}

// undefined reports whether t === undefined.
func (t Type) undefined() Tri {
	if t.MayBe(KindUninit | KindControl | KindMemory | KindCell) {
		return Maybe
	}
	return triOf(t.MayBe(KindUndefined), t.MayBe(KindAny&^KindUndefined))
}

// Join returns the union of two sets.
func (t Type) Join(u Type) Type {
	switch {
	case t == u || u.kinds == 0:
		return t
	case t.kinds == 0:
		return u
	}
	r := Type{kinds: t.kinds | u.kinds}
	switch {
	case t.kinds&u.kinds&KindInt != 0:
		r.lo, r.hi = min(t.lo, u.lo), max(t.hi, u.hi)
	case t.kinds&KindInt != 0:
		r.lo, r.hi = t.lo, t.hi
	case u.kinds&KindInt != 0:
		r.lo, r.hi = u.lo, u.hi
	}
	return r.joinTexts(t, u)
}

// Meet returns the intersection of two sets (of two unequal constants of a
// kind, nothing).
func (t Type) Meet(u Type) Type {
	if t == u {
		return t
	}
	r := Type{kinds: t.kinds & u.kinds}
	if r.kinds&KindInt != 0 {
		r.lo, r.hi = max(t.lo, u.lo), min(t.hi, u.hi)
		if r.lo > r.hi {
			r.kinds &^= KindInt
			r.lo, r.hi = 0, 0
		}
	}
	if r = r.meetTexts(t, u); r.kinds&KindString != 0 {
		return r
	}
	c := t
	if !c.con {
		c = u
	}
	if c.con && r.kinds&c.kinds != 0 {
		if t.con && u.con && t != u {
			return TypeTop
		}
		return c
	}
	return r
}

// Contains reports that every value of u is in t.
func (t Type) Contains(u Type) bool {
	if u.kinds&^t.kinds != 0 {
		return false
	}
	if u.kinds&KindInt != 0 && (u.lo < t.lo || u.hi > t.hi) {
		return false
	}
	return t.hasTexts(u) && (!t.con || u.kinds == 0 || t == u)
}

// Without returns t minus all values of some kinds.
func (t Type) Without(k Kind) Type {
	if t.kinds&k == 0 {
		return t
	}
	if t.con {
		return TypeTop
	}
	t.kinds &^= k
	if t.kinds&KindInt == 0 {
		t.lo, t.hi = 0, 0
	}
	if t.str != "" {
		var buf textBuffer
		list, _ := t.texts(buf[:0])
		if t.kinds&KindString == 0 {
			list = nil
		}
		return t.withTexts(list)
	}
	return t
}
