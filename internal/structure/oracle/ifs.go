package oracle

import (
	"slices"

	"github.com/sonjs/son/internal/structure"
)

// A writtenIf is an if statement as the author wrote it. The blocks of the then-arm are from
// from to mid, those of the else after that, up to to.
type writtenIf struct {
	block         int // of the first test
	then, els     int // where the arms start; els is join where there is none
	join          int // after the if
	from, mid, to int32
}

// sameIfs returns how many of the written ifs have two different successors and a then-arm, and
// how many of those are in t as they were written: not inverted, with the same blocks in each
// arm.
func sameIfs(g *structure.Graph, t *structure.Tree, written []writtenIf) (all, equal int) {
	got := map[int]*structure.IfNode{}
	findIfs(t.Body, got)
	reached := reach(g, -1)
	for _, w := range written {
		if !reached[w.block] || goal(g, w.then) == goal(g, w.els) || goal(g, w.then) == goal(g, w.join) {
			continue
		}
		all++
		n := got[w.block]
		if n == nil {
			continue
		}
		if slices.Equal(collect(g, n.Then, map[int][]caseShape{}), w.between(g, reached, w.from, w.mid)) &&
			slices.Equal(collect(g, n.Else, map[int][]caseShape{}), w.between(g, reached, w.mid+1, w.to)) &&
			!first(n.Cond).Not {
			equal++
		}
	}
	return all, equal
}

// between returns the blocks of the source from one place to another that print
// something.
func (w *writtenIf) between(g *structure.Graph, reached []bool, from, to int32) (blocks []int) {
	for x := range g.Blocks {
		if b := &g.Blocks[x]; reached[x] && !b.Empty && b.Order >= from && b.Order <= to {
			blocks = append(blocks, x)
		}
	}
	return blocks
}

func first(c *structure.Cond) *structure.Cond {
	for c.Op != structure.Test {
		c = c.Args[0]
	}
	return c
}

// findIfs gathers the ifs in s by the block of their first test.
func findIfs(s structure.Seq, got map[int]*structure.IfNode) {
	for _, n := range s {
		switch n := n.(type) {
		case *structure.IfNode:
			got[first(n.Cond).Block] = n
			findIfs(n.Then, got)
			findIfs(n.Else, got)
		case *structure.LoopNode:
			findIfs(n.Body, got)
		case *structure.LabeledNode:
			findIfs(n.Body, got)
		case *structure.TryNode:
			findIfs(n.Body, got)
			findIfs(n.Catch, got)
			findIfs(n.Finally, got)
		case *structure.SwitchNode:
			for _, c := range n.Cases {
				findIfs(c.Body, got)
			}
		}
	}
}
