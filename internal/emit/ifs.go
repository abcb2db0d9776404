package emit

import (
	"math"
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
)

// ifEdge is the start or end of a statement in the source: an if with an else, a switch or a
// loop.
type ifEdge struct {
	at  int32
	end int32 // the end of the innermost such statement from here on, or -1
}

// ifEdges lists the starts and ends of the source's ifs with an else, switches and loops.
func ifEdges(src *written.Index) []ifEdge {
	var spans []ast.Span
	for _, st := range src.Sites { // in the order of the source
		switch st := st.(type) {
		case *ast.If:
			if st.Else != nil {
				spans = append(spans, st.Span)
			}
		case *ast.Switch, *ast.For, *ast.ForIn, *ast.ForOf, *ast.While, *ast.DoWhile:
			spans = append(spans, st.Pos().Span)
		}
	}
	var edges []ifEdge
	var open []ast.Span // nested, outer ones first
	leave := func(at int32) {
		for len(open) > 0 && open[len(open)-1].End <= at {
			end := open[len(open)-1].End
			open = open[:len(open)-1]
			around := int32(-1)
			if len(open) > 0 {
				around = open[len(open)-1].End
			}
			edges = append(edges, ifEdge{end, around})
		}
	}
	for _, s := range spans {
		leave(s.Start)
		edges = append(edges, ifEdge{s.Start, s.End})
		open = append(open, s)
	}
	leave(math.MaxInt32)
	return edges
}

// ifEnd returns the end of the innermost such statement around a position, or -1.
func ifEnd(edges []ifEdge, at int32) int32 {
	// Of several edges at one position the last one counts.
	i, _ := slices.BinarySearchFunc(edges, at+1, func(x ifEdge, at int32) int { return int(x.at - at) })
	if i == 0 {
		return -1
	}
	return edges[i-1].end
}

// splitAtIfs cuts blocks where an if of the source with an else ends, so that the structurer
// can restore the else:
//
//	if (a) return 1; else { h() } k()
//
// leaves one block for h() and k(). The same happens at the exit of a loop, where the
// statements after the loop would move into its braces together with the body's last ones.
func (e *emitter) splitAtIfs() {
	ifs := ifEdges(&e.src)
	if len(ifs) == 0 {
		return
	}
	for i := 0; i < len(e.List); i++ { // cut appends the second parts
		b := e.List[i]
		if b == nil || e.treesOf(b).list == nil || b.Update || !e.reachable(b) {
			continue
		}
		in := int32(-1) // the end of the innermost if around the roots so far
		done := false
		for k, r := range e.treesOf(b).list.list {
			if r.dead || r.span.IsZero() || !prints(r) {
				continue
			}
			if in >= 0 && r.span.Start >= in {
				e.cut(b, k)
				done = true
				break
			}
			in = ifEnd(ifs, r.span.Start)
		}
		if !done && in >= 0 && b.End != nil && !b.End.Span.IsZero() && b.End.Span.Start >= in {
			e.cut(b, len(e.treesOf(b).list.list))
		}
	}
}

// cut splits off the code of b from root k on as a block of its own.
func (f *folded) cut(b *fold.Block, k int) {
	t := &fold.Block{ID: len(f.List), Src: b.Src, Last: b.Last, Items: b.Items, Term: b.Term, End: b.End, Succs: b.Succs,
		Preds: []*fold.Block{b}, Switch: b.Switch}
	second := *f.treesOf(b)
	first, rest := second.list, *second.list
	rest.list, first.list = first.list[k:], first.list[:k:k]
	second.list = &rest
	*f.treesOf(t) = second
	*f.treesOf(b) = trees{list: first}
	b.Term, b.End, b.Succs, b.Switch = fold.Jump, nil, []*fold.Block{t}, nil
	for _, s := range t.Succs {
		for i, p := range s.Preds {
			if p == b {
				s.Preds[i] = t
			}
		}
	}
	f.List = append(f.List, t)
}
