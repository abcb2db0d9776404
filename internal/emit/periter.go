package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// perIterFor is a for whose head declares captured variables, so that each iteration has its
// own cells. The graph copies the cells after the init and before the update. for (let i = 0;
// …; i++) does that implicitly, provided that the init, the update and nothing else stand where
// it copies.
type perIterFor struct {
	update *fold.Block // the code between the copies and the next test, or nil
	stmt   *ast.For    // set when it is written
}

// isCell reports whether the value of a node is a cell.
func isCell(n *son.Node) bool { return n.Type.Is(son.KindCell) }

// findPerIterCopies finds the copies of cells and refuses those that no for's head makes
// implicitly.
func (e *emitter) findPerIterCopies() {
	for _, b := range e.List {
		if b == nil {
			continue
		}
		for i, it := range b.Items {
			if it.Node != nil && it.To == nil && it.Node.Op == son.OpCopyCell {
				e.copied(b, i, it.Node)
			}
		}
	}
}

// copied records the copy n, item i of b.
func (e *emitter) copied(b *fold.Block, i int, n *son.Node) {
	if e.flat {
		e.carry(n)
		return
	}
	phi := phiOfCopy(n)
	if phi == nil {
		if e.copyWithoutLoop(n) {
			return
		}
		refuse("%s is copied outside of the head of a loop", n.Sym.Name)
	}
	for _, it := range b.Items[i+1:] {
		if it.Node == nil || it.To != nil || it.Node.Op != son.OpCopyCell {
			refuse("there is code between the copy of %s and its loop", n.Sym.Name)
		}
	}
	h := e.Home(e.cfg.BlockOf(phi.Region()))
	if h.Loop == nil || h.Loop.Kind != son.LoopFor || b.Term != fold.Jump {
		refuse("%s is copied for a loop that is not a for", n.Sym.Name)
	}
	r := e.perIterFors[h]
	if r == nil {
		r = &perIterFor{}
		e.perIterFors[h] = r
	}
	e.cellWeb(phi).perIterHead = h
	to := b.Succs[0]
	if phi.In(2) == n && to != h && to.Update && to.Term == fold.Jump && to.Succs[0] == h {
		r.update, to = to, h
	}
	if to != h {
		refuse("there is code between the copy of %s and its loop", n.Sym.Name)
	}
}

// phiOfCopy returns the phi of the iteration's cell that the copy n is an input of, or nil.
func phiOfCopy(n *son.Node) *son.Node {
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

// checkPerIterFor refuses a for that would copy its variables elsewhere than the graph does.
func (w *stmtWriter) checkPerIterFor(n *structure.LoopNode, h *fold.Block, s *ast.For) {
	r := w.perIterFors[h]
	if r == nil {
		return
	}
	r.stmt = s
	if r.update != nil && (n.Update < 0 || w.blocks[n.Update] != r.update) {
		refuse("the update of a for with per-iteration variables became part of its body")
	}
}
