package instrument

import "github.com/sonjs/son/parse/ast"

// effects checks what the text tells of pure-getters and pure-coercion: assignments by getters, and by methods that
// conversions call.
func (in *instrumenter) effects() {
	conversion := map[string]bool{}
	for _, name := range []string{"valueOf", "toString"} {
		conversion[name] = !in.called[name] // else it may be the program that calls it, as any method
	}
	member := func(k ast.Expr, computed, getter bool, fn *ast.Function) {
		name, ok := keyName(k, computed)
		if m, symbol := k.(*ast.Member); symbol && m.Name == "toPrimitive" {
			name, ok = "Symbol.toPrimitive", true
			conversion[name] = true
		}
		switch {
		case getter && in.checked[PureGetters]:
			in.pure(fn, PureGetters, "the getter of "+what(name, ok))
		case !getter && ok && conversion[name] && in.checked[PureCoercion]:
			in.pure(fn, PureCoercion, "the method "+name)
		}
	}
	if !in.checked[PureGetters] && !in.checked[PureCoercion] {
		return
	}
	ast.Walk(in.p, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Class:
			for _, m := range n.Members {
				if m.Fn != nil && (m.Kind == ast.MemberGetter || m.Kind == ast.MemberMethod) {
					member(m.Key, m.Computed, m.Kind == ast.MemberGetter, m.Fn)
				}
			}
		case *ast.Object:
			for _, x := range n.Props {
				if f, ok := x.Value.(*ast.Func); ok && (x.Kind == ast.PropGet || x.Kind == ast.PropMethod || x.Kind == ast.PropInit) {
					member(x.Key, x.Computed, x.Kind == ast.PropGet, f.Fn)
				}
			}
		case *ast.Assign:
			m, isMember := n.Target.(*ast.Member)
			if f, ok := n.Value.(*ast.Func); ok && isMember && conversion[m.Name] {
				member(&ast.Ident{Name: m.Name}, false, false, f.Fn)
			}
		}
		return true
	})
}

// what is how a property is called in a message.
func what(name string, known bool) string {
	if !known {
		return "a property"
	}
	return name
}

// pure checks the assignments of a function that others can notice: of variables around it, and of properties of this.
func (in *instrumenter) pure(fn *ast.Function, a Assumption, who string) {
	if fn.Async || fn.Generator {
		return
	}
	outer := func(target ast.Expr) (string, bool) {
		switch t := target.(type) {
		case *ast.Ident:
			return t.Name, t.Sym == nil || t.Sym.Scope.Func != fn
		case *ast.Member:
			_, this := t.Obj.(*ast.This)
			return "this." + t.Name, this
		case *ast.Index:
			_, this := t.Obj.(*ast.This)
			return "a property of this", this
		}
		return "", false
	}
	ast.Walk(fn, func(n ast.Node) bool {
		var target ast.Expr
		verb := "assigns "
		switch n := n.(type) {
		case *ast.Function:
			return n == fn
		case *ast.Class:
			return false
		case *ast.Assign:
			target = n.Target
		case *ast.Update:
			target = n.X
		case *ast.Unary:
			if n.Op == ast.Delete {
				target, verb = n.X, "deletes "
			}
		}
		if name, ok := outer(target); ok {
			x := n.(ast.Expr)
			k := in.check(a, x.Pos().Span, who+" "+verb+name, "", false)
			in.wraps = append(in.wraps, in.enclosed(x, in.runtime("effect", k)[:len(in.runtime("effect", k))-1]+")(", ")"))
		}
		return true
	})
}
