package pointsto

// Maps, sets, and the iterators of built-in objects.

// newCollection makes a Map or Set, and fills it.
func (p *Program) newCollection(name string, args arguments, out outcome) {
	if args.all != 0 {
		p.pass(args)
		p.add(out.result, outside)
		return
	}
	made := p.madeAt(collection, name, out)
	if len(args.list) == 0 {
		return
	}
	items := p.own(made, "from")
	p.elements(args.list[0], items)
	if name == "Set" || name == "WeakSet" {
		p.flow(items, p.field(made, valuesField))
		return
	}
	p.load(items, "0", p.field(made, keysField), true)
	p.load(items, "1", p.field(made, valuesField), true)
}

func (p *Program) collectionMethod(name string, v value, args arguments, out outcome) {
	keys, values := p.field(v, keysField), p.field(v, valuesField)
	isSet := p.hasProto(v, setPrototype) || p.hasProto(v, weakSetPrototype)
	if isSet {
		keys = values
	}
	switch name {
	case "get":
		p.flow(values, out.result)
		p.add(out.result, undefined)
	case "set":
		p.flow(p.at(args, 0), keys)
		p.flow(p.at(args, 1), values)
		p.add(out.result, v)
	case "add":
		p.flow(p.at(args, 0), values)
		p.add(out.result, v)
	case "forEach":
		call := callback{p: p, of: v, callee: p.at(args, 0), this: p.at(args, 1), out: out}
		call.run(values, keys, p.singleton(v))
		p.add(out.result, undefined)
	case "keys":
		p.add(out.result, p.iteratorOf(v, name, keys))
	case "values":
		p.add(out.result, p.iteratorOf(v, name, values))
	case "entries":
		p.add(out.result, p.iteratorOf(v, name, p.singleton(p.pairOf(v, keys, values))))
	}
}

// hasProto reports whether a collection was made with a prototype.
func (p *Program) hasProto(v value, k kind) bool {
	proto, ok := p.protos[k]
	return ok && p.cell(p.objects[v].proto).has(proto)
}

// iteratorOf returns the iterator that a method of a built-in object makes: one for all its calls.
func (p *Program) iteratorOf(v value, name string, yields node) value {
	key := derivedArray{v, "iterator " + name}
	it, ok := p.derived[key]
	if !ok {
		it = p.newObject(iterator, p.prototype(iteratorPrototype))
		p.derived[key] = it
		p.flow(yields, p.field(it, yieldsField))
	}
	return it
}

// pairOf returns the arrays of a key and a value that belong to an object.
func (p *Program) pairOf(v value, keys, values node) value {
	key := derivedArray{v, "pair"}
	pair, ok := p.derived[key]
	if !ok {
		pair = p.newObject(array, p.arrayProto)
		p.derived[key] = pair
		p.objects[pair].first = []node{keys, values}
	}
	return pair
}

// step returns the object that next of an iterator returns: one for all calls.
func (p *Program) step(v value, values node) value {
	key := derivedArray{v, "step"}
	made, ok := p.derived[key]
	if !ok {
		made = p.newObject(plain, p.objectProto)
		p.derived[key] = made
		p.objects[made].has = map[string]bool{"value": true, "done": true}
		p.flow(values, p.field(made, "value"))
		p.add(p.field(made, "value"), undefined)
		p.add(p.field(made, "done"), primitive)
	}
	return made
}
