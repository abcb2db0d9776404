package roundtrip

import "github.com/sonjs/son/parse/ast"

// nest moves assignments to one of the places that authors choose between: into the
// following expression if that evaluates the assigned variable first, and out of one
// another if they assign a literal.
//
//	x = f(), x && g(x)     (x = f()) && g(x)
//	++i, i < n             ++i < n
//	a = b = null           b = null, a = null
func nest(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ExprStmt:
		if list := unchained(n.X); len(list) > 1 {
			n.X = &ast.Seq{Exprs: list}
		}
		n.X = nested(n.X)
	case *ast.Return:
		n.X = nested(n.X)
	case *ast.Throw:
		n.X = nested(n.X)
	case *ast.If:
		n.Test = nested(n.Test)
	case *ast.While:
		n.Test = nested(n.Test)
	case *ast.DoWhile:
		n.Test = nested(n.Test)
	case *ast.Switch:
		n.Disc = nested(n.Disc)
	case *ast.For:
		if s, ok := n.Init.(*ast.ExprStmt); ok {
			nest(s)
		}
		n.Test, n.Update = nested(n.Test), nested(n.Update)
	case *ast.Binary:
		n.L, n.R = nested(n.L), nested(n.R)
	case *ast.Cond:
		n.Test, n.Then, n.Else = nested(n.Test), nested(n.Then), nested(n.Else)
	}
	return true
}

// unchained splits an assignment of a literal to several targets.
func unchained(x ast.Expr) []ast.Expr {
	if s, ok := x.(*ast.Seq); ok {
		var out []ast.Expr
		for _, x := range s.Exprs {
			out = append(out, unchained(x)...)
		}
		return out
	}
	var targets []ast.Expr
	v := x
	for {
		a, ok := v.(*ast.Assign)
		if !ok || a.Op != ast.NoOp {
			break
		}
		targets, v = append(targets, a.Target), a.Value
	}
	if len(targets) < 2 || !isLiteral(v) {
		return []ast.Expr{x}
	}
	var out []ast.Expr
	for i := len(targets) - 1; i >= 0; i-- {
		out = append(out, &ast.Assign{Target: targets[i], Value: v})
	}
	return out
}

func isLiteral(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String:
		return true
	case *ast.Unary:
		return (x.Op == ast.Void || x.Op == ast.Neg || x.Op == ast.Not) && isLiteral(x.X)
	}
	return false
}

// nested moves the assignments of a sequence to the first use of their variable.
func nested(x ast.Expr) ast.Expr {
	s, ok := x.(*ast.Seq)
	if !ok {
		return x
	}
	list := append([]ast.Expr{}, s.Exprs...)
	for i := len(list) - 1; i > 0; i-- {
		name := assignedName(list[i-1])
		if name != "" && into(&list[i], name, list[i-1]) == replaced {
			list = append(list[:i-1], list[i:]...)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return &ast.Seq{Base: s.Base, Exprs: list}
}

// assignedName returns the variable whose new value is that of an assignment or ++x.
func assignedName(x ast.Expr) string {
	var target ast.Expr
	switch x := x.(type) {
	case *ast.Assign:
		target = x.Target
	case *ast.Update:
		if x.Prefix {
			target = x.X
		}
	}
	if id, ok := target.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// found is the result of a search for the first use of a variable.
type found uint8

const (
	further found = iota // not here; nothing else is evaluated either
	blocked              // something else is evaluated first
	replaced
)

// into replaces the first use of a variable by its assignment, if nothing but names
// and literals is evaluated before it.
func into(at *ast.Expr, name string, by ast.Expr) found {
	first := func(list ...*ast.Expr) found {
		for _, x := range list {
			if *x == nil {
				continue
			}
			if f := into(x, name, by); f != further {
				return f
			}
		}
		return blocked
	}
	switch x := (*at).(type) {
	case *ast.Ident:
		if x.Name == name {
			*at = by
			return replaced
		}
		return further
	case *ast.Number, *ast.String, *ast.Null, *ast.Bool, *ast.This, *ast.Func, *ast.RegExp, *ast.BigInt:
		return further
	case *ast.Binary:
		if x.Op.Logical() {
			return first(&x.L)
		}
		return first(&x.L, &x.R)
	case *ast.Cond:
		return first(&x.Test)
	case *ast.Unary:
		return first(&x.X)
	case *ast.Member:
		return first(&x.Obj)
	case *ast.Index:
		return first(&x.Obj, &x.Key)
	case *ast.Call:
		if m, ok := x.Callee.(*ast.Member); ok {
			return first(&m.Obj)
		}
		return first(append([]*ast.Expr{&x.Callee}, places(x.Args)...)...)
	case *ast.New:
		return first(append([]*ast.Expr{&x.Callee}, places(x.Args)...)...)
	case *ast.Array:
		return first(places(x.Elems)...)
	case *ast.Seq:
		return first(&x.Exprs[0])
	case *ast.Assign:
		switch t := x.Target.(type) {
		case *ast.Ident:
			if x.Op == ast.NoOp {
				return first(&x.Value)
			}
		case *ast.Member:
			if x.Op == ast.NoOp {
				return first(&t.Obj, &x.Value)
			}
			return first(&t.Obj)
		case *ast.Index:
			if x.Op == ast.NoOp {
				return first(&t.Obj, &t.Key, &x.Value)
			}
			return first(&t.Obj, &t.Key)
		}
	}
	return blocked
}

func places(list []ast.Expr) []*ast.Expr {
	out := make([]*ast.Expr, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}
