// Package slab is memory that serves one function of a program after the other: who
// is done with what was handed out gives all of it back at once, and gets it again.
// The optimizer makes thousands of small things for a function, and a program has
// thousands of functions; to allocate them anew cost it a third of its time.
//
// Nothing here may be used by two goroutines at the same time.
package slab

import "slices"

// List hands out single values.
type List[T any] struct {
	slabs [][]T
	at    int // the first slab that is not all in use
	used  int // values of it that are
}

// The sizes of slabs double a few times: most functions are small.
const (
	firstSlab = 12
	doublings = 4
)

// kept is how many slabs stay for the next function: some are a hundred times as
// large as most are.
const kept = 64

// Next returns a value as it was left, or a zero one.
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

// Put hands out a place for v.
func (l *List[T]) Put(v T) *T {
	t := l.Next()
	*t = v
	return t
}

// Reset takes all values back.
func (l *List[T]) Reset() {
	if len(l.slabs) > kept {
		clear(l.slabs[kept:])
		l.slabs = l.slabs[:kept]
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

// Make returns a slice of n zero values without room for more.
func (s *Slices[T]) Make(n int) []T {
	if n == 0 {
		return nil
	}
	if s.used+n > len(s.chunk) { // what is left of the chunk is not used again
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

// Zeroed returns a list of n zero values, made of what list is made of.
func Zeroed[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// Emptied returns an empty map, made of what m is made of unless that is large: to
// empty a map takes time for all that was ever in it.
func Emptied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) > largeMap {
		return map[K]V{}
	}
	clear(m)
	return m
}

const largeMap = 100
