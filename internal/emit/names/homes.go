package names

import (
	"slices"
	"sort"

	"github.com/sonjs/son/internal/emit/scope"
)

// homes is a set of lists that declare variables of one name, none of which shadows another. A
// conflict with a new variable is found without looking at all of them, or at all lists between
// a variable and its references: a program may have 50,000 variables called i, or deeply nested
// blocks, each with references to what the outer ones declare.
type homes struct {
	c  *Chooser
	of map[*scope.List]bool
	// A segment tree over the lists with a reference to some variable of the name, in the order
	// of their numbers.
	lists []int
	// least is the smallest depth of a home among the variables referenced in the node's lists;
	// most is the greatest depth of a home that contains all of the node's lists. Both count
	// from 1, and 0 means none.
	least, most []int
}

// newHomes returns an empty set of homes for the variables vs, or nil for one variable, where no
// conflict is possible.
func (c *Chooser) newHomes(vs []*scope.Var) *homes {
	if len(vs) < 2 {
		return nil
	}
	h := &homes{c: c, of: map[*scope.List]bool{}}
	for _, v := range vs {
		for _, p := range v.Uses.Places {
			h.lists = append(h.lists, c.span(p.List).first)
		}
	}
	slices.Sort(h.lists)
	h.lists = slices.Compact(h.lists)
	h.least, h.most = make([]int, 2*len(h.lists)), make([]int, 2*len(h.lists))
	return h
}

// conflicts reports whether v cannot share its name with the others: its declaration would come
// between another variable's home and a reference to that, or the other way round.
func (h *homes) conflicts(v *scope.Var) bool {
	if h == nil || len(h.of) == 0 {
		return false
	}
	if h.of[v.Home] {
		return true
	}
	depth := v.Home.Depth + 1
	for i, k := h.within(v.Home); i < k; i, k = i/2, k/2 {
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
	for _, p := range v.Uses.Places {
		for i := h.leaf(p.List); i > 0; i /= 2 {
			if h.most[i] > depth {
				return true
			}
		}
	}
	return false
}

func (h *homes) add(v *scope.Var) {
	if h == nil {
		return
	}
	h.of[v.Home] = true
	if len(h.lists) == 0 {
		return
	}
	depth := v.Home.Depth + 1
	for _, p := range v.Uses.Places {
		for i := h.leaf(p.List); i > 0 && (h.least[i] == 0 || h.least[i] > depth); i /= 2 {
			h.least[i] = depth
		}
	}
	for i, k := h.within(v.Home); i < k; i, k = i/2, k/2 {
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
func (h *homes) leaf(l *scope.List) int {
	i, _ := slices.BinarySearch(h.lists, h.c.span(l).first)
	return i + len(h.lists)
}

// within returns the range of tree indices of l and the lists inside it.
func (h *homes) within(l *scope.List) (from, to int) {
	s := h.c.span(l)
	from = sort.SearchInts(h.lists, s.first)
	to = sort.SearchInts(h.lists, s.last+1)
	return from + len(h.lists), to + len(h.lists)
}

// span is the number of a list and that of the last list inside it; the lists inside it
// have the numbers between.
type span struct{ first, last int }

// span returns the numbers of a list and the lists inside it.
func (c *Chooser) span(list *scope.List) span {
	if c.spans == nil {
		c.number()
	}
	return c.spans[list]
}

// number numbers the lists in preorder.
func (c *Chooser) number() {
	c.spans = map[*scope.List]span{}
	inside := map[*scope.List][]*scope.List{}
	seen := map[*scope.List]bool{}
	for _, at := range c.Tree.Lists {
		for ; at != nil && !seen[at]; at = at.Parent {
			seen[at] = true
			inside[at.Parent] = append(inside[at.Parent], at)
		}
	}
	n := 0
	open := []*scope.List{nil}
	for len(open) > 0 {
		at := open[len(open)-1]
		if s, entered := c.spans[at]; entered { // all lists inside it are numbered
			c.spans[at] = span{s.first, n}
			open = open[:len(open)-1]
			continue
		}
		n++
		c.spans[at] = span{n, n}
		open = append(open, inside[at]...)
	}
}
