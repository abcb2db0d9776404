package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A for whose back edge is unreachable is no longer a loop, but the copy that its init makes
// for the first iteration is still a variable of its own:
//
//	for (let i = 0, f = () => i; ; i++) { use(f, ++i); break; }
//
//	let i = 0; const f = () => i; let i$1 = i; use(f, ++i$1);

// copyWithoutLoop reports whether the copy n can be printed without a loop: as nothing, if the
// copy cannot be told apart from its original, or as a variable that is not captured and so may
// have another name.
func (e *emitter) copyWithoutLoop(n *son.Node) bool {
	from := n.Arg(0)
	if e.uses[n.ID] == 0 || e.neverChanges(n.Sym) {
		e.uses[from.ID]--
		return true
	}
	if from.Op != son.OpNewCell || e.flat {
		return false
	}
	for _, u := range usersOf(n) {
		if u.Op != son.OpLoadCell && u.Op != son.OpStoreCell {
			return false
		}
	}
	w := e.newWeb(nil)
	w.Cell, w.Hint, w.Kind = true, n.Sym.Name, ast.Let
	if e.webs.copies == nil {
		e.webs.copies = map[*son.Node]*web{}
	}
	e.webs.copies[n] = w
	return true
}

// neverChanges reports whether a binding is assigned only by its declaration, both in the graph
// and in nested functions.
func (e *emitter) neverChanges(s *ast.Symbol) bool {
	for _, r := range s.Refs {
		if r.Kind&ast.RefWrite != 0 && r.Func != e.Fn {
			return false
		}
	}
	for _, b := range e.cfg.Blocks {
		for _, n := range b.Nodes {
			if n.Op == son.OpStoreCell && n.Arg(0).Sym == s && !n.Has(son.FlagInit) {
				return false
			}
		}
	}
	return true
}

// copyCell writes the declaration of a variable that is a copy of another one, or the
// assignment to the helper that carries the value to the next iteration (periterflat.go).
func (e *emitter) copyCell(l *roots, n *son.Node) {
	w := e.webs.copies[n]
	if w == nil {
		return // the loop does it implicitly; see findPerIterCopies
	}
	r := e.newRoot(l, n)
	x := e.cellIdent(r, n.Arg(0))
	r.x, r.node, r.decl = &ast.Assign{Target: e.ident(w), Value: x}, nil, !e.flat
	r.defineLast(w, nil)
	e.push(r)
}
