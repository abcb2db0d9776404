package passes

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// isTrivial reports whether no rule and no pass could change a function, because it only calls
// functions with names, constants, properties, closures and new objects, sets properties to these,
// returns one, and gives names to unknown values that it uses afterwards:
//
//	(x) => x.parent.kind
//	function log(s) { console.log(s, { prefix: this.prefix }) }
//	function Counter(start) { var now = start.get(); this.next = function () { return now }; add(now) }
//
// No constant and no new object has a name, so that nothing is known of a value that an operation
// uses, and each name is needed. The function may have one operator or one if: what these find out
// could only matter to another one. Most functions of a program are like that. No graph is made for
// them, unless somebody wants to see it. For what assumptions may tell, see assumed.
func (w *work) isTrivial(fn *ast.Function) bool {
	return (w.plan == nil || len(w.facts.Instances(fn)) == 0) && w.isTrivialPlain(fn)
}

// isTrivialPlain reports the same of a function whose calls are not inlined.
func (w *work) isTrivialPlain(fn *ast.Function) bool {
	o := &w.o
	if o.Level == 0 || o.ForceGraph || o.graphsToo || o.From != Structured || o.Emit != Structured || o.Observer != nil || o.Until != "" {
		return false
	}
	if w.isSigned(fn) {
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
	t, returns := &trivial{fn: fn}, false
	for _, st := range fn.Body {
		_, declares := st.(*ast.FuncDecl)
		if returns && !declares || !t.isStmt(st) {
			return false
		}
		if _, ok := st.(*ast.Return); ok {
			returns = true
		}
	}
	return (fn.ExprBody == nil || t.isValue(fn.ExprBody, trivialDepth)) && !w.tellMore(t)
}

// trivial is a function that may be trivial, as far as it was looked at.
type trivial struct {
	fn      *ast.Function
	decides bool // it has its one operator or if
}

// isStmt reports whether a statement of the body may be part of a trivial function.
func (t *trivial) isStmt(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ExprStmt:
		if a, ok := st.X.(*ast.Assign); ok {
			return a.Op == ast.NoOp && t.isProperty(a.Target, trivialDepth) && t.isValue(a.Value, trivialDepth)
		}
		return st.Directive || t.isCall(st.X, trivialDepth)
	case *ast.Return:
		return st.X == nil || t.isValue(st.X, trivialDepth)
	case *ast.If:
		return t.isIf(st)
	case *ast.FuncDecl:
		return isNeededName(t.fn, st.Fn.Name, 0)
	case *ast.VarDecl:
		for _, d := range st.Decls {
			id, ok := d.Target.(*ast.Ident)
			if !ok || st.Kind > ast.Const || !isNeededName(t.fn, id, d.End) || !t.isInit(d.Init, id.Sym.Captured) {
				return false
			}
		}
		return true
	}
	return false
}

// isIf reports whether an if tests something unknown, and either makes some calls or assignments and
// goes on, or returns early and does nothing else: no two paths end alike then.
func (t *trivial) isIf(st *ast.If) bool {
	if st.Else != nil || t.decides {
		return false
	}
	if b, ok := st.Test.(*ast.Binary); ok {
		if b.Op.Logical() || isName(b.L) || isName(b.R) || !t.isOperation(b, trivialDepth) {
			return false // after if (a !== "s") return, a would be known
		}
	} else if !t.isUndecided(st.Test, trivialDepth) {
		return false
	}
	t.decides = true
	body := []ast.Stmt{st.Then}
	if b, ok := st.Then.(*ast.Block); ok {
		body = b.Body
	}
	for _, st := range body {
		switch st := st.(type) {
		case *ast.ExprStmt:
			if !t.isStmt(st) {
				return false
			}
		case *ast.Return:
			if len(body) > 1 || !isIdle(st.X) {
				return false
			}
		default:
			return false
		}
	}
	return len(body) > 0
}

// isIdle reports whether to evaluate an expression, which may be missing, does nothing.
func isIdle(x ast.Expr) bool {
	switch x.(type) {
	case nil, *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.Func:
		return true
	}
	return false
}

// isOperation reports whether an expression is the only operator of a function, and its operands are
// unknown, or the second one is a constant.
func (t *trivial) isOperation(x *ast.Binary, depth int) bool {
	if t.decides || depth == 0 || !t.isUndecided(x.L, depth-1) {
		return false
	}
	t.decides = true
	switch r := x.R.(type) {
	case *ast.Number, *ast.String:
		return true
	case *ast.Ident:
		if l, ok := x.L.(*ast.Ident); ok && l.Name == r.Name {
			return false // a value is compared or combined with itself
		}
	case *ast.Array, *ast.Object, *ast.Func:
		return x.Op.Logical() && t.isValue(r, depth-1)
	}
	return t.isUndecided(x.R, depth-1)
}

// isUndecided reports whether an expression is a parameter, a property or the result of a call, of
// which nothing is known.
func (t *trivial) isUndecided(x ast.Expr, depth int) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Sym != nil && x.Sym.Kind == ast.SymParam && slices.Contains(t.fn.Params, ast.Expr(x.Sym.Decls[0]))
	case *ast.Member, *ast.Index:
		return t.isProperty(x, depth)
	}
	return t.isCall(x, depth) && !isNew(x)
}

func isName(x ast.Expr) bool {
	_, ok := x.(*ast.Ident)
	return ok
}

func isNew(x ast.Expr) bool {
	_, ok := x.(*ast.New)
	return ok
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

// isInit reports whether the initial value of a variable is unknown. A variable that closures
// capture may be in memory, and if its value has another name, that can be used instead.
func (t *trivial) isInit(x ast.Expr, captured bool) bool {
	switch x := x.(type) {
	case nil:
		return false
	case *ast.Func:
		return true
	case *ast.This:
		return !captured
	case *ast.Ident:
		return x.Sym != nil && !captured // undefined, NaN and Infinity are constants
	case *ast.Binary:
		return x.Op.Logical() && t.isOperation(x, trivialDepth)
	}
	return t.isObject(x, trivialDepth)
}

// trivialDepth bounds the nesting that isTrivial looks at.
const trivialDepth = 50

// isValue reports whether an expression is a call, or an operand of one.
func (t *trivial) isValue(x ast.Expr, depth int) bool {
	switch x := x.(type) {
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.Func:
		return true
	case *ast.Binary:
		return t.isOperation(x, depth)
	case *ast.Array:
		for _, e := range x.Elems {
			if e == nil || depth == 0 || !t.isValue(e, depth-1) {
				return false
			}
		}
		return true
	case *ast.Object:
		for _, p := range x.Props {
			if depth == 0 || p.Kind != ast.PropInit || p.Computed || isProto(p) || !t.isValue(p.Value, depth-1) {
				return false
			}
		}
		return true
	}
	return t.isObject(x, depth)
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

// isObject reports whether an expression is a call, a name or a property: something of
// which no property is known.
func (t *trivial) isObject(x ast.Expr, depth int) bool {
	switch {
	case depth == 0:
		return false
	case t.isProperty(x, depth):
		return true
	}
	switch x.(type) {
	case *ast.Ident, *ast.This:
		return true
	}
	return t.isCall(x, depth)
}

// isProperty reports whether an expression is a property of something unknown.
func (t *trivial) isProperty(x ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := x.(type) {
	case *ast.Member:
		return !x.Optional && !x.Private && !isArguments(x.Obj) && t.isObject(x.Obj, depth-1)
	case *ast.Index:
		return !x.Optional && !isArguments(x.Obj) && t.isObject(x.Obj, depth-1) && t.isObject(x.Key, depth-1)
	}
	return false
}

// isArguments reports whether an expression is the name arguments: its length is a node of its own.
func isArguments(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "arguments"
}

// isCall reports whether an expression is a call of something unknown.
func (t *trivial) isCall(x ast.Expr, depth int) bool {
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
		if !t.isValue(a, depth-1) {
			return false
		}
	}
	return t.isObject(callee, depth-1)
}
