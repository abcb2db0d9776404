package emit

import (
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// bindingWeb returns the variable of one of the function's own bindings.
func (e *emitter) bindingWeb(s *ast.Symbol) *web {
	switch e.Bindings.Of(s) {
	case build.Cell, build.OnceCell:
		if w := e.webs.cells[s]; w != nil {
			return w
		}
		return e.cellWeb(&son.Node{Sym: s})
	}
	return e.symWeb(s)
}

// closure writes a function expression. At this point the variables that it captures must hold
// the values that the graph captures, under their names in the source.
func (e *emitter) closure(l *roots, r *root, n *son.Node) {
	var caps []*scope.Var
	syms := e.Bindings.CapturesOf(n, e.Program.Funcs[n.Idx], e.Fn)
	if len(syms) != n.NumArgs() {
		refuse("BUG: closure %d has %d captures, not %d", n.Idx, n.NumArgs(), len(syms))
	}
	for i, s := range syms {
		if w := e.capture(l, r, n, i, s); w != nil {
			caps = append(caps, &w.Var)
		}
	}
	r.x = e.function(int(n.Idx), caps)
}

// capture checks that s holds what the closure n captures for it as input i, and returns its
// variable, or nil for a binding of an enclosing function.
func (e *emitter) capture(l *roots, r *root, n *son.Node, i int, s *ast.Symbol) *web {
	v := n.Arg(i)
	e.uses[v.ID]--
	if v.Op.IsFree() {
		return nil
	}
	if isCell(v) {
		w := e.cellWeb(v)
		if w.Outer {
			return nil
		}
		if !e.flat { // in the flat form a method may move past assignments of the variable, which it shares
			r.read(w)
		}
		return w
	}
	w := e.symWeb(s)
	r.read(w)
	if v.Op == son.OpConst && v.Type == son.TypeUndefined && (len(w.members) == 0 || e.unassigned(w, e.flow.BlockOf(n))) || v.Has(son.FlagHoisted) {
		return w
	}
	if e.webs.of[v.ID] == w {
		if d, n := current(l, w); d != nil && n != v || e.inside(v, r) {
			refuse("captured %s changes before it is captured", s.Name)
		}
		return w
	}
	refuse("captured %s is not in its variable", s.Name)
	return nil
}

// function writes nested function idx, which captures the given variables.
func (e *emitter) function(idx int, caps []*scope.Var) ast.Expr {
	fn := e.Program.Funcs[idx]
	x := &ast.Verbatim{Base: ast.Base{Span: fn.Span}, Of: &ast.Func{Base: ast.Base{Span: fn.Span}, Fn: fn}}
	e.Closures[x] = idx
	e.Captured[x] = caps
	return x
}

// hoistedDecl writes a function declaration as a statement.
func (e *emitter) hoistedDecl(d *ast.FuncDecl, n *son.Node) ast.Stmt {
	var caps []*scope.Var
	for i, s := range e.Bindings.Captures(d.Fn) {
		switch v := n.Arg(i); {
		case v.Op.IsFree():
		case !isCell(v):
			caps = append(caps, &e.symWeb(s).Var)
		default:
			if w := e.cellWeb(v); !w.Outer {
				caps = append(caps, &w.Var)
			}
		}
	}
	st := &ast.VerbatimStmt{Base: ast.Base{Span: d.Span}, Of: d}
	e.Closures[st] = int(n.Idx)
	e.Captured[st] = caps
	e.origin[st] = d.Span
	if d.Fn.Name != nil && d.Fn.Name.Sym != nil {
		e.Captured[st] = append(caps, &e.bindingWeb(d.Fn.Name.Sym).Var)
	}
	return st
}
