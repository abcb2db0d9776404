package son

import (
	"maps"
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// TestTestedLoopsAreThoseAroundATest compares the result with a check of all loops around each
// test: nested loops, some of them copies of one loop, and tests that branch.
func TestTestedLoopsAreThoseAroundATest(t *testing.T) {
	g := &Graph{Loops: map[*Node]*LoopInfo{}}
	loop := func(parent *LoopTree, info LoopInfo) *LoopTree {
		head := &Node{}
		g.Loops[head] = &info
		depth := 1
		if parent != nil {
			depth = parent.Depth + 1
		}
		return &LoopTree{Head: &Block{Head: head}, Parent: parent, Depth: depth}
	}
	test := ast.Span{Start: 1, End: 2}
	outer := loop(nil, LoopInfo{Site: 1, Test: test, Branches: Sites{2, 3}})
	middle := loop(outer, LoopInfo{Site: 4, Test: test})
	again := loop(middle, LoopInfo{Site: 1, Test: test, Branches: Sites{2, 3}}) // a copy of the outer one
	beside := loop(outer, LoopInfo{Site: 5, Test: test, Branches: Sites{6, 6}})
	endless := loop(beside, LoopInfo{Site: 7})
	for _, places := range [][]TestPlace{
		{},
		{{nil, 1}},
		{{outer, 1}},
		{{outer, 2}},
		{{again, 3}},
		{{again, 4}},
		{{again, 1}, {endless, 6}},
		{{middle, 4}, {endless, 2}},
		{{beside, 4}, {middle, 5}, {endless, 0}},
		{{endless, 7}, {again, 8}},
	} {
		want := map[*LoopInfo]bool{}
		for _, p := range places {
			for l := p.Loop; l != nil; l = l.Parent {
				info := g.Loops[l.Head.Head]
				if in := p.Site == info.Site || info.Branches.First <= p.Site && p.Site <= info.Branches.Last; in && p.Site != 0 && !info.Test.IsZero() {
					want[info] = true
				}
			}
		}
		if got := g.TestedLoops(places); !maps.Equal(got, want) {
			t.Errorf("%v: %d loops, not %d", places, len(got), len(want))
		}
	}
}
