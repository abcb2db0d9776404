package pointsto

import "slices"

// load lets a node have what a property may be. early: the object may still be under construction.
func (p *Program) load(base node, name string, result node, early bool) {
	p.each(base, func(v value) { p.loadFrom(v, name, result, early) })
}

func (p *Program) loadFrom(v value, name string, result node, early bool) {
	if name == "__proto__" && v.isObject() {
		p.add(p.escaping, v) // what it has is what others have
	}
	use := func(x value, this node) { p.read(x, this, result) }
	p.lookup(v, name, early, p.singleton(v), use)
}

// read lets a node have the value of a property, or what its getter returns.
func (p *Program) read(x value, this, result node) {
	if x.isObject() {
		switch o := &p.objects[x]; o.kind {
		case getter:
			p.invoke(o.fn, this, arguments{}, outcome{result: result})
			return
		case setter:
			if o.alone {
				p.add(result, undefined)
			}
			return
		}
	}
	p.add(result, x)
}

// lookup calls use for everything that a property of a value may be, accessors included, with a node that has
// the receiver.
func (p *Program) lookup(v value, name string, early bool, this node, use func(x value, this node)) {
	switch v {
	case outside:
		use(outside, this)
		return
	case number, primitive:
		for _, x := range p.ofPrimitive(name) {
			use(x, this)
		}
		return
	case undefined, null:
		return
	}
	if name[:min(len(name), 1)] == "#" {
		p.each(p.field(v, name), func(x value) { use(x, this) })
		if early || !p.present(v, name) {
			use(undefined, this)
		}
		return
	}
	p.walk(v, func(holder value) (stop bool) {
		switch {
		case holder == outside:
			p.add(p.escaping, v) // a getter may run
			use(outside, this)
			return true
		case holder == null, holder == undefined:
			use(undefined, this)
			return true
		case p.objects[holder].kind.isBuiltinPrototype():
			for _, x := range p.inherited(p.objects[holder].kind, name) {
				use(x, this)
			}
			return true
		}
		pass := func(x value) { use(x, this) }
		p.each(p.reading(holder, name), pass)
		p.each(p.objects[holder].unknown, pass)
		switch k := p.objects[holder].kind; {
		case k == array && name == "length":
			use(number, this)
			return true
		case k == builtinFunction && name != "prototype" && globals[p.objects[holder].name] != notModelled:
			for _, x := range p.static(p.objects[holder].name, name) {
				use(x, this)
			}
			return true
		}
		return p.present(holder, name) && !(early && p.objects[holder].kind == instance)
	})
}

// walk visits an object and the prototypes that it may have, until visit says that a lookup stops there.
func (p *Program) walk(v value, visit func(value) (stop bool)) {
	var seen []value // a chain of prototypes is short
	var step func(value)
	step = func(v value) {
		if v == primitive || v == number || slices.Contains(seen, v) {
			return
		}
		seen = append(seen, v)
		if visit(v) || !v.isObject() {
			return
		}
		p.each(p.objects[v].proto, step)
	}
	step(v)
}

// loadAny lets a node have what a property with a key that is not known may be.
func (p *Program) loadAny(base, result node) {
	p.lists(base)
	p.add(result, undefined)
	p.each(base, func(v value) {
		switch v {
		case outside, number, primitive:
			p.add(result, outside)
			return
		case undefined, null:
			return
		}
		this := p.singleton(v)
		p.walk(v, func(holder value) bool {
			switch {
			case holder == outside:
				p.add(p.escaping, v)
				p.add(result, outside)
				return true
			case !holder.isObject():
				return true
			case p.objects[holder].kind == objectPrototype && p.o.Builtins:
				for _, name := range inheritedByAll {
					p.add(result, p.builtinNamed(name))
				}
				return true
			case p.objects[holder].kind.isBuiltinPrototype():
				p.add(result, outside)
				return true
			}
			p.each(p.every(holder), func(x value) { p.read(x, this, result) })
			return false
		})
	})
}

// store lets a property have a value, and runs the setters that it may have instead.
func (p *Program) store(base node, name string, from node) {
	p.each(base, func(v value) {
		switch v {
		case outside:
			p.flow(from, p.escaping)
			p.flow(from, p.wildField(name))
			if name == "__proto__" {
				p.add(p.wildProto, outside)
				p.flow(from, p.wildProto)
			}
			return
		case undefined, null, number, primitive:
			return
		}
		p.flow(from, p.field(v, name))
		if name == "__proto__" {
			p.flow(from, p.objects[v].proto)
		}
		if p.objects[v].kind == array && (isIndex(name) || name == "length") {
			p.add(p.objects[v].indexed, undefined)
		}
		p.set(v, name, p.singleton(v), from)
	})
}

// set runs the setters that an object, or its prototypes, may have for a property.
func (p *Program) set(v value, name string, this, from node) {
	p.walk(v, func(holder value) bool {
		switch {
		case holder == outside:
			p.useSetter(outside, this, from)
			return true
		case !holder.isObject(), p.objects[holder].kind.isBuiltinPrototype():
			return true
		case p.text.mayAccess(name) || isIndex(name) && p.text.accessesItems():
			p.each(p.field(holder, name), func(x value) { p.useOwnSetter(x, this, from) })
		}
		p.each(p.objects[holder].unknown, func(x value) { p.useOwnSetter(x, this, from) })
		return false
	})
}

// useOwnSetter is useSetter for the value of an own property of an object of the program. It may be a setter of
// others only where the text has the functions that define one: what a computed accessor or Object.defineProperty
// gives it; a plain value from outside is none.
func (p *Program) useOwnSetter(x value, this, from node) {
	if x != outside || p.text.anyAccessor {
		p.useSetter(x, this, from)
	}
}

// useSetter runs a setter, if the value of a property is one, or may be one of others.
func (p *Program) useSetter(x value, this, from node) {
	switch {
	case x == outside:
		p.flow(from, p.escaping)
		p.flow(this, p.escaping)
	case x.isObject() && p.objects[x].kind == setter:
		p.invoke(p.objects[x].fn, this, arguments{list: []node{from}}, outcome{})
	}
}

// storeAny lets a property with a key that is not known have a value.
func (p *Program) storeAny(base, from node) {
	p.lists(base)
	p.each(base, func(v value) {
		switch v {
		case outside:
			p.flow(from, p.escaping)
			p.flow(from, p.wildUnknown)
			return
		case undefined, null, number, primitive:
			return
		}
		p.flow(from, p.objects[v].unknown)
		if p.objects[v].kind == array {
			p.add(p.objects[v].indexed, undefined)
		}
		this := p.singleton(v)
		p.walk(v, func(holder value) bool {
			switch {
			case holder == outside:
				p.useSetter(outside, this, from)
				return true
			case !holder.isObject(), p.objects[holder].kind.isBuiltinPrototype():
				return true
			}
			p.each(p.every(holder), func(x value) { p.useOwnSetter(x, this, from) })
			return false
		})
	})
}

// anIndex stands for the name of any number.
const anIndex = "-1"

// loadKey is load for a key in brackets: which properties it may mean depends on what it may be.
func (p *Program) loadKey(base, key, result node) {
	numeric, any := false, false
	p.each(key, func(v value) {
		switch {
		case v == undefined:
			p.load(base, "undefined", result, true)
		case v == null:
			p.load(base, "null", result, true)
		case v == number && !numeric:
			numeric = true
			p.add(result, undefined)
			p.load(base, anIndex, result, true)
		case v != number && !any:
			any = true
			p.loadAny(base, result)
		}
	})
}

// storeKey is store for a key in brackets.
func (p *Program) storeKey(base, key, from node) {
	numeric, any := false, false
	p.each(key, func(v value) {
		switch {
		case v == undefined:
			p.overwritten(base, "undefined")
			p.store(base, "undefined", from)
		case v == null:
			p.overwritten(base, "null")
			p.store(base, "null", from)
		case v == number && !numeric:
			numeric = true
			p.store(base, anIndex, from)
		case v != number && !any:
			any = true
			p.storeAny(base, from)
		}
	})
}
