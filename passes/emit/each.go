package emit

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/structure"
	"github.com/sonjs/son/son"
)

// each is a loop over items: for (const x of xs). The graph has xs in the block
// before the loop, where the iteration opens, and the name x in the first block
// of the body. The head prints both, so there must be nothing between xs and the
// loop, nothing in the loop's first block, and nothing in the body before x gets
// the item.
type each struct {
	right ast.Expr
	from  *block // where right stands
	put   *root  // x = item
	body  *block // where put stands
	head  *stmtList
}

// openNode builds what is right of "in" or "of".
func (e *emitter) openNode(l *roots, n *son.Node) {
	r := e.newRoot(l, n)
	r.x = e.operands(l, r, n.Args())[0]
	r.head, r.token = true, false
	e.push(r)
}

// isOpen reports whether r stands right of "in" or "of".
func isOpen(r *root) bool { return r.head && r.node != nil && r.node.Op == son.OpIterOpen }

// beforeOpen adds copies at the end of a block, but before what opens an
// iteration, which the head of the loop prints. The copies have no effect.
func beforeOpen(items, copies []item) []item {
	k := len(items)
	if k > 0 && items[k-1].node != nil && items[k-1].to == nil && items[k-1].node.Op == son.OpIterOpen {
		k--
	}
	return slices.Insert(items, k, copies...)
}

// takeItem stands for the item where it is given to its first name.
func (e *emitter) takeItem(n *son.Node) ast.Expr {
	e.uses[n.ID]--
	id := &ast.Ident{}
	e.items[id] = true
	if e.flat {
		if e.itemNames == nil {
			e.itemNames = map[*son.Node]*ast.Ident{}
		}
		e.itemNames[n] = id
	}
	return id
}

// isItem reports whether x stands for an item.
func (e *emitter) isItem(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && e.items[id]
}

// findEaches takes the parts of each head from where the graph has them.
func (e *emitter) findEaches() {
	for _, h := range e.blocks {
		if h == nil || h.term != termEach {
			continue
		}
		next := h.end.Cond().Arg(0)
		uses := e.itemUses(next)
		if h.loop == nil || len(h.end.Cond().Users()) != 1 || uses > 2 {
			refuse("a loop over items has lost its head")
		}
		x := &each{body: h.succs[0]}
		x.body.round = true
		e.openedBefore(x, h, next.Arg(0))
		if uses == 1 { // what it went into is gone: for ({}.p of xs)
			x.put = e.helperItem(nil, x.body)
		} else if x.put = e.firstPut(x.body); x.put == nil {
			x.put = e.helperItem(e.itemName(next), x.body)
		}
		x.put.head = true
		e.eaches[h] = x
	}
}

// itemUses counts the data uses of an item: one is the test, the other its name.
func (e *emitter) itemUses(next *son.Node) int {
	k := 0
	seen := map[*son.Node]bool{} // a user is listed once for each slot
	for _, u := range next.Users() {
		for i, x := range u.Ins() {
			if x == next && u.SlotKind(i) == son.SlotData && u.Op != son.OpLeave && !seen[u] {
				k++
			}
		}
		seen[u] = true
	}
	return k
}

// openedBefore finds what is opened right before the loop of h.
func (e *emitter) openedBefore(x *each, h *block, open *son.Node) {
	r := e.rootOf[open.ID]
	if r == nil || r.dead || !isOpen(r) {
		refuse("BUG: a loop over nothing")
	}
	x.from = e.home(e.cfg.BlockOf(open.Ctrl()))
	if x.from.term != termJump || x.from.succs[0] != h || x.from.list != r.in {
		refuse("a loop over items has lost its beginning")
	}
	for _, y := range r.in.list[r.pos+1:] {
		if !y.dead {
			refuse("something happens right before a loop over items")
		}
	}
	x.right = r.x
}

// firstPut returns the assignment of the item with which a loop's body begins, or
// could begin: what saves an older value of a variable may stand before it.
func (e *emitter) firstPut(b *block) *root {
	var before []*root
	first := func(r *root) bool {
		return !slices.ContainsFunc(before, func(x *root) bool { return !commute(x, r) })
	}
	for _, r := range b.list.list {
		if r.dead || !e.prints(r) {
			continue
		}
		if a, ok := r.x.(*ast.Assign); ok && a.Op == ast.NoOp && e.isItem(a.Value) && first(r) {
			return r
		}
		if d, ok := r.stmt.(*ast.VarDecl); ok && len(d.Decls) == 1 && e.isItem(d.Decls[0].Init) && first(r) {
			return r
		}
		before = append(before, r)
	}
	if !e.flat {
		refuse("the body of a loop over items does not begin with its name")
	}
	return nil
}

// helperItem gives the item to a helper, where the body b does something before it
// gives the item to its name, the helper as id, or has no name for it. It returns the
// assignment to the helper.
func (e *emitter) helperItem(id *ast.Ident, b *block) *root {
	w := e.newWeb(nil)
	item := &ast.Ident{}
	e.items[item] = true
	if id != nil {
		delete(e.items, id)
		w.idents = append(w.idents, id)
		e.owner[id] = w
	}
	r := e.newRoot(b.list, nil)
	r.x, r.mat = &ast.Assign{Target: e.ident(w), Value: item}, true
	r.define(w, nil)
	e.insert(b.list, 0, r)
	return r
}

// itemName returns what stands for an item where it is given to its name.
func (e *emitter) itemName(next *son.Node) *ast.Ident {
	id := e.itemNames[next]
	if id == nil {
		refuse("BUG: a loop over items has no name for them")
	}
	return id
}

// checkEaches refuses a tree in which a loop over items is entered from two sides
// or does not begin with what takes the item.
func (e *emitter) checkEaches(t *structure.Tree) {
	if len(e.eaches) > 0 && t.Helper {
		refuse("a loop over items is entered from two sides")
	}
}

// forEach writes a loop over items.
func (w *stmtWriter) forEach(n *structure.LoopNode, h *block, body *ast.Block, labeled func(ast.Stmt), st *ast.Stmt) {
	x := w.eaches[h]
	if x == nil || !w.blank(x.body) && !w.begins(n.Body, x.body) {
		refuse("the body of a loop over items begins elsewhere")
	}
	var s ast.Stmt = &ast.ForIn{Left: &ast.Empty{}, Right: x.right, Body: body}
	if h.loop.Kind != son.LoopForIn {
		s = &ast.ForOf{Await: h.loop.Kind == son.LoopForAwait, Left: &ast.Empty{}, Right: x.right, Body: body}
	}
	labeled(s)
	init := w.takeHeadInit(h, x)
	w.add(*st)
	x.head = w.within(listFor, *st, nil, func() {
		w.list.stmts = init
		w.root(x.put)
		w.within(listBlock, *st, &body.Body, func() { w.seq(n.Body) })
	})
	w.eachHeads[s] = x
}

// blank reports whether a block goes on to another and prints nothing.
func (e *emitter) blank(b *block) bool {
	return b.term == termJump && !slices.ContainsFunc(b.list.list, func(r *root) bool { return !r.dead && e.prints(r) })
}

// begins reports whether b is the first thing that s prints.
func (w *stmtWriter) begins(s structure.Seq, b *block) bool {
	for len(s) > 0 {
		switch n := s[0].(type) {
		case structure.Seq:
			s = n
		case *structure.LabeledNode:
			s = n.Body
		case *structure.CodeNode:
			return w.blocks[n.Block] == b
		case *structure.IfNode:
			c := n.Cond
			for c.Op != structure.Test {
				c = c.Args[0]
			}
			return w.blocks[c.Block] == b
		case *structure.SwitchNode:
			return w.blocks[n.Block] == b
		case *structure.TryNode:
			return w.blocks[n.Block] == b
		case *structure.EndNode:
			return w.blocks[n.Block] == b
		default:
			return false
		}
	}
	return false
}

// takeHeadInit takes the value that for (var i = 0 in o) gives before it opens o off
// the current list.
func (w *stmtWriter) takeHeadInit(h *block, x *each) []ast.Stmt {
	k := len(w.list.stmts) - 1
	if h.loop.Init.IsZero() || k < 0 {
		return nil
	}
	st := w.list.stmts[k]
	switch s := st.(type) {
	case *ast.ExprStmt:
		r := w.decls[st]
		if v := assigned(w.emitter, s); r == nil || !r.decl || v == nil || v != assigned(w.emitter, &ast.ExprStmt{X: x.put.x}) {
			return nil
		}
	case *ast.VarDecl: // of the top level
		if x.put.stmt == nil {
			return nil
		}
	default:
		return nil
	}
	if !h.loop.Init.Contains(w.origin[st]) {
		return nil
	}
	w.list.stmts = w.list.stmts[:k]
	return []ast.Stmt{st}
}

// leftOf writes the statements of a head as what is left of "in" or "of".
func (e *emitter) leftOf(stmts []ast.Stmt) ast.Stmt {
	if len(stmts) == 1 {
		switch st := stmts[0].(type) {
		case *ast.ExprStmt:
			return &ast.ExprStmt{Base: st.Base, X: st.X.(*ast.Assign).Target}
		case *ast.VarDecl:
			d := *st
			if k := len(d.Decls) - 1; k == 0 {
				d.Decls[0].Init = nil
			} else { // var i = 0, i = item
				d.Decls = d.Decls[:k]
			}
			return &d
		}
	}
	refuse("the head of a loop over items declares and assigns")
	return nil
}

// eachAround returns the loops over items in whose bodies b stands, by their
// heads; what comes back to a head and what does not. Of blocks that are known it looks
// the answer up, and notes it for those that it comes through, if known is not nil.
func (e *emitter) eachAround(b *son.Block, known map[*son.Block][]*block) []*block {
	var way []*son.Block
	var out []*block
	for ; b != nil; b = b.Idom {
		if hs, ok := known[b]; ok {
			out = hs
			break
		}
		way = append(way, b)
	}
	for i := len(way) - 1; i >= 0; i-- {
		if h := e.eachEntered(way[i]); h != nil {
			out = append([]*block{h}, out...) // the innermost first
		}
		if known != nil {
			known[way[i]] = out
		}
	}
	return out
}

// eachEntered returns the head of the loop over items whose body begins with b, or nil.
func (e *emitter) eachEntered(b *son.Block) *block {
	if d := b.Idom; d != nil && b.Head.Op == son.OpProj && b.Head.Idx == 0 && d.End == b.Head.In(0) {
		if h := e.blocks[d.ID]; h != nil && h.term == termEach {
			return h
		}
	}
	return nil
}
