package pointsto

import (
	"maps"
	"slices"

	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// Options are assumptions about the program.
type Options struct {
	// Builtins: built-in objects are unchanged.
	Builtins bool
	// ClosedWorld: the names that a script declares at its top level belong to it.
	ClosedWorld bool
	// Keys: IsNumber will be asked.
	Keys bool
	// Reads will be asked.
	Reads bool
}

// Program is what the analysis knows of a program.
type Program struct {
	solver
	p    *ast.Program
	o    Options
	why  string // why nothing is known; "": something is
	text mentioned

	tables
	places
	heap
	finals finals
	privates
}

// tables are what is known of parts of the text.
type tables struct {
	variables []node // by Symbol.ID; 0: none yet
	functions map[*ast.Function]*code
	classes   map[*ast.Class]*class
	methods   map[*ast.Call]method
	reads     map[*ast.Member]method // of properties that may have getters
	news      map[*ast.New]node      // what is constructed
	iterated  map[*ast.ForOf]node
	taken     map[*ast.ArrayPat]node // what is taken apart
	keys      map[*ast.Index]node    // with Options.Keys
	// superOf are the classes of constructors; accessorsAt the fields that have accessors where an object is made.
	superOf       map[*ast.Function]*class
	accessorsAt   map[value]node
	constructions map[*ast.Class]*fields // how objects of classes are constructed
	// classOf are the bindings that have one value, a class; declaredAs are the bindings around classes that
	// have the same value as the names inside.
	classOf    map[*ast.Symbol]*ast.Class
	declaredAs map[*ast.Symbol]*ast.Symbol
}

// places are nodes with a meaning of their own.
type places struct {
	singles map[value]node
	// Nodes that stand for their one value.
	outsideNode, undefinedNode, nullNode, numberNode, primitiveNode node
	// The values of escaping escape; of callable, those that are functions, may be called by others.
	escaping, callable node
	// What is written through values from outside, by the name of the property.
	wild        map[string]node
	wildUnknown node
	// wildProto has the prototypes that objects from outside get.
	wildProto node
}

// heap are the objects that are there before the program, and those that built-in functions make.
type heap struct {
	// The prototypes of literals, functions and arrays.
	objectProto, functionProto, arrayProto value
	builtins                               map[string]value
	protos                                 map[kind]value
	here                                   map[madeHere]value
	derived                                map[derivedArray]value
	inners                                 map[inner]node
	root                                   map[value]value // the array that a derived one was made of at first
}

// method is what is asked about one call of a method, or one read: the node of the receiver and that of the
// callee, or of what the property may be, accessors included. super: the receiver does not matter.
type method struct {
	receiver, callee node
	super            bool
}

// New analyses a program whose names are resolved.
func New(p *ast.Program, o Options) *Program {
	a := &Program{p: p, o: o, text: mentions(p, o.Builtins)}
	if a.why = a.text.why; a.why != "" {
		return a
	}
	a.begin()
	g := &generator{Program: a, abrupt: map[*ast.If]bool{}}
	g.program()
	if !a.solve(leastSteps + stepsPerByte*len(p.Source)) {
		return &Program{p: p, o: o, text: a.text, why: whyWork}
	}
	return a
}

// Andersen's analysis is cubic in the worst case, but linear for most programs: three takes half a step for each
// byte of its text, d3 takes 9 and gets 18. Two copies of d3 in one program would take more than 44, and get 14. Where
// that is not enough, nothing is known.
const (
	leastSteps   = 5_000_000
	stepsPerByte = 10
)

// whyWork is why nothing is known of a program that needs more steps.
const whyWork = "the analysis would take too long"

// Why says why nothing is known of the program; "": something is.
func (p *Program) Why() string { return p.why }

// Why the callee of a method is not known.
const (
	whyMissing  = "the call is not one of a method"
	whyOutside  = "its object may come from outside of the program"
	whyNoMethod = "an object that it may be called on may not have it"
	whySeveral  = "it may be one of several functions"
	whyBuiltin  = "it is a built-in function"
)

// Callee is the function that a call of a method, or a read, runs, whatever the receiver is.
type Callee struct {
	Fn *ast.Function
	// Nullish: the receiver may be undefined or null, and the call throws then; otherwise it is an object.
	Nullish bool
	// Super: the receiver is this, which may be anything.
	Super bool
}

// Method returns the function that a call of a method runs. If it is not known, it returns why.
func (p *Program) Method(call *ast.Call) (Callee, string) {
	if p.why != "" {
		return Callee{}, p.why
	}
	m, ok := p.methods[call]
	if !ok {
		return Callee{}, whyMissing
	}
	return p.callee(m, function)
}

// MayRun reports whether a read of a property may run a getter that Getter knows.
func (p *Program) MayRun(x *ast.Member) bool {
	_, ok := p.reads[x]
	return ok
}

// Getter returns the getter that a read of a property runs. If it is not known, it returns why.
func (p *Program) Getter(x *ast.Member) (Callee, string) {
	if p.why != "" {
		return Callee{}, p.why
	}
	return p.callee(p.reads[x], getter)
}

// callee returns the function of a kind that a property is.
func (p *Program) callee(m method, k kind) (c Callee, why string) {
	receivers := p.cell(m.receiver).values
	c.Super = m.super
	for _, v := range receivers {
		switch {
		case m.super:
		case v == outside, v == number, v == primitive:
			return Callee{}, whyOutside
		case v == undefined, v == null:
			c.Nullish = true
		}
	}
	callees := p.cell(m.callee).values
	if len(receivers) == 0 || len(callees) == 0 {
		return Callee{}, whyMissing // the call is never reached, or always throws
	}
	for _, v := range callees {
		switch {
		case v == outside:
			return Callee{}, whyOutside
		case !v.isObject():
			return Callee{}, whyNoMethod
		case p.objects[v].kind == builtinFunction:
			return Callee{}, whyBuiltin
		}
	}
	f := &p.objects[callees[0]]
	switch {
	case len(callees) > 1:
		return Callee{}, whySeveral
	case f.kind != k:
		return Callee{}, whyNoMethod
	}
	c.Fn = f.fn
	return c, ""
}

// IsArray reports whether a loop is over the items of arrays only, which are iterated as arrays are, or of
// nothing, and throws then.
func (p *Program) IsArray(x *ast.ForOf) bool {
	n, ok := p.iterated[x]
	return ok && p.o.Builtins && p.why == "" && p.areArrays(n)
}

// TakesArray reports whether a pattern takes apart arrays only, which are iterated as arrays are, or undefined or null,
// and throws then.
func (p *Program) TakesArray(x *ast.ArrayPat) bool {
	n, ok := p.taken[x]
	return ok && p.o.Builtins && p.why == "" && p.areArrays(n)
}

// areArrays reports whether a node has arrays that are iterated as arrays are, and else at most undefined and null.
func (p *Program) areArrays(n node) bool {
	some := false
	for _, v := range p.cell(n).values {
		switch {
		case v == undefined, v == null:
		case !v.isObject() || p.objects[v].kind != array || !p.iteratesPlainly(v):
			return false
		default:
			some = true
		}
	}
	return some
}

// ArrayMethod returns the name of the method of Array.prototype that a call runs, always on arrays, or ""; nullish: the
// receiver may be undefined or null, and the call throws then. A method that asks for the constructor of the array is
// not known where some text assigns one, see species, and neither is what an array gets from another prototype.
func (p *Program) ArrayMethod(call *ast.Call) (name string, nullish bool) {
	m, ok := p.methods[call]
	if !ok || m.super || !p.o.Builtins || p.why != "" {
		return "", false
	}
	callees := p.cell(m.callee).values
	if len(callees) != 1 || !callees[0].isObject() || p.objects[callees[0]].kind != builtinFunction {
		return "", false
	}
	if name = p.objects[callees[0]].name; methodsOf[arrayPrototype][name] != name {
		return "", false
	}
	some := false
	for _, v := range p.cell(m.receiver).values {
		switch {
		case v == undefined, v == null:
			nullish = true
		case !v.isObject() || p.objects[v].kind != array:
			return "", false
		default:
			some = true
		}
	}
	if !some {
		return "", false
	}
	return name, nullish
}

// Generator returns the generator whose items a loop takes, if it is always that one and nothing has replaced the
// methods of what it returns, or nil.
func (p *Program) Generator(x *ast.ForOf) *ast.Function {
	n, ok := p.iterated[x]
	if !ok || !p.o.Builtins || p.why != "" || x.Await {
		return nil
	}
	var fn *ast.Function
	for _, v := range p.cell(n).values {
		if !v.isObject() || p.objects[v].kind != generatorObject || fn != nil && fn != p.objects[v].fn || !p.hasMethodsOf(v, generatorPrototype) {
			return nil
		}
		fn = p.objects[v].fn
	}
	return fn
}

// hasMethodsOf reports whether an object, and the objects of the program that are its prototypes, have none of the
// methods of a built-in prototype, which is behind them.
func (p *Program) hasMethodsOf(v value, of kind) bool {
	for range deepestChain {
		o := &p.objects[v]
		for _, name := range []string{iteratorName, "next", "return"} {
			if own, ok := o.fields[name]; ok && len(p.cell(own).values) > 0 {
				return false
			}
		}
		for _, x := range p.cell(o.unknown).values {
			if x == outside || x.isObject() && p.objects[x].isFunction() {
				return false
			}
		}
		var next []value
		for _, x := range p.cell(o.proto).values {
			if !x.isObject() {
				return false
			}
			if p.objects[x].kind != of {
				next = append(next, x)
			}
		}
		if len(next) == 0 {
			return len(p.cell(o.proto).values) > 0
		}
		if len(next) > 1 {
			return false
		}
		v = next[0]
	}
	return false
}

// deepestChain is how many prototypes hasMethodsOf looks at.
const deepestChain = 5

// IsNumber reports whether the key of a property in brackets is always a number, or a constant.
func (p *Program) IsNumber(x *ast.Index) bool {
	n, ok := p.keys[x]
	return !ok || !slices.ContainsFunc(p.cell(n).values, func(v value) bool { return v != number })
}

// Reflective returns the names of the built-in functions by which a program changes properties and prototypes
// other than by assignment. Those that a computed key may well be, of an object with such a method of its own, are not
// among them.
func Reflective() map[string]bool {
	m := maps.Clone(reflective)
	maps.DeleteFunc(m, func(name string, _ bool) bool { return isWord(name) })
	return m
}

// iteratesPlainly reports whether an array has no iterator of its own.
func (p *Program) iteratesPlainly(v value) bool {
	o := &p.objects[v]
	if own, ok := o.fields[iteratorName]; ok && len(p.cell(own).values) > 0 {
		return false
	}
	for _, x := range p.cell(o.unknown).values {
		if x == outside || x.isObject() && p.objects[x].isFunction() {
			return false
		}
	}
	return slices.Equal(p.cell(o.proto).values, []value{p.arrayProto})
}

// Declared returns, for the name of a class inside that class, the binding of its declaration, if the two have
// the same value whenever code of the class can run; else nil.
func (p *Program) Declared(name *ast.Symbol) *ast.Symbol { return p.declaredAs[name] }

// begin makes what is there before the program.
func (p *Program) begin() {
	p.variables = make([]node, p.p.Symbols)
	p.functions, p.classes = map[*ast.Function]*code{}, map[*ast.Class]*class{}
	p.superOf, p.accessorsAt = map[*ast.Function]*class{}, map[value]node{}
	p.methods, p.reads, p.singles = map[*ast.Call]method{}, map[*ast.Member]method{}, map[value]node{}
	p.declaredAs, p.news, p.iterated = map[*ast.Symbol]*ast.Symbol{}, map[*ast.New]node{}, map[*ast.ForOf]node{}
	p.keys, p.taken, p.constructions = map[*ast.Index]node{}, map[*ast.ArrayPat]node{}, map[*ast.Class]*fields{}
	p.classOf, p.wild, p.builtins = map[*ast.Symbol]*ast.Class{}, map[string]node{}, map[string]value{}
	p.protos, p.here = map[kind]value{}, map[madeHere]value{}
	p.derived, p.root, p.inners = map[derivedArray]value{}, map[value]value{}, map[inner]node{}
	p.objects = make([]object, firstObject)
	p.newNode() // 0 is none
	p.outsideNode, p.undefinedNode = p.newNode(outside), p.newNode(undefined)
	p.nullNode, p.numberNode, p.primitiveNode = p.newNode(null), p.newNode(number), p.newNode(primitive)
	p.escaping, p.callable = p.newNode(), p.newNode()
	p.wildUnknown, p.wildProto = p.newNode(), p.newNode()
	p.bases, p.listed, p.frozen = map[*ast.Member]node{}, p.newNode(), p.newNode()
	escape := func(v value) {
		if v.isObject() {
			p.escape(v)
		}
	}
	p.each(p.escaping, escape)
	p.each(p.callable, escape)
	p.objectProto, p.functionProto, p.arrayProto = p.newObject(objectPrototype), p.newObject(functionPrototype), p.newObject(arrayPrototype)
}

// variable returns the node of a binding.
func (p *Program) variable(sym *ast.Symbol) node {
	if n := p.variables[sym.ID]; n != 0 {
		return n
	}
	n := p.newNode()
	p.variables[sym.ID] = n
	open := sym.Scope.Kind == ast.ScopeGlobal && !p.p.CommonJS && !p.o.ClosedWorld
	switch {
	case sym.Kind == ast.SymImport, sym.Kind == ast.SymArguments:
		p.add(n, outside)
	case sym.DynamicReach, sym.Aliased, open && sym.Kind != ast.SymConst && sym.Kind != ast.SymClass:
		p.add(n, outside)
		p.flow(n, p.escaping)
	case open, sym.Exported:
		p.flow(n, p.escaping)
	}
	if sym.Kind == ast.SymVar || sym.AnnexB != nil {
		p.add(n, undefined)
	}
	return n
}

// numberName returns the name of the property for a number.
func numberName(f float64) string { return son.NumberToString(f) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
