package mangle

import (
	"container/heap"
	"slices"
	"sort"
)

// path leads from a scope that references a binding up to one that declares it. Both belong to
// it.
type path struct{ low, high *scope }

// pass records that b is visible in the scopes from low up to high.
func (t *table) pass(b *binding, low, high *scope) {
	if b.paths == nil {
		b.paths = t.newPaths.Make(pathsAtFirst)[:0]
	}
	if n := len(b.paths); n == 0 || b.paths[n-1] != (path{low, high}) {
		b.paths = append(b.paths, path{low, high})
	}
}

// pathsAtFirst is for how many paths a binding has space at first.
const pathsAtFirst = 4

// passes reports whether a path of b leads through a scope. A path that begins in the scope or
// inside it does if it ends outside, that is, further up in the text.
func (b *binding) passes(sc *scope) bool {
	i := sort.Search(len(b.paths), func(i int) bool { return b.paths[i].low.at >= sc.at })
	for ; i < len(b.paths) && b.paths[i].low.at <= sc.last; i++ {
		if b.paths[i].high.at <= sc.at {
			return true
		}
	}
	return false
}

// lookAt reports whether b is looked at for the first time in the names of a scope: many paths of
// one binding may begin there.
func (b *binding) lookAt(sc *scope) bool {
	first := b.looked != sc
	b.looked = sc
	return first
}

// sortPaths sorts the paths of all bindings.
func (t *table) sortPaths() {
	for i := len(t.scopes) - 1; i >= 0; i-- {
		sc := t.scopes[i]
		sc.last = max(sc.last, sc.at)
		if sc.up != nil {
			sc.up.last = max(sc.up.last, sc.last)
		}
	}
	for _, b := range t.bindings {
		slices.SortFunc(b.paths, func(p, q path) int { return p.low.at - q.low.at })
		b.paths = slices.Compact(b.paths)
		for _, p := range b.paths {
			if b.home != nil && p.high.at < b.home.at {
				b.fixed = true // it is named after those to which it is visible further up
			}
		}
	}
}

// paths finds where the paths of all bindings begin, and for each scope its heir.
func (t *table) paths() {
	before := make([]int, len(t.scopes)+1) // scopes before a scope, and paths that begin there
	for _, b := range t.bindings {
		for _, p := range b.paths {
			before[p.low.at+1]++
		}
	}
	for i, sc := range t.scopes {
		sc.begin = t.newLists.Make(before[i+1])[:0]
		before[i+1] += before[i] + 1
	}
	for _, b := range t.bindings {
		for _, p := range b.paths {
			p.low.begin = append(p.low.begin, b)
		}
	}
	for _, sc := range t.scopes {
		size := func(s *scope) int { return before[s.last+1] - before[s.at] }
		if up := sc.up; up != nil && (up.heir == nil || size(sc) > size(up.heir)) {
			up.heir = sc
		}
	}
}

// taken are the names of the bindings that pass a scope.
type taken struct {
	alphabet *alphabet
	by       map[*binding]bool
	names    map[string]int // how many have it
	letters  [128]int32     // the same for those of one byte
	next     int            // the names of the alphabet before this one are taken …
	gaps     ints           // … unless they are here
}

// takenIn returns the names that are taken in a scope by bindings that have a name already.
//
// If a scope is the largest one inside its parent, it takes over the parent's names, less those
// that do not pass it. Finding these means looking at everything in the other scopes; for each
// of those the names are recomputed, by looking at everything in it. Nothing is looked at more
// often than the logarithm of the size of the program.
func (t *table) takenIn(sc *scope) *taken {
	if sc.up == nil || sc.up.heir != sc {
		sc.taken = &taken{alphabet: t.alphabet, by: map[*binding]bool{}, names: map[string]int{}}
		for _, in := range t.scopes[sc.at : sc.last+1] {
			for _, b := range in.begin {
				if b.name != "" && b.lookAt(sc) && b.passes(sc) {
					sc.taken.add(b)
				}
			}
		}
		return sc.taken
	}
	up := sc.up
	sc.taken, up.taken = up.taken, nil
	for _, others := range [][]*scope{t.scopes[up.at:sc.at], t.scopes[sc.last+1 : up.last+1]} {
		for _, in := range others {
			for _, b := range in.begin {
				if sc.taken.by[b] && b.lookAt(sc) && !b.passes(sc) {
					sc.taken.remove(b)
				}
			}
		}
	}
	for _, b := range sc.declared {
		if b.name != "" {
			sc.taken.add(b)
		}
	}
	return sc.taken
}

func (k *taken) add(b *binding) {
	if !k.by[b] {
		k.by[b] = true
		k.names[b.name]++
		if len(b.name) == 1 {
			k.letters[b.name[0]]++
		}
	}
}

func (k *taken) remove(b *binding) {
	delete(k.by, b)
	if len(b.name) == 1 {
		k.letters[b.name[0]]--
	}
	if k.names[b.name]--; k.names[b.name] > 0 {
		return
	}
	delete(k.names, b.name)
	if i, ok := k.alphabet.at[b.name]; ok && i < k.next {
		heap.Push(&k.gaps, i)
	}
}

// first returns the first name that is not taken and satisfies suits.
func (k *taken) first(suits func(i int, name string) bool) string {
	var not []int
	defer func() {
		for _, i := range not {
			heap.Push(&k.gaps, i)
		}
	}()
	for {
		i := k.next
		if len(k.gaps) > 0 {
			i = heap.Pop(&k.gaps).(int)
		} else {
			k.next++
		}
		name := k.alphabet.name(i)
		if name == "" || k.names[name] > 0 {
			continue
		}
		if suits(i, name) {
			return name
		}
		not = append(not, i)
	}
}

// ints is a heap.
type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// keeper is a scope that declares a binding whose name stays.
type keeper struct {
	*scope
	around int // the innermost one around it in its list, or -1
}

// keepers finds the scopes of names that stay.
func (t *table) keepers() {
	t.keep = map[string][]keeper{}
	for _, sc := range t.scopes {
		for _, b := range sc.declared {
			if !b.fixed {
				continue
			}
			list := t.keep[b.name]
			t.keep[b.name] = append(list, keeper{sc, around(list, len(list)-1, sc)})
		}
	}
}

// around returns the last of list[:i+1] that is, or is around, a scope; or -1.
func around(list []keeper, i int, sc *scope) int {
	for i >= 0 && list[i].last < sc.at {
		i = list[i].around
	}
	return i
}

// blocked reports whether a path of b, which sc declares, leads through a scope inside sc that
// declares a fixed binding of that name. Either those scopes or the paths are searched,
// whichever are fewer.
func (t *table) blocked(name string, b *binding, sc *scope) bool {
	list := t.keep[name]
	from := sort.Search(len(list), func(i int) bool { return list[i].at > sc.at })
	to := sort.Search(len(list), func(i int) bool { return list[i].at > sc.last })
	if to-from <= len(b.paths) {
		return slices.ContainsFunc(list[from:to], func(k keeper) bool { return b.passes(k.scope) })
	}
	return slices.ContainsFunc(b.paths, func(p path) bool {
		i := sort.Search(len(list), func(i int) bool { return list[i].at > p.low.at }) - 1
		i = around(list, i, p.low)
		return i >= from && list[i].at >= p.high.at
	})
}
