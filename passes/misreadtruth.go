package passes

import "github.com/sonjs/son/parse/ast"

// truth is the known outcome of a test.
type truth uint8

const (
	unknown truth = iota
	isFalse
	isTrue
)

func truthOf(v bool) truth {
	if v {
		return isTrue
	}
	return isFalse
}

// truth returns the outcome of a test, whatever it executes on the way.
func (m *misread) truth(x ast.Expr) truth {
	switch x.(type) {
	case *ast.Binary, *ast.Cond:
		if t, ok := m.truths[x]; ok {
			return t
		}
		t := m.outcome(x)
		if m.truths != nil {
			m.truths[x] = t
		}
		return t
	}
	return m.outcome(x)
}

// outcome is truth, computed.
func (m *misread) outcome(x ast.Expr) truth {
	switch x := x.(type) {
	case *ast.Binary:
		if !x.Op.Logical() {
			return unknown
		}
		l, r := m.truth(x.L), m.truth(x.R)
		switch {
		case x.Op == ast.LogicalAnd && (l == isFalse || r == isFalse):
			return isFalse
		case x.Op == ast.LogicalOr && (l == isTrue || r == isTrue), x.Op == ast.Nullish && l == isTrue:
			return isTrue
		case l == r:
			return l
		}
	case *ast.Cond:
		if then := m.truth(x.Then); then == m.truth(x.Else) {
			return then
		}
	case *ast.Unary:
		switch x.Op {
		case ast.Not:
			switch m.truth(x.X) {
			case isFalse:
				return isTrue
			case isTrue:
				return isFalse
			}
		case ast.Typeof:
			return isTrue
		case ast.Void:
			return isFalse
		case ast.Neg:
			return m.truth(x.X)
		}
	case *ast.Seq:
		return m.truth(x.Exprs[len(x.Exprs)-1])
	case *ast.Assign:
		if x.Op == ast.NoOp {
			return m.truth(x.Value)
		}
	case *ast.Ident:
		switch {
		case x.Sym != nil:
			return m.known[x.Sym]
		case x.Name == "undefined", x.Name == "NaN":
			return isFalse
		case x.Name == "Infinity":
			return isTrue
		}
	case *ast.Null:
		return isFalse
	case *ast.Bool:
		return truthOf(x.Value)
	case *ast.Number:
		return truthOf(x.Value != 0)
	case *ast.String:
		return truthOf(x.Value != "")
	case *ast.BigInt, *ast.Template, *ast.RegExp, *ast.Array, *ast.Object, *ast.Func, *ast.ClassExpr:
		return isTrue // or known to be false
	}
	return unknown
}
