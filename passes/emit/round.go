package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/structure"
	"github.com/sonjs/son/son"
)

// round is a for whose head declares variables that functions see, so that each
// round has its own cells. The graph copies them after the init and before the
// update; for (let i = 0; …; i++) does so by itself, if the init, the update and
// nothing else stand where it copies.
type round struct {
	update *block   // what runs between the copies and the next test; nil: nothing
	stmt   *ast.For // once it is written
}

// isCell reports whether a node gives a cell.
func isCell(n *son.Node) bool { return n.Type.Is(son.KindCell) }

// findRounds looks up the copies of cells, and refuses those that no loop's head
// makes.
func (e *emitter) findRounds() {
	for _, b := range e.blocks {
		if b == nil {
			continue
		}
		for i, it := range b.items {
			if it.node != nil && it.to == nil && it.node.Op == son.OpCopyCell {
				e.copied(b, i, it.node)
			}
		}
	}
}

// copied notes the copy n, item i of b.
func (e *emitter) copied(b *block, i int, n *son.Node) {
	if e.flat {
		e.carry(n)
		return
	}
	phi := roundOf(n)
	if phi == nil {
		if e.loneCopy(n) {
			return
		}
		refuse("%s is copied outside of the head of a loop", n.Sym.Name)
	}
	for _, it := range b.items[i+1:] {
		if it.node == nil || it.to != nil || it.node.Op != son.OpCopyCell {
			refuse("something happens between the copy of %s and its loop", n.Sym.Name)
		}
	}
	h := e.home(e.cfg.BlockOf(phi.Region()))
	if h.loop == nil || h.loop.Kind != son.LoopFor || b.term != termJump {
		refuse("%s is copied for a loop that is no for", n.Sym.Name)
	}
	r := e.rounds[h]
	if r == nil {
		r = &round{}
		e.rounds[h] = r
	}
	e.cellWeb(phi).round = h
	to := b.succs[0]
	if phi.In(2) == n && to != h && to.update && to.term == termJump && to.succs[0] == h {
		r.update, to = to, h
	}
	if to != h {
		refuse("something happens between the copy of %s and its loop", n.Sym.Name)
	}
}

// roundOf returns the cell of the round for which n is the copy, or nil.
func roundOf(n *son.Node) *son.Node {
	var phi *son.Node
	for _, u := range n.Users() {
		if u.Op != son.OpPhi || u.IsMemPhi() {
			continue
		}
		if phi != nil && phi != u {
			return nil
		}
		phi = u
	}
	return phi
}

// checkRound refuses a for whose variables would be copied elsewhere than the graph
// does.
func (w *stmtWriter) checkRound(n *structure.LoopNode, h *block, s *ast.For) {
	r := w.rounds[h]
	if r == nil {
		return
	}
	r.stmt = s
	if r.update != nil && (n.Update < 0 || w.blocks[n.Update] != r.update) {
		refuse("the update of a for whose variables are copied became part of its body")
	}
}
