package inline

import (
	"slices"

	"github.com/sonjs/son/internal/calls"
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/passes/cost"
	"github.com/sonjs/son/son/build"
)

// inline makes the instance of a call, and plans the calls in it.
func (c *caller) inline(i int32, s *calls.Site, shape *shape, same []*ast.Symbol, within *chain) {
	x := shape.expr
	k := &cloner{self: shape.self, vars: c.o.Vars, fields: c.fields, outer: within.into.cloner(), from: s.Callee, to: c.fn, around: s.Scope, site: c.sites[c.at], id: &c.next, same: map[*ast.Symbol]*ast.Symbol{}}
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
	for of, twin := range k.news {
		if fields := c.Records[of]; fields != nil {
			c.Records[twin] = fields
		}
	}
	for of, twin := range k.loops {
		if c.Arrays[of] {
			c.Arrays[twin] = true
		}
	}
	c.sites[c.at] = k.last
	if len(shape.closures) > 0 && c.fn != nil {
		c.hosts[c.fn] = true
	}
	inst := &build.Instance{Number: len(c.In[c.at]) + 1, Call: s.Call, In: c.fn, Of: s.Callee, Fn: made, Site: i, Uses: shape.uses, Assigned: shape.assigned,
		Args: arguments(s), Checked: s.Nullish && !c.checks(s, shape, within.into == nil), Operand: s.Slot <= calls.First, Closures: c.closures(k, shape), Twin: k.sym}
	if within.single {
		inst.Absorbed = shape.declBytes()
	}
	for _, sym := range same {
		inst.Same = append(inst.Same, sym != nil)
	}
	if s.Getter {
		c.Reads[s.Call.Callee.(*ast.Member)] = inst
	} else {
		c.Of[s.Call] = inst
	}
	c.In[c.at] = append(c.In[c.at], inst)

	for sym, twin := range k.syms {
		if sym.Captured {
			inst.Captured = append(inst.Captured, twin)
		}
	}
	for i, sym := range same {
		if sym != nil && shape.held[i] && sym.Scope.Func == c.fn && !sym.Captured {
			sym.Captured = true // from now on, a function inside references it
			inst.Captured = append(inst.Captured, sym)
		}
	}
	slices.SortFunc(inst.Captured, func(a, b *ast.Symbol) int { return a.ID - b.ID })
	for _, i := range c.in[s.Callee.Index] {
		inner := c.Graph.Sites[i]
		if inner.Callee == nil && c.o.For == cost.Speed {
			c.passed(s, shape, &inner)
		}
		if inner.Callee == nil {
			continue
		}
		call := k.copyOf(&inner)
		if call == nil {
			continue
		}
		if !inner.Method && !inner.Open && inner.Callee == c.Graph.Sites[i].Callee {
			c.Callees[call] = build.Callee{Fn: inner.Callee.Index, Assumed: inner.Assumed}
		}
		inner.Call, inner.In, inner.Scope, inner.Loop = call, c.fn, k.scope(inner.Scope), inner.Loop || s.Loop
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
		if why := c.site(i, &inner, within); within.single {
			c.Why[i] = why
		}
	}
}

// passed finds the callee of a call in the callee of another one: a parameter that gets a function there. For
// speed: elsewhere a callee seldom becomes small enough that way.
func (c *caller) passed(s *calls.Site, shape *shape, inner *calls.Site) {
	id, ok := inner.Call.Callee.(*ast.Ident)
	if !ok || inner.Call.Optional || id.Sym == nil {
		return
	}
	i, args := slices.Index(shape.params, id.Sym), arguments(s)
	if i < 0 || i >= len(args) || shape.assigned[i] || shape.isRest(i) || slices.ContainsFunc(args[:i], ast.IsSpread) {
		return
	}
	switch x := args[i].(type) {
	case *ast.Func:
		inner.Callee, inner.Alias, inner.Here = x.Fn, nil, x.Fn.Kind == ast.FuncArrow && x.Fn.Parent == c.fn
	case *ast.Ident:
		inner.Callee, inner.Alias = c.Graph.Named(x, s), x.Sym
	}
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
