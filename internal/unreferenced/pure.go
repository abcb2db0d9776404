package unreferenced

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// pure reports whether evaluating an expression has no effect: it runs no code that others could
// notice, and throws nothing.
func (s *surveyor) pure(x ast.Expr, at place) bool {
	switch x := x.(type) {
	case *ast.BigInt, *ast.RegExp, *ast.Func, *ast.NewTarget:
		return true
	case *ast.This:
		return !at.derived
	case *ast.Ident:
		return s.isReadable(x, at)
	case *ast.ClassExpr:
		return s.pureClass(x.Class, at)
	case *ast.Array:
		return !slices.ContainsFunc(x.Elems, func(e ast.Expr) bool { return e != nil && !s.pure(e, at) })
	case *ast.Object:
		return !slices.ContainsFunc(x.Props, func(p *ast.Property) bool {
			return p.Kind == ast.PropSpread || p.Computed && !s.plain(p.Key, at) || !s.pure(p.Value, at)
		})
	case *ast.Unary:
		switch x.Op {
		case ast.Typeof, ast.Void, ast.Not:
			return s.pure(x.X, at)
		}
	case *ast.Binary:
		switch {
		case x.Op.Logical(), x.Op == ast.StrictEq, x.Op == ast.StrictNe:
			return s.pure(x.L, at) && s.pure(x.R, at)
		}
	case *ast.Cond:
		return s.pure(x.Test, at) && s.pure(x.Then, at) && s.pure(x.Else, at)
	case *ast.Seq:
		return !slices.ContainsFunc(x.Exprs, func(e ast.Expr) bool { return !s.pure(e, at) })
	}
	return s.plain(x, at)
}

// plain reports whether an expression is pure, and its value a number, string, boolean, undefined
// or null: converting and combining these has no effect, either.
func (s *surveyor) plain(x ast.Expr, at place) bool {
	switch x := x.(type) {
	case *ast.Number, *ast.String, *ast.Bool, *ast.Null:
		return true
	case *ast.Ident:
		return x.Sym == nil && s.isReadable(x, at)
	case *ast.Template:
		return !slices.ContainsFunc(x.Exprs, func(e ast.Expr) bool { return !s.plain(e, at) })
	case *ast.Unary:
		switch x.Op {
		case ast.Typeof, ast.Void, ast.Not:
			return s.pure(x.X, at)
		case ast.Neg, ast.Plus, ast.BitNot:
			return s.plain(x.X, at)
		}
	case *ast.Binary:
		switch x.Op {
		case ast.In, ast.InstanceOf:
			return false
		case ast.StrictEq, ast.StrictNe:
			return s.pure(x.L, at) && s.pure(x.R, at)
		}
		return s.plain(x.L, at) && s.plain(x.R, at)
	case *ast.Cond:
		return s.pure(x.Test, at) && s.plain(x.Then, at) && s.plain(x.Else, at)
	}
	return false
}

// pureClass reports whether evaluating a class only creates it.
func (s *surveyor) pureClass(c *ast.Class, at place) bool {
	if len(c.Decorators) > 0 || c.Super != nil && !s.isHeritage(c.Super, at) {
		return false
	}
	for _, m := range c.Members {
		switch {
		case m.Computed && !s.plain(m.Key, at), m.Computed && m.Static, m.Kind == ast.MemberStaticBlock, m.Kind == ast.MemberAccessor:
			return false
		case m.Static && m.Kind == ast.MemberField && m.Fn != nil:
			if !s.pure(m.Fn.ExprBody, place{fn: m.Fn}) {
				return false
			}
		}
	}
	return true
}

// isHeritage reports whether extending something has no effect: it is null, or a declared class,
// whose prototype property nothing can change.
func (s *surveyor) isHeritage(x ast.Expr, at place) bool {
	switch x := x.(type) {
	case *ast.Null:
		return true
	case *ast.Ident:
		return x.Sym != nil && x.Sym.Kind == ast.SymClass && x.Sym.Assigns == 1 && s.isReadable(x, at)
	}
	return false
}

// isReadable reports whether reading a name has no effect.
func (s *surveyor) isReadable(id *ast.Ident, at place) bool {
	if at.with {
		return false
	}
	sym := id.Sym
	if sym == nil {
		switch id.Name {
		case "undefined", "NaN", "Infinity":
			return !s.isDynamic(at.fn)
		}
		return false
	}
	return !sym.DynamicReach && (sym.Scope.Kind != ast.ScopeGlobal || s.p.CommonJS) && s.isInitialized(id, at.fn)
}

// isDynamic reports whether the names in a function's code may mean something else than the text
// says.
func (s *surveyor) isDynamic(fn *ast.Function) bool {
	return s.p.Scope.Eval || fn != nil && (fn.InWith || fn.HasWith || fn.DirectEval)
}

// isInitialized reports whether code of a function, nil being the top level, finds a variable
// initialized, where it references it.
func (s *surveyor) isInitialized(id *ast.Ident, fn *ast.Function) bool {
	sym := id.Sym
	home := sym.Scope.Func
	switch sym.Kind {
	case ast.SymVar, ast.SymFunc, ast.SymBlockFunc, ast.SymCatch, ast.SymFuncName, ast.SymArguments:
		return true
	case ast.SymParam:
		return home != nil && id.Start >= home.BodySpan.Start
	case ast.SymLet, ast.SymConst, ast.SymClass:
	default:
		return false
	}
	end := s.end(sym)
	switch {
	case end == 0 || sym.Scope.Kind == ast.ScopeSwitch:
		return false
	case home == fn:
		return id.Start >= end
	case sym.Scope == s.p.Scope, home != nil && (sym.Scope == home.Scope || sym.Scope == home.BodyScope):
		return s.settled.List(home).SettledAt(end, fn, id.Start)
	}
	return false
}
