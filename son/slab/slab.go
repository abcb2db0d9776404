// Package slab provides memory that is reused from one function of a program to the next: the
// user returns everything that was handed out at once, and then gets it again. The optimizer
// makes thousands of small objects for a function, and a program has thousands of functions;
// allocating them again each time took a third of its time.
//
// Nothing here may be used by two goroutines at the same time.
package slab

import "slices"

// List hands out single values.
type List[T any] struct {
	slabs [][]T
	at    int // the first slab that is not fully in use
	used  int // values of it in use
}

// The sizes of slabs double a few times: most functions are small.
const (
	firstSlab = 12
	doublings = 4
)

// maxKept is the number of slabs that are kept for the next function: some functions are a
// hundred times as large as most.
const maxKept = 64

// Next returns a value in the state in which it was left, or a zero one.
func (l *List[T]) Next() *T {
	if l.at < len(l.slabs) && l.used == len(l.slabs[l.at]) {
		l.at, l.used = l.at+1, 0
	}
	if l.at == len(l.slabs) {
		l.slabs = append(l.slabs, make([]T, firstSlab<<min(l.at, doublings)))
	}
	t := &l.slabs[l.at][l.used]
	l.used++
	return t
}

// Put stores v in the next value and returns that.
func (l *List[T]) Put(v T) *T {
	t := l.Next()
	*t = v
	return t
}

// Reset takes all values back.
func (l *List[T]) Reset() {
	if len(l.slabs) > maxKept {
		clear(l.slabs[maxKept:])
		l.slabs = l.slabs[:maxKept]
	}
	l.at, l.used = 0, 0
}

// Slices hands out short slices.
type Slices[T any] struct {
	chunk []T
	used  int
}

const (
	firstChunk = 256
	lastChunk  = 1 << 14
)

// Make returns a slice of n zero values without spare capacity.
func (s *Slices[T]) Make(n int) []T {
	if n == 0 {
		return nil
	}
	if s.used+n > len(s.chunk) { // the rest of the chunk is not used again
		s.chunk = make([]T, max(min(2*len(s.chunk), lastChunk), firstChunk, n))
		s.used = 0
	}
	out := s.chunk[s.used : s.used+n : s.used+n]
	s.used += n
	clear(out)
	return out
}

// Reset takes all slices back.
func (s *Slices[T]) Reset() {
	if len(s.chunk) > lastChunk {
		s.chunk = nil
	}
	s.used = 0
}

// Zeroed returns a list of n zero values, reusing the storage of list.
func Zeroed[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// Emptied returns an empty map, reusing m unless it is large: clearing a map takes time
// proportional to everything that was ever in it.
func Emptied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) > largeMap {
		return map[K]V{}
	}
	clear(m)
	return m
}

const largeMap = 100
