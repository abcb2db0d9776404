package build

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// try builds a try statement. Its body, catch and finally are regions ([son.RegionTree]): body
// and catch continue after the statement through a Leave, which stands for the finally on that
// path, and the finally itself ends in an EndFinally.
//
// The catch and the finally start from the memory before the statement; a Catch and a Finally
// mark everything in it as unknown. Variables need no such node: [Decide] made cells of those
// that the statement assigns.
func (b *builder) try(st *ast.Try) {
	s := b.s
	t := b.g.NewNode(son.OpTry, s.ctrl, s.mem)
	t.Span, t.Site = st.Span, st.Site
	t = b.g.Peephole(t)
	arm := func(i int) *son.Node {
		p := b.g.NewNode(son.OpProj, t)
		p.Idx, p.Span = int32(i), st.Span
		return b.g.Peephole(p)
	}
	mark, mem := s.mark(), s.mem
	var edges []edge

	s.ctrl = arm(son.TryBody)
	b.region(t, func() { b.plain(st.Block) })
	edges = append(edges, b.leaveEnd(t, st.Block, mark))
	s.show("try read", "body")
	s.rewind(mark)

	if st.Handler != nil {
		s.ctrl, s.mem = arm(son.TryCatch), mem
		b.region(t, func() { b.handler(st) })
		edges = append(edges, b.leaveEnd(t, st.Handler, mark))
		s.rewind(mark)
	}
	if st.Finally != nil {
		s.ctrl, s.mem = arm(son.TryFinally), mem
		s.op(son.OpFinally, st.Finally.Span)
		b.region(t, func() { b.plain(st.Finally) })
		b.endFinally(st.Finally)
		s.rewind(mark)
	}
	s.release(mark)
	s.join(st.Span, 0, edges...)
	s.show("try joined", "after")
}

// region builds a part of the try statement t.
func (b *builder) region(t *son.Node, f func()) {
	b.regions = append(b.regions, t)
	f()
	b.regions = b.regions[:len(b.regions)-1]
}

// handler builds a catch. Its parameter is the Catch itself, or a cell that starts with it; a
// pattern destructures the Catch.
func (b *builder) handler(st *ast.Try) {
	s := b.s
	n := s.node(son.OpCatch, st.Handler.Span)
	id, named := st.Param.(*ast.Ident)
	if named {
		n.Sym, n.Span = id.Sym, id.Span
	}
	n = s.add(n)
	depth := len(s.vars)
	switch {
	case st.Param == nil:
	case !named:
		b.enter(st.CatchScope)
		b.pattern(st.Param, n, patternUse{ast.Let, son.FlagDecl | son.FlagInit}, st.Param.Pos().Span)
	case b.facts.Of(id.Sym) == Value:
		s.push(id.Sym, n)
	default:
		b.newCell(id.Sym)
		b.storeCell(id.Sym, n, son.FlagInit, id.Span)
	}
	b.plain(st.Handler)
	s.pop(depth)
}

// leaveEnd is the edge from the end of a part of t to after the statement.
func (b *builder) leaveEnd(t *son.Node, part *ast.Block, m mark) edge {
	if !b.s.stopped() {
		b.s.leave(t, son.LeaveNow, end(part))
	}
	return b.s.take(m)
}

func (b *builder) endFinally(part *ast.Block) {
	s := b.s
	if s.stopped() {
		return
	}
	n := b.g.NewNode(son.OpEndFinally, s.ctrl, s.mem)
	n.Span = end(part)
	b.g.AddIn(b.g.Stop, b.g.Peephole(n))
	s.ctrl, s.mem = nil, nil
}

// end is the place of a block's closing brace.
func end(b *ast.Block) ast.Span { return ast.Span{Start: b.End - 1, End: b.End} }

// leaveTo leaves regions until only the given number of them is left around.
func (b *builder) leaveTo(regions int, span ast.Span) {
	for i := len(b.regions) - 1; i >= regions; i-- {
		b.s.leave(b.regions[i], son.LeaveNow, span)
	}
}

// leave leaves the innermost region, one of the Try or IterNext t.
func (s *Scope) leave(t *son.Node, form int32, span ast.Span) {
	n := s.g.NewNode(son.OpLeave, s.ctrl, s.mem, t)
	n.Idx, n.Span = form, span
	n = s.g.Peephole(n)
	s.ctrl, s.mem = n, n
}
