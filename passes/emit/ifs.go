package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// ifRange is a source if statement that has an else, a switch or a loop. They nest.
type ifRange struct {
	ast.Span
	parent int // index of the one around it, or -1
}

// ifRanges lists the source's ifs with an else, switches and loops by their start.
func (e *emitter) ifRanges() []ifRange {
	var out []ifRange
	for _, list := range e.bySpan {
		for _, st := range list {
			switch st := st.(type) {
			case *ast.If:
				if st.Else != nil {
					out = append(out, ifRange{st.Span, -1})
				}
			case *ast.Switch, *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
				out = append(out, ifRange{st.Pos().Span, -1})
			}
		}
	}
	slices.SortFunc(out, func(a, b ifRange) int { return int(a.Start - b.Start) })
	var open []int
	for i := range out {
		for len(open) > 0 && out[open[len(open)-1]].End <= out[i].Start {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			out[i].parent = open[len(open)-1]
		}
		open = append(open, i)
	}
	return out
}

// ifEnd returns where the innermost of the ifs around a position ends, or -1.
func ifEnd(ifs []ifRange, at int32) int32 {
	i, ok := slices.BinarySearchFunc(ifs, at, func(r ifRange, at int32) int { return int(r.Start - at) })
	if !ok {
		i--
	}
	for ; i >= 0; i = ifs[i].parent {
		if ifs[i].End > at {
			return ifs[i].End
		}
	}
	return -1
}

// splitAtIfs cuts blocks where an if statement of the source with an else ends,
// so that the structurer can put the else back:
//
//	if (a) return 1; else { h() } k()
//
// leaves one block for h() and k(). So does the way out of a loop, where the body's last
// statements would take what stands behind the loop into its braces.
func (e *emitter) splitAtIfs() {
	ifs := e.ifRanges()
	if len(ifs) == 0 {
		return
	}
	for i := 0; i < len(e.blocks); i++ { // cut appends the second halves
		b := e.blocks[i]
		if b == nil || b.list == nil || b.update || !e.reachable(b) {
			continue
		}
		in := int32(-1) // where the innermost if around what came before ends
		done := false
		for k, r := range b.list.list {
			if r.dead || r.span.IsZero() || !e.prints(r) {
				continue
			}
			if in >= 0 && r.span.Start >= in {
				e.cut(b, k)
				done = true
				break
			}
			in = ifEnd(ifs, r.span.Start)
		}
		if !done && in >= 0 && b.end != nil && !b.end.Span.IsZero() && b.end.Span.Start >= in {
			e.cut(b, len(b.list.list))
		}
	}
}

// cut makes a block of its own of what b does from root k on.
func (e *emitter) cut(b *block, k int) {
	l := *b.list
	l.list = b.list.list[k:]
	t := &block{id: len(e.blocks), src: b.src, last: b.last, items: b.items, term: b.term, end: b.end, succs: b.succs,
		preds: []*block{b}, sw: b.sw, list: &l, condX: b.condX, tests: b.tests, value: b.value}
	b.list.list = b.list.list[:k:k]
	b.term, b.end, b.succs, b.sw, b.condX, b.tests, b.value = termJump, nil, []*block{t}, nil, nil, nil, nil
	for _, s := range t.succs {
		for i, p := range s.preds {
			if p == b {
				s.preds[i] = t
			}
		}
	}
	e.blocks = append(e.blocks, t)
}
