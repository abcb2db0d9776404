package pointsto

import (
	"fmt"
	"strings"

	"github.com/sonjs/son/parse/ast"
)

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
	if name != "" && name[0] == '#' || isIndex(name) {
		return []value{undefined}
	}
	if of := methodsOf[k]; of != nil {
		method, ok := of[name]
		switch {
		case ok && p.text.ownConstructor && species[name]:
			return []value{outside} // it may be the constructor of what the method makes
		case ok && method == size:
			return []value{number}
		case ok && method == absent:
			return []value{undefined}
		case ok:
			return []value{p.builtinNamed(method)}
		}
	}
	switch {
	case harmlessMethods[name]:
		return []value{p.builtinNamed(givesPrimitive)}
	case objectNames[name], k == functionPrototype && functionNames[name]:
		return []value{outside}
	case k == objectPrototype, k == functionPrototype:
		return []value{undefined}
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

// prototype returns the prototype of built-in objects of a kind.
func (p *Program) prototype(k kind) value {
	v, ok := p.protos[k]
	if !ok {
		v = p.newObject(k)
		p.protos[k] = v
	}
	return v
}

// harmlessMethods are what all objects inherit, and what runs nothing of the program.
var harmlessMethods = map[string]bool{"hasOwnProperty": true, "isPrototypeOf": true, "propertyIsEnumerable": true}

// The names of built-in functions that only convert their arguments, and what else a property may be.
const (
	givesPrimitive = "primitive"
	givesNumber    = "number"
	size           = "size"
	absent         = "absent" // there is no such property
)

const iteratorName = symbolPrefix + "iterator"

// methodsOf are the methods of which the analysis knows what they do, by the kind of the prototype.
var methodsOf = map[kind]map[string]string{
	arrayPrototype: same("push unshift pop shift at indexOf lastIndexOf includes forEach map filter some every find findLast findIndex "+
		"findLastIndex reduce reduceRight slice reverse sort fill concat splice join flatMap keys entries values toReversed toSorted toSpliced with",
		iteratorName, "values"),
	functionPrototype: {"call": "Function.call", "apply": "Function.apply", symbolPrefix + "hasInstance": givesPrimitive},
	mapPrototype: {"get": "Map.get", "set": "Map.set", "has": givesPrimitive, "delete": givesPrimitive, "clear": "undefined", "size": size,
		"forEach": "Map.forEach", "keys": "Map.keys", "values": "Map.values", "entries": "Map.entries", iteratorName: "Map.entries"},
	setPrototype: {"add": "Set.add", "has": givesPrimitive, "delete": givesPrimitive, "clear": "undefined", "size": size,
		"forEach": "Map.forEach", "keys": "Map.values", "values": "Map.values", "entries": "Map.entries", iteratorName: "Map.values"},
	weakMapPrototype:   {"get": "Map.get", "set": "Map.set", "has": givesPrimitive, "delete": givesPrimitive},
	weakSetPrototype:   {"add": "Set.add", "has": givesPrimitive, "delete": givesPrimitive},
	generatorPrototype: {"next": "Generator.next", "return": "Generator.return", iteratorName: "self"},
	iteratorPrototype:  {"next": "Iterator.next", "return": absent, iteratorName: "self"},
}

// species are the methods that ask an array for the constructor of what they make.
var species = map[string]bool{"map": true, "filter": true, "slice": true, "splice": true, "concat": true, "flatMap": true}

// same returns the names of a list as names of themselves, and one more name.
func same(list, name, of string) map[string]string {
	m := map[string]string{name: of}
	for _, s := range strings.Fields(list) {
		m[s] = s
	}
	return m
}

// modelled says what the analysis knows of a global name.
type modelled uint8

const (
	notModelled modelled = iota
	namespace            // only what it has is modelled
	toNumber
	toPrimitive
	arrayClass
	objectClass
	collectionClass
	errorClass
)

// globals are the global names of which the analysis knows something.
var globals = map[string]modelled{
	"Math": namespace, "Symbol": toPrimitive, "Object": objectClass, "Array": arrayClass,
	"Number": toNumber, "BigInt": toNumber, "parseInt": toNumber, "parseFloat": toNumber,
	"String": toPrimitive, "Boolean": toPrimitive, "isNaN": toPrimitive, "isFinite": toPrimitive,
	"Map": collectionClass, "Set": collectionClass, "WeakMap": collectionClass, "WeakSet": collectionClass,
	"Error": errorClass, "TypeError": errorClass, "RangeError": errorClass, "SyntaxError": errorClass, "ReferenceError": errorClass,
	"EvalError": errorClass, "URIError": errorClass,
}

// global returns the object for a global name that is modelled.
func (p *Program) global(name string) value {
	v, ok := p.builtins[name]
	if ok {
		return v
	}
	v = p.builtinNamed(name)
	proto := value(0)
	switch globals[name] {
	case objectClass:
		proto = p.objectProto
	case arrayClass:
		proto = p.arrayProto
	case errorClass:
		proto = p.prototype(errorPrototype)
	case collectionClass:
		proto = p.prototype(protoOfCollection[name])
	}
	if proto != 0 {
		p.add(p.field(v, "prototype"), proto)
	} else {
		p.add(p.field(v, "prototype"), outside)
	}
	return v
}

var protoOfCollection = map[string]kind{"Map": mapPrototype, "Set": setPrototype, "WeakMap": weakMapPrototype, "WeakSet": weakSetPrototype}

// static returns what a property of a global object is.
func (p *Program) static(of, name string) []value {
	if name == symbolPrefix+"hasInstance" {
		return []value{p.builtinNamed(givesPrimitive)}
	}
	switch globals[of] {
	case namespace:
		if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
			return []value{number} // Math.PI
		}
		if !objectNames[name] {
			return []value{p.builtinNamed(givesNumber)}
		}
	case toNumber, toPrimitive:
		switch {
		case of == "Symbol" && wellKnown[name]:
			return []value{primitive}
		case of == "Number" && strings.ToUpper(name) == name:
			return []value{number}
		case staticPrimitives[name]:
			return []value{p.builtinNamed(givesPrimitive)}
		}
	case arrayClass:
		switch name {
		case "isArray":
			return []value{p.builtinNamed(givesPrimitive)}
		case "from", "of":
			return []value{p.builtinNamed("Array." + name)}
		}
	case objectClass:
		switch name {
		case "is", "hasOwn", "isFrozen", "isSealed", "isExtensible":
			return []value{p.builtinNamed(givesPrimitive)}
		case "keys", "values", "entries", "freeze", "seal", "preventExtensions", "create", "getOwnPropertyNames":
			return []value{p.builtinNamed("Object." + name)}
		}
	}
	return []value{outside}
}

// staticPrimitives are functions of Number, String and Symbol.
var staticPrimitives = map[string]bool{
	"isInteger": true, "isSafeInteger": true, "isNaN": true, "isFinite": true, "parseInt": true, "parseFloat": true,
	"fromCharCode": true, "fromCodePoint": true, "for": true,
}

// ofPrimitive returns what a property of a primitive value may be.
func (p *Program) ofPrimitive(name string) []value {
	switch {
	case !p.o.Builtins:
		return []value{outside}
	case name == "length":
		return []value{number, undefined}
	case isIndex(name):
		return []value{primitive, undefined}
	case numbersOfPrimitive[name]:
		return []value{p.builtinNamed(givesNumber)}
	case primitivesOfPrimitive[name]:
		return []value{p.builtinNamed(givesPrimitive)}
	case name == "split":
		return []value{p.builtinNamed("String.split")}
	}
	return []value{outside}
}

// The methods of strings and numbers that only convert their arguments.
var (
	numbersOfPrimitive    = map[string]bool{"charCodeAt": true, "codePointAt": true, "indexOf": true, "lastIndexOf": true, "localeCompare": true}
	primitivesOfPrimitive = map[string]bool{
		"charAt": true, "slice": true, "substring": true, "substr": true, "trim": true, "trimStart": true, "trimEnd": true, "toUpperCase": true,
		"toLowerCase": true, "repeat": true, "padStart": true, "padEnd": true, "includes": true, "startsWith": true, "endsWith": true,
		"concat": true, "normalize": true, "at": true, "toFixed": true, "toPrecision": true, "toExponential": true, "toString": true, "valueOf": true,
	}
)

// builtin lets a call run a built-in function. What is called on anything but an object that it is for, others run.
func (p *Program) builtin(name string, this node, args arguments, out outcome) {
	if out.result == 0 {
		out.result = p.newNode()
	}
	on := func(v value) bool { return false }
	switch {
	case methodsOf[arrayPrototype][name] == name:
		on = func(v value) bool {
			ok := p.objects[v].kind == array && (args.all == 0 || name == "push" || name == "unshift")
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

// plainBuiltin lets a call run a function for which this does not matter, or which returns it.
func (p *Program) plainBuiltin(name string, this node, args arguments, out outcome) {
	switch name {
	case givesPrimitive:
		p.add(out.result, primitive)
	case givesNumber:
		p.add(out.result, number)
	case "undefined":
		p.add(out.result, undefined)
	case "self":
		p.flow(this, out.result)
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
		p.flow(p.at(args, 0), out.result)
	case "Object.keys", "Object.getOwnPropertyNames":
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
		proto := p.arrayProto
		switch k {
		case plain:
			v = p.newObject(k)
			p.here[key] = v
			p.add(out.result, v)
			return v
		case collection:
			proto = p.prototype(protoOfCollection[name])
		}
		v = p.newObject(k, proto)
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

func (p *Program) newArray(args arguments, out outcome) {
	items := p.objects[p.madeAt(array, "Array", out)].indexed
	p.add(items, undefined)
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
	return ok && p.cells[p.objects[v].proto].has(proto)
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
		to := v
		made := p.objects[p.made(v, name, out)].indexed
		if name == "toSpliced" {
			to = p.made(v, name, out)
		}
		p.flow(items, made)
		p.moved(v)
		for i, n := range args.list {
			if i >= 2 {
				p.flow(n, p.objects[to].indexed)
			}
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
