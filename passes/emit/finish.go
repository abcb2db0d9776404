package emit

import "github.com/sonjs/son/parse/ast"

// finish puts the lists into their blocks and the body under the function's head.
func (e *emitter) finish(root *stmtList) *ast.Function {
	for s, head := range e.heads {
		s.Init = forInit(head.stmts)
	}
	for i := len(e.lists) - 1; i >= 0; i-- {
		l := e.lists[i]
		if l.body == nil {
			continue
		}
		if l.braces {
			*l.body = []ast.Stmt{&ast.Block{Body: l.stmts}}
			continue
		}
		*l.body = l.stmts
	}
	src := e.Fn
	fn := &ast.Function{Base: src.Base, Kind: src.Kind, Async: src.Async, Generator: src.Generator, Name: src.Name,
		Params: src.Params, Directives: src.Directives, Strict: src.Strict, Index: src.Index}
	if src.ExprBody != nil && len(root.stmts) == 1 {
		if r, ok := root.stmts[0].(*ast.Return); ok && r.X != nil {
			fn.ExprBody = r.X
			return fn
		}
	}
	for _, st := range src.Body {
		if x, ok := st.(*ast.ExprStmt); ok && x.Directive {
			fn.Body = append(fn.Body, st)
			continue
		}
		break
	}
	fn.Body = append(fn.Body, root.stmts...)
	if fn.Body == nil {
		fn.Body = []ast.Stmt{}
	}
	return fn
}

// forInit writes the statements of a for's init as its head has them.
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
