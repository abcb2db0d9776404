package oracle

import "github.com/sonjs/son/internal/structure"

// regionStmt adds a statement that has regions.
func (a *author) regionStmt(cur int) int {
	if a.r.Intn(3) == 0 {
		return a.forEach(cur)
	}
	return a.try(cur)
}

// open1 adds the first block of a new region to the successors of x; that region is the current
// one from then on.
func (a *author) open1(x int, kind structure.RegionKind) int {
	a.g.Regions = append(a.g.Regions, structure.Region{Parent: a.at(x).Region, Kind: kind})
	a.region = len(a.g.Regions) - 1
	in := a.put(a.block())
	a.at(in).Empty = a.r.Intn(4) == 0
	a.at(x).Succs = append(a.at(x).Succs, in)
	return in
}

func (a *author) try(cur int) int {
	x := a.open(cur)
	a.at(x).Term, a.at(x).Empty = structure.Try, a.r.Intn(2) == 0
	around, join := a.region, a.empty()
	arm := func(kind structure.RegionKind) {
		end := a.jump(a.body(a.open1(x, kind), a.r.Intn(4)))
		switch {
		case kind != structure.Finally:
			a.link(end, join)
		case end >= 0:
			end = a.open(end)
			a.at(end).Term, a.at(end).Empty = structure.FinallyEnd, a.r.Intn(3) != 0
		}
		a.region = around
	}
	arm(structure.Body)
	kinds := 1 + a.r.Intn(3)
	if kinds&1 != 0 {
		arm(structure.Catch)
	}
	if kinds&2 != 0 {
		arm(structure.Finally)
	}
	return a.resume(join)
}

// forEach lowers an iteration loop: a for-of, whose body is a region, or a for-in, whose body
// is none.
func (a *author) forEach(cur int) int {
	if a.r.Intn(2) == 0 {
		cur = a.open(cur)
	}
	h := a.open(cur)
	b := a.at(h)
	b.Term, b.Clean, b.Hint = structure.If, true, structure.IfOperand
	around, after := a.region, a.empty()
	var body int
	if a.r.Intn(3) != 0 {
		body = a.open1(h, structure.Items)
	} else {
		body = a.put(a.block())
		a.link(h, body)
	}
	end, f := a.loop(body, after, h)
	a.link(end, h)
	a.region = around
	a.link(h, after)
	a.at(h).Loop = &structure.LoopHint{Kind: structure.ForInOf, Update: -1}
	a.hint(h, structure.ForInOf, -1, f)
	return a.resume(after)
}
