package oracle

import (
	"slices"

	"github.com/sonjs/son/internal/structure"
)

// A writtenSwitch is a switch statement as the author wrote it.
type writtenSwitch struct {
	block int // of the discriminant
	after int
	cases []writtenCase
}

// A writtenCase is one body: its successors, and the places between which its blocks are.
type writtenCase struct {
	succs    []int
	from, to int32
	block    int
	falls    bool // its end falls through to the next case
}

// A caseShape is the part of a case that is compared.
type caseShape struct {
	succs  []int
	blocks []int // printed in it, ascending
}

func sameCase(a, b caseShape) bool {
	return slices.Equal(a.succs, b.succs) && slices.Equal(a.blocks, b.blocks)
}

// sameSwitches returns how many of the written switches have more than one target, and how many
// of those are in t as they were written: the same cases in the same order, each with the same
// blocks in it, and the same code after the switch.
func sameSwitches(g *structure.Graph, t *structure.Tree, written []writtenSwitch) (all, equal int) {
	got := map[int][]caseShape{}
	collect(g, t.Body, got)
	reached := reach(g, -1)
	for i := range written {
		w := &written[i]
		if !reached[w.block] || w.singleTarget(g) {
			continue
		}
		all++
		if slices.EqualFunc(w.shape(g, reached), got[w.block], sameCase) {
			equal++
		}
	}
	return all, equal
}

// goal returns x or the first block after it that prints something.
func goal(g *structure.Graph, x int) int {
	for range g.Blocks {
		b := &g.Blocks[x]
		if b.Term != structure.Jump || !b.Empty || b.Loop != nil {
			break
		}
		x = b.Succs[0]
	}
	return x
}

func (w *writtenSwitch) singleTarget(g *structure.Graph) bool {
	s := g.Blocks[w.block].Succs
	return !slices.ContainsFunc(s, func(x int) bool { return goal(g, x) != goal(g, s[0]) })
}

// shape returns the cases as they should be printed: an empty one that falls through joins the
// next, neighbours that only make the same jump are one, and those that only continue after the
// switch are omitted.
func (w *writtenSwitch) shape(g *structure.Graph, reached []bool) []caseShape {
	b := &g.Blocks[w.block]
	def := len(b.Succs) - 1
	after := goal(g, w.after)
	if d := goal(g, b.Succs[def]); !reached[w.after] && g.Blocks[d].Term != structure.End {
		after = d // no break: the default may still go where others end
	}
	byDefault := goal(g, b.Succs[def]) == after
	var out []caseShape
	var pending []int
	lastJump := -1
	for i, c := range w.cases {
		s := caseShape{succs: append(pending, c.succs...)}
		pending = nil
		for x := range g.Blocks {
			p := &g.Blocks[x]
			if reached[x] && !p.Empty && p.Order >= c.from && p.Order <= c.to {
				s.blocks = append(s.blocks, x)
			}
		}
		if len(s.blocks) > 0 {
			lastJump = -1
			out = append(out, s)
			continue
		}
		if c.falls && i+1 < len(w.cases) {
			pending = s.succs
			continue
		}
		to := goal(g, c.block)
		if to == after && byDefault {
			if !b.Ordered {
				continue
			}
			if s.succs = slices.DeleteFunc(s.succs, func(k int) bool { return k == def }); len(s.succs) == 0 {
				continue
			}
		}
		if to == lastJump {
			last := &out[len(out)-1]
			last.succs = append(last.succs, s.succs...)
			continue
		}
		lastJump = to
		out = append(out, s)
	}
	for i := range out {
		slices.Sort(out[i].succs)
	}
	return out
}

// collect collects the shapes of the switches in s, by block, and returns the blocks printed in
// s.
func collect(g *structure.Graph, s structure.Seq, got map[int][]caseShape) (blocks []int) {
	in := func(s structure.Seq) { blocks = append(blocks, collect(g, s, got)...) }
	for _, n := range s {
		switch n := n.(type) {
		case *structure.CodeNode:
			blocks = append(blocks, n.Block)
		case *structure.IfNode:
			blocks = append(blocks, tests(n.Cond)...)
			in(n.Then)
			in(n.Else)
		case *structure.LoopNode:
			blocks = append(blocks, tests(n.Cond)...)
			if n.Update >= 0 {
				blocks = append(blocks, n.Update)
			}
			in(n.Body)
		case *structure.LabeledNode:
			in(n.Body)
		case *structure.TryNode:
			in(n.Body)
			in(n.Catch)
			in(n.Finally)
		case *structure.EndNode:
			if !g.Blocks[n.Block].Empty {
				blocks = append(blocks, n.Block)
			}
		case *structure.SwitchNode:
			blocks = append(blocks, n.Block)
			var shape []caseShape
			for _, c := range n.Cases {
				inner := collect(g, c.Body, got)
				blocks = append(blocks, inner...)
				shape = append(shape, caseShape{slices.Clone(c.Succs), inner})
			}
			got[n.Block] = shape
		}
	}
	slices.Sort(blocks)
	return slices.Compact(blocks)
}

// tests returns the blocks whose tests are in c.
func tests(c *structure.Cond) (blocks []int) {
	if c == nil {
		return nil
	}
	if c.Op == structure.Test {
		return []int{c.Block}
	}
	for _, a := range c.Args {
		blocks = append(blocks, tests(a)...)
	}
	return blocks
}
