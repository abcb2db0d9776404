package pointsto

import "github.com/sonjs/son/parse/ast"

// arguments reads the arguments of a call. Those from the first one that is spread are in no order.
func (g *generator) arguments(list []ast.Expr) (a arguments) {
	for _, x := range list {
		s, spread := x.(*ast.Spread)
		switch {
		case spread:
			if a.all == 0 {
				a.all = g.newNode()
			}
			g.elements(g.expr(s.X), a.all)
		case a.all != 0:
			g.flow(g.expr(x), a.all)
		default:
			a.list = append(a.list, g.expr(x))
		}
	}
	return a
}

// callExpr reads a call.
func (g *generator) callExpr(x *ast.Call) node {
	n := g.newNode()
	switch c := x.Callee.(type) {
	case *ast.Ident:
		if name := g.text.extracted[c.Sym]; name != "" {
			g.reflection(name, g.arguments(x.Args), n)
			return n
		}
	case *ast.Super:
		args := g.arguments(x.Args)
		this, _ := g.this()
		if cl := g.classAround(); cl != nil {
			g.super(cl, args, g.handler)
		} else {
			g.pass(args)
		}
		return this
	case *ast.Member:
		name := c.Name
		if c.Private {
			name = "#" + name
		}
		if id, ok := c.Obj.(*ast.Ident); ok && id.Sym == nil && (id.Name == "Reflect" || id.Name == "Object" && reflective[name]) {
			g.reflection(name, g.arguments(x.Args), n)
			return n
		}
		g.methodCall(x, c.Obj, name, n)
		return n
	case *ast.Index:
		if name, ok := g.constantKey(c.Key); ok {
			g.methodCall(x, c.Obj, name, n)
			return n
		}
		base, _ := g.base(c.Obj)
		callee := g.newNode()
		g.loadKey(base, g.keyOf(c), callee)
		g.call(callee, base, g.arguments(x.Args), g.outcome(n, x))
		return n
	}
	callee := g.expr(x.Callee)
	this := g.undefinedNode
	if ch, ok := x.Callee.(*ast.Chain); ok { // (o?.m)() passes o
		this = g.newNode()
		g.spine(ch.X, this)
	}
	g.call(callee, this, g.arguments(x.Args), g.outcome(n, x))
	return n
}

// reflection reads a call of a function that changes properties or prototypes. Which ones is not known.
func (g *generator) reflection(name string, args arguments, result node) {
	if name == "assign" && len(args.list) > 0 && args.all == 0 {
		g.objectAssign(args.list[0], args.list[1:])
		g.flow(args.list[0], result)
		return
	}
	g.pass(args)
	g.add(result, outside)
	change := func(v value) {
		switch {
		case v == outside:
			g.add(g.wildUnknown, outside)
			g.add(g.wildProto, outside)
		case v.isObject():
			g.add(g.objects[v].unknown, outside)
			g.add(g.objects[v].proto, outside)
		}
	}
	for _, n := range args.list {
		g.each(n, change)
	}
	if args.all != 0 {
		change(outside)
	}
	if name == "assign" || name == "defineProperty" || name == "defineProperties" || name == "setPrototypeOf" {
		g.flow(g.at(args, 0), result)
	}
}

// spine lets others have, and a node, what may be this of a parenthesized chain that is called.
func (g *generator) spine(x ast.Expr, this node) {
	var base node
	switch x := x.(type) {
	case *ast.Member:
		base, _ = g.base(x.Obj)
	case *ast.Index:
		base, _ = g.base(x.Obj)
	default:
		return
	}
	g.flow(base, this)
}

// classAround returns the class whose constructor super calls go out from.
func (g *generator) classAround() *class {
	if fn := g.owner(); fn != nil {
		return g.superOf[fn.fn]
	}
	return nil
}

// base reads what stands before a property. early: it may still be under construction.
func (g *generator) base(x ast.Expr) (n node, early bool) {
	if isThis(x) {
		return g.this()
	}
	if isSuper(x) {
		n, _ = g.this()
		return n, true
	}
	return g.expr(x), false
}

// methodCall reads a call of a method by its name.
func (g *generator) methodCall(x *ast.Call, obj ast.Expr, name string, result node) {
	base, early := g.base(obj)
	args := g.arguments(x.Args)
	callee := g.newNode()
	out := g.outcome(result, x)
	known := map[value]bool{} // functions that have the arguments
	run := func(v value, this node) {
		if v.isObject() && (g.objects[v].kind == getter || g.objects[v].kind == setter) {
			got := g.newNode()
			g.read(v, this, got)
			g.call(got, this, args, out)
			g.flow(got, callee)
			g.add(callee, v) // it runs first, so the callee is more than what it returns
			return
		}
		g.add(callee, v)
		if v.isObject() && g.objects[v].kind == function {
			if !known[v] {
				known[v] = true
				g.invokeWith(g.objects[v].fn, args, out)
			}
			g.receive(g.codeOf(g.objects[v].fn), this)
			return
		}
		if v == outside && reflective[name] {
			g.reflection(name, args, out.result)
		}
		g.callValue(v, this, args, out)
	}
	g.methods[x] = method{base, callee, isSuper(obj)}
	if m, ok := x.Callee.(*ast.Member); ok {
		g.accesses(m, base)
	}
	if isSuper(obj) {
		g.fromBase(name, run)
		return
	}
	g.each(base, func(v value) { g.lookup(v, name, early, g.singleton(v), run) })
}

// fromBase calls use for what super.name may be.
func (g *generator) fromBase(name string, use func(value, node)) {
	this, _ := g.this()
	fn := g.owner()
	if fn == nil || fn.home == 0 {
		use(outside, this)
		return
	}
	g.each(g.objects[fn.home].proto, func(v value) { g.lookup(v, name, false, this, use) })
}

// member reads a property by its name.
func (g *generator) member(x *ast.Member) node {
	n := g.newNode()
	name := x.Name
	if x.Private {
		name = "#" + name
	}
	if isSuper(x.Obj) {
		this, _ := g.this()
		g.fromBase(name, func(v value, _ node) { g.read(v, this, n) })
		return n
	}
	base, early := g.base(x.Obj)
	if g.o.Reads && !early {
		g.finals.loads = append(g.finals.loads, load{base, n, x})
	}
	g.accesses(x, base)
	if !g.text.accessors[name] {
		g.load(base, name, n, early)
		return n
	}
	property := g.newNode()
	g.reads[x] = method{receiver: base, callee: property}
	g.each(base, func(v value) {
		g.lookup(v, name, early, g.singleton(v), func(x value, this node) {
			g.add(property, x)
			g.read(x, this, n)
		})
	})
	return n
}

// index reads a property by a key in brackets.
func (g *generator) index(x *ast.Index) node {
	n := g.newNode()
	name, ok := g.constantKey(x.Key)
	if isSuper(x.Obj) {
		g.expr(x.Key)
		this, _ := g.this()
		if ok {
			g.fromBase(name, func(v value, _ node) { g.read(v, this, n) })
		} else {
			g.flow(this, g.escaping)
			g.add(n, outside)
		}
		return n
	}
	base, early := g.base(x.Obj)
	key := g.keyOf(x)
	if ok {
		g.load(base, name, n, early)
	} else {
		g.loadKey(base, key, n)
	}
	return n
}

// keyOf reads the key of a property in brackets.
func (g *generator) keyOf(x *ast.Index) node {
	n := g.expr(x.Key)
	if _, constant := g.constantKey(x.Key); g.o.Keys && !constant {
		g.keys[x] = n
	}
	return n
}

// tagged reads a tagged template.
func (g *generator) tagged(x *ast.TaggedTemplate) node {
	n := g.newNode()
	args := arguments{list: []node{g.outsideNode}}
	for _, e := range x.Quasi.Exprs {
		args.list = append(args.list, g.expr(e))
	}
	var this node
	switch t := x.Tag.(type) {
	case *ast.Member:
		this, _ = g.base(t.Obj)
	case *ast.Index:
		this, _ = g.base(t.Obj)
	default:
		this = g.undefinedNode
	}
	g.call(g.expr(x.Tag), this, args, g.outcome(n, x))
	return n
}
