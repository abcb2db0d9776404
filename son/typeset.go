package son

import (
	"encoding/binary"
	"slices"
)

// The strings of a Type are unrestricted, or a few known ones: the states of a machine, the
// results of typeof. A branch on one rules out the others.

// maxSet is how many strings a Type can distinguish. The bound makes loops settle.
const maxSet = 4

// textBuffer is room for the strings of two types, so that comparing them allocates nothing.
type textBuffer [2 * maxSet]string

// hasAllTexts reports that the strings of t are not known.
func (t Type) hasAllTexts() bool { return t.kinds&KindString != 0 && !t.con && t.str == "" }

// texts appends the strings of t, ascending; ok is false if they are not known.
func (t Type) texts(list []string) (all []string, ok bool) {
	switch {
	case t.kinds&KindString == 0:
		return list, true
	case t.con:
		return append(list, t.str), true
	case t.str == "":
		return list, false
	}
	for rest := t.str; rest != ""; {
		n, text := cutLength(rest)
		list, rest = append(list, text[:n]), text[n:]
	}
	return list, true
}

// cutLength splits a varint from the beginning of s.
func cutLength(s string) (n int, rest string) {
	for i := 0; ; i++ {
		n |= int(s[i]&0x7f) << (7 * i)
		if s[i] < 0x80 {
			return n, s[i+1:]
		}
	}
}

// withTexts returns t with its strings replaced by these, ascending; or by all strings if they
// are too many.
func (t Type) withTexts(list []string) Type {
	if t.str = ""; t.con {
		t.con, t.lo, t.hi = false, 0, 0
	}
	switch {
	case len(list) == 0:
		t.kinds &^= KindString
		return t
	case len(list) == 1 && t.kinds&^KindString == 0:
		return StringConst(list[0])
	}
	t.kinds |= KindString
	if len(list) > maxSet {
		return t
	}
	var room [64]byte
	set := room[:0]
	for _, s := range list {
		set = append(binary.AppendUvarint(set, uint64(len(s))), s...)
	}
	t.str = string(set)
	return t
}

// joinTexts returns r with the strings of t and those of u.
func (r Type) joinTexts(t, u Type) Type {
	if r.kinds&KindString == 0 || t.hasAllTexts() || u.hasAllTexts() {
		return r
	}
	var buf textBuffer
	all, _ := t.texts(buf[:0])
	all, _ = u.texts(all)
	slices.Sort(all)
	return r.withTexts(slices.Compact(all))
}

// meetTexts returns r with the strings that are in both t and u.
func (r Type) meetTexts(t, u Type) Type {
	if r.kinds&KindString == 0 || t.hasAllTexts() && u.hasAllTexts() {
		return r
	}
	var forT, forU textBuffer
	a, known := t.texts(forT[:0])
	b, both := u.texts(forU[:0])
	switch {
	case !known:
		return r.withTexts(b)
	case !both:
		return r.withTexts(a)
	}
	return r.withTexts(slices.DeleteFunc(a, func(s string) bool { return !slices.Contains(b, s) }))
}

// hasTexts reports that every string of u is in t.
func (t Type) hasTexts(u Type) bool {
	if u.kinds&KindString == 0 || t.hasAllTexts() {
		return true
	}
	var forT, forU textBuffer
	a, _ := t.texts(forT[:0])
	b, ok := u.texts(forU[:0])
	return ok && !slices.ContainsFunc(b, func(s string) bool { return !slices.Contains(a, s) })
}

// lessText removes one string.
func (t Type) lessText(s string) Type {
	var buf textBuffer
	list, ok := t.texts(buf[:0])
	if !ok || !slices.Contains(list, s) {
		return t
	}
	if t.con {
		return TypeTop
	}
	return t.withTexts(slices.DeleteFunc(list, func(x string) bool { return x == s }))
}

// typeofType is the type of typeof for values of some kinds.
func typeofType(k Kind) Type {
	var buf textBuffer
	names := buf[:0]
	for i := range typeofClasses {
		if c := &typeofClasses[i]; k&c.kinds != 0 {
			names = append(names, c.name)
		}
	}
	switch {
	case k&^KindAny != 0 || len(names) > maxSet: // it is not known what the value is
		return TypeString
	case len(names) == 0:
		return TypeTop
	}
	slices.Sort(names)
	return TypeString.withTexts(names)
}
