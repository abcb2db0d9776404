package emit

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// A function or class without a name of its own is called like the variable that it
// is assigned to. A helper must not give it another name. So the flat form assigns
// it first, and reads the variable:
//
//	o.m = f = () => {};             f = () => {};
//	                                const t = f;
//	                                o.m = t;
//
// Where the variable may not give back what it was assigned, a property gives the
// name:
//
//	o.m = theGlobal = () => {};     const t = { theGlobal: () => {} };
//	                                const t2 = t.theGlobal;

// givesName reports whether what is assigned to the cell of a store has its name
// from it.
func (e *emitter) givesName(store *son.Node) bool {
	v, sym := e.stored(store.Arg(1)), store.Arg(0).Sym
	return sym != nil && e.namedByPlace(v) == sym.Name
}

// namedByPlace returns the name that the source's place gives the function or class
// v, or "".
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

// nameFirst prepares r, whose value is to go to a helper: where that would take a
// name away, r becomes what the helper can have instead.
func (e *emitter) nameFirst(r *root) {
	if !e.isFlat(r.in) {
		return
	}
	name := e.namedByPlace(r.node)
	switch {
	case r.node.Op == son.OpStoreCell:
		first := e.splitRoot(r)
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
		first := e.splitRoot(r)
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

// splitRoot makes a root before r that does what r does, and leaves r nothing.
func (e *emitter) splitRoot(r *root) *root {
	first := &root{in: r.in, x: r.x, span: r.span, eff: r.eff, reads: r.reads, many: r.many, decl: r.decl, nested: r.nested}
	r.reads, r.many, r.decl = nil, false, false
	e.insert(r.in, r.pos, first)
	return first
}

// flatKey returns the name that a property of the flat form gives to its value.
func (e *emitter) flatKey(p *ast.Property) string {
	if id, ok := p.Key.(*ast.Ident); ok && e.flat && !p.Computed {
		return id.Name
	}
	return ""
}
