package pointsto

// elements lets a node have what an iteration of a value yields.
func (p *Program) elements(of, result node) {
	p.each(of, func(v value) {
		switch {
		case v == outside, v == primitive && !p.o.Builtins:
			p.add(result, outside)
		case v == primitive:
			p.add(result, primitive) // the characters of a string
		case v.isObject(): // others cannot be iterated
			p.flow(p.iteration(v), result)
		}
	})
}

// iteration returns the node of what an iteration of an object yields.
func (p *Program) iteration(v value) node {
	n, isNew := p.within(v, "iteration")
	if !isNew {
		return n
	}
	iterators := p.newNode()
	p.method(p.singleton(v), iteratorName, func(x value, this node) {
		if p.isValues(x) && p.objects[v].kind == array {
			p.flow(p.items(v), n)
			p.flow(p.objects[v].unknown, n)
			return
		}
		p.callValue(x, this, arguments{}, outcome{result: iterators})
	})
	p.each(iterators, func(it value) {
		switch {
		case it == outside:
			p.add(n, outside)
		case it.isObject():
			p.flow(p.steps(it), n)
		}
	})
	return n
}

// isValues reports whether a value is the built-in iterator of arrays.
func (p *Program) isValues(x value) bool {
	return x.isObject() && p.objects[x].kind == builtinFunction && p.objects[x].name == "values"
}

// method calls use for the functions that a property may be, or that its getter returns.
func (p *Program) method(of node, name string, use func(x value, this node)) {
	p.each(of, func(v value) {
		p.lookup(v, name, true, p.singleton(v), func(x value, this node) {
			if x.isObject() && (p.objects[x].kind == getter || p.objects[x].kind == setter) {
				got := p.newNode()
				p.read(x, this, got)
				p.each(got, func(x value) { use(x, this) })
				return
			}
			use(x, this)
		})
	})
}

// steps returns the node of what the iterations with an iterator yield.
func (p *Program) steps(it value) node {
	n, isNew := p.within(it, "steps")
	if !isNew {
		return n
	}
	self, results := p.singleton(it), p.newNode()
	p.method(self, "next", func(x value, this node) {
		o := &p.objects[it]
		switch isBuiltin := x.isObject() && p.objects[x].kind == builtinFunction; {
		case isBuiltin && p.objects[x].name == "Generator.next" && o.kind == generatorObject:
			c := p.codeOf(o.fn)
			p.add(c.sent, undefined)
			p.flow(c.yields, n)
		case isBuiltin && p.objects[x].name == "Iterator.next" && o.kind == iterator:
			p.flow(p.field(it, yieldsField), n)
		default:
			p.callValue(x, this, arguments{}, outcome{result: results})
		}
	})
	p.load(results, "value", n, true)
	p.load(results, "done", p.newNode(), true)
	// A loop that is left calls it.
	p.method(self, "return", func(x value, this node) {
		if !x.isObject() || p.objects[x].kind != builtinFunction {
			p.callValue(x, this, arguments{}, outcome{result: p.newNode()})
		}
	})
	return n
}

// destructure lets nodes have what an iteration yields in their places, and rest what it yields anywhere.
func (p *Program) destructure(of node, at []node, rest node) {
	everywhere := func(from node) {
		p.flow(from, rest)
		for _, n := range at {
			p.flow(from, n)
		}
	}
	p.each(of, func(v value) {
		if !v.isObject() || len(p.objects[v].first) == 0 {
			n := p.newNode()
			p.elements(p.singleton(v), n)
			everywhere(n)
			return
		}
		p.method(p.singleton(v), iteratorName, func(x value, _ node) {
			if !p.isValues(x) {
				everywhere(p.iteration(v))
				return
			}
			p.flow(p.items(v), rest)
			p.flow(p.objects[v].unknown, rest)
			for i, n := range at {
				p.flow(p.position(v, i), n)
				p.flow(p.objects[v].unknown, n)
			}
		})
	})
}
