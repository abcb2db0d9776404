package snapshot

import (
	"github.com/sonjs/son/parse/ast"
	"github.com/sonjs/son/son"
)

// call interprets a call.
func (ev *eval) call(st *state, x *ast.Call) Value {
	if v, ok := ev.own(st, x); ok {
		return v
	}
	if s := ev.p.sites[x]; s != nil && s.Callee != nil && !s.Method && !x.Optional {
		return ev.known(st, x, s.Callee)
	}
	return ev.unknown(st, x, "unknown code gets it")
}

// known interprets a call of a function whose code is known.
func (ev *eval) known(st *state, x *ast.Call, fn *ast.Function) Value {
	c := ev.calls[x]
	if c == nil {
		c = &Call{At: x.Span, Callee: fn}
		ev.calls[x] = c
	}
	c.By, c.Why = nil, unfollowed(fn)
	for _, a := range x.Args {
		if ast.IsSpread(a) && c.Why == "" {
			c.Why = "how many arguments it passes is not known"
		}
	}
	if c.Why != "" {
		ev.p.need(fn)
		return ev.unknown(st, x, ev.p.name(fn)+" gets it: "+c.Why)
	}
	for _, a := range x.Args {
		st.hold(ev.expr(st, a))
	}
	args := make([]Value, len(x.Args))
	for i := range args {
		args[len(args)-1-i] = st.take()
	}
	if st.dead {
		return Value{}
	}
	if n := len(fn.Params); n > 0 && ast.IsSpread(fn.Params[n-1]) && len(args) >= n {
		for _, v := range args[n-1:] {
			ev.letGo(st, v, x.Span, "it is in an array")
		}
	}
	e, ids := ev.enter(st, fn, args, x.Span)
	c.By = e
	if e.Recursive && ev.fn != nil && ev.p.component[ev.fn.Index] == ev.p.component[fn.Index] {
		if e.callers == nil {
			e.callers = map[*Entry]bool{}
		}
		e.callers[ev.e] = true
	}
	return ev.apply(st, x, e, ids, args)
}

// unknown interprets a call of which nothing is known.
func (ev *eval) unknown(st *state, x *ast.Call, why string) Value {
	switch c := x.Callee.(type) {
	case *ast.Super:
		ev.mayThrow(st)
	case *ast.Member, *ast.Index:
		o, k := ev.reference(st, c)
		st.hold(o)
		f := ev.get(st, o, k, c.Pos().Span)
		o = st.take()
		if x.Optional {
			ev.optional(st, f, x.Span)
		}
		st.hold(o)
		ev.elements(st, x.Args, why)
		ev.letGo(st, st.take(), x.Span, "its method is called")
		ev.mayThrow(st)
		return ev.anyResult(st)
	case *ast.Chain: // (o?.m)()
		ev.letGo(st, ev.chainReceiver(st, c), x.Span, "its method is called")
	default:
		f := ev.expr(st, c)
		if x.Optional {
			f = ev.optional(st, f, x.Span)
		}
		ev.letGo(st, f, x.Span, why)
	}
	ev.elements(st, x.Args, why)
	ev.mayThrow(st)
	return ev.anyResult(st)
}

// chainReceiver interprets a chain that is called, and returns what may be the object of the method.
func (ev *eval) chainReceiver(st *state, c *ast.Chain) (o Value) {
	ev.chained(st, c, func() Value {
		switch c.X.(type) {
		case *ast.Member, *ast.Index:
			var k key
			o, k = ev.reference(st, c.X)
			st.hold(o)
			v := ev.get(st, o, k, c.Span)
			o = st.take()
			ev.letGo(st, o, c.Span, "its method is called")
			return v
		}
		return ev.expr(st, c.X)
	})
	return o
}

func (ev *eval) anyResult(st *state) Value {
	if st.dead {
		return Value{}
	}
	return anything
}

// own interprets calls that ask for the own keys of records: Object.keys(o), Object.hasOwn(o, k) and
// o.hasOwnProperty(k).
func (ev *eval) own(st *state, x *ast.Call) (v Value, ok bool) {
	m, isMember := x.Callee.(*ast.Member)
	if !isMember || m.Optional || m.Private || x.Optional || !ev.p.o.Builtins || len(x.Args) == 0 {
		return v, false
	}
	for _, a := range x.Args {
		if ast.IsSpread(a) {
			return v, false
		}
	}
	switch {
	case isObjectFunction(x) && m.Name == "keys" && len(x.Args) == 1:
		o := ev.expr(st, x.Args[0])
		if !isCopyable(st, o) {
			ev.letGo(st, o, x.Span, "its keys are listed")
			ev.mayThrow(st)
		}
		return other(son.TypeFresh), true
	case isObjectFunction(x) && m.Name == "hasOwn" && len(x.Args) == 2:
		st.hold(ev.expr(st, x.Args[0]))
		k := ev.key(st, ev.expr(st, x.Args[1]), x.Span)
		return ev.hasOwn(st, st.take(), k, x), true
	case m.Name == "hasOwnProperty" && len(x.Args) == 1:
		st.hold(ev.expr(st, m.Obj))
		k := ev.key(st, ev.expr(st, x.Args[0]), x.Span)
		o := st.take()
		if isCopyable(st, o) && ev.has(st.recs[o.Recs[0]], key{m.Name, true}, false) == son.No {
			return ev.hasOwn(st, o, k, x), true
		}
		ev.letGo(st, o, x.Span, "its method is called")
		ev.mayThrow(st)
		return ev.anyResult(st), true
	}
	return v, false
}

// hasOwn tests for an own key.
func (ev *eval) hasOwn(st *state, o Value, k key, x *ast.Call) Value {
	if st.dead {
		return Value{}
	}
	if isCopyable(st, o) {
		return other(ev.has(st.recs[o.Recs[0]], k, false).Type())
	}
	ev.letGo(st, o, x.Span, "it is asked for a key")
	ev.mayThrow(st)
	return other(son.TypeBool)
}
