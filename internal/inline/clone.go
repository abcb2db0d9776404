package inline

import (
	"cmp"
	"reflect"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
)

// cloner copies a callee for one call. What the copy declares belongs to the caller.
type cloner struct {
	from, to   *ast.Function          // callee and caller
	around     *ast.Scope             // at the call
	parameters                        // of the callee
	names      map[*ast.Symbol]string // of copies that get other names than the originals
	site       ast.Site               // the caller's last one so far
	id         *int                   // the next ID of a symbol
	syms       map[*ast.Symbol]*ast.Symbol
	same       map[*ast.Symbol]*ast.Symbol // parameters that are other names of variables of the caller
	scopes     map[*ast.Scope]*ast.Scope
	idents     map[*ast.Ident]*ast.Ident
	calls      map[*ast.Call]*ast.Call
	news       map[*ast.New]*ast.New
	members    map[*ast.Member]*ast.Member
	twins
	last ast.Site
	vars bool // parameters become vars
	// consumes: the functions that the callee makes are not made. What they assign is still a cell, because the
	// text of the callee does not show where.
	consumes bool
	fields   fields
	outer    *cloner // of the callee that the call is in; nil: the call is the caller's own
}

// twins are the copies of loops and array patterns.
type twins struct {
	loops map[*ast.ForOf]*ast.ForOf
	takes map[*ast.ArrayPat]*ast.ArrayPat
}

// function returns a copy of the callee as a part of the caller: an expression if it is one.
func (c *cloner) function(x ast.Expr) *ast.Function {
	c.syms, c.scopes = map[*ast.Symbol]*ast.Symbol{}, map[*ast.Scope]*ast.Scope{}
	c.idents, c.calls = map[*ast.Ident]*ast.Ident{}, map[*ast.Call]*ast.Call{}
	c.news, c.members = map[*ast.New]*ast.New{}, map[*ast.Member]*ast.Member{}
	c.loops, c.takes = map[*ast.ForOf]*ast.ForOf{}, map[*ast.ArrayPat]*ast.ArrayPat{}
	c.last = c.site
	out := &ast.Function{Base: c.from.Base, Kind: ast.FuncArrow, Strict: c.from.Strict, BodySpan: c.from.BodySpan}
	out.Params = copied(c, c.paramsOf(c.from))
	if c.self != nil {
		id := c.this(c.from.Start)
		c.idents[c.self.Decls[0]] = id
		out.Params = append([]ast.Expr{id}, out.Params...)
	}
	if x != nil {
		out.ExprBody = copied(c, x)
	} else {
		for _, st := range c.head {
			out.Body = append(out.Body, copied(c, st))
		}
		if x := c.from.ExprBody; x != nil { // behind what takes its parameters apart
			r := &ast.Return{X: copied(c, x)}
			r.Start, r.End = x.Pos().Start, x.Pos().End
			out.Body = append(out.Body, r)
		}
		for _, st := range c.from.Body {
			if d, ok := st.(*ast.ExprStmt); !ok || !d.Directive {
				out.Body = append(out.Body, copied(c, st))
			}
		}
	}
	out.Scope, out.BodyScope = c.scope(c.from.Scope), c.scope(c.from.BodyScope)
	for sym, twin := range c.syms {
		c.complete(sym, twin)
	}
	return out
}

// copyOf returns the copy of a call, or nil.
func (c *cloner) copyOf(s *calls.Site) *ast.Call {
	if !s.Getter {
		return c.calls[s.Call]
	}
	if m := c.members[s.Call.Callee.(*ast.Member)]; m != nil {
		return &ast.Call{Base: m.Base, Callee: m}
	}
	return nil
}

// copied copies a part of the callee.
func copied[T any](c *cloner, x T) T {
	c.deepen(reflect.ValueOf(&x).Elem())
	return x
}

var (
	siteType = reflect.TypeFor[ast.Site]()
	symType  = reflect.TypeFor[*ast.Symbol]()
	scType   = reflect.TypeFor[*ast.Scope]()
)

// deepen replaces what a shallow copy of a part of the tree refers to by copies.
func (c *cloner) deepen(v reflect.Value) {
	switch v.Type() {
	case symType:
		s := v.Addr().Interface().(**ast.Symbol)
		*s = c.sym(*s)
		return
	case scType:
		s := v.Addr().Interface().(**ast.Scope)
		*s = c.scope(*s)
		return
	case siteType:
		s := v.Addr().Interface().(*ast.Site)
		*s = c.renumbered(*s)
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(c.node(v.Elem()))
		}
	case reflect.Pointer:
		v.Set(c.node(v))
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(out, v)
		for i := range out.Len() {
			c.deepen(out.Index(i))
		}
		v.Set(out)
	case reflect.Struct:
		for _, i := range c.fields.of(v.Type()) {
			c.deepen(v.Field(i))
		}
	}
}

// node copies a node.
func (c *cloner) node(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	out := reflect.New(v.Type().Elem())
	switch n := v.Interface().(type) {
	case *ast.Function:
		return v // it moves
	case *ast.This:
		if of := c.methodAround(); of != nil {
			return reflect.ValueOf(of.this(n.Start))
		}
	case *ast.Ident:
		id := out.Interface().(*ast.Ident)
		c.idents[n], *id = id, *n
		if id.Sym = c.sym(n.Sym); c.names[n.Sym] != "" {
			id.Name = id.Sym.Name
		}
		return out
	case *ast.Call:
		c.calls[n] = out.Interface().(*ast.Call)
	case *ast.New:
		c.news[n] = out.Interface().(*ast.New)
	case *ast.Member:
		c.members[n] = out.Interface().(*ast.Member)
	case *ast.ForOf:
		c.loops[n] = out.Interface().(*ast.ForOf)
	case *ast.ArrayPat:
		c.takes[n] = out.Interface().(*ast.ArrayPat)
	}
	out.Elem().Set(v.Elem())
	c.deepen(out.Elem())
	return out
}

// methodAround returns the copy of the method whose this the callee has, if it is a method or an arrow function of
// one that is inlined around the call, or nil.
func (c *cloner) methodAround() *cloner {
	for c != nil && c.self == nil {
		fn := c.from
		if fn.Kind != ast.FuncArrow {
			return nil
		}
		for c = c.outer; c != nil && c.from != fn.Parent; c = c.outer {
		}
	}
	return c
}

// this returns a name for what is this in a method.
func (c *cloner) this(at int32) *ast.Ident {
	sym := c.sym(c.self)
	id := &ast.Ident{Name: sym.Name, Sym: sym}
	id.Start, id.End = at, at
	return id
}

// fields are the fields of types that a shallow copy would share, or that are renumbered.
type fields map[reflect.Type][]int

func (f fields) of(t reflect.Type) []int {
	list, known := f[t]
	if !known {
		for i := range t.NumField() {
			if f.has(t.Field(i).Type) {
				list = append(list, i)
			}
		}
		f[t] = list
	}
	return list
}

func (f fields) has(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Slice:
		return true
	case reflect.Struct:
		return len(f.of(t)) > 0
	}
	return t == siteType
}

// renumbered returns the caller's number for a site of the callee.
func (c *cloner) renumbered(s ast.Site) ast.Site {
	if s == 0 {
		return 0
	}
	c.last = max(c.last, c.site+s)
	return c.site + s
}

// sym returns the copy of a binding of the callee, or of one that the call is in; another one is what
// it is.
func (c *cloner) sym(s *ast.Symbol) *ast.Symbol {
	switch {
	case c == nil:
		return s
	case s == nil || s.Scope == nil || s.Kind == ast.SymFuncName:
		return s
	case c.same[s] != nil:
		return c.same[s]
	case s.Scope.Func != c.from && c.outer != nil:
		return c.outer.sym(s)
	case s.Scope.Func != c.from:
		return s
	}
	twin := c.syms[s]
	if twin == nil {
		kind := s.Kind
		switch {
		case kind != ast.SymParam:
		case c.vars:
			kind = ast.SymVar
		case s.Assigns > 1 || c.parts[s]:
			kind = ast.SymLet
		default:
			kind = ast.SymConst
		}
		twin = &ast.Symbol{Name: cmp.Or(c.names[s], s.Name), Kind: kind, Inlined: true, Captured: s.Captured && (!c.consumes || s.AssignedInner), AssignedInner: s.AssignedInner, Read: s.Read, Assigns: s.Assigns, ID: *c.id}
		*c.id++
		c.syms[s] = twin
		twin.Scope = c.scope(s.Scope)
	}
	return twin
}

// scope returns the copy of a scope of the callee.
func (c *cloner) scope(s *ast.Scope) *ast.Scope {
	switch {
	case s == nil:
		return nil
	case s.Func != c.from || s.Kind == ast.ScopeFuncSelf:
		return c.around
	}
	twin := c.scopes[s]
	if twin == nil {
		twin = &ast.Scope{Kind: s.Kind, Func: c.to, Span: s.Span, Loops: s.Loops + c.around.Loops}
		if s == c.from.Scope || s == c.from.BodyScope {
			twin.Kind = ast.ScopeBlock
		}
		c.scopes[s] = twin
		twin.Parent = c.scope(s.Parent)
		for _, sym := range s.Symbols {
			// The instance gives parameters their values before it enters its scope.
			if sym.Kind != ast.SymArguments && (sym.Kind != ast.SymParam || c.parts[sym]) {
				twin.Declare(c.sym(sym))
			}
		}
	}
	return twin
}

// complete copies the references of a binding.
func (c *cloner) complete(sym, twin *ast.Symbol) {
	for _, id := range sym.Decls {
		twin.Decls = append(twin.Decls, c.idents[id])
	}
	for _, r := range sym.Refs {
		if id := c.idents[r.Ident]; id != nil {
			r = ast.Ref{Ident: id, Func: c.to, Kind: r.Kind}
		} else if c.consumes {
			continue // see refer
		}
		twin.Refs = append(twin.Refs, r)
	}
}

// refer adds the references of a function to bindings of callees around it whose functions are consumed.
func (c *cloner) refer() {
	for _, sym := range c.from.Outer {
		twin := c.sym(sym)
		if twin == sym || !twin.Inlined {
			continue
		}
		for _, r := range sym.Refs {
			if id := c.idents[r.Ident]; id != nil {
				twin.Refs = append(twin.Refs, ast.Ref{Ident: id, Func: c.to, Kind: r.Kind})
			}
		}
	}
}
