package parse

import "github.com/sonjs/son/parse/ast"

// expr analyzes an expression whose value is read; nil is allowed.
func (a *analysis) expr(e ast.Expr) {
	switch e := e.(type) {
	case nil, *ast.PrivateName, *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.BigInt, *ast.RegExp, *ast.ImportMeta:
	case *ast.Ident:
		a.reference(e, ast.RefRead, 0)
	case *ast.Member:
		a.object(e.Obj)
	case *ast.Index:
		a.object(e.Obj)
		a.expr(e.Key)
	case *ast.Call:
		a.call(e)
	case *ast.Binary:
		a.binary(e)
	case *ast.Assign:
		a.assign(e)
	case *ast.Func:
		a.functionExpr(e.Fn)
	case *ast.Object:
		a.props(e.Props)
	case *ast.Array:
		a.exprs(e.Elems)
	case *ast.Unary:
		a.unary(e)
	case *ast.Update:
		a.target(e.X, ast.RefRead|ast.RefWrite)
	case *ast.Cond:
		e.Site = a.site()
		a.expr(e.Test)
		a.expr(e.Then)
		a.expr(e.Else)
	case *ast.New:
		a.expr(e.Callee)
		a.exprs(e.Args)
	case *ast.Chain:
		a.expr(e.X)
	case *ast.Seq:
		e.Site = a.site()
		a.exprs(e.Exprs)
	case *ast.Spread:
		a.expr(e.X)
	case *ast.This:
		a.uses(ast.UsesThis)
	case *ast.NewTarget:
		a.uses(ast.UsesNewTarget)
	default:
		a.rareExpr(e)
	}
}

func (a *analysis) rareExpr(e ast.Expr) {
	switch e := e.(type) {
	case *ast.Template:
		a.exprs(e.Exprs)
	case *ast.TaggedTemplate:
		e.Site = a.site()
		a.expr(e.Tag)
		a.exprs(e.Quasi.Exprs)
	case *ast.ClassExpr:
		a.class(e.Class, 0)
	case *ast.ImportCall:
		a.expr(e.Source)
		a.expr(e.Options)
	case *ast.Yield:
		a.expr(e.X)
	case *ast.Await:
		a.expr(e.X)
	case *ast.Verbatim:
		a.expr(e.Of)
	case *ast.Super: // in a program with an error
	case *ast.ArrayPat, *ast.ObjectPat, *ast.Default:
		a.pattern(e, nil)
	default:
		panic("BUG: scope analysis has no case for this expression")
	}
}

func (a *analysis) exprs(list []ast.Expr) {
	for _, e := range list {
		a.expr(e)
	}
}

// props analyzes the members of an object literal.
func (a *analysis) props(list []*ast.Property) {
	for _, p := range list {
		if p.Computed {
			a.expr(p.Key)
		}
		a.expr(p.Value)
	}
}

// object analyzes the object of a member access.
func (a *analysis) object(e ast.Expr) {
	if _, ok := e.(*ast.Super); ok {
		a.uses(ast.UsesSuperProperty | ast.UsesThis)
		return
	}
	a.expr(e)
}

func (a *analysis) call(e *ast.Call) {
	switch f := e.Callee.(type) {
	case *ast.Super:
		a.uses(ast.UsesSuperCall | ast.UsesThis | ast.UsesNewTarget)
	case *ast.Ident:
		a.reference(f, ast.RefRead|ast.RefCall, 0)
		// (eval)(s) is direct as well, eval?.(s) is not.
		if f.Name == "eval" && !e.Optional {
			a.directEval()
		}
	default:
		a.expr(f)
	}
	a.exprs(e.Args)
}

// binary uses no stack for long left-nested chains.
func (a *analysis) binary(e *ast.Binary) {
	base := len(a.spine)
	for {
		if e.Op.Logical() {
			e.Site = a.site()
		}
		a.spine = append(a.spine, e)
		l, ok := e.L.(*ast.Binary)
		if !ok {
			break
		}
		e = l
	}
	a.expr(e.L)
	for len(a.spine) > base {
		last := len(a.spine) - 1
		r := a.spine[last].R
		a.spine = a.spine[:last]
		a.expr(r)
	}
}

func (a *analysis) unary(e *ast.Unary) {
	id, ok := e.X.(*ast.Ident)
	switch {
	case ok && e.Op == ast.Typeof:
		a.reference(id, ast.RefRead|ast.RefTypeof, 0)
	case ok && e.Op == ast.Delete:
		a.reference(id, ast.RefDelete, 0)
	default:
		a.expr(e.X)
	}
}

func (a *analysis) assign(e *ast.Assign) {
	if e.Op == ast.NoOp {
		a.pattern(e.Target, nil)
	} else {
		a.target(e.Target, ast.RefRead|ast.RefWrite)
	}
	a.expr(e.Value)
}

// target analyzes an assignment target that is not a pattern.
func (a *analysis) target(e ast.Expr, kind ast.RefKind) {
	if id, ok := e.(*ast.Ident); ok {
		a.reference(id, kind, valued)
		return
	}
	a.expr(e)
}

// pattern analyzes a binding pattern or identifier, or with d nil an
// assignment target.
func (a *analysis) pattern(e ast.Expr, d *declaration) {
	switch e := e.(type) {
	case nil:
	case *ast.Ident:
		if d == nil {
			a.reference(e, ast.RefWrite, valued)
		} else {
			a.bind(e, *d)
		}
	case *ast.ArrayPat:
		for _, el := range e.Elems {
			a.pattern(el, d)
		}
	case *ast.ObjectPat:
		for _, p := range e.Props {
			if p.Computed {
				a.expr(p.Key)
			}
			a.pattern(p.Value, d)
		}
	case *ast.Default:
		a.pattern(e.Target, d)
		a.expr(e.Value)
	case *ast.Spread:
		a.pattern(e.X, d)
	default:
		a.expr(e)
	}
}
