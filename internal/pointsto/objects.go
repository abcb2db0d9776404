package pointsto

import (
	"strconv"

	"github.com/sonjs/son/parse/ast"
)

// object is what is made in one place of the program.
type object struct {
	kind kind
	// fn is the code of a function or accessor; of a class, its constructor, or nil.
	fn    *ast.Function
	class *ast.Class // of a class, its prototype and its instances
	// proto has the prototypes that it may have.
	proto  node
	fields map[string]node
	// indexed has the values of keys that are numbers, unknown those of keys that are not known. all has those
	// of all properties; 0: nobody has asked for it.
	// first has the values that an array is made with, by position; indexed does not have them.
	first                 []node
	indexed, unknown, all node
	// heirs has the object and all that inherit from it; 0: nobody has asked for it.
	heirs node
	// has are the properties that it has from the beginning, and instances from before others see them.
	has map[string]bool
	// escaped: others may have it.
	escaped bool
	// instance is what new makes of a function; 0: nothing yet.
	instance value
	// maker is what new made it of: of an instance.
	maker value
	// alone: a setter without a getter.
	alone bool
	// name of a built-in function that is modelled.
	name string
	// copied is called for each named field that it gets; see eachOwn.
	copied []func(name string, n node)
}

// kind is the kind of an object.
type kind uint8

const (
	plain kind = iota
	array
	function
	classFunction
	classPrototype
	instance
	getter
	setter
	builtinFunction
	collection      // a Map, Set, WeakMap or WeakSet, with fields for its keys and values
	generatorObject // fn has the code
	iterator        // of a built-in object, with a field for what it yields
	// Prototypes of built-in objects.
	objectPrototype
	functionPrototype
	arrayPrototype
	mapPrototype
	setPrototype
	weakMapPrototype
	weakSetPrototype
	generatorPrototype
	iteratorPrototype
	errorPrototype
)

// The fields for what the elements of a collection are, and for what an iterator yields. No program can write
// their names.
const (
	keysField   = "\x00keys"
	valuesField = "\x00values"
	yieldsField = "\x00yields"
)

// positions is up to how many values of an array literal are told apart.
const positions = 8

func (o *object) isFunction() bool {
	switch o.kind {
	case function, classFunction, getter, setter, builtinFunction:
		return true
	}
	return false
}

// isBuiltinPrototype reports whether a lookup ends with it.
func (k kind) isBuiltinPrototype() bool { return k >= objectPrototype }

// newObject makes an object with a prototype.
func (p *Program) newObject(k kind, proto ...value) value {
	v := value(len(p.objects))
	p.objects = append(p.objects, object{kind: k, proto: p.newNode(proto...), fields: map[string]node{}})
	p.objects[v].indexed, p.objects[v].unknown = p.newNode(), p.newNode()
	if k == array && p.text.deletesItems() {
		p.add(p.objects[v].indexed, undefined)
	}
	p.flowOnly(p.objects[v].unknown, p.callable, functionsOnly)
	p.converts(v, p.objects[v].unknown)
	p.each(p.objects[v].proto, func(of value) {
		if of.isObject() && !p.objects[of].kind.isBuiltinPrototype() {
			p.flow(p.heirs(v), p.heirs(of))
		}
	})
	return v
}

// heirs returns the node with an object and all that inherit from it.
func (p *Program) heirs(v value) node {
	if p.objects[v].heirs == 0 {
		p.objects[v].heirs = p.newNode(v)
	}
	return p.objects[v].heirs
}

// converts lets conversions call the functions that a property of an object has, as methods of all that
// inherit them.
func (p *Program) converts(v value, property node) {
	p.each(property, func(x value) {
		if x.isObject() && p.objects[x].isFunction() {
			got := p.newNode()
			p.read(x, p.heirs(v), got)
			p.call(got, p.heirs(v), arguments{list: []node{p.primitiveNode}}, outcome{})
		}
	})
}

// implicit are the names of properties whose functions conversions call. What awaits or is passed to built-in
// functions escapes in any case.
var implicit = map[string]bool{"toString": true, "valueOf": true, symbolPrefix + "toPrimitive": true, symbolPrefix + "toStringTag": true}

// field returns the node of an own property, by a name as propertyName returns it.
func (p *Program) field(v value, name string) node {
	o := &p.objects[v]
	if isIndex(name) {
		return o.indexed
	}
	n, ok := o.fields[name]
	if !ok {
		n = p.newNode()
		o = &p.objects[v]
		o.fields[name] = n
		if o.all != 0 {
			p.flow(n, o.all)
		}
		if o.escaped {
			p.reach(name, n)
		}
		if implicit[name] {
			p.converts(v, n)
		}
		if isCopied(name) {
			for _, use := range p.objects[v].copied {
				use(name, n)
			}
		}
	}
	return n
}

// every returns the node with the values of all properties of an object.
func (p *Program) every(v value) node {
	if p.objects[v].all == 0 {
		n := p.newNode()
		o := &p.objects[v]
		o.all = n
		for _, f := range o.fields {
			p.flow(f, n)
		}
		p.flow(o.indexed, n)
		p.flow(o.unknown, n)
		for _, f := range o.first {
			p.flow(f, n)
		}
	}
	return p.objects[v].all
}

// reading returns the node of what an own property may be when it is read, accessors included.
func (p *Program) reading(v value, name string) node {
	if len(p.objects[v].first) == 0 || !isIndex(name) {
		return p.field(v, name)
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(p.objects[v].first) {
		return p.position(v, i)
	}
	return p.items(v)
}

// items returns the node of everything that an array may have.
func (p *Program) items(v value) node {
	if len(p.objects[v].first) == 0 {
		return p.objects[v].indexed
	}
	n, isNew := p.within(v, "items")
	if isNew {
		p.flow(p.objects[v].indexed, n)
		for _, f := range p.objects[v].first {
			p.flow(f, n)
		}
	}
	return n
}

// position returns the node of what an array may have in one place.
func (p *Program) position(v value, i int) node {
	if i >= len(p.objects[v].first) {
		return p.items(v)
	}
	n, isNew := p.within(v, strconv.Itoa(i))
	if isNew {
		p.flow(p.objects[v].indexed, n)
		p.flow(p.objects[v].first[i], n)
	}
	return n
}

// moved records that the values of an array may change their places.
func (p *Program) moved(v value) {
	if len(p.objects[v].first) > 0 {
		p.flow(p.items(v), p.objects[v].indexed)
	}
}

// isIndex reports whether a property name is that of a number: one node has all of them, because a key that is
// a number may be any.
func isIndex(name string) bool {
	if name == "" || name[0] != '-' && name[0] != 'I' && name[0] != 'N' && (name[0] < '0' || name[0] > '9') {
		return false
	}
	f, err := strconv.ParseFloat(name, 64)
	return err == nil && numberName(f) == name
}

// escape records that others may have an object: they may read all its properties, go to its prototypes, call
// it and what they find there. By assumption they do not change it, except for what built-in functions do at
// the program's request: they write array indices, and a few names.
func (p *Program) escape(v value) {
	o := &p.objects[v]
	if o.escaped {
		return
	}
	o.escaped = true
	if o.kind.isBuiltinPrototype() || o.kind == builtinFunction {
		return
	}
	p.flow(o.proto, p.escaping)
	p.flow(p.every(v), p.escaping)
	o = &p.objects[v]
	p.add(o.indexed, outside)
	p.add(o.indexed, undefined)
	switch o.kind {
	case generatorObject:
		c := p.codeOf(o.fn)
		p.flow(c.yields, p.escaping)
		p.flow(c.returned, p.escaping)
		p.add(c.sent, outside)
	case collection:
		p.add(p.field(v, keysField), outside)
		p.add(p.field(v, valuesField), outside)
	}
	o = &p.objects[v]
	p.flow(p.wildUnknown, o.unknown)
	p.flow(p.wildProto, o.proto)
	for _, name := range sortedKeys(o.fields) {
		p.reach(name, p.objects[v].fields[name])
	}
	if p.objects[v].isFunction() {
		p.runByOthers(v)
	}
}

// reach lets what is written through values from outside arrive at the field of an object that others have.
func (p *Program) reach(name string, n node) {
	p.flow(p.wildField(name), n)
	switch name {
	case "length", "lastIndex", "stack":
		p.add(n, outside)
	}
}

// wildField returns the node of what is written to a property of any object from outside.
func (p *Program) wildField(name string) node {
	n, ok := p.wild[name]
	if !ok {
		n = p.newNode()
		p.wild[name] = n
	}
	return n
}

// runByOthers records that others may call a function, with any arguments.
func (p *Program) runByOthers(v value) {
	o := &p.objects[v]
	switch {
	case o.kind == classFunction:
		p.constructed(v, p.outsideNode, arguments{all: p.outsideNode}, outcome{})
	case o.fn != nil:
		p.invoke(o.fn, p.outsideNode, arguments{all: p.outsideNode}, outcome{result: p.escaping})
	}
}

// wellKnown are the names of the symbols that the language has.
var wellKnown = map[string]bool{
	"asyncIterator": true, "hasInstance": true, "isConcatSpreadable": true, "iterator": true, "match": true, "matchAll": true, "replace": true,
	"search": true, "species": true, "split": true, "toPrimitive": true, "toStringTag": true, "unscopables": true,
}

// propertyName returns the name of a key that is written as a name, string or number.
func propertyName(key ast.Expr) (string, bool) {
	switch k := key.(type) {
	case *ast.Ident:
		return k.Name, true
	case *ast.String:
		return k.Value, true
	case *ast.Number:
		return numberName(k.Value), true
	case *ast.BigInt:
		return k.Value, true
	case *ast.PrivateName:
		return "#" + k.Name, true
	}
	return "", false
}

// symbolPrefix begins the names of properties with well-known symbols.
const symbolPrefix = "\x00@@"

// constantKey is propertyName for a key in brackets.
func (p *Program) constantKey(key ast.Expr) (string, bool) { return constantKey(key, p.o.Builtins) }

func constantKey(key ast.Expr, builtins bool) (string, bool) {
	switch k := key.(type) {
	case *ast.Member:
		if id, ok := k.Obj.(*ast.Ident); ok && builtins && !k.Optional && id.Sym == nil && id.Name == "Symbol" && wellKnown[k.Name] {
			return symbolPrefix + k.Name, true
		}
	case *ast.String:
		return k.Value, true
	case *ast.Number:
		return numberName(k.Value), true
	case *ast.Template:
		if len(k.Exprs) == 0 && !k.Quasis[0].Bad {
			return k.Quasis[0].Cooked, true
		}
	}
	return "", false
}
