package pointsto

import "github.com/sonjs/son/parse/ast"

// expr reads an expression, and returns the node of its value.
func (g *generator) expr(x ast.Expr) node {
	switch x := x.(type) {
	case *ast.Ident:
		return g.ident(x)
	case *ast.This:
		n, _ := g.this()
		return n
	case *ast.Null:
		return g.nullNode
	case *ast.Number:
		return g.numberNode
	case *ast.Bool, *ast.String, *ast.BigInt, *ast.PrivateName:
		return g.primitiveNode
	case *ast.Template:
		g.exprs(x.Exprs)
		return g.primitiveNode
	case *ast.Array:
		return g.array(x)
	case *ast.Object:
		return g.object(x)
	case *ast.Func:
		f := g.functionObject(x.Fn)
		g.function(x.Fn, f)
		return g.singleton(f)
	case *ast.ClassExpr:
		return g.singleton(g.class(x.Class))
	case *ast.Unary:
		n := g.expr(x.X)
		switch x.Op {
		case ast.Void:
			return g.undefinedNode
		case ast.Plus:
			return g.numberNode
		case ast.Neg, ast.BitNot:
			return g.numeric(n, n)
		}
		return g.primitiveNode
	case *ast.Update:
		of := g.expr(x.X)
		n := g.numeric(of, of)
		g.bind(x.X, n)
		return n
	case *ast.Binary:
		if x.Op == ast.InstanceOf {
			return g.instanceOf(g.expr(x.L), x.R)
		}
		return g.binary(x.Op, x.L, x.R)
	case *ast.Assign:
		return g.assign(x)
	case *ast.Cond:
		g.expr(x.Test)
		var then, els node
		part := func(holds bool, n *node, x ast.Expr, test ast.Expr) func() bool {
			return func() bool { g.narrow(test, holds); *n = g.expr(x); return false }
		}
		g.forks(part(true, &then, x.Then, x.Test), part(false, &els, x.Else, x.Test))
		return g.either(then, els)
	case *ast.Call:
		return g.callExpr(x)
	case *ast.New:
		callee, args := g.expr(x.Callee), g.arguments(x.Args)
		n := g.newNode()
		g.news[x] = callee
		g.construct(callee, args, g.outcome(n, x))
		return n
	case *ast.Member:
		return g.member(x)
	case *ast.Index:
		return g.index(x)
	case *ast.Chain:
		n := g.undefinedNode
		g.perhaps(func() { n = g.either(g.expr(x.X), n) })
		return n
	case *ast.Seq:
		n := g.undefinedNode
		for _, e := range x.Exprs {
			n = g.expr(e)
		}
		return n
	case *ast.TaggedTemplate:
		return g.tagged(x)
	case *ast.NewTarget:
		this, _ := g.this()
		g.each(this, func(v value) { // what is made has this, and others have what new.target is
			if v.isObject() && g.objects[v].maker != 0 {
				g.add(g.escaping, g.objects[v].maker)
			}
		})
	case *ast.Yield:
		if !g.fn.fn.Async {
			return g.yield(x)
		}
		g.maybeEscape(x.X)
	case *ast.Await:
		g.maybeEscape(x.X)
	case *ast.ImportCall:
		g.maybeEscape(x.Source)
		g.maybeEscape(x.Options)
	case *ast.Spread:
		g.maybeEscape(x.X)
	}
	return g.outsideNode // a regular expression, import.meta
}

func (g *generator) exprs(list []ast.Expr) {
	for _, x := range list {
		g.expr(x)
	}
}

// maybeEscape lets others have the value of an expression, if there is one.
func (g *generator) maybeEscape(x ast.Expr) {
	if x != nil {
		g.flow(g.expr(x), g.escaping)
	}
}

// instanceOf reads instanceof: a class may have a method for that.
func (g *generator) instanceOf(l node, right ast.Expr) node {
	r, callee := g.expr(right), g.newNode()
	if id, ok := right.(*ast.Ident); ok && g.o.Builtins && id.Sym == nil && builtinClasses[id.Name] {
		return g.primitiveNode
	}
	g.load(r, symbolPrefix+"hasInstance", callee, true)
	g.call(callee, r, arguments{list: []node{l}}, g.outcome(g.newNode(), nil))
	return g.primitiveNode
}

// builtinClasses are classes, apart from globals, without a method for instanceof.
var builtinClasses = map[string]bool{
	"Function": true, "Date": true, "RegExp": true, "Promise": true, "ArrayBuffer": true, "DataView": true, "Int8Array": true, "Uint8Array": true,
	"Uint8ClampedArray": true, "Int16Array": true, "Uint16Array": true, "Int32Array": true, "Uint32Array": true, "Float32Array": true,
	"Float64Array": true, "BigInt64Array": true, "BigUint64Array": true, "AggregateError": true, "WeakRef": true,
}

// yield reads the yield of a generator that is not async.
func (g *generator) yield(x *ast.Yield) node {
	c := g.fn
	switch {
	case x.X == nil:
		g.add(c.yields, undefined)
	case !x.Delegate:
		g.flow(g.expr(x.X), c.yields)
	default:
		of, n := g.expr(x.X), g.newNode(undefined)
		g.elements(of, c.yields)
		g.each(of, func(v value) {
			switch {
			case !v.isObject(), g.objects[v].kind == array:
			case g.objects[v].kind == generatorObject:
				inner := g.codeOf(g.objects[v].fn)
				g.flow(inner.returned, n)
				g.flow(c.sent, inner.sent)
				return
			default: // its iterator gets what the generator gets, and returns what others may have
				g.add(g.escaping, v)
				g.flow(c.sent, g.escaping)
			}
			g.add(n, outside)
		})
		return n
	}
	return c.sent
}

// either returns a node that has the values of both.
func (g *generator) either(a, b node) node {
	if a == b {
		return a
	}
	n := g.newNode()
	g.flow(a, n)
	g.flow(b, n)
	return n
}

func (g *generator) ident(x *ast.Ident) node {
	switch {
	case x.Sym != nil:
		if n, ok := g.locals[x.Sym]; ok {
			return n
		}
		return g.variable(x.Sym)
	case x.Name == "undefined":
		return g.undefinedNode
	case x.Name == "NaN", x.Name == "Infinity":
		return g.numberNode
	case g.o.Builtins && globals[x.Name] != notModelled:
		return g.singleton(g.global(x.Name))
	}
	return g.outsideNode
}

// binary reads an operation.
func (g *generator) binary(op ast.BinaryOp, left, right ast.Expr) node {
	l := g.expr(left)
	if !op.Logical() {
		r := g.expr(right)
		if op == ast.In {
			g.lists(r)
		}
		return g.operation(op, l, r)
	}
	n := g.newNode()
	var r node
	g.perhaps(func() {
		if op != ast.Nullish {
			g.narrow(left, op == ast.LogicalAnd)
		}
		r = g.expr(right)
	})
	g.flow(r, n)
	switch op {
	case ast.LogicalAnd:
		g.flowOnly(l, n, falsy)
	default: // what is truthy is not nullish
		g.flowOnly(l, n, notNullish)
	}
	return n
}

func (g *generator) assign(x *ast.Assign) node {
	switch {
	case x.Op == ast.NoOp:
		n := g.expr(x.Value)
		g.bind(x.Target, n)
		return n
	case x.Op.Logical():
		n := g.binary(x.Op, x.Target, x.Value)
		g.bind(x.Target, n)
		return n
	}
	n := g.operation(x.Op, g.expr(x.Target), g.expr(x.Value))
	g.bind(x.Target, n)
	return n
}

// operation returns the value of an operation that is not logical.
func (g *generator) operation(op ast.BinaryOp, l, r node) node {
	switch op {
	case ast.Add:
		n := g.newNode()
		sum := func(v value) {
			if v == number || v == undefined || v == null {
				g.add(n, number)
			} else {
				g.add(n, primitive)
			}
		}
		g.each(l, sum)
		g.each(r, sum)
		return n
	case ast.Lt, ast.Gt, ast.Le, ast.Ge, ast.Eq, ast.Ne, ast.StrictEq, ast.StrictNe, ast.In, ast.InstanceOf:
		return g.primitiveNode
	case ast.UShr:
		return g.numberNode // there is none for bigints
	}
	return g.numeric(l, r)
}

// numeric returns the value of an operation on numbers or on bigints: with a number it is one, or throws.
func (g *generator) numeric(l, r node) node {
	if l == g.numberNode || r == g.numberNode {
		return g.numberNode
	}
	n := g.newNode(number)
	add := func() { g.add(n, primitive) }
	if l == r {
		g.ifBigInt(l, add)
	} else {
		g.ifBigInt(l, func() { g.ifBigInt(r, add) })
	}
	return n
}

// ifBigInt calls found, once, if a node ever has what may be converted to a bigint.
func (g *generator) ifBigInt(of node, found func()) {
	done := false
	g.each(of, func(v value) {
		if !done && v != number && v != undefined && v != null {
			done = true
			found()
		}
	})
}

// array reads an array literal.
func (g *generator) array(x *ast.Array) node {
	v := g.newObject(array, g.arrayProto)
	items := g.objects[v].indexed
	var first []node
	for i, e := range x.Elems {
		switch e := e.(type) {
		case nil:
			g.add(items, undefined)
		case *ast.Spread:
			g.elements(g.expr(e.X), items)
		default:
			n := g.expr(e)
			if len(first) == i && i < positions {
				first = append(first, n)
			} else {
				g.flow(n, items)
			}
		}
	}
	g.objects[v].first = first
	return g.singleton(v)
}

// object reads an object literal.
func (g *generator) object(x *ast.Object) node {
	v := g.newObject(plain, g.objectProto)
	has := map[string]bool{}
	g.objects[v].has = has
	var accessors []value
	for _, e := range x.Props {
		if e.Kind == ast.PropSpread {
			of := e.Value
			if s, ok := of.(*ast.Spread); ok {
				of = s.X
			}
			g.copyInto(v, g.expr(of))
			continue
		}
		n, accessor := g.memberValue(e, v)
		name, ok := "", false
		if e.Computed {
			g.expr(e.Key)
			name, ok = g.constantKey(e.Key)
		} else {
			name, ok = propertyName(e.Key)
		}
		if !ok {
			g.flow(n, g.objects[v].unknown)
			continue
		}
		if name == "__proto__" && e.Kind == ast.PropInit && !e.Computed && !e.Shorthand {
			g.flow(n, g.objects[v].proto)
			continue
		}
		has[name] = true
		g.flow(n, g.field(v, name))
		if accessor != 0 && !isIndex(name) {
			g.accessorsAt[accessor] = g.field(v, name)
			accessors = append(accessors, accessor)
		}
	}
	g.pairs(accessors)
	return g.singleton(v)
}

// memberValue returns the node of a member of a literal, and if it is an accessor, that. Methods and accessors
// have a home.
func (g *generator) memberValue(e *ast.Property, home value) (n node, accessor value) {
	f, ok := e.Value.(*ast.Func)
	switch {
	case ok && e.Kind == ast.PropGet:
		accessor = g.method(f.Fn, getter, home)
		return g.singleton(accessor), accessor
	case ok && e.Kind == ast.PropSet:
		accessor = g.method(f.Fn, setter, home)
		return g.singleton(accessor), accessor
	case ok && e.Kind == ast.PropMethod:
		return g.singleton(g.method(f.Fn, function, home)), 0
	}
	return g.expr(e.Value), 0
}

// method makes the object of a method or accessor.
func (g *generator) method(fn *ast.Function, k kind, home value) value {
	v := g.newObject(k, g.functionProto)
	g.objects[v].fn = fn
	g.codeOf(fn).home = home
	if k == setter {
		g.objects[v].alone = true // until the getter is found
	}
	if fn.Generator && !fn.Async {
		g.prototypeOfGenerator(v)
	}
	g.body(fn)
	return v
}

// pairs finds the setters of an object that have getters beside them.
func (g *generator) pairs(list []value) {
	gets := map[node]bool{}
	for _, v := range list {
		if g.objects[v].kind == getter {
			gets[g.accessorsAt[v]] = true
		}
	}
	for _, v := range list {
		if g.objects[v].kind == setter && g.accessorsAt[v] != 0 && gets[g.accessorsAt[v]] {
			g.objects[v].alone = false
		}
	}
}

// functionObject makes the object of a function.
func (g *generator) functionObject(fn *ast.Function) value {
	v := g.newObject(function, g.functionProto)
	g.objects[v].fn = fn
	switch {
	case fn.Generator && !fn.Async:
		g.prototypeOfGenerator(v)
	case fn.Kind == ast.FuncNormal:
		proto := g.newObject(plain, g.objectProto)
		g.objects[proto].has = map[string]bool{"constructor": true}
		g.add(g.field(proto, "constructor"), v)
		g.add(g.field(v, "prototype"), proto)
		g.objects[v].has = map[string]bool{"prototype": true}
	}
	return v
}

// prototypeOfGenerator makes the prototype of what a generator returns.
func (g *generator) prototypeOfGenerator(v value) {
	proto := g.newObject(plain, g.prototype(generatorPrototype))
	g.add(g.field(v, "prototype"), proto)
	g.objects[v].has = map[string]bool{"prototype": true}
	c := g.codeOf(g.objects[v].fn)
	made := g.newObject(generatorObject)
	g.objects[made].fn = c.fn
	g.add(c.result, made)
	g.flowOnly(g.field(v, "prototype"), g.objects[made].proto, objectsOnly)
	g.add(g.objects[made].proto, g.prototype(generatorPrototype)) // if the other one is no object
}

// function reads a function, and gives its own name its value.
func (g *generator) function(fn *ast.Function, v value) {
	if fn.SelfScope != nil {
		for _, sym := range fn.SelfScope.Symbols {
			g.add(g.variable(sym), v)
		}
	}
	g.body(fn)
}
