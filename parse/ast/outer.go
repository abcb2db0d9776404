package ast

import (
	"slices"
	"sort"
)

// Mentions finds what functions mention that have no list of it. Functions are numbered
// so that those inside one follow it.
type Mentions struct {
	byName map[string]*mentioned
}

// mentioned are the functions that mention one name of a binding of a function further
// out, or of none, in the order of their numbers.
type mentioned struct {
	fns, homes []int32
	least      []int32 // a tree over homes: least[i] is the lesser of least[2i] and least[2i+1]
}

// The numbers of what is no function.
const (
	NoFunction  = -1 // blocks and the like of the top level
	Environment = -2 // what all see
	Nowhere     = -3 // what nothing declares
)

// Add notes that function fn mentions a binding of function home.
func (m *Mentions) Add(name string, fn, home int32) {
	if m.byName == nil {
		m.byName = map[string]*mentioned{}
	}
	l := m.byName[name]
	if l == nil {
		l = &mentioned{}
		m.byName[name] = l
	}
	l.fns, l.homes = append(l.fns, fn), append(l.homes, home)
}

// Done says that all is added.
func (m *Mentions) Done() {
	for _, l := range m.byName {
		l.order()
	}
}

func (l *mentioned) order() {
	n := len(l.fns)
	if !slices.IsSorted(l.fns) {
		sort.Stable((*byFunction)(l))
	}
	l.least = append(make([]int32, n, 2*n), l.homes...)
	for i := n - 1; i > 0; i-- {
		l.least[i] = min(l.least[2*i], l.least[2*i+1])
	}
}

type byFunction mentioned

func (l *byFunction) Len() int           { return len(l.fns) }
func (l *byFunction) Less(i, j int) bool { return l.fns[i] < l.fns[j] }
func (l *byFunction) Swap(i, j int) {
	l.fns[i], l.fns[j] = l.fns[j], l.fns[i]
	l.homes[i], l.homes[j] = l.homes[j], l.homes[i]
}

// within reports whether one of the functions from a number to another mentions a name
// of a function whose number is less than home, which is that of the first of them or of
// a function around it. What they mention is theirs or of functions around them all.
func (m *Mentions) within(name string, from, to, home int32) bool {
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

// wide is where a function without lists of Outer and Globals finds what would be in it.
type wide struct {
	in              *Mentions
	from, to, maker int32
}

// Widen says that the function is number from, that those inside have the numbers up to
// another, that Parent's is maker, and that it has no lists of Outer and Globals.
func (f *Function) Widen(m *Mentions, from, to, maker int32) { f.wide = &wide{m, from, to, maker} }

// IsWide reports whether the function has no lists of Outer and Globals.
func (f *Function) IsWide() bool { return f.wide != nil }

// MentionsGlobal reports whether the function, or one inside it, mentions a name that
// nothing declares.
func (f *Function) MentionsGlobal(name string) bool {
	if w := f.wide; w != nil {
		return w.in.within(name, w.from, w.to, Nowhere+1)
	}
	return slices.Contains(f.Globals, name)
}

// MentionsOuter reports whether the function, or one inside it, mentions a binding called
// name that is declared outside of it. For one without lists a name that nothing declares
// is such a binding.
func (f *Function) MentionsOuter(name string) bool {
	if w := f.wide; w != nil {
		return w.in.within(name, w.from, w.to, w.from)
	}
	return slices.ContainsFunc(f.Outer, func(s *Symbol) bool { return s.Name == name })
}

// MentionsBeyond is MentionsOuter for bindings that are not Parent's either. It answers
// only for functions that have no list.
func (f *Function) MentionsBeyond(name string) bool {
	w := f.wide
	return w != nil && w.in.within(name, w.from, w.to, w.maker)
}
