package summary

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// returned is what is found out of the values that a function returns.
type returned struct {
	all    value
	values []ast.Expr // that all does not contain yet
	// What may tell more of a value than its expression does: names that are tested, and properties that are
	// mentioned. The last ones are keys.
	tested []*ast.Symbol
	names  []string
	keys   int
	inits  []*ast.Declarator
}

// mentions notes what a node tells of values.
func (r *returned) mentions(n ast.Node) {
	switch n := n.(type) {
	case *ast.Declarator:
		r.inits = append(r.inits, n)
	case *ast.Member:
		r.names = append(r.names, n.Name)
	case *ast.Index:
		r.keys++
	case *ast.If:
		r.test(n.Test)
	case *ast.Cond:
		r.test(n.Test)
	case *ast.While:
		r.test(n.Test)
	case *ast.DoWhile:
		r.test(n.Test)
	case *ast.For:
		r.test(n.Test)
	case *ast.Switch:
		r.test(n.Disc)
	case *ast.Unary:
		r.test(n.X)
	case *ast.Binary:
		r.test(n.L)
		r.test(n.R)
	case *ast.Template:
		for _, x := range n.Exprs {
			r.test(x)
		}
	}
}

// test notes that an operation may tell of what kind a value is.
func (r *returned) test(x ast.Expr) {
	if id, ok := x.(*ast.Ident); ok && id.Sym != nil {
		r.tested = append(r.tested, id.Sym)
	}
}

// value is what the text tells of a value, and how much more a graph may tell.
type value struct {
	son.Type
	known certainty
}

// certainty says whether a graph may tell more than the text does. It is an estimate: a graph that knows more all
// the same would have helped.
type certainty uint8

const (
	atMost   certainty = iota // it may
	forThese                  // no more for these arguments
	forAll                    // no more, whatever the arguments are
)

// join returns what is known of a value that is x or y. Nothing tells more of one that may be anything.
func (x value) join(y value) value {
	out := value{x.Type.Join(y.Type), min(x.known, y.known)}
	for _, v := range [...]value{x, y} {
		if v.Type == son.TypeAny {
			out.known = max(out.known, v.known)
		}
	}
	return out
}

func (r *returned) join(v value) { r.all = r.all.join(v) }

// joinValues adds what is known of the values that are returned.
func (t *text) joinValues() {
	for _, x := range t.values {
		t.join(t.valueOf(x, maxDepth))
	}
	t.values = t.values[:0]
}

// maxDepth bounds how deep an expression is looked at.
const maxDepth = 8

// unknown is a value of which nothing is found out by its text.
var unknown = value{son.TypeAny, atMost}

// exactly is a value of which a graph knows no more.
func exactly(t son.Type) value { return value{t, forAll} }

// valueOf returns what the form of an expression tells of its value.
func (t *text) valueOf(x ast.Expr, depth int) value {
	if depth == 0 {
		return unknown
	}
	switch x := x.(type) {
	case *ast.Bool:
		return exactly(son.BoolConst(x.Value))
	case *ast.Number:
		return exactly(son.NumberConst(x.Value))
	case *ast.String:
		return exactly(son.StringConst(x.Value))
	case *ast.Null:
		return exactly(son.TypeNull)
	case *ast.Template:
		return exactly(son.TypeString)
	case *ast.Func:
		return exactly(son.TypeFunction)
	case *ast.Object, *ast.Array, *ast.RegExp:
		return exactly(son.TypeFresh)
	case *ast.Ident:
		if x.Sym == nil && x.Name == "undefined" {
			return exactly(son.TypeUndefined)
		}
		return t.variable(x.Sym, depth)
	case *ast.Assign:
		return value{son.TypeAny, t.ifAny(x.Value, depth-1)}
	case *ast.Unary:
		switch x.Op {
		case ast.Not, ast.Delete:
			return exactly(son.TypeBool)
		case ast.Typeof:
			return exactly(son.TypeString)
		case ast.Void:
			return exactly(son.TypeUndefined)
		}
	case *ast.Binary:
		return t.binary(x, depth)
	case *ast.Cond:
		return t.valueOf(x.Then, depth-1).join(t.valueOf(x.Else, depth-1))
	case *ast.Seq:
		return t.valueOf(x.Exprs[len(x.Exprs)-1], depth-1)
	case *ast.Member, *ast.Index:
		return value{son.TypeAny, t.read(x, depth)}
	case *ast.Call:
		return t.callValue(x, depth)
	}
	return unknown
}

// binary is valueOf of an operator.
func (t *text) binary(x *ast.Binary, depth int) value {
	switch x.Op {
	case ast.Lt, ast.Gt, ast.Le, ast.Ge, ast.Eq, ast.Ne, ast.StrictEq, ast.StrictNe, ast.In, ast.InstanceOf:
		return exactly(son.TypeBool)
	case ast.LogicalAnd, ast.LogicalOr:
		l, r := t.valueOf(x.L, depth-1), t.valueOf(x.R, depth-1)
		v := l.join(r)
		switch {
		case r.Type == son.TypeAny:
			v.known = r.known
		case l.Type != son.TypeBool || r.Type != son.TypeBool:
			v.known = atMost // only a part of what the left side may be is the value
		}
		return v
	}
	return unknown
}

// callValue is valueOf of a call.
func (t *text) callValue(x *ast.Call, depth int) value {
	k := t.Callee(x)
	switch {
	case k != nil && !t.Inlined(x):
		return t.result(k, x, depth)
	case k != nil:
		return value{k.Result, atMost}
	case t.isUnknownCallee(x.Callee) && !t.Inlined(x):
		return exactly(son.TypeAny)
	}
	return unknown
}

// result is what a callee returns that stays where it is.
func (t *text) result(k *Callee, x *ast.Call, depth int) value {
	if k.Fixed || k.With == nil {
		return exactly(k.Result)
	}
	args := make([]son.Type, len(x.Args))
	for i, arg := range x.Args {
		args[i] = t.valueOf(arg, depth-1).Type
	}
	if k.With(son.ArgumentsOf(args)).Result == son.TypeAny {
		return value{son.TypeAny, forThese}
	}
	return value{k.Result, atMost}
}

// variable is valueOf of a name, whose Sym may be nil.
func (t *text) variable(sym *ast.Symbol, depth int) value {
	if sym == nil || sym.Assigns != 1 || sym.Aliased || sym.DynamicReach || sym.Scope.Func != t.fn || slices.Contains(t.tested, sym) {
		return unknown
	}
	if sym.Kind == ast.SymParam {
		for i, x := range t.fn.Params {
			if id, ok := x.(*ast.Ident); ok && id.Sym == sym {
				return value{t.args.Type(i), forThese}
			}
		}
		return unknown
	}
	for _, d := range t.inits {
		if id, ok := d.Target.(*ast.Ident); ok && id.Sym == sym && d.Init != nil {
			return value{son.TypeAny, t.ifAny(d.Init, depth-1)}
		}
	}
	return unknown
}

// ifAny returns whether a graph may tell more of an expression that may be anything, as far as its form tells.
func (t *text) ifAny(x ast.Expr, depth int) certainty {
	if v := t.valueOf(x, depth); v.Type == son.TypeAny {
		return v.known
	}
	return atMost
}

// read returns whether a graph may tell more of a property: if it knows the object, or if the function mentions
// the property somewhere else, where it may be tested or assigned.
func (t *text) read(x ast.Expr, depth int) certainty {
	known := atMost
	switch x := x.(type) {
	case *ast.Member:
		n := 0
		for _, name := range t.names {
			if name == x.Name {
				n++
			}
		}
		if n > 1 || x.Name == "length" || t.Inlined(x) {
			return atMost
		}
		known = t.ifAny(x.Obj, depth-1)
	case *ast.Index:
		if t.keys > 1 {
			return atMost
		}
		known = t.ifAny(x.Obj, depth-1)
	}
	if t.isUnknownRead(x) {
		return forAll
	}
	return known
}

// end is the value of a call that ends without a return statement: undefined, if control gets there.
func (t *text) end() value {
	if endsPlainly(t.fn.Body) {
		return exactly(son.TypeUndefined)
	}
	return value{son.TypeUndefined, atMost}
}

// endsPlainly reports whether control surely gets to the end of a list that does not end in a return.
func endsPlainly(body []ast.Stmt) bool {
	if len(body) == 0 {
		return true
	}
	switch st := body[len(body)-1].(type) {
	case *ast.ExprStmt, *ast.VarDecl, *ast.FuncDecl:
		return true
	case *ast.If:
		return st.Else == nil
	}
	return false
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
