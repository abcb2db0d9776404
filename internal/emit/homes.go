package emit

import (
	"slices"
	"sort"
)

// homes is a set of lists that declare variables of one name, none of which shadows another. A
// conflict with a new variable is found without looking at all of them, or at all lists between
// a variable and its references: a program may have 50,000 variables called i, or deeply nested
// blocks, each with references to what the outer ones declare.
type homes struct {
	l  *locator
	of map[*stmtList]bool
	// A segment tree over the lists with a reference to some variable of the name, in the order
	// of their numbers.
	lists []int
	// least is the smallest depth of a home among the variables referenced in the node's lists;
	// most is the greatest depth of a home that contains all of the node's lists. Both count
	// from 1, and 0 means none.
	least, most []int
}

// newHomes returns an empty set of homes for the variables ws, or nil for one variable, where no
// conflict is possible.
func newHomes(l *locator, ws []*web) *homes {
	if len(ws) < 2 {
		return nil
	}
	h := &homes{l: l, of: map[*stmtList]bool{}}
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

// conflicts reports whether w cannot share its name with the others: its declaration would come
// between another variable's home and a reference to that, or the other way round.
func (h *homes) conflicts(w *web) bool {
	if h == nil || len(h.of) == 0 {
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
	if h == nil {
		return
	}
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

// leaf returns the tree index of a list.
func (h *homes) leaf(l *stmtList) int {
	i, _ := slices.BinarySearch(h.lists, h.l.span(l).first)
	return i + len(h.lists)
}

// within returns the range of tree indices of l and the lists inside it.
func (h *homes) within(l *stmtList) (from, to int) {
	s := h.l.span(l)
	from = sort.SearchInts(h.lists, s.first)
	to = sort.SearchInts(h.lists, s.last+1)
	return from + len(h.lists), to + len(h.lists)
}

// listSpan is the number of a list and that of the last list inside it; the lists inside it
// have the numbers between.
type listSpan struct{ first, last int }

// span returns the numbers of a list and the lists inside it.
func (l *locator) span(list *stmtList) listSpan {
	if l.spans == nil {
		l.number()
	}
	return l.spans[list]
}

// number numbers the lists in preorder.
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
		if s, entered := l.spans[at]; entered { // all lists inside it are numbered
			l.spans[at] = listSpan{s.first, n}
			open = open[:len(open)-1]
			continue
		}
		n++
		l.spans[at] = listSpan{n, n}
		open = append(open, inside[at]...)
	}
}
