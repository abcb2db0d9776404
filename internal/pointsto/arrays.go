package pointsto

import "fmt"

// What arrays are made of, and what their methods do.

func (p *Program) newArray(args arguments, out outcome) {
	items := p.objects[p.madeAt(array, "Array", out)].indexed
	p.add(items, undefined)
	if len(args.list) == 1 && args.all == 0 { // a number is the length
		p.flowOnly(args.list[0], items, notNumber)
		return
	}
	for _, n := range args.list {
		p.flow(n, items)
	}
	if args.all != 0 {
		p.flow(args.all, items)
	}
}

// arrayFrom makes an array of what can be iterated, or of an object with indices.
func (p *Program) arrayFrom(args arguments, out outcome) {
	if args.all != 0 {
		p.callOthers(p.undefinedNode, args, out)
		return
	}
	made := p.madeAt(array, "Array.from", out)
	items := p.own(made, "from")
	p.elements(p.at(args, 0), items)
	p.each(p.at(args, 0), func(v value) {
		if v.isObject() && p.objects[v].kind != array && p.objects[v].kind != collection {
			p.add(items, undefined)
			p.load(p.singleton(v), anIndex, items, true)
			p.load(p.singleton(v), "length", p.newNode(), true)
		}
	})
	if len(args.list) < 2 {
		p.flow(items, p.objects[made].indexed)
		return
	}
	call := callback{p: p, of: made, callee: args.list[1], this: p.at(args, 2), out: out}
	p.flow(call.run(items, p.numberNode), p.objects[made].indexed)
	p.each(args.list[1], func(v value) {
		if v == undefined || v == outside {
			p.flow(items, p.objects[made].indexed)
		}
	})
}

func (p *Program) stringSplit(args arguments, out outcome) {
	p.each(p.at(args, 0), func(v value) { // an object may have a method for that
		if v.isObject() {
			p.add(p.escaping, v)
			p.add(out.result, outside)
		}
	})
	if args.all != 0 {
		p.flow(args.all, p.escaping)
		p.add(out.result, outside)
	}
	p.add(p.objects[p.madeAt(array, "String.split", out)].indexed, primitive)
}

func (p *Program) objectValues(name string, args arguments, out outcome) {
	p.lists(p.at(args, 0))
	made := p.madeAt(array, name, out)
	items := p.objects[made].indexed
	if name == "Object.entries" {
		pair := p.pairOf(made, p.primitiveNode, p.own(made, "entries"))
		p.add(items, pair)
		items = p.own(made, "entries")
	}
	p.each(p.at(args, 0), func(v value) {
		switch {
		case v == outside, v.isObject() && p.objects[v].kind == builtinFunction:
			p.add(items, outside)
		case v.isObject():
			p.each(p.every(v), func(x value) { p.read(x, p.singleton(v), items) })
		default:
			p.add(items, primitive)
		}
	})
}

func (p *Program) objectCreate(args arguments, out outcome) {
	if len(args.list) != 1 || args.all != 0 {
		p.callOthers(p.undefinedNode, args, out)
		return
	}
	made := p.madeAt(plain, "Object.create", out)
	p.flow(args.list[0], p.objects[made].proto)
}

func (p *Program) arrayMethod(name string, v value, args arguments, out outcome) {
	items, isNew := p.within(v, "") // a key that is not known may be an index
	if isNew {
		p.flow(p.items(v), items)
		p.flow(p.objects[v].unknown, items)
	}
	result, self := out.result, p.singleton(v)
	call := callback{p: p, of: v, callee: p.at(args, 0), this: p.at(args, 1), out: out}
	switch name {
	case "push", "unshift":
		if name == "unshift" {
			p.moved(v)
		}
		for _, n := range args.list {
			p.flow(n, p.objects[v].indexed)
		}
		if args.all != 0 {
			p.flow(args.all, p.objects[v].indexed)
		}
		p.add(result, number)
	case "pop", "shift", "at":
		if name == "shift" {
			p.moved(v)
		}
		p.flow(items, result)
		p.add(result, undefined)
	case "indexOf", "lastIndexOf":
		p.add(result, number)
	case "includes", "join":
		p.add(result, primitive)
	case "fill":
		p.flow(p.at(args, 0), p.objects[v].indexed)
		p.flow(self, result)
	case "reverse":
		p.moved(v)
		p.flow(self, result)
	case "sort":
		p.moved(v)
		p.flow(self, result)
		call.this = p.undefinedNode
		call.run(items, items)
	case "splice", "toSpliced":
		made := p.made(v, name, out)
		p.flow(items, p.objects[made].indexed)
		into := made
		if name == "splice" {
			p.moved(v)
			into = v
		}
		for _, n := range args.list[min(2, len(args.list)):] {
			p.flow(n, p.objects[into].indexed)
		}
		if args.all != 0 {
			p.flow(args.all, p.objects[into].indexed)
		}
	case "with":
		made := p.objects[p.made(v, name, out)].indexed
		p.flow(items, made)
		p.flow(p.at(args, 1), made)
	case "slice", "toReversed", "toSorted":
		p.flow(items, p.objects[p.made(v, name, out)].indexed)
		if name == "toSorted" {
			call.this = p.undefinedNode
			call.run(items, items)
		}
	case "concat":
		p.concat(v, items, args, out)
	case "filter":
		p.flow(items, p.objects[p.made(v, name, out)].indexed)
		call.run(items, p.numberNode, self)
	case "map":
		p.flow(call.run(items, p.numberNode, self), p.objects[p.made(v, name, out)].indexed)
	case "flatMap":
		made := p.objects[p.made(v, name, out)].indexed
		p.each(call.run(items, p.numberNode, self), func(x value) { p.spread(x, made) })
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
	case "keys":
		p.add(result, p.iteratorOf(v, name, p.numberNode))
	case "values":
		p.add(result, p.iteratorOf(v, name, items))
	case "entries":
		p.add(result, p.iteratorOf(v, name, p.singleton(p.pairOf(v, p.numberNode, items))))
	}
}

func (p *Program) concat(v value, items node, args arguments, out outcome) {
	if p.text.spreadable {
		p.callOthers(p.singleton(v), args, out)
		return
	}
	made := p.objects[p.made(v, "concat", out)].indexed
	p.flow(items, made)
	for _, n := range args.list {
		p.each(n, func(x value) { p.spread(x, made) })
	}
	if args.all != 0 {
		p.each(args.all, func(x value) { p.spread(x, made) })
	}
}

// spread lets a node have a value, or what it has if it is an array. Arrays of others are among what others have.
func (p *Program) spread(x value, to node) {
	if x.isObject() && p.objects[x].kind == array {
		p.flow(p.items(x), to)
		p.flow(p.objects[x].unknown, to)
		return
	}
	p.add(to, x)
}

// inner is a node that belongs to an array, and is the same for all calls of its methods: a callback may be
// such a method itself.
type inner struct {
	of           value
	callee, this node
	what         string
}

// within returns a node that belongs to an object, and whether it is new.
func (p *Program) within(v value, what string) (n node, isNew bool) {
	key := inner{of: v, what: what}
	_, ok := p.inners[key]
	return p.innerNode(key), !ok
}

// own is within for a node that needs nothing when it is new.
func (p *Program) own(v value, what string) node { return p.innerNode(inner{of: v, what: what}) }

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
	n, isNew := p.within(v, "holes")
	if isNew {
		p.flow(items, n)
		p.add(n, undefined)
	}
	return n
}

// callback is a function that a method of an array calls.
type callback struct {
	p            *Program
	of           value
	callee, this node
	out          outcome // of the method
}

// result returns the node of what the callback returns.
func (c callback) result() node {
	return c.p.innerNode(inner{c.of, c.callee, c.this, "result"})
}

// run lets the method call the callback, and returns the node of its results.
func (c callback) run(args ...node) node {
	result, thrown := c.result(), c.p.innerNode(inner{c.of, c.callee, c.this, "thrown"})
	c.p.throw(thrown, c.out)
	if key := (inner{c.of, c.callee, c.this, fmt.Sprint(args)}); c.p.inners[key] == 0 {
		c.p.inners[key] = result
		c.p.call(c.callee, c.this, arguments{list: args}, outcome{result: result, thrown: thrown})
	}
	return result
}

// made returns the array that a method makes of another one, in one call; one for all others that are not
// written in the program.
func (p *Program) made(v value, name string, out outcome) value {
	if out.at != nil {
		return p.madeAt(array, name, out)
	}
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
	p.add(out.result, to)
	return to
}

// derivedArray is an array, and the method that makes another one of it.
type derivedArray struct {
	of   value
	name string
}
