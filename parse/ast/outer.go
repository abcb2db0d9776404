package ast

import (
	"slices"
	"sort"
)

// RefIndex looks up references in functions that have no list of them. Functions are
// numbered so that nested functions follow the one around them.
type RefIndex struct {
	byName map[string]*nameRefs
}

// nameRefs are the functions that reference one name, be it a binding of an enclosing
// function or undeclared, in the order of their numbers.
type nameRefs struct {
	fns, homes []int32
	least      []int32 // a segment tree over homes: least[i] = min(least[2i], least[2i+1])
}

// The numbers that stand for no function.
const (
	NoFunction  = -1 // top-level blocks and the like
	Environment = -2 // the global or module scope, visible everywhere
	Undeclared  = -3 // undeclared names
)

// Add records that function fn references a binding of function home.
func (m *RefIndex) Add(name string, fn, home int32) {
	if m.byName == nil {
		m.byName = map[string]*nameRefs{}
	}
	l := m.byName[name]
	if l == nil {
		l = &nameRefs{}
		m.byName[name] = l
	}
	l.fns, l.homes = append(l.fns, fn), append(l.homes, home)
}

// Done must be called after the last Add, before any lookup.
func (m *RefIndex) Done() {
	for _, l := range m.byName {
		l.order()
	}
}

func (l *nameRefs) order() {
	n := len(l.fns)
	if !slices.IsSorted(l.fns) {
		sort.Stable((*byFunction)(l))
	}
	l.least = append(make([]int32, n, 2*n), l.homes...)
	for i := n - 1; i > 0; i-- {
		l.least[i] = min(l.least[2*i], l.least[2*i+1])
	}
}

type byFunction nameRefs

func (l *byFunction) Len() int           { return len(l.fns) }
func (l *byFunction) Less(i, j int) bool { return l.fns[i] < l.fns[j] }
func (l *byFunction) Swap(i, j int) {
	l.fns[i], l.fns[j] = l.fns[j], l.fns[i]
	l.homes[i], l.homes[j] = l.homes[j], l.homes[i]
}

// within reports whether some function f, from <= f < to, references name as a binding of
// a function whose number is less than home. home is the number of the first of these
// functions or of one around it. What these functions reference belongs to them or to
// functions around all of them.
func (m *RefIndex) within(name string, from, to, home int32) bool {
	l := m.byName[name]
	if l == nil {
		return false
	}
	n := len(l.fns)
	i, _ := slices.BinarySearch(l.fns, from)
	j, _ := slices.BinarySearch(l.fns, to)
	for i, j = i+n, j+n; i < j; i, j = i/2, j/2 {
		if i%2 == 1 {
			if l.least[i] < home {
				return true
			}
			i++
		}
		if j%2 == 1 {
			if j--; l.least[j] < home {
				return true
			}
		}
	}
	return false
}

// wide is where a function without Outer and Globals lists looks up what they would
// contain.
type wide struct {
	in               *RefIndex
	from, to, parent int32
}

// Widen makes the function one without Outer and Globals lists, which looks up references
// in m instead. Its own number is from, those of the functions inside it are below to,
// and Parent's is parent.
func (f *Function) Widen(m *RefIndex, from, to, parent int32) { f.wide = &wide{m, from, to, parent} }

// IsWide reports whether the function has no Outer and Globals lists.
func (f *Function) IsWide() bool { return f.wide != nil }

// ReferencesGlobal reports whether the function, or one inside it, references an undeclared
// name.
func (f *Function) ReferencesGlobal(name string) bool {
	if w := f.wide; w != nil {
		return w.in.within(name, w.from, w.to, Undeclared+1)
	}
	return slices.Contains(f.Globals, name)
}

// ReferencesOuter reports whether the function, or one inside it, references a binding
// called name that is declared outside of it. For a function without lists, an undeclared
// name counts as such a binding.
func (f *Function) ReferencesOuter(name string) bool {
	if w := f.wide; w != nil {
		return w.in.within(name, w.from, w.to, w.from)
	}
	return slices.ContainsFunc(f.Outer, func(s *Symbol) bool { return s.Name == name })
}

// ReferencesBeyond is ReferencesOuter for bindings that are not Parent's either. It works
// only for functions without lists.
func (f *Function) ReferencesBeyond(name string) bool {
	w := f.wide
	return w != nil && w.in.within(name, w.from, w.to, w.parent)
}
