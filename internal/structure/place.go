package structure

import "fmt"

// placeCheck walks a finished tree and panics if code of a region is not between the region's
// braces, or other code is: otherwise a try could silently cover one call too many.
type placeCheck struct {
	g      *Graph
	region int // whose braces are around
}

func (c *placeCheck) in(block int) {
	if r := c.g.Blocks[block].Region; r != c.region {
		panic(fmt.Sprintf("block %d of region %d is in region %d", block, r, c.region))
	}
}

func (c *placeCheck) cond(x *Cond) {
	if x == nil {
		return
	}
	if x.Op == Test {
		c.in(x.Block)
	}
	for _, a := range x.Args {
		c.cond(a)
	}
}

func (c *placeCheck) seq(s Seq) {
	for _, n := range s {
		c.node(n)
	}
}

// arm walks the code that successor k of a block enters.
func (c *placeCheck) arm(block, k int, s Seq) {
	around := c.region
	c.region = c.g.Blocks[c.g.Blocks[block].Succs[k]].Region
	c.seq(s)
	c.region = around
}

func (c *placeCheck) node(n Node) {
	switch n := n.(type) {
	case *CodeNode:
		c.in(n.Block)
	case *IfNode:
		c.cond(n.Cond)
		c.seq(n.Then)
		c.seq(n.Else)
	case *LoopNode:
		c.loop(n)
	case *LabeledNode:
		c.seq(n.Body)
	case *SwitchNode:
		c.in(n.Block)
		for _, k := range n.Cases {
			c.seq(k.Body)
		}
	case *TryNode:
		c.try(n)
	case *EndNode:
		if !c.g.Blocks[n.Block].Empty { // a bare return means the same in a region
			c.in(n.Block)
		}
	case *DispatchNode:
		for _, w := range n.Targets {
			c.seq(w.Body)
		}
	}
}

func (c *placeCheck) loop(n *LoopNode) {
	c.cond(n.Cond)
	if n.Kind == ForInOf {
		c.arm(n.Header, 0, n.Body)
		return
	}
	if n.Update >= 0 {
		c.in(n.Update)
	}
	c.seq(n.Body)
}

func (c *placeCheck) try(n *TryNode) {
	c.in(n.Block)
	c.arm(n.Block, 0, n.Body)
	if n.HasCatch {
		c.arm(n.Block, 1, n.Catch)
	}
	if n.HasFinally {
		c.arm(n.Block, len(c.g.Blocks[n.Block].Succs)-1, n.Finally)
	}
}
