package son

import (
	"maps"
	"testing"

	"github.com/sonjs/son/parse/ast"
)

// TestTestedLoopsAreThoseAroundATest compares the result with a check of all loops around each
// test: nested loops, some of them copies of one loop, and nested tests.
func TestTestedLoopsAreThoseAroundATest(t *testing.T) {
	g := &Graph{Loops: map[*Node]*LoopInfo{}}
	loop := func(parent *LoopTree, start, end int32) *LoopTree {
		head := &Node{}
		g.Loops[head] = &LoopInfo{Test: ast.Span{Start: start, End: end}}
		depth := 1
		if parent != nil {
			depth = parent.Depth + 1
		}
		return &LoopTree{Head: &Block{Head: head}, Parent: parent, Depth: depth}
	}
	outer := loop(nil, 10, 20)
	middle := loop(outer, 12, 15)
	again := loop(middle, 10, 20) // a copy of the outer one
	beside := loop(outer, 30, 40)
	none := loop(beside, 0, 0)
	for _, places := range [][]TestPlace{
		{},
		{{nil, ast.Span{Start: 10, End: 11}}},
		{{outer, ast.Span{Start: 10, End: 11}}},
		{{again, ast.Span{Start: 12, End: 13}}},
		{{again, ast.Span{Start: 16, End: 17}}, {none, ast.Span{Start: 30, End: 40}}},
		{{middle, ast.Span{Start: 12, End: 15}}, {none, ast.Span{Start: 10, End: 20}}},
		{{beside, ast.Span{Start: 12, End: 13}}, {middle, ast.Span{Start: 30, End: 31}}, {none, ast.Span{}}},
		{{none, ast.Span{Start: 25, End: 26}}, {again, ast.Span{Start: 19, End: 21}}},
	} {
		want := map[*LoopInfo]bool{}
		for _, p := range places {
			for l := p.Loop; l != nil; l = l.Parent {
				if info := g.Loops[l.Head.Head]; !p.Span.IsZero() && !info.Test.IsZero() && info.Test.Contains(p.Span) {
					want[info] = true
				}
			}
		}
		if got := g.TestedLoops(places); !maps.Equal(got, want) {
			t.Errorf("%v: %d loops, not %d", places, len(got), len(want))
		}
	}
}
