package emit

import (
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// updItem builds an update expression.
func (e *emitter) updItem(l *roots, u *fold.Update) {
	r := e.newRoot(l, nil)
	r.place, r.upd = place{u.Span, u.Set.Instance}, u
	up := &ast.Update{Dec: u.Inc.Op == son.OpDec, Prefix: u.Set.Has(son.FlagPrefix)}
	up.Span = u.Span
	for _, n := range []*son.Node{u.Load, u.Num, u.Inc, u.Set} {
		if n != nil {
			r.eff |= n.Effect()
		}
	}
	if u.Old != nil {
		w := e.webs.of[u.Set.ID]
		if e.webs.of[u.Old.ID] != w {
			e.separately(l, u)
			return
		}
		if d, n := current(l, w); d != nil && n != u.Old || e.inside(u.Old, r) {
			e.separately(l, u)
			return
		}
		r.read(w)
		r.defineLast(w, u.Set)
		up.X = e.ident(w)
	} else {
		w := e.cellWeb(u.Set.Arg(0))
		up.X = e.cellIdent(r, u.Set.Arg(0))
		r.defineLast(w, u.Set)
	}
	r.x = up
	if u.Num != nil {
		e.uses[u.Num.ID]-- // the Inc's
	}
	if more := e.uses[u.Inc.ID] - 1; more > 0 { // see emitter.stored
		up.Prefix = true
		r.node = u.Inc
		e.uses[u.Inc.ID] = more
		e.push(r)
		return
	}
	if u.Num != nil && e.uses[u.Num.ID] > 0 {
		up.Prefix = false
		r.node = u.Num
	} else {
		r.node = u.Set
		r.bind = u.Set.Op == son.OpBind
		r.nested = u.Set.Has(son.FlagNested)
		if !r.bind && e.uses[u.Set.ID] > 0 {
			up.Prefix = true
		}
	}
	e.uses[u.Inc.ID] = 0
	e.push(r)
	e.rootOf[u.Set.ID] = r
}

// separately writes the nodes of an update one by one.
func (e *emitter) separately(l *roots, u *fold.Update) {
	for _, n := range []*son.Node{u.Load, u.Num, u.Inc, u.Set} {
		if n != nil {
			e.node(l, n)
		}
	}
}

// postfix reads the value v that the update r has just overwritten, as x++ does.
func (e *emitter) postfix(l *roots, acc *root, r *root, v *son.Node, later *ast.Expr) ast.Expr {
	if e.isFlat(l) && !e.mayFold(l, r) {
		return nil
	}
	if r.upd == nil || r.upd.Old != v || r.upd.Num != nil || r.in != l || !r.bind || !encloses(acc, r) {
		return nil
	}
	if !e.nest(l, acc, r, later) {
		return nil
	}
	r.x.(*ast.Update).Prefix = false
	return r.x
}

// toNumeric writes a ToNumeric without its update: (t = x, t++).
func (e *emitter) toNumeric(l *roots, r *root, n *son.Node) {
	x := e.operands(l, r, n.Args())[0]
	if n.Arg(0).Type.IsNumber() {
		r.x = x
		return
	}
	if id, ok := x.(*ast.Ident); ok && e.lastRead(n, n.Arg(0), id) {
		up := &ast.Update{Dec: n.Has(son.FlagDecrement), X: id}
		up.Prefix = e.uses[n.ID] == 0 && n.Has(son.FlagPrefix)
		up.Span = n.Span
		r.x = up
		r.defineLast(e.webs.web(e.Owner[id]), nil)
		return
	}
	r.x = e.viaHelper(l, r, x, func(id *ast.Ident) ast.Expr { return &ast.Update{X: id} })
}

// lastRead reports whether n is the last use of v, which id reads, and runs once for each v.
// Then the variable's value afterwards does not matter, and x++ can be applied to it directly.
func (e *emitter) lastRead(n, v *son.Node, id *ast.Ident) bool {
	w := e.webs.of[v.ID]
	if w == nil || w.Cell || e.Owner[id] != &w.Var || w.Sym != nil && w.Sym.Captured || v.Has(son.FlagHoisted) {
		return false
	}
	at := e.flow.BlockOf(n)
	for _, u := range v.Users() {
		if u != n && !e.comesFirst(u, v, at, w) {
			return false
		}
	}
	var from *son.Block
	switch v.Op {
	case son.OpParam:
		from = e.cfg.Blocks[0]
	case son.OpPhi:
		from = e.cfg.BlockOf(v.Region())
	default:
		from = e.flow.BlockOf(v)
	}
	return from != nil && at != nil && from.Loop == at.Loop && (from.Region == at.Region || !e.flow.RunsAgain(at))
}

// comesFirst reports whether a use of v, which the variable w holds, is in a block that does not run after another one,
// until w is assigned again, and v is not in w under another name then. A loop around both has the definition in it,
// too, so what it runs again comes after that.
func (e *emitter) comesFirst(use, v *son.Node, other *son.Block, w *web) bool {
	b := e.flow.BlockOf(use)
	if use.Op == son.OpPhi {
		b = e.lastEdge(use, v)
	}
	switch {
	case b == nil || other == nil || b == other:
		return false
	case b.Dominates(other):
		return use.Op != son.OpPhi && e.webs.of[use.ID] != w
	}
	return b.ID < other.ID && b.Region == other.Region
}

// lastEdge returns the last of the blocks from which a phi gets v.
func (e *emitter) lastEdge(phi, v *son.Node) (last *son.Block) {
	for i, b := range e.cfg.BlockOf(phi.Region()).Preds {
		if phi.In(i+1) == v && (last == nil || b.ID > last.ID) {
			last = b
		}
	}
	return last
}

// increment writes an Inc or Dec without its update.
func (e *emitter) increment(l *roots, r *root, n *son.Node) {
	x := e.operands(l, r, n.Args())[0]
	if n.Arg(0).Type.IsNumber() {
		op := ast.Add
		if n.Op == son.OpDec {
			op = ast.Sub
		}
		r.x = &ast.Binary{Op: op, L: x, R: &ast.Number{Value: 1}}
		return
	}
	r.x = e.viaHelper(l, r, x, func(id *ast.Ident) ast.Expr {
		return &ast.Update{Dec: n.Op == son.OpDec, Prefix: true, X: id}
	})
}

// viaHelper assigns x to a helper and applies use to the helper.
func (e *emitter) viaHelper(l *roots, r *root, x ast.Expr, use func(*ast.Ident) ast.Expr) ast.Expr {
	if e.isFlat(l) {
		return e.viaStep(l, r, x, use)
	}
	w := e.newWeb(nil)
	w.Kind = e.Temp
	set := &ast.Assign{Target: e.ident(w), Value: x}
	r.define(w, nil)
	return &ast.Seq{Exprs: []ast.Expr{set, use(e.ident(w))}}
}

// isNullish writes the test of ?? on its own. It is not x == null, which also holds for
// document.all.
func (e *emitter) isNullish(l *roots, r *root, n *son.Node) {
	x := e.operands(l, r, n.Args())[0]
	if e.isFlat(l) {
		e.nullishSteps(l, r, n, x)
		return
	}
	w := e.newWeb(nil)
	w.Kind = e.Temp
	r.define(w, nil)
	set := &ast.Assign{Target: e.ident(w), Value: x}
	r.x = &ast.Binary{Op: ast.LogicalOr, L: &ast.Binary{Op: ast.StrictEq, L: set, R: &ast.Null{}},
		R: &ast.Binary{Op: ast.StrictEq, L: e.ident(w), R: undefined()}}
}
