package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// An anonymous function or class is named after the variable that it is assigned to. A helper
// must not give it another name, so the flat form assigns it to its variable first and then
// reads that:
//
//	o.m = f = () => {};             f = () => {};
//	                                const t = f;
//	                                o.m = t;
//
// If the variable may not yield the value that was assigned to it, a property gives the name:
//
//	o.m = theGlobal = () => {};     const t = { theGlobal: () => {} };
//	                                const t2 = t.theGlobal;

// givesName reports whether the value stored to a cell gets its name from it.
func (e *emitter) givesName(store *son.Node) bool {
	v, sym := e.stored(store.Arg(1)), store.Arg(0).Sym
	return sym != nil && e.namedByPlace(v) == sym.Name
}

// namedByPlace returns the name that the function or class v gets from its context in the
// source, or "".
func (e *emitter) namedByPlace(v *son.Node) string {
	switch v.Op {
	case son.OpClosure:
		if fn := e.Program.Funcs[v.Idx]; fn.Name == nil {
			return e.Bindings.StaticName(fn)
		}
	case son.OpClass:
		if c := e.Bindings.Class(int(v.Idx)); c.Name == nil {
			return e.Bindings.ClassName(c)
		}
	}
	return ""
}

// nameFirst prepares r, whose value is to be assigned to a helper. If that would change the
// name of a function or class, the value gets its name in a step before r.
func (e *emitter) nameFirst(r *root) {
	if !e.isFlat(r.in) {
		return
	}
	name := e.namedByPlace(r.node)
	switch {
	case r.node.Op == son.OpStoreCell:
		first := splitRoot(r)
		r.x, r.eff = e.cellIdent(r, r.node.Arg(0)), son.Reads
		first.definitions, r.definitions = r.definitions, definitions{}
		for _, d := range first.defs {
			for i, x := range d.w.stack {
				if x == r {
					d.w.stack[i] = first
				}
			}
		}
	case name != "" && name != "__proto__":
		first := splitRoot(r)
		w := e.newWeb(nil)
		key := func() ast.Expr { return &ast.Ident{Name: name} }
		first.x = &ast.Assign{Target: e.ident(w), Value: &ast.Object{Props: []*ast.Property{{Key: key(), Value: r.x}}}}
		first.mat = true
		first.define(w, nil)
		w.stack = append(w.stack, first)
		r.read(w)
		r.x = &ast.Member{Obj: e.ident(w), Name: name}
	}
}

// splitRoot moves everything r does into a new root before it.
func splitRoot(r *root) *root {
	first := &root{in: r.in, x: r.x, place: r.place, actions: actions{eff: r.eff, reads: r.reads, many: r.many}, decl: r.decl, nested: r.nested}
	r.reads, r.many, r.decl = nil, false, false
	insert(r.in, r.pos, first)
	return first
}

// flatKey returns the name that a property gives to its value in the flat form.
func (f *flatForm) flatKey(p *ast.Property) string {
	if id, ok := p.Key.(*ast.Ident); ok && f.flat && !p.Computed {
		return id.Name
	}
	return ""
}
