package inline

import (
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/internal/selfhosted"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son/build"
)

// A function that is an argument of a call can be inlined where the callee calls it. If all that the callee does
// with it is inlined calls, nothing needs the function itself any more: it is consumed. So a callee that makes
// functions can be inlined at several calls if all of these are consumed; otherwise each copy would need copies
// of them.
//
//	sum(f) { return this.fold(0, (total, item) => total + f(item)); }

// consumption is what is known of the functions that a callee gets and makes.
type consumption struct {
	shape *shape
	args  []ast.Expr // what the parameters get, as in arguments
	// all: the callee may be inlined only if all functions that it makes are consumed.
	all bool
	// used are the references of parameters that are inlined calls, or arguments of inlined calls that consume
	// them; missed: those that are not, at least in one copy.
	used, missed map[*ast.Ident]bool
	made         map[*ast.Function]bool // of the functions that it makes, those that are consumed
}

// mayConsume reports whether a callee makes functions and may be tried, so that they are consumed.
func (c *caller) mayConsume(shape *shape) bool {
	return c.o.For.IsSpeed() && len(shape.closures) > 0 && c.wasted < callerNodes
}

// passed finds the callee of a call in the callee of another one, or in a function that is an argument of it: a
// parameter that gets a function. For speed: elsewhere a callee seldom becomes small enough that way. It returns
// the reference that is the callee, or nil.
func (c *caller) passed(s, inner *calls.Site, within *chain) *ast.Ident {
	id, ok := inner.Call.Callee.(*ast.Ident)
	if !ok || inner.Call.Optional || id.Sym == nil {
		return nil
	}
	if of, i := within.parameter(id.Sym); of != nil {
		c.given(of.args[i], s, inner, of.into)
		_, literal := of.args[i].(*ast.Func)
		inner.Passed, inner.Only = true, literal && c.o.Library.Has(of.fn)
		return id
	}
	return nil
}

// hasMethod reports whether a method is being inlined.
func (c *chain) hasMethod() bool {
	for ; c != nil; c = c.into {
		if c.shape.self != nil {
			return true
		}
	}
	return false
}

// has reports whether a function is being inlined.
func (c *chain) has(fn *ast.Function) bool {
	for ; c != nil; c = c.into {
		if c.fn == fn {
			return true
		}
	}
	return false
}

// parameter finds the callee, from c outwards, that a binding is a parameter of, if the parameter always has what
// the call passes.
func (c *chain) parameter(sym *ast.Symbol) (of *chain, i int) {
	for ; c != nil; c = c.into {
		for i, p := range c.shape.params {
			if p != sym && c.clone.syms[p] != sym {
				continue
			}
			if i >= len(c.args) || c.shape.assigned[i] || c.shape.isRest(i) || slices.ContainsFunc(c.args[:i], ast.IsSpread) {
				return nil, 0
			}
			return c, i
		}
	}
	return nil, 0
}

// given sets the callee of a call of an argument of another call, which is in the callee in; nil is the caller.
func (c *caller) given(arg ast.Expr, s, inner *calls.Site, in *chain) {
	inner.Callee, inner.Alias, inner.Here, inner.Assumed, inner.Open = nil, nil, false, false, false
	switch x := arg.(type) {
	case *ast.Func:
		inner.Callee, inner.Here = x.Fn, x.Fn.Kind == ast.FuncArrow && (x.Fn.Parent == c.fn || in.has(x.Fn.Parent))
	case *ast.Ident:
		if of, i := in.parameter(x.Sym); of != nil {
			c.given(of.args[i], s, inner, of.into)
			return
		}
		inner.Alias = x.Sym
		inner.Callee, inner.Assumed, inner.Open = c.Graph.Named(x, s)
	}
}

// takes reports whether the callback of a method of an array can be inlined in a loop.
func (c *caller) takes(s *calls.Site, in *chain) bool {
	inner := *s
	c.given(selfhosted.Callback(s.Callee.Name.Name, s.Call.Args), s, &inner, in)
	return inner.Callee != nil && c.shapeOf(called{inner.Callee, false, inner.Here, false}).why == ""
}

// consumed records what became of a call in a callee, whose callee is a parameter.
func (c *caller) consumed(id *ast.Ident, within *chain, inlined bool) {
	if id != nil {
		of, _ := within.parameter(id.Sym)
		c.record(of, id, inlined)
	}
}

func (c *caller) record(of *chain, id *ast.Ident, used bool) {
	if of.used == nil {
		of.used, of.missed = map[*ast.Ident]bool{}, map[*ast.Ident]bool{}
	}
	if of.used[id] = true; !used {
		of.missed[id] = true
	}
	c.records = append(c.records, record{of: of, id: id})
}

// record is something that was recorded of a callee: a reference, or a function that it makes.
type record struct {
	of *chain
	id *ast.Ident
	fn *ast.Function
}

// isConsumed reports whether all references of a parameter are consumed.
func (c *chain) isConsumed(i int) bool {
	p := c.shape.params[i]
	for _, r := range p.Refs {
		if !slices.Contains(p.Decls, r.Ident) && (!c.used[r.Ident] || c.missed[r.Ident]) {
			return false
		}
	}
	return len(c.used) > 0
}

// consumedBy records which arguments of an inlined call the callee consumes. A function that the code around the
// call makes for that is not made any more.
func (c *caller) consumedBy(i int32, inst *build.Instance, within *chain) {
	in := within.into
	if in == nil {
		return
	}
	for k, arg := range arguments(c.Graph.Site(i))[:min(len(within.args), len(within.shape.params))] {
		switch x := arg.(type) {
		case *ast.Func:
			if !in.all || !within.isConsumed(k) {
				continue
			}
			if in.made == nil {
				in.made = map[*ast.Function]bool{}
			}
			in.made[x.Fn] = true
			c.records = append(c.records, record{of: in, fn: x.Fn})
			inst.Args = slices.Clone(inst.Args)
			inst.Args[k] = &ast.Null{Base: x.Base}
		case *ast.Ident:
			if of, _ := in.parameter(x.Sym); of != nil {
				c.record(of, x, within.isConsumed(k))
			}
		}
	}
}

// consumesAll reports whether all functions that the callee makes are consumed.
func (c *chain) consumesAll() bool {
	for _, fn := range c.shape.closures {
		if !c.made[fn] {
			return false
		}
	}
	return true
}

// mark is the state of planning before a call.
type mark struct {
	instances, grown, left, records int
	loops                           bool
}

func (c *caller) mark() mark {
	return mark{len(c.In[c.at]), c.grown, len(c.left), len(c.records), c.loops}
}

// undo takes back what was planned since m.
func (c *caller) undo(m mark) {
	for _, in := range c.In[c.at][m.instances:] {
		if read, ok := in.Call.Callee.(*ast.Member); ok && c.Reads[read] == in {
			delete(c.Reads, read)
		}
		if c.Of[in.Call] == in {
			delete(c.Of, in.Call)
		}
		if loop := c.loopOf[in.Call]; loop != nil && c.Generators[loop] == in {
			delete(c.Generators, loop)
		}
	}
	for _, i := range c.left[m.left:] {
		c.gone[i] = false
	}
	for _, r := range c.records[m.records:] { // what was consumed there is needed
		if r.id != nil {
			r.of.missed[r.id] = true
		} else {
			delete(r.of.made, r.fn)
		}
	}
	c.wasted += c.grown - m.grown
	c.In[c.at], c.left, c.grown, c.loops = c.In[c.at][:m.instances], c.left[:m.left], m.grown, m.loops
}
