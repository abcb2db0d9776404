package shorten

import "github.com/sonjs/son/parse/ast"

// parens returns the size of the parentheses around an operand.
func parens(is, needed ast.Prec) int {
	if is < needed {
		return 2
	}
	return 0
}

// inverseDepth bounds how deep a test is negated.
const inverseDepth = 12

// inverseCost returns how many bytes the negation of a test is longer than the test, and its
// precedence. Only the truth of the negation counts.
func inverseCost(x ast.Expr, depth int) (int, ast.Prec) {
	if depth > 0 {
		switch x := x.(type) {
		case *ast.Unary:
			if x.Op == ast.Not {
				return -1 - parens(ast.PrecOf(x.X), ast.PrecUnary), ast.PrecOf(x.X)
			}
		case *ast.Binary:
			if inverseOp(x.Op) != ast.NoOp {
				if x.Op.Logical() {
					return inverseLogical(x, depth)
				}
				return 0, x.Op.Prec()
			}
		case *ast.Cond:
			a, p := inverseCost(x.Then, depth-1)
			b, q := inverseCost(x.Else, depth-1)
			if in := a + b + parens(p, ast.PrecAssign) + parens(q, ast.PrecAssign) - parens(ast.PrecOf(x.Then), ast.PrecAssign) - parens(ast.PrecOf(x.Else), ast.PrecAssign); in < 3 {
				return in, ast.PrecCond
			}
		case *ast.Seq:
			a, p := inverseCost(x.Exprs[len(x.Exprs)-1], depth-1)
			return a + parens(p, ast.PrecAssign) - parens(ast.PrecOf(x.Exprs[len(x.Exprs)-1]), ast.PrecAssign), ast.PrecSeq
		}
	}
	return 1 + parens(ast.PrecOf(x), ast.PrecUnary), ast.PrecUnary
}

func inverseLogical(x *ast.Binary, depth int) (int, ast.Prec) {
	a, p := inverseCost(x.L, depth-1)
	b, q := inverseCost(x.R, depth-1)
	is, to := x.Op.Prec(), inverseOp(x.Op).Prec()
	was := parens(ast.PrecOf(x.L), is) + parens(ast.PrecOf(x.R), is)
	in := a + b + parens(p, to) + parens(q, to) - was
	if plain := 1 + parens(is, ast.PrecUnary); in > plain {
		return plain, ast.PrecUnary
	}
	return in, to
}

// inverseOp returns the operator of the negated operation, or NoOp.
func inverseOp(op ast.BinaryOp) ast.BinaryOp {
	switch op {
	case ast.Eq:
		return ast.Ne
	case ast.Ne:
		return ast.Eq
	case ast.StrictEq:
		return ast.StrictNe
	case ast.StrictNe:
		return ast.StrictEq
	case ast.LogicalAnd:
		return ast.LogicalOr
	case ast.LogicalOr:
		return ast.LogicalAnd
	}
	return ast.NoOp
}

// inverse returns the negation of a test, of which only the truth counts.
func (s *shortener) inverse(x ast.Expr) ast.Expr { return s.inverseWithin(x, inverseDepth) }

func (s *shortener) inverseWithin(x ast.Expr, depth int) ast.Expr {
	if depth > 0 {
		switch x := x.(type) {
		case *ast.Unary:
			if x.Op == ast.Not {
				return x.X
			}
		case *ast.Binary:
			if op := inverseOp(x.Op); op != ast.NoOp {
				if !x.Op.Logical() {
					x.Op = op
					return x
				}
				if in, _ := inverseCost(x, depth); in < 1+parens(x.Op.Prec(), ast.PrecUnary) {
					l, r := s.inverseWithin(x.L, depth-1), s.inverseWithin(x.R, depth-1)
					return s.logical(op, l, r)
				}
			}
		case *ast.Cond:
			if in, _ := inverseCost(x, depth); in >= 3 {
				break
			}
			x.Then, x.Else = s.inverseWithin(x.Then, depth-1), s.inverseWithin(x.Else, depth-1)
			return x
		case *ast.Seq:
			last := len(x.Exprs) - 1
			x.Exprs[last] = s.inverseWithin(x.Exprs[last], depth-1)
			return x
		}
	}
	return &ast.Unary{Base: at(x), Op: ast.Not, X: x}
}
