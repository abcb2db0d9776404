package slab_test

import (
	"runtime"
	"testing"

	"github.com/sonjs/son/internal/slab"
)

func TestPiecesAreOneList(t *testing.T) {
	for _, n := range []int{0, 1, 15, 16, 17, 1023, 1024, 1025, 2048, 5000} {
		var l slab.Pieces[int]
		for i := range n {
			l.Add(-i)
		}
		if l.Len() != n {
			t.Fatalf("%d values: length %d", n, l.Len())
		}
		next := 0
		for i, v := range l.All() {
			if i != next || *v != -i || l.At(i) != v {
				t.Fatalf("%d values: after %d of them comes number %d, which is %d", n, next, i, *v)
			}
			*v = i
			next++
		}
		if next != n {
			t.Fatalf("%d values: %d were visited", n, next)
		}
		for i := range n {
			if *l.At(i) != i {
				t.Fatalf("%d values: number %d is %d after it was changed", n, i, *l.At(i))
			}
		}
		for i := range l.All() {
			if i == 3 {
				break
			}
		}
	}
}

func TestPiecesLeaveLittleGarbage(t *testing.T) {
	const n = 1 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var l slab.Pieces[int64]
	for range n {
		l.Add(1)
	}
	runtime.ReadMemStats(&after)
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(8*n+8*n/20); got > most || l.Len() != n {
		t.Errorf("%d bytes are allocated for %d, at most %d expected", got, 8*l.Len(), most)
	}
}
