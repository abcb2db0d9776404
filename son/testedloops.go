package son

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// Has reports whether a block is in the loop.
func (l *LoopTree) Has(b *Block) bool {
	in := b.Loop
	for in != nil && in.Depth > l.Depth {
		in = in.Parent
	}
	return in == l
}

// TestPlace is the place of a test in the graph: its loop, which may be nil, and the branch of the
// source.
type TestPlace struct {
	Loop *LoopTree
	Site ast.Site
}

// TestedLoops returns the loops that contain their source test, or a branch of it, among the given
// tests.
//
// It goes through the loops from the outside in, and tracks which of the enclosing loops are
// copies of the same one. It never goes through all loops around a test.
func (g *Graph) TestedLoops(places []TestPlace) map[*LoopInfo]bool {
	at := map[*LoopTree][]ast.Site{}
	inside := map[*LoopTree][]*LoopTree{}
	seen := map[*LoopTree]bool{}
	loopOf := map[ast.Site]ast.Site{} // by branch: the loop of whose test it is
	for _, p := range places {
		if p.Site == 0 {
			continue
		}
		at[p.Loop] = append(at[p.Loop], p.Site)
		for l := p.Loop; l != nil && !seen[l]; l = l.Parent {
			seen[l] = true
			inside[l.Parent] = append(inside[l.Parent], l)
			if info := g.testOf(l); info != nil {
				loopOf[info.Site] = info.Site
				for s := info.Branches.First; s != 0 && s <= info.Branches.Last; s++ {
					loopOf[s] = info.Site
				}
			}
		}
	}
	open := map[ast.Site][]*LoopInfo{} // the loops around that come from a loop of the source, outer ones first
	tested := map[*LoopInfo]bool{}
	type step struct {
		l     *LoopTree
		leave bool
	}
	var todo []step
	enter := func(l *LoopTree) {
		for _, in := range inside[l] {
			todo = append(todo, step{in, true}, step{in, false})
		}
	}
	for enter(nil); len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		info := g.testOf(s.l)
		if s.leave {
			if info != nil {
				open[info.Site] = open[info.Site][:len(open[info.Site])-1]
			}
			continue
		}
		if info != nil {
			open[info.Site] = append(open[info.Site], info)
		}
		for _, site := range at[s.l] {
			// A loop that is known to have its test implies that the loops around it have it.
			for _, info := range slices.Backward(open[loopOf[site]]) {
				if tested[info] {
					break
				}
				tested[info] = true
			}
		}
		enter(s.l)
	}
	return tested
}

// testOf returns the source form of a loop that has a test there, or nil.
func (g *Graph) testOf(l *LoopTree) *LoopInfo {
	info := g.Loops[l.Head.Head]
	if info == nil || info.Test.IsZero() || info.Site == 0 {
		return nil
	}
	return info
}
