package emit

import (
	"iter"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/structure"
	"github.com/sonjs/son/son"
)

// A let or const that a function sees is another variable in each round of the loop
// that gives it its value:
//
//	while (true) { let i = k; fs.push(() => i); if (i > n) break; k = i + 1; }
//
// So all mentions of it must be printed inside of the braces of that loop. They are
// none in the loop's head or foot, and none behind the loop, although the graph could
// have them there: what reads i stays in the body, be it a test, an update, or the
// code on a way out of the loop.

// roundLoop returns the innermost loop each round of which makes w anew, or nil. Of a
// cell it is the loop that has the cell's making; of a value that is captured, the
// innermost one around both the value and the function that captures it.
func (e *emitter) roundLoop(w *web) *son.LoopTree {
	if w == nil || w.round != nil || w.kind == ast.Var {
		return nil
	}
	if e.roundLoops == nil {
		e.findRoundLoops()
	}
	return e.roundLoops[w]
}

func (e *emitter) findRoundLoops() {
	e.roundLoops = map[*web]*son.LoopTree{}
	e.g.Nodes(func(n *son.Node) {
		switch n.Op {
		case son.OpNewCell:
			if b := e.cfg.BlockOf(n.Ctrl()); b != nil && b.Loop != nil {
				e.roundLoops[e.webs.cells[n.Sym]] = b.Loop
			}
		case son.OpClosure:
			at := e.blockOfUse(n)
			if at == nil || at.Loop == nil {
				return
			}
			for _, a := range n.Args() {
				w := e.webs.of[a.ID]
				if w == nil || w.cell {
					continue
				}
				l := commonLoop(at.Loop, e.loopOfValue(a))
				if old := e.roundLoops[w]; l != nil && (old == nil || old.Depth < l.Depth) {
					e.roundLoops[w] = l
				}
			}
		}
	})
}

// loopOfValue returns the innermost loop that gives a variable the value v. What comes
// round a loop is there before its rounds.
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
		b = e.blockOfUse(v)
	}
	if b == nil {
		return nil
	}
	return b.Loop
}

// commonLoop returns the innermost loop around two, or nil.
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

// isPerRound reports whether each round of a loop, or of one inside of it, makes w anew.
func (e *emitter) isPerRound(w *web, l *son.LoopTree) bool {
	for in := e.roundLoop(w); in != nil; in = in.Parent {
		if in == l {
			return true
		}
	}
	return false
}

// testHeld reports whether the test of b mentions what the body of its loop declares,
// so that the loop's foot is out of scope:
//
//	while (true) { let more = false; walk(() => { more = true }); if (!more) break; }
//
// or would have to move out of the loop and become a let:
//
//	while (true) { const last = url; url = next(url); if (url === last) break; }
func (e *emitter) testHeld(b *block) bool {
	l := b.src.Loop
	if l == nil {
		return false
	}
	found := false
	ast.Walk(b.condX, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || e.isPerRound(e.owner[id], l) || e.isWrittenIn(e.owner[id], l)
		}
		for _, w := range e.captured[n] {
			found = found || e.isPerRound(w, l)
		}
		_, closure := e.closures[n]
		return !found && !closure
	})
	return found
}

// staysInBody reports whether the statements of b need what the body of their loop
// declares, so that they cannot stand in the loop's head, as the update of a for:
//
//	while (true) { const k = i++; if (k < n) {} else { break; } fs.push(() => k); }
//
// Where no function sees it, the declaration could move before the loop. But the
// author has it in the body.
func (e *emitter) staysInBody(b *block) bool {
	l := b.src.Loop
	if l == nil {
		return false
	}
	info := e.g.Loops[l.Head.Head]
	return slices.ContainsFunc(e.mentioned(b), func(w *web) bool {
		return e.isPerRound(w, l) || w.kind != ast.Var && w.sym != nil && info != nil && isScopeIn(w.sym.Scope, info.Span)
	})
}

// isScopeIn reports whether the source has a scope in the body of the loop at s, and
// not as that of its head.
func isScopeIn(scope *ast.Scope, s ast.Span) bool {
	return scope != nil && !s.IsZero() && s.Contains(scope.Span) && s != scope.Span
}

// mentioned returns the variables that the statements of a block mention.
func (e *emitter) mentioned(b *block) (ws []*web) {
	for _, r := range b.list.list {
		if r.dead || !e.prints(r) {
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

// pinValues pins block i of the structure to the loops each round of which makes
// values anew that the block mentions, but for the loops that it is in.
func (e *emitter) pinValues(g *structure.Graph, i int, b *block, loops func() map[*son.LoopTree]bool) {
	pin := func(w *web) {
		if w == nil || w.cell {
			return
		}
		for l := e.roundLoop(w); l != nil && !loops()[l]; l = l.Parent {
			loops()[l] = true
			if h := e.home(l.Head); h.num >= 0 {
				g.Blocks[i].Pinned = append(g.Blocks[i].Pinned, h.num)
			}
		}
	}
	for _, w := range e.mentioned(b) {
		pin(w)
	}
	for _, x := range append([]ast.Expr{b.condX, b.value}, b.tests...) {
		if x != nil {
			ast.Walk(x, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					pin(e.owner[id])
				}
				for _, w := range e.captured[n] {
					pin(w)
				}
				_, closure := e.closures[n]
				return !closure // what it mentions is what it captures
			})
		}
	}
}

// checkRounds refuses a variable that is declared outside of the loop each round of
// which makes it anew.
func (e *emitter) checkRounds() {
	for _, w := range e.webs.all {
		if w.home == nil {
			continue
		}
		if l := e.roundLoop(w); l != nil && !w.cell && !e.isInBody(w.home, l) {
			refuse("%s would be one variable for all rounds of a loop", w.hint)
		}
	}
}

// isMadeAgain reports whether each round of a loop would make the variable of a cell anew
// that is made once, before the loop, and seen in it. Its declaration is behind the loop in
// the graph, but may be printed in it, as the last thing before the loop is left:
//
//	while (c) { keep(() => x); if (a) return } let x = f()
//	while (true) { keep(() => x); if (a) return; if (c) continue; let x = f(); break }
func (e *emitter) isMadeAgain(w *web, list *stmtList) bool {
	in := list
	for in != nil && !isLoop(in.owner) {
		in = in.parent
	}
	if in == nil {
		return false
	}
	if e.newCells == nil {
		e.newCells = map[*web][]*son.Node{}
		e.g.Nodes(func(n *son.Node) {
			if n.Op == son.OpNewCell {
				v := e.cellWeb(n)
				e.newCells[v] = append(e.newCells[v], n)
			}
		})
	}
	for _, n := range e.newCells[w] {
		for l := range e.loopsThatSee(n) {
			if e.isInBody(list, l) {
				return true
			}
		}
	}
	return false
}

// loopsThatSee goes through the loops that mention a cell, which is made outside of them.
func (e *emitter) loopsThatSee(cell *son.Node) iter.Seq[*son.LoopTree] {
	return func(yield func(*son.LoopTree) bool) {
		made := e.cfg.BlockOf(cell.Ctrl())
		for _, u := range cell.Users() {
			b := e.cfg.BlockOf(u.Ctrl())
			if b == nil || made == nil {
				continue
			}
			for l := b.Loop; l != nil && !isIn(made, l); l = l.Parent {
				if !yield(l) {
					return
				}
			}
		}
	}
}

// isDeclaredBehind reports whether a store of block b declares a variable that is made
// before a loop, and seen in it, behind that loop.
func (e *emitter) isDeclaredBehind(store *son.Node, b *block) bool {
	if cell := store.Arg(0); store.Has(son.FlagInit) && cell.Op == son.OpNewCell && b.src != nil {
		for l := range e.loopsThatSee(cell) {
			if l.Head.Dominates(b.src) && !isIn(b.src, l) {
				return true
			}
		}
	}
	return false
}

// isInBody reports whether each round of a loop has a list of statements anew.
func (e *emitter) isInBody(list *stmtList, l *son.LoopTree) bool {
	st := e.loopStmts[e.home(l.Head)]
	for ; list != nil; list = list.parent {
		if list.owner != nil && list.owner == st {
			return list.kind != listFor || isEach(st)
		}
	}
	return false
}

// isEach reports whether a loop goes through items.
func isEach(st ast.Stmt) bool {
	switch s := st.(type) {
	case *ast.Labeled:
		return isEach(s.Body)
	case *ast.ForIn, *ast.ForOf:
		return true
	}
	return false
}

// isWrittenIn reports whether the source declares the let or const w, no cell, in the body
// of a loop.
func (e *emitter) isWrittenIn(w *web, l *son.LoopTree) bool {
	if w == nil || w.cell || w.kind == ast.Var || w.sym == nil || len(w.sym.Decls) == 0 || e.flat || e.g.Config.Helpers {
		return false
	}
	info := e.g.Loops[l.Head.Head]
	if info == nil {
		return false
	}
	for _, st := range e.bySpan[info.Span.Start] {
		var body ast.Stmt
		switch st := st.(type) {
		case *ast.While:
			body = st.Body
		case *ast.For:
			body = st.Body
		case *ast.DoWhile:
			body = st.Body
		default:
			continue
		}
		return body.Pos().Span.Contains(w.sym.Decls[0].Span)
	}
	return false
}
