package shorten

import "github.com/sonjs/son/parse/ast"

// test shortens a short expression of which only the truth counts.
func (s *shortener) test(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Unary:
		if x.Op != ast.Not {
			break
		}
		if in, _ := inverseCost(x.X, inverseDepth); in < 1+parens(ast.PrecOf(x.X), ast.PrecUnary) {
			return s.inverse(x.X)
		}
	case *ast.Binary:
		return s.testLogical(x)
	case *ast.Cond:
		x.Then, x.Else = s.test(x.Then), s.test(x.Else)
		return s.testCond(x)
	case *ast.Seq:
		last := len(x.Exprs) - 1
		x.Exprs[last] = s.test(x.Exprs[last])
	}
	return x
}

func (s *shortener) testLogical(x *ast.Binary) ast.Expr {
	if x.Op != ast.LogicalAnd && x.Op != ast.LogicalOr {
		return x
	}
	x.L, x.R = s.test(x.L), s.test(x.R)
	if t := s.truthOf(x.R); t != unknown && (t == isTrue) == (x.Op == ast.LogicalAnd) {
		return x.L // a && true
	}
	return x
}

func (s *shortener) testCond(x *ast.Cond) ast.Expr {
	switch {
	case s.truthOf(x.Then) == isTrue:
		return s.logical(ast.LogicalOr, x.Test, x.Else)
	case s.truthOf(x.Else) == isFalse:
		return s.logical(ast.LogicalAnd, x.Test, x.Then)
	case s.truthOf(x.Then) == isFalse:
		return s.logical(ast.LogicalAnd, s.inverse(x.Test), x.Else)
	case s.truthOf(x.Else) == isTrue:
		return s.logical(ast.LogicalOr, s.inverse(x.Test), x.Then)
	}
	return x
}

// logical makes an operation with short operands.
func (s *shortener) logical(op ast.BinaryOp, l, r ast.Expr) ast.Expr {
	return s.binary(&ast.Binary{Base: around(l, r), Op: op, L: l, R: r})
}

// conditional makes a conditional expression with short parts.
func (s *shortener) conditional(test, then, other ast.Expr) ast.Expr {
	return s.cond(&ast.Cond{Base: around(test, other), Test: test, Then: then, Else: other})
}

// unused shortens a short expression of which only the effects count; nil if it has none.
func (s *shortener) unused(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case nil:
		return nil
	case *ast.Seq:
		return s.unusedAll(x.Exprs)
	case *ast.Unary:
		switch x.Op {
		case ast.Not, ast.Void:
			return s.unused(x.X)
		case ast.Typeof:
			if id, ok := x.X.(*ast.Ident); !ok || s.isReadable(id) {
				return s.unused(x.X)
			}
		}
	case *ast.Binary:
		return s.unusedBinary(x)
	case *ast.Cond:
		return s.unusedCond(x)
	case *ast.Array:
		return s.unusedArray(x)
	}
	if s.isPure(x) {
		return nil
	}
	return x
}

func (s *shortener) unusedAll(list []ast.Expr) ast.Expr {
	var out ast.Expr
	for _, x := range list {
		if x = s.unused(x); x != nil {
			out = join(out, x)
		}
	}
	return out
}

func (s *shortener) unusedArray(x *ast.Array) ast.Expr {
	for _, e := range x.Elems {
		if _, spread := e.(*ast.Spread); spread {
			return x
		}
	}
	return s.unusedAll(x.Elems)
}

func (s *shortener) unusedBinary(x *ast.Binary) ast.Expr {
	switch x.Op {
	case ast.StrictEq, ast.StrictNe:
		return join(s.unused(x.L), s.unused(x.R))
	case ast.LogicalAnd, ast.LogicalOr:
		x.L = s.test(x.L)
		r := s.unused(x.R)
		if r == nil {
			return s.unused(x.L)
		}
		return s.when(x.L, r, x.Op == ast.LogicalAnd)
	case ast.Nullish:
		if x.R = s.unused(x.R); x.R == nil {
			return s.unused(x.L)
		}
	}
	return x
}

func (s *shortener) unusedCond(x *ast.Cond) ast.Expr {
	then, other := s.unused(x.Then), s.unused(x.Else)
	switch {
	case then == nil && other == nil:
		return s.unused(x.Test)
	case other == nil:
		return s.when(x.Test, then, true)
	case then == nil:
		return s.when(x.Test, other, false)
	}
	x.Then, x.Else = then, other
	return s.cond(x)
}

// when makes an expression that has the effects of x if a test has the outcome yes.
func (s *shortener) when(test, x ast.Expr, yes bool) ast.Expr {
	before, test := split(test)
	op, other := ast.LogicalAnd, ast.LogicalOr
	if !yes {
		op, other = other, op
	}
	if t := s.truthOf(test); t != unknown {
		if (t == isTrue) == yes {
			return join(before, x)
		}
		return before
	}
	cost, p := inverseCost(test, inverseDepth)
	plain := parens(ast.PrecOf(test), op.Prec()) + rightParens(x, op)
	if cost+parens(p, other.Prec())+rightParens(x, other) < plain {
		op, test = other, s.inverse(test)
	}
	return join(before, s.logical(op, test, x))
}

// rightParens returns the size of the parentheses around a right operand.
func rightParens(x ast.Expr, op ast.BinaryOp) int {
	if b, ok := x.(*ast.Binary); ok && b.Op == op {
		return 0 // a && (b && c) becomes (a && b) && c
	}
	return parens(ast.PrecOf(x), op.Prec()+1)
}
