package structure

import "github.com/sonjs/son/internal/slab"

// Arena is the memory that the analyses of successive graphs reuse. A tree is not allocated in
// it: it stays valid. One Arena serves one goroutine.
type Arena struct {
	ints   slab.Slices[int32]
	lists  slab.Slices[[]int32]
	nodes  slab.Slices[flowNode]
	frames slab.Slices[*frame]
	visits []visit
}

// reset reclaims the memory of the last analysis.
func (m *Arena) reset() {
	m.ints.Reset()
	m.lists.Reset()
	m.nodes.Reset()
	m.frames.Reset()
}

// fill returns a list of n times v.
func (m *Arena) fill(n int, v int32) []int32 {
	s := m.ints.Make(n)
	if v != 0 {
		for i := range s {
			s[i] = v
		}
	}
	return s
}

// upTo returns the numbers from 0 to n-1.
func (m *Arena) upTo(n int) []int32 {
	s := m.ints.Make(n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// room returns an empty list with room for n numbers.
func (m *Arena) room(n int) []int32 { return m.ints.Make(n)[:0] }
