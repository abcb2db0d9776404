package structure

import "github.com/sonjs/son/son/slab"

// Memory is what the analyses of graphs are made of that follow one another. A tree
// is not: it stays. One Memory serves one goroutine.
type Memory struct {
	ints   slab.Slices[int32]
	lists  slab.Slices[[]int32]
	nodes  slab.Slices[flowNode]
	frames slab.Slices[*frame]
	visits []visit
}

// reset takes back what the last graph was analysed with.
func (m *Memory) reset() {
	m.ints.Reset()
	m.lists.Reset()
	m.nodes.Reset()
	m.frames.Reset()
}

// fill returns n numbers v.
func (m *Memory) fill(n int, v int32) []int32 {
	s := m.ints.Make(n)
	if v != 0 {
		for i := range s {
			s[i] = v
		}
	}
	return s
}

// upTo returns the numbers below n.
func (m *Memory) upTo(n int) []int32 {
	s := m.ints.Make(n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// room returns an empty list with room for n numbers.
func (m *Memory) room(n int) []int32 { return m.ints.Make(n)[:0] }
