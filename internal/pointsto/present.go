package pointsto

import "github.com/sonjs/son/parse/ast"

// present reports whether an object, whenever code can reach it, has a property of its own: a method of a
// literal or class, or a field that a constructor sets before anybody else sees the object. A property that
// the program may delete is none.
func (p *Program) present(v value, name string) bool {
	o := &p.objects[v]
	if isIndex(name) || p.text.mayDelete(name) {
		return false
	}
	if o.kind == instance && o.class != nil && o.has == nil {
		o.has = p.construction(o.class).names
	}
	return o.has[name]
}

// construction returns how the instances of a class are made: the fields that each has when others see it first.
func (p *Program) construction(c *ast.Class) *fields {
	f := p.constructions[c]
	if f == nil {
		f = &fields{Program: p, names: map[string]bool{}, writes: map[ast.Node]bool{}}
		f.construct(c, map[*ast.Class]bool{})
		p.constructions[c] = f
	}
	return f
}

// fields follows the construction of an object, and collects the fields that it gets until the object is
// seen by others.
type fields struct {
	*Program
	names map[string]bool
	// writes are the places that write fields before that: targets of assignments, and fields of classes. met
	// are those in the statement that is being looked at.
	writes map[ast.Node]bool
	met    []ast.Node
	seen   bool // others see it, or what happens is not known
	// keeps: a field has a function that has the object, so who reads fields may run it.
	keeps bool
	// assigned are the names of those that a constructor assigns.
	assigned map[string]bool
}

// alwaysAssigned returns the fields that the constructor of a class always assigns before others see the object. Before
// that, only the constructor can read them.
func (p *Program) alwaysAssigned(c *ast.Class) map[string]bool {
	f := &fields{Program: p, names: map[string]bool{}, assigned: map[string]bool{}, writes: map[ast.Node]bool{}}
	f.construct(c, map[*ast.Class]bool{})
	return f.assigned
}

// construct follows the constructors of a class and its base classes.
func (f *fields) construct(c *ast.Class, within map[*ast.Class]bool) {
	if within[c] {
		f.seen = true
		return
	}
	within[c] = true
	var ctor *ast.Function
	for _, m := range c.Members {
		if m.IsCtor {
			ctor = m.Fn
		}
	}
	switch {
	case c.Super == nil:
		f.members(c)
		if ctor != nil {
			f.head(ctor)
			f.list(ctor.Body)
		}
	case ctor == nil:
		f.base(c, within)
		f.members(c)
	default:
		f.head(ctor)
		for i, st := range ctor.Body {
			if x, ok := st.(*ast.ExprStmt); ok {
				if call, ok := x.X.(*ast.Call); ok && isSuper(call.Callee) {
					for _, a := range call.Args {
						f.look(a)
					}
					f.base(c, within)
					f.members(c)
					f.list(ctor.Body[i+1:])
					return
				}
			}
			f.look(st)
			if mayLeave(st) || f.seen {
				break
			}
		}
		f.seen = true // super is called elsewhere
	}
}

func isSuper(x ast.Expr) bool {
	_, ok := x.(*ast.Super)
	return ok
}

// base follows the construction by the base class.
func (f *fields) base(c *ast.Class, within map[*ast.Class]bool) {
	id, ok := c.Super.(*ast.Ident)
	if ok && id.Sym == nil && f.o.Builtins && globals[id.Name] == errorClass {
		return // it gives the object to nobody
	}
	if !ok || id.Sym == nil || f.classOf[id.Sym] == nil {
		f.seen = true
		return
	}
	f.construct(f.classOf[id.Sym], within)
}

// members follows the fields of a class.
func (f *fields) members(c *ast.Class) {
	clear(f.assigned) // a field overwrites what the base class has assigned
	for _, m := range c.Members {
		if _, private := m.Key.(*ast.PrivateName); private && !m.Static && !f.seen && m.Kind < ast.MemberField {
			name, _ := f.memberName(m)
			f.names[name] = true
		}
	}
	for _, m := range c.Members {
		if m.Kind != ast.MemberField || m.Static || f.seen {
			continue
		}
		if m.Fn != nil && m.Fn.ExprBody != nil {
			f.value(m.Fn.ExprBody)
		}
		if name, ok := f.memberName(m); ok && !f.seen {
			f.names[name], f.writes[m] = true, true
		}
	}
}

// memberName returns the name of a member of a class, if it is known.
func (p *Program) memberName(m *ast.ClassMember) (string, bool) {
	if m.Computed {
		return p.constantKey(m.Key)
	}
	return propertyName(m.Key)
}

// head looks at the parameters of a constructor.
func (f *fields) head(fn *ast.Function) {
	for _, x := range fn.Params {
		f.look(x)
	}
}

// list follows statements, which all run unless one leaves the constructor.
func (f *fields) list(list []ast.Stmt) {
	for _, st := range list {
		if f.seen {
			return
		}
		if x, ok := st.(*ast.ExprStmt); ok {
			if a, ok := x.X.(*ast.Assign); ok {
				f.assignment(a)
				continue
			}
		}
		f.look(st)
		if mayLeave(st) {
			f.seen = true
		}
	}
}

// assignment follows this.x = value, and this.x = this.y = value.
func (f *fields) assignment(a *ast.Assign) {
	m, ok := a.Target.(*ast.Member)
	if !ok || a.Op != ast.NoOp || !isThis(m.Obj) {
		f.look(a)
		return
	}
	if v, ok := a.Value.(*ast.Assign); ok {
		f.assignment(v)
	} else {
		f.value(a.Value)
	}
	name := m.Name
	if m.Private {
		name = "#" + name
	}
	if f.text.mayAccess(name) {
		f.seen = true // a setter runs, and the object may get no property
	}
	if !f.seen {
		f.names[name], f.writes[m] = true, true
		if f.assigned != nil {
			f.assigned[name] = true
		}
	}
}

// value looks at what a field gets. A function that is made there may have this: nobody can call it without
// the field.
func (f *fields) value(x ast.Expr) {
	if x, ok := x.(*ast.Func); ok {
		f.keeps = f.keeps || x.Fn.Kind == ast.FuncArrow && x.Fn.Uses&^ast.UsesArguments != 0
		return
	}
	f.look(x)
}

func isThis(x ast.Expr) bool {
	_, ok := x.(*ast.This)
	return ok
}

// look looks for code that may give the object to others. If there is none, the places in it that write fields are
// a part of the construction.
func (f *fields) look(n ast.Node) {
	f.met = f.met[:0]
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Function:
			if n.Kind == ast.FuncArrow && n.Uses&^ast.UsesArguments != 0 {
				f.seen = true
			}
			return false
		case *ast.Class: // the names and initializers of its members may have this
			f.seen = true
		case *ast.Call:
			if m, ok := n.Callee.(*ast.Member); ok && isThis(m.Obj) {
				f.seen = true
			}
		case *ast.TaggedTemplate:
			if m, ok := n.Tag.(*ast.Member); ok && isThis(m.Obj) {
				f.seen = true
			}
		case *ast.Member:
			if isThis(n.Obj) {
				name := n.Name
				if n.Private {
					name = "#" + name
				}
				f.seen = f.seen || f.keeps || f.text.mayAccess(name)
				f.met = append(f.met, n)
				return false
			}
		case *ast.This, *ast.Super, *ast.NewTarget:
			f.seen = true
		}
		return !f.seen
	})
	if !f.seen {
		for _, at := range f.met {
			f.writes[at] = true
		}
	}
}

// mayLeave reports whether a statement may return, or jump somewhere.
func mayLeave(st ast.Stmt) (leaves bool) {
	ast.Walk(st, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Return, *ast.Break, *ast.Continue, *ast.Yield, *ast.Await:
			leaves = true
		case *ast.Function:
			return false
		}
		return !leaves
	})
	return leaves
}
