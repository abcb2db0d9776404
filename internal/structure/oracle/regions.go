package oracle

import (
	"math/rand"

	"github.com/sonjs/son/internal/structure"
)

// A regionDraw draws a graph that is unstructured except for its regions.
type regionDraw struct {
	r      *rand.Rand
	g      *structure.Graph
	blocks [][]int // of a region
}

// regionGraph draws a graph of blocks in regions, with edges at random to blocks of
// the same region and of those around.
func regionGraph(r *rand.Rand) *structure.Graph {
	d := &regionDraw{r: r, g: &structure.Graph{}}
	d.region(structure.Region{}, 4+r.Intn(8), 0)
	orders := r.Intn(3)
	for i := range d.g.Blocks {
		b := &d.g.Blocks[i]
		d.edges(b)
		switch orders {
		case 0:
			b.Order = int32(i)
		case 1:
			b.Order = int32(r.Intn(len(d.g.Blocks)))
		}
		if b.Loop != nil {
			b.Loop.Last = int32(max(0, r.Intn(2*len(d.g.Blocks))-len(d.g.Blocks)))
		}
	}
	if r.Intn(4) == 0 {
		pin(d.g, r)
	}
	return d.g
}

// region adds a region of n blocks, and the regions that they enter, and returns the first
// block.
func (d *regionDraw) region(reg structure.Region, n, deep int) int {
	in := len(d.g.Regions)
	d.g.Regions = append(d.g.Regions, reg)
	d.blocks = append(d.blocks, nil)
	first := len(d.g.Blocks)
	for i := range n {
		d.blocks[in] = append(d.blocks[in], first+i)
		d.g.Blocks = append(d.g.Blocks, structure.Block{Region: in})
	}
	for _, x := range d.blocks[in] {
		enter := func(kind structure.RegionKind) int {
			return d.region(structure.Region{Parent: in, Kind: kind}, 1+d.r.Intn(4), deep+1)
		}
		var b structure.Block
		switch k := d.r.Intn(8); {
		case deep > 2:
			continue
		case k == 0:
			b = structure.Block{Term: structure.If, Clean: true, Loop: &structure.LoopHint{Kind: structure.ForInOf, Update: -1}}
			b.Succs = []int{enter(structure.Items)}
		case k == 1:
			b = structure.Block{Term: structure.Try, Empty: d.r.Intn(2) == 0}
			kinds := 1 + d.r.Intn(3)
			b.Succs = []int{enter(structure.Body)}
			if kinds&1 != 0 {
				b.Succs = append(b.Succs, enter(structure.Catch))
			}
			if kinds&2 != 0 {
				b.Succs = append(b.Succs, enter(structure.Finally))
			}
		default:
			continue
		}
		b.Region = in
		d.g.Blocks[x] = b
	}
	return first
}

// to draws a block of region in, or of one around it.
func (d *regionDraw) to(in int) int {
	for in > 0 && d.r.Intn(3) == 0 {
		in = d.g.Regions[in].Parent
	}
	return d.blocks[in][d.r.Intn(len(d.blocks[in]))]
}

// edges draws the ending of b, or the rest of it.
func (d *regionDraw) edges(b *structure.Block) {
	switch {
	case b.Term == structure.Try:
		return
	case b.Loop != nil:
		b.Succs = append(b.Succs, d.to(b.Region))
		return
	case d.g.Regions[b.Region].Kind == structure.Finally && d.r.Intn(3) == 0:
		b.Term, b.Empty = structure.FinallyEnd, d.r.Intn(2) == 0
		return
	}
	succs := []int{0, 1, 1, 1, 2, 2, 2, 3}[d.r.Intn(8)]
	for range succs {
		b.Succs = append(b.Succs, d.to(b.Region))
	}
	switch succs {
	case 0:
		b.Term, b.Empty = structure.End, d.r.Intn(3) == 0
	case 1:
		b.Empty, b.Expr = d.r.Intn(3) == 0, d.r.Intn(2) == 0
	case 2:
		b.Term, b.Clean, b.Hint = structure.If, d.r.Intn(2) == 0, structure.IfHint(d.r.Intn(4))
	default:
		b.Term, b.Ordered = structure.Switch, d.r.Intn(3) == 0
	}
	if d.r.Intn(8) == 0 && (b.Loop == nil) {
		b.Loop = &structure.LoopHint{Kind: structure.LoopKind(d.r.Intn(4)), Update: d.r.Intn(len(d.g.Blocks)+1) - 1}
	}
}
