package son

import (
	"encoding/binary"
	"slices"
)

// The strings of a Type are unrestricted, or a few known ones: the states of a machine, the
// results of typeof. A branch on one rules out the others.

// maxSet is how many strings a Type can distinguish. The bound makes loops settle.
const maxSet = 4

// texts returns the strings of t, ascending; ok is false if they are not known.
func (t Type) texts() (list []string, ok bool) {
	switch {
	case t.kinds&KindString == 0:
		return nil, true
	case t.con:
		return []string{t.str}, true
	case t.str == "":
		return nil, false
	}
	for rest := []byte(t.str); len(rest) > 0; {
		n, k := binary.Uvarint(rest)
		list = append(list, string(rest[k:k+int(n)]))
		rest = rest[k+int(n):]
	}
	return list, true
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
	var set []byte
	for _, s := range list {
		set = append(binary.AppendUvarint(set, uint64(len(s))), s...)
	}
	t.str = string(set)
	return t
}

// joinTexts returns r with the strings of t and those of u.
func (r Type) joinTexts(t, u Type) Type {
	if r.kinds&KindString == 0 {
		return r
	}
	a, known := t.texts()
	b, both := u.texts()
	if !known || !both {
		return r
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return r.withTexts(slices.Compact(all))
}

// meetTexts returns r with the strings that are in both t and u.
func (r Type) meetTexts(t, u Type) Type {
	if r.kinds&KindString == 0 {
		return r
	}
	a, known := t.texts()
	b, both := u.texts()
	switch {
	case !known && !both:
		return r
	case !known:
		return r.withTexts(b)
	case !both:
		return r.withTexts(a)
	}
	return r.withTexts(slices.DeleteFunc(a, func(s string) bool { return !slices.Contains(b, s) }))
}

// hasTexts reports that every string of u is in t.
func (t Type) hasTexts(u Type) bool {
	a, known := t.texts()
	if !known || u.kinds&KindString == 0 {
		return true
	}
	b, ok := u.texts()
	return ok && !slices.ContainsFunc(b, func(s string) bool { return !slices.Contains(a, s) })
}

// lessText removes one string.
func (t Type) lessText(s string) Type {
	list, ok := t.texts()
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
	var names []string
	for _, c := range typeofClasses {
		if k&c.kinds != 0 {
			names = append(names, c.name)
		}
	}
	switch {
	case k&^KindAny != 0 || len(names) > maxSet: // it is not known what the value is
		return TypeString
	case len(names) == 0:
		return TypeTop
	}
	t := StringConst(names[0])
	for _, name := range names[1:] {
		t = t.Join(StringConst(name))
	}
	return t
}
