package instrument

import "github.com/sonjs/son/parse/ast"

// functionNames checks fn-names: that no property called name is read of a function of the program.
func (in *instrumenter) functionNames() {
	if !in.checked[FnNames] {
		return
	}
	read := func(x, obj ast.Expr, at ast.Span) {
		if _, super := obj.(*ast.Super); super || in.targets[x] || in.links[x] {
			return
		}
		k := in.check(FnNames, at, "the name of a function is read", "", false)
		in.wrap(obj, "name", k)
	}
	calls := map[ast.Expr]bool{}
	ast.Walk(in.p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Call:
			calls[n.Callee] = true
		case *ast.Member:
			if n.Name == "name" && !n.Private && !calls[n] {
				read(n, n.Obj, n.NameSpan)
			}
		case *ast.Index:
			if name, ok := keyName(n.Key, true); ok && name == "name" && !calls[n] {
				read(n, n.Obj, n.Key.Pos().Span)
			}
		}
		return true
	})
}
