package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// The flat form has no for. What its head does for a variable of each round, which
// functions in the body see, are steps there: a helper carries the value round.
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
// The init and the update work on the helper, so that no function may stand there
// that sees the variable.

// flatRound is such a variable: the cell of the round, and what carries its value.
type flatRound struct {
	cell    *son.Node
	carrier *web
}

// carry notes the copy n of a round's cell.
func (e *emitter) carry(n *son.Node) {
	phi := roundOf(n)
	if phi == nil && e.loneCopy(n) {
		return
	}
	if phi == nil || len(phi.Ins()) != 3 || phi.In(2) != n || phi.In(1).Op != son.OpNewCell || !onlyFor(phi.In(1), phi) || !onlyFor(n, phi) {
		refuse("the head of a loop has a function that sees the variable of a round")
	}
	at := e.cfg.BlockOf(phi.Region())
	h := e.home(at)
	if h == nil || h.src != at {
		refuse("BUG: a loop has no head")
	}
	w := e.newWeb(nil)
	w.cell, w.hint = true, n.Sym.Name
	if e.webs.copies == nil {
		e.webs.copies = map[*son.Node]*web{}
	}
	e.webs.copies[n], e.webs.copies[phi.In(1)] = w, w
	if e.flatRounds == nil {
		e.flatRounds = map[*block][]flatRound{}
	}
	e.flatRounds[h] = append(e.flatRounds[h], flatRound{phi, w})
}

// onlyFor reports whether a cell is read and written, and else is only the phi's: no
// function sees it.
func onlyFor(cell, phi *son.Node) bool {
	for _, u := range usersOf(cell) {
		if u != phi && u.Op != son.OpLoadCell && (u.Op != son.OpStoreCell || u.Arg(1) == cell) {
			return false
		}
	}
	return true
}

// openRounds writes what a round begins with: its own variables.
func (e *emitter) openRounds(l *roots, b *block) {
	for _, f := range e.flatRounds[b] {
		r := e.newRoot(l, nil)
		r.eff, r.decl = son.Writes, true
		w := e.cellWeb(f.cell)
		r.x = &ast.Assign{Target: e.ident(w), Value: e.ident(f.carrier)}
		r.read(f.carrier)
		r.defineLast(w, nil)
		e.push(r)
	}
}
