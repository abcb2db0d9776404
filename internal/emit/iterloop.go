package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// iterLoop is a for-in or for-of loop, as in for (const x of xs). The graph has xs in the block
// before the loop, where the iterator is opened, and the assignment to x in the first block of
// the body. The loop's head prints both, so nothing may stand between xs and the loop, in the
// loop's header block, or in the body before x is assigned.
type iterLoop struct {
	right ast.Expr
	from  *fold.Block // the block that evaluates right
	put   *root       // x = item
	body  *fold.Block // the block of put
	head  *scope.List
}

// openNode builds the expression to the right of "in" or "of".
func (e *emitter) openNode(l *roots, n *son.Node) {
	r := e.newRoot(l, n)
	r.x = e.operands(l, r, n.Args())[0]
	r.head, r.token = true, false
	e.push(r)
}

// isOpen reports whether r is the expression to the right of "in" or "of".
func isOpen(r *root) bool { return r.head && r.node != nil && r.node.Op == son.OpIterOpen }

// beforeOpen inserts copies at the end of a block, but before the opening of an iterator, which
// the head of the loop prints. The copies have no effects.
func beforeOpen(items, copies []fold.Item) []fold.Item {
	k := len(items)
	if k > 0 && items[k-1].Node != nil && items[k-1].To == nil && items[k-1].Node.Op == son.OpIterOpen {
		k--
	}
	return slices.Insert(items, k, copies...)
}

// takeItem returns a placeholder for the item where it is assigned to its name.
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

// isItem reports whether x is the placeholder of an item.
func (lf *loopForms) isItem(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && lf.items[id]
}

// findIterLoops collects the parts of each loop head.
func (e *emitter) findIterLoops() {
	for _, h := range e.List {
		if h == nil || h.Term != fold.Iterate {
			continue
		}
		next := h.End.Cond().Arg(0)
		uses := itemUses(next)
		if h.Loop == nil || len(h.End.Cond().Users()) != 1 || uses > 2 {
			refuse("a for-in or for-of loop has lost its head")
		}
		x := &iterLoop{body: h.Succs[0]}
		x.body.IterBody = true
		e.openedBefore(x, h, next.Arg(0))
		if uses == 1 { // what the item was assigned to is gone: for ({}.p of xs)
			x.put = e.helperItem(nil, x.body)
		} else if x.put = e.firstPut(x.body); x.put == nil {
			x.put = e.helperItem(e.itemName(next), x.body)
		}
		x.put.head = true
		e.iterLoops[h] = x
	}
}

// itemUses counts the data uses of an item: one is the loop test, the other the assignment to
// its name.
func itemUses(next *son.Node) int {
	k := 0
	seen := map[*son.Node]bool{} // a user is listed once per slot
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

// openedBefore finds the expression whose iterator is opened right before the loop of h.
func (e *emitter) openedBefore(x *iterLoop, h *fold.Block, open *son.Node) {
	r := e.rootOf[open.ID]
	if r == nil || r.dead || !isOpen(r) {
		refuse("BUG: a for-in or for-of loop without an open iterator")
	}
	x.from = e.Home(e.cfg.BlockOf(open.Ctrl()))
	if x.from.Term != fold.Jump || x.from.Succs[0] != h || e.treesOf(x.from).list != r.in {
		refuse("a for-in or for-of loop has lost its beginning")
	}
	for _, y := range r.in.list[r.pos+1:] {
		if !y.dead {
			refuse("there is code between a for-in or for-of loop and the opening of its iterator")
		}
	}
	x.right = r.x
}

// firstPut returns the assignment of the item with which a loop's body begins or, after
// reordering, could begin: code that saves an older value of a variable may come before it.
func (e *emitter) firstPut(b *fold.Block) *root {
	var before []*root
	first := func(r *root) bool {
		return !slices.ContainsFunc(before, func(x *root) bool { return !commute(x, r) })
	}
	for _, r := range e.treesOf(b).list.list {
		if r.dead || !prints(r) {
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
		refuse("the body of a for-in or for-of loop does not begin with the assignment of the item")
	}
	return nil
}

// helperItem assigns the item to a helper and returns that assignment. It is needed if the body
// b does something before it assigns the item to its name, where id becomes the helper, or if
// the item has no name.
func (e *emitter) helperItem(id *ast.Ident, b *fold.Block) *root {
	w := e.newWeb(nil)
	item := &ast.Ident{}
	e.items[item] = true
	if id != nil {
		delete(e.items, id)
		e.Own(id, &w.Var)
	}
	r := e.newRoot(e.treesOf(b).list, nil)
	r.x, r.mat = &ast.Assign{Target: e.ident(w), Value: item}, true
	r.define(w, nil)
	insert(e.treesOf(b).list, 0, r)
	return r
}

// itemName returns the placeholder of an item where it is assigned to its name.
func (lf *loopForms) itemName(next *son.Node) *ast.Ident {
	id := lf.itemNames[next]
	if id == nil {
		refuse("BUG: a for-in or for-of loop has no name for its items")
	}
	return id
}

// checkIterLoops refuses a tree in which a for-in or for-of loop has two entries or does not
// begin with the assignment of the item.
func (lf *loopForms) checkIterLoops(t *structure.Tree) {
	if len(lf.iterLoops) > 0 && t.Helper {
		refuse("a for-in or for-of loop has two entries")
	}
}

// iterLoop writes a for-in or for-of loop.
func (w *stmtWriter) iterLoop(n *structure.LoopNode, h *fold.Block, body *ast.Block, labeled func(ast.Stmt), st *ast.Stmt) {
	x := w.iterLoops[h]
	if x == nil || !w.blank(x.body) && !w.begins(n.Body, x.body) {
		refuse("the body of a for-in or for-of loop begins elsewhere")
	}
	var s ast.Stmt = &ast.ForIn{Left: &ast.Empty{}, Right: x.right, Body: body}
	if h.Loop.Kind != son.LoopForIn {
		s = &ast.ForOf{Await: h.Loop.Kind == son.LoopForAwait, Left: &ast.Empty{}, Right: x.right, Body: body}
	}
	labeled(s)
	init := w.takeHeadInit(h, x)
	w.add(*st)
	x.head = w.within(scope.Head, *st, nil, func() {
		w.list.Stmts = init
		w.root(x.put)
		w.within(scope.Block, *st, &body.Body, func() { w.seq(n.Body) })
	})
	w.heads[s] = x.head
}

// blank reports whether a block prints nothing and only jumps to another.
func (f *folded) blank(b *fold.Block) bool {
	return b.Term == fold.Jump && !slices.ContainsFunc(f.treesOf(b).list.list, func(r *root) bool { return !r.dead && prints(r) })
}

// begins reports whether b is the first block that s prints.
func (w *stmtWriter) begins(s structure.Seq, b *fold.Block) bool {
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

// takeHeadInit takes the initial value in for (var i = 0 in o), which is assigned before o is
// evaluated, off the current list.
func (w *stmtWriter) takeHeadInit(h *fold.Block, x *iterLoop) []ast.Stmt {
	k := len(w.list.Stmts) - 1
	if h.Loop.Init.IsZero() || k < 0 {
		return nil
	}
	st := w.list.Stmts[k]
	switch s := st.(type) {
	case *ast.ExprStmt:
		r := w.decls[st]
		if v := w.Assigned(s); r == nil || !r.decl || v == nil || v != w.Assigned(&ast.ExprStmt{X: x.put.x}) {
			return nil
		}
	case *ast.VarDecl: // of the top level
		if x.put.stmt == nil {
			return nil
		}
	default:
		return nil
	}
	if !h.Loop.Init.Contains(w.origin[st]) {
		return nil
	}
	w.list.Stmts = w.list.Stmts[:k]
	return []ast.Stmt{st}
}

// leftOf writes the statements of a head as the left side of "in" or "of".
func leftOf(stmts []ast.Stmt) ast.Stmt {
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
	refuse("the head of a for-in or for-of loop declares and assigns")
	return nil
}

// iterLoopsAround returns the headers of the for-in and for-of loops whose bodies contain b,
// whether or not b can get back to the header. If known is not nil, it caches the answers for
// all blocks on the path.
func (f *folded) iterLoopsAround(b *son.Block, known map[*son.Block][]*fold.Block) []*fold.Block {
	var path []*son.Block
	var out []*fold.Block
	for ; b != nil; b = b.Idom {
		if hs, ok := known[b]; ok {
			out = hs
			break
		}
		path = append(path, b)
	}
	for i := len(path) - 1; i >= 0; i-- {
		if h := f.iterLoopEntered(path[i]); h != nil {
			out = append([]*fold.Block{h}, out...) // the innermost first
		}
		if known != nil {
			known[path[i]] = out
		}
	}
	return out
}

// iterLoopEntered returns the header of the for-in or for-of loop whose body begins with b, or
// nil.
func (f *folded) iterLoopEntered(b *son.Block) *fold.Block {
	if d := b.Idom; d != nil && b.Head.Op == son.OpProj && b.Head.Idx == 0 && d.End == b.Head.In(0) {
		if h := f.List[d.ID]; h != nil && h.Term == fold.Iterate {
			return h
		}
	}
	return nil
}
