package snapshot

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sonjs/son/son"
)

// ID is the number of a record in one evaluation of a function. Those of the snapshot come first.
type ID int32

// none is the number of a record that is not followed: it was let go.
const none ID = -1

// Value is what an expression may be: one of some records, or something else.
type Value struct {
	// Other are primitives, and objects that are no records. These never have a record, unless it was let go.
	Other son.Type
	// Recs are the records that it may be, ascending.
	Recs []ID
}

var (
	anything  = Value{Other: son.TypeAny}
	undefined = Value{Other: son.TypeUndefined}
)

func other(t son.Type) Value { return Value{Other: t} }

func record(id ID) Value { return Value{Recs: []ID{id}} }

// isEmpty reports whether there is no such value.
func (v Value) isEmpty() bool { return v.Other.IsTop() && len(v.Recs) == 0 }

func (v Value) equals(w Value) bool { return v.Other == w.Other && slices.Equal(v.Recs, w.Recs) }

// join returns the values of both.
func (v Value) join(w Value) Value {
	return Value{Other: v.Other.Join(w.Other), Recs: union(v.Recs, w.Recs)}
}

// union returns the elements of both lists, ascending.
func union(a, b []ID) []ID {
	switch {
	case len(b) == 0 || slices.Equal(a, b):
		return a
	case len(a) == 0:
		return b
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// renamed returns the value with other numbers for its records; those that are not followed any more become
// objects that are no records.
func (v Value) renamed(to func(ID) ID) Value {
	if len(v.Recs) == 0 {
		return v
	}
	w := Value{Other: v.Other}
	for _, r := range v.Recs {
		if id := to(r); id == none {
			w.Other = w.Other.Join(son.TypeFresh)
		} else {
			w.Recs = append(w.Recs, id)
		}
	}
	slices.Sort(w.Recs)
	w.Recs = slices.Compact(w.Recs)
	return w
}

// has reports whether the value may be a record.
func (v Value) has(id ID) bool { return slices.Contains(v.Recs, id) }

// typ returns the type, in which records are objects.
func (v Value) typ() son.Type {
	if len(v.Recs) > 0 {
		return v.Other.Join(son.TypeFresh)
	}
	return v.Other
}

// widened returns a value that contains both, such that only a few steps lead from any value to one that no longer
// grows.
func (v Value) widened(w Value) Value {
	return Value{Other: widen(v.Other, w.Other), Recs: union(v.Recs, w.Recs)}
}

// widen returns a type that contains both, in which a range that grew has no bound on that side.
func widen(t, u son.Type) son.Type {
	j := t.Join(u)
	if j == t {
		return t
	}
	lo, hi, ok := j.Range()
	if was, to, had := t.Range(); ok && had && (lo < was || hi > to) {
		if lo < was {
			lo = math.MinInt32
		}
		if hi > to {
			hi = math.MaxInt32
		}
		j = j.Join(son.TypeIntRange(lo, hi))
	}
	return j
}

// String returns the text of a value: #2, null|#0, int, any, or never.
func (v Value) String() string {
	var parts []string
	if !v.Other.IsTop() {
		parts = append(parts, v.Other.String())
	}
	for _, r := range v.Recs {
		parts = append(parts, r.String())
	}
	if len(parts) == 0 {
		return "never"
	}
	return strings.Join(parts, "|")
}

func (id ID) String() string { return fmt.Sprintf("#%d", int32(id)) }
