package cost

import "github.com/sonjs/son/parse/ast"

// test counts a condition and the jump on it.
func (c *counter) test(x ast.Expr) {
	if _, ok := x.(*ast.Bool); ok {
		return
	}
	c.add("branch", 1)
	c.expr(x)
}

// expr counts an expression. A constant takes as long to read as a variable.
func (c *counter) expr(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident, *ast.Number, *ast.String, *ast.Null, *ast.Bool, *ast.BigInt, *ast.This:
		c.add("read", 1)
	case *ast.Binary:
		c.binary(x)
	case *ast.Unary:
		c.unary(x)
	case *ast.Update:
		c.update(x)
	case *ast.Assign:
		c.assign(x)
	case *ast.Cond:
		c.test(x.Test)
		taken, known := c.outcomes(x.Site)
		c.times(oftenOf(known && taken), func() { c.expr(x.Then) })
		c.times(oftenOf(known && !taken), func() { c.expr(x.Else) })
	case *ast.Member, *ast.Index:
		c.place(x)
		c.load(x)
	case *ast.Call:
		c.call(x)
	case *ast.New:
		c.expr(x.Callee)
		c.add("new", 1)
		c.args(x.Args)
	case *ast.Array:
		c.add("array", 1)
		c.elements(x.Elems, "element")
	case *ast.Object:
		c.object(x)
	case *ast.Template:
		c.add("template", float64(len(x.Exprs)))
		ast.Children(x, c.node)
	case *ast.TaggedTemplate:
		c.add("call", 1)
		c.add("argument", float64(len(x.Quasi.Exprs)))
		c.expr(x.Tag)
		for _, e := range x.Quasi.Exprs {
			c.expr(e)
		}
	case *ast.RegExp:
		c.add("regexp", 1)
	case *ast.Func:
		c.add("closure", 1)
	case *ast.ClassExpr:
		c.class(x.Class)
	case *ast.Yield, *ast.Await:
		c.add("yield", 1)
		ast.Children(x, c.node)
	case *ast.Verbatim:
		if x.Of != nil {
			c.expr(x.Of)
		}
	default:
		ast.Children(x, c.node)
	}
}

// oftenOf is how often an operand runs; always: its branch is always taken.
func oftenOf(always bool) float64 {
	if always {
		return 1
	}
	return anArm
}

func (c *counter) binary(x *ast.Binary) {
	c.expr(x.L)
	if x.Op.Logical() {
		c.add("branch", 1)
		taken, known := c.outcomes(x.Site)
		often := oftenOf(known && taken == (x.Op != ast.LogicalOr))
		c.times(often, func() { c.expr(x.R) })
		return
	}
	c.expr(x.R)
	switch x.Op {
	case ast.In:
		c.add("in", 1)
	case ast.InstanceOf:
		c.add("instanceof", 1)
	case ast.Add:
		if isText(x.L) || isText(x.R) {
			c.add("concat", 1)
			return
		}
		c.add("arith", 1)
	case ast.Lt, ast.Gt, ast.Le, ast.Ge:
		c.add("compare", 1)
	case ast.Eq, ast.Ne, ast.StrictEq, ast.StrictNe:
		c.equality(x)
	default:
		c.add("arith", 1)
	}
}

// equality counts a comparison for equality. Engines have fast paths for null and undefined, on
// the right; typeof compared with a string is counted there.
func (c *counter) equality(x *ast.Binary) {
	switch r := x.R.(type) {
	case *ast.Null:
		c.add("null", 1)
		return
	case *ast.Unary:
		if r.Op == ast.Void {
			c.add("null", 1)
			return
		}
	case *ast.String:
		if l, ok := x.L.(*ast.Unary); ok && l.Op == ast.Typeof {
			return // typeof counted both
		}
	}
	c.add("equal", 1)
}

func isText(x ast.Expr) bool {
	switch x.(type) {
	case *ast.String, *ast.Template:
		return true
	}
	return false
}

func (c *counter) unary(x *ast.Unary) {
	switch x.Op {
	case ast.Not:
		c.add("not", 1)
	case ast.Typeof:
		c.add("typeof", 1)
	case ast.Delete:
		c.add("delete", 1)
		if m, ok := x.X.(*ast.Member); ok {
			c.expr(m.Obj)
			return
		}
	case ast.Void:
	default:
		if _, ok := x.X.(*ast.Number); !ok {
			c.add("unary", 1)
		}
	}
	c.expr(x.X)
}

func (c *counter) update(x *ast.Update) {
	if _, ok := x.X.(*ast.Ident); ok {
		c.add("update", 1)
		return
	}
	c.place(x.X)
	c.load(x.X)
	c.add("arith", 1)
	c.store(x.X)
}

func (c *counter) assign(x *ast.Assign) {
	if x.Op == ast.NoOp {
		c.expr(x.Value)
		c.holds(x.Target, x.Value)
		c.target(x.Target, true)
		return
	}
	c.place(x.Target)
	c.load(x.Target)
	if x.Op.Logical() {
		c.add("branch", 1)
		c.times(anArm, func() { c.expr(x.Value); c.store(x.Target) })
		return
	}
	c.expr(x.Value)
	c.add("arith", 1)
	c.store(x.Target)
}

// target counts writing a value to a target; first: it is not the second or a
// later one of an array pattern, which costs what the pattern does.
func (c *counter) target(x ast.Expr, first bool) {
	switch x := x.(type) {
	case *ast.ArrayPat:
		c.add("arrayPattern", 1)
		for i, e := range x.Elems {
			if i > 0 {
				c.add("patternItem", 1)
			}
			if e != nil {
				c.target(e, false)
			}
		}
	case *ast.ObjectPat:
		for _, p := range x.Props {
			if p.Computed {
				c.expr(p.Key)
			}
			c.add("load", 1)
			c.add("objectPattern", 1)
			c.target(p.Value, false)
		}
	case *ast.Default:
		c.add("null", 1)
		c.add("branch", 1)
		c.times(anArm, func() { c.expr(x.Value) })
		c.target(x.Target, first)
	case *ast.Spread:
		c.add("array", 1)
		c.target(x.X, first)
	case *ast.Ident:
		if first {
			c.add("assign", 1)
		}
	default:
		c.place(x)
		c.store(x)
	}
}

// place counts the operands that are evaluated before a property is read or written.
func (c *counter) place(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Member:
		if x.Optional {
			c.add("branch", 1)
		}
		c.expr(x.Obj)
	case *ast.Index:
		if x.Optional {
			c.add("branch", 1)
		}
		c.expr(x.Obj)
		c.expr(x.Key)
	}
}

func (c *counter) load(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Member:
		if x.Name == "length" && !x.Private {
			c.add("length", 1)
			return
		}
		c.add("load", 1)
	case *ast.Index:
		c.add("loadIndex", 1)
	default:
		c.add("read", 1)
	}
}

func (c *counter) store(x ast.Expr) {
	switch x := x.(type) {
	case *ast.Member:
		if c.isNewKey(x.Obj, x.Name) {
			c.add("storeNew", 1)
			return
		}
		c.add("store", 1)
	case *ast.Index:
		if key, ok := literalKey(x.Key); ok && c.isNewKey(x.Obj, key) {
			c.add("storeNew", 1)
			return
		}
		c.add("storeIndex", 1)
	default:
		c.add("assign", 1)
	}
}

func (c *counter) call(x *ast.Call) {
	if x.Optional {
		c.add("branch", 1)
	}
	switch f := x.Callee.(type) {
	case *ast.Member, *ast.Index:
		c.place(f)
		c.add("method", 1)
	default:
		c.expr(f)
		c.add("call", 1)
	}
	c.args(x.Args)
}

// args counts arguments; passing the first is part of the call.
func (c *counter) args(args []ast.Expr) {
	c.elements(args, "argument")
	if len(args) > 0 {
		c.add("argument", -1)
	}
}

// elements counts values that are appended one after the other.
func (c *counter) elements(list []ast.Expr, operation string) {
	for _, e := range list {
		switch e := e.(type) {
		case nil:
		case *ast.Spread:
			c.add("spread", anItems)
			c.expr(e.X)
		default:
			c.add(operation, 1)
			c.expr(e)
		}
	}
}

func (c *counter) object(x *ast.Object) {
	c.add("object", 1)
	for _, p := range x.Props {
		if p.Computed {
			c.expr(p.Key)
		}
		if p.Kind == ast.PropSpread {
			c.add("spreadObject", anItems)
		} else {
			c.add("property", 1)
		}
		c.expr(p.Value)
	}
}

// class counts a class definition: the measured one has one method.
func (c *counter) class(k *ast.Class) {
	c.add("class", 1)
	if k.Super != nil {
		c.expr(k.Super)
	}
	for _, m := range k.Members {
		if m.Computed {
			c.expr(m.Key)
		}
		c.add("closure", 1)
	}
}
