package passes

import "github.com/sonjs/son/parse/ast"

// isTrivial reports whether no rule and no pass could change a function, because it has no branch
// and no operator, but only calls functions with names, constants, properties, closures and new
// objects, sets properties to these, returns one, and gives names to unknown values that it uses
// afterwards:
//
//	(x) => x.parent.kind
//	function log(s) { console.log(s, { prefix: this.prefix }) }
//	function Counter(start) { var now = start.get(); this.next = function () { return now }; add(now) }
//
// No constant and no new object has a name, so that nothing is known of a value that an operation
// uses, and each name is needed. Most functions of a program are like that. No graph is made for
// them, unless somebody wants to see it. Under an assumption a call or a property may be something
// to optimize.
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
	returns := false
	for _, st := range fn.Body {
		_, declares := st.(*ast.FuncDecl)
		if returns && !declares || !isTrivialStmt(fn, st) {
			return false
		}
		if _, ok := st.(*ast.Return); ok {
			returns = true
		}
	}
	return fn.ExprBody == nil || isTrivialValue(fn.ExprBody, trivialDepth)
}

// isTrivialStmt reports whether a statement of a function may be part of a trivial function.
func isTrivialStmt(fn *ast.Function, st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ExprStmt:
		if a, ok := st.X.(*ast.Assign); ok {
			return a.Op == ast.NoOp && isTrivialProperty(a.Target, trivialDepth) && isTrivialValue(a.Value, trivialDepth)
		}
		return st.Directive || isTrivialCall(st.X, trivialDepth)
	case *ast.Return:
		return st.X == nil || isTrivialValue(st.X, trivialDepth)
	case *ast.FuncDecl:
		return isNeededName(fn, st.Fn.Name, 0)
	case *ast.VarDecl:
		for _, d := range st.Decls {
			id, ok := d.Target.(*ast.Ident)
			if !ok || st.Kind > ast.Const || !isNeededName(fn, id, d.End) || !isTrivialInit(d.Init) {
				return false
			}
		}
		return true
	}
	return false
}

// isNeededName reports whether a declared variable is never assigned again, and whether the
// function reads it, all readers coming after a place. A read by a closure does not count: nobody
// may need the closure.
func isNeededName(fn *ast.Function, name *ast.Ident, after int32) bool {
	s := name.Sym
	if s == nil || s.DynamicReach || s.Assigns != 1 || len(s.Decls) != 1 {
		return false
	}
	read := false
	for _, r := range s.Refs {
		switch {
		case r.Kind == ast.RefInit:
		case r.Kind&^(ast.RefRead|ast.RefCall) != 0 || r.Ident.Start < after:
			return false
		default:
			read = read || r.Func == fn
		}
	}
	return read
}

// isTrivialInit reports whether the initial value of a variable is unknown.
func isTrivialInit(x ast.Expr) bool {
	switch x := x.(type) {
	case nil:
		return false
	case *ast.Func:
		return true
	case *ast.Ident:
		return x.Sym != nil // undefined, NaN and Infinity are constants
	}
	return isTrivialObject(x, trivialDepth)
}

// trivialDepth bounds the nesting that isTrivial looks at.
const trivialDepth = 50

// isTrivialValue reports whether an expression is a call, or an operand of one.
func isTrivialValue(x ast.Expr, depth int) bool {
	switch x := x.(type) {
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.Func:
		return true
	case *ast.Array:
		for _, e := range x.Elems {
			if e == nil || depth == 0 || !isTrivialValue(e, depth-1) {
				return false
			}
		}
		return true
	case *ast.Object:
		for _, p := range x.Props {
			if depth == 0 || p.Kind != ast.PropInit || p.Computed || isProto(p) || !isTrivialValue(p.Value, depth-1) {
				return false
			}
		}
		return true
	}
	return isTrivialObject(x, depth)
}

// isProto reports whether a property of a literal is its prototype.
func isProto(p *ast.Property) bool {
	switch k := p.Key.(type) {
	case *ast.Ident:
		return k.Name == "__proto__"
	case *ast.String:
		return k.Value == "__proto__"
	}
	return false
}

// isTrivialObject reports whether an expression is a call, a name or a property: something of
// which no property is known.
func isTrivialObject(x ast.Expr, depth int) bool {
	switch {
	case depth == 0:
		return false
	case isTrivialProperty(x, depth):
		return true
	}
	switch x.(type) {
	case *ast.Ident, *ast.This:
		return true
	}
	return isTrivialCall(x, depth)
}

// isTrivialProperty reports whether an expression is a property of something unknown.
func isTrivialProperty(x ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := x.(type) {
	case *ast.Member:
		return !x.Optional && !x.Private && isTrivialObject(x.Obj, depth-1)
	case *ast.Index:
		return !x.Optional && isTrivialObject(x.Obj, depth-1) && isTrivialObject(x.Key, depth-1)
	}
	return false
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
