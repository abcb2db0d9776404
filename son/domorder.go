package son

import (
	"slices"

	"github.com/sonjs/son/internal/slab"
)

// A domOrder numbers the blocks of a CFG so that a block and all blocks that it dominates have
// consecutive numbers.
type domOrder struct {
	first, last []int32 // by block: its own number and that of the last block below it
	size, next  []int32 // buffers that one call leaves for the next
}

// number numbers the blocks in the order of the dominator tree.
func (o *domOrder) number(c *CFG) {
	n := len(c.Blocks)
	o.first, o.last = slab.Zeroed(o.first, n), slab.Zeroed(o.last, n)
	o.size, o.next = slab.Zeroed(o.size, n), slab.Zeroed(o.next, n)
	size, next := o.size, o.next // next: the number of the block's next child
	for i := n - 1; i > 0; i-- { // dominators precede the blocks that they dominate
		size[i]++
		size[c.Blocks[i].Idom.ID] += size[i]
	}
	next[0] = 1
	o.last[0] = size[0]
	for i := 1; i < n; i++ {
		d := c.Blocks[i].Idom.ID
		o.first[i] = next[d]
		next[d] += size[i]
		next[i] = o.first[i] + 1
		o.last[i] = o.first[i] + size[i] - 1
	}
}

// A border is the point, in the order of the blocks, where another fact of a value becomes the
// innermost one; where a fact ends, that is the enclosing one.
type border struct {
	at   int32 // the number of the first block
	fact int32 // none: -1
}

// borders appends the borders of the facts a … b-1, whose blocks are in the order of the
// dominator tree: two per fact.
func (o *domOrder) borders(list []border, a, b int32, block func(i int32) *Block) []border {
	open := o.next[:0] // the facts that hold here, the innermost last
	end := func(before int32) {
		for len(open) > 0 {
			i := open[len(open)-1]
			last := o.last[block(i).ID]
			if last >= before {
				return
			}
			open = open[:len(open)-1]
			list = append(list, border{last + 1, innermost(open)})
		}
	}
	for i := a; i < b; i++ {
		at := o.first[block(i).ID]
		end(at)
		open = append(open, i)
		list = append(list, border{at, i})
	}
	end(int32(len(o.first)) + 1)
	o.next = open[:0]
	return list
}

func innermost(open []int32) int32 {
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// innermostAt returns the fact that is the innermost one at a block, or -1.
func (o *domOrder) innermostAt(list []border, b *Block) int32 {
	at := o.first[b.ID]
	i, _ := slices.BinarySearchFunc(list, at+1, func(k border, at int32) int { return int(k.at - at) })
	// The first border that is not before at+1: of several at one place, the last one counts.
	if i == 0 {
		return -1
	}
	return list[i-1].fact
}
