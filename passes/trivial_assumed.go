package passes

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// tellMore reports whether assumptions may tell more of what a function does that is trivial without them.
func (w *work) tellMore(t *trivial) bool {
	if w.o.Assume&^AssumeFnNames == 0 {
		return false
	}
	a := &assumed{work: w, fn: t.fn, moves: t.decides}
	ast.Walk(t.fn, a.visit)
	return a.more
}

// assumed looks for what assumptions tell of a trivial function.
type assumed struct {
	*work
	fn    *ast.Function
	moves bool     // a value may be needed on one side of a branch only
	names []string // of properties, that of a key is "[]"
	more  bool
}

func (a *assumed) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Function:
		return n == a.fn
	case *ast.VarDecl:
		a.more = a.more || a.moves
	case *ast.Ident:
		a.more = a.more || n != a.fn.Name && a.isKnown(n)
	case *ast.Member:
		a.property(n.Name, n.Obj)
	case *ast.Index:
		a.property("[]", n.Obj)
	case *ast.New:
		a.more = a.more || a.plan != nil && a.plan.Records[n] != nil
	case *ast.Call:
		a.more = a.more || a.isKnownCall(n)
	}
	return !a.more
}

// isKnown reports whether more may be known of a name: it is that of a built-in object, of the top level of a script, or
// of a variable of a function around this one that may be read before it has its value.
func (a *assumed) isKnown(id *ast.Ident) bool {
	switch {
	case id.Sym == nil:
		return son.IsBuiltinName(id.Name)
	case id.Sym.Scope.Kind == ast.ScopeGlobal:
		return true
	}
	return id.Sym.Scope.Func != a.fn && id.Sym.Kind.Lexical()
}

// property notes a read of a property. Two reads of the same one may be the same value, and an object that
// another function made may have properties that nothing changes.
func (a *assumed) property(name string, of ast.Expr) {
	id, ok := of.(*ast.Ident)
	a.more = a.more || slices.Contains(a.names, name) || ok && (id.Sym == nil || id.Sym.Scope.Func != a.fn)
	a.names = append(a.names, name)
}

// isKnownCall reports whether something is known of what a call does or returns.
func (a *assumed) isKnownCall(x *ast.Call) bool {
	if a.plan == nil {
		return false
	}
	c, ok := a.plan.Callees[x]
	if !ok {
		return false
	}
	k := a.summaries.of(int(c.Fn), 0)
	return k.Effect&son.Calls == 0 || k.Result != son.TypeAny
}
