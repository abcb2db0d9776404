package pointsto

import "fmt"

// What prototypes of built-in objects have, and what their methods do with objects of the program.

var objectNames = map[string]bool{
	"constructor": true, "hasOwnProperty": true, "isPrototypeOf": true, "propertyIsEnumerable": true, "toLocaleString": true,
	"toString": true, "valueOf": true, "__proto__": true, "__defineGetter__": true, "__defineSetter__": true,
	"__lookupGetter__": true, "__lookupSetter__": true,
}

var functionNames = map[string]bool{
	"apply": true, "bind": true, "call": true, "length": true, "name": true, "arguments": true, "caller": true,
}

// inherited returns what the prototype of a built-in object has.
func (p *Program) inherited(k kind, name string) []value {
	if !p.o.Builtins {
		return []value{outside, undefined}
	}
	switch {
	case name != "" && name[0] == '#', isIndex(name):
		return []value{undefined}
	case objectNames[name], k == functionPrototype && functionNames[name]:
		return []value{outside}
	case k != arrayPrototype:
		return []value{undefined}
	case modelled[name] && !p.text.ownConstructor:
		return []value{p.builtinNamed(name)}
	}
	return []value{outside}
}

func (p *Program) builtinNamed(name string) value {
	v, ok := p.builtins[name]
	if !ok {
		v = p.newObject(builtinFunction, p.functionProto)
		p.objects[v].name = name
		p.builtins[name] = v
	}
	return v
}

// modelled are the methods of arrays of which the analysis knows what they do.
var modelled = map[string]bool{
	"push": true, "unshift": true, "pop": true, "shift": true, "at": true, "indexOf": true, "lastIndexOf": true, "includes": true,
	"forEach": true, "map": true, "filter": true, "some": true, "every": true, "find": true, "findLast": true, "findIndex": true,
	"findLastIndex": true, "reduce": true, "reduceRight": true, "slice": true, "reverse": true, "sort": true, "fill": true,
}

// builtin lets a call run a method of arrays. On anything but an array, others run.
func (p *Program) builtin(name string, this node, args arguments, result node) {
	p.each(this, func(v value) {
		if !v.isObject() || p.objects[v].kind != array || args.all != 0 {
			p.flow(this, p.escaping)
			p.pass(args)
			p.add(result, outside)
			return
		}
		p.arrayMethod(name, v, args, result)
	})
}

func (p *Program) arrayMethod(name string, v value, args arguments, result node) {
	items := p.within(v, "") // a key that is not known may be an index
	p.flow(p.objects[v].indexed, items)
	p.flow(p.objects[v].unknown, items)
	self := p.singleton(v)
	call := callback{p: p, of: v, callee: p.at(args, 0), this: p.at(args, 1)}
	switch name {
	case "push", "unshift":
		for _, n := range args.list {
			p.flow(n, p.objects[v].indexed)
		}
		p.add(result, number)
	case "pop", "shift", "at":
		p.flow(items, result)
		p.add(result, undefined)
	case "indexOf", "lastIndexOf":
		p.add(result, number)
	case "includes":
		p.add(result, primitive)
	case "fill":
		p.flow(p.at(args, 0), p.objects[v].indexed)
		p.flow(self, result)
	case "reverse":
		p.flow(self, result)
	case "sort":
		p.flow(self, result)
		call.this = p.undefinedNode
		call.run(items, items)
	case "slice":
		p.flow(items, p.objects[p.made(v, name, result)].indexed)
	case "filter":
		p.flow(items, p.objects[p.made(v, name, result)].indexed)
		call.run(items, p.numberNode, self)
	case "map":
		p.flow(call.run(items, p.numberNode, self), p.objects[p.made(v, name, result)].indexed)
	case "find", "findLast":
		p.flow(items, result)
		p.add(result, undefined)
		call.run(p.withHoles(v, items), p.numberNode, self)
	case "findIndex", "findLastIndex":
		p.add(result, number)
		call.run(p.withHoles(v, items), p.numberNode, self)
	case "forEach":
		p.add(result, undefined)
		call.run(items, p.numberNode, self)
	case "some", "every":
		p.add(result, primitive)
		call.run(items, p.numberNode, self)
	case "reduce", "reduceRight":
		call.this = p.undefinedNode
		total := call.result()
		if len(args.list) > 1 {
			p.flow(args.list[1], total)
		} else {
			p.flow(items, total)
		}
		call.run(total, items, p.numberNode, self)
		p.flow(total, result)
	}
}

// inner is a node that belongs to an array, and is the same for all calls of its methods: a callback may be
// such a method itself.
type inner struct {
	of           value
	callee, this node
	what         string
}

// within returns a node that belongs to an array.
func (p *Program) within(v value, what string) node { return p.innerNode(inner{of: v, what: what}) }

func (p *Program) innerNode(key inner) node {
	n, ok := p.inners[key]
	if !ok {
		n = p.newNode()
		p.inners[key] = n
	}
	return n
}

// withHoles returns the items of an array for a callback that gets undefined for holes.
func (p *Program) withHoles(v value, items node) node {
	n := p.within(v, "holes")
	p.flow(items, n)
	p.add(n, undefined)
	return n
}

// callback is a function that a method of an array calls.
type callback struct {
	p            *Program
	of           value
	callee, this node
}

// result returns the node of what the callback returns.
func (c callback) result() node {
	return c.p.innerNode(inner{c.of, c.callee, c.this, "result"})
}

// run lets the method call the callback, and returns the node of its results.
func (c callback) run(args ...node) node {
	result := c.result()
	if key := (inner{c.of, c.callee, c.this, fmt.Sprint(args)}); c.p.inners[key] == 0 {
		c.p.inners[key] = result
		c.p.call(c.callee, c.this, arguments{list: args}, result)
	}
	return result
}

// made returns the array that a method makes of another one: one for all its calls.
func (p *Program) made(v value, name string, result node) value {
	key := derivedArray{v, name}
	to, ok := p.derived[key]
	if !ok {
		of := v
		if d, ok := p.root[v]; ok {
			of = d // what is made of an array that was made of one is the same as that
		}
		if to, ok = p.derived[derivedArray{of, name}]; !ok || of == v {
			to = p.newObject(array, p.arrayProto)
			p.root[to] = of
			p.derived[derivedArray{of, name}] = to
		}
		p.derived[key] = to
	}
	p.add(result, to)
	return to
}

// derivedArray is an array, and the method that makes another one of it.
type derivedArray struct {
	of   value
	name string
}
