package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// The flat form has no for. What its head does for a captured per-iteration variable becomes
// explicit steps: a helper carries the value from one iteration to the next.
//
//	for (let i = 0; i < n; i++) {     let i$1 = 0;
//	  fs.push(() => i);               while (true) {
//	}                                   let i = i$1;
//	                                    const t = i < n;
//	                                    if (t) {} else { break; }
//	                                    fs.push(() => i);
//	                                    i$1 = i;
//	                                    i$1++;
//	                                  }
//
// The init and the update use the helper, so they must not contain a closure that captures the
// variable.

// flatPerIter is such a variable: its cell in an iteration, and the helper that carries its
// value.
type flatPerIter struct {
	cell    *son.Node
	carrier *web
}

// carry records the copy n of an iteration's cell.
func (e *emitter) carry(n *son.Node) {
	phi := phiOfCopy(n)
	if phi == nil && e.copyWithoutLoop(n) {
		return
	}
	if phi == nil || len(phi.Ins()) != 3 || phi.In(2) != n || phi.In(1).Op != son.OpNewCell || !onlyFor(phi.In(1), phi) || !onlyFor(n, phi) {
		refuse("a function in the head of a loop captures a per-iteration variable")
	}
	at := e.cfg.BlockOf(phi.Region())
	h := e.Home(at)
	if h == nil || h.Src != at {
		refuse("BUG: a loop has no header")
	}
	w := e.newWeb(nil)
	w.Cell, w.Hint = true, n.Sym.Name
	if e.webs.copies == nil {
		e.webs.copies = map[*son.Node]*web{}
	}
	e.webs.copies[n], e.webs.copies[phi.In(1)] = w, w
	if e.flatPerIters == nil {
		e.flatPerIters = map[*fold.Block][]flatPerIter{}
	}
	e.flatPerIters[h] = append(e.flatPerIters[h], flatPerIter{phi, w})
}

// onlyFor reports whether a cell is only read, written, and passed to the phi: no closure
// captures it.
func onlyFor(cell, phi *son.Node) bool {
	for _, u := range usersOf(cell) {
		if u != phi && u.Op != son.OpLoadCell && (u.Op != son.OpStoreCell || u.Arg(1) == cell) {
			return false
		}
	}
	return true
}

// beginIteration writes the start of an iteration: the declarations of its variables.
func (e *emitter) beginIteration(l *roots, b *fold.Block) {
	for _, f := range e.flatPerIters[b] {
		r := e.newRoot(l, nil)
		r.eff, r.decl = son.Writes, true
		w := e.cellWeb(f.cell)
		r.x = &ast.Assign{Target: e.ident(w), Value: e.ident(f.carrier)}
		r.read(f.carrier)
		r.defineLast(w, nil)
		e.push(r)
	}
}
