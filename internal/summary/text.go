package summary

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// maxNodes bounds the nodes of the tree of a function of which more is found out than its text tells.
const maxNodes = 1000

// Callee is what is known of a callee. Fixed: the summary is the same for all arguments.
type Callee struct {
	*son.Summary
	Fixed bool
}

// Text reports whether it is clear at a glance that a function runs unknown code whatever its arguments
// are, or that it may, or is too large to find out, and what its text tells in that case: what it returns.
// callee returns what is known of a call, or nil.
func Text(p *ast.Program, fn *ast.Function, callee func(*ast.Call) *Callee, assume son.Assumptions) (k son.Summary, opaque bool) {
	k = Unknown()
	if fn.Async || fn.Generator || fn.Kind != ast.FuncNormal && fn.Kind != ast.FuncArrow || fn.DirectEval || fn.InnerEval || fn.HasWith || fn.InWith {
		return k, true
	}
	t := &text{p: p, callee: callee, assume: assume, result: son.TypeTop}
	visit := func(n ast.Node) bool { return t.visit(n) }
	for _, x := range fn.Params {
		if _, name := x.(*ast.Ident); !name {
			t.opaque = true // a default value, or a pattern
		}
		ast.Walk(x, visit)
	}
	for _, st := range fn.Body {
		ast.Walk(st, visit)
	}
	if fn.ExprBody != nil {
		t.returned(fn.ExprBody)
		ast.Walk(fn.ExprBody, visit)
	} else if !endsInReturn(fn.Body) {
		t.result = t.result.Join(son.TypeUndefined)
	}
	if !t.opaque && t.nodes <= maxNodes {
		return son.Summary{}, false
	}
	k.Result = t.result
	k.Fresh = k.Result.MayBe(son.KindObjects)
	return k, true
}

// paramsOf returns the number of parameters of a function if they are plain names, each declared once, or 0.
func paramsOf(fn *ast.Function) int {
	seen := map[*ast.Symbol]bool{}
	for _, x := range fn.Params {
		id, name := x.(*ast.Ident)
		if !name || id.Sym == nil || seen[id.Sym] || len(id.Sym.Decls) > 1 {
			return 0
		}
		seen[id.Sym] = true
	}
	return len(fn.Params)
}

// text is what is found out about the text of a function.
type text struct {
	p      *ast.Program
	callee func(*ast.Call) *Callee
	assume son.Assumptions
	nodes  int
	opaque bool // it surely runs unknown code, or seems to
	result son.Type
}

func (t *text) visit(n ast.Node) bool {
	if t.opaque { // only return statements still matter
		if t.result == son.TypeAny {
			return false
		}
		if _, expr := n.(ast.Expr); expr {
			return false
		}
	}
	t.nodes++
	switch n := n.(type) {
	case *ast.Function:
		return false
	case *ast.Return:
		if n.X == nil {
			t.result = t.result.Join(son.TypeUndefined)
		} else {
			t.returned(n.X)
		}
	case *ast.Call:
		if t.assume.Has(son.AssumeBuiltins) {
			break // it may be one
		}
		if s := t.callee(n); s == nil || s.Fixed && s.Effect&son.Calls != 0 {
			t.opaque = true
		}
	case *ast.Member, *ast.Index:
		t.opaque = t.opaque || !t.assume.Has(son.AssumeBuiltins)
	case *ast.Ident:
		if n.Sym == nil || n.Sym.Scope.Kind == ast.ScopeGlobal && !t.p.CommonJS {
			t.global(n)
		}
	case *ast.New, *ast.TaggedTemplate, *ast.ForIn, *ast.ForOf, *ast.ClassExpr, *ast.ClassDecl, *ast.Super, *ast.ObjectPat, *ast.ArrayPat,
		*ast.Spread, *ast.ImportCall, *ast.Try, *ast.Debugger:
		t.opaque = true
	}
	return true
}

// global is a name of the global object, whose properties may have getters.
func (t *text) global(id *ast.Ident) {
	switch {
	case id.Sym == nil && (id.Name == "undefined" || id.Name == "NaN" || id.Name == "Infinity"):
	case t.assume&(son.AssumeBuiltins|son.AssumeClosedWorld) != 0:
	default:
		t.opaque = true
	}
}

// returned adds what is known of the value of an expression.
func (t *text) returned(x ast.Expr) { t.result = t.result.Join(t.typeOf(x, maxDepth)) }

// maxDepth bounds how deep an expression is looked at.
const maxDepth = 8

// typeOf returns the type of an expression, as far as its form tells.
func (t *text) typeOf(x ast.Expr, depth int) son.Type {
	if depth == 0 {
		return son.TypeAny
	}
	switch x := x.(type) {
	case *ast.Bool:
		return son.BoolConst(x.Value)
	case *ast.Number:
		return son.NumberConst(x.Value)
	case *ast.String:
		return son.StringConst(x.Value)
	case *ast.Null:
		return son.TypeNull
	case *ast.Template:
		return son.TypeString
	case *ast.Func:
		return son.TypeFunction
	case *ast.Object, *ast.Array, *ast.RegExp:
		return son.TypeFresh
	case *ast.Ident:
		if x.Sym == nil && x.Name == "undefined" {
			return son.TypeUndefined
		}
	case *ast.Unary:
		switch x.Op {
		case ast.Not, ast.Delete:
			return son.TypeBool
		case ast.Typeof:
			return son.TypeString
		case ast.Void:
			return son.TypeUndefined
		}
	case *ast.Binary:
		switch x.Op {
		case ast.Lt, ast.Gt, ast.Le, ast.Ge, ast.Eq, ast.Ne, ast.StrictEq, ast.StrictNe, ast.In, ast.InstanceOf:
			return son.TypeBool
		case ast.LogicalAnd, ast.LogicalOr:
			return t.typeOf(x.L, depth-1).Join(t.typeOf(x.R, depth-1))
		}
	case *ast.Cond:
		return t.typeOf(x.Then, depth-1).Join(t.typeOf(x.Else, depth-1))
	case *ast.Seq:
		return t.typeOf(x.Exprs[len(x.Exprs)-1], depth-1)
	case *ast.Call:
		if s := t.callee(x); s != nil {
			return s.Result
		}
	}
	return son.TypeAny
}

// endsInReturn reports whether the last statement is a return or throw.
func endsInReturn(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch body[len(body)-1].(type) {
	case *ast.Return, *ast.Throw:
		return true
	}
	return false
}
