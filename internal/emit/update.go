package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// updItem is x++ or --x on a variable: the adjacent nodes that the graph has for it, which come
// from one source expression.
type updItem struct {
	load *son.Node // LoadCell, of a cell
	num  *son.Node // ToNumeric, or nil if types made it unnecessary
	inc  *son.Node // Inc or Dec
	set  *son.Node // Bind or StoreCell
	old  *son.Node // the variable's value before, if it is not a cell
	span ast.Span
}

// fuseUpdates turns nodes into items, with one item for each update.
func (e *emitter) fuseUpdates(nodes []*son.Node) []item {
	items := e.mem.items.Make(len(nodes))[:0]
	for i := 0; i < len(nodes); {
		if u, k := e.updateAt(nodes[i:]); k > 0 {
			items = append(items, item{upd: e.mem.updates.Put(u)})
			i += k
			continue
		}
		items = append(items, item{node: nodes[i]})
		i++
	}
	return items
}

// updateAt recognizes an update at the beginning of ns and returns the number of its nodes.
func (e *emitter) updateAt(ns []*son.Node) (u updItem, k int) {
	next := func() *son.Node {
		if k < len(ns) {
			return ns[k]
		}
		return nil
	}
	if n := next(); n != nil && n.Op == son.OpLoadCell {
		u.load = n
		k++
	}
	if n := next(); n != nil && n.Op == son.OpToNumeric {
		u.num = n
		k++
	}
	n := next()
	if n == nil || n.Op != son.OpInc && n.Op != son.OpDec || e.uses[n.ID] != 1 && (!e.flat || u.load == nil) {
		return u, 0
	}
	u.inc = n
	k++
	if u.set = next(); u.set == nil || !u.set.Has(son.FlagUpdate) {
		return u, 0
	}
	u.span = u.set.Span
	k++
	from := u.inc.Arg(0)
	if u.num != nil {
		if from != u.num {
			return u, 0
		}
		from = u.num.Arg(0)
	}
	switch u.set.Op {
	case son.OpBind:
		if u.load != nil || u.set.Arg(0) != u.inc || e.webs.of[from.ID] == nil || e.webs.of[from.ID] != e.webs.of[u.set.ID] {
			return u, 0
		}
		u.old = from
	case son.OpStoreCell:
		if u.load == nil || from != u.load || e.uses[u.load.ID] != 1 || u.set.Arg(1) != u.inc || u.set.Arg(0) != u.load.Arg(0) {
			return u, 0
		}
		if e.uses[u.inc.ID] > 1 && u.num != nil && e.uses[u.num.ID] > 1 {
			return u, 0 // an expression has only one value
		}
	default:
		return u, 0
	}
	return u, k
}

// updItem builds an update expression.
func (e *emitter) updItem(l *roots, u *updItem) {
	r := e.newRoot(l, nil)
	r.span, r.upd = u.span, u
	up := &ast.Update{Dec: u.inc.Op == son.OpDec, Prefix: u.set.Has(son.FlagPrefix)}
	up.Span = u.span
	for _, n := range []*son.Node{u.load, u.num, u.inc, u.set} {
		if n != nil {
			r.eff |= n.Effect()
		}
	}
	if u.old != nil {
		w := e.webs.of[u.set.ID]
		if e.webs.of[u.old.ID] != w {
			e.separately(l, u)
			return
		}
		if d, n := current(l, w); d != nil && n != u.old || e.inside(u.old, r) {
			e.separately(l, u)
			return
		}
		r.read(w)
		r.defineLast(w, u.set)
		up.X = e.ident(w)
	} else {
		w := e.cellWeb(u.set.Arg(0))
		up.X = e.cellIdent(r, u.set.Arg(0))
		r.defineLast(w, u.set)
	}
	r.x = up
	if u.num != nil {
		e.uses[u.num.ID]-- // the Inc's
	}
	if more := e.uses[u.inc.ID] - 1; more > 0 { // see emitter.stored
		up.Prefix = true
		r.node = u.inc
		e.uses[u.inc.ID] = more
		e.push(r)
		return
	}
	if u.num != nil && e.uses[u.num.ID] > 0 {
		up.Prefix = false
		r.node = u.num
	} else {
		r.node = u.set
		r.bind = u.set.Op == son.OpBind
		r.nested = u.set.Has(son.FlagNested)
		if !r.bind && e.uses[u.set.ID] > 0 {
			up.Prefix = true
		}
	}
	e.uses[u.inc.ID] = 0
	e.push(r)
	e.rootOf[u.set.ID] = r
}

// separately writes the nodes of an update one by one.
func (e *emitter) separately(l *roots, u *updItem) {
	for _, n := range []*son.Node{u.load, u.num, u.inc, u.set} {
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
	if r.upd == nil || r.upd.old != v || r.upd.num != nil || r.in != l || !r.bind || !encloses(acc, r) {
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

// lastRead reports whether n is the only use of v, which id reads, and runs once for each v.
// Then the variable's value afterwards does not matter, and x++ can be applied to it directly.
func (e *emitter) lastRead(n, v *son.Node, id *ast.Ident) bool {
	w := e.webs.of[v.ID]
	if w == nil || w.Cell || e.Owner[id] != &w.Var || w.Sym != nil && w.Sym.Captured || v.Has(son.FlagHoisted) {
		return false
	}
	for _, u := range v.Users() {
		if u != n {
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
	at := e.flow.BlockOf(n)
	return from != nil && at != nil && from.Loop == at.Loop && (from.Region == at.Region || !e.flow.RunsAgain(at))
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
