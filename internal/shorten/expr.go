package shorten

import (
	"github.com/sonjs/son/parse/ast"
)

// expr shortens an expression whose value is used.
func (s *shortener) expr(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Ident:
		return s.ident(x)
	case *ast.Bool:
		return boolean(x, x.Value)
	case *ast.String:
		return s.text(x)
	case *ast.Template:
		s.exprs(x.Exprs)
		return s.template(x)
	case *ast.TaggedTemplate:
		x.Tag = s.callee(x.Tag)
		s.exprs(x.Quasi.Exprs)
	case *ast.ImportCall:
		x.Source, x.Options = s.optional(x.Source), s.optional(x.Options)
	case *ast.Array:
		s.exprs(x.Elems)
	case *ast.Object:
		s.props(x.Props, s.expr)
	case *ast.Func:
		x.Paren = false
		s.function(x.Fn)
	case *ast.ClassExpr:
		s.class(x.Class)
	case *ast.Unary:
		x.X = s.operand(x)
		return applied(s, s.rules.unary, x)
	case *ast.Update:
		x.X = s.target(x.X)
	case *ast.Binary:
		return s.operators(x)
	case *ast.Assign:
		return s.assignments(x)
	case *ast.Cond:
		return s.conditions(x)
	case *ast.Call, *ast.Member, *ast.Index:
		return s.links(x)
	case *ast.Chain:
		x.X = s.links(x.X)
	case *ast.New:
		x.Callee = s.expr(x.Callee)
		s.exprs(x.Args)
		return applied(s, s.rules.new, x)
	case *ast.Seq:
		s.exprs(x.Exprs)
		return s.seq(x)
	case *ast.Spread:
		x.X = s.expr(x.X)
	case *ast.Yield:
		x.X = s.optional(x.X)
	case *ast.Await:
		x.X = s.expr(x.X)
	}
	return x
}

func (s *shortener) optional(x ast.Expr) ast.Expr {
	if x == nil {
		return nil
	}
	return s.expr(x)
}

func (s *shortener) exprs(list []ast.Expr) {
	for i, x := range list {
		if x != nil {
			list[i] = s.expr(x)
		}
	}
}

// ident returns what takes the place of an identifier: for a constant of the language, a
// shorter expression.
func (s *shortener) ident(x *ast.Ident) ast.Expr {
	if x.Sym != nil || s.dynamic {
		return x
	}
	switch x.Name {
	case "undefined":
		return &ast.Unary{Base: at(x), Op: ast.Void, X: &ast.Number{}}
	case "Infinity":
		return &ast.Binary{Base: at(x), Op: ast.Div, L: &ast.Number{Value: 1}, R: &ast.Number{Value: 0}}
	}
	return x
}

// boolean returns true or false as a negation.
func boolean(from ast.Expr, value bool) ast.Expr {
	n := &ast.Number{Value: 1}
	if value {
		n.Value = 0
	}
	return &ast.Unary{Base: at(from), Op: ast.Not, X: n}
}

// operand shortens the operand of a prefix operator.
func (s *shortener) operand(x *ast.Unary) ast.Expr {
	_, name := x.X.(*ast.Ident)
	switch {
	case (x.Op == ast.Typeof || x.Op == ast.Delete) && name:
		return x.X
	case x.Op == ast.Void:
		if _, ok := x.X.(*ast.Number); ok {
			return x.X
		}
	case x.Op == ast.Delete:
		return s.callee(x.X)
	case x.Op == ast.Not:
		y := s.expr(x.X)
		if in, ok := y.(*ast.Unary); ok && in.Op == ast.Not {
			return y // !!a converts a
		}
		return s.test(y)
	}
	y := s.expr(x.X)
	if id, ok := y.(*ast.Ident); ok && x.Op == ast.Typeof && id.Sym == nil {
		return s.alone(y) // typeof a throws nothing if there is no a
	}
	return y
}

// callee shortens a callee, which calls with an object, or evaluates code, only if it did so
// before.
func (s *shortener) callee(x ast.Expr) ast.Expr {
	was := s.isSensitive(x)
	y := s.expr(x)
	if !was && s.isSensitive(y) && !ast.IsAnonymous(y) {
		return s.alone(y)
	}
	return y
}

// links shortens a chain of calls and properties, however long.
func (s *shortener) links(x ast.Expr) ast.Expr {
	var chain []ast.Expr
	for {
		chain = append(chain, x)
		switch y := x.(type) {
		case *ast.Call:
			x = y.Callee
		case *ast.Member:
			x = y.Obj
		case *ast.Index:
			x = y.Obj
		}
		switch x.(type) {
		case *ast.Call, *ast.Member, *ast.Index:
			continue
		}
		break
	}
	if _, ok := chain[len(chain)-1].(*ast.Call); ok {
		x = s.callee(x)
	} else {
		x = s.expr(x)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		switch y := chain[i].(type) {
		case *ast.Call:
			y.Callee = x
			s.exprs(y.Args)
			x = y
		case *ast.Member:
			y.Obj = x
			x = y
		case *ast.Index:
			y.Obj, y.Key = x, s.expr(y.Key)
			x = applied(s, s.rules.index, y)
		}
	}
	return x
}

// operators shortens a chain of infix operators, however long.
func (s *shortener) operators(x *ast.Binary) ast.Expr {
	var chain []*ast.Binary
	left := ast.Expr(x)
	for {
		b, ok := left.(*ast.Binary)
		if !ok {
			break
		}
		chain = append(chain, b)
		left = b.L
	}
	if _, ok := left.(*ast.PrivateName); !ok {
		left = s.expr(left)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		b := chain[i]
		b.L, b.R = left, s.expr(b.R)
		left = s.binary(b)
	}
	return left
}

// binary applies rules to an operation whose operands are short.
func (s *shortener) binary(x *ast.Binary) ast.Expr { return applied(s, s.rules.binary, x) }

// assignments shortens an assignment whose value may be another one, and so on.
func (s *shortener) assignments(x *ast.Assign) ast.Expr {
	var chain []*ast.Assign
	for {
		chain = append(chain, x)
		x.Target = s.target(x.Target)
		next, ok := x.Value.(*ast.Assign)
		if !ok {
			break
		}
		x = next
	}
	var y ast.Expr
	for i := len(chain) - 1; i >= 0; i-- {
		if y == nil {
			y = s.named(chain[i].Value)
		}
		chain[i].Value = y
		y = applied(s, s.rules.assign, chain[i])
	}
	return y
}

// named shortens the value of a variable or property, which names a function that has no name.
func (s *shortener) named(x ast.Expr) ast.Expr {
	y := s.expr(x)
	if !s.o.AnyNames && ast.IsAnonymous(y) && !ast.IsAnonymous(x) {
		return s.alone(y)
	}
	return y
}

// conditions shortens conditional expressions, each the last part of the one before.
func (s *shortener) conditions(x *ast.Cond) ast.Expr {
	var chain []*ast.Cond
	for {
		chain = append(chain, x)
		x.Test, x.Then = s.test(s.expr(x.Test)), s.expr(x.Then)
		next, ok := x.Else.(*ast.Cond)
		if !ok {
			break
		}
		x = next
	}
	y := s.expr(chain[len(chain)-1].Else)
	for i := len(chain) - 1; i >= 0; i-- {
		chain[i].Else = y
		y = s.cond(chain[i])
	}
	return y
}

// cond applies rules to a conditional expression whose parts are short.
func (s *shortener) cond(x *ast.Cond) ast.Expr { return applied(s, s.rules.cond, x) }

// seq shortens a comma expression whose operands are short: all but the last have only effects.
func (s *shortener) seq(x *ast.Seq) ast.Expr {
	last := len(x.Exprs) - 1
	var list []ast.Expr
	for _, y := range x.Exprs[:last] {
		if y = s.unused(y); y != nil {
			list = appendExpr(list, y)
		}
	}
	value := x.Exprs[last]
	if len(list) == 0 {
		return value
	}
	x.Exprs = appendExpr(list, value)
	return x
}

// appendExpr appends an operand of a comma expression, or several.
func appendExpr(list []ast.Expr, x ast.Expr) []ast.Expr {
	if inner, ok := x.(*ast.Seq); ok {
		return append(list, inner.Exprs...)
	}
	return append(list, x)
}

// join returns a, b; either may be nil.
func join(a, b ast.Expr) ast.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	x, ok := a.(*ast.Seq)
	if !ok {
		x = &ast.Seq{Base: around(a, b), Exprs: []ast.Expr{a}}
	}
	x.Exprs = appendExpr(x.Exprs, b)
	x.End = b.Pos().End
	return x
}

// split returns the last operand of a comma expression, and those before it, which may be nil.
func split(x ast.Expr) (before, last ast.Expr) {
	q, ok := x.(*ast.Seq)
	if !ok {
		return nil, x
	}
	n := len(q.Exprs) - 1
	last = q.Exprs[n]
	if n == 1 {
		return q.Exprs[0], last
	}
	q.Exprs = q.Exprs[:n]
	return q, last
}

// target shortens what is assigned.
func (s *shortener) target(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Ident, nil:
	case *ast.ArrayPat:
		for i, e := range x.Elems {
			x.Elems[i] = s.target(e)
		}
	case *ast.ObjectPat:
		s.props(x.Props, s.target)
	case *ast.Default:
		x.Target, x.Value = s.target(x.Target), s.named(x.Value)
	case *ast.Spread:
		x.X = s.target(x.X)
	default:
		y := s.expr(x)
		return y
	}
	return x
}

// props shortens the properties of an object or a pattern.
func (s *shortener) props(list []*ast.Property, value func(ast.Expr) ast.Expr) {
	for _, m := range list {
		switch {
		case m.Computed:
			m.Key = s.expr(m.Key)
			s.plainComputed(m)
		case m.Key != nil:
			m.Key = plainKey(m.Key)
		}
		was := m.Value
		m.Value = value(was)
		if m.Value != was {
			m.Shorthand = false
			if !s.o.AnyNames && ast.IsAnonymous(m.Value) && !ast.IsAnonymous(was) {
				m.Value = s.alone(m.Value)
			}
		}
	}
}

// plainComputed makes a constant key one without brackets.
func (s *shortener) plainComputed(m *ast.Property) {
	key, ok := m.Key.(*ast.String)
	if ok && key.Value != "__proto__" && isName(key.Value) {
		m.Key, m.Computed = &ast.Ident{Base: at(key), Name: key.Value}, false
	}
}

// plainKey returns a key without quotes, if it can be one.
func plainKey(key ast.Expr) ast.Expr {
	str, ok := key.(*ast.String)
	if !ok {
		return key
	}
	if isName(str.Value) {
		return &ast.Ident{Base: at(str), Name: str.Value}
	}
	if n, ok := index(str.Value); ok {
		return &ast.Number{Base: at(str), Value: n}
	}
	return key
}

// isName reports whether a text is a name without escapes, in ASCII.
func isName(text string) bool {
	for i := range len(text) {
		c := text[i] | 0x20
		if (c < 'a' || c > 'z') && text[i] != '_' && text[i] != '$' && (i == 0 || text[i] < '0' || text[i] > '9') {
			return false
		}
	}
	return text != ""
}

// index returns the number that a short text is the decimal form of.
func index(text string) (float64, bool) {
	if len(text) == 0 || len(text) > 9 || text[0] == '0' && len(text) > 1 {
		return 0, false
	}
	n := 0.0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + float64(text[i]-'0')
	}
	return n, true
}
