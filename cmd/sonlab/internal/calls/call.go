package calls

import (
	"fmt"
	"strings"
)

// most bounds what one function may cost: about as many calls.
const most = 250

// callableHere reports whether code here may call a function.
func (g *generator) callableHere(b *binding) bool {
	return b.sig != nil && b.sig.rank < g.fn.limit && g.fn.cost+b.sig.cost < most/max(g.fn.times, 1)
}

// call returns a call of a visible function, with a result that is mostly a number.
func (g *generator) call(d int) string {
	if c := g.counter; c != nil && c.calls > 0 && g.Chance(60) {
		f := pick(g, c.group.members...)
		if g.resolves(f) && g.resolvesName(c.name) {
			c.calls--
			g.Count("recursive call")
			args := []string{fmt.Sprintf("%s - %s", c.name, pick(g, "1", "1", "2"))}
			for _, h := range f.sig.params[1:] {
				args = append(args, g.ofHint(h, min(d, 1)))
			}
			return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
		}
	}
	if s := g.some(func(b *binding) bool { return b.hint == shifting }); s != nil && g.Chance(15) {
		g.Count("call of a changing variable")
		return fmt.Sprintf("(fuel() && %s%s(%s))", s.name, pick(g, "", "?."), g.num(d))
	}
	f := g.some(func(b *binding) bool { return b.hint == callable && g.callableHere(b) })
	if f == nil {
		return g.leaf()
	}
	return g.callOf(f, d)
}

// resolves reports whether a name here means that function.
func (g *generator) resolves(f *binding) bool {
	for s := g.scope; s != nil; s = s.outer {
		if s.names[f.name] {
			return s == f.scope
		}
	}
	return false
}

// resolvesName reports whether the nearest name is that of a counter.
func (g *generator) resolvesName(name string) bool {
	for s := g.scope; s != nil; s = s.outer {
		if s.names[name] {
			for _, b := range s.vars {
				if b.name == name {
					return b.hint == count
				}
			}
			return false
		}
	}
	return false
}

// callOf returns a call of one function.
func (g *generator) callOf(f *binding, d int) string {
	sig := f.sig
	g.fn.cost += sig.cost
	if sig.class {
		return g.construct(f, d)
	}
	args := g.args(sig, d)
	list := strings.Join(args, ", ")
	name := f.name
	plain := fmt.Sprintf("%s(%s)", name, list)
	e := plain
	switch n := g.R.IntN(40); {
	case n < 1:
		g.Count("bind")
		e = fmt.Sprintf("%s.bind(%s)(%s)", name, pick(g, "null", g.record(0)), list)
	case n < 3:
		g.Count("call")
		e = fmt.Sprintf("%s.call(%s)", name, strings.Join(append([]string{pick(g, "null", "undefined", "7", g.record(0))}, args...), ", "))
	case n < 4:
		g.Count("apply")
		e = fmt.Sprintf("%s.apply(%s, [%s])", name, pick(g, "null", "this", g.record(0)), list)
	case n < 5:
		g.Count("spread")
		e = fmt.Sprintf("%s(%s)", name, pick(g, fmt.Sprintf("...[%s]", list), fmt.Sprintf("...[%s], %s", list, g.leaf())))
	case n < 6:
		e = fmt.Sprintf("%s?.(%s)", name, list)
	case n < 7:
		g.Count("call without a name")
		e = fmt.Sprintf("(0, %s)(%s)", name, list)
	case n < 8:
		g.Count("method call of a function")
		e = fmt.Sprintf("({ p: %s, m: %s }).m(%s)", g.leaf(), name, list)
	case n < 9 && !sig.star && !sig.async && f.kind == isFunction && !g.tame:
		g.Count("new")
		e = fmt.Sprintf("new %s(%s)", name, list)
		return "typeof " + e
	case n < 10 && !g.tame:
		g.Count("tag")
		e = fmt.Sprintf("%s`s${%s}`", name, g.leaf())
	case n < 11 && len(args) > 0:
		g.Count("argument that changes the callee's variables")
		if w := g.some(writable); w != nil && w.kind != isParam {
			args[len(args)-1] = fmt.Sprintf("(%s = %s)", w.name, g.leaf())
			e = fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
		}
	}
	switch {
	case sig.star && e == plain:
		g.Count("generator")
		return pick(g, "[..."+e+"][0]", e+".next().value", "[..."+e+"].length", e+".return(3).value")
	case sig.async && g.fn.async && e == plain:
		return "(await " + e + ")"
	case sig.async && e == plain:
		g.Count("async function")
		return pick(g, e+".then(print)", e+".then(print, print)", "later("+name+")("+list+")")
	case sig.result == callable && g.Chance(70):
		g.Count("result that is called")
		e = fmt.Sprintf("%s(%s)", e, g.num(min(d, 1)))
	case sig.result == record && g.Chance(50):
		e += "." + g.key()
	}
	return e
}

// args returns arguments for a signature: now and then too few or too many.
func (g *generator) args(sig *signature, d int) []string {
	var args []string
	for _, h := range sig.params {
		args = append(args, g.ofHint(h, min(d, 2)))
	}
	for _, i := range sig.defaults {
		if i < len(args) && g.Chance(30) {
			g.Count("argument for a default parameter")
			args[i] = pick(g, "undefined", "void 0", "eff(undefined)", fmt.Sprintf("(eff(%s), undefined)", g.leaf()), "({}).q")
		}
	}
	switch n := g.R.IntN(14); {
	case len(sig.defaults) > 0 && g.Chance(30) && len(args) > 0:
		g.Count("no argument for a default parameter")
		args = args[:min(len(args), pick(g, sig.defaults...))]
	case n < 1 && len(args) > 0:
		g.Count("too few arguments")
		args = args[:g.R.IntN(len(args))]
	case n < 3 || sig.rest && n < 8:
		g.Count("too many arguments")
		args = append(args, pick(g, g.leaf(), "eff("+g.leaf()+")", g.num(min(d, 1))))
	}
	if len(args) == 0 && len(sig.params) > 0 && sig.params[0] == callable {
		return []string{g.callable(0)}
	}
	return args
}

// construct returns a use of a class.
func (g *generator) construct(f *binding, d int) string {
	n := fmt.Sprintf("new %s(%s)", f.name, g.num(min(d, 1)))
	switch g.R.IntN(6) {
	case 0:
		return n + "." + g.key()
	case 1:
		return fmt.Sprintf("%s.m(%s)", n, g.leaf())
	case 2:
		return fmt.Sprintf("%s.s?.(%s)", f.name, g.leaf())
	case 3:
		return fmt.Sprintf("(%s instanceof %s)", n, f.name)
	case 4:
		if r := g.some(func(b *binding) bool { return b.hint == record }); r != nil {
			return fmt.Sprintf("%s.prototype.m.call(%s, %s)", f.name, r.name, g.leaf())
		}
	}
	return n
}
