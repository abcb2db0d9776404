package oracle

import (
	"fmt"

	"github.com/sonjs/son/internal/structure"
)

// Shape is the measurements of one tree.
type Shape struct {
	Labels  int // labels that a jump names
	Depth   int // nested statement lists; an else if does not nest
	Helpers int // dispatches
}

// A checker walks a tree with the frames around it.
type checker struct {
	g       *structure.Graph
	printed []int // how often a block's statements were printed
	tested  []int
	ended   []int
	each    []int // heads of iteration loops
	loops   []int // headers around
	region  int   // whose braces are around
	frames  []label
	named   map[int]bool
	shape   Shape
	err     error
}

type label struct {
	id              int
	breaks, resumes bool // reached by a plain break, by continue
}

// Check walks the tree of g and reports what violates a guarantee: a block printed twice or not
// at all, a jump to no enclosing frame, a helper in a reducible graph, pinned code outside of
// its loop, code of a region outside of the region's braces or other code inside of them.
func Check(g *structure.Graph, t *structure.Tree) (Shape, error) {
	n := len(g.Blocks)
	c := &checker{g: g, printed: make([]int, n), tested: make([]int, n), ended: make([]int, n), each: make([]int, n), named: map[int]bool{}}
	c.seq(t.Body, 0)
	c.shape.Labels = len(c.named)
	reached := reach(g, -1)
	for x := range g.Blocks {
		c.block(x, reached[x])
	}
	// Without its empty blocks, an irreducible graph may be reducible.
	if t.Helper != (c.shape.Helpers > 0) || t.Helper && reducible(g, reached) {
		c.fail("helper %v, dispatches %d, reducible %v", t.Helper, c.shape.Helpers, reducible(g, reached))
	}
	return c.shape, c.err
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// block checks how often x was printed.
func (c *checker) block(x int, reached bool) {
	b := &c.g.Blocks[x]
	want := func(what string, got int, yes bool) {
		if w := count(yes && reached); got != w {
			c.fail("block %d: %s %d times, want %d", x, what, got, w)
		}
	}
	want("printed", c.printed[x], !silent(b))
	want("tested", c.tested[x], b.Term == structure.If || b.Term == structure.Switch)
	want("the head of an iteration loop", c.each[x], b.Loop != nil && b.Loop.Kind == structure.ForInOf)
	// A bare return may be printed in several places, and after a try whose finally never ends
	// in none; the runs check that the right ones are there.
	if b.Term == structure.End && b.Empty && (c.ended[x] > 1 || len(c.g.Regions) > 1) {
		return
	}
	want("ended", c.ended[x], b.Term == structure.End)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *checker) seq(s structure.Seq, depth int) {
	c.shape.Depth = max(c.shape.Depth, depth)
	for _, n := range s {
		c.node(n, depth)
	}
}

func (c *checker) framed(f label, do func()) {
	c.frames = append(c.frames, f)
	do()
	c.frames = c.frames[:len(c.frames)-1]
}

func (c *checker) node(n structure.Node, depth int) {
	switch n := n.(type) {
	case *structure.CodeNode:
		c.code(n.Block)
	case *structure.IfNode:
		c.ifs(n, depth)
	case *structure.LoopNode:
		c.cond(n.Cond)
		if n.Update >= 0 {
			c.code(n.Update)
		}
		c.loops = append(c.loops, n.Header)
		c.framed(label{n.Label, true, true}, func() { c.loopBody(n, depth+1) })
		c.loops = c.loops[:len(c.loops)-1]
	case *structure.LabeledNode:
		c.framed(label{n.Label, false, false}, func() { c.seq(n.Body, depth+1) })
	case *structure.BreakNode:
		c.jump(n.Label, false)
	case *structure.ContinueNode:
		c.jump(n.Label, true)
	case *structure.SwitchNode:
		c.tested[n.Block]++
		c.in(n.Block)
		c.tests(n)
		c.framed(label{n.Label, true, false}, func() {
			for _, k := range n.Cases {
				c.seq(k.Body, depth+2)
			}
		})
	case *structure.TryNode:
		c.try(n, depth+1)
	case *structure.EndNode:
		c.ended[n.Block]++
		if b := &c.g.Blocks[n.Block]; !b.Empty {
			c.in(n.Block)
			c.pinned(n.Block)
		}
	case *structure.SetNode:
	case *structure.DispatchNode:
		c.shape.Helpers++
		c.framed(label{n.Label, len(n.Targets) > 2, false}, func() {
			for _, w := range n.Targets {
				c.seq(w.Body, depth+1)
			}
		})
	default:
		c.fail("%T in a tree", n)
	}
}

// loopBody walks the body of a loop, which may be a region.
func (c *checker) loopBody(n *structure.LoopNode, depth int) {
	if n.Kind != structure.ForInOf {
		c.seq(n.Body, depth)
		return
	}
	c.each[n.Header]++
	if n.Cond.Op != structure.Test || n.Cond.Block != n.Header || n.Cond.Not {
		c.fail("block %d: an iteration loop with the test %v", n.Header, n.Cond)
	}
	c.inRegion(c.g.Blocks[c.g.Blocks[n.Header].Succs[0]].Region, n.Body, depth)
}

// try walks the arms of a try, each in the region that its successor enters.
func (c *checker) try(n *structure.TryNode, depth int) {
	c.in(n.Block)
	has := [3]bool{true, n.HasCatch, n.HasFinally}
	arms := [3]structure.Seq{n.Body, n.Catch, n.Finally}
	for _, s := range c.g.Blocks[n.Block].Succs {
		r := c.g.Blocks[s].Region
		kind := c.g.Regions[r].Kind
		if !has[kind] {
			c.fail("try %d: no arm for region %d", n.Block, r)
		}
		has[kind] = false
		c.inRegion(r, arms[kind], depth)
	}
	if has != [3]bool{} {
		c.fail("try %d: an arm without a region", n.Block)
	}
}

func (c *checker) inRegion(r int, s structure.Seq, depth int) {
	around := c.region
	c.region = r
	c.seq(s, depth)
	c.region = around
}

// in checks that x is printed between the braces of its region.
func (c *checker) in(x int) {
	if r := c.g.Blocks[x].Region; r != c.region {
		c.fail("block %d of region %d is printed in region %d", x, r, c.region)
	}
}

// tests checks that each successor has its place, and that ordered tests keep
// their order.
func (c *checker) tests(n *structure.SwitchNode) {
	b := &c.g.Blocks[n.Block]
	def := len(b.Succs) - 1
	last, seen := -1, len(n.Omitted)
	for _, k := range n.Cases {
		seen += len(k.Succs)
		if len(k.Succs) == 0 || k.Default != (k.Succs[len(k.Succs)-1] == def) {
			c.fail("switch %d: case %v, default %v", n.Block, k.Succs, k.Default)
		}
		for _, s := range k.Succs {
			if s == def {
				continue
			}
			if b.Ordered && s != last+1 {
				c.fail("switch %d: test %d after %d", n.Block, s, last)
			}
			last = s
		}
	}
	if seen != len(b.Succs) {
		c.fail("switch %d: %d of %d successors", n.Block, seen, len(b.Succs))
	}
	if b.Ordered && last+1 != def {
		c.fail("switch %d: %d of %d tests", n.Block, last+1, def)
	}
}

func (c *checker) code(x int) {
	c.printed[x]++
	c.in(x)
	c.pinned(x)
}

// pinned checks that x is in the loops that must contain it.
func (c *checker) pinned(x int) {
	for _, h := range c.g.Blocks[x].Pinned {
		in := false
		for _, l := range c.loops {
			in = in || l == h
		}
		if !in {
			c.fail("block %d is outside of loop %d", x, h)
		}
	}
}

func (c *checker) ifs(n *structure.IfNode, depth int) {
	if len(n.Then) == 0 && len(n.Else) > 0 && c.g.Blocks[first(n.Cond).Block].Then != structure.ThenEmpty {
		c.fail("an if with nothing but an else")
	}
	c.cond(n.Cond)
	c.seq(n.Then, depth+1)
	if len(n.Else) == 1 {
		if e, ok := n.Else[0].(*structure.IfNode); ok {
			c.ifs(e, depth)
			return
		}
	}
	if len(n.Else) > 0 {
		c.seq(n.Else, depth+1)
	}
}

func (c *checker) cond(n *structure.Cond) {
	if n == nil {
		return
	}
	if n.Op == structure.Test {
		c.tested[n.Block]++
		c.in(n.Block)
	}
	for _, a := range n.Args {
		c.cond(a)
	}
}

func (c *checker) jump(id int, resume bool) {
	if id > 0 {
		c.named[id] = true
	}
	for i := len(c.frames) - 1; i >= 0; i-- {
		f := c.frames[i]
		if id == 0 && (resume && f.resumes || !resume && f.breaks) || id > 0 && f.id == id && (!resume || f.resumes) {
			return
		}
	}
	c.fail("a jump to no frame: label %d, continue %v", id, resume)
}

// reach returns the blocks that the entry reaches without passing through not.
func reach(g *structure.Graph, not int) []bool {
	seen := make([]bool, len(g.Blocks))
	if g.Entry == not {
		return seen
	}
	work := []int{g.Entry}
	seen[g.Entry] = true
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range g.Blocks[x].Succs {
			if s != not && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// reducible reports whether each retreating edge goes to a dominator, by the definition of
// dominance: without y, x cannot be reached.
func reducible(g *structure.Graph, reached []bool) bool {
	state := make([]byte, len(g.Blocks))
	ok := true
	var visit func(x int)
	visit = func(x int) {
		state[x] = 1
		for _, s := range g.Blocks[x].Succs {
			switch state[s] {
			case 0:
				visit(s)
			case 1:
				ok = ok && (s == x || !reach(g, s)[x])
			}
		}
		state[x] = 2
	}
	visit(g.Entry)
	return ok
}
