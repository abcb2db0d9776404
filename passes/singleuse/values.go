package singleuse

import (
	"math"

	"github.com/sonjs/son/parse/ast"
)

// value is a summary of a variable's initializer.
type value struct {
	plain     bool // it may as well be evaluated later, once
	anonymous bool // it is a function that takes its name from the variable
	fns       []*ast.Function
}

// look examines an initializer.
func (v *value) look(x ast.Expr) {
	if f, ok := x.(*ast.Func); ok && f.Fn.Name == nil {
		v.anonymous = true
	}
	v.part(x)
}

func (v *value) part(x ast.Expr) {
	switch x := x.(type) {
	case nil, *ast.RegExp:
	case *ast.Func:
		v.fns = append(v.fns, x.Fn)
	case *ast.Array:
		for _, e := range x.Elems {
			v.part(e)
		}
	case *ast.Object:
		for _, p := range x.Props {
			if p.Computed || p.Shorthand || p.Kind == ast.PropSpread {
				v.plain = false
				return
			}
			v.part(p.Value)
		}
	default:
		v.plain = v.plain && isConstant(x)
	}
}

// isConstant reports whether x is a literal that is the same each time.
func isConstant(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Number:
		return !math.IsInf(x.Value, 0)
	case *ast.String, *ast.Bool, *ast.Null:
		return true
	case *ast.Unary:
		_, ok := x.X.(*ast.Number)
		return ok && (x.Op == ast.Neg || x.Op == ast.Void || x.Op == ast.Not)
	}
	return false
}
