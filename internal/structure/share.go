package structure

import "slices"

// A jump that the source has after an if is, in the graph, an empty block that the arms share
// and that leads elsewhere. Without empty blocks each arm makes the jump itself; here it is put
// back after the if:
//
//	if (a) { b; break } break   →   if (a) b; break
//	if (a) { b; break } else { c; break }   →   if (a) b; else c; break
//
// The latter only if both jumps passed through one empty block: a source that has the jump in
// both arms keeps it there.

// squeezed reports whether block s is left out.
func (p *plan) squeezed(s int32) bool { return p.to[s] != s }

// findJoins finds the empty joins.
func (p *plan) findJoins() {
	preds := p.mem.fill(len(p.g.Blocks), 0)
	for i := range p.g.Blocks {
		for _, s := range p.g.Blocks[i].Succs {
			preds[s]++
		}
	}
	const open = -2
	p.join = p.mem.fill(len(p.g.Blocks), open)
	var path []int32
	for i := range p.g.Blocks {
		x := int32(i)
		for p.join[x] == open && p.squeezed(x) && preds[x] < 2 {
			p.join[x] = -1 // in case the path is a cycle
			path = append(path, x)
			x = int32(p.g.Blocks[x].Succs[0])
		}
		if p.join[x] == open {
			p.join[x] = -1
			if p.squeezed(x) {
				p.join[x] = x
			}
		}
		for _, y := range path {
			p.join[y] = p.join[x]
		}
		path = path[:0]
	}
}

// vias returns the empty joins on the edges to the successors, counted from 1; nil when there
// are none.
func (p *plan) vias(succs []int) []int32 {
	if !slices.ContainsFunc(succs, func(s int) bool { return p.join[s] >= 0 }) {
		return nil
	}
	out := make([]int32, len(succs))
	for i, s := range succs {
		out[i] = p.join[s] + 1
	}
	return out
}

// viaOf returns n.via, never nil.
func (f *flow) viaOf(n *flowNode) []int32 {
	if n.via == nil {
		return make([]int32, len(n.succ))
	}
	return n.via
}

// by returns the empty join between n and y, counted from 1, or 0.
func (n *flowNode) by(y int32) int32 {
	if i := slices.Index(n.succ, y); i >= 0 && i < len(n.via) {
		return n.via[i]
	}
	return 0
}

// manyJoins bounds how many consecutive empty joins are looked at: as many as ifs end in one
// place without code between.
const manyJoins = 16

// meet returns the first empty join that the paths through the joins a and b have in common, or
// 0.
func (p *plan) meet(a, b int32) int32 {
	for i := 0; a != 0 && i < manyJoins; i, a = i+1, p.after(a) {
		for k, x := 0, b; x != 0 && k < manyJoins; k, x = k+1, p.after(x) {
			if x == a {
				return a
			}
		}
	}
	return 0
}

// after returns the empty join that follows one.
func (p *plan) after(via int32) int32 { return p.join[p.g.Blocks[via-1].Succs[0]] + 1 }

// share moves jumps from the ends of the arms of the ifs of s to after those ifs.
func (p *plan) share(s Seq) Seq {
	for i := len(s) - 1; i >= 0; i-- {
		n, ok := s[i].(*IfNode)
		if !ok {
			continue
		}
		if i+1 < len(s) {
			drop(&n.Then, s[i+1])
			drop(&n.Else, s[i+1])
			continue
		}
		t, e := last(n.Then), last(n.Else)
		if t == nil || e == nil || !sameJump(t, e) {
			continue
		}
		if via := p.meet(viaOf(t), viaOf(e)); via != 0 {
			n.Then, n.Else = n.Then[:len(n.Then)-1], n.Else[:len(n.Else)-1]
			setVia(t, via)
			s = append(s, t)
		}
	}
	return s
}

// drop removes the jump at the end of an arm if the same jump follows it.
func drop(arm *Seq, next Node) {
	if j := last(*arm); j != nil && sameJump(j, next) {
		*arm = (*arm)[:len(*arm)-1]
	}
}

// last returns the jump at the end of s, after other statements, or nil.
func last(s Seq) Node {
	if len(s) < 2 {
		return nil
	}
	switch n := s[len(s)-1].(type) {
	case *BreakNode, *ContinueNode:
		return n
	}
	return nil
}

func sameJump(a, b Node) bool {
	switch a := a.(type) {
	case *BreakNode:
		b, ok := b.(*BreakNode)
		return ok && a.Label == b.Label
	case *ContinueNode:
		b, ok := b.(*ContinueNode)
		return ok && a.Label == b.Label
	}
	return false
}

func viaOf(j Node) int32 {
	switch j := j.(type) {
	case *BreakNode:
		return j.via
	case *ContinueNode:
		return j.via
	}
	return 0
}

func setVia(j Node, via int32) {
	switch j := j.(type) {
	case *BreakNode:
		j.via = via
	case *ContinueNode:
		j.via = via
	}
}
