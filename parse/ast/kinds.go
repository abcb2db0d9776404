package ast

import "fmt"

// IsPattern reports whether a target is a destructuring pattern.
func IsPattern(x Expr) bool {
	switch x.(type) {
	case *ArrayPat, *ObjectPat:
		return true
	}
	return false
}

// IsOperation reports whether x is an operation, whose operands may need parentheses.
func IsOperation(x Expr) bool {
	switch x.(type) {
	case *Binary, *Cond, *Assign, *Unary, *Await:
		return true
	}
	return false
}

// IsUndefined reports whether x is the global undefined or void 0.
func IsUndefined(x Expr) bool {
	switch x := x.(type) {
	case *Ident:
		return x.Name == "undefined" && x.Sym == nil
	case *Unary:
		_, number := x.X.(*Number)
		return x.Op == Void && number
	}
	return false
}

// IsJump reports whether a statement is a jump, so that control does not continue after it.
func IsJump(st Stmt) bool {
	switch st.(type) {
	case *Return, *Throw, *Break, *Continue:
		return true
	}
	return false
}

// IsFuncDecl reports whether a statement is a function declaration, or a copy of one.
func IsFuncDecl(st Stmt) bool {
	if v, ok := st.(*VerbatimStmt); ok {
		st = v.Of
	}
	_, ok := st.(*FuncDecl)
	return ok
}

// IsLiteral reports whether x is a literal: a number, string, boolean or null, also with a
// minus or void before it.
func IsLiteral(x Expr) bool { return LiteralKey(x) != "" }

// LiteralKey returns a key that is the same for literals that are strictly equal, and "" for
// other expressions.
func LiteralKey(x Expr) string {
	switch x := x.(type) {
	case *Number:
		return fmt.Sprint("n", x.Value)
	case *String:
		return "s" + x.Value
	case *Bool:
		return fmt.Sprint("b", x.Value)
	case *Null:
		return "null"
	case *Unary:
		if n, ok := x.X.(*Number); ok && x.Op == Neg && n.Value == 0 {
			return LiteralKey(n) // 0 === -0
		}
		if k := LiteralKey(x.X); k != "" && (x.Op == Neg || x.Op == Void) {
			return x.Op.String() + k
		}
	}
	return ""
}

// ClassOperands calls f for the expressions of a class that the code around it evaluates: its
// heritage and its computed keys, in this order.
func ClassOperands(c *Class, f func(x Expr)) {
	if c.Super != nil {
		f(c.Super)
	}
	for _, m := range c.Members {
		if m.Computed {
			f(m.Key)
		}
	}
}

// Leaves calls f for the targets in a pattern, or a parameter, that are no patterns themselves:
// identifiers and references to properties.
func Leaves(target Expr, f func(Expr)) {
	switch t := target.(type) {
	case *Default:
		Leaves(t.Target, f)
	case *Spread:
		Leaves(t.X, f)
	case *ArrayPat:
		for _, x := range t.Elems {
			if x != nil {
				Leaves(x, f)
			}
		}
	case *ObjectPat:
		for _, p := range t.Props {
			Leaves(p.Value, f)
		}
	default:
		f(target)
	}
}

// IsSpread reports whether an argument, element or parameter is spread, or a rest.
func IsSpread(x Expr) bool {
	_, ok := x.(*Spread)
	return ok
}

// Names returns the identifiers that a target assigns.
func Names(target Expr) []*Ident {
	var ids []*Ident
	Leaves(target, func(x Expr) {
		if id, ok := x.(*Ident); ok {
			ids = append(ids, id)
		}
	})
	return ids
}
