package emit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// stmtWriter turns the structured tree into statements.
type stmtWriter struct {
	*emitter
	tree   *structure.Tree
	blocks []*fold.Block // by index in the structure graph
	labels []string
	used   map[string]int
	helper *web

	byLabel map[string][]*ast.Labeled // of the labels in src, in the order of the source
}

func (e *emitter) newList(kind scope.Kind, owner ast.Stmt, body *[]ast.Stmt) *scope.List {
	l := e.mem.list()
	l.Parent, l.Owner, l.Kind, l.Body = e.list, owner, kind, body
	if l.Parent != nil {
		l.Depth = l.Parent.Depth + 1
	}
	e.lists = append(e.lists, l)
	return l
}

// within runs f with e.list set to a new list.
func (e *emitter) within(kind scope.Kind, owner ast.Stmt, body *[]ast.Stmt, f func()) *scope.List {
	l := e.newList(kind, owner, body)
	old := e.list
	e.list = l
	f()
	e.list = old
	return l
}

// prints reports whether a root that is still in its list becomes a statement.
func prints(r *root) bool {
	if r.head {
		return false
	}
	if r.stmt != nil {
		return true
	}
	return r.x != nil && (r.eff&^son.Reads != 0 || len(r.defs) > 0 || r.bind || r.mat)
}

// code writes the statements of a block.
func (w *stmtWriter) code(b *fold.Block) {
	for _, r := range w.treesOf(b).list.list {
		if !r.dead && prints(r) {
			w.root(r)
		}
	}
}

// root writes a statement.
func (w *stmtWriter) root(r *root) {
	st := r.stmt
	if st == nil && w.flatChoice(r) {
		return
	}
	if st == nil {
		st = w.mem.exprStmts.Put(ast.ExprStmt{X: r.x})
		if _, ok := r.x.(*ast.Assign); ok && (r.bind || r.mat || r.decl) {
			w.decls[st], w.assigned[st] = r, decl.Assign{Declares: r.decl, Pattern: isPattern(r)}
		}
	}
	w.origin[st] = r.span
	w.add(st)
}

func (w *stmtWriter) add(st ast.Stmt) { w.list.Stmts = append(w.list.Stmts, st) }

func (w *stmtWriter) seq(s structure.Seq) {
	for _, n := range s {
		w.node(n)
	}
}

func (w *stmtWriter) node(n structure.Node) {
	switch n := n.(type) {
	case structure.Seq:
		w.seq(n)
	case *structure.CodeNode:
		w.code(w.blocks[n.Block])
	case *structure.IfNode:
		w.ifNode(n)
	case *structure.LoopNode:
		w.loop(n)
	case *structure.LabeledNode:
		st := &ast.Labeled{Label: w.label(n.Label)}
		body := &ast.Block{}
		st.Body = body
		w.add(st)
		in := w.within(scope.Block, st, &body.Body, func() { w.seq(n.Body) })
		if src := w.sourceLabel(st.Label, in.Stmts); src != nil {
			w.origin[st] = src.Span
			w.unbraced[st] = !isBlock(src.Body)
		}
	case *structure.BreakNode:
		w.add(&ast.Break{Label: w.label(n.Label)})
	case *structure.ContinueNode:
		w.add(&ast.Continue{Label: w.label(n.Label)})
	case *structure.SwitchNode:
		w.switchNode(n)
	case *structure.TryNode:
		w.try(n)
	case *structure.EndNode:
		w.end(n)
	case *structure.SetNode:
		st := &ast.ExprStmt{X: &ast.Assign{Target: w.ident(w.dispatchVar()), Value: &ast.Number{Value: float64(n.Value)}}}
		w.add(st)
	case *structure.DispatchNode:
		w.dispatch(n)
	default:
		refuse("BUG: structured node %T", n)
	}
}

// effects writes x for its effects. Reading a variable has none, nor has comparing values.
func (w *stmtWriter) effects(x ast.Expr) {
	switch v := x.(type) {
	case *ast.Unary:
		if v.Op == ast.Not {
			w.effects(v.X)
			return
		}
	case *ast.Binary:
		if v.Op == ast.StrictEq || v.Op == ast.StrictNe {
			w.effects(v.L)
			w.effects(v.R)
			return
		}
	case *ast.Ident:
		if o := w.Owner[v]; o != nil && !w.isUnsafe(w.webs.web(o)) {
			return
		}
	}
	if !ast.IsLiteral(x) {
		w.add(&ast.ExprStmt{X: x})
	}
}

func (w *stmtWriter) ifNode(n *structure.IfNode) {
	if w.flat {
		w.flatIf(n)
		return
	}
	test := w.cond(n.Cond)
	if len(n.Then) == 0 && len(n.Else) == 0 {
		w.effects(test)
		return
	}
	st := &ast.If{Test: test}
	w.fromTest(st, n.Cond)
	w.add(st)
	then := &ast.Block{}
	st.Then = then
	w.within(scope.Block, st, &then.Body, func() { w.seq(n.Then) })
	if len(n.Else) > 0 {
		els := &ast.Block{}
		st.Else = els
		w.within(scope.Block, st, &els.Body, func() { w.seq(n.Else) })
	}
}

// fromTest records where an if comes from: it is the first one of its tests.
func (w *stmtWriter) fromTest(st *ast.If, c *structure.Cond) {
	for c.Op != structure.Test {
		c = c.Args[0]
	}
	if b := w.blocks[c.Block]; b.End != nil {
		w.origin[st], st.Site = b.End.Span, b.End.Site
	}
}

// cond writes a condition.
func (w *stmtWriter) cond(c *structure.Cond) ast.Expr {
	if c.Op == structure.Test {
		x := w.treesOf(w.blocks[c.Block]).condX
		if x == nil {
			refuse("BUG: block %d has no test", c.Block)
		}
		switch {
		case !c.Not:
			return x
		case addedByNegation(x) <= 0 && !w.hasWrittenNot(w.blocks[c.Block].End):
			return negateOperands(x)
		}
		return negate(x)
	}
	op := ast.LogicalAnd
	if c.Op == structure.Or {
		op = ast.LogicalOr
	}
	x := w.cond(c.Args[0])
	for _, a := range c.Args[1:] {
		x = &ast.Binary{Op: op, L: x, R: w.cond(a)}
	}
	return x
}

// negate writes !x, or an equivalent without the operator.
func negate(x ast.Expr) ast.Expr {
	switch b := x.(type) {
	case *ast.Unary:
		if b.Op == ast.Not {
			return b.X // as a condition
		}
	case *ast.Binary:
		switch b.Op {
		case ast.Eq, ast.Ne, ast.StrictEq, ast.StrictNe:
			flip := map[ast.BinaryOp]ast.BinaryOp{ast.Eq: ast.Ne, ast.Ne: ast.Eq, ast.StrictEq: ast.StrictNe, ast.StrictNe: ast.StrictEq}
			return &ast.Binary{Op: flip[b.Op], L: b.L, R: b.R}
		case ast.LogicalAnd, ast.LogicalOr: // De Morgan's laws, for !(!a && b)
			if (isNot(b.L) || isNot(b.R)) && addedByNegation(b) <= 0 {
				return &ast.Binary{Op: ast.LogicalAnd + ast.LogicalOr - b.Op, Site: b.Site, L: negate(b.L), R: negate(b.R)}
			}
		}
	}
	return &ast.Unary{Op: ast.Not, X: x}
}

// negateOperands writes !x without the operator before && and ||, by De Morgan's laws.
func negateOperands(x ast.Expr) ast.Expr {
	if b, ok := x.(*ast.Binary); ok && (b.Op == ast.LogicalAnd || b.Op == ast.LogicalOr) {
		return &ast.Binary{Op: ast.LogicalAnd + ast.LogicalOr - b.Op, Site: b.Site, L: negateOperands(b.L), R: negateOperands(b.R)}
	}
	return negate(x)
}

// hasWrittenNot reports whether the author writes ! before the condition of a branch, which stays then.
func (w *stmtWriter) hasWrittenNot(n *son.Node) bool {
	return n != nil && isNot(writtenTest(&w.src, n.Site))
}

func isNot(x ast.Expr) bool {
	u, ok := x.(*ast.Unary)
	return ok && u.Op == ast.Not
}

// addedByNegation returns how many more ! there are after the negation of all operands of a condition.
func addedByNegation(x ast.Expr) int {
	b, ok := x.(*ast.Binary)
	switch {
	case isNot(x):
		return -1
	case !ok:
		return 1
	}
	switch b.Op {
	case ast.LogicalAnd, ast.LogicalOr:
		return addedByNegation(b.L) + addedByNegation(b.R)
	case ast.Eq, ast.Ne, ast.StrictEq, ast.StrictNe:
		return 0
	}
	return 1
}

func (w *stmtWriter) end(n *structure.EndNode) {
	b := w.blocks[n.Block]
	switch b.Term {
	case fold.Return:
		st := &ast.Return{Site: b.End.Site, X: w.treesOf(b).value}
		if w.returnsNothing(b) {
			if n.FallsOff {
				return
			}
			if w.isTop() {
				refuse("the top level would return")
			}
			if src, ok := written.Of[*ast.Return](&w.src, b.End.Site); !ok || src.X == nil || w.g.Config.Unread {
				st.X = nil
			}
		}
		w.origin[st] = b.End.Span
		w.add(st)
	case fold.Throw:
		st := &ast.Throw{X: w.treesOf(b).value}
		w.origin[st] = b.End.Span
		w.add(st)
	case fold.Stop:
		refuse("control does not continue")
	}
}

func (w *stmtWriter) dispatchVar() *web {
	if w.helper == nil {
		w.helper = w.newWeb(nil)
		w.helper.Hint, w.helper.Kind = "next", w.Temp
	}
	return w.helper
}

func (w *stmtWriter) dispatch(n *structure.DispatchNode) {
	d := w.dispatchVar()
	if len(n.Targets) == 2 {
		st := &ast.If{Test: &ast.Binary{Op: ast.StrictEq, L: w.ident(d), R: &ast.Number{Value: float64(n.Targets[0].Value)}}}
		var out ast.Stmt = st
		if n.Label != 0 {
			out = &ast.Labeled{Label: w.label(n.Label), Body: st}
		}
		w.add(out)
		then, els := &ast.Block{}, &ast.Block{}
		st.Then, st.Else = then, els
		w.within(scope.Block, out, &then.Body, func() { w.seq(n.Targets[0].Body) })
		w.within(scope.Block, out, &els.Body, func() { w.seq(n.Targets[1].Body) })
		return
	}
	st := &ast.Switch{Disc: w.ident(d)}
	var out ast.Stmt = st
	if n.Label != 0 {
		out = &ast.Labeled{Label: w.label(n.Label), Body: st}
	}
	w.add(out)
	for _, arm := range n.Targets {
		c := &ast.Case{Test: &ast.Number{Value: float64(arm.Value)}}
		st.Cases = append(st.Cases, c)
		w.caseLists = append(w.caseLists, w.within(scope.Case, out, &c.Body, func() { w.seq(arm.Body) }))
	}
}

// labelsOf reports whether the source has a label of that name, which copied statements may
// have, too.
func (w *stmtWriter) labelsOf(name string) bool {
	return slices.ContainsFunc(w.src.Labels, func(l *ast.Labeled) bool { return l.Label == name })
}

// sourceLabel returns the labelled statement of the source, not a loop, that has a label of
// that name and contains the first of the statements with an origin; or nil.
func (w *stmtWriter) sourceLabel(name string, stmts []ast.Stmt) *ast.Labeled {
	if w.byLabel == nil {
		w.byLabel = map[string][]*ast.Labeled{}
		for _, l := range w.src.Labels {
			w.byLabel[l.Label] = append(w.byLabel[l.Label], l)
		}
	}
	for _, st := range stmts {
		at := w.origin[st]
		if at.IsZero() {
			continue
		}
		list := w.byLabel[name] // they never nest: that is an early error
		i, _ := slices.BinarySearchFunc(list, at.Start+1, func(l *ast.Labeled, at int32) int { return int(l.Start - at) })
		if i > 0 && list[i-1].Span.Contains(at) {
			return list[i-1]
		}
		return nil
	}
	return nil
}

// label returns the name of a label; 0 is none.
func (w *stmtWriter) label(id int) string {
	if id == 0 {
		return ""
	}
	if w.labels[id] == "" {
		own := w.tree.Labels[id]
		name := cmp.Or(own, "L")
		base := name
		for w.used[name] > 0 || name != own && w.labelsOf(name) { // the source may have a label L2, too
			w.used[base]++
			name = fmt.Sprintf("%s%d", base, w.used[base])
		}
		w.used[name]++
		w.labels[id] = name
	}
	return w.labels[id]
}
