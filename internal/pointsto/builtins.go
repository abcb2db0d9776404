package pointsto

import (
	"strings"

	"github.com/sonjs/son/parse/ast"
)

// What built-in functions do with objects of the program.

// builtin lets a call run a built-in function. What is called on anything but an object that it is for, others run.
func (p *Program) builtin(name string, this node, args arguments, out outcome) {
	if out.result == 0 {
		out.result = p.newNode()
	}
	on := func(v value) bool { return false }
	switch {
	case methodsOf[arrayPrototype][name] == name:
		on = func(v value) bool {
			ok := p.objects[v].kind == array && (args.all == 0 || spreadTo[name])
			if ok {
				p.arrayMethod(name, v, args, out)
			}
			return ok
		}
	case strings.HasPrefix(name, "Map."), strings.HasPrefix(name, "Set."):
		on = func(v value) bool {
			ok := p.objects[v].kind == collection && args.all == 0
			if ok {
				p.collectionMethod(name[len("Map."):], v, args, out)
			}
			return ok
		}
	case strings.HasPrefix(name, "Generator."):
		on = func(v value) bool { return p.generatorMethod(name, v, args, out) }
	case name == "Iterator.next":
		on = func(v value) bool {
			if p.objects[v].kind != iterator {
				return false
			}
			p.add(out.result, p.step(v, p.field(v, yieldsField)))
			return true
		}
	case strings.HasPrefix(name, "Function."):
		on = func(v value) bool { return p.functionMethod(name, v, args, out) }
	default:
		p.plainBuiltin(name, this, args, out)
		return
	}
	p.each(this, func(v value) {
		if !v.isObject() || !on(v) {
			p.callOthers(this, args, out)
		}
	})
}

// spreadTo are the methods of arrays that are understood where arguments are spread.
var spreadTo = map[string]bool{"push": true, "unshift": true, "splice": true, "toSpliced": true, "concat": true}

// plainBuiltin lets a call run a function for which this does not matter, or which returns it.
func (p *Program) plainBuiltin(name string, this node, args arguments, out outcome) {
	switch name {
	case givesPrimitive:
		p.add(out.result, primitive)
	case givesNumber:
		p.add(out.result, number)
	case "undefined":
		p.add(out.result, undefined)
	case "codePointAt":
		p.add(out.result, number)
		p.add(out.result, undefined)
	case "self", "valueOf":
		p.flow(this, out.result)
	case "toLocaleString":
		p.toLocaleString(this, out)
	case "String.split":
		p.stringSplit(args, out)
	case "Array.of", "Array.from":
		p.each(this, func(v value) { // on a class of the program they make one of that
			if v.isObject() && (p.objects[v].kind == function || p.objects[v].kind == classFunction) {
				p.callOthers(this, args, out)
			}
		})
		if name == "Array.of" {
			p.newArray(args, out)
		} else {
			p.arrayFrom(args, out)
		}
	case "Object.freeze", "Object.seal", "Object.preventExtensions":
		p.lists(p.at(args, 0))
		p.flow(p.at(args, 0), p.frozen)
		p.flow(p.at(args, 0), out.result)
	case "Object.keys", "Object.getOwnPropertyNames":
		p.lists(p.at(args, 0))
		p.add(p.objects[p.madeAt(array, name, out)].indexed, primitive)
	case "Object.values", "Object.entries":
		p.objectValues(name, args, out)
	case "Object.create":
		p.objectCreate(args, out)
	default:
		switch globals[name] {
		case toNumber:
			p.add(out.result, number)
		case toPrimitive:
			p.add(out.result, primitive)
		case arrayClass:
			p.newArray(args, out)
		case collectionClass: // throws
		case errorClass:
			p.constructBuiltin(name, args, out)
		default:
			p.callOthers(this, args, out)
		}
	}
}

// toLocaleString lets a call run the method of all objects that calls their toString.
func (p *Program) toLocaleString(this node, out outcome) {
	p.each(this, func(v value) {
		if !v.isObject() {
			p.callOthers(p.singleton(v), arguments{}, out)
			return
		}
		n, isNew := p.within(v, "toLocaleString")
		p.flow(n, out.result)
		if isNew {
			p.method(p.singleton(v), "toString", func(x value, this node) { p.callValue(x, this, arguments{}, outcome{result: n}) })
		}
	})
}

// constructBuiltin lets new run a built-in class.
func (p *Program) constructBuiltin(name string, args arguments, out outcome) {
	switch globals[name] {
	case arrayClass:
		p.newArray(args, out)
	case collectionClass:
		p.newCollection(name, args, out)
	case errorClass:
		p.passCause(args)
		p.add(out.result, outside)
	default:
		p.pass(args)
		p.add(out.result, outside)
	}
}

// passCause lets others have the arguments of an error but for the message, which is converted.
func (p *Program) passCause(args arguments) {
	if len(args.list) > 0 {
		args.list = args.list[1:]
	}
	p.pass(args)
}

// extendBuiltin lets a class that extends a built-in one call its constructor.
func (p *Program) extendBuiltin(name string, this node, args arguments) {
	if globals[name] == errorClass {
		p.passCause(args)
		p.each(this, func(v value) {
			if !v.isObject() {
				return
			}
			for _, field := range []string{"message", "stack", "cause"} {
				p.add(p.field(v, field), outside)
			}
			for _, field := range []string{"message", "name"} { // conversions to strings read them
				p.load(p.singleton(v), field, p.newNode(), true)
			}
		})
		return
	}
	p.pass(args)
	p.flow(this, p.escaping)
	p.add(this, outside)
	p.each(this, func(v value) {
		if v.isObject() {
			p.add(p.objects[v].unknown, outside)
		}
	})
}

// madeAt returns the object that a built-in function makes in one call; one for all that are not written in the
// program.
func (p *Program) madeAt(k kind, name string, out outcome) value {
	key := madeHere{out.at, name}
	v, ok := p.here[key]
	if !ok {
		switch k {
		case plain:
			v = p.newObject(k) // the call says of which prototype
		case collection:
			v = p.newObject(k, p.prototype(protoOfCollection[name]))
		default:
			v = p.newObject(k, p.arrayProto)
		}
		p.here[key] = v
	}
	p.add(out.result, v)
	return v
}

// madeHere is a call, and which function makes something there.
type madeHere struct {
	at   ast.Node
	name string
}

func (p *Program) generatorMethod(name string, v value, args arguments, out outcome) bool {
	if p.objects[v].kind != generatorObject {
		return false
	}
	c := p.codeOf(p.objects[v].fn)
	made := p.step(v, c.yields)
	p.flow(c.returned, p.field(made, "value"))
	p.add(out.result, made)
	if name == "Generator.return" {
		p.flow(p.at(args, 0), c.returned)
		return true
	}
	p.flow(p.at(args, 0), c.sent)
	if args.all != 0 {
		p.add(c.sent, undefined)
	}
	return true
}

func (p *Program) functionMethod(name string, v value, args arguments, out outcome) bool {
	this := p.at(args, 0)
	switch {
	case name == "Function.apply":
		if args.all != 0 {
			return false
		}
		items := p.newNode(undefined)
		p.each(p.at(args, 1), func(list value) {
			switch {
			case list == outside:
				p.add(items, outside)
			case !list.isObject():
			case p.objects[list].kind == array:
				p.flow(p.items(list), items)
				p.flow(p.objects[list].unknown, items)
			default:
				p.load(p.singleton(list), anIndex, items, true)
				p.load(p.singleton(list), "length", p.newNode(), true)
			}
		})
		args = arguments{all: items}
	case len(args.list) > 0:
		args.list = args.list[1:]
	}
	p.callValue(v, this, args, out)
	return true
}
