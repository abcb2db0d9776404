package pointsto

import (
	"maps"
	"slices"
	"strings"

	"github.com/sonjs/son/son"
)

// What built-in objects have.

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
	case harmlessMethods[name], k == objectPrototype && name == "toString":
		return []value{p.builtinNamed(givesPrimitive)}
	case k == objectPrototype && (name == "valueOf" || name == "toLocaleString"):
		return []value{p.builtinNamed(name)}
	case objectNames[name], k == functionPrototype && functionNames[name]:
		return []value{outside}
	case k == objectPrototype, k == functionPrototype:
		return []value{undefined}
	case k == arrayPrototype && p.text.own[name] && !standardOfArrays[name] && !strings.HasPrefix(name, symbolPrefix):
		return []value{undefined}
	}
	return []value{outside}
}

// inheritedByAll are the functions that all objects inherit under names that a computed key may have; it is none of
// __proto__, constructor, and those for reflection.
var inheritedByAll = []string{givesPrimitive, "valueOf", "toLocaleString"}

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
	"Number": toNumber, "BigInt": toPrimitive, "parseInt": toNumber, "parseFloat": toNumber,
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
	proto := outside
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
	p.add(p.field(v, "prototype"), proto)
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
		switch {
		case son.IsProvidedConst(of, name):
			return []value{number}
		case name != "" && name[0] >= 'A' && name[0] <= 'Z': // a constant that there is not, or not everywhere
		case !objectNames[name]:
			return []value{p.builtinNamed(givesNumber)}
		}
	case toNumber, toPrimitive:
		switch {
		case of == "Symbol" && wellKnown[name]:
			return []value{primitive}
		case of == "Number" && son.IsProvidedConst(of, name):
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
	case name == "codePointAt":
		return []value{p.builtinNamed(name)}
	case numbersOfPrimitive[name]:
		return []value{p.builtinNamed(givesNumber)}
	case primitivesOfPrimitive[name]:
		return []value{p.builtinNamed(givesPrimitive)}
	case name == "split":
		return []value{p.builtinNamed("String.split")}
	case p.text.own[name] && !standardOfPrimitive[name] && !objectNames[name] && !strings.HasPrefix(name, symbolPrefix):
		return []value{undefined}
	}
	return []value{outside}
}

// The methods of strings and numbers that only convert their arguments.
var (
	numbersOfPrimitive    = map[string]bool{"charCodeAt": true, "indexOf": true, "lastIndexOf": true, "localeCompare": true}
	primitivesOfPrimitive = map[string]bool{
		"charAt": true, "slice": true, "substring": true, "substr": true, "trim": true, "trimStart": true, "trimEnd": true, "toUpperCase": true,
		"toLowerCase": true, "repeat": true, "padStart": true, "padEnd": true, "includes": true, "startsWith": true, "endsWith": true,
		"concat": true, "normalize": true, "at": true, "toFixed": true, "toPrecision": true, "toExponential": true, "toString": true, "valueOf": true,
	}
)

// Names of the language that the prototypes of primitive values, and that of arrays, have besides those that are
// modelled. Of other names only those that the program gives properties of its own are known not to be among them.
var (
	standardOfPrimitive = words("anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup match matchAll replace replaceAll " +
		"search codePointAt trimLeft trimRight toLocaleLowerCase toLocaleUpperCase isWellFormed toWellFormed length description split " +
		strings.Join(slices.Sorted(maps.Keys(numbersOfPrimitive)), " ") + " " + strings.Join(slices.Sorted(maps.Keys(primitivesOfPrimitive)), " "))
	standardOfArrays = words("copyWithin toLocaleString toString length flat group groupToMap groupBy groupByToMap uniqueBy lastItem lastIndex " +
		strings.Join(slices.Sorted(maps.Keys(methodsOf[arrayPrototype])), " "))
)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(list) {
		m[s] = true
	}
	return m
}
