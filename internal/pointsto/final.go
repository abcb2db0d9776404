package pointsto

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// A property is final if all that ever writes it is the construction of its object, before others see that: the
// initializers of fields, and assignments to this.name in constructors, as fields follows them. A property of a
// literal is if nothing writes it. Whoever else reads it then reads the same value each time.

// finals are what is written and read by name, with Options.Reads.
type finals struct {
	writes []write
	loads  []load
	// wild are the names of properties that may be written through values from outside; changed are the properties
	// that others than the construction of their objects write.
	wild    map[string]bool
	changed map[property]bool
}

// write is a place that writes a property: the target of an assignment, or a field of a class.
type write struct {
	base node
	name string
	at   ast.Node
	of   *ast.Class // whose construction it may be a part of
}

// load is a place that reads a property, and what that may be.
type load struct {
	base, result node
	at           *ast.Member
}

// property is one of an object.
type property struct {
	of   value
	name string
}

// changing are the names of properties that the language or engines may change.
var changing = map[string]bool{"length": true, "lastIndex": true, "stack": true, "constructor": true, "prototype": true, "__proto__": true}

// writes records a place that writes a property.
func (g *generator) writes(base node, name string, at ast.Node) {
	if g.o.Reads {
		g.finals.writes = append(g.finals.writes, write{base, name, at, g.constructs()})
	}
}

// overwritten records that a property is written by what is no part of any construction: by Object.assign, by a key.
func (p *Program) overwritten(base node, name string) {
	if p.o.Reads {
		p.finals.writes = append(p.finals.writes, write{base: base, name: name})
	}
}

// constructs returns the class whose constructor the generator is in, or nil.
func (g *generator) constructs() *ast.Class {
	if g.fn == nil {
		return nil
	}
	if c := g.superOf[g.fn.fn]; c != nil {
		return g.objects[c.value].class
	}
	return nil
}

// Read is what is known of the read of a property by name.
type Read struct {
	Final   bool // the property never changes once it can be read
	Present bool // and its object is never undefined or null
	Number  bool // the value is a number
}

// Reads returns the reads of which something is known. It may be called once.
func (p *Program) Reads() map[*ast.Member]Read {
	if p.why != "" {
		return nil
	}
	p.findChanges()
	known := map[property]bool{}
	reads := map[*ast.Member]Read{}
	for _, l := range p.finals.loads {
		var r Read
		r.Final, r.Present = p.finalAt(l, known)
		r.Present = r.Present && r.Final
		r.Number = slices.Equal(p.cell(l.result).values, []value{number})
		if r != (Read{}) {
			reads[l.at] = r
		}
	}
	p.finals = finals{}
	return reads
}

// finalAt reports whether the property that is read in one place is final, and whether its object is always there.
// known has the properties that were asked for.
func (p *Program) finalAt(l load, known map[property]bool) (final, present bool) {
	present = true
	name := l.at.Name
	if l.at.Private {
		name = "#" + name
	}
	for _, v := range p.cell(l.base).values {
		switch {
		case v == undefined, v == null:
			present = false
			continue
		case !v.isObject():
			return false, false
		}
		k := property{v, name}
		is, asked := known[k]
		if !asked {
			is = p.isFinal(v, name)
			known[k] = is
		}
		if !is {
			return false, false
		}
		final = true
	}
	return final, present
}

// findChanges finds the properties that others write than the construction of their objects.
func (p *Program) findChanges() {
	p.finals.wild, p.finals.changed = map[string]bool{}, map[property]bool{}
	for _, w := range p.finals.writes {
		for _, v := range p.cell(w.base).values {
			switch {
			case v == outside:
				// Others construct objects of their own: those of the program are not in the hands of its
				// constructors again.
				if w.of == nil || !p.construction(w.of).writes[w.at] {
					p.finals.wild[w.name] = true
				}
			case !v.isObject():
			case !p.constructs(v, w.at):
				p.finals.changed[property{v, w.name}] = true
			}
		}
	}
}

// constructs reports whether a place that writes an object is a part of its construction.
func (p *Program) constructs(v value, at ast.Node) bool {
	o := &p.objects[v]
	return o.kind == instance && o.class != nil && p.construction(o.class).writes[at]
}

// isFinal reports whether a property of an object never changes once anybody but its construction reads it.
func (p *Program) isFinal(v value, name string) bool {
	o := &p.objects[v]
	switch {
	case o.kind != plain && o.kind != instance, changing[name], p.text.mayAccess(name), !p.present(v, name), p.finals.changed[property{v, name}]:
		return false
	case o.kind == instance && !p.isPlainlyMade(v):
		return false
	case name[0] == '#':
		return true // no key that is computed means it, and it is written by its name only
	case len(p.cell(o.unknown).values) > 0:
		return false
	}
	return !o.escaped || !p.finals.wild[name] && len(p.cell(p.wildUnknown).values) == 0
}

// isPlainlyMade reports whether assignments to properties of an object that has a class run no code, and its
// class and the base classes of that are what their text says.
func (p *Program) isPlainlyMade(v value) bool {
	class := p.objects[v].maker
	for range deepestChain {
		o := &p.objects[class]
		if o.kind == builtinFunction {
			return true
		}
		if o.kind != classFunction {
			return false
		}
		c := p.classes[o.class]
		if !p.takesPlainly(c.proto) || len(p.cell(o.proto).values) != 1 {
			return false
		}
		if o.class.Super == nil {
			return true
		}
		of := p.cell(c.heritage).values
		if len(of) != 1 || !of[0].isObject() || p.cell(o.proto).values[0] != of[0] {
			return false
		}
		class = of[0]
	}
	return false
}

// takesPlainly reports whether assignments run no setter of an object that is the prototype of others, whose name is
// not known, and its prototype is one that the program can see.
func (p *Program) takesPlainly(v value) bool {
	o := &p.objects[v]
	other := func(x value) bool {
		return x == outside || x.isObject() && (p.objects[x].kind == setter || p.objects[x].kind == getter)
	}
	return !slices.ContainsFunc(p.cell(o.unknown).values, other) && len(p.cell(o.proto).values) == 1 && p.cell(o.proto).values[0].isObject()
}
