package pointsto

import "github.com/sonjs/son/parse/ast"

// code is a function as the analysis sees it: one for all calls.
type code struct {
	fn *ast.Function
	// this is of functions that have one of their own; args has what calls pass, by position; rest what they
	// pass in the place of a rest parameter.
	this, result, rest node
	// thrown has what calls may throw; what a generator yields is in yields, what it gets for that in sent, and
	// what it returns in returned.
	thrown, yields, sent, returned node
	args                           []node
	home                           value // the object whose prototype super starts from; 0: none
	inits                          bool  // it is a constructor, or the initializer of a field
}

// class is a class as the analysis sees it: one for all times that it is evaluated.
type class struct {
	value, proto value
	// this is what its constructor has as this; heritage what it extends; returned what constructors return
	// instead of this.
	this, heritage, returned node
	thrown                   node  // by field initializers, and the base class of a constructor that is not written
	ctor                     *code // nil: it is not written
	// passed is what a constructor that is not written passes on to the base class.
	passed arguments
	// assigned are the fields that its constructor always assigns before others see them; nil: not asked for yet.
	assigned map[string]bool
}

// arguments are those of a call.
type arguments struct {
	list []node
	// all has what a position beyond the list may have; 0: nothing is passed there.
	all node
}

// outcome is where what comes of a call goes.
type outcome struct {
	result node // 0: nobody asks
	thrown node // 0: others may catch it
	// at is the call, if the program has one for it: what built-in functions make is told apart by that.
	at ast.Node
}

// at returns the node of an argument.
func (p *Program) at(a arguments, i int) node {
	switch {
	case i < len(a.list):
		return a.list[i]
	case a.all != 0:
		return a.all
	}
	return p.undefinedNode
}

// codeOf returns what is known of a function.
func (p *Program) codeOf(fn *ast.Function) *code {
	c := p.functions[fn]
	if c != nil {
		return c
	}
	c = &code{fn: fn, this: p.newNode(), result: p.newNode(), thrown: p.newNode(), rest: p.newNode(), args: make([]node, len(fn.Params))}
	for i := range c.args {
		c.args[i] = p.newNode()
	}
	p.functions[fn] = c
	switch {
	case fn.Async:
		p.add(c.result, outside)
	case fn.Generator:
		c.yields, c.sent, c.returned = p.newNode(), p.newNode(), p.newNode(undefined)
	}
	return c
}

// invoke lets a call run a function. this has what is passed as that.
func (p *Program) invoke(fn *ast.Function, this node, args arguments, out outcome) {
	p.invokeWith(fn, args, out)
	p.receive(p.codeOf(fn), this)
}

// invokeWith is invoke, but for this.
func (p *Program) invokeWith(fn *ast.Function, args arguments, out outcome) {
	c := p.codeOf(fn)
	for i, param := range fn.Params {
		if _, rest := param.(*ast.Spread); rest {
			for k := i; k < len(args.list); k++ {
				p.flow(args.list[k], c.rest)
			}
			if args.all != 0 {
				p.flow(args.all, c.rest)
			}
			continue
		}
		p.flow(p.at(args, i), c.args[i])
		if args.all != 0 && i >= len(args.list) {
			p.add(c.args[i], undefined)
		}
	}
	if fn.Uses&ast.UsesArguments != 0 {
		p.pass(args)
	}
	if out.result != 0 {
		p.flow(c.result, out.result)
	}
	p.throw(c.thrown, out)
}

// throw lets what a call throws go where that goes.
func (p *Program) throw(thrown node, out outcome) {
	if out.thrown == 0 {
		out.thrown = p.escaping
	}
	p.flow(thrown, out.thrown)
}

// receive lets a function have this.
func (p *Program) receive(c *code, this node) {
	switch {
	case c.fn.Kind == ast.FuncArrow:
	case c.fn.Strict:
		p.flow(this, c.this)
	default: // undefined becomes the global object, and a primitive is wrapped
		p.flowOnly(this, c.this, objectsOnly)
		p.each(this, func(v value) {
			if !v.isObject() {
				p.add(c.this, outside)
			}
		})
	}
}

// pass lets others have the arguments of a call.
func (p *Program) pass(args arguments) {
	for _, n := range args.list {
		p.flow(n, p.escaping)
	}
	if args.all != 0 {
		p.flow(args.all, p.escaping)
	}
}

// call lets a call run whatever its callee is.
func (p *Program) call(callee, this node, args arguments, out outcome) {
	p.each(callee, func(v value) { p.callValue(v, this, args, out) })
}

func (p *Program) callValue(v value, this node, args arguments, out outcome) {
	switch {
	case v == outside:
		p.callOthers(this, args, out)
	case !v.isObject():
	default:
		switch o := &p.objects[v]; o.kind {
		case function:
			p.invoke(o.fn, this, args, out)
		case builtinFunction:
			p.builtin(o.name, this, args, out)
		}
	}
}

// callOthers lets others have what a call passes.
func (p *Program) callOthers(this node, args arguments, out outcome) {
	p.pass(args)
	p.flow(this, p.escaping)
	if out.result != 0 {
		p.add(out.result, outside)
	}
}

// construct lets new make objects of whatever its callee is.
func (p *Program) construct(callee node, args arguments, out outcome) {
	p.each(callee, func(v value) {
		switch {
		case v == outside:
			p.pass(args)
			p.add(out.result, outside)
			return
		case !v.isObject():
			return
		}
		switch o := &p.objects[v]; o.kind {
		case function, classFunction:
			made := p.instanceOf(v)
			p.add(out.result, made)
			p.constructed(v, p.singleton(made), args, out)
		case builtinFunction:
			p.constructBuiltin(o.name, args, out)
		}
	})
}

// instanceOf returns what new makes of a function or class.
func (p *Program) instanceOf(v value) value {
	if p.objects[v].instance == 0 {
		made := p.newObject(instance)
		p.objects[v].instance = made
		p.objects[made].class, p.objects[made].maker = p.objects[v].class, v
		p.flowOnly(p.field(v, "prototype"), p.objects[made].proto, objectsOnly)
		p.each(p.field(v, "prototype"), func(x value) {
			if !x.isObject() {
				p.add(p.objects[made].proto, p.objectProto)
			}
		})
	}
	return p.objects[v].instance
}

// constructed lets a constructor run for an object, and the result have what it returns instead of that.
func (p *Program) constructed(v value, this node, args arguments, out outcome) {
	o := &p.objects[v]
	if o.kind == function {
		c := p.codeOf(o.fn)
		p.invoke(o.fn, this, args, outcome{thrown: out.thrown})
		if out.result != 0 {
			p.flowOnly(c.result, out.result, objectsOnly)
		}
		return
	}
	c := p.classes[o.class]
	p.flow(this, c.this)
	p.throw(c.thrown, out)
	if c.ctor != nil {
		p.invoke(c.ctor.fn, c.this, args, outcome{thrown: out.thrown})
	} else if o.class.Super != nil {
		p.passOn(c, args)
	}
	if out.result != 0 {
		p.flow(c.returned, out.result)
	}
}

// passed is how many arguments a constructor that is not written passes on one by one.
const passed = 8

// passOn lets a constructor that is not written pass on its arguments. All calls share them: a class may be
// among its own base classes, if it is evaluated several times.
func (p *Program) passOn(c *class, args arguments) {
	for i, n := range c.passed.list {
		p.flow(p.at(args, i), n)
		if args.all != 0 && i >= len(args.list) {
			p.add(n, undefined)
		}
	}
	if len(args.list) > passed {
		for _, n := range args.list[passed:] {
			p.flow(n, c.passed.all)
		}
	}
	if args.all != 0 {
		p.flow(args.all, c.passed.all)
	}
}

// super lets the constructor of a derived class call that of its base class.
func (p *Program) super(c *class, args arguments, thrown node) {
	p.each(c.heritage, func(base value) {
		switch {
		case base == outside:
			p.pass(args)
			p.flow(c.this, p.escaping)
			p.add(c.this, outside)
			p.each(c.this, func(v value) { // the base class may give it properties
				if v.isObject() {
					p.add(p.objects[v].unknown, outside)
				}
			})
		case !base.isObject():
		case p.objects[base].kind == builtinFunction:
			p.extendBuiltin(p.objects[base].name, c.this, args)
		case p.objects[base].kind == function || p.objects[base].kind == classFunction:
			p.constructed(base, c.this, args, outcome{result: c.returned, thrown: thrown})
		}
	})
	p.flow(c.returned, c.this)
}
