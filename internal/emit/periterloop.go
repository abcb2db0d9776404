package emit

import (
	"iter"
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A captured let or const is a new variable in each iteration of the loop in whose body it is
// assigned:
//
//	while (true) { let i = k; fs.push(() => i); if (i > n) break; k = i + 1; }
//
// So all references to it must be printed inside the braces of that loop: not in the loop's
// test, whether at the top or the bottom, and not after the loop, although the graph could
// place them there. Whatever reads i stays in the body, be it a test, an update, or code on an
// exit path.

// perIterLoop returns the innermost loop whose iterations each create a new w, or nil. For a
// cell it is the loop around the cell's creation; for a captured value, the innermost loop
// around both the value and the closure that captures it.
func (e *emitter) perIterLoop(w *web) *son.LoopTree {
	if w == nil || w.perIterHead != nil || w.Kind == ast.Var {
		return nil
	}
	if e.perIterLoops == nil {
		e.findPerIterLoops()
	}
	return e.perIterLoops[w]
}

func (e *emitter) findPerIterLoops() {
	e.perIterLoops = map[*web]*son.LoopTree{}
	e.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpNewCell:
			if b := e.cfg.BlockOf(n.Ctrl()); b != nil && b.Loop != nil {
				e.perIterLoops[e.webs.cells[n.Sym]] = b.Loop
			}
		case son.OpClosure:
			at := e.flow.BlockOf(n)
			if at == nil || at.Loop == nil {
				return
			}
			for _, a := range n.Args() {
				w := e.webs.of[a.ID]
				if w == nil || w.Cell {
					continue
				}
				l := commonLoop(at.Loop, e.loopOfValue(a))
				if old := e.perIterLoops[w]; l != nil && (old == nil || old.Depth < l.Depth) {
					e.perIterLoops[w] = l
				}
			}
		}
	})
}

// loopOfValue returns the innermost loop in which a variable is assigned the value v. A phi
// of a loop header belongs to the loop around that one.
func (e *emitter) loopOfValue(v *son.Node) *son.LoopTree {
	var b *son.Block
	switch v.Op {
	case son.OpPhi:
		if b = e.cfg.BlockOf(v.Region()); b != nil && b.Loop != nil && b.Loop.Head == b {
			return b.Loop.Parent
		}
	case son.OpCatch:
		b = e.cfg.BlockOf(v.Ctrl())
	case son.OpBind:
		b = e.flow.BlockOf(v)
	}
	if b == nil {
		return nil
	}
	return b.Loop
}

// commonLoop returns the innermost loop around both, or nil.
func commonLoop(a, b *son.LoopTree) *son.LoopTree {
	for a != b {
		switch {
		case a == nil || b == nil:
			return nil
		case a.Depth >= b.Depth:
			a = a.Parent
		default:
			b = b.Parent
		}
	}
	return a
}

// isPerIter reports whether each iteration of l, or of a loop nested in it, creates a new w.
func (e *emitter) isPerIter(w *web, l *son.LoopTree) bool {
	for in := e.perIterLoop(w); in != nil; in = in.Parent {
		if in == l {
			return true
		}
	}
	return false
}

// testHeld reports whether the test of b references a variable declared in the body of its
// loop, which would be out of scope at the bottom of the loop:
//
//	while (true) { let more = false; walk(() => { more = true }); if (!more) break; }
//
// or would have to move out of the loop and become a let:
//
//	while (true) { const last = url; url = next(url); if (url === last) break; }
func (e *emitter) testHeld(b *fold.Block) bool {
	l := b.Src.Loop
	if l == nil {
		return false
	}
	found := false
	ast.Walk(e.treesOf(b).condX, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || e.isPerIter(e.webs.web(e.Owner[id]), l) || e.isWrittenIn(e.webs.web(e.Owner[id]), l)
		}
		for _, w := range e.Captured[n] {
			found = found || e.isPerIter(e.webs.web(w), l)
		}
		_, closure := e.Closures[n]
		return !found && !closure
	})
	return found
}

// staysInBody reports whether the statements of b need variables declared in the body of their
// loop, so that they cannot move to the loop's head, as the update of a for:
//
//	while (true) { const k = i++; if (k < n) {} else { break; } fs.push(() => k); }
//
// If nothing captures the variable, the declaration could move before the loop, but the author
// has it in the body.
func (e *emitter) staysInBody(b *fold.Block) bool {
	l := b.Src.Loop
	if l == nil {
		return false
	}
	info := e.g.Loops[l.Head.Head]
	return slices.ContainsFunc(e.referenced(b), func(w *web) bool {
		return e.isPerIter(w, l) || w.Kind != ast.Var && w.Sym != nil && info != nil && isScopeIn(&e.src, w.Sym.Scope, info)
	})
}

// isScopeIn reports whether a scope is in the body of a loop in the source, and not that of the
// loop's head.
func isScopeIn(src *written.Index, s *ast.Scope, loop *son.LoopInfo) bool {
	return s != nil && loop.Site != 0 && loop.Span.Contains(s.Span) && s != src.HeadScope(loop.Site)
}

// referenced returns the variables that the statements of a block reference.
func (e *emitter) referenced(b *fold.Block) (ws []*web) {
	for _, r := range e.treesOf(b).list.list {
		if r.dead || !prints(r) {
			continue
		}
		if r.many {
			return e.webs.all
		}
		ws = append(ws, r.reads...)
		for _, d := range r.defs {
			ws = append(ws, d.w)
		}
	}
	return ws
}

// pinValues pins block i of the structure graph to the loops with per-iteration values that the
// block references, except for the loops that it is already in.
func (e *emitter) pinValues(g *structure.Graph, i int, b *fold.Block, loops func() map[*son.LoopTree]bool) {
	pin := func(w *web) {
		if w == nil || w.Cell {
			return
		}
		for l := e.perIterLoop(w); l != nil && !loops()[l]; l = l.Parent {
			loops()[l] = true
			if h := e.Home(l.Head); h.Num >= 0 {
				g.Blocks[i].Pinned = append(g.Blocks[i].Pinned, h.Num)
			}
		}
	}
	for _, w := range e.referenced(b) {
		pin(w)
	}
	for _, x := range append([]ast.Expr{e.treesOf(b).condX, e.treesOf(b).value}, e.treesOf(b).tests...) {
		if x != nil {
			ast.Walk(x, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					pin(e.webs.web(e.Owner[id]))
				}
				for _, w := range e.Captured[n] {
					pin(e.webs.web(w))
				}
				_, closure := e.Closures[n]
				return !closure // its references are its captures
			})
		}
	}
}

// checkPerIter refuses a per-iteration variable that is declared outside its loop.
func (e *emitter) checkPerIter() {
	for _, w := range e.webs.all {
		if w.Home == nil {
			continue
		}
		if l := e.perIterLoop(w); l != nil && !w.Cell && !w.Home.InBody(e.loopStmts[e.Home(l.Head)]) {
			refuse("%s would be one variable for all iterations of a loop", w.Hint)
		}
	}
}

// loopsUsing returns the loops that reference a cell created outside of them.
func (e *emitter) loopsUsing(cell *son.Node) iter.Seq[*son.LoopTree] {
	return func(yield func(*son.LoopTree) bool) {
		made := e.cfg.BlockOf(cell.Ctrl())
		for _, u := range cell.Users() {
			b := e.cfg.BlockOf(u.Ctrl())
			if b == nil || made == nil {
				continue
			}
			for l := b.Loop; l != nil && !l.Has(made); l = l.Parent {
				if !yield(l) {
					return
				}
			}
		}
	}
}

// isDeclaredAfterLoop reports whether a store in block b declares a variable after a loop that
// uses it, where the variable is created before the loop.
func (e *emitter) isDeclaredAfterLoop(store *son.Node, b *fold.Block) bool {
	if cell := store.Arg(0); store.Has(son.FlagInit) && cell.Op == son.OpNewCell && b.Src != nil {
		for l := range e.loopsUsing(cell) {
			if l.Head.Dominates(b.Src) && !l.Has(b.Src) {
				return true
			}
		}
	}
	return false
}

// isWrittenIn reports whether the source declares w, a let or const that is not a cell, in the
// body of a loop.
func (e *emitter) isWrittenIn(w *web, l *son.LoopTree) bool {
	if w == nil || w.Cell || w.Kind == ast.Var || w.Sym == nil || len(w.Sym.Decls) == 0 || e.flat || e.g.Config.Helpers {
		return false
	}
	info := e.g.Loops[l.Head.Head]
	if info == nil {
		return false
	}
	var body ast.Stmt
	loop, _ := written.Of[ast.Stmt](&e.src, info.Site)
	switch st := loop.(type) {
	case *ast.While:
		body = st.Body
	case *ast.For:
		body = st.Body
	case *ast.DoWhile:
		body = st.Body
	default:
		return false
	}
	return body.Pos().Span.Contains(w.Sym.Decls[0].Span)
}
