package shorten

import "github.com/sonjs/son/parse/ast"

// condRules are the rules for conditional expressions.
func condRules() []rule[*ast.Cond] {
	return []rule[*ast.Cond]{{
		name: "comma-test", doc: "what comes before the test comes before the conditional expression",
		before: "f((g(), a) ? b : c)", after: "f((g(),a?b:c))",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			before, last := split(x.Test)
			if before == nil {
				return nil
			}
			x.Test = last
			return join(before, s.cond(x))
		},
	}, {
		name: "cond-decided", doc: "a constant test decides",
		before: "f(1 ? a : b)", after: "f(a)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			switch s.truthOf(x.Test) {
			case isTrue:
				return x.Then
			case isFalse:
				return x.Else
			}
			return nil
		},
	}, {
		name: "cond-not", doc: "a test that is shorter negated is negated",
		before: "f(!a ? b : c)", after: "f(a?c:b)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			cost, p := inverseCost(x.Test, inverseDepth)
			if cost+parens(p, ast.PrecCond+1) >= parens(ast.PrecOf(x.Test), ast.PrecCond+1) {
				return nil
			}
			x.Test = s.inverse(x.Test)
			x.Then, x.Else = x.Else, x.Then
			return s.cond(x)
		},
	}, {
		name: "cond-same", doc: "equal values need no test",
		before: "f(g() ? a : a)", after: "f((g(),a))",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			if !same(x.Then, x.Else) {
				return nil
			}
			return join(s.unused(x.Test), x.Then)
		},
	}, {
		name: "cond-or", doc: "a ? a : b is a || b, if a is a variable",
		before: "f(a ? a : b)", after: "f(a||b)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			if !s.isSameVariable(x.Test, x.Then) {
				return nil
			}
			return s.logical(ast.LogicalOr, x.Test, x.Else)
		},
	}, {
		name: "cond-and", doc: "a ? b : a is a && b, if a is a variable",
		before: "f(a ? b : a)", after: "f(a&&b)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			if !s.isSameVariable(x.Test, x.Else) {
				return nil
			}
			return s.logical(ast.LogicalAnd, x.Test, x.Then)
		},
	}, {
		name: "cond-boolean", doc: "a value that is true or false is part of the test",
		before: "f(a ? !0 : !1)", after: "f(!!a)",
		apply: condBoolean,
	}, {
		name: "cond-nested-and", doc: "a ? b ? c : d : d is a && b ? c : d",
		before: "f(a ? b ? c : d : d)", after: "f(a&&b?c:d)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			in, ok := x.Then.(*ast.Cond)
			if !ok || !same(in.Else, x.Else) {
				return nil
			}
			return s.conditional(s.logical(ast.LogicalAnd, x.Test, in.Test), in.Then, x.Else)
		},
	}, {
		name: "cond-nested-or", doc: "a ? b : c ? b : d is a || c ? b : d",
		before: "f(a ? b : c ? b : d)", after: "f(a||c?b:d)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			in, ok := x.Else.(*ast.Cond)
			if !ok || !same(in.Then, x.Then) {
				return nil
			}
			return s.conditional(s.logical(ast.LogicalOr, x.Test, in.Test), x.Then, in.Else)
		},
	}, {
		name: "cond-or-same", doc: "a ? b || c : c is a && b || c",
		before: "f(a ? b || c : c)", after: "f(a&&b||c)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			in, ok := x.Then.(*ast.Binary)
			if !ok || in.Op != ast.LogicalOr || !same(in.R, x.Else) {
				return nil
			}
			return s.logical(ast.LogicalOr, s.logical(ast.LogicalAnd, x.Test, in.L), x.Else)
		},
	}, {
		name: "cond-and-same", doc: "a ? c : b && c is (a || b) && c",
		before: "f(a ? c : b && c)", after: "f((a||b)&&c)",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			in, ok := x.Else.(*ast.Binary)
			if !ok || in.Op != ast.LogicalAnd || !same(in.R, x.Then) {
				return nil
			}
			return s.logical(ast.LogicalAnd, s.logical(ast.LogicalOr, x.Test, in.L), x.Then)
		},
	}, {
		name: "cond-comma", doc: "a ? (b, c) : c is a && b, c",
		before: "f(a ? (g(), b) : b)", after: "f((a&&g(),b))",
		apply: func(s *shortener, x *ast.Cond) ast.Expr {
			if q, ok := x.Then.(*ast.Seq); ok && same(q.Exprs[len(q.Exprs)-1], x.Else) {
				before, last := split(q)
				return join(s.when(x.Test, before, true), last)
			}
			if q, ok := x.Else.(*ast.Seq); ok && same(q.Exprs[len(q.Exprs)-1], x.Then) {
				before, last := split(q)
				return join(s.when(x.Test, before, false), last)
			}
			return nil
		},
	}, {
		name: "cond-assignment", doc: "two assignments of one variable are one",
		before: "a ? b = c : b = d", after: "b=a?c:d",
		apply: condAssignment,
	}, {
		name: "cond-call", doc: "two calls of one function that differ in one argument are one",
		before: "a ? f(b) : f(c)", after: "f(a?b:c)",
		apply: condCall,
	}}
}

// isSameVariable reports whether two expressions are one variable, whose reading does nothing.
func (s *shortener) isSameVariable(a, b ast.Expr) bool {
	x, ok := a.(*ast.Ident)
	return ok && s.isKnown(x) && isEqual(x, b)
}

func condBoolean(s *shortener, x *ast.Cond) ast.Expr {
	switch {
	case isBool(x.Then, true) && isBool(x.Else, false):
		if isBoolean(x.Test) {
			return x.Test
		}
		not := &ast.Unary{Base: at(x.Test), Op: ast.Not, X: x.Test}
		return &ast.Unary{Base: at(x), Op: ast.Not, X: not}
	case isBool(x.Then, false) && isBool(x.Else, true):
		return applied(s, s.rules.unary, &ast.Unary{Base: at(x.Test), Op: ast.Not, X: x.Test})
	case isBool(x.Then, true) && isBoolean(x.Test):
		return s.logical(ast.LogicalOr, x.Test, x.Else)
	case isBool(x.Else, false) && isBoolean(x.Test):
		return s.logical(ast.LogicalAnd, x.Test, x.Then)
	case isBool(x.Then, false):
		not := applied(s, s.rules.unary, &ast.Unary{Base: at(x.Test), Op: ast.Not, X: x.Test})
		return s.logical(ast.LogicalAnd, not, x.Else)
	case isBool(x.Else, true):
		not := applied(s, s.rules.unary, &ast.Unary{Base: at(x.Test), Op: ast.Not, X: x.Test})
		return s.logical(ast.LogicalOr, not, x.Then)
	}
	return nil
}

func condAssignment(s *shortener, x *ast.Cond) ast.Expr {
	a, ok := x.Then.(*ast.Assign)
	b, ok2 := x.Else.(*ast.Assign)
	if !ok || !ok2 || a.Op != b.Op || a.Op.Logical() || !s.isMovableTarget(a, x.Test) || !same(a.Target, b.Target) {
		return nil
	}
	if !s.o.AnyNames && (ast.IsAnonymous(a.Value) || ast.IsAnonymous(b.Value)) {
		return nil
	}
	value := s.conditional(x.Test, a.Value, b.Value)
	if !s.o.AnyNames && ast.IsAnonymous(value) {
		value = s.alone(value)
	}
	return applied(s, s.rules.assign, &ast.Assign{Base: at(x), Op: a.Op, Target: a.Target, Value: value})
}

// isMovableTarget reports whether the target of an assignment may be evaluated before a test.
func (s *shortener) isMovableTarget(a *ast.Assign, test ast.Expr) bool {
	switch t := a.Target.(type) {
	case *ast.Ident:
		return !t.Paren && s.isKnown(t) && (a.Op == ast.NoOp || s.isReadable(t) && s.isPure(test))
	case *ast.Member:
		return a.Op == ast.NoOp && s.isPure(test) && s.isPlain(t.Obj)
	}
	return false
}

// isPlain reports whether an object can be read at any time.
func (s *shortener) isPlain(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && s.isReadable(id)
}

func condCall(s *shortener, x *ast.Cond) ast.Expr {
	a, ok := x.Then.(*ast.Call)
	b, ok2 := x.Else.(*ast.Call)
	if !ok || !ok2 || a.Optional || b.Optional || len(a.Args) == 0 || len(a.Args) != len(b.Args) {
		return nil
	}
	id, ok := a.Callee.(*ast.Ident)
	if !ok || id.Name == "eval" || !isEqual(id, b.Callee) || !s.isReadable(id) || !s.isPure(x.Test) && !isConstant(id.Sym) {
		return nil
	}
	for i := range a.Args {
		if _, spread := a.Args[i].(*ast.Spread); i > 0 && !same(a.Args[i], b.Args[i]) || i == 0 && spread {
			return nil
		}
	}
	if _, spread := b.Args[0].(*ast.Spread); spread {
		return nil
	}
	a.Args[0] = s.conditional(x.Test, a.Args[0], b.Args[0])
	a.Base = x.Base
	return a
}

// isConstant reports whether a variable that has a value keeps it.
func isConstant(sym *ast.Symbol) bool {
	switch sym.Kind {
	case ast.SymConst:
		return true
	case ast.SymFunc, ast.SymLet, ast.SymParam:
		return sym.Assigns <= 1 && !sym.AssignedInner && !sym.Aliased
	}
	return false
}

// same reports whether two expressions of one place in the program do the same. Those with a
// tagged template do not: each passes a list of texts of its own.
func same(a, b ast.Expr) bool {
	if !ast.Equal(a, b) {
		return false
	}
	tagged := false
	ast.Walk(a, func(n ast.Node) bool {
		_, ok := n.(*ast.TaggedTemplate)
		tagged = tagged || ok
		return !tagged
	})
	return !tagged
}
