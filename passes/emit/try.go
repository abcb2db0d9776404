package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/structure"
	"github.com/sonjs/son/son"
)

// regions tells the structurer of the parts of the function's try statements, and
// returns their numbers; the function has number 0.
func (e *emitter) regions(g *structure.Graph) map[*son.RegionTree]int {
	var number map[*son.RegionTree]int
	g.Regions = make([]structure.Region, 1)
	for _, c := range e.cfg.Blocks { // a region's first block comes after the one around
		r := c.Region
		if _, ok := number[r]; ok || r == nil {
			continue
		}
		if number == nil {
			number = map[*son.RegionTree]int{}
		}
		number[r] = len(g.Regions)
		kind := [...]structure.RegionKind{son.TryBody: structure.Body, son.TryCatch: structure.Catch, son.TryFinally: structure.Finally, son.ItemsBody: structure.Items}[r.Arm]
		g.Regions = append(g.Regions, structure.Region{Parent: number[r.Parent], Kind: kind})
	}
	return number
}

// try writes a try statement.
func (w *stmtWriter) try(n *structure.TryNode) {
	t := w.blocks[n.Block].end
	st := &ast.Try{Block: &ast.Block{}}
	w.origin[st] = t.Span
	w.add(st)
	arm := func(b *ast.Block, s structure.Seq) *stmtList {
		return w.within(listBlock, st, &b.Body, func() { w.seq(s) })
	}
	arm(st.Block, n.Body)
	if n.HasCatch {
		st.Handler = &ast.Block{}
		w.param(st, arm(st.Handler, n.Catch), t)
	}
	if n.HasFinally {
		st.Finally = &ast.Block{}
		arm(st.Finally, n.Finally)
	}
}

// param writes the parameter of the catch of t, whose statements are in a list: a
// name, or the pattern with which the list begins.
func (w *stmtWriter) param(st *ast.Try, list *stmtList, t *son.Node) {
	v := w.caughtIn(t)
	if v == nil {
		return
	}
	if p := w.catchPattern(list, v); p != nil {
		for _, x := range names(p) {
			w.owner[x].caught = list
		}
		bindingPattern(p)
		st.Param = p
		list.stmts = list.stmts[1:]
		return
	}
	v.caught = list
	st.Param = w.ident(v)
}

// catchPattern returns the pattern that takes apart the exception v at the beginning
// of a catch, if nothing else wants the exception itself.
func (w *stmtWriter) catchPattern(list *stmtList, v *web) ast.Expr {
	if v.sym != nil || len(v.idents) != 1 || len(list.stmts) == 0 {
		return nil
	}
	var target, value ast.Expr
	switch st := list.stmts[0].(type) {
	case *ast.VarDecl: // of no names
		target, value = st.Decls[0].Target, st.Decls[0].Init
	case *ast.ExprStmt:
		if r := w.decls[st]; r == nil || !isPattern(r) || !r.decl {
			return nil
		}
		target, value = st.X.(*ast.Assign).Target, st.X.(*ast.Assign).Value
	}
	if id, ok := value.(*ast.Ident); !ok || w.owner[id] != v {
		return nil
	}
	for _, id := range names(target) {
		if x := w.owner[id]; x == nil || x.sym == nil || x.sym.Kind != ast.SymCatch {
			return nil
		}
	}
	return target
}

// caughtIn returns the variable that is the parameter of t's catch; nil where it has
// none.
func (e *emitter) caughtIn(t *son.Node) *web {
	for _, n := range son.Projections(t, 3)[son.TryCatch].Users() {
		if n.Op != son.OpCatch {
			continue
		}
		if w := e.webs.of[n.ID]; w != nil || n.Sym == nil {
			return w
		}
		return e.bindingWeb(n.Sym) // a cell
	}
	return nil
}

// try visits the lists of a try; a catch's parameter belongs to the list behind it.
func (l *locator) try(list *stmtList, at int, s *ast.Try) {
	l.nested(&s.Block.Body, list, at)
	if s.Handler != nil {
		if s.Param != nil {
			in := l.blocks[&s.Handler.Body]
			in.at = at
			l.param = &place{list, at}
			l.expr(in, 0, s.Param)
			l.param = nil
		}
		l.nested(&s.Handler.Body, list, at)
	}
	if s.Finally != nil {
		l.nested(&s.Finally.Body, list, at)
	}
}

// finally returns the finally that control passes on its way into block c of the
// schedule, which leaves a try; or nil.
func finallyBefore(c *son.Block) *son.Node {
	if c.Head.Op != son.OpLeave || c.Head.In(2).Op != son.OpTry {
		return nil
	}
	return son.FinallyOf(c.Head.In(2))
}

// beforeLeave returns the block in which copies into the variables of a join stand
// that from jumps to: where from but leaves parts of try statements without a
// finally, the end of the part itself, so that nothing is printed between.
func (e *emitter) beforeLeave(from *block) *block {
	for from.src.Head.Op == son.OpLeave && from.src == from.last && len(from.items) == 0 && finallyBefore(from.src) == nil &&
		len(from.preds) == 1 && from.preds[0].term == termJump {
		from = from.preds[0]
	}
	return from
}

// arms collects, by region, the blocks in it and in the regions inside.
func (e *emitter) arms() map[*son.RegionTree][]*son.Block {
	if e.inRegion == nil {
		e.inRegion = map[*son.RegionTree][]*son.Block{}
		for _, c := range e.cfg.Blocks {
			for r := c.Region; r != nil; r = r.Parent {
				e.inRegion[r] = append(e.inRegion[r], c)
			}
		}
	}
	return e.inRegion
}

// between returns the blocks that may have run, all or in part, since control was
// in the predecessor of b, without an edge that says so: before a catch or a finally
// what the exception was thrown in, behind a try its finally.
func (e *emitter) between(b *block) (out []*block) {
	h := b.src.Head
	take := func(t *son.Node, arms ...int) {
		for i, p := range son.Projections(t, 3) {
			for _, a := range arms {
				if a != i || p == nil {
					continue
				}
				for _, c := range e.arms()[e.cfg.BlockOf(p).Region] {
					out = append(out, e.home(c))
				}
			}
		}
	}
	switch {
	case h.Op == son.OpProj && h.In(0).Op == son.OpTry && h.Idx == son.TryCatch:
		take(h.In(0), son.TryBody)
	case h.Op == son.OpProj && h.In(0).Op == son.OpTry && h.Idx == son.TryFinally:
		take(h.In(0), son.TryBody, son.TryCatch)
	case finallyBefore(b.src) != nil:
		take(h.In(2), son.TryFinally)
	}
	return out
}

// handlers returns the first blocks of the catches and finallys that an exception in
// c may go to.
func (e *emitter) handlers(c *son.Block) (out []*son.Block) {
	for r := c.Region; r != nil; r = r.Parent {
		for i, p := range son.Projections(r.Try, 3) {
			if i > r.Arm && p != nil {
				out = append(out, e.cfg.BlockOf(p))
			}
		}
	}
	return out
}
