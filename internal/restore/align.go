package restore

import (
	"cmp"
	"slices"
	"sort"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/internal/tokens"
	"github.com/sonjs/son/parse/ast"
)

// align pairs the tokens of both texts. Copied text is marked with its place in the source;
// between two pieces of it that are in the order of the source, tokens are paired by their
// text. What is copied from the given spans was moved.
func (t *text) align(from []ast.Span) {
	t.lo, t.hi = t.mem.none(len(t.new)), t.mem.none(len(t.new))
	t.pairs = t.mem.ints.Make(len(t.new))[:0]
	var copies []int // tokens of new
	for k, n := range t.new {
		if n.Kind != tokens.Opaque || t.pieces[n.Known].Span.IsZero() {
			continue
		}
		s := t.pieces[n.Known].Span
		if slices.ContainsFunc(from, func(f ast.Span) bool { return f.Contains(s) }) {
			t.elsewhere = append(t.elsewhere, s)
			continue
		}
		lo := sort.Search(len(t.old), func(i int) bool { return t.old[i].Start >= s.Start })
		hi := sort.Search(len(t.old), func(i int) bool { return t.old[i].End > s.End }) - 1
		if lo <= hi {
			t.lo[k], t.hi[k] = lo, hi
			copies = append(copies, k)
		}
	}
	inOrder := ascending(copies, func(k int) int { return t.lo[k] })
	i, j := 0, 0
	for _, k := range copies {
		if len(inOrder) > 0 && inOrder[0] == k {
			inOrder = inOrder[1:]
			if t.lo[k] >= i {
				t.region(i, t.lo[k], j, k, 0)
				i, j = t.hi[k]+1, k+1
				continue
			}
		}
		t.lo[k], t.hi[k] = -1, -1 // moved
		t.elsewhere = append(t.elsewhere, t.pieces[t.new[k].Known].Span)
	}
	slices.SortFunc(t.elsewhere, func(a, b ast.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	t.elsewhere = slices.CompactFunc(t.elsewhere, func(a, b ast.Span) bool { return a.Contains(b) })
	t.region(i, len(t.old), j, len(t.new), 0)
	t.openNew = t.mem.openers(t.new)
	t.closeNew = t.mem.closers(t.new, t.openNew)
	t.brackets()
	for k, n := range t.new {
		if t.lo[k] >= 0 {
			t.pairs = append(t.pairs, k)
			if n.Kind == tokens.Opaque {
				t.copies = append(t.copies, k)
			}
		}
	}
}

// leaveCalls finds the brackets of calls that are no longer there. Their arguments may be anywhere.
func (t *text) leaveCalls(calls []ast.Span) {
	for _, s := range calls {
		i := sort.Search(len(t.old), func(i int) bool { return t.old[i].End >= s.End })
		if i < len(t.old) && t.old[i].End == s.End && t.old[i].Key == ")" {
			if t.gone == nil {
				t.gone = map[int]bool{}
			}
			t.gone[t.openOld(i)] = true
		}
	}
}

// openOld and closeOld are the entries of openers and closers for token i of old.
func (t *text) openOld(i int) int { return t.part.open[i] }

func (t *text) closeOld(i int) int {
	return t.part.close[i]
}

// newOf is the token of new that contains token i of old; -1: none. Both lists of paired tokens
// ascend.
func (t *text) newOf(i int) int {
	n := sort.Search(len(t.pairs), func(n int) bool { return t.lo[t.pairs[n]] > i }) - 1
	if n < 0 || t.hi[t.pairs[n]] < i {
		return -1
	}
	return t.pairs[n]
}

func (t *text) paired(i int) bool { return t.newOf(i) >= 0 }

// before and after are the token of new that token i of old begins or ends; -1: none.
func (t *text) before(i int) int {
	if k := t.newOf(i); k >= 0 && t.lo[k] == i {
		return k
	}
	return -1
}

func (t *text) after(i int) int {
	if k := t.newOf(i); k >= 0 && t.hi[k] == i {
		return k
	}
	return -1
}

// brackets pairs closing brackets whose opening brackets are paired: by text, all braces are
// alike.
func (t *text) brackets() {
	paired := map[int]bool{}
	for k := range t.new {
		if t.lo[k] >= 0 {
			paired[t.lo[k]] = true
		}
	}
	last := -1 // token of old
	next := len(t.new)
	for k := range t.new {
		if next <= k {
			next = k + 1
		}
		for next < len(t.new) && (next <= k || t.lo[next] < 0) {
			next++
		}
		if j := t.openNew[k]; j >= 0 && t.closeNew[j] == k && t.lo[j] >= 0 && t.hi[j] == t.lo[j] {
			end := t.closeOld(t.lo[j])
			before := next == len(t.new) || end < t.lo[next]
			if end >= 0 && end != t.lo[k] && !paired[end] && end > last && before {
				t.pair(end, k)
			}
		}
		if t.hi[k] >= 0 {
			last = t.hi[k]
		}
	}
}

func (t *text) pair(i, j int) { t.lo[j], t.hi[j] = i, i }

// same reports whether token i of old is token j of new.
func (t *text) same(i, j int) bool {
	a, b := t.old[i], t.new[j]
	return b.Kind != tokens.Opaque && t.lo[j] < 0 && a.Kind == b.Kind && a.Key == b.Key
}

// maxDepth bounds how often a region is divided, and small is the size up to which all pairs of
// a region are compared.
const (
	maxDepth = 12
	small    = 1 << 14
)

// region pairs tokens a to b of old with those of new from c to d: common beginnings and ends,
// tokens that occur only once, and so on between those.
func (t *text) region(a, b, c, d, depth int) {
	for a < b && c < d && t.same(a, c) {
		t.pair(a, c)
		a, c = a+1, c+1
	}
	for a < b && c < d && t.same(b-1, d-1) {
		b, d = b-1, d-1
		t.pair(b, d)
	}
	if a == b || c == d || depth == maxDepth {
		return
	}
	if (b-a)*(d-c) <= small {
		t.table(a, b, c, d)
		return
	}
	anchors := t.unique(a, b, c, d)
	for _, x := range anchors {
		if x[0] < a || x[1] < c || t.lo[x[1]] >= 0 {
			continue
		}
		t.region(a, x[0], c, x[1], depth+1)
		t.pair(x[0], x[1])
		a, c = x[0]+1, x[1]+1
	}
	if len(anchors) > 0 {
		t.region(a, b, c, d, depth+1)
	}
}

// unique lists the pairs of tokens that occur only once on each side, in order on both.
func (t *text) unique(a, b, c, d int) [][2]int {
	const none, several = -1, -2
	next := func(at, i int) int {
		if at == none {
			return i
		}
		return several
	}
	found := map[string][2]int{} // by the key of a token of new: the tokens of old and new that have it
	for j, n := range t.new[c:d] {
		if n.Kind == tokens.Opaque {
			continue
		}
		x, ok := found[n.Key]
		if !ok {
			x = [2]int{none, none}
		}
		x[1] = next(x[1], c+j)
		found[n.Key] = x
	}
	for i, o := range t.old[a:b] {
		if x, ok := found[o.Key]; ok && x[0] != several && x[1] != several {
			x[0] = next(x[0], a+i)
			found[o.Key] = x
		}
	}
	var list [][2]int
	for j := c; j < d; j++ {
		if n := t.new[j]; n.Kind != tokens.Opaque {
			if x := found[n.Key]; x[1] == j && x[0] >= 0 && t.same(x[0], j) {
				list = append(list, x)
			}
		}
	}
	return ascending(list, func(x [2]int) int { return x[0] })
}

// table pairs tokens by a longest common subsequence.
func (t *text) table(a, b, c, d int) {
	n, m := b-a, d-c
	best := slab.Zeroed(t.mem.table, (n+1)*(m+1))
	t.mem.table = best
	at := func(i, j int) *int32 { return &best[i*(m+1)+j] }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			x := max(*at(i+1, j), *at(i, j+1))
			if t.same(a+i, c+j) {
				x = max(x, *at(i+1, j+1)+weight(t.old[a+i]))
			}
			*at(i, j) = x
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case t.same(a+i, c+j) && *at(i, j) == *at(i+1, j+1)+weight(t.old[a+i]):
			t.pair(a+i, c+j)
			i, j = i+1, j+1
		case *at(i, j) == *at(i+1, j):
			i++
		default:
			j++
		}
	}
}

// weight is how significant it is that a token is on both sides.
func weight(t tokens.Token) int32 {
	if t.Kind == tokens.Punctuation {
		return 1
	}
	return 3
}

// ascending returns a longest subsequence of a list whose keys ascend.
func ascending[T any](list []T, key func(T) int) []T {
	var tails []int // of the best subsequence of each length: its last item
	prev := make([]int, len(list))
	for i, x := range list {
		n := sort.Search(len(tails), func(n int) bool { return key(list[tails[n]]) >= key(x) })
		prev[i] = -1
		if n > 0 {
			prev[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	var out []T
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = prev[i] {
			out = append(out, list[i])
		}
	}
	slices.Reverse(out)
	return out
}
