package normal

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// simple checks an operand.
func (c *checker) simple(x ast.Expr, what string) {
	if !isSimple(x) {
		c.bad(x, "%s is %s, not a simple operand", what, kindOf(x))
	}
}

// isSimple reports whether x is an operand: a name or a literal.
func isSimple(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.This, *ast.Null, *ast.Bool, *ast.Number, *ast.String, *ast.BigInt, *ast.NewTarget, *ast.ImportMeta:
		return true
	case *ast.Template:
		return len(x.Exprs) == 0
	case *ast.Binary: // 0 / 0 and 1 / 0, where NaN and Infinity may be other names
		return x.Op == ast.Div && isNumber(x.L) && isNumber(x.R)
	case *ast.Unary:
		if b, ok := x.X.(*ast.Binary); ok {
			return x.Op == ast.Neg && isSimple(b)
		}
		switch x.X.(type) {
		case *ast.Number, *ast.BigInt:
			return x.Op == ast.Neg || x.Op == ast.Void
		}
	}
	return false
}

func isNumber(x ast.Expr) bool {
	_, ok := x.(*ast.Number)
	return ok
}

// isPlace reports whether x is a property of a simple operand, or a name.
func isPlace(x ast.Expr) bool {
	object := func(x ast.Expr) bool {
		_, super := x.(*ast.Super)
		return super || isSimple(x)
	}
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.Member:
		return object(x.Obj)
	case *ast.Index:
		return object(x.Obj) && isSimple(x.Key)
	}
	return false
}

// place checks a property whose object and key are operands.
func (c *checker) place(x ast.Expr) {
	if isPlace(x) {
		return
	}
	if onSuper(x) {
		c.nested("property of super")
		return
	}
	c.bad(x, "%s is no property of a simple operand", kindOf(x))
}

// onSuper reports whether x is a property of super.
func onSuper(x ast.Expr) bool {
	var of ast.Expr
	switch x := x.(type) {
	case *ast.Member:
		of = x.Obj
	case *ast.Index:
		of = x.Obj
	}
	_, super := of.(*ast.Super)
	return super
}

// isValue reports whether x is one step with simple operands.
func isValue(x ast.Expr) bool {
	c := &checker{r: &Report{Nested: map[string]int{}}}
	c.value(x)
	return len(c.r.Violations) == 0 && len(c.r.Nested) == 0
}

// value checks one step: a value assigned to a variable, or evaluated for its effect.
func (c *checker) value(x ast.Expr) {
	if isSimple(x) {
		return
	}
	switch x := x.(type) {
	case *ast.Binary:
		c.binary(x)
	case *ast.Unary:
		switch {
		case x.Op == ast.Void:
			c.bad(x, "void is no step")
		case x.Op == ast.Delete && isChain(x.X):
			c.nested("optional chain")
		case (x.Op == ast.Delete || x.Op == ast.Typeof) && !isSimple(x.X):
			c.place(x.X)
		default:
			c.simple(x.X, "an operand")
		}
	case *ast.Update:
		c.place(x.X)
	case *ast.Member, *ast.Index:
		c.place(x)
	case *ast.Assign:
		c.compound(x)
	case *ast.Call:
		c.call(x)
	case *ast.New:
		c.simple(x.Callee, "a constructor")
		c.bracket("spread", false, x.Args)
	case *ast.TaggedTemplate:
		after := c.callee(x.Tag)
		c.bracket("tagged template", after, x.Quasi.Exprs)
	case *ast.Template:
		c.bracket("template", false, x.Exprs)
	case *ast.Array:
		c.bracket("spread", false, x.Elems)
	case *ast.Object:
		c.object(x)
	case *ast.ClassExpr:
		c.class(x.Class)
	case *ast.ImportCall:
		c.simple(x.Source, "a module's name")
		if x.Options != nil {
			c.simple(x.Options, "an option")
		}
	case *ast.Yield:
		if x.X != nil {
			c.simple(x.X, "the yielded value")
		}
	case *ast.Await:
		c.simple(x.X, "the awaited value")
	case *ast.Chain:
		c.nested("optional chain")
	case *ast.Seq:
		c.wrapped(x)
	case *ast.Func, *ast.RegExp:
	default:
		c.bad(x, "%s is no step", kindOf(x))
	}
}

func (c *checker) binary(x *ast.Binary) {
	if x.Op.Logical() {
		c.bad(x, "%s is no step", x.Op)
		return
	}
	if _, private := x.L.(*ast.PrivateName); !private {
		c.simple(x.L, "an operand")
	}
	c.simple(x.R, "an operand")
}

// compound checks x op= v. The value follows a reference.
func (c *checker) compound(x *ast.Assign) {
	if x.Op == ast.NoOp {
		c.bad(x, "an assignment inside an expression")
		return
	}
	if !isPlace(x.Target) {
		c.place(x.Target)
	}
	if !isSimple(x.Value) {
		c.nested("compound assignment")
	}
}

// call checks a call. Arguments of a method follow the reference to it.
func (c *checker) call(x *ast.Call) {
	after := c.callee(x.Callee)
	c.bracket("arguments of a method", after, x.Args)
}

// callee checks the callee, and reports whether it is a reference.
func (c *checker) callee(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Member, *ast.Index:
		c.place(x)
		return true
	case *ast.Super:
		return true
	case *ast.Chain:
		c.nested("optional chain")
		return true
	case *ast.Seq:
		c.wrapped(x)
		return false
	}
	c.simple(x, "the callee")
	return false
}

// wrapped checks (0, x): a value that is no reference, or a function without a name.
func (c *checker) wrapped(x *ast.Seq) {
	if n, ok := x.Exprs[0].(*ast.Number); !ok || n.Value != 0 || len(x.Exprs) != 2 {
		c.bad(x, "a comma")
		return
	}
	c.value(x.Exprs[1])
}

// bracket checks operands that are evaluated one after the other. After a reference (after),
// and after a spread, which iterates, they may nest.
func (c *checker) bracket(name string, after bool, list []ast.Expr) {
	nested := false
	for _, x := range list {
		if x == nil {
			continue
		}
		s, spread := x.(*ast.Spread)
		if spread {
			x = s.X
		}
		switch {
		case isSimple(x):
		case after:
			nested = true
		default:
			c.simple(x, "an operand")
		}
		after = after || spread
	}
	if nested {
		c.nested(name)
	}
}

func (c *checker) object(x *ast.Object) {
	after, nested := false, false
	for _, p := range x.Props {
		if p.Computed {
			nested = nested || after && !isSimple(p.Key)
			if !after {
				c.simple(p.Key, "a computed key")
			}
			after = true // it is converted at once
		}
		v := p.Value
		if k, ok := v.(*ast.ClassExpr); ok { // the key names it
			c.class(k.Class)
			after = true
			continue
		}
		if _, ok := v.(*ast.Func); !ok && !isSimple(v) {
			if s, ok := v.(*ast.Seq); ok && len(s.Exprs) == 2 && isFunc(s.Exprs[1]) {
				c.wrapped(s)
			} else if after {
				nested = true
			} else {
				c.simple(v, "a property's value")
			}
		}
		after = after || p.Kind == ast.PropSpread
	}
	if nested {
		c.nested("object literal")
	}
}

func isChain(x ast.Expr) bool {
	_, ok := x.(*ast.Chain)
	return ok
}

func isFunc(x ast.Expr) bool {
	_, ok := x.(*ast.Func)
	return ok
}

// class checks the parts that a class evaluates itself. Its elements are functions, except that
// the value of a field is an expression as it was written.
func (c *checker) class(x *ast.Class) {
	if x.Super != nil && !isSimple(x.Super) {
		c.nested("class")
		return
	}
	for _, m := range x.Members {
		if m.Computed && !isSimple(m.Key) || m.Kind == ast.MemberField && m.Fn != nil && !isSimple(m.Fn.ExprBody) {
			c.nested("class")
			return
		}
	}
}

func isPattern(x ast.Expr) bool {
	switch x.(type) {
	case *ast.ArrayPat, *ast.ObjectPat:
		return true
	}
	return false
}

// plainPattern reports whether everything that a pattern evaluates is simple.
func plainPattern(x ast.Expr) bool {
	plain := true
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Default:
			plain = plain && isSimple(n.Value)
		case *ast.Member, *ast.Index:
			plain = plain && isPlace(n.(ast.Expr))
			return false
		case *ast.Property:
			plain = plain && (!n.Computed || isSimple(n.Key))
		}
		return plain
	})
	return plain
}

// kindOf returns the kind of a node in words that authors use.
func kindOf(n ast.Node) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")
	switch x := n.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.Unary:
		return x.Op.String()
	case *ast.Binary:
		return x.Op.String()
	}
	return strings.ToLower(name)
}
