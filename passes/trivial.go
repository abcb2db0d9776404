package passes

import "github.com/sonjs/son/parse/ast"

// isTrivial reports whether no rule and no pass could change a function, because it does nothing
// but call functions with names, constants, properties and closures, and return one:
//
//	(x) => x.parent.kind          function log(s) { console.log(s, this.prefix) }
//
// Half of the functions of a program are like that. No graph is made for them, unless somebody
// wants to see it. Under an assumption a call or a property may be something to optimize.
func (w *work) isTrivial(fn *ast.Function) bool {
	o := &w.o
	if o.Level == 0 || o.ForceGraph || o.graphsToo || o.From != Structured || o.Emit != Structured || o.Observer != nil || o.Until != "" || o.Assume&^AssumeFnNames != 0 {
		return false
	}
	if fn.Kind == ast.FuncTop || fn.DirectEval || fn.HasWith || fn.InWith {
		return false
	}
	for _, p := range fn.Params {
		if _, ok := p.(*ast.Ident); !ok {
			return false
		}
	}
	for i, st := range fn.Body {
		switch st := st.(type) {
		case *ast.ExprStmt:
			if !st.Directive && !isTrivialCall(st.X, trivialDepth) {
				return false
			}
		case *ast.Return:
			if i < len(fn.Body)-1 || st.X != nil && !isTrivialValue(st.X, trivialDepth) {
				return false
			}
		default:
			return false
		}
	}
	return fn.ExprBody == nil || isTrivialValue(fn.ExprBody, trivialDepth)
}

// trivialDepth bounds the nesting that isTrivial looks at.
const trivialDepth = 50

// isTrivialValue reports whether an expression is a call, or an operand of one.
func isTrivialValue(x ast.Expr, depth int) bool {
	switch x.(type) {
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.Func:
		return true
	}
	return isTrivialObject(x, depth)
}

// isTrivialObject reports whether an expression is a call, a name or a property: something of
// which no property is known.
func isTrivialObject(x ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := x.(type) {
	case *ast.Ident, *ast.This:
		return true
	case *ast.Member:
		return !x.Optional && !x.Private && isTrivialObject(x.Obj, depth-1)
	case *ast.Index:
		return !x.Optional && isTrivialObject(x.Obj, depth-1) && isTrivialObject(x.Key, depth-1)
	}
	return isTrivialCall(x, depth)
}

// isTrivialCall reports whether an expression is a call of something unknown.
func isTrivialCall(x ast.Expr, depth int) bool {
	var callee ast.Expr
	var args []ast.Expr
	switch x := x.(type) {
	case *ast.Call:
		if callee, args = x.Callee, x.Args; x.Optional {
			return false
		}
	case *ast.New:
		callee, args = x.Callee, x.Args
	}
	if callee == nil || depth == 0 {
		return false
	}
	for _, a := range args {
		if !isTrivialValue(a, depth-1) {
			return false
		}
	}
	return isTrivialObject(callee, depth-1)
}
