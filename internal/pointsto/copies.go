package pointsto

// What is copied from object to object, property by property: by spread, by a rest pattern, by Object.assign.

// nameOfUnknown stands for the name of properties whose names are not known.
const nameOfUnknown = "\x00?"

// eachOwn calls use for the own properties of an object that can be copied, by their names: those that it has, and
// those that it ever gets. All indices are one property, and so are those with names that are not known.
func (p *Program) eachOwn(v value, use func(name string, n node)) {
	o := &p.objects[v]
	o.copied = append(o.copied, use)
	for _, name := range sortedKeys(o.fields) {
		if isCopied(name) {
			use(name, p.objects[v].fields[name])
		}
	}
	use(anIndex, p.items(v))
	use(nameOfUnknown, p.objects[v].unknown)
}

// isCopied reports whether the name of a field is that of a property that can be copied: not that of a private one,
// and not one that only the analysis has.
func isCopied(name string) bool {
	switch name {
	case keysField, valuesField, yieldsField:
		return false
	}
	return name == "" || name[0] != '#'
}

// copyInto lets an object have the properties of what a node has, with the values that they are read with. Properties
// of the same name are not written by setters.
func (p *Program) copyInto(to value, from node) {
	p.lists(from)
	p.each(from, func(v value) {
		switch {
		case v == outside:
			p.add(p.objects[to].unknown, outside)
		case v == primitive: // the characters of a string
			p.add(p.objects[to].indexed, primitive)
		case !v.isObject():
		case p.objects[v].kind.isBuiltinPrototype() || p.objects[v].kind == builtinFunction:
			p.add(p.objects[to].unknown, outside)
		default:
			p.eachOwn(v, func(name string, n node) {
				into := p.objects[to].unknown
				if name != nameOfUnknown {
					into = p.field(to, name)
				}
				p.each(n, func(x value) { p.read(x, p.singleton(v), into) })
			})
		}
	})
}

// objectAssign lets the first argument have the properties of the others, as assignments do.
func (p *Program) objectAssign(to node, from []node) {
	for _, n := range from {
		p.lists(n)
		p.each(n, func(v value) {
			switch {
			case v == outside, v.isObject() && (p.objects[v].kind.isBuiltinPrototype() || p.objects[v].kind == builtinFunction):
				p.storeAny(to, p.outsideNode)
			case v == primitive:
				p.store(to, anIndex, p.primitiveNode)
			case v.isObject():
				p.eachOwn(v, func(name string, n node) {
					got := p.newNode()
					p.each(n, func(x value) { p.read(x, p.singleton(v), got) })
					if name == nameOfUnknown {
						p.storeAny(to, got)
					} else {
						p.overwritten(to, name)
						p.store(to, name, got)
					}
				})
			}
		})
	}
}
