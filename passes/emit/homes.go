package emit

import (
	"slices"
	"sort"
)

// homes are the lists in which variables of one name are declared, none of which hides
// another. They find one that meets a new one without a look at all of them, or at all
// lists between a variable and its mentions: a program may have 50,000 variables called
// i, or blocks in blocks each of which mentions what those around it declare.
type homes struct {
	l  *locator
	of map[*stmtList]bool
	// A segment tree over the lists with a mention of some variable of the name, which
	// are in the order of their numbers.
	lists []int
	// least is, of the variables mentioned in the lists below, the smallest depth of a
	// home; most is the greatest depth of a home that is around all of them. Both count
	// from 1 on, and 0 is none.
	least, most []int
}

// newHomes returns the homes of none of several variables.
func newHomes(l *locator, ws []*web) *homes {
	h := &homes{l: l, of: map[*stmtList]bool{}}
	if len(ws) < 2 {
		return h // nothing to meet
	}
	for _, w := range ws {
		for _, p := range w.use.places {
			h.lists = append(h.lists, l.span(p.list).first)
		}
	}
	slices.Sort(h.lists)
	h.lists = slices.Compact(h.lists)
	h.least, h.most = make([]int, 2*len(h.lists)), make([]int, 2*len(h.lists))
	return h
}

// meet reports whether w cannot have the same name as one of the others: it would be
// declared between a mention of that and its home, or that between one of w and its home.
func (h *homes) meet(w *web) bool {
	if len(h.of) == 0 {
		return false
	}
	if h.of[w.home] {
		return true
	}
	depth := w.home.depth + 1
	for i, k := h.within(w.home); i < k; i, k = i/2, k/2 {
		if i%2 == 1 {
			if h.least[i] > 0 && h.least[i] < depth {
				return true
			}
			i++
		}
		if k%2 == 1 {
			if k--; h.least[k] > 0 && h.least[k] < depth {
				return true
			}
		}
	}
	for _, p := range w.use.places {
		for i := h.leaf(p.list); i > 0; i /= 2 {
			if h.most[i] > depth {
				return true
			}
		}
	}
	return false
}

func (h *homes) add(w *web) {
	h.of[w.home] = true
	if len(h.lists) == 0 {
		return
	}
	depth := w.home.depth + 1
	for _, p := range w.use.places {
		for i := h.leaf(p.list); i > 0 && (h.least[i] == 0 || h.least[i] > depth); i /= 2 {
			h.least[i] = depth
		}
	}
	for i, k := h.within(w.home); i < k; i, k = i/2, k/2 {
		if i%2 == 1 {
			h.most[i] = max(h.most[i], depth)
			i++
		}
		if k%2 == 1 {
			k--
			h.most[k] = max(h.most[k], depth)
		}
	}
}

// leaf returns where a list is in the tree.
func (h *homes) leaf(l *stmtList) int {
	i, _ := slices.BinarySearch(h.lists, h.l.span(l).first)
	return i + len(h.lists)
}

// within returns where the lists are in the tree that are l or inside it.
func (h *homes) within(l *stmtList) (from, to int) {
	s := h.l.span(l)
	from = sort.SearchInts(h.lists, s.first)
	to = sort.SearchInts(h.lists, s.last+1)
	return from + len(h.lists), to + len(h.lists)
}

// listSpan are the numbers of a list and of the last list inside it; those inside one have
// the numbers between.
type listSpan struct{ first, last int }

// span returns the numbers of a list and what is inside it.
func (l *locator) span(list *stmtList) listSpan {
	if l.spans == nil {
		l.number()
	}
	return l.spans[list]
}

// number numbers the lists.
func (l *locator) number() {
	l.spans = map[*stmtList]listSpan{}
	inside := map[*stmtList][]*stmtList{}
	seen := map[*stmtList]bool{}
	for _, at := range l.lists {
		for ; at != nil && !seen[at]; at = at.parent {
			seen[at] = true
			inside[at.parent] = append(inside[at.parent], at)
		}
	}
	n := 0
	open := []*stmtList{nil}
	for len(open) > 0 {
		at := open[len(open)-1]
		if s, entered := l.spans[at]; entered { // all inside it are numbered
			l.spans[at] = listSpan{s.first, n}
			open = open[:len(open)-1]
			continue
		}
		n++
		l.spans[at] = listSpan{n, n}
		open = append(open, inside[at]...)
	}
}
