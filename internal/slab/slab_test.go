package slab_test

import (
	"testing"

	"github.com/sonjs/son/internal/slab"
)

func TestListHandsTheSameValuesOutAgain(t *testing.T) {
	var l slab.List[int]
	seen := map[*int]bool{}
	for i := range 100 {
		p := l.Next()
		if seen[p] || *p != 0 {
			t.Fatalf("value %d is in use or not zero", i)
		}
		seen[p] = true
		*p = i + 1
	}
	l.Reset()
	for i := range 100 {
		if p := l.Next(); !seen[p] || *p != i+1 {
			t.Fatalf("value %d is not the one that was there", i)
		}
	}
	l.Reset()
	if p := l.Put(-1); !seen[p] || *p != -1 {
		t.Error("a value is not where it was put")
	}
}

func TestListGivesMuchMemoryBack(t *testing.T) {
	var l slab.List[int]
	first := l.Next()
	for range 1_000_000 {
		l.Next()
	}
	l.Reset()
	if l.Next() != first {
		t.Error("it starts elsewhere")
	}
	if n := testing.AllocsPerRun(1, func() {
		l.Reset()
		for range 1_000_000 {
			l.Next()
		}
	}); n < 1000 {
		t.Errorf("only %v of some 5000 slabs are made again", n)
	}
}

func TestSlicesDoNotOverlap(t *testing.T) {
	var s slab.Slices[int]
	for range 2 {
		var all [][]int
		for n := range 60 {
			out := s.Make(n)
			if len(out) != n || cap(out) != n {
				t.Fatalf("len %d, cap %d, want %d", len(out), cap(out), n)
			}
			for i := range out {
				if out[i] != 0 {
					t.Fatal("not zero")
				}
				out[i] = n
			}
			all = append(all, out)
		}
		for n, out := range all {
			for _, v := range out {
				if v != n {
					t.Fatal("two slices share memory")
				}
			}
		}
		s.Reset()
	}
}

func TestAppendMovesAListOnlyWhenItIsFull(t *testing.T) {
	var s slab.Slices[int]
	var a, b []int
	for i := range 1000 {
		a, b = s.Append(a, i), s.Append(b, -i)
	}
	for i := range 1000 {
		if a[i] != i || b[i] != -i {
			t.Fatal(i, a[i], b[i])
		}
	}
	if n := testing.AllocsPerRun(10, func() {
		s.Reset()
		var c []int
		for i := range 1000 {
			c = s.Append(c, i)
		}
	}); n != 0 {
		t.Errorf("%v allocations though there is memory from the last time", n)
	}
}

func TestSlicesGiveMuchMemoryBack(t *testing.T) {
	var s slab.Slices[int]
	use := func() {
		s.Reset()
		for range 1000 {
			s.Make(1000)
		}
	}
	use()
	if n := testing.AllocsPerRun(1, use); n < 30 {
		t.Errorf("only %v of some 60 chunks are made again", n)
	}
	long := func() {
		s.Reset()
		s.Make(1_000_000)
	}
	long()
	if n := testing.AllocsPerRun(1, long); n != 1 {
		t.Errorf("%v allocations for a slice that is too long to be kept", n)
	}
}

func TestZeroed(t *testing.T) {
	list := slab.Zeroed([]int(nil), 3)
	list[1] = 7
	again := slab.Zeroed(list, 2)
	if len(again) != 2 || again[1] != 0 || &again[0] != &list[0] {
		t.Error(again)
	}
	if more := slab.Zeroed(again, 1000); len(more) != 1000 {
		t.Error(len(more))
	}
}

func TestEmptied(t *testing.T) {
	small := map[int]bool{1: true}
	if m := slab.Emptied(small); len(m) != 0 || len(small) != 0 {
		t.Error(m, small)
	}
	if m := slab.Emptied(map[int]bool(nil)); m == nil {
		t.Error("nil")
	}
	large := map[int]bool{}
	for i := range 1000 {
		large[i] = true
	}
	if m := slab.Emptied(large); len(m) != 0 || len(large) != 1000 {
		t.Error("a large map was emptied")
	}
}
