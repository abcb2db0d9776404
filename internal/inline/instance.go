package inline

import (
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
	"github.com/sonjs/son/son/build"
)

// inline makes the instance of a call, and plans the calls in it.
func (c *caller) inline(i int32, s *calls.Site, within *chain, same []*ast.Symbol) {
	shape := within.shape
	x := shape.expr
	k := &cloner{parameters: shape.parameters, consumes: within.all, names: c.names(s, within), vars: c.o.Vars, fields: c.fields, outer: within.into.cloner(), from: s.Callee, to: c.fn, around: s.Scope, site: c.sites[c.at], id: &c.next, same: map[*ast.Symbol]*ast.Symbol{}}
	for i, sym := range same {
		if sym != nil {
			k.same[shape.params[i]] = sym
		}
	}
	for _, sym := range s.Callee.Outer {
		if d := c.declared(s, sym); d != sym {
			k.same[sym] = d
		}
	}
	within.clone = k
	made := k.function(x)
	k.refer()
	for of, twin := range k.news {
		if fields := c.Records[of]; fields != nil {
			c.Records[twin] = fields
		}
	}
	for of, twin := range k.loops {
		if call, ok := of.Right.(*ast.Call); ok && c.loopOf[call] == of {
			c.loopOf[twin.Right.(*ast.Call)] = twin
		}
		if c.Arrays[of] {
			c.Arrays[twin] = true
		}
	}
	for of, twin := range k.members {
		if r, is := c.Values[of]; is {
			// A method never runs for undefined or null, but its copy may, until a read of a property throws.
			r.Present = r.Present && !within.mayLackObject()
			c.Values[twin] = r
		}
	}
	for of, twin := range k.takes {
		if c.Takes[of] {
			c.Takes[twin] = true
		}
	}
	c.sites[c.at] = k.last
	if len(shape.closures) > 0 && c.fn != nil && !within.all {
		c.hosts[c.fn] = true
	}
	inst := &build.Instance{Number: len(c.In[c.at]) + 1, Call: s.Call, In: c.fn, Of: s.Callee, Fn: made, Site: i, Uses: shape.uses, Assigned: shape.assigned,
		Args: arguments(s), Checked: s.Nullish && !c.checks(s, shape, within.into == nil), Operand: s.Slot <= calls.First,
		Twin: k.sym}
	if c.o.For.IsSpeed() && shape.expr == nil {
		inst.Early, inst.Labels = returnsEarly(s.Callee), needsLabel(s.Callee, within.slot)
	}
	if s.Passed && s.Assumed {
		inst.Assumes |= son.AssumeNoTDZ
	}
	if s.Passed && s.Open {
		inst.Assumes |= son.AssumeClosedWorld
	}
	if !within.all {
		inst.Closures = c.closures(k, shape)
	}
	if within.single && !c.o.Library.Has(s.Callee) {
		inst.Absorbed = shape.declBytes()
	}
	for _, sym := range same {
		inst.Same = append(inst.Same, sym != nil)
	}
	if shape.iterated {
		c.Generators[c.loopOf[s.Call]] = inst
	} else if s.Getter {
		c.Reads[s.Call.Callee.(*ast.Member)] = inst
	} else {
		c.Of[s.Call] = inst
	}
	c.In[c.at] = append(c.In[c.at], inst)

	for _, twin := range k.syms {
		if twin.Captured {
			inst.Captured = append(inst.Captured, twin)
		}
	}
	for i, sym := range same {
		if sym != nil && shape.held[i] && !within.all && sym.Scope.Func == c.fn && !sym.Captured {
			sym.Captured = true // from now on, a function inside references it
			inst.Captured = append(inst.Captured, sym)
		}
	}
	slices.SortFunc(inst.Captured, func(a, b *ast.Symbol) int { return a.ID - b.ID })
	for _, i := range c.in[s.Callee.Index] {
		inner := *c.Graph.Site(i)
		var from *ast.Ident
		if inner.Callee == nil && c.o.For.IsSpeed() {
			from = c.passed(s, &inner, within)
		}
		if inner.Callee == nil {
			continue
		}
		call := k.copyOf(&inner)
		if call == nil {
			continue
		}
		if !inner.Method && !inner.Open && inner.Callee == c.Graph.Site(i).Callee {
			c.Callees[call] = build.Callee{Fn: int32(inner.Callee.Index), Assumed: inner.Assumed}
		}
		inner.Call, inner.In, inner.Scope, inner.Loops = call, c.fn, k.scope(inner.Scope), inner.Loops+s.Loops
		if x != nil {
			if inner.Slot = calls.Operand; s.Bound {
				if inner.By = nil; !inner.Bound {
					inner.By = s.By
				}
				inner.Bound = true
			}
			if ast.Expr(call) == made.ExprBody {
				inner.Slot = s.Slot
			}
		}
		why := c.site(i, &inner, within)
		if within.single {
			c.Why[i] = why
		}
		if why != "" {
			c.keeps(&inner, within)
		}
		c.consumed(from, within, why == "")
	}
	c.consumedBy(i, inst, within)
	if within.all {
		inst.Last = len(c.In[c.at])
	}
}

// names returns names that tell more than those of the callee: the object of a method is called like the property
// that has it, and what a method of an array gives its callback like the parameters of that.
func (c *caller) names(s *calls.Site, within *chain) map[*ast.Symbol]string {
	if !s.Method {
		return nil
	}
	names := map[*ast.Symbol]string{}
	hosted := c.o.Library.Has(s.Callee)
	name := ""
	if m, ok := s.Call.Callee.(*ast.Member).Obj.(*ast.Member); ok && !m.Private {
		name = c.variableOf(m.Name)
	}
	if name == "" && hosted {
		name = "list"
	}
	if name != "" {
		names[within.shape.self] = name
	}
	if hosted {
		c.nameItems(s, within.into, names)
	}
	return names
}

// nameItems gives variables of a method of an array the names that its callback has for them.
func (c *caller) nameItems(s *calls.Site, in *chain, names map[*ast.Symbol]string) {
	inner := *s
	c.given(s.Call.Args[0], s, &inner, in)
	params := inner.Callee.Params
	ast.Walk(s.Callee, func(n ast.Node) bool {
		call, ok := n.(*ast.Call)
		if !ok {
			return true
		}
		for i, a := range call.Args[:min(len(call.Args), len(params))] {
			of, name := a.(*ast.Ident)
			p, plain := params[i].(*ast.Ident)
			if name && plain {
				names[of.Sym] = p.Name
			}
		}
		return false
	})
}

// closures returns what the functions that a callee makes capture from the caller and from the callee.
func (c *caller) closures(k *cloner, shape *shape) map[*ast.Function][]*ast.Symbol {
	if len(shape.closures) == 0 {
		return nil
	}
	list := map[*ast.Function][]*ast.Symbol{}
	for _, fn := range shape.closures {
		list[fn] = []*ast.Symbol{}
		for _, sym := range fn.Outer {
			sym = k.sym(sym)
			if sym.Scope.Func == c.fn && sym.Scope.Kind != ast.ScopeGlobal && sym.Scope.Kind != ast.ScopeModule && !slices.Contains(list[fn], sym) {
				list[fn] = append(list[fn], sym)
			}
		}
	}
	return list
}
