package inline

import (
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// The object of a method may be undefined or null: then to read the method throws, before the arguments of the
// call are evaluated.

// checks reports whether a method whose object is undefined or null throws because of the first thing that it
// does, and nothing can happen between the read of the method and that. own: the call is in the text of the
// caller.
func (c *caller) checks(site *calls.Site, s *shape, own bool) bool {
	if len(s.head) > 0 || slices.ContainsFunc(s.defaults, func(x ast.Expr) bool { return x != nil }) {
		return false
	}
	for _, a := range site.Call.Args {
		if !isQuiet(a) && !(c.o.Pure && c.isPure(a, site, own)) {
			return false
		}
	}
	if s.fn.ExprBody != nil {
		return readsThis(s.fn.ExprBody)
	}
	for _, st := range s.fn.Body {
		switch st := st.(type) {
		case *ast.ExprStmt:
			if st.Directive {
				continue
			}
			return readsThis(st.X)
		case *ast.Return:
			return st.X != nil && readsThis(st.X)
		case *ast.If:
			return readsThis(st.Test)
		case *ast.VarDecl:
			d := st.Decls[0]
			_, name := d.Target.(*ast.Ident)
			return d.Init != nil && name && readsThis(d.Init)
		}
		return false
	}
	return false
}

// isQuiet reports whether an expression has no effect.
func isQuiet(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Number, *ast.String, *ast.Bool, *ast.Null, *ast.This, *ast.Func:
		return true
	case *ast.Ident:
		if x.Sym == nil {
			return x.Name == "undefined" || x.Name == "Infinity" || x.Name == "NaN"
		}
		return x.Sym.Scope.Kind != ast.ScopeGlobal && (x.Sym.Kind == ast.SymParam || x.Sym.Kind == ast.SymVar || x.Sym.Kind == ast.SymFunc)
	}
	return false
}

// isPure reports whether an expression, if reads and conversions have no effects, has none but to throw a
// TypeError, as the call would.
func (c *caller) isPure(x ast.Expr, site *calls.Site, own bool) bool {
	switch x := x.(type) {
	case *ast.Member:
		return !x.Private && !x.Optional && c.isPure(x.Obj, site, own)
	case *ast.Index:
		return !x.Optional && c.isPure(x.Obj, site, own) && c.isPure(x.Key, site, own)
	case *ast.Binary:
		switch x.Op {
		case ast.Add, ast.Sub, ast.Mul, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Shl, ast.Shr, ast.Lt, ast.Gt, ast.Le, ast.Ge, ast.StrictEq, ast.StrictNe:
			return c.isPure(x.L, site, own) && c.isPure(x.R, site, own)
		}
		return false // a division of bigints may throw a RangeError
	case *ast.Unary:
		return (x.Op == ast.Neg || x.Op == ast.Not) && c.isPure(x.X, site, own)
	case *ast.Ident: // not in its dead zone
		s := x.Sym
		if own && s != nil && (s.Kind == ast.SymConst || s.Kind == ast.SymLet) && s.Scope.Func == c.fn && c.fn != nil {
			return s.Scope.Kind != ast.ScopeSwitch && len(s.Decls) == 1 && s.Decls[0].End <= site.Call.Start
		}
	}
	return isQuiet(x)
}

// readsThis reports whether the first effect of an expression is that a property of this is read or written.
func readsThis(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Member:
		_, this := x.Obj.(*ast.This)
		return this || readsThis(x.Obj)
	case *ast.Index:
		return readsThis(x.Obj)
	case *ast.Call:
		return readsThis(x.Callee)
	case *ast.Binary:
		return readsThis(x.L) || isQuiet(x.L) && !x.Op.Logical() && readsThis(x.R)
	case *ast.Cond:
		return readsThis(x.Test)
	case *ast.Unary:
		return x.Op != ast.Delete && readsThis(x.X)
	case *ast.Update:
		return readsThis(x.X)
	case *ast.Assign:
		m, ok := x.Target.(*ast.Member)
		if !ok {
			_, name := x.Target.(*ast.Ident)
			return name && x.Op == ast.NoOp && readsThis(x.Value)
		}
		_, this := m.Obj.(*ast.This)
		return readsThis(m.Obj) || this && (x.Op != ast.NoOp || isQuiet(x.Value) || readsThis(x.Value))
	}
	return false
}
