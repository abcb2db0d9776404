package parse

import "github.com/sonjs/son/parse/ast"

// function makes the scopes of a function and analyzes its parts. The caller
// handles the name of a declaration.
func (a *analysis) function(fn *ast.Function) {
	saved := a.stance
	fn.Parent = a.fn
	fn.InWith = a.withs > 0
	fn.Index = len(a.funcs) // until number
	a.funcs = append(a.funcs, fn)
	if fn.Kind == ast.FuncArrow {
		a.homes = append(a.homes, a.home(a.fn))
	} else {
		a.homes = append(a.homes, fn)
	}
	a.fn, a.loops, a.strict, a.sites = fn, 0, a.strict || fn.Strict, 0

	fn.Scope = a.enter(ast.ScopeFunc, fn.Span)
	a.varScope = fn.Scope
	for _, p := range fn.Params {
		a.pattern(p, &declaration{ast.SymParam, ast.RefInit, valued})
	}
	if fn.ExprBody != nil {
		a.expr(fn.ExprBody)
	} else {
		a.functionBody(fn)
	}
	a.leave()
	fn.Sites = a.sites
	a.stance = saved
}

// home returns the function that gives f its `this` and `arguments`: f itself
// unless it is an arrow; nil for the top level.
func (a *analysis) home(f *ast.Function) *ast.Function {
	if f == nil {
		return nil
	}
	return a.homes[f.Index]
}

// functionExpr opens the scope for the name of a named function expression.
func (a *analysis) functionExpr(fn *ast.Function) {
	if fn.Name == nil || fn.Kind != ast.FuncNormal {
		a.function(fn)
		return
	}
	fn.SelfScope = a.enter(ast.ScopeFuncSelf, fn.Span)
	fn.SelfScope.Func, fn.SelfScope.Loops = fn, 0
	a.bind(fn.Name, declaration{ast.SymFuncName, ast.RefInit, valued})
	a.function(fn)
	a.leave()
}

func (a *analysis) functionBody(fn *ast.Function) {
	if !paramExpressions(fn) {
		a.stmts(fn.Body)
		return
	}
	fn.BodyScope = a.enter(ast.ScopeFuncBody, fn.BodySpan)
	a.varScope = fn.BodyScope
	a.stmts(fn.Body)
	a.leave()
	for _, sym := range fn.BodyScope.Symbols {
		if !sym.Kind.Lexical() {
			continue
		}
		if p := fn.Scope.Lookup(sym.Name); p != nil && p.Kind == ast.SymParam {
			a.redeclared(p, sym.Decls[0])
		}
	}
}

// paramExpressions reports whether evaluating the parameters of fn may run
// code, so that they need an environment without the body's vars.
func paramExpressions(fn *ast.Function) bool {
	for _, p := range fn.Params {
		if hasExpression(p) {
			return true
		}
	}
	return false
}

func hasExpression(pattern ast.Expr) bool {
	switch p := pattern.(type) {
	case *ast.Default:
		return true
	case *ast.Spread:
		return hasExpression(p.X)
	case *ast.ArrayPat:
		for _, e := range p.Elems {
			if e != nil && hasExpression(e) {
				return true
			}
		}
	case *ast.ObjectPat:
		for _, m := range p.Props {
			if m.Computed || hasExpression(m.Value) {
				return true
			}
		}
	}
	return false
}

// class makes the scope of a class. A declaration's own name was bound in the
// enclosing scope already; inside the class it has a second, constant binding.
func (a *analysis) class(c *ast.Class, outer refFlags) {
	strict := a.strict
	for _, d := range c.Decorators {
		a.expr(d)
	}
	a.strict = true
	c.Scope = a.enter(ast.ScopeClass, c.Span)
	if c.Name != nil {
		a.bind(c.Name, declaration{ast.SymClassName, ast.RefInit, valued | outer})
	}
	a.expr(c.Super)
	for _, m := range c.Members {
		if m.Computed {
			a.expr(m.Key)
		}
		if m.Fn != nil {
			a.function(m.Fn)
		}
	}
	a.leave()
	a.strict = strict
}

// uses records that the code of the current function, and of the arrows between
// it and the function that binds `this`, uses special bindings.
func (a *analysis) uses(u ast.FuncUses) {
	markUses(a.fn, u)
}

func markUses(f *ast.Function, u ast.FuncUses) {
	for ; f != nil && f.Uses&u != u; f = f.Parent {
		f.Uses |= u
		if f.Kind != ast.FuncArrow {
			return
		}
	}
}

// directEval records a direct eval call: its code may reference anything in
// scope, and in sloppy code declare vars.
func (a *analysis) directEval() {
	if a.fn != nil {
		a.fn.DirectEval = true
		a.uses(ast.UsesThis | ast.UsesArguments | ast.UsesNewTarget)
	}
	for f := a.fn; f != nil && !f.InnerEval; f = f.Parent {
		f.InnerEval = true
	}
	if !a.strict {
		a.varScope.Eval = true
	}
	a.seen = append(a.seen, a.scope)
}
