package emit

import (
	"github.com/sonjs/son/internal/emit/decl"
	"github.com/sonjs/son/internal/emit/fold"
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/vars"
	"github.com/sonjs/son/internal/structure"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// regions describes the regions of try statements to the structurer and returns their numbers;
// the function itself is number 0.
func (e *emitter) regions(g *structure.Graph) map[*son.RegionTree]int {
	var number map[*son.RegionTree]int
	g.Regions = make([]structure.Region, 1)
	for _, c := range e.cfg.Blocks { // the first block of an outer region comes before those of the regions in it
		r := c.Region
		if _, ok := number[r]; ok || r == nil {
			continue
		}
		if number == nil {
			number = map[*son.RegionTree]int{}
		}
		number[r] = len(g.Regions)
		kind := [...]structure.RegionKind{son.TryBody: structure.Body, son.TryCatch: structure.Catch, son.TryFinally: structure.Finally, son.ItemsBody: structure.Items}[r.Arm]
		g.Regions = append(g.Regions, structure.Region{Parent: number[r.Parent], Kind: kind})
	}
	return number
}

// try writes a try statement.
func (w *stmtWriter) try(n *structure.TryNode) {
	t := w.blocks[n.Block].End
	st := &ast.Try{Site: t.Site, Block: &ast.Block{}}
	w.origin[st] = t.Span
	w.add(st)
	arm := func(b *ast.Block, s structure.Seq) *scope.List {
		return w.within(scope.Block, st, &b.Body, func() { w.seq(s) })
	}
	arm(st.Block, n.Body)
	if n.HasCatch {
		st.Handler = &ast.Block{}
		w.param(st, arm(st.Handler, n.Catch), t)
	}
	if n.HasFinally {
		st.Finally = &ast.Block{}
		arm(st.Finally, n.Finally)
	}
}

// param writes the catch parameter of t: a name, or the pattern at the beginning of the catch's
// statements, which are in list.
func (w *stmtWriter) param(st *ast.Try, list *scope.List, t *son.Node) {
	v := w.caughtIn(t)
	if v == nil {
		return
	}
	if p := w.catchPattern(list, v); p != nil {
		for _, x := range ast.Names(p) {
			w.Owner[x].Caught = list
		}
		decl.BindingPattern(p)
		st.Param = p
		list.Stmts = list.Stmts[1:]
		return
	}
	v.Caught = list
	st.Param = w.ident(v)
}

// catchPattern returns the pattern that destructures the exception v at the beginning of a
// catch, if the exception has no other uses.
func (w *stmtWriter) catchPattern(list *scope.List, v *web) ast.Expr {
	if v.Sym != nil || v.Idents != 1 || len(list.Stmts) == 0 {
		return nil
	}
	var target, value ast.Expr
	switch st := list.Stmts[0].(type) {
	case *ast.VarDecl: // without names
		target, value = st.Decls[0].Target, st.Decls[0].Init
	case *ast.ExprStmt:
		if r := w.decls[st]; r == nil || !isPattern(r) || !r.decl {
			return nil
		}
		target, value = st.X.(*ast.Assign).Target, st.X.(*ast.Assign).Value
	}
	if id, ok := value.(*ast.Ident); !ok || w.Owner[id] != &v.Var {
		return nil
	}
	for _, id := range ast.Names(target) {
		if x := w.Owner[id]; x == nil || x.Sym == nil || x.Sym.Kind != ast.SymCatch {
			return nil
		}
	}
	return target
}

// caughtIn returns the variable that is the catch parameter of t, or nil if there is none.
func (e *emitter) caughtIn(t *son.Node) *web {
	for _, n := range son.Projections(t, 3)[son.TryCatch].Users() {
		if n.Op != son.OpCatch {
			continue
		}
		if w := e.webs.of[n.ID]; w != nil || n.Sym == nil {
			return w
		}
		return e.bindingWeb(n.Sym) // a cell
	}
	return nil
}

// beforeLeave returns the block for the copies into the phis of a join that from jumps to. If
// from only leaves parts of try statements without a finally, that is the end of the part
// itself, so that nothing is printed in between.
func beforeLeave(from *fold.Block) *fold.Block {
	for from.Src.Head.Op == son.OpLeave && from.Src == from.Last && len(from.Items) == 0 && vars.FinallyBefore(from.Src) == nil &&
		len(from.Preds) == 1 && from.Preds[0].Term == fold.Jump {
		from = from.Preds[0]
	}
	return from
}
