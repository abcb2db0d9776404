package emit

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// builtin writes a call of a built-in function.
func (e *emitter) builtin(n *son.Node, a []ast.Expr) ast.Expr {
	if last := len(a) - 1; n.Has(son.FlagProvided) {
		return e.mem.calls.Put(ast.Call{Callee: noReceiver(a[last]), Args: a[:last]})
	}
	if name, ok := n.MethodOfBuiltin(); ok {
		return e.mem.calls.Put(ast.Call{Callee: &ast.Member{Obj: a[0], Name: name}, Args: a[1:]})
	}
	object, name, ok := strings.Cut(n.Str, ".")
	var callee ast.Expr = e.free(object, nil)
	if ok {
		callee = &ast.Member{Obj: callee, Name: name}
	}
	return e.mem.calls.Put(ast.Call{Callee: callee, Args: a})
}
