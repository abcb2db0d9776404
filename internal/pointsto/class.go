package pointsto

import "github.com/sonjs/son/parse/ast"

// class reads a class.
func (g *generator) class(x *ast.Class) value {
	c := &class{this: g.newNode(), heritage: g.newNode(), returned: g.newNode(), thrown: g.newNode()}
	c.value, c.proto = g.newObject(classFunction), g.newObject(classPrototype)
	g.classes[x] = c
	g.objects[c.value].class, g.objects[c.proto].class = x, x
	if x.Name != nil && x.Name.Sym != nil && x.Name.Sym.Kind == ast.SymClass && len(x.Name.Sym.Decls) == 1 && x.Name.Sym.Assigns <= 1 {
		g.classOf[x.Name.Sym] = x
	}
	if x.Scope != nil {
		for _, sym := range x.Scope.Symbols {
			if sym.Kind != ast.SymClassName {
				continue
			}
			g.add(g.variable(sym), c.value)
			g.classOf[sym] = x
			if x.Name != nil && g.classOf[x.Name.Sym] == x && x.Name.Sym != sym && !runsBeforeDeclared(x) {
				g.declaredAs[sym] = x.Name.Sym
			}
		}
	}
	g.heritage(x, c)
	g.objects[c.value].has = map[string]bool{"prototype": true}
	g.objects[c.proto].has = map[string]bool{"constructor": true}
	g.add(g.field(c.value, "prototype"), c.proto)
	g.add(g.field(c.proto, "constructor"), c.value)
	for _, m := range x.Members {
		if m.IsCtor {
			c.ctor = g.codeOf(m.Fn)
			c.ctor.home, c.ctor.inits = c.proto, true
			g.superOf[m.Fn] = c
			g.objects[c.value].fn = m.Fn
			g.flow(c.this, c.ctor.this)
			g.flowOnly(c.ctor.result, c.returned, objectsOnly)
			g.body(m.Fn)
		}
	}
	if c.ctor == nil && x.Super != nil {
		for range passed {
			c.passed.list = append(c.passed.list, g.newNode())
		}
		c.passed.all = g.newNode()
		g.super(c, c.passed, c.thrown)
	}
	var accessors []value
	for _, m := range x.Members {
		if m.IsCtor {
			continue
		}
		if v := g.classMember(m, c); v != 0 {
			accessors = append(accessors, v)
		}
	}
	g.pairs(accessors)
	return c.value
}

// runsBeforeDeclared reports whether a class runs code after it has its own name, and before the declaration
// has its value.
func runsBeforeDeclared(x *ast.Class) bool {
	for _, m := range x.Members {
		if m.Static && (m.Kind == ast.MemberField && m.Fn != nil || m.Kind == ast.MemberStaticBlock) || m.Kind == ast.MemberAccessor {
			return true
		}
	}
	return false
}

// heritage reads what a class extends.
func (g *generator) heritage(x *ast.Class, c *class) {
	if x.Super == nil {
		g.add(g.objects[c.value].proto, g.functionProto)
		g.add(g.objects[c.proto].proto, g.objectProto)
		return
	}
	g.flow(g.expr(x.Super), c.heritage)
	static, proto := g.objects[c.value].proto, g.objects[c.proto].proto
	g.each(c.heritage, func(v value) {
		switch {
		case v == outside:
			g.add(static, outside)
			g.add(proto, outside)
		case v == null:
			g.add(static, g.functionProto)
			g.add(proto, null)
		case v.isObject():
			g.add(static, v)
			g.flow(g.field(v, "prototype"), proto)
		}
	})
}

// classMember reads a member of a class that is not its constructor. It returns it if it is an accessor.
func (g *generator) classMember(m *ast.ClassMember, c *class) value {
	home := c.proto
	if m.Static {
		home = c.value
	}
	if m.Computed {
		g.expr(m.Key)
	}
	name, ok := "", false
	if m.Key != nil {
		name, ok = g.memberName(m)
	}
	switch m.Kind {
	case ast.MemberStaticBlock:
		code := g.codeOf(m.Fn)
		code.home = c.value
		g.add(code.this, c.value)
		g.flow(code.thrown, g.handler)
		g.body(m.Fn)
		return 0
	case ast.MemberField:
		g.classField(m, c, name, ok)
		return 0
	case ast.MemberAccessor:
		g.add(g.objects[home].unknown, outside)
		return 0
	}
	k := function
	switch m.Kind {
	case ast.MemberGetter:
		k = getter
	case ast.MemberSetter:
		k = setter
	}
	v := g.method(m.Fn, k, home)
	if _, private := m.Key.(*ast.PrivateName); private && !m.Static && !m.Computed {
		g.each(c.this, func(of value) {
			switch {
			case of == outside:
				g.add(g.escaping, v)
				g.add(g.wildField(name), v)
			case of.isObject():
				g.add(g.field(of, name), v)
			}
		})
		g.accessorsAt[v] = c.this // one for all
		return v
	}
	if !ok {
		g.add(g.objects[home].unknown, v)
		return 0
	}
	g.objects[home].has[name] = true
	g.add(g.field(home, name), v)
	if k == function || isIndex(name) {
		return 0
	}
	g.accessorsAt[v] = g.field(home, name)
	return v
}

// classField reads the initializer of a field.
func (g *generator) classField(m *ast.ClassMember, c *class, name string, ok bool) {
	n, this := g.undefinedNode, c.this
	if m.Fn == nil && !m.Static && ok {
		if c.assigned == nil {
			c.assigned = g.alwaysAssigned(g.objects[c.value].class)
		}
		if c.assigned[name] {
			return // nobody sees that it was undefined
		}
	}
	if m.Static {
		this = g.singleton(c.value)
	}
	if m.Fn != nil {
		code := g.codeOf(m.Fn)
		code.home, code.inits = c.proto, true
		if m.Static {
			code.home = c.value
		}
		g.flow(this, code.this)
		if m.Static {
			g.flow(code.thrown, g.handler)
		} else {
			g.flow(code.thrown, c.thrown)
		}
		g.body(m.Fn)
		n = code.result
	}
	if ok && g.o.Reads {
		g.finals.writes = append(g.finals.writes, write{this, name, m, g.objects[c.value].class})
	}
	g.each(this, func(v value) {
		switch {
		case v == outside:
			g.flow(n, g.escaping)
			if ok {
				g.flow(n, g.wildField(name))
			} else {
				g.flow(n, g.wildUnknown)
			}
		case !v.isObject():
		case ok:
			g.flow(n, g.field(v, name))
		default:
			g.flow(n, g.objects[v].unknown)
		}
	})
}
