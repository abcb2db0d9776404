package restore

import (
	"sync"

	"github.com/sonjs/son/internal/slab"
	"github.com/sonjs/son/internal/tokens"
)

// memory holds the lists that laying out a text needs, most of them as long as its tokens. They
// are used again for the next text: what is returned refers to none of them.
type memory struct {
	old, oldComments []tokens.Token
	new, newComments []tokens.Token
	known            []tokens.Piece
	classes          map[[2]tokenClass]habit
	table            []int32 // see text.table

	ints    slab.Slices[int]
	offsets slab.Slices[int32]
	layouts slab.Slices[int8]
	strings slab.Slices[string]
}

// memories are those not in use.
var memories = sync.Pool{New: func() any { return &memory{} }}

// reset reclaims everything for the next text.
func (m *memory) reset() {
	m.classes = slab.Emptied(m.classes)
	m.ints.Reset()
	m.offsets.Reset()
	m.layouts.Reset()
	m.strings.Reset()
}

// none returns a list of n times -1.
func (m *memory) none(n int) []int {
	list := m.ints.Make(n)
	for i := range list {
		list[i] = -1
	}
	return list
}
