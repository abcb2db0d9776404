package emit

import (
	"github.com/sonjs/son/internal/emit/scope"
	"github.com/sonjs/son/internal/emit/written"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// finish moves the lists into their blocks and the body into the function.
func (e *emitter) finish(root *scope.List) *ast.Function {
	for i := range e.lists {
		e.liftInits(e.lists[i])
	}
	for s, head := range e.heads {
		switch s := s.(type) {
		case *ast.For:
			s.Init = forInit(head.Stmts)
		case *ast.ForIn:
			s.Left = leftOf(head.Stmts)
		case *ast.ForOf:
			s.Left = leftOf(head.Stmts)
		}
	}
	for _, l := range e.lists {
		e.whiles(l.Stmts)
		if e.g.Config.Authored && e.g.Config.Fold {
			e.namedConstants(l.Stmts)
		}
	}
	if e.Fn.Kind == ast.FuncStaticInit {
		e.withoutReturns(root)
	}
	for i := len(e.lists) - 1; i >= 0; i-- {
		l := e.lists[i]
		if l.Body == nil {
			continue
		}
		if l.Braces && l.Open {
			refuse("a case declares names that other cases share and names that they must not see")
		}
		if l.Braces {
			*l.Body = []ast.Stmt{&ast.Block{Body: l.Stmts}}
			continue
		}
		*l.Body = l.Stmts
	}
	for st, unbraced := range e.unbraced {
		b := st.Body.(*ast.Block)
		if unbraced && len(b.Body) == 1 && !isDeclaration(b.Body[0]) {
			st.Body = b.Body[0]
		}
	}
	if e.basic != nil {
		for st, b := range e.basic.bodies {
			st.(*ast.VarDecl).Decls[0].Init.(*ast.Func).Fn.Body = b.Body
		}
	}
	src := e.Fn
	fn := &ast.Function{Base: src.Base, Kind: src.Kind, Async: src.Async, Generator: src.Generator, Name: src.Name,
		Params: src.Params, Directives: src.Directives, Strict: src.Strict, Resolved: ast.Resolved{Index: src.Index}}
	if src.ExprBody != nil {
		if fn.ExprBody = e.exprBody(root); fn.ExprBody != nil {
			return fn
		}
	}
	e.checkElement()
	for _, st := range src.Body {
		if x, ok := st.(*ast.ExprStmt); ok && x.Directive {
			fn.Body = append(fn.Body, st)
			continue
		}
		break
	}
	fn.Body = append(fn.Body, root.Stmts...)
	if fn.Body == nil {
		fn.Body = []ast.Stmt{}
	}
	return fn
}

// exprBody returns the body as one expression, or nil. A body of several effects becomes one
// only if the source has such an expression, or for the value of a field.
func (e *emitter) exprBody(root *scope.List) ast.Expr {
	var parts []ast.Expr
	_, several := e.Fn.ExprBody.(*ast.Seq)
	void := isVoid(e.Fn.ExprBody)
	several = several && !e.flat || void && !e.flat || e.Fn.Kind == ast.FuncField
	for i, st := range root.Stmts {
		switch s := st.(type) {
		case *ast.ExprStmt:
			if !several {
				return nil
			}
			parts = append(parts, s.X)
			continue
		case *ast.Return:
			if i < len(root.Stmts)-1 || s.X == nil {
				return nil
			}
			if parts = append(parts, s.X); len(parts) > 1 {
				return flatSeq(parts)
			}
			return s.X
		}
		return nil
	}
	switch {
	case void && len(parts) > 0 && !e.flat:
		return &ast.Unary{Op: ast.Void, X: flatSeq(parts)}
	case e.Fn.Kind != ast.FuncField:
		return nil
	}
	return flatSeq(append(parts, e.constant(son.TypeUndefined)))
}

func isVoid(x ast.Expr) bool {
	u, ok := x.(*ast.Unary)
	return ok && u.Op == ast.Void
}

// liftInits moves the init of a for before the loop if it both declares and assigns, which a
// head cannot do. Only vars may move.
func (o *output) liftInits(l *scope.List) {
	var out []ast.Stmt
	for i, st := range l.Stmts {
		in := st
		if lab, ok := in.(*ast.Labeled); ok {
			in = lab.Body
		}
		f, ok := in.(*ast.For)
		if !ok || !mixed(o.heads[f].Stmts) {
			if out != nil {
				out = append(out, st)
			}
			continue
		}
		if out == nil {
			out = append(out, l.Stmts[:i]...)
		}
		out = append(append(out, o.heads[f].Stmts...), st)
		o.heads[f].Stmts = nil
	}
	if out != nil {
		l.Stmts = out
	}
}

// isDeclaration reports whether a statement needs braces to be the body of another one.
func isDeclaration(st ast.Stmt) bool {
	switch d := st.(type) {
	case *ast.VarDecl:
		return d.Kind != ast.Var
	case *ast.FuncDecl, *ast.ClassDecl, *ast.VerbatimStmt:
		return true
	}
	return false
}

// whiles replaces a for that has only its test left in the head by a while:
//
//	for (let i = 0; i < n; i++)      becomes     while (j < n)
//
// when j replaces i as the counter. The author's own for (; test;) stays.
func (e *emitter) whiles(stmts []ast.Stmt) {
	for i, st := range stmts {
		at := &stmts[i]
		for {
			lab, ok := st.(*ast.Labeled)
			if !ok {
				break
			}
			at, st = &lab.Body, lab.Body
		}
		f, ok := st.(*ast.For)
		if !ok || f.Init != nil || f.Update != nil || f.Test == nil {
			continue
		}
		if src, ok := written.Of[*ast.For](&e.src, f.Site); ok && (src.Init != nil || src.Update != nil) {
			w := &ast.While{Base: f.Base, Site: f.Site, Test: f.Test, Body: f.Body}
			e.origin[w] = e.origin[f]
			*at = w
		}
	}
}

// mixed reports whether the statements of an init cannot stand in a head together.
func mixed(stmts []ast.Stmt) bool {
	if len(stmts) < 2 {
		return false
	}
	decls := 0
	for _, st := range stmts {
		if d, ok := st.(*ast.VarDecl); ok {
			if d.Kind != ast.Var {
				return false // refused by forInit
			}
			decls++
		}
	}
	return decls > 0
}

// forInit returns the statements of a for's init in the form for its head.
func forInit(stmts []ast.Stmt) ast.Stmt {
	switch len(stmts) {
	case 0:
		return nil
	case 1:
		return stmts[0]
	}
	var list []ast.Expr
	for _, st := range stmts {
		x, ok := st.(*ast.ExprStmt)
		if !ok {
			refuse("BUG: a for's init declares and assigns")
		}
		list = append(list, x.X)
	}
	return &ast.ExprStmt{X: flatSeq(list)}
}
