package emit

import "github.com/sonjs/son/internal/structure"

// checkPlaces refuses a tree that has code of a region outside the region's braces, or other
// code inside them: a try would catch exceptions of other code, or a for-of would close its
// iterator too late.
func checkPlaces(g *structure.Graph, t *structure.Tree) {
	c := &placeCheck{g: g}
	if len(g.Regions) > 1 {
		c.seq(t.Body)
	}
}

type placeCheck struct {
	g      *structure.Graph
	region int // the region whose braces are around
}

func (c *placeCheck) seq(s structure.Seq) {
	for _, n := range s {
		c.node(n)
	}
}

// in checks the code in the braces of the region that block x begins.
func (c *placeCheck) in(x int, s structure.Seq) {
	around := c.region
	c.region = c.g.Blocks[x].Region
	c.seq(s)
	c.region = around
}

// at checks that block x may be printed here.
func (c *placeCheck) at(x int) {
	if x >= 0 && c.g.Blocks[x].Region != c.region {
		refuse("BUG: block %d of region %d is printed in region %d", x, c.g.Blocks[x].Region, c.region)
	}
}

func (c *placeCheck) cond(x *structure.Cond) {
	if x == nil {
		return
	}
	if x.Op == structure.Test {
		c.at(x.Block)
	}
	for _, y := range x.Args {
		c.cond(y)
	}
}

func (c *placeCheck) node(n structure.Node) {
	switch n := n.(type) {
	case structure.Seq:
		c.seq(n)
	case *structure.CodeNode:
		c.at(n.Block)
	case *structure.IfNode:
		c.cond(n.Cond)
		c.seq(n.Then)
		c.seq(n.Else)
	case *structure.LoopNode:
		c.cond(n.Cond)
		c.at(n.Update)
		if n.Kind == structure.ForInOf {
			c.in(c.g.Blocks[n.Header].Succs[0], n.Body)
		} else {
			c.seq(n.Body)
		}
	case *structure.LabeledNode:
		c.seq(n.Body)
	case *structure.SwitchNode:
		c.at(n.Block)
		for _, k := range n.Cases {
			c.seq(k.Body)
		}
	case *structure.DispatchNode:
		for _, w := range n.Targets {
			c.seq(w.Body)
		}
	case *structure.EndNode:
		if !c.g.Blocks[n.Block].Empty { // a bare return may stand anywhere
			c.at(n.Block)
		}
	case *structure.TryNode:
		c.at(n.Block)
		c.try(n)
	}
}

// try checks the arms of a try, each in the region that its successor begins.
func (c *placeCheck) try(n *structure.TryNode) {
	for _, s := range c.g.Blocks[n.Block].Succs {
		switch c.g.Regions[c.g.Blocks[s].Region].Kind {
		case structure.Body:
			c.in(s, n.Body)
		case structure.Catch:
			c.in(s, n.Catch)
		case structure.Finally:
			c.in(s, n.Finally)
		}
	}
}
