package oracle

import (
	"math/rand"

	"github.com/sonjs/son/internal/structure"
)

// randomGraph draws an unstructured graph, reducible or not: edges at random, or mostly to
// blocks shortly after, hints that may be wrong.
func randomGraph(r *rand.Rand) *structure.Graph {
	n := 3 + r.Intn(18)
	g := &structure.Graph{Blocks: make([]structure.Block, n)}
	near := r.Intn(2) == 0
	orders := r.Intn(3)
	for i := range g.Blocks {
		b := &g.Blocks[i]
		succs := []int{0, 1, 1, 2, 2, 2, 2, 3, 4}[r.Intn(9)]
		if i == 0 && succs == 0 {
			succs = 1
		}
		for range succs {
			t := r.Intn(n)
			if near && r.Intn(4) != 0 {
				t = min(i+1+r.Intn(3), n-1)
			}
			b.Succs = append(b.Succs, t)
		}
		switch succs {
		case 0:
			b.Term, b.Empty = structure.End, r.Intn(3) == 0
		case 1:
			b.Term, b.Empty, b.Expr = structure.Jump, r.Intn(4) == 0, r.Intn(2) == 0
		case 2:
			b.Term, b.Clean = structure.If, r.Intn(2) == 0
			b.Hint = structure.IfHint(r.Intn(4))
			b.IfLast = int32(max(0, r.Intn(2*n)-n))
			b.Then = structure.ThenHint(r.Intn(3))
			if r.Intn(8) == 0 {
				b.Term, b.Clean = structure.Switch, false
			}
		default:
			b.Term = structure.Switch
		}
		if b.Term == structure.Switch {
			b.Ordered = r.Intn(3) == 0
			b.SwitchLast = int32(max(0, r.Intn(2*n)-n))
		}
		switch orders {
		case 0:
			b.Order = int32(i)
		case 1:
			b.Order = int32(r.Intn(n))
		}
		if r.Intn(8) == 0 {
			b.Last = int32(r.Intn(2 * n))
		}
		if r.Intn(6) == 0 {
			b.Loop = &structure.LoopHint{Kind: structure.LoopKind(r.Intn(4)), Update: r.Intn(n+1) - 1, Last: int32(max(0, r.Intn(2*n)-n))}
		}
	}
	if r.Intn(4) == 0 {
		pin(g, r)
	}
	return g
}

// pin pins some blocks to the header of a loop that dominates them.
func pin(g *structure.Graph, r *rand.Rand) {
	reached := reach(g, -1)
	if !reducible(g, reached) {
		return
	}
	for range 3 {
		x, h := r.Intn(len(g.Blocks)), r.Intn(len(g.Blocks))
		b := &g.Blocks[h]
		if b.Loop != nil && b.Loop.Kind == structure.ForInOf || !around(g, b.Region, g.Blocks[x].Region) {
			continue
		}
		if x != h && reached[x] && !reach(g, h)[x] && loops(g, h) && !(b.Empty && b.Loop == nil) {
			g.Blocks[x].Pinned = []int{h}
		}
	}
}

// around reports whether region r is in, or one around it.
func around(g *structure.Graph, r, in int) bool {
	for in > r {
		in = g.Regions[in].Parent
	}
	return in == r
}

// loops reports whether h is the header of a loop.
func loops(g *structure.Graph, h int) bool {
	alone := reach(g, h)
	all := reach(g, -1)
	for x := range g.Blocks {
		if !all[x] || alone[x] {
			continue
		}
		for _, s := range g.Blocks[x].Succs {
			if s == h {
				return true
			}
		}
	}
	return false
}
