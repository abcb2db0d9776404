package summary

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// maxNodes bounds the nodes of the tree of a function of which more is found out than its text tells.
const maxNodes = 1000

// Callee is what is known of a callee. Opaque: it runs unknown code whatever its arguments are. Fixed: the
// summary is the same for all arguments.
type Callee struct {
	*son.Summary
	Opaque, Fixed bool
	With          func(son.Arguments) *son.Summary // for some arguments
}

// Source is a program, and what is known of it without the graph of the function that is looked at.
type Source struct {
	Program *ast.Program
	Assume  son.Assumptions
	// Callee returns what is known of the callee of a call, or nil.
	Callee func(*ast.Call) *Callee
	// Inlined reports whether the graph has the callee of a call, or the getter of a read, in its place.
	Inlined func(ast.Expr) bool
}

// Glance is what the text of a function tells.
type Glance struct {
	// Opaque: it surely runs unknown code whatever its arguments are, or may do so on all that its graph tells.
	Opaque bool
	// Large: it is too large to find out more, or has what no graph tells more of; so it is Opaque.
	Large bool
	// Whole: a graph would hardly tell more than Summary, or it is Large. Fixed: Summary is the same for all
	// arguments then.
	Whole, Fixed bool
	Summary      son.Summary
}

// Text looks at the text of a function that gets some arguments.
func (s Source) Text(fn *ast.Function, a son.Arguments) Glance {
	out := Glance{Opaque: true, Large: true, Whole: true, Fixed: true, Summary: Unknown()}
	if fn.Async || fn.Generator || fn.Kind != ast.FuncNormal && fn.Kind != ast.FuncArrow || fn.DirectEval || fn.InnerEval || fn.HasWith || fn.InWith {
		return out
	}
	t := &text{Source: s, fn: fn, args: a, returned: returned{all: exactly(son.TypeTop)}}
	t.run()
	if !t.opaque && t.nodes <= maxNodes {
		out.Opaque, out.Large = t.unknown, false
		out.Whole, out.Fixed = t.unknown && t.all.known >= forThese, t.all.known == forAll
	}
	out.Summary.Result = t.all.Type
	out.Summary.Fresh = t.all.MayBe(son.KindObjects)
	return out
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
	Source
	fn    *ast.Function
	args  son.Arguments
	nodes int
	// opaque: it surely runs unknown code, or seems to, and it is not worth a graph to find out what it returns.
	// unknown: it surely runs unknown code, but a graph may tell more of what it returns.
	opaque, unknown bool
	calls           []*ast.Call // whose callees are to be asked for
	returned
	// method is the callee of the last call; inlined: the graph has it in the place of the call.
	method  ast.Expr
	inlined bool
}

// run looks at the function. Callees are asked for last: mostly something else tells that the function is opaque.
func (t *text) run() {
	for _, x := range t.fn.Params {
		if _, name := x.(*ast.Ident); !name {
			t.opaque = true // a default value, or a pattern
		}
		ast.Walk(x, t.visit)
	}
	for _, st := range t.fn.Body {
		ast.Walk(st, t.visit)
	}
	if t.fn.ExprBody != nil {
		t.values = append(t.values, t.fn.ExprBody)
		ast.Walk(t.fn.ExprBody, t.visit)
	} else if !endsInReturn(t.fn.Body) {
		t.join(t.end())
	}
	for _, x := range t.calls {
		if t.opaque || t.unknown || t.nodes > maxNodes {
			break
		}
		t.call(x)
	}
	if t.opaque || t.unknown || t.nodes > maxNodes {
		t.joinValues()
	}
}

func (t *text) visit(n ast.Node) bool {
	if t.opaque { // only return statements still matter
		if t.joinValues(); t.all.Type == son.TypeAny {
			return false
		}
		if _, expr := n.(ast.Expr); expr {
			return false
		}
	}
	t.nodes++
	t.mentions(n)
	switch n := n.(type) {
	case *ast.Function:
		return false
	case *ast.Return:
		if n.X == nil {
			t.join(exactly(son.TypeUndefined))
		} else {
			t.values = append(t.values, n.X)
		}
	case *ast.Call:
		t.calls = append(t.calls, n)
		t.method, t.inlined = n.Callee, t.Inlined(n)
	case *ast.Member, *ast.Index:
		if !t.Assume.Has(son.AssumeBuiltins) {
			t.opaque = true
		} else if t.isUnknownRead(n.(ast.Expr)) {
			t.unknown = true
		}
	case *ast.Ident:
		if n.Sym == nil || n.Sym.Scope.Kind == ast.ScopeGlobal && !t.Program.CommonJS {
			t.global(n)
		}
	case *ast.New, *ast.TaggedTemplate, *ast.ForIn, *ast.ForOf, *ast.ClassExpr, *ast.ClassDecl, *ast.Super, *ast.ObjectPat, *ast.ArrayPat,
		*ast.Spread, *ast.ImportCall, *ast.Try, *ast.Debugger:
		t.opaque = true
	}
	return true
}

// call adds what a call does.
func (t *text) call(x *ast.Call) {
	k := t.Callee(x)
	switch opaque := k != nil && k.Opaque && k.Effect&son.Calls != 0; {
	case !t.Assume.Has(son.AssumeBuiltins):
		t.opaque = t.opaque || opaque || k == nil
	case t.Inlined(x):
	case opaque, k == nil && t.isUnknownCallee(x.Callee):
		t.unknown = true
	}
}

// global is a name of the global object, whose properties may have getters.
func (t *text) global(id *ast.Ident) {
	switch {
	case id.Sym == nil && (id.Name == "undefined" || id.Name == "NaN" || id.Name == "Infinity"):
	case t.Assume&(son.AssumeBuiltins|son.AssumeClosedWorld) != 0:
	default:
		t.opaque = true
	}
}

// isUnknownRead reports whether an expression reads a property of an object of which nothing is known, whatever
// the arguments are, also under the assumption builtins.
func (t *text) isUnknownRead(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Member:
		if x == t.method {
			return !t.inlined && t.isUnknownMethod(x)
		}
		return x.Name != "length" && t.isUnknown(x.Obj) && !t.Inlined(x)
	case *ast.Index:
		return t.isUnknown(x.Obj)
	}
	return false
}

// isUnknown reports whether nothing is known of the object that an expression is, whatever the arguments are: of
// these, at most, that they are primitives.
func (t *text) isUnknown(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.This, *ast.Index:
		return true
	case *ast.Member:
		return t.isUnknown(x.Obj)
	case *ast.Ident:
		return x.Sym != nil && x.Sym.Kind == ast.SymParam && x.Sym.Assigns <= 1
	}
	return false
}

// isUnknownMethod reports whether nothing is known of a function that is a property of something: it is no method
// of a built-in object or of a string.
func (t *text) isUnknownMethod(x *ast.Member) bool {
	if son.IsMethodOfStrings(x.Name) {
		return false
	}
	id, name := x.Obj.(*ast.Ident)
	return !name || t.isUnknown(id) || id.Sym != nil && id.Sym.Scope.Kind != ast.ScopeGlobal && id.Sym.Scope.Func != t.fn
}

// isUnknownCallee reports whether nothing is known of a callee, but that it is no function of the program whose
// summary is known. A variable may have a built-in function.
func (t *text) isUnknownCallee(x ast.Expr) bool {
	if m, ok := x.(*ast.Member); ok {
		return t.isUnknownMethod(m)
	}
	id, ok := x.(*ast.Ident)
	switch {
	case !ok:
		return false
	case id.Sym == nil:
		return !son.IsBuiltinName(id.Name)
	}
	return id.Sym.Kind == ast.SymFunc || id.Sym.Kind == ast.SymParam && id.Sym.Assigns <= 1
}
