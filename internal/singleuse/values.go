package singleuse

import (
	"math"

	"github.com/sonjs/son/parse/ast"
)

// value is a summary of a variable's initializer.
type value struct {
	*finder
	plain     bool // it may as well be evaluated later, once
	anonymous bool // it is a function that takes its name from the variable
	// mayBecomePlain: it is not plain, but only because it references names.
	mayBecomePlain bool
	fns            []*ast.Function
	// levels is how many values are inside each other that were those of variables.
	levels int
}

// maxLevels bounds value.levels: what is inside is looked at again at each level.
const maxLevels = 8

// look examines an initializer.
func (v *value) look(x ast.Expr) {
	if f, ok := x.(*ast.Func); ok {
		v.anonymous = f.Fn.Name == nil
	}
	v.mayBecomePlain = true
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
			if p.Computed || p.Kind == ast.PropSpread {
				v.plain, v.mayBecomePlain = false, false
				return
			}
			v.part(p.Value)
		}
	case *ast.Ident:
		v.name(x)
	default:
		if !isConstant(x) {
			v.plain, v.mayBecomePlain = false, false
		}
	}
}

// name handles a name in the initializer, whose place something else may take.
func (v *value) name(id *ast.Ident) {
	u := v.uses[id]
	switch {
	case u == nil || u.by == nil || u.by.levels == maxLevels:
		v.plain = false
	case u.by.fn != nil:
		v.fns = append(v.fns, u.by.fn)
	default:
		v.levels = max(v.levels, u.by.levels+1)
		v.part(u.by.decl.Init)
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
