package same

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// effects returns statements with the effects of evaluating x, without its value.
func (w *writer) effects(x ast.Expr) []ast.Stmt {
	switch x := plain(x).(type) {
	case *ast.Seq:
		parts := make([][]ast.Stmt, len(x.Exprs))
		for i := len(x.Exprs) - 1; i >= 0; i-- {
			parts[i] = w.effects(x.Exprs[i])
		}
		return w.joinAll(parts)
	case *ast.Unary:
		if x.Op == ast.Void || x.Op == ast.Not {
			return w.effects(x.X)
		}
	case *ast.Binary:
		switch x.Op {
		case ast.StrictEq, ast.StrictNe:
			if !w.o.Keep {
				return append(w.effects(x.L), w.effects(x.R)...)
			}
		case ast.LogicalAnd:
			return w.branch(x.L, w.effects(x.R), nil)
		case ast.LogicalOr:
			return w.branch(x.L, nil, w.effects(x.R))
		}
	case *ast.Cond:
		return w.branch(x.Test, w.effects(x.Then), w.effects(x.Else))
	case *ast.Assign:
		if _, name := x.Target.(*ast.Ident); name && x.Op == ast.NoOp && w.isOwn(x.Target) {
			if pre, v := w.pullNamed(x.Value); len(pre) > 0 {
				return append(pre, &ast.ExprStmt{X: &ast.Assign{Target: x.Target, Value: v}})
			}
		}
	case *ast.Ident, *ast.Func:
		if w.isPure(x) {
			return nil
		}
	default:
		if isLiteral(x) {
			return nil
		}
	}
	pre, x := w.pull(x)
	return append(pre, &ast.ExprStmt{X: x})
}

// branch returns an if whose test may have effects to be done first.
func (w *writer) branch(test ast.Expr, then, els []ast.Stmt) []ast.Stmt {
	pre, x := w.pull(test)
	return append(pre, w.choose(x, then, els)...)
}

// pull splits off what x evaluates first and only for its effect.
func (w *writer) pull(x ast.Expr) ([]ast.Stmt, ast.Expr) {
	switch x := plain(x).(type) {
	case *ast.Seq:
		var pre []ast.Stmt
		n := len(x.Exprs) - 1
		for _, y := range x.Exprs[:n] {
			pre = append(pre, w.effects(y)...)
		}
		more, last := w.pull(x.Exprs[n])
		return append(pre, more...), last
	case *ast.Binary:
		if _, private := x.L.(*ast.PrivateName); private {
			return nil, x
		}
		if pre, l := w.pull(x.L); len(pre) > 0 {
			return pre, &ast.Binary{Op: x.Op, L: l, R: x.R}
		}
		return nil, x
	case *ast.Cond:
		if pre, t := w.pull(x.Test); len(pre) > 0 {
			return pre, &ast.Cond{Test: t, Then: x.Then, Else: x.Else}
		}
		return nil, x
	case *ast.Unary:
		if x.Op != ast.Not {
			return nil, x
		}
		pre, y := w.pull(x.X)
		return pre, &ast.Unary{Op: ast.Not, X: y}
	case *ast.Assign:
		if x.Op == ast.NoOp && w.isOwn(x.Target) {
			if pre, v := w.pullNamed(x.Value); len(pre) > 0 {
				return pre, &ast.Assign{Target: x.Target, Value: v}
			}
		}
		return nil, x
	case *ast.Call, *ast.Member, *ast.Index:
		return w.pullLazyInit(x)
	default:
		return nil, x
	}
}

// pullLazyInit splits off a lazy initialization from the use of its value: (list ?? (list =
// [])).push(x) has the effects of list ?? (list = []) and then of list.push(x).
func (w *writer) pullLazyInit(x ast.Expr) ([]ast.Stmt, ast.Expr) {
	switch x := x.(type) {
	case *ast.Call:
		if pre, callee := w.pullLazyInit(x.Callee); len(pre) > 0 {
			y := *x
			y.Callee = callee
			return pre, &y
		}
	case *ast.Member:
		if pre, obj := w.pullLazyInit(plain(x.Obj)); len(pre) > 0 {
			y := *x
			y.Obj = obj
			return pre, &y
		}
	case *ast.Index:
		if pre, obj := w.pullLazyInit(plain(x.Obj)); len(pre) > 0 {
			y := *x
			y.Obj = obj
			return pre, &y
		}
	case *ast.Binary:
		a, ok := x.R.(*ast.Assign)
		if ok && (x.Op == ast.Nullish || x.Op == ast.LogicalOr) && a.Op == ast.NoOp && w.isOwn(x.L) && ast.Equal(x.L, a.Target) {
			return w.effects(x), x.L
		}
	}
	return nil, x
}

// pullNamed is pull for a value assigned to a name, which may become the name of a function.
func (w *writer) pullNamed(x ast.Expr) ([]ast.Stmt, ast.Expr) {
	s, ok := x.(*ast.Seq)
	if !ok {
		return w.pull(x)
	}
	switch leafOf(s.Exprs[len(s.Exprs)-1]).(type) {
	case *ast.Func, *ast.ClassExpr:
		pre, _ := w.pull(x)
		return pre, unnamed(s.Exprs[len(s.Exprs)-1])
	}
	return w.pull(x)
}

// unnamed wraps a value so that its context neither names it nor uses it as a reference.
func unnamed(x ast.Expr) ast.Expr { return &ast.Seq{Exprs: []ast.Expr{&ast.Number{}, x}} }

// plain unwraps a value for a context that neither names it nor uses it as a reference.
func plain(x ast.Expr) ast.Expr {
	if s, ok := x.(*ast.Seq); ok && len(s.Exprs) == 2 && isLiteral(s.Exprs[0]) {
		return plain(s.Exprs[1])
	}
	return x
}

// positive returns a condition that does not begin with a negation, and whether it is the
// negation of x.
func (w *writer) positive(x ast.Expr) (ast.Expr, bool) {
	switch x := plain(x).(type) {
	case *ast.Unary:
		if x.Op == ast.Not {
			y, not := w.positive(x.X)
			return y, !not
		}
	case *ast.Binary:
		switch x.Op {
		case ast.Ne:
			return &ast.Binary{Op: ast.Eq, L: x.L, R: x.R}, true
		case ast.StrictNe:
			return &ast.Binary{Op: ast.StrictEq, L: x.L, R: x.R}, true
		case ast.LogicalAnd, ast.LogicalOr:
			l, not := w.positive(x.L)
			r, other := w.positive(x.R)
			op := x.Op
			if not {
				op = ast.LogicalAnd + ast.LogicalOr - op
			}
			if other != not {
				r = &ast.Unary{Op: ast.Not, X: r}
			}
			return w.chain(op, l, r), not
		}
	}
	return plain(x), false
}

// chain joins the operands of && or ||, grouped from the left.
func (w *writer) chain(op ast.BinaryOp, l, r ast.Expr) ast.Expr {
	if b, ok := r.(*ast.Binary); ok && b.Op == op && w.spend() {
		return &ast.Binary{Op: op, L: w.chain(op, l, b.L), R: b.R}
	}
	return &ast.Binary{Op: op, L: l, R: r}
}

// isOwn reports whether an expression is a local variable of a function: assigning it runs no
// code, and it is resolved before anything else is evaluated.
func (w *writer) isOwn(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Sym != nil && id.Sym.Scope != nil && id.Sym.Scope.Func != nil
}

// isPure reports whether evaluating x has no effect. Variables are recorded in w.dropped, since
// the caller drops them.
func (w *writer) isPure(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		if !w.isOwn(x) || x.Sym.Kind.Lexical() && !w.o.Source || w.o.Keep {
			return false
		}
		w.dropped[x.Name] = true
		return true
	case *ast.Func:
		return x.Fn.Name == nil
	}
	return isLiteral(x)
}

func isLiteral(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.BigInt:
		return true
	case *ast.Unary:
		return (x.Op == ast.Void || x.Op == ast.Neg) && isLiteral(x.X)
	}
	return false
}

func isVoid(x ast.Expr) bool {
	u, ok := x.(*ast.Unary)
	return ok && u.Op == ast.Void && isLiteral(u.X)
}

// Truth returns the value of a literal as a condition; ok is false if x is not a literal.
func Truth(x ast.Expr) (value, ok bool) {
	switch x := x.(type) {
	case *ast.Bool:
		return x.Value, true
	case *ast.Number:
		return x.Value != 0 && x.Value == x.Value, true
	case *ast.String:
		return x.Value != "", true
	}
	return false, false
}

func leafOf(x ast.Expr) ast.Expr {
	for {
		v, ok := x.(*ast.Verbatim)
		if !ok {
			return x
		}
		x = v.Of
	}
}

// expr returns the canonical form of an expression, which is the expression itself if it already has
// that form: no expression is modified.
func (w *writer) expr(x ast.Expr) ast.Expr {
	if x == nil || !w.spend() {
		return x
	}
	switch x := leafOf(x).(type) {
	case *ast.Ident:
		if x.Name == "undefined" && x.Sym == nil && !w.o.Hidden {
			return void()
		}
		return x
	case *ast.Seq:
		return w.seq(x)
	case *ast.Template:
		if len(x.Exprs) == 0 {
			return &ast.String{Value: x.Quasis[0].Cooked}
		}
		exprs, _ := w.exprs(x.Exprs)
		return &ast.Template{Quasis: x.Quasis, Exprs: exprs}
	case *ast.TaggedTemplate:
		tag := w.expr(x.Tag)
		exprs, _ := w.exprs(x.Quasi.Exprs)
		return &ast.TaggedTemplate{Tag: tag, Quasi: &ast.Template{Quasis: x.Quasi.Quasis, Exprs: exprs}}
	case *ast.Unary:
		return w.unary(x)
	case *ast.Update:
		return &ast.Update{Dec: x.Dec, Prefix: x.Prefix, X: w.expr(x.X)}
	case *ast.Binary:
		l, r := w.expr(x.L), plain(w.expr(x.R))
		if x.Op == ast.LogicalAnd || x.Op == ast.LogicalOr || x.Op == ast.Nullish {
			return w.chain(x.Op, plain(l), r)
		}
		if l = plain(l); l == x.L && r == x.R {
			return w.fold(x)
		}
		return w.fold(&ast.Binary{Op: x.Op, L: l, R: r})
	case *ast.Assign:
		target, value := w.expr(x.Target), w.expr(x.Value)
		if target == x.Target && value == x.Value {
			return x
		}
		return &ast.Assign{Op: x.Op, Target: target, Value: value}
	case *ast.Cond:
		return &ast.Cond{Test: plain(w.expr(x.Test)), Then: plain(w.expr(x.Then)), Else: plain(w.expr(x.Else))}
	case *ast.Call:
		callee := w.expr(x.Callee)
		args, same := w.exprs(x.Args)
		if same && callee == x.Callee {
			return x
		}
		return &ast.Call{Optional: x.Optional, Callee: callee, Args: args}
	case *ast.New:
		callee := plain(w.expr(x.Callee))
		args, _ := w.exprs(x.Args)
		return &ast.New{Callee: callee, Args: args}
	case *ast.Member:
		obj := w.expr(x.Obj)
		if obj == x.Obj {
			return x
		}
		return &ast.Member{Private: x.Private, Optional: x.Optional, Obj: obj, Name: x.Name}
	case *ast.Index:
		obj, key := w.expr(x.Obj), plain(w.expr(x.Key))
		if obj == x.Obj && key == x.Key {
			return x
		}
		return &ast.Index{Optional: x.Optional, Obj: obj, Key: key}
	case *ast.Chain:
		return &ast.Chain{X: w.expr(x.X)}
	case *ast.Array:
		elems, same := w.exprs(x.Elems)
		if same {
			return x
		}
		return &ast.Array{Elems: elems}
	case *ast.Spread:
		return &ast.Spread{X: plain(w.expr(x.X))}
	case *ast.Object:
		return &ast.Object{Props: w.props(x.Props)}
	case *ast.Yield:
		return &ast.Yield{Delegate: x.Delegate, X: w.expr(x.X)}
	case *ast.Await:
		return &ast.Await{X: plain(w.expr(x.X))}
	case *ast.ArrayPat:
		elems, _ := w.exprs(x.Elems)
		return &ast.ArrayPat{Assign: x.Assign, Elems: elems}
	case *ast.ObjectPat:
		return &ast.ObjectPat{Assign: x.Assign, Props: w.props(x.Props)}
	case *ast.Default:
		return &ast.Default{Target: w.expr(x.Target), Value: w.expr(x.Value)}
	default:
		return x
	}
}

func void() ast.Expr { return &ast.Unary{Op: ast.Void, X: &ast.Number{}} }

func (w *writer) unary(x *ast.Unary) ast.Expr {
	y := w.expr(x.X)
	switch x.Op {
	case ast.Void:
		if y = plain(y); isLiteral(y) {
			return void()
		}
		return w.seq(&ast.Seq{Exprs: []ast.Expr{y, void()}})
	case ast.Not:
		y = plain(y)
		if n, ok := y.(*ast.Number); ok {
			return &ast.Bool{Value: !(n.Value != 0 && n.Value == n.Value)}
		}
	case ast.Typeof, ast.Delete: // of a reference
	default:
		y = plain(y)
	}
	return w.foldUnary(&ast.Unary{Op: x.Op, X: y}, x)
}

// seq flattens a list of operands and drops those without effect. A single remaining operand
// stays wrapped if its context could name it or use it as a reference: a function may take a
// name, and a member is a reference.
func (w *writer) seq(x *ast.Seq) ast.Expr {
	var out []ast.Expr
	n := len(x.Exprs) - 1
	for i, y := range x.Exprs {
		y = plain(w.expr(y))
		if in, ok := y.(*ast.Seq); ok {
			out = append(out, in.Exprs...)
		} else if i == n || !w.isPure(y) {
			out = append(out, y)
		}
	}
	out = slices.Clip(out)
	if len(out) > 1 {
		return &ast.Seq{Exprs: out}
	}
	switch out[0].(type) {
	case *ast.Func, *ast.ClassExpr, *ast.Member, *ast.Index, *ast.Chain, *ast.Ident:
		return unnamed(out[0])
	}
	return out[0]
}

// exprs returns the canonical forms of expressions, and whether they are the expressions themselves.
func (w *writer) exprs(list []ast.Expr) (out []ast.Expr, same bool) {
	out, same = list, true
	for i, x := range list {
		if x == nil {
			continue
		}
		y := plain(w.expr(x))
		if y == x {
			continue
		}
		if same {
			out, same = slices.Clone(list), false
		}
		out[i] = y
	}
	return out, same
}

func (w *writer) props(list []*ast.Property) []*ast.Property {
	out := make([]*ast.Property, len(list))
	for i, p := range list {
		key, value := p.Key, p.Value
		if p.Computed {
			key = plain(w.expr(key))
		}
		if value != nil {
			value = w.expr(value)
		}
		if out[i] = p; key != p.Key || value != p.Value {
			q := *p
			q.Key, q.Value = key, value
			out[i] = &q
		}
	}
	return out
}
