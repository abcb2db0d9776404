package structure

import "fmt"

// RegionKind is the part of a statement that a region is.
type RegionKind uint8

const (
	// Body is the block of a try. Region 0, which is the function, has this kind, too.
	Body RegionKind = iota
	// Catch is the block of a catch.
	Catch
	// Finally is the block of a finally.
	Finally
	// Items is the body of an iteration loop ([ForInOf]).
	Items
)

// Region is a part of a graph between braces of its own: its blocks are printed there and no
// others are. Control enters it at one block only: from the block that ends in the try, or as
// the first successor of the loop's header. Edges may leave it to any region around.
type Region struct {
	Parent int // less than the region's own index
	Kind   RegionKind
}

// checkRegions reports the first edge that does not respect the regions.
func (g *Graph) checkRegions() error {
	for r := 1; r < len(g.Regions); r++ {
		if p := g.Regions[r].Parent; p < 0 || p >= r {
			return fmt.Errorf("structure: region %d: parent %d", r, p)
		}
	}
	if r := g.Blocks[g.Entry].Region; r != 0 {
		return fmt.Errorf("structure: entry in region %d", r)
	}
	from := make([]int, max(1, len(g.Regions))) // 1 and the block that enters
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if b.Term == FinallyEnd && (b.Region == 0 || g.Regions[b.Region].Kind != Finally) {
			return fmt.Errorf("structure: block %d: end of a finally in region %d", i, b.Region)
		}
		if b.Term == Try && !g.tries(b) {
			return fmt.Errorf("structure: block %d: %v are no body, catch and finally", i, b.Succs)
		}
		for k, s := range b.Succs {
			to := g.Blocks[s].Region
			if b.Term != Try && g.around(to, b.Region) {
				continue
			}
			if b.Term != Try && !(b.iterates() && k == 0 && g.Regions[to].Kind == Items && g.Regions[to].Parent == b.Region) {
				return fmt.Errorf("structure: block %d of region %d goes into region %d, to block %d", i, b.Region, to, s)
			}
			if from[to] != 0 {
				return fmt.Errorf("structure: blocks %d and %d enter region %d", from[to]-1, i, to)
			}
			from[to] = i + 1
		}
	}
	return nil
}

// tries reports whether the successors of b are the first blocks of a try's regions.
func (g *Graph) tries(b *Block) bool {
	last := Body
	for k, s := range b.Succs {
		r := g.Blocks[s].Region
		if r == 0 || g.Regions[r].Parent != b.Region || g.Regions[r].Kind > Finally {
			return false
		}
		if kind := g.Regions[r].Kind; k == 0 && kind != Body || k > 0 && kind <= last {
			return false
		}
		last = g.Regions[r].Kind
	}
	return true
}

// around reports whether region r is in, or one around it.
func (g *Graph) around(r, in int) bool {
	for in > r {
		in = g.Regions[in].Parent
	}
	return in == r
}
