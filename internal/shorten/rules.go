package shorten

import (
	"math"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// unaryRules are the rules for prefix operators.
func unaryRules() []rule[*ast.Unary] {
	return []rule[*ast.Unary]{{
		name: "not-comparison", doc: "a negated equality is the opposite one",
		before: "f(!(a === b))", after: "f(a!==b)",
		apply: func(s *shortener, x *ast.Unary) ast.Expr {
			if b, ok := x.X.(*ast.Binary); ok && x.Op == ast.Not && inverseOp(b.Op) != ast.NoOp && !b.Op.Logical() {
				return s.inverse(b)
			}
			return nil
		},
	}, {
		name: "not-not", doc: "two negations of a boolean cancel out",
		before: "f(!!(a in b))", after: "f(a in b)",
		apply: func(s *shortener, x *ast.Unary) ast.Expr {
			if in, ok := x.X.(*ast.Unary); ok && x.Op == ast.Not && in.Op == ast.Not && isBoolean(in.X) {
				if _, number := in.X.(*ast.Number); !number {
					return in.X
				}
			}
			return nil
		},
	}, {
		name: "not-constant", doc: "the negation of a constant is !0 or !1",
		before: `f(!"")`, after: "f(!0)",
		apply: func(s *shortener, x *ast.Unary) ast.Expr {
			if n, ok := x.X.(*ast.Number); x.Op != ast.Not || ok && (n.Value == 0 || n.Value == 1) {
				return nil
			}
			switch s.truthOf(x.X) {
			case isTrue:
				return boolean(x, false)
			case isFalse:
				return boolean(x, true)
			}
			return nil
		},
	}, {
		name: "void-pure", doc: "void of a value without effects is void 0",
		before: "f(void a)", after: "f(void 0)",
		apply: func(s *shortener, x *ast.Unary) ast.Expr {
			if x.Op != ast.Void || !s.isPure(x.X) || ast.IsLiteral(x.X) {
				return nil
			}
			return &ast.Unary{Base: at(x), Op: ast.Void, X: &ast.Number{}}
		},
	}}
}

// binaryRules are the rules for infix operators.
func binaryRules() []rule[*ast.Binary] {
	return []rule[*ast.Binary]{{
		name: "comma-left", doc: "what comes before the left operand comes before the operation",
		before: "f((g(), a) && b)", after: "f((g(),a&&b))",
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			before, last := split(x.L)
			if before == nil {
				return nil
			}
			x.L = last
			return join(before, s.binary(x))
		},
	}, {
		name: "logical-constant", doc: "&& and || with a constant on the left are decided",
		before: "f(1 && a)", after: "f(a)",
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			if x.Op != ast.LogicalAnd && x.Op != ast.LogicalOr {
				return nil
			}
			switch t := s.truthOf(x.L); {
			case t == unknown:
				return nil
			case (t == isTrue) == (x.Op == ast.LogicalAnd):
				return x.R
			}
			return x.L
		},
	}, {
		name: "logical-right", doc: "&&, || and ?? are associative; on the left they need no parentheses",
		before: "f(a && (b && c))", after: "f(a&&b&&c)",
		apply: rotate,
	}, {
		name: "logical-assignment", doc: "a || (a = b) is a ||= b, if a is a variable that can be assigned; also && and ??",
		before: "a || (a = b)", after: "a||=b",
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			set, ok := x.R.(*ast.Assign)
			if !ok || !x.Op.Logical() || set.Op != ast.NoOp || s.o.Old || !s.isAssignable(set.Target) {
				return nil
			}
			if id, ok := x.L.(*ast.Ident); !ok || !isEqual(id, set.Target) {
				return nil
			}
			set.Op = x.Op
			return set
		},
	}, {
		name: "typeof-undefined", doc: "of the types that typeof tells, only undefined is greater than u",
		before: `f(typeof a === "undefined")`, after: `f(typeof a>"u")`,
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			l, r := x.L, x.R
			if _, ok := l.(*ast.String); ok {
				l, r = r, l
			}
			of, ok := l.(*ast.Unary)
			text, ok2 := r.(*ast.String)
			if !ok || !ok2 || of.Op != ast.Typeof || text.Value != "undefined" {
				return nil
			}
			op := ast.Gt
			switch x.Op {
			case ast.Eq, ast.StrictEq:
			case ast.Ne, ast.StrictNe:
				op = ast.Lt
			default:
				return nil
			}
			return &ast.Binary{Base: x.Base, Op: op, L: of, R: &ast.String{Base: at(text), Value: "u"}}
		},
	}, {
		name: "bits-tested", doc: "a combination of bits with a number is an integer, which is not 0 if it is true",
		before: "f((a & 2) !== 0)", after: "f(!!(a&2))",
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			if zero, ok := x.R.(*ast.Number); !ok || zero.Value != 0 || !isBits(x.L) {
				return nil
			}
			not := &ast.Unary{Base: x.Base, Op: ast.Not, X: x.L}
			switch x.Op {
			case ast.Eq, ast.StrictEq:
				return not
			case ast.Ne, ast.StrictNe:
				return &ast.Unary{Base: x.Base, Op: ast.Not, X: not}
			}
			return nil
		},
	}, {
		name: "loose-equality", doc: "=== of values of one type is ==",
		before: `f(typeof a === "string")`, after: `f(typeof a=="string")`,
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			op := ast.Eq
			switch x.Op {
			case ast.StrictEq:
			case ast.StrictNe:
				op = ast.Ne
			default:
				return nil
			}
			if k := kindOf(x.L, 4); k == anyKind || k != kindOf(x.R, 4) {
				return nil
			}
			x.Op = op
			return x
		},
	}, {
		name: "bits-last", doc: "bits that are set and are not cleared afterwards may be set last",
		before: "f((a | 1) & -3)", after: "f(a&-3|1)",
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			or, ok := x.L.(*ast.Binary)
			if !ok || x.Op != ast.BitAnd || or.Op != ast.BitOr {
				return nil
			}
			set, ok := bits(or.R)
			mask, ok2 := bits(x.R)
			if !ok || !ok2 || set&mask != set {
				return nil
			}
			x.L, x.Base = or.L, around(or.L, x.R)
			return &ast.Binary{Base: around(or, x), Op: ast.BitOr, L: x, R: or.R}
		},
	}, {
		name: "concat-texts", doc: "adjacent literal texts are one",
		before: `f(a + "b" + "c")`, after: `f(a+"bc")`,
		apply: func(s *shortener, x *ast.Binary) ast.Expr {
			r, ok := x.R.(*ast.String)
			if !ok || x.Op != ast.Add {
				return nil
			}
			switch l := x.L.(type) {
			case *ast.String:
				return &ast.String{Base: around(l, r), Value: l.Value + r.Value}
			case *ast.Binary:
				if m, ok := l.R.(*ast.String); ok && l.Op == ast.Add {
					l.R = &ast.String{Base: around(m, r), Value: m.Value + r.Value}
					return l
				}
			}
			return nil
		},
	}}
}

// isBits reports whether the value of an expression is a 32-bit integer: with a number as the other
// operand, a bigint throws.
func isBits(x ast.Expr) bool {
	b, ok := x.(*ast.Binary)
	if !ok || b.Op != ast.BitAnd && b.Op != ast.BitOr && b.Op != ast.BitXor {
		return false
	}
	_, ok = bits(b.R)
	return ok
}

// bits returns the value of a literal that is a 32-bit integer.
func bits(x ast.Expr) (int32, bool) {
	sign := 1.0
	if u, ok := x.(*ast.Unary); ok && u.Op == ast.Neg {
		x, sign = u.X, -1
	}
	n, ok := x.(*ast.Number)
	if !ok || n.Value != math.Trunc(n.Value) || n.Value > math.MaxInt32 {
		return 0, false
	}
	return int32(sign * n.Value), true
}

// rotations bounds how far an operand is moved to the left.
const rotations = 256

// rotate turns a && (b && c) into (a && b) && c.
func rotate(s *shortener, x *ast.Binary) ast.Expr {
	r, ok := x.R.(*ast.Binary)
	if !ok || !x.Op.Logical() || r.Op != x.Op {
		return nil
	}
	low := r
	for n := 0; ; n++ {
		next, ok := low.L.(*ast.Binary)
		if !ok || next.Op != x.Op {
			break
		}
		if n == rotations {
			return nil
		}
		low = next
	}
	x.R = low.L
	x.Base = around(x.L, x.R)
	low.L = s.binary(x)
	return r
}

// isAssignable reports whether a target is a variable of the program that every assignment
// changes, without running code.
func (s *shortener) isAssignable(target ast.Expr) bool {
	id, ok := target.(*ast.Ident)
	if !ok || id.Paren || !s.isKnown(id) {
		return false
	}
	switch id.Sym.Kind {
	case ast.SymVar, ast.SymLet, ast.SymParam, ast.SymCatch, ast.SymFunc, ast.SymBlockFunc, ast.SymClass:
		return true
	}
	return false
}

// assignRules are the rules for assignments.
func assignRules() []rule[*ast.Assign] {
	return []rule[*ast.Assign]{{
		name: "compound", doc: "a = a + b is a += b, if a is a variable",
		before: "a = a + b", after: "a+=b",
		apply: func(s *shortener, x *ast.Assign) ast.Expr {
			id, ok := x.Target.(*ast.Ident)
			b, ok2 := x.Value.(*ast.Binary)
			if !ok || !ok2 || x.Op != ast.NoOp || id.Paren || !s.isKnown(id) {
				return nil
			}
			if l, ok := b.L.(*ast.Ident); !ok || !isEqual(l, id) {
				return nil
			}
			switch {
			case b.Op >= ast.Add && b.Op <= ast.BitXor:
			case b.Op.Logical() && !s.o.Old && s.isAssignable(id) && !ast.IsAnonymous(b.R):
			default:
				return nil
			}
			x.Op, x.Value = b.Op, b.R
			return x
		},
	}, {
		name: "comma-value", doc: "what comes before the value of a variable comes before the assignment",
		before: "a = (f(), b)", after: "f(),a=b",
		apply: func(s *shortener, x *ast.Assign) ast.Expr {
			id, ok := x.Target.(*ast.Ident)
			q, ok2 := x.Value.(*ast.Seq)
			if !ok || !ok2 || x.Op != ast.NoOp || id.Paren || !s.isKnown(id) || ast.IsAnonymous(q.Exprs[len(q.Exprs)-1]) {
				return nil
			}
			before, last := split(q)
			x.Value = last
			return join(before, x)
		},
	}}
}

// indexRules are the rules for a[b].
func indexRules() []rule[*ast.Index] {
	return []rule[*ast.Index]{{
		name: "property", doc: "a constant key that is a name follows a dot",
		before: `f(a["b"])`, after: "f(a.b)",
		apply: func(s *shortener, x *ast.Index) ast.Expr {
			str, ok := x.Key.(*ast.String)
			if !ok || !isName(str.Value) {
				return nil
			}
			return &ast.Member{Base: x.Base, Optional: x.Optional, Obj: x.Obj, Name: str.Value, NameSpan: str.Span}
		},
	}, {
		name: "index", doc: "a constant key that is an index needs no quotes",
		before: `f(a["0"])`, after: "f(a[0])",
		apply: func(s *shortener, x *ast.Index) ast.Expr {
			str, ok := x.Key.(*ast.String)
			if !ok {
				return nil
			}
			n, ok := index(str.Value)
			if !ok {
				return nil
			}
			x.Key = &ast.Number{Base: at(str), Value: n}
			return x
		},
	}}
}

// constructorRules are the rules for new.
func constructorRules() []rule[*ast.New] {
	return []rule[*ast.New]{{
		name: "new-builtin", doc: "calling a constructor of errors or Array creates what new does, if it is the built-in one",
		before: `f(new TypeError("b").message)`, after: `f(TypeError("b").message)`, builtins: true,
		apply: func(s *shortener, x *ast.New) ast.Expr {
			id, ok := x.Callee.(*ast.Ident)
			if !ok || !s.o.Builtins || id.Sym != nil || s.dynamic || !callsLikeNew(id.Name) {
				return nil
			}
			s.assumed++
			return &ast.Call{Base: x.Base, Callee: id, Args: x.Args}
		},
	}}
}

// callsLikeNew reports whether a built-in does the same without new.
func callsLikeNew(name string) bool {
	switch name {
	case "Array", "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError":
		return true
	}
	return false
}

// template returns a template as a literal text, if it is one and that is not longer.
func (s *shortener) template(x *ast.Template) ast.Expr {
	if len(x.Exprs) > 0 || x.Quasis[0].Bad || isShorterTemplate(x.Quasis[0].Cooked) {
		return x
	}
	return &ast.String{Base: at(x), Value: x.Quasis[0].Cooked}
}

// text returns a literal text as a template, if that is shorter.
func (s *shortener) text(x *ast.String) ast.Expr {
	if s.o.Old || !isShorterTemplate(x.Value) {
		return x
	}
	return &ast.Template{Base: at(x), Quasis: []ast.Quasi{{Cooked: x.Value}}}
}

// isShorterTemplate reports whether a text is shorter as a template: there, line breaks need no
// escapes.
func isShorterTemplate(text string) bool {
	lines := strings.Count(text, "\n")
	if lines == 0 {
		return false
	}
	quotes := min(strings.Count(text, `"`), strings.Count(text, "'"))
	return lines+quotes > strings.Count(text, "`")+strings.Count(text, "${")
}
