package shorten

import (
	"github.com/sonjs/son/parse/ast"
)

// isKnown reports whether reading a variable runs no code and needs no object: it is declared
// in the program, is no property of the global object, and no with or eval can interfere.
func (s *shortener) isKnown(id *ast.Ident) bool {
	sym := id.Sym
	if sym == nil || sym.DynamicReach || s.dynamic {
		return false
	}
	return !s.isGlobal(sym) || sym.Kind.Lexical()
}

// isGlobal reports whether a symbol is visible to other scripts.
func (s *shortener) isGlobal(sym *ast.Symbol) bool {
	return sym.Scope == s.p.Scope && s.p.Type == ast.Script && !s.p.CommonJS
}

// isReadable reports whether reading a variable has no effect and cannot throw.
func (s *shortener) isReadable(id *ast.Ident) bool {
	if !s.isKnown(id) {
		return false
	}
	switch sym := id.Sym; sym.Kind {
	case ast.SymVar, ast.SymFunc, ast.SymBlockFunc, ast.SymArguments, ast.SymFuncName:
		return true
	case ast.SymParam, ast.SymCatch:
		return s.hasValue(sym)
	case ast.SymLet, ast.SymConst, ast.SymClass:
		fn, ok := s.initialized[sym]
		return ok && fn == s.fn && sym.Scope.Kind != ast.ScopeSwitch
	}
	return false
}

// hasValue reports whether a parameter is initialized where the walk is: in a default value it
// may not be.
func (s *shortener) hasValue(sym *ast.Symbol) bool {
	fn, ok := s.initialized[sym]
	return ok && fn == sym.Scope.Func
}

// declared records that the variables of a target have their values from here on.
func (s *shortener) declared(target ast.Expr) {
	if id, ok := target.(*ast.Ident); ok {
		if id.Sym != nil {
			s.initialized[id.Sym] = s.fn
		}
		return
	}
	for _, id := range ast.Names(target) {
		if id.Sym != nil {
			s.initialized[id.Sym] = s.fn
		}
	}
}

// isPure reports whether evaluating x has no effect and cannot throw. It looks at small
// expressions only.
func (s *shortener) isPure(x ast.Expr) bool { return s.pureWithin(x, 4) }

func (s *shortener) pureWithin(x ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := x.(type) {
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.BigInt, *ast.RegExp, *ast.Func, *ast.NewTarget:
		return true
	case *ast.Ident:
		return s.isReadable(x) || x.Sym == nil && !s.dynamic && x.Name == "undefined"
	case *ast.Template:
		return len(x.Exprs) == 0
	case *ast.Unary:
		switch x.Op {
		case ast.Not, ast.Void:
			return s.pureWithin(x.X, depth-1)
		case ast.Typeof:
			if id, ok := x.X.(*ast.Ident); ok && id.Sym == nil {
				return false // it may be a getter
			}
			return s.pureWithin(x.X, depth-1)
		case ast.Neg, ast.Plus, ast.BitNot:
			_, ok := x.X.(*ast.Number)
			return ok
		}
	case *ast.Binary:
		return (x.Op == ast.StrictEq || x.Op == ast.StrictNe || x.Op.Logical()) && s.pureWithin(x.L, depth-1) && s.pureWithin(x.R, depth-1)
	case *ast.Cond:
		return s.pureWithin(x.Test, depth-1) && s.pureWithin(x.Then, depth-1) && s.pureWithin(x.Else, depth-1)
	case *ast.Array:
		for _, e := range x.Elems {
			if e != nil && !s.pureWithin(e, depth-1) {
				return false
			}
		}
		return true
	case *ast.Object:
		for _, m := range x.Props {
			if m.Computed || m.Kind == ast.PropSpread || !s.pureWithin(m.Value, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// isSensitive reports whether x means something else where it takes the place of an expression
// that contains it: a reference may be called with an object or deleted, a direct eval may
// arise, and an anonymous function gets a name.
func (s *shortener) isSensitive(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Member, *ast.Index, *ast.Chain, *ast.Super:
		return true
	case *ast.Ident:
		return x.Sym == nil || s.dynamic || x.Name == "eval"
	case *ast.Func, *ast.ClassExpr:
		return ast.IsAnonymous(x)
	}
	return false
}

// alone returns x in place of an expression that had it as its value.
func (s *shortener) alone(x ast.Expr) ast.Expr {
	if s.isSensitive(x) {
		return &ast.Seq{Base: at(x), Exprs: []ast.Expr{&ast.Number{Base: ast.Base{}}, x}}
	}
	return x
}

// truth is what ToBoolean makes of a value, as far as it is known.
type truth uint8

const (
	unknown truth = iota
	isTrue
	isFalse
)

func truthOf(yes bool) truth {
	if yes {
		return isTrue
	}
	return isFalse
}

// not returns the truth of the negation.
func (t truth) not() truth {
	switch t {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return unknown
}

// truthOf returns the truth of a pure constant. It is not used where what it decides against may
// be an await at the top level: without any, a module is evaluated earlier.
func (s *shortener) truthOf(x ast.Expr) truth {
	if s.fn == nil && s.p.HasTopLevelAwait {
		return unknown
	}
	switch x := x.(type) {
	case *ast.Null:
		return isFalse
	case *ast.Bool:
		return truthOf(x.Value)
	case *ast.Number:
		return truthOf(x.Value != 0 && x.Value == x.Value)
	case *ast.String:
		return truthOf(x.Value != "")
	case *ast.Func, *ast.RegExp:
		return isTrue
	case *ast.Unary:
		switch x.Op {
		case ast.Not:
			return s.truthOf(x.X).not()
		case ast.Void:
			if ast.IsLiteral(x.X) {
				return isFalse
			}
		}
	}
	return unknown
}

// isBool reports whether x is a literal boolean of this value.
func isBool(x ast.Expr, value bool) bool {
	switch x := x.(type) {
	case *ast.Bool:
		return x.Value == value
	case *ast.Unary:
		n, ok := x.X.(*ast.Number)
		return ok && x.Op == ast.Not && (n.Value == 0) == value && n.Value == n.Value
	}
	return false
}

// isUndefined reports whether x is undefined for certain.
func (s *shortener) isUndefined(x ast.Expr) bool {
	if id, ok := x.(*ast.Ident); ok {
		return id.Sym == nil && id.Name == "undefined" && !s.dynamic
	}
	return ast.IsUndefined(x)
}

// kind is the type of a value, as typeof tells it.
type kind uint8

const (
	anyKind kind = iota
	boolKind
	numberKind
	stringKind
	undefinedKind
	nullKind
	bigintKind
)

// kindOf returns the type of the value of x if it is known. It looks at small expressions only.
func kindOf(x ast.Expr, depth int) kind {
	if depth == 0 {
		return anyKind
	}
	switch x := x.(type) {
	case *ast.Bool:
		return boolKind
	case *ast.Number:
		return numberKind
	case *ast.String, *ast.Template:
		return stringKind
	case *ast.Null:
		return nullKind
	case *ast.BigInt:
		return bigintKind
	case *ast.Unary:
		switch x.Op {
		case ast.Not, ast.Delete:
			return boolKind
		case ast.Typeof:
			return stringKind
		case ast.Void:
			return undefinedKind
		case ast.Plus:
			return numberKind
		case ast.Neg, ast.BitNot:
			if k := kindOf(x.X, depth-1); k == numberKind || k == bigintKind {
				return k
			}
		}
	case *ast.Binary:
		return kindOfBinary(x, depth)
	case *ast.Cond:
		if k := kindOf(x.Then, depth-1); k == kindOf(x.Else, depth-1) {
			return k
		}
	case *ast.Seq:
		return kindOf(x.Exprs[len(x.Exprs)-1], depth-1)
	case *ast.Assign:
		if x.Op == ast.NoOp {
			return kindOf(x.Value, depth-1)
		}
	}
	return anyKind
}

func kindOfBinary(x *ast.Binary, depth int) kind {
	switch x.Op {
	case ast.Lt, ast.Gt, ast.Le, ast.Ge, ast.Eq, ast.Ne, ast.StrictEq, ast.StrictNe, ast.In, ast.InstanceOf:
		return boolKind
	case ast.UShr:
		return numberKind
	case ast.LogicalAnd, ast.LogicalOr:
		if k := kindOf(x.L, depth-1); k == kindOf(x.R, depth-1) {
			return k
		}
	case ast.Add:
		l, r := kindOf(x.L, depth-1), kindOf(x.R, depth-1)
		if l == stringKind || r == stringKind {
			return stringKind
		}
		if l == numberKind && r == numberKind {
			return numberKind
		}
	case ast.Sub, ast.Mul, ast.Div, ast.Mod, ast.Exp, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Shl, ast.Shr:
		// With a BigInt on the other side it throws.
		if kindOf(x.L, depth-1) == numberKind || kindOf(x.R, depth-1) == numberKind {
			return numberKind
		}
	}
	return anyKind
}

// isBoolean reports whether the value of x is a boolean.
func isBoolean(x ast.Expr) bool { return kindOf(x, 5) == boolKind }

// isEqual reports whether two small expressions are the same text and refer to the same
// bindings.
func isEqual(a, b ast.Expr) bool {
	if a, ok := a.(*ast.Ident); ok {
		b, ok := b.(*ast.Ident)
		return ok && a.Sym == b.Sym && a.Name == b.Name
	}
	return ast.Equal(a, b)
}
