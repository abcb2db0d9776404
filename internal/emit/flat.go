package emit

import (
	"slices"

	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// The flat form prints one node of the graph per statement:
//
//	return f(a.b, x ? 1 : y.z)
//
//	const t = a.b;
//	let t2;
//	if (x) {
//	  t2 = 1;
//	} else {
//	  t2 = y.z;
//	}
//	const t3 = f(t, t2);
//	return t3;
//
// A value does not nest in its use but is assigned to a variable of its own, and conditional
// expressions become statements. Brackets stay expressions: from a reference to its use
// (o.m(…), o.x += …), from an optional link to the end of its chain, and in a pattern, only
// expressions can stand, so what is evaluated there nests as in the source.

// isFlat reports whether nothing nests in a list of roots: it belongs to a block itself and not
// to an arm of an expression.
func (f *flatForm) isFlat(l *roots) bool { return f.flat && l.outer == nil }

// mayNest reports whether r may be nested in acc: as a simple operand, as the whole value
// assigned to a variable, or because a bracket is open.
func (e *emitter) mayNest(l *roots, acc, r *root) bool {
	switch {
	case !e.isFlat(l) || r.token || awaits(r.node):
		return true
	case r.bind || r.upd != nil && !acc.whole || r.node != nil && r.node.Op == son.OpStoreCell:
	case acc.whole || isName(r.x) || e.hasPlace(r.x):
		return true
	}
	return inOpenBracket(l, r)
}

// mayFold reports whether roots between two operands may be prefixed to the later one with the
// comma operator.
func (f *flatForm) mayFold(l *roots, r *root) bool {
	return !f.isFlat(l) || r.token && r.node.Op != son.OpToStr || inOpenBracket(l, r)
}

// isName reports whether x is an operand that is a name.
func isName(x ast.Expr) bool {
	switch x.(type) {
	case *ast.Ident, *ast.This, *ast.Super:
		return true
	}
	return false
}

// hasPlace reports whether x must stay where it is: a method, or a function or class that is
// named by its key.
func (e *emitter) hasPlace(x ast.Expr) bool {
	if use := e.Classes[x]; use != nil {
		return e.src.ClassProps[use.Src]
	}
	idx, ok := e.Closures[x]
	return ok && e.keepsPlace(idx)
}

func (e *emitter) keepsPlace(idx int) bool {
	k := e.Program.Funcs[idx].Kind
	return e.src.FunctionProps[idx] || k != ast.FuncNormal && k != ast.FuncArrow
}

// inOpenBracket reports whether r is inside an open bracket and cannot be moved before it as a
// step of its own.
func inOpenBracket(l *roots, r *root) bool {
	for len(l.tokens) > 0 && l.tokens[0].isClosed() {
		l.tokens = l.tokens[1:]
	}
	closed := 0
	for _, p := range l.tokens {
		switch {
		case p.isClosed():
			closed++
		case p.pos < r.pos && (r.choice || !commute(p, r)):
			return true
		}
	}
	if closed > len(l.tokens)/2 {
		l.tokens = slices.DeleteFunc(l.tokens, (*root).isClosed)
	}
	return false
}

// isClosed reports whether the bracket that a token opened is closed.
func (r *root) isClosed() bool { return r.dead || !r.token }

// textOf makes the string conversion of a template's substitution a step of its own; the
// resulting string is not converted again.
func (f *flatForm) textOf(r *root) bool {
	if !f.isFlat(r.in) || r.node.Op != son.OpToStr {
		return false
	}
	r.x, r.token = &ast.Template{Quasis: make([]ast.Quasi, 2), Exprs: []ast.Expr{r.x}}, false
	return true
}

// isPlainRef reports whether a reference to a global need not be resolved before its use: a
// name that the script declares always refers to the same variable.
func (f *flatForm) isPlainRef(n *son.Node) bool {
	return f.flat && n.Op == son.OpGlobalRef && n.Sym != nil && !n.Sym.DynamicReach
}

// nearUsers moves nodes together that are printed together. A new object has no effect, so the
// schedule may place it late, where it is needed; if its operands are in a bracket, it moves
// back to them. Nodes that can only be written inside an object or class, namely its methods
// and conversions to keys without effects, move to it so that they keep no bracket open.
func (e *emitter) nearUsers() {
	if !e.flat {
		return
	}
	for _, b := range e.cfg.Blocks {
		for _, n := range slices.Clone(b.Nodes) {
			us := usersOf(n)
			if len(us) != 1 {
				continue
			}
			u := us[0]
			switch c := e.flow.BlockOf(u); {
			case c == nil || c == b:
			case e.isPartOf(n, u):
				e.move(n, b, c, slices.Index(c.Nodes, u))
			case n.Op.IsToken() && u.Op.IsAlloc() && e.availableAt(u, b):
				e.move(u, c, b, len(b.Nodes))
			}
		}
		e.partsLast(b)
	}
}

// partsLast moves the parts of each object and class of a block to right before it: between them there may
// be statements, which a part cannot pass later.
func (e *emitter) partsLast(b *son.Block) {
	whole := func(n *son.Node) *son.Node {
		if n.Op != son.OpToKey && n.Op != son.OpClosure {
			return nil // no part, and it may have thousands of users
		}
		if us := usersOf(n); len(us) == 1 && e.isPartOf(n, us[0]) && e.flow.BlockOf(us[0]) == b {
			return us[0]
		}
		return nil
	}
	parts := map[*son.Node][]*son.Node{}
	for _, n := range b.Nodes {
		if u := whole(n); u != nil {
			parts[u] = append(parts[u], n)
		}
	}
	if len(parts) == 0 {
		return
	}
	nodes := make([]*son.Node, 0, len(b.Nodes))
	for _, n := range b.Nodes {
		if whole(n) == nil {
			nodes = append(append(nodes, parts[n]...), n)
		}
	}
	b.Nodes = nodes
	e.flow.Moved()
}

// isPartOf reports whether n has no effect and can only be written inside u.
func (e *emitter) isPartOf(n, u *son.Node) bool {
	switch {
	case n.Op == son.OpToKey:
		return n.Effect() == son.NoEffect
	case n.Op == son.OpClosure && (u.Op == son.OpObject || u.Op == son.OpClass):
		return e.keepsPlace(int(n.Idx))
	}
	return false
}

// move moves a node from one block to another, before index at.
func (e *emitter) move(n *son.Node, from, to *son.Block, at int) {
	from.Nodes = slices.DeleteFunc(slices.Clone(from.Nodes), func(x *son.Node) bool { return x == n })
	to.Nodes = slices.Insert(slices.Clone(to.Nodes), at, n)
	e.flow.Moved()
}

// availableAt reports whether all operands of a node are available at the end of block b, which
// dominates the node's own block.
func (e *emitter) availableAt(u *son.Node, b *son.Block) bool {
	for i, x := range u.Ins() {
		if x == nil || u.SlotKind(i) == son.SlotControl {
			continue
		}
		at := e.flow.BlockOf(x)
		if x.Op == son.OpPhi {
			at = e.cfg.BlockOf(x.Region())
		}
		if at != nil && at.ID > b.ID {
			return false
		}
	}
	return true
}

// findBrackets marks the blocks whose tests are inside a bracket: those on the paths from a
// token to its users in other blocks.
func (e *emitter) findBrackets() {
	if !e.flat {
		return
	}
	e.brackets = make([]bool, len(e.List))
	w := &bracketWalk{seen: make([]int32, len(e.List))}
	e.g.Nodes(func(n *son.Node) {
		ref := n.Op == son.OpPhi && n.IsRef()
		switch {
		case n.Op == son.OpToStr, n.Op == son.OpIterOpen, n.Op == son.OpHasNext, e.isPlainRef(n):
			return
		case !n.Op.IsToken() && !n.Opens() && !ref:
			return
		}
		from := e.flow.BlockOf(n)
		if ref {
			from = e.cfg.BlockOf(n.Region())
			e.markJoin(from)
		}
		w.at++
		for _, u := range usersOf(n) {
			to := e.flow.BlockOf(u)
			if from != nil && to != nil && from != to {
				e.markBetween(w, from, to)
			}
		}
	})
}

// usersOf lists the nodes that have n as an operand, each once. It does not scan their
// operands, since an array literal can have thousands.
func usersOf(n *son.Node) []*son.Node {
	slots := n.Users() // a user is listed once per slot
	if len(slots) == 1 {
		if !isOperand(slots[0], n, 1) {
			return nil
		}
		return slots[:1:1]
	}
	var out []*son.Node
	count := map[*son.Node]int{}
	for _, u := range slots {
		if count[u]++; count[u] == 1 {
			out = append(out, u)
		}
	}
	return slices.DeleteFunc(out, func(u *son.Node) bool { return !isOperand(u, n, count[u]) })
}

// isOperand reports whether n is an operand of u; slots is how many inputs of u are n. A region
// has no operands, and as many inputs as predecessors.
func isOperand(u, n *son.Node, slots int) bool {
	last := len(u.Ins()) - 1
	return u.SlotKind(last) == son.SlotData && slots != otherSlots(u, n)
}

// otherSlots counts the inputs of u that are n but not operands. They come before the operands.
func otherSlots(u, n *son.Node) (count int) {
	for i, x := range u.Ins() {
		if u.SlotKind(i) == son.SlotData {
			break
		}
		if x == n {
			count++
		}
	}
	return count
}

// markBetween marks the blocks on the paths between two blocks, the first of which dominates
// the second.
func (f *flatForm) markBetween(w *bracketWalk, from, to *son.Block) {
	w.add(to)
	for len(w.work) > 0 {
		b := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		for _, p := range b.Preds {
			if p == nil || p == to {
				continue
			}
			f.brackets[p.ID] = true
			if p != from {
				w.add(p)
			}
		}
	}
}

// bracketWalk walks backwards from the uses of a bracket's token. Blocks before one use are not
// visited again for the next: a pattern has as many uses as names.
type bracketWalk struct {
	seen []int32 // by CFG block id: the bracket for which it was visited last
	at   int32
	work []*son.Block
}

func (w *bracketWalk) add(b *son.Block) {
	if w.seen[b.ID] != w.at {
		w.seen[b.ID] = w.at
		w.work = append(w.work, b)
	}
}

// markJoin marks the tests whose arms end at the join j.
func (f *flatForm) markJoin(j *son.Block) {
	for _, p := range j.Preds {
		if p == nil {
			continue
		}
		for _, t := range p.Preds {
			if t != nil {
				f.brackets[t.ID] = true
			}
		}
	}
}

// inBracket reports whether the test at the end of b is inside a bracket.
func (f *flatForm) inBracket(b *fold.Block) bool { return f.brackets[b.Last.ID] }

// stored returns the value of an assignment expression, that is, the value it assigns. In the
// flat form an assignment is a statement, so its users take the value directly.
func (e *emitter) stored(v *son.Node) *son.Node {
	if !e.flat {
		return v
	}
	var passed []*son.Node
	for {
		if end := e.storedOf[v]; end != nil {
			v = end
			break
		}
		next := e.assignedBy(v)
		if next == nil {
			break
		}
		passed = append(passed, v)
		v = next
	}
	if len(passed) > 1 && e.storedOf == nil {
		e.storedOf = map[*son.Node]*son.Node{}
	}
	for _, n := range passed[:max(len(passed)-1, 0)] { // the last one needs no cache
		e.storedOf[n] = v
	}
	return v
}

// assignedBy returns the value that n assigns if n's users are to take that value directly, or
// nil.
func (e *emitter) assignedBy(n *son.Node) *son.Node {
	switch n.Op {
	case son.OpStore, son.OpStoreIdx, son.OpGlobalStore, son.OpStoreSelf:
		return n.Arg(n.NumArgs() - 1)
	case son.OpStoreCell:
		if !e.givesName(n) {
			return n.Arg(1)
		}
	case son.OpPatEnd:
		return n.Arg(0).Arg(0)
	}
	return nil
}

// viaStep assigns x to a helper in a step of its own and applies use to the helper.
func (e *emitter) viaStep(l *roots, r *root, x ast.Expr, use func(*ast.Ident) ast.Expr) ast.Expr {
	w := e.stepInto(l, r, x)
	r.read(w)
	r.define(w, nil)
	return use(e.ident(w))
}

// stepInto creates a step before r that assigns x, which r has absorbed, to a new variable.
func (e *emitter) stepInto(l *roots, r *root, x ast.Expr) *web {
	w := e.newWeb(nil)
	s := &root{in: l, mat: true, x: &ast.Assign{Target: e.ident(w), Value: x}, actions: actions{reads: slices.Clone(r.reads), many: r.many}}
	if v := e.Owner[rootIdent(x)]; !ast.IsLiteral(x) && (v == nil || v.Cell) {
		s.eff = son.Any
	}
	s.define(w, nil)
	e.push(s)
	return w
}

func rootIdent(x ast.Expr) *ast.Ident {
	id, _ := x.(*ast.Ident)
	return id
}

// nullishSteps writes the test of ?? in steps. It is not x == null, which also holds for
// document.all.
func (e *emitter) nullishSteps(l *roots, r *root, n *son.Node, x ast.Expr) {
	same := func(y, z ast.Expr) ast.Expr { return &ast.Binary{Op: ast.StrictEq, L: y, R: z} }
	var again func() ast.Expr // each reference is an AST node of its own
	switch v := x.(type) {
	case *ast.Ident:
		w := e.webs.web(e.Owner[v])
		if w == nil || e.FreeIdents[v] { // reading a global may run code
			w = e.stepInto(l, r, x)
			r.read(w)
			x = e.ident(w)
		}
		again = func() ast.Expr { return e.ident(w) }
	case *ast.This:
		again = func() ast.Expr { return &ast.This{} }
	case *ast.NewTarget:
		again = func() ast.Expr { return &ast.NewTarget{} }
	default: // a literal
		r.x = same(&ast.Null{}, &ast.Null{})
		if !ast.IsUndefined(x) && !isNull(x) {
			r.x.(*ast.Binary).R = &ast.Bool{}
		}
		return
	}
	isNull := e.stepInto(l, r, same(x, &ast.Null{}))
	isUndef := e.stepInto(l, r, same(again(), undefined()))
	r.read(isNull)
	r.read(isUndef)
	either := &ast.Binary{Op: ast.BitOr, L: e.ident(isNull), R: e.ident(isUndef)}
	r.x = either
	if slices.ContainsFunc(n.Users(), func(u *son.Node) bool { return u.Op != son.OpIf }) {
		w := e.stepInto(l, r, either)
		r.read(w)
		r.x = &ast.Binary{Op: ast.StrictNe, L: e.ident(w), R: &ast.Number{}}
	}
}

func isNull(x ast.Expr) bool {
	_, ok := x.(*ast.Null)
	return ok
}

// unhinted removes the structurer's choices: no test moves into the head of a loop or becomes
// an operand.
func unhinted(b *structure.Block) {
	if b.Loop != nil && b.Loop.Kind == structure.ForInOf {
		return
	}
	b.Clean, b.Expr, b.SwitchLast = false, false, 0
	if b.Hint == structure.IfOperand {
		b.Hint = structure.IfUnknown
	}
	if b.Loop != nil {
		b.Loop.Kind, b.Loop.Update = structure.Endless, -1
	}
}

// asUpdate returns where the flat form has code of b that stands at s: the update of a for
// moves to the end of its loop.
func (e *emitter) asUpdate(b *fold.Block, s ast.Span) ast.Span {
	if !e.flat || b.Src.Loop == nil {
		return s
	}
	if l := e.g.Loops[b.Src.Loop.Head.Head]; l != nil && !l.Update.IsZero() && l.Update.Contains(s) {
		return ast.Span{Start: l.Span.End - 1, End: l.Span.End}
	}
	return s
}

// flatIf writes an if with both arms, in braces.
func (w *stmtWriter) flatIf(n *structure.IfNode) {
	b := w.blocks[n.Cond.Block]
	if n.Cond.Op != structure.Test || w.treesOf(b).condX == nil {
		refuse("BUG: block %d has no simple test", n.Cond.Block)
	}
	if len(n.Then) == 0 && len(n.Else) == 0 {
		w.effects(w.treesOf(b).condX)
		return
	}
	arms := [2]structure.Seq{n.Then, n.Else}
	if n.Cond.Not {
		arms[0], arms[1] = n.Else, n.Then
	}
	then, els := &ast.Block{}, &ast.Block{}
	st := &ast.If{Test: w.treesOf(b).condX, Then: then, Else: els}
	w.fromTest(st, n.Cond)
	w.add(st)
	w.within(scope.Block, st, &then.Body, func() { w.seq(arms[0]) })
	w.within(scope.Block, st, &els.Body, func() { w.seq(arms[1]) })
}

// flatChoice writes a conditional expression that is no longer in a bracket as an if. It
// reports whether r is one.
func (w *stmtWriter) flatChoice(r *root) bool {
	var test, then, els ast.Expr
	switch x := r.x.(type) {
	case *ast.Cond:
		test, then, els = x.Test, x.Then, x.Else
	case *ast.Binary:
		switch x.Op {
		case ast.LogicalAnd:
			test, then = x.L, x.R
		case ast.LogicalOr:
			test, els = x.L, x.R
		case ast.Nullish: // its test takes several steps
			if w.flat {
				refuse("a conditional expression is not in a bracket")
			}
		}
	}
	if !w.flat || test == nil {
		return false
	}
	if w.Input.Blocks { // the arms are not blocks of the graph
		refuse("a conditional expression was in a bracket")
	}
	if !isName(test) {
		refuse("a conditional expression is not in a bracket")
	}
	arms := [2]*ast.Block{{}, {}}
	st := &ast.If{Test: test, Then: arms[0], Else: arms[1]}
	w.origin[st] = r.span
	w.add(st)
	for i, x := range []ast.Expr{then, els} {
		w.within(scope.Block, st, &arms[i].Body, func() { w.flatArm(x) })
	}
	return true
}

// flatArm writes an arm of such an expression: an assignment, or nothing.
func (w *stmtWriter) flatArm(x ast.Expr) {
	if x == nil || isName(x) || ast.IsLiteral(x) {
		return
	}
	a, ok := x.(*ast.Assign)
	if !ok || a.Op != ast.NoOp || !isName(a.Target) || !isName(a.Value) && !ast.IsLiteral(a.Value) {
		refuse("a conditional expression is not in a bracket")
	}
	w.add(&ast.ExprStmt{X: x})
}

// flatLoop writes a loop without a test in its head.
func (w *stmtWriter) flatLoop(n *structure.LoopNode, body *ast.Block, labeled func(ast.Stmt), st *ast.Stmt) {
	labeled(&ast.While{Test: &ast.Bool{Value: true}, Body: body})
	w.add(*st)
	w.within(scope.Block, *st, &body.Body, func() {
		w.seq(n.Body)
		if n.Kind == structure.DoWhile {
			w.flatIf(&structure.IfNode{Cond: n.Cond, Else: structure.Seq{&structure.BreakNode{}}})
		} else if n.Cond != nil || n.Update >= 0 {
			refuse("BUG: a loop of the flat form has a test or an update")
		}
	})
}

// splitDecls gives each variable a declaration statement of its own.
func (o *output) splitDecls() {
	for _, l := range o.lists {
		var out []ast.Stmt
		for _, st := range l.Stmts {
			d, exported := st, false
			if x, ok := st.(*ast.ExportDecl); ok {
				d, exported = x.Decl, true
			}
			v, ok := d.(*ast.VarDecl)
			if !ok || len(v.Decls) < 2 || l.Kind == scope.Head {
				out = append(out, st)
				continue
			}
			for _, x := range v.Decls {
				var one ast.Stmt = &ast.VarDecl{Kind: v.Kind, Decls: []*ast.Declarator{x}}
				if exported {
					one = &ast.ExportDecl{Decl: one}
				}
				out = append(out, one)
			}
		}
		l.Stmts = out
	}
}
