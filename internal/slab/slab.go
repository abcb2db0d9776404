// Package slab provides memory that is reused from one function of a program to the next: the
// user returns everything that was handed out at once, and then gets it again. The optimizer
// makes thousands of small objects for a function, and a program has thousands of functions;
// allocating them again each time took a third of its time.
//
// But for a [Pool], nothing here may be used by two goroutines at the same time.
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
	chunks [][]T
	at     int // the chunk from which slices are cut
	used   int // values of it in use
}

// The lengths of chunks double a few times, too.
const (
	firstChunk     = 256
	chunkDoublings = 6
	lastChunk      = firstChunk << chunkDoublings
)

// keptChunks is the number of chunks that are kept for the next function: those that
// double, and two more.
const keptChunks = 9

// Make returns a slice of n zero values without spare capacity.
func (s *Slices[T]) Make(n int) []T {
	if n == 0 {
		return nil
	}
	if s.at == len(s.chunks) || s.used+n > len(s.chunks[s.at]) {
		s.advance(n)
	}
	out := s.chunks[s.at][s.used : s.used+n : s.used+n]
	s.used += n
	clear(out)
	return out
}

// advance goes on to a chunk with room for n values. The rest of the one before stays unused.
func (s *Slices[T]) advance(n int) {
	for s.used = 0; s.at < len(s.chunks); {
		if s.at++; s.at < len(s.chunks) && n <= len(s.chunks[s.at]) {
			return
		}
	}
	s.chunks = append(s.chunks, make([]T, max(firstChunk<<min(s.at, chunkDoublings), n)))
}

// Append appends v to a list. If list has no capacity left, the longer one comes from s.
func (s *Slices[T]) Append(list []T, v T) []T {
	if n := len(list); n == cap(list) {
		longer := s.Make(max(2*n, firstCapacity))[:n]
		copy(longer, list)
		list = longer
	}
	return append(list, v)
}

// firstCapacity is the capacity of a list to which something is appended: most lists of a graph
// stay short.
const firstCapacity = 2

// Reset takes all slices back.
func (s *Slices[T]) Reset() {
	if len(s.chunks) > keptChunks {
		clear(s.chunks[keptChunks:])
		s.chunks = s.chunks[:keptChunks]
	}
	s.chunks = slices.DeleteFunc(s.chunks, func(c []T) bool { return len(c) > lastChunk })
	s.at, s.used = 0, 0
}

// Zeroed returns a list of n zero values, reusing the storage of list.
func Zeroed[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// Emptied returns an empty map, reusing m unless it is large: clearing a map takes time
// proportional to everything that was ever in it.
func Emptied[K comparable, V any](m map[K]V) map[K]V { return EmptiedUpTo(m, largeMap) }

// EmptiedUpTo is [Emptied] with the number of keys above which m is large, for a map that is emptied seldom or
// mostly has many keys.
func EmptiedUpTo[K comparable, V any](m map[K]V, most int) map[K]V {
	if m == nil || len(m) > most {
		return map[K]V{}
	}
	clear(m)
	return m
}

const largeMap = 100
