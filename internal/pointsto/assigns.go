package pointsto

import (
	"slices"

	"github.com/sonjs/son/parse/ast"
)

// AssignsPlainly reports whether an assignment of a property of this with one of some names, in a method, never fails:
// this is always an object of the program that nothing has frozen, and nothing that it inherits from is, and there
// are no accessors of these names.
func (p *Program) AssignsPlainly(fn *ast.Function, names []string) bool {
	c := p.functions[fn]
	if p.why != "" || !p.o.Builtins || c == nil || len(p.cell(c.this).values) == 0 {
		return false
	}
	frozen := p.cell(p.frozen)
	if frozen.open || slices.ContainsFunc(names, func(name string) bool { return p.text.mayAccess(name) || name == "__proto__" }) {
		return false
	}
	return !slices.ContainsFunc(p.cell(c.this).values, func(v value) bool { return !p.isPlain(v, frozen, 0) })
}

// isPlain reports whether an object, and what it inherits from, is a literal, an instance or a prototype, and not among
// those that are frozen.
func (p *Program) isPlain(v value, frozen *cell, depth int) bool {
	if !v.isObject() || depth > deepestChain {
		return v == null && depth > 0
	}
	switch o := &p.objects[v]; {
	case o.kind == objectPrototype, o.kind == errorPrototype:
		return true
	case o.kind != plain && o.kind != instance && o.kind != classPrototype || frozen.has(v):
		return false
	}
	protos := p.cell(p.objects[v].proto).values
	return len(protos) > 0 && !slices.ContainsFunc(protos, func(of value) bool { return !p.isPlain(of, frozen, depth+1) })
}
