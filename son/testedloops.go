package son

import (
	"cmp"
	"slices"
	"sort"

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

// TestPlace is the place of a test in the graph: its loop, which may be nil, and its place in
// the source.
type TestPlace struct {
	Loop *LoopTree
	Span ast.Span
}

// TestedLoops returns the loops whose source test contains one of the given tests, if that is in
// the loop.
//
// It goes through the loops from the outside in, and tracks for each source test which of the
// enclosing loops have it. It never goes through all loops around a test.
func (g *Graph) TestedLoops(places []TestPlace) map[*LoopInfo]bool {
	at := map[*LoopTree][]ast.Span{}
	inside := map[*LoopTree][]*LoopTree{}
	seen := map[*LoopTree]bool{}
	var heads loopTests
	for _, p := range places {
		if p.Span.IsZero() {
			continue
		}
		at[p.Loop] = append(at[p.Loop], p.Span)
		for l := p.Loop; l != nil && !seen[l]; l = l.Parent {
			seen[l] = true
			inside[l.Parent] = append(inside[l.Parent], l)
			if info := g.Loops[l.Head.Head]; info != nil && !info.Test.IsZero() {
				heads.spans = append(heads.spans, info.Test)
			}
		}
	}
	heads.order()
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
		info := g.Loops[s.l.Head.Head]
		if i := heads.of(info); i >= 0 {
			if s.leave {
				heads.open[i] = heads.open[i][:len(heads.open[i])-1]
				continue
			}
			heads.open[i] = append(heads.open[i], info)
		} else if s.leave {
			continue
		}
		for _, span := range at[s.l] {
			heads.test(span, tested)
		}
		enter(s.l)
	}
	return tested
}

// loopTests are the tests of loops in the source.
type loopTests struct {
	spans  []ast.Span // in the order of the source, outer ones first
	around []int      // the index of the innermost one around each, or -1
	open   [][]*LoopInfo
}

// order sorts the tests.
func (t *loopTests) order() {
	slices.SortFunc(t.spans, func(a, b ast.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	t.spans = slices.Compact(t.spans)
	t.open = make([][]*LoopInfo, len(t.spans))
	for i, s := range t.spans {
		t.around = append(t.around, t.innermost(i-1, s))
	}
}

// innermost returns the index of the last of spans[:i+1] that contains a place, or -1.
func (t *loopTests) innermost(i int, s ast.Span) int {
	for i >= 0 && !t.spans[i].Contains(s) {
		i = t.around[i]
	}
	return i
}

// of returns the index of a loop's test, or -1.
func (t *loopTests) of(info *LoopInfo) int {
	if info == nil || info.Test.IsZero() {
		return -1
	}
	return t.innermost(t.last(info.Test.Start), info.Test)
}

// last returns the last test that does not start after a place, or -1.
func (t *loopTests) last(start int32) int {
	return sort.Search(len(t.spans), func(i int) bool { return t.spans[i].Start > start }) - 1
}

// test records that the graph has a test at a place of the source, in the loops that are open. A
// loop that has been recorded before implies that the loops around it have been, too.
func (t *loopTests) test(s ast.Span, tested map[*LoopInfo]bool) {
	for i := t.innermost(t.last(s.Start), s); i >= 0; i = t.around[i] {
		for _, info := range slices.Backward(t.open[i]) {
			if tested[info] {
				break
			}
			tested[info] = true
		}
	}
}
